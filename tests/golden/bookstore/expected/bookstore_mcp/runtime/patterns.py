"""Patterns on texts, by ECMA-262 as far as Python's own reading goes, and in bounded time."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

from .facts import optional

LONGEST_MATCHED = 10_000
"""Characters of a text, at most, that a pattern may have to go through for each of them."""
_SET = r"(?:\[(?:[^\]\\]|\\.)+\]|\\[dDsSwW]|\.)"
_IN_ONE_PASS = re.compile(rf"\^?{_SET}[*+]?|\^{_SET}[*+]\$")
"""Patterns of one set of characters, which go through any text once."""
_STEPS: ContextVar[Any] = ContextVar("_STEPS", default=None)
"""Those that the programs of patterns have left in this call."""
_DOLLAR = re.compile(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\$", re.DOTALL)


class TooLongError(Exception):
    """A text that it would take too long to find a pattern in."""


def begin_call() -> None:
    """From here on the time that the programs of patterns may take is counted anew."""
    _STEPS.set(None)


def found(pattern: str, text: str) -> bool | None:
    """Whether a text has what a pattern describes; None of a pattern that nothing can tell.

    Raises TooLongError.
    """
    slow = _slow()
    if pattern in slow:
        return None if slow[pattern] is None else _found_at_once(pattern, text)
    if len(text) > LONGEST_MATCHED and not _IN_ONE_PASS.fullmatch(pattern):
        raise TooLongError
    return _ecma(pattern).search(text) is not None


@cache
def _slow() -> Mapping[str, Any]:
    """The patterns for which `re` may take too long: their programs, None where there is none."""
    file = files(__name__.partition(".")[0]).joinpath("patterns.json")
    programs: dict[str, Any] = json.loads(file.read_bytes()) if file.is_file() else {}
    return programs


def _found_at_once(pattern: str, text: str) -> bool:
    automaton = optional("automaton")
    if (steps := _STEPS.get()) is None:
        _STEPS.set(steps := automaton.Steps())
    try:
        return bool(_automaton(pattern).finds(text, steps))
    except automaton.TooManyStepsError:
        raise TooLongError from None


@cache
def _automaton(pattern: str) -> Any:
    return optional("automaton").Automaton(_slow()[pattern])


@cache
def _ecma(pattern: str) -> re.Pattern[str]:
    """A pattern whose digits are 0 to 9, and whose `$` is the very end (ECMA-262, "Patterns")."""
    return re.compile(_DOLLAR.sub(lambda part: part[1] or r"\Z", pattern), re.ASCII)
