"""Sentences about an argument's values: format, unit, bounds, default, meanings (PAR003, PAR005–PAR007)."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import MappingProxyType

from mcpgen.model.identity import ANY_KEYS
from mcpgen.model.json import UNSET, Json
from mcpgen.model.schema import Array, Enum, Scalar, Schema
from mcpgen.shaping.text import added_words, visible
from mcpgen.shaping.words import split_words

_RESOLVE = 'Work out relative dates such as "tomorrow" first.'
_FORMATS = MappingProxyType(
    {
        "date": f"ISO 8601 date such as 2025-03-31. {_RESOLVE}",
        "date-time": f"ISO 8601 date and time with zone such as 2025-03-31T14:30:00Z. {_RESOLVE}",
        "time": "ISO 8601 time such as 14:30:00Z.",
        "unix-time": "Unix time in seconds such as 1743431400.",
        "duration": "ISO 8601 duration such as PT30M.",
        "uuid": "A UUID such as 123e4567-e89b-12d3-a456-426614174000.",
        "email": "An e-mail address.",
        "idn-email": "An e-mail address.",
        "uri": "An absolute URL.",
        "url": "An absolute URL.",
        "ipv4": "An IPv4 address.",
        "ipv6": "An IPv6 address.",
        "ip-address": "An IPv4 or IPv6 address.",
        "date-or-date-time": f"ISO 8601 date, or date and time with zone such as 2025-03-31T14:30:00Z. {_RESOLVE}",
        "hostname": "A host name.",
        "byte": "Base64 text.",
        "binary": "Base64 text.",
    }
)
_BRIEF = MappingProxyType(
    {
        "date": "ISO 8601 such as 2025-03-31, never relative.",
        "date-time": "ISO 8601 such as 2025-03-31T14:30:00Z, never relative.",
        "date-or-date-time": "ISO 8601 such as 2025-03-31 or 2025-03-31T14:30:00Z, never relative.",
        "ip-address": "An IPv4 or IPv6 address.",
        "byte": "Base64 text.",
        "binary": "Base64 text.",
    }
)
_SAID = MappingProxyType(
    {
        "date": re.compile(r"\d{4}-\d\d-\d\d(?!T)|ISO.?8601|YYYY-MM-DD", re.I),
        "date-time": re.compile(r"\d{4}-\d\d-\d\dT|ISO.?8601|RFC.?3339", re.I),
        "time": re.compile(r"\d\d:\d\d|ISO.?8601", re.I),
        "duration": re.compile(r"\bP(?:T?\d|nY)|ISO.?8601", re.I),
        "unix-time": re.compile(r"\bunix|\bepoch|timestamp in", re.I),
        "uuid": re.compile(r"\bUUID", re.I),
        "email": re.compile(r"e-?mail address", re.I),
        "uri": re.compile(r"\bUR[IL]\b", re.I),
        "url": re.compile(r"\bUR[IL]\b", re.I),
        "ipv4": re.compile(r"IPv?4", re.I),
        "ipv6": re.compile(r"IPv?6", re.I),
        "ip-address": re.compile(r"IPv?[46]|\bIP\b", re.I),
        "date-or-date-time": re.compile(r"\d{4}-\d\d-\d\d|ISO.?8601|RFC.?3339", re.I),
        "hostname": re.compile(r"host.?name|domain", re.I),
        "byte": re.compile(r"base.?64", re.I),
        "binary": re.compile(r"base.?64", re.I),
    }
)
_SAME = MappingProxyType(
    {"datetime": "date-time", "unixtime": "unix-time", "unix-timestamp": "unix-time", "epoch": "unix-time"}
)
_RELATIVE = re.compile(r"relative (?:date|time)|tomorrow", re.I)
_UNITS = MappingProxyType(
    {
        "ms": "milliseconds",
        "millis": "milliseconds",
        "milliseconds": "milliseconds",
        "sec": "seconds",
        "secs": "seconds",
        "seconds": "seconds",
        "mins": "minutes",
        "minutes": "minutes",
        "hours": "hours",
        "hrs": "hours",
        "days": "days",
        "weeks": "weeks",
        "months": "months",
        "years": "years",
        "bytes": "bytes",
        "kb": "kilobytes",
        "mb": "megabytes",
        "gb": "gigabytes",
        "km": "kilometres",
        "kilometers": "kilometres",
        "meters": "metres",
        "metres": "metres",
        "miles": "miles",
        "cm": "centimetres",
        "mm": "millimetres",
        "kg": "kilograms",
        "grams": "grams",
        "percent": "percent",
        "percentage": "percent",
        "pct": "percent",
        "cents": "cents",
        "celsius": "degrees Celsius",
        "fahrenheit": "degrees Fahrenheit",
        "degrees": "degrees",
        "pixels": "pixels",
        "px": "pixels",
    }
)


def brief_sentences(schema: Schema, name: str, said: str) -> tuple[str, ...]:
    """The same in fewer words: the unit and the form of dates, and nothing that `tools/list` shows in the schema."""
    single = schema.items if isinstance(schema, Array) else schema
    if not isinstance(single, Scalar):
        return ()
    kind = single.format.lower().replace("datetime", "date-time") if single.type == "string" else ""
    form = "" if kind not in _BRIEF or _SAID[kind].search(said) else _BRIEF[kind]
    return tuple(s for s in (_unit(single, name, said), form) if s)


def value_sentences(schema: Schema, name: str, said: str) -> tuple[str, ...]:
    """What is to be said about a schema's values beside the text `said`: nothing that the text says already."""
    match schema:
        case Scalar():
            return tuple(s for make in _SCALAR if (s := make(schema, name, said)))
        case Array(items=items):
            inner = _format(items, name, said) if isinstance(items, Scalar) else ""
            return tuple(s for s in (_count(schema, said), inner) if s)
        case _:
            return ()


def default_sentence(schema: Schema, said: str) -> str:
    """`Default: newest.`, where the schema has a default that can be said and the text does not say so."""
    value = schema.default
    if value is UNSET or value is None or isinstance(value, list | dict) or value == "":
        return ""
    if isinstance(schema, Enum) and value not in schema.values:
        return ""
    shown = visible(shown_value(value))
    if re.search(rf"\bdefaults?\b[^.]{{0,40}}{re.escape(shown)}", said, re.I) or len(shown) > 60:
        return ""
    return f"Default: {shown}."


def labels_sentence(schema: Schema, labels: tuple[tuple[str, str], ...], said: str) -> str:
    """`1: open; 2: closed.`: the meaning of each enum value, where the source gives one that adds to the value."""
    pairs = labels or (
        tuple((shown_value(v), m) for v, m in zip(schema.values, schema.labels, strict=False))
        if isinstance(schema, Enum)
        else ()
    )
    told = [
        f"{value}: {meaning.strip().rstrip('.')}"
        for value, meaning in pairs
        if meaning and split_words(meaning) != split_words(value)
    ]
    return f"{'; '.join(told)}." if told and not all(t.split(": ", 1)[1] in said for t in told) else ""


def shown_value(value: Json) -> str:
    """A scalar as it is written in JSON, a string without its quotes."""
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case _:
            return str(value)


def _format(schema: Scalar, name: str, said: str) -> str:
    kind = _SAME.get(schema.format.lower(), schema.format.lower())
    if (schema.type == "string") is (kind == "unix-time"):
        return ""
    if kind in ("date", "date-time") and _SAID[kind].search(said):
        return "" if _RELATIVE.search(said) else _RESOLVE
    if kind not in _FORMATS or (kind in _SAID and _SAID[kind].search(said)):
        return ""
    return _FORMATS[kind]


def short_unit(word: str, schema: Scalar) -> str:
    """The unit of a number that the last word of its name is short for: ms → milliseconds; '' of any other word."""
    unit = _UNITS.get(word, "") if schema.type in ("integer", "number") else ""
    return "" if unit[:4] == word[:4] else unit


def _unit(schema: Scalar, name: str, said: str) -> str:
    words = split_words(name)
    unit = _UNITS.get(words[-1]) if words and schema.type in ("integer", "number") else None
    if unit is None or re.search(rf"\b{re.escape(unit.rstrip('s'))}", said, re.I):
        return ""
    if words[-1] in split_words(said) and (words[-1] == unit or added_words(said, name)):
        return ""
    return f"In {unit}."


def _range(schema: Scalar, name: str, said: str) -> str:
    """`1 to 100.`; identifiers have no range that would help."""
    words = split_words(name)
    if schema.type not in ("integer", "number") or (words and words[-1] in ANY_KEYS):
        return ""
    low, high = schema.minimum, schema.maximum
    above, below = schema.exclusive_minimum, schema.exclusive_maximum
    if high is not None and abs(high) >= 2**31 - 1:
        high = None
    if low is not None and abs(low) >= 2**31 - 1:
        low = None
    parts = []
    if low is not None and high is not None:
        parts.append(f"{shown_value(low)} to {shown_value(high)}")
    elif low is not None:
        parts.append(f"at least {shown_value(low)}")
    elif high is not None:
        parts.append(f"at most {shown_value(high)}")
    parts += [f"greater than {shown_value(above)}"] if above is not None else []
    parts += [f"less than {shown_value(below)}"] if below is not None else []
    parts += [f"a multiple of {shown_value(schema.multiple_of)}"] if schema.multiple_of not in (None, 1) else []
    numbers = [shown_value(n) for n in (low, high, above, below) if n is not None]
    if re.search(r"\bminimum\b\D{0,8}\d", said, re.I) and re.search(r"\bmaximum\b\D{0,8}\d", said, re.I):
        return ""
    if not parts or (numbers and all(re.search(rf"(?<![\d.]){re.escape(n)}(?![\d])", said) for n in numbers)):
        return ""
    text = ", ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _length(schema: Scalar, name: str, said: str) -> str:
    low, high = schema.min_length or 0, schema.max_length
    if schema.type != "string" or high is None or schema.format in _FORMATS or str(high) in said:
        return ""
    if low == high:
        return f"Exactly {high} characters."
    return f"{low} to {high} characters." if low > 1 else f"Up to {high} characters."


_SCALAR: tuple[Callable[[Scalar, str, str], str], ...] = (_unit, _format, _range, _length)


def _count(schema: Array, said: str) -> str:
    low, high = schema.min_items or 0, schema.max_items
    if low and low == high and str(high) not in said:
        return f"Exactly {high} item{'s' if high > 1 else ''}."
    if high is not None and str(high) not in said:
        return f"{low} to {high} items." if low > 1 else f"Up to {high} items."
    if low > 1 and str(low) not in said:
        return f"At least {low} items."
    return ""
