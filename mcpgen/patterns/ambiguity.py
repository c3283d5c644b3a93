"""In how many ways a regular expression reads one text: all that a backtracking engine tries before it gives up.

Inside a loop, two ways from a position back to it that read the same text double the work at each turn. Outside, ways
multiply where loops that read the same letters follow each other, and where choices start with the same letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import log10
from typing import Any, Final

from mcpgen.patterns.automaton import Automaton, EndlessError

_MOST_PAIRS: Final = 50_000
_MOST_MEETINGS: Final = 500_000
"""How many pairs of next positions are looked at."""
_MOST_LOOPS: Final = 100
_FEW_TURNS: Final = 12


def ways(pattern: str, longest: int) -> float:
    """The decimal logarithm of how often a text of `longest` characters may be gone through; infinite if exponential.

    0 is once, log10(longest) once for each character. It is an upper bound: what is harmless may look worse than it
    is, never better.

    Raises:
        ValueError: Python does not read the pattern.
    """
    automaton = Automaton(longest=max(longest, 1))
    try:
        automaton.read(pattern)
        loops = [part for part in _components(automaton.follow) if _is_loop(part, automaton.follow)]
        if len(loops) > _MOST_LOOPS or any(_doubles(loop, automaton) for loop in loops):
            return float("inf")
        return _splits(loops, automaton) + _choices(automaton)
    except (EndlessError, RecursionError):  # too large, or too deep, to be looked at
        return float("inf")


def _doubles(loop: Sequence[int], automaton: Automaton) -> bool:
    """Whether two ways lead from a position of the loop back to it, and read the same text."""
    if max(automaton.turns[position] for position in loop) <= _FEW_TURNS:
        return False
    inside = frozenset(loop)
    steps = {one: [after for after in automaton.follow[one] if after in inside] for one in loop}
    if any(len(set(after)) < len(after) for after in steps.values()):
        return True
    pairs = _pairs(loop, steps, automaton.letters)
    return any({one == other for one, other in part} == {True, False} for part in _components(pairs))


def _pairs(
    loop: Sequence[int], steps: Mapping[int, Sequence[int]], letters: Sequence[int]
) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Where two readings of one text that start together may stand, and where next."""
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    waiting = [(one, one) for one in loop]
    meetings = 0
    while waiting:
        pair = waiting.pop()
        if pair in found:
            continue
        meetings += len(steps[pair[0]]) * len(steps[pair[1]])
        if len(found) == _MOST_PAIRS or meetings > _MOST_MEETINGS:
            raise EndlessError
        after = product(steps[pair[0]], steps[pair[1]])
        met = {(min(two), max(two)) for two in after if letters[two[0]] & letters[two[1]]}
        found[pair] = sorted(met)
        waiting += found[pair]
    return found


def _splits(loops: Sequence[Sequence[int]], automaton: Automaton) -> float:
    """The ways to divide a text among loops that follow each other and read the same letters."""
    worst: list[float] = []
    for index, loop in enumerate(loops):  # the last ones come first
        after = [
            worst[other] + _split(loop, loops[other], automaton)
            for other in range(index)
            if _reaches(loop, loops[other], automaton, ~0)
        ]
        worst.append(max(after, default=0.0))
    return max(worst, default=0.0)


def _weight(loop: Sequence[int], automaton: Automaton) -> float:
    """The ways to leave a loop: after each turn, or after each choice of few turns."""
    turns = max(automaton.turns[position] for position in loop)
    inside = frozenset(loop)
    branches = any(len([one for one in automaton.follow[each] if one in inside]) > 1 for each in loop)
    return turns * log10(2) if turns <= _FEW_TURNS and branches else log10(turns)


def _split(loop: Sequence[int], other: Sequence[int], automaton: Automaton) -> float:
    """The ways to divide a text between two loops: one, unless both read all that stands between them."""
    common = _alphabet(loop, automaton) & _alphabet(other, automaton)
    divided = _reaches(loop, other, automaton, common)
    return min(_weight(loop, automaton), _weight(other, automaton)) if divided else 0.0


def _alphabet(loop: Sequence[int], automaton: Automaton) -> int:
    letters = 0
    for position in loop:
        letters |= automaton.letters[position]
    return letters


def _reaches(loop: Sequence[int], other: Sequence[int], automaton: Automaton, letters: int) -> bool:
    """Whether a way leads from one loop to the other that reads nothing but `letters`."""
    seen = set(loop)
    waiting = list(loop)
    while waiting:
        for after in automaton.follow[waiting.pop()]:
            if after not in seen and automaton.letters[after] & letters:
                seen.add(after)
                waiting.append(after)
    return not seen.isdisjoint(other)


def _choices(automaton: Automaton) -> float:
    """The ways that choices outside loops give which start with the same letter, all multiplied."""
    worst: dict[int, float] = {}
    for part in _components(automaton.follow):  # the last ones come first
        inside = frozenset(part)
        here = after = 0.0
        for position in part:
            out = [one for one in automaton.follow[position] if one not in inside]
            here = max(here, log10(max(_most_alike(out, automaton.letters), 1)))
            after = max([after, *(worst[one] for one in out)])
        worst |= dict.fromkeys(part, here + after)
    return worst[0]


def _most_alike(positions: Sequence[int], letters: Sequence[int]) -> int:
    """How many of the positions read the same letter, at most."""
    every = 0
    for one in positions:
        every |= letters[one]
    bits = (1 << index for index in range(every.bit_length()) if every >> index & 1)
    return max((sum(1 for one in positions if letters[one] & bit) for bit in bits), default=0)


def _is_loop(part: Sequence[int], follow: Mapping[int, Sequence[int]]) -> bool:
    return len(part) > 1 or part[0] in follow[part[0]]


def _components(graph: Mapping[Any, Sequence[Any]]) -> list[list[Any]]:
    """The strongly connected parts of a graph, those that lead nowhere else first (Tarjan)."""
    number: dict[Any, int] = {}
    lowest: dict[Any, int] = {}
    open_nodes: list[Any] = []
    found: list[list[Any]] = []
    for root in graph:
        path = [] if root in number else [(root, iter(graph[root]))]
        if path:
            number[root] = lowest[root] = len(number)
            open_nodes.append(root)
        while path:
            node, rest = path[-1]
            for after in rest:
                if after not in number:
                    number[after] = lowest[after] = len(number)
                    open_nodes.append(after)
                    path.append((after, iter(graph[after])))
                    break
                if lowest[after] >= 0:
                    lowest[node] = min(lowest[node], number[after])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    start = open_nodes.index(node)
                    part = open_nodes[start:]
                    del open_nodes[start:]
                    lowest |= dict.fromkeys(part, -1)
                    found.append(part)
    return found
