"""What a binding puts at each wire place for given arguments.

This is the meaning of a binding as the model (`mcpgen.model.binding`) defines it, on values. The contract tests of a
generated package hold its functions and runtime against what is computed here; nothing is shared with them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import assert_never

from mcpgen.model.binding import (
    Body,
    Build,
    Context,
    Convert,
    Each,
    Exact,
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

GENERATED = "*"
"""Stands for a value that is fresh at each call."""


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
    return {name: value for name, value in found.items() if value is not UNSET}


def body_value(body: Body, arguments: JsonObject) -> Json | Unset:
    """The body's value; a flattened object that is required, or a form, is there even when nothing is in it."""
    form = body.media_type == "application/x-www-form-urlencoded"
    if isinstance(body.value, Build) and (body.required or form):
        return build_fields(body.value, arguments)
    return evaluate(body.value, arguments)


def _taken(take: Take, scope: JsonObject) -> Json | Unset:
    if take.clearable and take.argument in scope.get("clear_fields", ()):
        return None
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
        case _:
            assert_never(convert)


def _number(value: Json, kind: str) -> int | float:
    try:
        return float(value) if kind == "number" and "." in str(value) else int(value)
    except (ValueError, TypeError, OverflowError) as error:
        raise NoValueError(f"{value!r} is no {kind}") from error


def _parsed(text: str, kind: str) -> Json:
    try:
        value = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise NoValueError(f"{text!r} is no JSON") from error
    if (kind == "object" and not isinstance(value, dict)) or (kind == "array" and not isinstance(value, list)):
        raise NoValueError(f"{text!r} is no JSON {kind}")
    return value


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
        case Fixed() | Generate() | Context():
            return
        case _:
            assert_never(value)


def _inside(path: tuple[str, ...], convert: Convert) -> Iterator[tuple[tuple[str, ...], Convert]]:
    match convert:
        case Same():
            return
        case Exact() | Parsed():
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
