"""What every client can take: the subset of JSON Schema and of names that the strictest one accepts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

_TOOL_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_ARGUMENT: Final = re.compile(r"[A-Za-z0-9_]{1,64}")
_TYPES: Final = ("string", "integer", "number", "boolean", "array", "object")
_UNPORTABLE: Final = re.compile(r"\(\?[=!<]|\\[pP]\{?")
_COMBINATORS: Final = ("oneOf", "anyOf", "allOf", "not", "if", "then", "else", "dependentSchemas", "dependentRequired")
_REFERENCES: Final = ("$ref", "$dynamicRef", "$defs", "definitions", "$anchor", "$id")
_OPEN_OBJECTS: Final = ("patternProperties", "unevaluatedProperties", "propertyNames")


def complaints(tools: list[dict[str, Any]]) -> list[str]:
    """What a strict client would refuse in the tools of a server; empty when all is well."""
    names = [tool["name"] for tool in tools]
    found = [f"two tools are called {name}" for name in sorted({name for name in names if names.count(name) > 1})]
    for tool in tools:
        found += [f"{tool['name']}: {complaint}" for complaint in _of_tool(tool)]
    return found


def _of_tool(tool: dict[str, Any]) -> Iterator[str]:
    if not _TOOL_NAME.fullmatch(tool["name"]):
        yield "its name is not portable"
    if not tool.get("description"):
        yield "it has no description"
    schema = tool.get("inputSchema")
    if not isinstance(schema, dict) or schema.get("type") != "object":
        yield "its input is no object"
        return
    if schema.get("additionalProperties") is not False:
        yield "unknown arguments are not refused"
    yield from _of_object(schema, "input", may_be_empty=True)
    for key in ("inputSchema", "outputSchema"):
        if key in tool:
            yield from _invalid(tool[key], key)
    if "outputSchema" in tool and tool["outputSchema"].get("type") != "object":
        yield "its output is no object"


def _of_schema(schema: Any, place: str) -> Iterator[str]:
    if not isinstance(schema, dict):
        yield f"{place} is no schema"
        return
    kind = schema.get("type")
    if kind not in _TYPES:
        yield f"{place} has the type {kind!r}"
    for keyword in (*_COMBINATORS, *_REFERENCES, *_OPEN_OBJECTS):
        if keyword in schema:
            yield f"{place} uses {keyword}"
    if "enum" in schema and (kind != "string" or not all(isinstance(value, str) for value in schema["enum"])):
        yield f"{place} has an enum that is not of strings"
    if "pattern" in schema:
        yield from _of_pattern(schema["pattern"], place)
    if kind == "array":
        if "items" in schema:
            yield from _of_schema(schema["items"], f"{place}[]")
        else:
            yield f"{place} is an array without items"
    if kind == "object":
        yield from _of_object(schema, place)


def _of_object(schema: dict[str, Any], place: str, *, may_be_empty: bool = False) -> Iterator[str]:
    properties = schema.get("properties", {})
    if not properties and not may_be_empty:
        yield f"{place} is an object without properties"
    for keyword in (*_COMBINATORS, *_REFERENCES, *_OPEN_OBJECTS):
        if may_be_empty and keyword in schema:
            yield f"{place} uses {keyword}"
    for name in schema.get("required", ()):
        if name not in properties:
            yield f"{place} requires {name}, which it has not"
    for name, inner in properties.items():
        if not _ARGUMENT.fullmatch(name):
            yield f"{place}.{name} is no portable name"
        yield from _of_schema(inner, f"{place}.{name}")


def _of_pattern(pattern: str, place: str) -> Iterator[str]:
    if _UNPORTABLE.search(pattern):
        yield f"{place} has the unportable pattern {pattern!r}"
    try:
        re.compile(pattern)
    except re.error:
        yield f"{place} has the broken pattern {pattern!r}"


def _invalid(schema: Any, place: str) -> Iterator[str]:
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        yield f"{place} is no valid schema: {error.message}"
