"""One schema for several: the objects of a choice as one object, and what several of them say of one field (GRA002)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final, TypedDict

from mcpgen.diagnostics import Origin
from mcpgen.model.json import Json, JsonObject, Unset
from mcpgen.model.schema import (
    Anything,
    Array,
    Enum,
    Map,
    Object,
    Property,
    Ref,
    Scalar,
    ScalarType,
    Schema,
    Schemas,
    Union,
    Variant,
)
from mcpgen.shaping.words import snake_case

_KINDS: Final[tuple[tuple[ScalarType, type], ...]] = (
    ("string", str),
    ("boolean", bool),
    ("integer", int),
    ("number", float),
)


def merge_objects(union: Union, variants: tuple[Variant, ...], schemas: Schemas) -> Object:
    """One object with the fields of all branches; a field that only some have says for which."""
    shapes = tuple((v.label, v.schema) for v in variants if isinstance(v.schema, Object))
    having: dict[str, list[tuple[str, Property]]] = {}
    for label, shape in shapes:
        for prop in shape.properties:
            having.setdefault(prop.name, []).append((label, prop))
    needed, one = needed_sets(union, tuple(shape for _, shape in shapes), schemas)
    return Object(
        origin=union.origin,
        properties=tuple(_merged(found, len(shapes), union, schemas) for found in having.values()),
        any_required=needed,
        one_required=one,
        extra=next((shape.extra for _, shape in shapes if shape.extra is not None), None),
        closed=all(shape.closed for _, shape in shapes),
        exact=False,
    )


def needed_sets(union: Union, shapes: Sequence[Object], schemas: Schemas) -> tuple[tuple[tuple[str, ...], ...], bool]:
    """What each branch requires that not all do, the least of it, and whether no two of them may be given.

    () where one requires nothing of its own, and where a discriminator says which branch is meant.
    """
    required = [tuple(p.name for p in shape.properties if p.required) for shape in shapes]
    own = [tuple(name for name in names if any(name not in other for other in required)) for names in required]
    if union.discriminator or not all(own):
        return (), False
    sets = tuple(dict.fromkeys(own))
    least = tuple(names for names in sets if not any({*other} < {*names} for other in sets))
    if len(least) < 2:
        return (), False
    apart = union.exclusive and len(least) == len(shapes)
    return least, apart and all(_exclude(one, other, schemas) for one, other in combinations(shapes, 2))


def _exclude(one: Object, other: Object, schemas: Schemas) -> bool:
    """Whether no object has what both require: `oneOf` refuses what fits both (JSON Schema 2020-12, Core 10.2.1.3)."""
    if not (one.exact and other.exact) or one.any_required or other.any_required or one.extra or other.extra:
        return False
    shared = [(p, q) for p in one.properties if (q := other.property(p.name)) is not None]
    if any(schemas.resolve(p.schema).source != schemas.resolve(q.schema).source for p, q in shared):
        return False
    return _takes_required(one, other) == _takes_required(other, one)


def _takes_required(one: Object, other: Object) -> bool:
    """Whether an object may hold all that another one requires."""
    return not one.closed or all(one.property(p.name) is not None for p in other.properties if p.required)


def _merged(having: list[tuple[str, Property]], shapes: int, union: Union, schemas: Schemas) -> Property:
    """One property for those of the same name in `having`, each with its branch's label, of so many `shapes`."""
    name = having[0][1].name
    required = len(having) == shapes and all(prop.required for _, prop in having)
    schema = _one([prop for _, prop in having], [label for label, _ in having], schemas)
    if name == union.discriminator:
        tags = fixed_to([v.tag for v in union.variants], schema.origin)
        if tags is not None:
            text = schemas.resolve(having[0][1].schema).description
            schema = replace(tags, description=text)
    elif len(having) < shapes and any(snake_case(label) != snake_case(name) for label, _ in having):
        labels = ", ".join(label for label, _ in having if snake_case(label) != snake_case(name))
        text = schemas.resolve(schema).description
        what = "Needed for" if all(prop.required for _, prop in having) else "For"
        schema = replace(schema, description=f"{what} {labels}: {text}" if text else f"{what} {labels}.")
    return Property(name=name, schema=schema, required=required)


def fixed_to(tags: Sequence[Json | Unset], origin: Origin) -> Enum | None:
    """The enum of the values that select branches, in their own JSON type; None where one is unknown."""
    kinds = {of: kind for kind, of in _KINDS if any(type(tag) is of for tag in tags)}
    if len(kinds) != 1 or not all(type(tag) in kinds for tag in tags):
        return None
    values = tuple(dict.fromkeys(tags))
    source = {"const": values[0]} if len(values) == 1 else {"enum": list(values)}
    return Enum(origin=origin, type=next(iter(kinds.values())), values=values, source=source)


def _one(found: list[Property], labels: list[str], schemas: Schemas) -> Schema:
    """One schema for all; the same reference everywhere stays one, so that recursion is recognised behind it."""
    first = found[0].schema
    if len(found) == 1 or (isinstance(first, Ref) and all(each.schema == first for each in found)):
        return first
    return combined(tuple(each.schema for each in found), tuple(labels), schemas)


def combined(given: tuple[Schema, ...], labels: tuple[str, ...], schemas: Schemas) -> Schema:
    """One schema for a field that several branches describe: the same, a joined enum, the loosest of one scalar type.

    Objects, lists and maps that differ are a choice in turn, with the same labels, merged where it is looked at.
    """
    found = tuple(schemas.resolve(each) for each in given)
    first = found[0]
    if all(s.source == first.source for s in found):
        return first
    about: _About = {
        "origin": first.origin,
        "description": first.description,
        "source": {"anyOf": [s.source for s in found]},
        "exact": False,
    }
    if isinstance(first, Enum) and all(isinstance(s, Enum) and s.type == first.type for s in found):
        values = tuple(dict.fromkeys(v for s in found if isinstance(s, Enum) for v in s.values))
        return replace(first, values=values, labels=(), exact=False, source=about["source"])
    kinds = {s.type if isinstance(s, Scalar | Enum) else type(s).__name__ for s in found}
    if len(kinds) > 1:
        return Anything(**about)
    match first:
        case Scalar() | Enum():
            return Scalar(type=first.type, **about)
        case Array():
            items = tuple(s.items for s in found if isinstance(s, Array))
            return Array(items=choice(items, labels, schemas), **about)
        case Map():
            values_ = tuple(s.values for s in found if isinstance(s, Map))
            return Map(values=choice(values_, labels, schemas), **about)
        case Object():
            return choice(given, labels, schemas)
        case _:
            return replace(first, exact=False)


class _About(TypedDict):
    """What the schema for several others says of itself."""

    origin: Origin
    description: str
    source: JsonObject
    exact: bool


def choice(given: tuple[Schema, ...], labels: tuple[str, ...], schemas: Schemas) -> Schema:
    """Any of several schemas; the one that all of them are, where they are the same."""
    first = given[0]
    if all(each == first for each in given) or all(schemas.resolve(s).source == first.source for s in given):
        return first
    variants = tuple(Variant(label=label, schema=each) for label, each in zip(labels, given, strict=True))
    source = {"anyOf": [schemas.resolve(each).source for each in given]}
    text = schemas.resolve(first).description
    return Union(origin=first.origin, description=text, variants=variants, exclusive=False, exact=False, source=source)
