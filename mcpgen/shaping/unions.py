"""Unions that stay one tool: merged into one object, or narrowed to the branch that says most (GRA002, PAR002).

A merged object (`merging.py`) accepts the fields of every branch and requires those that all require; what the branches
demand beyond that is checked against the whole schema before the body is sent. Narrowing never makes a valid body
invalid.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from weakref import WeakKeyDictionary

from mcpgen.diagnostics import Origin
from mcpgen.model.formats import either_format
from mcpgen.model.json import UNSET, Json
from mcpgen.model.schema import (
    Anything,
    Array,
    Enum,
    Map,
    Object,
    Ref,
    Scalar,
    Schema,
    Schemas,
    Union,
    Variant,
)
from mcpgen.shaping.merging import choice, merge_objects

MAX_BRANCHES = 64
"""Branches of one choice that are looked at; choices within choices can hold more than there are atoms."""

MAX_REPEATS = 1000
"""Branches of one choice that are passed over because they came before."""

MAX_NESTING = 4
"""Lists in lists that are looked into for objects."""

MAX_VALUES_TEXT = 1_200
"""Characters of a set of values of several types; a longer one is narrowed like any choice."""

VALUES_TEXT = 60
"""Characters of a set of values that are named where it can not be given."""

EMPTY = '""'
"""What a branch is called that holds nothing but an empty text: some APIs are told so to clear a field."""

_MERGED: WeakKeyDictionary[Schemas, dict[str, Object]] = WeakKeyDictionary()
"""The merged branches by the key of the choice, as long as its document is in use."""

_LISTED: WeakKeyDictionary[Schemas, dict[str, tuple[Variant, ...]]] = WeakKeyDictionary()
"""The branches of a choice by its key, laid flat; likewise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowed:
    """A schema without unions at its top. `dropped` names the branches that can no longer be given.

    `mixed` names those that only JSON text can tell apart, where the schema is anything.
    """

    schema: Schema
    dropped: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()


def without_union(schema: Schema, schemas: Schemas) -> Narrowed:
    """The schema itself, or for a union the one schema that stands for it; values of several types stay together."""
    resolved = schemas.resolve(schema)
    if not isinstance(resolved, Union) or mixed_values(resolved, schemas):
        return Narrowed(schema=resolved)
    found = _first_branches(schema, resolved, schemas)
    branches, more = found[:MAX_BRANCHES], ("further choices",) if len(found) > MAX_BRANCHES else ()
    chosen, dropped, mixed = _chosen(schema, resolved, branches, schemas)
    return Narrowed(
        schema=replace(
            chosen,
            description=resolved.description or chosen.description,
            title=resolved.title or chosen.title,
            default=chosen.default if resolved.default is UNSET else resolved.default,
            nullable=resolved.nullable or chosen.nullable,
            doubtful_null=resolved.doubtful_null or chosen.doubtful_null,
            read_only=resolved.read_only or chosen.read_only,
            write_only=resolved.write_only or chosen.write_only,
            deprecated=resolved.deprecated,
            exact=resolved.exact
            and chosen.exact
            and (not resolved.exclusive or _disjoint(resolved, branches, schemas)),
            source=resolved.source,
            origin=resolved.origin,
        ),
        dropped=(*dropped, *more),
        mixed=mixed,
    )


def mixed_values(union: Union, schemas: Schemas) -> tuple[Json, ...]:
    """The values of a fixed set in which not all are of one type; () for any other union, and for one too long to list.

    What only switches off is no value beside booleans: `true`, `false` and "".
    """
    values: list[Json] = []
    for variant in union.variants:
        match schemas.resolve(variant.schema):
            case Enum(values=listed, exact=True):
                values += listed
            case Scalar(type="boolean", exact=True):
                values += [True, False]
            case _:
                return ()
    telling = any(not isinstance(value, bool) and value not in ("", None) for value in values)
    return tuple(values) if telling and len(str(values)) <= MAX_VALUES_TEXT else ()


def _chosen(
    schema: Schema, union: Union, branches: tuple[Variant, ...], schemas: Schemas
) -> tuple[Schema, tuple[str, ...], tuple[str, ...]]:
    """What stands for the branches, the labels of those it drops, and those of a mixture that is given as JSON text.

    Scalars and lists of scalars give way to objects, and to lists and maps of objects; of these none gives way but one
    thing to a list of the same.
    """
    if union.exclusive and len(branches) > 1 and any(_is_free(v.schema) for v in branches):
        return Anything(origin=union.origin, exact=False), (), ()  # whatever fits another branch fits that one too
    objects = tuple(v for v in branches if isinstance(v.schema, Object))
    held = tuple(v for v in branches if isinstance(v.schema, Array) and _holds_fields(v.schema, schemas))
    maps = tuple(v for v in branches if isinstance(v.schema, Map) and _holds_fields(v.schema, schemas))
    kinds = (any(_holds_fields(v.schema, schemas) for v in objects), bool(held), bool(maps))
    if sum(kinds) > 1:
        if maps or len(held) > 1 or any(not _is_item(v.schema, held[0].schema, schemas) for v in objects):
            return Anything(origin=union.origin, exact=False), (), tuple(v.label for v in branches)
        objects = ()
    if len(objects) > 1:
        merged: Schema = _merged_once(schema, union, objects, schemas)
        return merged, tuple(_told(v) for v in branches if not isinstance(v.schema, Object)), ()
    if len(held) > 1:
        labels = tuple(v.label for v in held)
        items = choice(tuple(v.schema.items for v in held if isinstance(v.schema, Array)), labels, schemas)
        joined = Array(origin=union.origin, items=items, exact=False)
        return joined, tuple(_told(v) for v in branches if v not in held), ()
    if not branches:
        return Anything(origin=union.origin, exact=False), (), ()
    best = held[0] if held else max(branches, key=lambda v: _expressiveness(_widened(v.schema, branches)))
    chosen = _widened(best.schema, branches)
    return chosen, tuple(_told(v) for v in branches if v is not best and not _covers(chosen, v.schema)), ()


def _is_free(schema: Schema) -> bool:
    """Whether everything fits."""
    return isinstance(schema, Anything) and schema.exact and not schema.never


def _told(lost: Variant) -> str:
    """What a branch that can not be given is called: a few values by themselves, anything else by its label."""
    if isinstance(lost.schema, Scalar) and lost.schema.type == "string" and lost.schema.max_length == 0:
        return EMPTY
    if not isinstance(lost.schema, Enum):
        return lost.label
    text = " or ".join(json.dumps(value, ensure_ascii=False) for value in lost.schema.values)
    return text if 0 < len(text) <= VALUES_TEXT else lost.label


def _holds_fields(schema: Schema, schemas: Schemas, depth: int = 0) -> bool:
    """Whether there are objects with properties in it, other than behind properties."""
    if depth > MAX_NESTING:
        return False
    match schemas.resolve(schema):
        case Object(properties=properties):
            return bool(properties)
        case Array(items=inner) | Map(values=inner):
            return _holds_fields(inner, schemas, depth + 1)
        case Union(variants=variants):
            return any(_holds_fields(v.schema, schemas, depth + 1) for v in variants[:MAX_BRANCHES])
        case _:
            return False


def _is_item(schema: Schema, array: Schema, schemas: Schemas) -> bool:
    """Whether a list holds what the schema describes."""
    if not isinstance(array, Array):
        return False
    item = schemas.resolve(array.items)
    choices = [schemas.resolve(v.schema) for v in item.variants] if isinstance(item, Union) else [item]
    return any(each.source == schema.source for each in choices)


def _first_branches(schema: Schema, union: Union, schemas: Schemas) -> tuple[Variant, ...]:
    """The branches laid flat, one more than are looked at; remembered for what a reference names."""
    if not isinstance(schema, Ref):
        return tuple(islice(_flat(union, schemas), MAX_BRANCHES + 1))
    known = _LISTED.setdefault(schemas, {})
    if schema.target not in known:
        known[schema.target] = tuple(islice(_flat(union, schemas), MAX_BRANCHES + 1))
    return known[schema.target]


def _flat(union: Union, schemas: Schemas) -> Iterator[Variant]:
    """The branches with inner unions opened, each of them once: what comes again adds nothing.

    Repeats are passed over up to a bound, and count as branches beyond it.
    """
    repeats = 0
    seen: set[str] = set()
    given: dict[Origin, list[Schema]] = {}
    opened = [iter(union.variants)]
    while opened:
        variant = next(opened[-1], None)
        if variant is None:
            opened.pop()
            continue
        target = variant.schema.target if isinstance(variant.schema, Ref) else ""
        if target and target in seen:
            continue
        schema = schemas.resolve(variant.schema)
        if isinstance(schema, Union):
            seen.add(target)
            opened.append(iter(schema.variants))
        elif seen and repeats < MAX_REPEATS and schema in given.get(schema.origin, ()):
            repeats += 1
        else:
            given.setdefault(schema.origin, []).append(schema)
            yield replace(variant, schema=schema)


def _merged_once(schema: Schema, union: Union, objects: tuple[Variant, ...], schemas: Schemas) -> Object:
    """`merge_objects`, remembered for what a reference names: it comes again wherever a schema holds itself."""
    if not isinstance(schema, Ref):
        return merge_objects(union, objects, schemas)
    known = _MERGED.setdefault(schemas, {})
    if schema.target not in known:
        known[schema.target] = merge_objects(union, objects, schemas)
    return known[schema.target]


def _expressiveness(schema: Schema) -> int:
    """How much a branch says; an empty string or a constant, which mostly clear or switch off, say least of all."""
    match schema:
        case Object(properties=properties) if properties:
            return 7
        case Array():
            return 6
        case Map() | Object():
            return 5
        case Scalar(type="string", max_length=length) if length != 0:
            return 4
        case Enum(values=values) if sum(value != "" for value in values) > 1:
            return 3
        case Scalar(type="number"):
            return 2
        case Scalar(type="integer" | "boolean"):
            return 1
        case Scalar() | Enum():
            return -1
        case _:
            return 0


def _disjoint(union: Union, branches: tuple[Variant, ...], schemas: Schemas) -> bool:
    """Whether a value can match one branch at most, by its JSON type alone: `oneOf` refuses what matches two."""
    if any(isinstance(schemas.resolve(v.schema), Union) for v in union.variants):
        return False
    kinds = [_kind(v.schema) for v in branches]
    return len(set(kinds)) == len(kinds) and "any" not in kinds


def _kind(schema: Schema) -> str:
    match schema:
        case Scalar(type=kind) | Enum(type=kind):
            return "number" if kind == "integer" else kind
        case Array():
            return "array"
        case Map() | Object():
            return "object"
        case _:
            return "any"


def _widened(chosen: Schema, branches: tuple[Variant, ...]) -> Schema:
    """A plain string stands for an enum beside it and for texts of other formats; enums of one type are joined."""
    enums = [v.schema for v in branches if isinstance(v.schema, Enum)]
    if isinstance(chosen, Enum) and len(enums) > 1 and len({e.type for e in enums}) == 1:
        return replace(chosen, values=tuple(dict.fromkeys(v for e in enums for v in e.values)), labels=())
    if isinstance(chosen, Scalar) and chosen.type == "string":
        texts = [v.schema for v in branches if isinstance(v.schema, Scalar | Enum) and v.schema.type == "string"]
        formats = {text.format if isinstance(text, Scalar) else "" for text in texts}
        if len(formats) > 1:
            return replace(chosen, format=either_format(formats), exact=False)
    return chosen


def _covers(chosen: Schema, other: Schema) -> bool:
    """Whether every value of `other` can still be given."""
    match chosen, other:
        case Anything(), _:
            return True
        case Scalar(type="string", pattern="", max_length=None), (Scalar(type="string") | Enum(type="string")):
            return True
        case Scalar(type="number"), Scalar(type="integer"):
            return True
        case Enum(values=mine), Enum(values=theirs):
            return set(map(repr, theirs)) <= set(map(repr, mine))
        case _:
            return False
