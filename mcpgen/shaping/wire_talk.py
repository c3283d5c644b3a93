"""Texts that speak of the wire, where the model gives arguments: how lists are joined, and what null does (DES007)."""

from __future__ import annotations

import re

from mcpgen.shaping.text import sentences

_REPEATED = re.compile(
    r"^(?:repeat|give|use|pass|send) (?:the |this )?(?:parameter|it)\b.*\b(?:more than one|several|each|multiple)\b",
    re.I,
)
_JOINED = re.compile(
    r"(?:(?:,|\bas)\s*+|(?<!\s)\s++)?(?:an? )?\b(?:(?:separated|delimited|joined) (?:by|with) (?:an? )?(?:single )?"
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
_ANSWER_TALK = re.compile(
    r"^(?:in response,? )?(?:(?:the )?(?:response|result|returned value|value)(?: body)? will "
    r"(?:be|contain|include|have) (?:set to )?an? (?:JSON |empty )?(?:object|array|body)\b"
    r"|(?:this|each|it) will be set to an?\b"
    r"|a successful (?:request|call|response) (?:will|returns?|is|gives)\b[^.]*\b\d{3}\b"
    r"|(?:the )?(?:response|server|api|call|request) (?:will )?"
    r"(?:returns?|responds? with|answers? with|receives?) (?:an? )?"
    r"(?:HTTP )?(?:status )?(?:code )?2\d\d\b)",
    re.I,
)
"""What comes back as the wire has it, in a sentence of its own: the answer's schema says it better."""
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
    """A tool's text without status codes, and with `clear_fields` for null; without null where nothing is cleared."""
    said = False
    kept = []
    for sentence in sentences(text):
        if _ANSWER_TALK.search(sentence):
            continue
        if not _GIVES_NULL.search(sentence):
            kept.append(sentence)
        elif clears and not said:
            kept.append(CLEARING)
            said = True
    return " ".join(kept)
