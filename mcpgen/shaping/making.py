"""Identifiers of what a tool makes or marks: its caller chooses them, and no list has them yet (PAR009)."""

from __future__ import annotations

import re
from typing import Final

from mcpgen.model.schema import Schemas
from mcpgen.model.vocabulary import Effect, verb
from mcpgen.shaping.draft import Argument, Draft
from mcpgen.shaping.evidence import Shape, answer
from mcpgen.shaping.returns import type_words
from mcpgen.shaping.words import singular, split_words

_OF_NEW: Final = re.compile(r"\b(?:of|for) (?:the|a|your) new\b|\bnew \w+ (?:name|id|key)\b", re.I)
_MAKING: Final = frozenset({"create", "make", "register", "define", "new"})
_MARKING: Final = frozenset(
    "follow star tag mark vote like love save watch favorite favourite bookmark pin add assign attach join subscribe "
    "block mute rate upvote downvote react invite grant enable include link associate".split()
)
"""Verbs that put a thing into a list, from which their opposite takes it."""


def marks(draft: Draft, wire: str) -> bool:
    """Whether a tool follows, stars, tags, adds what its last placeholder picks, and does not undo that."""
    if not wire or draft.operation.method not in ("PUT", "POST"):
        return False
    return draft.operation.path.rstrip("/").endswith(f"{{{wire}}}") and split_words(draft.name)[0] in _MARKING


def is_made(draft: Draft, wire: str, text: str) -> bool:
    """Whether a placeholder names the very thing that a tool makes."""
    known = verb((split_words(draft.name) or ("",))[0])
    if (
        known is None
        or known.effect is not Effect.CREATE
        or not draft.operation.path.rstrip("/").endswith(f"{{{wire}}}")
    ):
        return False
    return known.word in _MAKING or bool(_OF_NEW.search(text))


def names_new(argument: Argument, key: tuple[str, ...], draft: Draft, schemas: Schemas | None) -> bool:
    """Whether an identifier in a body is that of the thing which comes to be: `shelf_id` of create_shelf.

    `key` are the words of the argument before `id`. Where the verb does not say that something is made, a POST to a
    collection makes one of it, and so does one that answers with it, as long as its caller need not choose: `run_id`
    of POST /runs, or of POST /jobs/{id}/start which answers with a run.
    """
    first, *words = split_words(draft.name) or ("",)
    known = verb(first)
    if not key or not words or known is None:
        return False
    noun = (*words[:-1], singular(words[-1]))
    if known.effect is Effect.CREATE and known.word in _MAKING and key == noun:
        return True
    free = draft.operation.method == "POST" and not argument.required and first not in _MARKING
    if not free or known.effect not in (Effect.CREATE, Effect.ACTION):
        return False
    collection = split_words(draft.operation.path.rstrip("/").rpartition("/")[2])
    if collection and (*collection[:-1], singular(collection[-1])) == noun == key != collection:
        return True
    found = answer(draft.operation, schemas)
    return (
        known.effect is Effect.ACTION and found.shape is Shape.ONE and key != noun and type_words(found.schema) == key
    )
