"""Okapi BM25 over short texts of names and prose (Robertson and Zaragoza 2009, with k1 = 1.5 and b = 0.75)."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

K1: Final = 1.5
B: Final = 0.75

_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD: Final = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """The words of a text or a name, `dagRuns` and `dag_runs` alike as `dag`, `run`."""
    return [_singular(word.lower()) for word in _WORD.findall(_CAMEL.sub(" ", text))]


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    return f"{word[:-3]}y" if word.endswith("ies") else word[:-1]


class Index:
    """Texts that a query is held against."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._counts = [Counter(words(text)) for text in texts]
        self._lengths = [counts.total() for counts in self._counts]
        self._mean = sum(self._lengths) / len(self._lengths) if self._lengths else 0.0
        self._holding = Counter(word for counts in self._counts for word in counts)

    def ranked(self, query: str) -> Sequence[int]:
        """The numbers of the texts, the best first; of equals the earlier one."""
        asked = words(query)
        scores = [self._score(asked, number) for number in range(len(self._counts))]
        return sorted(range(len(scores)), key=lambda number: -scores[number])

    def _score(self, asked: Sequence[str], number: int) -> float:
        counts = self._counts[number]
        stretch = K1 * (1 - B + B * self._lengths[number] / self._mean) if self._mean else K1
        return sum(self._rarity(word) * counts[word] * (K1 + 1) / (counts[word] + stretch) for word in asked)

    def _rarity(self, word: str) -> float:
        """Inverse document frequency, never negative."""
        holding = self._holding[word]
        return math.log(1 + (len(self._counts) - holding + 0.5) / (holding + 0.5))
