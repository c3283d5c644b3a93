"""Words that an operation id writes as one, and the text of its operation as several (NAM001)."""

from __future__ import annotations

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.route import Route
from mcpgen.shaping.words import split_words

_RUN_ON, _LONGEST_RUN = 7, 5
"""Letters from which on a word may be several, and how many at most."""
_OPENING = 200
"""Letters of a description that words are looked for in."""


def as_told(words: tuple[str, ...], operation: Operation, route: Route) -> tuple[str, ...]:
    """`pagesby content`, `setposdata` as the text of the operation writes them: pages, by, content; set, pos, data.

    What a path writes as one word stays one, but for a call, with whose verb the text opens.
    """
    said = split_words(f"{operation.summary} {operation.description[:_OPENING]}")
    text = tuple(word for word in said if word not in ("a", "an", "the"))
    if not text or all(word in text for word in words):
        return words
    told = (base_form(text[0]) or text[0], *text[1:])
    runs = {
        "".join(told[i : i + size]): told[i : i + size]
        for size in range(_LONGEST_RUN, 1, -1)
        for i in range(len(told) - size + 1)
        if min(map(len, told[i : i + size])) > 1
    }
    found: list[str] = []
    at = 0
    while at < len(words):
        one, two = words[at], words[at : at + 2]
        both = runs.get("".join(two)) if not set(two) & set(told) else None
        if both is not None and len(two) > 1:
            found += both
            at += 2
        else:
            kept = one in told or len(one) < _RUN_ON or vocabulary.is_verb(one)
            kept = kept or (one in route.words and runs.get(one, ())[:1] != told[:1])
            found += (one,) if kept else runs.get(one, (one,))
            at += 1
    return tuple(found)
