"""Answers: of every kind and size, as JSON where it is meant, and never more than a client can take."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import jsonschema
import mcp_types as types
import pytest

from mcpgen.model.toolset import Profile
from tests.catalogue.harness import Called, Made, make, openapi, swagger

ROWS = "{type: array, items: {type: object, properties: {id: {type: integer}, name: {type: string}}}}"


def answers(content: str, status: str = "200", method: str = "get") -> str:
    return f"{{{method}: {{responses: {{'{status}': {{description: ok, content: {{{content}}}}}}}}}}}"


def as_json(schema: str) -> str:
    return f"application/json: {{schema: {schema}}}"


DESCRIPTION = openapi(f"""
    paths:
      /seals/{{sealId}}:
        parameters: [{{name: sealId, in: path, required: true, schema: {{type: string}}}}]
        delete: {{responses: {{'204': {{description: gone}}}}}}
        put: {{responses: {{'200': {{description: ok}}}}}}
      /map.png: {answers("image/png: {schema: {type: string, format: binary}}")}
      /horn: {answers("audio/mpeg: {schema: {type: string, format: binary}}")}
      /archive: {answers("application/zip: {schema: {type: string, format: binary}}")}
      /table: {answers("text/csv: {schema: {type: string}}")}
      /log: {answers("application/x-ndjson: {schema: {type: string}}")}
      /page: {answers("text/html: {schema: {type: string}}")}
      /tide: {answers(as_json("{type: object, required: [height, port], properties: {height: {type: number}, port: {type: string}, kind: {type: string, enum: [low, high]}, next: {type: object, properties: {at: {type: string}}}}}"))}
      /rows: {answers(as_json(ROWS))}
      /count: {answers(as_json("{type: integer}"))}
      /names: {answers(as_json("{type: array, items: {type: string}}"))}
      /free: {answers(as_json("{}"))}
      /ranged: {answers(as_json("{type: object, properties: {a: {type: string}}}"), "2XX", "post")}
      /accepted: {answers(as_json("{type: object, properties: {job: {type: string}}}"), "202", "post")}
      /other: {answers(as_json("{type: object, properties: {b: {type: string}}}"), "default", "post")}
      /numbered: {{post: {{responses: {{201: {{description: ok, content: {{{as_json("{type: object, properties: {c: {type: string}}}")}}}}}, 404: {{description: no}}}}}}}}
      /both: {answers("application/xml: {schema: {type: object}}, " + as_json("{type: object}"))}
      /vendor: {answers("text/plain: {schema: {type: string}}, application/vnd.harbour+json: {schema: {type: object}}")}
      /feed: {answers("text/event-stream: {schema: {type: string}}")}
      /items:
        get:
          parameters:
            - {{name: cursor, in: query, schema: {{type: string}}}}
            - {{name: limit, in: query, schema: {{type: integer}}}}
          responses:
            '200':
              description: ok
              headers: {{Link: {{schema: {{type: string}}}}, X-Total-Count: {{schema: {{type: integer}}}}}}
              content: {{{as_json(ROWS)}}}
    """)


def get(made: Made, path: str, content: bytes = b"", kind: str = "", **answer: Any) -> Called:
    """What a GET gives where the API answers with some bytes of a media type."""
    answer = {"json": None, "content": content, "headers": {"content-type": kind} if kind else {}, **answer}
    return made.call(made.tool_of(f"GET {path}"), **answer)


def shown(called: Called) -> Any:
    """The value that is told, without the wrapper that makes an object of a list."""
    value = called.value
    return value["result"] if isinstance(value, dict) and value.keys() == {"result"} else value


def assert_valid(made: Made, operation: str, called: Called) -> None:
    """Structured content is there where it was promised, is what the text says, and fits its schema."""
    schema = made.tools[made.tool_of(operation)].get("outputSchema")
    assert (called.structured is not None) == (schema is not None)
    if schema is not None:
        assert schema["type"] == "object"
        jsonschema.validate(called.structured, schema)


@pytest.mark.parametrize("status", [200, 202, 204, 205])
@pytest.mark.parametrize("method", ["DELETE", "PUT"])
def test_B89_nothing_is_a_success(made: Made, method: str, status: int) -> None:
    name = made.tool_of(f"{method} /seals/{{sealId}}")
    [argument] = made.required(name)
    for kind in ("", "application/json"):
        headers = {"content-type": kind} if kind else {}
        called = made.call(name, {argument: "s7"}, status_code=status, json=None, content=b"", headers=headers)
        assert not called.failed
        assert 0 < len(called.text) < 200
        if (schema := made.tools[name].get("outputSchema")) is not None:
            jsonschema.validate(called.structured, schema)


BYTES = b"\x89PNG\r\n\x1a\n\x00\xff\xfe"


@pytest.mark.parametrize(
    ("path", "kind", "content"),
    [("/map.png", "image/png", types.ImageContent), ("/horn", "audio/mpeg", types.AudioContent)],
)
def test_B91_pictures_and_sounds_are_typed_content(made: Made, path: str, kind: str, content: type) -> None:
    [item] = get(made, path, BYTES, f"{kind}; q=1").content
    assert isinstance(item, content)
    assert isinstance(item, types.ImageContent | types.AudioContent)
    assert (item.mime_type, base64.b64decode(item.data)) == (kind, BYTES)


@pytest.mark.parametrize("kind", ["application/zip", "application/octet-stream", "application/pdf", "video/mp4", ""])
def test_B91_other_bytes_are_never_text(made: Made, kind: str) -> None:
    called = get(made, "/archive", b"\x00\xffQZ" * 30, kind)
    assert not called.failed
    assert "QZ" not in called.text
    assert "120 bytes" in called.text
    assert (kind if kind in ("application/zip", "application/pdf", "video/mp4") else "") in called.text


@pytest.mark.parametrize("charset", ["ISO-8859-1", "utf-8", "utf-16", "windows-1252", '"UTF-8"'])
def test_B92_texts_are_read_by_their_charset(made: Made, charset: str) -> None:
    text = "code,name\n1,Fähre"
    called = get(made, "/table", text.encode(charset.strip('"')), f"text/csv; charset={charset}")
    assert (called.failed, called.text) == (False, text)


@pytest.mark.parametrize(
    ("path", "kind", "text"),
    [
        ("/table", "text/csv", '"a","b"\n1,2'),
        ("/log", "application/x-ndjson", '{"a": 1}\n{"a": 2}\n'),
        ("/log", "application/jsonl", '{"a": 1}\n{"a": 2}\n'),
        ("/page", "text/html", "<p>Tide tables</p>"),
        ("/table", "text/plain; charset=nowhere", "a,b"),
        ("/table", "application/xml", "<a>1</a>"),
    ],
)
def test_B92_a_text_is_told_as_it_is(made: Made, path: str, kind: str, text: str) -> None:
    called = get(made, path, text.encode(), kind)
    assert (called.failed, called.text.strip()) == (False, text.strip())


SIGN_IN = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body><form action=/login></form></body></html>"


@pytest.mark.parametrize("kind", ["text/html", "text/html; charset=utf-8", "TEXT/HTML"])
def test_B93_a_page_in_place_of_json_is_a_failure(made: Made, kind: str) -> None:
    called = get(made, "/tide", SIGN_IN, kind)
    assert called.failed
    assert len(called.text) < 600
    assert any(word in called.text.lower() for word in ("sign", "credential", "log in"))


@pytest.mark.parametrize(
    ("kind", "start"),
    [
        ("text/plain", b""),
        ("text/plain", b"\xef\xbb\xbf"),
        ("application/json", b"\xef\xbb\xbf"),
        ("", b""),
        ("application/octet-stream", b""),
        ("text/javascript", b" \n"),
        ("application/vnd.x+json; charset=utf-8", b""),
        ("Application/JSON", b""),
    ],
)
def test_B93_json_is_read_whatever_it_is_called(made: Made, kind: str, start: bytes) -> None:
    content = start + '{"port": "Tromsø", "height": 1}'.encode()
    assert get(made, "/tide", content, kind).value == {"port": "Tromsø", "height": 1}


@pytest.mark.parametrize("content", [b"{", b"[1,", b"{'a': 1}", b"undefined", b"\xff\xfe"])
def test_B93_what_is_no_json_is_a_failure(made: Made, content: bytes) -> None:
    assert get(made, "/tide", content, "application/json").failed


STRANGE: list[Any] = [
    {"height": None, "port": None, "kind": "middling", "next": None, "new": 1},
    {"height": "1.5", "port": 7, "next": []},
    {},
    {"height": [], "port": {"a": None}},
    [],
    "text",
    7,
    None,
]


@pytest.mark.parametrize("answer", STRANGE, ids=repr)
def test_B94_an_answer_that_is_not_as_described_is_told(made: Made, answer: Any) -> None:
    called = get(made, "/tide", json.dumps(answer).encode(), "application/json")
    assert not called.failed
    if answer is not None:
        assert shown(called) == answer
    assert_valid(made, "GET /tide", called)


@pytest.mark.parametrize(
    ("path", "answer", "told"),
    [
        ("/rows", [{"id": 1, "name": "a"}, {}], [{"id": "1", "name": "a"}, {}]),
        ("/rows", [], []),
        ("/count", 3, 3),
        ("/count", 0, 0),
        ("/names", ["a", None], ["a", None]),
        ("/free", {"a": [1]}, {"a": [1]}),
        ("/free", [None], [None]),
        ("/free", False, False),
    ],
)
def test_B96_lists_and_scalars_are_told_in_an_object(made: Made, path: str, answer: Any, told: Any) -> None:
    called = get(made, path, json.dumps(answer).encode(), "application/json")
    assert shown(called) == told
    assert_valid(made, f"GET {path}", called)
    if called.structured is not None:
        assert called.structured == called.value
        assert isinstance(called.value, dict)


def fields(made: Made, operation: str) -> list[str]:
    return list(made.tools[made.tool_of(operation)]["outputSchema"].get("properties", {}))


def test_B98_the_success_is_the_one_that_is_described(typed: Made) -> None:
    assert fields(typed, "POST /ranged") == ["a"]
    assert fields(typed, "POST /accepted") == ["job"]
    assert fields(typed, "POST /numbered") == ["c"]


@pytest.mark.parametrize("path", ["/ranged", "/accepted", "/other", "/numbered"])
def test_B98_every_status_from_200_on_is_a_success(made: Made, path: str) -> None:
    name = made.tool_of(f"POST {path}")
    for status in (200, 201, 203, 207, 299):
        assert shown(made.call(name, status_code=status, json={"x": 1})) == {"x": 1}
    for status in (400, 404, 418, 500, 599):
        assert made.call(name, status_code=status, json={"x": 1}).failed


def test_B98_in_swagger_2(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger("""
        paths:
          /a: {post: {responses: {201: {description: ok, schema: {type: object, properties: {d: {type: string}}}}, default: {description: no, schema: {type: object, properties: {e: {type: string}}}}}}}
        """),
        profile=Profile.MCP,
    )
    assert fields(made, "POST /a") == ["d"]


@pytest.mark.parametrize("path", ["/both", "/tide", "/rows"])
def test_B99_json_is_asked_for_first(made: Made, path: str) -> None:
    accept = get(made, path, b"{}", "application/json").sent.headers["accept"]
    assert accept.split(",")[0].partition(";")[0] == "application/json"


@pytest.mark.parametrize(
    ("path", "kind"), [("/table", "text/csv"), ("/map.png", "image/png"), ("/vendor", "application/vnd.harbour+json")]
)
def test_B99_what_is_offered_is_asked_for(made: Made, path: str, kind: str) -> None:
    assert kind in get(made, path, b"a", "text/plain").sent.headers["accept"]


def long_rows(count: int, width: int) -> bytes:
    return json.dumps([{"id": number, "name": "x" * width} for number in range(count)]).encode()


@pytest.mark.parametrize(("count", "width"), [(400, 1_000), (50_000, 1), (3, 400_000)])
def test_B111_a_long_list_is_cut_and_says_so(made: Made, count: int, width: int) -> None:
    called = get(made, "/rows", long_rows(count, width), "application/json")
    assert not called.failed
    assert len(called.text.encode()) < 120_000
    rows = shown(called)
    assert len(rows) <= count
    note = called.text[len(json.dumps(called.value, ensure_ascii=False)) :]
    if len(rows) < count:
        assert str(count) in called.text
        assert str(len(rows)) in note or note == ""
    else:
        assert "cut" in called.text
    if called.structured is not None:
        assert len(json.dumps(called.structured)) < 120_000


def test_B111_the_bound_is_a_setting(plain: Made) -> None:
    name = plain.tool_of("GET /rows")
    env = {f"{plain.prefix}_MAX_RESULT_BYTES": "2000"}
    called = plain.call(
        name, env=env, content=long_rows(100, 100), json=None, headers={"content-type": "application/json"}
    )
    assert len(called.text.encode()) < 3_000


class Endless(httpx2.AsyncByteStream):
    """A body without an end, that counts what was read of it."""

    def __init__(self, chunk: bytes) -> None:
        self.chunk = chunk
        self.read = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            self.read += len(self.chunk)
            yield self.chunk


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/feed", "text/event-stream"),
        ("/rows", "application/json"),
        ("/archive", "application/zip"),
        ("/table", "text/csv"),
    ],
)
def test_B112_reading_ends(made: Made, path: str, kind: str) -> None:
    body = Endless(b"data: 1\n" * 20_000)
    called = made.call(
        made.tool_of(f"GET {path}"),
        api=lambda _: httpx2.Response(200, stream=body, headers={"content-type": kind}),
    )
    assert body.read < 15_000_000
    assert len(called.text) < 200_000
    assert "large" in called.text or "cut" in called.text


def test_B112_what_unpacks_without_end_is_not_unpacked(made: Made) -> None:
    bomb = gzip.compress(b" " * 40_000_000, 9)
    called = made.call(
        made.tool_of("GET /rows"),
        api=lambda _: httpx2.Response(
            200, content=bomb, headers={"content-type": "application/json", "content-encoding": "gzip"}
        ),
    )
    assert called.failed
    assert "large" in called.text


LINKS = {
    "next": '<https://api.harbour.test/v1/items?cursor=abc123&limit=5>; rel="next"',
    "several": '</v1/items?cursor=zzz>; rel="prev", </v1/items?cursor=abc123>; rel="next"; title="more, please"',
    "unquoted": "<?cursor=abc123>; rel=next",
}


@pytest.mark.parametrize("kind", LINKS)
def test_B113_the_next_page_of_a_header_is_told(made: Made, kind: str) -> None:
    headers = {"content-type": "application/json", "link": LINKS[kind], "x-total-count": "417"}
    called = made.call(made.tool_of("GET /items"), {"limit": 5}, json=[{"id": 1}], headers=headers)
    assert not called.failed
    assert "abc123" in called.text
    assert "cursor" in called.text
    assert "417" in called.text
    assert "zzz" not in called.text
