"""Tokens that the server fetches with its own credentials (RFC 6749, section 4.4)."""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

import anyio
import bookshop_mcp.server
import httpx2
import pytest
from bookshop_mcp.runtime import tokens
from bookshop_mcp.runtime.api import Api, Connection
from bookshop_mcp.runtime.context import Context
from bookshop_mcp.runtime.errors import CallFailed, UpstreamError
from bookshop_mcp.runtime.facts import Credential, Facts, Grant
from bookshop_mcp.runtime.serve import build_server
from bookshop_mcp.runtime.settings import SettingsError, read_settings
from mcp.client import Client

pytestmark = pytest.mark.anyio
PACKAGE = bookshop_mcp.server.PACKAGE
TOKEN_URL = "https://login.bookshop.test/token"
SECRETS = {"CLIENT_ID": "me@shop", "CLIENT_SECRET": "s:e c+r/ä"}
BASIC = "Basic " + base64.b64encode(b"me%40shop:s%3Ae+c%2Br%2F%C3%A4").decode()

Answer = httpx2.Response | Exception


def facts(**grant: Any) -> Facts:
    credential = Credential(
        key="machine",
        type="clientCredentials",
        env=("CLIENT_ID", "CLIENT_SECRET"),
        grant=Grant(**{"token_url": TOKEN_URL, "scopes": ("read", "write"), **grant}),
    )
    return dataclasses.replace(PACKAGE.facts, auth=(credential,), security=(("machine",),))


def token(text: str = "token-1", **more: Any) -> httpx2.Response:
    return httpx2.Response(200, json={"access_token": text, "token_type": "bearer", "expires_in": 3600, **more})


class Network(httpx2.AsyncBaseTransport):
    """A token endpoint and an API; each answers with what is in its list, the last one again and again."""

    def __init__(self, *granted: Answer, api: list[int] | None = None, gate: anyio.Event | None = None) -> None:
        self.granted = list(granted) or [token()]
        self.api = api or [200]
        self.gate = gate
        self.asked: list[httpx2.Request] = []
        self.seen: list[httpx2.Request] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        await request.aread()
        if "token" not in request.url.path:
            self.seen.append(request)
            return httpx2.Response(self.api.pop(0) if len(self.api) > 1 else self.api[0], json={"id": 7})
        self.asked.append(request)
        if self.gate is not None:
            await self.gate.wait()
        answer = self.granted.pop(0) if len(self.granted) > 1 else self.granted[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    @property
    def carried(self) -> list[str | None]:
        return [request.headers.get("authorization") for request in self.seen]


def connection(network: Network, settings: dict[str, str] | None = None, **grant: Any) -> Connection:
    environment = {f"BOOKSHOP_{name}": value for name, value in {**SECRETS, **(settings or {})}.items()}
    known = facts(**grant)
    return Connection(known, read_settings(known, environment), PACKAGE.hooks, network, mock=False)


def api(network: Network, settings: dict[str, str] | None = None, **grant: Any) -> Api:
    return Api(connection(network, settings, **grant), Context())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the monotonic clock that tokens are kept by."""
    now = [1000.0]
    monkeypatch.setattr(tokens, "monotonic", lambda: now[0])
    return lambda seconds: now.__setitem__(0, 1000.0 + seconds)


# --- the request for a token


async def test_shows_the_client_by_basic_and_asks_for_the_scopes() -> None:
    network = Network()
    await api(network).get("/x")
    (asked,) = network.asked
    assert (asked.method, str(asked.url)) == ("POST", TOKEN_URL)
    assert asked.headers["authorization"] == BASIC
    assert asked.headers["content-type"] == "application/x-www-form-urlencoded"
    assert asked.headers["accept"] == "application/json"
    assert asked.headers["user-agent"] == "bookshop-mcp/1.4.0"
    assert parse_qsl(asked.content.decode()) == [("grant_type", "client_credentials"), ("scope", "read write")]
    assert network.carried == ["Bearer token-1"]


@pytest.mark.parametrize(
    ("grant", "settings", "url", "scope"),
    [
        ({"scopes": ()}, {}, TOKEN_URL, None),
        ({"scopes_env": "SCOPES"}, {"SCOPES": "admin"}, TOKEN_URL, "admin"),
        ({"scopes_env": "SCOPES"}, {}, TOKEN_URL, "read write"),
        ({"token_url": "token"}, {}, "https://api.bookshop.test/v1/token", "read write"),
        ({"token_url": "/a/token?x=1"}, {}, "https://api.bookshop.test/a/token?x=1", "read write"),
        ({"token_url": "/token"}, {"BASE_URL": "https://b.test/v2/"}, "https://b.test/token", "read write"),
        (
            {"token_url": "/t", "token_url_env": "AT"},
            {"AT": "http://a.test/token"},
            "http://a.test/token",
            "read write",
        ),
        ({"token_url": "", "token_url_env": "AT"}, {"AT": "/token"}, "https://api.bookshop.test/token", "read write"),
    ],
)
async def test_asks_where_and_for_what_it_should(
    grant: dict[str, Any], settings: dict[str, str], url: str, scope: str | None
) -> None:
    network = Network()
    await api(network, settings, **grant).get("/x")
    assert str(network.asked[0].url) == url
    assert dict(parse_qsl(network.asked[0].content.decode())).get("scope") == scope


# --- how long a token is kept


async def test_keeps_a_token_until_shortly_before_its_end(clock: Callable[[float], None]) -> None:
    network = Network(token("token-1"), token("token-2", expires_in="100"), token("token-3"))
    caller = api(network)
    for seconds in (0, 3569, 3570, 3639, 3640):
        clock(seconds)
        await caller.get("/x")
    assert network.carried == [f"Bearer token-{number}" for number in (1, 1, 2, 2, 3)]


@pytest.mark.parametrize("lifetime", [None, "soon", [], {}, 10**400])
async def test_keeps_a_token_without_an_end_until_it_is_refused(clock: Callable[[float], None], lifetime: Any) -> None:
    network = Network(token("token-1", expires_in=lifetime), token("token-2"), api=[200, 200, 401, 200])
    caller = api(network)
    for seconds in (0, 10**9, 10**9):
        clock(seconds)
        await caller.get("/x")
    assert network.carried == [f"Bearer token-{number}" for number in (1, 1, 1, 2)]


# --- many calls at once


async def at_once(caller: Api, number: int, gate: anyio.Event) -> list[BaseException | None]:
    """What becomes of calls that all wait for a token before the endpoint answers."""
    ended: list[BaseException | None] = []

    async def call() -> None:
        try:
            await caller.get("/x")
            ended.append(None)
        except CallFailed as error:
            ended.append(error)

    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            for _ in range(number):
                tasks.start_soon(call)
            await anyio.wait_all_tasks_blocked()
            gate.set()
    return ended


@pytest.mark.parametrize("lifetime", [3600, 5])
async def test_a_hundred_calls_at_once_share_one_request(lifetime: int) -> None:
    gate = anyio.Event()
    network = Network(token(expires_in=lifetime), gate=gate)
    assert await at_once(api(network), 100, gate) == [None] * 100
    assert (len(network.asked), len(network.seen)) == (1, 100)


async def test_they_share_a_failure_too_and_the_next_call_asks_again() -> None:
    gate = anyio.Event()
    network = Network(httpx2.Response(503), token(), gate=gate)
    caller = api(network)
    ended = await at_once(caller, 20, gate)
    assert {str(error) for error in ended} == {
        "There is no token for the API: its token endpoint answered 503. Try again later."
    }
    assert (len(ended), len(network.asked)) == (20, 1)
    await caller.get("/x")
    assert network.carried == ["Bearer token-1"]


async def test_a_cancelled_call_leaves_the_request_to_the_next() -> None:
    network = Network(gate=anyio.Event())
    caller = api(network)
    done: list[str] = []

    async def call(scope: anyio.CancelScope) -> None:
        with scope:
            await caller.get("/x")
            done.append("called")

    first, second = anyio.CancelScope(), anyio.CancelScope()
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(call, first)
            await anyio.wait_all_tasks_blocked()
            tasks.start_soon(call, second)
            await anyio.wait_all_tasks_blocked()
            first.cancel()
            network.gate = None
    assert (done, len(network.asked)) == (["called"], 2)


async def test_calls_that_are_refused_at_once_share_the_next_token() -> None:
    gate, all_refused = anyio.Event(), anyio.Event()

    class Api401(Network):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            answer = await super().handle_async_request(request)
            if request.headers["authorization"] != "Bearer token-1":
                return answer
            if len(self.seen) == 10:
                all_refused.set()
            await all_refused.wait()
            return httpx2.Response(401)

    network = Api401(token("token-1"), token("token-2"))
    caller = api(network)
    gate.set()
    assert await at_once(caller, 10, gate) == [None] * 10
    assert len(network.asked) == 2
    assert network.carried == ["Bearer token-1"] * 10 + ["Bearer token-2"] * 10


# --- a token that is refused


async def test_a_refused_token_is_replaced_once_and_the_call_made_again() -> None:
    network = Network(token("token-1"), token("token-2"), token("token-3"), api=[401, 201])
    await api(network).post("/x", headers={"Idempotency-Key": "k"}, json={"a": 1})
    assert network.carried == ["Bearer token-1", "Bearer token-2"]
    assert [json.loads(request.content) for request in network.seen] == [{"a": 1}] * 2
    assert [request.headers["idempotency-key"] for request in network.seen] == ["k"] * 2


async def test_a_late_refusal_of_an_old_token_leaves_the_new_one() -> None:
    network = Network(token("token-2"), token("token-3"))
    used = connection(network)
    await Api(used, Context()).get("/x")
    used.tokens.forget({"machine": "token-1"})
    await Api(used, Context()).get("/x")
    assert network.carried == ["Bearer token-2"] * 2


async def test_a_call_is_made_twice_at_most() -> None:
    network = Network(token("token-1"), token("token-2"), api=[401])
    with pytest.raises(UpstreamError, match="answered 401"):
        await api(network).get("/x")
    assert (len(network.asked), len(network.seen)) == (2, 2)


@pytest.mark.parametrize("status", [400, 403, 404, 429, 500, 503])
async def test_no_other_answer_is_taken_for_a_refused_token(status: int) -> None:
    network = Network(api=[status])
    with pytest.raises(UpstreamError):
        await api(network).get("/x")
    assert (len(network.asked), len(network.seen)) == (1, 1)


async def test_a_users_token_wins_and_is_not_replaced() -> None:
    network = Network(api=[200, 401])
    caller = api(network, {"TOKEN": "of-a-user"}, token_env="TOKEN")
    await caller.get("/x")
    with pytest.raises(UpstreamError):
        await caller.get("/x")
    assert network.asked == []
    assert network.carried == ["Bearer of-a-user"] * 2


async def test_calls_that_need_no_token_ask_for_none() -> None:
    network = Network(api=[401])
    caller = api(network)
    for call in (caller.get("/x", auth=[]), caller.request("TRACE", "/x")):
        with pytest.raises(UpstreamError):
            await call
    assert network.asked == []
    assert network.carried == [None, None]


# --- what can go wrong

NO_TOKEN = "There is no token for the API: its token endpoint "
CHECK = (
    "The operator of this server has to check BOOKSHOP_CLIENT_ID and BOOKSHOP_CLIENT_SECRET; no argument can mend it."
)


def error(status: int, code: str) -> httpx2.Response:
    return httpx2.Response(status, json={"error": code, "error_description": "s:e c+r/ä is wrong"})


@pytest.mark.parametrize(
    ("answer", "said", "code"),
    [
        (error(401, "invalid_client"), f"refused this server's credentials (invalid_client). {CHECK}", -32502),
        (
            error(400, "unauthorized_client"),
            f"refused this server's credentials (unauthorized_client). {CHECK}",
            -32502,
        ),
        (error(200, "invalid_client"), f"refused this server's credentials (invalid_client). {CHECK}", -32502),
        (error(400, "s:e c+r/ä"), f"refused this server's credentials. {CHECK}", -32502),
        (httpx2.Response(403), f"refused this server's credentials. {CHECK}", -32502),
        (
            error(400, "invalid_scope"),
            "refused the scopes (invalid_scope). The operator of this server has to check BOOKSHOP_SCOPES;"
            " no argument can mend it.",
            -32502,
        ),
        (httpx2.Response(503), "answered 503. Try again later.", -32502),
        (httpx2.Response(429), "answered 429. Try again later.", -32502),
        (httpx2.Response(404), "answered 404. Trying again is unlikely to help.", -32502),
        (
            httpx2.Response(302, headers={"location": "https://evil.test/token"}),
            "answered 302. Trying again is unlikely to help.",
            -32502,
        ),
        (httpx2.ConnectError("s:e c+r/ä"), "could not be reached. Try again later.", -32502),
        (httpx2.ReadTimeout("s:e c+r/ä"), "did not answer within 30 seconds. Try again later.", -32500),
        *(
            (answer, "gave an answer without a bearer token. Trying again is unlikely to help.", -32400)
            for answer in (
                httpx2.Response(200, text="<html>"),
                httpx2.Response(200, json=[]),
                httpx2.Response(200, json={"token": "x"}),
                token("a\r\nb"),
                token(""),
                token("ä"),
                token(token_type="mac"),
                token(token_type=None),
            )
        ),
    ],
)
async def test_each_failure_says_what_to_do(answer: Answer, said: str, code: int) -> None:
    network = Network(answer)
    with pytest.raises(CallFailed) as failed:
        await api(network, scopes_env="SCOPES").get("/x")
    assert (failed.value.text, failed.value.code) == (NO_TOKEN + said, code)
    assert network.seen == []


async def test_an_answer_without_end_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    from bookshop_mcp.runtime import reading

    monkeypatch.setattr(reading, "LARGEST_ANSWER", 10)
    with pytest.raises(CallFailed, match="of no use"):
        await api(Network()).get("/x")


async def test_a_token_url_that_can_be_set_is_named() -> None:
    network = Network(httpx2.ConnectError(""))
    with pytest.raises(CallFailed, match="If it stays so, the operator of this server has to check BOOKSHOP_AT"):
        await api(network, {"AT": TOKEN_URL}, token_url="", token_url_env="AT").get("/x")


@pytest.mark.parametrize(
    ("environment", "grant", "names"),
    [
        ({}, {}, "BOOKSHOP_CLIENT_ID and BOOKSHOP_CLIENT_SECRET."),
        ({"CLIENT_ID": "a"}, {}, "BOOKSHOP_CLIENT_SECRET."),
        (SECRETS, {"token_url": "", "token_url_env": "AT"}, "BOOKSHOP_AT."),
    ],
)
async def test_missing_settings_are_named(environment: dict[str, str], grant: dict[str, str], names: str) -> None:
    known = facts(**grant)
    settings = read_settings(known, {f"BOOKSHOP_{name}": value for name, value in environment.items()})
    network = Network()
    caller = Api(Connection(known, settings, PACKAGE.hooks, network, mock=False), Context())
    with pytest.raises(CallFailed) as failed:
        await caller.get("/x")
    assert failed.value.code == -32301
    assert failed.value.text == f"This server has no credential for the API. Its operator has to set {names}"
    assert network.asked == []


@pytest.mark.parametrize("url", ["ftp://a.test", "https:", "a.test:x/y", "https://a.test/#x", "https://[", "/a b"])
def test_a_token_url_that_nothing_can_be_fetched_from_ends_the_start(url: str) -> None:
    with pytest.raises(SettingsError, match="BOOKSHOP_AT must be an http or https URL"):
        read_settings(facts(token_url_env="AT"), {"BOOKSHOP_AT": url})


# --- secrets


async def test_nothing_shows_the_secret_or_the_token(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    network = Network(token("secret-token"), api=[401])
    used = connection(network)
    with pytest.raises(UpstreamError):
        await Api(used, Context()).get("/x")
    echo = httpx2.Response(400, json={"message": f"bad secret-token of {SECRETS['CLIENT_SECRET']}"})

    async def refuse(request: httpx2.Request) -> httpx2.Response:
        return token("secret-token") if request.url.path == "/token" else echo

    settings = read_settings(facts(), {f"BOOKSHOP_{name}": value for name, value in SECRETS.items()})
    caller = Api(Connection(facts(), settings, PACKAGE.hooks, httpx2.MockTransport(refuse), mock=False), Context())
    with pytest.raises(UpstreamError) as refused:
        await caller.get("/x")
    applied = await used.credentials("GET", {}, {})
    shown = f"{caplog.text} {settings!r} {refused.value.text} {used.tokens._kept!r}"
    assert applied.tokens == {"machine": "secret-token"}
    assert "bad *** of ***" in refused.value.text
    for secret in ("secret-token", SECRETS["CLIENT_SECRET"], BASIC.removeprefix("Basic ")):
        assert secret not in shown


async def test_a_mock_needs_no_token() -> None:
    package = dataclasses.replace(PACKAGE, facts=facts())
    async with Client(build_server(package, mock=True, transport=None), mode="2026-07-28") as client:
        result = await client.call_tool("get_book", {"book_id": "7"})
    assert not result.is_error
