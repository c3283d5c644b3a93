"""Reads parameters back from the text of a request, as an API would that knows only its description.

Written from OpenAPI 3.2, Parameter Object, "Style Values" and "Style Examples", Swagger 2.0, `collectionFormat`, and
RFC 3986, 6265, 6570 and 9110; it shares no code with what writes requests. Values come back as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

MISSING: Final = "<missing>"
_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
_SUB_DELIMS = "!$&'()*+,;="
_SEGMENT = frozenset(_UNRESERVED + _SUB_DELIMS + ":@%")
_QUERY = frozenset(_UNRESERVED + _SUB_DELIMS + ":@%/?")
_COOKIE = frozenset(
    chr(code) for code in (0x21, *range(0x23, 0x2C), *range(0x2D, 0x3B), *range(0x3C, 0x5C), *range(0x5D, 0x7F))
)
_ONLY_BETWEEN = {"spaceDelimited": "%20", "pipeDelimited": "%7C", "tabDelimited": "%09"}
_UNENCODED = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}


class MalformedError(ValueError):
    """Text that no API could read."""


@dataclass(frozen=True, slots=True)
class Described:
    """What a description says of a parameter; `kind` is scalar, array, object or nested, `inner` the separator inside
    the items, `reserved` that reserved characters may stay, `json` that the value is JSON."""

    place: str
    name: str
    style: str
    explode: bool
    kind: str
    inner: str = ""
    reserved: bool = False
    json: bool = False


def percent_decoded(text: str) -> str:
    """RFC 3986, section 2.1, over UTF-8."""
    octets = bytearray()
    index = 0
    while index < len(text):
        if text[index] != "%":
            octets += text[index].encode("ascii")
            index += 1
            continue
        if not re.fullmatch("[0-9A-F]{2}", text[index + 1 : index + 3]):
            raise MalformedError(f"no octet at {text[index:]!r}")
        octets.append(int(text[index + 1 : index + 3], 16))
        index += 3
    return octets.decode("utf-8")


# --- path


def path_value(described: Described, segment: str) -> Any:
    """The value of a placeholder that stands alone in its segment."""
    if segment in ("", ".", "..") or not set(segment) <= _SEGMENT:
        raise MalformedError(f"no segment: {segment!r}")
    style, explode, kind = described.style, described.explode, described.kind
    if style == "label":
        if segment[0] != ".":
            raise MalformedError(f"no label: {segment!r}")
        return _divided(segment[1:], "." if explode else ",", kind, explode)
    if style == "matrix":
        return _of_matrix(described, segment)
    if style in _ONLY_BETWEEN:
        return _divided(segment, _ONLY_BETWEEN[style], kind, False, described.inner)
    return _divided(segment, ",", kind, explode)


def _of_matrix(described: Described, segment: str) -> Any:
    if segment[0] != ";":
        raise MalformedError(f"no matrix: {segment!r}")
    pairs = [_named(part) for part in segment[1:].split(";")]
    if described.explode and described.kind == "object":
        return dict(pairs)
    if any(name != described.name for name, _ in pairs):
        raise MalformedError(f"another name: {segment!r}")
    if described.explode and described.kind == "array":
        return [value for _, value in pairs]
    ((_, raw),) = [(part.partition("=")[0], part.partition("=")[2]) for part in segment[1:].split(";")]
    return _divided(raw, ",", described.kind, False)


def _named(part: str) -> tuple[str, str]:
    """`name=value`; RFC 6570, section 3.2.7, writes an empty value without the sign."""
    name, _, value = part.partition("=")
    return percent_decoded(name), percent_decoded(value)


def _divided(text: str, separator: str, kind: str, explode: bool, inner: str = "") -> Any:
    """The parts of a text; each is decoded after it is cut off."""
    if kind == "scalar":
        return percent_decoded(text)
    parts = text.split(separator)
    if kind == "object" and explode:
        return {percent_decoded(name): percent_decoded(value) for name, value in (part.split("=") for part in parts)}
    if inner:
        return [[percent_decoded(each) for each in part.split(inner)] for part in parts]
    values = [percent_decoded(part) for part in parts]
    return values if kind == "array" else _paired(values)


def _paired(values: list[str]) -> dict[str, str]:
    if len(values) % 2:
        raise MalformedError(f"a name without a value: {values}")
    return dict(zip(values[::2], values[1::2], strict=True))


# --- query


def query_pairs(query: str) -> list[tuple[str, str]]:
    """Names, decoded, with their values, not decoded yet. No `+` is there: some read it as a space."""
    if not set(query) <= _QUERY or "+" in query or ";" in query:
        raise MalformedError(f"no query: {query!r}")
    pairs = []
    for part in query.split("&") if query else ():
        name, sign, value = part.partition("=")
        if not sign or "=" in value:
            raise MalformedError(f"no pair: {part!r}")
        pairs.append((percent_decoded(name), value))
    return pairs


def query_value(described: Described, query: str) -> Any:
    """The value of the only parameter of a query."""
    pairs = query_pairs(query)
    if not pairs:
        return MISSING
    if described.style == "deepObject" and described.kind != "scalar":
        return _deep(described.name, pairs)
    if described.explode and described.kind == "object" and described.style == "form":
        return {name: percent_decoded(value) for name, value in pairs}
    values = [value for name, value in pairs if name == described.name]
    if len(values) < len(pairs):
        raise MalformedError(f"another name: {query!r}")
    if described.explode and described.kind == "array":
        if described.inner:
            return [[percent_decoded(each) for each in value.split(described.inner)] for value in values]
        return [percent_decoded(value) for value in values]
    (value,) = values
    separator = _ONLY_BETWEEN.get(described.style, ",")
    return _divided(value, separator, described.kind, False, described.inner)


def _deep(name: str, pairs: list[tuple[str, str]]) -> Any:
    tree: dict[str, Any] = {}
    for written, value in pairs:
        if not written.startswith(f"{name}[") or not written.endswith("]"):
            raise MalformedError(f"no part of {name}: {written!r}")
        steps = written[len(name) + 1 : -1].split("][")
        inside = tree
        for step in steps[:-1]:
            inside = inside.setdefault(step, {})
        if steps[-1] in inside:
            raise MalformedError(f"twice: {written!r}")
        inside[steps[-1]] = percent_decoded(value)
    return _listed(tree)


def _listed(tree: Any) -> Any:
    if not isinstance(tree, dict):
        return tree
    inside = {key: _listed(value) for key, value in tree.items()}
    return list(inside.values()) if list(inside) == [str(index) for index in range(len(inside))] else inside


# --- header and cookie


def header_value(described: Described, value: str) -> Any:
    """A header's value: nothing in it is encoded."""
    separator = _UNENCODED.get(described.style, ",")
    if described.kind == "scalar":
        return value
    parts = value.split(separator)
    if described.inner:
        return [part.split(described.inner) for part in parts]
    if described.kind == "array":
        return parts
    if described.explode and separator == ",":
        return dict(tuple(part.split("=", 1)) for part in parts)
    return _paired(parts)


def cookie_value(described: Described, header: str | None) -> Any:
    """The value of the only parameter of a Cookie header (RFC 6265, section 4.2.1)."""
    if header is None:
        return MISSING
    decode = percent_decoded if described.style == "form" else str
    joint = described.kind != "scalar" and not described.explode
    pairs = []
    for part in header.split("; "):
        name, sign, value = part.partition("=")
        if not sign or not set(value) - set("," if joint else "") <= _COOKIE or not set(name) <= _COOKIE:
            raise MalformedError(f"no cookie: {part!r}")
        pairs.append((decode(name), value))
    if described.explode and described.kind == "object":
        return {name: decode(value) for name, value in pairs}
    if any(name != described.name for name, _ in pairs):
        raise MalformedError(f"another name: {header!r}")
    if described.explode and described.kind == "array":
        return [decode(value) for _, value in pairs]
    ((_, value),) = pairs
    if described.kind == "scalar":
        return decode(value)
    parts = [decode(part) for part in value.split(",")]
    return parts if described.kind == "array" else _paired(parts)
