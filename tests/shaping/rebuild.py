"""The other half of the flattening property: arguments for a tool's schema, and the body they stand for.

Written from the words of the model alone; it shares no code with emission or the runtime.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from mcpgen.model.binding import (
    Alternatives,
    Build,
    Context,
    Convert,
    Each,
    Exact,
    File,
    Fixed,
    Generate,
    Pairs,
    Parsed,
    Presence,
    Reshape,
    Same,
    Take,
    Value,
)

ABSENT = object()
TEXTS = st.sampled_from(["", "a", "text"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=2)
    | st.dictionaries(st.sampled_from(["id", "name", "x"]), inner, max_size=2),
    max_leaves=4,
)


class RefusedError(Exception):
    """The server refuses the call."""


def rebuilt(value: Value, scope: Mapping[str, Any]) -> Any:
    """What stands on the wire for a value, `ABSENT` where nothing is sent.

    Raises RefusedError where the server refuses the call: JSON text of another kind, a field that is given twice.
    """
    match value:
        case Fixed(value=constant):
            return constant
        case Generate() | Context():
            return "generated"
        case Take(argument=name, convert=convert, clearable=clearable, blank=blank, or_null=or_null):
            if clearable and name in scope.get("clear_fields", ()):
                return "" if blank else None
            if name not in scope:
                return None if or_null else ABSENT
            return converted(convert, scope[name])
        case Build(fields=fields, keep=keep, others=others):
            made = {f.name: v for f in fields if (v := rebuilt(f.value, scope)) is not ABSENT}
            more = ABSENT if others is None else rebuilt(others, scope)
            if more is not ABSENT and not made.keys().isdisjoint(more):
                raise RefusedError("a field is given twice")
            made |= {} if more is ABSENT else more
            return made if made or keep else ABSENT


def converted(convert: Convert, value: Any) -> Any:
    match convert:
        case Same() | File():
            return value
        case Exact(type="integer"):
            return int(value)
        case Exact():
            return float(value) if "." in value else int(value)
        case Each(item=item):
            return [converted(item, v) for v in value]
        case Pairs(value=Reshape() as inner):
            return {entry["key"]: converted(inner, entry) for entry in value}
        case Pairs(value=inner):
            return {entry["key"]: converted(inner, entry["value"]) for entry in value}
        case Parsed(type=kind):
            try:
                read = json.loads(value)
            except json.JSONDecodeError as error:
                raise RefusedError("no JSON") from error
            if not isinstance(read, {"object": dict, "array": list}.get(kind, object)):
                raise RefusedError(f"no {kind}")
            return read
        case Reshape(build=build, open=open_):
            read = taken(build)
            made = rebuilt(build, value)
            others = {k: v for k, v in value.items() if k not in read} if open_ else {}
            return {**others, **({} if made is ABSENT else made)}


def taken(value: Value) -> set[str]:
    match value:
        case Take(argument=name):
            return {name}
        case Build(fields=fields):
            return {name for f in fields for name in taken(f.value)}
        case _:
            return set()


def arguments_for(schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Values of the subset of JSON Schema that tools are written in."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "string":
            if schema.get("contentMediaType") == "application/json":
                return JSON.map(json.dumps)
            if "pattern" in schema:
                return st.from_regex(schema["pattern"], fullmatch=True).filter(str.isascii)
            return st.text(
                st.characters(codec="ascii", categories=["L", "N"]),
                min_size=schema.get("minLength", 0),
                max_size=schema.get("maxLength", 12),
            )
        case "integer":
            least = max(schema.get("minimum", -50), schema.get("exclusiveMinimum", -51) + 1)
            most = min(schema.get("maximum", 50), schema.get("exclusiveMaximum", 51) - 1)
            step = schema.get("multipleOf", 1)
            return st.integers(int(-(-least // step)), int(most // step)).map(lambda n: n * step)
        case "number":
            return st.integers(int(schema.get("minimum", -50)) + 1, int(schema.get("maximum", 51)) - 1)
        case "boolean":
            return st.booleans()
        case "array":
            return st.lists(
                arguments_for(schema["items"]),
                min_size=schema.get("minItems", 0),
                max_size=min(schema.get("maxItems", 3), 3),
                unique_by=(json.dumps if schema.get("uniqueItems") else None),
            )
        case "object":
            required = schema.get("required", [])
            properties = {k: arguments_for(v) for k, v in schema.get("properties", {}).items()}
            return st.fixed_dictionaries(
                {k: v for k, v in properties.items() if k in required},
                optional={k: v for k, v in properties.items() if k not in required},
            )
        case other:
            raise AssertionError(f"a tool's schema says type {other!r}")


def allowed(arguments: Mapping[str, Any], presence: tuple[Presence, ...], choices: tuple[Alternatives, ...]) -> bool:
    """Whether the rules over arguments hold."""
    for rule in presence:
        if any(a in arguments for a in rule.given) and not all(a in arguments for a in rule.needs):
            return False
    for choice in choices:
        whole = [all(a in arguments for a in names) for names in choice.sets]
        if not any(whole) or (choice.exclusive and sum(whole) > 1):
            return False
    return True
