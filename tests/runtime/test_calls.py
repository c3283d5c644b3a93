"""Calls from the client to the API and back, through the whole server."""

from __future__ import annotations

import dataclasses
import gzip
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import anyio
import bookshop_mcp.server
import httpx2
import pytest
from bookshop_mcp.runtime import exchange, limits, reading
from bookshop_mcp.runtime.api import Api, Connection, Reply
from bookshop_mcp.runtime.context import Context
from bookshop_mcp.runtime.errors import CallFailed
from bookshop_mcp.runtime.serve import build_server
from bookshop_mcp.runtime.settings import read_settings
from bookshop_mcp.runtime.tool import Tool
from bookshop_mcp.runtime.wire import NULL, required_signal
from mcp.client import Client
from mcp.shared.exceptions import MCPError

pytestmark = pytest.mark.anyio
PACKAGE = bookshop_mcp.server.PACKAGE
Make = Callable[..., httpx2.MockTransport]


def connect(
    transport: httpx2.AsyncBaseTransport | None, *, mock: bool = False, mode: str = "2026-07-28", **changes: Any
) -> Client:
    hooks = changes.pop("hooks", PACKAGE.hooks)
    facts = dataclasses.replace(PACKAGE.facts, **changes)
    package = dataclasses.replace(PACKAGE, facts=facts, hooks=hooks)
    return Client(build_server(package, mock=mock, transport=transport), mode=mode)


async def text(client: Client, name: str = "get_book", /, **arguments: Any) -> str:
    result = await client.call_tool(name, arguments or {"book_id": "7"})
    return str(result.content[0].text)  # type: ignore[union-attr]


async def failure(client: Client, name: str = "get_book", /, **arguments: Any) -> tuple[int | None, str]:
    try:
        result = await client.call_tool(name, arguments or {"book_id": "7"})
    except MCPError as error:
        return error.code, error.message
    assert result.is_error
    return None, result.content[0].text  # type: ignore[union-attr]


# --- the request


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_signals_of_the_host_reach_the_api(upstream: Make, seen: list[httpx2.Request], mode: str) -> None:
    async with connect(upstream(httpx2.Response(200, json={})), mode=mode) as client:
        meta: Any = {"user_locale": {"language_code": "de", "region_code": "CH"}}
        await client.call_tool("get_book", {"book_id": "7"}, meta=meta)
        await client.call_tool("get_book", {"book_id": "7"}, meta={"user_locale": {"language_code": "x\r\ny"}})
    assert seen[0].headers["accept-language"] == "de-CH"
    assert "accept-language" not in seen[1].headers


async def test_each_call_sends_a_fresh_uuid_and_keeps_no_cookies(upstream: Make, seen: list[httpx2.Request]) -> None:
    answer = httpx2.Response(201, json={"id": 1}, headers={"set-cookie": "session=1; Path=/"})
    order = {"lines": [{"book_id": "7", "quantity": 1}], "email": "a@shop.test"}
    async with connect(upstream(answer)) as client:
        await client.call_tool("create_order", order)
        await client.call_tool("create_order", order)
    keys = [request.headers["idempotency-key"] for request in seen]
    assert len(set(keys)) == 2
    assert all(len(key) == 36 for key in keys)
    assert "cookie" not in seen[1].headers


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("https://h.test", "https://h.test/books/7"),
        ("https://h.test/a%20b/", "https://h.test/a%20b/books/7"),
        ("http://h.test:81/v1", "http://h.test:81/v1/books/7"),
    ],
)
async def test_the_base_path_is_kept(
    upstream: Make, seen: list[httpx2.Request], monkeypatch: pytest.MonkeyPatch, base: str, url: str
) -> None:
    monkeypatch.setenv("BOOKSHOP_BASE_URL", base)
    async with connect(upstream(httpx2.Response(200, json={}))) as client:
        await text(client)
    assert str(seen[0].url) == url


async def test_a_body_that_the_api_would_refuse_is_not_sent(upstream: Make, seen: list[httpx2.Request]) -> None:
    async with connect(upstream(httpx2.Response(201, json={}))) as client:
        code, said = await failure(
            client, "create_order", lines=[{"book_id": "7", "quantity": 100}], email="a@shop.test"
        )
    assert (code, seen) == (None, [])
    assert said == "create_order was not called. The API would not take it. lines.0.quantity: give at most 99, got 100."


async def test_hooks_see_the_request_and_the_result(upstream: Make, seen: list[httpx2.Request]) -> None:
    async def before_request(request: httpx2.Request) -> httpx2.Request:
        request.headers["x-signed"] = "yes"
        return request

    async def after_response(tool: str, result: Any) -> Any:
        return {"tool": tool, "title": result["title"]}

    hooks = SimpleNamespace(before_request=before_request, after_response=after_response)
    async with connect(upstream(httpx2.Response(200, json={"title": "Tides"})), hooks=hooks) as client:
        assert json.loads(await text(client)) == {"tool": "get_book", "title": "Tides"}
    assert seen[0].headers["x-signed"] == "yes"


# --- credentials


async def test_the_first_alternative_that_is_set_is_used(
    upstream: Make, seen: list[httpx2.Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BOOKSHOP_TOKEN")
    async with connect(upstream(httpx2.Response(200, json={})), security=(("bearerAuth",), ("tillKey",))) as client:
        await text(client)
    assert "authorization" not in seen[0].headers
    assert seen[0].url.query == b"api_key=a-secret-key"


async def test_an_optional_credential_is_used_only_where_it_is_set(
    upstream: Make, seen: list[httpx2.Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        async with connect(upstream(httpx2.Response(200, json={})), security=((), ("bearerAuth",))) as client:
            await text(client)
        monkeypatch.delenv("BOOKSHOP_TOKEN", raising=False)
    assert [request.headers.get("authorization") for request in seen] == ["Bearer a-secret-token", None]


@pytest.mark.parametrize(("profile", "expected"), [("connected-apps", -32301), ("mcp", None)])
async def test_a_missing_setting_is_named(
    upstream: Make, seen: list[httpx2.Request], monkeypatch: pytest.MonkeyPatch, profile: Any, expected: int | None
) -> None:
    monkeypatch.delenv("BOOKSHOP_TOKEN")
    async with connect(upstream(httpx2.Response(200, json={})), profile=profile) as client:
        code, said = await failure(client)
    assert (code, seen) == (expected, [])
    assert "BOOKSHOP_TOKEN" in said
    async with connect(upstream(httpx2.Response(200, json={})), base_url="") as client:
        code, said = await failure(client)
    assert (code, "BOOKSHOP_BASE_URL" in said) == (-32301, True)


async def test_a_scheme_that_cannot_be_used_counts_for_nothing(
    upstream: Make, seen: list[httpx2.Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BOOKSHOP_TOKEN")
    async with connect(upstream(httpx2.Response(200, json={})), security=(("mutualTLS",),)) as client:
        await text(client)
    assert "authorization" not in seen[0].headers
    async with connect(upstream(httpx2.Response(200, json={})), security=(("mutualTLS",), ("bearerAuth",))) as client:
        assert (await failure(client))[0] == -32301


async def test_a_mock_needs_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOOKSHOP_TOKEN")
    for base_url in ("", "https://api.bookshop.test/v1"):
        async with connect(None, mock=True, base_url=base_url) as client:
            assert json.loads(await text(client))["id"] == "9007199254740993"
            assert await text(client, "delete_book", book_id="3") == "Deleted book 3."


# --- the answer


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_follows_redirects_on_the_same_host_only(upstream: Make, seen: list[httpx2.Request], status: int) -> None:
    moved = httpx2.Response(status, headers={"location": "https://api.bookshop.test/v1/books/8"})
    away = httpx2.Response(status, headers={"location": "https://other.test/v1/books/8?key=hidden"})
    async with connect(upstream(moved, httpx2.Response(200, json={"id": 8}))) as client:
        assert json.loads(await text(client)) == {"id": "8"}
    assert seen[1].headers["authorization"] == "Bearer a-secret-token"
    seen.clear()
    async with connect(upstream(away)) as client:
        code, said = await failure(client)
    assert (code, len(seen)) == (-32400, 1)
    assert said.startswith(f"The API answered {status}: a redirect to https://other.test/v1/books/8, which")
    assert "hidden" not in said


async def test_a_write_is_not_turned_into_a_read_by_a_redirect(upstream: Make, seen: list[httpx2.Request]) -> None:
    moved = httpx2.Response(302, headers={"location": "/v1/books"})
    async with connect(upstream(moved)) as client:
        code, _ = await failure(client, "delete_book", book_id="7")
    assert (code, len(seen)) == (-32400, 1)


async def test_redirects_are_bounded(upstream: Make, seen: list[httpx2.Request]) -> None:
    async with connect(upstream(httpx2.Response(307, headers={"location": "/v1/books/7"}))) as client:
        code, _ = await failure(client)
    assert (code, len(seen)) == (-32502, exchange.MOST_REDIRECTS + 1)


async def test_an_answer_is_not_read_beyond_the_hard_limit(upstream: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_ANSWER", 10_000)
    bomb = gzip.compress(b" " * 20_000)
    answer = httpx2.Response(
        200, content=bomb, headers={"content-encoding": "gzip", "content-type": "application/json"}
    )
    async with connect(upstream(answer)) as client:
        code, said = await failure(client)
    assert code == -32501
    assert "too large" in said


async def test_a_slow_answer_runs_into_the_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOKSHOP_TIMEOUT", "0.05")

    async def dribble(request: httpx2.Request) -> httpx2.Response:
        await anyio.sleep(5)
        raise AssertionError

    async with connect(httpx2.MockTransport(dribble)) as client:
        assert await failure(client) == (-32500, "The API did not answer within 0.05 seconds. Try again later.")
        code, said = await failure(client, "request_callback", phone="+49 30 1")
    assert code == -32500
    assert said.endswith("It may have been done all the same: look before you try again.")


async def test_the_operators_credential_is_not_the_users_fault(upstream: Make) -> None:
    async with connect(upstream(httpx2.Response(401, json={"message": "token a-secret-token is unknown"}))) as client:
        code, said = await failure(client)
    assert code == -32502
    assert said == (
        "The API answered 401: token *** is unknown."
        " The operator of this server has to check BOOKSHOP_TOKEN; no argument can mend it."
    )


async def test_says_how_long_to_wait(upstream: Make) -> None:
    async with connect(upstream(httpx2.Response(429, headers={"retry-after": "30"}))) as client:
        assert await failure(client) == (-32300, "The API answered 429. Wait 30 seconds, then try again.")


async def test_a_fault_of_the_server_tells_nobody_its_text(upstream: Make, caplog: pytest.LogCaptureFixture) -> None:
    async with connect(upstream(ValueError("a-secret-token"))) as client:
        code, said = await failure(client)
    assert (code, said) == (-32400, "get_book failed inside this server. Trying again is unlikely to help.")
    assert "a-secret-token" not in caplog.text
    assert "ValueError at " in caplog.text


async def test_calls_wait_for_their_turn_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WAITING", 2)
    running = most = 0
    go = anyio.Event()

    async def hold(request: httpx2.Request) -> httpx2.Response:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await go.wait()
        running -= 1
        return httpx2.Response(200, json={})

    codes: list[int | None] = []

    async def one(client: Client) -> None:
        try:
            await client.call_tool("get_book", {"book_id": "7"})
            codes.append(None)
        except MCPError as error:
            codes.append(error.code)

    async with connect(httpx2.MockTransport(hold)) as client, anyio.create_task_group() as tasks:
        for _ in range(limits.AT_ONCE + 3):
            tasks.start_soon(one, client)
        with anyio.fail_after(5):
            while not codes or most < limits.AT_ONCE:
                await anyio.sleep(0.01)
        go.set()
    assert most == limits.AT_ONCE
    assert sorted(codes, key=str) == [-32501, *[None] * (limits.AT_ONCE + 2)]


async def test_a_tool_may_have_a_name_that_is_no_identifier() -> None:
    from bookshop_mcp.runtime.tool import find, tool

    async def search(args: dict[str, Any], api: Api) -> Reply:
        raise AssertionError

    module: Any = SimpleNamespace(__name__="m", search=tool(name="search-books")(search))
    found = find(module, "search-books")
    assert isinstance(found, Tool)
    with pytest.raises(LookupError):
        find(module, "search")


async def test_a_whole_body_argument_is_sent_without_what_was_not_given(
    upstream: Make, seen: list[httpx2.Request]
) -> None:
    transport = upstream(httpx2.Response(200, json={}))
    connection = Connection(PACKAGE.facts, read_settings(PACKAGE.facts), PACKAGE.hooks, transport, mock=False)
    checked: list[Any] = []
    api = Api(connection, Context(), checked.append)
    await api.put("/x", json=[{"a": None, "b": NULL, "c": 1}])
    await api.options("/x", base_url="https://other.test", auth=[])
    assert json.loads(seen[0].content) == [{"b": None, "c": 1}] == checked[0]
    assert (seen[1].method, str(seen[1].url)) == ("OPTIONS", "https://other.test/x")
    assert "authorization" not in seen[1].headers
    await connection.close()


@pytest.mark.parametrize(
    ("method", "again"),
    [
        ("QUERY", True),
        ("GET", True),
        ("PUT", True),
        ("DELETE", True),
        ("PATCH", False),
        ("COPY", False),
        ("get", False),
    ],
)
async def test_a_call_that_broke_is_only_made_again_where_that_does_no_harm(method: str, again: bool) -> None:
    async def broken(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ReadError("")

    transport = httpx2.MockTransport(broken)
    connection = Connection(PACKAGE.facts, read_settings(PACKAGE.facts), PACKAGE.hooks, transport, mock=False)
    with pytest.raises(CallFailed) as failed:
        await Api(connection, Context()).request(method, "/x", json={"a": 1})
    advice = "Try again later." if again else "It may have been done all the same: look before you try again."
    assert failed.value.text == f"The connection to the API broke. {advice}"


@pytest.mark.parametrize(
    "signal", [None, {}, "en", {"language_code": 5}, {"language_code": ""}, {"language_code": "e n"}]
)
async def test_a_signal_that_is_not_understood_is_absent(signal: Any) -> None:
    names = ("user_locale", "current_user_location_coarse", "current_user_location_fine")
    assert Context.read(dict.fromkeys(names, signal)) == Context()
    with pytest.raises(CallFailed) as error:
        required_signal(None, "user_locale")
    assert error.value.code == -32301


async def test_signals_are_read() -> None:
    fine = {"latitude_degrees": 37.5, "longitude_degrees": -122, "accuracy_meters": 9}
    context = Context.read({"user_locale": {"language_code": "de"}, "current_user_location_fine": fine})
    assert context == Context(locale="de", fine_location="37.5,-122")
    assert required_signal(context.locale, "user_locale") == "de"
