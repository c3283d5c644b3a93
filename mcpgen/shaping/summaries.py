"""A summary read as a name, where it is a short imperative."""

from __future__ import annotations

import re

from mcpgen.model import vocabulary
from mcpgen.shaping.phrase import JOINERS, Phrase, is_firm_verb, read_phrase
from mcpgen.shaping.words import split_words

_SUMMARY_WORDS = 5
_OPENINGS = frozenset("a an the all this your if whether for to".split())
_THIRD_PERSON = re.compile(r"^([A-Z]?[a-z]+?)(es|s)$")


def summary_phrase(summary: str, *, trusted: str = "") -> Phrase | None:
    """A summary that is a short imperative, as a phrase: "Create a pet"; `trusted` is a verb known to be one."""
    text = summary.strip().partition(". ")[0].rstrip(".")
    if not text or re.search(r"[.:;()/\\{}<>|,!?]", text) or len(text.split()) > _SUMMARY_WORDS + 2:
        return None
    words = list(split_words(text))
    for i in range(len(words)):
        if i == 0 or words[i - 1] in JOINERS:
            words[i] = _imperative(words[i])
    phrase = read_phrase(words)
    if words and phrase is not None and words[0] in ("bulk", "batch"):
        return phrase if phrase.noun and len(phrase.words) <= _SUMMARY_WORDS else None
    if phrase is None or phrase.context or vocabulary.preferred(words[0]) not in (phrase.verb, "get"):
        return None
    if not phrase.noun and (len(phrase.tail) < 2 or phrase.tail[0] == "with"):
        return None
    if phrase.verb != trusted and not is_firm_verb(words[0]) and not (len(words) > 1 and words[1] in _OPENINGS):
        return None
    return phrase if len(phrase.words) <= _SUMMARY_WORDS else None


def _imperative(word: str) -> str:
    """`creates` as create, where that is a verb."""
    if not _THIRD_PERSON.match(word) or vocabulary.is_verb(word):
        return word
    return next((w for w in (word[:-1], word[:-2]) if vocabulary.is_verb(w)), word)
