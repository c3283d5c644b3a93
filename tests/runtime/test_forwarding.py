"""Headers of HTTP callers go on to the API where the operator lets them, and never mix."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import anyio
import httpx2
import pytest
from bookshop_mcp.runtime.facts import Credential
from bookshop_mcp.runtime.forwarding import may_be_forwarded
from bookshop_mcp.runtime.http import http_app
from bookshop_mcp.runtime.serve import build_server
from bookshop_mcp.runtime.settings import SettingsError, read_settings

from tests.runtime.loopback import PACKAGE, Upstream, answer, call, serving

pytestmark = pytest.mark.anyio


async def asked(
    upstream: Upstream, *callers: dict[str, str], tool: str = "get_book", **arguments: Any
) -> list[dict[str, Any]]:
    """What each of these callers, all at once, got from the server over HTTP."""
    facts = dataclasses.replace(PACKAGE.facts, base_url=upstream.url)
    server = build_server(dataclasses.replace(PACKAGE, facts=facts), mock=False, transport=None)
    app = http_app(server, facts, read_settings(facts), "127.0.0.1")
    answers: list[dict[str, Any]] = [{}] * len(callers)
    async with (
        server.session_manager.run(),
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://localhost:8000") as client,
        anyio.create_task_group() as tasks,
    ):

        async def one(number: int, headers: dict[str, str]) -> None:
            wanted = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
            params = {"name": tool, "arguments": arguments or {"book_id": str(number)}}
            message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            got = await client.post("/mcp/v1", json=message, headers={**wanted, **headers})
            answers[number] = got.json()

        for number, headers in enumerate(callers):
            tasks.start_soon(one, number, headers)
    return answers


async def test_nothing_is_forwarded_unless_it_is_let_through() -> None:
    async with serving(answer(b"{}")) as upstream:
        await asked(upstream, {"Authorization": "Bearer mine", "X-Tenant": "a"})
    (request,) = upstream.arrived
    assert request.headers["authorization"] == "Bearer a-secret-token"
    assert "x-tenant" not in request.headers


async def test_each_caller_has_headers_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOKSHOP_FORWARD_HEADERS", "Authorization, X-Tenant")
    monkeypatch.delenv("BOOKSHOP_TOKEN")
    callers = [{"authorization": f"Bearer user-{n}", "X-TENANT": f"t{n}", "X-Other": "x"} for n in range(5)]
    async with serving(answer(b"{}")) as upstream:
        await asked(upstream, *callers, {"Cookie": "a=b"})
    sent = {r.target.rpartition("/")[2]: (r.headers["authorization"], r.headers["x-tenant"]) for r in upstream.arrived}
    assert sent == {str(n): (f"Bearer user-{n}", f"t{n}") for n in range(5)}
    assert not any({"x-other", "cookie"} & request.headers.keys() for request in upstream.arrived)


async def test_what_the_server_has_is_sent_where_the_caller_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOKSHOP_FORWARD_HEADERS", "authorization")
    async with serving(answer(b"{}")) as upstream:
        await asked(upstream, {})
        await call(upstream.url)
    assert [r.headers["authorization"] for r in upstream.arrived] == ["Bearer a-secret-token"] * 2


async def test_a_token_of_the_caller_goes_only_where_one_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOKSHOP_FORWARD_HEADERS", "authorization")
    async with serving(answer(b"{}")) as upstream:
        await asked(upstream, {"Authorization": "Bearer mine"}, tool="request_callback", phone="+49 30 1")
    (request,) = upstream.arrived
    assert request.target.endswith("?api_key=a-secret-key")
    assert "authorization" not in request.headers


async def test_a_caller_whose_token_is_refused_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOKSHOP_FORWARD_HEADERS", "authorization")
    echo = answer(json.dumps({"message": "no user-7-token"}), status="401 No")
    async with serving(echo) as upstream:
        (got,) = await asked(upstream, {"Authorization": "Bearer user-7-token"})
    assert got["error"]["code"] == -32302
    assert "that the caller gave" in got["error"]["message"]
    assert "user-7-token" not in json.dumps(got)


async def test_only_credentials_of_the_caller_are_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"Accept-Language": "en-GB", "X-Tenant": "harbour", "Authorization": "Bearer user-7-token"}
    monkeypatch.setenv("BOOKSHOP_FORWARD_HEADERS", ", ".join([*names, "X-Key"]))
    key = Credential(key="k", type="apiKey", env=("K_KEY",), place="header", name="X-KEY")
    facts = dataclasses.replace(PACKAGE.facts, auth=(*PACKAGE.facts.auth, key))
    told = {"locale": "en-GB", "tenant": "harbour", "token": "user-7-token", "key": "key-of-the-caller"}
    async with serving(answer(json.dumps(told))) as upstream:
        with monkeypatch.context() as patched:
            patched.setattr("tests.runtime.test_forwarding.PACKAGE", dataclasses.replace(PACKAGE, facts=facts))
            (got,) = await asked(upstream, {**names, "X-Key": "key-of-the-caller"})
    assert upstream.arrived[0].headers["accept-language"] == "en-GB"
    text = got["result"]["content"][0]["text"]
    assert json.loads(text) == {"locale": "en-GB", "tenant": "harbour", "token": "***", "key": "***"}


@pytest.mark.parametrize(
    "name",
    [
        "host",
        "cookie",
        "content-length",
        "content-type",
        "connection",
        "transfer-encoding",
        "mcp-session-id",
        "a b",
        "a:b",
    ],
)
async def test_headers_about_the_way_are_never_forwarded(name: str) -> None:
    assert not may_be_forwarded(name)
    with pytest.raises(SettingsError, match="BOOKSHOP_FORWARD_HEADERS"):
        read_settings(PACKAGE.facts, {"BOOKSHOP_FORWARD_HEADERS": f"X-Good, {name.title()}"})


async def test_the_servers_own_token_is_not_sent_on() -> None:
    environment = {"BOOKSHOP_FORWARD_HEADERS": "Authorization", "BOOKSHOP_HTTP_TOKEN": "a-secret"}
    with pytest.raises(SettingsError, match="BOOKSHOP_HTTP_TOKEN") as error:
        read_settings(PACKAGE.facts, environment)
    assert "a-secret" not in str(error.value)
