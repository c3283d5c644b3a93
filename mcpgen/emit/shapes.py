"""The classes of a tool's arguments: one `Record` for the tool, one for each object inside it, each with its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen.emit.names import class_name, singular
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.toolset import Tool

_SCALARS = ("string", "integer", "number", "boolean")


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """A value without a class of its own; `schema` has what a type hint can say and nothing else."""

    schema: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOf:
    """An array."""

    item: ArgumentType


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordField:
    """A property of an object, by the name the model uses."""

    name: str
    required: bool
    type: ArgumentType


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """An object with named properties: a TypedDict of that name."""

    name: str
    fields: tuple[RecordField, ...]

    def field(self, name: str) -> RecordField | None:
        """The field of that name, or None."""
        return next((f for f in self.fields if f.name == name), None)


ArgumentType: TypeAlias = Leaf | ListOf | Record


def argument_record(tool: Tool, taken: set[str]) -> Record:
    """The classes of a tool's arguments; `taken` holds the class names of the module, and gets the new ones."""
    name = class_name(tool.name, taken)
    return _record(name, tool.input_schema, taken)


def nested_records(record: Record) -> Iterator[Record]:
    """`record` and every record inside it, inner ones first."""
    for field in record.fields:
        yield from _inside(field.type)
    yield record


def item_type(kind: ArgumentType | None) -> ArgumentType | None:
    """The type of an array's items, or None where `kind` is no array."""
    return kind.item if isinstance(kind, ListOf) else None


def schema_of(kind: ArgumentType, reference: str) -> Json:
    """A JSON Schema of the type; records by reference: `reference` with the record's name after it."""
    match kind:
        case Leaf():
            return kind.schema
        case ListOf():
            return {"type": "array", "items": schema_of(kind.item, reference)}
        case Record():
            return {"$ref": f"{reference}{kind.name}"}


def record_schema(record: Record, reference: str) -> Json:
    """The JSON Schema of a record itself."""
    return {
        "type": "object",
        "properties": {field.name: schema_of(field.type, reference) for field in record.fields},
        "required": [field.name for field in record.fields if field.required],
    }


def _inside(kind: ArgumentType) -> Iterator[Record]:
    match kind:
        case Leaf():
            return
        case ListOf():
            yield from _inside(kind.item)
        case Record():
            yield from nested_records(kind)


def _record(name: str, schema: JsonObject, taken: set[str]) -> Record:
    required = _list(schema.get("required"))
    fields = [
        RecordField(name=key, required=key in required, type=_type(name, key, value, taken))
        for key, value in _mapping(schema.get("properties")).items()
    ]
    return Record(name=name, fields=tuple(fields))


def _type(owner: str, key: str, schema: Json, taken: set[str]) -> ArgumentType:
    if not isinstance(schema, Mapping):
        return Leaf(schema={})
    match schema.get("type"):
        case "array" if isinstance(schema.get("items"), Mapping):
            one = singular(key)
            return ListOf(item=_type(owner, one if one != key else f"{key}_item", schema["items"], taken))
        case "object" if _mapping(schema.get("properties")):
            return _record(class_name(f"{owner}_{key}", taken), schema, taken)
        case _:
            return Leaf(schema=_hint(schema))


def _hint(schema: JsonObject) -> JsonObject:
    """The schema of a type hint: type, values of an enum where `Literal` can hold them, kinds of a union."""
    values = schema.get("enum")
    if isinstance(values, list) and values and all(isinstance(v, str | bool | int) for v in values):
        return {"enum": values}
    match schema.get("type"):
        case str() as kind if kind in _SCALARS:
            return {"type": kind}
        case "object":
            extra = schema.get("additionalProperties")
            return {"type": "object", "additionalProperties": _hint(extra) if isinstance(extra, Mapping) else True}
        case "array":
            return {"type": "array", "items": {}}
        case list() as kinds:
            known = [kind for kind in kinds if kind in (*_SCALARS, "null")]
            return {"type": known} if known and len(known) == len(kinds) else {}
        case _:
            return {}


def _mapping(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []
