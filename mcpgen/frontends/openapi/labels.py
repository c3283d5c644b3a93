"""Branches of a choice: the value that selects each, and a word that names it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi.reading import RawSchema, Table, constant, follow, property_names
from mcpgen.model.json import UNSET, Json, Unset
from mcpgen.model.schema import Anything, Array, Enum, Map, Object, Ref, Scalar, Schema, Union, Variant, name_of

_NAMELESS = "other"
_SAYS = re.compile(r"[^\W\d_]")
"""A letter: a number that selects a branch names nothing."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One of the schemas a choice lists, as it was written."""

    raw: RawSchema
    origin: Origin

    @property
    def target(self) -> str:
        """The key it refers to, '' when it is written in place."""
        return self.raw.get("$ref", "") if isinstance(self.raw, dict) else ""


@dataclass(frozen=True, slots=True)
class Tagged:
    """A branch as it was read, with the value that selects it."""

    branch: Branch
    schema: Schema
    tag: Json | Unset = UNSET


def implied_discriminator(branches: list[Branch], table: Table) -> tuple[str, list[str]]:
    """A property that every branch fixes to a value of its own, with those values; '' when there is none."""
    for name in property_names(branches[0].raw, table):
        fixed = [constant(branch.raw, name, table) for branch in branches]
        if all(len(values) == 1 for values in fixed) and len({v for v, in fixed}) == len(branches):
            return name, [values[0] for values in fixed]
    return "", []


def labelled(entries: list[Tagged], table: Table, *, by_tag: bool) -> tuple[Variant, ...]:
    """The branches as variants, each with a label no other has: with `by_tag` the discriminator's value before all
    else, then the title, the component's name, a fixed value, a field only it has, its type."""
    fields = [list(property_names(entry.branch.raw, table)) for entry in entries]
    uses = Counter(name for names in fields for name in names)
    words = []
    for entry, names in zip(entries, fields, strict=True):
        tag = entry.tag if isinstance(entry.tag, str) and _SAYS.search(entry.tag) else ""
        title, name = _title(entry.branch, table), name_of(entry.branch.target) if entry.branch.target else ""
        own = next((n for n in names if uses[n] == 1), "")
        said = [w for w in (*((tag,) if by_tag else ()), title, name, tag, own, _kind(entry.schema)) if w]
        words.append(said or [_NAMELESS])
    labels = _distinct(words)
    return tuple(
        Variant(label=label, schema=entry.schema, tag=entry.tag) for label, entry in zip(labels, entries, strict=True)
    )


def _distinct(words: list[list[str]]) -> list[str]:
    """The first word of each list, or a later one where lists share it; a number tells apart what nothing else does."""
    chosen = [0] * len(words)
    for _ in range(max(len(options) for options in words)):
        uses = Counter(options[i] for options, i in zip(words, chosen, strict=True))
        shared = [k for k, (options, i) in enumerate(zip(words, chosen, strict=True)) if uses[options[i]] > 1]
        moved = [k for k in shared if chosen[k] + 1 < len(words[k])]
        if not moved:
            break
        for k in moved:
            chosen[k] += 1
    seen: Counter[str] = Counter()
    labels = []
    for options, i in zip(words, chosen, strict=True):
        label = options[i]
        seen[label] += 1
        labels.append(label if seen[label] == 1 else f"{label} {seen[label]}")
    return labels


def _title(branch: Branch, table: Table) -> str:
    if isinstance(branch.raw, dict) and branch.raw.get("title"):
        return str(branch.raw["title"])
    final, _ = follow(branch.raw, table)
    return str(final.get("title", "")) if isinstance(final, dict) else ""


def _kind(schema: Schema) -> str:
    match schema:
        case Scalar() | Enum():
            return schema.type
        case Array():
            return "array"
        case Object() | Map():
            return "object"
        case Ref():
            return schema.name
        case Union() | Anything():
            return "any"
