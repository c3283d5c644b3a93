"""Media types and request bodies (OpenAPI 3.1, "Media Type Object", "Encoding Object", "Request Body Object")."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.frontends.openapi.node import Node, Unreadable
from mcpgen.frontends.openapi.parts import Context
from mcpgen.model.api import Encoding, MediaType, RequestBody, Style
from mcpgen.model.schema import Anything

_FORM_STYLES: tuple[Style, ...] = ("form", "spaceDelimited", "pipeDelimited", "tabDelimited", "deepObject")


def request_body(operation: Node, context: Context) -> RequestBody | None:
    """The body of an operation, None when it takes none. Raises `Unreadable` when it cannot be told."""
    node = operation.child("requestBody")
    if node is None:
        return None
    try:
        body = node.part()
    except Unreadable as reason:
        raise Unreadable(f"The request body cannot be read. {reason.message}", reason.hint, reason.at) from None
    content = media_types(body, context)
    if not content:
        context.findings.add(
            "openapi-body",
            "The request body has no content; no body is sent.",
            "Add content with a media type, or remove requestBody.",
            body.origin,
        )
        return None
    return RequestBody(
        content=tuple(each if each.schema else replace(each, schema=Anything(origin=each.origin)) for each in content),
        required=body.flag("required"),
        description=body.text("description"),
        origin=body.origin,
    )


def media_types(holder: Node, context: Context) -> tuple[MediaType, ...]:
    """The representations below `content`, in the source's order; names that differ by parameters only count once."""
    found: dict[str, MediaType] = {}
    for written, entry in holder.mapping("content"):
        name = written.partition(";")[0].strip().lower()
        if name and name not in found:
            found[name] = _media_type(name, entry, context)
    return tuple(found.values())


def _media_type(name: str, entry: Node, context: Context) -> MediaType:
    try:
        node = entry.part() if entry.value is not None else entry.made({})
    except Unreadable as reason:
        context.findings.add("openapi-media-type", f"{name}: {reason.message}", reason.hint, reason.at)
        return MediaType(name=name, origin=entry.origin)
    schema = node.child("schema")
    return MediaType(
        name=name,
        schema=context.schemas.at(schema) if schema else None,
        examples=context.examples(node),
        encoding=tuple(_encoding(property, each) for property, each in node.mapping("encoding")),
        origin=node.origin,
    )


def _encoding(property: str, node: Node) -> Encoding:
    style = next((s for s in _FORM_STYLES if s == node.text("style")), _FORM_STYLES[0])
    return Encoding(
        property=property,
        style=style,
        explode=node.flag("explode", default=style == "form"),
        content_type=node.text("contentType"),
    )
