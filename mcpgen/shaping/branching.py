"""The pass that makes one tool of each kind or verb that an operation hides, and names it (GRA001, GRA002)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeGuard

from mcpgen.diagnostics import Diagnostic, Origin, Severity
from mcpgen.model.api import Operation
from mcpgen.model.schema import Object, Schema, Union
from mcpgen.model.toolset import Decision
from mcpgen.shaping.branches import Split
from mcpgen.shaping.deeds import places_of
from mcpgen.shaping.draft import Draft, Drafts
from mcpgen.shaping.hints import hints
from mcpgen.shaping.kinds import Kind
from mcpgen.shaping.split import split
from mcpgen.shaping.titles import title_of
from mcpgen.shaping.variants import telling_words, variant_names
from mcpgen.shaping.words import split_words


def split_up(drafts: Drafts) -> Drafts:
    """Make one tool of each branch of the operations that are split; names that tools had before stay.

    Where two operations want a name, it is the one that had it before, else the one whose path names what it works
    on, else the first by its key: whatever the order. One whose branches find no names of their own stays one tool.
    """
    own = {draft.key: draft.name for draft in drafts.drafts}
    taken = set(own.values())
    by_path: dict[str, list[Operation]] = {}
    for operation in drafts.api.operations:
        by_path.setdefault(operation.path, []).append(operation)
    found = {
        draft.key: (draft, made) for draft in drafts.drafts if (made := _split(draft, drafts, by_path)) is not None
    }
    keys = {key: _keys(draft, made, drafts.pinned) for key, (draft, made) in found.items()}
    had = {key for key, own_keys in keys.items() if any(f"{key}#{each}" in drafts.pinned for each in own_keys)}
    parts: dict[str, tuple[Draft, ...]] = {}
    for key in sorted(found, key=lambda key: (key not in had, "{" not in key, key)):
        draft, split_into = found[key]
        names = _names(draft, split_into, keys[key], taken - {own[key]}, drafts.pinned)
        if names:
            taken.update(names)
            parts[key] = _branches(draft, split_into, keys[key], names)
    return replace(
        drafts,
        drafts=tuple(made for draft in drafts.drafts for made in parts.get(draft.key, (draft,))),
        diagnostics=(*drafts.diagnostics, *_refused(drafts)),
    )


def _split(draft: Draft, drafts: Drafts, by_path: Mapping[str, Sequence[Operation]]) -> Split | None:
    profile, schemas = drafts.options.shaped_for, drafts.api.schemas
    meant, _ = hints(draft.operation, name=draft.name, profile=profile, schemas=schemas)
    around = [other for path in places_of(draft.operation.path) for other in by_path.get(path, ())]
    return split(draft, schemas, reads=meant.read_only, around=[o for o in around if o.key != draft.operation.key])


def _refused(drafts: Drafts) -> Iterator[Diagnostic]:
    """What mappings name for the branches of bodies that the branches themselves do not allow, each told once."""
    schemas, told = drafts.api.schemas, dict[tuple[Origin, str, str], str]()
    for draft in drafts.drafts:
        body = schemas.resolve(draft.media.schema) if draft.media and draft.media.schema else None
        inside = [schemas.resolve(prop.schema) for prop in body.properties] if isinstance(body, Object) else []
        for union in filter(_is_union, (body, *inside)):
            told |= {(union.origin, name, tag): union.discriminator for name, tag in union.refused}
    for (origin, name, tag), discriminator in told.items():
        yield Diagnostic(
            code="openapi-schema",
            severity=Severity.WARNING,
            message=f"The mapping names {tag!r} for {name}, whose {discriminator} cannot be that; it is not sent.",
            hint=f"Name a value that {name} allows, or allow this one.",
            at=origin,
        )


def _is_union(schema: Schema | None) -> TypeGuard[Union]:
    return isinstance(schema, Union)


def _keys(draft: Draft, found: Split, pinned: Mapping[str, str]) -> tuple[str, ...]:
    """What tells the branches apart in their keys: what names that they had were kept by, else what lasts longest."""
    own: list[str] = []
    for branch in found.branches:
        own.append(next((name for name in branch.known_by if name not in own), branch.spoken.label))
    keys: list[str] = []
    for branch, key in zip(found.branches, own, strict=True):
        before = (name for name in branch.known_by if name not in own and name not in keys)
        kept = (name for name in (key, *before) if f"{draft.operation.key}#{name}" in pinned)
        keys.append(next(kept, key))
    return tuple(keys)


def _names(
    draft: Draft, found: Split, keys: Sequence[str], taken: set[str], pinned: Mapping[str, str]
) -> tuple[str, ...]:
    """The first names that tell all branches apart and are free; () where there are none.

    Names that were kept give way where one of them is what another branch is called now.
    """
    spoken = [branch.spoken for branch in found.branches]
    choices = variant_names(draft.name, draft.operation, spoken, acts=found.acts)
    for kept in (pinned, {}):
        for choice in choices:
            pairs = zip(keys, choice, strict=True)
            names = tuple(kept.get(f"{draft.operation.key}#{key}", name) for key, name in pairs)
            if len(set(names)) == len(names) and taken.isdisjoint(names):
                return names
    return ()


def _branches(draft: Draft, found: Split, keys: Sequence[str], names: Sequence[str]) -> tuple[Draft, ...]:
    """The drafts of the branches; why the whole operation had its name is no longer told."""
    at = draft.operation.origin
    why = Decision(rule="GRA001", text=f"Split into {len(names)} tools: {found.reason}.", origin=found.origin)
    before = tuple(decision for decision in draft.decisions if decision.rule != "NAM001")
    words = telling_words(draft.name, [branch.spoken for branch in found.branches])
    made = []
    for branch, key, name, own in zip(found.branches, keys, names, words, strict=True):
        label = branch.spoken.label
        others = tuple(word for each in words if each is not own for word in each)
        text = f"Named {name}: {'what it does' if found.acts else 'its kind'} is {label!r}, of {draft.name}."
        made.append(
            replace(
                draft,
                operation=branch.operation,
                media=branch.media,
                variant=key,
                kind=Kind(label=label, words=own, text=branch.text, others=others, acts=found.acts),
                name=name,
                title=title_of(split_words(name)),
                decisions=(*before, why, Decision(rule="NAM001", text=text, origin=at), *branch.lost),
            )
        )
    return tuple(made)
