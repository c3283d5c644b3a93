"""An API on the loopback interface that answers with raw bytes, and calls that are made of it."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import bookshop_mcp.server
from anyio.abc import SocketStream
from bookshop_mcp.runtime.api import Api, Reply
from bookshop_mcp.runtime.serve import Package, build_server
from bookshop_mcp.runtime.tool import Tool
from mcp.client import Client
from mcp.shared.exceptions import MCPError

PACKAGE = bookshop_mcp.server.PACKAGE
Script = Callable[["Arrived", SocketStream], Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Arrived:
    """A request as it came over the wire; names of headers in lower case."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


def answer(content: bytes | str = b"", kind: str = "application/json", status: str = "200 OK", **headers: str) -> bytes:
    """The bytes of an answer; `content_encoding=…` is a header."""
    raw = content if isinstance(content, bytes) else content.encode()
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(raw)}", "Connection: close"]
    lines += [f"Content-Type: {kind}"] if kind else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + raw


def chunked(*chunks: bytes, kind: str = "application/json") -> bytes:
    """The bytes of an answer in chunks."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    return head.encode() + b"".join(b"%x\r\n%b\r\n" % (len(c), c) for c in chunks) + b"0\r\n\r\n"


class Upstream:
    """Serves `scripts` in turn, the last again and again: bytes, or a function that writes to the stream."""

    def __init__(self, *scripts: bytes | Script) -> None:
        self.scripts = list(scripts)
        self.arrived: list[Arrived] = []
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def handle(self, stream: SocketStream) -> None:
        try:
            async with stream:
                self.arrived.append(request := await _read(stream))
                script = self.scripts.pop(0) if len(self.scripts) > 1 else self.scripts[0]
                if isinstance(script, bytes):
                    await stream.send(script)
                else:
                    await script(request, stream)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream):
            pass


@asynccontextmanager
async def serving(*scripts: bytes | Script) -> AsyncIterator[Upstream]:
    """An upstream that answers until the end of the block."""
    upstream = Upstream(*scripts)
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener, anyio.create_task_group() as tasks:
        upstream.port = listener.extra(anyio.abc.SocketAttribute.local_port)
        tasks.start_soon(listener.serve, upstream.handle)
        try:
            yield upstream
        finally:
            tasks.cancel_scope.cancel()


async def _read(stream: SocketStream) -> Arrived:
    raw = b""
    while b"\r\n\r\n" not in raw:
        raw += await stream.receive()
    head, _, body = raw.partition(b"\r\n\r\n")
    line, *rest = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (each.partition(":") for each in rest)}
    while len(body) < int(headers.get("content-length", "0")):
        body += await stream.receive()
    method, target, _ = line.split(" ")
    return Arrived(method, target, headers, body)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class OwnTool(Package):
    """The bookshop with one request in place of its tools."""

    method: str = "GET"
    path: str = "/x"
    parts: dict[str, Any] = dataclasses.field(default_factory=dict)
    says: dict[str, Any] = dataclasses.field(default_factory=dict)

    def tool(self, name: str) -> Tool:
        async def function(args: Any, api: Api) -> Reply:
            return await api.request(self.method, self.path, **self.parts)

        return Tool(name=name, function=function, **self.says)


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """What the client got: content and structured content, or the code and text of a failure."""

    content: list[Any]
    structured: Any
    code: int | None
    failed: bool

    @property
    def text(self) -> str:
        """The first text."""
        return str(self.content[0].text)

    @property
    def notes(self) -> str:
        """The other texts."""
        return " ".join(block.text for block in self.content[1:] if block.type == "text")


async def call(
    url: str,
    method: str = "GET",
    /,
    *,
    tool: str = "get_book",
    arguments: dict[str, Any] | None = None,
    says: dict[str, Any] | None = None,
    facts: dict[str, Any] | None = None,
    path: str = "/x",
    **parts: Any,
) -> Outcome:
    """The outcome of one call, whose request is `method` and `parts`, to an API at `url`."""
    known = dataclasses.replace(PACKAGE.facts, **{"base_url": url, **(facts or {})})
    package = OwnTool(
        name=PACKAGE.name,
        facts=known,
        modules=PACKAGE.modules,
        hooks=PACKAGE.hooks,
        method=method,
        path=path,
        parts=parts,
        says=says or {},
    )
    async with Client(build_server(package, mock=False, transport=None), mode="2026-07-28") as client:
        try:
            result = await client.call_tool(tool, arguments or {"book_id": "7"})
        except MCPError as error:
            from mcp_types import TextContent

            return Outcome([TextContent(type="text", text=error.message)], None, error.code, True)
    return Outcome(list(result.content), result.structured_content, None, bool(result.is_error))


async def got(*scripts: bytes | Script, **how: Any) -> Outcome:
    """The outcome of a call that these scripts answer."""
    with anyio.fail_after(20):
        async with serving(*scripts) as upstream:
            return await call(upstream.url, how.pop("method", "GET"), **how)
