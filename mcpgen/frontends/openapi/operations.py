"""Operations: each method of each path (OpenAPI 3.1, "Paths Object", "Path Item Object", "Operation Object")."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from mcpgen.diagnostics import Origin, Severity
from mcpgen.frontends.openapi.bodies import request_body
from mcpgen.frontends.openapi.node import Node, Unreadable
from mcpgen.frontends.openapi.normalize import objects as normal
from mcpgen.frontends.openapi.parameters import Parameters
from mcpgen.frontends.openapi.parts import Context
from mcpgen.frontends.openapi.responses import Responses
from mcpgen.frontends.openapi.security import report_unknown, requirements
from mcpgen.frontends.openapi.servers import servers
from mcpgen.model.address import base_url, joined_url
from mcpgen.model.api import Operation, Server, Unread
from mcpgen.model.http import is_token
from mcpgen.model.json import Json

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_FOR_TOOLS = "x-mcp"
"""A token (RFC 9110, section 9.1)."""


class Operations:
    """Reads the operations of a document. One that cannot be read is reported and left out; the others stay."""

    def __init__(self, context: Context, schemes: frozenset[str]) -> None:
        self._context = context
        self._schemes = schemes
        self._parameters = Parameters(context)
        self._responses = Responses(context)
        self._followed: set[str] = set()
        self._keys: set[str] = set()
        self._of_document: Json = None
        self.unread: list[Unread] = []
        """The operations that could not be read."""

    def read(self, root: Node) -> tuple[Operation, ...]:
        """Every operation that can be read, in the order of the source."""
        found = []
        self._of_document = root.value.get(_FOR_TOOLS)
        for path, node in root.mapping("paths"):
            if not path.startswith("x-"):
                found += list(self._path(path, node))
        self._report_same_ids(found)
        return tuple(found)

    def _path(self, path: str, node: Node) -> Iterator[Operation]:
        findings = self._context.findings
        findings.subject = path
        try:
            item = self._item(node)
        except (Unreadable, RecursionError) as reason:
            told = self._report(path, reason, node.origin)
            self.unread.append(Unread(key=path, reason=told, origin=node.origin))
            findings.subject = ""
            return
        if not path.startswith("/"):
            findings.add(
                "openapi-path", f"The path {path!r} does not start with a slash; one is added.", "Add it.", node.origin
            )
            path = f"/{path}"
        for method, found in self._methods(item):
            operation = self._read_or_report(method, path, item, found)
            if operation is not None:
                yield operation
        findings.subject = ""

    def _item(self, node: Node) -> Node:
        """The path item with what it refers to; what stands beside a reference counts before what is referred to."""
        layers = list(node.layers())
        members: dict[str, Json] = {}
        for layer in reversed(layers):
            if not isinstance(layer.value, dict):
                raise Unreadable("This is not a mapping.", "Write it as OpenAPI asks, or remove it.", layer.origin)
            members |= {key: layer.below(value, key) for key, value in layer.value.items() if key != "$ref"}
        for key, kind in (("parameters", list), ("additionalOperations", dict)):
            whole = [layer for layer in layers if (found := layer.member(key)) and isinstance(found.value, kind)]
            if len(whole) > 1:
                members[key] = (
                    [item for layer in whole for item in layer.items(key)]
                    if kind is list
                    else {name: item for layer in reversed(whole) for name, item in layer.mapping(key)}
                )
        return layers[-1].made(members) if len(layers) > 1 else layers[0]

    def _methods(self, item: Node) -> Iterator[tuple[str, Node]]:
        for method, value in item.value.items():
            if method.lower() in METHODS:
                yield method.upper(), item.below(value, method)
        for method, node in item.mapping("additionalOperations"):
            # case matters there (OpenAPI 3.2, "Path Item Object"), but nobody means a method that is not GET by `get`
            yield method.upper() if method.lower() in METHODS else method, node

    def _read_or_report(self, method: str, path: str, item: Node, node: Node) -> Operation | None:
        key = f"{method} {path}"
        self._context.findings.subject = key
        try:
            self._claim(method, key, node)
            _check_path(path, item.origin)
            operation = self._operation(method, path, item, node)
            self._follow_references()
        except (Unreadable, RecursionError) as reason:
            if isinstance(reason, Unreadable):
                self._follow_references()  # parts that others share are read only once
            self._context.schemas.met.clear()
            told = self._report(key, reason, node.origin)
            self.unread.append(Unread(key=key, reason=told, origin=node.origin))
            return None
        return operation

    def _servers(self, holder: Node) -> tuple[Server, ...]:
        """The servers of its own that an operation or path names, without those that no request can be sent to."""
        usable = []
        for server in servers(holder):
            _, problem = base_url(joined_url("https://host", server.url))
            if problem:
                hint = "Correct the URL; the API's own base URL is used."
                self._context.findings.add("server-url", problem, hint, holder.origin.at("servers"))
            else:
                usable.append(server)
        return tuple(usable)

    def _claim(self, method: str, key: str, operation: Node) -> None:
        """Notes that `key` is taken: spelling can make one operation of two."""
        if not is_token(method):
            hint = "A method is made of letters, digits and hyphens, such as COPY."
            raise Unreadable(f"{method!r} can be no method.", hint, operation.origin)
        if key in self._keys:
            raise Unreadable(f"{key} is described twice.", "Remove one of the two.", operation.origin)
        self._keys.add(key)

    def _report(self, subject: str, reason: Unreadable | RecursionError, origin: Origin) -> str:
        """Tells that an operation or path is left out; answers why."""
        if isinstance(reason, Unreadable):
            message, hint, at = reason.message, reason.hint, reason.at
        else:
            message, hint, at = "It is nested too deeply.", "Name the inner parts under components.", origin
        self._context.findings.add(
            "openapi-operation", f"{subject} is left out. {message}", hint, at, Severity.ERROR, subject
        )
        return message

    def _operation(self, method: str, path: str, item: Node, node: Node) -> Operation:
        if not isinstance(node.value, dict):
            raise Unreadable("The operation is not a mapping.", "Describe the operation, or remove it.", node.origin)
        node = node.part()  # not OpenAPI, but how large descriptions are split into files
        item, node = normal.operation(item, node)
        report_unknown(node, self._schemes, self._context)
        return Operation(
            method=method,
            path=path,
            id=node.text("operationId").strip(),
            summary=node.text("summary") or item.text("summary"),
            description=node.text("description") or item.text("description"),
            tags=node.texts("tags"),
            parameters=self._parameters.of(item, node, path),
            body=request_body(node, self._context),
            responses=self._responses.of(node),
            security=requirements(node),
            servers=self._servers(node) or self._servers(item),
            deprecated=node.flag("deprecated"),
            extensions=self._extensions(item, node),
            origin=node.origin,
        )

    def _extensions(self, item: Node, node: Node) -> dict[str, Json]:
        """The extensions of an operation; whether tools are wanted at all can be said of its path or document."""
        own = {k: v for k, v in node.value.items() if k.startswith("x-")}
        wanted = [v for v in (item.value.get(_FOR_TOOLS), self._of_document) if isinstance(v, bool)]
        return {_FOR_TOOLS: wanted[0], **own} if wanted else own

    def _follow_references(self) -> None:
        """Reports the references in the schemas just met, and in those they lead to, that lead nowhere."""
        waiting = self._context.schemas.met
        while waiting:
            reference = waiting.pop()
            if reference.problem is not None:
                self._context.findings.add(
                    "openapi-reference",
                    f"{reference.problem.reason} Any value is taken there.",
                    reference.problem.hint,
                    reference.origin,
                )
            elif reference.target not in self._followed:
                self._followed.add(reference.target)
                waiting += self._context.schemas.references_in(reference.target)

    def _report_same_ids(self, operations: list[Operation]) -> None:
        first: dict[str, Operation] = {}
        for operation in operations:
            if not operation.id:
                continue
            other = first.setdefault(operation.id, operation)
            if other is not operation:
                self._context.findings.add(
                    "openapi-duplicate-operation-id",
                    f"The operationId {operation.id} is also that of {other.key}.",
                    "Give each operation an operationId of its own.",
                    operation.origin / "operationId",
                    subject=operation.key,
                )


def _check_path(path: str, at: Origin) -> None:
    """Raises `Unreadable` for a path that never leaves a client as it is written (RFC 3986, section 5.2.4)."""
    if any(unquote(segment) in (".", "..") for segment in path.partition("?")[0].split("/")):
        message = "A path with the segments . or .. never arrives: HTTP clients resolve it before they send it."
        raise Unreadable(message, "Write the path that is meant.", at)
