"""A regular expression as an automaton without empty steps (Glushkov's): a position for each of its characters.

Steps are told apart even where two lead to the same place, as a backtracking engine goes both ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mcpgen.model.regex import operations, parsed

_MOST_COPIES: Final = 64
_MOST_POSITIONS: Final = 1_000
_MOST_LETTERS: Final = 1_000
"""Kinds of characters that sets of a pattern tell apart."""
_ENDLESS: Final = 0xFFFFFFFF
"""From here on a repeat of `re` has no end (`MAXREPEAT`)."""


class EndlessError(Exception):
    """A pattern is exponential, or too large to say how often it goes through a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A part of the pattern: where it starts and ends, and in how many ways it reads nothing."""

    first: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    empty: int = 0


@dataclass(slots=True, kw_only=True)
class Automaton:
    """What a pattern reads, and where it goes on from there; texts have at most `longest` characters."""

    longest: int
    letters: list[int] = field(default_factory=list)
    """Letters that each position reads, as bits: one for each set of characters that the pattern tells apart."""
    turns: list[int] = field(default_factory=list)
    """How often each position may be read again, at most `longest` times."""
    follow: dict[int, list[int]] = field(default_factory=dict)
    """The positions after each; one is listed as often as there are ways to it."""
    _alphabet: list[int] = field(default_factory=list)
    _within: int = 1

    def read(self, text: str) -> None:
        """Adds the whole pattern, after a first position for the start and a loop for where a search starts.

        Raises:
            EndlessError: a repeat counts empty turns, or the pattern is too large.
            ValueError: Python does not read the pattern.
        """
        pattern = parsed(text)
        self._alphabet = sorted({0, *_edges(pattern)})
        if len(self._alphabet) > _MOST_LETTERS:
            raise EndlessError
        start = self._position(0)
        whole = self._sequence(pattern)
        if pattern and pattern[0][0] == "AT" and str(pattern[0][1]) in ("AT_BEGINNING", "AT_BEGINNING_STRING"):
            self._join(start, whole)
        else:
            self._within = self.longest
            self._join(start, self._chain([self._looped(self._position(self._any())), whole]))

    def _any(self) -> int:
        return (1 << len(self._alphabet)) - 1

    def _position(self, letters: int) -> _Part:
        if len(self.letters) == _MOST_POSITIONS:
            raise EndlessError
        here = len(self.letters)
        self.letters.append(letters)
        self.turns.append(min(self._within, self.longest))
        self.follow[here] = []
        return _Part(first=(here,), last=(here,))

    def _join(self, before: _Part, after: _Part) -> None:
        for position in before.last:
            self.follow[position] += after.first
            if len(self.follow[position]) > _MOST_POSITIONS:
                raise EndlessError

    def _sequence(self, pattern: Any) -> _Part:
        return self._chain(self._operation(name, value) for name, value in operations(pattern))

    def _chain(self, parts: Iterable[_Part]) -> _Part:
        whole = _Part(empty=1)
        for part in parts:
            self._join(whole, part)
            whole = _Part(
                first=whole.first + part.first * whole.empty,
                last=part.last + whole.last * part.empty,
                empty=min(whole.empty * part.empty, 2),
            )
        return whole

    def _operation(self, name: str, value: Any) -> _Part:
        match name:
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                return self._position(self._bits(name, value))
            case "SUBPATTERN" | "ATOMIC_GROUP":
                return self._sequence(value[-1] if name == "SUBPATTERN" else value)
            case "BRANCH":
                return _either([self._sequence(branch) for branch in value[-1]])
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                return self._repeat(*value)
            case "AT":
                return _Part(empty=1)
            case "ASSERT" | "ASSERT_NOT":  # once read, it is not gone back to
                return _Part(first=self._sequence(value[-1]).first, empty=1)
            case _:  # a group that is read again, whatever is in it
                self._within, before = self.longest, self._within
                again = self._looped(self._position(self._any()))
                self._within = before
                return again

    def _bits(self, name: str, value: Any) -> int:
        return sum(1 << index for index, code in enumerate(self._alphabet) if _holds(name, value, code))

    def _repeat(self, least: Any, most: Any, inner: Any) -> _Part:
        low, high = int(least), int(most)
        if high <= 1:
            part = self._sequence(inner)
            return part if low else _either([part, _Part(empty=1)])
        if low == high and _is_plain(inner) and high * len(inner) <= _MOST_COPIES:
            part = self._sequence(inner)
            copies = min(high, _MOST_COPIES) if part.first else 1  # what reads nothing is there once
            return self._chain([part, *(self._sequence(inner) for _ in range(copies - 1))])
        before = self._within
        self._within = min(before * (high if high < _ENDLESS else self.longest), self.longest)
        part = self._sequence(inner)
        self._within = before
        if low > 1 and part.empty:
            raise EndlessError
        return self._looped(part, needed=low > 0)

    def _looped(self, part: _Part, *, needed: bool = False) -> _Part:
        """A part any number of times; `re` goes through it once more where it can be empty."""
        self._join(part, part)
        ends = min(1 + part.empty, 2)
        return _Part(first=part.first, last=part.last * ends, empty=0 if needed and not part.empty else ends)


def _either(parts: Sequence[_Part]) -> _Part:
    return _Part(
        first=tuple(position for part in parts for position in part.first),
        last=tuple(position for part in parts for position in part.last),
        empty=min(sum(part.empty for part in parts), 2),
    )


def _is_plain(pattern: Any) -> bool:
    """Whether there is one way only to read a text by it: characters, one after the other, fixed counts of them."""
    for name, value in operations(pattern):
        match name:
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN" | "AT":
                continue
            case "SUBPATTERN" if _is_plain(value[-1]):
                continue
            case "MAX_REPEAT" if value[0] == value[1] and _is_plain(value[2]):
                continue
            case _:
                return False
    return True


# --- characters

CATEGORIES: Final = {
    "DIGIT": ((48, 57),),
    "SPACE": ((9, 13), (32, 32)),
    "WORD": ((48, 57), (65, 90), (95, 95), (97, 122)),
}
"""What `\\d`, `\\s` and `\\w` hold, by ECMA-262 but for spaces that are not ASCII."""


def _edges(pattern: Any) -> Iterator[int]:
    """Where a set of the pattern begins, and where it has ended: from one to the next all characters are alike."""
    for name, value in operations(pattern):
        match name:
            case "LITERAL" | "NOT_LITERAL" | "RANGE":
                low, high = value if name == "RANGE" else (value, value)
                yield from (low, high + 1)
            case "ANY":
                yield from (10, 11)
            case "CATEGORY":
                for low, high in CATEGORIES[str(value).split("_")[-1]]:
                    yield from (low, high + 1)
            case "IN":
                yield from _edges(value)
            case "BRANCH":
                for branch in value[-1]:
                    yield from _edges(branch)
            case "SUBPATTERN" | "ASSERT" | "ASSERT_NOT" | "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                yield from _edges(value[-1])
            case "ATOMIC_GROUP":
                yield from _edges(value)


def _holds(name: str, value: Any, code: int) -> bool:
    match name:
        case "LITERAL":
            return bool(code == value)
        case "NOT_LITERAL":
            return bool(code != value)
        case "ANY":
            return code != 10
        case "RANGE":
            return bool(value[0] <= code <= value[1])
        case "CATEGORY":
            *_, negated, kind = ("", *str(value).split("_"))
            return any(low <= code <= high for low, high in CATEGORIES[kind]) != (negated == "NOT")
        case _:
            inside = [(one, other) for one, other in operations(value) if one != "NEGATE"]
            return any(_holds(*one, code) for one in inside) != (len(inside) < len(value))
