"""The MCP server: lists the tools of catalog.json, and answers calls whatever happens in them."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

import httpx2
import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from . import results
from .api import Api, Connection, Hooks
from .arguments import Arguments
from .context import Context
from .errors import OUT_OF_MEMORY, RUNTIME_ERROR, ArgumentError, CallFailed, UpstreamError, failure
from .facts import Facts
from .forwarding import forwarded
from .masking import masked
from .mock import MockApi
from .notes import notes_of
from .settings import read_settings
from .tool import Tool, find

log = logging.getLogger(__name__)

Request = ServerRequestContext[Connection, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """What a server is made of. `modules` maps a tool to its module below `tools`."""

    name: str
    facts: Facts
    modules: Mapping[str, str]
    hooks: Hooks

    def tool(self, name: str) -> Tool:
        """A tool; its module is imported when it is first asked for."""
        return find(import_module(f"{self.name}.tools.{self.modules[name]}"), name)


def read_data(package: str, file: str) -> Any:
    """A JSON file of a package."""
    return json.loads(files(package).joinpath(file).read_bytes())


@cache
def catalog(package: str) -> tuple[types.Tool, ...]:
    """The tools of catalog.json, read once in a process."""
    return tuple(map(types.Tool.model_validate, read_data(package, "catalog.json")["tools"]))


class Calls:
    """Answers tools/call."""

    def __init__(self, package: Package, tools: list[types.Tool]) -> None:
        self._package = package
        self._tools = {tool.name: tool for tool in tools}
        self._arguments = {tool.name: Arguments(tool.input_schema) for tool in tools}
        self._tool = cache(package.tool)

    async def answer(
        self, request: Request, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """The result of a call, or MCPError with a code of the table in errors.py."""
        if params.name not in self._tools:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name[:100]}")
        try:
            return await self._call(request, params.name, params.arguments or {})
        except ArgumentError as error:
            failed = CallFailed(f"{params.name} was not called. {error.text}", error.code)
        except UpstreamError as error:
            next_step = self._tool(params.name).not_found if error.status == 404 else ""
            failed = error.advised(next_step) if next_step else error
        except CallFailed as error:
            failed = error
        except MemoryError:
            text = "This server ran out of memory. Ask for less, or try again later."
            failed = CallFailed(text, OUT_OF_MEMORY)
        except Exception as error:
            log.error("%s failed: %s", params.name, _where(error))
            text = f"{params.name} failed inside this server. Trying again is unlikely to help."
            failed = CallFailed(text, RUNTIME_ERROR)
        return failure(failed, self._package.facts.profile)

    async def _call(
        self, request: Request, name: str, given: Mapping[str, Any]
    ) -> types.CallToolResult:
        connection, package = request.lifespan_context, self._package
        tool = self._tool(name)
        args = self._arguments[name].checked(given, tool)
        if tool.check_arguments:
            tool.check_arguments(package.name, name)(args)
        check = tool.check_body(package.name, name) if tool.check_body else None
        places = tool.check_places(package.name, name) if tool.check_places else None
        headers = forwarded(request.request, connection.settings.forward_headers)
        api = Api(connection, Context.read(request.meta, headers), check, places)
        async with connection.limits.call():
            reply = await tool.function(args, api)
        secrets, most_bytes = api.secrets(), connection.settings.max_result_bytes
        known = self._tools[name].input_schema.get("properties", {})
        notes = masked(notes_of(reply, args, known, tool.headers), secrets)
        structured = package.facts.profile == "mcp"
        wanted = self._tools[name].output_schema is not None
        found = results.value_of(tool, reply, args, secrets)
        if found is None:
            return results.media_of(
                reply, notes, secrets, structured=structured and wanted, most_bytes=most_bytes
            )
        value, is_json = found
        value = await package.hooks.after_response(name, value)
        return results.shown(
            tool,
            value,
            is_json=is_json,
            structured=structured,
            wanted=wanted,
            most_bytes=most_bytes,
            notes=notes,
        )


def build_server(
    package: Package, *, mock: bool, transport: httpx2.AsyncBaseTransport | None
) -> Server[Connection]:
    """The server of a package. Raises SettingsError for a setting that cannot be used."""
    facts = package.facts
    settings = read_settings(facts)
    tools = list(catalog(package.name))
    if mock and transport is None:
        transport = MockApi(read_data(package.name, "answers.json"), settings.base_url)

    async def list_tools(
        request: Request, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        if params is not None and params.cursor is not None:
            raise MCPError(types.INVALID_PARAMS, "Unknown cursor: all tools are on one page.")
        return types.ListToolsResult(tools=tools)

    def lifespan(_: Server[Connection]) -> AbstractAsyncContextManager[Connection]:
        return _connected(Connection(facts, settings, package.hooks, transport, mock))

    return Server(
        facts.name,
        version=facts.version,
        title=facts.title,
        instructions=facts.instructions or None,
        lifespan=lifespan,
        cache_hints={"tools/list": CacheHint(300_000, "public")},
        get_tool_input_schema={tool.name: tool.input_schema for tool in tools}.get,
        on_list_tools=list_tools,
        on_call_tool=Calls(package, tools).answer,
    )


@asynccontextmanager
async def _connected(connection: Connection) -> AsyncIterator[Connection]:
    try:
        yield connection
    finally:
        await connection.close()


def _where(error: Exception) -> str:
    """The kind of an error and the line that raised it; never its text, which may hold secrets."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    place = f" at {last.tb_frame.f_code.co_filename}:{last.tb_lineno}" if last is not None else ""
    return f"{type(error).__name__}{place}"
