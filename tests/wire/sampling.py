"""Arguments for a tool from its input schema alone: the required ones, everything, and the edges of each.

No chance is involved: the same schema gives the same samples. Each sample is checked against the schema, and what does
not fit is not given out.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice, product, zip_longest
from typing import Any, Final

import jsonschema_rs
import rstr

UNICODE: Final = "Grüße, 世界 🎈"
RESERVED: Final = "a/?#&=%+ ,;|b"
_TEXTS: Final = (UNICODE, RESERVED, "%2e%2e", " two  words ", "true", "12", "[1]", '"quoted" <b>')
FORMATS: Final = {
    "date": "2024-05-01",
    "date-time": "2024-05-01T10:00:00Z",
    "time": "10:00:00Z",
    "duration": "P1D",
    "email": "ann@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com/a?b=c",
    "uri-reference": "/a?b=c",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
    "byte": "aGVsbG8=",
}
_MATCHES: Final = (
    "7", "42", "9007199254740993", "a", "abc", "A1", "abc-def", "abc_def", "1.5", "10.0.0.1", "10.0.0.0/24", "/a",
    "2024-05-01", "2024-05-01T10:00:00Z", "1.2.3", "a@b.co", "https://example.com/a", "5m", "10s", "en", "USD", "en-US",
    "123e4567-e89b-42d3-a456-426614174000", "{}", "[]", "0" * 24, "a" * 32, "+15005550006",
    "Passw0rd!",
)  # fmt: skip
_REPEATED: Final = (0, 1, 1, 2, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 100)
"""How much more often than it has to a part of a pattern is repeated, at most, from try to try."""
_LONGEST_REPEAT: Final = 64
"""Repeats up to which a text of one certain length is looked for."""
_DEEPEST_REPEAT: Final = 2
"""Repeats within one another that are made more often than they have to."""
_PROPERTY: Final = re.compile(r"\\p\{(?:gc=|General_Category=)?([A-Z]\w?)\}")
"""A category of characters, which Python does not read (ECMA-262)."""
_LIKE: Final = {"L": "a", "Lu": "A", "N": r"\d", "Z": r"\ ", "P": r"\.", "S": r"\+"}
"""Characters of each category."""
_FILES: Final = ("data:;base64,iVBORw0KGgo=", "data:;base64,")
"""Where a description asks for a data: URI: content of no told kind."""
_DOCUMENTS: Final = ("{}", '"text"', "[]")
"""Values that are given as JSON text."""
_TOLD_PATTERN: Final = re.compile(r"Has to match (\S.*?)\.(?: Deprecated\.)?\Z")
"""What a description says of a pattern that no client can be given to run."""
_LONG: Final = 2_000
_MANY: Final = 20
_DEEP: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Arguments of a call, and what is particular about them."""

    about: str
    arguments: Mapping[str, Any]


def samples(schema: Mapping[str, Any], most: int) -> Iterator[Sample]:
    """At most so many distinct samples, all of which the schema accepts; those that tell most come first."""
    check = jsonschema_rs.validator_for(dict(schema))
    seen: set[str] = set()
    for sample in _samples(schema):
        key = json.dumps(sample.arguments, sort_keys=True)
        if key not in seen and check.is_valid(sample.arguments):
            seen.add(key)
            yield sample
        if len(seen) >= most:
            return


def _samples(schema: Mapping[str, Any]) -> Iterator[Sample]:
    properties: Mapping[str, Any] = schema.get("properties", {})
    required = [name for name in properties if name in schema.get("required", ())]
    whole = [name for name in properties if name != "clear_fields"]
    plain = {name: plain_value(properties[name]) for name in properties}
    least = {name: plain[name] for name in required}
    yield Sample(about="required only", arguments=least)
    yield Sample(about="everything", arguments={name: plain[name] for name in whole})
    yield Sample(about="everything, least", arguments={name: lean_value(properties[name]) for name in whole})
    edges = [_edges_of(name, properties[name], least) for name in properties]
    yield from chain.from_iterable((s for s in row if s is not None) for row in zip_longest(*edges))


def _edges_of(name: str, schema: Mapping[str, Any], least: Mapping[str, Any]) -> Iterator[Sample]:
    if name not in least:
        yield Sample(about=name, arguments={**least, name: plain_value(schema)})
    for value in edge_values(schema):
        yield Sample(about=f"{name} = {json.dumps(value, ensure_ascii=False)[:60]}", arguments={**least, name: value})


# --- one value


def plain_value(schema: Mapping[str, Any], depth: int = 0) -> Any:
    """An ordinary value: objects with all their properties, arrays with an item."""
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    match _type(schema):
        case "object":
            names = [n for n in schema.get("properties", {}) if depth < _DEEP or n in schema.get("required", ())]
            names = [n for n in names if n != "clear_fields"]
            return {name: plain_value(schema["properties"][name], depth + 1) for name in names}
        case "array":
            return _items(schema, max(int(schema.get("minItems", 0)), 1), depth)
        case "integer" | "number" as kind:
            return _numbers(schema, kind)[0]
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return _text(schema)


def lean_value(schema: Mapping[str, Any], depth: int = 0) -> Any:
    """A value with as little in it as may be."""
    match _type(schema):
        case "object":
            names = schema.get("required", ())
            return {n: lean_value(schema["properties"][n], depth + 1) for n in names if n in schema["properties"]}
        case "array":
            return _items(schema, int(schema.get("minItems", 0)), depth)
        case "boolean":
            return False
        case _:
            return plain_value(schema, depth)


def edge_values(schema: Mapping[str, Any], depth: int = 0) -> Iterator[Any]:
    """The values at the edges of what a schema allows."""
    if "const" in schema:
        return
    if schema.get("enum"):
        yield from schema["enum"]
        return
    match _type(schema):
        case "object":
            yield from _edge_objects(schema, depth)
        case "array":
            yield from _edge_arrays(schema, depth)
        case "integer" | "number" as kind:
            yield from _numbers(schema, kind)[1:]
        case "boolean":
            yield False
        case "string":
            yield from _edge_texts(schema)
        case _:
            return


def _type(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "string")
    return kind if isinstance(kind, str) else next(k for k in kind if k != "null")


# --- objects and arrays


def _edge_objects(schema: Mapping[str, Any], depth: int) -> Iterator[Any]:
    yield lean_value(schema, depth)
    properties: Mapping[str, Any] = schema.get("properties", {})
    plain = plain_value(schema, depth)
    if depth >= _DEEP:
        return
    edges = [({**plain, name: value} for value in edge_values(inner, depth + 1)) for name, inner in properties.items()]
    yield from (value for row in zip_longest(*edges) for value in row if value is not None)


def _edge_arrays(schema: Mapping[str, Any], depth: int) -> Iterator[Any]:
    least, most = int(schema.get("minItems", 0)), int(schema.get("maxItems", _MANY))
    if least == 0:
        yield []
    items = _items_of(schema)
    values = _keyed(_distinct([plain_value(items, depth + 1), *edge_values(items, depth + 1)][:_MANY]))
    if len(values) > 1 and most > 1:
        yield values[: max(2, least)]
    for value in values[1:]:
        rest = [other for other in values if other != value][: max(least - 1, 0)]
        yield [value, *rest]
    if most > 2:
        yield values[:most]
    if "maxItems" in schema and most <= _MANY and not schema.get("uniqueItems"):
        yield [values[0]] * most


def _items_of(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of the items; what is said of a list of files is said of each."""
    items: Mapping[str, Any] = schema.get("items", {})
    return {**items, "description": schema["description"]} if _is_file(schema) else items


def _items(schema: Mapping[str, Any], count: int, depth: int) -> list[Any]:
    items = _items_of(schema)
    if count <= 1:
        return [plain_value(items, depth + 1)] * count
    values = _distinct([plain_value(items, depth + 1), *edge_values(items, depth + 1)])
    if schema.get("uniqueItems"):
        return values[:count]
    return _keyed((values * count)[:count])


def _keyed(values: list[Any]) -> list[Any]:
    """Entries of a map, `{key, …}`, with keys that differ."""
    if not all(isinstance(v, dict) and isinstance(v.get("key"), str) for v in values):
        return values
    keys = [v["key"] for v in values]
    return [{**v, "key": v["key"] if v["key"] not in keys[:k] else f"{v['key']}{k}"} for k, v in enumerate(values)]


def _distinct(values: list[Any]) -> list[Any]:
    return list({json.dumps(value, sort_keys=True): value for value in values}.values())


# --- numbers and texts


def _numbers(schema: Mapping[str, Any], kind: str) -> list[Any]:
    """An ordinary number, then the edges: the bounds, and where there are none zero, below zero, large and broken."""
    step = schema.get("multipleOf")
    unit = step or (1 if kind == "integer" else 0.5)
    low, high = schema.get("minimum"), schema.get("maximum")
    if (bound := schema.get("exclusiveMinimum")) is not None:
        low = bound + unit
    if (bound := schema.get("exclusiveMaximum")) is not None:
        high = bound - unit
    large = [2**31, 2**53 + 1] if kind == "integer" else [1e21, 1e-7, 1234567.125]
    broken = [] if kind == "integer" else [0.5, -1.25]
    free = [7, 0, 1, *broken, -1, *large]
    fitting = [v for v in free if (low is None or v >= low) and (high is None or v <= high)]
    found = [*fitting[:1], *(b for b in (low, high) if b is not None), *fitting[1:]] or [low]
    if step:
        found = [v for v in found if v % step == 0] or [(-(-(low or 0) // step)) * step]
    if kind == "integer":
        found = [int(v) for v in found if v == int(v)]
    return _distinct(found) or [0]


def _is_file(schema: Mapping[str, Any]) -> bool:
    return "a data: URI" in str(schema.get("description", ""))


def _text(schema: Mapping[str, Any]) -> str:
    if _is_file(schema):
        return _FILES[0]
    if told := _TOLD_PATTERN.search(str(schema.get("description", ""))):
        schema = {**schema, "pattern": told[1]}
    if "pattern" in schema:
        return text_matching(schema)
    if schema.get("format") in FORMATS:
        return FORMATS[schema["format"]]
    if told := [each for each in schema.get("examples", ()) if isinstance(each, str)]:
        return told[0]
    least, most = int(schema.get("minLength", 0)), int(schema.get("maxLength", _LONG))
    return "text".ljust(min(least, _LONG), "x")[:most]


def _edge_texts(schema: Mapping[str, Any]) -> Iterator[str]:
    if _is_file(schema):
        yield _FILES[1]
    if schema.get("contentMediaType") == "application/json":
        yield from _DOCUMENTS
    if pattern := schema.get("pattern"):
        yield from islice(_matching(schema, pattern), 1, 4)
        return
    if schema.get("format") in FORMATS:
        return
    least, most = int(schema.get("minLength", 0)), int(schema.get("maxLength", _LONG))
    yield from (text for text in _TEXTS if least <= len(text) <= most)
    yield "a" * min(least, _LONG)
    if "maxLength" in schema and most <= _LONG:
        yield "é" * most


def text_matching(schema: Mapping[str, Any]) -> str:
    """A text that a schema with a pattern accepts; `text` where none was found."""
    return next(chain(_matching(schema, schema["pattern"]), ["text"]))


def _matching(schema: Mapping[str, Any], pattern: str) -> Iterator[str]:
    """Texts that a pattern accepts: common ones first, then made from it."""
    limits = {k: v for k, v in schema.items() if k in ("pattern", "minLength", "maxLength")}
    try:
        check = jsonschema_rs.validator_for(limits)
    except (ValueError, jsonschema_rs.ValidationError):
        return
    yield from (text for text in _MATCHES if check.is_valid(text))
    readable = _PROPERTY.sub(lambda found: _LIKE.get(found[1], _LIKE.get(found[1][0], r"\w")), pattern)
    made = _Texts(random.Random(0))
    for made.is_full, made.more in chain(product([False], _REPEATED), product([True], range(_LONGEST_REPEAT))):
        try:
            text = made.xeger(readable)
        except (re.error, ValueError, KeyError, RecursionError, OverflowError):
            return
        if check.is_valid(text):
            yield text


class _Texts(rstr.Rstr):
    """Texts made from a pattern, none of whose parts is repeated much more often than it has to be."""

    more = 0
    is_full = False
    """Whether every part is repeated as often as it may be."""
    _depth = 0

    def _handle_repeat(self, start_range: int, end_range: int, value: Any) -> str:
        most = min(int(end_range), start_range + (self.more if self._depth < _DEEPEST_REPEAT else 0))
        times = most if self.is_full else self._random.randint(start_range, most)
        self._depth += 1
        made = "".join(self._handle_state(state) for _ in range(times) for state in value)
        self._depth -= 1
        return made
