"""Places that are no objects as one input each: scalars, enums, free values, and lists and maps of these."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.model.binding import Parsed
from mcpgen.model.json import UNSET, Json
from mcpgen.model.schema import Anything, Array, Enum, Map, Object, Ref, Scalar, Schema, Schemas, Union
from mcpgen.patterns.words import LONGEST_TOLD
from mcpgen.shaping.detail import FULL, Detail
from mcpgen.shaping.inputs import Input, array_input, json_text, map_input, with_losses
from mcpgen.shaping.scalar_inputs import TOLD_BY_EXAMPLE, enum_input, mixed_enum, scalar_input
from mcpgen.shaping.unions import mixed_values, without_union

_LABELS = 8
"""Kinds that are named of what is given as JSON text."""
_AS_TEXT = frozenset(("string", "integer", "number", "boolean"))
"""Kinds that any text outside the body may be."""
_MAX_NESTING = 3
"""Arrays in arrays beyond this are given as JSON text."""


def simple_input(
    schema: Schema,
    schemas: Schemas,
    *,
    on_url: bool = False,
    depth: int = 0,
    detail: Detail = FULL,
) -> Input | None:
    """The input for a scalar, an enum, a free value, or an array or map of these; None for what needs an object.

    `on_url`: the value ends as text outside the body, where a free value is any text.
    """
    narrowed = without_union(schema, schemas)
    found = narrowed.schema
    match found:
        case Scalar():
            made = scalar_input(found)
        case Enum():
            made = enum_input(found, most=detail.enum)
        case Anything() if on_url:
            made = Input(schema={"type": "string"}, description=found.description)
        case Anything():
            made = replace(json_text(found), note=mixture(narrowed.mixed))
        case Array():
            if depth >= _MAX_NESTING:
                return None
            items = simple_input(found.items, schemas, on_url=on_url, depth=depth + 1, detail=detail)
            if items is None:
                return None
            made = array_input(found, items, budget=detail.inner_text)
        case Map():
            if depth >= _MAX_NESTING:
                return None
            values = simple_input(found.values, schemas, on_url=on_url, depth=depth + 1, detail=detail)
            if values is None:
                return None
            made = (
                json_text(found, "object")
                if isinstance(values.convert, Parsed) or not detail.listed
                else map_input(found, values, budget=detail.inner_text)
            )
            made = replace(made, note=other_keys(found))
        case Object(properties=()):
            made = replace(json_text(found, "object"), note=other_keys(found))
        case Union():
            made = mixed_enum(found, mixed_values(found, schemas), on_url=on_url)
        case Object() | Ref():
            return None
    if narrowed.dropped and not (
        on_url and made.schema == {"type": "string"} and _AS_TEXT.issuperset(narrowed.dropped)
    ):
        made = with_losses(made, (", ".join(narrowed.dropped),))
    if not detail.examples and not (isinstance(found, Scalar) and found.format in TOLD_BY_EXAMPLE):
        made = replace(made, schema={key: value for key, value in made.schema.items() if key != "examples"})
    return made


def other_keys(schema: Schema) -> str:
    """`Other keys match ^x-.`: what the names of properties are held to that have no schema of their own."""
    patterns = schema.source.get("patternProperties") if isinstance(schema.source, dict) else None
    shown = [p for p in patterns if p.isprintable()] if isinstance(patterns, dict) else []
    if not shown or len(told := " or ".join(shown)) > LONGEST_TOLD:
        return ""
    others = "Other keys match" if isinstance(schema, Object) and schema.properties else "Keys match"
    return f"{others} {told}."


def mixture(labels: tuple[str, ...]) -> str:
    """What JSON text stands for, where it is one of several kinds; '' where it is not."""
    named = [label for label in labels if label != "any"]
    return f"One of: {', '.join(named[:_LABELS])}." if len(named) > 1 else ""


def fixed_value(schema: Schema) -> Json:
    """The one value a required field can have, or UNSET."""
    if isinstance(schema, Enum) and len(schema.values) == 1 and schema.exact and not schema.nullable:
        return schema.values[0]
    return None if isinstance(schema, Anything) and schema.never and schema.nullable else UNSET
