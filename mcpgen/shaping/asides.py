"""Sentences that tell a model nothing: where a person may read more, and that there is a value (DES002, DES007)."""

from __future__ import annotations

import re
from typing import Final

from mcpgen.shaping.text import sentence_case, sentences

_POINTER: Final = re.compile(
    r"(?:please |also )*(?:"
    r"(?:read|learn|find out) (?:more|how|about)\b(?:[^.]*\b(?:about|on|in|from|how|here)\b.*)?"
    r"|you can (?:read|learn|find) more\b(?: (?:about|on|in|here|from)\b.*)?"
    r"|(?:optional |query )+parameters can be used to (?:limit|filter|narrow|control|restrict)\b.*"
    r"|more (?:info(?:rmation)?|details?)\b(?! (?:is|are) (?:given|returned|needed))"
    r"|for (?:an? |the |more |further |additional |full |complete |detailed |other )*"
    r"(?:info(?:rmation)?|details?|documentation|about|overview|sample request|examples?|reference)\b"
    r".*\b(?:see|refer to|read|visit|consult|check|contact)\b.*"
    r"|(?:see|refer to|consult|visit|check(?: out)?)\b.*\b"
    r"(?:for (?:more|further|additional|all|full|the) (?:info(?:rmation)?|details?)|for (?:info(?:rmation)?|details?)"
    r"|for details\b.*|for more\b.*|(?:documentation|docs?|guide|reference|section|website|here|below|above)\b.*)"
    r"|see(?: also)?:? (?:\S+ ){0,4}\S+"
    r"|you can (?:also )?\w+ .* (?:via|in|on|from|using|through) (?:the|your) "
    r"(?:\S+ ){0,9}(?:dashboard|console|portal|website|web interface|control panel|admin panel|ui)"
    r")\.?",
    re.I,
)
_NAMES_SOMETHING: Final = re.compile(
    r"[a-z0-9]_[a-z]|\b[a-z]+[A-Z]\w|\b(?:RFC|ISO|BCP|IANA)\b|[Ww]ikipedia|\b(?:GET|POST|PUT|PATCH|DELETE) /"
)
"""A tool, an argument or a standard: a model knows where to look."""
_NO_NEWS: Final = re.compile(
    r"\[?(?:an? |the )?(?:string|integer|number|boolean|array|object|enum|enumeration|none|null|n/?a|todo|tbd|optional|"
    r"required|mandatory|description|no description(?: (?:available|provided|given))?)"
    r"(?:: (?:string|integer|number))?\]?[.!]?",
    re.I,
)
_OF_CODE: Final = re.compile(
    r"\bin (?:some|other|many) parts of the code\b|\btype hints?\b"
    r"|\b(?:field|column|attribute) (?:in|of) the [A-Z]\w+ (?:model|table|class|enum|schema)\b"
    r"|\A(?:list of )?(?:thrown errors?|errors? thrown)\b|\bserver does(?:n['’]t| not) support this method\b"
    r"|\A(?:this|the) (?:class|enum|mixin|serializer|dataclass|struct|model)\b"
    r" (?:is|was|exists|should|must|inherits)\b",
    re.I,
)
"""What a comment tells those who work on the API's code."""
_ENUM_OF: Final = re.compile(r"\A(?:internal |helper )?enum(?:eration)?s? (?:class |type )?(?:for|of) (?=\w)", re.I)
_IN_BRACKETS: Final = re.compile(r" \((?:please )?(?:see|cf\.?|refer to|link)\b[^()]{0,80}\)", re.I)
_BEHIND: Final = re.compile(
    r"(?<![\s;.,:—–-])[;.,:]? ?(?:more info(?:rmation)?(?:: \S+)?|[—–-] see [\"“][^\"”]{1,60}[\"”])\.?\Z", re.I
)


def without_asides(text: str) -> str:
    """A plain text without what only sends a person to a page, or says no more than that a value is a value."""
    return " ".join(kept for s in sentences(text) if (kept := telling(s)))


def telling(sentence: str) -> str:
    """A sentence without its remarks of that kind; '' where it is nothing else."""
    if _NO_NEWS.fullmatch(sentence) or _OF_CODE.search(sentence):
        return ""
    sentence = sentence_case(_ENUM_OF.sub("", sentence)) if _ENUM_OF.match(sentence) else sentence
    if not _NAMES_SOMETHING.search(sentence) and _POINTER.fullmatch(sentence):
        return ""
    shorter = _IN_BRACKETS.sub(lambda m: m[0] if _NAMES_SOMETHING.search(m[0]) else "", sentence)
    behind = _BEHIND.search(shorter)
    return f"{shorter[: behind.start()]}." if behind and behind.start() else shorter
