"""Whether a description says more than the name it stands beside (PAR001, DES001)."""

from __future__ import annotations

import re
from typing import Final

from mcpgen.lint.names import imperative, singular, split_words

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")

_FILLERS: Final = frozenset(
    {
        "a",
        "an",
        "and",
        "the",
        "this",
        "that",
        "these",
        "of",
        "for",
        "to",
        "in",
        "on",
        "by",
        "with",
        "its",
        "your",
        "their",
    }
    | {"is", "be", "one", "some", "given", "specified", "value", "parameter", "param", "field", "argument", "input"}
    | {"property", "string", "integer", "boolean", "tool", "endpoint", "method", "function", "used", "use"}
)

_SAME: Final = {"identifier": "id", "ident": "id", "identifiers": "id", "uid": "id"}

_RUSSIAN_ID: Final = re.compile(r"\s*(?:идентификатор|id|ид)\s+[а-яё]+\s*\.?\s*", re.IGNORECASE)
"""`Идентификатор пользователя`: the name of an identifier in Russian, and nothing else."""


def repeats_name(description: str, name: str) -> bool:
    """True when every word of `description` is a filler or a word of `name`."""
    if len(description) > 200:
        return False
    known = {_stem(word) for word in split_words(name)}
    if "id" in known and _RUSSIAN_ID.fullmatch(description):
        return True
    said = [word for text in _WORD.findall(description) for word in split_words(text) or (text.lower(),)]
    return all(word in _FILLERS or _stem(word) in known for word in said)


def _stem(word: str) -> str:
    return _SAME.get(word) or imperative(word) or singular(word)
