"""Patterns that run on what a model gives: in bounded time, whatever it gives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcpgen.model.regex import operations, parsed
from mcpgen.patterns.ambiguity import ways
from mcpgen.patterns.automaton import Automaton
from mcpgen.patterns.limits import is_held, is_portable, is_safe
from tests.shaping.test_hostile import with_body

EXPONENTIAL = [
    "^(a+)+$", "^((a+))+$", "^(([a-z0-9]+)-?)+$", "^(?:(?:[a-z]+)\\.?)*$", "^(a?){25}a{25}$", "^(a|a)*$", "^(a|aa)+$",
    "^((a*)?b)*$", "(x+x+)+y", "^(a|b|ab)*c$", "^(.*a){20}$", "^(\\w+\\s?)*$", "^(\\d{12}|\\d{16})*$",
    "^bytes=((\\d*-\\d*,? ?)+)$", "^(?:a{1,100}){6}$", "^" + "a?" * 25 + "a{25}$", "^(a|b*)*$", "^([^x]|y)*$",
    "^(?=(a+)+$)b", "^(a*)*\\1$", "^\\d+\\d+\\d+\\d+$", "^\\S+@\\S+\\.\\S+$",
]  # fmt: skip
HARMLESS = [
    "", "^$", "^abc$", "^[A-Z0-9]+(?:-[A-Z0-9]+)*$", "^[A-Za-z]+(?:[\\s'-][A-Za-z]+)*$", "^([0-9a-f]{2})*$", "\\d+",
    "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$", "^(\\d{1,3}\\.){3}\\d{1,3}$", "^(ab)+$", "^(foo|foobar)*$",
    "^-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?$", "^[a-z]{1,200}$", "^.*foo.*$", "^(a?)*$", "^\\s*\\S[\\s\\S]*$", "^(a|[^a])*$",
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", "^([01]?[0-9]|2[0-3]):[0-5][0-9]$",
    "^(?=.*[A-Z])(?=.*\\d).{8,}$", "^(?!\\s*$).+", "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", "^(\\w+,)*\\w+$", "^(a|b)c|d$",
    "^((a|)b)*$",
]  # fmt: skip


@pytest.mark.parametrize("pattern", EXPONENTIAL)
def test_a_pattern_that_tries_too_many_ways_is_refused(pattern: str) -> None:
    assert not is_safe(pattern)
    assert not is_portable(pattern)


@pytest.mark.parametrize("pattern", HARMLESS)
def test_a_pattern_that_reads_in_few_ways_is_kept(pattern: str) -> None:
    assert is_safe(pattern)


def test_a_pattern_of_short_texts_may_try_more() -> None:
    assert is_safe("^\\S+@\\S+\\.\\S+$", 254)
    assert not is_safe("^(a+)+$", 254)


@pytest.mark.parametrize(
    "pattern", ["[", "(?<=a+)b", "[[a]--b]", "/^abc$/i", "a{9999999999999}", "(" * 2000 + ")" * 2000]
)
def test_what_python_does_not_read_is_refused(pattern: str) -> None:
    assert not is_safe(pattern)


def test_a_pattern_that_is_not_listed_is_told(tmp_path: Path) -> None:
    tool = with_body(tmp_path, {"type": "object", "properties": {"n": {"type": "string", "pattern": "^((a+))+$"}}})
    listed = tool.input_schema["properties"]["n"]
    assert "pattern" not in listed
    assert "^((a+))+$" in listed["description"]


@pytest.mark.parametrize(
    ("pattern", "held"),
    [("^(a+)+$", True), ("^(a*)*\\1$", False), ("/^abc$/i", False), ("^\\p{Script=Greek}+$", False)],
)
def test_what_neither_python_nor_a_program_can_tell_is_not_held(pattern: str, held: bool) -> None:
    assert is_held(pattern) is held


@pytest.mark.parametrize(
    "pattern",
    ["(?:){4000000000}a", "(?:(?:(?:(?:(?:^){64}){64}){64}){64}){64}"],
)
def test_what_reads_nothing_is_looked_at_once(pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []

    class Counted(Automaton):
        def _sequence(self, pattern: Any) -> Any:
            looked_at.append(pattern)
            assert len(looked_at) < 100
            return Automaton._sequence(self, pattern)

    monkeypatch.setattr("mcpgen.patterns.ambiguity.Automaton", Counted)
    assert ways(pattern, 100) < 3
    assert looked_at


# --- steps, counted

PIECES = st.sampled_from(["a", "b", "[ab]", "[^a]", ".", "ab", "a?", "b*", "a{2}", "(?:a|b)", "(?:a|ab)"])
PATTERNS = st.recursive(
    PIECES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda each: f"(?:{'|'.join(each)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{0,20}", "{3,}", "{25}"])).map(
            lambda both: f"(?:{both[0]}){both[1]}"
        ),
    ),
    max_leaves=6,
)
LENGTH = 24
MOST = 400_000


class Spent(Exception):
    """More steps than a pattern may take."""


class Matcher:
    """Backtracks as `re` does, without its shortcuts, and counts each position that is tried."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.steps = 0

    def fails(self, pattern: list[tuple[str, Any]]) -> None:
        """Tries every way to read the text from its start, none of which is ever enough."""
        for _ in self._sequence(pattern, 0):
            pass

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST:
            raise Spent

    def _sequence(self, pattern: list[tuple[str, Any]], at: int) -> Iterator[int]:
        if not pattern:
            yield at
            return
        for end in self._one(*pattern[0], at):
            yield from self._sequence(pattern[1:], end)

    def _one(self, name: str, value: Any, at: int) -> Iterator[int]:
        self._step()
        match name:
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                if at < len(self.text) and self._reads(name, value, self.text[at]):
                    yield at + 1
            case "SUBPATTERN":
                yield from self._sequence(operations(value[-1]), at)
            case "BRANCH":
                for branch in value[-1]:
                    yield from self._sequence(operations(branch), at)
            case "MAX_REPEAT":
                yield from self._repeat(int(value[0]), int(value[1]), operations(value[2]), at, 0, -1)
            case _:
                raise AssertionError(name)

    def _repeat(
        self, least: int, most: int, inner: list[tuple[str, Any]], at: int, done: int, last: int
    ) -> Iterator[int]:
        if done < least or (done < most and at != last):
            for end in self._sequence(inner, at):
                yield from self._repeat(least, most, inner, end, done + 1, at if done >= least else last)
        if done >= least:
            yield at

    def _reads(self, name: str, value: Any, letter: str) -> bool:
        code = ord(letter)
        match name:
            case "ANY":
                return True
            case "LITERAL" | "NOT_LITERAL":
                return (code == value) == (name == "LITERAL")
            case _:
                listed = [one for kind, one in operations(value) if kind == "LITERAL"]
                return (code in listed) == (len(listed) == len(value))


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(PATTERNS, st.text("ab", min_size=1, max_size=4))
def test_no_text_takes_more_steps_than_were_foreseen(pattern: str, repeated: str) -> None:
    text = (repeated * LENGTH)[:LENGTH]
    foreseen = 10 ** ways("^" + pattern, LENGTH)
    matcher = Matcher(text)
    allowed = foreseen * LENGTH * 4 * (len(pattern) + 10)
    if allowed < MOST:
        matcher.fails(parsed(pattern))
        assert matcher.steps <= allowed


def steps(pattern: str, text: str) -> int:
    matcher = Matcher(text)
    with suppress(Spent):
        matcher.fails(parsed(pattern))
    return matcher.steps


@pytest.mark.parametrize(
    ("pattern", "repeated"),
    [("(?:a+)+", "a"), ("(?:a?){25}", "a"), ("(?:a|a)*", "a"), ("(?:(?:a*)?b)*", "b"), ("(?:a|ab|b)*", "ab")],
)
def test_the_count_of_steps_grows_where_a_pattern_is_refused(pattern: str, repeated: str) -> None:
    """The measure of the test above is one: it sees what the patterns that are refused do."""
    assert ways(f"^{pattern}$", LENGTH) == float("inf")
    assert steps(pattern, repeated * LENGTH) > 50_000


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(f"({'a|' * 200})*b", id="alternatives"),
        pytest.param(".*" * 200, id="loops"),
        pytest.param(f"[{''.join(chr(0x4E00 + 2 * n) for n in range(4_000))}]+", id="characters"),
        pytest.param("(" * 250 + "a" + ")" * 250, id="groups in groups"),
        pytest.param("(?:a|" * 300 + "b" + ")*" * 300, id="loops in loops"),
        pytest.param("(?:(?:){1000000000}a*)*b", id="empty turns"),
        pytest.param("(?u)abc", id="not with the flags of a server"),
    ],
)
def test_what_is_too_large_to_be_looked_at_is_not_safe(pattern: str) -> None:
    assert not is_safe(pattern)
