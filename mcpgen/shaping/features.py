"""Words that may tell an operation's tool from its namesakes: parents, parameters, tag, version (NAM004)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.shaping.phrase import Phrase, is_firm_verb, plain_words
from mcpgen.shaping.resources import GENERIC
from mcpgen.shaping.route import Route, Segment, read_route
from mcpgen.shaping.words import holds, is_plural, singular_noun, split_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """Words that may tell an operation from its namesakes: in front of the noun, or at the end."""

    words: tuple[str, ...]
    front: bool = False
    forced: bool = False
    """Said even where the name holds the words already."""
    otherwise: tuple[str, ...] = ()
    """Said instead where a namesake has no words either."""


_PARENTS = 3
_OF_METHODS = ("get", "post", "put", "patch", "delete", "list", "fetch", "read", "find", "create", "update")
"""Verbs of ids that only repeat the verb of a name."""
_SWITCHES = frozenset({"action", "method", "version", "format"})
"""Parameters that say what a request is, and not what it asks for."""


def features(operation: Operation, route: Route, phrase: Phrase, latest: str = "") -> tuple[Feature, ...]:
    """What could tell an operation's tool from its namesakes, the nearest first; equal kinds stand at equal places.

    `latest` is the API's newest version: its operations have the plain names.
    """
    known, whole = phrase.words, read_route(operation.path)
    parents = [
        s.singular for s in reversed(whole.literals) if not all(_says(known, w) for w in s.words) and not _is_action(s)
    ]
    part = route.literals[-1].singular if route.literals and not route.ends_in_parameter else ()
    owned = [
        Feature(words=_fresh(words, known), front=words != part or words[-1] not in GENERIC)
        for words in parents[:_PARENTS]
    ]
    owned += [Feature(words=(), front=True)] * (_PARENTS - len(owned))
    tag = plain_words(split_words(operation.tags[0])) if operation.tags else ()
    return (
        _of_many(operation, route, phrase),
        *owned,
        Feature(words=_by_parameter(route, known), forced=True),
        Feature(words=_group_of_id(operation.id, known) or _fresh(phrase.context, known), front=True),
        Feature(words=_by_owner(route) or _by_owner(whole), forced=True),
        Feature(words=_asked_for(operation)),
        Feature(words=_fresh(tag, known), front=True),
        Feature(words=_by_place(operation, phrase.verb)),
        _of_version(route.version, latest),
        Feature(words=(by_id := _fresh(_said_by_id(operation), (*known, *_OF_METHODS))), front=by_id == ("all",)),
    )


def _of_version(version: str, latest: str) -> Feature:
    """A version as words of a name: v1beta1; 2023, 01, 31. The latest only beside a namesake without any."""
    words = tuple(re.findall(r"[a-z0-9]+", version))
    return Feature(words=words, forced=True) if version != latest else Feature(words=(), forced=True, otherwise=words)


def _group_of_id(id: str, known: Sequence[str]) -> tuple[str, ...]:
    """The nearest group of a method that a name does not hold, in the singular: user, of gallery.users.assets.list."""
    _, *groups, _ = id.split(".") if id.count(".") > 1 else ("", "")
    fresh = (_fresh(plain_words(split_words(group)), known) for group in reversed(groups))
    return next((singular_noun(words) for words in fresh if words), ())


def _said_by_id(operation: Operation) -> tuple[str, ...]:
    """The words of an id, but for numbers, which tell nothing, and versions, which only the path knows."""
    return tuple(w for w in plain_words(split_words(operation.id)) if not re.fullmatch(r"[a-z]?\d+", w))


def _says(known: Sequence[str], word: str) -> bool:
    """True where a name holds a word, or its short form: repo, repository."""
    return holds(known, word) or any(len(k) > 3 and word.startswith(k) for k in known)


def _is_action(segment: Segment) -> bool:
    return len(segment.words) == 1 and is_firm_verb(segment.words[0])


def _of_many(operation: Operation, route: Route, phrase: Phrase) -> Feature:
    """Tells `delete_users` from `delete_user`: all of them, or those that the body names."""
    many = bool(phrase.noun) and is_plural(phrase.noun[-1]) and phrase.verb not in ("list", "search")
    if not many or (vocabulary.is_read_only(phrase.verb) and operation.method == "POST"):
        return Feature(words=())
    chosen = operation.method == "DELETE" and any(p.place == "query" for p in operation.parameters)
    if (operation.body is not None or chosen) and not route.ends_in_parameter:
        return Feature(words=("multiple",), front=True)
    return Feature(words=("all",), front=True)


def _by_parameter(route: Route, known: Sequence[str]) -> tuple[str, ...]:
    """`by_name`, `by_id`: the parameter at the end of the path."""
    if not route.ends_in_parameter:
        return ()
    if (
        len(route.segments) > 1
        and route.segments[-2].parameter
        and all(holds(known, w) for w in route.segments[-1].words)
    ):
        return ()
    return ("by", *(_fresh([w for w in route.segments[-1].words if w not in ("pk", "uuid", "guid")], known) or ("id",)))


def _by_owner(route: Route) -> tuple[str, ...]:
    """`by_account_id`: the resource whose parameter stands before the last literal."""
    for before, segment in reversed(list(zip(route.segments, route.segments[1:-1], strict=False))):
        if segment.parameter and not before.parameter:
            return ("by", *before.singular, "id")
    return ()


def _fresh(words: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if not holds(known, word))


def _asked_for(operation: Operation) -> tuple[str, ...]:
    """`by_name`: the required query parameters."""
    asked = [p for p in operation.parameters if p.place == "query" and p.required and p.name.lower() not in _SWITCHES]
    names = [split_words(p.name) for p in asked]
    return ("by", *names[0]) if names and names[0] else ()


def _by_place(operation: Operation, verb: str) -> tuple[str, ...]:
    """For operations that differ by method only: none where the method suits the verb."""
    reads = vocabulary.is_read_only(verb)
    match operation.method:
        case "GET" | "HEAD" | "QUERY":
            return () if reads else ("with", "query")
        case "OPTIONS":
            return ("options",)
        case "PUT":
            return ("as", "whole")
        case "PATCH":
            return ("in", "part")
        case "POST":
            return () if not reads else ("with", "body") if operation.body else ("by", "post")
        case _:
            return ("for", "deletion")
