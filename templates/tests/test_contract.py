"""The contract of this server: what it lists, what it sends, what it answers, how it fails.

The code is the same in every package; the expected values are in cases.json, which was written
from the API's description. Needs pytest and the package's own dependencies.
"""

import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import anyio
import httpx2
import mcp_types as types
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp.shared.memory import create_client_server_memory_streams
from mcp.shared.message import SessionMessage

CASES: dict[str, Any] = json.loads(Path(__file__).with_name("cases.json").read_bytes())
PACKAGE: str = CASES["package"]
STRUCTURED = CASES["profile"] == "mcp"
TOOLS: list[dict[str, Any]] = CASES["tools"]
CALLED = [tool for tool in TOOLS if tool["calls"]]
FIRST = CALLED[0] if CALLED else TOOLS[0]
needs_a_call = pytest.mark.skipif(not CALLED, reason="no tool has a call to make")
ROOT = Path(__file__).parents[1]
NEWEST = "2026-07-28"
OLD = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]

# What becomes of each failure: a JSON-RPC code, or None for a result with isError.
FAILURES: dict[str, dict[int | str, int | None]] = {
    "connected-apps": {
        400: None,
        401: -32502,
        403: -32302,
        404: None,
        408: -32500,
        409: None,
        410: None,
        422: None,
        429: -32300,
        500: -32502,
        502: -32502,
        503: -32502,
        504: -32500,
        507: -32501,
        "timeout": -32500,
        "refused": -32502,
        "malformed": -32400,
        "fault": -32400,
        "memory": -32402,
    }
}
FAILURES["mcp"] = dict.fromkeys(FAILURES["connected-apps"])

CODES = {
    "USER_RATE_LIMITED": -32300,
    "MISSING_REQUIRED_INFORMATION": -32301,
    "USER_PERMISSION_DENIED": -32302,
    "RUNTIME_ERROR": -32400,
    "OUT_OF_MEMORY": -32402,
    "DEADLINE_EXCEEDED": -32500,
    "RESOURCE_EXHAUSTED": -32501,
    "SERVICE_UNAVAILABLE": -32502,
}

Answer = Callable[[httpx2.Request], httpx2.Response]


class Upstream(httpx2.AsyncBaseTransport):
    """The API, as the server meets it: keeps each request that arrives, and answers as told."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.requests: list[httpx2.Request] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        await request.aread()
        self.requests.append(request)
        return self.answer(request)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of cases.json, and none that happen to be set on this machine."""
    prefix = importlib.import_module(f"{PACKAGE}.settings").FACTS.prefix
    for name in list(os.environ):
        if name.startswith(f"{prefix}_"):
            monkeypatch.delenv(name)
    for name, value in CASES["env"].items():
        monkeypatch.setenv(name, value)


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


# --- discovery


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", NEWEST])
async def test_lists_the_tools_in_order_as_described(mode: str) -> None:
    async with connect(mode=mode) as client:
        listed = await client.list_tools()
    assert [tool.name for tool in listed.tools] == [tool["name"] for tool in TOOLS]
    assert listed.next_cursor is None
    for tool, expected in zip(listed.tools, TOOLS, strict=True):
        assert tool.annotations is not None, tool.name
        hints = tool.annotations.model_dump(by_alias=True, exclude_none=True)
        assert (tool.title, tool.description) == (expected["title"], expected["description"])
        assert tool.input_schema.get("required", []) == expected["required"], tool.name
        assert same(hints, expected["annotations"]), tool.name
        assert same(tool.input_schema, expected["input_schema"]), tool.name
        assert STRUCTURED or tool.output_schema is None, tool.name


@pytest.mark.anyio
async def test_refuses_an_unknown_cursor_and_an_unknown_tool() -> None:
    async with connect(mode="legacy") as client:
        with pytest.raises(MCPError) as cursor:
            await client.list_tools(cursor="elsewhere")
        assert cursor.value.code == -32602
        with pytest.raises(MCPError) as tool:
            await client.call_tool("no_such_tool", {})
        assert tool.value.code == -32602


# --- handshake


async def initialize(version: str) -> dict[str, Any]:
    server = importlib.import_module(f"{PACKAGE}.server").make_server()
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": {"name": "contract", "version": "1"},
        },
    }
    async with (
        create_client_server_memory_streams() as ((reader, writer), (reads, writes)),
        anyio.create_task_group() as tasks,
    ):
        options = server.create_initialization_options()
        tasks.start_soon(server.run, reads, writes, options)
        message = types.jsonrpc_message_adapter.validate_python(hello, by_name=False)
        await writer.send(SessionMessage(message))
        reply = await reader.receive()
        assert isinstance(reply, SessionMessage)
        answer: dict[str, Any] = reply.message.model_dump(by_alias=True, exclude_none=True)
        tasks.cancel_scope.cancel()
    result: dict[str, Any] = answer["result"]
    return result


@pytest.mark.anyio
@pytest.mark.parametrize("version", OLD)
async def test_agrees_to_each_handshake_revision(version: str) -> None:
    answer = await initialize(version)
    assert answer["protocolVersion"] == version
    assert answer["capabilities"].keys() <= {"tools", "experimental"}
    assert not answer["capabilities"]["tools"].get("listChanged")


@pytest.mark.anyio
async def test_offers_its_own_revision_for_one_it_does_not_know() -> None:
    assert (await initialize("1999-01-01"))["protocolVersion"] == OLD[-1]


@pytest.mark.anyio
async def test_declares_no_capability_it_lacks() -> None:
    async with connect(mode="legacy") as client:
        with pytest.raises(MCPError) as error:
            await client.list_prompts()
    assert error.value.code == -32601


# --- calls


def check_request(request: httpx2.Request, expected: dict[str, Any]) -> None:
    path, _, query = request.url.raw_path.decode().partition("?")
    assert (request.method, path) == (expected["method"], expected["path"])
    pairs = [list(pair) for pair in parse_qsl(query, keep_blank_values=True)]
    assert pairs == expected.get("query", [])
    for name, value in expected.get("headers", {}).items():
        got = request.headers.get(name)
        assert got == value or (got and value == "*"), name
    for name in set(CASES["credentials"]) - set(expected.get("headers", {})):
        assert name not in request.headers, f"{name} was sent, though the tool needs no credential"
    if "form" in expected:
        form = parse_qsl(request.content.decode(), keep_blank_values=True)
        assert [list(pair) for pair in form] == expected["form"]
    elif "text" in expected:
        assert request.content.decode() == expected["text"]
    elif "body" in expected:
        assert same(json.loads(request.content), expected["body"]), request.content
    else:
        assert request.content == b""


def check_result(result: types.CallToolResult, expected: dict[str, Any]) -> None:
    assert not result.is_error, result.content
    if "text" in expected:
        assert text_of(result) == expected["text"]
    elif "json" in expected and STRUCTURED:
        value = expected["json"]
        wrapped = value if isinstance(value, dict) else {"result": value}
        assert same(result.structured_content, wrapped)
        assert same(json.loads(text_of(result)), wrapped)
    elif "json" in expected:
        assert result.structured_content is None
        assert same(json.loads(text_of(result)), expected["json"]), text_of(result)


@pytest.mark.anyio
@pytest.mark.parametrize("tool", CALLED, ids=by_name)
async def test_sends_the_request_and_shows_the_answer(tool: dict[str, Any]) -> None:
    upstream = Upstream(answering({"status": 500}))
    async with connect(upstream) as client:
        for call in tool["calls"]:
            upstream.requests.clear()
            upstream.answer = answering(call["answer"])
            result = await client.call_tool(tool["name"], call["arguments"])
            assert len(upstream.requests) == 1, (call["about"], result.content)
            check_request(upstream.requests[0], call["request"])
            check_result(result, call["result"])


@pytest.mark.anyio
@pytest.mark.parametrize("tool", [tool for tool in TOOLS if tool["refused"]], ids=by_name)
async def test_refuses_wrong_arguments_by_name(tool: dict[str, Any]) -> None:
    upstream = Upstream(answering({"status": 200}))
    async with connect(upstream) as client:
        for case in tool["refused"]:
            code, text = await outcome(client, tool["name"], case["arguments"])
            assert (code, upstream.requests) == (None, []), case["about"]
            assert text.startswith(f"{tool['name']} was not called. "), case["about"]
            assert case["says"] in text, case["about"]


# --- failures


def failing(kind: int | str) -> Answer:
    """An API that fails in one way, with a secret in what it says."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        match kind:
            case int():
                said = {"message": "it is <b>so</b>", "trace": "hidden"}
                return httpx2.Response(kind, json=said, headers={"retry-after": "7"})
            case "timeout":
                raise httpx2.ReadTimeout("hidden")
            case "refused":
                raise httpx2.ConnectError("hidden")
            case "memory":
                raise MemoryError
            case "fault":
                raise RuntimeError("hidden")
        headers = {"content-type": "application/json"}
        return httpx2.Response(200, content=b'{"hidden":', headers=headers)

    return answer


@needs_a_call
@pytest.mark.anyio
@pytest.mark.parametrize("kind", FAILURES["mcp"])
async def test_maps_each_failure(kind: int | str) -> None:
    async with connect(Upstream(failing(kind))) as client:
        code, text = await outcome(client, FIRST["name"], FIRST["calls"][0]["arguments"])
    assert code == FAILURES[CASES["profile"]][kind], text
    assert "hidden" not in text
    assert len(text) < 600
    if isinstance(kind, int):
        assert text.startswith(f"The API answered {kind}: it is so. ")


def test_the_codes_are_those_of_the_standard() -> None:
    errors = importlib.import_module(f"{PACKAGE}.runtime.errors")
    assert {name: getattr(errors, name) for name in CODES} == CODES


@pytest.mark.anyio
@pytest.mark.parametrize("tool", [t for t in CALLED if t.get("not_found")], ids=by_name)
async def test_says_what_to_do_when_nothing_is_found(tool: dict[str, Any]) -> None:
    async with connect(Upstream(failing(404))) as client:
        code, text = await outcome(client, tool["name"], tool["calls"][0]["arguments"])
    assert code is None
    assert text == f"The API answered 404: it is so. {tool['not_found']}"


@needs_a_call
@pytest.mark.anyio
async def test_limits_the_calls_of_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = importlib.import_module(f"{PACKAGE}.settings").FACTS
    monkeypatch.setenv(f"{facts.prefix}_CALLS_PER_MINUTE", "1")
    call = FIRST["calls"][0]
    upstream = Upstream(answering(call["answer"]))
    async with connect(upstream) as client:
        await client.call_tool(FIRST["name"], call["arguments"])
        code, text = await outcome(client, FIRST["name"], call["arguments"])
    assert code == FAILURES[CASES["profile"]][429], text
    assert len(upstream.requests) == 1


@needs_a_call
@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", NEWEST])
async def test_cancelling_a_call_cancels_the_request(mode: str) -> None:
    started, stopped = anyio.Event(), anyio.Event()

    class Slow(httpx2.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            started.set()
            try:
                await anyio.sleep_forever()
            finally:
                stopped.set()
            raise AssertionError

    async with connect(Slow(), mode) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(client.call_tool, FIRST["name"], FIRST["calls"][0]["arguments"])
        with anyio.fail_after(5):
            await started.wait()
            tasks.cancel_scope.cancel()
            with anyio.CancelScope(shield=True), anyio.fail_after(5):
                await stopped.wait()


@pytest.mark.anyio
async def test_serves_http_at_its_versioned_path_and_by_post_only() -> None:
    http = importlib.import_module(f"{PACKAGE}.runtime.http")
    settings = importlib.import_module(f"{PACKAGE}.runtime.settings")
    facts = importlib.import_module(f"{PACKAGE}.settings").FACTS
    server = importlib.import_module(f"{PACKAGE}.server").make_server()
    app = http.http_app(server, facts, settings.read_settings(facts), "127.0.0.1")
    headers = {
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": OLD[-1],
    }
    ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    transport = httpx2.ASGITransport(app)
    async with (
        server.session_manager.run(),
        httpx2.AsyncClient(transport=transport, base_url="http://localhost:8000") as client,
    ):
        answer = await client.post("/mcp/v1", json=ask, headers=headers)
        assert [tool["name"] for tool in answer.json()["result"]["tools"]] == [
            tool["name"] for tool in TOOLS
        ]
        assert (await client.get("/mcp/v1", headers=headers)).status_code == 405
        strange = {**headers, "host": "elsewhere.test"}
        assert (await client.post("/mcp/v1", json=ask, headers=strange)).status_code == 421


# --- the process


@pytest.fixture
def process() -> Iterator[subprocess.Popen[str]]:
    """The server as its users start it, on pipes."""
    with subprocess.Popen(
        [sys.executable, "-m", PACKAGE, "--mock"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        yield process
        process.kill()


def test_ends_well_when_its_input_closes(process: subprocess.Popen[str]) -> None:
    meta = {
        "io.modelcontextprotocol/protocolVersion": NEWEST,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(ask) + "\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline())
    assert [tool["name"] for tool in answer["result"]["tools"]] == [t["name"] for t in TOOLS]
    assert answer["result"]["ttlMs"] > 0
    process.stdin.close()
    assert process.wait(10) == 0
    assert process.stdout.read() == ""


@needs_a_call
@pytest.mark.anyio
async def test_a_killed_process_is_an_error_for_its_client(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    program = (
        f"import os, pathlib, runpy, sys; pathlib.Path({str(pid)!r}).write_text(str(os.getpid()));"
        f" sys.argv[1:] = ['--mock']; runpy.run_module({PACKAGE!r}, run_name='__main__')"
    )
    parameters = StdioServerParameters(
        command=sys.executable, args=["-c", program], cwd=ROOT, env=dict(os.environ)
    )
    call = FIRST["calls"][0]
    with anyio.fail_after(30):
        async with Client(parameters, mode="legacy") as client:
            assert len((await client.list_tools()).tools) == len(TOOLS)
            result = await client.call_tool(FIRST["name"], call["arguments"])
            assert not result.is_error, result.content
            os.kill(int(pid.read_text()), getattr(signal, "SIGKILL", signal.SIGTERM))
            with pytest.raises((MCPError, anyio.ClosedResourceError, anyio.BrokenResourceError)):
                await client.call_tool(FIRST["name"], call["arguments"])
