"""One operation that does several things becomes one tool each (GRA001, GRA002; DESIGN, "Splitting").

Split if and only if (a) the body is a union of kinds, (b) a required property of it is, (c) an enum of a write names
verbs, or (d) the values of a selector require fields of their own. What merely classifies stays an attribute. The
chosen branch replaces the whole, so that its constant selector is sent without being asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from mcpgen.diagnostics import Origin
from mcpgen.model.api import MediaType, Operation
from mcpgen.model.json import UNSET
from mcpgen.model.schema import Array, Enum, Object, Property, Schema, Schemas, Union
from mcpgen.model.vocabulary import VAGUE
from mcpgen.shaping.choices import Choice, choices, writable
from mcpgen.shaping.conditions import conditions
from mcpgen.shaping.draft import Draft
from mcpgen.shaping.kinds import meaning
from mcpgen.shaping.narrowing import only_value, tagged, with_parameter, with_property
from mcpgen.shaping.purposes import purposes
from mcpgen.shaping.selectors import acts_by_path, are_actions, selects
from mcpgen.shaping.variants import Spoken, label_words
from mcpgen.shaping.words import holds, split_words

WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_COMPUTES = frozenset(
    "analyze assess calculate compare compute convert encode estimate evaluate forecast generate optimize predict "
    "preview render score simulate translate validate".split()
)
"""Verbs of reads whose body is what they work on, no filter of what they find."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One tool that a split gives: how the source speaks of it and the operation narrowed to it."""

    spoken: Spoken
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
    acts: bool = False
    """The labels are what is done, not kinds of the thing."""


def split(draft: Draft, schemas: Schemas, *, reads: bool) -> Split | None:
    """The split of an operation, or None where it is one tool. `reads`: the operation changes nothing."""
    if draft.operation.method not in WRITES:
        return None
    if reads:
        return _by_body(draft, schemas) if draft.name.partition("_")[0] in _COMPUTES else None
    return (
        _by_body(draft, schemas)
        or _by_property(draft, schemas)
        or _by_verb(draft, schemas)
        or _by_condition(draft, schemas)
        or _by_purpose(draft, schemas)
    )


def _by_body(draft: Draft, schemas: Schemas) -> Split | None:
    """(a) the body is a union."""
    union = _body(draft, schemas)
    if not isinstance(union, Union):
        return None
    found = choices(union, schemas, partial=draft.operation.method == "PATCH")
    return _of_kinds(draft, union, found, "the body", [tagged(choice) for choice in found], schemas)


def _by_property(draft: Draft, schemas: Schemas) -> Split | None:
    """(b) a required property at the top of the body is a union."""
    body = _body(draft, schemas)
    if not isinstance(body, Object):
        return None
    for prop in body.properties:
        union = schemas.resolve(prop.schema)
        if not isinstance(union, Union) or union.read_only or not (prop.required or _always_shown(prop, draft)):
            continue
        found = choices(union, schemas)
        bodies = []
        for choice in found:
            own = replace(prop, schema=tagged(choice), required=True)
            bodies.append(with_property(_with_kind(body, choice, found, schemas), own))
        split = _of_kinds(draft, union, found, prop.name, bodies, schemas)
        if split is not None:
            return split
    return None


def _by_verb(draft: Draft, schemas: Schemas) -> Split | None:
    """(c) an enum that always has a value, or the discriminator of a union, names the verbs that are performed."""
    operation = draft.operation
    for parameter in operation.parameters:
        chosen = selects(schemas.resolve(parameter.schema), parameter.name, operation, schemas)
        if chosen is None or parameter.place not in ("path", "query"):
            continue
        if not parameter.required and chosen.default is UNSET:
            continue
        return _chosen(
            parameter.name,
            parameter.origin,
            (
                Branch(
                    spoken=Spoken(label=value, value=True),
                    text=meaning(chosen, value),
                    media=draft.media,
                    operation=with_parameter(
                        operation, replace(parameter, schema=only_value(chosen, value), required=True)
                    ),
                )
                for value in chosen.values
            ),
        )
    body = _body(draft, schemas)
    if isinstance(body, Union):
        return _by_discriminator(draft, body, schemas)
    for prop in body.properties if isinstance(body, Object) else ():
        chosen = selects(schemas.resolve(prop.schema), prop.name, operation, schemas)
        if chosen is None or not isinstance(body, Object):
            continue
        alone = len(writable(body, schemas)) == 1
        if not (prop.required or alone or chosen.default is not UNSET or _always_shown(prop, draft)):
            continue
        narrowed = [(value, replace(prop, schema=only_value(chosen, value), required=True)) for value in chosen.values]
        return _chosen(
            prop.name,
            chosen.origin,
            (
                _with_body(
                    draft,
                    with_property(body, own),
                    Spoken(label=value, value=True, many=_takes_list(body, schemas)),
                    meaning(chosen, value),
                )
                for value, own in narrowed
            ),
        )
    return None


def _by_discriminator(draft: Draft, union: Union, schemas: Schemas) -> Split | None:
    """(c) for a union one branch of which holds the others: its discriminator is the enum."""
    shapes = [(v.tag, schemas.resolve(v.schema)) for v in union.variants]
    found = [(tag, shape) for tag, shape in shapes if isinstance(tag, str) and isinstance(shape, Object)]
    if len(found) < len(shapes) or not union.discriminator:
        return None
    for _, shape in found:
        prop = shape.property(union.discriminator)
        declared = schemas.resolve(prop.schema) if prop is not None else None
        if selects(declared, union.discriminator, draft.operation, schemas) is None if declared else True:
            return None
    made = [(tag, tagged(Choice(label=tag, union=union, shape=shape, tags=(tag,)))) for tag, shape in found]
    return _chosen(
        union.discriminator,
        union.origin,
        (_with_body(draft, body, Spoken(label=tag, value=True), body.description) for tag, body in made),
    )


def _by_condition(draft: Draft, schemas: Schemas) -> Split | None:
    """(d) at least two values of a selector require fields of their own."""
    body = _body(draft, schemas)
    found = conditions(body, draft.operation, schemas) if isinstance(body, Object) else None
    if found is None or not isinstance(body, Object):
        return None
    branches = []
    for value in found.values.values:
        own = replace(found.selector, schema=only_value(found.values, value), required=True)
        narrowed = with_property(found.fields.narrowed(body, value, schemas), own)
        branches.append(_with_body(draft, narrowed, Spoken(label=value, value=True), meaning(found.values, value)))
    values = [branch.spoken.label for branch in branches]
    return Split(
        reason=f"what is required depends on {found.selector.name}",
        origin=found.values.origin,
        branches=tuple(branches),
        acts=acts_by_path(draft.operation) and are_actions(values, found.selector.name, draft.operation),
    )


def _by_purpose(draft: Draft, schemas: Schemas) -> Split | None:
    """(d) the operation's own texts name several things that it does, and tell which fields each takes."""
    body, operation = _body(draft, schemas), draft.operation
    if not isinstance(body, Object):
        return None
    fields = {p.name: schemas.resolve(p.schema).description for p in writable(body, schemas)}
    found = purposes(operation, fields)
    if found is None:
        return None
    branches = []
    for label in found.labels:
        parameters = tuple(p for p in operation.parameters if p.required or found.fields.takes(label, p.name))
        spoken = Spoken(label=label, thing=not found.acts)
        branch = _with_body(draft, found.fields.narrowed(body, label, schemas), spoken, "")
        branches.append(replace(branch, operation=replace(operation, parameters=parameters)))
    return Split(
        reason=f"its texts tell {len(branches)} things that it does, each with fields of its own",
        origin=operation.origin,
        branches=tuple(branches),
        acts=found.acts,
    )


def _of_kinds(
    draft: Draft, union: Union, found: tuple[Choice, ...], what: str, bodies: list[Object], schemas: Schemas
) -> Split | None:
    """The split into kinds, each with its body."""
    if not found:
        return None
    told = union.discriminator or what.rpartition(" ")[2]
    branches = tuple(
        _with_body(draft, body, _spoken(choice, schemas), choice.shape.description)
        for choice, body in zip(found, bodies, strict=True)
    )
    return Split(
        reason=f"{what} is one of {len(found)} kinds",
        origin=union.origin,
        branches=branches,
        acts=_acts([branch.spoken for branch in branches], told, draft),
    )


def _acts(spoken: list[Spoken], told: str, draft: Draft) -> bool:
    """Whether kinds are things that are done: by the values that select them, else where nothing else is said to be.

    Names of components that open with a verb are kinds of what is created: an import job, an export job.
    """
    labels = [label_words(each) for each in spoken]
    several = len({words[0] for words in labels}) > 1
    verbs = {draft.name.partition("_")[0], *split_words(draft.operation.id)[:1]}
    by_title = several and (acts_by_path(draft.operation) or bool(verbs & (VAGUE | {"update"})))
    if not by_title and not all(each.value for each in spoken):
        return False
    return are_actions([" ".join(words) for words in labels], told, draft.operation)


def _spoken(choice: Choice, schemas: Schemas) -> Spoken:
    many = _takes_list(choice.shape, schemas)
    return Spoken(label=choice.label, value=choice.value, field=choice.field, many=many)


def _takes_list(body: Object, schemas: Schemas) -> bool:
    """Whether a body has to hold a list: it is about many things at once."""
    return any(p.required and isinstance(schemas.resolve(p.schema), Array) for p in writable(body, schemas))


def _always_shown(prop: Property, draft: Draft) -> bool:
    """Whether a body that declares nothing of it required has it in each of several examples."""
    examples = draft.media.examples if draft.media is not None else ()
    return len(examples) > 1 and all(isinstance(each, dict) and prop.name in each for each in examples)


def _with_kind(body: Object, choice: Choice, found: tuple[Choice, ...], schemas: Schemas) -> Object:
    """The body with a required enum beside the union fixed, where its values are the labels of the branches."""
    for prop in body.properties:
        enum = schemas.resolve(prop.schema)
        if not prop.required or not isinstance(enum, Enum) or enum.type != "string":
            continue
        values = [[v for v in enum.values if _says(each.label, v)] for each in found]
        if all(len(each) == 1 for each in values) and len({v for v, in values}) == len(found):
            own = values[[each.label for each in found].index(choice.label)][0]
            return with_property(body, replace(prop, schema=only_value(enum, own)))
    return body


def _says(label: str, value: object) -> bool:
    words, said = split_words(label), split_words(value) if isinstance(value, str) else ()
    return bool(said) and all(holds(words, word) for word in said)


def _body(draft: Draft, schemas: Schemas) -> Schema | None:
    media = draft.media
    return schemas.resolve(media.schema) if media is not None and media.schema is not None else None


def _with_body(draft: Draft, schema: Schema, spoken: Spoken, text: str) -> Branch:
    """The branch whose body is `schema`."""
    media = replace(draft.media, schema=schema, examples=()) if draft.media is not None else None
    return Branch(spoken=spoken, text=text, operation=draft.operation, media=media)


def _chosen(name: str, origin: Origin, branches: Iterable[Branch]) -> Split:
    return Split(reason=f"{name} chooses what is done", origin=origin, acts=True, branches=tuple(branches))
