"""Patterns that would take too long by trying one way after the other: a text is gone through once.

All ways to read the text are followed side by side (Thompson, 1968). A program, as patterns.json
has it, is `{"reads": tree, "backwards": false, "looks": [program, ...]}`, where a tree is one of

- `["set", [48, 58]]`: a character from 48 up to, not including, 58; any number of such pairs
- `["kind", [48, 58], ["L", "Zs"], true]`: such a character, or one whose general category is one
  of these or begins with it; where the last is false, any other character
- `["all", a, b]`, `["any", a, b]`: one after the other; one of them
- `["repeat", 2, 5, a]`: so many times, without end where the second number is null
- `["at", mask, wanted]`: what holds between two characters, a bit each: 1 the start, 2 the end,
  4 one of the two is of a word, then one for each of `looks`: what is found from there on, or up
  to there
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

MOST_STEPS = 2_500_000
"""States that are looked at for all texts of a call; what takes more is refused as too long."""
MOST_KEPT = 200_000
"""States in the steps that are remembered, since most texts take the same ones again and again."""
_START, _END, _WORD, _FIRST_LOOK = 1, 2, 4, 8

States: TypeAlias = frozenset[int]


class TooManyStepsError(Exception):
    """A text that would take too long to go through."""


class Steps:
    """Counts the steps of all that is looked for in one call."""

    def __init__(self) -> None:
        self._left = MOST_STEPS

    def take(self, steps: int) -> None:
        """Counts so many more. Raises TooManyStepsError."""
        self._left -= steps
        if self._left < 0:
            raise TooManyStepsError


class _Set(NamedTuple):
    """Characters, by the edges of their ranges and by their general categories, or all others."""

    edges: Sequence[int]
    categories: tuple[str, ...] = ()
    wanted: bool = True

    def has(self, character: str) -> bool:
        """Whether a character is one of them."""
        held = bool(bisect_right(self.edges, ord(character)) % 2)
        if not held and self.categories:
            held = unicodedata.category(character).startswith(self.categories)
        return held == self.wanted


class Automaton:
    """Finds a pattern in texts, by its program."""

    def __init__(self, program: Mapping[str, Any]) -> None:
        self._backwards: bool = program["backwards"]
        self._looks = [Automaton(look) for look in program["looks"]]
        self._sets: dict[int, tuple[_Set, int]] = {}
        """Of a state that reads a character: which ones, and the state after it."""
        self._places: dict[int, tuple[int, int, int]] = {}
        """Of a state that reads nothing: what has to hold, and the state after it."""
        self._ways: list[list[int]] = [[]]
        """Of each state: those that are reached for nothing. The first is the pattern's end."""
        self._start = self._built(program["reads"], 0)
        self._reached: dict[tuple[States, int], tuple[States, bool]] = {}
        self._after: dict[tuple[States, str], States] = {}
        self._kept = 0
        """The states in both."""

    def finds(self, text: str, steps: Steps) -> bool:
        """Whether a text has what the pattern describes. Raises TooManyStepsError."""
        return any(self._found(text, steps))

    def _built(self, tree: Sequence[Any], after: int) -> int:
        """The state where a tree begins that leads to `after`."""
        match tree:
            case ["all", *parts]:
                for part in reversed(parts):
                    after = self._built(part, after)
                return after
            case ["any", *parts]:
                return self._state([self._built(part, after) for part in parts])
            case ["repeat", least, None, inner]:
                again = self._state([after])
                body = self._built(inner, again)
                self._ways[again].append(body)
                after = body if least else again
                for _ in range(least - 1):
                    after = self._built(inner, after)
                return after
            case ["repeat", least, most, inner]:
                end = after
                for _ in range(most - least):
                    after = self._state([end, self._built(inner, after)])
                for _ in range(least):
                    after = self._built(inner, after)
                return after
            case ["set", edges]:
                state = self._state([])
                self._sets[state] = (_Set(edges), after)
                return state
            case ["kind", edges, categories, wanted]:
                state = self._state([])
                self._sets[state] = (_Set(edges, tuple(categories), wanted), after)
                return state
            case ["at", mask, wanted]:
                state = self._state([])
                self._places[state] = (mask, wanted, after)
                return state
            case _:
                raise ValueError("no part of a program")

    def _state(self, ways: list[int]) -> int:
        self._ways.append(ways)
        return len(self._ways) - 1

    def _found(self, text: str, steps: Steps) -> Iterator[bool]:
        """For each place between two characters, as they are read: whether a way ends there."""
        states: States = frozenset()
        for character, around in self._places_of(text, steps):
            if (here := self._reached.get((states, around))) is None:
                here = self._closed(states, around, steps)
                self._make_room(len(states) + len(here[0]))
                self._reached[states, around] = here
            yield here[1]
            if (then := self._after.get((here[0], character))) is None:
                steps.take(len(here[0]))
                then = self._stepped(here[0], character)
                self._make_room(len(then))
                self._after[here[0], character] = then
            states = then

    def _make_room(self, states: int) -> None:
        """Forgets what was remembered where it would become too much."""
        self._kept += states + 1
        if self._kept > MOST_KEPT:
            self._reached.clear()
            self._after.clear()
            self._kept = states + 1

    def _places_of(self, text: str, steps: Steps) -> Iterator[tuple[str, int]]:
        """Each place: the character that is read next ('' where there is none), and what holds."""
        looks = [look.marks(text, steps) for look in self._looks]
        last = len(text)
        for at in range(last, -1, -1) if self._backwards else range(last + 1):
            steps.take(2 + len(looks))
            before, behind = text[at - 1 : at] if at else "", text[at : at + 1]
            holds = (_START if at == 0 else 0) | (_END if at == last else 0)
            holds |= _WORD if _is_of_a_word(before) != _is_of_a_word(behind) else 0
            for index, marks in enumerate(looks):
                holds |= _FIRST_LOOK << index if marks[at] else 0
            yield before if self._backwards else behind, holds

    def marks(self, text: str, steps: Steps) -> list[bool]:
        """For each place in a text: whether a way ends there."""
        found = list(self._found(text, steps))
        return found[::-1] if self._backwards else found

    def _closed(self, states: States, around: int, steps: Steps) -> tuple[States, bool]:
        """The states that read a character next, and whether the end is among those reached."""
        seen: set[int] = set()
        waiting = [self._start, *states]
        while waiting:
            state = waiting.pop()
            if state in seen:
                continue
            steps.take(1 + len(self._ways[state]))
            seen.add(state)
            waiting += self._ways[state]
            if place := self._places.get(state):
                mask, wanted, after = place
                waiting += [after] if around & mask == wanted else []
        return frozenset(state for state in seen if state in self._sets), 0 in seen

    def _stepped(self, states: States, character: str) -> States:
        """The states after a character."""
        if not character:
            return frozenset()
        found = (self._sets[state] for state in states)
        return frozenset(after for held, after in found if held.has(character))


def _is_of_a_word(character: str) -> bool:
    return character == "_" or (character.isascii() and character.isalnum())
