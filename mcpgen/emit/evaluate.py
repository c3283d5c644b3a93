"""What a binding puts at each wire place for given arguments.

This is the meaning of a binding as the model (`mcpgen.model.binding`) defines it, on values. The contract tests of a
generated package hold its functions and runtime against what is computed here; nothing is shared with them.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from mcpgen.model.binding import (
    Body,
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
from mcpgen.model.json import UNSET, Json, JsonObject, Unset
from mcpgen.model.media import body_kind, essence, may_be_text

GENERATED = "*"
"""Stands for a value that is fresh at each call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A file, as it is sent; `name` is the ending of its name, '' where that is not foreseen."""

    media_type: str
    name: str
    content: bytes
    base64: bool = False


class NoValueError(ValueError):
    """Arguments that the binding cannot convert, such as letters where an integer has to be sent."""


def evaluate(value: Value, scope: JsonObject) -> Json | Unset:
    """What is sent at a place; UNSET when nothing is. Signals of the host count as absent.

    Raises:
        NoValueError: an argument cannot be converted.
    """
    match value:
        case Take():
            return _taken(value, scope)
        case Fixed():
            return value.value
        case Generate():
            return GENERATED
        case Context():
            return UNSET
        case Build():
            built = build_fields(value, scope)
            return built if built or value.keep else UNSET
        case _:
            assert_never(value)


def build_fields(build: Build, scope: JsonObject) -> dict[str, Json]:
    """The fields of an object that have a value."""
    found = {field.name: evaluate(field.value, scope) for field in build.fields}
    others = UNSET if build.others is None else evaluate(build.others, scope)
    if others is not UNSET and not found.keys().isdisjoint(_mapping(others)):
        raise NoValueError("a property is given twice")
    return {name: value for name, value in (found | (others or {})).items() if value is not UNSET}


def body_value(body: Body, arguments: JsonObject) -> Json | Unset:
    """The body's value; a flattened object that is required, or a form, is there even when nothing is in it."""
    form = body_kind(body.media_type) == "form"
    if isinstance(body.value, Build) and (body.required or form):
        return build_fields(body.value, arguments)
    return evaluate(body.value, arguments)


def _taken(take: Take, scope: JsonObject) -> Json | Unset:
    if take.clearable and take.argument in scope.get("clear_fields", ()):
        return "" if take.blank else None
    if take.argument not in scope:
        return None if take.or_null else UNSET
    return _converted(take.convert, scope[take.argument])


def _converted(convert: Convert, value: Json) -> Json:
    if value is None:
        return None
    match convert:
        case Same():
            return value
        case Exact():
            return _number(value, convert.type)
        case Each():
            return [_converted(convert.item, item) for item in _listed(value)]
        case Reshape():
            return _reshaped(convert, _mapping(value), frozenset())
        case Pairs():
            return _keyed(convert, value)
        case Parsed():
            return _parsed(value, convert.type)
        case File():
            return _document(value, convert)
        case _:
            assert_never(convert)


def _number(value: Json, kind: str) -> int | float:
    try:
        number = float(value) if kind == "number" and "." in str(value) else int(value)
    except (ValueError, TypeError, OverflowError) as error:
        raise NoValueError(f"{value!r} is no {kind}") from error
    if kind == "integer" and not -(2**63) <= number < 2**63:
        raise NoValueError(f"{value!r} has more than 64 bits")
    return number


def _parsed(text: str, kind: str) -> Json:
    try:
        value = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise NoValueError(f"{text!r} is no JSON") from error
    if (kind == "object" and not isinstance(value, dict)) or (kind == "array" and not isinstance(value, list)):
        raise NoValueError(f"{text!r} is no JSON {kind}")
    return value


def _document(text: Json, file: File) -> Document:
    """A file given as text or as a `data:` URI (RFC 2397); one in the operator's folder is not known here."""
    uri = (
        re.fullmatch(r"data:([\w!#$&^.+-]+/[\w!#$&^.+-]+)?(;base64)?,([ -~]*)", text) if isinstance(text, str) else None
    )
    if not isinstance(text, str) or text.startswith("file:") or (text.startswith("data:") and uri is None):
        raise NoValueError("no file that can be read here")
    own = "text/plain" if uri is None else uri[1] or ("" if uri[2] else "text/plain")
    media_type = _accepted(own, file.accepts)
    content = (b64decode(uri[3]) if uri[2] else uri[3].encode()) if uri else text.encode()
    return Document(media_type=media_type, name=_NAMES.get(media_type, ""), content=content, base64=file.base64)


_NAMES = {"text/plain": "txt", "image/png": "png"}
"""Endings of names, for the media types that samples have."""


def _accepted(own: str, accepts: str) -> str:
    """The media type that a file is sent as."""
    wanted = [each.strip() for each in accepts.split(",") if each.strip()]
    if not wanted or any(each in (own, "*/*", own.partition("/")[0] + "/*") for each in wanted):
        return own
    exact = [each for each in wanted if "*" not in each]
    if own == "text/plain":
        exact = [each for each in exact if may_be_text(each)]
    elif own not in ("", "application/octet-stream"):
        exact = [each for each in exact if essence(each) in (own, "application/octet-stream")]
    if not exact:
        raise NoValueError(f"{own} is not {accepts}")
    return exact[0]


def _listed(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise NoValueError(f"{value!r} is no array")
    return value


def _mapping(value: Json) -> JsonObject:
    if not isinstance(value, dict):
        raise NoValueError(f"{value!r} is no object")
    return value


def _keyed(convert: Pairs, items: Json) -> dict[str, Json]:
    result: dict[str, Json] = {}
    for item in map(_mapping, _listed(items)):
        key = item.get("key")
        if not isinstance(key, str) or key in result:
            raise NoValueError(f"{key!r} is no key, or is given twice")
        if isinstance(convert.value, Reshape):
            result[key] = _reshaped(convert.value, item, frozenset({"key"}))
        elif "value" in item:
            result[key] = _converted(convert.value, item["value"])
        else:
            raise NoValueError(f"the key {key!r} has no value")
    return result


def _reshaped(reshape: Reshape, scope: JsonObject, read: frozenset[str]) -> dict[str, Json]:
    built = build_fields(reshape.build, scope)
    if not reshape.open:
        return built
    read = read | set(arguments_read(reshape.build))
    fixed = {field.name for field in reshape.build.fields}
    return built | {name: value for name, value in scope.items() if name not in read and name not in fixed}


def arguments_read(value: Value) -> Iterator[str]:
    """The names that a value reads from its scope."""
    match value:
        case Take():
            yield value.argument
            if value.clearable:
                yield "clear_fields"
        case Build():
            for field in value.fields:
                yield from arguments_read(field.value)
            if value.others is not None:
                yield from arguments_read(value.others)
        case Fixed() | Generate() | Context():
            return
        case _:
            assert_never(value)


def conversions(value: Value, scope: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Convert]]:
    """Every scalar conversion with the path of the argument it reads; `*` stands for an array's items."""
    match value:
        case Take():
            yield from _inside((*scope, value.argument), value.convert)
        case Build():
            for field in value.fields:
                yield from conversions(field.value, scope)
            if value.others is not None:
                yield from conversions(value.others, scope)
        case Fixed() | Generate() | Context():
            return
        case _:
            assert_never(value)


def _inside(path: tuple[str, ...], convert: Convert) -> Iterator[tuple[tuple[str, ...], Convert]]:
    match convert:
        case Same():
            return
        case Exact() | Parsed() | File():
            yield path, convert
        case Each():
            yield from _inside((*path, "*"), convert.item)
        case Reshape():
            yield from conversions(convert.build, path)
        case Pairs():
            item = (*path, "*")
            yield from _inside(item if isinstance(convert.value, Reshape) else (*item, "value"), convert.value)
        case _:
            assert_never(convert)


def has_parts(value: Json) -> bool:
    """True for an object or a list."""
    return isinstance(value, Mapping | list)
