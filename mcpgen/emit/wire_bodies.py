"""The body of a request as the contract tests expect it, from the value that the binding gives; nothing is shared with
the functions of the package that write it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mcpgen.emit.encode import SEPARATORS, compact, deep_pairs, form_pairs, scalar
from mcpgen.emit.evaluate import Document, NoValueError, has_parts
from mcpgen.emit.free_names import names_are_free
from mcpgen.model.api import Encoding
from mcpgen.model.binding import Body, Build, XmlNode
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.media import body_kind, charset, essence, is_json

_NAME = re.compile(r"[^\W\d][\w.-]*")
Tree = list[Any]
"""An XML element: its name with the namespace in braces, attributes, text, and the elements inside."""


def expected_body(body: Body, value: Json) -> tuple[str, JsonObject]:
    """The content type (`*` where it differs from call to call) and what the body has to be.

    Raises:
        NoValueError: the value cannot be written.
    """
    kind = body_kind(body.media_type)
    if isinstance(value, Document) and kind != "multipart":
        sent = b64encode(value.content)
        return value.media_type, {"text" if value.base64 else "base64": sent.decode()}
    match kind:
        case "form" if isinstance(value, Mapping):
            return body.media_type, {"form": _form(body, value), **_charset(body)}
        case "json":
            return body.media_type, {"body": value}
        case "multipart":
            return "*", {"multipart": essence(body.media_type), "parts": _parts(body, value)}
        case "lines":
            return body.media_type, {"lines": value}
        case "xml" if body.xml is not None:
            [root] = _nodes(body.xml.name, value, body.xml)
            return body.media_type, {"xml": root}
        case _:
            return body.media_type, {"text": scalar(value), **_charset(body)}


def _charset(body: Body) -> JsonObject:
    """The charset of a text, where it is not UTF-8."""
    said = charset(body.media_type)
    return {} if said == "utf-8" else {"charset": said}


def _form(body: Body, value: Json) -> list[list[str]]:
    encodings = {encoding.property: encoding for encoding in body.encoding}
    fields = value if isinstance(value, Mapping) else {}
    free = {f.name for f in body.value.fields if names_are_free(f.value)} if isinstance(body.value, Build) else set()
    for name, item in fields.items():
        about = encodings.get(name)
        spread = about is not None and about.styled and about.style == "form" and about.explode
        if name in free and spread and isinstance(item, Mapping) and not fields.keys().isdisjoint({*item} - {name}):
            raise NoValueError(f"{name}: a key is another field")
    return [pair for name, item in fields.items() for pair in form_pairs(name, item, encodings.get(name))]


# --- parts


def _parts(body: Body, value: Json) -> list[JsonObject]:
    encodings = {encoding.property: encoding for encoding in body.encoding}
    named: Iterable[tuple[str, Json]] = value.items() if isinstance(value, Mapping) else (("", item) for item in value)
    return [part for name, item in named for part in _parts_of(name, item, encodings.get(name))]


def _parts_of(name: str, value: Json, encoding: Encoding | None) -> Iterator[JsonObject]:
    about = encoding or Encoding(property=name)
    plain = not about.content_type and not about.headers
    if isinstance(value, list) and not value:
        raise NoValueError(f"{name}: there is no part of an empty list")
    if plain and about.style == "deepObject" and has_parts(value):
        for key, text in deep_pairs(name, value, form=True):
            yield {"name": key, "text": text}
    elif plain and isinstance(value, list) and not about.explode and not any(isinstance(i, Document) for i in value):
        yield {"name": name, "text": _joined(value, SEPARATORS.get(about.style, ","))}
    else:
        for item in value if isinstance(value, list) else [value]:
            headers = {"headers": {key.lower(): text for key, text in about.headers}} if about.headers else {}
            yield {"name": name, **_part(item, about.content_type), **headers}


def _joined(values: list[Json], separator: str) -> str:
    texts = [scalar(value) for value in values]
    if any(separator in text for text in texts):
        raise NoValueError(f"{separator!r} separates the items, and is in one")
    return separator.join(texts)


def _part(value: Json, media_type: str) -> JsonObject:
    if isinstance(value, Document):
        ending = f".{value.name}" if value.name else ""
        content: JsonObject = {"base64": b64encode(value.content).decode(), "media_type": value.media_type}
        return {**content, **({"filename": f"file{ending}"} if ending else {})}
    if has_parts(value):
        return {"json": value, "media_type": media_type or "application/json"}
    text = compact(value) if is_json(media_type) else scalar(value)
    return {"text": text, **({"media_type": media_type} if media_type else {})}


# --- XML


def _nodes(key: str, value: Json, how: XmlNode, default: str = "") -> list[Tree]:
    """The elements that a value is; `default` is the namespace of elements without a prefix."""
    name = how.name or key
    inner = how.namespace if how.namespace and not how.prefix and how.kind == "element" else default
    if isinstance(value, list):
        around = inner if how.wrapped else default
        inside = [each for item in value for each in _nodes(name, item, how.items or XmlNode(), around)]
        return [[_named(name, how, inner), {}, "", inside]] if how.wrapped else inside
    if how.kind == "none" and isinstance(value, Mapping):
        return _elements(value, how, default)
    if not isinstance(value, Mapping):
        return [[_named(name, how, inner), {}, scalar(value), []]]
    attributes = {
        _named(below.name or field, below, ""): " ".join(map(scalar, item if isinstance(item, list) else [item]))
        for field, item, below in _below(value, how)
        if below.kind == "attribute"
    }
    text = "".join(scalar(item) for _, item, below in _below(value, how) if below.kind in ("text", "cdata"))
    return [[_named(name, how, inner), attributes, text, _elements(value, how, inner)]]


def _elements(value: JsonObject, how: XmlNode, default: str) -> list[Tree]:
    known = [field for field, _ in how.fields] if how.ordered else []
    inside = sorted(_below(value, how), key=lambda each: known.index(each[0]) if each[0] in known else len(known))
    return [
        element
        for field, item, below in inside
        if below.kind in ("element", "none")
        for element in _nodes(field, item, below, default)
    ]


def _below(value: JsonObject, how: XmlNode) -> list[tuple[str, Json, XmlNode]]:
    written = dict(how.fields)
    return [(field, item, written.get(field, XmlNode())) for field, item in value.items()]


def _named(name: str, how: XmlNode, default: str) -> str:
    if not _NAME.fullmatch(name):
        raise NoValueError(f"{name!r} is no name in XML")
    namespace = how.namespace if how.prefix else default
    return f"{{{namespace}}}{name}" if namespace else name
