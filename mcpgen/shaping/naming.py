"""Names of tools: verb_noun, unique, told apart by words and never by numbers (NAM001–NAM009)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mcpgen.model.api import Operation
from mcpgen.model.schema import Schemas
from mcpgen.shaping.candidates import Candidate, candidate
from mcpgen.shaping.distinct import shortened, tell_apart
from mcpgen.shaping.phrase import Phrase
from mcpgen.shaping.surroundings import Surroundings
from mcpgen.shaping.titles import title_of
from mcpgen.shaping.words import singular, split_words

MAX_LENGTH = 60
"""Clients keep 64 characters at best, and some the first 30 and the last 30 (NAM002)."""

_ACTION_NOUNS = frozenset(
    {"action", "actions", "command", "commands", "operation", "operations", "transition", "transitions", "event"}
)
_PARTICLES = frozenset({"in", "off", "on", "out", "up", "down", "back"})
_LABEL_NOISE = frozenset(
    {
        "request",
        "input",
        "dto",
        "payload",
        "params",
        "parameters",
        "body",
        "data",
        "model",
        "schema",
        "args",
        "spec",
        "type",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """A tool's name and title, and where they come from."""

    name: str
    title: str
    reason: str


def name_operations(
    operations: Sequence[Operation], *, api_title: str, schemas: Schemas | None = None
) -> Mapping[str, Naming]:
    """A name for each operation, by its key; `schemas` lets references in answers be followed (a list or one thing).

    Names are the same whatever the order of `operations`, and no two are equal.
    """
    surroundings = Surroundings.of(operations, api_title=api_title, schemas=schemas)
    candidates = {operation.key: candidate(operation, surroundings) for operation in operations}
    phrases = tell_apart(candidates, limit=MAX_LENGTH)
    return {key: _naming(found, phrases[key]) for key, found in candidates.items()}


def _naming(found: Candidate, phrase: tuple[str, ...]) -> Naming:
    apart = "" if phrase == found.phrase.words else ", told apart from its namesakes"
    return Naming(name="_".join(phrase), title=title_of(phrase), reason=found.reason + apart)


def variant_name(base: str, label_words: Sequence[str]) -> str:
    """The name of a variant of `base`: create_payment + card → create_card_payment.

    Words that only say "request" go, and so do those that the base says already.
    """
    verb, *noun = base.split("_")
    label = [word for word in (w for text in label_words for w in split_words(text)) if word not in _LABEL_NOISE]
    known = {singular(word) for word in noun}
    fresh = [word for word in label if singular(word) not in known and word != verb]
    if not fresh:
        fresh = label[:1]
    return "_".join(shortened((verb, *fresh, *noun), limit=MAX_LENGTH))


def action_name(base: str, action_words: Sequence[str]) -> str:
    """The name of a tool for one value of an action enum: create_payment_action + capture → capture_payment."""
    _, *noun = base.split("_")
    verb, *rest = [w for text in action_words for w in split_words(text)]
    kept = [word for word in noun if word not in _ACTION_NOUNS]
    fresh = [word for word in rest if singular(word) not in {singular(k) for k in kept}]
    if len(kept) == len(noun) and noun[-1:] == ["status"]:
        kept = noun[:-1]
    particles = fresh[:1] if fresh[:1] and fresh[0] in _PARTICLES else []
    fresh = fresh[len(particles) :]
    thing = Phrase(verb=verb, noun=tuple(kept)).with_number(many=False).noun
    return "_".join(shortened((verb, *particles, *thing, *fresh), limit=MAX_LENGTH))
