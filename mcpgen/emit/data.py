"""The package's data files: what `tools/list` answers, the schemas of bodies, what the mock answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeGuard

from mcpgen.emit.literals import json_text
from mcpgen.model.binding import Build, Take, Value, makes_parts
from mcpgen.model.json import UNSET, Json, JsonObject, Unset
from mcpgen.model.media import is_json
from mcpgen.model.toolset import Hints, Tool, Toolset

_DEFINITION = "#/$defs/"
_HELD_IN = {
    "path": "path", "query": "query", "header": "headers", "cookie": "cookies", "querystring": "query_string",
}  # fmt: skip
"""The keyword of a request that holds the values of each place."""


def listed_tool(tool: Tool) -> JsonObject:
    """A tool as `tools/list` shows it."""
    listed: dict[str, Json] = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
    }
    if tool.output_schema is not None:
        listed["outputSchema"] = tool.output_schema
    listed["annotations"] = hint_values(tool.hints)
    return listed


def hint_values(hints: Hints) -> JsonObject:
    """All four hints, written out (ANN001)."""
    return {
        "readOnlyHint": hints.read_only,
        "destructiveHint": hints.destructive,
        "idempotentHint": hints.idempotent,
        "openWorldHint": hints.open_world,
    }


def bodies(toolset: Toolset) -> JsonObject | None:
    """`bodies.json`: the schema of each body that is checked, those of arguments by their name, those of values with
    parts by place and name, and the definitions they reach; None where none is."""
    checks = {tool.name: check for tool in toolset.tools if (check := body_check(tool)) is not None}
    inputs = {tool.name: found for tool in toolset.tools if (found := argument_checks(tool))}
    places = {tool.name: found for tool in toolset.tools if (found := place_checks(tool))}
    more = {key: found for key, found in (("arguments", inputs), ("places", places)) if found}
    if not checks and not more:
        return None
    defined = reached([list(checks.values()), *(list(found.values()) for found in more.values())], toolset.definitions)
    return {"$defs": defined, "tools": checks, **more}


def argument_checks(tool: Tool) -> JsonObject:
    """The schemas that the values of arguments outside the body are checked against, by argument: as they are given."""
    placed = tool.request.parameters
    return {p.value.argument: p.check for p in placed if p.check is not None and _is_plain(p.value)}


def place_checks(tool: Tool) -> JsonObject:
    """The schemas that values outside the body are checked against as they are sent, by place and name: objects that
    several arguments make, JSON text, maps and lists of objects."""
    found: dict[str, dict[str, Json]] = {}
    for placed in tool.request.parameters:
        if placed.check is not None and isinstance(placed.value, Build | Take) and not _is_plain(placed.value):
            found.setdefault(_HELD_IN[placed.place], {})[placed.name] = placed.check
    return found


def _is_plain(value: Value) -> TypeGuard[Take]:
    """Whether a value is an argument as it is given, or a list of these."""
    return isinstance(value, Take) and not makes_parts(value.convert)


def body_check(tool: Tool) -> JsonObject | None:
    """The schema a tool's body is checked against, or None."""
    return tool.request.body.check if tool.request.body is not None else None


def reached(roots: Json, definitions: JsonObject) -> JsonObject:
    """The definitions that `roots` refer to, directly or through others, in the order of `definitions`."""
    found: set[str] = set()
    waiting = list(_references(roots))
    while waiting:
        name = waiting.pop()
        if name not in found and name in definitions:
            found.add(name)
            waiting += _references(definitions[name])
    return {name: schema for name, schema in definitions.items() if name in found}


def _references(schema: Json) -> Iterator[str]:
    match schema:
        case Mapping():
            target = schema.get("$ref")
            if isinstance(target, str) and target.startswith(_DEFINITION):
                name = target.removeprefix(_DEFINITION).partition("/")[0]
                yield name.replace("~1", "/").replace("~0", "~")
            for item in schema.values():
                yield from _references(item)
        case list() | tuple():
            for item in schema:
                yield from _references(item)


def answers(toolset: Toolset) -> list[JsonObject]:
    """`answers.json`: one answer for each operation the tools call, the first tool's where several share one."""
    found: dict[tuple[str, str], JsonObject] = {}
    for tool in toolset.tools:
        found.setdefault((tool.request.method, tool.request.path), _answer(tool))
    return list(found.values())


def _answer(tool: Tool) -> JsonObject:
    request, result = tool.request, tool.result
    answer: dict[str, Json] = {
        "method": request.method,
        "path": request.path,
        "status": result.status,
        "media_type": result.media_type,
    }
    body = answer_body(tool)
    if body is not UNSET:
        answer["body"] = body
    return answer


def answer_body(tool: Tool) -> Json | Unset:
    """The body of the documented answer: text where the media type is no JSON; never one for HEAD, 204, 205 and 304
    (RFC 9110, 6.4.1)."""
    result = tool.result
    bodiless = tool.request.method == "HEAD" or result.status in (204, 205, 304) or not result.media_type
    if result.example is UNSET or bodiless:
        return UNSET
    if is_json(result.media_type) or isinstance(result.example, str):
        return result.example
    return json_text(result.example).rstrip()
