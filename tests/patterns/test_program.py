"""Programs of patterns find what `re` finds, and go through any text once."""

from __future__ import annotations

import importlib.util
import json
import random
import re
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.patterns.program import MOST_STATES, program
from tests.golden.walker import REPOSITORY
from tests.patterns.test_limits import EXPONENTIAL, HARMLESS


def _runtime() -> ModuleType:
    """The module of a package that runs programs."""
    file = REPOSITORY / "templates" / "package" / "runtime" / "automaton.py"
    spec = importlib.util.spec_from_file_location("automaton", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


AUTOMATON = _runtime()
NO_PROGRAM = ["^(a*)*\\1$", "^(?:a{1,100}){12}$", "(?=)" * 1_900 + "(a*)*b"]
TOLD = [p for p in [*EXPONENTIAL, *HARMLESS] if p not in NO_PROGRAM]


def automaton(pattern: str) -> Any:
    """What a package makes of a pattern, by way of JSON."""
    made = program(pattern)
    assert made is not None
    return AUTOMATON.Automaton(json.loads(json.dumps(made)))


def finds(pattern: str, text: str) -> bool:
    """What a call finds that has nothing else to find."""
    return bool(automaton(pattern).finds(text, AUTOMATON.Steps()))


def reference(pattern: str) -> re.Pattern[str]:
    """The pattern for `re`, with the end and the inside of ECMA-262 in place of Python's, which differ."""
    return re.compile(re.sub(r"(?<!\\)\$", r"\\Z", pattern).replace(r"\B", r"(?!\b)"), re.ASCII)


PIECES = st.sampled_from(
    "a b [ab] [^a] . ab a? \\w \\W \\d \\s \\S ^ $ \\b \\B [\\d_-] (?=a) (?!ab) (?<=a) (?<!b) (?=.*1)".split()
)
PATTERNS = st.recursive(
    PIECES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda each: f"(?:{'|'.join(each)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "+?", "{2}", "{0,3}", "{1,}", "{2,4}"])).map(
            lambda both: f"({both[0]}){both[1]}"
        ),
        inner.map(lambda one: f"(?={one})"),
        inner.map(lambda one: f"(?!{one})"),
    ),
    max_leaves=6,
)


@settings(max_examples=600, deadline=None)
@given(PATTERNS, st.lists(st.text("ab1_ -\n\u00e9", max_size=7), min_size=1, max_size=5))
def test_a_program_finds_what_re_finds(pattern: str, texts: list[str]) -> None:
    for text in texts:
        assert finds(pattern, text) == (reference(pattern).search(text) is not None), (pattern, text)


@pytest.mark.parametrize(
    ("pattern", "right", "wrong"),
    [
        (r"^(?!aws:)[\p{L}\p{Z}\p{N}_.:\/=+\-@%]*$", ["Grüße 世界", "x٣", ""], ["a?b", "aws:x", "🎈"]),
        (r"^\p{Lu}\p{gc=Ll}+$", ["Äb", "Ωα"], ["äb", "ÄB", "Ä1"]),
        (r"^\P{L}+$", ["123", "🎈"], ["a", "1ä"]),
        (r"^[^\p{L}\d]+$", ["?!"], ["ä", "1", "?1"]),
        (r"^[^\P{L}]$", ["ä"], ["1"]),
        (r"^(?:\p{General_Category=Nd}|\p{Sc})+$", ["5€"], ["a"]),
        (r"^\\p{2}$", ["\\pp"], ["p"]),
    ],
)
def test_categories_of_unicode_are_told(pattern: str, right: list[str], wrong: list[str]) -> None:
    assert [text for text in right if not finds(pattern, text)] == []
    assert [text for text in wrong if finds(pattern, text)] == []


@pytest.mark.parametrize("pattern", [r"^\p{Script=Greek}$", r"^\p{Alphabetic}$", r"[\P{L}a]", r"[a-\p{L}]", r"\pL"])
def test_other_properties_have_no_program(pattern: str) -> None:
    assert program(pattern) is None


@pytest.mark.parametrize("pattern", TOLD)
@settings(max_examples=30, deadline=None)
@given(text=st.text("ab01@.-,= \u00e9", max_size=9))
def test_real_patterns_are_found_as_re_does(pattern: str, text: str) -> None:
    assert finds(pattern, text) == (reference(pattern).search(text) is not None)


@pytest.mark.parametrize("pattern", NO_PROGRAM)
def test_what_has_no_program(pattern: str) -> None:
    assert program(pattern) is None


def test_other_letters_than_they_are_written_have_no_program() -> None:
    assert program("(?i)abc") is None
    assert program("(?i:a)bc") is None
    assert program("(?>a+)b") is None


class Counted(AUTOMATON.Automaton):  # type: ignore[misc, name-defined]
    """Counts the states that are looked at, in itself and what it looks for."""

    looked_at = 0

    def _closed(self, states: Any, around: int, steps: Any) -> Any:
        Counted.looked_at += len(self._ways)
        return super()._closed(states, around, steps)

    def _stepped(self, states: Any, character: str) -> Any:
        Counted.looked_at += len(states)
        return super()._stepped(states, character)


@pytest.mark.parametrize("pattern", [p for p in EXPONENTIAL if p not in NO_PROGRAM])
def test_a_long_text_takes_few_steps_more_than_a_short_one(pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AUTOMATON, "Automaton", Counted)
    counts = []
    for length in (2_000, 100_000):
        Counted.looked_at = 0
        for repeated in ("a", "ab", "1", "a1 "):
            assert finds(pattern, (repeated * length)[:length] + "\x00") in (True, False)
        counts.append(Counted.looked_at)
    assert counts[1] <= counts[0] + 100 * len(json.dumps(program(pattern)))


def test_a_text_that_takes_a_new_step_at_each_character_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AUTOMATON, "MOST_STEPS", 5_000)
    pattern = "^(?:[ab]*a[ab]{14})+$"
    letters = "".join(random.Random(7).choices("ab", k=4_000))
    with pytest.raises(AUTOMATON.TooManyStepsError):
        finds(pattern, letters)


def test_all_texts_of_a_call_are_counted_together() -> None:
    found, steps = automaton("^(a+)+$"), AUTOMATON.Steps()
    text = "a" * 100_000
    for _ in range(AUTOMATON.MOST_STEPS // (2 * len(text)) - 1):
        assert found.finds(text, steps)
    with pytest.raises(AUTOMATON.TooManyStepsError):
        assert [found.finds(text, steps) for _ in range(2)]


@pytest.mark.parametrize("pattern", ["(?:a[^b]{590}|c[^d]{590})+$", "(?=)" * 1_100 + "(a*)*b"])
def test_what_takes_long_is_given_up(pattern: str) -> None:
    looked_at = []

    class Steps(AUTOMATON.Steps):  # type: ignore[misc, name-defined]
        def take(self, steps: int) -> None:
            looked_at.append(steps)
            super().take(steps)

    with pytest.raises(AUTOMATON.TooManyStepsError):
        automaton(pattern).finds("".join(random.Random(7).choices("ac", k=10_000)), Steps())
    assert AUTOMATON.MOST_STEPS < sum(looked_at) <= AUTOMATON.MOST_STEPS + 2 * MOST_STATES


@pytest.mark.parametrize("text", ["a" * 1_000, "".join(random.Random(7).choices("ab", k=1_000))])
@pytest.mark.parametrize("pattern", ["^(?:a?){590}$", "^(?:[ab]*a[ab]{590})+$", "^(?:a|[ab]){590}$"])
def test_a_text_of_1_000_characters_is_never_given_up(pattern: str, text: str) -> None:
    assert finds(pattern, text) in (True, False)


def test_a_step_for_each_state_of_1_000_places_is_allowed() -> None:
    assert MOST_STATES * 2 * 1_000 <= AUTOMATON.MOST_STEPS


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("^()(){20000000}a$", "a"),
        ("(?:(){3000}){3000}x", "x"),
        ("^(?:(?:){2000000,}){1000}b$", "b"),
        ("^(?:(?:a{0}){20000000}|c)$", "c"),
    ],
)
def test_what_reads_nothing_is_not_built_again_and_again(
    pattern: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = []

    class Built(AUTOMATON.Automaton):  # type: ignore[misc, name-defined]
        def _built(self, tree: Any, after: int) -> Any:
            built.append(tree)
            assert len(built) < 100
            return super()._built(tree, after)

    monkeypatch.setattr(AUTOMATON, "Automaton", Built)
    assert finds(pattern, text)
    assert not finds(pattern, "d")


@pytest.mark.parametrize(
    ("pattern", "right", "wrong"),
    [
        ("^(?:[\ud7ff-\U0010ffff]+)+$", ["\ue000", "\U0010ffff"], ["a"]),
        ("^[\U0010f000\U0010f001]$", ["\U0010f000", "\U0010f001"], ["L", "a"]),
        ("^[\U0010f000]\\p{Lu}$", ["\U0010f000A"], ["AA", "\U0010f000\U0010f000", "\U0010f000\U0010f001"]),
        ("^[\\U0010f000]\\p{Lu}$", ["\U0010f000A"], ["AA", "\U0010f000\U0010f000", "\U0010f000\U0010f001"]),
        ("^[\\p{Lu}\ue000-\U0010ffff]$", ["A", "\U0010f000", "\U0010ffff"], ["a", "\ud7ff"]),
    ],
)
def test_private_characters_are_themselves(pattern: str, right: list[str], wrong: list[str]) -> None:
    assert [text for text in right if not finds(pattern, text)] == []
    assert [text for text in wrong if finds(pattern, text)] == []


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AUTOMATON, "MOST_KEPT", 500)
    pattern = "^(?:[ab]*a[ab]{9})+$"
    found, text = automaton(pattern), "".join(random.Random(7).choices("ab", k=3_000))
    assert found.finds(text, AUTOMATON.Steps()) == (text[-10] == "a")
    assert found.finds(f"{text}c", AUTOMATON.Steps()) is False
    assert len(found._reached) + len(found._after) <= 500
