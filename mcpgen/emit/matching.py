"""Texts made from a regular expression, for sample values; how long they may become is bounded first."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import rstr
from rstr.xeger import STAR_PLUS_LIMIT

from mcpgen.model.regex import operations, parsed

_TRIES: Final = 30
_LONGEST: Final = 20_000


@lru_cache(maxsize=256)
def texts_made_from(pattern: str) -> tuple[str, ...]:
    """Printable texts that follow `pattern`, short ones first; the same ones at each run.

    There are none where the pattern is no regular expression of Python's, or would make texts of more than 20,000
    characters. Some may not match, such as those of a pattern that looks ahead.
    """
    return tuple(sorted(dict.fromkeys(_made(pattern)), key=len))


def _made(pattern: str) -> Iterator[str]:
    try:
        if _length(parsed(pattern)) > _LONGEST:
            return
        maker = rstr.Rstr(random.Random(pattern))
        made = (maker.xeger(pattern) for _ in range(_TRIES))
        yield from (text for text in made if text.isprintable())
    except (re.error, RecursionError, KeyError, ValueError, OverflowError):
        return


def _length(pattern: list[tuple[str, Any]]) -> int:
    """The longest text that rstr makes from a parsed pattern, in characters."""
    return sum(_length_of(operation, value) for operation, value in pattern)


def _length_of(operation: str, value: Any) -> int:
    match operation:
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, inner = value
            return max(int(least), min(int(most), STAR_PLUS_LIMIT)) * _length(operations(inner))
        case "SUBPATTERN" | "ASSERT":
            return _length(operations(value[-1]))
        case "BRANCH":
            return max(_length(operations(branch)) for branch in value[-1])
        case _:
            return 1
