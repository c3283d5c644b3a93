"""Files in bodies: what is one, and the argument that a model gives it by."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.model.api import Encoding
from mcpgen.model.binding import Each, File, Pairs
from mcpgen.model.json import Json
from mcpgen.model.media import essence, is_writable, may_be_text
from mcpgen.model.schema import Anything, Array, Map, Object, Ref, Scalar, Schema, Schemas, name_of
from mcpgen.shaping.inputs import Input, array_input, map_input, with_losses
from mcpgen.shaping.tree import Node
from mcpgen.shaping.unions import without_union

FILE_NOTE = "Give text, a data: URI, or file: and a path in the server's folder."
BYTES_NOTE = "Give a data: URI, or file: and a path in the server's folder."
_NOTES_ONLY = frozenset(
    ("title", "description", "example", "examples", "default", "deprecated", "xml", "contentMediaType")
)
_SAYS_NOTHING = "application/octet-stream"


def file_input(schema: Schema, accepts: str, *, base64: bool = False) -> Input:
    """A file: text, a `data:` URI or a path. `accepts` are its media types, separated by commas; '' is any."""
    takes_text = any(may_be_text(kind) for kind in accepts.split(","))
    return Input(
        schema={"type": "string"},
        convert=File(accepts=accepts, base64=base64),
        description=schema.description,
        note=FILE_NOTE if takes_text else BYTES_NOTE,
    )


def part_input(schema: Schema, encoding: Encoding | None, schemas: Schemas) -> Input | None:
    """The input for a part that is a file, or for parts that are files; None for other parts."""
    among = _file_among_texts(schema, schemas)
    found = among or without_union(schema, schemas).schema
    if isinstance(found, Array):
        one = part_input(found.items, encoding, schemas)
        if one is None or isinstance(one.convert, Each):
            return None
        return replace(array_input(found, one), convert=Each(item=one.convert), note=_of_each(one))
    if not is_file(found):
        return None
    declared = encoding.content_type if encoding is not None else ""
    said = _said(found, "contentMediaType")
    accepts = declared or (said if is_writable(said) and essence(said) != _SAYS_NOTHING else "")
    made = file_input(found, accepts, base64=_is_base64(found))
    if among is None:
        return made
    text = schemas.resolve(schema).description or made.description
    return with_losses(replace(made, description=text), ("a text that is no file",))


def parts_input(schema: Schema, schemas: Schemas) -> Input | None:
    """The input for parts of any name that are files; None where they are not said to be."""
    if not isinstance(schema, Map):
        return None
    values = without_union(schema.values, schemas).schema
    if isinstance(values, Anything) and not _said(values, "contentMediaType"):
        return None
    one = part_input(schema.values, None, schemas)
    return replace(map_input(schema, one), note=_of_each(one)) if one is not None else None


def _of_each(one: Input) -> str:
    """What is said of one file, said of each of a list."""
    return one.note.replace("Give", "Each is", 1)


def _file_among_texts(schema: Schema, schemas: Schemas) -> Schema | None:
    """The file in a choice between a file and other texts, which is read as one text; None where there is none."""
    resolved = schemas.resolve(schema)
    if not isinstance(resolved, Scalar) or resolved.type != "string" or not isinstance(resolved.source, dict):
        return None
    listed = resolved.source.get("oneOf") or resolved.source.get("anyOf") or []
    return next((each for branch in listed if (each := _file_of(branch, resolved, schemas)) is not None), None)


def _file_of(branch: Json, choice: Scalar, schemas: Schemas) -> Schema | None:
    """A branch as a file, by what it refers to or by what is written in it."""
    if not isinstance(branch, dict):
        return None
    if "$ref" in branch:
        found = schemas.resolve(Ref(target=branch["$ref"], name=name_of(branch["$ref"]), origin=choice.origin))
        return found if isinstance(found, Scalar) and is_file(found) else None
    said = branch.get("contentMediaType")
    is_bytes = isinstance(said, str) and (essence(said) == _SAYS_NOTHING or not may_be_text(said))
    if branch.get("format") != "binary" and not (is_bytes and "contentEncoding" not in branch):
        return None
    return Scalar(type="string", format="binary", origin=choice.origin, source=branch)


def is_file(schema: Schema) -> bool:
    """Whether a part of a multipart body is a file: bytes, or nothing said of it (OpenAPI 3.1, "Encoding Object")."""
    match schema:
        case Scalar(type="string", format="binary"):
            return True
        case Scalar(type="string", format="byte"):
            return _is_base64(schema)
        case Anything():
            return isinstance(schema.source, dict) and schema.source.keys() <= _NOTES_ONLY and not schema.nullable
        case _:
            return False


def described(item: Node, made: Input) -> Node:
    """What is described of a place: a file is no text in a format."""
    match made.convert, item.schema:
        case File(), Scalar() as schema:
            return replace(item, schema=replace(schema, format=""))
        case Pairs(value=File()), Map(values=Scalar() as values) as schema:
            return replace(item, schema=replace(schema, values=replace(values, format="")))
        case Each(item=File()), Array(items=Scalar() as items) as schema:
            return replace(item, schema=replace(schema, items=replace(items, format="")))
        case _:
            return item


def file_properties(schema: Schema | None, schemas: Schemas) -> dict[str, bool]:
    """The properties of a body that are files or lists of files, and whether they are required."""
    found = without_union(schema, schemas).schema if schema is not None else None
    if not isinstance(found, Object):
        return {}
    return {p.name: p.required for p in found.properties if part_input(p.schema, None, schemas) is not None}


def _is_base64(schema: Schema) -> bool:
    return _said(schema, "contentEncoding").lower() == "base64" and bool(_said(schema, "contentMediaType"))


def _said(schema: Schema, keyword: str) -> str:
    value = schema.source.get(keyword) if isinstance(schema.source, dict) else None
    return value if isinstance(value, str) else ""
