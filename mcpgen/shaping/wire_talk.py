"""Texts that speak of the wire, where the model gives arguments: how lists are joined, and what null does (DES007)."""

from __future__ import annotations

import re

from mcpgen.shaping.text import sentences

_REPEATED = re.compile(
    r"^(?:repeat|give|use|pass|send) (?:the |this )?(?:parameter|it)\b.*\b(?:more than one|several|each|multiple)\b",
    re.I,
)
_JOINED = re.compile(
    r"(?:,|\bas)?\s*(?:an? )?\b(?:(?:separated|delimited|joined) (?:by|with) (?:an? )?(?:single )?"
    r"(?:vertical )?(?:commas?|bars?|pipes?|spaces?|semicolons?)|(?:comma|pipe|space)[- ](?:separated|delimited)"
    r"(?: (?:list|string)(?= of\b|[.,;]|$))?(?: of\b)?)",
    re.I,
)
_MAY_BE_NULL = re.compile(r"^null\b|^(?:it |this )?(?:may|can) be null\b", re.I)
_GIVES_NULL = re.compile(
    r"\b(?:send|set|pass|use|give|supply)\b[^.]*\bnull\b|^null (?:clears|removes|takes|unsets|deletes|means)\b"
    r"|\bto null\b",
    re.I,
)
CLEARING = "Name a field in clear_fields to clear it."


def of_argument(text: str, *, is_array: bool) -> str:
    """An argument's text without how its list is written on the wire, and without null, which is no value here."""
    kept = [s for s in sentences(text) if not _speaks_of_wire(s, is_array=is_array)]
    if is_array:
        kept = [_JOINED.sub("", sentence).strip() for sentence in kept]
    return " ".join(s[:1].upper() + s[1:] for s in kept if s.strip(" ."))


def _speaks_of_wire(sentence: str, *, is_array: bool) -> bool:
    about_null = _MAY_BE_NULL.search(sentence) or _GIVES_NULL.search(sentence)
    return bool(about_null or (is_array and _REPEATED.search(sentence)))


def of_tool(text: str, *, clears: bool) -> str:
    """A tool's text, with what null does as `clear_fields` does it; left out where nothing can be cleared."""
    said = False
    kept = []
    for sentence in sentences(text):
        if not _GIVES_NULL.search(sentence):
            kept.append(sentence)
        elif clears and not said:
            kept.append(CLEARING)
            said = True
    return " ".join(kept)
