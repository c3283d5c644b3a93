"""What each JSON Schema keyword may hold, and how near misses are read (JSON Schema 2020-12, Validation).

`clean(keyword, value)` gives the value as 2020-12 wants it, or `UNSET` when nothing can be made of it: the normalised
schema is then valid whatever the source holds, and the meta-schema check has told about it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable

from mcpgen.model.json import UNSET, Json, Unset

SCALAR_TYPES = ("string", "integer", "number", "boolean")
_TYPES = {
    "file": ("string", "binary"),
    "binary": ("string", "binary"),
    "date": ("string", "date"),
    "datetime": ("string", "date-time"),
    "date-time": ("string", "date-time"),
    "uuid": ("string", "uuid"),
    "uri": ("string", "uri"),
    "url": ("string", "uri"),
    "email": ("string", "email"),
    "password": ("string", "password"),
    "str": ("string", ""),
    "text": ("string", ""),
    "char": ("string", ""),
    "enum": ("string", ""),
    "int": ("integer", ""),
    "int32": ("integer", "int32"),
    "int64": ("integer", "int64"),
    "long": ("integer", "int64"),
    "float": ("number", "float"),
    "double": ("number", "double"),
    "decimal": ("number", ""),
    "bool": ("boolean", ""),
    "list": ("array", ""),
    "dict": ("object", ""),
    "map": ("object", ""),
    "hash": ("object", ""),
    "json": ("object", ""),
    "none": ("null", ""),
    **{name: (name, "") for name in (*SCALAR_TYPES, "array", "object", "null")},
}


def types_of(value: Json) -> tuple[tuple[str, ...], str]:
    """The types that a `type` keyword means (none when it says nothing known), and the format its spelling implies."""
    names: list[str] = []
    format = ""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, str) and item.strip().lower() in _TYPES:
            name, implied = _TYPES[item.strip().lower()]
            format = format or implied
            names.append(name)
        elif item is None and isinstance(value, list):
            names.append("null")
        elif isinstance(item, str):
            return (), ""
    return tuple(dict.fromkeys(names)), format


def implied_type(schema: dict[str, Json]) -> str:
    """The type that a schema without one must mean by its other keywords; '' when nothing tells."""
    for type, keywords in _HINTS_OF_TYPE:
        if any(keyword in schema for keyword in keywords):
            return type
    values = [v for v in schema.get("enum", ()) if v is not None]
    kinds = {json_type(v) for v in values}
    return kinds.pop() if len(kinds) == 1 else ""


def json_type(value: Json) -> str:
    """The JSON Schema type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def fit(value: Json, types: tuple[str, ...]) -> Json | Unset:
    """`value` as one of `types`: itself, or what its spelling means (`10` for "10"); `UNSET` when it is none."""
    kind = json_type(value)
    if not types or kind in types or (kind == "integer" and "number" in types):
        return value
    if kind == "number" and "integer" in types and float(value).is_integer():
        return int(value)
    if "string" in types and kind in ("integer", "number", "boolean"):
        return json.dumps(value)
    if kind == "string":
        return _read_as(value, types)
    return UNSET


def clean(keyword: str, value: Json) -> Json | Unset:
    """The keyword's value as 2020-12 wants it; `UNSET` for what is no keyword or cannot be used."""
    reader = _READERS.get(keyword)
    if reader is not None:
        return reader(value)
    return value if keyword.startswith("x-") else UNSET


def _read_as(text: str, types: tuple[str, ...]) -> Json | Unset:
    try:
        value = json.loads(text)
    except ValueError:
        return UNSET
    kind = json_type(value)
    if isinstance(value, float) and not math.isfinite(value):
        return UNSET
    if kind in types or (kind == "integer" and "number" in types):
        return value
    return UNSET


def _xml(value: Json) -> Json | Unset:
    """The XML Object, its texts and flags as they have to be."""
    if not isinstance(value, dict):
        return UNSET
    texts = {key: value[key] for key in ("name", "namespace", "prefix", "nodeType") if isinstance(value.get(key), str)}
    flags = {key: value[key] for key in ("attribute", "wrapped") if isinstance(value.get(key), bool)}
    return {**texts, **flags} or UNSET


def _any(value: Json) -> Json | Unset:
    return value


def _text(value: Json) -> Json | Unset:
    return value if isinstance(value, str) else UNSET


def _flag(value: Json) -> Json | Unset:
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.lower(), UNSET)
    return value if isinstance(value, bool) else UNSET


def _number(value: Json) -> Json | Unset:
    if isinstance(value, str):
        value = _read_as(value.strip(), ("number",))
    if isinstance(value, bool) or not isinstance(value, int | float):
        return UNSET
    if isinstance(value, float) and not math.isfinite(value):
        return UNSET
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _positive(value: Json) -> Json | Unset:
    number = _number(value)
    return number if number is not UNSET and number > 0 else UNSET


def _count(value: Json) -> Json | Unset:
    number = _number(value)
    return number if isinstance(number, int) and number >= 0 else UNSET


def _bound(value: Json) -> Json | Unset:
    return value if isinstance(value, bool) else _number(value)


def _names(value: Json) -> Json | Unset:
    if not isinstance(value, list):
        return UNSET
    return _unique(v for v in value if isinstance(v, str))


def _values(value: Json) -> Json | Unset:
    return value if isinstance(value, list) and value else UNSET


def _examples(value: Json) -> Json | Unset:
    if isinstance(value, dict):
        return [v["value"] if isinstance(v, dict) and "value" in v else v for v in value.values()]
    return value if isinstance(value, list) else UNSET


def _needs(value: Json) -> Json | Unset:
    if not isinstance(value, dict):
        return UNSET
    return {
        name: _unique(n for n in needed if isinstance(n, str))
        for name, needed in value.items()
        if isinstance(needed, list)
    }


def _unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


_READERS: dict[str, Callable[[Json], Json | Unset]] = {
    **dict.fromkeys(("title", "description", "format", "pattern", "contentMediaType", "contentEncoding"), _text),
    **dict.fromkeys(("uniqueItems", "readOnly", "writeOnly", "deprecated"), _flag),
    **dict.fromkeys(("minimum", "maximum"), _number),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), _bound),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _count),
    **dict.fromkeys(("minContains", "maxContains"), _count),
    **dict.fromkeys(("const", "default"), _any),
    "multipleOf": _positive,
    "required": _names,
    "enum": _values,
    "examples": _examples,
    "dependentRequired": _needs,
    "xml": _xml,
}
VALUES = frozenset(_READERS)
"""The keywords whose values are no schemas."""
_HINTS_OF_TYPE = (
    (
        "object",
        ("properties", "additionalProperties", "required", "patternProperties", "minProperties", "maxProperties"),
    ),
    ("array", ("items", "prefixItems", "minItems", "maxItems", "uniqueItems")),
    ("string", ("pattern", "minLength", "maxLength")),
    ("number", ("multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")),
)
