"""Branches of a choice that are scalars: those of one type are one scalar, or one set of values."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from mcpgen.frontends.openapi.enums import merged_enum
from mcpgen.frontends.openapi.labels import Branch
from mcpgen.frontends.openapi.reading import Table, constraints, follow, notes
from mcpgen.model.formats import either_format
from mcpgen.model.schema import Enum, Scalar, Schema, SchemaBase

_COMPOSED = frozenset(("$ref", "allOf", "oneOf", "anyOf", "properties", "items", "prefixItems", "additionalProperties"))
_LIMITS = tuple(
    f.name for f in fields(Scalar) if f.name not in {base.name for base in fields(SchemaBase)} and f.name != "type"
)
_FREE: dict[str, Any] = {f.name: f.default for f in fields(Scalar)}


def grouped(branches: list[Branch], table: Table) -> list[tuple[Branch, Schema]]:
    """The branches as they are read, scalars of one type joined at the place of the first."""
    result: list[tuple[Branch, list[Schema]]] = []
    groups: dict[str, int] = {}
    for branch in branches:
        schema = _scalar(branch, table)
        if schema is None:
            result.append((branch, [table.read(branch.raw, branch.origin)]))
            continue
        family = "number" if schema.type == "integer" else schema.type
        if family in groups:
            result[groups[family]][1].append(schema)
        else:
            groups[family] = len(result)
            result.append((branch, [schema]))
    return [(branch, _joined(branch, group)) for branch, group in result]


def _scalar(branch: Branch, table: Table) -> Scalar | Enum | None:
    final, _ = follow(branch.raw, table)
    if isinstance(final, bool) or not _COMPOSED.isdisjoint(constraints(final)):
        return None
    schema = table.resolve(table.read(branch.raw, branch.origin))
    return schema if isinstance(schema, Scalar | Enum) else None


def _joined(branch: Branch, group: list[Schema]) -> Schema:
    if len(group) == 1:
        return group[0]
    source = {"anyOf": [schema.source for schema in group]}
    about = notes({}, branch.origin)
    about["source"] = source
    about["nullable"] = any(schema.nullable for schema in group)
    about["exact"] = all(schema.exact for schema in group)
    enums = [schema for schema in group if isinstance(schema, Enum)]
    scalars = [schema for schema in group if isinstance(schema, Scalar)]
    if not scalars:
        return merged_enum(enums, about)
    joined = _widest(scalars, with_others=bool(enums))
    known = tuple(value for enum in enums for value in enum.values)
    return replace(
        joined,
        origin=about["origin"],
        description=next((s.description for s in group if s.description), ""),
        examples=joined.examples or known,
        nullable=about["nullable"],
        exact=joined.exact and about["exact"],
        source=source,
    )


def _widest(scalars: list[Scalar], *, with_others: bool) -> Scalar:
    """A scalar that allows what any of `scalars` does, and with `with_others` values beyond them; limits they do not
    share are lost."""
    first = scalars[0]
    lost = [
        name
        for name in _LIMITS
        if any(getattr(s, name) != getattr(first, name) for s in scalars)
        or (with_others and getattr(first, name) != _FREE[name])
    ]
    types = {scalar.type for scalar in scalars}
    freed = replace(first, **{name: _FREE[name] for name in lost})
    if lost == ["format"] and not with_others:
        freed = replace(freed, format=either_format(scalar.format for scalar in scalars))
    return replace(freed, type=first.type if len(types) == 1 else "number", exact=first.exact and not lost)
