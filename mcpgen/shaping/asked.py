"""What an operation asks for, by name: its parameters and its body's properties, two levels deep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from mcpgen.model.api import Operation
from mcpgen.model.schema import Array, Object, Property, Scalar, Schema, Schemas, Union
from mcpgen.model.vocabulary import is_verb
from mcpgen.shaping.evidence import json_media
from mcpgen.shaping.words import split_words

_DEPTH = 1
"""How many objects deep a body is looked into below its own properties."""
_HOPS = 2
"""How many unions within each other are looked into."""

Names: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One value that a call gives: a parameter or a property of the body, but nothing of the path."""

    words: Names
    description: str
    schema: Schema = field(repr=False)
    top: bool = True
    """Not inside an object of the body."""


def asked(operation: Operation, schemas: Schemas | None) -> tuple[Asked, ...]:
    """The values that a call gives, in the source's order; without `schemas`, references are not followed."""
    found = [
        Asked(words=split_words(p.name), description=p.description or p.schema.description, schema=p.schema)
        for p in operation.parameters
        if p.place == "query"
    ]
    media = operation.body.content if operation.body is not None else ()
    if media and media[0].schema is not None:
        found += _properties(media[0].schema, schemas, 0)
    return tuple(found)


def sends_commands(operation: Operation, schemas: Schemas | None) -> bool:
    """True when the body is changes to make one after the other: JSON Patch (RFC 6902), actions, one of some orders.

    An order is an object with one required property, which is named by a verb: `{"move_shard": …}`.
    """
    for media in operation.body.content if operation.body is not None else ():
        if media.name == "application/json-patch+json":
            return True
        body = _resolved(media.schema, schemas)
        if isinstance(body, Array) and _names_of(body.items, schemas) >= {"op", "path"}:
            return True
        if isinstance(body, Union) and all(_is_order(v.schema, schemas) for v in body.variants):
            return True
        if isinstance(body, Object):
            lists = (p.name for p in body.properties if isinstance(_resolved(p.schema, schemas), Array))
            if any(name in ("actions", "operations", "ops", "commands") for name in lists):
                return True
    return False


def body_properties(operation: Operation, schemas: Schemas | None) -> tuple[Property, ...]:
    """The properties of the JSON body; without `schemas` references are not followed."""
    media = json_media(operation.body.content) if operation.body else None
    found = _resolved(media.schema if media is not None else None, schemas)
    return found.properties if isinstance(found, Object) else ()


def _is_order(schema: Schema, schemas: Schemas | None) -> bool:
    found = _resolved(schema, schemas)
    if not isinstance(found, Object):
        return False
    needed = [split_words(item.name) for item in found.properties if item.required]
    return len(needed) == 1 and len(needed[0]) > 1 and is_verb(needed[0][0])


def _names_of(schema: Schema, schemas: Schemas | None, hops: int = _HOPS) -> set[str]:
    found = _resolved(schema, schemas)
    if isinstance(found, Union) and hops:
        return set().union(*(_names_of(v.schema, schemas, hops - 1) for v in found.variants))
    return {p.name for p in found.properties} if isinstance(found, Object) else set()


def _properties(schema: Schema, schemas: Schemas | None, depth: int, hops: int = _HOPS) -> Iterator[Asked]:
    found = _resolved(schema, schemas)
    if isinstance(found, Union) and hops:
        for variant in found.variants:
            yield from _properties(variant.schema, schemas, depth, hops - 1)
    if not isinstance(found, Object):
        return
    for item in found.properties:
        value = _resolved(item.schema, schemas)
        if value is None or value.read_only:
            continue
        described = item.schema.description or value.description
        yield Asked(words=split_words(item.name), description=described, schema=value, top=depth == 0)
        if depth < _DEPTH and not isinstance(value, Scalar):
            yield from _properties(value, schemas, depth + 1)


def _resolved(schema: Schema | None, schemas: Schemas | None) -> Schema | None:
    return schemas.resolve(schema) if schema is not None and schemas is not None else schema
