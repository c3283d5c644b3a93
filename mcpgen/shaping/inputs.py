"""One place on the wire as one input of a tool: its schema in the strictest client's subset, and the conversion back.

Promise 4 holds here: no combinators, no `$ref`, no type lists, string enums, portable patterns, every array with items,
no object without properties. What a schema says beyond that is `exact=False` and checked on the whole body.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from mcpgen.model.binding import SAME, Convert, Each, Exact, Pairs, Parsed, Same
from mcpgen.model.formats import CHECKED, WHOLE, checked_format
from mcpgen.model.json import UNSET, Json, JsonObject
from mcpgen.model.schema import Anything, Array, Enum, Map, Object, Ref, Scalar, Schema, Schemas, Union
from mcpgen.shaping.detail import FULL, Detail
from mcpgen.shaping.patterns import is_portable, is_safe
from mcpgen.shaping.text import cut, plain
from mcpgen.shaping.unions import mixed_values, without_union

FORMATS = frozenset("date date-time time duration email hostname ipv4 ipv6 uri uri-reference uuid".split())
"""Formats of JSON Schema 2020-12 that clients know; others are said in words."""

_EXAMPLES = MappingProxyType({"date-or-date-time": ("2025-03-31T14:30:00Z",), "ip-address": ("192.0.2.1",)})
"""Of what may be of either format, which no keyword says."""

KEY_TEXT = "Name of the entry, each given once."

LARGEST = 10**300
"""Bounds beyond this say nothing, and no client reads them."""
PATTERN_TEXT = 80
"""Characters of a pattern that is told in words."""
EXAMPLES_TEXT = 90
"""Characters of the values that are named of an enum too long to list."""
LABELS = 8
"""Kinds that are named of what is given as JSON text."""
_AS_TEXT = frozenset(("string", "integer", "number", "boolean"))
"""Kinds that any text outside the body may be."""
MAX_NESTING = 3
"""Arrays in arrays beyond this are given as JSON text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A schema without description, how its value is converted, and what was lost.

    `exact`: every value that passes `schema` is one the API's own schema accepts. `lost`: what can no longer be given.
    `unchecked`: patterns that are held nowhere, not even when the value is sent.
    """

    schema: dict[str, Any]
    convert: Convert = SAME
    description: str = ""
    exact: bool = True
    lost: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    labels: tuple[tuple[str, str], ...] = field(default=())
    """(value, meaning) of an enum, where the source says."""
    note: str = ""
    """What the schema does not list: a sentence that its description ends with."""


def scalar_input(schema: Scalar) -> Input:
    """A scalar; a numeric identifier becomes a string of digits (PAR004)."""
    if schema.identifier:
        return _identifier(schema)
    out: dict[str, Any] = {"type": schema.type}
    exact, note = schema.exact, ""
    unchecked = (schema.pattern,) if schema.pattern and not is_safe(schema.pattern, schema.max_length) else ()
    match schema.type:
        case "string":
            if schema.format in FORMATS and (
                schema.format not in CHECKED or checked_format(schema.format, (schema.default, *schema.examples))
            ):
                out["format"] = schema.format
            exact = exact and (schema.format in FORMATS or schema.format not in CHECKED)
            _put(out, minLength=schema.min_length, maxLength=schema.max_length)
            if schema.pattern:
                if is_portable(schema.pattern, schema.max_length):
                    out["pattern"] = schema.pattern
                else:
                    exact, note = False, _in_words(schema.pattern)
        case "integer" | "number":
            _put(
                out,
                minimum=schema.minimum,
                maximum=schema.maximum,
                exclusiveMinimum=schema.exclusive_minimum,
                exclusiveMaximum=schema.exclusive_maximum,
                multipleOf=schema.multiple_of,
            )
            exact = exact and _within_format(schema)
        case "boolean":
            pass
    examples = schema.examples or (_EXAMPLES.get(schema.format, ()) if schema.type == "string" else ())
    _annotate(out, schema.default, examples, schema.type)
    return Input(schema=out, description=schema.description, exact=exact, unchecked=unchecked, note=note)


def _within_format(schema: Scalar) -> bool:
    """Whether the bounds of a whole number say what its format says; those of 64 bits are no news to anybody."""
    if schema.type != "integer" or schema.format not in WHOLE or schema.format == "int64":
        return True
    least, most = WHOLE[schema.format]
    low = schema.minimum if schema.minimum is not None else schema.exclusive_minimum
    high = schema.maximum if schema.maximum is not None else schema.exclusive_maximum
    return low is not None and high is not None and low >= least and high <= most


def _in_words(pattern: str) -> str:
    """A pattern that not every client can read, for the description; '' for one too long to be read by anybody."""
    return f"Has to match {pattern}." if len(pattern) <= PATTERN_TEXT and pattern.isprintable() else ""


def _identifier(schema: Scalar) -> Input:
    sign = "" if (schema.minimum or 0) > 0 or schema.minimum == 0 or schema.exclusive_minimum is not None else "-?"
    digits = "[1-9][0-9]*" if (schema.minimum or 0) >= 1 or schema.exclusive_minimum == 0 else "[0-9]+"
    fraction = r"(\.[0-9]+)?" if schema.type == "number" else ""
    out: dict[str, Any] = {"type": "string", "pattern": f"^{sign}{digits}{fraction}$"}
    if isinstance(schema.default, int | float) and not isinstance(schema.default, bool):
        out["default"] = _as_text(schema.default)
    examples = [_as_text(e) for e in schema.examples if isinstance(e, int | float) and not isinstance(e, bool)]
    if examples:
        out["examples"] = examples[:1]
    bounded = (schema.minimum is not None and schema.minimum > 1) or schema.maximum is not None
    return Input(
        schema=out,
        convert=Exact(type="integer" if schema.type == "integer" and schema.format != "uint64" else "number"),
        description=schema.description,
        exact=schema.exact and not bounded and schema.multiple_of is None and _within_format(schema),
    )


def enum_input(schema: Enum, *, most: int = FULL.enum) -> Input:
    """A fixed set of values; numbers are shown as strings and sent as numbers.

    Values of more than `most` characters in all are said by example, and checked where they are sent.
    """
    values = [v for v in schema.values if v is not None]
    labels = tuple(
        (_as_text(value), label) for value, label in zip(schema.values, schema.labels, strict=False) if label
    )
    if schema.type == "boolean":
        out: dict[str, Any] = {"type": "boolean"}
        return Input(schema=out, description=schema.description, exact=len(values) > 1, labels=labels)
    texts = list(dict.fromkeys(v if isinstance(v, str) else _as_text(v) for v in values))
    lowest, highest = WHOLE["int64"]
    out = {"type": "string", "enum": texts}
    default = schema.default
    if default is not UNSET and default in values:
        out["default"] = default if isinstance(default, str) else _as_text(default)
    match schema.type:
        case "integer" if all(lowest <= value <= highest for value in values):
            convert: Convert = Exact(type="integer")
        case "integer" | "number":
            convert = Exact(type="number")
        case "string":
            convert = SAME
    if len(texts) > 1 and sum(map(len, texts)) > most:
        return _by_example(schema, out, convert)
    return Input(schema=out, convert=convert, description=schema.description, exact=schema.exact, labels=labels)


def mixed_enum(union: Union, values: tuple[Json, ...], *, on_url: bool) -> Input:
    """A fixed set of values of several types: each as its JSON text, a string without quotes where that is clear."""
    on_url = on_url or all(isinstance(value, str) for value in values)
    write = _as_text if on_url else _json_or_text
    out: dict[str, Any] = {"type": "string", "enum": list(dict.fromkeys(map(write, values)))}
    if union.default in values:
        out["default"] = write(union.default)
    convert: Convert = SAME if on_url else Parsed(type="any")
    return Input(schema=out, convert=convert, description=union.description, exact=union.exact)


def _json_or_text(value: Json) -> str:
    """A scalar as JSON text; a string as it is where it cannot be taken for JSON."""
    if not isinstance(value, str) or value.lstrip().startswith(("{", "[", '"')):
        return json_dumps(value)
    try:
        json.loads(value)
    except ValueError:
        return value
    return json_dumps(value)


def _by_example(schema: Enum, out: JsonObject, convert: Convert) -> Input:
    """An enum that is too long to list: how many values it has, and the first of them."""
    texts: list[str] = out["enum"]
    shown = texts[:1]
    for text in texts[1:]:
        if sum(map(len, shown)) + len(text) > EXAMPLES_TEXT:
            break
        shown.append(text)
    kept = {key: value for key, value in out.items() if key != "enum"}
    if isinstance(convert, Exact):
        kept["pattern"] = r"^-?[0-9]+(\.[0-9]+)?$"
    note = f"One of {len(texts)} values, such as {', '.join(shown)}."
    return Input(schema=kept, convert=convert, description=schema.description, exact=False, note=note)


def json_text(schema: Schema, kind: str = "any") -> Input:
    """A value without a schema of its own, as JSON text."""
    match kind:
        case "object":
            convert: Convert = Parsed(type="object")
        case "array":
            convert = Parsed(type="array")
        case _:
            convert = Parsed(type="any")
    out: dict[str, Any] = {"type": "string", "contentMediaType": "application/json"}
    examples = [e for e in schema.examples if e is not None]
    if examples:
        out["examples"] = [json_dumps(examples[0])]
    return Input(schema=out, convert=convert, description=schema.description, exact=False)


def json_sentence(schema: JsonObject) -> str:
    """How JSON text is given, for the description of an argument that holds it; '' for any other."""
    if schema.get("contentMediaType") == "application/json":
        return "Give JSON as text."
    items = schema.get("items")
    return "Each item is JSON as text." if isinstance(items, dict) and json_sentence(items) else ""


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
            if depth >= MAX_NESTING:
                return None
            items = simple_input(found.items, schemas, on_url=on_url, depth=depth + 1, detail=detail)
            if items is None:
                return None
            made = array_input(found, items, budget=detail.inner_text)
        case Map():
            if depth >= MAX_NESTING:
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
    if not detail.examples and not (isinstance(found, Scalar) and found.format in _EXAMPLES):
        made = replace(made, schema={key: value for key, value in made.schema.items() if key != "examples"})
    return made


def other_keys(schema: Schema) -> str:
    """`Other keys match ^x-.`: what the names of properties are held to that have no schema of their own."""
    patterns = schema.source.get("patternProperties") if isinstance(schema.source, dict) else None
    shown = [p for p in patterns if p.isprintable()] if isinstance(patterns, dict) else []
    if not shown or len(told := " or ".join(shown)) > PATTERN_TEXT:
        return ""
    others = "Other keys match" if isinstance(schema, Object) and schema.properties else "Keys match"
    return f"{others} {told}."


def mixture(labels: tuple[str, ...]) -> str:
    """What JSON text stands for, where it is one of several kinds; '' where it is not."""
    named = [label for label in labels if label != "any"]
    return f"One of: {', '.join(named[:LABELS])}." if len(named) > 1 else ""


def array_input(schema: Array, items: Input, *, budget: int = FULL.inner_text) -> Input:
    """A list of `items`; what the items are said to be is their own description, in at most `budget` characters."""
    inner = {**items.schema}
    if items.description and items.description != schema.description:
        inner["description"] = cut(plain(items.description), budget)
    out: dict[str, Any] = {"type": "array", "items": inner}
    _put(out, minItems=schema.min_items, maxItems=schema.max_items)
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
    _put(out, minItems=schema.min_properties, maxItems=schema.max_properties)
    return Input(
        schema=out,
        convert=Pairs(value=values.convert),
        description=schema.description,
        exact=schema.exact and values.exact,
        lost=values.lost,
        unchecked=values.unchecked,
        note=values.note,
    )


def with_losses(made: Input, lost: tuple[str, ...]) -> Input:
    """The same input with more that can no longer be given."""
    return replace(made, lost=(*made.lost, *lost))


def fixed_value(schema: Schema) -> Json:
    """The one value a required field can have, or UNSET."""
    if isinstance(schema, Enum) and len(schema.values) == 1 and schema.exact and not schema.nullable:
        return schema.values[0]
    return UNSET


def json_dumps(value: Json) -> str:
    """Compact JSON text with non-ASCII kept."""

    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def _annotate(out: dict[str, Any], default: Json, examples: tuple[Json, ...], type_: str) -> None:
    if default is not UNSET and default is not None and _is(default, type_):
        out["default"] = default
    fitting = [e for e in examples if _is(e, type_) and e != default]
    if fitting:
        out["examples"] = fitting[:1]


def _is(value: Json, type_: str) -> bool:
    match type_:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case _:
            return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(values: list[Json]) -> bool:
    return all(isinstance(v, str | int | float | bool) for v in values)


def _put(out: dict[str, Any], **keywords: int | float | None) -> None:
    for key, value in keywords.items():
        if value is not None and abs(value) <= LARGEST:
            out[key] = value


def _as_text(value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
