"""A summary read as a name, where it is a short imperative."""

from __future__ import annotations

import re

from mcpgen.model import vocabulary
from mcpgen.shaping.acts import JUST_MADE
from mcpgen.shaping.openings import base_form, directive
from mcpgen.shaping.phrase import IN_NUMBERS, JOINERS, Phrase, is_firm_verb, joined_verbs, read_phrase
from mcpgen.shaping.words import split_words

_SUMMARY_WORDS = 5
_OPENINGS = frozenset("a an the all this your if whether for to".split())
_THIRD_PERSON = re.compile(r"^([A-Z]?[a-z]+?)(es|s)$")
_ASIDE = re.compile(r"(?:[(\[][^)\]]{1,40}[)\]][\s:.-]*|\d{1,3}[.)]\s+|please\s+)+(?=\w)", re.IGNORECASE)
"""What stands before a summary and is no part of it: "[Admin]", "(Deprecated)", "1.", "Please"."""
_LABEL = re.compile(r"([A-Za-z]+):\s+(?=[A-Za-z])")
"""A label before a summary: "Bulk: delete widgets"."""
_ADVERB = re.compile(r"[A-Za-z]{3,}ly\s+(?=[A-Za-z])")
_CLAUSE = re.compile(r"\s(?:that|which|who|whose|matching)\s.*", re.IGNORECASE)
"""What says more of a noun: "the users that match the filter"."""
_MADE = frozenset({"created", "newly"})
"""What is said of an answer where something is made: "Returns the newly created comment"."""
_BEHIND = re.compile(r"\s*\([^()]*\)$")
_NUMBERS_OF = re.compile(r"^((?:batch|bulk|mass) \w+) of (?=\w)", re.IGNORECASE)
"""What is done to many things, as a noun: "Bulk update of shipments"."""
_MANNER = re.compile(r"^(\w+ .*?\w) (?:(?:after|by|via|when) [a-z]+ing|once)\s.*", re.IGNORECASE)
"""How something is done, behind what is done: "Transcribe a receipt by uploading an image"."""
_BOTH = re.compile(
    r"(?P<one>\w+) (?P<object>(?:for |on )?[\w ]{2,40}?),? and (?P<other>\w+) (?:it|them|these|those)\b.*",
    re.IGNORECASE,
)
"""Two things that are done to one: "Lists jobs and locks them"."""
_AS_CALLER = re.compile(
    r"\s+as (?:the )?(?:currently )?(?:authenticated|authorized|current|logged[- ]in|signed[- ]in) user$", re.IGNORECASE
)
_RETURNED = "returns"
"""Opens what is read: "Returns the users"."""


def summary_phrase(summary: str, *, trusted: str = "", reading: bool = False) -> Phrase | None:
    """A summary that is a short imperative, as a phrase: "Create a pet"; `trusted` is a verb known to be one.

    `reading`: "Returns the users that match" is read as well.
    """
    text, opened = _bare(summary)
    text = _AS_CALLER.sub("", _without_clause(text.partition(". ")[0].rstrip("."), reading=reading))
    if not text or re.search(r"[.:;()/\\{}<>|,!?]", text) or len(text.split()) > _SUMMARY_WORDS + 2:
        return None
    words = list(joined_verbs(split_words(text)))
    made = bool(_MADE.intersection(words)) or (reading and bool(JUST_MADE.intersection(words[1:3])))
    if words[:1] == [_RETURNED] and made:
        return None
    for i in range(len(words)):
        if i == 0 or words[i - 1] in JOINERS:
            words[i] = "get" if reading and i == 0 and words[i] == _RETURNED else _imperative(words[i])
    trusted = words[0] if opened and words else trusted
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


def _bare(summary: str) -> tuple[str, bool]:
    """A summary without what stands before its verb: marks, labels, adverbs, "Endpoint to", "Used to".

    And whether words stood there that only a verb stands behind.
    """
    text = summary.strip()
    aside = _ASIDE.match(text)
    text = _NUMBERS_OF.sub(r"\1 ", text[aside.end() :] if aside is not None else text)
    label = _LABEL.match(text)
    if label is not None and base_form(_first(text[label.end() :])):
        manner = label[1].lower() in IN_NUMBERS
        text = f"{label[1]} {text[label.end() :]}" if manner else text[label.end() :]
    if (adverb := _ADVERB.match(text)) is not None and base_form(_first(text[adverb.end() :])):
        text = text[adverb.end() :]
    opened = directive(text)
    return (opened, True) if len(opened) < len(text) else (text, False)


def _without_clause(text: str, *, reading: bool) -> str:
    """A text without its relative clause, and with two verbs of one object before it: list and lock jobs."""
    both = _BOTH.fullmatch(text)
    if both is not None and (one := base_form(both["one"])) and (other := base_form(both["other"])):
        return f"{one} and {other} {both['object'].removeprefix('for ').removeprefix('on ')}"
    text = _MANNER.sub(r"\1", _BEHIND.sub("", text))
    short = _CLAUSE.sub("", text) if reading else text
    return short if " " in short else text


def _first(text: str) -> str:
    return text.split(maxsplit=1)[0] if text.strip() else ""


def _imperative(word: str) -> str:
    """`creates` as create, where that is a verb."""
    if not _THIRD_PERSON.match(word) or vocabulary.is_verb(word):
        return word
    return next((w for w in (word[:-1], word[:-2]) if vocabulary.is_verb(w)), word)
