"""From an operation to arguments and the request they make (GRA003, PAR002, PAR004, PAR005).

Each argument keeps the wire name, place, style and type it stands for; none is derived again from a clean name.
"""

from __future__ import annotations

from dataclasses import replace

from mcpgen.model.address import base_url, joined_url
from mcpgen.model.api import Operation
from mcpgen.model.binding import Request
from mcpgen.model.schema import Schemas
from mcpgen.shaping.bundle import Definitions
from mcpgen.shaping.draft import Draft
from mcpgen.shaping.flatten import BoundBody, bind_body
from mcpgen.shaping.parameters import bind_parameters


def bind(
    draft: Draft, schemas: Schemas, definitions: Definitions, *, noun: str, budget: int, default_url: str
) -> Draft:
    """The draft with its arguments and its request. `noun` is the resource in singular, for a bare `id`."""
    operation = draft.operation
    outer = bind_parameters(operation, schemas, noun=noun, detail=draft.detail)
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
    return replace(
        draft,
        arguments=(*(a for a in arguments if a.required), *(a for a in arguments if not a.required)),
        request=Request(
            method=operation.method,
            path=operation.path,
            parameters=outer.placed,
            body=inner.body,
            presence=(*outer.presence, *inner.presence),
            alternatives=inner.alternatives,
            security=operation.security,
            url=_own_url(operation, default_url),
        ),
        decisions=(*draft.decisions, *outer.decisions, *inner.decisions),
    )


def _own_url(operation: Operation, default_url: str) -> str:
    """The base URL that an operation has of its own, '' where it is that of the API."""
    if not operation.servers:
        return ""
    url, _ = base_url(joined_url(default_url, operation.servers[0].url))
    return "" if url.rstrip("/") == default_url.rstrip("/") else url.rstrip("/")
