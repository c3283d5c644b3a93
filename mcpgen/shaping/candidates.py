"""One operation's own best name, before it meets its namesakes, and the words that could tell it from them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.shaping.derivation import derive
from mcpgen.shaping.evidence import Shape, answer, item_name
from mcpgen.shaping.features import Feature, features
from mcpgen.shaping.method_verbs import acting, plainly_read
from mcpgen.shaping.nouns import (
    as_items,
    by_ending,
    some_noun,
    tidied,
    with_place,
    without_possessive,
    without_repetition,
)
from mcpgen.shaping.numbers import STATES, settled
from mcpgen.shaping.phrase import (
    ADJECTIVES,
    IN_NUMBERS,
    JOINERS,
    Phrase,
)
from mcpgen.shaping.purport import Kind, acted, in_part, kind, plainly, precisely, searched, towards_group
from mcpgen.shaping.reads import reads_by_text
from mcpgen.shaping.resources import resource
from mcpgen.shaping.route import Route, acts_on_one, is_identifier
from mcpgen.shaping.several import asks_by_ids, says_bulk, several_changes, takes_list
from mcpgen.shaping.sources import called, chosen
from mcpgen.shaping.summaries import summary_phrase
from mcpgen.shaping.surroundings import Surroundings
from mcpgen.shaping.words import holds, is_plural, plural, plural_noun, singular, singular_noun, split_words

NO_QUALIFIERS: Mapping[Kind, tuple[str, ...]] = MappingProxyType({})
"""All things are called by the words of their names alone."""
_DEEDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"create": (), "update": ("update",), "replace": ("update",), "patch": ("update",), "delete": ("deletion",)}
)
"""What is done as a noun, where it is only tried."""
_GLUED = re.compile(r"get(?!all|away|by|for|t)[a-z]{5,}\d*")
"""A verb that is not set off from its noun: getstations."""
_LAYERS = frozenset({"collection", "entity", "instance", "item", "resource"})
"""What API Platform, JSON:API and the like call a thing, or all of them."""
_RELATED = frozenset({("related",), ("relationship",), ("relationships",)})
_ONE = frozenset({"current", "default", "last", "latest", "newest", "next", "previous", "primary"})
"""Choices of one thing."""
_AUTHENTICATION = frozenset({"auth", "authentication", "oauth", "oauth2", "oidc", "sso"})
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
    kind: Kind | None = None
    """What it is about, where that is one word."""


def candidate(
    operation: Operation, surroundings: Surroundings, qualifiers: Mapping[Kind, tuple[str, ...]] = NO_QUALIFIERS
) -> Candidate:
    """The name an operation would have alone: from its operation id, its summary, or its method and path.

    `qualifiers` are the words that kinds of things are told apart by.
    """
    route = surroundings.route(operation)
    shape = answer(operation, surroundings.schemas)
    methods = surroundings.methods.get(operation.path, frozenset({operation.method}))
    collection = surroundings.is_collection(operation)
    derived = derive(operation, route, shape, methods, collection=collection)
    if surroundings.posted and derived.verb == "create" and reads_by_text(operation):
        derived = derive(replace(operation, method="GET"), route, shape, methods, collection=collection)
    phrase, reason = chosen(operation, route, derived)
    phrase = _without_layer(_without_method(phrase, operation, methods), route)
    phrase = tidied(plainly_read(phrase, operation, route), operation, route, surroundings.scope_words)
    phrase = settled(phrase, operation, route, shape, surroundings)
    plain = not phrase.tail and not phrase.manner
    if collection and phrase.verb == "get" and phrase.noun and is_plural(phrase.noun[-1]) and plain:
        phrase = replace(phrase, verb="list") if phrase.noun[-1] not in STATES else phrase
    phrase = with_place(as_items(phrase, route, surroundings.item_methods(operation)), route)
    if len(phrase.noun) == 2 and phrase.noun[0] in JOINERS and vocabulary.is_verb(phrase.noun[1]):
        both = resource(route.segments[:-1]).noun or acted(phrase, operation)
        phrase = replace(phrase, noun=(*phrase.noun, *both))
    phrase = called(acting(phrase, operation, surroundings.schemas), operation)
    phrase = towards_group(_of_graphs(phrase, operation, route), operation, route)
    phrase = in_part(plainly(precisely(phrase, operation), operation, route), operation, surroundings.schemas)
    if phrase.noun in (("off",), ("on",)):
        bare = replace(phrase, noun=())
        phrase = replace(phrase, noun=(*phrase.noun, *some_noun(operation, route, bare, surroundings.title)))
    towards = _towards(phrase, operation, route)
    if not phrase.noun and towards:
        phrase = replace(phrase, tail=towards)
    elif not phrase.noun:
        phrase = replace(phrase, noun=_object(phrase, operation, route, surroundings.title))
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
    if phrase.verb == "update" and not phrase.manner and takes_list(operation) and says_bulk(operation):
        phrase = replace(phrase, manner="bulk", many=True)
    if phrase.manner in IN_NUMBERS and phrase.verb == "update" and several_changes(operation):
        phrase = replace(phrase, verb="edit")
    whom = tail[1:] if not noun and tail[:1] == ("for",) and route.literals[-1:] == route.segments[-1:] else ()
    if whom and route.literals[-1].words == (phrase.verb,) and holds(route.words - {phrase.verb}, whom[-1]):
        phrase = replace(phrase, noun=whom, tail=())
    if phrase.verb == "wait" and noun and not tail:
        phrase = replace(phrase, noun=(), tail=("for", *noun))
    if phrase.verb == "list" and not phrase.tail and surroundings.is_chosen(operation):
        phrase = _by_last(phrase, route)
    phrase = _tried(by_ending(phrase, operation, route, listed=shape.shape is Shape.LIST))
    phrase = _of_items(phrase, route, item_name(shape, surroundings.schemas))
    phrase = _as_written(_one_chosen(_of_user(_spaced(phrase, surroundings.spaced)), operation, route), operation)
    of_kind = kind(phrase, route)
    of_its_kind = qualifiers.get(of_kind, ()) if of_kind is not None else ()
    if not any(holds(phrase.words, word) for word in of_its_kind):
        phrase = replace(phrase, noun=(*of_its_kind, *phrase.noun))
    path = tuple(dict.fromkeys(split_words(operation.path)))
    return Candidate(
        phrase=phrase,
        reason=reason,
        features=features(operation, route, phrase, surroundings.latest(operation)),
        path=path,
        kind=of_kind,
    )


def _by_last(phrase: Phrase, route: Route) -> Phrase:
    """`list refs` of /refs/{ref}, beside /refs, as list refs by ref; `list types` of /zones/{type} as zones by type."""
    words = tuple(word for word in route.segments[-1].words if not is_identifier(word))
    if not words or not route.ends_in_parameter or not route.literals:
        return phrase
    things = route.literals[-1].words
    named = phrase.noun == plural_noun(words) and not holds(things, words[-1])
    return replace(phrase, noun=plural_noun(things) if named else phrase.noun, tail=("by", *words))


def _of_items(phrase: Phrase, route: Route, items: tuple[str, ...]) -> Phrase:
    """`list starred users` of /user/starred as starred repositories, where these come back and the path names none."""
    last = route.literals[-1].words if route.literals else ()
    choice = phrase.verb == "list" and len(last) == 1 and last[0] in ADJECTIVES and phrase.noun[:1] == last
    if not choice or len(items) != 1 or holds((*phrase.noun, *route.words), items[0]) or phrase.tail:
        return phrase
    return replace(phrase, noun=(*last, *plural_noun(items)))


def _of_graphs(phrase: Phrase, operation: Operation, route: Route) -> Phrase:
    """`create graphql` as query graphql: all that is asked of a GraphQL API is asked at one path."""
    last = route.literals[-1].words if route.literals else ()
    plain = phrase.verb in ("create", "get", "list") and phrase.noun == ("graphql",) and last == phrase.noun
    return replace(phrase, verb="query") if plain and operation.method in ("GET", "POST") else phrase


def _spaced(phrase: Phrase, spaced: Mapping[str, tuple[str, str]]) -> Phrase:
    """`publicbills`, of a path, as the API's texts write it: public bills."""
    noun: list[str] = []
    for word in phrase.noun:
        pair = spaced.get(singular(word))
        parts = (word,) if pair is None else plural_noun(pair) if is_plural(word) else pair
        noun += parts[1:] if len(parts) > 1 and noun[-1:] == [parts[0]] else parts
    return replace(phrase, noun=tuple(noun))


def _of_user(phrase: Phrase) -> Phrase:
    """`login rest auth` as login user: who logs in is never the group of paths that authenticate."""
    grouped = phrase.verb in _OF_USERS and bool(_AUTHENTICATION & set(phrase.noun)) and not phrase.tail
    return replace(phrase, noun=("user",)) if grouped else phrase


def _one_chosen(phrase: Phrase, operation: Operation, route: Route) -> Phrase:
    """One thing in the singular where a path ends in the choice of it: delete default link, of /links/default."""
    last = route.literals[-1].words if route.literals and not route.ends_in_parameter else ()
    one = len(last) == 1 and last[0] in _ONE and last[0] in phrase.noun[:-1] and not phrase.tail
    said = split_words(operation.id)
    if one and phrase.verb == "list" and singular(phrase.noun[-1]) in said and "list" not in said:
        return replace(phrase, verb="get").with_number(many=False)
    return phrase.with_number(many=False) if one and phrase.verb not in ("list", "search") else phrase


def _as_written(phrase: Phrase, operation: Operation) -> Phrase:
    """Words of other scripts as their sources have them: English numbers are not for them."""
    foreign = [text for text in (operation.path, operation.id, operation.summary) if not text.isascii()]
    if not foreign:
        return phrase
    parts = [part for text in foreign for part in re.findall(r"[^\W\d_]+", text) if not part.isascii()]
    own = [word for part in parts for word in split_words(part)]
    written = {form: word for word in own for form in (singular(word), plural(word), plural(plural(word)))}
    return replace(phrase, noun=tuple(written.get(word, word) for word in phrase.noun))


def _tried(phrase: Phrase) -> Phrase:
    """`create backfill dry run` as preview backfill: a dry run makes nothing."""
    done = _DEEDS.get(phrase.verb)
    if done is None or phrase.noun[-2:] != ("dry", "run") or len(phrase.noun) < 3:
        return phrase
    return replace(phrase, verb="preview", noun=(*phrase.noun[:-2], *done))


def _without_method(phrase: Phrase, operation: Operation, methods: frozenset[str]) -> Phrase:
    """`connect post pod exec` as connect pod exec, where its path has no other method."""
    method = operation.method.lower()
    alone = len(methods) == 1 and phrase.noun[:1] == (method,) and not holds(split_words(operation.path), method)
    return replace(phrase, noun=phrase.noun[1:]) if alone and phrase.noun[1:] else phrase


def _without_layer(phrase: Phrase, route: Route) -> Phrase:
    """A phrase without what frameworks add to things: rule change item, of /rule-changes/{id}; to one related."""
    if phrase.tail[:1] == ("to",) and phrase.tail[1:2] in (("one",), ("many",)) and phrase.tail[2:] in _RELATED:
        phrase = replace(phrase, tail=())
    last = route.literals[-1].words if route.literals else ()
    *thing, head = phrase.noun or ("",)
    thing = thing or list(phrase.context[-len(last) :])
    if phrase.verb in ("get", "list") and phrase.noun[:1] == ("get",) and len(phrase.noun) > 1:
        phrase = replace(phrase, noun=phrase.noun[1:])
    if phrase.verb in ("get", "list") and _GLUED.fullmatch(head):
        phrase = replace(phrase, noun=(*phrase.noun[:-1], head.removeprefix("get")))
    if not thing or phrase.tail or not last:
        return phrase
    if head in IN_NUMBERS and last == (head,) and phrase.noun[1:]:
        return replace(phrase, noun=plural_noun(thing), many=True, manner=head)
    known = is_plural(last[-1]) or any(segment.words == (head,) for segment in route.literals[:-1])
    named = route.ends_in_parameter and holds(route.segments[-1].words, head)
    if head in _LAYERS and known and not named and singular_noun(thing) == singular_noun(last):
        return replace(phrase, noun=tuple(thing)).with_number(many=head == "collection")
    return phrase


def _towards(phrase: Phrase, operation: Operation, route: Route) -> tuple[str, ...]:
    """What a verb that is all of the path is directed to, by the summary: connect to fulfillment provider."""
    if phrase.tail or len(route.segments) != 1:
        return ()
    said = summary_phrase(operation.summary, trusted=phrase.verb)
    to = said is not None and said.verb == phrase.verb and not said.noun and said.tail[:1] in (("to",), ("with",))
    return said.tail if said is not None and to else ()


def _object(phrase: Phrase, operation: Operation, route: Route, title: tuple[str, ...]) -> tuple[str, ...]:
    """What is acted on, where neither id nor summary says so: by the path, by the text, by the API's title."""
    group = len(route.literals) > 1 and not is_plural(route.literals[-2].words[-1])
    told = _told(phrase, operation) if group or not route.literals[1:] else ()
    found = told or _searched(phrase, route)
    if not found and len(route.segments) == 1 and route.segments[0].words == (phrase.verb,):
        found = acted(phrase, operation)
    return found or some_noun(operation, route, phrase, title)


def _told(phrase: Phrase, operation: Operation) -> tuple[str, ...]:
    return searched(operation) if phrase.verb == "search" else ()


def _searched(phrase: Phrase, route: Route) -> tuple[str, ...]:
    """What stands before the action that a path ends in, where it is done to no single thing: /museums/search."""
    literals = route.literals
    if len(literals) < 2 or route.segments[-1].words != (phrase.verb,) or acts_on_one(route) or phrase.tail:
        return ()
    if phrase.verb in _OF_USERS:
        return ()
    found = resource(route.segments[:-1]).noun
    return plural_noun(found) if phrase.verb in ("list", "search") else found
