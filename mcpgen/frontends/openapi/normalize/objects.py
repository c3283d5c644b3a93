"""Documents, operations, parameters, responses and security schemes in the shape of OpenAPI 3.

The version is that of the file a part stands in, so a description may mix versions by reference.
"""

from __future__ import annotations

from mcpgen.diagnostics import Pointer
from mcpgen.frontends.openapi.node import Node
from mcpgen.frontends.openapi.normalize import swagger
from mcpgen.frontends.openapi.version import Version


def document(root: Node) -> Node:
    """The root of a description, with `servers` and `components`."""
    return swagger.document(root) if root.version == "2.0" else root


def operation(item: Node, node: Node) -> tuple[Node, Node]:
    """A path item and an operation in it, with what the operation sends in `requestBody`.

    A body among the parameters is Swagger 2.0's way, and is read so in later versions as well where nothing else is.
    """
    if node.version == "2.0":
        return swagger.operation(item, node)
    if "requestBody" in node.value:
        return item, node
    old = [each for holder in (item, node) for each in holder.items("parameters") if _is_body(each)]
    if not old:
        return item, node
    message = f"A parameter says in: {old[0].text('in')}, as in Swagger 2.0; the body is read so."
    node.reading.findings.add("openapi-parameter", message, "Describe the body in requestBody.", old[0].origin)
    return swagger.operation(item, node)


def parameter(node: Node) -> Node:
    """A parameter outside the body, with `schema` or `content`."""
    return swagger.parameter(node) if node.version == "2.0" else node


def response(node: Node, operation: Node) -> Node:
    """A response of an operation (normalised), with `content`."""
    return swagger.response(node, operation) if node.version == "2.0" else node


def security_scheme(node: Node) -> Node:
    """A security scheme, with `flows` where it is OAuth2."""
    return swagger.security_scheme(node) if node.version == "2.0" else node


def encodes_forms_only(node: Node) -> bool:
    """Whether `style` and `explode` of an Encoding Object count for forms alone (OpenAPI 3.0, "Encoding Object")."""
    return node.version == "3.0"


def has_lists_in_lists(node: Node) -> bool:
    """Whether a parameter says how the lists in its list are written (Swagger 2.0, "Items Object")."""
    return node.version == "2.0"


def reserves_in_paths(node: Node) -> bool:
    """Whether `allowReserved` counts in a path too, as it does since OpenAPI 3.2 ("Parameter Object")."""
    return node.version == "3.2"


def _is_body(parameter: Node) -> bool:
    return parameter.text("in").strip().lower() in ("body", "formdata")


def schemas_at(version: Version) -> Pointer:
    """Where a document of the version keeps the schemas that are known by name."""
    return ("definitions",) if version == "2.0" else ("components", "schemas")
