"""Two schemas that hold at once, as one: objects joined, bounds narrowed, sets of values cut to what both have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from mcpgen.frontends.openapi.reading import Table
from mcpgen.model.json import UNSET, Json
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
    Union,
    Variant,
)

_MAX_DEPTH = 8
_MAX_VARIANTS = 24
Number = TypeVar("Number", int, float, int | float)


def intersect(a: Schema, b: Schema, table: Table, depth: int = 0) -> Schema:
    """What both `a` and `b` allow, where their classes can say it; `a` with `exact` False where they cannot.

    What has no value in common is `Anything` that never fits.

    `b` counts as the refinement: its annotations win. Below a certain depth `a` stands for both, so cycles end.
    """
    if isinstance(a, Ref) and isinstance(b, Ref) and a.target == b.target:
        return _told(a, a, b)
    if _says_nothing(a):
        return _told(b, a, b)
    if _says_nothing(b):
        return _told(a, a, b)
    if depth > _MAX_DEPTH:
        return replace(a, exact=False)
    left, right = table.resolve(a), table.resolve(b)
    return _told(_both(left, right, table, depth), left, right)


def _both(a: Schema, b: Schema, table: Table, depth: int) -> Schema:
    match a, b:
        case (Anything(never=True), _) | (_, Anything(never=True)):
            return _nothing(a)
        case Anything(), _:
            return b
        case _, Anything():
            return a
        case Union(), _:
            return _distribute(a, b, table, depth, flipped=False)
        case _, Union():
            return _distribute(b, a, table, depth, flipped=True)
        case Object() | Map(), Object() | Map():
            return _objects(a, b, table, depth)
        case Array(), Array():
            return replace(
                a,
                items=intersect(a.items, b.items, table, depth + 1),
                min_items=_larger(a.min_items, b.min_items),
                max_items=_smaller(a.max_items, b.max_items),
                unique=a.unique or b.unique,
            )
        case Scalar(), Scalar():
            return _scalars(a, b)
        case Enum(), Enum():
            return _enums(a, b)
        case Enum(), Scalar():
            return _limited(a, b)
        case Scalar(), Enum():
            return _limited(b, a)
        case _:
            return _nothing(a)


def _says_nothing(schema: Schema) -> bool:
    """Whether a schema allows everything; one that only looks so because keywords are lost does not count."""
    return isinstance(schema, Anything) and schema.exact and not schema.nullable


def _told(schema: Schema, a: Schema, b: Schema) -> Schema:
    """`schema` with the annotations of both, those of `b` first."""
    free = _is_free(a), _is_free(b)
    return replace(
        schema,
        origin=b.origin if isinstance(a, Anything) else a.origin,
        title=b.title or a.title,
        description=b.description or a.description,
        default=a.default if b.default is UNSET else b.default,
        examples=b.examples or a.examples,
        nullable=(a.nullable or free[0]) and (b.nullable or free[1]),
        read_only=a.read_only or b.read_only,
        write_only=a.write_only or b.write_only,
        deprecated=a.deprecated or b.deprecated,
        exact=a.exact and b.exact and schema.exact,
        source={"allOf": [a.source, b.source]} if a.source is not b.source else a.source,
    )


def _is_free(schema: Schema) -> bool:
    return isinstance(schema, Anything) and not schema.never


def _conflict(schema: Schema) -> Schema:
    return replace(schema, exact=False)


def _nothing(schema: Schema) -> Anything:
    return Anything(origin=schema.origin, exact=False, never=True)


def _objects(a: Object | Map, b: Object | Map, table: Table, depth: int) -> Schema:
    if isinstance(a, Map) and isinstance(b, Map):
        return replace(
            a,
            values=intersect(a.values, b.values, table, depth + 1),
            min_properties=_larger(a.min_properties, b.min_properties),
            max_properties=_smaller(a.max_properties, b.max_properties),
        )
    left, right = _as_object(a), _as_object(b)
    both_choose = bool(left.any_required and right.any_required)
    return replace(
        left,
        properties=_properties(left, right, table, depth),
        extra=_extra(left.extra, right.extra, table, depth),
        closed=left.closed or right.closed,
        needs=(*left.needs, *(need for need in right.needs if need not in left.needs)),
        any_required=left.any_required or right.any_required,
        one_required=left.one_required if left.any_required else right.one_required,
        min_properties=_larger(left.min_properties, right.min_properties),
        max_properties=_smaller(left.max_properties, right.max_properties),
        exact=not both_choose,
    )


def _as_object(schema: Object | Map) -> Object:
    if isinstance(schema, Object):
        return schema
    extra = None if isinstance(schema.values, Anything) else schema.values
    return Object(
        origin=schema.origin,
        extra=extra,
        min_properties=schema.min_properties,
        max_properties=schema.max_properties,
    )


def _properties(a: Object, b: Object, table: Table, depth: int) -> tuple[Property, ...]:
    """The properties of both. One that only one side names is an additional one to the other; that the other may refuse
    those is passed over, for whoever joins closed objects means their union."""
    theirs = {p.name: p for p in b.properties}
    joined: list[Property] = []
    for mine in a.properties:
        other = theirs.pop(mine.name, None)
        if other is None:
            joined.append(_besides(mine, b.extra, table, depth))
            continue
        schema = intersect(mine.schema, other.schema, table, depth + 1)
        joined.append(Property(name=mine.name, schema=schema, required=mine.required or other.required))
    return (*joined, *(_besides(other, a.extra, table, depth) for other in theirs.values()))


def _besides(property: Property, extra: Schema | None, table: Table, depth: int) -> Property:
    if extra is None:
        return property
    own = property.schema
    schema = intersect(own, extra, table, depth + 1)
    if isinstance(schema, Anything) and schema.never:
        return replace(property, schema=replace(own, exact=False))  # passed over likewise
    return replace(property, schema=replace(schema, title=own.title, description=own.description))


def _extra(a: Schema | None, b: Schema | None, table: Table, depth: int) -> Schema | None:
    if a is None or b is None:
        return a or b
    return intersect(a, b, table, depth + 1)


def _distribute(union: Union, other: Schema, table: Table, depth: int, *, flipped: bool) -> Schema:
    """Each branch together with `other`; branches that cannot hold together with it fall away."""
    if isinstance(other, Union) and len(union.variants) * len(other.variants) > _MAX_VARIANTS:
        return _conflict(union)
    variants: list[Variant] = []
    for variant in union.variants:
        branch = table.resolve(variant.schema)
        if not _can_meet(branch, other):
            continue
        pair = (other, branch) if flipped else (branch, other)
        met = intersect(*pair, table, depth + 1)
        if isinstance(met, Anything) and met.never:
            continue
        if isinstance(met, Union):
            variants += [replace(v, label=f"{variant.label} {v.label}".strip()) for v in met.variants]
        else:
            variants.append(replace(variant, schema=replace(met, title=branch.title, description=branch.description)))
        if len(variants) > _MAX_VARIANTS:
            return _conflict(union)
    if not variants:
        return _nothing(union)
    return variants[0].schema if len(variants) == 1 else replace(union, variants=tuple(variants))


def _can_meet(a: Schema, b: Schema) -> bool:
    kinds = [
        "object" if isinstance(s, Object | Map) else "array" if isinstance(s, Array) else ""
        for s in (a, b)
        if not isinstance(s, Anything | Union | Ref)
    ]
    if len(kinds) < 2:
        return True
    if isinstance(a, Scalar | Enum) and isinstance(b, Scalar | Enum):
        return _same_kind(a, b)
    return kinds[0] == kinds[1]


def _same_kind(a: Scalar | Enum, b: Scalar | Enum) -> bool:
    return a.type == b.type or {a.type, b.type} == {"integer", "number"}


def _scalars(a: Scalar, b: Scalar) -> Scalar | Anything:
    if not _same_kind(a, b):
        return _nothing(a)
    one_pattern = not (a.pattern and b.pattern) or a.pattern == b.pattern
    return replace(
        a,
        type=a.type if a.type == b.type else "integer",
        format=b.format or a.format,
        pattern=b.pattern or a.pattern,
        min_length=_larger(a.min_length, b.min_length),
        max_length=_smaller(a.max_length, b.max_length),
        minimum=_larger(a.minimum, b.minimum),
        maximum=_smaller(a.maximum, b.maximum),
        exclusive_minimum=_larger(a.exclusive_minimum, b.exclusive_minimum),
        exclusive_maximum=_smaller(a.exclusive_maximum, b.exclusive_maximum),
        multiple_of=b.multiple_of if a.multiple_of is None else a.multiple_of,
        exact=one_pattern and (a.multiple_of is None or b.multiple_of in (None, a.multiple_of)),
    )


def _enums(a: Enum, b: Enum) -> Enum | Anything:
    kept = [i for i, value in enumerate(a.values) if value in b.values]
    if not kept or not _same_kind(a, b):
        return _nothing(a)
    return _chosen(a, kept)


def _limited(enum: Enum, scalar: Scalar) -> Enum | Anything:
    """The values of `enum` that `scalar` allows; its pattern is not tried, for it need not be Python's."""
    kept = [i for i, value in enumerate(enum.values) if _allows(scalar, value)]
    if not kept or not _same_kind(enum, scalar):
        return _nothing(enum)
    return replace(_chosen(enum, kept), exact=not scalar.pattern and scalar.multiple_of is None)


def _allows(scalar: Scalar, value: Json) -> bool:
    if isinstance(value, str):
        return _within(len(value), scalar.min_length, scalar.max_length)
    if isinstance(value, bool):
        return True
    if scalar.type == "integer" and not float(value).is_integer():
        return False
    open_below, open_above = scalar.exclusive_minimum, scalar.exclusive_maximum
    inside = (open_below is None or value > open_below) and (open_above is None or value < open_above)
    return inside and _within(value, scalar.minimum, scalar.maximum)


def _within(value: float, least: float | None, most: float | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _chosen(enum: Enum, kept: list[int]) -> Enum:
    labels = tuple(enum.labels[i] for i in kept) if enum.labels else ()
    return replace(enum, values=tuple(enum.values[i] for i in kept), labels=labels)


def _larger(a: Number | None, b: Number | None) -> Number | None:
    return _choose(max, a, b)


def _smaller(a: Number | None, b: Number | None) -> Number | None:
    return _choose(min, a, b)


def _choose(pick: Callable[[Number, Number], Number], a: Number | None, b: Number | None) -> Number | None:
    if a is None or b is None:
        return b if a is None else a
    return pick(a, b)
