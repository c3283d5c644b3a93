"""What an operation does beyond the verb that its text opens with: "Lists jobs and locks them" (ANN002, ANN003).

Only what is joined to the opening as a verb of its own counts: in the mood of the opening, or as a gerund behind "by"
or a comma, with an object where the word can be a noun too ("issues and comments" does nothing).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcpgen.model import vocabulary
from mcpgen.model.vocabulary import Effect, Verb
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.text import plain, sentences

_TOKEN = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*|[,;.:]|\S")
_JOINTS = frozenset({"and", "then", "or", ",", ";"})
_OF_SAFE = frozenset({"and", "then", ";"})
"""Joints behind which a safe method can do more: "Returns the counter and increments it"."""
_BETWEEN = frozenset(
    "then also and afterwards automatically immediately finally optionally permanently atomically subsequently".split()
)
"""What can stand between a joint and its verb."""
_OBJECTS = frozenset(
    "a an the all any each every it its one some that them their these this those your his her him".split()
)
_ASIDE = frozenset(
    "use pass provide specify supply give set include add enter need apply call send see follow submit contact".split()
)
"""Verbs that say how something is asked for, not what is done: "by sending a request", "including the owner"."""
_SPELLED = {"e-mail": "email"}


def further_deed(texts: Sequence[str], *, posted: bool) -> Verb | None:
    """The first verb that changes something and is joined to the opening of one of the texts, None where there is none.

    `posted`: what a POST says counts without an object too ("Search and delete"), and where it opens the sentence
    behind. Of a safe method only a second verb with an object does, that adds nothing new.
    """
    for text in texts:
        first, second = (*sentences(plain(text))[:2], "", "")[:2]
        found = _joined(_tokens(first), posted) or (_following(_tokens(second)) if posted else None)
        if found is not None:
            return found
    return None


def _tokens(sentence: str) -> list[str]:
    return [_SPELLED.get(token.lower(), token.lower()) for token in _TOKEN.findall(sentence)]


def _joined(tokens: Sequence[str], posted: bool) -> Verb | None:
    """The verb behind a joint of a sentence."""
    for index, token in enumerate(tokens):
        if index == 0 or token not in (_JOINTS | {"by"} if posted else _OF_SAFE) or _is_purpose(tokens, index):
            continue
        at = index + 1
        while at < len(tokens) and tokens[at] in _BETWEEN:
            at += 1
        word, behind = (*tokens[at : at + 2], "", "")[:2]
        gerund = token in ("by", ",") and at == index + 1
        verb = _deed(word)
        if verb is None or word.endswith("ing") is not gerund or (gerund and verb.word in _ASIDE):
            continue
        if not posted and verb.effect is Effect.CREATE:
            continue
        surely = not verb.noun_too and (behind in ("", ".", ";") or word.endswith("s"))
        if behind in _OBJECTS or (posted and not gerund and surely):
            return verb
    return None


def _following(tokens: Sequence[str]) -> Verb | None:
    """The verb in the third person that opens a sentence: "Marks each of them as seen."."""
    word, behind = (*tokens[:2], "", "")[:2]
    verb = _deed(word) if word.endswith("s") and behind in _OBJECTS else None
    return verb if verb is not None and verb.word not in _ASIDE else None


def _deed(word: str) -> Verb | None:
    """The verb of a word in the imperative, the third person or as a gerund, where that changes something."""
    found = vocabulary.verb(base_form(word)) if word and not word.endswith("ed") else None
    return found if found is not None and found.effect is not Effect.READ and found.word != "return" else None


def _is_purpose(tokens: Sequence[str], joint: int) -> bool:
    """True for what is only meant by a question: "a quote to buy or sell the asset"."""
    return any(token == "to" for token in tokens[max(joint - 3, 2) : joint])
