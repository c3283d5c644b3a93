"""A pattern that no client is given to run, in the words of a description."""

from __future__ import annotations

import re
from typing import Final

LONGEST_TOLD: Final = 80
"""Characters of a pattern that is told in words: a longer one is read by nobody."""
_TOLD = re.compile(r"Has to match (\S.*?)\.(?: Deprecated\.)?\Z")


def in_words(pattern: str) -> str:
    """`Has to match ^[^@]+@.+$.`, the end of a description; '' for a pattern too long to be read."""
    return f"Has to match {pattern}." if len(pattern) <= LONGEST_TOLD and pattern.isprintable() else ""


def told_in(description: str) -> str:
    """The pattern that a description ends with, '' where it tells none."""
    found = _TOLD.search(description)
    return found[1] if found is not None else ""
