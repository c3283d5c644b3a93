"""What an operation id says without the marks of its framework (FastAPI, Spring, NestJS, ASP.NET, gRPC, Google)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.shaping.phrase import (
    ADJECTIVES,
    JOINERS,
    NAMED,
    Phrase,
    cut_at_preposition,
    is_firm_verb,
    plain_words,
    read_phrase,
    without_identity,
)
from mcpgen.shaping.route import Route
from mcpgen.shaping.words import (
    holds,
    is_plural,
    is_version,
    plural_noun,
    same_word,
    singular,
    singular_noun,
    split_words,
)

_SPRING = re.compile(r"_?Using(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)(?:_\d+)?$")
_DATA_REST = re.compile(r"^[a-z]+(?:CollectionResource|ItemResource|PropertyReference(?:Id)?)-\w+-[a-z]+(?:_\d+)?$")
_SENT_BY = re.compile(r"^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[_-](?=[A-Z][a-z])")
"""The method before an id that has a verb of its own: POST_ChangeVisibility."""
_COUNTER = re.compile(r"(?<=[A-Za-z])(?:[_-]\d{1,3}|__\d+)$")
_METHOD_AND_PATH = re.compile(r"(?:get|post|put|patch|delete)[-_ ]?/", re.IGNORECASE)
"""An id that is nothing but its method and path: get-/crm/v3/cards."""
_ASYNC = re.compile(r"(?<=[a-z])Async$")
"""How ASP.NET marks methods: Users_GetByIdAsync."""
_DJANGO = ("list", "create", "retrieve", "read", "update", "destroy")
_GROUPS = re.compile(r"[./:#\\]|::|->")
_METHODS = frozenset({"get", "post", "put", "patch", "delete", "head", "options", "trace"})
_ECHOES = {"post": "create", "put": "update", "patch": "update", "head": "check"}
_POSTED = frozenset({"message", "comment", "status", "tweet"})
_LAYERS = frozenset({"controller", "handler"})
"""What ends a literal that is called after a class: /user-controller/list."""
_STEM = 5
"""Letters from which on two words are forms of one: notify, notification."""
COLLECTION_ACTIONS = frozenset(
    "search count export import list query lookup filter browse compare match sync reorder sort suggest "
    "autocomplete merge watch poll stream monitor scroll".split()
)
"""Actions on all of a collection, where no parameter names one thing."""


def read_operation_id(operation: Operation, route: Route) -> Phrase | None:
    """The phrase an operation id holds, its groups as context; None when it holds no verb."""
    if "{" in operation.id or _METHOD_AND_PATH.match(operation.id) or _DATA_REST.match(operation.id):
        return None
    text = _unmarked(_without_fastapi_path(operation))
    text = text if "async" in operation.path.lower() else _ASYNC.sub("", text)
    *groups, last = [part for part in _GROUPS.split(text) if part] or [""]
    before, last = _underscored(last)
    things = _own_noise(split_words(last), route)
    words = _unscoped(_spaced(plain_words(split_words(last), things), route), route)
    echo = words[0] if len(words) > 1 and words[0] == operation.method.lower() and words[0] in _ECHOES else ""
    posted = (
        echo == "post" and words[-1] in _POSTED and (words[-1] != "status" or len(words) == len(("post", "status")))
    )
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
    if operation.deprecated and len(words) > 2:
        words = tuple(word for word in words if word != "deprecated")
    context = plain_words([w for group in (*groups, *before) for w in split_words(group)])
    if _opens_with_tag(words, operation):
        words = words[1:]
    if group := _group_of_words(words, route):
        context, words = (*context, *group), words[len(group) :]
    resources = _resources(words, operation, route) | things
    phrase = read_phrase(words, resources)
    plain_echo = phrase is None or not is_firm_verb(words[0]) or (echo != "post" and _is_last_literal(words, route))
    if echo and plain_echo and not posted:
        noun, tail = cut_at_preposition(words)
        phrase = without_identity(Phrase(verb=_ECHOES[echo], noun=noun, tail=tail))
    if phrase is None and context:
        phrase, context = read_phrase((*context, *words), resources), ()
    if phrase is None:
        return None
    phrase = _of_collection(phrase, operation, route)
    context = (*context, *phrase.context)
    if not phrase.noun and context:
        return replace(phrase, noun=_grouped(phrase, _last_group(groups, before) or context, route), context=context)
    if phrase.noun[:1] and phrase.noun[0] in JOINERS and len(phrase.noun) == 2 and context:
        return replace(phrase, noun=(*phrase.noun, *singular_noun(context)), context=context)
    if context and phrase.noun and all(word in ADJECTIVES for word in phrase.noun):
        return replace(phrase, noun=(*phrase.noun, *singular_noun(context)), context=context)
    return replace(phrase, context=context)


def _own_noise(words: Sequence[str], route: Route) -> frozenset[str]:
    """Noise that is part of what the path calls a thing: controller of /replicationcontrollers, api of /api-keys."""
    literals = ["".join(segment.words) for segment in route.literals if segment.words[-1] not in _LAYERS]
    told = [pair for pair in pairwise(words) if any("".join(pair) in literal for literal in literals)]
    return NAMED & {word for pair in told for word in pair}


def _unscoped(words: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """Without a word that says of a thing that it has an owner, which the path names: namespaced."""
    pairs = zip(route.segments, route.segments[1:], strict=False)
    owners = {a.singular[-1] for a, b in pairs if b.parameter and not a.parameter}
    scoped = {f"{owner.removesuffix('e')}ed" for owner in owners} | {f"{owner}scoped" for owner in owners}
    return tuple(word for word in words if word not in scoped) or words


def _of_collection(phrase: Phrase, operation: Operation, route: Route) -> Phrase:
    """`delete collection pod` as delete pods: all that its path holds."""
    first, *rest = phrase.noun or ("",)
    if first != "collection" or not rest or route.ends_in_parameter or holds(split_words(operation.path), first):
        return phrase
    return replace(phrase, noun=plural_noun(rest))


def _resources(words: tuple[str, ...], operation: Operation, route: Route) -> frozenset[str]:
    """The words of the path, without an action at its end that the id names: merge, of /pulls/{index}/merge."""
    if len(route.literals) < 2 or operation.method == "GET" or route.ends_in_parameter:
        return route.words
    before, last = route.literals[-2:]
    grouped = before.words in (("action",), ("actions",))
    opens = len(last.words) > 1 and words[:1] == last.words[:1] and vocabulary.is_verb(last.words[0])
    if opens and (grouped or route.segments[-2].parameter):
        return replace(route, segments=tuple(s for s in route.segments if s is not last)).words
    if not any(segment.parameter for segment in route.segments[-3:-1]):
        return route.words
    verb = singular(last.words[0])
    acted = any(one == verb and holds(before.words, other) for one, other in pairwise(words))
    named = len(words) > 2 or words[:1] != (verb,)
    if len(last.words) > 1 or not vocabulary.is_verb(verb) or not (acted or (verb == last.words[0] and named)):
        return route.words
    return replace(route, segments=tuple(s for s in route.segments if s is not last)).words


def _group_of_words(words: Sequence[str], route: Route) -> tuple[str, ...]:
    """The resource of several words, the first a verb, that an id opens with before its verb: load balancer, delete."""
    for segment in route.literals:
        size = len(segment.words)
        plain = 1 < size < len(words) and is_plural(segment.words[-1])
        acts = plain and vocabulary.is_verb(words[0]) and vocabulary.is_verb(words[size])
        if acts and all(same_word(a, b) for a, b in zip(words, segment.words, strict=False)):
            return tuple(words[:size])
    return ()


def _opens_with_tag(words: Sequence[str], operation: Operation) -> bool:
    """True where a form of the tag stands in front of the verb: notify, read, thread of `notification`."""
    if len(words) < 3 or not all(map(vocabulary.is_verb, words[:2])) or not operation.tags:
        return False
    tag = "".join(split_words(operation.tags[0]))
    return len(words[0]) > _STEM and tag.startswith(words[0][:_STEM]) and not same_word(words[0], tag)


def _grouped(phrase: Phrase, group: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """The group as what a verb acts on: one thing behind its parameter (`orders.capture`), else as it is written."""
    reads = phrase.verb in ("get", "list", "search")
    if phrase.many:
        return plural_noun(group)
    last = route.literals[-1] if route.literals else None
    ends_in_verb = last is not None and (
        last.words in ((phrase.verb,), phrase.opening) or ("." in last.text and last.words[-1] == phrase.verb)
    )
    one = acts_on_one(route) or (ends_in_verb and phrase.verb not in COLLECTION_ACTIONS)
    return singular_noun(group) if one and not reads else group


def acts_on_one(route: Route) -> bool:
    """True where a parameter stands at the end of the path, or before its last literal."""
    return any(segment.parameter for segment in route.segments[-2:])


def _is_last_literal(words: Sequence[str], route: Route) -> bool:
    return bool(route.literals) and "".join(words) == "".join(route.literals[-1].words)


def _unmarked(text: str) -> str:
    """Without `UsingGET` of Springfox, `GET_` before a verb, and the counters of namesakes."""
    text = text.strip()
    sent = _SENT_BY.sub("", text)
    text = sent if vocabulary.is_verb(next(iter(split_words(sent)), "")) else text
    return _COUNTER.sub("", _SPRING.sub("", text))


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
    if any(is_firm_verb(part.lower()) for part in parts[1:-1]) and not is_firm_verb(
        next(iter(split_words(parts[-1])), "")
    ):
        return [], " ".join(parts)
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
    if route.literals[-1].dotted and words == tuple(w for s in route.segments for w in s.words):
        return True
    suffix = next((s for s in (("partial", "update"), *((w,) for w in (name, *_DJANGO))) if words[-len(s) :] == s), ())
    if words[:1] == (name,):
        left = list(words[1:])
    elif suffix:
        left = list(words[: -len(suffix)])
    else:
        return False
    as_written = not any(segment.parameter for segment in route.segments)
    for segment in route.segments:
        own = plain_words(segment.words) or segment.words
        if segment.parameter:
            _drop_parameter(left, segment.words)
        elif (as_written and tuple(left[: len(own)]) != own) or not _drop(left, own):
            return False
    return not left


def repeats_action(operation: Operation, route: Route) -> bool:
    """True for ids that are the last part of the path, where that is an action on one thing: set_rules."""
    last = route.literals[-1].words if route.literals else ()
    said = len(last) > 1 and plain_words(split_words(_unmarked(operation.id))) == last
    return said and operation.method != "GET" and any(s.parameter for s in route.segments)


def echoes_method(operation: Operation) -> bool:
    """True for ids that open or end with their method instead of a verb: post-users, deleteUser, volumes_post."""
    words = plain_words(split_words(_unmarked(operation.id)))
    name = operation.method.lower()
    if name == "delete" and words[:1] and words[0].startswith(name):
        return True
    grouped = name == "delete" and any(word == name for word in words[:-1])
    return len(words) > 1 and name != "get" and (grouped or name in (words[0], words[-1]))


def bulk_of(operation: Operation) -> str:
    """`bulk` or `batch` where an id without a verb says so: bulk_variables."""
    words = split_words(_unmarked(operation.id))
    return next((w for w in words[:1] + words[-1:] if w in ("bulk", "batch")), "") if len(words) > 1 else ""


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
    literals = route.literals[-1].words if route.literals else ()
    if route.ends_in_parameter and operation.method == "GET" and words and len(words) < len(head):
        alike = len(words) == len(literals) and all(map(same_word, words, literals))
        return words if alike and not is_plural(words[-1]) else ()
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
    spaced = [s.singular for s in route.literals if len(s.words) > 1 and not is_firm_verb(s.words[0])]
    joined = {"".join(parts): parts for parts in spaced if not any(part.isdigit() for part in parts)}
    words = tuple(part for word in words for part in joined.get(singular(word), (word,)))
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
