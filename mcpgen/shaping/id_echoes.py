"""Operation ids that only repeat what method and path say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from mcpgen.model.api import Operation
from mcpgen.shaping.id_styles import GROUPS, is_json_api, unmarked
from mcpgen.shaping.phrase import plain_words
from mcpgen.shaping.route import Route, is_identifier
from mcpgen.shaping.words import holds, is_plural, same_word, split_words

_DJANGO = ("list", "create", "retrieve", "read", "update", "destroy")
"""What Django REST framework ends ids with."""
_WRITTEN_AS = frozenset({("format",), ("output", "format"), ("json",), ("xml",)})
"""How an answer is written, at the end of a path that an id repeats."""


def repeats_path(operation: Operation, route: Route) -> bool:
    """True for ids made from method and path: GetAccountsAccountCapabilities; not getAssetEvents of /assets/events."""
    words, name = plain_words(split_words(unmarked(operation.id))), operation.method.lower()
    if is_json_api(operation.id):
        return True
    if route.literals[-1].dotted and words == tuple(w for s in route.segments for w in s.words):
        return True
    suffixes = (("partial", "update"), *((w,) for w in (name, *_DJANGO) if w != "create" or name != "put"))
    suffix = next((s for s in suffixes if words[-len(s) :] == s), ())
    if words[:1] == (name,):
        left = list(words[1:])
    elif suffix:
        left = list(words[: -len(suffix)])
    elif (at := _listed_by_last(words, operation, route)) > 0:
        left = [*words[:at], *words[at + 1 :]]
    else:
        return False
    as_written = not any(segment.parameter for segment in route.segments)
    for segment in route.segments:
        own = plain_words(segment.words) or segment.words
        if segment.parameter:
            _drop_parameter(left, segment.words)
        elif (as_written and tuple(left[: len(own)]) != own) or not _drop(left, own):
            return False
    return not left or tuple(left) in _WRITTEN_AS


def copies_path(operation: Operation, route: Route) -> bool:
    """True for a verb and then the literals of a path as they are: addBoardsChecklists of /boards/{id}/checklists."""
    words = tuple(takewhile(lambda word: word != "by", split_words(unmarked(operation.id))))
    literals = tuple(word for segment in route.literals for word in segment.words)
    several = len(route.literals) > 1 and any(is_plural(segment.words[-1]) for segment in route.literals[:-1])
    return several and words[1:] == literals


def _listed_by_last(words: Sequence[str], operation: Operation, route: Route) -> int:
    """Where `list` stands in an id that ends like its path, in the parameter: notifications_list_entity; else 0."""
    key = route.segments[-1].words if route.ends_in_parameter else ()
    ends = bool(key) and operation.method == "GET" and tuple(words[-len(key) :]) == key and not is_identifier(key[-1])
    return next((i for i, word in enumerate(words[1:-1], 1) if word == "list"), 0) if ends else 0


def repeats_action(operation: Operation, route: Route) -> bool:
    """True for ids that are the last part of the path, where that is an action on one thing: set_rules."""
    last = route.literals[-1].words if route.literals else ()
    said = len(last) > 1 and plain_words(split_words(unmarked(operation.id))) == last
    return said and operation.method != "GET" and any(s.parameter for s in route.segments)


def echoes_method(operation: Operation) -> bool:
    """True for ids that open or end with their method instead of a verb: post-users, deleteUser, volumes_post."""
    words = plain_words(split_words(unmarked(operation.id)))
    name = operation.method.lower()
    if name == "delete" and words[:1] and words[0].startswith(name):
        return True
    grouped = name == "delete" and any(word == name for word in words[:-1])
    last = split_words(GROUPS.split(unmarked(operation.id).replace("_", "."))[-1])
    called = len(last) > 1 and last[0] == name
    return len(words) > 1 and name != "get" and (grouped or called or name in (words[0], words[-1]))


def repeats_part_of_path(operation: Operation, route: Route) -> bool:
    """True for a method and then nothing but words of the path: getMembers of /groups/{id}/members."""
    words = plain_words(split_words(unmarked(operation.id)))
    if len(words) < 2 or words[0] != operation.method.lower() or not route.literals:
        return False
    last = route.literals[-1]
    known = [word for segment in route.segments for word in segment.words]
    return same_word(words[-1], last.words[-1]) and all(holds(known, word) for word in words[1:])


def _drop(left: list[str], words: Sequence[str]) -> bool:
    if len(left) < len(words) or not all(same_word(a, b) for a, b in zip(left, words, strict=False)):
        return False
    del left[: len(words)]
    return True


def _drop_parameter(left: list[str], words: Sequence[str]) -> None:
    if left[:1] == ["".join(words)]:
        del left[0]
    elif left[:1] == ["by"] and _drop(rest := left[1:], words):
        left[:] = rest
    else:
        _drop(left, words)
