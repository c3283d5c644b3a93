"""A scalar, or a fixed set of values, as one input."""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from mcpgen.model.binding import SAME, Convert, Exact, Parsed
from mcpgen.model.formats import CHECKED, WHOLE, breaks_format
from mcpgen.model.json import UNSET, Json, JsonObject
from mcpgen.model.schema import Enum, Scalar, Union
from mcpgen.patterns.limits import is_held, is_portable
from mcpgen.patterns.words import in_words
from mcpgen.shaping.detail import FULL
from mcpgen.shaping.inputs import Input, json_dumps, put_bounds

_FORMATS = frozenset("date date-time time duration email hostname ipv4 ipv6 uri uri-reference uuid".split())
"""Formats of JSON Schema 2020-12 that clients know; others are said in words."""
TOLD_BY_EXAMPLE = MappingProxyType({"date-or-date-time": ("2025-03-31T14:30:00Z",), "ip-address": ("192.0.2.1",)})
"""Of what may be of either format, which no keyword says."""
_EXAMPLES_TEXT = 90
"""Characters of the values that are named of an enum too long to list."""


def scalar_input(schema: Scalar) -> Input:
    """A scalar; a numeric identifier becomes a string of digits (PAR004)."""
    if schema.identifier:
        return _identifier(schema)
    out: dict[str, Any] = {"type": schema.type}
    exact, note = schema.exact, ""
    unchecked = (schema.pattern,) if schema.pattern and not is_held(schema.pattern, schema.max_length) else ()
    match schema.type:
        case "string":
            otherwise = breaks_format(schema.default, schema.format)  # what the API does without one is fine as well
            if schema.format in _FORMATS and not otherwise:
                out["format"] = schema.format
            exact = exact and (schema.format not in CHECKED or "format" in out)
            put_bounds(out, minLength=schema.min_length, maxLength=schema.max_length)
            if schema.pattern:
                if is_portable(schema.pattern, schema.max_length):
                    out["pattern"] = schema.pattern
                else:
                    exact, note = False, in_words(schema.pattern)
        case "integer" | "number":
            put_bounds(
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
    contrary = [e for e in schema.examples if schema.type == "string" and breaks_format(e, schema.format)]
    examples = [e for e in schema.examples if e not in contrary]
    if not examples and schema.type == "string":
        examples = list(TOLD_BY_EXAMPLE.get(schema.format, ()))
    _annotate(out, schema.default, examples, schema.type)
    return Input(
        schema=out,
        description=schema.description,
        exact=exact,
        unchecked=unchecked,
        contrary=tuple(f"{e!r} is no {schema.format}" for e in contrary),
        note=note,
    )


def _within_format(schema: Scalar) -> bool:
    """Whether the bounds of a whole number say what its format says; those of 64 bits are no news to anybody."""
    if schema.type != "integer" or schema.format not in WHOLE or schema.format == "int64":
        return True
    least, most = WHOLE[schema.format]
    low = schema.minimum if schema.minimum is not None else schema.exclusive_minimum
    high = schema.maximum if schema.maximum is not None else schema.exclusive_maximum
    return low is not None and high is not None and low >= least and high <= most


def _identifier(schema: Scalar) -> Input:
    """A numeric identifier as a string of digits; exact where these say all that the bounds say."""
    whole, least, above = schema.type == "integer", schema.minimum, schema.exclusive_minimum
    sign = "" if any(bound is not None and bound >= 0 for bound in (least, above)) else "-?"
    positive = (least is not None and least >= 1) or (whole and above is not None and above >= 0)
    digits = "[1-9][0-9]*" if positive else "[0-9]+"
    fraction = r"(\.[0-9]+)?" if schema.type == "number" else ""
    out: dict[str, Any] = {"type": "string", "pattern": f"^{sign}{digits}{fraction}$"}
    if isinstance(schema.default, int | float) and not isinstance(schema.default, bool):
        out["default"] = _as_text(schema.default)
    examples = [_as_text(e) for e in schema.examples if isinstance(e, int | float) and not isinstance(e, bool)]
    if examples:
        out["examples"] = examples[:1]
    bounded = schema.maximum is not None or schema.exclusive_maximum is not None
    bounded = bounded or least not in ((None, 0, 1) if whole else (None, 0))
    bounded = bounded or above not in ((None, 0) if whole else (None,))
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
        if sum(map(len, shown)) + len(text) > _EXAMPLES_TEXT:
            break
        shown.append(text)
    kept = {key: value for key, value in out.items() if key != "enum"}
    if isinstance(convert, Exact):
        kept["pattern"] = r"^-?[0-9]+(\.[0-9]+)?$"
    note = f"One of {len(texts)} values, such as {', '.join(shown)}."
    return Input(schema=kept, convert=convert, description=schema.description, exact=False, note=note)


def _annotate(out: dict[str, Any], default: Json, examples: Sequence[Json], type_: str) -> None:
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


def _as_text(value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
