"""Texts from the wire read as the values that a schema takes; openapi-core's own validators say which it takes.

Nothing here comes from mcpgen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from jsonschema_path import SchemaPath
from openapi_core.validation.schemas.exceptions import InvalidSchemaValue
from openapi_core.validation.schemas.factories import SchemaValidatorsFactory

_DEEPEST: Final = 12


class Decoders:
    """Makes decoders of parameters and bodies for a document; both factories of openapi-core in one."""

    def __init__(self, validators: SchemaValidatorsFactory) -> None:
        self._validators = validators

    def fits(self, spec: SchemaPath, schema: SchemaPath, value: Any) -> bool:
        """Whether openapi-core accepts a value for a schema."""
        try:
            self._validators.create(spec, schema).validate(value)
        except InvalidSchemaValue:
            return False
        return True

    def cast(self, spec: SchemaPath, schema: SchemaPath, value: Any, depth: int = 0) -> Any:
        """Texts read as what a schema takes: the first reading that it accepts."""
        if depth > _DEEPEST:
            return value
        if isinstance(value, dict):
            return {k: self._inner(spec, of_property(schema, k), v, depth) for k, v in value.items()}
        if isinstance(value, list):
            return [self._inner(spec, of_items(schema), v, depth) for v in value]
        return next((r for r in _readings(value) if self.fits(spec, schema, r)), value)

    def _inner(self, spec: SchemaPath, schemas: Iterator[SchemaPath], value: Any, depth: int) -> Any:
        for schema in schemas:
            made = self.cast(spec, schema, value, depth + 1)
            if self.fits(spec, schema, made):
                return made
        return value


def of_property(schema: SchemaPath, name: str) -> Iterator[SchemaPath]:
    if "properties" in schema and name in schema / "properties":
        yield schema / "properties" / name
    elif isinstance(keywords(schema).get("additionalProperties"), dict):
        yield schema / "additionalProperties"
    for inner in parts_of(schema):
        yield from of_property(inner, name)


def of_items(schema: SchemaPath) -> Iterator[SchemaPath]:
    if isinstance(keywords(schema).get("items"), dict):
        yield schema / "items"
    for inner in parts_of(schema):
        yield from of_items(inner)


def parts_of(schema: SchemaPath) -> Iterator[SchemaPath]:
    for key in ("allOf", "oneOf", "anyOf"):
        if key in schema:
            yield from schema / key


def keywords(schema: SchemaPath) -> dict[str, Any]:
    """What an object of the document says, its reference followed."""
    with schema.resolve() as resolved:
        return resolved.contents if isinstance(resolved.contents, dict) else {}


def _readings(text: Any) -> Iterator[Any]:
    """The JSON values that a text can stand for."""
    yield text
    if not isinstance(text, str):
        return
    if re.fullmatch(r"-?\d+", text):
        yield int(text)
    if re.fullmatch(r"-?\d+(\.\d+)?([eE][+-]?\d+)?", text):
        yield float(text)
    if text in ("true", "false"):
        yield text == "true"
    if text in ("", "null"):
        yield None
    if text[:1] in ("{", "["):  # objects in lists have no style of their own
        try:
            yield json.loads(text)
        except ValueError:
            return


def kinds_of(schema: SchemaPath, depth: int = 0) -> set[str]:
    """The types of value that a schema takes, as far as it says."""
    node = keywords(schema)
    types = node.get("type", [])
    found = {types} if isinstance(types, str) else set(types)
    if not found and depth < _DEEPEST:
        found = {kind for inner in parts_of(schema) for kind in kinds_of(inner, depth + 1)}
    if not found and ("properties" in node or "additionalProperties" in node):
        found = {"object"}
    return found


def names_of(schema: SchemaPath, depth: int = 0) -> tuple[set[str], bool]:
    """The names of an object's properties, and whether there may be others."""
    node = keywords(schema)
    names = set(node.get("properties", {}))
    others = bool(node.get("additionalProperties")) or "patternProperties" in node
    for inner in parts_of(schema) if depth < _DEEPEST else ():
        if "object" in kinds_of(inner):
            more, also = names_of(inner, depth + 1)
            names, others = names | more, others or also
    return names, others or (not names and "additionalProperties" not in node)
