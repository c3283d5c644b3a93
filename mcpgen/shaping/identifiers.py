"""What an operation id says, once the marks of its framework are off it (NAM001)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.shaping.id_styles import (
    GROUPS,
    is_made,
    uncounted,
    underscored,
    unmarked,
    without_async,
    without_fastapi_path,
)
from mcpgen.shaping.path_actions import COLLECTION_ACTIONS
from mcpgen.shaping.phrase import (
    ADJECTIVES,
    JOINERS,
    NAMED,
    PREPOSITIONS,
    Phrase,
    cut_at_preposition,
    is_firm_verb,
    plain_words,
    read_phrase,
    without_identity,
)
from mcpgen.shaping.route import Route, acts_on_one, is_identifier
from mcpgen.shaping.run_on import as_told
from mcpgen.shaping.words import holds, is_plural, plural_noun, same_word, singular, singular_noun, split_words

_ECHOES = {"post": "create", "put": "update", "patch": "update", "head": "check"}
"""The verbs that methods stand for where an id repeats them."""
_POSTED = frozenset({"message", "comment", "status", "tweet"})
"""What `post` is the verb of, not only the method."""
_LAYERS = frozenset({"controller", "handler"})
"""What ends a literal that is called after a class: /user-controller/list."""
_OF_SOMETHING = frozenset(
    "config configuration content contents data details documentation history info log logs metadata settings sizes "
    "state stats status summary types usage".split()
)
"""What says little without the group of its method: images.getContents."""
_ROLES = frozenset({"action", "call", "endpoint", "method", "page", "request", "service"})
"""What an id adds to what its path says: StartScanPage, of /startscan."""
_STEM = 5
"""Letters from which on two words are forms of one: notify, notification."""


def read_operation_id(operation: Operation, route: Route) -> Phrase | None:
    """The phrase an operation id holds, its groups as context; None when it holds no verb."""
    if is_made(operation.id):
        return None
    text = without_async(unmarked(without_fastapi_path(operation)), operation.path)
    *groups, last = [part for part in GROUPS.split(text) if part] or [""]
    before, last = underscored(uncounted(last, route))
    groups = [*groups, *before]
    written = _written(last, operation, route)
    things = _own_noise(written, route)
    words = _unscoped(_spaced(plain_words(written, things), route), route)
    words = _without_last_key(_without_keys(_in_one(words, route), route), route)
    if any(segment.parameter and words == (*segment.words, operation.method.lower()) for segment in route.segments):
        return None
    echo = words[0] if len(words) > 1 and words[0] == operation.method.lower() and words[0] in _ECHOES else ""
    posted = echo == "post" and words[-1] in _POSTED and (words[-1] != "status" or words == ("post", "status"))
    words = _without_manner(_without_method(words, operation.method), operation)
    context = plain_words([w for group in groups for w in split_words(group)])
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
    return _in_groups(phrase, (*context, *phrase.context), _last_group(groups), operation, route)


def _written(text: str, operation: Operation, route: Route) -> tuple[str, ...]:
    """The words of an id's last part, without the last where that only adds a role to what the path says."""
    words = as_told(split_words(text), operation, route)
    last = route.literals[-1].words if route.literals else ()
    if words[2:] and words[-1] == "resource" and not holds(split_words(operation.path), "resource"):
        words = words[:-1] if words[-2] not in (*PREPOSITIONS, "non", "sub") else words
    return words[:-1] if words[-1:] and words[-1] in _ROLES and "".join(words[:-1]) == "".join(last) else words


def _without_manner(words: tuple[str, ...], operation: Operation) -> tuple[str, ...]:
    """Without a method before the verb that an id ends with, and without what PATCH and `deprecated` say anyway."""
    method = operation.method.lower()
    if len(words) > 2 and words[-2] in _ECHOES and words[-2] == method and vocabulary.is_verb(words[-1]):
        words = (*words[:-2], words[-1])
    if operation.method == "PATCH" and len(words) > 1:
        words = tuple(word for word in words if word not in ("partial", "partially"))
    if operation.deprecated and len(words) > 2:
        words = tuple(word for word in words if word != "deprecated")
    return words


def _in_groups(
    phrase: Phrase, context: tuple[str, ...], group: tuple[str, ...], operation: Operation, route: Route
) -> Phrase:
    """The phrase with its groups as context; where its own noun is missing or says little, theirs is in it.

    `group` are the words of the last group.
    """
    plurals = [s.words[-1] for s in route.literals if is_plural(s.words[-1])]
    if context and phrase.noun in (("bulk",), ("batch",)) and not holds(plurals, phrase.noun[0]):
        phrase = replace(phrase, noun=(), many=True, manner=phrase.noun[0])
    if not phrase.noun and context:
        if phrase.verb in ("patch", "put") and phrase.verb == operation.method.lower():
            phrase = replace(phrase, verb=_ECHOES[phrase.verb])
        return replace(phrase, noun=_grouped(phrase, group or context, route), context=context)
    if len(phrase.noun) == 1 and not phrase.tail and phrase.noun[0] in _OF_SOMETHING and group and is_plural(group[-1]):
        return replace(phrase, noun=(*singular_noun(group), *phrase.noun), context=context)
    joins = len(phrase.noun) == 2 and phrase.noun[0] in JOINERS
    if context and phrase.noun and (joins or all(word in ADJECTIVES for word in phrase.noun)):
        return replace(phrase, noun=(*phrase.noun, *singular_noun(context)), context=context)
    return replace(phrase, context=context)


def _in_one(words: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """`grocery list department` as grocerylist, department, as the path writes it: its second word is no verb there."""
    literals = {s.words[0] for s in route.literals if len(s.words) == 1}
    for i, pair in enumerate(pairwise(words)):
        if vocabulary.is_verb(pair[1]) and not vocabulary.is_verb(pair[0]) and "".join(pair) in literals:
            return (*words[:i], "".join(pair), *words[i + 2 :])
    return words


def _without_keys(words: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """`update list name by id list` of /lists/{idList}/name without what the path asks for anyway."""
    head, *chunks = _cut_at_by(words)
    keys = {s.words for s in route.segments if s.parameter and len(s.words) > 1 and is_identifier(s.words[0])}
    if not chunks or not any(chunk in keys for chunk in chunks):
        return words
    kept = [("by", *c) for c in chunks if c not in keys or not all(is_identifier(w) or holds(head, w) for w in c)]
    return (*head, *(word for chunk in kept for word in chunk))


def _without_last_key(words: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """`delete field definitions custom field id`, of …/{custom_field_id}, without the parameter that ends the path."""
    key = route.segments[-1].words if route.ends_in_parameter else ()
    ends = 1 < len(key) < len(words) - 1 and words[-len(key) :] == key and is_identifier(key[-1])
    thing = route.literals[-1].words[-1:] if route.literals else ()
    return words[: -len(key)] if ends and words[-len(key) - 1 : -len(key)] == thing else words


def _cut_at_by(words: Sequence[str]) -> list[tuple[str, ...]]:
    """Words cut at each `by`, which is left out."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "by":
            parts.append([])
        else:
            parts[-1].append(word)
    return [tuple(part) for part in parts]


def _own_noise(words: Sequence[str], route: Route) -> frozenset[str]:
    """Noise that is part of what the path calls a thing: controller of /replicationcontrollers, api of /api-keys."""
    literals = ["".join(segment.words) for segment in route.literals if segment.words[-1] not in _LAYERS]
    told = [pair for pair in pairwise(words) if any("".join(pair) in literal for literal in literals)]
    alone = {word for word in words if any(same_word(literal, word) for literal in literals)}
    return NAMED & ({word for pair in told for word in pair} | alone)


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


def _is_last_literal(words: Sequence[str], route: Route) -> bool:
    last = route.literals[-1].words if route.literals else ()
    return bool(last) and "".join(singular_noun(words)) == "".join(singular_noun(last))


def _last_group(groups: Sequence[str]) -> tuple[str, ...]:
    """The words of the last group that has some."""
    return next((words for group in reversed(groups) if (words := plain_words(split_words(group)))), ())


def _without_method(words: tuple[str, ...], method: str) -> tuple[str, ...]:
    """Without a method that stands for itself: post-account-block → account, block."""
    name = method.lower()
    if len(words) > 2 and words[-1] == name and read_phrase(words[:-1]) is not None:
        words = words[:-1]
    if len(words) > 1 and words[0] == name and name in _ECHOES and not (name == "post" and words[-1] in _POSTED):
        return words[1:]
    return words


def bulk_of(operation: Operation) -> str:
    """`bulk` or `batch` where an id without a verb says so: bulk_variables."""
    words = split_words(unmarked(operation.id))
    return next((w for w in words[:1] + words[-1:] if w in ("bulk", "batch")), "") if len(words) > 1 else ""


def noun_of_id(operation: Operation, route: Route, head: Sequence[str]) -> tuple[str, ...]:
    """The noun that an id without a verb is: radar_queue of /radar/queues/{host}. Nothing where it adds nothing.

    `head` is the noun by the path; its number stays.
    """
    words = plain_words(split_words(unmarked(without_fastapi_path(operation))))
    literals = route.literals[-1].words if route.literals else ()
    if route.ends_in_parameter and operation.method == "GET" and words and len(words) < len(head):
        alike = len(words) == len(literals) and all(map(same_word, words, literals))
        return words if alike and not is_plural(words[-1]) else ()
    if len(words) <= len(head) or not same_word(words[-1], head[-1]) or not all(holds(words, w) for w in head):
        return ()
    if not all(holds(route.words, w) for w in words):
        return ()
    return (*(singular(w) for w in words[:-1]), head[-1])


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
