"""What openapi-core refuses wrongly, reviewed: its words, why it is wrong, and an example written by hand.

There are two kinds. A `decoder` is one that openapi-core lacks or has wrong, and that `styles.py` and `contents.py`
give it through its own factories: the request is accepted once its parameters and bodies are decoded as the
specification says. It is named after what it decodes: place and style, or `body` and the kind of media type. A `fault`
is a refusal that has nothing to do with decoding; such requests are excused. Each example has what openapi-core refuses
though it is right, and what has to be refused all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import yaml

FILE: Final = Path(__file__).with_name("excuses.yaml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Excuse:
    """A fault of openapi-core."""

    name: str
    kind: Literal["decoder", "fault"]
    reason: str
    """What is right, and where that is said."""
    words: str
    """Of a fault that stays: a pattern of the words that openapi-core refuses with."""
    version: str
    document: dict[str, Any]
    """The example: the document's parts beside its version and title."""
    right: tuple[dict[str, Any], ...]
    """Requests that are right and openapi-core refuses."""
    wrong: tuple[dict[str, Any], ...]
    """Requests alike that are wrong."""


@cache
def excuses() -> tuple[Excuse, ...]:
    """All of them, in the order of the file."""
    written = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return tuple(
        Excuse(
            name=name,
            kind=each["kind"],
            reason=each["reason"],
            words=each.get("words", ""),
            version=each.get("version", "3.0.3"),
            document=each["document"],
            right=tuple(each["right"]),
            wrong=tuple(each["wrong"]),
        )
        for name, each in written.items()
    )
