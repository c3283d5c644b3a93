"""Enums whose values are what an operation does, not what a thing is like ("Splitting" in docs/architecture.md, c)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from mcpgen.model.api import Operation
from mcpgen.model.schema import Array, Enum, Map, Object, Ref, Scalar, Schema, Schemas, Union
from mcpgen.model.vocabulary import Effect, is_verb, verb
from mcpgen.shaping.choices import MAX_VARIANTS
from mcpgen.shaping.deeds import ACTIONS, Deed, Nature, acts_by_path
from mcpgen.shaping.route import read_route
from mcpgen.shaping.words import singular, split_words

_SELECTORS = ACTIONS | {"op", "do", "verb"}
_OF_OTHERS = frozenset(
    "access after allowed before default error event events expiration expired expiry failed failure fallback hook "
    "last lifecycle next on permission permissions previous retention right rights scope scopes timeout topic trigger "
    "when".split()
)
"""Words of what is done at another time, or may be: `event: [create, delete]` of a subscription, `default_action`."""
_MANNERS = frozenset(
    "behavior behaviour conflict effect method mode order policy preference sort strategy style".split()
)
"""What says how something is done, not what."""
_STANDING = frozenset(
    "acl alarm alert automation condition filter grant hook lifecycle permission playbook policy retention rule "
    "schedule step subscription trigger webhook workflow".split()
)
"""Things that hold what is done later: `action: [delete, archive]` of a rule deletes nothing now."""
_STATES = frozenset({"state", "status"})
_EDITS = frozenset({Effect.ACTION, Effect.CREATE, Effect.UPDATE, Effect.DELETE})
_VERDICTS = frozenset(
    "abort accept allow block challenge deny drop escalate fail forward ignore log quarantine redirect reject retry "
    "skip throttle".split()
)
"""What is decided of each thing that comes by, and so kept."""
_LONGEST = 4
_SHALLOW = 4
_DEEP = 9
"""How deep a free text is looked for, and a set of values: an object counts two, the list around it one."""


def selects(schema: Schema, name: str, deed: Deed, schemas: Schemas) -> Enum | None:
    """The enum itself where its values are actions, and neither an answer nor the deed shows that they are stored."""
    if not isinstance(schema, Enum) or schema.type != "string" or not 2 <= len(schema.values) <= MAX_VARIANTS:
        return None
    values = tuple(value for value in schema.values if isinstance(value, str))
    if len(values) < len(schema.values) or not are_actions(values, name, deed):
        return None
    return None if is_stored(name, values, deed, schemas) else schema


def are_actions(values: Sequence[str], name: str, deed: Deed) -> bool:
    """Whether all values of a selector called `name` are what is done to a thing that is there.

    They are verbs, or nouns as well where it says that it selects.
    """
    words = split_words(name)
    in_path = is_selector(name) and f"{{{name}}}" in deed.operation.path
    if (deed.nature is Nature.MAKES and not in_path) or _OF_OTHERS.intersection(words):
        return False
    told = acts_by_path(deed.operation) or is_selector(name)
    if not told and (_MANNERS.intersection(words) or "{" not in deed.operation.path):
        return False
    return are_verbs(values, told=told)


def is_selector(name: str) -> bool:
    """Whether a field is called after what is done: action, bulk_operation, operation_name."""
    words = split_words(name)
    words = words[:-1] if words[1:] and words[-1] == "name" else words
    return singular(next(reversed(words), "")) in _SELECTORS


def edits(values: Sequence[str], name: str, operation: Operation) -> bool:
    """Whether a selector called `name` says how a thing is changed: `operation: [add, remove]` of roles, or whatever is
    done where the path ends in a state; what a rule does later is stored."""
    route = read_route(operation.path)
    if not is_selector(name) or not _STANDING.isdisjoint(map(singular, route.words)):
        return False
    if route.literals and route.literals[-1].words[-1] in _STATES:
        return True
    return all(_is_edit(split_words(value)[0]) for value in values)


def _is_edit(word: str) -> bool:
    known = verb(word)
    return known is not None and known.effect in _EDITS and word not in _VERDICTS


def are_verbs(values: Sequence[str], *, told: bool) -> bool:
    """Whether all values open with a verb; nouns that are verbs count where it is `told` that values are actions, and
    among others most of which are no nouns."""
    split = [split_words(value) for value in values]
    if told:
        return all(map(_is_action, split))
    sure = [words for words in split if words and not _noun_too(words[0])]
    return 2 * len(sure) > len(split) and all(0 < len(words) <= _LONGEST and is_verb(words[0]) for words in split)


def is_stored(name: str, values: Sequence[str], deed: Deed, schemas: Schemas) -> bool:
    """Whether a property of that name with such a value is shown as an attribute: in a success answer of the operation,
    in what is read at its path or above it, or in what is created there.

    A free text of that name in the record of an action is no attribute: `{"action": {"type": "…", "status": "…"}}`; nor
    is one far inside an answer, unless only what selects is called so.
    """
    operation, acts = deed.operation, acts_by_path(deed.operation)
    for other in (operation, *(() if acts else deed.around)):
        for depth, found in _shown(name, other, schemas, whole=other is operation):
            match found:
                case Enum(values=shown) if set(map(str, shown)) & set(values):
                    return True
                case Scalar(type="string") if not acts and (depth < _SHALLOW or is_selector(name)):
                    return True
                case _:
                    continue
    return False


def _is_action(words: tuple[str, ...]) -> bool:
    """A verb first, or at the end: instance start."""
    return 0 < len(words) <= _LONGEST and (is_verb(words[0]) or is_verb(words[-1]))


def _noun_too(word: str) -> bool:
    """`debit` and `credit` are done as often as they are a kind: only a selector's name tells."""
    known = verb(word)
    return known is not None and known.noun_too


def _shown(name: str, operation: Operation, schemas: Schemas, *, whole: bool) -> Iterator[tuple[int, Schema]]:
    """The properties of that name, with their depth, of what an operation answers; unless `whole`, of a read only, and
    of what another one creates."""
    if not whole and operation.method == "POST" and operation.body is not None:
        media = operation.body.content
    elif whole or operation.method == "GET":
        media = tuple(m for r in operation.responses if r.status.startswith("2") for m in r.content)
    else:
        return
    yield from _named(name, [each.schema for each in media if each.schema is not None], schemas)


def _named(name: str, given: Sequence[Schema], schemas: Schemas) -> Iterator[tuple[int, Schema]]:
    """Properties of that name with how deep they are: an object counts two, the list around it one.

    Each schema that has a name is looked into once, where it is met first.
    """
    waiting = deque((0, schema) for schema in given)
    seen: set[str] = set()
    while waiting:
        depth, schema = waiting.popleft()
        if depth >= _DEEP or (isinstance(schema, Ref) and schema.target in seen):
            continue
        if isinstance(schema, Ref):
            seen.add(schema.target)
        match schemas.resolve(schema):
            case Object(properties=properties):
                yield from ((depth, schemas.resolve(prop.schema)) for prop in properties if prop.name == name)
                waiting += ((depth + 2, prop.schema) for prop in properties)
            case Array(items=inner):
                waiting.append((depth + 1, inner))
            case Map(values=inner):
                waiting.append((depth + 2, inner))
            case Union(variants=variants):
                waiting += ((depth + 2, variant.schema) for variant in variants)
            case _:
                pass
