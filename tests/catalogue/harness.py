"""A description written in a test: the tools it becomes, the calls they make, and what is said of it.

`make` reads and shapes; the package is written and imported only when a tool is called, in this process.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from textwrap import dedent
from types import FrameType
from typing import Any
from unittest import mock
from urllib.parse import parse_qsl

import anyio
import httpx2
import mcp_types as types
import pytest
from mcp.client import Client
from mcp.shared.exceptions import MCPError

from mcpgen import pipeline
from mcpgen.diagnostics import Diagnostic, Severity, SourceError, Span, located
from mcpgen.emit.data import listed_tool
from mcpgen.emit.names import package_names
from mcpgen.shaping.draft import LeftOut
from mcpgen.shaping.options import Options
from mcpgen.source import Reach
from tests.portable import complaints

Files = Mapping[str, str | bytes]
Source = str | bytes | Files
Tool = dict[str, Any]
Answer = Callable[[httpx2.Request], httpx2.Response]
IMPORTED: dict[str, Path] = {}
"""The folder of the package that is imported, by the name of its module."""


def openapi(body: str, version: str = "3.0.3") -> str:
    """A description of OpenAPI 3: the head, and what else it says (paths, components)."""
    head = (
        f"openapi: {version}\ninfo: {{title: Harbour, version: '1'}}\nservers: [{{url: https://api.harbour.test/v1}}]\n"
    )
    return head + dedent(body).lstrip("\n")


def swagger(body: str) -> str:
    """A description of Swagger 2.0: the head, and what else it says (paths, definitions)."""
    head = "swagger: '2.0'\ninfo: {title: Harbour, version: '1'}\nhost: api.harbour.test\nbasePath: /v1\n"
    return head + dedent(body).lstrip("\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A request as it arrived; `path` and `query` are raw, names of headers in lower case."""

    method: str
    host: str
    path: str
    query: str
    headers: dict[str, str]
    content: bytes = field(repr=False)

    @property
    def line(self) -> str:
        """Method, raw path and raw query."""
        return f"{self.method} {self.path}" + (f"?{self.query}" if self.query else "")

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The query, decoded."""
        return parse_qsl(self.query, keep_blank_values=True)

    @property
    def form(self) -> list[tuple[str, str]]:
        """A body of application/x-www-form-urlencoded, decoded."""
        assert self.headers["content-type"] == "application/x-www-form-urlencoded"
        return parse_qsl(self.content.decode("ascii"), keep_blank_values=True)

    @property
    def body(self) -> Any:
        """A JSON body."""
        assert self.headers["content-type"].endswith("json")
        return json.loads(self.content)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the client was told: a result, or an error of the protocol with its code."""

    text: str
    failed: bool
    code: int | None = None
    """The code of a JSON-RPC error; None where there is a result."""
    structured: Any = None
    content: tuple[types.ContentBlock, ...] = ()

    @property
    def value(self) -> Any:
        """The first text of a result, which is JSON."""
        assert not self.failed, self.text
        first = self.content[0]
        assert isinstance(first, types.TextContent)
        return json.loads(first.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Called(Told):
    """What came of a call: the requests that arrived, in order, and what the client was told."""

    requests: tuple[Sent, ...]

    @property
    def sent(self) -> Sent:
        """The one request of a call that went well."""
        assert not self.failed, self.text
        [request] = self.requests
        return request


@dataclass(frozen=True, kw_only=True)
class Made:
    """The tools of a description, and what was said of it, with places where they are known."""

    source: str
    folder: Path
    made: pipeline.Made
    said: tuple[Diagnostic, ...]
    options: Options
    reach: Reach | None

    @cached_property
    def tools(self) -> dict[str, Tool]:
        """What `tools/list` shows, by name; every tool is one that any client takes."""
        listed = [dict(listed_tool(tool)) for tool in self.made.toolset.tools]
        json.dumps(listed, allow_nan=False)
        assert complaints(listed) == []
        return {tool["name"]: tool for tool in listed}

    def properties(self, name: str) -> dict[str, Any]:
        """The arguments of a tool by name."""
        found: dict[str, Any] = self.tools[name]["inputSchema"].get("properties", {})
        return found

    def required(self, name: str) -> list[str]:
        """The arguments that a tool needs."""
        found: list[str] = self.tools[name]["inputSchema"].get("required", [])
        return found

    def tool_of(self, operation: str) -> str:
        """The name of the tool of an operation, such as `GET /ships`."""
        [name] = [tool.name for tool in self.made.toolset.tools if tool.operation == operation]
        return name

    @property
    def left_out(self) -> dict[str, LeftOut]:
        """The operations that became no tool."""
        return {left.operation: left for left in self.made.left_out}

    def about(self, code: str) -> list[Diagnostic]:
        """What was said under a code."""
        return [each for each in self.said if each.code == code]

    @property
    def errors(self) -> list[Diagnostic]:
        """What was said as an error."""
        return [each for each in self.said if each.severity is Severity.ERROR]

    def call(
        self,
        name: str,
        arguments: dict[str, Any] | None = None,
        *,
        env: Mapping[str, str] | None = None,
        api: Answer | None = None,
        **answer: Any,
    ) -> Called:
        """Calls a tool through a client and the package's own server.

        The API answers as `api` says, else with `answer` (arguments of a response; 200 and an empty object unless given).
        """
        requests, [told] = self.talk([(name, arguments or {})], env=env, api=api, **answer)
        return Called(
            requests=requests,
            text=told.text,
            failed=told.failed,
            code=told.code,
            structured=told.structured,
            content=told.content,
        )

    def talk(
        self,
        calls: Sequence[tuple[str, dict[str, Any]]],
        *,
        env: Mapping[str, str] | None = None,
        api: Answer | None = None,
        at_once: bool = False,
        **answer: Any,
    ) -> tuple[tuple[Sent, ...], list[Told]]:
        """Several calls through one client, one after the other or all at once: what arrived, and what was told of each."""
        seen: list[httpx2.Request] = []

        def received(request: httpx2.Request) -> httpx2.Response:
            seen.append(request)
            return api(request) if api else httpx2.Response(**{"status_code": 200, "json": {}, **answer})

        with self.imported() as server, mock.patch.dict(os.environ, env or {}):
            served = server.make_server(transport=httpx2.MockTransport(received))
            told = anyio.run(_talked, served, calls, at_once)
        return tuple(map(_sent, seen)), told

    @property
    def prefix(self) -> str:
        """What the environment variables of the package begin with."""
        return package_names(self.made.toolset.server).prefix

    def credentials(self, **values: tuple[str, ...]) -> dict[str, str]:
        """The environment that sets the credentials of the given security schemes."""
        env = {auth.key: auth.env for auth in self.made.toolset.upstream.auth}
        return {
            f"{self.prefix}_{name}": value
            for key, given in values.items()
            for name, value in zip(env[key], given, strict=True)
        }

    @cached_property
    def package(self) -> Path:
        """The folder of the package, written."""
        output = self.folder / "package"
        generated = pipeline.generate(self.source, output, self.options, reach=self.reach)
        assert generated.report is not None
        return output

    @contextmanager
    def imported(self) -> Iterator[Any]:
        """The `server` module of the package; that of another test, which may be called the same, is forgotten."""
        [catalog] = self.package.glob("*/catalog.json")
        module = catalog.parent.name
        if IMPORTED.get(module) != self.package:
            for name in [name for name in sys.modules if name.partition(".")[0] == module]:
                del sys.modules[name]
            importlib.invalidate_caches()
        IMPORTED[module] = self.package
        with mock.patch.object(sys, "path", [str(self.package), *sys.path]):
            yield importlib.import_module(f"{module}.server")


def make(folder: Path, source: Source, *, reach: Reach | None = None, **options: Any) -> Made:
    """The tools of a description: its text or bytes (`api.yaml`), or files of which the first is the entry."""
    return make_from(str(lay_out(folder / "source", source)), folder, reach=reach, **options)


def make_from(source: str, folder: Path, *, reach: Reach | None = None, **options: Any) -> Made:
    """The tools of what is at a path or URL; the package goes below `folder`."""
    chosen = Options(**options)
    made = pipeline.tools(source, chosen, reach=reach)
    said = tuple(located(diagnostic, made.sources) for diagnostic in made.diagnostics)
    return Made(source=source, folder=folder, made=made, said=said, options=chosen, reach=reach)


def refused(folder: Path, source: Source, *, reach: Reach | None = None) -> list[Diagnostic]:
    """What is said of a description of which nothing can be made; the first is why."""
    entry = lay_out(folder / "source", source)
    with pytest.raises(SourceError) as caught:
        pipeline.tools(entry, reach=reach)
    locator = caught.value.locator
    said = [located(diagnostic, locator) if locator else diagnostic for diagnostic in caught.value.diagnostics]
    assert said[0].severity is Severity.ERROR
    assert said[0].message
    assert said[0].hint
    return said


def line_of(made: Made, diagnostic: Diagnostic) -> str:
    """The file, below the folder of the source, and line of a diagnostic."""
    assert isinstance(diagnostic.at, Span)
    name = Path(os.path.relpath(diagnostic.at.file, made.folder / "source")).as_posix()
    return f"{name}:{diagnostic.at.line}"


class TooMuchWork(BaseException):
    """More functions were called than a test allows. No `except Exception` on the way takes it for a fault of its own."""


def calls_made(work: Callable[[], object]) -> int:
    """How many functions of Python are called by some work."""
    calls = 0

    def count(_: FrameType, event: str, __: Any) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Raises `TooMuchWork` when more than `calls` functions of Python are called inside."""
    left = calls

    def count(_: FrameType, event: str, __: Any) -> None:
        nonlocal left
        left -= event == "call"
        if left < 0:
            raise TooMuchWork

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


def lay_out(folder: Path, source: Source) -> Path:
    """Writes the files of a source; answers where the entry is."""
    files = source if isinstance(source, Mapping) else {"api.yaml": source}
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else dedent(content).encode())
    return folder / next(iter(files))


async def _talked(server: Any, calls: Sequence[tuple[str, dict[str, Any]]], at_once: bool) -> list[Told]:
    told: dict[int, Told] = {}

    async def call(index: int, name: str, arguments: dict[str, Any]) -> None:
        told[index] = await _told(client, name, arguments)

    async with Client(server) as client:
        if at_once:
            async with anyio.create_task_group() as group:
                for index, (name, arguments) in enumerate(calls):
                    group.start_soon(call, index, name, arguments)
        else:
            for index, (name, arguments) in enumerate(calls):
                await call(index, name, arguments)
    return [told[index] for index in range(len(calls))]


async def _told(client: Client, name: str, arguments: dict[str, Any]) -> Told:
    try:
        result = await client.call_tool(name, arguments)
    except MCPError as error:
        return Told(text=error.message, failed=True, code=error.code)
    return Told(
        text="".join(getattr(content, "text", "") for content in result.content),
        failed=bool(result.is_error),
        structured=result.structured_content,
        content=tuple(result.content),
    )


def _sent(request: httpx2.Request) -> Sent:
    path, _, query = request.url.raw_path.decode("ascii").partition("?")
    return Sent(
        method=request.method,
        host=request.url.host,
        path=path,
        query=query,
        headers={name.lower(): value for name, value in request.headers.items()},
        content=request.content,
    )
