"""Verbs of two words, and how they are written as one: check out the cart, checkout (DES002)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

_PARTICLES: Final = MappingProxyType(
    {
        "back": "out up",
        "bring": "down up",
        "check": "in out",
        "clean": "up",
        "clock": "in out",
        "close": "down out",
        "cut": "off over",
        "dial": "in out",
        "fail": "back over",
        "hand": "back off over",
        "lock": "down out",
        "log": "in off on out",
        "look": "up",
        "opt": "in out",
        "pick": "up",
        "power": "down off on up",
        "print": "out",
        "roll": "back out over up",
        "scale": "down in out up",
        "send": "back",
        "set": "up",
        "shut": "down off",
        "sign": "in off on out up",
        "spin": "down up",
        "start": "up",
        "step": "down up",
        "switch": "off on over",
        "take": "back down over",
        "tear": "down",
        "top": "up",
        "turn": "down off on up",
        "wake": "up",
        "warm": "up",
        "wipe": "out",
        "write": "back off",
    }
)
_ONE_WORD: Final = {f"{verb}{p}": (verb, p) for verb, particles in _PARTICLES.items() for p in particles.split()}


def in_two_words(word: str) -> tuple[str, str]:
    """Verb and particle of a verb that is written as one word: `checkout` → check, out; the word and '' of another."""
    return _ONE_WORD.get(word, (word, ""))


def are_one_verb(verb: str, particle: str) -> bool:
    """Whether two words are one verb: log, in."""
    return particle in _PARTICLES.get(verb, "").split()
