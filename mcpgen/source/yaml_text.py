"""YAML text to a tree of JSON values: libyaml's events under JSON typing (YAML 1.2.2, chapter 10).

Only true, false, null and decimal numbers are typed; `no`, dates, octals and the like stay text. Mapping keys are the
text that was written. Merge keys (`<<`) work as in YAML 1.1, as people use them. Nothing here recurses, so nesting
cannot exhaust the stack.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from mcpgen.diagnostics import Diagnostic, Severity, SourceError
from mcpgen.model.json import Json
from mcpgen.source.failure import failure, span_at
from mcpgen.source.json_text import LONGEST_INTEGER, MAX_DEPTH, ParsedText, too_deep

MAX_NODES = 300_000
"""Nodes that a document may always have once each alias stands for a copy of what it names."""
MAX_GROWTH = 10
"""How many times as many nodes as are written it may have beyond that."""

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)?(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?")
_NUMBER_STARTS = frozenset("0123456789+-.")
_TAG = "tag:yaml.org,2002:"
_HINTS = (
    ("'\\t'", "Indent with spaces; YAML does not allow tabs here."),
    ("cannot start any token", "Put the value in quotes; this character has a meaning of its own in YAML."),
    (
        "mapping values are not allowed",
        "Put the value in quotes: a colon and a space inside plain text start a mapping.",
    ),
    ("undefined alias", "Name the anchor with & before it is used, and not from inside itself."),
    ("expected <document start>", "The text ends before this place; check the indentation of this line."),
    ("simple key", "A colon is missing, or the indentation of this line differs from that of its siblings."),
    (
        "did not find expected",
        "Check the indentation of this line and the one before, and whether quotes and brackets close.",
    ),
    ("found unexpected end of stream", "A quote or bracket opened here is never closed."),
)


@dataclass(slots=True)
class _Frame:
    """An open mapping or sequence: what has been read of it, and its size and height with aliases expanded."""

    value: dict[str, Json] | list[Json]
    anchor: str | None
    key: str | None = None
    plain_key: bool = False
    merged: list[Json] = field(default_factory=list)
    nodes: int = 1
    height: int = 1


def parse_yaml(text: str, file: str) -> ParsedText:
    """The tree of a YAML text, None when it holds none. Aliases share what they name.

    Raises `SourceError` (`source-syntax`, `source-too-deep`, `source-too-large-expansion`) with a span.
    """
    try:
        return _Builder(text, file).build()
    except yaml.YAMLError as error:
        raise _syntax_error(error, text, file) from None


def events(text: str) -> Iterator[Any]:
    """The events of a YAML text, from libyaml where it is there. Raises `yaml.YAMLError`."""
    return iter(yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def is_plain(event: Any) -> bool:
    """Whether a scalar event was written without quotes, block indicator or tag."""
    return not event.tag and event.style not in ("'", '"', "|", ">")


def scalar(text: str) -> Json:
    """The value of a plain scalar."""
    if text in _NULLS:
        return None
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    if text[0] in _NUMBER_STARTS:
        if _INTEGER.fullmatch(text) and len(text) < LONGEST_INTEGER:
            return int(text)
        if any(c.isdigit() for c in text) and _NUMBER.fullmatch(text):
            value = float(text)
            return value if math.isfinite(value) else text
    return text


class _Builder:
    """Builds one tree from events; `_anchors` maps a name to (value, nodes, height)."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._anchors: dict[str, tuple[Json, int, int]] = {}
        self._stack: list[_Frame] = []
        self._root: Json = None
        self._documents = 0
        self._written = 0
        self._duplicates = False
        self._conflicts: set[str] = set()
        self._tags: dict[str, list[Any]] = {}

    def build(self) -> ParsedText:
        for event in events(self._text):
            self._written += 1
            match event:
                case yaml.ScalarEvent():
                    self._scalar(event)
                case yaml.MappingStartEvent():
                    self._open(event, {}, "map")
                case yaml.SequenceStartEvent():
                    self._open(event, [], "seq")
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    self._close(event)
                case yaml.AliasEvent():
                    if event.anchor not in self._anchors:
                        raise self._error(f"found undefined alias '{event.anchor}'", event)
                    self._add(*self._anchors[event.anchor], event)
                case yaml.DocumentStartEvent():
                    self._documents += 1
                    if self._documents > 1:
                        raise self._error(
                            "The file holds more than one YAML document.", event, "Keep one; remove the line ---."
                        )
        notes = tuple(self._ignored(tag, marks) for tag, marks in self._tags.items())
        return ParsedText(self._root, self._duplicates, frozenset(self._conflicts), notes)

    def _scalar(self, event: Any) -> None:
        text = event.value
        plain = is_plain(event)
        if self._is_key():
            self._set_key(text, plain)
        else:
            value = scalar(text) if plain else text if not event.tag else self._tagged(event)
            self._add(value, 1, 0, event, event.anchor)

    def _is_key(self) -> bool:
        frame = self._stack[-1] if self._stack else None
        return frame is not None and isinstance(frame.value, dict) and frame.key is None

    def _set_key(self, text: str, plain: bool) -> None:
        frame = self._stack[-1]
        frame.key = text
        frame.plain_key = plain

    def _tagged(self, event: Any) -> Json:
        tag, text = event.tag, event.value
        if tag in ("!", f"{_TAG}str"):
            return text
        value = scalar(text)
        if tag == f"{_TAG}float" and type(value) is int:
            return float(value)
        kinds = {f"{_TAG}int": int, f"{_TAG}float": float, f"{_TAG}bool": bool, f"{_TAG}null": type(None)}
        if tag in kinds and type(value) is kinds[tag]:
            return value
        self._ignore_tag(event)
        return text

    def _ignore_tag(self, event: Any) -> None:
        self._tags.setdefault(event.tag, []).append(event.start_mark)

    def _ignored(self, tag: str, marks: list[Any]) -> Diagnostic:
        more = len(marks) - 1
        others = f", nor in {more} more place{'s' * (more > 1)}" if more else ""
        return Diagnostic(
            code="source-tag",
            severity=Severity.WARNING,
            message=f"The tag {tag} means nothing here{others}; what it stands before is read as it is written.",
            hint="Write the value that is meant; only JSON's own types are known.",
            at=span_at(self._file, self._text, marks[0].index),
        )

    def _open(self, event: Any, value: dict[str, Json] | list[Json], kind: str) -> None:
        if event.tag not in (None, "", "!", _TAG + kind):
            self._ignore_tag(event)
        if self._is_key():
            raise self._error(
                "A key is a mapping or a list.", event, "Use a text as key; quote it if it starts with { or [."
            )
        if len(self._stack) >= MAX_DEPTH:
            raise too_deep(self._file, self._text)
        self._stack.append(_Frame(value, event.anchor))

    def _close(self, event: Any) -> None:
        frame = self._stack.pop()
        if frame.merged and isinstance(frame.value, dict):
            frame.value = _merge(frame.value, frame.merged)
        self._add(frame.value, frame.nodes, frame.height, event, frame.anchor)

    def _add(self, value: Json, nodes: int, height: int, event: Any, anchor: str | None = None) -> None:
        if anchor:
            self._anchors[anchor] = (value, nodes, height)
        if not self._stack:
            self._root = value
            return
        frame = self._stack[-1]
        frame.nodes += nodes
        frame.height = max(frame.height, height + 1)
        if frame.nodes > MAX_NODES + MAX_GROWTH * self._written:
            raise failure(
                "source-too-large-expansion",
                f"With its aliases written out the file has more than {MAX_NODES:,} nodes, most of them copies.",
                "Use fewer aliases of aliases.",
                span_at(self._file, self._text, event.start_mark.index),
                self._text,
            )
        if len(self._stack) + height > MAX_DEPTH:
            raise too_deep(self._file, self._text)
        self._put(frame, value)

    def _put(self, frame: _Frame, value: Json) -> None:
        if isinstance(frame.value, list):
            frame.value.append(value)
            return
        if self._is_key():  # an alias in a key's place: *name : value
            self._set_key(value if isinstance(value, str) else str(value), plain=False)
            return
        key, frame.key = frame.key or "", None
        if key == "<<" and frame.plain_key and _can_merge(value):
            frame.merged.extend(value if isinstance(value, list) else [value])
            return
        if key in frame.value:
            self._duplicates = True
            if frame.value[key] != value:
                self._conflicts.add(key)
        frame.value[key] = value

    def _error(self, message: str, event: Any, hint: str = "") -> SourceError:
        hint = hint or next((h for sign, h in _HINTS if sign in message), "")
        at = span_at(self._file, self._text, event.start_mark.index)
        return failure("source-syntax", message, hint, at, self._text)


def _can_merge(value: Json) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and all(isinstance(v, dict) for v in value))


def _merge(own: dict[str, Json], merged: list[Json]) -> dict[str, Json]:
    result: dict[str, Json] = {}
    for mapping in merged:
        for key, value in mapping.items():
            result.setdefault(key, value)
    result.update(own)
    return result


def _syntax_error(error: yaml.YAMLError, text: str, file: str) -> SourceError:
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        problem = error.problem or str(error)
        if "nesting depth" in problem:
            return too_deep(file, text)
        offset = min(mark.index, len(text)) if mark else 0
        message = f"This is not YAML: {problem}" + (f" ({error.context})." if error.context else ".")
    else:
        offset = getattr(error, "position", 0)
        offset = offset if isinstance(offset, int) else 0
        problem = getattr(error, "reason", None) or str(error)
        message = f"This is not YAML: {problem}."
    found = f"{message} {text[offset : offset + 1]!r}" if text[offset : offset + 1] == "\t" else message
    hint = next((h for sign, h in _HINTS if sign in found), "Check the text around this place.")
    return failure("source-syntax", message, hint, span_at(file, text, offset), text)
