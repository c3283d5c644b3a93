"""How values are written in a path, query, form, header, cookie and JSON body."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, quote_plus, unquote

from .errors import ArgumentError
from .values import NULL, Json, json_text, settled
from .wire import Deep, Joined, Spread


def text(value: Json) -> str:
    """A single value: true and false for booleans, nothing for null, JSON for what has parts."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict() | list():
            return json_text(settled(value))
        case _:
            return "" if value is NULL or value is None else str(value)


def joined(value: Json, encode: Callable[[str], str], separator: Callable[[str], str] = str) -> str:
    """A single value or a joined list, each item encoded by itself."""
    if not isinstance(value, Joined):
        return encode(text(value))
    parts = [part if isinstance(part, tuple) else (part,) for part in value.parts]
    written = ["=".join(encode(text(piece)) for piece in part) for part in parts]
    return value.prefix + separator(value.separator).join(written)


def segment(name: str, value: Json) -> str:
    """A value as one path segment."""
    written = joined(value, _strict)
    if written in ("", ".", ".."):
        raise ArgumentError(f"{name}: {written!r} cannot stand in a path; give a whole value.")
    return written


def query(values: Mapping[str, Json]) -> str:
    """A query string."""
    return "&".join(_pairs(values, _strict, form=False))


def form(values: Mapping[str, Json]) -> str:
    """The text of an application/x-www-form-urlencoded body."""
    return "&".join(_pairs(values, quote_plus, form=True))


def header(name: str, value: Json) -> bytes:
    """A header's value: nothing in it is encoded."""
    separated = Joined(value, ",") if isinstance(value, list) else value
    written = joined(separated, str, unquote).strip()
    if not written.replace("\t", " ").isprintable():
        raise ArgumentError(f"{name}: a header cannot hold line breaks or control characters.")
    return written.encode()


def cookies(values: Mapping[str, Json]) -> list[str]:
    """Each `name=value` of a Cookie header; an exploded value has one for each part."""
    return list(_pairs(values, _strict, form=False))


def _strict(value: str) -> str:
    return quote(value, safe="")


def _pairs(values: Mapping[str, Json], encode: Callable[[str], str], form: bool) -> Iterator[str]:
    """`name=value` of each parameter. In a form a list or object without parts is `name=`."""
    for name, value in values.items():
        match value:
            case None:
                parts: list[tuple[str, Any]] = []
            case Spread():
                parts = [part for key, item in value.value.items() for part in _flat(key, item)]
            case Deep():
                parts = list(_deep(name, value.value))
            case dict() | list() if form and _is_nested(value):
                parts = list(_deep(name, value))
            case _:
                parts = _flat(name, value)
        if not parts and form and value is not None:
            parts = [(name, "")]
        for key, item in parts:
            yield f"{encode(key)}={joined(item, encode)}"


def _is_nested(value: Json) -> bool:
    return isinstance(value, dict) or any(isinstance(item, dict | list) for item in value)


def _flat(name: str, value: Json) -> list[tuple[str, Any]]:
    if isinstance(value, Joined) and not value.parts:
        return []
    return [(name, item) for item in value] if isinstance(value, list) else [(name, value)]


def _deep(name: str, value: Json) -> Iterator[tuple[str, Any]]:
    match value:
        case dict():
            for key, item in value.items():
                yield from _deep(f"{name}[{key}]", item)
        case list():
            for index, item in enumerate(value):
                yield from _deep(f"{name}[{index}]", item)
        case _:
            yield name, value
