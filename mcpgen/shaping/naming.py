"""Names of tools: verb_noun, unique, told apart by words and never by numbers (NAM001–NAM009)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mcpgen.model.api import Operation
from mcpgen.model.schema import Schemas
from mcpgen.shaping.candidates import Candidate
from mcpgen.shaping.distinct import tell_apart
from mcpgen.shaping.qualified import qualified
from mcpgen.shaping.surroundings import Surroundings
from mcpgen.shaping.titles import title_of
from mcpgen.shaping.words import split_words

NO_PINS: Mapping[str, str] = MappingProxyType({})
"""No name is given yet."""

MAX_LENGTH = 60
"""Clients keep 64 characters at best, and some the first 30 and the last 30 (NAM002)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """A tool's name and title, and where they come from."""

    name: str
    title: str
    reason: str


def name_operations(
    operations: Sequence[Operation],
    *,
    api_title: str,
    schemas: Schemas | None = None,
    pinned: Mapping[str, str] = NO_PINS,
) -> Mapping[str, Naming]:
    """A name for each operation, by its key; `schemas` lets references in answers be followed (a list or one thing).

    `pinned` are names that stay, by the key of an operation or of one of its variants (`POST /payments#card`); an
    operation without one that would take such a name gets a longer one. Names are the same whatever the order of
    `operations`, and no two are equal.
    """
    surroundings = Surroundings.of(operations, api_title=api_title, schemas=schemas)
    candidates = qualified(operations, surroundings)
    stay = {key: _words(name) for key, name in pinned.items() if key in candidates}
    variants = [_words(name) for key, name in pinned.items() if key not in stay and _is_variant(key, candidates)]
    phrases = tell_apart(candidates, limit=MAX_LENGTH, pinned=stay, reserved=variants)
    return {
        key: _pinned(pinned[key]) if key in stay else _naming(found, phrases[key]) for key, found in candidates.items()
    }


def _words(name: str) -> tuple[str, ...]:
    return tuple(name.lower().split("_"))


def _is_variant(key: str, operations: Container[str]) -> bool:
    """Whether a key is that of a variant of one of `operations`: what tells a variant may hold a `#` of its own."""
    return any(key[:at] in operations for at, sign in enumerate(key) if sign == "#")


def _pinned(name: str) -> Naming:
    return Naming(name=name, title=title_of(split_words(name)), reason="the name it had before")


def _naming(found: Candidate, phrase: tuple[str, ...]) -> Naming:
    apart = "" if phrase == found.phrase.words else ", told apart from its namesakes"
    return Naming(name="_".join(phrase), title=title_of(phrase), reason=found.reason + apart)
