"""Lays a tree of JSON values out as YAML for people: block style for structure, small leaf mappings on one line.

PyYAML's emitter would take a second for every 400 tools and cannot decide by width what goes on a line. What is written
here reads the same under YAML 1.1, YAML 1.2 and JSON-schema typing: any text that one of them would take for something
else is quoted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from yaml.resolver import Resolver

from mcpgen.model.json import Json, JsonObject

_WIDTH = 120
_SHORT = 80
"""What an object with another in it may take of a line."""
_NARROWEST = 40
_LONGEST_SIMPLE_KEY = 900
_HIDDEN_CLASS = (
    "\\x00-\\x08\\x0b-\\x1f\\x7f-\\xa0\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\uffff"
    "\\U000e0000-\\U000e0fff\\U0010ffff\\ud800-\\udfff"
)
"""Characters that YAML forbids, or that nobody sees (control, zero-width, direction, tags): written as escapes."""
_HIDDEN = re.compile(f"[{_HIDDEN_CLASS}]")
_NOT_SINGLE = re.compile(f"[{_HIDDEN_CLASS}\n\t']")
_NOT_DOUBLE = re.compile(f'[{_HIDDEN_CLASS}\n\t"\\\\]')
_SURROGATE = re.compile("[\ud800-\udfff]")
_PLAIN_START = re.compile(r"[A-Za-z0-9_/.$(+^;\\<\u00a1-\U0010fffe]")
_NOT_PLAIN = re.compile(r":(?:\s|$)|\s#|[\n\t]|\s$")
_NOT_PLAIN_IN_FLOW = re.compile(r"[,\[\]{}:?]")
_MISREAD = re.compile(
    r"[-+]?[0-9_,:]*\.?[0-9_,]*(?:[eE][-+]?[0-9]+)?|0o[0-7_]+|[yYnN]|[-+]?\.?(?:inf|nan)", re.IGNORECASE
)
"""What YAML parsers other than PyYAML take for a number or a boolean."""
_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_FOLD = re.compile(r"(?<=[^ \t]) (?=[^ \t])")


def document(data: JsonObject) -> str:
    """The YAML text of a document, ending in a newline. Entries of many lines stand apart by a blank line.

    Raises ValueError for what no such text can hold: half of a surrogate pair, an infinite number or NaN.
    """
    blocks = [
        _spaced_list(key, value) if _is_list_of_objects(value) else _entry(_key(key), value, 0)
        for key, value in data.items()
    ]
    lines: list[str] = []
    for i, block in enumerate(blocks):
        if i and (len(block) > 1 or len(blocks[i - 1]) > 1):
            lines.append("")
        lines += block
    return "\n".join(lines) + "\n"


def _is_list_of_objects(value: Json) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value)


def _spaced_list(key: str, items: list[Json]) -> list[str]:
    lines = [_key(key)]
    for i, item in enumerate(items):
        lines += [""] * (i > 0) + _entry("  -", item, 2)
    return lines


def _entry(head: str, value: Json, indent: int) -> list[str]:
    """The lines of `key: value` or `- value`, whose head is indented by `indent`."""
    inline = _inline(value, _WIDTH - len(head) - 1)
    if inline is not None:
        return [f"{head} {inline}"]
    match value:
        case str():
            return _text(head, value, indent + 2)
        case Mapping():
            lines = [
                line
                for key, item in value.items()
                for line in _entry(" " * (indent + 2) + _key(key, indent + 2), item, indent + 2)
            ]
        case list() | tuple():
            lines = [line for item in value for line in _entry(" " * (indent + 2) + "-", item, indent + 2)]
        case _:
            return [f"{head} {_scalar(value)}"]
    if head.endswith("-"):
        return [head + lines[0][len(head) :], *lines[1:]]
    return [head, *lines]


def _key(key: str, indent: int = 0) -> str:
    """A key with its colon; long ones in the explicit form, since parsers read 1,024 characters at most otherwise."""
    text = _scalar(key)
    return f"{text}:" if len(text) < _LONGEST_SIMPLE_KEY else f"? {text}\n{' ' * indent}:"


# --- texts


def _text(head: str, text: str, indent: int) -> list[str]:
    """A text that needs lines: literal where it has some, else folded, quoted where neither is exact."""
    margin = " " * indent
    body, chomping = (text[:-1], "") if text.endswith("\n") else (text, "-")
    if not _stands_in_a_block(body):
        return [f"{head} {_quoted(text)}"]
    if "\n" in body:
        return [f"{head} |{chomping}", *(margin + line if line else "" for line in body.split("\n"))]
    return [f"{head} >{chomping}", *(margin + line for line in _folded(body, max(_WIDTH - indent, _NARROWEST)))]


def _stands_in_a_block(text: str) -> bool:
    """Whether a block scalar holds the text exactly."""
    return bool(text) and text[0] not in " \t\n" and text[-1] not in " \t\n" and not _HIDDEN.search(text)


def _folded(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in _FOLD.split(text):
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


# --- one line


def _inline(value: Json, room: int) -> str | None:
    """`value` on one line of at most `room` characters, or None where it is better shown in block style."""
    match value:
        case str():
            text = _scalar(value)
            return text if len(text) <= room and "\n" not in value else None
        case Mapping():
            nested = any(isinstance(item, Mapping) and item for item in value.values())
            return _flow(value, min(room, _SHORT) if nested else room) if _is_leaf(value) else None
        case list() | tuple():
            return _flow(value, room) if _is_small(value, 3) else None
        case _:
            return _scalar(value)


def _is_leaf(value: JsonObject) -> bool:
    """An object of scalars and small values, not of objects alone: those are names with something below each."""
    items = value.values()
    if items and all(isinstance(item, Mapping) and item for item in items):
        return False
    return all(
        _is_small(part, 2) for item in items for part in (item.values() if isinstance(item, Mapping) else [item])
    )


def _is_small(value: Json, depth: int) -> bool:
    """A scalar, an empty object, or lists of these, at most `depth` in each other."""
    match value:
        case Mapping():
            return not value
        case list() | tuple():
            return depth > 0 and all(_is_small(item, depth - 1) for item in value)
        case _:
            return True


def _flow(value: Json, room: int) -> str | None:
    """Flow style in at most `room` characters, or None where that is too few or a text has lines of its own."""
    match value:
        case Mapping():
            return _joined("{", ((f"{_scalar(key, in_flow=True)}: ", item) for key, item in value.items()), "}", room)
        case list() | tuple():
            return _joined("[", (("", item) for item in value), "]", room)
        case str() if "\n" in value:
            return None
        case _:
            text = _scalar(value, in_flow=True)
            return text if len(text) <= room else None


def _joined(start: str, parts: Iterable[tuple[str, Json]], end: str, room: int) -> str | None:
    line = start
    for head, item in parts:
        line += (", " if len(line) > 1 else "") + head
        text = _flow(item, room - len(line) - 1)
        if text is None:
            return None
        line += text
    return line + end


# --- scalars


def _scalar(value: Json, *, in_flow: bool = False) -> str:
    match value:
        case str():
            return value if _is_plain(value, in_flow) else _quoted(value)
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _number(value)
        case _:
            raise ValueError(f"not a JSON value: {type(value).__name__}")


def _number(value: float) -> str:
    """The shortest exact form, with a point and a signed exponent: YAML 1.1 takes `1e5` for a text."""
    if not math.isfinite(value):
        raise ValueError(f"not a JSON value: {value}")
    text = repr(value)
    return text if "." in text else text.replace("e", ".0e")


@lru_cache(maxsize=4096)
def _is_plain(text: str, in_flow: bool) -> bool:
    """Whether `text` without quotes is this text in every YAML version."""
    if not _PLAIN_START.match(text) or _NOT_PLAIN.search(text) or _HIDDEN.search(text):
        return False
    if in_flow and _NOT_PLAIN_IN_FLOW.search(text):
        return False
    return not _MISREAD.fullmatch(text) and not _means_something(text)


def _means_something(text: str) -> bool:
    """Whether YAML 1.1 reads the plain text as a boolean, null, number, time, merge or value key."""
    return any(pattern.match(text) for _, pattern in Resolver.yaml_implicit_resolvers.get(text[0], ()))


def _quoted(text: str) -> str:
    if _SURROGATE.search(text):
        raise ValueError("a text holds half of a surrogate pair, which no YAML file can")
    if not _NOT_SINGLE.search(text):
        return f"'{text}'"
    return '"' + _NOT_DOUBLE.sub(_escape, text) + '"'


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    code = ord(character)
    if character in _ESCAPES:
        return _ESCAPES[character]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
