"""One place on the wire as one input of a tool: its schema in the strictest client's subset, and the conversion back.

Promise 4 holds here: no combinators, no `$ref`, no type lists, string enums, portable patterns, every array with items,
no object without properties. What a schema says beyond that is `exact=False` and checked on the whole body.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, Literal

from mcpgen.model.binding import SAME, Convert, Each, Pairs, Parsed, Same
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.schema import Array, Map, Schema
from mcpgen.shaping.detail import FULL
from mcpgen.shaping.text import cut, plain

KEY_TEXT = "Name of the entry, each given once."
"""What is said of the key of a map's entry."""
_LARGEST = 10**300
"""Bounds beyond this say nothing, and no client reads them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A schema without description, how its value is converted, and what was lost.

    `exact`: every value that passes `schema` is one the API's own schema accepts. `lost`: what can no longer be given.
    `unchecked`: patterns that are held nowhere, not even when the value is sent. `contrary`: examples of the source
    that its own formats refuse, and that are not shown.
    """

    schema: dict[str, Any]
    convert: Convert = SAME
    description: str = ""
    exact: bool = True
    lost: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    contrary: tuple[str, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    """(value, meaning) of an enum, where the source says."""
    note: str = ""
    """What the schema does not list: a sentence that its description ends with."""


def json_text(schema: Schema, kind: Literal["any", "object", "array"] = "any") -> Input:
    """A value without a schema of its own, as JSON text; `kind` is what the text must hold."""
    out: dict[str, Any] = {"type": "string", "contentMediaType": "application/json"}
    examples = [e for e in schema.examples if e is not None]
    if examples:
        out["examples"] = [json_dumps(examples[0])]
    return Input(schema=out, convert=Parsed(type=kind), description=schema.description, exact=False)


def json_sentence(schema: JsonObject) -> str:
    """How JSON text is given, for the description of an argument that holds it; '' for any other."""
    if schema.get("contentMediaType") == "application/json":
        return "Give JSON as text."
    items = schema.get("items")
    return "Each item is JSON as text." if isinstance(items, dict) and json_sentence(items) else ""


def array_input(schema: Array, items: Input, *, budget: int = FULL.inner_text) -> Input:
    """A list of `items`; what the items are said to be is their own description, in at most `budget` characters."""
    inner = {**items.schema}
    if items.description and items.description != schema.description:
        inner["description"] = cut(plain(items.description), budget)
    out: dict[str, Any] = {"type": "array", "items": inner}
    put_bounds(out, minItems=schema.min_items, maxItems=schema.max_items)
    if schema.unique:
        out["uniqueItems"] = True
    default = schema.default
    if isinstance(default, list) and isinstance(items.convert, Same) and _plain(default):
        out["default"] = default
    examples = [e for e in schema.examples if isinstance(e, list)]
    if examples and isinstance(items.convert, Same) and _plain(examples[0]):
        out["examples"] = examples[:1]
    return Input(
        schema=out,
        convert=SAME if isinstance(items.convert, Same) else Each(item=items.convert),
        description=schema.description,
        exact=schema.exact and items.exact,
        lost=items.lost,
        unchecked=items.unchecked,
        contrary=items.contrary,
        labels=items.labels,
        note=items.note,
    )


def map_input(schema: Map, values: Input, *, budget: int = FULL.inner_text) -> Input:
    """A true map: a list of `{key, value}`; what a value is said to be has at most `budget` characters."""
    value = {**values.schema, "description": cut(plain(values.description), budget) or "What the entry holds."}
    out: dict[str, Any] = {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"key": {"type": "string", "description": KEY_TEXT}, "value": value},
            "required": ["key", "value"],
            "additionalProperties": False,
        },
    }
    put_bounds(out, minItems=schema.min_properties, maxItems=schema.max_properties)
    return Input(
        schema=out,
        convert=Pairs(value=values.convert),
        description=schema.description,
        exact=schema.exact and values.exact,
        lost=values.lost,
        unchecked=values.unchecked,
        contrary=values.contrary,
        note=values.note,
    )


def with_losses(made: Input, lost: tuple[str, ...]) -> Input:
    """The same input with more that can no longer be given."""
    return replace(made, lost=(*made.lost, *lost))


def json_dumps(value: Json) -> str:
    """Compact JSON text with non-ASCII kept."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def _plain(values: list[Json]) -> bool:
    return all(isinstance(v, str | int | float | bool) for v in values)


def put_bounds(out: dict[str, Any], **keywords: int | float | None) -> None:
    """Put those bounds into a schema that are given and say something."""
    for key, value in keywords.items():
        if value is not None and abs(value) <= _LARGEST:
            out[key] = value
