"""How JSON Schema is read: by jsonschema, with the patterns and formats of this server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any
from urllib.parse import unquote

from .facts import optional
from .patterns import LONGEST_MATCHED, TooLongError, found
from .values import Json

TOO_LONG = "time"
"""The keyword of what is wrong with texts that all together would take too long."""


def validator(whole: Mapping[str, Any]) -> Any:
    """A jsonschema validator that reads patterns by ECMA-262, in bounded time, and checks formats.

    A text, or a name, that would take too long is refused.

    jsonschema is loaded here, at the first call of a tool.
    """
    jsonschema = import_module("jsonschema")
    plain = jsonschema.Draft202012Validator
    wrong = jsonschema.ValidationError

    def too_long(text: str) -> Any:
        keyword = "maxLength" if len(text) > LONGEST_MATCHED else TOO_LONG
        return wrong("too long", validator=keyword, validator_value=LONGEST_MATCHED, instance=text)

    def pattern(validator: Any, wanted: str, value: Json, schema: Any) -> Iterator[Any]:
        if not isinstance(value, str) or len(value) > schema.get("maxLength", len(value)):
            return
        try:
            if found(wanted, value) is False:
                yield wrong(f"{value!r} does not match {wanted!r}")
        except TooLongError:
            yield too_long(value)

    def named(validator: Any, wanted: Any, value: Json, schema: Any) -> Iterator[Any]:
        for name, item in value.items() if isinstance(value, dict) else ():
            try:
                inner = [wanted[each] for each in wanted if found(each, name)]
            except TooLongError:
                yield too_long(name)
                return
            for one in inner:
                yield from validator.descend(item, one, path=name)

    def others(validator: Any, wanted: Any, value: Json, schema: Any) -> Iterator[Any]:
        if not isinstance(value, dict):
            return
        try:
            known = set(_named(value, schema))
        except TooLongError:
            yield too_long(max(value, key=len))
            return
        yield from rest(validator, wanted, value, known)

    def unevaluated(validator: Any, wanted: Any, value: Json, schema: Any) -> Iterator[Any]:
        if not isinstance(value, dict):
            return
        own = {key: inner for key, inner in schema.items() if key != "unevaluatedProperties"}
        try:
            known = set(_evaluated(value, own, validator, whole))
        except TooLongError:
            yield too_long(max(value, key=len))
            return
        yield from rest(validator, wanted, value, known)

    def rest(validator: Any, wanted: Any, value: Any, known: set[str]) -> Iterator[Any]:
        others = {name: item for name, item in value.items() if name not in known}
        if wanted is False and others:
            yield wrong(f"{list(others)!r} are not known", instance=others)
        elif wanted is not False:
            for name, item in others.items():
                yield from validator.descend(item, wanted, path=name)

    def form(validator: Any, wanted: str, value: Json, schema: Any) -> Iterator[Any]:
        if (
            isinstance(value, str)
            and "pattern" not in schema
            and not optional("formats").fits(value, wanted)
        ):
            yield wrong(f"{value!r} is no {wanted!r}")

    checks = {
        "pattern": pattern,
        "patternProperties": named,
        "additionalProperties": others,
        "unevaluatedProperties": unevaluated,
        "format": form,
    }
    return jsonschema.validators.extend(plain, checks)(whole)


def _named(value: Mapping[str, Json], schema: Mapping[str, Any]) -> Iterator[str]:
    """The properties that a schema names, or may have a pattern for. Raises TooLongError."""
    known, patterns = schema.get("properties", ()), schema.get("patternProperties", ())
    for name in value:
        if name in known or any(found(pattern, name) is not False for pattern in patterns):
            yield name


def _evaluated(
    value: Mapping[str, Json], schema: Any, validator: Any, whole: Mapping[str, Any]
) -> Iterator[str]:
    """The properties that a schema says something of (JSON Schema 2020-12, Core 11.3).

    `whole` has the schemas that are referred to. Raises TooLongError.
    """
    if isinstance(schema, bool):
        return
    if "additionalProperties" in schema or "unevaluatedProperties" in schema:
        yield from value
        return
    yield from _named(value, schema)
    for inner in _beside(value, schema, validator, whole):
        yield from _evaluated(value, inner, validator, whole)


def _beside(
    value: Mapping[str, Json], schema: Mapping[str, Any], validator: Any, whole: Mapping[str, Any]
) -> Iterator[Any]:
    """The schemas that hold for the same value."""

    def fits(inner: Any) -> bool:
        return bool(validator.evolve(schema=inner).is_valid(value))

    if "$ref" in schema:
        yield _target(schema["$ref"], whole)
    yield from schema.get("allOf", ())
    for keyword in ("oneOf", "anyOf"):
        yield from (inner for inner in schema.get(keyword, ()) if fits(inner))
    dependent = schema.get("dependentSchemas", {})
    yield from (inner for name, inner in dependent.items() if name in value)
    if "if" in schema:
        held = fits(schema["if"])
        yield from [schema["if"]] if held else ()
        yield schema.get("then" if held else "else", True)


def _target(reference: str, whole: Mapping[str, Any]) -> Any:
    """The schema that a reference in this document points to."""
    found: Any = whole
    for step in reference.removeprefix("#").split("/")[1:]:
        found = found[unquote(step).replace("~1", "/").replace("~0", "~")]
    return found
