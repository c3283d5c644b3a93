"""The passes, in the order they run: each takes all drafts and returns all drafts (docs/architecture.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from mcpgen.diagnostics import Diagnostic
from mcpgen.model.api import Api
from mcpgen.model.toolset import Decision, Profile, Toolset
from mcpgen.model.vocabulary import verb_and_noun
from mcpgen.shaping import assemble
from mcpgen.shaping.answers import Marked, output_schema, result
from mcpgen.shaping.bind import bind
from mcpgen.shaping.branching import split_up
from mcpgen.shaping.bundle import Definitions
from mcpgen.shaping.confirmations import confirmation
from mcpgen.shaping.draft import Draft, Drafts, LeftOut
from mcpgen.shaping.extensions import is_hidden, own_names
from mcpgen.shaping.hints import hints
from mcpgen.shaping.identified import identified
from mcpgen.shaping.internal import internal_operations
from mcpgen.shaping.kept import kept
from mcpgen.shaping.links import Links, linked
from mcpgen.shaping.meaning import with_meanings
from mcpgen.shaping.media import sendable
from mcpgen.shaping.naming import NO_PINS, name_operations
from mcpgen.shaping.needless import without_needless
from mcpgen.shaping.options import Options
from mcpgen.shaping.parameter_credentials import FROM_PARAMETER
from mcpgen.shaping.references import References
from mcpgen.shaping.selection import matches, unselected
from mcpgen.shaping.servers import default_url
from mcpgen.shaping.siblings import Siblings, told_apart
from mcpgen.shaping.size import fitted
from mcpgen.shaping.twins import without_twins
from mcpgen.shaping.wording import argument_names_of, worded
from mcpgen.shaping.words import singular_noun

Pass: TypeAlias = Callable[[Drafts], Drafts]

_HIDDEN = "the description says that it is not for a model; --include brings it back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaped:
    """What shaping gives: the tools, the operations that became none, and what a person should know."""

    toolset: Toolset
    left_out: tuple[LeftOut, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def shape(api: Api, options: Options, pinned: Mapping[str, str] = NO_PINS) -> Shaped:
    """The toolset of an API. The API is not changed; every operation is in a tool or in `left_out`.

    `pinned` are the names that tools had before and keep, by the key of an operation or of its variant.
    """
    api = identified(api)
    own, wrong = own_names(api.operations)
    drafts = Drafts(
        api=api,
        options=options,
        pinned={**kept(pinned, (o.key for o in api.operations)), **own},
        drafts=tuple(Draft(operation=o) for o in api.operations),
    )
    for step in CHOOSING:
        drafts = step(drafts)
    drafts = show(drafts)
    toolset, diagnostics = assemble.toolset(drafts)
    found = (*api.diagnostics, *wrong, *drafts.diagnostics, *diagnostics)
    return Shaped(toolset=toolset, left_out=drafts.left_out, diagnostics=found)


def select(drafts: Drafts) -> Drafts:
    """Keep the operations that were asked for."""
    reasons = {d.operation.key: unselected(d.operation, drafts.options) for d in drafts.drafts}
    return _sifted(drafts, "not-selected", {key: reason for key, reason in reasons.items() if reason})


def leave_out_hidden(drafts: Drafts) -> Drafts:
    """Leave out what the description says is not for a model (`x-mcp`), unless it is asked for by name."""
    include = drafts.options.include
    hidden = [d.operation for d in drafts.drafts if is_hidden(d.operation)]
    reasons = {o.key: _HIDDEN for o in hidden if not any(matches(o, pattern) for pattern in include)}
    return _sifted(drafts, "x-mcp", reasons)


def leave_out_internal(drafts: Drafts) -> Drafts:
    """Leave out what is not for a model (GRA005), unless there is nothing else."""
    operations = tuple(d.operation for d in drafts.drafts)
    wanted = {o.key for o in operations if any(matches(o, pattern) for pattern in drafts.options.include)}
    internal = internal_operations(operations, drafts.api.schemas)
    found = {key: f"{reason}; --include brings it back" for key, reason in internal.items() if key not in wanted}
    if len(found) < len(operations):
        return _sifted(drafts, "GRA005", found)
    kept = [
        Decision(
            rule="GRA005", text=f"Kept, although it {internal[each.key]}: there is nothing else.", origin=each.origin
        )
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
    keys = [s for s in drafts.api.security_schemes if s.type == "apiKey" and s.declared != FROM_PARAMETER]
    credentials = frozenset((s.place, s.name.lower()) for s in keys)
    made = [
        replace(m, decisions=(*draft.decisions, *m.decisions)) if isinstance(m, Draft) else m
        for draft in drafts.drafts
        for m in (sendable(draft.operation, drafts.api.schemas, credentials),)
    ]
    return replace(
        drafts,
        drafts=tuple(m for m in made if isinstance(m, Draft)),
        left_out=(*drafts.left_out, *(m for m in made if isinstance(m, LeftOut))),
    )


def name(drafts: Drafts) -> Drafts:
    """Name each operation, all of them at once: names tell apart (NAM001–NAM009)."""
    operations = tuple(d.operation for d in drafts.drafts)
    names = name_operations(operations, api_title=drafts.api.title, schemas=drafts.api.schemas, pinned=drafts.pinned)
    own, _ = own_names(operations)
    named = []
    for draft in drafts.drafts:
        found = names[draft.operation.key]
        reason = "the description says so" if draft.operation.key in own else found.reason
        why = Decision(rule="NAM001", text=f"Named {found.name}: {reason}.", origin=draft.operation.origin)
        named.append(replace(draft, name=found.name, title=found.title, decisions=(*draft.decisions, why)))
    return replace(drafts, drafts=tuple(named))


def bind_arguments(drafts: Drafts) -> Drafts:
    """Flatten inputs into arguments, and bind each to its wire place (GRA003, PAR002–PAR005)."""
    definitions = drafts.definitions or Definitions(drafts.api.schemas)
    api_url = default_url(drafts.api)
    bound = tuple(
        bind(
            draft,
            drafts.api.schemas,
            definitions,
            noun="_".join(singular_noun(verb_and_noun(draft.name)[1].split("_"))),
            budget=drafts.options.max_arguments,
            default_url=api_url,
        )
        for draft in drafts.drafts
    )
    return replace(drafts, drafts=bound, definitions=definitions)


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
        fixed = (draft.kind.label,) if draft.kind else ()
        profile, schemas = drafts.options.shaped_for, drafts.api.schemas
        found, why = hints(draft.operation, name=draft.name, profile=profile, fixed=fixed, schemas=schemas)
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
    links = Links.of(drafts.around or drafts.drafts, drafts.api.schemas)
    return replace(drafts, drafts=tuple(linked(draft, links) for draft in drafts.drafts))


def describe(drafts: Drafts) -> Drafts:
    """Word tools and arguments (DES001–DES008, PAR001, PAR006); what is deprecated comes last."""
    everything = drafts.around or drafts.drafts
    siblings = {d.operation.key: d.name for d in everything if not d.variant}
    elsewhere, near = argument_names_of(everything), Siblings.of(everything)
    references = References.of(everything)
    made = [worded(draft, drafts.api, siblings, elsewhere, near, references) for draft in drafts.drafts]
    made.sort(key=lambda draft: draft.operation.deprecated)
    return replace(drafts, drafts=tuple(made))


CHOOSING: tuple[Pass, ...] = (
    select,
    leave_out_hidden,
    leave_out_internal,
    without_needless,
    leave_out_unsendable,
    without_twins,
    name,
    split_up,
)
"""Which tools there are."""
SHOWING: tuple[Pass, ...] = (
    bind_arguments,
    answer,
    annotate,
    confirm,
    link,
    describe,
)
"""What the model sees of each, and what it becomes on the wire."""


def show(drafts: Drafts) -> Drafts:
    """Make the chosen tools, with less detail where their listing would be too large (GRA003, GRA006)."""
    shown = _shown(drafts)
    chosen = {draft.key: draft for draft in drafts.drafts}

    def again(some: tuple[Draft, ...]) -> tuple[Draft, ...]:
        bare = tuple(replace(chosen[draft.key], detail=draft.detail) for draft in some)
        return _shown(replace(shown, drafts=bare, around=shown.drafts)).drafts

    made = fitted(shown, again)
    return with_meanings(replace(made, drafts=told_apart(made.drafts)))


def _shown(drafts: Drafts) -> Drafts:
    for step in SHOWING:
        drafts = step(drafts)
    return drafts


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
