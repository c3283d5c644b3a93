"""Bodies decoded by their media type as the specification says, in place of openapi-core's own decoders.

As with `styles.py`: openapi-core asks these through its own factory, it reads JSON and texts by itself, and nothing
here comes from mcpgen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any, Final
from xml.etree import ElementTree

from jsonschema_path import SchemaPath
from openapi_core.deserializing.media_types import media_type_deserializers
from openapi_core.deserializing.media_types.deserializers import MediaTypeDeserializer
from openapi_core.deserializing.media_types.factories import MediaTypeDeserializersFactory

from tests.wire.casting import Decoders, keywords, kinds_of, names_of, of_items, of_property, parts_of
from tests.wire.styles import Pairs, Styles

_JSON: Final = ("application/json", "application/vnd.api+json")
_FORM: Final = "application/x-www-form-urlencoded"
_TEXTS: Final = ("text/plain", "text/html")


class Bodies:
    """openapi-core's factory of decoders for media types."""

    def __init__(self, decoders: Decoders, styles: Styles) -> None:
        self._decoders, self._styles = decoders, styles
        self._own = MediaTypeDeserializersFactory(styles, media_type_deserializers)

    def create(
        self,
        spec: SchemaPath,
        mimetype: str,
        schema: SchemaPath | None = None,
        parameters: Mapping[str, str] | None = None,
        encoding: SchemaPath | None = None,
        **_: Any,
    ) -> _Body | MediaTypeDeserializer:
        """openapi-core's own decoder where it has one that is right, else one of this module."""
        is_text = mimetype in _TEXTS and schema is not None and kinds_of(schema) == {"string"}
        if mimetype in _JSON or is_text:
            return self._own.create(spec, mimetype, schema=schema, parameters=parameters)
        return _Body(self._decoders, self._styles, spec, mimetype, schema, parameters or {}, encoding)


class _Body:
    def __init__(
        self,
        decoders: Decoders,
        styles: Styles,
        spec: SchemaPath,
        media: str,
        schema: SchemaPath | None,
        parameters: Mapping[str, str],
        encoding: SchemaPath | None,
    ) -> None:
        self._decoders, self._styles, self._spec, self._media = decoders, styles, spec, media
        self._schema, self._parameters, self._encoding = schema, parameters, encoding

    def deserialize(self, value: Any) -> Any:
        """The value that a body, or a parameter with a media type, stands for."""
        content = value.encode() if isinstance(value, str) else bytes(value)
        media = self._media
        if self._schema is not None and kinds_of(self._schema) == {"string"} and media == _FORM:
            return self._bytes(content)
        if self._schema is not None and media == _FORM:
            return self._form(content.decode())
        if self._schema is not None and media.startswith("multipart/"):
            return self._multipart(content)
        if media.endswith(("ndjson", "jsonl", "json-lines")):
            return [json.loads(line) for line in content.splitlines() if line.strip()]
        if "json" in media:
            return json.loads(content)
        if media.endswith("*"):
            return _json_or_text(content)
        if self._schema is not None and media.endswith("xml"):
            element = ElementTree.fromstring(content)
            return self._decoders.cast(self._spec, self._schema, _element(self._schema, element))
        return self._bytes(content)

    def _bytes(self, content: bytes) -> Any:
        """Other content: bytes or text, whichever the schema takes."""
        try:
            text: Any = content.decode()
        except UnicodeDecodeError:
            text = content.decode("latin-1")
        readings = [content, text] if self._schema is not None else [text]
        for reading in readings:
            if self._schema is None or self._decoders.fits(self._spec, self._schema, reading):
                return reading
        return self._decoders.cast(self._spec, self._schema, text)

    def _form(self, text: str) -> Any:
        assert self._schema is not None
        pairs = Pairs(text)
        names, others = names_of(self._schema)
        top = {held.partition("[")[0] if "[" in held else held for held, _ in pairs.raw}
        made = {}
        for name in dict.fromkeys([*sorted(names & ({h for h, _ in pairs.raw} | top)), *sorted(top if others else ())]):
            schema = next(of_property(self._schema, name), SchemaPath.from_dict({}))
            told = self._told(name)
            if "contentType" in told and "json" in told["contentType"]:
                made[name] = json.loads(pairs[name])
                continue
            style = told.get("style", "form")
            decoder = self._styles.create(self._spec, schema, style, told.get("explode", style == "form"), name)
            try:
                made[name] = decoder.deserialize(pairs)
            except KeyError:
                continue
        for held, _ in pairs.raw:
            if held.partition("[")[0] not in made and held not in made:
                made[held] = pairs[held]
        return made

    def _multipart(self, content: bytes) -> Any:
        assert self._schema is not None
        boundary = self._parameters.get("boundary", "")
        head = f'Content-Type: {self._media}; boundary="{boundary}"\r\n\r\n'.encode()
        made: dict[str, Any] = {}
        for part in BytesParser(policy=HTTP).parsebytes(head + content).iter_parts():
            name = str(part.get_param("name", header="content-disposition"))
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            schemas = list(of_property(self._schema, name))
            many = bool(schemas) and "array" in kinds_of(schemas[0])
            inner = next(of_items(schemas[0]), None) if many else schemas[0] if schemas else None
            value = self._part(part.get_content_type(), payload, inner, named=part.get_filename() is not None)
            if many and (not isinstance(value, list) or (inner is not None and "array" in kinds_of(inner))):
                made.setdefault(name, []).append(value)
            else:
                made[name] = value
        return made

    def _part(self, media: str, payload: bytes, schema: SchemaPath | None, *, named: bool) -> Any:
        if "json" in media and not named:
            return json.loads(payload)
        part = _Body(self._decoders, self._styles, self._spec, "application/octet-stream", schema, {}, None)
        return part.deserialize(payload)

    def _told(self, name: str) -> dict[str, Any]:
        if self._encoding is None or name not in self._encoding:
            return {}
        return keywords(self._encoding / name)


def _json_or_text(content: bytes) -> Any:
    """A body of a range of media types: openapi-core tells the range, not the type that was sent."""
    try:
        return json.loads(content)
    except ValueError:
        return content.decode("utf-8", "replace")


def _element(schema: SchemaPath, element: ElementTree.Element, depth: int = 0) -> Any:
    """An element by its schema: the names, attributes and wrapped lists of `xml` (OpenAPI 3.1, XML Object)."""
    kinds = kinds_of(schema)
    if "array" in kinds:
        items = next(of_items(schema), SchemaPath.from_dict({}))
        return [_element(items, child, depth + 1) for child in element]
    children = {}
    for name, inner in _properties(schema):
        told = keywords(inner).get("xml") or {}
        written = told.get("name", name)
        if told.get("attribute"):
            held = [v for k, v in element.attrib.items() if k.rpartition("}")[2] == written]
            if held:
                children[name] = held[0]
            continue
        if "array" in kinds_of(inner):
            items = next(of_items(inner), SchemaPath.from_dict({}))
            wrapped = [c for c in element if _tag(c) == written] if told.get("wrapped") else []
            tag = (keywords(items).get("xml") or {}).get("name", written)
            found = list(wrapped[0]) if wrapped else [c for c in element if _tag(c) == tag and not told.get("wrapped")]
            if wrapped or found or not told.get("wrapped"):  # a list without items has no elements of its own
                children[name] = [_element(items, child, depth + 1) for child in found]
            continue
        held = [c for c in element if _tag(c) == written]
        if held:
            children[name] = _element(inner, held[0], depth + 1)
    if children or "object" in kinds:
        known = {(keywords(i).get("xml") or {}).get("name", n) for n, i in _properties(schema)}
        others = [child for child in element if _tag(child) not in known]
        return {**children, **{_tag(child): _other(schema, child, depth) for child in others}}
    return element.text or ""


def _other(schema: SchemaPath, element: ElementTree.Element, depth: int) -> Any:
    """An element that no property is named after."""
    inner = next(of_property(schema, _tag(element)), None)
    return element.text or "" if inner is None else _element(inner, element, depth + 1)


def _properties(schema: SchemaPath) -> Iterator[tuple[str, SchemaPath]]:
    if "properties" in schema:
        yield from (schema / "properties").str_items()
    for inner in parts_of(schema):
        yield from _properties(inner)


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]
