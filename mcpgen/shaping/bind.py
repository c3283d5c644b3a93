"""From an operation to arguments and the request they make (GRA003, PAR002, PAR004, PAR005).

Each argument keeps the wire name, place, style and type it stands for; none is derived again from a clean name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from mcpgen.model.api import Operation
from mcpgen.model.binding import Request
from mcpgen.model.schema import Schema, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.bundle import Definitions
from mcpgen.shaping.draft import Draft
from mcpgen.shaping.flatten import bind_body
from mcpgen.shaping.parameters import bind_parameters, unchecked
from mcpgen.shaping.servers import own_url
from mcpgen.shaping.whole import BoundBody

_MOST_TOLD: Final = 3


def bind(
    draft: Draft, schemas: Schemas, definitions: Definitions, *, noun: str, budget: int, default_url: str
) -> Draft:
    """The draft with its arguments and its request. `noun` is the resource in singular, for a bare `id`."""
    operation = draft.operation
    outer = bind_parameters(operation, schemas, definitions, noun=noun, detail=draft.detail)
    inner = (
        bind_body(
            operation,
            draft.media,
            schemas,
            definitions,
            outer=outer,
            noun=noun,
            budget=budget,
            detail=draft.detail,
        )
        if draft.media is not None and operation.body is not None
        else BoundBody()
    )
    arguments = (*outer.arguments, *inner.arguments)
    decisions = (*outer.decisions, *inner.decisions)
    schemas_of = {(p.place, p.name): p.schema for p in operation.parameters}
    checked = [(at.name, schemas_of[at.place, at.name]) for at in outer.placed if at.check]
    if inner.body is not None and inner.body.check and draft.media is not None and draft.media.schema is not None:
        checked.append(("the body", draft.media.schema))
    return replace(
        draft,
        arguments=(*(a for a in arguments if a.required), *(a for a in arguments if not a.required)),
        request=Request(
            method=operation.method,
            path=operation.path,
            parameters=outer.placed,
            body=inner.body,
            presence=(*outer.presence, *inner.presence),
            alternatives=(*outer.alternatives, *inner.alternatives),
            security=operation.security,
            url=own_url(operation, default_url),
        ),
        decisions=(
            *draft.decisions,
            *decisions,
            *_unheld(checked, definitions, [d.text for d in decisions if d.rule == "unchecked"]),
            *_where(operation, default_url),
        ),
    )


def _unheld(checked: Sequence[tuple[str, Schema]], definitions: Definitions, told: Sequence[str]) -> Iterator[Decision]:
    """The patterns that checks leave out, beside those of which `told` speaks."""
    for name, schema in checked:
        for pattern in definitions.unheld(schema):
            if not any(f"against {pattern}," in text for text in told):
                yield unchecked(f"A text in {name}", pattern, schema)


def _where(operation: Operation, default_url: str) -> Iterator[Decision]:
    """What is decided about the server and the credentials of the request."""
    if url := own_url(operation, default_url):
        where = f"{url} on the API's own host" if url.startswith("/") else f"{url}, with its credentials"
        text = f"Sent to {where}, as the description says of it."
        others = list(dict.fromkeys(s.url for s in operation.servers[1:] if s.url != operation.servers[0].url))
        if others:
            text += f" Not used: {', '.join(others[:_MOST_TOLD])}{', …' if len(others) > _MOST_TOLD else ''}."
        yield Decision(rule="server-choice", text=text, origin=operation.origin)
    if operation.method == "TRACE":
        text = "Sent without credentials: what answers TRACE repeats the request (RFC 9110, section 9.3.8)."
        yield Decision(rule="SEC011", text=text, origin=operation.origin)
