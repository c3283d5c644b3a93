"""What the pipeline itself complains about: options, sources of no kind, runs without tools, names nobody knows."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import fields
from difflib import get_close_matches
from typing import Final

from mcpgen.diagnostics import Diagnostic, Origin, Severity, SourceError
from mcpgen.model.api import Operation
from mcpgen.model.toolset import Toolset
from mcpgen.shaping.draft import LeftOut
from mcpgen.shaping.options import Options
from mcpgen.shaping.selection import matches

_MOST_TAGS: Final = 30
_MANIFEST_KEYS: Final = {
    "profile": "profile",
    "name": "server.name",
    "base_url": "upstream.url",
    "tags": "tools",
    "exclude_tags": "tools",
    "operations": "tools",
    "include": "tools",
    "max_arguments": "tools",
    "names_from": "tools",
}


def check_selectors(names: Iterable[str]) -> None:
    """Raises `SourceError` (`unknown-rule`) where one is no id of a rule of lint and no family."""
    from mcpgen.lint.registry import RULES

    known = list(dict.fromkeys(key for rule in RULES for key in (rule.id, rule.family)))
    found = [name for name in dict.fromkeys(names) if name not in known]
    if found:
        raise SourceError(*(unknown("unknown-rule", "rule", name, known, "mcpgen rules lists them.") for name in found))


def check_options(options: Options) -> None:
    """Raises `SourceError` (`option`) for values that nothing can be made of."""
    from mcpgen.model.address import base_url
    from mcpgen.shaping.words import snake_case

    wrong = []
    if options.base_url and base_url(options.base_url)[1]:
        wrong.append(("--base-url", base_url(options.base_url)[1], "Give an http or https URL without a query."))
    if options.name and not snake_case(options.name):
        message = f"No package can be named after {options.name!r}."
        wrong.append(("--name", message, "Use letters and digits of ASCII."))
    if wrong:
        raise SourceError(
            *(
                Diagnostic(code="option", severity=Severity.ERROR, message=f"{option}: {message}", hint=hint)
                for option, message, hint in wrong
            )
        )


def refused_options(options: Options, toolset: Toolset, file: str) -> list[Diagnostic]:
    """Options that a manifest says itself, where they say something else (`manifest-option`)."""
    defaults = Options()
    own = {"profile": toolset.profile, "name": toolset.server.name, "base_url": toolset.upstream.filled_url}
    return [
        Diagnostic(
            code="manifest-option",
            severity=Severity.ERROR,
            message=f"--{field.name.replace('_', '-')} cannot be used with a manifest, which says it itself.",
            hint=f"Edit {_MANIFEST_KEYS[field.name]} in {file}.",
            at=Origin(file=file),
        )
        for field in fields(options)
        if getattr(options, field.name) not in (getattr(defaults, field.name), own.get(field.name))
    ]


def unknown_source(file: str) -> Diagnostic:
    """The source is neither an OpenAPI document nor a manifest (`source-unknown`)."""
    return Diagnostic(
        code="source-unknown",
        severity=Severity.ERROR,
        message="This is neither an OpenAPI document nor a manifest: it has no key openapi, mcpgen or tools.",
        hint="An OpenAPI document starts with openapi: 3.1.0, a manifest with mcpgen: 1.",
        at=Origin(file=file),
    )


def no_tools(left_out: Sequence[LeftOut], tags: Sequence[str], file: str, asked: Options) -> Diagnostic:
    """No operation became a tool (`no-tools`); `tags` are those of the document."""
    left = len(left_out)
    chosen = bool(left_out) and all(each.rule == "not-selected" for each in left_out)
    if not left:
        message, hint = "No tools: the document has no operations.", ""
    elif chosen:
        message = f"No tools: nothing matches {_choice(asked)}."
        hint = f"{_known_tags(tags)} mcpgen tools lists the operations."
    else:
        message = f"No tools: {f'all {left} operations were' if left > 1 else 'the one operation was'} left out."
        hint = "; ".join(dict.fromkeys(f"{each.operation}: {each.reason}" for each in left_out[:5])) + "."
    return Diagnostic(code="no-tools", severity=Severity.ERROR, message=message, hint=hint, at=Origin(file=file))


def unmatched(asked: Options, operations: Sequence[Operation], tags: Sequence[str], file: str) -> list[Diagnostic]:
    """What was asked for and is nowhere in the document (`option-unmatched`): tags and operations, one by one."""
    known = {tag.casefold() for tag in tags}
    given = [("--tag", tag) for tag in asked.tags] + [("--exclude-tag", tag) for tag in asked.exclude_tags]
    wrong = [(option, tag, tags, _known_tags(tags)) for option, tag in given if tag.casefold() not in known]
    keys = [key for operation in operations for key in (operation.key, operation.id) if key]
    lists = "mcpgen tools lists the operations."
    patterns = [("--operation", p) for p in asked.operations] + [("--include", p) for p in asked.include]
    wrong += [
        (option, pattern, keys, lists)
        for option, pattern in patterns
        if not any(matches(operation, pattern) for operation in operations)
    ]
    return [
        Diagnostic(
            code="option-unmatched",
            severity=Severity.WARNING,
            message=f"{option} {value} matches nothing.",
            hint=_did_you_mean(value, among, otherwise),
            at=Origin(file=file),
        )
        for option, value, among, otherwise in wrong
    ]


def _choice(asked: Options) -> str:
    """What was asked for, as it was written on the command line."""
    flags = (("--tag", asked.tags), ("--exclude-tag", asked.exclude_tags), ("--operation", asked.operations))
    return " ".join(f"{flag} {shlex.quote(value)}" for flag, values in flags for value in values)


def _known_tags(tags: Sequence[str]) -> str:
    if not tags:
        return "The document has no tags."
    more = f" and {len(tags) - _MOST_TAGS} more" if len(tags) > _MOST_TAGS else ""
    return f"Its tags: {', '.join(tags[:_MOST_TAGS])}{more}."


def _did_you_mean(name: str, known: Sequence[str], otherwise: str) -> str:
    """The nearest of the known names, whatever their case; `otherwise` where none is near."""
    folded: dict[str, str] = {}
    for each in known:
        folded.setdefault(each.casefold(), each)
    near = get_close_matches(name.casefold(), folded, n=3, cutoff=0.6)
    return f"Did you mean {' or '.join(folded[each] for each in near)}?" if near else otherwise


def unknown(code: str, kind: str, name: str, known: list[str], otherwise: str) -> Diagnostic:
    """A name that nothing has, with the nearest of `known`, or `otherwise` as the hint."""
    return Diagnostic(
        code=code,
        severity=Severity.ERROR,
        message=f"There is no {kind} {name!r}.",
        hint=_did_you_mean(name, known, otherwise),
    )


def output_problem(code: str, message: str, hint: str) -> Diagnostic:
    """A file that cannot be written."""
    return Diagnostic(code=code, severity=Severity.ERROR, message=message, hint=hint)
