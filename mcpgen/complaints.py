"""What the pipeline itself complains about: options, sources of no kind, runs without tools, names nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from difflib import get_close_matches
from typing import Final

from mcpgen.diagnostics import Diagnostic, Origin, Severity, SourceError
from mcpgen.model.toolset import Toolset
from mcpgen.shaping.draft import LeftOut
from mcpgen.shaping.options import Options

_MANIFEST_KEYS: Final = {
    "profile": "profile",
    "name": "server.name",
    "base_url": "upstream.url",
    "tags": "tools",
    "exclude_tags": "tools",
    "operations": "tools",
    "max_arguments": "tools",
}


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
    own = {"profile": toolset.profile, "name": toolset.server.name, "base_url": toolset.upstream.url}
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


def no_tools(left_out: Sequence[LeftOut], tags: Sequence[str], file: str) -> Diagnostic:
    """No operation became a tool (`no-tools`); `tags` are those of the document."""
    left = len(left_out)
    return Diagnostic(
        code="no-tools",
        severity=Severity.ERROR,
        message=(
            f"No tools: {f'all {left} operations were' if left > 1 else 'the one operation was'} left out."
            if left
            else "No tools: the document has no operations."
        ),
        hint=_selection_hint(left_out, tags) if left else "",
        at=Origin(file=file),
    )


def _selection_hint(left_out: Sequence[LeftOut], tags: Sequence[str]) -> str:
    """What could have been asked for, where nothing was found; else the reasons of the operations."""
    if any(each.rule != "not-selected" for each in left_out):
        return "; ".join(dict.fromkeys(f"{each.operation}: {each.reason}" for each in left_out[:5])) + "."
    listed = ", ".join(tags[:12])
    known = f" Its tags: {listed}." if listed else ""
    return f"--tag, --exclude-tag and --operation choose what is used; mcpgen tools lists the operations.{known}"


def unknown(code: str, kind: str, name: str, known: list[str], otherwise: str) -> Diagnostic:
    """A name that nothing has, with the nearest of `known`, or `otherwise` as the hint."""
    near = get_close_matches(name, known, n=3, cutoff=0.6)
    return Diagnostic(
        code=code,
        severity=Severity.ERROR,
        message=f"There is no {kind} {name!r}.",
        hint=f"Did you mean {' or '.join(near)}?" if near else otherwise,
    )


def output_problem(code: str, message: str, hint: str) -> Diagnostic:
    """A file that cannot be written."""
    return Diagnostic(code=code, severity=Severity.ERROR, message=message, hint=hint)
