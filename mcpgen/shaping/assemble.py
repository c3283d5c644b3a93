"""From finished drafts to the toolset, with what there is to say about the whole (GRA004)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from keyword import iskeyword
from pathlib import PurePath
from typing import Any

from mcpgen.diagnostics import Diagnostic, Severity
from mcpgen.model.api import Api, Operation, Security
from mcpgen.model.json import JsonObject
from mcpgen.model.toolset import Tool, Toolset
from mcpgen.shaping.account import accounts
from mcpgen.shaping.credentials import usable
from mcpgen.shaping.draft import Argument, Draft, Drafts
from mcpgen.shaping.text import plain
from mcpgen.shaping.upstream import server_info, upstream
from mcpgen.shaping.words import is_version, snake_case

MANY_TOOLS = 20
RESERVED_MODULES = frozenset({"__init__", "__main__", "types", "tools", "runtime"})


def toolset(drafts: Drafts) -> tuple[Toolset, tuple[Diagnostic, ...]]:
    """The toolset and the diagnostics about it as a whole."""
    api, options = drafts.api, drafts.options
    default = _usual_security(drafts)
    operations = tuple(replace(d.operation, security=_security(d, api)) for d in drafts.drafts)
    presented = upstream(replace(api, security=default), options, operations)
    tools = tuple(_tool(draft, drafts, default) for draft in drafts.drafts)
    return (
        Toolset(
            profile=options.shaped_for,
            server=server_info(api, options),
            upstream=presented.upstream,
            tools=tools,
            definitions=drafts.definitions.collected() if drafts.definitions else {},
            source=PurePath(api.origin.file).name,
        ),
        (*presented.diagnostics, *_too_many(drafts)),
    )


def _usual_security(drafts: Drafts) -> Security:
    """What most operations want; it is what the package asks for, and the others say their own."""
    own = drafts.api.security
    wanted = Counter(_security(draft, drafts.api) for draft in drafts.drafts)
    return max(wanted, key=lambda s: (wanted[s], s == own), default=own)


def _security(draft: Draft, api: Api) -> Security:
    return api.security if draft.operation.security is None else draft.operation.security


def _tool(draft: Draft, drafts: Drafts, default: Security) -> Tool:
    assert draft.request is not None
    assert draft.result is not None
    assert draft.hints is not None
    wanted = _security(draft, drafts.api)
    own = None if wanted == default else usable(wanted, drafts.api.security_schemes)
    request = replace(draft.request, security=own)
    return Tool(
        name=draft.name,
        title=draft.title,
        description=draft.description,
        input_schema=input_schema(draft.arguments),
        output_schema=draft.output_schema,
        hints=draft.hints,
        group=group(draft.operation),
        operation=draft.key,
        request=request,
        result=draft.result,
        sources={a.name: a.source for a in draft.arguments if a.source},
        origin=draft.operation.origin,
        origins={a.name: a.origin for a in draft.arguments if a.origin is not None},
        decisions=(*draft.decisions, *accounts(draft)),
    )


def input_schema(arguments: tuple[Argument, ...]) -> JsonObject:
    """A closed object, required arguments first (PAR005, PAR010, PAR011)."""
    if not arguments:
        return {"type": "object", "additionalProperties": False}
    out: dict[str, Any] = {
        "type": "object",
        "properties": {a.name: {**a.schema, "description": a.description} for a in arguments},
    }
    required = [a.name for a in arguments if a.required]
    if required:
        out["required"] = required
    out["additionalProperties"] = False
    return out


def group(operation: Operation) -> str:
    """The module of a tool: its first tag, else the first word of its path, as a Python identifier."""
    segment = next((s for s in operation.path.split("/") if s and "{" not in s and not _is_plumbing(s)), "")
    name = next((n for n in map(snake_case, (*map(plain, operation.tags[:1]), segment)) if n), "general")
    if name[0].isdigit() or iskeyword(name) or name in RESERVED_MODULES:
        name = f"{name}_tools" if not name[0].isdigit() else f"tools_{name}"
    return name


def _is_plumbing(segment: str) -> bool:
    """`/api/v1` of a path says nothing of what it is about."""
    return is_version(segment) or segment.lower() in ("api", "apis", "rest")


def _too_many(drafts: Drafts) -> tuple[Diagnostic, ...]:
    """GRA004, with the tags that would take the most away."""
    count = len(drafts.drafts)
    if count <= MANY_TOOLS:
        return ()
    tags = Counter(t for d in drafts.drafts for t in d.operation.tags[:1])
    largest = ", ".join(f"{tag} ({n})" for tag, n in sorted(tags.items(), key=lambda item: (-item[1], item[0]))[:4])
    return (
        Diagnostic(
            code="GRA004",
            severity=Severity.WARNING,
            message=f"{count} tools are many for one server: models choose worse among dozens.",
            hint=(
                f"Keep what is needed with --tag, --exclude-tag or --operation. Largest tags: {largest}."
                if largest
                else "Keep what is needed with --operation."
            ),
            at=drafts.api.origin.at("paths"),
        ),
    )
