"""What the entries about answers, failures and servers expect."""

from __future__ import annotations

import base64
import json
from typing import Any
from unittest import mock

import httpx2
import jsonschema
import mcp_types as types
import pytest

from mcpgen.model.toolset import Profile
from tests.catalogue.entries import check
from tests.catalogue.harness import Made, make

PNG = b"\x89PNG\r\n\x1a\n\x00\xff"


def as_mcp(made: Made) -> Made:
    """The same description, made for profile `mcp`, where every failure is a result and answers have schemas."""
    return make(made.folder / "mcp", made.made.sources.root.text, profile=Profile.MCP)


@check
def B89(made: Made) -> None:
    for each in (made, as_mcp(made)):
        called = each.call("delete_a", {"a_id": "1"}, status_code=204, content=b"", json=None)
        assert called.sent.line == "DELETE /v1/a/1"
        assert called.text
        assert len(called.text) < 200
        if (schema := each.tools["delete_a"].get("outputSchema")) is not None:
            jsonschema.validate(called.structured, schema)


@check
def B91(made: Made) -> None:
    answer: dict[str, Any] = {"json": None, "content": PNG, "headers": {"content-type": "image/png"}}
    [image] = made.call("get_chart", {"chart_id": "1"}, **answer).content
    assert isinstance(image, types.ImageContent)
    assert (image.mime_type, base64.b64decode(image.data)) == ("image/png", PNG)
    answer = {"json": None, "content": b"PK\x03\x04\xff\xfe" * 50, "headers": {"content-type": "application/zip"}}
    called = made.call("export_all", **answer)
    assert not called.failed
    assert "PK" not in called.text
    assert "300" in called.text
    assert "application/zip" in called.text


@check
def B92(made: Made) -> None:
    headers = {"content-type": "text/csv; charset=ISO-8859-1"}
    for each in (made, as_mcp(made)):
        called = each.call("get_report", json=None, content="a,b\n1,ü".encode("latin-1"), headers=headers)
        assert (called.failed, called.text) == (False, "a,b\n1,ü")


@check
def B93(made: Made) -> None:
    page = b"<!doctype html><html><title>Sign in</title><body>Please sign in</body></html>"
    [name] = made.tools
    for each in (made, as_mcp(made)):
        called = each.call(name, json=None, content=page, headers={"content-type": "text/html"})
        assert called.failed
        assert len(called.text) < 600
        assert any(word in called.text.lower() for word in ("sign", "log", "credential"))
        for kind, start in (
            ("text/plain", b""),
            ("application/json", b"\xef\xbb\xbf"),
            ("text/plain", b"\xef\xbb\xbf"),
        ):
            content = start + b'{"id": "7"}'
            called = each.call(name, json=None, content=content, headers={"content-type": kind})
            assert called.value == {"id": "7"}


@check
def B94(made: Made) -> None:
    answer = {"name": None, "site": None, "score": "7", "kind": "zzz", "new": 1}
    for each in (made, as_mcp(made)):
        called = each.call("get_company", {"company_id": "1"}, json=answer)
        assert called.value == answer


@check
def B96(made: Made) -> None:
    each = as_mcp(made)
    for name, answer in (("list_pets", [{"id": "1"}]), ("count_pets", 3)):
        schema = each.tools[name]["outputSchema"]
        assert schema["type"] == "object"
        [key] = schema["properties"]
        called = each.call(name, json=[{"id": 1}] if name == "list_pets" else 3)
        assert called.structured == {key: answer}
        assert json.loads(called.text) == {key: answer}
        assert made.call(name, json=answer).structured is None


@check
def B98(made: Made) -> None:
    assert len(made.tools) == 3
    each = as_mcp(made)
    assert list(each.tools["create_a"]["outputSchema"]["properties"]) == ["a"]
    assert made.call("create_c", status_code=201, json={"x": 1}).value == {"x": 1}
    assert made.call("create_b", status_code=400, json={"b": "bad"}).failed


@check
def B99(made: Made) -> None:
    accept = made.call("get_a").sent.headers["accept"]
    assert accept.split(",")[0].split(";")[0] == "application/json"


@check
def B100(made: Made) -> None:
    for each in (made, as_mcp(made)):
        called = each.call("get_a", status_code=401, json={"error": "invalid_token"})
        assert called.failed
        assert "401" in called.text
        assert "operator" in called.text
        assert "no argument" in called.text


@check
def B101(made: Made) -> None:
    hints = {400: "argument", 404: "id", 500: "later"}
    for each in (made, as_mcp(made)):
        for status, hint in hints.items():
            called = each.call("get_a", {"a_id": "1"}, status_code=status, json={"message": "Something about it"})
            assert called.failed
            assert str(status) in called.text
            assert "Something about it" in called.text
            assert hint in called.text
        assert each.call("get_a", {"a_id": "1"}, status_code=500, json=None, content=b"").text


@check
def B104(made: Made) -> None:
    failures = {
        "reached": httpx2.ConnectError("[Errno -2] Name or service not known: https://x/?key=secret"),
        "seconds": httpx2.ReadTimeout("timed out secret"),
        "broke": httpx2.RemoteProtocolError("secret"),
    }
    for word, failure in failures.items():

        def answer(request: httpx2.Request, failure: Exception = failure) -> httpx2.Response:
            raise failure

        for each in (made, as_mcp(made)):
            called = each.call("get_a", api=answer)
            assert called.failed
            assert "secret" not in called.text
            assert "\n" not in called.text
            assert word in called.text


@check
def B105(made: Made) -> None:
    def moved(location: str) -> Any:
        def answer(request: httpx2.Request) -> httpx2.Response:
            if request.url.path.endswith("/items"):
                return httpx2.Response(307, headers={"location": location})
            return httpx2.Response(200, json={"ok": True})

        return answer

    called = made.call("create_item", {"n": "1"}, api=moved("https://api.example.test/v1/items/"))
    first, second = called.requests
    assert called.value == {"ok": True}
    assert [each.line for each in (first, second)] == ["POST /v1/items", "POST /v1/items/"]
    assert second.body == {"n": "1"}
    called = made.call("create_item", {"n": "1"}, api=moved("https://other.test/v1/there/"))
    assert called.failed
    assert len(called.requests) == 1
    assert "other.test" in called.text


@check
def B107(made: Made) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    statuses = iter([429, 503, 200])

    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(next(statuses), json={"ok": True}, headers={"retry-after": "1"})

    with mock.patch("anyio.sleep", sleep):
        assert made.call("get_a", api=answer).value == {"ok": True}
        assert slept == [1, 1]
        called = made.call("get_a", status_code=429, headers={"retry-after": "120"})
    assert (called.failed, len(called.requests), len(slept)) == (True, 1, 2)
    assert "120 seconds" in called.text


@check
def B108(made: Made) -> None:
    for status, headers in ((500, {}), (502, {}), (408, {}), (503, {"retry-after": "86400"})):
        called = made.call("create_payment", {"n": 1}, status_code=status, headers=headers)
        assert called.failed
        assert len(called.requests) == 1

    def late(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ReadTimeout("late")

    called = made.call("create_payment", {"n": 1}, api=late)
    assert (called.failed, len(called.requests)) == (True, 1)


@check
def B109(made: Made) -> None:
    timeouts = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        timeouts.append(request.extensions["timeout"]["read"])
        return httpx2.Response(200, json={})

    made.call("run_slow", api=answer)
    made.call("run_slow", api=answer, env={f"{made.prefix}_TIMEOUT": "120"})
    assert (timeouts[0], timeouts[1]) == (30, 120)


@check
def B111(made: Made) -> None:
    answer = [{"id": str(n), "text": "x" * 900} for n in range(375)]
    for each in (made, as_mcp(made)):
        called = each.call("list_devices", json=answer)
        assert not called.failed
        assert len(called.text) < 110_000
        first = called.value
        shown = first["result"] if isinstance(first, dict) else first
        assert 0 < len(shown) < 375
        assert "375" in called.text
        assert str(len(shown)) in called.text.partition("]")[2] + called.content[-1].model_dump_json()
        if called.structured is not None:
            assert len(json.dumps(called.structured)) < 110_000


@check
def B112(made: Made) -> None:
    class Endless(httpx2.AsyncByteStream):
        async def __aiter__(self) -> Any:
            while True:
                yield b"data: x\n" * 10_000

    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, stream=Endless(), headers={"content-type": "text/event-stream"})

    called = made.call("get_stream", api=answer)
    assert len(called.text) < 200_000
    assert "large" in called.text or "cut" in called.text


@check
def B113(made: Made) -> None:
    headers = {"link": '<https://api.example.test/v1/items?cursor=abc>; rel="next"', "x-total-count": "41"}
    for each in (made, as_mcp(made)):
        called = each.call("list_items", json=[{"a": 1}], headers=headers)
        text = "".join(each.text for each in called.content if isinstance(each, types.TextContent))
        assert "abc" in text
        assert "41" in text


@check
def B115(made: Made) -> None:
    [told] = made.about("server-url")
    assert "/myapp" in f"{told.message} {told.hint}"
    called = made.call("list_users")
    assert called.requests == ()
    assert f"{made.prefix}_BASE_URL" in called.text
    for given in ("https://h.example.test", "https://h.example.test/myapp/"):
        sent = made.call("list_users", env={f"{made.prefix}_BASE_URL": given}).sent
        assert (sent.host, sent.path) == ("h.example.test", "/myapp/api/v1/users")


@check
def B116(made: Made) -> None:
    sent = made.call("get_a").sent
    assert (sent.host, sent.path) == ("us.api.example.test", "/v1/a")
    readme = (made.package / "README.md").read_text()
    [variable] = [word for word in readme.replace("`", " ").split() if "REGION" in word][:1]
    assert made.call("get_a", env={variable: "eu"}).sent.host == "eu.api.example.test"
    for wrong in ("evil.test/#", "mars"):
        with pytest.raises(Exception, match=variable):  # the server does not start
            made.call("get_a", env={variable: wrong})


@check
def B118(made: Made) -> None:
    where = {
        operation: made.call(made.tool_of(operation)).sent for operation in ("GET /a", "POST /upload", "GET /upload")
    }
    assert {key: (sent.host, sent.path) for key, sent in where.items()} == {
        "GET /a": ("api.example.test", "/a"),
        "POST /upload": ("upload.example.test", "/upload"),
        "GET /upload": ("cdn.example.test", "/x/upload"),
    }
    env = {f"{made.prefix}_BASE_URL": "https://sandbox.example.test"}
    assert made.call("get_a", env=env).sent.host == "sandbox.example.test"
