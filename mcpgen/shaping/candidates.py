"""One operation's own best name, before it meets its namesakes, and the words that could tell it from them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.schema import Schemas
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.derivation import derive, resource, takes_list
from mcpgen.shaping.evidence import Answer, Shape, answer, lists
from mcpgen.shaping.features import Feature, features
from mcpgen.shaping.identifiers import read_operation_id, repeats_path
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.phrase import Phrase, is_firm_verb, plain_words, read_phrase
from mcpgen.shaping.route import Route, Segment, read_route
from mcpgen.shaping.words import holds, is_plural, plural_noun, same_word, singular, singular_noun, split_words

_SCOPE_SHARE = 0.6
_SCOPE_OPERATIONS = 10
_SUMMARY_WORDS = 5
_TITLE_NOISE = frozenset(
    "web server swagger documentation docs reference openapi specification public the of v1 v2 v3 by".split()
)
_PLAIN_WRITES = frozenset({"create", "update", "replace"})
_STATES = frozenset(
    "allowed config configuration count details errors history info job jobs log logs preflight progress queue "
    "result results schedule settings state "
    "stats status url".split()
)
"""Heads of nouns that a verb in front only describes: restore status, import errors."""
_CRUD = frozenset({"create", "get", "list", "update", "delete", "replace"})
_RUNNING = frozenset({"execute", "run", "process", "perform"})
"""Vague, but truer than a verb taken from the method (POST is not always create)."""
_POSTED = frozenset({"message", "comment", "status", "update", "tweet", "review", "answer", "reply"})
_ALONE = {"login": ("user",), "logout": ("user",), "authenticate": ("user",)}
_JOINERS = frozenset({"and", "or"})
_THIRD_PERSON = re.compile(r"^([A-Z]?[a-z]+?)(es|s)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What naming one operation needs to know of the others."""

    methods: dict[str, frozenset[str]]
    """The methods of each path."""
    collections: frozenset[str]
    """Paths below which there is a path for one item."""
    scope: tuple[str, ...]
    """The leading segments (as text) that nearly all paths share, up to a parameter: `admin realms {realm}`."""
    title: tuple[str, ...]
    schemas: Schemas | None

    @classmethod
    def of(cls, operations: Sequence[Operation], *, api_title: str, schemas: Schemas | None) -> Surroundings:
        """The surroundings that all operations of an API make."""
        methods: dict[str, set[str]] = {}
        for operation in operations:
            methods.setdefault(operation.path, set()).add(operation.method)
        return cls(
            methods={path: frozenset(found) for path, found in methods.items()},
            collections=frozenset(
                re.sub(r"/\{[^/{}]+\}/?$", "", path) for path in methods if re.search(r"\}/?$", path)
            ),
            scope=_scope([read_route(operation.path) for operation in operations]),
            title=split_words(api_title),
            schemas=schemas,
        )

    def route(self, operation: Operation) -> Route:
        """The route of an operation without the scope that nearly all share."""
        route = read_route(operation.path)
        texts = tuple(s.text for s in route.segments[: len(self.scope)])
        if self.scope and texts == self.scope and len(route.segments) > len(self.scope):
            return replace(route, segments=route.segments[len(self.scope) :])
        return route


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
    derived = derive(
        operation, route, shape, methods, collection=operation.path.rstrip("/") in surroundings.collections
    )
    phrase, reason = _chosen(operation, route, shape, derived)
    phrase = _settled(phrase, operation, route, shape, methods)
    if not phrase.noun:
        phrase = replace(phrase, noun=_some_noun(operation, route, phrase, surroundings.title))
    noun, tail = _without_repetition(_without_possessive(phrase.noun, route)), _without_possessive(phrase.tail, route)
    phrase = replace(phrase, noun=noun, tail=tail, verb=vocabulary.preferred(phrase.verb))
    path = tuple(dict.fromkeys(word for segment in read_route(operation.path).segments for word in segment.words))
    return Candidate(phrase=phrase, reason=reason, features=features(operation, route, phrase), path=path)


def _chosen(operation: Operation, route: Route, shape: Answer, derived: Phrase) -> tuple[Phrase, str]:
    if operation.id and repeats_path(operation, route):
        return derived, f"from {operation.method} {operation.path}"
    found = read_operation_id(operation, route) if operation.id else None
    if found is not None and _fits(found, operation, route):
        return _with_owner(found, route), f"from operationId {operation.id}"
    summary = _summary_phrase(operation.summary)
    if summary is not None and _fits(summary, operation, route):
        return summary, f"from the summary {operation.summary.strip()!r}"
    if (
        found is not None
        and operation.method == "GET"
        and found.noun
        and found.noun[-1] in _STATES
        and not found.context
    ):
        return Phrase(verb="get", noun=(found.verb, *found.noun), tail=found.tail), f"from operationId {operation.id}"
    if found is not None and operation.method == "GET" and found.noun and found.verb in _PLAIN_WRITES:
        return _with_owner(replace(found, verb="get"), route), f"from operationId {operation.id}"
    if found is not None and found.verb in _RUNNING and found.noun and derived.verb in _CRUD:
        return _with_owner(found, route), f"from operationId {operation.id}"
    return _told(derived, operation, route), f"from {operation.method} {operation.path}"


def _told(derived: Phrase, operation: Operation, route: Route) -> Phrase:
    """`create`, taken from POST, as what the text says that it does where that only reads: calculate, validate."""
    if derived.verb != "create" or route.ends_in_parameter or is_plural(derived.noun[-1] if derived.noun else ""):
        return derived
    for text in (operation.summary, operation.description):
        first = next(iter(split_words(text[:40])), "")
        verb = vocabulary.verb(base_form(first)) if not first.endswith("ing") else None
        if verb is not None and verb.effect is Effect.READ and verb.preferred not in ("get", "list"):
            return replace(derived, verb=verb.preferred)
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


def _summary_phrase(summary: str) -> Phrase | None:
    """A summary that is a short imperative, as a phrase: "Create a pet"."""
    text = summary.strip().rstrip(".")
    if not text or re.search(r"[.:;()/\\{}<>|,!?]", text) or len(text.split()) > _SUMMARY_WORDS + 2:
        return None
    words = list(split_words(text))
    third = _THIRD_PERSON.match(words[0]) if words else None
    if third and not vocabulary.is_verb(words[0]):
        words[0] = next((w for w in (words[0][:-1], words[0][:-2]) if vocabulary.is_verb(w)), words[0])
    phrase = read_phrase(words)
    if words and phrase is not None and words[0] in ("bulk", "batch"):
        return phrase if phrase.noun and len(phrase.words) <= _SUMMARY_WORDS else None
    if phrase is None or phrase.context or vocabulary.preferred(words[0]) != phrase.verb or not phrase.noun:
        return None
    if not is_firm_verb(words[0]) and not (len(words) > 1 and words[1] in ("a", "an", "the", "all", "this", "your")):
        return None
    return phrase if len(phrase.words) <= _SUMMARY_WORDS else None


def _with_owner(phrase: Phrase, route: Route) -> Phrase:
    """`orgListMembers` as list_org_members: a group that is the parent resource belongs to the noun."""
    if not phrase.context or not phrase.noun:
        return phrase
    owner = resource(route.segments).owner
    fresh = tuple(word for word in phrase.context if holds(owner, word) or any(o.startswith(word) for o in owner))
    fresh = tuple(singular(word) for word in fresh if not holds(phrase.noun, word))
    return replace(phrase, noun=(*fresh, *phrase.noun)) if fresh and not holds(phrase.tail, fresh[-1]) else phrase


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
    match phrase.verb:
        case "search" if shape.shape is Shape.LIST and phrase.noun and not phrase.tail:
            return phrase.with_number(many=True)
        case "list":
            return phrase.with_number(many=True)
        case "create" if phrase.noun and "in" not in phrase.tail and not takes_list(operation):
            return phrase.with_number(many=False)
        case "get" | "update" | "replace" | "delete" if phrase.noun and route.ends_in_parameter and not phrase.tail:
            return phrase.with_number(many=False) if shape.shape is not Shape.LIST else phrase
        case _:
            return phrase


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


# --- nouns where none is given


def _some_noun(operation: Operation, route: Route, phrase: Phrase, title: tuple[str, ...]) -> tuple[str, ...]:
    if phrase.tail and not route.ends_in_parameter and phrase.tail[0] == "to":
        return ()
    found = resource(route.segments)
    if phrase.verb in _ALONE and len(found.noun) < 2:
        return _ALONE[phrase.verb]
    noun = tuple(w for w in found.words if not same_word(w, phrase.verb))
    choices = [noun, *(plain_words(split_words(tag)) for tag in operation.tags if tag.lower() != "default")]
    words = next((c for c in ([w for w in choice if not same_word(w, phrase.verb)] for choice in choices) if c), None)
    if words is None:
        own = tuple(w for w in plain_words(title) if w not in _TITLE_NOISE and not same_word(w, phrase.verb))
        return own[:3] if own and route.segments else ("root",)
    many = phrase.verb in ("list", "search")
    return (
        plural_noun(words)
        if many
        else singular_noun(words) if route.ends_in_parameter or phrase.verb == "create" else tuple(words)
    )


def _without_possessive(noun: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """`users saved albums`, where the apostrophe was lost, as user saved albums: owners stand in the singular."""
    owners = {"users"} | {
        w for a, b in zip(route.segments, route.segments[1:], strict=False) if b.parameter for w in a.words
    }
    return tuple(
        singular(w) if w in owners and i + 1 < len(noun) and noun[i + 1] not in _JOINERS else w
        for i, w in enumerate(noun)
    )


def _without_repetition(noun: tuple[str, ...]) -> tuple[str, ...]:
    """Without a word that the next one says again: users, user → user."""
    return tuple(w for i, w in enumerate(noun) if i + 1 == len(noun) or not same_word(w, noun[i + 1]))


def _scope(routes: Sequence[Route]) -> tuple[str, ...]:
    """The longest run of leading segments, up to a parameter, that most operations share."""
    counts: Counter[tuple[str, ...]] = Counter()
    for route in routes:
        for i, segment in enumerate(route.segments[:-1]):
            if segment.parameter:
                counts[_texts(route.segments[: i + 1])] += 1
    shared = [texts for texts, count in counts.items() if count >= max(_SCOPE_OPERATIONS, _SCOPE_SHARE * len(routes))]
    return max(shared, key=lambda texts: (len(texts), texts), default=())


def _texts(segments: Sequence[Segment]) -> tuple[str, ...]:
    return tuple(s.text for s in segments)
