"""Places for which nothing can be sent: no value fits, or only one that the form of the request cannot hold.

What a schema asks for at once can exclude itself (`allOf` of a string and an integer), and what can only be null is
sent in JSON alone: elsewhere null is nothing, and so is a list or an object with nothing in it.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias
from weakref import WeakKeyDictionary

from mcpgen.model.json import Json
from mcpgen.model.media import body_kind
from mcpgen.model.schema import Anything, Array, Enum, Map, Object, Ref, Schema, Schemas, Union

Carrier: TypeAlias = Literal["json", "text", "xml"]
"""What a value is written in; `text` is all that has no null: parameters, forms and parts."""

MAX_DEPTH = 12
"""Places in places that are looked at."""

_NOT_HELD = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document holds, whether escaped or not (XML 1.0, section 2.2)."""

_KNOWN: WeakKeyDictionary[Schemas, dict[tuple[str, Carrier, int], str]] = WeakKeyDictionary()
"""What is known of the schemas that references name, and so many places below, as long as their document is in use."""


def carrier_of(media_type: str) -> Carrier:
    """What the values of a body are written in."""
    match body_kind(media_type):
        case "xml":
            return "xml"
        case "form" | "multipart":
            return "text"
        case _:
            return "json"


def in_xml(value: Json) -> bool:
    """Whether XML can hold a value."""
    return not isinstance(value, str) or _NOT_HELD.search(value) is None


def impossible(schema: Schema, schemas: Schemas, carrier: Carrier) -> str:
    """Why no value of a schema can be sent, as the end of "NAME …"; '' where one can."""
    return _why(schema, schemas, carrier, MAX_DEPTH)


def only_null(schema: Schema, schemas: Schemas) -> bool:
    """Whether null is the only value of a schema."""
    found = schemas.resolve(schema)
    return isinstance(found, Anything) and found.never and found.nullable


def _why(schema: Schema, schemas: Schemas, carrier: Carrier, depth: int) -> str:
    """The nearest reason at most `depth` places below, whatever was asked before; '' where there is none."""
    if depth < 0:
        return ""
    if not isinstance(schema, Ref):
        return _why_not(schema, schemas, carrier, depth)
    known = _KNOWN.setdefault(schemas, {})
    key = (schema.target, carrier, depth)
    if key not in known:
        nearer = _why(schema, schemas, carrier, depth - 1)
        known[key] = nearer or _why_not(schemas.resolve(schema), schemas, carrier, depth)
    return known[key]


def _why_not(schema: Schema, schemas: Schemas, carrier: Carrier, depth: int) -> str:
    if schema.nullable and carrier == "json":
        return ""
    match schema:
        case Anything(never=True):
            return _OF[carrier] if schema.nullable else "has no value that its schema allows"
        case Enum(values=values) if carrier == "xml" and values and not any(map(in_xml, values)):
            return "has no value that XML can hold"
        case Array(items=inner, min_items=least) | Map(values=inner, min_properties=least):
            return _why(inner, schemas, carrier, depth - 1) if carrier == "text" or least else ""
        case Object(properties=properties):
            needed = (p for p in properties if p.required and not schemas.resolve(p.schema).read_only)
            found = ((p.name, _why(p.schema, schemas, carrier, depth - 1)) for p in needed)
            return next((_needing(name, why) for name, why in found if why), "")
        case Union(variants=variants):
            reasons = [_why(v.schema, schemas, carrier, depth - 1) for v in variants]
            return reasons[0] if reasons and all(reasons) else ""
        case _:
            return ""


_OF = {
    "json": "",
    "text": "can only be null, which cannot be written here",
    "xml": "can only be null, which XML cannot hold",
}


def _needing(name: str, why: str) -> str:
    """What is said of an object by the field that it needs and cannot have."""
    below = why.removeprefix("needs ")
    return f"needs {name}.{below}" if below != why else f"needs {name}, which {why}"
