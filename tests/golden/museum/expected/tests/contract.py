"""What the contract tests share: the cases, a fake API, and ways to compare.

The code is the same in every package; the expected values are in cases.json, which was written
from the API's description.
"""

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import mcp_types as types
import pytest
from mcp.client import Client
from mcp.shared.exceptions import MCPError

CASES: dict[str, Any] = json.loads(Path(__file__).with_name("cases.json").read_bytes())
PACKAGE: str = CASES["package"]
STRUCTURED = CASES["profile"] == "mcp"
TOOLS: list[dict[str, Any]] = CASES["tools"]
TOKENS: list[dict[str, Any]] = CASES["tokens"]
CALLED = [tool for tool in TOOLS if tool["calls"]]
FIRST = CALLED[0] if CALLED else TOOLS[0]
needs_a_call = pytest.mark.skipif(not CALLED, reason="no tool has a call to make")
ROOT = Path(__file__).parents[1]
NEWEST = "2026-07-28"
OLD = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]

Answer = Callable[[httpx2.Request], httpx2.Response]


def granting(request: httpx2.Request) -> httpx2.Response:
    """What a token endpoint answers a client that it knows."""
    token = next(token for token in TOKENS if asks_for(token, request))
    answer = {"access_token": token["token"], "token_type": "Bearer", "expires_in": 3600}
    return httpx2.Response(200, json=answer)


def asks_for(token: dict[str, Any], request: httpx2.Request) -> bool:
    here = (request.method, request.url) == ("POST", httpx2.URL(token["url"]))
    return here and request.headers.get("authorization") == token["authorization"]


class Upstream(httpx2.AsyncBaseTransport):
    """The API, as the server meets it: keeps each request that arrives, and answers as told.

    So does the API's token endpoint, where it has one.
    """

    def __init__(self, answer: Answer, token_answer: Answer = granting) -> None:
        self.answer = answer
        self.token_answer = token_answer
        self.requests: list[httpx2.Request] = []
        self.token_requests: list[httpx2.Request] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        await request.aread()
        if any(asks_for(token, request) for token in TOKENS):
            self.token_requests.append(request)
            return self.token_answer(request)
        self.requests.append(request)
        return self.answer(request)


def connect(upstream: httpx2.AsyncBaseTransport | None = None, mode: str = NEWEST) -> Client:
    server = importlib.import_module(f"{PACKAGE}.server").make_server(transport=upstream)
    return Client(server, mode=mode, raise_exceptions=True)


def answering(answer: dict[str, Any]) -> Answer:
    content = b""
    if "body" in answer:
        body, kind = answer["body"], answer.get("media_type", "")
        as_text = isinstance(body, str) and "json" not in kind
        content = (body if as_text else json.dumps(body)).encode()
    headers = {"content-type": answer["media_type"]} if answer.get("media_type") else {}
    return lambda _: httpx2.Response(answer["status"], headers=headers, content=content)


def text_of(result: Any) -> str:
    assert isinstance(result.content[0], types.TextContent)
    return result.content[0].text


async def outcome(client: Client, name: str, arguments: dict[str, Any]) -> tuple[int | None, str]:
    """The code (None: a result with isError) and the text of a call that has to fail."""
    try:
        result = await client.call_tool(name, arguments)
    except MCPError as error:
        return error.code, error.message
    assert result.is_error, f"{name} succeeded: {result.content}"
    return None, text_of(result)


def same(left: Any, right: Any) -> bool:
    """Equal as JSON: 1 and 1.0 are, 1 and true are not."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def by_name(tool: dict[str, Any]) -> str:
    return str(tool["name"])
