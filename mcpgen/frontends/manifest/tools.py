"""A tool of a manifest: what `tools/list` says of it, and its binding."""

from __future__ import annotations

import re
from dataclasses import replace

import jsonschema_rs

from mcpgen.frontends.manifest.nodes import Entries, Node, nearest
from mcpgen.frontends.manifest.requests import read_request
from mcpgen.frontends.manifest.values import Scope
from mcpgen.frontends.manifest.vocabulary import (
    ANNOTATION_KEYS,
    DEFAULT_GROUP,
    FOREIGN_TOOL_KEYS,
    RESULT_KEYS,
    TOOL_KEYS,
)
from mcpgen.model.binding import Result
from mcpgen.model.json import UNSET
from mcpgen.model.toolset import Hints, Tool

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def read_tool(node: Node) -> Tool | None:
    """The tool, or None where its binding is missing or it is none; mistakes are reported at their nodes."""
    if not isinstance(node.value, dict):
        node.json_object()
        return None
    name = node.value.get("name")
    node = node.about(name if isinstance(name, str) else "")
    if "http" not in node.value:
        report_unbound(node)
        return None
    for key in FOREIGN_TOOL_KEYS:
        if foreign := node.get(key):
            foreign.warn("manifest-not-carried", f"The generated server does not carry {key!r}.", "Take it out.")
    entries = node.keys((*TOOL_KEYS, *FOREIGN_TOOL_KEYS), needed=("name", "inputSchema"))
    if "name" in entries:
        _check_name(entries["name"])
    scope = Scope(schema=_input_schema(entries), top=True)
    request = read_request(entries["http"], scope)
    scope.report_unread()
    annotations = entries["annotations"].keys(ANNOTATION_KEYS) if "annotations" in entries else Entries()
    return Tool(
        name=entries.text("name"),
        title=entries.text("title", annotations.text("title")),
        description=entries.text("description"),
        input_schema=entries["inputSchema"].json_object() if "inputSchema" in entries else {},
        output_schema=entries["outputSchema"].json_object() if "outputSchema" in entries else None,
        hints=_hints(annotations),
        group=entries.text("group", DEFAULT_GROUP),
        operation=entries.text("operation", f"{request.method} {request.path}"),
        request=request,
        result=_result(entries["result"], scope) if "result" in entries else Result(),
        sources=_sources(entries["sources"], scope) if "sources" in entries else {},
        origin=node.origin,
    )


def report_unbound(node: Node) -> None:
    """Says that nothing tells which request a tool makes; `lint` can still read it."""
    name = node.value.get("name")
    hint = "Add 'http' with the request and where each argument goes; to check the tool as it is, use mcpgen lint."
    if "operation" in node.value:
        hint = "The request is not derived from 'operation': write it out under 'http'."
    node.error("manifest-no-binding", f"Nothing says which request {name!r} makes.", hint)


def _check_name(node: Node) -> None:
    if isinstance(node.value, str) and not _NAME.fullmatch(node.value):
        node.error(
            "manifest-tool-name",
            f"{node.value!r} cannot be a tool's name.",
            "Use 1 to 128 letters, digits, '_', '-' and '.'.",
        )


def _input_schema(entries: Entries) -> Node | None:
    """The node of the input schema, or None where it is no mapping."""
    node = entries.get("inputSchema")
    if node is None or not isinstance(node.value, dict):
        return None
    if node.value.get("type") != "object":
        node.error("manifest-input-schema", "The input schema must have the type 'object'.", "Add: type: object.")
    if properties := node.get("properties"):
        properties.json_object()
    _check_schema(node)
    return node


def _check_schema(node: Node) -> None:
    """Reports where a schema breaks JSON Schema 2020-12; one that names another dialect is not looked at."""
    try:
        jsonschema_rs.meta.validate(node.value)
    except jsonschema_rs.ValidationError as error:
        place = replace(node, origin=node.origin.at(*error.instance_path))
        place.error(
            "manifest-input-schema", f"This is no JSON Schema: {error.message}.", "Write it as JSON Schema 2020-12."
        )
    except (jsonschema_rs.ReferencingError, ValueError):
        return


def _hints(annotations: Entries) -> Hints:
    """The annotations, with the protocol's defaults for those that are not written."""
    return Hints(
        read_only=annotations.flag("readOnlyHint", False),
        destructive=annotations.flag("destructiveHint", True),
        idempotent=annotations.flag("idempotentHint", False),
        open_world=annotations.flag("openWorldHint", True),
    )


def _sources(node: Node, scope: Scope) -> dict[str, str]:
    """The tool that returns the values of each argument, by its name; the arguments must be known."""
    found = {}
    for name in node.json_object():
        entry = node.get(name)
        if entry is not None:
            scope.expect(name, entry)
            found[name] = entry.text()
    return found


def _result(node: Node, scope: Scope) -> Result:
    entries = node.keys(RESULT_KEYS)
    if "confirm" in entries:
        _check_confirm(entries["confirm"], scope)
    return Result(
        media_type=entries.text("media", "application/json"),
        status=entries["status"].integer() if "status" in entries else 200,
        example=entries["example"].value if "example" in entries else UNSET,
        string_ids=entries.texts("string_ids"),
        items=entries.text("items") if "items" in entries else None,
        next=_next(entries["next"], scope) if "next" in entries else None,
        secrets=entries.texts("secrets"),
        confirm=entries.text("confirm"),
        not_found=entries.text("not_found"),
        headers=entries.texts("headers"),
    )


def _next(node: Node, scope: Scope) -> tuple[str, str]:
    entries = node.keys(("from", "to"), needed=("from", "to"))
    pointer, argument = entries.text("from"), entries.text("to")
    if "to" in entries:
        scope.expect(argument, entries["to"])
    return pointer, argument


def _check_confirm(node: Node, scope: Scope) -> None:
    known = scope.properties
    names = _PLACEHOLDER.findall(node.value) if isinstance(node.value, str) else []
    for name in dict.fromkeys(names):
        if known is not None and name not in known:
            node.warn(
                "manifest-unknown-argument", f"There is no argument {name!r} to put in.", nearest(name, list(known))
            )
