"""How much of a long sentence stands by itself: up to an addition that can be left unsaid (DES005)."""

from __future__ import annotations

import re
from typing import Final

LEAST_PHRASE: Final = 24
LEAST_WORDS: Final = 4
"""Less of a sentence says nothing by itself."""
_LEAST_CLAUSE: Final = 4
"""Words of the shortest part that is no member of a series: "add, update, and remove notifications"."""
_END: Final = re.compile(
    r"(?<!\s)\s?(?P<mark>[,;(–—]|(?<=\s)-)(?=\s|(?<=\()\S)"
    r"|(?<!\s)\s(?=(?P<word>which|whose|because|such as|so that|in order|using|based on|depending on|"
    r"where|that|who|with|for|by|from)\b)"
)
_ADDS: Final = frozenset({"which", "whose", "because", "such as", "so that", "in order", "depending on"})
"""Words behind which a sentence only says more; those of the others may change what it says."""
_RESTRICTS: Final = re.compile(r"(?:but|or|nor|unless|except|without|not|if|only|otherwise|and)\b", re.I)
"""What stands behind a comma and takes back, or is as much a part as what stands before."""
_STRICT: Final = re.compile(
    r"\b(?:must|only|never|cannot|can't|not|no|required?s?|errors?|fails?|should|least|most|limit(?:s|ed)?)\b", re.I
)
_OPENS: Final = re.compile(
    r"(?:when|if|while|unless|once|because|since|although|where|whenever|for|in|on|by|to)\b", re.I
)
"""What opens a sentence whose main clause stands behind a comma."""
_DANGLING: Final = frozenset(
    "a an the this that these those its their your of to at in on for by with from into onto as than via per is are be "
    "been being was were can may must will shall should would could not no and or but nor if when which who whose such "
    "like e.g i.e ex either both one two only most least more used based following include includes including "
    "has have had do does using depending due whether after before until between about all any each every "
    "specified specify another either possible".split()
)
_IN_THE_FORM: Final = re.compile(
    r",?\s(?:in|of|with|using|as|like|such as|e\.g\.)(?: the| this)?(?: form(?:at)?)?[ :]*\Z", re.I
)
"""What announces a value behind it."""
_SERIES: Final = re.compile(r"[,;]|\b(?:and|or)\b|[.(:]")


def whole_phrases(text: str, budget: int) -> str:
    """As much of a sentence as stands by itself in `budget` characters, with a full stop; '' where that is little."""
    ends = [m for m in _END.finditer(text, 0, budget) if m.start() >= LEAST_PHRASE]
    for end in reversed(ends):
        head = text[: end.start()].rstrip(" ,;:–—-")
        if len(head) < budget and _stands(head) and _only_adds(head, end, text):
            return f"{head}."
    return ""


def _stands(head: str) -> bool:
    """Whether a beginning is a sentence: nothing left open, and no word at its end that waits for another."""
    words = head.split()
    if len(head) < LEAST_PHRASE or len(words) < LEAST_WORDS or words[-1].strip("\"'`(.").lower() in _DANGLING:
        return False
    closed = head.count('"') % 2 == 0 and head.count("`") % 2 == 0 and _open_bracket(head) is None
    return closed and head[-1] not in ":(" and ("," in head or not _OPENS.match(head))


def without_open_end(head: str) -> str:
    """A beginning that is cut between words, without a value in brackets that it does not close: `["a=b", `."""
    at = _open_bracket(head)
    if at is None or head[at] == "(" or len(head[:at].split()) < LEAST_WORDS:
        return head
    return _IN_THE_FORM.sub("", head[:at].rstrip())


def _open_bracket(head: str) -> int | None:
    """Where the first bracket stands that a beginning does not close."""
    opened = list[int]()
    for at, char in enumerate(head):
        if char in "([{":
            opened.append(at)
        elif char in ")]}" and opened:
            opened.pop()
    return opened[0] if opened else None


def _only_adds(head: str, end: re.Match[str], text: str) -> bool:
    """Whether what stands behind an end may be left unsaid."""
    word, mark, rest = end["word"], end["mark"], text[end.end() :].lstrip()
    before = head[found.end() :] if (found := _last(head)) else head
    if word is not None:
        return word in _ADDS or (len(before.split()) >= _LEAST_CLAUSE and not _STRICT.search(head))
    if mark != ",":
        return True
    if _RESTRICTS.match(rest):
        return False
    behind = rest[: found.start()] if (found := _SERIES.search(rest)) else rest
    return min(len(behind.split()), len(before.split())) >= _LEAST_CLAUSE


def _last(head: str) -> re.Match[str] | None:
    return next(reversed([*_SERIES.finditer(head)]), None)
