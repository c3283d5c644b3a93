"""A verb and a noun from method and path, where neither operation id nor summary gives them (NAM001)."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.shaping.evidence import Answer, Shape, item_name, lists
from mcpgen.shaping.path_actions import AT_ONCE, MAILED, READ_ACTIONS, action
from mcpgen.shaping.phrase import Phrase, is_adjective
from mcpgen.shaping.resources import Resource, joined, resource, segments_before
from mcpgen.shaping.route import Route, identifies, is_identifier
from mcpgen.shaping.several import takes_list
from mcpgen.shaping.words import counts, holds, is_plural, plural_noun, singular_noun

WHOLES = frozenset({"contents", "preferences", "settings"})
"""Plurals of what is one: the contents of a file."""
_FILES = frozenset({"application/pdf", "application/zip"})
"""What an answer to POST that makes nothing but a file to keep is."""
_ITSELF = frozenset({("data",), ("details",), ("info",), ("information",)})
"""What behind one parameter stands for the thing itself: /{comicId}/info."""
_OF_LINKS = {"GET": "get", "POST": "add", "PATCH": "set", "PUT": "set", "DELETE": "remove"}
"""What each method does to the links that a thing has to others (JSON:API, "Updating Relationships")."""
_BY_METHOD = {"PUT": "update", "PATCH": "update", "DELETE": "delete", "HEAD": "check", "TRACE": "trace"}


def derive(
    operation: Operation, route: Route, answer: Answer, methods: frozenset[str], *, collection: bool = False
) -> Phrase:
    """The phrase for an operation from its method and path. The noun may be missing.

    `methods` are those of the same path; `collection`: there is a path for one item below it.
    """
    if (linked := _linked(operation, route)) is not None:
        return linked
    if (acted := action(operation, route, methods)) is not None:
        return acted
    found = resource(route.segments)
    if found.noun and not found.owner and len(route.literals) > 1 and route.literals[-1].dotted:
        found = replace(found, owner=route.literals[-2].singular)
    if not found.noun:
        return Phrase(verb=_plain_verb(operation.method), noun=())
    asked = found.noun[0] if len(found.noun) == 1 and found.tail else ""
    if asked in READ_ACTIONS and len(route.literals) > 2:
        outer = resource(segments_before(route.segments, route.literals[-2]))
        return Phrase(verb=asked, noun=outer.words, tail=found.tail)
    if operation.method == "GET" and route.literals == route.segments[1:] and found.noun in _ITSELF:
        return Phrase(verb="get", noun=tuple(w for w in route.segments[0].words if not is_identifier(w)) or found.noun)
    if operation.method in ("GET", "QUERY"):
        alone = len(methods) == 1 and not collection and len(route.segments) == 1
        return _reading(route, found, answer, collection=collection, alone=alone)
    if route.literals and route.literals[-1].words in AT_ONCE and not route.ends_in_parameter:
        found = resource(segments_before(route.segments, route.literals[-1]))
        manner = route.literals[-1].words[0]
        return Phrase(verb=_plain_verb(operation.method), noun=plural_noun(found.words), many=True, manner=manner)
    if operation.method == "POST" and not route.ends_in_parameter and answer.media_type in _FILES:
        return Phrase(verb="download", noun=singular_noun(found.words), tail=found.tail)
    phrase = _writing(operation, route, found, methods, collection=collection)
    mailed = not route.ends_in_parameter and len(found.noun) > 1 and found.noun[-1] in MAILED
    if mailed and phrase.verb in ("create", "update"):
        return Phrase(verb="send", noun=tuple(word for word in found.noun if word != "send"))
    return phrase


def _linked(operation: Operation, route: Route) -> Phrase | None:
    """What is done to the links of a thing, not to what they lead to: /orders/{id}/relationships/lines (JSON:API)."""
    verb = _OF_LINKS.get(operation.method)
    if len(route.segments) < len(("orders", "{id}", "relationships", "lines")) or verb is None:
        return None
    *before, marker, last = route.segments
    if marker.words != ("relationships",) or not before[-1].parameter or last.parameter:
        return None
    owner = resource(before)
    noun, many = joined(owner.singular, last.words), is_plural(last.words[-1])
    if verb != "get":
        return Phrase(verb="replace" if verb == "set" and many else verb, noun=noun)
    return Phrase(verb="list" if many else "get", noun=(*singular_noun(noun), "ids" if many else "id"))


def _plain_verb(method: str) -> str:
    """The verb of a method; that of its name for one that is a verb itself, such as COPY."""
    word = method.lower()
    own = word if vocabulary.is_verb(word) else "call"
    return {"GET": "get", "POST": "create", "OPTIONS": "get", **_BY_METHOD}.get(method, own)


def _reading(route: Route, found: Resource, answer: Answer, *, collection: bool, alone: bool) -> Phrase:
    """The phrase of a GET; `alone`: nothing else is done to the one literal of the path, so a singular is meant."""
    head = found.noun[-1]
    if route.ends_in_parameter:
        name = route.segments[-1].words
        if answer.shape is Shape.LIST and not identifies(name, found.noun):
            return Phrase(verb="list", noun=plural_noun(found.words), tail=found.tail or ("by", *singular_noun(name)))
        if answer.shape is Shape.LIST and not is_plural(head) and len(route.literals) > 1:
            outer = resource(segments_before(route.segments, route.literals[-1]))
            if outer.noun and is_plural(outer.noun[-1]):
                return Phrase(verb="list", noun=outer.words, tail=("by", *found.noun))
        if (mapped := _mapped(route, answer)) is not None:
            return Phrase(verb="list", noun=plural_noun(mapped.words), tail=("for", *singular_noun(found.noun)))
        return Phrase(verb="get", noun=singular_noun(found.words), tail=found.tail)
    unknown = answer.shape in (Shape.UNKNOWN, Shape.NOTHING)
    listed = (answer.shape is Shape.LIST and lists(answer, head)) or (
        unknown and counts(head) and (collection or (is_plural(head) and head not in WHOLES))
    )
    if listed and not (alone and counts(head) and not is_plural(head)):
        return Phrase(verb="list", noun=plural_noun(_described(route, found)), tail=found.tail)
    adjective = is_adjective(route.literals[-1].words[-1])
    return Phrase(verb="get", noun=singular_noun(found.words) if adjective else found.words, tail=found.tail)


def _mapped(route: Route, answer: Answer) -> Resource | None:
    """What is listed by the identity of another thing: the roles of /role-mappings/clients/{client}."""
    items = item_name(answer, None)
    *before, thing, _ = (*(None, None), *route.segments)
    if not items or thing is None or not before or (outer := before[-1]) is None or outer.parameter or thing.parameter:
        return None
    others = not any(holds(thing.words, word) for word in items)
    return resource([s for s in before if s is not None]) if others and is_plural(outer.words[-1]) else None


def _described(route: Route, found: Resource) -> tuple[str, ...]:
    """A list behind a singular literal is a choice of the list before it: /roles/realm → realm roles."""
    before = segments_before(route.segments, route.literals[-1])
    if (
        not before
        or before[-1].parameter
        or before[-1].dotted
        or is_plural(found.noun[-1])
        or not is_plural(before[-1].words[-1])
    ):
        return found.words
    return (*found.noun, *before[-1].words) if counts(found.noun[-1]) and len(found.noun) == 1 else found.words


def _writing(
    operation: Operation, route: Route, found: Resource, methods: frozenset[str], *, collection: bool
) -> Phrase:
    method, item = operation.method, route.ends_in_parameter
    if method == "POST":
        update = item and "GET" in methods and not {"PUT", "PATCH"} & methods
        if takes_list(operation) and not item:
            return Phrase(verb="create", noun=plural_noun(found.words), many=True)
        return Phrase(verb="update" if update else "create", noun=singular_noun(found.words), tail=found.tail)
    verb = _plain_verb(method)
    if method == "OPTIONS":
        return Phrase(verb="get", noun=(*singular_noun(found.words), "options"))
    if method == "PUT" and "PATCH" in methods:
        verb = "replace"
    if method == "PUT" and item and operation.body is None and found.owner:
        verb = "add"
    noun = singular_noun(found.words) if item else plural_noun(found.words) if collection else found.words
    return Phrase(verb=verb, noun=noun, tail=found.tail)
