"""A believable value for a schema: what the mock answers where the document gives no example. Deterministic."""

from __future__ import annotations

from typing import Any

from mcpgen.model.json import UNSET, Json
from mcpgen.model.schema import Anything, Array, Enum, Map, Object, Ref, Scalar, Schema, Schemas, Union

MAX_DEPTH = 5
MAX_PROPERTIES = 16
MAX_CHAIN = 60
"""Levels of required parts of a sample."""
MAX_VALUES = 2000
"""Values in a sample; beyond them objects and lists stay empty."""

FORMATTED = {
    "date": "2026-01-15",
    "date-time": "2026-01-15T09:30:00Z",
    "time": "09:30:00Z",
    "duration": "PT30M",
    "email": "ada@example.com",
    "hostname": "host.example.com",
    "ipv4": "192.0.2.10",
    "ipv6": "2001:db8::10",
    "uri": "https://example.com/a",
    "url": "https://example.com/a",
    "uuid": "3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b",
    "byte": "aGVsbG8=",
}


def sample(schema: Schema, schemas: Schemas) -> Json:
    """A value of the schema: its first example, default or enum value; optional fields up to a depth."""
    return _Sampler(schemas).value(schema, depth=0, seen=frozenset())


class _Sampler:
    """Makes one sample of bounded size: a thing whose parts hold two of the next, level by level, would have no end."""

    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas
        self._left = MAX_VALUES

    def value(self, schema: Schema, *, depth: int, seen: frozenset[str]) -> Json:
        self._left -= 1
        if isinstance(schema, Ref):
            if schema.target in seen:
                resolved = self._schemas.resolve(schema)
                return None if resolved.nullable else _smallest(resolved)
            seen = seen | {schema.target}
        found = self._schemas.resolve(schema)
        if found.examples and depth < MAX_DEPTH:
            return found.examples[0]
        if found.default is not UNSET and found.default is not None:
            return found.default
        match found:
            case Scalar():
                return _scalar(found)
            case Enum(values=values):
                return next((v for v in values if v is not None), None)
            case _ if self._left < 0 or depth > MAX_CHAIN:
                return _smallest(found)
            case Array(items=items, min_items=least):
                if depth >= MAX_DEPTH:
                    return []
                return [self.value(items, depth=depth + 1, seen=seen) for _ in range(max(1, min(least or 1, 3)))]
            case Map(values=values):
                return {"example": self.value(values, depth=depth + 1, seen=seen)} if depth < MAX_DEPTH else {}
            case Object(properties=properties):
                return self._object(found, depth=depth, seen=seen) if properties else {}
            case Union(variants=variants):
                return self._branch(found, depth=depth, seen=seen) if variants else None
            case Anything():
                return "example"
            case Ref():
                return None

    def _object(self, schema: Object, *, depth: int, seen: frozenset[str]) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for prop in schema.properties:
            resolved = self._schemas.resolve(prop.schema)
            if resolved.write_only:
                continue
            again = isinstance(prop.schema, Ref) and prop.schema.target in seen
            if prop.required or (depth < 3 and len(out) < MAX_PROPERTIES and not again):
                out[prop.name] = self.value(prop.schema, depth=depth + 1, seen=seen)
        return out

    def _branch(self, union: Union, *, depth: int, seen: frozenset[str]) -> Json:
        first = union.variants[0]
        value = self.value(first.schema, depth=depth + 1, seen=seen)
        if isinstance(value, dict) and union.discriminator and first.tag is not UNSET:
            return {**value, union.discriminator: first.tag}
        return value


def _scalar(schema: Scalar) -> Json:
    match schema.type:
        case "string":
            text = FORMATTED.get(schema.format, "example")
            if schema.min_length is not None and len(text) < schema.min_length:
                text = text + "x" * min(schema.min_length - len(text), 1000)
            return text if schema.max_length is None else text[: schema.max_length]
        case "boolean":
            return True
        case "integer":
            return int(_number(schema))
        case "number":
            return _number(schema)


def _number(schema: Scalar) -> int | float:
    least = schema.minimum if schema.minimum is not None else schema.exclusive_minimum
    most = schema.maximum if schema.maximum is not None else schema.exclusive_maximum
    if least is not None and least > 1:
        return least if schema.minimum is not None else least + 1
    if most is not None and most < 1:
        return most if schema.maximum is not None else most - 1
    return 1


def _smallest(schema: Schema) -> Json:
    match schema:
        case Array():
            return []
        case Object() | Map():
            return {}
        case _:
            return None
