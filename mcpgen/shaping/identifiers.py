"""What an operation id says without the marks of its framework (FastAPI, Spring, NestJS, ASP.NET, gRPC, Google)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.shaping.phrase import (
    ADJECTIVES,
    JOINERS,
    Phrase,
    cut_at_preposition,
    is_firm_verb,
    plain_words,
    read_phrase,
    without_identity,
)
from mcpgen.shaping.route import Route
from mcpgen.shaping.words import holds, is_version, plural_noun, same_word, singular, singular_noun, split_words

_SPRING = re.compile(r"_?Using(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)(?:_\d+)?$")
_DATA_REST = re.compile(r"^[a-z]+(?:CollectionResource|ItemResource|PropertyReference(?:Id)?)-\w+-[a-z]+(?:_\d+)?$")
_COUNTER = re.compile(r"(?<=[A-Za-z])(?:[_-]\d{1,3}|__\d+)$")
_DJANGO = ("list", "create", "retrieve", "read", "update", "destroy")
_GROUPS = re.compile(r"[./:#\\]|::|->")
_METHODS = frozenset({"get", "post", "put", "patch", "delete", "head", "options", "trace"})
_ECHOES = {"post": "create", "put": "update", "patch": "update", "head": "check"}
_POSTED = frozenset({"message", "comment", "status", "tweet"})
COLLECTION_ACTIONS = frozenset(
    "search count export import list query lookup filter browse compare match sync reorder sort suggest "
    "autocomplete merge watch poll stream monitor scroll".split()
)
"""Actions on all of a collection, where no parameter names one thing."""


def read_operation_id(operation: Operation, route: Route) -> Phrase | None:
    """The phrase an operation id holds, its groups as context; None when it holds no verb."""
    if "{" in operation.id or _DATA_REST.match(operation.id):
        return None
    text = _unmarked(_without_fastapi_path(operation))
    *groups, last = [part for part in _GROUPS.split(text) if part] or [""]
    before, last = _underscored(last)
    words = _spaced(plain_words(split_words(last)), route)
    echo = words[0] if len(words) > 1 and words[0] == operation.method.lower() and words[0] in _ECHOES else ""
    posted = echo == "post" and words[-1] in _POSTED
    words = _without_method(words, operation.method)
    if (
        len(words) > 2
        and words[-2] in _ECHOES
        and words[-2] == operation.method.lower()
        and vocabulary.is_verb(words[-1])
    ):
        words = (*words[:-2], words[-1])
    if operation.method == "PATCH" and len(words) > 1:
        words = tuple(word for word in words if word not in ("partial", "partially"))
    context = plain_words([w for group in (*groups, *before) for w in split_words(group)])
    phrase = read_phrase(words, route.words)
    plain_echo = phrase is None or not is_firm_verb(words[0]) or (echo != "post" and _is_last_literal(words, route))
    if echo and plain_echo and not posted:
        noun, tail = cut_at_preposition(words)
        phrase = without_identity(Phrase(verb=_ECHOES[echo], noun=noun, tail=tail))
    if phrase is None and context:
        phrase, context = read_phrase((*context, *words), route.words), ()
    if phrase is None:
        return None
    context = (*context, *phrase.context)
    if not phrase.noun and context:
        return replace(phrase, noun=_grouped(phrase, _last_group(groups, before) or context, route), context=context)
    if phrase.noun[:1] and phrase.noun[0] in JOINERS and len(phrase.noun) == 2 and context:
        return replace(phrase, noun=(*phrase.noun, *singular_noun(context)), context=context)
    if context and phrase.noun and all(word in ADJECTIVES for word in phrase.noun):
        return replace(phrase, noun=(*phrase.noun, *singular_noun(context)), context=context)
    return replace(phrase, context=context)


def _grouped(phrase: Phrase, group: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """The group as what a verb acts on: one thing behind its parameter (`orders.capture`), else as it is written."""
    reads = phrase.verb in ("get", "list", "search")
    if phrase.many:
        return plural_noun(group)
    ends_in_verb = bool(route.literals) and route.literals[-1].words == (phrase.verb,)
    one = acts_on_one(route) or (ends_in_verb and phrase.verb not in COLLECTION_ACTIONS)
    return singular_noun(group) if one and not reads else group


def acts_on_one(route: Route) -> bool:
    """True where a parameter stands at the end of the path, or before its last literal."""
    return any(segment.parameter for segment in route.segments[-2:])


def _is_last_literal(words: Sequence[str], route: Route) -> bool:
    return bool(route.literals) and "".join(words) == "".join(route.literals[-1].words)


def _unmarked(text: str) -> str:
    """Without `UsingGET` of Springfox and the counters of namesakes."""
    return _COUNTER.sub("", _SPRING.sub("", text.strip()))


def _last_group(groups: Sequence[str], before: Sequence[str]) -> tuple[str, ...]:
    return next((words for group in reversed((*groups, *before)) if (words := plain_words(split_words(group)))), ())


def _without_fastapi_path(operation: Operation) -> str:
    """`read_item_items__item_id__get` → `read_item`: FastAPI appends path and method, every other sign as `_`."""
    text, method = operation.id, f"_{operation.method.lower()}"
    if not text.lower().endswith(method):
        return text
    stem = text[: -len(method)]
    path = re.sub(r"\W", "_", operation.path)
    for tail in (path, path.rstrip("_")):
        if tail and stem.endswith(tail) and len(stem) > len(tail):
            return stem[: -len(tail)]
    return stem


def _underscored(text: str) -> tuple[list[str], str]:
    """`Users_GetById` → group Users, method GetById; snake_case stays whole."""
    parts = [part for part in text.split("_") if part]
    humps = any(re.search(r"[a-z][A-Z]", part) or re.fullmatch(r"[A-Z][a-z]+", part) for part in parts)
    if len(parts) < 2 or not humps or is_firm_verb(parts[0].lower()):
        return [], text
    while len(parts) > 1 and is_version(parts[-1]):
        parts.pop()
    return (parts[:-1], parts[-1]) if read_phrase(split_words(parts[-1])) is not None else ([], " ".join(parts))


def _without_method(words: tuple[str, ...], method: str) -> tuple[str, ...]:
    """Without a method that stands for itself: post-account-block → account, block."""
    name = method.lower()
    if len(words) > 2 and words[-1] == name and read_phrase(words[:-1]) is not None:
        words = words[:-1]
    if len(words) > 1 and words[0] == name and name in _ECHOES and not (name == "post" and words[-1] in _POSTED):
        return words[1:]
    return words


def repeats_path(operation: Operation, route: Route) -> bool:
    """True for ids made from method and path: GetAccountsAccountCapabilities; not getAssetEvents of /assets/events."""
    words, name = plain_words(split_words(_unmarked(operation.id))), operation.method.lower()
    suffix = next((s for s in (("partial", "update"), *((w,) for w in (name, *_DJANGO))) if words[-len(s) :] == s), ())
    if words[:1] == (name,):
        left = list(words[1:])
    elif suffix:
        left = list(words[: -len(suffix)])
    else:
        return False
    as_written = not any(segment.parameter for segment in route.segments)
    for segment in route.segments:
        if segment.parameter:
            _drop_parameter(left, segment.words)
        elif (as_written and tuple(left[: len(segment.words)]) != segment.words) or not _drop(left, segment.words):
            return False
    return not left


def echoes_method(operation: Operation) -> bool:
    """True for ids that open or end with their method instead of a verb: post-users, deleteUser, volumes_post."""
    words = plain_words(split_words(_unmarked(operation.id)))
    name = operation.method.lower()
    return len(words) > 1 and name != "get" and name in (words[0], words[-1])


def repeats_part_of_path(operation: Operation, route: Route) -> bool:
    """True for a method and then nothing but words of the path: getMembers of /groups/{id}/members."""
    words = plain_words(split_words(_unmarked(operation.id)))
    if len(words) < 2 or words[0] != operation.method.lower() or not route.literals:
        return False
    last = route.literals[-1]
    known = [word for segment in route.segments for word in segment.words]
    return same_word(words[-1], last.words[-1]) and all(holds(known, word) for word in words[1:])


def noun_of_id(operation: Operation, route: Route, head: Sequence[str]) -> tuple[str, ...]:
    """The noun that an id without a verb is: radar_queue of /radar/queues/{host}. Nothing where it adds nothing.

    `head` is the noun by the path; its number stays.
    """
    words = plain_words(split_words(_unmarked(_without_fastapi_path(operation))))
    if len(words) <= len(head) or not same_word(words[-1], head[-1]) or not all(holds(words, w) for w in head):
        return ()
    if not all(holds(route.words, w) for w in words):
        return ()
    return (*(singular(w) for w in words[:-1]), head[-1])


def _drop(left: list[str], words: Sequence[str]) -> bool:
    if len(left) < len(words) or not all(same_word(a, b) for a, b in zip(left, words, strict=False)):
        return False
    del left[: len(words)]
    return True


def _drop_parameter(left: list[str], words: Sequence[str]) -> None:
    if left[:1] == ["by"] and _drop(rest := left[1:], words):
        left[:] = rest
    else:
        _drop(left, words)


def _spaced(words: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """`getuserinfo`, `getuserInfo` as get, user, info, where the path knows the words behind the verb."""
    word = "".join(words)
    if not words or vocabulary.is_verb(words[0]):
        return words
    for verb in ("get", "list", "create", "update", "delete", "add", "remove", "search", "set", "post", "put"):
        rest = word.removeprefix(verb)
        if rest != word:
            for segment in route.literals:
                if same_word("".join(segment.words), rest):
                    return (verb, *segment.words)
    return words
