"""Headers of callers over HTTP: passed on by a list that the operator gives, each to its own call, and never all of them."""

from __future__ import annotations

import importlib
import os
from typing import Any
from unittest import mock

import anyio
import httpx2
import pytest

from tests.catalogue.harness import Made, make, openapi

Headers = dict[str, str]


@pytest.fixture(scope="module")
def crew(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(
        tmp_path_factory.mktemp("crew"),
        openapi("""
        security: [{pass: []}]
        paths:
          /crew: {get: {operationId: listCrew, parameters: [{name: number, in: query, schema: {type: integer}}], responses: {'200': {description: ok}}}}
          /open: {get: {operationId: listOpen, security: [], parameters: [{name: number, in: query, schema: {type: integer}}], responses: {'200': {description: ok}}}}
        components: {securitySchemes: {pass: {type: http, scheme: bearer}}}
        """),
    )


def passed_on(made: Made, path: str, env: Headers, *callers: Headers) -> list[Headers]:
    """The headers that reached the API for each of the callers, who call at once."""
    arrived: dict[int, Headers] = {}

    def received(request: httpx2.Request) -> httpx2.Response:
        arrived[int(request.url.params["number"])] = {k.lower(): v for k, v in request.headers.items()}
        return httpx2.Response(200, json={})

    with made.imported() as server, mock.patch.dict(os.environ, env):
        anyio.run(_call, server, made.tool_of(f"GET {path}"), received, callers)
    return [arrived[number] for number in sorted(arrived)]


async def _call(server: Any, name: str, received: Any, callers: tuple[Headers, ...]) -> None:
    package = server.__name__.rpartition(".")[0]
    http, settings, facts = (
        importlib.import_module(f"{package}.{each}") for each in ("runtime.http", "runtime.settings", "settings")
    )
    served = server.make_server(transport=httpx2.MockTransport(received))
    app = http.http_app(served, facts.FACTS, settings.read_settings(facts.FACTS), "127.0.0.1")
    client = httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://localhost:8000")

    async def call(number: int, headers: Headers) -> None:
        message = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": name, "arguments": {"number": number}},
        }
        wanted = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
        answer = await client.post("/mcp/v1", json=message, headers={**wanted, **headers})
        assert answer.status_code == 200, answer.text

    async with served.session_manager.run(), client, anyio.create_task_group() as tasks:
        for number, headers in enumerate(callers):
            tasks.start_soon(call, number, headers)


CALLERS = [
    {"Authorization": f"Bearer user{n}", "X-Tenant": f"t{n}", "X-Other": "o", "Cookie": "a=b", "Content-Language": "de", "Proxy-Authorization": "p"}
    for n in range(4)
]  # fmt: skip


def test_B178_nothing_is_passed_on_unasked(crew: Made) -> None:
    for number, headers in enumerate(passed_on(crew, "/crew", crew.credentials(**{"pass": ("own",)}), *CALLERS)):
        assert headers["authorization"] == "Bearer own", number
        assert not {"x-tenant", "x-other", "cookie", "content-language", "proxy-authorization"} & headers.keys()


@pytest.mark.parametrize("names", ["authorization, x-tenant", "Authorization,X-TENANT", " X-Tenant , AUTHORIZATION "])
def test_B178_each_caller_has_its_own(crew: Made, names: str) -> None:
    found = passed_on(crew, "/crew", {f"{crew.prefix}_FORWARD_HEADERS": names}, *CALLERS)
    assert [(each["authorization"], each["x-tenant"]) for each in found] == [
        (f"Bearer user{n}", f"t{n}") for n in range(4)
    ]
    assert not any({"x-other", "cookie", "content-language", "proxy-authorization"} & each.keys() for each in found)
    assert all(each["host"] == "api.harbour.test" for each in found)


def test_B178_who_brings_none_has_the_servers(crew: Made) -> None:
    env = {f"{crew.prefix}_FORWARD_HEADERS": "authorization", **crew.credentials(**{"pass": ("own",)})}
    found = passed_on(crew, "/crew", env, {}, CALLERS[1])
    assert [each["authorization"] for each in found] == ["Bearer own", "Bearer user1"]


def test_B178_over_stdio_the_own_token_is_used(crew: Made) -> None:
    env = {f"{crew.prefix}_FORWARD_HEADERS": "authorization", **crew.credentials(**{"pass": ("own",)})}
    assert crew.call(crew.tool_of("GET /crew"), env=env).sent.headers["authorization"] == "Bearer own"


@pytest.mark.parametrize(
    "name", ["Host", "cookie", "Content-Length", "transfer-encoding", "Connection", "MCP-Session-Id"]
)
def test_B178_some_headers_are_never_passed_on(crew: Made, name: str) -> None:
    environment = mock.patch.dict(os.environ, {f"{crew.prefix}_FORWARD_HEADERS": name})
    with crew.imported() as server, environment, pytest.raises(Exception, match="FORWARD_HEADERS"):
        server.make_server()
