"""One operation that does several things becomes one tool each (GRA001, GRA002; "Splitting" in docs/architecture.md).

Split if and only if (a) the body is a union of kinds, (b) a required property of it is, (c) an enum of a write names
verbs, or (d) the values of a selector require fields of their own. What merely classifies stays an attribute. The
chosen branch replaces the whole, so that its constant selector is sent without being asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mcpgen.model.api import Operation
from mcpgen.model.schema import Enum, Object, Schemas, Union
from mcpgen.model.toolset import Decision
from mcpgen.model.vocabulary import VAGUE, is_verb
from mcpgen.shaping.branches import (
    Split,
    always_sent,
    always_shown,
    body_of,
    by_value,
    left_out,
    takes_list,
    texts,
    with_body,
)
from mcpgen.shaping.choices import Choice, choices, writable
from mcpgen.shaping.conditions import conditions
from mcpgen.shaping.deeds import Deed, acts_by_path
from mcpgen.shaping.draft import Draft
from mcpgen.shaping.narrowing import only_value, tagged, with_property
from mcpgen.shaping.purposes import purposes
from mcpgen.shaping.selectors import are_actions, are_verbs, is_selector
from mcpgen.shaping.variants import Spoken, label_words
from mcpgen.shaping.verbs import by_verb
from mcpgen.shaping.words import holds, split_words

WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_COMPUTES = frozenset(
    "analyze assess calculate compare compute convert encode estimate evaluate forecast generate optimize predict "
    "preview render score simulate translate validate".split()
)
"""Verbs of reads whose body is what they work on, no filter of what they find."""


def split(draft: Draft, schemas: Schemas, *, reads: bool, around: Sequence[Operation] = ()) -> Split | None:
    """The split of an operation, or None where it is one tool.

    `reads`: the operation changes nothing. `around` are the operations of its path and of the one above it.
    """
    if draft.operation.method not in WRITES:
        return None
    if reads:
        computes = draft.name.partition("_")[0] in _COMPUTES
        return _by_body(draft, schemas, Deed(operation=draft.operation)) if computes else None
    deed = Deed(operation=draft.operation, around=around)
    return (
        _by_body(draft, schemas, deed)
        or _by_property(draft, schemas, deed)
        or by_verb(draft, schemas, deed)
        or _by_condition(draft, schemas, deed)
        or _by_purpose(draft, schemas)
    )


def _by_body(draft: Draft, schemas: Schemas, deed: Deed) -> Split | None:
    """(a) the body is a union."""
    union = body_of(draft, schemas)
    if not isinstance(union, Union):
        return None
    found = choices(union, schemas, partial=draft.operation.method == "PATCH")
    split = _of_kinds(draft, union, found, "the body", [tagged(choice) for choice in found], schemas, deed)
    if split is None or not union.nullable:
        return split
    lost = Decision(rule="null-not-offered", text="The body cannot be given as null.", origin=union.origin)
    return replace(split, branches=tuple(replace(b, lost=(*b.lost, lost)) for b in split.branches))


def _by_property(draft: Draft, schemas: Schemas, deed: Deed) -> Split | None:
    """(b) a required property at the top of the body is a union."""
    body = body_of(draft, schemas)
    if not isinstance(body, Object):
        return None
    for prop in body.properties:
        union = schemas.resolve(prop.schema)
        if not isinstance(union, Union) or union.read_only or not (prop.required or always_shown(prop, draft)):
            continue
        found = choices(union, schemas)
        bodies = []
        for choice in found:
            own = replace(prop, schema=tagged(choice), required=True)
            bodies.append(with_property(_with_kind(body, choice, found, schemas), own))
        split = _of_kinds(draft, union, found, prop.name, bodies, schemas, deed)
        if split is not None:
            return always_sent(split, prop, schemas)
    return None


def _by_condition(draft: Draft, schemas: Schemas, deed: Deed) -> Split | None:
    """(d) at least two values of a selector require fields of their own."""
    body = body_of(draft, schemas)
    found = conditions(body, deed, schemas) if isinstance(body, Object) else None
    if found is None or not isinstance(body, Object):
        return None
    split = Split(
        reason=f"what is required depends on {found.selector.name}",
        origin=found.values.origin,
        branches=tuple(by_value(draft, body, found.selector, found.values, found.fields, schemas)),
        acts=(acts_by_path(draft.operation) or is_selector(found.selector.name))
        and are_actions(texts(found.values), found.selector.name, deed),
    )
    return always_sent(split, found.selector, schemas)


def _by_purpose(draft: Draft, schemas: Schemas) -> Split | None:
    """(d) the operation's own texts name several things that it does, and tell which fields each takes."""
    body, operation = body_of(draft, schemas), draft.operation
    if not isinstance(body, Object):
        return None
    fields = {p.name: schemas.resolve(p.schema).description for p in writable(body, schemas) if not p.required}
    found = purposes(operation, fields)
    if found is None:
        return None
    branches = []
    for label in found.labels:
        spoken = Spoken(label=label, thing=not found.acts)
        branch = with_body(draft, found.fields.narrowed(body, label, schemas), spoken, "")
        lost = tuple(left_out(found.fields, label, body))
        branches.append(replace(branch, operation=found.fields.narrowed_operation(operation, label), lost=lost))
    return Split(
        reason=f"its texts tell {len(branches)} things that it does, each with fields of its own",
        origin=operation.origin,
        branches=tuple(branches),
        acts=found.acts,
    )


def _of_kinds(
    draft: Draft,
    union: Union,
    found: tuple[Choice, ...],
    what: str,
    bodies: list[Object],
    schemas: Schemas,
    deed: Deed,
) -> Split | None:
    """The split into kinds, each with its body."""
    if not found:
        return None
    told = union.discriminator or what.rpartition(" ")[2]
    branches = tuple(
        replace(
            with_body(draft, body, _spoken(choice, schemas), choice.shape.description),
            names=choice.names,
            lost=tuple(_untold(choice)),
        )
        for choice, body in zip(found, bodies, strict=True)
    )
    return Split(
        reason=f"{what} is one of {len(found)} kinds",
        origin=union.origin,
        branches=branches,
        acts=_acts([branch.spoken for branch in branches], told, draft, deed),
    )


def _untold(choice: Choice) -> Iterator[Decision]:
    """A discriminator whose value for the branch nothing tells, so that it is asked for; one that need not be sent."""
    name, origin = choice.union.discriminator, choice.union.origin
    declared = choice.shape.property(name)
    if name and not choice.tags:
        text = f"Nothing tells which {name} selects {choice.label}; it is asked for as the schema has it."
        yield Decision(rule="GRA002", text=text, origin=origin)
    elif declared is not None and not declared.required:
        yield Decision(rule="always-sent", text=f"A body without {name} cannot be given.", origin=origin)


def _acts(spoken: list[Spoken], told: str, draft: Draft, deed: Deed) -> bool:
    """Whether kinds are things that are done: by the values that select them, else where nothing else is said to be.

    Names of components that open with a verb are kinds of what is created: an import job, an export job. Values that
    say what they are done to, `create_user` and `delete_user`, need no other evidence.
    """
    labels = [label_words(each) for each in spoken]
    texts = [" ".join(words) for words in labels]
    if all(each.value for each in spoken):
        called = is_selector(told) or told == "method"
        whole = called and all(len(words) > 1 and is_verb(words[0]) for words in labels)
        return whole or are_actions(texts, told, deed)
    several = len({words[0] for words in labels}) > 1
    verbs = {draft.name.partition("_")[0], *split_words(draft.operation.id)[:1]}
    if not several or not (acts_by_path(draft.operation) or bool(verbs & (VAGUE | {"update"}))):
        return False
    return are_verbs(texts, told=acts_by_path(draft.operation) or is_selector(told))


def _spoken(choice: Choice, schemas: Schemas) -> Spoken:
    many = takes_list(choice.shape, schemas)
    return Spoken(label=choice.label, value=choice.value, field=choice.field, many=many)


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
