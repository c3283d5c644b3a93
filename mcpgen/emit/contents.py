"""Request bodies as Python expressions: what each media type is made of, over `expressions`."""

from __future__ import annotations

import re

from mcpgen.emit.expressions import Scope, Wires, expression, fields, more_fields
from mcpgen.emit.free_names import names_are_free
from mcpgen.emit.literals import Python, dictionary, finished, string
from mcpgen.emit.places import DELIMITED, kind_of, type_kind
from mcpgen.emit.shapes import item_type
from mcpgen.model.api import Encoding
from mcpgen.model.binding import Body, Build, Each, Field, File, Take, Value, XmlNode
from mcpgen.model.media import FORM, MULTIPART, body_kind, is_json

_USUAL = {"lines": "application/x-ndjson", "xml": "application/xml", "multipart": MULTIPART}


def is_file(value: Value) -> bool:
    """Whether a value is a file, or a list of files."""
    convert = value.convert if isinstance(value, Take) else None
    return isinstance(convert.item if isinstance(convert, Each) else convert, File)


def body_keywords(body: Body, scope: Scope, wires: Wires) -> list[tuple[str, Python]]:
    """The keywords of the call that carry the body."""
    kind = body_kind(body.media_type)
    if kind != "multipart" and is_file(body.value):
        return [("content", wires.call("binary", expression(body.value, scope, wires), module="files"))]
    match kind:
        case "form" if kind_of(body.value, scope) != "scalar":
            return [("form", _form(body, scope, wires)), *_media_type(body, FORM)]
        case "json":
            return [("json", _whole(body, scope, wires)), *_media_type(body, "application/json")]
        case "multipart":
            return [("content", _content(body, "multipart", _parts(body, scope, wires), wires))]
        case "lines":
            return [("content", _content(body, "lines", _whole(body, scope, wires), wires))]
        case "xml" if body.xml is not None:
            return [("content", _content(body, "xml", _whole(body, scope, wires), wires))]
        case _:
            return [("text", expression(body.value, scope, wires)), *_media_type(body, "text/plain")]


def _media_type(body: Body, usual: str) -> list[tuple[str, Python]]:
    return [] if body.media_type == usual else [("media_type", string(body.media_type))]


def _content(body: Body, module: str, value: Python, wires: Wires) -> Python:
    """A call of the function that writes a value in its media type."""
    usual = _USUAL[module]
    function, module = ("json_lines", "encoding") if module == "lines" else (module, module)
    element = [_root(body.xml, wires)] if body.xml is not None and module == "xml" else []
    media_type = [] if body.media_type == usual else [string(body.media_type)]
    return wires.call(function, value, *element, *media_type, module=module)


def _whole(body: Body, scope: Scope, wires: Wires) -> Python:
    if not isinstance(body.value, Build):
        return expression(body.value, scope, wires)
    inner = fields(body.value.fields, scope, wires)
    return _built(body, more_fields(body.value, inner, scope, wires), wires)


def _built(body: Body, inner: Python, wires: Wires) -> Python:
    whole = body.required or (isinstance(body.value, Build) and body.value.keep)
    return wires.call("body" if whole else "optional_body", inner)


# --- forms


def _form(body: Body, scope: Scope, wires: Wires) -> Python:
    if not isinstance(body.value, Build):
        return wires.call("body", expression(body.value, scope, wires))
    styles = {encoding.property: encoding for encoding in body.encoding}
    items = [(item.name, _form_field(item, styles.get(item.name), scope, wires)) for item in body.value.fields]
    return wires.call("body", more_fields(body.value, dictionary(items), scope, wires))


def _form_field(item: Field, encoding: Encoding | None, scope: Scope, wires: Wires) -> Python:
    written = _in_style(item, encoding, scope, wires)
    if encoding is not None and encoding.empty:
        written = wires.call("blank", written)
    return wires.call("reserved", written) if encoding is not None and encoding.allow_reserved else written


def _in_style(item: Field, encoding: Encoding | None, scope: Scope, wires: Wires) -> Python:
    given = expression(item.value, scope, wires)
    kind = kind_of(item.value, scope)
    if encoding is not None and is_json(encoding.content_type):
        return wires.call("as_json", given)
    if encoding is not None and encoding.styled and kind == "object":
        exploded = encoding.style == "form" and encoding.explode
        free = ["free=True"] if exploded and names_are_free(item.value) else []
        return wires.call("spread" if exploded else DELIMITED.get(encoding.style, "comma"), given, *free)
    if _is_nested(item.value, scope) or (encoding and encoding.style == "deepObject" and kind == "array"):
        return wires.call("deep", given)
    if encoding is not None and kind == "array" and not encoding.explode:
        return wires.call(DELIMITED.get(encoding.style, "comma"), given)
    return given


def _is_nested(value: Value, scope: Scope) -> bool:
    """True for an object, and for an array of objects or arrays."""
    kind = kind_of(value, scope)
    if kind == "array" and isinstance(value, Take):
        return type_kind(item_type(scope.type_of(value.argument))) != "scalar"
    return kind == "object"


# --- parts


def _parts(body: Body, scope: Scope, wires: Wires) -> Python:
    if not isinstance(body.value, Build):
        return expression(body.value, scope, wires)
    styles = {encoding.property: encoding for encoding in body.encoding}
    items = [(item.name, _part(item, styles.get(item.name), scope, wires)) for item in body.value.fields]
    return _built(body, more_fields(body.value, dictionary(items), scope, wires), wires)


def _part(item: Field, encoding: Encoding | None, scope: Scope, wires: Wires) -> Python:
    given = expression(item.value, scope, wires)
    if encoding is None:
        return given
    media_type = "" if is_file(item.value) else encoding.content_type
    if media_type or encoding.headers:
        headers = dictionary((name, string(text)) for name, text in encoding.headers)
        also = [finished(Python, f"headers={headers}")] if encoding.headers else []
        kind = [string(media_type)] if media_type else []
        return wires.call("part", given, *kind, *also, module="multipart")
    kind_ = kind_of(item.value, scope)
    if encoding.style == "deepObject" and kind_ != "scalar":
        return wires.call("deep", given)
    if kind_ == "array" and not encoding.explode and not is_file(item.value):
        return wires.call(DELIMITED.get(encoding.style, "comma"), given)
    return given


# --- XML


def _root(node: XmlNode, wires: Wires) -> Python:
    """How the whole body is written, as a constant where more than its name is said."""
    written = _element(node, wires)
    name = "_".join(re.findall(r"[a-z0-9]+", node.name.lower())).upper()
    return wires.constant(f"_{name or 'BODY'}_XML", written) if node.fields or node.items is not None else written


def _element(node: XmlNode, wires: Wires) -> Python:
    """How a value is written, as a call that says what is not usual."""
    texts = {"name": node.name, "kind": node.kind, "prefix": node.prefix, "namespace": node.namespace}
    given = [f"{key}={string(text)}" for key, text in texts.items() if text and (key, text) != ("kind", "element")]
    given += ["wrapped=True"] if node.wrapped else []
    given += [f"items={_element(node.items, wires)}"] if node.items is not None else []
    if node.fields:
        given.append(f"fields={dictionary((name, _element(inner, wires)) for name, inner in node.fields)}")
    given += ["ordered=True"] if node.ordered else []
    return wires.call("Element", *given, module="xml")
