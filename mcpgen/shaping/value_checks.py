"""The API's own schema of a value outside the body, for what the argument's schema cannot say.

On a URL everything is text. So a value is only held against a schema that says of what type it is: where a text may
stand for a number or for itself, nothing is checked, and what the API would take is never refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mcpgen.model.formats import WHOLE
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.schema import Array, Enum, Scalar, Schema
from mcpgen.shaping.bundle import Definitions

_CHOICES = ("oneOf", "anyOf")


def value_check(schema: Schema, definitions: Definitions, told: JsonObject) -> JsonObject | None:
    """The schema to check a value against, with references into the definitions; None where it says too little, or no
    more than `told`, the schema of the argument."""
    match schema:
        case Scalar() | Enum() if _is_of_one_type(schema.source, schema.type):
            check: JsonObject = {"type": schema.type, **definitions.bundled(schema)}
        case Array() if all(_says_its_type(items, definitions) for items in _items(schema.source)):
            check = definitions.bundled(_with_its_items(schema, definitions))
        case _:
            return None
    return None if _is_told(check, told) else check


def _is_told(check: Json, told: Json) -> bool:
    """Whether every keyword of a check stands in the schema that clients read, bounds of 64 bits apart."""
    if not isinstance(check, Mapping) or not isinstance(told, Mapping):
        return bool(check == told)
    bounds = dict(zip(("minimum", "maximum"), WHOLE["int64"], strict=True)) if check.get("type") == "integer" else {}
    return all(
        _is_told(value, told.get(key)) if key == "items" else told.get(key, bounds.get(key)) == value
        for key, value in check.items()
    )


def _is_of_one_type(source: Json, kind: str) -> bool:
    """Whether nothing in a schema, or in the choices it offers, is of another type or written elsewhere."""
    if not isinstance(source, dict):
        return True
    values = source.get("enum", ())
    if kind == "string" and not all(isinstance(value, str | None) for value in values):
        return False
    branches = [branch for key in _CHOICES for branch in source.get(key, ())]
    return all(
        isinstance(branch, dict) and branch.get("type") == kind and _is_of_one_type(branch, kind) for branch in branches
    )


def _items(source: Json) -> Iterator[Json]:
    if isinstance(source, dict):
        yield from source.get("prefixItems", ())
        yield source.get("items", True)


def _with_its_items(schema: Array, definitions: Definitions) -> Array:
    """The list with the schema of its items in it, where that is written elsewhere."""
    if not isinstance(schema.source, dict) or "items" not in schema.source:
        return schema
    return replace(schema, source={**schema.source, "items": definitions.followed(schema.source["items"])})


def _says_its_type(source: Json, definitions: Definitions) -> bool:
    """Whether a schema of items names one type by itself; one that allows nothing, or anything, needs none.

    One that is written elsewhere has to name texts, which are checked as they are given.
    """
    if not isinstance(source, dict):
        return True
    if "$ref" in source:
        elsewhere = definitions.followed(source)
        is_text = isinstance(elsewhere, dict) and elsewhere.get("type") == "string"
        return is_text and _is_of_one_type(elsewhere, "string")
    kind = source.get("type")
    return isinstance(kind, str) and kind != "array" and _is_of_one_type(source, kind)
