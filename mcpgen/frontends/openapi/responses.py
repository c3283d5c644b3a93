"""Answers by status (OpenAPI 3.1, "Responses Object")."""

from __future__ import annotations

import re
from dataclasses import replace

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi.bodies import media_types
from mcpgen.frontends.openapi.node import Node, Unreadable
from mcpgen.frontends.openapi.normalize import objects as normal
from mcpgen.frontends.openapi.parts import Context
from mcpgen.model.api import Response

_STATUS = re.compile(r"[1-5](?:\d\d|XX)|default")


class Responses:
    """Reads responses; those that several operations refer to are read once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._known: dict[tuple[Origin, str, tuple[str, ...]], Response] = {}

    def of(self, operation: Node) -> tuple[Response, ...]:
        """The answers of an operation in the source's order; a broken one keeps its status."""
        found: dict[str, Response] = {}
        for written, node in operation.mapping("responses"):
            status = "default" if written.lower() == "default" else written.strip().upper()
            if _STATUS.fullmatch(status):
                found.setdefault(status, self._read(status, node, operation))
            elif not written.startswith("x-"):
                self._context.findings.add(
                    "openapi-response",
                    f"{written!r} is no status; the response is left out.",
                    "Write a status such as '200', '4XX' or default.",
                    node.origin,
                )
        return tuple(found.values())

    def _read(self, status: str, node: Node, operation: Node) -> Response:
        try:
            part = normal.response(node.part(), operation)
        except Unreadable as reason:
            self._context.findings.add(
                "openapi-response", f"The response {status} cannot be read. {reason.message}", reason.hint, reason.at
            )
            return Response(status=status, origin=node.origin)
        key = (part.origin, part.text("description"), tuple(name for name, _ in part.mapping("content")))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Response(
                status=status,
                description=part.text("description"),
                content=media_types(part, self._context),
                headers=tuple(name for name, _ in part.mapping("headers")),
                origin=part.origin,
            )
        return replace(known, status=status)
