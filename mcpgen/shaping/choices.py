"""Which branches of a choice are kinds of their own, so that each deserves a tool.

See "Splitting" in docs/architecture.md, a and b.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

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
    Schemas,
    Union,
    Variant,
)
from mcpgen.shaping.words import split_words

MAX_VARIANTS = 8
_LOOKED_AT = 2 * MAX_VARIANTS
_DEPTH = 3
_MANY_FIELDS = 1000
_MADE_UP = re.compile(r"object|any|other|.+ \d+")
_NUMBERED = re.compile(
    r"(?i)(?:option|variant|schema|type|model|body|request|payload|input|params|object|of|inline|item|case)[ _-]?\d++\Z"
)
"""Labels that say nothing: those of branches that the source does not name, or only counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One branch of a choice: its label, the union that lists it, and what it is made of."""

    label: str
    union: Union
    shape: Object
    tags: tuple[Json, ...] = ()
    """The values of the discriminator that select it."""
    value: bool = False
    """The label is a value that is sent, not a title or a component's name."""
    field: bool = False
    """The label is a field that no other branch has, for the source gives the branch no name."""
    component: str = ""
    names: tuple[str, ...] = ()
    """What it may be known by from one version of the source to the next, the most lasting first."""


def choices(union: Union, schemas: Schemas, *, partial: bool = False) -> tuple[Choice, ...]:
    """The kinds that a union tells apart; none where it is one thing with rules of presence.

    There are at most eight; all are objects; none holds all the others, unless a value tells apart branches of the
    very same fields; all but one need something of their own. `partial`: the body changes a part of what is there, so
    fields that `anyOf` lists side by side may be given together.
    """
    listed = tuple(islice(_listed(union, schemas, set()), _LOOKED_AT + 1))
    found = _grouped(listed, schemas)
    if len(found) < 2 or sum(max(1, len(choice.tags)) for choice in found) > MAX_VARIANTS:
        return ()
    if not all(choice.shape.properties for choice in found):
        return ()
    shapes = [choice.shape for choice in found]
    apart = all(choice.tags for choice in found) or _told_apart(shapes, schemas)
    alike = len({frozenset(prop.name for prop in writable(shape, schemas)) for shape in shapes}) == 1
    if not (apart and alike) and any(all(_covers(one, other, schemas) for other in shapes) for one in shapes):
        return ()
    if not apart and sum(not _needs_its_own(shape, shapes, schemas) for shape in shapes) > 1:
        return ()
    if partial and not apart and not union.exclusive and _disjoint(shapes):
        return ()
    return _labelled(found, schemas)


def _listed(union: Union, schemas: Schemas, seen: set[str]) -> Iterator[tuple[Union, Variant]]:
    """The branches with the union that lists them; inner unions are opened, each of them once."""
    for variant in union.variants:
        inner = schemas.resolve(variant.schema)
        if not isinstance(inner, Union):
            yield union, variant
            continue
        target = variant.schema.target if isinstance(variant.schema, Ref) else ""
        if target not in seen:
            seen |= {target} if target else set()
            yield from _listed(inner, schemas, seen)


def _grouped(listed: Sequence[tuple[Union, Variant]], schemas: Schemas) -> tuple[Choice, ...]:
    """One choice for each schema, with all tags that lead to it; () where one of them is no object."""
    found: dict[str, Choice] = {}
    for at, (union, variant) in enumerate(listed):
        shape = schemas.resolve(variant.schema)
        if not isinstance(shape, Object):
            return ()
        key = variant.schema.target if isinstance(variant.schema, Ref) else f" {at}"
        tags = (variant.tag,) if variant.tag is not UNSET else ()
        known = found.get(key)
        if known is None or (tags and not known.tags):
            found[key] = Choice(
                label=_name(variant, shape),
                union=union,
                shape=shape,
                tags=tags,
                value=bool(tags) and variant.label == variant.tag,
                component=variant.schema.name if isinstance(variant.schema, Ref) else "",
            )
        elif tags:
            name = variant.schema.name if isinstance(variant.schema, Ref) else known.label
            found[key] = replace(known, tags=tuple(dict.fromkeys((*known.tags, *tags))), label=name, value=False)
    return tuple(found.values())


def _name(variant: Variant, shape: Object) -> str:
    """What the source calls a branch: the label it was read with, unless that was made up; '' where it says nothing."""
    made_up = _MADE_UP.fullmatch(variant.label) or shape.property(variant.label) is not None
    known = (shape.title, variant.tag, variant.schema.name if isinstance(variant.schema, Ref) else "")
    nothing = _NUMBERED.search(variant.label) or (made_up and variant.label not in known)
    return "" if nothing else variant.label


def _labelled(found: tuple[Choice, ...], schemas: Schemas) -> tuple[Choice, ...]:
    """The choices with a label each; () where two of them read the same."""
    named = [
        choice if choice.label else replace(choice, label=_own_field(choice.shape, found, schemas), field=True)
        for choice in found
    ]
    spoken = [split_words(choice.label) for choice in named]
    if not all(spoken) or len(set(spoken)) < len(spoken):
        return ()
    return tuple(replace(choice, names=_names(choice, found, schemas)) for choice in named)


def _names(choice: Choice, found: Sequence[Choice], schemas: Schemas) -> tuple[str, ...]:
    """The value that selects it, its component's name, its title, and the fields that it alone has."""
    tag = [t if isinstance(t, str) else json.dumps(t) for t in choice.tags] if len(choice.tags) == 1 else []
    fields = _own_fields(choice.shape, found, schemas)
    return tuple(dict.fromkeys(name for name in (*tag, choice.component, choice.shape.title, *fields) if name))


def _own_field(shape: Object, found: Sequence[Choice], schemas: Schemas) -> str:
    """The name of a field that no other branch has, required ones first, those further inside last."""
    return next(iter(_own_fields(shape, found, schemas)), "")


def _own_fields(shape: Object, found: Sequence[Choice], schemas: Schemas) -> tuple[str, ...]:
    others = {name for c in found if c.shape is not shape for name, _ in _known(c.shape, schemas)}
    own = [(depth, not required, name) for name, (depth, required) in _known(shape, schemas)]
    return tuple(name for _, _, name in sorted(own, key=lambda o: o[:2]) if name not in others)


def _known(shape: Object, schemas: Schemas) -> Iterator[tuple[str, tuple[int, bool]]]:
    return islice(_fields(shape, schemas, _DEPTH), _MANY_FIELDS)


def _fields(shape: Object, schemas: Schemas, depth: int) -> Iterator[tuple[str, tuple[int, bool]]]:
    """The names of fields with how deep they are and whether they must be given."""
    for prop in writable(shape, schemas):
        yield prop.name, (_DEPTH - depth, prop.required)
        inner = schemas.resolve(prop.schema)
        inner = schemas.resolve(inner.items) if isinstance(inner, Array) else inner
        if isinstance(inner, Object) and depth > 1:
            yield from _fields(inner, schemas, depth - 1)


def writable(shape: Object, schemas: Schemas) -> tuple[Property, ...]:
    """The properties that a body may set."""
    return tuple(p for p in shape.properties if not schemas.resolve(p.schema).read_only)


def _told_apart(shapes: Sequence[Object], schemas: Schemas) -> bool:
    """Whether a property that all require has values of its own in each."""
    return any(
        all(one.isdisjoint(other) for one, other in combinations(values, 2))
        for name in (p.name for p in shapes[0].properties)
        if all(values := [_values(shape.property(name), schemas) for shape in shapes])
    )


def _values(prop: Property | None, schemas: Schemas) -> frozenset[Json]:
    fixed = schemas.resolve(prop.schema) if prop is not None and prop.required else None
    return frozenset(fixed.values) if isinstance(fixed, Enum) else frozenset()


def _needs_its_own(shape: Object, shapes: Sequence[Object], schemas: Schemas) -> bool:
    """Whether it requires a field that not all the others have, or have in another form."""
    for prop in shape.properties:
        namesakes = [other.property(prop.name) for other in shapes if other is not shape]
        if prop.required and not all(p and _kin(prop.schema, p.schema, schemas) for p in namesakes):
            return True
    return False


def _disjoint(shapes: Sequence[Object]) -> bool:
    names = [frozenset(p.name for p in shape.properties) for shape in shapes]
    return all(one.isdisjoint(other) for one, other in combinations(names, 2))


def _covers(one: Object, other: Object, schemas: Schemas) -> bool:
    """Whether one has all the fields of another, of the same form."""
    return all(
        (mine := one.property(theirs.name)) is not None and _kin(mine.schema, theirs.schema, schemas)
        for theirs in writable(other, schemas)
    )


def _kin(one: Schema, other: Schema, schemas: Schemas) -> bool:
    """Whether two schemas are of one form: the type, for objects that the first has the properties of the second."""
    match schemas.resolve(one), schemas.resolve(other):
        case (Scalar(type=mine) | Enum(type=mine)), (Scalar(type=theirs) | Enum(type=theirs)):
            return mine == theirs or {mine, theirs} == {"integer", "number"}
        case Array(items=mine), Array(items=theirs):
            return mine is theirs or _kin(mine, theirs, schemas)
        case Object() as mine, Object() as theirs:
            return {p.name for p in theirs.properties} <= {p.name for p in mine.properties}
        case Map() | Object(), Map() | Object():
            return True
        case (Union() | Anything(), _) | (_, Union() | Anything()):
            return True
        case _:
            return False
