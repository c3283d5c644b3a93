"""What is said of one tool of a split operation: its own kind, and nothing of its siblings (DES004)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mcpgen.model.schema import Enum
from mcpgen.shaping.words import same_word, split_words

_CHOICE = re.compile(r"\b(?:one of|either|kinds? of|types? of)\b", re.I)
_ACTION = re.compile(r"\b(?:actions?|commands?|operations?)\b", re.I)
_STEM = 5
"""Letters by which a word is known in its forms: cancel, cancels, cancelled."""
_SHORT = 3
"""A word of so few letters is only itself or its plural."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """The branch of a split: what it is called, words that tell it, what the source says of it, its siblings' words."""

    words: tuple[str, ...]
    label: str = ""
    text: str = ""
    others: tuple[str, ...] = ()
    acts: bool = False
    """It is something that is done: what is said of actions at large says nothing of it."""

    def keeps(self, sentence: str) -> bool:
        """Whether a sentence about the whole operation is true of this branch alone."""
        foreign = [word for word in self.others if word not in self.words]
        if _CHOICE.search(sentence) or any(mentions(sentence, word) for word in foreign):
            return False
        return not self.acts or not _ACTION.search(sentence) or any(mentions(sentence, word) for word in self.words)


def mentions(sentence: str, word: str) -> bool:
    """Whether a word stands in a sentence, in one form or another."""
    said = split_words(sentence)
    return any(same_word(other, word) if len(word) <= _SHORT else other.startswith(word[:_STEM]) for other in said)


def meaning(schema: Enum, value: object) -> str:
    """What the source says of one value: its label, or its line in the description ("- `capture`: takes the money")."""
    for known, label in zip(schema.values, schema.labels, strict=False):
        if known == value and label:
            return label
    line = re.search(rf"(?m)^[\s*-]*`?{re.escape(str(value))}`?\s*(?::|=|–|—| - )\s*(.+)$", schema.description)
    return line[1].strip() if line else ""
