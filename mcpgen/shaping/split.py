"""One operation that does several things becomes one tool each (GRA001, GRA002; DESIGN, "Splitting").

Split if and only if (a) the body is a union of objects, (b) a required property of it is, or (c) a required enum of a
write names verbs. A union of which one branch holds all others stays one tool; so does an attribute that merely
classifies. The chosen branch replaces the union, so that its constant selector is sent without being asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from mcpgen.diagnostics import Origin
from mcpgen.model.api import MediaType, Operation, Parameter
from mcpgen.model.schema import Array, Enum, Map, Object, Property, Schema, Schemas, Union, Variant
from mcpgen.model.vocabulary import is_verb, verb
from mcpgen.shaping.draft import Draft
from mcpgen.shaping.kinds import meaning
from mcpgen.shaping.words import singular, split_words

MAX_VARIANTS = 8
SELECTORS = frozenset({"action", "operation", "command", "op", "event", "transition", "method", "task", "do", "verb"})
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One tool that a split gives: a label for its name and the operation narrowed to it."""

    label: str
    text: str = ""
    """What the source says of it."""
    operation: Operation
    media: MediaType | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Why an operation is split, and into what."""

    reason: str
    origin: Origin
    branches: tuple[Branch, ...]
    by_verb: bool = False
    """The labels are verbs, not kinds of the thing."""


def split(draft: Draft, schemas: Schemas, *, reads: bool) -> Split | None:
    """The split of an operation, or None where it is one tool. `reads`: the operation changes nothing."""
    if reads or draft.operation.method not in WRITES:
        return None
    return _by_body(draft, schemas) or _by_property(draft, schemas) or _by_verb(draft, schemas)


def _by_body(draft: Draft, schemas: Schemas) -> Split | None:
    """(a) the body is a union."""
    union = _body(draft, schemas)
    if not isinstance(union, Union) or not _splits(union, schemas):
        return None
    return Split(
        reason=f"the body is one of {len(union.variants)} kinds",
        origin=union.origin,
        branches=tuple(
            _with_body(draft, _tagged(v, union, schemas), label=v.label, text=schemas.resolve(v.schema).description)
            for v in union.variants
        ),
    )


def _by_property(draft: Draft, schemas: Schemas) -> Split | None:
    """(b) a required property at the top of the body is a union."""
    body = _body(draft, schemas)
    if not isinstance(body, Object):
        return None
    for prop in body.properties:
        union = schemas.resolve(prop.schema)
        if not prop.required or not isinstance(union, Union) or union.read_only or not _splits(union, schemas):
            continue
        narrowed = [(v, replace(prop, schema=_tagged(v, union, schemas))) for v in union.variants]
        return Split(
            reason=f"{prop.name} is one of {len(union.variants)} kinds",
            origin=union.origin,
            branches=tuple(
                _with_body(draft, _with_property(body, own), label=v.label, text=schemas.resolve(v.schema).description)
                for v, own in narrowed
            ),
        )
    return None


def _by_verb(draft: Draft, schemas: Schemas) -> Split | None:
    """(c) a required enum names the verbs that the operation performs."""
    operation, answered = draft.operation, _answered(draft.operation, schemas)
    for parameter in operation.parameters:
        chosen = _verbs(schemas.resolve(parameter.schema), parameter.name, operation, answered)
        if chosen is None or not parameter.required or parameter.place not in ("path", "query"):
            continue
        return _chosen(
            parameter.name,
            parameter.origin,
            (
                Branch(
                    label=value,
                    text=meaning(chosen, value),
                    media=draft.media,
                    operation=_with_parameter(operation, replace(parameter, schema=_only(chosen, value))),
                )
                for value in chosen.values
            ),
        )
    body = _body(draft, schemas)
    if not isinstance(body, Object):
        return None
    for prop in body.properties:
        chosen = _verbs(schemas.resolve(prop.schema), prop.name, operation, answered)
        if chosen is None or not prop.required:
            continue
        narrowed = [(value, replace(prop, schema=_only(chosen, value))) for value in chosen.values]
        return _chosen(
            prop.name,
            chosen.origin,
            (
                _with_body(draft, _with_property(body, own), label=value, text=meaning(chosen, value))
                for value, own in narrowed
            ),
        )
    return None


def _body(draft: Draft, schemas: Schemas) -> Schema | None:
    media = draft.media
    return schemas.resolve(media.schema) if media is not None and media.schema is not None else None


def _with_body(draft: Draft, schema: Schema, *, label: str, text: str) -> Branch:
    """The branch whose body is `schema`."""
    media = replace(draft.media, schema=schema, examples=()) if draft.media is not None else None
    return Branch(label=label, text=text, operation=draft.operation, media=media)


def _with_parameter(operation: Operation, parameter: Parameter) -> Operation:
    """The operation with one parameter in place of its namesake."""
    key = (parameter.place, parameter.name)
    return replace(
        operation,
        parameters=tuple(parameter if (p.place, p.name) == key else p for p in operation.parameters),
    )


def _chosen(name: str, origin: Origin, branches: Iterable[Branch]) -> Split:
    return Split(reason=f"{name} chooses what is done", origin=origin, by_verb=True, branches=tuple(branches))


def _splits(union: Union, schemas: Schemas) -> bool:
    """At most eight objects, told apart by their labels, none of which holds all the others."""
    shapes = [schemas.resolve(v.schema) for v in union.variants]
    labels = [" ".join(split_words(v.label)) for v in union.variants]
    if not 2 <= len(shapes) <= MAX_VARIANTS or len(set(labels)) < len(labels) or not all(labels):
        return False
    objects = [s for s in shapes if isinstance(s, Object) and s.properties]
    if len(objects) < len(shapes):
        return False
    names = [frozenset(p.name for p in o.properties) for o in objects]
    return not any(all(mine >= theirs for theirs in names) for mine in names) or _tags_differ(union, names)


def _tags_differ(union: Union, names: list[frozenset[str]]) -> bool:
    """Branches that all have the very same fields are kinds of their own where a tag tells each apart."""
    tags = {v.tag for v in union.variants if isinstance(v.tag, str)}
    return len(tags) == len(union.variants) and len(set(names)) == 1


def _verbs(schema: Schema, name: str, operation: Operation, answered: frozenset[str]) -> Enum | None:
    """The enum itself where all of its values are verbs, and no answer shows it as an attribute."""
    if not isinstance(schema, Enum) or schema.type != "string" or not 2 <= len(schema.values) <= MAX_VARIANTS:
        return None
    words = [split_words(v) for v in schema.values if isinstance(v, str)]
    last = operation.path.rstrip("/").rpartition("/")[2]
    selects = any(singular(w) in SELECTORS for w in (*split_words(name)[-1:], *split_words(last)))
    act = all(w and is_verb(w[0]) and len(w) <= 3 and (selects or not _noun_too(w[0])) for w in words)
    return schema if act and name not in answered and len(words) == len(schema.values) else None


def _noun_too(word: str) -> bool:
    """`debit` and `credit` are done as often as they are a kind: only a selector's name tells."""
    known = verb(word)
    return known is not None and known.noun_too


def _answered(operation: Operation, schemas: Schemas) -> frozenset[str]:
    """The names of properties in success answers, at the top or one level below it."""
    found: set[str] = set()
    for response in operation.responses:
        if not response.status.startswith("2"):
            continue
        for media in response.content:
            if media.schema is not None:
                found.update(_property_names(media.schema, schemas, budget=4))
    return frozenset(found)


def _property_names(schema: Schema, schemas: Schemas, *, budget: int) -> Iterable[str]:
    """Names of properties, as far down as `budget` allows: an object costs two, the array around it one."""
    if budget <= 0:
        return
    match schemas.resolve(schema):
        case Object(properties=properties):
            for prop in properties:
                yield prop.name
                yield from _property_names(prop.schema, schemas, budget=budget - 2)
        case Array(items=items):
            yield from _property_names(items, schemas, budget=budget - 1)
        case Map(values=values):
            yield from _property_names(values, schemas, budget=budget - 2)
        case Union(variants=variants):
            for variant in variants:
                yield from _property_names(variant.schema, schemas, budget=budget - 2)
        case _:
            pass


def _tagged(variant: Variant, union: Union, schemas: Schemas) -> Schema:
    """The branch's object, its discriminator narrowed to the branch's tag and always sent.

    Without a discriminator the union itself still has to accept the body: `oneOf` refuses what matches two branches.
    """
    shape = schemas.resolve(variant.schema)
    if not isinstance(shape, Object):
        return shape
    if not union.discriminator or not isinstance(variant.tag, str):
        alone = not union.exclusive
        return replace(shape, exact=shape.exact and alone, source={"allOf": [union.source, shape.source]})
    prop = shape.property(union.discriminator)
    origin = schemas.resolve(prop.schema).origin if prop is not None else union.origin
    only = Enum(origin=origin, type="string", values=(variant.tag,), source={"const": variant.tag})
    return _with_property(shape, Property(name=union.discriminator, schema=only, required=True))


def _only(schema: Enum, value: object) -> Enum:
    return replace(schema, values=(value,), labels=(), default=value, source={"const": value})


def _with_property(shape: Object, prop: Property) -> Object:
    """The object with one property replaced, in its class and in the schema it is checked against."""
    kept = tuple(prop if p.name == prop.name else p for p in shape.properties)
    properties = kept if shape.property(prop.name) is not None else (*kept, prop)
    return replace(
        shape,
        properties=properties,
        source={
            "allOf": [shape.source],
            "properties": {prop.name: prop.schema.source},
            "required": [prop.name] if prop.required else [],
        },
    )
