"""The code frame: a line of the source between its neighbours, with a mark below the place that is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from mcpgen.diagnostics import Span
from mcpgen.report.visible import visible_character

_LEAST: Final = 20
"""Columns that a line gets however narrow the terminal is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameLine:
    """One line of a frame; `number` is None for the mark."""

    number: int | None
    text: str


def frame(lines: Sequence[str], span: Span, width: int) -> tuple[FrameLine, ...]:
    """The line of `span` with the one before and after it, and the mark; `width` columns are for the text of a line.

    Long lines are cut around the place. Empty when the text has no such line.
    """
    if not 1 <= span.line <= len(lines):
        return ()
    index, room = span.line - 1, max(width, _LEAST)
    start, end = _window(lines[index], span.column - 1, room)
    found: list[FrameLine] = []
    for number in range(max(index - 1, 0), min(index + 2, len(lines))):
        text = _cut(lines[number], start, _fitting(lines[number], start, room))
        if number == index or text.strip():
            found.append(FrameLine(number=number + 1, text=text))
        if number == index:
            found.append(FrameLine(number=None, text=_mark(lines[index], span, start, end)))
    return tuple(found)


def _window(line: str, column: int, room: int) -> tuple[int, int]:
    """Which characters of a line are shown: all where they fit, else as many as fit around `column`."""
    end = _fitting(line, 0, room)
    if end == len(line) or column < end - room // 4:
        return 0, end
    start = max(0, min(column, len(line)) - room // 3)
    return start, _fitting(line, start, room)


def _fitting(line: str, start: int, room: int) -> int:
    """The end of the longest part of `line` from `start` that fits into `room` columns, the marks of cuts counted."""
    left = room - 2
    for index in range(start, len(line)):
        left -= cell_len(visible_character(line[index]))
        if left < 0:
            return index
    return len(line)


def _cut(line: str, start: int, end: int) -> str:
    shown = "".join(map(visible_character, line[start:end]))
    before = "…" if start and line[:start].strip() else " " * bool(start)
    return f"{before}{shown}{'…' if end < len(line) else ''}"


def _mark(line: str, span: Span, start: int, end: int) -> str:
    first = min(max(span.column - 1, start), max(end, start))
    marked = line[first : min(first + max(span.length, 1), end)]
    before = _width(line[start:first]) + bool(start)
    return " " * before + "^" * max(_width(marked), 1)


def _width(text: str) -> int:
    return sum(cell_len(visible_character(character)) for character in text)
