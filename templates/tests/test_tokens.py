"""How the server gets tokens with its own credentials (RFC 6749, section 4.4), and uses them."""

from typing import Any
from urllib.parse import parse_qsl

import httpx2
import pytest
from contract import CALLED, CASES, STRUCTURED, TOKENS, Upstream, answering, connect, outcome

CALLS = [(tool["name"], call) for tool in CALLED for call in tool["calls"]]


def use_of(token: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """The first call that carries a token."""
    bearer = f"Bearer {token['token']}"
    carrying = (use for use in CALLS if bearer in use[1]["request"]["headers"].values())
    return next(carrying, None)


USES = [(token, *use) for token in TOKENS if (use := use_of(token)) is not None]
each_token = pytest.mark.parametrize(("token", "name", "call"), USES)


@pytest.mark.anyio
@each_token
async def test_asks_once_for_a_token(
    token: dict[str, Any], name: str, call: dict[str, Any]
) -> None:
    upstream = Upstream(answering(call["answer"]))
    async with connect(upstream) as client:
        for _ in range(2):
            result = await client.call_tool(name, call["arguments"])
            assert not result.is_error, result.content
    bearer = f"Bearer {token['token']}"
    assert [bearer in r.headers.values() for r in upstream.requests] == [True, True]
    (asked,) = upstream.token_requests
    assert (asked.method, asked.url) == ("POST", httpx2.URL(token["url"]))
    assert asked.headers["authorization"] == token["authorization"]
    assert asked.headers["content-type"] == "application/x-www-form-urlencoded"
    assert [list(pair) for pair in parse_qsl(asked.content.decode())] == token["form"]


@pytest.mark.anyio
@each_token
async def test_asks_again_when_a_token_is_refused_and_only_once(
    token: dict[str, Any], name: str, call: dict[str, Any]
) -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        first = len(upstream.requests) == 1
        return answering({"status": 401} if first else call["answer"])(request)

    upstream = Upstream(answer)
    async with connect(upstream) as client:
        result = await client.call_tool(name, call["arguments"])
        assert not result.is_error, result.content
        assert (len(upstream.token_requests), len(upstream.requests)) == (2, 2)
        upstream.answer = answering({"status": 401})
        await outcome(client, name, call["arguments"])
    assert (len(upstream.token_requests), len(upstream.requests)) == (3, 4)


@pytest.mark.anyio
@each_token
async def test_tells_wrong_credentials_from_an_endpoint_that_is_not_there(
    token: dict[str, Any], name: str, call: dict[str, Any]
) -> None:
    def unreachable(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("hidden")

    def refusing(request: httpx2.Request) -> httpx2.Response:
        said = {"error": "invalid_client", "error_description": "hidden"}
        return httpx2.Response(401, json=said)

    code = None if STRUCTURED else -32502
    upstream = Upstream(answering(call["answer"]), refusing)
    async with connect(upstream) as client:
        refused = await outcome(client, name, call["arguments"])
        upstream.token_answer = unreachable
        missing = await outcome(client, name, call["arguments"])
    assert upstream.requests == []
    assert (refused[0], missing[0]) == (code, code)
    assert "has to check" in refused[1]
    assert "could not be reached" in missing[1]
    for said in ("hidden", *CASES["env"].values()):
        assert said not in refused[1] + missing[1]
