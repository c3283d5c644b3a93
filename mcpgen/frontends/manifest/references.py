"""What one part of a manifest says of another: credentials that it names and carries, and definitions."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.frontends.manifest.nodes import Node, nearest
from mcpgen.frontends.manifest.pointers import names
from mcpgen.model.api import Security
from mcpgen.model.binding import Request
from mcpgen.model.json import Json
from mcpgen.model.media import body_kind
from mcpgen.model.toolset import Toolset, Upstream

_DEFINITIONS = "#/$defs"


def check_references(root: Node, toolset: Toolset) -> None:
    """Warns of credentials that no `auth` declares or no request can carry, and of definitions that are not there."""
    credentials = [auth.key for auth in toolset.upstream.auth]
    _check_security(_at(root, "upstream", "security"), toolset.upstream.security, credentials)
    for name, schema in toolset.definitions.items():
        _check_definitions(_at(root, "definitions", name), schema, list(toolset.definitions))
    for tool in toolset.tools:
        node = Node(value=None, origin=tool.origin or root.origin, found=root.found, subject=tool.name)
        _check_security(_at(node, "http", "security"), tool.request.security or (), credentials)
        _check_carried(_at(node, "http"), tool.request, toolset.upstream)
        if tool.request.body and tool.request.body.check:
            _check_definitions(_at(node, "http", "body", "check"), tool.request.body.check, list(toolset.definitions))


def _at(node: Node, *keys: str) -> Node:
    return Node(value=None, origin=node.origin.at(*keys), found=node.found, subject=node.subject)


def _check_security(node: Node, security: Security, known: list[str]) -> None:
    for name in dict.fromkeys(name for alternative in security for name in alternative):
        if name not in known:
            node.warn("manifest-unknown-credential", f"'auth' declares no credential {name!r}.", nearest(name, known))


def _check_carried(node: Node, request: Request, upstream: Upstream) -> None:
    """Warns of credentials that are fields of a body, where the request has none with fields."""
    kind = body_kind(request.body.media_type) if request.body is not None else ""
    if kind in ("form", "json"):
        return
    security = upstream.security if request.security is None else request.security
    asked = {key for alternative in security for key in alternative}
    for auth in upstream.auth:
        if auth.place == "body" and auth.key in asked:
            node.warn(
                "manifest-credential-place",
                f"The credential {auth.key!r} is a field of the body, and this request has no body with fields.",
                "It is sent without the credential. Give it a form or a JSON object, or another 'security'.",
            )


def _check_definitions(node: Node, schema: Json, known: list[str]) -> None:
    for name in dict.fromkeys(_referred(schema)):
        if name not in known:
            node.warn("manifest-unknown-definition", f"There is no definition {name!r}.", nearest(name, known))


def _referred(schema: Json) -> Iterator[str]:
    """The names of the definitions that a schema refers to, wherever in it."""
    todo = [schema]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            reference = part.get("$ref")
            if isinstance(reference, str) and reference.startswith(f"{_DEFINITIONS}/"):
                yield (names(reference.removeprefix(_DEFINITIONS)) or ("",))[0]
            todo += part.values()
        elif isinstance(part, list):
            todo += part
