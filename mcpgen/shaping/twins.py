"""Operations that do the same as another one, which are not made tools: a person makes one tool of both (NAM004).

An API that is called by GET and by POST alike describes each call twice, one that renamed a path keeps the old one
beside the new, and one that moved a thing deprecates where it was. Two tools that do the same with the same inputs
only make a model choose between them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.schema import Object, Schemas
from mcpgen.model.toolset import Profile
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.candidates import candidate
from mcpgen.shaping.draft import Draft, Drafts, LeftOut
from mcpgen.shaping.hints import hints
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.phrase import is_firm_verb
from mcpgen.shaping.route import read_route
from mcpgen.shaping.selection import matches
from mcpgen.shaping.surroundings import Surroundings
from mcpgen.shaping.words import singular, split_words

RULE = "same-operation"
_BOTH_WAYS = frozenset({"GET", "POST"})
_HOW = re.compile(r"\b(?:with|by|via|using|through|as)\s+(?:an?\s+)?(?:HTTP\s+)?(?:GET|POST)\b(?:\s+requests?)?", re.I)
_MARKED = re.compile(r"^(?:GET|POST)[_-]|_?Using(?:GET|POST)(?:_\d+)?$")
"""The method in an id, as Springfox and others put it: deletePadUsingGET, GET_DeletePad."""
_OLD = frozenset({"deprecated", "legacy", "old"})


def without_twins(drafts: Drafts) -> Drafts:
    """The drafts without those that do the same as another, which is told of both of them.

    Who asks for one by `--include`, or has a tool of that name already, keeps it.
    """
    wanted = {d.operation.key for d in drafts.drafts if _stays(d, drafts)}
    served = dict(_served([d.operation for d in drafts.drafts], drafts.api.schemas, wanted))
    served = {key: _last(other, served) for key, other in served.items()}
    kept = [d for d in drafts.drafts if d.operation.key not in served]
    left = [_left_out(d.operation, served[d.operation.key]) for d in drafts.drafts if d.operation.key in served]
    for_others: dict[str, list[str]] = {}
    for key, other in served.items():
        for_others.setdefault(other.key, []).append(key)
    told = tuple(_told(d, for_others[d.operation.key]) if d.operation.key in for_others else d for d in kept)
    return replace(drafts, drafts=told, left_out=(*drafts.left_out, *left))


def _last(other: Operation, served: Mapping[str, Operation]) -> Operation:
    """The one that is kept, where that which serves for another is itself left out for a third."""
    while other.key in served:
        other = served[other.key]
    return other


def _stays(draft: Draft, drafts: Drafts) -> bool:
    named = any(key == draft.operation.key or key.startswith(f"{draft.operation.key}#") for key in drafts.pinned)
    return named or any(matches(draft.operation, pattern) for pattern in drafts.options.include)


def _left_out(operation: Operation, other: Operation) -> LeftOut:
    same = f"{other.method} of its path" if other.path == operation.path else other.key
    old = "it is deprecated, and " if operation.deprecated and not other.deprecated else ""
    reason = f"{old}{same} does the same with the same inputs; --include brings it back"
    return LeftOut(operation=operation.key, rule=RULE, reason=reason, origin=operation.origin, same_as=other.key)


def _told(draft: Draft, others: Sequence[str]) -> Draft:
    text = f"Serves for {' and '.join(others)} too, which would do the same with the same inputs."
    return draft.decided(RULE, text, draft.operation.origin)


# --- which operation serves for which


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    """An operation as far as another may do the same."""

    operation: Operation
    path: tuple[tuple[str, ...], ...]
    """The segments of the path, each word in the singular."""
    inputs: frozenset[str]


def _served(operations: Sequence[Operation], schemas: Schemas, wanted: set[str]) -> Iterator[tuple[str, Operation]]:
    """The key of each operation that another one serves for, and that other one."""
    groups: dict[tuple[tuple[str, ...], ...], list[_Call]] = defaultdict(list)
    for operation in operations:
        segments = read_route(operation.path).segments
        literals = tuple(tuple(singular(w) for w in s.words) for s in segments if not s.parameter)
        path = tuple(("{}",) if s.parameter else tuple(singular(w) for w in s.words) for s in segments)
        groups[literals].append(_Call(operation=operation, path=path, inputs=_inputs(operation, schemas)))
    near = [group for group in groups.values() if len(group) > 1]
    around = Surroundings.of(operations, api_title="", schemas=schemas) if near else None
    for group in near:
        assert around is not None
        calls = sorted(group, key=lambda call: call.operation.key)
        gone = set[str]()
        for at, one in enumerate(calls):
            for other in calls[at + 1 :]:
                if gone & {one.operation.key, other.operation.key}:
                    continue
                pair = _pair(one, other, calls, around)
                if pair is not None and pair[0].key not in wanted:
                    gone.add(pair[0].key)
                    yield pair[0].key, pair[1]


def _pair(one: _Call, other: _Call, group: Sequence[_Call], around: Surroundings) -> tuple[Operation, Operation] | None:
    """Two calls that do the same as (the one to leave out, the one to keep); None where they do not."""
    first, second = one.operation, other.operation
    alike = first.security == second.security and read_route(first.path).version == read_route(second.path).version
    if not alike or not _same_purpose(first, second):
        return None
    if first.path == second.path:
        others = {c.operation.method for c in group if c.operation.path == first.path and _stem(c.operation)}
        both = {first.method, second.method} == _BOTH_WAYS and (not _stem(first) or others <= _BOTH_WAYS)
        return _fitting(one, other, around) if both else None
    if {first.method, second.method} == _BOTH_WAYS and _MARKED.search(first.id) and _stem(first) == _stem(second):
        return _elsewhere(one, other)
    if first.method != second.method:
        return None
    if first.deprecated is not second.deprecated:
        old, new = (one, other) if first.deprecated else (other, one)
        return (old.operation, new.operation) if new.inputs <= old.inputs else None
    renamed = one.path == other.path and one.inputs == other.inputs and not _noise(first, second)
    return (second, first) if renamed else None


def _elsewhere(one: _Call, other: _Call) -> tuple[Operation, Operation] | None:
    """One call at two paths: what one is told by its path, the other may be told by a URL. The one that takes more."""
    asked = [
        call.inputs - {_name(p.name) for p in call.operation.parameters if p.place == "path"} for call in (one, other)
    ]
    if not (asked[0] <= asked[1] or asked[1] <= asked[0]):
        return None
    fuller = (len(asked[0]), len(one.inputs)) > (len(asked[1]), len(other.inputs))
    return (other.operation, one.operation) if fuller else (one.operation, other.operation)


def _noise(one: Operation, other: Operation) -> bool:
    """True where paths differ in a word that names no thing: /api, /apis."""
    words = [{w for s in read_route(each.path).segments for w in s.words} for each in (one, other)]
    return bool((words[0] ^ words[1]) & vocabulary.noise_words())


def _fitting(one: _Call, other: _Call, around: Surroundings) -> tuple[Operation, Operation] | None:
    """GET and POST: the one that takes more is kept, else the one that is not deprecated, else the fitting method."""
    get, post = (one, other) if one.operation.method == "GET" else (other, one)
    if not (get.inputs <= post.inputs or post.inputs <= get.inputs):
        return None
    if get.operation.deprecated is not post.operation.deprecated:
        old, new = (get, post) if get.operation.deprecated else (post, get)
        return (old.operation, new.operation) if old.inputs <= new.inputs else None
    fuller = len(get.inputs) - len(post.inputs)
    kept = get if fuller > 0 or (fuller == 0 and not _writes(get.operation, post.operation, around)) else post
    return (post.operation, get.operation) if kept is get else (get.operation, post.operation)


def _writes(get: Operation, post: Operation, around: Surroundings) -> bool:
    """True where the verb that both ids hold changes something, or else where the sources of the GET say so."""
    said = vocabulary.verb(candidate(post, around).phrase.verb)
    if said is not None and said.effect is Effect.READ:
        return False
    if _stem(post):
        return True
    name = candidate(get, around).phrase.name
    return not hints(get, name=name, profile=Profile.MCP, schemas=around.schemas)[0].read_only


# --- the same purpose, the same inputs


def _same_purpose(one: Operation, other: Operation) -> bool:
    """True where id, summary or description say the same of both, and none of them says another verb."""
    stems = _stem(one), _stem(other)
    if stems[0] and stems[0] == stems[1]:
        return True
    if _changes(one.summary, one) is not _changes(other.summary, other):
        return False
    if _changes(one.id, one) is not _changes(other.id, other):
        return False
    summaries = _plain(one.summary), _plain(other.summary)
    if any(summaries) and summaries[0] != summaries[1]:
        verbs = {vocabulary.verb(base_form(words[0])) for words in summaries if words}
        if not all(summaries) or len(verbs) > 1 or None in verbs:
            return False
    elif any(summaries):
        return True
    return bool(one.description.strip()) and _plain(one.description) == _plain(other.description)


def _stem(operation: Operation) -> tuple[str, ...]:
    """The words of an id without the method it is sent by, where a verb is left: deletePadUsingGET → delete, pad.

    Empty where the method may be the verb: getOrder, postOrder.
    """
    words, method = split_words(operation.id), operation.method.lower()
    if (marked := _MARKED.search(operation.id)) is not None:
        return split_words(operation.id[: marked.start()] + operation.id[marked.end() :])
    at = len(words) - 1 if words[-1:] == (method,) else words.index(method) if method in words else -1
    left = words[:at] + words[at + 1 :]
    return left if at >= 0 and any(is_firm_verb(w) for w in left[:2]) else ()


def _changes(text: str, operation: Operation) -> bool:
    """Whether a summary or an id opens with a verb that changes something; the method's own word says nothing."""
    method = operation.method.lower()
    words = [w for w in split_words(text)[:3] if w != method]
    first = next((found for w in words for found in (vocabulary.verb(base_form(w) or w),) if found is not None), None)
    return first is not None and first.effect is not Effect.READ


def _plain(text: str) -> tuple[str, ...]:
    """The words of a text but for how the request is sent, and that it is old."""
    return tuple(w for w in split_words(_HOW.sub("", text)) if w not in _OLD)


def _inputs(operation: Operation, schemas: Schemas) -> frozenset[str]:
    """The names of what a call asks for, in any style and number; a body that is no object counts as itself."""
    found = [p.name for p in operation.parameters if p.place != "cookie"]
    for media in operation.body.content if operation.body is not None else ():
        body = schemas.resolve(media.schema) if media.schema is not None else None
        found += [p.name for p in body.properties] if isinstance(body, Object) else [f"body:{media.name}"]
    return frozenset(map(_name, found))


def _name(name: str) -> str:
    return "".join(singular(w) for w in split_words(name))
