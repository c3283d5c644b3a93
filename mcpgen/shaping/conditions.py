"""Fields that a body needs for some values of a selector only (GRA002; DESIGN, "Splitting", d).

The source says so with `if`/`then` (JSON Schema 2020-12, Core 10.2.2.1), in the descriptions of fields ("required if
type is `managed`"), or with a field for each value of a required selector that bears its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mcpgen.model.api import Operation
from mcpgen.model.json import Json
from mcpgen.model.schema import Enum, Object, Property, Schemas
from mcpgen.shaping.choices import MAX_VARIANTS, writable
from mcpgen.shaping.demands import clauses, demands, limits
from mcpgen.shaping.narrowing import FieldsOf
from mcpgen.shaping.selectors import is_stored

_SAID_OF_ONE = frozenset({"properties", "required", "type"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """A selector, and which fields its values need; what one value needs, or has alone, is no other's."""

    selector: Property
    values: Enum
    fields: FieldsOf


def conditions(body: Object, operation: Operation, schemas: Schemas) -> Conditions | None:
    """The selector of a body of which at least two values require fields of their own, or None."""
    fields = writable(body, schemas)
    for selector in fields:
        enum = schemas.resolve(selector.schema)
        if not isinstance(enum, Enum) or enum.type != "string" or not 2 <= len(enum.values) <= MAX_VARIANTS:
            continue
        values = tuple(value for value in enum.values if isinstance(value, str))
        rest = tuple(field for field in fields if field is not selector)
        said = list(_described(rest, selector.name, values, schemas))
        pairs = [(value, name) for value, name, needed in said if needed]
        pairs += _by_keywords(body, selector.name, values)
        pairs += _by_names(rest, selector, values, operation, schemas)
        needs: dict[str, tuple[str, ...]] = {}
        only: dict[str, frozenset[str]] = {}
        for value, name in dict.fromkeys(pairs):
            needs[value] = (*needs.get(value, ()), name)
        for value, name in (*pairs, *((value, name) for value, name, _ in said)):
            only[name] = only.get(name, frozenset()) | {value}
        found = FieldsOf(needs=needs, only=only)
        if found.with_own() > 1:
            return Conditions(selector=selector, values=enum, fields=found)
    return None


def _by_keywords(body: Object, selector: str, values: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """(value, field) where `if` the selector has the value, `then` the field is required; `else` for all others."""
    known = {prop.name for prop in body.properties}
    for rule in _rules(body.source):
        chosen = _chosen(rule["if"], selector, values)
        others = tuple(value for value in values if value not in chosen) if chosen else ()
        for keyword, selected in (("then", chosen), ("else", others)):
            part = rule.get(keyword)
            names = part.get("required", ()) if isinstance(part, dict) else ()
            yield from ((value, name) for value in selected for name in names if name in known)


def _rules(source: Json) -> Iterator[dict[str, Json]]:
    """Every schema with an `if` among what always holds."""
    if isinstance(source, dict):
        if isinstance(source.get("if"), dict):
            yield source
        for member in source.get("allOf", ()):
            yield from _rules(member)


def _chosen(condition: dict[str, Json], selector: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """The values of the selector that fulfil a condition on it alone; () where it asks for something else."""
    asked = condition.get("properties", {}).get(selector)
    if not isinstance(asked, dict) or len(condition["properties"]) > 1 or not condition.keys() <= _SAID_OF_ONE:
        return ()
    listed = [asked["const"]] if "const" in asked else asked.get("enum", [])
    return tuple(value for value in values if value in listed)


def _described(
    fields: tuple[Property, ...], selector: str, values: tuple[str, ...], schemas: Schemas
) -> Iterator[tuple[str, str, bool]]:
    """(value, field, needed) by the descriptions of fields: required for a value, or only for it."""
    for field in fields:
        for sentence in clauses(schemas.resolve(field.schema).description):
            named = [value for value in values if _names(sentence, selector, value)]
            if not named or len(named) == len(values):
                continue
            if demands(sentence):
                yield from ((value, field.name, True) for value in named)
            elif limits(sentence):
                yield from ((value, field.name, False) for value in named)


def _names(sentence: str, selector: str, value: str) -> bool:
    """Whether a sentence speaks of a value: marked as code or quoted, or beside the name of its selector."""
    mark, value, selector = r"[`'\"*“”‘’]", re.escape(value), re.escape(selector)
    return bool(
        re.search(rf"{mark}{value}{mark}", sentence)
        or re.search(rf"\b{selector}\b\W{{0,3}}(?:is|of|equals|set to)?\W{{0,3}}{value}(?![\w-])", sentence, re.I)
        or re.search(rf"(?<![\w-]){value}{mark}*\s+{selector}s?\b", sentence, re.I)
    )


def _by_names(
    fields: tuple[Property, ...], selector: Property, values: tuple[str, ...], operation: Operation, schemas: Schemas
) -> Iterator[tuple[str, str]]:
    """(value, field) of a field for each value that bears its name; the selector is required, and stored nowhere."""
    own = {field.name for field in fields if not field.required and isinstance(schemas.resolve(field.schema), Object)}
    if selector.required and own.issuperset(values) and not is_stored(selector.name, values, operation, schemas):
        yield from ((value, value) for value in values)
