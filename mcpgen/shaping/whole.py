"""A body that is one argument, and what all bodies share whatever their media type."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mcpgen.model.api import Encoding, MediaType, RequestBody
from mcpgen.model.binding import Alternatives, Body, File, Presence, Take, Value, XmlNode
from mcpgen.model.media import body_kind, is_xml
from mcpgen.model.schema import Array, Map, Object, Ref, Scalar, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.argument_names import shortened
from mcpgen.shaping.bundle import Definitions
from mcpgen.shaping.detail import Detail
from mcpgen.shaping.draft import Argument
from mcpgen.shaping.files import described, file_input, file_properties, part_input, parts_input
from mcpgen.shaping.inputs import Input
from mcpgen.shaping.objects import place_input
from mcpgen.shaping.parameters import BoundParameters, argument_for, losses
from mcpgen.shaping.representation import accepted
from mcpgen.shaping.tree import Node
from mcpgen.shaping.unions import without_union
from mcpgen.shaping.words import plural, snake_case
from mcpgen.shaping.xml import written

CHECKED = ("json", "form", "lines", "xml")
"""Bodies whose value can be checked before it is written."""
_AS_IT_IS = ("text", "xml", "form")
"""Bodies whose whole text can be given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundBody:
    """The body, its arguments, and the rules over them."""

    arguments: tuple[Argument, ...] = ()
    decisions: tuple[Decision, ...] = ()
    body: Body | None = None
    presence: tuple[Presence, ...] = ()
    alternatives: tuple[Alternatives, ...] = ()


def whole_body(
    body: RequestBody,
    media: MediaType,
    root: Node,
    schemas: Schemas,
    definitions: Definitions,
    outer: BoundParameters,
    *,
    required: bool,
    detail: Detail,
) -> BoundBody:
    """A body that is one argument."""
    kind = body_kind(media.name)
    made = _whole_input(body, media, root, schemas, detail)
    taken = {a.name for a in outer.arguments}
    name = _body_name(media, made, schemas)
    name = shortened(f"body_{name}" if name in taken else name, ("body",))
    value = Take(argument=name, convert=made.convert)
    xml, unwritten = xml_of(media, value, schemas)
    as_it_is = kind == "form" and made.schema.get("type") == "string"
    checked = kind in CHECKED and not isinstance(made.convert, File) and not made.exact and not as_it_is
    return BoundBody(
        arguments=(
            argument_for(
                name,
                made,
                required=required,
                wire="body:",
                node_=described(root, made),
                description=body.description,
            ),
        ),
        decisions=(*losses(made, name, root), *unwritten),
        body=Body(
            media_type=media.written,
            value=value,
            required=required,
            encoding=encodings_of(media, schemas),
            xml=xml,
            check=definitions.bundled(media.schema) if checked and media.schema is not None else None,
        ),
    )


def _whole_input(body: RequestBody, media: MediaType, root: Node, schemas: Schemas, detail: Detail) -> Input:
    """The one argument that a body is."""
    if isinstance(root.schema, Scalar) and root.schema.format == "binary" and body_kind(media.name) in ("file", "text"):
        return file_input(root.schema, accepted(body))
    if isinstance(root.schema, Scalar) and root.schema.format == "byte" and body_kind(media.name) == "file":
        return file_input(root.schema, accepted(body), base64=True)
    if body_kind(media.name) == "multipart":
        part = part_input(root.schema, None, schemas) or parts_input(root.schema, schemas)
        if part is not None:
            return part
    made = place_input(root, schemas, detail)
    if made.schema.get("type") == "string" and body_kind(media.name) in _AS_IT_IS and media.name != "text/plain":
        return replace(made, note=" ".join(filter(None, (made.note, f"Sent as {media.name}, as it is."))))
    return made


def xml_of(media: MediaType, value: Value, schemas: Schemas) -> tuple[XmlNode | None, list[Decision]]:
    """How an XML body is written, and what of it cannot be as its description says; None where its text is given."""
    if media.schema is None or body_kind(media.name) != "xml" or isinstance(media.schema, Scalar):
        return None, []
    found = written(media.schema, value, schemas)
    return found.root, [Decision(rule="media-type", text=loss, origin=media.origin) for loss in found.losses]


def encodings_of(media: MediaType, schemas: Schemas) -> tuple[Encoding, ...]:
    """How the fields of a form, or the parts of a multipart body, are written: a part that is no file has one type."""
    if body_kind(media.name) == "form":
        known = {e.property: e for e in media.encoding}
        blank = {name: replace(known.get(name, Encoding(property=name)), empty=True) for name in _blank(media, schemas)}
        return tuple((known | blank).values())
    if body_kind(media.name) != "multipart":
        return ()
    files = file_properties(media.schema, schemas)
    return tuple(
        e if e.property in files else replace(e, content_type=_part_type(e, media, schemas)) for e in media.encoding
    )


def _part_type(encoding: Encoding, media: MediaType, schemas: Schemas) -> str:
    """The one media type of a part that is no file; '' for the usual one of its kind."""
    return "" if _xml_type(encoding, media, schemas) else next(iter(_exact_types(encoding.content_type)), "")


def _blank(media: MediaType, schemas: Schemas) -> list[str]:
    """The fields of a form that may be a list or object, or an empty text, which stands for one with nothing in it."""
    found = without_union(media.schema, schemas).schema if media.schema is not None else None
    if not isinstance(found, Object):
        return []
    narrowed = {p.name: without_union(p.schema, schemas) for p in found.properties}
    return [
        name
        for name, field in narrowed.items()
        if isinstance(field.schema, Array | Map | Object) and any('""' in label for label in field.dropped)
    ]


def unsent_types(media: MediaType, schemas: Schemas) -> list[Decision]:
    """What is said of parts that are objects in XML, which are sent as JSON."""
    return [
        Decision(rule="uncovered", text=f"The part {e.property} is sent as JSON, not as {type}.", origin=media.origin)
        for e in media.encoding
        if body_kind(media.name) == "multipart" and (type := _xml_type(e, media, schemas))
    ]


def _xml_type(encoding: Encoding, media: MediaType, schemas: Schemas) -> str:
    """The media type of a part that is XML and has no text of its own; '' for any other."""
    type = next(iter(_exact_types(encoding.content_type)), "")
    found = without_union(media.schema, schemas).schema if media.schema is not None and is_xml(type) else None
    property = found.property(encoding.property) if isinstance(found, Object) else None
    held = without_union(property.schema, schemas).schema if property is not None else None
    return type if isinstance(held, Object | Map | Array) else ""


def _exact_types(content_type: str) -> list[str]:
    return [each.strip() for each in content_type.split(",") if each.strip() and "*" not in each]


def _body_name(media: MediaType, made: Input, schemas: Schemas) -> str:
    """`books` for a list of Book, `entries` for a map, `image` for a picture, `body` where nothing says more."""
    schema = media.schema
    if isinstance(made.convert, File):
        main = media.name.partition("/")[0]
        return main if main in ("image", "audio", "video") else "file"
    if body_kind(media.name) in _AS_IT_IS and made.schema.get("type") == "string":
        return "text"
    if media.name == "application/json-patch+json":
        return "operations"
    resolved = schemas.resolve(schema) if schema is not None else None
    items = resolved.items if isinstance(resolved, Array) else None
    if isinstance(items, Ref) and (word := snake_case(items.name)):
        head, _, last = word.rpartition("_")
        return f"{head}_{plural(last)}" if head else plural(last)
    if made.schema.get("type") == "array":
        return "entries" if items is None else "items"
    return "body"
