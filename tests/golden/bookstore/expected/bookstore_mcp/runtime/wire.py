"""From arguments to what stands on the wire. None means not given, everywhere; NULL means null."""

import re
import uuid
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar
from urllib.parse import quote

from .errors import MISSING_REQUIRED_INFORMATION, ArgumentError, CallFailed
from .values import (
    MOST_LEVELS,
    Kept,
    Null,
    argument_value,
    exact,
    is_deep,
    json_text,
    only_given,
    with_null,
)
from .values import NULL as NULL
from .values import Json as Json

T = TypeVar("T")
_PAST_WHOLE = 2**63


@dataclass(frozen=True, slots=True)
class Joined:
    """Parts as one text: each is encoded by itself, the separator and the prefix are not.

    A part that is a pair is written `name=value`; one that is joined itself has a separator of
    its own.
    """

    parts: list[Json]
    separator: Literal[",", ".", ";", "%20", "%7C", "%09"]
    prefix: str = ""
    whole: Json = field(default=None, compare=False, repr=False)
    """What the parts were made from, where they are not the same."""


@dataclass(frozen=True, slots=True)
class Deep:
    """A value whose parts are parameters of their own: `name[key]=value`."""

    value: Json


@dataclass(frozen=True, slots=True)
class Spread:
    """An object whose properties are parameters of their own, under their own names.

    `free`: the API does not name them all, so that one could be another parameter's.
    """

    value: dict[str, Json]
    free: bool = False


@dataclass(frozen=True, slots=True)
class Bare:
    """A value of which less is encoded than usual: not its reserved characters, or nothing."""

    value: Json
    keep: Literal["reserved", "everything"]


class JsonText(str):
    """JSON text, with the value that it says."""

    value: Json = None


class Empty(str):
    """An empty text that is sent."""


@dataclass(frozen=True, slots=True)
class Segments:
    """A text of several path segments, with slashes between them."""

    value: str


def integer(value: str | Null | None) -> Json:
    """A string of digits as the exact integer, of 64 bits."""
    if not isinstance(value, str):
        return value
    if not re.fullmatch(r"-?[0-9]{1,100}", value):
        raise ArgumentError(f"An identifier has to be a string of digits, got {value[:40]!r}.")
    if not -_PAST_WHOLE <= int(value) < _PAST_WHOLE:
        raise ArgumentError(f"An identifier is a whole number of 64 bits, got {value[:40]!r}.")
    return int(value)


def number(value: str | Null | None) -> Json:
    """A decimal string as the number it says."""
    if not isinstance(value, str):
        return value
    if not re.fullmatch(r"-?[0-9]{1,100}(\.[0-9]{1,100})?", value):
        raise ArgumentError(f"An identifier has to be a decimal number, got {value[:40]!r}.")
    return exact(value) if "." in value else int(value)


def parsed(value: str | Null | None, kind: Literal["any", "object", "array"] = "any") -> Json:
    """JSON text as the value it holds; where anything may stand, other text is itself."""
    if not isinstance(value, str):
        return value
    try:
        result = argument_value(value)
    except ValueError:
        if kind == "any" and not value.lstrip().startswith(("{", "[", '"')):
            return value
        raise ArgumentError(f"Give JSON text, got {value[:40]!r}.") from None
    if kind != "any" and not isinstance(result, dict if kind == "object" else list):
        raise ArgumentError(f"Give JSON text that holds an {kind}, got {value[:40]!r}.")
    if is_deep(result):
        raise ArgumentError(f"Give JSON text of at most {MOST_LEVELS} levels, got {value[:40]!r}.")
    return with_null(result)


def each(convert: Callable[[T], Json], values: Iterable[T] | Null | None) -> Json:
    """A list with each item converted."""
    return [convert(value) for value in values] if isinstance(values, list) else values


def shape(convert: Callable[[T], Json], value: T | Null | None) -> Json:
    """One object, converted."""
    return value if value is None or isinstance(value, Null) else convert(value)


def pairs(values: Json, convert: Callable[[Any], Json] | None = None) -> Json:
    """A list of `{key, value}` as an object with these keys."""
    return keyed(values, lambda pair: convert(pair["value"]) if convert else pair["value"])


def keyed(values: Json, convert: Callable[[Any], Json]) -> Json:
    """A list of objects with a `key` as an object with these keys; `convert` makes the values."""
    if not isinstance(values, list):
        return values
    result: dict[str, Json] = {}
    for item in values:
        if item["key"] in result:
            raise ArgumentError(f"The key {item['key']!r} is given twice; give each key once.")
        result[item["key"]] = convert(item)
    return result


def clearable(args: Mapping[str, Any], name: str) -> Json:
    """An argument that `clear_fields` can set to null."""
    if name not in (args.get("clear_fields") or ()):
        return args.get(name)
    if args.get(name) is not None:
        raise ArgumentError(f"{name}: give a value or list it in clear_fields, not both.")
    return NULL


def null_as_blank(value: Json) -> Json:
    """An empty text in place of null, which is how some APIs are told to clear a field."""
    return "" if isinstance(value, Null) else value


def unlisted(value: Json, name: str) -> Json:
    """A property that the tool's schema does not list, so that nothing is known of it."""
    return value.get(name) if isinstance(value, Mapping) else None


def rest(value: Json, built: dict[str, Json], read: Collection[str] = ()) -> Json:
    """The built fields, and what they did not read of `value`; what is no object stays as it is."""
    if not isinstance(value, Mapping):
        return value
    return built | {k: v for k, v in value.items() if k not in read and k not in built}


def required_signal(value: Json, signal: str) -> Json:
    """A value that the host sends with the call and the API cannot do without."""
    if value is None:
        text = f"This call needs {signal}, which the host application did not send."
        raise CallFailed(text, MISSING_REQUIRED_INFORMATION)
    return value


def fresh_uuid() -> str:
    """A new random identifier."""
    return str(uuid.uuid4())


def comma(value: Json) -> Json:
    """A list joined by commas, an object as `key,value,key,value`."""
    return _joined(value, ",")


def pipe(value: Json) -> Json:
    """The same with pipes."""
    return _joined(value, "%7C")


def space(value: Json) -> Json:
    """The same with spaces."""
    return _joined(value, "%20")


def tabbed(value: Json) -> Json:
    """The same with tabs."""
    return _joined(value, "%09")


def comma_pairs(value: Json, *, explode: bool = False) -> Json:
    """An object as `key,value,key,value`, or `key=value,key=value`."""
    return _joined(value, ",", explode=explode)


def label(value: Json, *, explode: bool = False) -> Json:
    """A path segment `.a,b`, or `.a.b`."""
    between: Any = "." if explode else ","
    return _joined(_listed(value), between, ".", explode=explode, whole=value)


def matrix(name: str, value: Json, *, explode: bool = False) -> Json:
    """A path segment `;name=a,b`, or `;name=a;name=b`."""
    if not explode:
        return _joined(_listed(value), ",", f";{quote(name, safe='')}=", whole=value)
    named = [(name, item) for item in value] if isinstance(value, list) else value
    return _joined(named, ";", ";", explode=True, whole=value)


def _joined(
    value: Json, separator: Any, prefix: str = "", *, explode: bool = False, whole: Json = None
) -> Json:
    sent = parts = only_given(value)
    if isinstance(sent, dict):
        pairs = list(sent.items())
        parts = pairs if explode else [part for pair in pairs for part in pair]
        return Joined(parts, separator, prefix, sent)
    return Joined(parts, separator, prefix, whole) if isinstance(parts, list) else parts


def _listed(value: Json) -> Json:
    return value if value is None or isinstance(value, dict | list) else [value]


def deep(value: Json) -> Json:
    """An object or list as `name[key]=value`, at any depth."""
    sent = only_given(value)
    return Deep(sent) if isinstance(sent, dict | list) else sent


def spread(value: Json, *, free: bool = False) -> Json:
    """An object whose properties become parameters of their own; `free`: some by any name."""
    sent = only_given(value)
    return Spread(sent, free) if isinstance(sent, dict) else sent


def reserved(value: Json) -> Json:
    """A value that keeps its reserved characters, but for those that would end it."""
    return None if value is None else Bare(value, "reserved")


def allow_empty(value: Json) -> Json:
    """A text that may be empty in the query, where any other is refused."""
    return Empty() if value == "" else value


def unescaped(value: Json) -> Json:
    """A cookie's value that is sent as it is; what a cookie cannot hold is refused."""
    return None if value is None else Bare(value, "everything")


def segments(value: Json) -> Json:
    """A text that may hold slashes, as several segments of a path."""
    return Segments(value) if isinstance(value, str) else value


def as_json(value: Json, *, ascii: bool = False) -> Json:
    """A value as JSON text; `ascii`: with escapes for every other character."""
    if (sent := only_given(value)) is None:
        return None
    written = JsonText(json_text(sent, ascii=ascii))
    written.value = sent
    return written


def keep(fields: dict[str, Json]) -> Kept:
    """Marks a nested object that is sent even when empty."""
    return Kept(fields)


def blank(value: Json) -> Json:
    """An empty text for a list or object with nothing in it."""
    inner = value.value if isinstance(value, Deep | Spread) else value
    inner = inner.parts if isinstance(inner, Joined) else inner
    return "" if isinstance(inner, dict | list) and not inner else value


def extra(fields: dict[str, Json], others: Json) -> dict[str, Json]:
    """An object's fields and the others that were given, none of which may be one of its own."""
    if not isinstance(others, dict):
        return fields
    if known := next((name for name in others if name in fields), None):
        raise ArgumentError(f"{known!r} is no other field; give it as the argument it has.")
    return fields | others


def body(fields: dict[str, Json] | None) -> dict[str, Json]:
    """A JSON body or a form: without what was not given, and without objects left empty by that."""
    return only_given(fields) or {}


def optional_body(fields: dict[str, Json]) -> dict[str, Json] | None:
    """The same, or None when nothing is left."""
    return only_given(fields) or None
