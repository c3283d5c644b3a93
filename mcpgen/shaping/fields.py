"""The fields of a flattened body, as its media type can write them: parts and files, pairs of a form, XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from mcpgen.model.api import Encoding, MediaType
from mcpgen.model.media import body_kind, is_json
from mcpgen.model.schema import Array, Map, Object, Scalar, Schema, Schemas, Union
from mcpgen.shaping.detail import Detail
from mcpgen.shaping.files import is_file, part_input
from mcpgen.shaping.impossible import carrier_of, impossible, in_xml, only_null
from mcpgen.shaping.inputs import Input
from mcpgen.shaping.objects import place_input
from mcpgen.shaping.separators import undivided_field, with_an_item
from mcpgen.shaping.tree import Node
from mcpgen.shaping.whole import encodings_of

MERGE_PATCH = "application/merge-patch+json"
"""RFC 7396: null takes away what bears its name."""
_MAX_DEPTH = 6
"""Places in a part that are looked into for files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """What the fields of one body are given as."""

    media: MediaType
    root: Node
    schemas: Schemas
    detail: Detail

    @property
    def has_parts(self) -> bool:
        """Whether each field is a part of its own."""
        return body_kind(self.media.name) == "multipart"

    def input(self, leaf: Node) -> Input:
        """The input of a field; in pairs and parts a required list has an item, since nothing is written of none."""
        made = self._part(leaf) or self._other(leaf)
        encoding = self._encoding(leaf)
        said = encoding is not None and (encoding.empty or is_json(encoding.content_type))
        if carrier_of(self.media.name) != "text" or len(leaf.path) > 1 or not leaf.required or said:
            return made
        return with_an_item(made)

    def is_file(self, leaf: Node) -> bool:
        """Whether a field is a file, or a list of them."""
        return self._part(leaf) is not None

    def never(self, leaf: Node, around: Iterable[Node]) -> str:
        """Why a field is never sent: for its own sake, or for that of an object `around` it; '' where it is sent."""
        carrier = carrier_of(self.media.name)
        if carrier == "json" and not leaf.required and only_null(leaf.schema, self.schemas):
            return "it can only be null"
        for place in (*around, leaf):
            if why := impossible(place.schema, self.schemas, carrier):
                return f"it {why}" if place is leaf else f"{'.'.join(place.path)} {why}"
        return ""

    def told(self, leaf: Node) -> Iterator[str]:
        """What of a field cannot be given, or not as its description says."""
        name = ".".join(leaf.path)
        if body_kind(self.media.name) == "xml" and not all(map(in_xml, self._any_other(leaf).schema.get("enum", []))):
            yield f"{name} has values that XML cannot hold, which are left out."
        if self.has_parts and self._part(leaf) is None:
            for inner in _files_in(leaf.schema, name, self.schemas, 0):
                yield f"{inner} is a file inside of a part of JSON, which holds none; it is sent as the text given."
        if self.media.name == MERGE_PATCH and isinstance(leaf.schema, Map):
            yield f"An entry of {name} cannot be taken away, which null would do; no entry can be given as null."

    def _encoding(self, leaf: Node) -> Encoding | None:
        """How a field at the top is written, where that is said."""
        return next((e for e in encodings_of(self.media, self.schemas) if e.property == leaf.name), None)

    def _part(self, leaf: Node) -> Input | None:
        """The input of a part that is a file, or files."""
        if not self.has_parts or len(leaf.path) > 1:
            return None
        declared = self.root.schema.property(leaf.name) if isinstance(self.root.schema, Object) else None
        schema = declared.schema if declared is not None else leaf.schema
        encoding = next((e for e in self.media.encoding if e.property == leaf.name), None)
        return part_input(schema, encoding, self.schemas)

    def _other(self, leaf: Node) -> Input:
        """Any other input: a form's is what can be written and read back, and XML's what it can hold."""
        made = self._any_other(leaf)
        kind = body_kind(self.media.name)
        if kind == "xml" and "enum" in made.schema:
            return replace(made, schema={**made.schema, "enum": [v for v in made.schema["enum"] if in_xml(v)]})
        return undivided_field(made, self._encoding(leaf)) if kind == "form" and len(leaf.path) == 1 else made

    def _any_other(self, leaf: Node) -> Input:
        return place_input(leaf, self.schemas, self.detail)


def _files_in(schema: Schema, name: str, schemas: Schemas, depth: int) -> Iterator[str]:
    """The files below a place, and the place itself where it is one."""
    found = schemas.resolve(schema)
    if depth > _MAX_DEPTH:
        return
    match found:
        case Scalar() if is_file(found):
            yield name
        case Array(items=inner) | Map(values=inner):
            yield from _files_in(inner, name, schemas, depth + 1)
        case Object(properties=properties):
            for each in properties:
                yield from _files_in(each.schema, f"{name}.{each.name}", schemas, depth + 1)
        case Union(variants=variants):
            for variant in variants:
                yield from _files_in(variant.schema, name, schemas, depth + 1)
        case _:
            return
