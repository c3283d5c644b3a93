"""Bodies in XML 1.0, written as the API's description says (OpenAPI 3.1, "XML Object")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from .encoding import text, utf8
from .errors import ArgumentError
from .values import Content, Json, settled

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_START = (
    "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NAME = re.compile(f"[{_START}][{_START}\\-.0-9\u00b7\u0300-\u036f\u203f-\u2040]*")
"""XML 1.0, section 2.3; without colons, which part a prefix off."""
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_IN_ATTRIBUTE = _IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """How a value is written; `name` is that of its property unless it says another.

    `kind` "none" has no node of its own. The items of a list are as `items` says, and `wrapped`
    ones stand in an element. `fields` are the properties that are not simply elements, or all of
    them, in the order in which they stand, where `ordered`.
    """

    name: str = ""
    kind: Literal["element", "attribute", "text", "cdata", "none"] = "element"
    prefix: str = ""
    namespace: str = ""
    wrapped: bool = False
    items: Element | None = None
    fields: Mapping[str, Element] = field(default_factory=dict)
    ordered: bool = False


_PLAIN = Element()


def xml(value: Json, root: Element, media_type: str = "application/xml") -> Content | None:
    """A value as an XML document; None where there is none.

    Raises ArgumentError for text that XML cannot hold.
    """
    if value is None:
        return None
    sent = settled(value)
    body = "".join(_nodes(root.name, sent, root, {}))
    document = f'<?xml version="1.0" encoding="UTF-8"?>\n{body}'
    return Content(media_type, utf8(document), sent)


def _nodes(key: str, value: Json, how: Element, scope: Mapping[str, str]) -> Iterator[str]:
    """What a value is inside of its parent; `scope` are the namespaces in force, by prefix."""
    name = how.name or key
    match value:
        case list():
            items = how.items or _PLAIN
            scope_inside, start = _started(name, how, scope) if how.wrapped else (scope, "")
            yield start + (">" if how.wrapped else "")
            for item in value:
                yield from _nodes(name, item, items, scope_inside)
            yield f"</{_qualified(name, how)}>" if how.wrapped else ""
        case dict() if how.kind == "none":
            yield from _children(value, how, scope)
        case _ if how.kind in ("text", "none"):
            yield _text(value, _IN_TEXT)
        case _ if how.kind == "cdata":
            yield f"<![CDATA[{_text(value, {}).replace(']]>', ']]]]><![CDATA[>')}]]>"
        case dict():
            inside, start = _started(name, how, scope)
            attributes, inside = _attributes(value, how, inside)
            children = "".join(_children(value, how, inside))
            yield f"{start}{attributes}>{children}</{_qualified(name, how)}>"
        case _:
            _, start = _started(name, how, scope)
            yield f"{start}>{_text(value, _IN_TEXT)}</{_qualified(name, how)}>"


def _children(value: Mapping[str, Json], how: Element, scope: Mapping[str, str]) -> Iterator[str]:
    order = list(how.fields) if how.ordered else []
    keys = [*(key for key in order if key in value), *(key for key in value if key not in order)]
    for key in keys:
        inner = how.fields.get(key, _PLAIN)
        if inner.kind != "attribute":
            yield from _nodes(key, value[key], inner, scope)


def _attributes(
    value: Mapping[str, Json], how: Element, scope: Mapping[str, str]
) -> tuple[str, Mapping[str, str]]:
    """The attributes of an element, with the namespaces that they need."""
    written = ""
    for key, inner in how.fields.items():
        if inner.kind == "attribute" and key in value:
            name, given = inner.name or key, value[key]
            if inner.prefix and scope.get(inner.prefix) != inner.namespace:
                written += _declared(inner)
                scope = {**scope, inner.prefix: inner.namespace}
            parts = given if isinstance(given, list) else [given]
            joined = " ".join(_text(one, _IN_ATTRIBUTE) for one in parts)
            written += f' {_qualified(name, inner)}="{joined}"'
    return written, scope


def _started(name: str, how: Element, scope: Mapping[str, str]) -> tuple[Mapping[str, str], str]:
    """The start of a tag up to its attributes, and the namespaces in force inside of it."""
    start = f"<{_qualified(name, how)}"
    if not how.namespace or scope.get(how.prefix) == how.namespace:
        return scope, start
    return {**scope, how.prefix: how.namespace}, start + _declared(how)


def _declared(how: Element) -> str:
    colon = ":" if how.prefix else ""
    return f' xmlns{colon}{how.prefix}="{_text(how.namespace, _IN_ATTRIBUTE)}"'


def _qualified(name: str, how: Element) -> str:
    for one in (name, how.prefix or name):
        if not _NAME.fullmatch(one):
            raise ArgumentError(f"{one[:40]!r} cannot be the name of an XML element.")
    return f"{how.prefix}:{name}" if how.prefix else name


def _text(value: Json, escapes: Mapping[int, str]) -> str:
    written = text(value)
    if _FORBIDDEN.search(written):
        raise ArgumentError("XML cannot hold control characters.")
    return written.translate(escapes)
