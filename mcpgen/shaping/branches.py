"""The tools that a split gives, each with the operation narrowed to it and a note of what it cannot send (GRA001)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mcpgen.diagnostics import Origin
from mcpgen.model.api import MediaType, Operation
from mcpgen.model.schema import Array, Enum, Object, Property, Schema, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.choices import writable
from mcpgen.shaping.draft import Draft
from mcpgen.shaping.kinds import meaning
from mcpgen.shaping.narrowing import FieldsOf, only_value, with_property
from mcpgen.shaping.variants import Spoken

_MOST_TOLD = 6
"""Fields that a decision lists by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One tool that a split gives: how the source speaks of it and the operation narrowed to it."""

    spoken: Spoken
    text: str = ""
    """What the source says of it."""
    operation: Operation
    media: MediaType | None
    names: tuple[str, ...] = ()
    """What the source calls it beside its label, the most lasting first."""
    lost: tuple[Decision, ...] = ()
    """What the operation takes and this tool does not."""

    @property
    def known_by(self) -> tuple[str, ...]:
        """What may tell it from its siblings in the key of its tool, the most lasting first."""
        return tuple(dict.fromkeys((*self.names, self.spoken.label)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Why an operation is split, and into what."""

    reason: str
    origin: Origin
    branches: tuple[Branch, ...]
    acts: bool = False
    """The labels are what is done, not kinds of the thing."""


def body_of(draft: Draft, schemas: Schemas) -> Schema | None:
    media = draft.media
    return schemas.resolve(media.schema) if media is not None and media.schema is not None else None


def with_body(draft: Draft, schema: Schema, spoken: Spoken, text: str) -> Branch:
    """The branch whose body is `schema`."""
    media = replace(draft.media, schema=schema, examples=()) if draft.media is not None else None
    return Branch(spoken=spoken, text=text, operation=draft.operation, media=media)


def by_value(
    draft: Draft,
    body: Object,
    selector: Property,
    chosen: Enum,
    fields: FieldsOf,
    schemas: Schemas,
    *,
    many: bool = False,
) -> list[Branch]:
    """A branch for each value of a selector in the body, with the fields that are for it."""
    branches = []
    for value in texts(chosen):
        own = replace(selector, schema=only_value(chosen, value), required=True)
        branch = of_value(draft, with_property(body, own), chosen, value, fields, schemas)
        branches.append(replace(branch, spoken=replace(branch.spoken, many=many)))
    return branches


def of_value(draft: Draft, body: Object, chosen: Enum, value: str, fields: FieldsOf, schemas: Schemas) -> Branch:
    branch = with_body(
        draft, fields.narrowed(body, value, schemas), Spoken(label=value, value=True), meaning(chosen, value)
    )
    return replace(branch, lost=tuple(left_out(fields, value, body)))


def left_out(fields: FieldsOf, label: str, body: Object) -> Iterator[Decision]:
    """What is not asked for, because the source has it for other branches."""
    others: dict[tuple[str, ...], list[Property]] = {}
    for name in fields.without(label):
        if (prop := body.property(name)) is not None:
            others.setdefault(tuple(sorted(fields.only[name])), []).append(prop)
    for labels, left in others.items():
        more = f" and {len(left) - _MOST_TOLD} more" if len(left) > _MOST_TOLD else ""
        names = f"{', '.join(prop.name for prop in left[:_MOST_TOLD])}{more}"
        text = f"Not asked for, because told to be for {' or '.join(labels)}: {names}."
        yield Decision(rule="GRA002", text=text, origin=left[0].schema.origin)


def texts(chosen: Enum) -> tuple[str, ...]:
    return tuple(value for value in chosen.values if isinstance(value, str))


def takes_list(body: Object, schemas: Schemas) -> bool:
    """Whether a body has to hold a list: it is about many things at once."""
    return any(p.required and isinstance(schemas.resolve(p.schema), Array) for p in writable(body, schemas))


def always_shown(prop: Property, draft: Draft) -> bool:
    """Whether a body that declares nothing of it required has it in each of several examples."""
    examples = draft.media.examples if draft.media is not None else ()
    return len(examples) > 1 and all(isinstance(each, dict) and prop.name in each for each in examples)


def always_sent(split: Split, selector: Property, schemas: Schemas) -> Split:
    """The split with a note of what it cannot send: a body without its selector, or one where that is null."""
    lost, origin = [], selector.schema.origin
    if not selector.required:
        text = f"A body without {selector.name} cannot be given."
        lost.append(Decision(rule="always-sent", text=text, origin=origin))
    if schemas.resolve(selector.schema).nullable:
        text = f"{selector.name} cannot be given as null."
        lost.append(Decision(rule="null-not-offered", text=text, origin=origin))
    return replace(split, branches=tuple(replace(b, lost=(*b.lost, *lost)) for b in split.branches))
