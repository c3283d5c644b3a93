"""Which kinds of JSON value an argument can put at a place of a body, by the binding alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mcpgen.model.binding import (
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
    Reshape,
    Same,
    Take,
    Value,
)
from tests.coverage.original import ITEM
from tests.shaping.rebuild import taken

ALL: Final = frozenset({"string", "integer", "number", "boolean", "array", "object", "any"})
NONE: Final = frozenset[str]()
FIXED: Final = frozenset({"fixed"})
Path = tuple[str, ...]


def reached(value: Value, arguments: Mapping[str, Any], path: Path) -> frozenset[str]:
    """The kinds that can stand at `path` below a value; `arguments` are the schemas of its scope."""
    match value:
        case Build(fields=fields, others=others):
            if not path:
                return frozenset({"object"})
            inner = next((f.value for f in fields if f.name == path[0]), None)
            if inner is None and others is not None:
                return reached(others, arguments, path)
            return NONE if inner is None else reached(inner, arguments, path[1:])
        case Take(argument=name, convert=convert, blank=blank):
            cleared = NONE if path or not blank else frozenset({"string"})
            return cleared | through(convert, arguments.get(name, {}), path)
        case Fixed() | Generate() | Context():
            return FIXED


def through(convert: Convert, schema: Mapping[str, Any], path: Path) -> frozenset[str]:
    """The kinds that can stand at `path` below the value of one argument; what has no schema is taken unlisted."""
    match convert:
        case Same():
            if "type" not in schema:
                return ALL
            if path[:1] == (ITEM,) and schema["type"] == "array":
                return through(convert, schema["items"], path[1:])
            return NONE if path else frozenset({schema["type"]})
        case Exact(type=kind):
            return NONE if path else frozenset({kind})
        case Each(item=item):
            if not path:
                return frozenset({"array"})
            return through(item, schema.get("items", {}), path[1:]) if path[0] == ITEM else NONE
        case Pairs(value=inner):
            if not path:
                return frozenset({"object"})
            if path[0] == ITEM:
                return NONE
            entry = schema.get("items", {})
            held = entry if isinstance(inner, Reshape) else entry.get("properties", {}).get("value", {})
            return through(inner, held, path[1:])
        case File():
            return NONE if path else frozenset({"string"})
        case Parsed(type=kind):
            if path:
                return ALL if kind == "any" or (kind == "array") == (path[0] == ITEM) else NONE
            return ALL if kind == "any" else frozenset({kind})
        case Reshape(build=build, open=open_):
            if not path:
                return frozenset({"object"})
            found = reached(build, schema.get("properties", {}), path)
            held = {f.name for f in build.fields} | taken(build)
            free = open_ and path[0] not in held and path[0] != ITEM
            return found or (ALL if free else NONE)


def expresses(kinds: frozenset[str], found: frozenset[str]) -> frozenset[str]:
    """Those of the kinds that can be given: a place that takes anything is served by any."""
    if "any" in found or "fixed" in found:
        return kinds
    wider = found | ({"integer"} if "number" in found else set()) | ({"file"} if "string" in found else set())
    return frozenset(k for k in kinds if k in wider or (k == "any" and found))
