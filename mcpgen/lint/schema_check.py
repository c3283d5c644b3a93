"""Checks a schema against the meta-schema of its dialect, without network access, whatever the schema is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import jsonschema_rs

from mcpgen.diagnostics import Pointer
from mcpgen.lint.subject import printable, quoted
from mcpgen.model.json import Json, JsonObject

_2020_12: Final = "https://json-schema.org/draft/2020-12/schema"
_OLDER: Final = frozenset(
    {
        "https://json-schema.org/draft/2019-09/schema",
        "http://json-schema.org/draft-07/schema",
        "http://json-schema.org/draft-06/schema",
        "http://json-schema.org/draft-04/schema",
    }
)
_MAX_DEPTH: Final = 100
_MAX_NODES: Final = 50_000
_DATA: Final = frozenset({"const", "default", "enum", "examples", "example"})
"""Keywords whose values are no schemas."""


def faults(schema: JsonObject) -> tuple[tuple[Pointer, str], ...]:
    """Where and how `schema` breaks its dialect; one fault a place, in a stable order.

    Nothing is said of a dialect that is not known. Sources: JSON Schema 2020-12, 6.1.2 (enum).
    """
    if not _is_finite(schema):
        return (((), "it is too deep or too large to be checked, or goes in a circle"),)
    found: dict[Pointer, str] = {}
    for steps, message in _meta_faults(_encodable(schema)):
        found.setdefault(steps, message)
    for steps, node in _schemas(schema):
        values = node.get("enum")
        if isinstance(values, list) and (problem := _enum_problem(values)):
            found.setdefault((*steps, "enum"), problem)
    return tuple(found.items())


def references(schema: JsonObject) -> Iterator[tuple[Pointer, str]]:
    """Every `$ref` in `schema` with the way to the schema that holds it; each reference text once."""
    seen: set[str] = set()
    for steps, node in _schemas(schema):
        reference = node.get("$ref")
        if isinstance(reference, str) and reference not in seen:
            seen.add(reference)
            yield steps, reference


def _meta_faults(schema: Json) -> Iterator[tuple[Pointer, str]]:
    dialect = schema.get("$schema", _2020_12)
    if not isinstance(dialect, str):
        yield ("$schema",), "a dialect is a text, the URI of its meta-schema"
    elif dialect.rstrip("#") == _2020_12:
        for error in _validator().iter_errors(schema):
            yield tuple(error.instance_path), _said(error)
    elif dialect.rstrip("#") in _OLDER:
        try:
            jsonschema_rs.meta.validate(schema)
        except jsonschema_rs.ValidationError as error:
            yield tuple(error.instance_path), _said(error)


def _encodable(value: Json) -> Json:
    """A finite tree with every half of a surrogate pair replaced: the validator takes only text that UTF-8 can say."""
    match value:
        case str():
            return value.encode("utf-8", "replace").decode("utf-8")
        case Mapping():
            return {_encodable(key): _encodable(item) for key, item in value.items()}
        case list():
            return [_encodable(item) for item in value]
        case _:
            return value


def _said(error: Any) -> str:
    """The validator's own sentence, or a shorter one for a wrong type name."""
    if error.instance_path and error.instance_path[-1] == "type":
        return f"{quoted(str(error.instance))} is not a type of JSON Schema"
    return printable(str(error.message), 160)


@cache
def _validator() -> Any:
    return jsonschema_rs.Draft202012Validator({"$ref": _2020_12})


def _enum_problem(values: list[Json]) -> str:
    if not values:
        return "an empty `enum` allows no value"
    texts = [repr(value) for value in values]
    double = next((text for index, text in enumerate(texts) if text in texts[:index]), "") if len(texts) < 500 else ""
    return f"{quoted(double)} stands in it twice" if double else ""


def _is_finite(schema: JsonObject) -> bool:
    """True when the tree is shallow and small enough for a recursive validator."""
    stack: list[tuple[Json, int]] = [(schema, 0)]
    count = 0
    while stack:
        value, depth = stack.pop()
        count += 1
        if depth > _MAX_DEPTH or count > _MAX_NODES:
            return False
        if isinstance(value, Mapping):
            stack.extend((item, depth + 1) for item in value.values())
        elif isinstance(value, list):
            stack.extend((item, depth + 1) for item in value)
    return True


def _schemas(schema: JsonObject) -> Iterator[tuple[Pointer, JsonObject]]:
    """Every mapping that stands where a schema may stand, each once, outer ones first."""
    stack: list[tuple[Json, Pointer]] = [(schema, ())]
    seen: set[int] = set()
    while stack and len(seen) < _MAX_NODES:
        value, steps = stack.pop()
        if id(value) in seen or len(steps) > _MAX_DEPTH:
            continue
        if isinstance(value, Mapping):
            seen.add(id(value))
            if not _names_properties(steps):
                yield steps, value
            inner = [
                (item, (*steps, key)) for key, item in value.items() if _names_properties(steps) or key not in _DATA
            ]
            stack.extend(reversed(inner))
        elif isinstance(value, list):
            seen.add(id(value))
            stack.extend(reversed([(item, (*steps, index)) for index, item in enumerate(value)]))


def _names_properties(steps: Pointer) -> bool:
    """True where the keys are names that the author chose."""
    keywords = {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
    return bool(steps) and steps[-1] in keywords and not _names_properties(steps[:-1])
