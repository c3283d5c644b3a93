"""Enums whose values are what an operation does, not what its thing is like (DESIGN, "Splitting", c)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mcpgen.model.api import Operation
from mcpgen.model.schema import Array, Enum, Map, Object, Scalar, Schema, Schemas, Union
from mcpgen.model.vocabulary import is_verb, verb
from mcpgen.shaping.choices import MAX_VARIANTS
from mcpgen.shaping.route import read_route
from mcpgen.shaping.words import singular, split_words

ACTIONS = frozenset({"action", "command", "operation", "transition"})
"""What a thing that is done is called, in the singular."""
_SELECTORS = ACTIONS | {"event", "op", "task", "do", "verb"}
_LONGEST = 4
_BUDGET = 4


def selects(schema: Schema, name: str, operation: Operation, schemas: Schemas) -> Enum | None:
    """The enum itself where its values are actions, and no answer shows it as an attribute of what is stored."""
    if not isinstance(schema, Enum) or schema.type != "string" or not 2 <= len(schema.values) <= MAX_VARIANTS:
        return None
    values = tuple(value for value in schema.values if isinstance(value, str))
    if len(values) < len(schema.values) or not are_actions(values, name, operation):
        return None
    return None if is_stored(name, values, operation, schemas) else schema


def are_actions(values: Sequence[str], name: str, operation: Operation) -> bool:
    """Whether all values of a selector called `name` are verbs, or nouns as well where it says that it selects."""
    told = acts_by_path(operation) or singular(next(reversed(split_words(name)), "")) in _SELECTORS
    return all(_is_action(split_words(value), told) for value in values)


def acts_by_path(operation: Operation) -> bool:
    """Whether the path ends in actions: POST /servers/{id}/actions."""
    literals = read_route(operation.path).literals
    return bool(literals) and singular(literals[-1].words[-1]) in ACTIONS


def is_stored(name: str, values: Sequence[str], operation: Operation, schemas: Schemas) -> bool:
    """Whether a success answer shows a property of that name with such a value, as it does of a stored attribute.

    A free text of that name in the record of an action is no attribute: `{"action": {"type": "…", "status": "…"}}`.
    """
    for found in _answered(name, operation, schemas):
        match found:
            case Enum(values=shown) if set(map(str, shown)) & set(values):
                return True
            case Scalar() if not acts_by_path(operation):
                return True
            case _:
                continue
    return False


def _is_action(words: tuple[str, ...], told: bool) -> bool:
    """A verb first; where it is told that values are actions, also one at the end: instance start."""
    if not 0 < len(words) <= _LONGEST:
        return False
    if is_verb(words[0]) and (told or not _noun_too(words[0])):
        return True
    return told and len(words) > 1 and is_verb(words[-1])


def _noun_too(word: str) -> bool:
    """`debit` and `credit` are done as often as they are a kind: only a selector's name tells."""
    known = verb(word)
    return known is not None and known.noun_too


def _answered(name: str, operation: Operation, schemas: Schemas) -> Iterator[Schema]:
    """The schemas of properties of that name in success answers, at the top or one level below it."""
    for response in operation.responses:
        for media in response.content if response.status.startswith("2") else ():
            if media.schema is not None:
                yield from _named(name, media.schema, schemas, _BUDGET)


def _named(name: str, schema: Schema, schemas: Schemas, budget: int) -> Iterator[Schema]:
    """Properties of that name, as far down as `budget` allows: an object costs two, the array around it one."""
    if budget <= 0:
        return
    match schemas.resolve(schema):
        case Object(properties=properties):
            for prop in properties:
                if prop.name == name:
                    yield schemas.resolve(prop.schema)
                yield from _named(name, prop.schema, schemas, budget - 2)
        case Array(items=items):
            yield from _named(name, items, schemas, budget - 1)
        case Map(values=values):
            yield from _named(name, values, schemas, budget - 2)
        case Union(variants=variants):
            for variant in variants:
                yield from _named(name, variant.schema, schemas, budget - 2)
        case _:
            pass
