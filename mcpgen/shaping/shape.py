"""The passes, in the order they run: each takes all drafts and returns all drafts (DESIGN, "The way data flows")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from mcpgen.diagnostics import Diagnostic
from mcpgen.model.api import Api
from mcpgen.model.toolset import Decision, Profile, Toolset
from mcpgen.model.vocabulary import is_verb
from mcpgen.shaping import assemble
from mcpgen.shaping.answers import Marked, output_schema, result
from mcpgen.shaping.bind import bind
from mcpgen.shaping.bundle import Definitions
from mcpgen.shaping.confirmations import Links, confirmation, linked
from mcpgen.shaping.draft import Draft, Drafts, LeftOut
from mcpgen.shaping.hints import hints
from mcpgen.shaping.internal import internal_operations
from mcpgen.shaping.kinds import Kind, others
from mcpgen.shaping.media import sendable
from mcpgen.shaping.naming import action_name, name_operations, variant_name
from mcpgen.shaping.options import Options
from mcpgen.shaping.selection import unselected
from mcpgen.shaping.split import Split, split
from mcpgen.shaping.titles import title_of
from mcpgen.shaping.wording import argument_names_of, worded
from mcpgen.shaping.words import singular_noun, split_words

ACTIONS = frozenset({"action", "actions", "command", "commands", "operation", "operations"})

Pass: TypeAlias = Callable[[Drafts], Drafts]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaped:
    """What shaping gives: the tools, the operations that became none, and what a person should know."""

    toolset: Toolset
    left_out: tuple[LeftOut, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def shape(api: Api, options: Options) -> Shaped:
    """The toolset of an API. The API is not changed; every operation is in a tool or in `left_out`."""
    drafts = Drafts(api=api, options=options, drafts=tuple(Draft(operation=o) for o in api.operations))
    for step in PASSES:
        drafts = step(drafts)
    toolset, diagnostics = assemble.toolset(drafts)
    return Shaped(toolset=toolset, left_out=drafts.left_out, diagnostics=(*api.diagnostics, *diagnostics))


def select(drafts: Drafts) -> Drafts:
    """Keep the operations that were asked for."""
    reasons = {d.operation.key: unselected(d.operation, drafts.options) for d in drafts.drafts}
    return _sifted(drafts, "not-selected", {key: reason for key, reason in reasons.items() if reason})


def leave_out_internal(drafts: Drafts) -> Drafts:
    """Leave out what is not for a model (GRA005), unless there is nothing else."""
    operations = tuple(d.operation for d in drafts.drafts)
    found = internal_operations(operations, drafts.api.schemas)
    if len(found) < len(operations):
        return _sifted(drafts, "GRA005", found)
    kept = [
        Decision(rule="GRA005", text=f"Kept, although it {found[each.key]}: there is nothing else.", origin=each.origin)
        for each in operations
    ]
    return replace(
        drafts,
        drafts=tuple(
            replace(draft, decisions=(*draft.decisions, why)) for draft, why in zip(drafts.drafts, kept, strict=True)
        ),
    )


def leave_out_unsendable(drafts: Drafts) -> Drafts:
    """Choose the representation of each body; leave out the requests that cannot be made yet."""
    keys = [s for s in drafts.api.security_schemes if s.type == "apiKey"]
    credentials = frozenset((s.place, s.name.lower()) for s in keys)
    made = [sendable(draft.operation, credentials) for draft in drafts.drafts]
    return replace(
        drafts,
        drafts=tuple(m for m in made if isinstance(m, Draft)),
        left_out=(*drafts.left_out, *(m for m in made if isinstance(m, LeftOut))),
    )


def name(drafts: Drafts) -> Drafts:
    """Name each operation, all of them at once: names tell apart (NAM001–NAM009)."""
    operations = tuple(d.operation for d in drafts.drafts)
    names = name_operations(operations, api_title=drafts.api.title, schemas=drafts.api.schemas)
    named = []
    for draft in drafts.drafts:
        found = names[draft.operation.key]
        why = Decision(rule="NAM001", text=f"Named {found.name}: {found.reason}.", origin=draft.operation.origin)
        named.append(replace(draft, name=found.name, title=found.title, decisions=(*draft.decisions, why)))
    return replace(drafts, drafts=tuple(named))


def split_up(drafts: Drafts) -> Drafts:
    """Make one tool of each kind or verb that an operation hides (GRA001, GRA002)."""
    taken = {d.name for d in drafts.drafts}
    out: list[Draft] = []
    for draft in drafts.drafts:
        meant, _ = hints(draft.operation, name=draft.name, profile=drafts.options.shaped_for)
        found = split(draft, drafts.api.schemas, reads=meant.read_only)
        branches = _branches(draft, found) if found is not None else ()
        names = [b.name for b in branches]
        if not branches or len(set(names)) < len(names) or (set(names) - {draft.name}) & taken:
            out.append(draft)
        else:
            taken.update(names)
            out += branches
    return replace(drafts, drafts=tuple(out))


def bind_arguments(drafts: Drafts) -> Drafts:
    """Flatten inputs into arguments, and bind each to its wire place (GRA003, PAR002–PAR005)."""
    definitions = Definitions(drafts.api.schemas)
    default_url = drafts.api.servers[0].url if drafts.api.servers else ""
    bound = tuple(
        bind(
            draft,
            drafts.api.schemas,
            definitions,
            noun="_".join(singular_noun(draft.name.split("_")[1:])),
            budget=drafts.options.max_arguments,
            default_url=default_url,
        )
        for draft in drafts.drafts
    )
    return replace(drafts, drafts=bound, definitions=definitions.collected())


def answer(drafts: Drafts) -> Drafts:
    """Say what becomes of answers (RES001–RES007)."""
    made = []
    marked = Marked.of(drafts.api.schemas)
    for draft in drafts.drafts:
        found = result(draft.operation, draft.arguments, drafts.api.schemas, marked)
        schema = (
            output_schema(draft.operation, drafts.api.schemas) if drafts.options.shaped_for is Profile.MCP else None
        )
        made.append(replace(draft, result=found, output_schema=schema))
    return replace(drafts, drafts=tuple(made))


def annotate(drafts: Drafts) -> Drafts:
    """Set all four hints (ANN001–ANN004)."""
    made = []
    for draft in drafts.drafts:
        fixed = (draft.variant,) if draft.variant else ()
        found, why = hints(draft.operation, name=draft.name, profile=drafts.options.shaped_for, fixed=fixed)
        made.append(replace(draft, hints=found, decisions=(*draft.decisions, *why)))
    return replace(drafts, drafts=tuple(made))


def confirm(drafts: Drafts) -> Drafts:
    """Say what an empty success means (RES002)."""
    made = [
        draft if draft.result is None else replace(draft, result=replace(draft.result, confirm=confirmation(draft)))
        for draft in drafts.drafts
    ]
    return replace(drafts, drafts=tuple(made))


def link(drafts: Drafts) -> Drafts:
    """Say where each identifier comes from (PAR009, ERR004)."""
    links = Links.of(drafts.drafts)
    return replace(drafts, drafts=tuple(linked(draft, links) for draft in drafts.drafts))


def describe(drafts: Drafts) -> Drafts:
    """Word tools and arguments (DES001–DES008, PAR001, PAR006)."""
    siblings = {d.operation.key: d.name for d in drafts.drafts if not d.variant}
    elsewhere = argument_names_of(drafts.drafts)
    return replace(drafts, drafts=tuple(worded(draft, drafts.api, siblings, elsewhere) for draft in drafts.drafts))


PASSES: tuple[Pass, ...] = (
    select,
    leave_out_internal,
    leave_out_unsendable,
    name,
    split_up,
    bind_arguments,
    answer,
    annotate,
    confirm,
    link,
    describe,
)


def _sifted(drafts: Drafts, rule: str, reasons: Mapping[str, str]) -> Drafts:
    """The drafts without those whose operation has a reason, by its key, to be left out."""
    kept, left = [], list[LeftOut]()
    for draft in drafts.drafts:
        operation = draft.operation
        if operation.key in reasons:
            reason = reasons[operation.key]
            left.append(LeftOut(operation=operation.key, rule=rule, reason=reason, origin=operation.origin))
        else:
            kept.append(draft)
    return replace(drafts, drafts=tuple(kept), left_out=(*drafts.left_out, *left))


def _starts_with_verb(label: str) -> bool:
    words = split_words(label)
    return bool(words) and is_verb(words[0])


def _branches(draft: Draft, found: Split) -> tuple[Draft, ...]:
    acts = draft.name.rpartition("_")[2] in ACTIONS and all(_starts_with_verb(b.label) for b in found.branches)
    named = action_name if found.by_verb or acts else variant_name
    why = Decision(rule="GRA001", text=f"Split into {len(found.branches)} tools: {found.reason}.", origin=found.origin)
    labels = [b.label for b in found.branches]
    whole = all(_starts_with_verb(label) and len(split_words(label)) > 1 for label in labels)
    made = []
    for branch in found.branches:
        own = "_".join(split_words(branch.label)) if whole else named(draft.name, (branch.label,))
        made.append(
            replace(
                draft,
                operation=branch.operation,
                media=branch.media,
                variant=branch.label,
                kind=Kind(label=branch.label, text=branch.text, others=others(labels, branch.label)),
                name=own,
                title=title_of(tuple(own.split("_"))),
                decisions=(*draft.decisions, why),
            )
        )
    return tuple(made)
