"""Handshakes of every revision, cancellation, HTTP, and the life of the process."""

import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import mcp_types as types
import pytest
from contract import (
    FIRST,
    NEWEST,
    OLD,
    PACKAGE,
    ROOT,
    TOOLS,
    connect,
    needs_a_call,
)
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp.shared.memory import create_client_server_memory_streams
from mcp.shared.message import SessionMessage


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
