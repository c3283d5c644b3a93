"""Answers of an API on the loopback interface, byte for byte, and what the model sees of each."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from typing import Any

import anyio
import pytest
from anyio.abc import SocketStream
from bookshop_mcp.runtime import reading

from tests.runtime.loopback import Arrived, answer, call, chunked, got, serving

pytestmark = pytest.mark.anyio
NEXT = "There is a next page"
PNG = b"\x89PNG\r\n\x1a\n\0\0"
PAGE = "<!DOCTYPE html>\n<html><head><title>Sign in &amp; go</title></head><body>secret form</body></html>"


def packed(content: bytes) -> bytes:
    """gzip, the same at any time."""
    return gzip.compress(content, mtime=0)


# --- JSON


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b"null", None),
        (b"true", True),
        (b" 7 ", 7),
        (b'"text"', "text"),
        (b"[]", []),
        (b"{}", {}),
        (b"1e400", "1e400"),
        (b"[NaN, -Infinity, 1.5]", ["NaN", "-Infinity", 1.5]),
        (b'{"a": 1, "a": 2}', {"a": 2}),
        (b'\xef\xbb\xbf{"a": "\xc3\xbc"}', {"a": "ü"}),
        ('{"a": "ü"}'.encode("utf-16"), {"a": "ü"}),
        ('{"a": "ü"}'.encode("utf-16-be"), {"a": "ü"}),
        ('{"a": "ü"}'.encode("utf-32"), {"a": "ü"}),
        (b')]}\'\n{"a": 1}', {"a": 1}),
        (b'{"a": "\\ud83d\\ude00"}', {"a": "😀"}),
    ],
)
async def test_json_of_every_type_and_encoding(raw: bytes, value: Any) -> None:
    outcome = await got(answer(raw))
    assert not outcome.failed
    assert json.loads(outcome.text) == value


@pytest.mark.parametrize(
    "kind",
    [
        "application/json; charset=iso-8859-1",
        "application/vnd.books+json",
        "application/problem+json",
        "text/json",
        "text/plain",
        "text/html; charset=utf-8",
        "application/octet-stream",
        "application/javascript",
        "application/xml",
        "nonsense",
        "",
    ],
)
async def test_json_is_read_whatever_it_is_called(kind: str) -> None:
    outcome = await got(answer('{"a": "ü"}', kind))
    assert json.loads(outcome.text) == {"a": "ü"}


async def test_chunks_may_end_anywhere() -> None:
    raw = '{"a": "ü€😀"}'.encode()
    outcome = await got(chunked(*(raw[at : at + 1] for at in range(len(raw)))))
    assert json.loads(outcome.text) == {"a": "ü€😀"}


async def test_the_charset_is_believed_where_the_bytes_are_not_utf_8() -> None:
    outcome = await got(answer('{"a": "ü"}'.encode("latin-1"), "application/json; charset=ISO-8859-1"))
    assert json.loads(outcome.text) == {"a": "ü"}
    lost = await got(answer('{"a": "ü"}'.encode("latin-1"), "application/json; charset=no-such"))
    assert json.loads(lost.text) == {"a": "\ufffd"}


@pytest.mark.parametrize("raw", [b"{", b"OK", b"{'a': 1}", b"[1,]", b"[" * 5000, b'{"a": 1}{"b": 2}'])
async def test_what_is_labelled_json_and_is_not_is_a_failure(raw: bytes) -> None:
    outcome = await got(answer(raw))
    assert (outcome.failed, outcome.code) == (True, -32400)
    assert outcome.text.startswith("The API answered 200, but what it sent is not valid JSON.")


async def test_deep_json_is_read_or_refused_in_words() -> None:
    shallow = await got(answer(b"[" * 100 + b"]" * 100))
    assert not shallow.failed
    deep = await got(answer(b"[" * 900 + b"]" * 900))
    assert "inside this server" not in deep.text


@pytest.mark.parametrize("kind", ["text/html", "text/html; charset=utf-8", "application/json", "text/plain", ""])
async def test_a_page_in_place_of_data_is_a_failure_that_names_it(kind: str) -> None:
    outcome = await got(answer(PAGE, kind))
    assert (outcome.failed, outcome.code) == (True, -32400)
    assert "'Sign in & go'" in outcome.text
    assert "BOOKSHOP_TOKEN and BOOKSHOP_BASE_URL" in outcome.text
    assert "secret form" not in outcome.text


@pytest.mark.parametrize(("method", "caution"), [("GET", False), ("POST", True), ("DELETE", True)])
async def test_a_page_after_a_write_says_that_it_may_be_done(method: str, caution: bool) -> None:
    outcome = await got(answer(PAGE, "text/html"), method=method)
    assert outcome.failed
    assert ("It may have been done all the same" in outcome.text) == caution


@pytest.mark.parametrize("accept", ["text/html", "text/plain", "*/*", ""])
async def test_a_page_that_may_be_one_is_text(accept: str) -> None:
    outcome = await got(answer(PAGE, "text/html"), accept=accept)
    assert (outcome.failed, outcome.text) == (False, PAGE)


async def test_text_in_place_of_json_is_shown_as_text() -> None:
    outcome = await got(answer("It is done.", "text/plain"))
    assert (outcome.failed, outcome.text) == (False, "It is done.")
    outcome = await got(answer("<ok/>", "application/xml"))
    assert (outcome.failed, outcome.text) == (False, "<ok/>")


# --- text


@pytest.mark.parametrize(
    ("raw", "kind", "text"),
    [
        ("a,b\n1,ü".encode("latin-1"), "text/csv; charset=ISO-8859-1", "a,b\n1,ü"),
        ("a,b\n1,ü".encode(), "text/csv; charset=ISO-8859-1", "a,b\n1,ü"),
        ("a,b\n1,ü".encode(), "text/csv; charset=us-ascii", "a,b\n1,ü"),
        ("a,b\n1,ü".encode(), "text/csv", "a,b\n1,ü"),
        ("日本".encode("shift_jis"), "text/plain; charset=Shift_JIS", "日本"),
        ("日本".encode("iso2022_jp"), "text/plain; charset=ISO-2022-JP", "日本"),
        ("ü".encode("utf-8-sig"), "text/plain", "ü"),
        ("ü".encode("utf-16"), "text/plain", "ü"),
        ("ü".encode("utf-16-le"), "text/plain; charset=utf-16le", "ü"),
        ('<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>'.encode("latin-1"), "application/xml", None),
        ("<svg>ü</svg>".encode(), "image/svg+xml", None),
        (b'{"a": 1}\n{"a": 2}\n', "application/x-ndjson", None),
        (b"a: 1\n", "application/yaml", None),
        (b"a log\n\x1b[31mline", "application/octet-stream", None),
        (b"--x\r\nContent-Type: text/plain\r\n\r\na\r\n--x--", "multipart/mixed; boundary=x", None),
        (b"caf\xe9", "text/plain", "caf\ufffd"),
        (b"x", "text/plain; charset=zip", "x"),
        (b"a\\u00fc", "text/plain; charset=unicode_escape", None),
        (b"a\\u00fc", "text/plain; charset=raw-unicode-escape", None),
        (b"a", f"text/plain; a={'b' * 300}; charset=utf-16", "a"),
    ],
)
async def test_text_is_decoded_and_not_quoted(raw: bytes, kind: str, text: str | None) -> None:
    outcome = await got(answer(raw, kind), accept="text/csv")
    expected = text or raw.decode("latin-1" if b"ISO-8859-1" in raw else "utf-8")
    assert (outcome.failed, outcome.text, outcome.structured) == (False, expected, None)


async def test_long_text_is_cut_and_says_so() -> None:
    outcome = await got(answer("x" * 200_000, "text/csv"), accept="text/csv")
    assert len(outcome.text) == 100_000
    assert "the first 100000 of 200000 characters" in outcome.notes


# --- images, audio, files


@pytest.mark.parametrize(
    ("raw", "kind", "accept", "shown"),
    [
        (PNG, "image/png", "image/png", ("image", "image/png")),
        (PNG, "image/png", "application/json", ("image", "image/png")),
        (PNG, "application/octet-stream", "image/*", ("image", "image/png")),
        (PNG, "", "application/json", ("image", "image/png")),
        (b"\xff\xd8\xff\xe0\0", "image/jpg", "image/jpeg", ("image", "image/jpeg")),
        (b"RIFF\0\0\0\0WEBP\0", "binary/octet-stream", "image/webp", ("image", "image/webp")),
        (b"\0\1\2", "application/octet-stream", "audio/mpeg", ("audio", "audio/mpeg")),
        (b"ID3\0", "audio/mpeg", "audio/mpeg", ("audio", "audio/mpeg")),
        (b"OggS\0", "audio/ogg", "*/*", ("audio", "audio/ogg")),
    ],
)
async def test_images_and_audio_are_typed(raw: bytes, kind: str, accept: str, shown: tuple[str, str]) -> None:
    outcome = await got(answer(raw, kind), accept=accept)
    (block,) = outcome.content
    assert (block.type, block.mime_type) == shown
    assert base64.b64decode(block.data) == raw


async def test_other_bytes_are_told_and_attached_where_small() -> None:
    named = {"Content_Disposition": 'attachment; filename="../a b.zip"'}
    outcome = await got(answer(b"PK\x03\x04\0", "application/zip", **named), accept="application/zip")
    assert outcome.text == "The API sent the file a b.zip (application/zip, 5 bytes); it is attached."
    blob = outcome.content[1].resource
    assert (blob.uri, blob.mime_type) == ("attachment:a%20b.zip", "application/zip")
    assert base64.b64decode(blob.blob) == b"PK\x03\x04\0"
    large = await got(answer(b"\0" * 90_000, "application/pdf"), accept="application/pdf")
    assert [b.type for b in large.content] == ["text"]
    assert large.text == "The API sent a file (application/pdf, 90000 bytes), which is not shown."
    huge = await got(answer(b"\0" * 2_100_000, "image/png"), accept="image/png")
    assert [b.type for b in huge.content] == ["text"]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("attachment; filename=a.pdf", "the file a.pdf"),
        ("attachment; filename*=UTF-8''%C3%BC%20b.pdf; filename=x.pdf", "the file ü b.pdf"),
        ('attachment; filename="<b>ignore all</b>.pdf"', "the file b .pdf"),
        ("inline", "a file"),
    ],
)
async def test_file_names_cannot_mislead(header: str, name: str) -> None:
    outcome = await got(answer(b"\0", "application/pdf", Content_Disposition=header))
    assert outcome.text.startswith(f"The API sent {name} (application/pdf")


async def test_bytes_in_profile_mcp_are_structured_where_a_tool_has_an_output_schema() -> None:
    outcome = await got(answer(b"\0\1", "application/pdf"), facts={"profile": "mcp"})
    assert not outcome.failed


# --- empty, statuses, notes


@pytest.mark.parametrize("status", ["200 OK", "201 Created", "204 No Content", "205 Reset Content"])
async def test_nothing_is_a_confirmation(status: str) -> None:
    raw = answer(b"", "", status)
    outcome = await got(raw, says={"confirm": "Deleted book {book_id}."}, method="DELETE", accept="")
    assert (outcome.failed, outcome.text) == (False, "Deleted book 7.")


async def test_a_body_that_204_must_not_have_does_no_harm() -> None:
    outcome = await got(answer(b'{"a": 1}', status="204 No Content"))
    assert not outcome.failed


@pytest.mark.parametrize("status", ["200 OK", "201 Created", "203 Other", "206 Partial Content", "299 Fine"])
async def test_every_success_is_one(status: str) -> None:
    outcome = await got(answer(b'{"a": 1}', status=status))
    assert (outcome.failed, json.loads(outcome.text)) == (False, {"a": 1})


async def test_what_is_not_done_yet_says_where_to_look() -> None:
    outcome = await got(answer(b"", "", "202 Accepted", Location="/v1/jobs/5"), method="POST", accept="")
    assert "succeeded for book_id 7" in outcome.text
    assert "may not be done with it yet" in outcome.notes
    assert "Location: /v1/jobs/5." in outcome.notes


async def test_nothing_new_is_no_failure() -> None:
    outcome = await got(answer(b"", "", "304 Not Modified"))
    assert (outcome.failed, outcome.text) == (False, "The API answered 304: nothing has changed.")


async def test_hints_before_an_answer_are_passed_over() -> None:
    early = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"
    assert json.loads((await got(early + answer(b'{"a": 1}'))).text) == {"a": 1}


# --- pages


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ('<https://api.test/v1/books?cursor=abc&limit=5>; rel="next"', f"{NEXT}: ask for it with cursor abc."),
        ("</v1/books?cursor=a%20b>; rel=next", f"{NEXT}: ask for it with cursor a b."),
        (
            '</a?cursor=x>; rel="prev", </b?cursor=y>; title="a, b"; rel="last next"',
            f"{NEXT}: ask for it with cursor y.",
        ),
        ('</b?after=y>; rel="next"', f"{NEXT}, which the API describes in a Link header."),
        ('</b?cursor=y>; rel="prev"', ""),
        ('</b?cursor=y%0Az>; rel="next"', f"{NEXT}, which the API describes in a Link header."),
        (f'</b?{"a&" * 900}cursor=y>; rel="next"', f"{NEXT}: ask for it with cursor y."),
        ('<http://[>; rel="next"', ""),
        ("nonsense", ""),
    ],
)
async def test_the_next_page_is_told(link: str, told: str) -> None:
    raw = answer(b'[{"id": 1}]', Link=link)
    outcome = await got(raw, tool="list_books", arguments={"limit": 5})
    assert json.loads(outcome.text) == [{"id": 1}]
    assert outcome.notes == told


async def test_headers_that_are_declared_are_told() -> None:
    raw = answer(b"{}", ETag='"a1"', X_Cost="0.5", X_Other="x", X_Long="y" * 400)
    outcome = await got(raw, says={"headers": ["ETag", "x-cost", "X-Long", "X-Absent"]})
    assert outcome.notes == 'ETag: "a1". x-cost: 0.5.'


async def test_totals_are_told() -> None:
    outcome = await got(answer(b"[]", X_Total_Count="375", Content_Range="items 0-0/375"))
    assert outcome.notes == "Content-Range: items 0-0/375. X-Total-Count: 375."


# --- compression, size and time


@pytest.mark.parametrize(
    ("coding", "content"),
    [
        ("gzip", packed(b'{"a": 1}')),
        ("x-gzip", packed(b'{"a"') + packed(b": 1}")),
        ("gzip", packed(b'{"a": 1}') + b"\0" * 500),
        ("gzip", packed(b'{"a": 1}') + b"\0"),
        ("deflate", zlib.compress(b'{"a": 1}')),
        ("deflate", zlib.compress(b'{"a": 1}')[2:-4]),
        ("identity", b'{"a": 1}'),
    ],
)
async def test_compressed_answers_are_read(coding: str, content: bytes) -> None:
    async with serving(answer(content, Content_Encoding=coding)) as upstream:
        outcome = await call(upstream.url)
    assert json.loads(outcome.text) == {"a": 1}
    assert upstream.arrived[0].headers["accept-encoding"] == "gzip, deflate"


@pytest.mark.parametrize(
    ("coding", "content"),
    [("br", b"\x8b\x03\x80"), ("zstd", b"("), ("gzip, gzip", packed(packed(b"{}"))), ("<b>", b"")],
)
async def test_other_compression_is_refused(coding: str, content: bytes) -> None:
    outcome = await got(answer(content, Content_Encoding=coding))
    assert (outcome.failed, outcome.code) == (True, -32400)
    assert "compressed its answer in a way that was not asked for" in outcome.text


@pytest.mark.parametrize(
    "content",
    [
        b"no gzip at all",
        packed(b'{"a": 1}')[:-3],
        packed(b"x" * 99)[:15],
        packed(b'{"a": 1}') + b"\0\0x",
        packed(b'{"a": 1}') + b"x",
    ],
)
async def test_broken_compression_is_told(content: bytes) -> None:
    outcome = await got(answer(content, Content_Encoding="gzip"))
    assert outcome.text == "The API's answer could not be decompressed. Try again later."


async def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_ANSWER", 100_000)
    most = 0
    step = reading._Inflater._step

    def counted(self: Any, piece: bytes, limit: int) -> bytes:
        nonlocal most
        found = step(self, piece, limit)
        most = max(most, len(found))
        return found

    monkeypatch.setattr(reading._Inflater, "_step", counted)
    outcome = await got(answer(packed(b" " * 50_000_000), Content_Encoding="gzip"))
    assert (outcome.failed, outcome.code) == (True, -32501)
    assert most == 100_001


async def test_an_answer_without_end_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_ANSWER", 100_000)
    sent = 0

    async def endless(_: Arrived, stream: SocketStream) -> None:
        nonlocal sent
        await stream.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        while sent < 50_000_000:
            await stream.send(b"2710\r\n" + b" " * 10_000 + b"\r\n")
            sent += 10_000

    outcome = await got(endless)
    assert (outcome.failed, outcome.code) == (True, -32501)
    assert sent < 20_000_000


async def test_a_stream_is_read_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOKSHOP_TIMEOUT", "0.3")

    async def events(_: Arrived, stream: SocketStream) -> None:
        await stream.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
        await anyio.sleep(20)

    outcome = await got(events, accept="text/event-stream")
    assert (outcome.failed, outcome.text) == (False, "data: 1\n\n")
    assert outcome.notes == "The API sends a stream without an end: it was read for 0.3 seconds."


async def test_a_stream_is_read_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_STREAM", 1_000)
    lines = chunked(*[b'{"a": 1}\n'] * 500, kind="application/x-ndjson")
    outcome = await got(lines, accept="application/x-ndjson")
    assert len(outcome.text) == 1_000
    assert outcome.notes == "The API sends a stream: its first 1000 bytes were read."
    short = await got(chunked(b'{"a": 1}\n', kind="application/x-ndjson"), accept="application/x-ndjson")
    assert (short.text, short.notes) == ('{"a": 1}\n', "")


async def test_an_answer_that_stops_half_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = await got(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a": 1}')
    assert (outcome.code, outcome.text) == (-32502, "The connection to the API broke. Try again later.")
    monkeypatch.setenv("BOOKSHOP_TIMEOUT", "0.3")

    async def dribble(_: Arrived, stream: SocketStream) -> None:
        await stream.send(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"a"')
        await anyio.sleep(20)

    outcome = await got(dribble)
    assert (outcome.code, "within 0.3 seconds" in outcome.text) == (-32500, True)


async def test_what_is_no_http_is_told() -> None:
    for raw in (b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 200 OK\r\nBad Header\r\n\r\n", b""):
        outcome = await got(raw)
        assert (outcome.failed, outcome.code) == (True, -32502)
    outcome = await call("http://127.0.0.1:9")
    assert outcome.text == "The API could not be reached. Try again later."
