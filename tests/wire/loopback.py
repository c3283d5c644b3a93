"""A fake API on loopback that keeps every request as it arrived, and the way there for an HTTP client.

The client believes that it speaks to the API's own host: only the connection is led to this machine, so that the
request line, the Host header and every other byte are those that would have left.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import httpcore2
import httpx2

_END: Final = b"\r\n\r\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """A request as it arrived."""

    method: str
    scheme: str
    """What the client took the connection for: `https` or `http`."""
    target: str
    """The request target: path and query, as written."""
    host: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str:
        """The first header of that name, '' where there is none."""
        return next((value for held, value in self.headers if held.lower() == name), "")


@dataclass(slots=True)
class Upstream:
    """The API: answers every request in the same way and keeps it."""

    status: int = 200
    media_type: str = "application/json"
    content: bytes = b"{}"
    tokens: dict[str, str] = field(default_factory=dict)
    """What the token endpoints give, by their URL; requests for tokens are not kept."""
    requests: list[Captured] = field(default_factory=list)
    port: int = 0
    scheme: str = "https"
    _open: set[asyncio.StreamWriter] = field(default_factory=set)

    def transport(self) -> httpx2.AsyncBaseTransport:
        """A transport whose connections all end here."""
        return _Transport(self)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            while request := await _read(reader, self.scheme):
                writer.write(self._answer(request))
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self._open.discard(writer)
            writer.close()

    def _answer(self, request: Captured) -> bytes:
        token = self.tokens.get(f"{request.scheme}://{request.host}{request.target}")
        if request.method == "POST" and token:
            answer = {"access_token": token, "token_type": "Bearer", "expires_in": 3600}
            return _written(200, "application/json", json.dumps(answer).encode())
        self.requests.append(request)
        content = b"" if self.status in (204, 205, 304) or request.method == "HEAD" else self.content
        return _written(self.status, self.media_type, content)

    async def _end(self) -> None:
        """Closes what is still open, and waits until nobody reads from it."""
        for writer in self._open:
            writer.close()
        while self._open:
            await asyncio.sleep(0)


@asynccontextmanager
async def listening() -> AsyncIterator[Upstream]:
    """An upstream that listens on loopback until the context ends."""
    upstream = Upstream()
    server = await asyncio.start_server(upstream._serve, "127.0.0.1", 0, limit=2**24)
    upstream.port = server.sockets[0].getsockname()[1]
    try:
        yield upstream
    finally:
        server.close()
        await upstream._end()


def _written(status: int, media_type: str, content: bytes) -> bytes:
    length = "" if status == 204 else f"content-length: {len(content)}\r\n"
    return f"HTTP/1.1 {status} Done\r\ncontent-type: {media_type}\r\n{length}\r\n".encode() + content


async def _read(reader: asyncio.StreamReader, scheme: str) -> Captured | None:
    """The next request of a connection, None at its end."""
    try:
        head = await reader.readuntil(_END)
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.removesuffix(_END).decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ")
    headers = tuple((name, value.strip()) for name, _, value in (line.partition(":") for line in lines))
    named = {name.lower(): value for name, value in headers}
    body = await reader.readexactly(int(named.get("content-length", 0)))
    if named.get("transfer-encoding", "").lower() == "chunked":
        body = await _chunks(reader)
    host = named.get("host", "")
    return Captured(method=method, scheme=scheme, target=target, host=host, headers=headers, body=body)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    content = b""
    while size := int((await reader.readline()).partition(b";")[0], 16):
        content += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return content


class _Network(httpcore2.AsyncNetworkBackend):
    """Leads every connection to one port of this machine, without TLS."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._real = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        return _Plain(await self._real.connect_tcp("127.0.0.1", self._port, timeout, local_address, socket_options))

    async def connect_unix_socket(self, path: str, *_: Any, **__: Any) -> httpcore2.AsyncNetworkStream:
        raise httpcore2.ConnectError(path)

    async def sleep(self, seconds: float) -> None:
        await self._real.sleep(seconds)


class _Plain(httpcore2.AsyncNetworkStream):
    """A stream that says yes to TLS and goes on without."""

    def __init__(self, inner: httpcore2.AsyncNetworkStream) -> None:
        self._inner = inner

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._inner.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def start_tls(self, *_: Any, **__: Any) -> httpcore2.AsyncNetworkStream:
        return self

    def get_extra_info(self, info: str) -> Any:
        return None if info == "ssl_object" else self._inner.get_extra_info(info)


class _Transport(httpx2.AsyncBaseTransport):
    """What httpx2's own transport does, over a network that can be chosen."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream
        self._pool = httpcore2.AsyncConnectionPool(network_backend=_Network(upstream.port))

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        url = request.url
        self._upstream.scheme = url.scheme
        sent = httpcore2.Request(
            method=request.method,
            url=httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        try:
            answer = await self._pool.handle_async_request(sent)
        except httpcore2.LocalProtocolError as error:
            raise httpx2.LocalProtocolError(str(error)) from error
        content = await answer.aread()
        await answer.aclose()
        return httpx2.Response(answer.status, headers=answer.headers, content=content, request=request)

    async def aclose(self) -> None:
        await self._pool.aclose()
