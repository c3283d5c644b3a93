"""JSON text to a tree (RFC 8259), noticing what the standard parser lets through."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass

from mcpgen.diagnostics import Diagnostic, SourceError, Span
from mcpgen.model.json import Json
from mcpgen.source.failure import failure, span_at

MAX_DEPTH = 150
"""Levels of nesting that a document may have. Real descriptions stay below 60."""

LONGEST_INTEGER = 4_000
"""Digits of an integer that is read as a number; a longer one stays text, which Python would refuse to convert."""

_HINTS = (
    ("property name", "Look for a comma after the last member, single quotes, or a comment: JSON has none of them."),
    ("Expecting value", "Look for a comma after the last item, a missing value, or an unquoted word."),
    ("delimiter", "A comma, colon or quote is missing here or just before."),
    ("Extra data", "The file holds more than one JSON value; keep one."),
    ("Unterminated string", 'Close the string with a double quote; a quote inside it is written \\".'),
    ("control character", "Write line breaks and tabs inside a string as \\n and \\t."),
    ("escape", "A backslash inside a string is written \\\\."),
)


_HALF = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A tree, in which the last of two equal keys counts."""

    data: Json
    duplicates: bool
    """Whether some mapping names a key twice."""
    conflicts: frozenset[str] = frozenset()
    """The keys that some mapping names twice with different values."""
    notes: tuple[Diagnostic, ...] = ()
    """What was read otherwise than it is written."""


def parse_json(text: str, file: str) -> ParsedText:
    """The tree of a JSON text. Raises `SourceError` (`source-syntax`, `source-too-deep`) with a span."""
    duplicates = False
    conflicts: set[str] = set()

    def members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        nonlocal duplicates
        mapping = dict(pairs)
        if len(mapping) != len(pairs):
            duplicates = True
            conflicts.update(key for key, value in pairs if value != mapping[key])
        return mapping

    def constant(name: str) -> Json:
        raise _refused_number(name, text, file)

    def number(literal: str) -> float:
        value = float(literal)
        if not math.isfinite(value):
            raise _refused_number(literal, text, file)
        return value

    def integer(literal: str) -> int | str:
        return int(literal) if len(literal) < LONGEST_INTEGER else literal

    try:
        try:
            data = json.loads(text, object_pairs_hook=members, parse_constant=constant, parse_float=number)
        except ValueError as error:
            if isinstance(error, json.JSONDecodeError):
                raise
            data = json.loads(
                text, object_pairs_hook=members, parse_constant=constant, parse_float=number, parse_int=integer
            )
    except json.JSONDecodeError as error:
        at = span_at(file, text, error.pos)
        hint = next((h for sign, h in _HINTS if sign in error.msg), "Check the text around this place.")
        raise failure("source-syntax", f"This is not JSON: {error.msg}.", hint, at, text) from None
    except RecursionError:
        raise too_deep(file, text) from None
    if _depth_exceeds(data, MAX_DEPTH):
        raise too_deep(file, text)
    return ParsedText(_whole(data) if _HALF.search(text) else data, duplicates, frozenset(conflicts))


def _whole(node: Json) -> Json:
    """The tree without halves of surrogate pairs, which no UTF-8 file can hold; U+FFFD stands for each."""
    if isinstance(node, str):
        return node.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(node, dict):
        return {_whole(key): _whole(value) for key, value in node.items()}
    return [_whole(item) for item in node] if isinstance(node, list) else node


def too_deep(file: str, text: str) -> SourceError:
    """The error for a document nested deeper than `MAX_DEPTH`."""
    return failure(
        "source-too-deep",
        f"The file is nested deeper than {MAX_DEPTH} levels.",
        "Name the inner parts under components and refer to them.",
        Span(file=file, line=1, column=1),
        text,
    )


def _refused_number(literal: str, text: str, file: str) -> SourceError:
    at = span_at(file, text, max(text.find(literal), 0), len(literal))
    return failure(
        "source-syntax",
        f"{literal} is not a number JSON can hold.",
        "Leave it out, or write null or a finite number.",
        at,
        text,
    )


def _depth_exceeds(data: Json, limit: int) -> bool:
    level = [data]
    for _ in range(limit):
        level = [
            child
            for node in level
            for child in (node.values() if type(node) is dict else node if type(node) is list else ())
            if type(child) is dict or type(child) is list
        ]
        if not level:
            return False
    return True
