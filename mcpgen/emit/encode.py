"""Values as text on the wire (OpenAPI 3.1, Parameter Object, "Style Values"; RFC 6570; RFC 3986), percent-decoded where
the contract tests compare decoded pairs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote

from mcpgen.emit.evaluate import has_parts
from mcpgen.model.api import Encoding
from mcpgen.model.binding import Placed
from mcpgen.model.json import Json

PairList = list[list[str]]
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
_SEPARATORS = {"pipeDelimited": "|", "spaceDelimited": " ", "tabDelimited": "\t"}


def scalar(value: Json) -> str:
    """A single value as text."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case Mapping() | list():
            return compact(value)
        case _:
            return str(value)


def compact(value: Json) -> str:
    """JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def query_pairs(placed: Placed, value: Json) -> PairList:
    """A query parameter as decoded name and value pairs."""
    if placed.content:
        return [[placed.name, _as_content(placed, value)]]
    if placed.style == "deepObject" and has_parts(value):
        return list(_deep(placed.name, value))
    separator = _SEPARATORS.get(placed.style, ",")
    if has_parts(value) and not value:
        return []
    match value:
        case Mapping():
            if placed.explode and placed.style == "form":
                return [pair for key, item in value.items() for pair in _repeated(key, item)]
            parts = (part for pair in value.items() for part in pair)
            return [[placed.name, _joined(parts, separator)]]
        case list() if not placed.explode:
            return [[placed.name, _joined(value, separator)]]
        case _:
            return _repeated(placed.name, value)


def form_pairs(name: str, value: Json, encoding: Encoding | None) -> PairList:
    """A property of a form body as decoded name and value pairs; an empty object or list is the bare name."""
    if encoding is not None and "json" in encoding.content_type:
        return [[name, compact(value)]]
    nested = isinstance(value, Mapping) or (isinstance(value, list) and any(has_parts(item) for item in value))
    if nested or (encoding is not None and encoding.style == "deepObject" and has_parts(value)):
        return list(_deep(name, value)) or [[name, ""]]
    if isinstance(value, list) and encoding is not None and not encoding.explode:
        return [[name, _joined(value, _SEPARATORS.get(encoding.style, ","))]]
    return _repeated(name, value) or [[name, ""]]


def path_segment(placed: Placed, value: Json) -> str:
    """A path parameter, percent-encoded."""
    if placed.content:
        return _quoted(_as_content(placed, value))
    if placed.style == "label":
        return "." + _expanded(value, "." if placed.explode else ",", placed.explode)
    if placed.style == "matrix":
        name = _quoted(placed.name)
        if placed.explode and isinstance(value, list):
            return "".join(f";{name}={_quoted(scalar(item))}" for item in value)
        if placed.explode and isinstance(value, Mapping):
            return ";" + _expanded(value, ";", True)
        return f";{name}={_expanded(value, ',', False)}"
    return _undivided(placed, value, placed.explode)


def header_value(placed: Placed, value: Json) -> str:
    """A header's value: parts separated by commas unless the style says otherwise, nothing encoded."""
    if placed.content:
        return _as_content(placed, value).strip()
    separator = _SEPARATORS.get(placed.style, ",")
    match value:
        case Mapping():
            paired = placed.explode and separator == ","
            pairs = ([f"{key}={scalar(item)}"] if paired else [key, scalar(item)] for key, item in value.items())
            return separator.join(part for pair in pairs for part in pair)
        case list():
            return _joined(value, separator)
        case _:
            return scalar(value).strip()


def cookie_pairs(placed: Placed, value: Json) -> list[str]:
    """Each `name=value` of a Cookie header, percent-encoded; an exploded value has one for each part."""
    if placed.content:
        return [_cookie(placed.name, _as_content(placed, value))]
    match value:
        case Mapping() if placed.explode and placed.style == "form":
            return [_cookie(*pair) for key, item in value.items() for pair in _repeated(key, item)]
        case list() if placed.explode:
            return [_cookie(*pair) for pair in _repeated(placed.name, value)]
        case _ if has_parts(value) and not value:
            return []
        case _:
            return [f"{_quoted(placed.name)}={_undivided(placed, value, False)}"]


def _cookie(name: str, value: str) -> str:
    return f"{_quoted(name)}={_quoted(value)}"


def _as_content(placed: Placed, value: Json) -> str:
    """A value in the media type that a parameter's `content` names."""
    return compact(value) if "json" in placed.content else scalar(value)


def _undivided(placed: Placed, value: Json, explode: bool) -> str:
    """A value whose parts stand in one text, percent-encoded: with commas, or as a delimited style says."""
    separator = _SEPARATORS.get(placed.style)
    return _expanded(value, ",", explode) if separator is None else _expanded(value, _quoted(separator), False)


def placeholders(template: str) -> list[str]:
    """The names in braces of a path template, in its path and its query (a fragment is never sent)."""
    return _PLACEHOLDER.findall(template.partition("#")[0])


def filled_path(template: str, segments: Mapping[str, str]) -> str:
    """A path template with its placeholders filled in; what else RFC 3986 forbids in a path is percent-encoded."""
    literal = [quote(piece, safe="/!$&'()*+,;=:@%", errors="replace") for piece in _PLACEHOLDER.split(template)[::2]]
    filled = [segments[name] for name in placeholders(template)]
    return "".join(part for pair in zip(literal, [*filled, ""], strict=True) for part in pair)


def _repeated(name: str, value: Json) -> PairList:
    return [[name, scalar(item)] for item in value] if isinstance(value, list) else [[name, scalar(value)]]


def _joined(values: Iterable[Json], separator: str) -> str:
    return separator.join(scalar(item) for item in values)


def _deep(name: str, value: Json) -> Iterator[list[str]]:
    match value:
        case Mapping():
            for key, item in value.items():
                yield from _deep(f"{name}[{key}]", item)
        case list():
            for index, item in enumerate(value):
                yield from _deep(f"{name}[{index}]", item)
        case _:
            yield [name, scalar(value)]


def _expanded(value: Json, separator: str, explode: bool) -> str:
    match value:
        case Mapping():
            joint = "=" if explode else separator
            return separator.join(f"{_quoted(key)}{joint}{_quoted(scalar(item))}" for key, item in value.items())
        case list():
            return separator.join(_quoted(scalar(item)) for item in value)
        case _:
            return _quoted(scalar(value))


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="replace")
