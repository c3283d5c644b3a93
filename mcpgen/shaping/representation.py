"""Which representation of a body is sent, and the schema of what a model gives for it.

JSON comes before anything else, unless it cannot carry a file; then forms, multipart, JSON lines, XML, text, bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mcpgen.model.api import MediaType, RequestBody
from mcpgen.model.media import MULTIPART, BodyKind, body_kind, charset, is_charset, parameter
from mcpgen.model.schema import Anything, Array, Enum, Map, Object, Property, Scalar, Schema, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.files import file_properties
from mcpgen.shaping.unions import without_union

_ORDER: tuple[BodyKind, ...] = ("json", "form", "multipart", "lines", "xml", "text", "file")
_PATCH = "application/json-patch+json"
_CONCRETE = {"application/*": "application/json", "*/*": "application/json", "text/*": "text/plain"} | {
    "multipart/*": MULTIPART
}
"""What is sent where any media type is taken, but for files."""


def chosen(body: RequestBody, schemas: Schemas) -> tuple[MediaType | None, tuple[Decision, ...]]:
    """The representation that is sent, its schema as a model can give it, and why it is this one.

    None where no representation can be written.
    """
    by_kind: dict[BodyKind, list[MediaType]] = {kind: [] for kind in _ORDER}
    for media in body.content:
        if not _is_list_of_fields(media, schemas):
            by_kind[_kind(media, schemas)].append(media)
    if not any(by_kind.values()):
        return None, ()
    by_kind["json"].sort(key=_rank)
    by_kind["multipart"].sort(key=lambda m: m.name != MULTIPART)
    kind = next(kind for kind in _ORDER if by_kind[kind])
    upload = next(iter(by_kind["multipart"]), None)
    lost = _not_carried(upload, by_kind[kind][0], kind, schemas) if upload is not None else {}
    if upload is not None and (any(lost.values()) or (lost and kind != "json")):
        kind, lost = "multipart", {}
    media = by_kind[kind][0]
    decisions = [_told(media, body, by_kind[kind] if kind == "file" else [media])]
    if upload is not None and lost:
        text = f"{', '.join(lost)} can only be given as {upload.name}, which is not sent."
        decisions.append(Decision(rule="media-type", text=text, origin=upload.origin))
    made, why = _shaped(media, kind, schemas)
    return made, tuple(decision for decision in (*decisions, *why) if decision is not None)


def accepted(body: RequestBody) -> str:
    """The media types that a body which is one file may have, separated by commas."""
    files = [m.written for m in body.content if body_kind(m.name) == "file" or _is_bytes(m.schema)]
    return ", ".join(files)


def _kind(media: MediaType, schemas: Schemas) -> BodyKind:
    kind = body_kind(_CONCRETE.get(media.name, media.name))
    if kind in ("json", "text") and (kind == "text" or "*" in media.name) and _is_bytes(media.schema, schemas):
        return "file"
    return kind


def _is_list_of_fields(media: MediaType, schemas: Schemas) -> bool:
    """Whether a form is said to be a list, of which nothing says how it is written."""
    if body_kind(media.name) != "form" or media.schema is None:
        return False
    return isinstance(without_union(media.schema, schemas).schema, Array)


def _is_bytes(schema: Schema | None, schemas: Schemas | None = None) -> bool:
    found = without_union(schema, schemas).schema if schema is not None and schemas is not None else schema
    return isinstance(found, Scalar) and found.format == "binary"


def _rank(media: MediaType) -> int:
    """Plain JSON, then its dialects, patches by operations last."""
    return 0 if media.name in ("application/json", *_CONCRETE) else 2 if media.name == _PATCH else 1


def _not_carried(upload: MediaType, other: MediaType, kind: BodyKind, schemas: Schemas) -> dict[str, bool]:
    """The files of a multipart body that another representation has no place for, and whether they are required.

    One that is bytes there as well counts as required: JSON has no bytes.
    """
    files = file_properties(upload.schema, schemas)
    if not files or kind == "multipart":
        return {}
    found = without_union(other.schema, schemas).schema if other.schema is not None else None
    known = {p.name: schemas.resolve(p.schema) for p in found.properties} if isinstance(found, Object) else {}
    bytes_there = file_properties(other.schema, schemas)
    return {
        name: required or (name in bytes_there and not isinstance(known[name], Anything))
        for name, required in files.items()
        if name not in known or name in bytes_there
    }


def _told(media: MediaType, body: RequestBody, sent: Sequence[MediaType]) -> Decision | None:
    others = [m.written for m in body.content if m not in sent]
    if not others:
        return None
    names = " or ".join(m.written for m in sent)
    return Decision(rule="media-type", text=f"The body is sent as {names}, not {', '.join(others)}.")


def _shaped(media: MediaType, kind: BodyKind, schemas: Schemas) -> tuple[MediaType, list[Decision]]:
    """The representation with the schema of what is given for it."""
    schema: Schema = media.schema or Anything(origin=media.origin)
    found = without_union(schema, schemas).schema
    decisions = []
    if kind in ("file", "text") and isinstance(found, Object | Map | Array):
        text = f"The body is given whole, as one {kind}: nothing says how its fields are written as {media.written}."
        decisions.append(Decision(rule="given-whole", text=text, origin=schema.origin))
    match kind:
        case "file":
            is_base64 = isinstance(found, Scalar) and found.format == "byte"
            schema = _text(found, format="byte" if is_base64 else "binary")
        case "text" if not isinstance(found, Scalar | Enum):
            schema = _text(found)
        case "form" if _is_bytes(found):
            schema = _text(found)
        case "form" if isinstance(found, Anything):
            schema = _fields(found)
            text = "Nothing says what the fields of the form are; any are sent, each with a text."
            decisions.append(Decision(rule="media-type", text=text, origin=media.origin))
        case "xml" if isinstance(found, Anything | Map | Scalar | Enum):
            schema = _text(found)
        case "lines" if not isinstance(found, Array):
            items = Anything(origin=found.origin) if isinstance(found, Scalar | Enum | Anything) else schema
            schema = Array(items=items, origin=found.origin, title=found.title, description=found.description)
        case "json" if media.name == _PATCH and not isinstance(found, Array):
            schema = _patch(found)
        case "multipart" if isinstance(found, Anything | Scalar | Enum):
            property = Property(name="file", schema=_text(found, format="binary"), required=True)
            schema = Object(properties=(property,), origin=found.origin)
            text = "Nothing says what the parts of the body are; one part, file, is sent."
            rule = "media-type" if isinstance(found, Anything) else "given-whole"
            decisions.append(Decision(rule=rule, text=text, origin=found.origin))
    said = parameter(media.parameters, "charset")
    if kind == "form" and is_charset(said) and "a=&+%1".encode(said) != b"a=&+%1":
        text = f"A form is no text in {said}; the body is sent in UTF-8."
        decisions.append(Decision(rule="media-type", text=text, origin=media.origin))
        media, said = replace(media, parameters=""), ""
    if said and charset(media.parameters) != said.lower() and charset(media.parameters) == "utf-8":
        text = f"The charset {said} is not known; the body is sent in UTF-8."
        if said.lower() not in ("utf-8", "utf8"):
            decisions.append(Decision(rule="media-type", text=text, origin=media.origin))
            media = replace(media, parameters="")
    name = media.name if kind == "file" else _CONCRETE.get(media.name, media.name)
    return replace(media, name=name, schema=schema), decisions


def _text(schema: Schema, *, format: str = "") -> Scalar:
    """A text in place of a schema that says how the text is read."""
    examples = tuple(e for e in schema.examples if isinstance(e, str)) if not format else ()
    return Scalar(
        type="string",
        format=format,
        origin=schema.origin,
        title=schema.title,
        description=schema.description,
        examples=examples,
        deprecated=schema.deprecated,
    )


def _fields(schema: Schema) -> Map:
    """Fields of any name in place of a schema that says nothing of a form."""
    texts = Scalar(type="string", origin=schema.origin)
    return Map(values=texts, origin=schema.origin, title=schema.title, description=schema.description)


def _patch(schema: Schema) -> Array:
    """The operations of a JSON Patch (RFC 6902, section 4)."""
    origin = schema.origin
    kinds = ("add", "remove", "replace", "move", "copy", "test")
    text = Scalar(type="string", origin=origin)
    properties = (
        Property(name="op", schema=Enum(type="string", values=kinds, origin=origin), required=True),
        Property(name="path", schema=replace(text, description="JSON pointer of what is changed."), required=True),
        Property(name="value", schema=Anything(origin=origin, description="The new value, for add, replace and test.")),
        Property(name="from", schema=replace(text, description="JSON pointer of the source, for move and copy.")),
    )
    operation = Object(properties=properties, origin=origin)
    text_of = schema.description or "The changes, in order (JSON Patch)."
    return Array(items=operation, origin=origin, title=schema.title, description=text_of)
