"""Fields that a body needs for some values of a selector only (GRA002; "Splitting" in docs/architecture.md, d).

The source says so with `if`/`then` (JSON Schema 2020-12, Core 10.2.2.1), in the descriptions of fields ("required if
type is `managed`"), or with a field for each value of a required selector that bears its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from mcpgen.model.api import Operation
from mcpgen.model.json import Json
from mcpgen.model.schema import Enum, Object, Property, Schemas
from mcpgen.shaping.choices import MAX_VARIANTS, writable
from mcpgen.shaping.deeds import Deed
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


def conditions(body: Object, deed: Deed, schemas: Schemas) -> Conditions | None:
    """The selector of a body of which at least two values require fields of their own, or None."""
    fields = writable(body, schemas)
    said = _Sayings.of(fields, schemas)
    for selector in fields:
        enum = schemas.resolve(selector.schema)
        if not isinstance(enum, Enum) or enum.type != "string" or not 2 <= len(enum.values) <= MAX_VARIANTS:
            continue
        values = tuple(value for value in enum.values if isinstance(value, str))
        rest = tuple(field for field in fields if field is not selector)
        more = _by_names(rest, selector, values, deed, schemas)
        found = said.fields_of(selector.name, values, (*_by_keywords(body, selector.name, values), *more))
        if found.with_own() > 1:
            return Conditions(selector=selector, values=enum, fields=found)
    return None


def fields_by(body: Object, selector: str, values: tuple[str, ...], schemas: Schemas) -> FieldsOf:
    """Which fields of a body are for which values of what selects, as the source says it."""
    said = _Sayings.of(writable(body, schemas), schemas)
    return said.fields_of(selector, values, _by_keywords(body, selector, values))


def parameters_by(operation: Operation, selector: str, values: tuple[str, ...], schemas: Schemas) -> FieldsOf:
    """Which parameters of an operation are for which values of what selects, as their descriptions say it."""
    told = [
        Property(name=p.name, schema=replace(p.schema, description=text), required=p.required)
        for p in operation.parameters
        if p.place != "path" and (text := p.description or schemas.resolve(p.schema).description)
    ]
    return _Sayings.of(told, schemas).fields_of(selector, values, ())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sayings:
    """The sentences about fields that need not be given which require them, or have them, under a condition only."""

    said: tuple[tuple[str, str, bool], ...]
    """(field, sentence, whether it requires the field)."""
    always: frozenset[str]
    """Fields that are required whatever is said of them."""

    @classmethod
    def of(cls, fields: Iterable[Property], schemas: Schemas) -> _Sayings:
        """What the descriptions of fields say of them."""
        found = []
        always = {field.name for field in fields if field.required}
        for field in fields:
            for sentence in clauses(schemas.resolve(field.schema).description):
                if field.name not in always and (demands(sentence) or limits(sentence)):
                    found.append((field.name, sentence, demands(sentence)))
        return cls(said=tuple(found), always=frozenset(always))

    def fields_of(self, selector: str, values: tuple[str, ...], more: Iterable[tuple[str, str]]) -> FieldsOf:
        """The fields of each value; `more` are those (value, field) which other evidence requires."""
        named = _Named(selector, values)
        said = [(value, field, needed) for field, text, needed in self.said for value in named.by(text)]
        pairs = [(value, field) for value, field, needed in said if needed and field != selector]
        pairs += [pair for pair in more if pair[1] not in self.always]
        needs: dict[str, dict[str, None]] = {}
        only: dict[str, set[str]] = {}
        for value, field in pairs:
            needs.setdefault(value, {})[field] = None
        for value, field in (*pairs, *((value, field) for value, field, _ in said if field != selector)):
            only.setdefault(field, set()).add(value)
        return FieldsOf(
            needs={value: tuple(fields) for value, fields in needs.items()},
            only={field: frozenset(taken) for field, taken in only.items()},
        )


class _Named:
    """Which values of a selector a sentence speaks of: marked as code or quoted, or beside the selector's name."""

    def __init__(self, selector: str, values: tuple[str, ...]) -> None:
        self._about = re.escape(selector)
        self._values = [(value.lower(), value) for value in values]
        self._patterns: dict[str, tuple[re.Pattern[str], re.Pattern[str]]] = {}

    def by(self, sentence: str) -> list[str]:
        """The values, unless it speaks of none or of all of them."""
        low = sentence.lower()
        found = [value for folded, value in self._values if folded in low and self._speaks(sentence, value)]
        return found if len(found) < len(self._values) else []

    def _speaks(self, sentence: str, value: str) -> bool:
        if value not in self._patterns:
            mark, own = r"[`'\"*“”‘’]", re.escape(value)
            beside = (
                rf"\b{self._about}\b\W{{0,3}}(?:is|of|equals|set to)?\W{{0,3}}{own}(?![\w-])"
                rf"|(?<![\w-]){own}{mark}*\s+{self._about}s?\b"
            )
            self._patterns[value] = re.compile(f"{mark}{own}{mark}"), re.compile(beside, re.I)
        marked, beside_it = self._patterns[value]
        return bool(marked.search(sentence) or beside_it.search(sentence))


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


def _by_names(
    fields: tuple[Property, ...], selector: Property, values: tuple[str, ...], deed: Deed, schemas: Schemas
) -> Iterator[tuple[str, str]]:
    """(value, field) of a field for each value that bears its name; the selector is required, and stored nowhere."""
    own = {field.name for field in fields if not field.required and isinstance(schemas.resolve(field.schema), Object)}
    if selector.required and own.issuperset(values) and not is_stored(selector.name, values, deed, schemas):
        yield from ((value, value) for value in values)
