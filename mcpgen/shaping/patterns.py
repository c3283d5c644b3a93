"""Which regular expressions of a source may run here, and in a client (promise 4; SRV008)."""

from __future__ import annotations

import re

MAX_PATTERN = 300

_UNPORTABLE = re.compile(r"\(\?[=!<]|\\[pPkKhHRXzZAG]|\(\?P|\\u\{|\[\[:|[*+?}]\+|\(\?>|\(\?[a-z-]+\)")
_NESTED = re.compile(r"\((?:[^()\\]|\\.)*(?<!\\)[*+}](?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,)")
"""A repeated group that itself repeats something: time that doubles with each character."""
_DELIMITED = re.compile(r"/.*/[a-z]*", re.S)


def is_portable(pattern: str) -> bool:
    """Whether every common regex engine reads the pattern alike, and in bounded time: no lookaround, no `\\p`."""
    return len(pattern) <= MAX_PATTERN and not _UNPORTABLE.search(pattern) and is_safe(pattern)


def is_safe(pattern: str) -> bool:
    """Whether Python can run the pattern on any text; one in `/delimiters/` is of another language."""
    if _NESTED.search(pattern) or _DELIMITED.fullmatch(pattern):
        return False
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return True
