"""Media types and request bodies (OpenAPI 3.1, "Media Type Object", "Encoding Object", "Request Body Object")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mcpgen.frontends.openapi.node import Node, Unreadable
from mcpgen.frontends.openapi.normalize import Moved
from mcpgen.frontends.openapi.normalize import objects as normal
from mcpgen.frontends.openapi.parts import Context
from mcpgen.model.api import Encoding, MediaType, RequestBody, Style
from mcpgen.model.http import TOKEN
from mcpgen.model.media import FORM, body_kind, essence, is_writable
from mcpgen.model.schema import Anything, Enum

_FORM_STYLES: tuple[Style, ...] = ("form", "spaceDelimited", "pipeDelimited", "tabDelimited", "deepObject")
_CHARSET = re.compile(r";\s*charset=[^;]*", re.IGNORECASE)
_HEADER = re.compile(rf"{TOKEN}: [\t -~]+")


def request_body(operation: Node, context: Context) -> RequestBody | None:
    """The body of an operation, None when it takes none. Raises `Unreadable` when it cannot be told."""
    node = operation.child("requestBody")
    if node is None:
        return None
    try:
        body = node.part()
    except Unreadable as reason:
        raise Unreadable(f"The request body cannot be read. {reason.message}", reason.hint, reason.at) from None
    content = media_types(body, context, apart=True)
    if not content and any(True for _ in body.mapping("content")):
        raise Unreadable("The request body has no media type that can be written.", "Write type/subtype.", body.origin)
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


def media_types(holder: Node, context: Context, *, apart: bool = False) -> tuple[MediaType, ...]:
    """The representations below `content`, in the source's order; names that differ by parameters only count once,
    unless they are to be told `apart`."""
    found: dict[str, MediaType] = {}
    for written, entry in holder.mapping("content"):
        name, parameters = _named(written, entry, context)
        if name and (key := name + _CHARSET.sub("", parameters) if apart else name) not in found:
            found[key] = _media_type(name, parameters, entry, context)
    return tuple(found.values())


def _named(written: str, entry: Node, context: Context) -> tuple[str, str]:
    """A media type in lower case and its parameters from the first semicolon, as they can stand in a header; '' for
    what is no media type."""
    name, semicolon, parameters = written.strip().partition(";")
    name, parameters = essence(name), f"{semicolon}{parameters}".rstrip("; ")
    if is_writable(name + parameters):
        return name, parameters
    first = re.split(r"[\s,]", name)[0]
    read = name if is_writable(name) else first if is_writable(first) else ""
    what = f"it is read as {read}" if read else "it is left out"
    context.findings.add(
        "openapi-media-type",
        f"{written!r} cannot be written as a media type; {what}.",
        "Write type/subtype, and parameters as ;name=value, in ASCII.",
        entry.origin,
    )
    return read, ""


def _media_type(name: str, parameters: str, entry: Node, context: Context) -> MediaType:
    try:
        node = entry.part() if entry.value is not None else entry.made({})
    except Unreadable as reason:
        context.findings.add("openapi-media-type", f"{name}: {reason.message}", reason.hint, reason.at)
        return MediaType(name=name, parameters=parameters, origin=entry.origin)
    schema = node.child("schema") or _sequence(node)
    if body_kind(name) == "multipart":
        _tell_positions(node, context)
    return MediaType(
        name=name,
        parameters=parameters,
        schema=context.schemas.at(schema) if schema else None,
        examples=context.examples(node),
        encoding=tuple(_encoding(property, each, name, context) for property, each in node.mapping("encoding")),
        origin=node.origin,
    )


def _tell_positions(node: Node, context: Context) -> None:
    """Tells of parts that are described by their place (OpenAPI 3.2, "Encoding By Position")."""
    for key in ("prefixEncoding", "itemEncoding"):
        if node.child(key) is not None:
            context.findings.add(
                "openapi-media-type",
                f"{key} is not followed; each part is sent as its schema says.",
                "Describe the parts by name, with encoding.",
                node.origin,
            )


def _sequence(node: Node) -> Node | None:
    """The schema of a list whose items are described one by one (OpenAPI 3.2, "Media Type Object", `itemSchema`)."""
    items = node.child("itemSchema")
    if items is None or not isinstance(items.value, dict | bool):
        return None
    inner = Moved(items.value, items.document, items.pointer) if isinstance(items.value, dict) else items.value
    return node.made({"type": "array", "items": inner})


def _encoding(property: str, node: Node, media_type: str, context: Context) -> Encoding:
    style = next((s for s in _FORM_STYLES if s == node.text("style")), _FORM_STYLES[0])
    explode = node.flag("explode", default=style == "form")
    if normal.encodes_forms_only(node) and media_type != FORM:
        style, explode = _FORM_STYLES[0], True
    return Encoding(
        property=property,
        style=style,
        explode=explode,
        styled=media_type == FORM and style != "deepObject" and any(node.child(key) for key in ("style", "explode")),
        content_type=_content_type(property, node, context),
        headers=tuple(_headers(property, node, context)),
        allow_reserved=node.flag("allowReserved"),
    )


def _content_type(property: str, node: Node, context: Context) -> str:
    """The media types of a part, separated by commas; those that cannot stand in a header are left out."""
    listed = [each.strip() for each in node.text("contentType").split(",") if each.strip()]
    kept = [each for each in listed if is_writable(each)]
    if len(kept) < len(listed):
        message = f"The contentType of the part {property} cannot be written, and is left out."
        context.findings.add("openapi-media-type", message, "Write type/subtype in ASCII.", node.origin)
    return ", ".join(kept)


def _headers(property: str, node: Node, context: Context) -> Iterator[tuple[str, str]]:
    """The headers of a part that can only have one value; others that are needed are told of."""
    for name, each in node.mapping("headers"):
        try:
            header = each.part()
        except Unreadable as reason:
            context.findings.add("openapi-header", f"{name}: {reason.message}", reason.hint, reason.at)
            continue
        schema = header.child("schema")
        found = context.schemas.resolve(context.schemas.at(schema)) if schema else None
        if isinstance(found, Enum) and len(found.values) == 1 and _HEADER.fullmatch(f"{name}: {found.values[0]}"):
            yield name, str(found.values[0])
        elif header.flag("required") and name.lower() not in ("content-type", "content-disposition"):
            message = f"The part {property} needs the header {name}, which is not sent: its value is not fixed."
            context.findings.add("openapi-header", message, "Say its value with const.", each.origin)
