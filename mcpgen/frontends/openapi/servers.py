"""Base URLs (OpenAPI 3.1, "Server Object")."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin

from mcpgen.frontends.openapi.node import Node
from mcpgen.model.api import Server, ServerVariable
from mcpgen.source.location import UrlLocation

_PLACEHOLDER: Final = re.compile(r"\{([^{}/?#]+)\}")


def servers(holder: Node) -> tuple[Server, ...]:
    """The servers a document, path item or operation lists, with what the operator can choose in each."""
    found = []
    for node in holder.items("servers"):
        url = node.text("url").strip()
        if url:
            found.append(_server(url, node))
    return tuple(found)


def default_servers(root: Node) -> tuple[Server, ...]:
    """What a document that lists no server means: the host it was fetched from, if it was."""
    return (Server(url=_absolute("/", root)),) if isinstance(root.document.location, UrlLocation) else ()


def _server(url: str, node: Node) -> Server:
    variables = tuple(_variables(url, node))
    filled = url
    for variable in variables:
        if variable.default is not None:
            filled = filled.replace(f"{{{variable.name}}}", variable.default)
    absolute = _absolute(filled, node)
    return Server(
        url=absolute,
        description=node.text("description"),
        template=(absolute.removesuffix(filled) + url if absolute.endswith(filled) else "") if variables else "",
        variables=variables if absolute.endswith(filled) else (),
    )


def _absolute(url: str, node: Node) -> str:
    """A relative URL counts from where the document was fetched (OpenAPI 3.1, "Server Object"), if it was.

    One that only lacks its scheme (`//api.example.com`) in a document that was not fetched is of https.
    """
    location = node.document.location
    if isinstance(location, UrlLocation):
        return urljoin(location.url, url)
    return f"https:{url}" if url.startswith("//") else url


def _variables(url: str, node: Node) -> list[ServerVariable]:
    """What stands in braces in a URL, in its order; what is nowhere declared has no default."""
    declared = dict(node.mapping("variables"))
    found = []
    for name in dict.fromkeys(_PLACEHOLDER.findall(url)):
        variable = declared.get(name)
        values = tuple(str(v.value) for v in variable.items("enum") if _is_scalar(v.value)) if variable else ()
        said = variable.text("description") if variable else ""
        found.append(ServerVariable(name=name, default=_default(variable, values), values=values, description=said))
    return found


def _default(variable: Node | None, values: tuple[str, ...]) -> str | None:
    """The default of a variable, else the first of its values."""
    if variable is not None and isinstance(variable.value, dict) and "default" in variable.value:
        return variable.text("default")
    return values[0] if values else None


def _is_scalar(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)
