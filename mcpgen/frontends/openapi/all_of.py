"""`allOf`: several schemas that hold at once, as one (JSON Schema 2020-12, Core 10.2.1.1)."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi.intersect import intersect
from mcpgen.frontends.openapi.reading import RawSchema, Table, annotated, constraints, notes
from mcpgen.model.json import Json
from mcpgen.model.schema import Anything, Schema

Member = tuple[RawSchema, Origin]


def all_of(raw: dict[str, Json], origin: Origin, table: Table) -> Schema:
    """The parts of `allOf` and what stands beside it, as one schema."""
    members: list[Member] = [(member, origin.at("allOf", i)) for i, member in enumerate(raw["allOf"])]
    beside = constraints(raw)
    del beside["allOf"]
    if beside:
        members.append((beside, origin))
    return merged(members, raw, origin, table)


def merged(members: list[Member], raw: dict[str, Json], origin: Origin, table: Table) -> Schema:
    """The schemas of `members` at once, with the annotations of `raw`, or else of the members (inline ones first).

    Parts that say nothing about values lend their annotations; a single other part stays what it is, also a reference.
    """
    about = notes(raw, origin)
    told = [annotated(Anything(origin=origin), notes(m, at)) for m, at in members if isinstance(m, dict)]
    speaking = [member for member in members if constraints(member[0]) or member[0] is False]
    if len(speaking) <= 1:
        silent = [note for note, (member, _) in zip(told, _mappings(members), strict=True) if not constraints(member)]
        whole = _lone(speaking[0], origin, table) if speaking else Anything(origin=origin)
        for note in reversed(silent):
            whole = replace(
                whole,
                title=note.title or whole.title,
                description=note.description or whole.description,
                examples=note.examples or whole.examples,
                read_only=note.read_only or whole.read_only,
                write_only=note.write_only or whole.write_only,
                deprecated=note.deprecated or whole.deprecated,
            )
        return annotated(whole, about)
    read = [_part(member, place, table) for member, place in speaking]
    whole = reduce(lambda a, b: intersect(a, b, table), read)
    inline = [note for note, (member, _) in zip(told, _mappings(members), strict=True) if "$ref" not in member]
    whole = replace(
        whole,
        title=next((s.title for s in inline if s.title), ""),
        description=next((s.description for s in (*inline, *told, *read) if s.description), ""),
        xml=next((s.xml for s in inline if s.xml), None),
    )
    return annotated(whole, about)


def _mappings(members: list[Member]) -> list[tuple[dict[str, Json], Origin]]:
    return [(member, place) for member, place in members if isinstance(member, dict)]


def _part(raw: RawSchema, origin: Origin, table: Table) -> Schema:
    if isinstance(raw, dict) and list(constraints(raw)) == ["$ref"]:
        return table.fields(raw["$ref"])
    return table.resolve(table.read(raw, origin))


def _lone(member: Member, origin: Origin, table: Table) -> Schema:
    """The only part that says something. For a component that merely renames its parent: the parent's fields."""
    raw, place = member
    if isinstance(raw, dict) and "$ref" in raw:
        parent = raw["$ref"]
        if any(table.origin(subtype) == origin for subtype in table.subtypes(parent)):
            return _part(raw, place, table)
    return table.read(raw, place)
