"""The package's data files: what `tools/list` answers, the schemas of bodies, what the mock answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcpgen.emit.literals import json_text
from mcpgen.model.binding import Build, Take
from mcpgen.model.json import UNSET, Json, JsonObject, Unset
from mcpgen.model.media import is_json
from mcpgen.model.toolset import Hints, Tool, Toolset

_DEFINITION = "#/$defs/"
_WRITTEN_APART = {"query": "query", "cookie": "cookies"}
"""Places in which an object is written a part at a time, by the keyword that holds its values."""


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
    """`bodies.json`: the schema of each body that is checked, those of arguments by their name, those of objects that
    several arguments make by place and name, and the definitions they reach; None where none is."""
    checks = {tool.name: check for tool in toolset.tools if (check := body_check(tool)) is not None}
    inputs = {tool.name: found for tool in toolset.tools if (found := argument_checks(tool))}
    places = {tool.name: found for tool in toolset.tools if (found := place_checks(tool))}
    more = {key: found for key, found in (("arguments", inputs), ("places", places)) if found}
    if not checks and not more:
        return None
    defined = reached([list(checks.values()), *(list(found.values()) for found in more.values())], toolset.definitions)
    return {"$defs": defined, "tools": checks, **more}


def argument_checks(tool: Tool) -> JsonObject:
    """The schemas that the values of arguments outside the body are checked against, by argument."""
    placed = tool.request.parameters
    return {p.value.argument: p.check for p in placed if p.check is not None and isinstance(p.value, Take)}


def place_checks(tool: Tool) -> JsonObject:
    """The schemas that objects outside the body are checked against which several arguments make, by place and name."""
    found: dict[str, dict[str, Json]] = {}
    for placed in tool.request.parameters:
        if placed.check is not None and isinstance(placed.value, Build) and placed.place in _WRITTEN_APART:
            found.setdefault(_WRITTEN_APART[placed.place], {})[placed.name] = placed.check
    return found


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
