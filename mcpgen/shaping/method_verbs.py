"""`get` and `create`, taken from the method, as what an operation is found to do (ANN002)."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.schema import Schemas
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.acts import acts, of_participle
from mcpgen.shaping.asked import asked
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.phrase import Phrase, as_list
from mcpgen.shaping.reads import reads, reads_by_text, written_by_get
from mcpgen.shaping.resources import owner_key, resource
from mcpgen.shaping.route import Route, read_route
from mcpgen.shaping.words import is_plural, split_words

_EXTENTS = frozenset({("partial",), ("full",), ("complete",)})
"""How much of what stands before them in a path is meant: /{realm}/partial-export."""
_READ_BY_METHOD = frozenset({"get", "list", "check"})
"""Verbs that GET and HEAD give."""
_TOLD_OF = frozenset({("details",), ("info",), ("information",), ("status",)})
"""What a POST that says so only asks for."""
_OPENING = 160
"""Letters of a text that its verb stands in."""


def plainly_read(phrase: Phrase, operation: Operation, route: Route) -> Phrase:
    """`query` as get or list where GET asks no free question."""
    if phrase.verb == "query" and operation.method == "GET" and "query" not in route.words:
        return as_list(replace(phrase, verb="get"))
    return phrase


def acting(phrase: Phrase, operation: Operation, schemas: Schemas | None) -> Phrase:
    """`get` and `create`, taken from the method, as what the hint finds that an operation does (ANN002).

    `get attach` as attach where a GET changes something, `create data` as query where a POST only asks.
    """
    if operation.method == "POST" and phrase.verb == "create" and not phrase.manner:
        return _asking(phrase, operation, schemas)
    verb = written_by_get(operation, phrase.name) if phrase.verb in _READ_BY_METHOD else None
    if verb is None:
        return phrase
    done = {verb.word, verb.preferred}
    noun = tuple(w for w in phrase.noun if w not in done and of_participle(w) is not verb)
    return replace(phrase, verb=verb.preferred, noun=noun)


def _asking(phrase: Phrase, operation: Operation, schemas: Schemas | None) -> Phrase:
    """What a POST asks for, where it creates nothing: by the verb of its path, else a query."""
    said = acts(operation, phrase.name)
    if {"dry", "dryrun"} & set(phrase.words) or not reads(operation, said, asked(operation, schemas))[0]:
        return phrase
    verb = said.path if said.path is not None and said.path.effect is Effect.READ else None
    if verb is None:
        return replace(phrase, verb="query") if said.answers else phrase
    noun = tuple(w for w in phrase.noun if w != verb.word)
    whole = noun if noun not in _EXTENTS else (*noun, *owner_key(read_route(operation.path)))
    return replace(phrase, verb=verb.preferred, noun=whole)


def only_reading(derived: Phrase, operation: Operation, route: Route) -> Phrase:
    """`create`, taken from POST, as what the text says that it does where that only reads: calculate, validate."""
    if derived.verb != "create" or route.ends_in_parameter or is_plural(derived.noun[-1] if derived.noun else ""):
        return derived
    if route.literals and route.literals[-1].words in _TOLD_OF and reads_by_text(operation):
        return replace(derived, verb="get")
    for text in (operation.summary, operation.description):
        first = next(iter(split_words(text[:_OPENING])), "")
        verb = vocabulary.verb(base_form(first)) if not first.endswith("ing") else None
        if verb is not None and verb.effect is Effect.READ and verb.preferred not in ("get", "list"):
            words = resource(route.segments).words
            return replace(derived, verb=verb.preferred, noun=words or derived.noun)
    return derived
