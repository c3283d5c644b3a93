"""The pass that makes one tool of each kind or verb that an operation hides, and names it (GRA001, GRA002)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mcpgen.model.toolset import Decision
from mcpgen.shaping.draft import Draft, Drafts
from mcpgen.shaping.hints import hints
from mcpgen.shaping.kinds import Kind
from mcpgen.shaping.split import Branch, Split, split
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
    found = {draft.key: (draft, made) for draft in drafts.drafts if (made := _split(draft, drafts)) is not None}
    parts: dict[str, tuple[Draft, ...]] = {}
    for key in sorted(found, key=lambda key: (not _had_name(*found[key], drafts.pinned), "{" not in key, key)):
        draft, split_into = found[key]
        names = _names(draft, split_into, taken - {own[key]}, drafts.pinned)
        if names:
            taken.update(names)
            parts[key] = _branches(draft, split_into, names)
    return replace(drafts, drafts=tuple(made for draft in drafts.drafts for made in parts.get(draft.key, (draft,))))


def _split(draft: Draft, drafts: Drafts) -> Split | None:
    profile, schemas = drafts.options.shaped_for, drafts.api.schemas
    meant, _ = hints(draft.operation, name=draft.name, profile=profile, schemas=schemas)
    return split(draft, drafts.api.schemas, reads=meant.read_only)


def _key(draft: Draft, branch: Branch) -> str:
    return f"{draft.operation.key}#{branch.spoken.label}"


def _had_name(draft: Draft, found: Split, pinned: Mapping[str, str]) -> bool:
    return any(_key(draft, branch) in pinned for branch in found.branches)


def _names(draft: Draft, found: Split, taken: set[str], pinned: Mapping[str, str]) -> tuple[str, ...]:
    """The first names that tell all branches apart and are free; () where there are none."""
    spoken = [branch.spoken for branch in found.branches]
    for choice in variant_names(draft.name, draft.operation, spoken, acts=found.acts):
        pairs = zip(found.branches, choice, strict=True)
        names = tuple(pinned.get(_key(draft, branch), name) for branch, name in pairs)
        if len(set(names)) == len(names) and taken.isdisjoint(names):
            return names
    return ()


def _branches(draft: Draft, found: Split, names: Sequence[str]) -> tuple[Draft, ...]:
    """The drafts of the branches; why the whole operation had its name is no longer told."""
    why = Decision(rule="GRA001", text=f"Split into {len(names)} tools: {found.reason}.", origin=found.origin)
    before = tuple(decision for decision in draft.decisions if decision.rule != "NAM001")
    words = telling_words(draft.name, [branch.spoken for branch in found.branches])
    made = []
    for branch, name, own in zip(found.branches, names, words, strict=True):
        label = branch.spoken.label
        others = tuple(word for each in words if each is not own for word in each)
        text = f"Named {name}: {'what it does' if found.acts else 'its kind'} is {label!r}, of {draft.name}."
        made.append(
            replace(
                draft,
                operation=branch.operation,
                media=branch.media,
                variant=label,
                kind=Kind(words=own, text=branch.text, others=others, acts=found.acts),
                name=name,
                title=title_of(split_words(name)),
                decisions=(*before, why, Decision(rule="NAM001", text=text, origin=draft.operation.origin)),
            )
        )
    return tuple(made)
