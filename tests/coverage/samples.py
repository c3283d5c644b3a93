"""Sample arguments for a tool, from its input schema; a body that the original schema accepts lends its values.

Each sample is a call: the required arguments alone, all of them, each optional one by itself, and the edges of what the
schema allows (least and most, shortest and longest, first and last).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Final

from mcpgen.model.binding import Build, Convert, Each, Fixed, Pairs, Parsed, Reshape, Same, Take, Value
from mcpgen.model.toolset import Tool
from tests.wire.sampling import FORMATS, text_matching

ABSENT: Final = object()
_DEEPEST: Final = 12


class Edge(Enum):
    """Which value of those allowed."""

    LIKE = "like"
    """What the lent body has, where it fits."""
    LOW = "low"
    HIGH = "high"


def instance(schema: Any, defs: Mapping[str, Any], *, full: bool, depth: int = 0) -> Any:
    """A value that a converted schema is likely to accept; `full` with its optional properties."""
    flat = flattened(schema, defs)
    if "const" in flat and flat["const"] in flat.get("enum", [flat["const"]]):
        return flat["const"]
    if flat.get("enum"):
        return next((v for v in flat["enum"] if v is not None), None)
    types = flat.get("type", [])
    types = [types] if isinstance(types, str) else [t for t in types if t != "null"] or ["null"]
    kind = types[0] if types else _implied(flat)
    match kind:
        case "object":
            shallow = full and depth < _DEEPEST
            required, properties = flat.get("required", []), flat.get("properties", {})
            names = [*properties, *(n for n in required if n not in properties)]
            if depth >= 2 * _DEEPEST:
                return {}
            made = {
                n: instance(properties.get(n, True), defs, full=full and depth < 3, depth=depth + 1)
                for n in names
                if n in required or (shallow and _may_be_given(properties.get(n)))
            }
            others = flat.get("additionalProperties")
            if not names and isinstance(others, dict) and (shallow or flat.get("minProperties")):
                made["alpha"] = instance(others, defs, full=full and depth < 3, depth=depth + 1)
            return made
        case "array":
            least = max(int(flat.get("minItems", 0)), 1 if full and depth < _DEEPEST else 0)
            items = flat.get("prefixItems") or []
            made = [
                instance(items[k] if k < len(items) else flat.get("items", True), defs, full=full, depth=depth + 1)
                for k in range(min(least, 3, int(flat.get("maxItems", 3))))
            ]
            return made
        case "integer" | "number":
            return _number(flat, Edge.LOW)
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return _text(flat, Edge.LIKE)


def _may_be_given(schema: Any) -> bool:
    """Whether a request may carry a property."""
    return schema is not False and not (isinstance(schema, dict) and schema.get("readOnly"))


def flattened(schema: Any, defs: Mapping[str, Any], seen: set[str] | None = None) -> dict[str, Any]:
    """References followed, each once, `allOf` joined and the first choice made."""
    seen = set() if seen is None else seen
    if not isinstance(schema, dict) or schema.get("$ref") in seen:
        return {}
    seen |= {schema["$ref"]} if "$ref" in schema else set()
    out = {k: v for k, v in schema.items() if k not in ("$ref", "allOf", "oneOf", "anyOf")}
    parts = [defs[schema["$ref"].removeprefix("#/$defs/")]] if "$ref" in schema else []
    parts += schema.get("allOf", ())
    parts += [choices[0] for key in ("oneOf", "anyOf") if (choices := schema.get(key))]
    for part in parts:
        inner = flattened(part, defs, seen)
        properties = {**inner.get("properties", {}), **out.get("properties", {})}
        required = list(dict.fromkeys([*out.get("required", ()), *inner.get("required", ())]))
        out = {**inner, **out}
        if properties:
            out["properties"] = properties
        if required:
            out["required"] = required
    return out


def _implied(flat: Mapping[str, Any]) -> str:
    if "properties" in flat or "required" in flat or "additionalProperties" in flat:
        return "object"
    return "array" if "items" in flat else "string"


def calls(tool: Tool, lent: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Sample arguments for a tool; `lent` are values of its arguments taken from valid bodies."""
    schemas = tool.input_schema.get("properties", {})
    required = tool.input_schema.get("required", [])
    bound = [p.value for p in tool.request.parameters] + ([tool.request.body.value] if tool.request.body else [])
    converts = {name: convert for each in bound for name, convert in _converts(each)}

    def call(names: list[str], edge: Edge) -> dict[str, Any]:
        return {n: value(schemas[n], converts.get(n, Same()), edge, lent.get(n, ABSENT)) for n in names}

    everything = [n for n in schemas if n != "clear_fields"]
    for edge in Edge:
        yield call(required, edge)
        yield call(everything, edge)
    for name in everything:
        if name not in required:
            yield call([*required, name], Edge.LIKE)
            yield call([*required, name], Edge.LOW)
    clearable = schemas.get("clear_fields", {}).get("items", {}).get("enum", [])
    for name in clearable:
        yield {**call(required, Edge.LIKE), "clear_fields": [name]}


def _converts(value: Value) -> Iterator[tuple[str, Convert]]:
    match value:
        case Take(argument=name, convert=convert):
            yield name, convert
        case Build(fields=fields, others=others):
            for each in fields:
                yield from _converts(each.value)
            if others is not None:
                yield from _converts(others)
        case _:
            return


def value(schema: Mapping[str, Any], convert: Convert, edge: Edge, like: Any = ABSENT) -> Any:
    """A value of an input schema."""
    if isinstance(convert, Parsed):
        plain = {"object": {}, "array": []}.get(convert.type, "text")
        return json.dumps(plain if like is ABSENT or edge is Edge.LOW else like)
    fits = like is not ABSENT and like is not None and ("enum" not in schema or like in schema["enum"])
    if edge is Edge.LIKE and fits and not isinstance(like, list | dict):
        return str(like) if schema.get("type") == "string" and not isinstance(like, str) else like
    if "enum" in schema:
        return schema["enum"][-1 if edge is Edge.HIGH else 0]
    match schema.get("type"):
        case "array":
            return _array(schema, convert, edge, like)
        case "object":
            return _object(schema, convert, edge, like)
        case "integer" | "number":
            return _number(schema, edge)
        case "boolean":
            return edge is not Edge.LOW
        case _:
            return _text(schema, edge)


def _array(schema: Mapping[str, Any], convert: Convert, edge: Edge, like: Any) -> list[Any]:
    items, least = schema["items"], int(schema.get("minItems", 0))
    most = int(schema.get("maxItems", max(least, 1)))
    if isinstance(convert, Pairs):
        entries = list(like.items()) if isinstance(like, dict) else []
        key, held = entries[0] if entries else ("alpha", ABSENT)
        if isinstance(convert.value, Reshape):
            made = {**_object(items, convert.value, edge, held), "key": key}
        else:
            made = {"key": key, "value": value(items["properties"]["value"], convert.value, edge, held)}
        return [made] if edge is not Edge.LOW or least else []
    inner = convert.item if isinstance(convert, Each) else convert
    one = value(items, inner, edge, like[0] if isinstance(like, list) and like else ABSENT)
    count = least if edge is Edge.LOW else min(max(least, 1), max(most, 0))
    if schema.get("uniqueItems") and count > 1:
        return list(dict.fromkeys(items.get("enum", [one])))[:count]
    return [one] * min(count, 50)


def _object(schema: Mapping[str, Any], convert: Convert, edge: Edge, like: Any) -> dict[str, Any]:
    """An object argument, with what the valid body has of it; beside its listed properties it takes what that lends."""
    assert isinstance(convert, Reshape)
    held = like if isinstance(like, dict) else {}
    lent = dict(arguments_like(convert.build, held))
    converts = dict(_converts(convert.build))
    required = schema.get("required", [])
    properties = {n: s for n, s in schema["properties"].items() if n != "key" or n in converts}
    given = set(lent) if edge is Edge.LIKE and lent else set() if edge is Edge.LOW else set(properties)
    made = {n: value(s, converts[n], edge, lent.get(n, ABSENT)) for n, s in properties.items()
            if n in required or n in given}  # fmt: skip
    if convert.open and edge is Edge.LIKE:
        read = {f.name for f in convert.build.fields}
        made |= {k: v for k, v in held.items() if k not in read and k not in made and k not in properties}
    return made


def arguments_like(bound: Value, held: Any) -> Iterator[tuple[str, Any]]:
    """The values of a body by the argument that gives each."""
    match bound:
        case Take(argument=name):
            if held is not ABSENT:
                yield name, held
        case Build(fields=fields):
            for each in fields:
                inner = held.get(each.name, ABSENT) if isinstance(held, dict) else ABSENT
                yield from arguments_like(each.value, inner)
        case Fixed():
            return
        case _:
            return


def _number(schema: Mapping[str, Any], edge: Edge) -> int | float:
    step = schema.get("multipleOf", 1)
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is None and schema.get("exclusiveMinimum") is not None:
        least = schema["exclusiveMinimum"] + step
    if most is None and schema.get("exclusiveMaximum") is not None:
        most = schema["exclusiveMaximum"] - step
    wanted = most if edge is Edge.HIGH else least
    wanted = next((v for v in (wanted, least, most) if v is not None), 1)
    if schema.get("type") == "integer" and wanted != int(wanted):
        wanted = int(wanted) + (1 if edge is not Edge.HIGH else 0)
    if "multipleOf" in schema and wanted % step:
        wanted = (wanted // step + (0 if edge is Edge.HIGH else 1)) * step
    return wanted


def _text(schema: Mapping[str, Any], edge: Edge) -> str:
    if schema.get("examples") and edge is not Edge.LOW:
        return str(schema["examples"][0])
    if schema.get("pattern"):
        return text_matching(schema)
    if schema.get("format") in FORMATS:
        return FORMATS[schema["format"]]
    least, most = int(schema.get("minLength", 0)), int(schema.get("maxLength", 60))
    if edge is Edge.LOW:
        return "a" * least
    return ("text" if edge is Edge.LIKE else "text of some length").ljust(least, "x")[:most]
