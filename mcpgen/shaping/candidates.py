"""One operation's own best name, before it meets its namesakes, and the words that could tell it from them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.shaping.derivation import asks_by_ids, derive, resource
from mcpgen.shaping.evidence import answer
from mcpgen.shaping.features import Feature, features
from mcpgen.shaping.identifiers import acts_on_one
from mcpgen.shaping.nouns import (
    as_items,
    some_noun,
    tidied,
    with_place,
    without_possessive,
    without_repetition,
)
from mcpgen.shaping.numbers import STATES, settled
from mcpgen.shaping.phrase import (
    IN_NUMBERS,
    JOINERS,
    Phrase,
)
from mcpgen.shaping.route import Route, read_route
from mcpgen.shaping.sources import acting, chosen, plainly_read, several_changes
from mcpgen.shaping.surroundings import Surroundings
from mcpgen.shaping.words import holds, is_plural, plural_noun

_OF_USERS = frozenset({"authenticate", "login", "logout"})
"""Verbs whose object is the user, whatever stands before them in a path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An operation's name, why it is so, and its features, the nearest first; equal kinds stand at equal places."""

    phrase: Phrase
    reason: str
    features: tuple[Feature, ...]
    path: tuple[str, ...] = ()
    """The words of the path as written, parameters included."""


def candidate(operation: Operation, surroundings: Surroundings) -> Candidate:
    """The name an operation would have alone: from its operation id, its summary, or its method and path."""
    route = surroundings.route(operation)
    shape = answer(operation, surroundings.schemas)
    methods = surroundings.methods.get(operation.path, frozenset({operation.method}))
    collection = surroundings.is_collection(operation)
    derived = derive(operation, route, shape, methods, collection=collection)
    phrase, reason = chosen(operation, route, derived)
    phrase = tidied(plainly_read(phrase, operation, route), operation, route, surroundings.scope_words)
    phrase = settled(phrase, operation, route, shape, surroundings)
    plain = not phrase.tail and not phrase.manner
    if collection and phrase.verb == "get" and phrase.noun and is_plural(phrase.noun[-1]) and plain:
        phrase = replace(phrase, verb="list") if phrase.noun[-1] not in STATES else phrase
    phrase = with_place(as_items(phrase, route, surroundings.item_methods(operation)), route)
    if len(phrase.noun) == 2 and phrase.noun[0] in JOINERS and vocabulary.is_verb(phrase.noun[1]):
        phrase = replace(phrase, noun=(*phrase.noun, *resource(route.segments[:-1]).noun))
    phrase = acting(phrase, operation, surroundings.schemas)
    if phrase.noun in (("off",), ("on",)):
        bare = replace(phrase, noun=())
        phrase = replace(phrase, noun=(*phrase.noun, *some_noun(operation, route, bare, surroundings.title)))
    if not phrase.noun:
        phrase = replace(
            phrase, noun=_searched(phrase, route) or some_noun(operation, route, phrase, surroundings.title)
        )
        if phrase.tail[:1] == ("by",) and all(holds(phrase.noun, word) for word in phrase.tail[1:]):
            phrase = replace(phrase, tail=())
    if (
        phrase.verb in ("get", "list")
        and not phrase.tail
        and not phrase.manner
        and asks_by_ids(operation, surroundings.schemas)
    ):
        phrase = replace(phrase, verb="list", tail=("by", "ids")).with_number(many=True)
    noun, tail = without_repetition(without_possessive(phrase.noun, route)), without_possessive(phrase.tail, route)
    phrase = replace(phrase, noun=noun, tail=tail, verb=vocabulary.preferred(phrase.verb))
    if phrase.manner in IN_NUMBERS and phrase.verb == "update" and several_changes(operation):
        phrase = replace(phrase, verb="edit")
    if phrase.verb == "wait" and noun and not tail:
        phrase = replace(phrase, noun=(), tail=("for", *noun))
    path = tuple(dict.fromkeys(word for segment in read_route(operation.path).segments for word in segment.words))
    return Candidate(
        phrase=phrase, reason=reason, features=features(operation, route, phrase, surroundings.latest), path=path
    )


def _searched(phrase: Phrase, route: Route) -> tuple[str, ...]:
    """What stands before the action that a path ends in, where it is done to no single thing: /museums/search."""
    literals = route.literals
    if len(literals) < 2 or route.segments[-1].words != (phrase.verb,) or acts_on_one(route) or phrase.tail:
        return ()
    if phrase.verb in _OF_USERS:
        return ()
    found = resource(route.segments[:-1]).noun
    return plural_noun(found) if phrase.verb in ("list", "search") else found
