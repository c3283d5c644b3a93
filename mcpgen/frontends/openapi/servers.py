"""Base URLs (OpenAPI 3.1, "Server Object")."""

from __future__ import annotations

from urllib.parse import urljoin

from mcpgen.frontends.openapi.node import Node
from mcpgen.model.api import Server
from mcpgen.source.location import UrlLocation


def servers(holder: Node) -> tuple[Server, ...]:
    """The servers a document, path item or operation lists, variables replaced by their defaults."""
    found = []
    for node in holder.items("servers"):
        url = node.text("url").strip()
        if url:
            found.append(Server(url=_absolute(_filled(url, node), node), description=node.text("description")))
    return tuple(found)


def default_servers(root: Node) -> tuple[Server, ...]:
    """What a document that lists no server means: the host it was fetched from, if it was."""
    return (Server(url=_absolute("/", root)),) if isinstance(root.document.location, UrlLocation) else ()


def _absolute(url: str, node: Node) -> str:
    """A relative URL counts from where the document was fetched (OpenAPI 3.1, "Server Object"), if it was."""
    location = node.document.location
    return urljoin(location.url, url) if isinstance(location, UrlLocation) else url


def _filled(url: str, node: Node) -> str:
    """`url` with each variable that has a default (or a list of values, whose first counts) replaced."""
    for name, variable in node.mapping("variables"):
        default = variable.text("default")
        if not default and isinstance(variable.value, dict) and "default" not in variable.value:
            default = next((str(value.value) for value in variable.items("enum")), f"{{{name}}}")
        url = url.replace(f"{{{name}}}", default)
    return url
