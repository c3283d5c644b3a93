"""Unions that stay one tool: merged into one object, or narrowed to the branch that says most (GRA002, PAR002).

A merged object accepts the fields of every branch and requires those that all require; what the branches demand beyond
that is checked against the whole schema before the body is sent. Narrowing never makes a valid body invalid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from weakref import WeakKeyDictionary

from mcpgen.model.json import UNSET
from mcpgen.model.schema import (
    Anything,
    Array,
    Enum,
    Map,
    Object,
    Property,
    Ref,
    Scalar,
    Schema,
    Schemas,
    Union,
    Variant,
)

MAX_BRANCHES = 64
"""Branches of one choice that are looked at; choices within choices can hold more than there are atoms."""

_MERGED: WeakKeyDictionary[Schemas, dict[str, Object]] = WeakKeyDictionary()
"""The merged branches by the key of the choice, as long as its document is in use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowed:
    """A schema without unions at its top. `dropped` names the branches that can no longer be given."""

    schema: Schema
    dropped: tuple[str, ...] = ()


def without_union(schema: Schema, schemas: Schemas) -> Narrowed:
    """The schema itself, or for a union the one schema that stands for it."""
    resolved = schemas.resolve(schema)
    if not isinstance(resolved, Union):
        return Narrowed(schema=resolved)
    found = tuple(islice(_flat(resolved, schemas, set()), MAX_BRANCHES + 1))
    branches, more = found[:MAX_BRANCHES], ("further choices",) if len(found) > MAX_BRANCHES else ()
    objects = tuple(v for v in branches if isinstance(v.schema, Object))
    if len(objects) > 1:
        chosen: Schema = _merged_once(schema, resolved, objects, schemas)
        dropped = tuple(v.label for v in branches if not isinstance(v.schema, Object))
    elif branches:
        best = max(branches, key=lambda v: _expressiveness(v.schema))
        chosen = _widened(best.schema, branches)
        dropped = tuple(v.label for v in branches if v is not best and not _covers(chosen, v.schema))
    else:
        chosen, dropped = Anything(origin=resolved.origin, exact=False), ()
    return Narrowed(
        schema=replace(
            chosen,
            description=resolved.description or chosen.description,
            title=resolved.title or chosen.title,
            default=chosen.default if resolved.default is UNSET else resolved.default,
            nullable=resolved.nullable or chosen.nullable,
            read_only=resolved.read_only or chosen.read_only,
            write_only=resolved.write_only or chosen.write_only,
            deprecated=resolved.deprecated,
            exact=resolved.exact and chosen.exact and (not resolved.exclusive or _disjoint(branches)),
            source=resolved.source,
            origin=resolved.origin,
        ),
        dropped=(*dropped, *more),
    )


def _flat(union: Union, schemas: Schemas, seen: set[str]) -> Iterator[Variant]:
    """The branches with inner unions opened, each of them once: one that comes again adds nothing."""
    for variant in union.variants:
        target = variant.schema.target if isinstance(variant.schema, Ref) else ""
        if target and target in seen:
            continue
        schema = schemas.resolve(variant.schema)
        if isinstance(schema, Union):
            seen.add(target)
            yield from _flat(schema, schemas, seen)
        else:
            yield replace(variant, schema=schema)


def _merged_once(schema: Schema, union: Union, objects: tuple[Variant, ...], schemas: Schemas) -> Object:
    """`merge_objects`, remembered for what a reference names: it comes again wherever a schema holds itself."""
    if not isinstance(schema, Ref):
        return merge_objects(union, objects, schemas)
    known = _MERGED.setdefault(schemas, {})
    if schema.target not in known:
        known[schema.target] = merge_objects(union, objects, schemas)
    return known[schema.target]


def merge_objects(union: Union, variants: tuple[Variant, ...], schemas: Schemas) -> Object:
    """One object with the fields of all branches; a field that only some have says for which."""
    shapes = tuple((v.label, v.schema) for v in variants if isinstance(v.schema, Object))
    having: dict[str, list[tuple[str, Property]]] = {}
    for label, shape in shapes:
        for prop in shape.properties:
            having.setdefault(prop.name, []).append((label, prop))
    return Object(
        origin=union.origin,
        properties=tuple(_merged(found, len(shapes), union, schemas) for found in having.values()),
        extra=next((shape.extra for _, shape in shapes if shape.extra is not None), None),
        closed=all(shape.closed for _, shape in shapes),
        exact=False,
    )


def _merged(having: list[tuple[str, Property]], shapes: int, union: Union, schemas: Schemas) -> Property:
    """One property for those of the same name in `having`, each with its branch's label, of so many `shapes`."""
    name = having[0][1].name
    required = len(having) == shapes and all(prop.required for _, prop in having)
    schema = _one([prop.schema for _, prop in having], schemas)
    if name == union.discriminator:
        tags = tuple(dict.fromkeys(v.tag for v in union.variants if isinstance(v.tag, str)))
        if tags:
            text = schemas.resolve(having[0][1].schema).description
            schema = Enum(origin=schema.origin, type="string", values=tags, description=text)
    elif len(having) < shapes:
        labels = ", ".join(label for label, _ in having)
        text = schemas.resolve(schema).description
        schema = replace(schema, description=f"For {labels}: {text}" if text else f"For {labels}.")
    return Property(name=name, schema=schema, required=required)


def _one(found: list[Schema], schemas: Schemas) -> Schema:
    """One schema for all; the same reference everywhere stays one, so that recursion is recognised behind it."""
    first = found[0]
    if len(found) == 1 or (isinstance(first, Ref) and all(each == first for each in found)):
        return first
    return combined(tuple(schemas.resolve(each) for each in found))


def combined(schemas: tuple[Schema, ...]) -> Schema:
    """One schema for a field that several branches describe: the same, a joined enum, or the loosest of one kind."""
    first = schemas[0]
    if all(s.source == first.source for s in schemas):
        return first
    if isinstance(first, Enum) and all(isinstance(s, Enum) and s.type == first.type for s in schemas):
        values = tuple(dict.fromkeys(v for s in schemas if isinstance(s, Enum) for v in s.values))
        return replace(first, values=values, labels=(), exact=False)
    kinds = {s.type if isinstance(s, Scalar | Enum) else type(s).__name__ for s in schemas}
    if len(kinds) == 1 and isinstance(first, Scalar | Enum):
        return Scalar(origin=first.origin, type=first.type, description=first.description, exact=False)
    if len(kinds) == 1 and isinstance(first, Object):
        shapes = [s for s in schemas if isinstance(s, Object)]
        names = dict.fromkeys(p.name for shape in shapes for p in shape.properties)
        found = {name: [p for shape in shapes if (p := shape.property(name)) is not None] for name in names}
        return Object(
            origin=first.origin,
            description=first.description,
            properties=tuple(
                replace(props[0], required=len(props) == len(schemas) and all(p.required for p in props))
                for props in found.values()
            ),
            exact=False,
        )
    if len(kinds) == 1:
        return replace(first, exact=False)
    return Anything(origin=first.origin, description=first.description, exact=False)


def _expressiveness(schema: Schema) -> int:
    match schema:
        case Object(properties=properties) if properties:
            return 7
        case Array():
            return 6
        case Map() | Object():
            return 5
        case Scalar(type="string"):
            return 4
        case Enum():
            return 3
        case Scalar(type="number"):
            return 2
        case Scalar(type="integer" | "boolean"):
            return 1
        case _:
            return 0


def _disjoint(branches: tuple[Variant, ...]) -> bool:
    """Whether a value can match one branch at most, by its JSON type alone: `oneOf` refuses what matches two."""
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
    """A plain string stands for a string enum beside it; enums of one type are joined."""
    enums = [v.schema for v in branches if isinstance(v.schema, Enum)]
    if isinstance(chosen, Enum) and len(enums) > 1 and len({e.type for e in enums}) == 1:
        return replace(chosen, values=tuple(dict.fromkeys(v for e in enums for v in e.values)), labels=())
    return chosen


def _covers(chosen: Schema, other: Schema) -> bool:
    """Whether every value of `other` can still be given."""
    match chosen, other:
        case Scalar(type="string", pattern="", max_length=None), (Scalar(type="string") | Enum(type="string")):
            return True
        case Scalar(type="number"), Scalar(type="integer"):
            return True
        case Enum(values=mine), Enum(values=theirs):
            return set(map(repr, theirs)) <= set(map(repr, mine))
        case _:
            return False
