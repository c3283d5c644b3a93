"""One operation's own best name, before it meets its namesakes, and the words that could tell it from them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.derivation import derive, resource, takes_list
from mcpgen.shaping.evidence import Answer, Shape, answer, lists
from mcpgen.shaping.features import Feature, features
from mcpgen.shaping.identifiers import (
    echoes_method,
    noun_of_id,
    read_operation_id,
    repeats_part_of_path,
    repeats_path,
)
from mcpgen.shaping.nouns import (
    acted_on,
    asks_one,
    countable,
    some_noun,
    tidied,
    without_possessive,
    without_repetition,
)
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.phrase import (
    QUANTIFIERS,
    Phrase,
    as_list,
    is_firm_verb,
)
from mcpgen.shaping.route import Route, is_identifier, read_route
from mcpgen.shaping.summaries import summary_phrase
from mcpgen.shaping.surroundings import Surroundings
from mcpgen.shaping.words import holds, is_plural, same_word, singular, split_words

_LONG = 6
"""Words from which on a name is long."""
_PLAIN_WRITES = frozenset({"create", "update", "replace"})
_STATES = frozenset(
    "allowed config configuration count details errors history info job jobs log logs preflight progress queue "
    "result results schedule settings state "
    "stats status url".split()
)
"""Heads of nouns that a verb in front only describes: restore status, import errors."""
_CRUD = frozenset({"create", "get", "list", "update", "delete", "replace"})
_CALLER = frozenset({"user", "current", "me", "my"})
_RUNNING = frozenset({"execute", "run", "process", "perform"})
"""Vague, but truer than a verb taken from the method (POST is not always create)."""
_POSTED = frozenset({"message", "comment", "status", "update", "tweet", "review", "answer", "reply"})
_SAID_LIST = re.compile(
    r"^(?:Lists?|(?:Gets?|Returns?|Retrieves?|Fetch(?:es)?) (?:an? |the )?list of)\b", re.IGNORECASE
)


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
    phrase, reason = _chosen(operation, route, derived)
    phrase = tidied(_plainly_read(phrase, operation, route), operation, route, surroundings.scope_words)
    phrase = _settled(phrase, operation, route, shape, methods)
    if collection and phrase.verb == "get" and phrase.noun and is_plural(phrase.noun[-1]) and not phrase.tail:
        phrase = replace(phrase, verb="list") if phrase.noun[-1] not in _STATES else phrase
    if not phrase.noun:
        phrase = replace(phrase, noun=some_noun(operation, route, phrase, surroundings.title))
        if phrase.tail[:1] == ("by",) and all(holds(phrase.noun, word) for word in phrase.tail[1:]):
            phrase = replace(phrase, tail=())
    noun, tail = without_repetition(without_possessive(phrase.noun, route)), without_possessive(phrase.tail, route)
    phrase = replace(phrase, noun=noun, tail=tail, verb=vocabulary.preferred(phrase.verb))
    path = tuple(dict.fromkeys(word for segment in read_route(operation.path).segments for word in segment.words))
    return Candidate(
        phrase=phrase, reason=reason, features=features(operation, route, phrase, surroundings.latest), path=path
    )


def _chosen(operation: Operation, route: Route, derived: Phrase) -> tuple[Phrase, str]:
    by_path, by_id = f"from {operation.method} {operation.path}", f"from operationId {operation.id}"
    summary = summary_phrase(operation.summary)
    if summary is not None and not _fits(summary, operation, route):
        summary = None
    by_summary = f"from the summary {operation.summary.strip()!r}"
    if operation.id and route.literals and repeats_path(operation, route):
        if summary is not None and _says_more(summary, derived, operation):
            return summary, by_summary
        return _listed(derived, operation), by_path
    found = read_operation_id(operation, route) if operation.id else None
    if found is not None and _fits(found, operation, route):
        summary = summary or summary_phrase(operation.summary, trusted=found.verb)
        if summary is not None and (_plainer(summary, found, derived, route) or _says_more(summary, found, operation)):
            return summary, by_summary
        if _acts_more_precisely(derived, found, operation, route):
            return derived, by_path
        return _with_owner(found, route), by_id
    if summary is not None:
        return summary, by_summary
    if found is not None and operation.method == "GET" and found.noun:
        if found.noun[-1] in _STATES and not found.context:
            return Phrase(verb="get", noun=(found.verb, *found.noun), tail=found.tail), by_id
        if found.verb in _PLAIN_WRITES:
            return _with_owner(replace(found, verb="get"), route), by_id
    if found is not None and found.verb in _RUNNING and found.noun and derived.verb in _CRUD:
        return _with_owner(found, route), by_id
    if found is None and derived.noun and (noun := noun_of_id(operation, route, derived.noun)):
        return replace(derived, noun=noun), by_id
    return _told(derived, operation, route), by_path


def _listed(derived: Phrase, operation: Operation) -> Phrase:
    """`nfs_list` of GET /nfs as a list, though the noun has no plural."""
    listed = operation.method == "GET" and derived.verb == "get" and split_words(operation.id)[-1:] == ("list",)
    return replace(derived, verb="list") if listed else derived


def _says_more(summary: Phrase, found: Phrase, operation: Operation) -> bool:
    """True where an id only repeats its method (`patch-shares`), and the summary says what that does: revoke."""
    if not echoes_method(operation) or not summary.noun:
        return False
    if summary.verb == operation.method.lower():
        return False
    if summary.verb == found.verb:
        return summary.noun[0] in QUANTIFIERS and not is_plural(found.noun[-1] if found.noun else "")
    verb = vocabulary.verb(summary.verb)
    return verb is not None and verb.effect is not Effect.READ and {summary.verb, found.verb} != {"delete", "remove"}


def _plainer(summary: Phrase, found: Phrase, derived: Phrase, route: Route) -> bool:
    """True where the summary says the same as an id that is long, speaks of its caller, or has no object."""
    if summary.verb != found.verb or found.many:
        return False
    if not set(found.noun) - _CALLER:
        by_path = derived.verb == found.verb and bool(derived.noun)
        if summary.noun and not found.tail:
            return found.verb not in ("get", "list") and not by_path
    about_caller = holds(found.words, "user") and not holds(route.words, "user")
    long = (len(found.words) >= _LONG and bool(found.tail)) or about_caller
    return long and len(summary.name) < len(found.name) and found.tail[:1] != ("by",)


def _acts_more_precisely(derived: Phrase, found: Phrase, operation: Operation, route: Route) -> bool:
    """True where the path ends in the verb, and the id repeats it behind its method: postLogout, post_resize.

    Also where an id holds nothing but a part of the path: `getMembers` of /groups/{id}/members.
    """
    if not derived.noun:
        return False
    if repeats_part_of_path(operation, route) and {found.verb, derived.verb} <= {*_CRUD, "add"} and not found.many:
        within = all(holds(derived.words, word) for word in found.noun) and found.tail in ((), derived.tail)
        return within and (derived.verb == "add" or found.noun[-1:] == derived.noun[-1:])
    last = route.literals[-1].words if route.literals else ()
    if operation.method == "GET" or last != (derived.verb,) or found.verb not in _CRUD or derived.verb in _CRUD:
        return False
    return is_firm_verb(derived.verb) or found.noun[-1:] == last


def _plainly_read(phrase: Phrase, operation: Operation, route: Route) -> Phrase:
    """`query` as get or list where GET asks no free question."""
    if phrase.verb == "query" and operation.method == "GET" and "query" not in route.words and not _asks(operation):
        return as_list(replace(phrase, verb="get"))
    return phrase


def _told(derived: Phrase, operation: Operation, route: Route) -> Phrase:
    """`create`, taken from POST, as what the text says that it does where that only reads: calculate, validate."""
    if derived.verb != "create" or route.ends_in_parameter or is_plural(derived.noun[-1] if derived.noun else ""):
        return derived
    for text in (operation.summary, operation.description):
        first = next(iter(split_words(text[:40])), "")
        verb = vocabulary.verb(base_form(first)) if not first.endswith("ing") else None
        if verb is not None and verb.effect is Effect.READ and verb.preferred not in ("get", "list"):
            words = resource(route.segments).words
            return replace(derived, verb=verb.preferred, noun=words or derived.noun)
    return derived


def _fits(phrase: Phrase, operation: Operation, route: Route) -> bool:
    """False where a verb is vague, or does what the method does not and the path does not say."""
    verb = vocabulary.verb(phrase.verb)
    if verb is None or phrase.verb in vocabulary.VAGUE:
        return False
    if operation.method == "DELETE":
        return verb.effect is not Effect.READ
    if phrase.verb == operation.method.lower() and phrase.verb in ("post", "put", "patch"):
        return phrase.verb == "post" and bool(phrase.noun) and phrase.noun[-1] in _POSTED
    if operation.method in ("GET", "HEAD") and verb.effect is not Effect.READ:
        return _said_by_path(phrase, verb, route)
    return operation.method not in ("PUT", "PATCH") or verb.effect is not Effect.READ or verb.word in route.words


def _said_by_path(phrase: Phrase, verb: vocabulary.Verb, route: Route) -> bool:
    """True where a path says itself that its GET writes: /logout, /createGroup; not /orders/export-status."""
    last = route.literals[-1].words if route.literals else ()
    if phrase.noun and phrase.noun[-1] in _STATES:
        return False
    return last == (verb.word,) or (verb.word in last and not verb.noun_too)


def _with_owner(phrase: Phrase, route: Route) -> Phrase:
    """`orgListMembers` as list_org_members: a group that is the parent resource belongs to the noun."""
    if not phrase.context or not phrase.noun:
        return phrase
    owner = (*resource(route.segments).owner, *_owner_key(route))
    fresh = tuple(word for word in phrase.context if holds(owner, word) or any(o.startswith(word) for o in owner))
    fresh = tuple(singular(word) for word in fresh if not holds(phrase.noun, word))
    return replace(phrase, noun=(*fresh, *phrase.noun)) if fresh and not holds(phrase.tail, fresh[-1]) else phrase


def _owner_key(route: Route) -> tuple[str, ...]:
    """The words of the parameter before the last literal: cdn, of /endpoints/{cdn_id}/cache."""
    before = next((s for s in reversed(route.segments[:-1]) if s.parameter), None)
    return tuple(w for w in before.words if not is_identifier(w)) if before and not route.ends_in_parameter else ()


# --- verb and number by evidence


def _settled(phrase: Phrase, operation: Operation, route: Route, shape: Answer, methods: frozenset[str]) -> Phrase:
    if operation.method == "PUT" and "PATCH" in methods and phrase.verb == "update":
        phrase = replace(phrase, verb="replace")
    match phrase.verb:
        case "get" | "search" if not phrase.tail or phrase.verb == "get":
            phrase = _read_verb(phrase, operation, route, shape)
        case _:
            pass
    if (
        phrase.verb == "list"
        and shape.shape is Shape.ONE
        and "list" not in split_words(operation.id + " " + operation.summary)
    ):
        phrase = replace(phrase, verb="get")
    if operation.method == "POST" and phrase.verb == "list" and _ends_in_verb(route):
        phrase = replace(phrase, verb="query")
    match phrase.verb:
        case "search" if asks_one(route, "search"):
            return phrase
        case "search" if shape.shape is Shape.LIST and phrase.noun and not phrase.tail:
            return phrase.with_number(many=True)
        case "list":
            return phrase.with_number(many=True)
        case verb if acted_on(route, verb) and phrase.noun and same_word(phrase.noun[-1], acted_on(route, verb)):
            return phrase.with_number(many=False)
        case "create" if phrase.noun and not _speaks_of_many(phrase) and not takes_list(operation):
            return phrase.with_number(many=False)
        case "get" | "update" | "replace" | "delete" if phrase.noun and route.ends_in_parameter and not phrase.tail:
            return phrase.with_number(many=False) if shape.shape is not Shape.LIST else phrase
        case _:
            return phrase


def _ends_in_verb(route: Route) -> bool:
    """True for /runs/list and /documents/fetch: what is asked for stands in the body."""
    if len(route.literals) < 2 or route.ends_in_parameter:
        return False
    return len(route.literals[-1].words) == 1 and vocabulary.is_verb(route.literals[-1].words[0])


def _speaks_of_many(phrase: Phrase) -> bool:
    return phrase.many or phrase.noun[0] in QUANTIFIERS or not countable(phrase)


def _read_verb(phrase: Phrase, operation: Operation, route: Route, shape: Answer) -> Phrase:
    """get, list or search by what comes back."""
    head = phrase.noun[-1] if phrase.noun else ""
    listed = shape.shape is Shape.LIST
    if phrase.verb == "search":
        if phrase.noun and not listed and route.ends_in_parameter:
            return replace(phrase, verb="get")
        return (
            replace(phrase, verb="list") if listed and "search" not in route.words and not _asks(operation) else phrase
        )
    if listed and head and not lists(shape, head):
        return phrase
    if listed and (not route.ends_in_parameter or (head and is_plural(head))):
        return replace(phrase, verb="list")
    if head and is_plural(head) and _SAID_LIST.search(operation.summary) and not route.ends_in_parameter:
        return replace(phrase, verb="list")
    unknown = shape.shape in (Shape.UNKNOWN, Shape.NOTHING)
    collection = bool(route.literals) and not route.ends_in_parameter and is_plural(route.literals[-1].words[-1])
    if unknown and head and is_plural(head) and collection and head not in ("settings", "preferences"):
        return replace(phrase, verb="list")
    return phrase


def _asks(operation: Operation) -> bool:
    """True when a free query is asked for."""
    return operation.method != "GET" or any(
        p.name.lower() in ("q", "query", "search", "text", "term", "keyword") for p in operation.parameters
    )
