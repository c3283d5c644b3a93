"""Which regular expressions of a source may run here, and in a client (promise 4; SRV008)."""

from __future__ import annotations

import re
from functools import lru_cache
from math import log10
from typing import Final

from mcpgen.model.json import JsonObject
from mcpgen.patterns.ambiguity import ways
from mcpgen.patterns.program import program

MAX_PATTERN = 300
LONGEST_TEXT: Final = 10_000
"""Characters of a text that a server runs patterns on (`runtime/patterns.py`)."""
_MOST_STEPS: Final = 8.5
"""Steps for one text, at most, as a decimal logarithm: a text of 10,000 characters may be gone through for each."""

_UNPORTABLE = re.compile(r"\(\?[=!<]|\\[pPkKhHRXzZAG]|\(\?P|\\u\{|\[\[:|[*+?}]\+|\(\?>|\(\?[a-z-]+\)")
_DELIMITED = re.compile(r"/.*/[a-z]*", re.S)


def is_portable(pattern: str, longest: int | None = None) -> bool:
    """Whether every common regex engine reads the pattern alike, and in bounded time: no lookaround, no `\\p`.

    `longest` is how many characters a text may have, where that is known.
    """
    return len(pattern) <= MAX_PATTERN and not _UNPORTABLE.search(pattern) and is_safe(pattern, longest)


@lru_cache(maxsize=4096)
def is_safe(pattern: str, longest: int | None = None) -> bool:
    """Whether Python can run the pattern on any text of `longest` characters; one in `/delimiters/` is not Python's."""
    if _DELIMITED.fullmatch(pattern):
        return False
    characters = max(1, LONGEST_TEXT if longest is None else min(longest, LONGEST_TEXT))
    try:
        return log10(characters) + ways(pattern, characters) <= _MOST_STEPS
    except ValueError:
        return False


def is_held(pattern: str, longest: int | None = None) -> bool:
    """Whether a server can hold the pattern against any text: Python runs it, or a program goes through the text."""
    return is_safe(pattern, longest) or program_of(pattern) is not None


def program_of(pattern: str) -> JsonObject | None:
    """What goes through a text in place of Python; None of a pattern in `/delimiters/`, or of one without program."""
    return None if _DELIMITED.fullmatch(pattern) else program(pattern)
