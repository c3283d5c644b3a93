"""Whether an operation acts on what is there already, so that one of its inputs may choose what is done to it.

What creates a thing, or changes it, stores what it is given: `action: [allow, deny]` of a new rule allows nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from mcpgen.model.api import Operation
from mcpgen.model.vocabulary import VAGUE, Effect, verb
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.route import read_route
from mcpgen.shaping.words import is_plural, singular, split_words

ACTIONS = frozenset({"action", "command", "operation", "transition"})
"""What a thing that is done is called, in the singular."""
_CHANGING = frozenset({"PUT", "PATCH"})
_OF_METHODS = frozenset({"post", "put", "patch", "delete"})
_MANY_AT_ONCE = frozenset({"batch", "bulk", "mass"})


class Nature(Enum):
    """What an operation does to the thing that it is about."""

    MAKES = auto()
    """There was none before."""
    CHANGES = auto()
    """It is there, and some of what is known of it becomes another."""
    ACTS = auto()
    """It is there, and something is done to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """An operation that may do one of several things, and those that show what is stored in its place."""

    operation: Operation
    around: Sequence[Operation] = ()

    @property
    def nature(self) -> Nature:
        """By its path and by the verb that the source has for it."""
        operation = self.operation
        if acts_by_path(operation) or _acts_by_name(operation):
            return Nature.ACTS
        said = _stated(operation)
        known = verb(said)
        path_has_words = bool(read_route(operation.path).words)
        if known is not None and (known.effect is Effect.CREATE or (known.adds and path_has_words)):
            return Nature.MAKES
        if known is not None and known.effect is Effect.UPDATE:
            return Nature.CHANGES
        if said:
            return Nature.ACTS
        if operation.method in _CHANGING:
            return Nature.CHANGES
        return Nature.ACTS if _on_one(operation) else Nature.MAKES


def changes(operation: Operation) -> bool:
    """Whether an operation gives a thing that is there other values: what it is not given, it may as well clear."""
    nature = Deed(operation=operation).nature
    if operation.method in _CHANGING or nature is Nature.CHANGES:
        return True
    last = read_route(operation.path).segments[-1:]
    bare = nature is Nature.ACTS and not _stated(operation) and not _acts_by_name(operation)
    return operation.method == "POST" and bare and bool(last) and last[0].parameter


def acts_by_path(operation: Operation) -> bool:
    """Whether the path ends in actions: POST /servers/{id}/actions."""
    literals = read_route(operation.path).literals
    return bool(literals) and singular(literals[-1].words[-1]) in ACTIONS


def _acts_by_name(operation: Operation) -> bool:
    """Whether the id, or a summary without a verb, calls it an action: `jobAction`, "Job action"."""
    return any(
        words and singular(words[-1]) in ACTIONS and not base_form(words[0])
        for words in map(split_words, (operation.id, operation.summary))
    )


def places_of(path: str) -> tuple[str, str]:
    """The path itself and the one above it, where what is stored can be read and is created."""
    return path, path.rstrip("/").rpartition("/")[0]


def _stated(operation: Operation) -> str:
    """The verb that the operation's id or summary opens with; '' where there is none, or one of the method alone."""
    nouns = read_route(operation.path).words
    for text in (operation.id, operation.summary):
        first = next(iter(split_words(text)), "")
        base = first if first in VAGUE else base_form(first)
        if base and base not in _OF_METHODS and first not in nouns:
            return base
    return ""


def _on_one(operation: Operation) -> bool:
    """Whether the path names one thing, a part of it there is but one of, or many things at once."""
    segments = read_route(operation.path).segments
    if not segments:
        return False
    last = segments[-1]
    return (
        last.parameter or bool(_MANY_AT_ONCE & {*last.words}) or not (len(segments) == 1 or is_plural(last.words[-1]))
    )
