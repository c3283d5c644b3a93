"""What is said of one tool of a split operation: its own kind, and nothing of its siblings (DES004)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mcpgen.model.schema import Enum
from mcpgen.shaping.words import split_words

_CHOICE = re.compile(r"\b(?:one of|either|kinds? of|types? of)\b", re.I)
_STEM = 5
"""Letters by which a word is known in its forms: cancel, cancels, cancelled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """The branch of a split: its label, what the source says of it, and the labels of its siblings."""

    label: str
    text: str = ""
    others: tuple[str, ...] = ()

    def keeps(self, sentence: str) -> bool:
        """Whether a sentence about the whole operation is true of this branch alone."""
        own = set(split_words(self.label))
        foreign = [word for other in self.others for word in split_words(other) if word not in own]
        return not _CHOICE.search(sentence) and not any(mentions(sentence, word) for word in foreign)


def mentions(sentence: str, label: str) -> bool:
    """Whether every word of a label stands in a sentence, in one form or another."""
    said = split_words(sentence)
    words = split_words(label)
    return bool(words) and all(any(word.startswith(own[:_STEM]) for word in said) for own in words)


def meaning(schema: Enum, value: object) -> str:
    """What the source says of one value: its label, or its line in the description ("- `capture`: takes the money")."""
    for known, label in zip(schema.values, schema.labels, strict=False):
        if known == value and label:
            return label
    line = re.search(rf"(?m)^[\s*-]*`?{re.escape(str(value))}`?\s*(?::|=|–|—| - )\s*(.+)$", schema.description)
    return line[1].strip() if line else ""


def others(labels: Sequence[str], label: str) -> tuple[str, ...]:
    """The siblings of a branch."""
    return tuple(other for other in labels if other != label)
