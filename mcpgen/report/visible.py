"""Text from elsewhere, made safe and visible on a terminal."""

from __future__ import annotations

from typing import Final

_SHOWN: Final = {"\t": "→", "\u00a0": "␣"}


def visible(text: str) -> str:
    """`text` on one line, with everything that does not print shown as a tab arrow or as `<U+202E>`."""
    return text if text.isprintable() else "".join(map(visible_character, text))


def visible_character(character: str) -> str:
    """One character as `visible` shows it."""
    if character.isprintable():
        return character
    return _SHOWN.get(character, f"<U+{ord(character):04X}>")
