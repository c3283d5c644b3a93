"""Sentences of descriptions that require a field, or have it, under a condition only (GRA002)."""

from __future__ import annotations

import re

_REQUIRED = re.compile(
    r"\b(?:required|mandatory|needed|must (?:also )?be (?:set|specified|provided|given|present|supplied|included))\b",
    re.I,
)
_ONLY = re.compile(
    r"\b(?:only|applicable|applies)\b|"
    r"\b(?:allowed|available|valid|used|supported|specified|set) (?:for|if|when|with)\b",
    re.I,
)
_CONDITION = re.compile(r"\b(?:if|when|for|with|where|in case)\b|[:=]", re.I)
_DENIED = re.compile(
    r"\b(?:not|never|optional(?:ly)?|unless|except|ignored|other than|without|omitted)\b|n't\b|\bcannot\b", re.I
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n\s*\n")


def clauses(text: str) -> tuple[str, ...]:
    """The sentences of a description as it is written, marks and all."""
    return tuple(_SENTENCE.split(text))


def demands(sentence: str) -> bool:
    """Whether a sentence requires a field under a condition: Required if type is `managed`."""
    return bool(_REQUIRED.search(sentence)) and _is_condition(sentence)


def limits(sentence: str) -> bool:
    """Whether a sentence has a field under a condition only: Only used with type `managed`."""
    return bool(_ONLY.search(sentence)) and _is_condition(sentence)


def without_demands(text: str) -> str:
    """A description without the sentences that `demands`: where the condition holds, they say nothing."""
    return " ".join(clause for clause in clauses(text) if not demands(clause))


def _is_condition(sentence: str) -> bool:
    return bool(_CONDITION.search(sentence)) and not _DENIED.search(sentence)
