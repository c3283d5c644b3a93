"""A regular expression as a program that goes through a text once, whatever the text (Thompson, 1968).

All ways to read the text are followed side by side, so there is nothing to go back to. What cannot be told that way,
such as a group that is read again, has no program. `runtime/automaton.py` of a generated package runs it, and describes
it as JSON; what looks ahead is read from the text's end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, TypeAlias

from mcpgen.model.json import JsonObject
from mcpgen.model.regex import operations, parsed
from mcpgen.patterns.automaton import CATEGORIES

Tree: TypeAlias = list[Any]
Meant: TypeAlias = dict[int, tuple[str, bool]]
"""The characters that stand for a property: which one, and whether it is meant, or all others."""

MOST_STATES: Final = 1_200
"""A text of 1,000 characters then never takes more steps than a call has (`MOST_STEPS` of the package)."""
_MOST_LEVELS: Final = 60
_ENDLESS: Final = 0xFFFFFFFF
"""From here on a repeat of `re` has no end (`MAXREPEAT`)."""
_START, _END, _WORD, _FIRST_LOOK = 1, 2, 4, 8
_PLACES: Final = {
    "AT_BEGINNING": (_START, _START),
    "AT_BEGINNING_STRING": (_START, _START),
    "AT_END": (_END, _END),
    "AT_END_STRING": (_END, _END),
    "AT_BOUNDARY": (_WORD, _WORD),
    "AT_NON_BOUNDARY": (_WORD, 0),
}
"""What an anchor asks for; `$` is the very end (ECMA-262, "Assertions")."""
_PAST_LAST: Final = 0x110000
_ESCAPE: Final = re.compile(r"\\(?P<sign>[pP])\{(?:(?:gc|General_Category)=)?(?P<name>\w+)\}|\\.", re.DOTALL)
_PROPERTIES: Final = tuple(
    """L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cc Cf Cs Co
    Cn""".split()
)
"""The general categories (Unicode, chapter 4.5)."""
_STAND_IN: Final = 0x10F000
"""From here on, in the last plane of private use, a character may stand for a property."""


class _NoProgramError(ValueError):
    """A pattern that no program can tell."""


@lru_cache(maxsize=512)
def program(pattern: str) -> JsonObject | None:
    """The program of a pattern, None where there is none: Python does not read it, or it would be too large."""
    try:
        readable, meant = _with_stand_ins(pattern)
        operations_ = parsed(readable)
        if re.compile(readable).flags & ~re.UNICODE:
            return None
        made = _Program(meant, backwards=False)
        reads = made.sequence(operations_, 0)
        return made.as_json(reads) if _states(reads) + made.states <= MOST_STATES else None
    except ValueError:
        return None


class _Program:
    """Collects what a program looks for around a place, beside what it reads."""

    def __init__(self, meant: Meant, *, backwards: bool) -> None:
        self._meant = meant
        self._backwards = backwards
        self._looks: list[JsonObject] = []
        self.states = 0
        """Those of `looks`."""

    def as_json(self, reads: Tree) -> JsonObject:
        """The program, whole."""
        return {"reads": reads, "backwards": self._backwards, "looks": self._looks}

    def sequence(self, pattern: Any, level: int) -> Tree:
        """Operations one after the other, in the order in which the text is gone through."""
        if level > _MOST_LEVELS:
            raise _NoProgramError
        parts = [self._part(name, value, level + 1) for name, value in operations(pattern)]
        return parts[0] if len(parts) == 1 else ["all", *(reversed(parts) if self._backwards else parts)]

    def _part(self, name: str, value: Any, level: int) -> Tree:
        match name:
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                return _characters(name, value, self._meant)
            case "SUBPATTERN" if not value[1] and not value[2]:
                return self.sequence(value[-1], level)
            case "BRANCH":
                return ["any", *(self.sequence(branch, level) for branch in value[-1])]
            case "MAX_REPEAT" | "MIN_REPEAT":
                least, most = int(value[0]), int(value[1])
                inner = self.sequence(value[-1], level)
                return ["repeat", least, most if most < _ENDLESS else None, inner] if _states(inner) else ["all"]
            case "AT" if str(value) in _PLACES:
                return ["at", *_PLACES[str(value)]]
            case "ASSERT" | "ASSERT_NOT":
                return self._look(int(value[0]), value[-1], level, wanted=name == "ASSERT")
            case _:
                raise _NoProgramError

    def _look(self, direction: int, inner: Any, level: int, *, wanted: bool) -> Tree:
        """What is looked for from a place on, or up to it: found before the text is gone through."""
        look = _Program(self._meant, backwards=direction > 0)
        reads = look.sequence(inner, level)
        self.states += _states(reads) + look.states
        bit = _FIRST_LOOK << len(self._looks)
        self._looks.append(look.as_json(reads))
        return ["at", bit, bit if wanted else 0]


def _states(tree: Tree) -> int:
    """How many states a tree comes to, a repeat as often as it is written out."""
    match tree:
        case ["set", _] | ["kind", *_] | ["at", _, _]:
            return 1
        case ["repeat", least, most, inner]:
            return int(most * _states(inner) + most - least if most is not None else max(least, 1) * _states(inner) + 1)
        case [kind, *parts]:
            return int(kind == "any") + sum(map(_states, parts))
        case _:
            raise AssertionError(tree)


# --- characters


def _with_stand_ins(pattern: str) -> tuple[str, Meant]:
    """The pattern with a character of its own for each property of Unicode, which Python does not read: `\\p{L}`.

    A category by its short name, or as `gc=` or `General_Category=` (ECMA-262, "CharacterClassEscape"); any other
    property, and what is none in a set, stays as it is, and Python refuses it. No character is taken that the pattern
    has, or spells as `\\U0010f000`.
    """
    spelled = pattern.lower()
    codes = range(_STAND_IN, _PAST_LAST)
    free = (chr(code) for code in codes if chr(code) not in pattern and f"{code:x}" not in spelled)
    chosen: dict[tuple[str, bool], str] = {}

    def stand_in(found: re.Match[str]) -> str:
        if found["name"] not in _PROPERTIES:
            return found[0]
        about = (found["name"], found["sign"] == "p")
        if about not in chosen:
            chosen[about] = next(free, found[0])
        return chosen[about]

    readable = _ESCAPE.sub(stand_in, pattern)
    return readable, {ord(character): about for about, character in chosen.items() if len(character) == 1}


def _characters(name: str, value: Any, meant: Meant) -> Tree:
    """The characters that one operation reads."""
    inside = operations(value) if name == "IN" else [(name, value)]
    if name == "NOT_LITERAL":
        inside = [("NEGATE", None), ("LITERAL", value)]
    if any(one == "RANGE" and not meant.keys().isdisjoint(ends) for one, ends in inside):
        raise _NoProgramError
    told = [meant[what] for one, what in inside if one == "LITERAL" and what in meant]
    if not told:
        return ["set", _edges(_ranges(name, value))]
    is_meant = all(wanted for _, wanted in told)
    rest = [(one, what) for one, what in inside if one != "NEGATE" and not (one == "LITERAL" and what in meant)]
    if not is_meant and (len(told) > 1 or rest):
        raise _NoProgramError
    edges = _edges(each for one, what in rest for each in _ranges(one, what))
    return ["kind", edges, [kind for kind, _ in told], is_meant == all(one != "NEGATE" for one, _ in inside)]


def _ranges(name: str, value: Any) -> Iterator[tuple[int, int]]:
    """The characters that one operation reads, each range up to, not including, its end."""
    match name:
        case "LITERAL":
            yield value, value + 1
        case "RANGE":
            yield value[0], value[1] + 1
        case "NOT_LITERAL":
            yield from _others([(value, value + 1)])
        case "ANY":
            yield from _others([(10, 11)])
        case "CATEGORY":
            *_, negated, kind = ("", *str(value).split("_"))
            held = [(low, high + 1) for low, high in CATEGORIES[kind]]
            yield from _others(held) if negated == "NOT" else held
        case _:
            inside = [(one, what) for one, what in operations(value) if one != "NEGATE"]
            found = [each for one, what in inside for each in _ranges(one, what)]
            yield from found if len(inside) == len(value) else _others(found)


def _others(ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """All other characters."""
    edges = _edges(ranges)
    outside = edges[1:] if edges[:1] == [0] else [0, *edges]
    outside = outside[:-1] if outside[-1:] == [_PAST_LAST] else [*outside, _PAST_LAST]
    yield from zip(outside[::2], outside[1::2], strict=True)


def _edges(ranges: Iterable[tuple[int, int]]) -> list[int]:
    """Where ranges begin and end, in order; what touches is one."""
    edges: list[int] = []
    for low, high in sorted(ranges):
        if edges and low <= edges[-1]:
            edges[-1] = max(edges[-1], high)
        else:
            edges += (low, high)
    return edges
