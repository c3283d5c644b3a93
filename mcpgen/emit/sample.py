"""Sample values for a JSON Schema: what its author gives (examples, default, enum), else the simplest that fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TypeAlias

import jsonschema_rs

from mcpgen.emit.matching import texts_made_from
from mcpgen.model.binding import Convert, Exact, File, Parsed
from mcpgen.model.formats import is_base64
from mcpgen.model.json import UNSET, Json, JsonObject, Unset
from mcpgen.model.media import essence, may_be_text
from mcpgen.patterns.words import told_in

Path: TypeAlias = tuple[str, ...]
Conversions: TypeAlias = Mapping[Path, Convert]
"""The conversion of the argument at each path: a string there is not any string."""

_TEXT = "sample text"
_LONGEST_TEXT = 200
_FORMATS = {
    "date": ("2025-03-11", "2025-03-12"),
    "date-time": ("2025-03-11T09:30:00Z", "2025-03-12T09:30:00Z"),
    "time": ("09:30:00Z", "10:30:00Z"),
    "duration": ("P1D", "P2D"),
    "email": ("reader@example.com", "author@example.com"),
    "idn-email": ("reader@example.com", "author@example.com"),
    "uri": ("https://example.com/page", "https://example.com/other"),
    "url": ("https://example.com/page", "https://example.com/other"),
    "uri-reference": ("/page", "/other"),
    "iri": ("https://example.com/page", "https://example.com/other"),
    "hostname": ("example.com", "www.example.com"),
    "ipv4": ("192.0.2.1", "192.0.2.2"),
    "ipv6": ("2001:db8::1", "2001:db8::2"),
    "uuid": ("3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3f2504e0-4f89-41d3-9a0c-0305e82c3302"),
    "byte": ("c2FtcGxl", "b3RoZXI="),
    "regex": ("^a+$", "^b+$"),
    "json-pointer": ("/a",),
}


def sample(schema: Json, conversions: Conversions, path: Path = (), number: int = 0) -> Json | Unset:
    """A value that `schema` accepts, or UNSET where none was found within a bounded search.

    `number` tells values of the same schema apart, where they can be.
    """
    if not isinstance(schema, Mapping):
        return _TEXT if schema is not False else UNSET
    fits = (value for value in _candidates(schema, conversions, path) if _fits(schema, value))
    fitting = list(islice(fits, number + 1))
    return fitting[number % len(fitting)] if fitting else UNSET


def sample_object(
    schema: JsonObject, names: Iterable[str], conversions: Conversions, path: Path = ()
) -> dict[str, Json]:
    """A value for each of the properties `names`, those left out for which none is found."""
    properties = schema.get("properties", {})
    found = {name: sample(properties[name], conversions, (*path, name)) for name in names if name in properties}
    return {name: value for name, value in found.items() if value is not UNSET}


def _fits(schema: JsonObject, value: Json) -> bool:
    try:
        return jsonschema_rs.is_valid(dict(schema), value, validate_formats=True, formats={"byte": is_base64})
    except (ValueError, jsonschema_rs.ReferencingError):
        return False


def _candidates(schema: JsonObject, conversions: Conversions, path: Path) -> Iterator[Json]:
    convert = conversions.get(path)
    if convert is not None:
        yield from _converted_texts(convert)
        return
    yield from _list(schema.get("examples"))
    if "default" in schema:
        yield schema["default"]
    yield from _list(schema.get("enum"))
    if "const" in schema:
        yield schema["const"]
    yield from _of_type(schema, conversions, path)


def _converted_texts(convert: Convert) -> tuple[str, ...]:
    match convert:
        case Exact(type="number"):
            return ("1.5", "2.5", "7", "1", "10", "12345", "100000")
        case Exact():
            return ("7", "8", "1", "10", "123", "1234", "12345678", "1234567890")
        case Parsed(type="array"):
            return ('["a"]', "[1]", "[]")
        case Parsed():
            return ('{"note": "sample"}', "{}")
        case File():
            return _files(convert.accepts)
        case _:
            return ()


def _files(accepts: str) -> tuple[str, ...]:
    """Files of the media types that are accepted: a text and an image where any is."""
    wanted = [essence(each) for each in accepts.split(",") if each.strip() and essence(each) != "*/*"]
    kinds = [_KINDS.get(kind, kind).replace("*", "x-sample") for kind in wanted or ["image/png"]]
    given = [f"data:{kind};base64,{content}" for content in _CONTENTS for kind in kinds]
    takes_text = not wanted or any(may_be_text(kind) and "*" not in kind for kind in wanted)
    return (_TEXT, *given) if takes_text else tuple(given)


_CONTENTS = ("iVBORw0KGgoA/w==", "iVBORw0KGgoB/g==")
_KINDS = {"image/*": "image/png", "text/*": "text/plain"}


def _of_type(schema: JsonObject, conversions: Conversions, path: Path) -> Iterator[Json]:
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    for one in kinds:
        match one:
            case "string" | None:
                yield from _strings(schema)
            case "integer" | "number":
                yield from _numbers(schema, one)
            case "boolean":
                yield from (True, False)
            case "array":
                yield from _arrays(schema, conversions, path)
            case "object":
                yield from _objects(schema, conversions, path)
            case "null":
                yield None


def _strings(schema: JsonObject) -> Iterator[str]:
    told = told_in(str(schema.get("description", "")))
    if told:
        yield from (text for text in _texts(schema, told) if _fits({"pattern": told}, text))
    yield from _texts(schema, schema.get("pattern"))


def _texts(schema: JsonObject, pattern: Json) -> Iterator[str]:
    """Texts of the wanted length, then some that are made from the pattern."""
    least, most = _count(schema.get("minLength"), 0), _count(schema.get("maxLength"), _LONGEST_TEXT)
    texts = _FORMATS.get(str(schema.get("format")), ())
    for text in [*texts, _TEXT, "7", "a"]:
        yield (text * (least // len(text) + 1))[: max(least, min(len(text), most))] if least <= 10_000 else text
    if isinstance(pattern, str):
        yield from texts_made_from(pattern)


def _numbers(schema: JsonObject, kind: str) -> Iterator[int | float]:
    bounds = [schema[key] for key in ("minimum", "maximum") if isinstance(schema.get(key), int | float)]
    beyond = [(schema.get("exclusiveMinimum"), 1), (schema.get("exclusiveMaximum"), -1)]
    step = schema.get("multipleOf")
    yield from (10, 1) if kind == "integer" else (2.5, 1)
    yield from (bound for bound in bounds if kind == "number" or float(bound).is_integer())
    for bound, direction in beyond:
        if isinstance(bound, int | float) and not isinstance(bound, bool):
            yield int(bound) + direction
            if kind == "number":
                yield bound + direction / 1000
    if len(bounds) == 2 and kind == "number":
        yield sum(bounds) / 2
    if isinstance(step, int | float) and step > 0:
        start = bounds[0] if bounds else 0
        yield from (step * (start // step + index) for index in range(3))
    yield 0


def _arrays(schema: JsonObject, conversions: Conversions, path: Path) -> Iterator[list[Json]]:
    items = schema.get("items", {})
    least = _count(schema.get("minItems"), 0)
    for length in dict.fromkeys((max(2, least), max(1, least), least)):
        if length <= 100:
            values = [sample(items, conversions, (*path, "*"), number) for number in range(length)]
            values = _told_apart(values, items)
            yield [value for value in values if value is not UNSET]


def _told_apart(values: list[Json | Unset], items: Json) -> list[Json | Unset]:
    """Texts but files, and the keys of pairs, made different by a number at their end where they still fit."""
    result: list[Json | Unset] = []
    for index, value in enumerate(values):
        other = value
        if isinstance(value, str) and value in result and not value.startswith("data:"):
            other = f"{value} {index + 1}"
        elif isinstance(value, dict) and isinstance(key := value.get("key"), str):
            taken = [before["key"] for before in result if isinstance(before, dict)]
            other = {**value, "key": f"{key} {index + 1}"} if key in taken else value
        result.append(other if isinstance(items, Mapping) and _fits(items, other) else value)
    return result


def _objects(schema: JsonObject, conversions: Conversions, path: Path) -> Iterator[dict[str, Json]]:
    properties = schema.get("properties", {})
    required = _list(schema.get("required"))
    yield sample_object(schema, properties, conversions, path)
    yield sample_object(schema, required, conversions, path)


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _count(value: Json, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise
