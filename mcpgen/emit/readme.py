"""README.md, and the JSON files that tell clients and registries of the server."""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.emit.literals import Markdown, finished, json_text, markdown, markdown_code, one_line
from mcpgen.emit.names import PackageNames
from mcpgen.emit.project import LONGEST_SUMMARY, cut, package_version, sentence, summary, title
from mcpgen.emit.settings import Setting, settings
from mcpgen.model.json import Json
from mcpgen.model.toolset import Hints, Tool, Toolset

_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
_THIS_FOLDER = "/path/to/this/folder"
_NAMESPACE = "com.example"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a README table."""

    cells: tuple[Markdown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadmeView:
    """README.md."""

    title: Markdown
    registry_name: Markdown
    introduction: Markdown
    distribution: Markdown
    package: Markdown
    slug: Markdown
    needed: Markdown
    client: Markdown
    settings: tuple[Row, ...]
    tools: tuple[Row, ...]
    source: Markdown


def readme_view(toolset: Toolset, names: PackageNames) -> ReadmeView:
    """README.md: what it is, how to run it, its settings and tools."""
    rows = settings(toolset)
    needed = "".join(f"{names.prefix}_{row.name}=... " for row in rows if row.required)
    source = f" (made from {markdown_code(toolset.source)})" if toolset.source else ""
    return ReadmeView(
        title=markdown(title(toolset, names)),
        registry_name=finished(Markdown, registry_name(names)),
        introduction=markdown(f"An MCP server with {_count(len(toolset.tools), 'tool')} for {title(toolset, names)}."),
        distribution=finished(Markdown, names.distribution),
        package=finished(Markdown, names.package),
        slug=finished(Markdown, names.slug),
        needed=finished(Markdown, needed),
        client=finished(Markdown, json_text(client_anywhere(toolset, names)).rstrip()),
        settings=tuple(_setting_row(row, names) for row in rows),
        tools=tuple(_tool_row(tool) for tool in toolset.tools),
        source=finished(Markdown, source),
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _setting_row(row: Setting, names: PackageNames) -> Row:
    default = markdown_code(row.default) if row.default else markdown("required" if row.required else "")
    return Row(cells=(markdown_code(f"{names.prefix}_{row.name}"), markdown(row.text), default))


def _tool_row(tool: Tool) -> Row:
    said = sentence(tool.description) or tool.title
    return Row(cells=(markdown_code(tool.name), markdown(said), markdown(hints_text(tool.hints))))


def hints_text(hints: Hints) -> str:
    """The hints in words, those that hold."""
    words = {
        "reads only": hints.read_only,
        "destructive": hints.destructive,
        "idempotent": hints.idempotent,
        "open world": hints.open_world,
    }
    return ", ".join(word for word, holds in words.items() if holds)


def registry_name(names: PackageNames) -> str:
    """The server's name in a registry; its owner puts a namespace of their own in front."""
    return f"{_NAMESPACE}/{names.distribution}"


def client_config(toolset: Toolset, names: PackageNames) -> Json:
    """.mcp.json: how a client starts the server; credentials come from the client's own environment."""
    return _client(toolset, names, ["run", names.distribution], "${{{0}}}")


def client_anywhere(toolset: Toolset, names: PackageNames) -> Json:
    """The same for a client that runs in another folder and reads no variables: what stands in README."""
    return _client(toolset, names, ["run", "--directory", _THIS_FOLDER, names.distribution], "…")


def _client(toolset: Toolset, names: PackageNames, arguments: list[str], value: str) -> Json:
    variables = [f"{names.prefix}_{row.name}" for row in settings(toolset) if row.required]
    server: dict[str, Json] = {"command": "uv", "args": arguments}
    if variables:
        server["env"] = {name: value.format(name) for name in variables}
    return {"mcpServers": {names.slug: server}}


def registry_entry(toolset: Toolset, names: PackageNames) -> Json:
    """server.json."""
    version = package_version(toolset.server.version)
    return {
        "$schema": _SCHEMA,
        "name": registry_name(names),
        "title": cut(title(toolset, names), LONGEST_SUMMARY),
        "description": summary(toolset, names),
        "version": version,
        "packages": [
            {
                "registryType": "pypi",
                "identifier": names.distribution,
                "version": version,
                "transport": {"type": "stdio"},
                "environmentVariables": [_variable(row, names) for row in settings(toolset)],
            }
        ],
    }


def _variable(row: Setting, names: PackageNames) -> Json:
    entry: dict[str, Json] = {
        "name": f"{names.prefix}_{row.name}",
        "description": one_line(row.text),
        "isRequired": row.required,
        "isSecret": row.secret,
        "format": "string",
    }
    if row.default:
        entry["default"] = row.default
    return entry
