"""Characters that a person does not see and a model reads (SEC004)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_ZERO_WIDTH: Final = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u3164\ufeff\uffa0"
_BIDIRECTIONAL: Final = "\u202a-\u202e\u2066-\u2069"
_TAGS: Final = "\U000e0000-\U000e007f"
_CONTROL: Final = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff"
_ALWAYS: Final = re.compile(f"[{_ZERO_WIDTH}{_BIDIRECTIONAL}{_TAGS}{_CONTROL}]")

_JOINERS: Final = re.compile("[\u200c\u200d]")
_MARKS: Final = re.compile("[\u200e\u200f\u061c]")
_SELECTORS: Final = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
_RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_FLAG: Final = re.compile("\U0001f3f4[\U000e0061-\U000e007a]{4,6}\U000e007f")
"""The flag of a part of a country (England, Texas): the one honest use of tag characters."""


def hidden_characters(text: str) -> tuple[str, ...]:
    """The hidden characters of `text`, each once, in order of appearance.

    Not among them: joiners between letters that need them or in emoji, and direction marks in right-to-left text.
    """
    if text.isascii() and text.isprintable():
        return ()
    shown = _FLAG.sub("", text)
    found = [(match.start(), match.group()) for match in _ALWAYS.finditer(shown)]
    found += [(match.start(), match.group()) for match in _JOINERS.finditer(shown) if not _joins(shown, match.start())]
    found += [(match.start(), match.group()[1]) for match in _SELECTORS.finditer(shown)]
    if not _RIGHT_TO_LEFT.search(shown):
        found += [(match.start(), match.group()) for match in _MARKS.finditer(shown)]
    return tuple(dict.fromkeys(character for _, character in sorted(found)))


def without_hidden(text: str) -> str:
    """`text` without its hidden characters."""
    hidden = hidden_characters(text)
    return text.translate({ord(character): None for character in hidden}) if hidden else text


def named(character: str) -> str:
    """`U+202E RIGHT-TO-LEFT OVERRIDE`."""
    return f"U+{ord(character):04X} {unicodedata.name(character, _UNNAMED.get(character, ''))}".rstrip()


_UNNAMED: Final = {"\x1b": "ESCAPE", "\x00": "NULL", "\x08": "BACKSPACE", "\x7f": "DELETE"}


def _joins(text: str, index: int) -> bool:
    """True when the joiner at `index` stands between characters outside ASCII, as in emoji, Persian or Hindi."""
    before, after = text[index - 1 : index], text[index + 1 : index + 2]
    return bool(before and after) and before > "\u02ff" and after > "\u02ff" and not _ALWAYS.match(after)
