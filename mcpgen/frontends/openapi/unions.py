"""`oneOf` and `anyOf`: choices between schemas (JSON Schema 2020-12, Core 10.2.1; OpenAPI, "Discriminator Object")."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi.intersect import intersect
from mcpgen.frontends.openapi.labels import Branch, Tagged, implied_discriminator, labelled
from mcpgen.frontends.openapi.normalize import OrNull
from mcpgen.frontends.openapi.reading import (
    Notes,
    RawSchema,
    Table,
    annotated,
    constraints,
    follow,
    is_null,
    notes,
    nothing_but_null,
    property_names,
)
from mcpgen.frontends.openapi.scalars import grouped
from mcpgen.frontends.openapi.tags import Tags, declared_tags
from mcpgen.model.json import UNSET, Json
from mcpgen.model.overlap import excludes_all
from mcpgen.model.schema import Anything, Enum, Map, Object, Ref, Schema, Union, Variant, name_of

_MAX_DEPTH = 5
_CHOICES = ("oneOf", "anyOf")


def one_of(raw: dict[str, Json], origin: Origin, table: Table) -> Schema:
    """The choice that `raw` makes. What stands beside it is merged into each branch; null becomes `nullable`.

    Branches that only require properties constrain the object and choose nothing; a lone branch is itself; scalars of
    one type become one scalar or one set of values. A `oneOf` that refuses everything is read as `anyOf`.
    """
    keyword = "oneOf" if "oneOf" in raw else "anyOf"
    base = {key: value for key, value in constraints(raw).items() if key not in _CHOICES}
    about = notes(raw, origin)
    about["exact"] = about["exact"] and not all(key in raw for key in _CHOICES)
    if all(_only_requires(branch) for branch in raw[keyword]):
        return _presence(raw, keyword, base, about, table)
    listed = [Branch(branch, origin.at(keyword, i)) for i, branch in enumerate(raw[keyword])]
    flat = _Flat(table)
    flat.add(listed, 0 if "discriminator" in raw else _MAX_DEPTH)
    beside = table.read(base, origin) if _constrains(base) else None
    about["nullable"] = flat.nulls > 0 and (beside is None or beside.nullable or "null" in base.get("type", "null"))
    if flat.nulls:
        about["default"] = raw.get("default", UNSET)
    if not flat.branches:
        return nothing_but_null(about) if flat.nulls else _endless(beside, about)
    if (flat.opened and "oneOf" in (keyword, *flat.opened)) or (flat.nulls > 1 and keyword == "oneOf"):
        about["exact"] = False  # a `oneOf` refuses what matches two of its branches; the joined branches do not
    return _choice(flat.branches, beside, raw, about, keyword == "oneOf" and not excludes_all(raw, table.normal), table)


def _endless(beside: Schema | None, about: Notes) -> Schema:
    """A choice whose branches only lead back to it: what stands beside it, or anything."""
    return annotated(beside or Anything(origin=about["origin"]), about, exact=False)


def subtype_choice(target: str, raw: dict[str, Json], origin: Origin, table: Table) -> Schema | None:
    """The choice between the components that extend `target`, which has a discriminator and lists no branches.

    None when nothing extends it. The parent itself is a branch only where the mapping names it.
    """
    discriminator: dict[str, Json] = raw["discriminator"]
    mapped = list(discriminator.get("mapping", {}).values())
    keys = list(dict.fromkeys([*mapped, *table.subtypes(target)]))
    if not any(key != target for key in keys):
        return None
    branches = [Branch({"$ref": key}, table.origin(key)) for key in keys]
    entries = []
    tags = declared_tags([branch.raw for branch in branches], raw, table)
    for branch, own in zip(branches, tags, strict=True):
        schema = table.fields(target) if branch.target == target else table.read(branch.raw, branch.origin)
        entries += [Tagged(branch, schema, tag) for tag in own.values or (UNSET,)]
    return Union(
        variants=labelled(entries, table, by_tag=True),
        discriminator=discriminator["propertyName"],
        refused=_refused(branches, tags),
        **notes(raw, origin),
    )


def _refused(branches: list[Branch], tags: list[Tags]) -> tuple[tuple[str, str], ...]:
    pairs = zip(branches, tags, strict=True)
    return tuple((name_of(branch.target), tag) for branch, own in pairs for tag in own.refused)


def several_types(types: list[str], raw: dict[str, Json], about: Notes, table: Table) -> Schema:
    """A list of types as a choice between them."""
    variants = []
    for type in types:
        schema = table.read({**constraints(raw), "type": type}, about["origin"])
        variants.append(Variant(label=type, schema=schema))
    return Union(variants=tuple(variants), exclusive=False, **about)


def _choice(
    branches: list[Branch],
    beside: Schema | None,
    raw: dict[str, Json],
    about: Notes,
    exclusive: bool,
    table: Table,
) -> Schema:
    tags: list[Tags] = []
    if "discriminator" in raw:
        tags = declared_tags([branch.raw for branch in branches], raw, table)
        entries = [
            Tagged(b, table.read(b.raw, b.origin), t)
            for b, own in zip(branches, tags, strict=True)
            for t in own.values or (UNSET,)
        ]
        name = raw["discriminator"]["propertyName"]
    else:
        name, values = implied_discriminator(branches, table)
        if name:
            entries = [Tagged(b, table.read(b.raw, b.origin), v) for b, v in zip(branches, values, strict=True)]
        else:
            entries = [Tagged(branch, schema) for branch, schema in grouped(branches, table)]
            if exclusive and 1 < len(entries) < len(branches):
                about["exact"] = False  # scalars that were joined may match twice, which `oneOf` refuses
    if beside is not None:
        entries = [replace(entry, schema=_with(beside, entry, table)) for entry in entries]
    nullable = sum(e.schema.nullable for e in entries) + about["nullable"]
    about["nullable"] = nullable > 0
    about["exact"] = about["exact"] and not (exclusive and nullable > 1)
    if len(entries) == 1:
        certain = not exclusive or len(branches) == 1 or _apart(entries[0].schema, branches, table)
        return replace(annotated(entries[0].schema, about, exact=certain), nullable=about["nullable"])
    entries = [
        replace(e, schema=e.schema if isinstance(e.schema, Ref) else replace(e.schema, nullable=False)) for e in entries
    ]
    variants = labelled(entries, table, by_tag=bool(tags))
    refused = _refused(branches, tags) if tags else ()
    return Union(variants=variants, exclusive=exclusive, discriminator=name, refused=refused, **about)


def _apart(joined: Schema, branches: list[Branch], table: Table) -> bool:
    """Whether branches that became one set of values have no value in common: `oneOf` refuses what matches two."""
    sets = [table.resolve(table.read(branch.raw, branch.origin)) for branch in branches]
    counted = sum(len(each.values) for each in sets if isinstance(each, Enum))
    return isinstance(joined, Enum) and len(joined.values) == counted and sum(each.nullable for each in sets) < 2


def _with(beside: Schema, entry: Tagged, table: Table) -> Schema:
    """The branch together with what stands beside the choice; a reference that says all of it already stays one."""
    if isinstance(beside, Object) and isinstance(entry.schema, Ref):
        own = property_names(entry.branch.raw, table)
        if all(p.name in own for p in beside.properties) and not beside.any_required and not beside.needs:
            return entry.schema
    branch = table.resolve(entry.schema)
    met = intersect(beside, branch, table)
    return replace(
        met, title=branch.title, description=branch.description, source={"allOf": [beside.source, branch.source]}
    )


class _Flat:
    """A choice laid flat: its branches without null, those of inner choices that have no discriminator in their place.

    Once inner choices are opened, what comes again adds nothing and is passed over, so that choices that refer to each
    other are opened once each.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._met: set[str | Origin] = set()
        self.branches: list[Branch] = []
        self.nulls = 0
        """How many branches were null."""
        self.opened: list[str] = []
        """The keywords of the inner choices opened."""

    def add(self, listed: list[Branch], depth: int) -> None:
        """Takes in the branches that a choice lists, and those of its inner choices down to `depth`."""
        for branch in listed:
            raw = branch.raw
            while isinstance(raw, OrNull):
                self.nulls, raw = self.nulls + 1, raw.inner
            final, target = follow(raw, self._table)
            if is_null(final):
                self.nulls += 1
            elif not (self.opened and (target or branch.origin) in self._met):
                self._add_one(Branch(raw, branch.origin), final, target, depth)

    def _add_one(self, branch: Branch, final: RawSchema, target: str, depth: int) -> None:
        """Takes in a branch that leads to `final` by way of `target` ('': written in place)."""
        inner = _inner_choice(final) if depth else ""
        if inner or not target or constraints(branch.raw).keys() == {"$ref"}:
            self._met.add(target or branch.origin)
        if not inner or isinstance(final, bool):
            self.branches.append(branch)
            return
        self.opened.append(inner)
        place = self._table.origin(target) if target else branch.origin
        self.add([Branch(item, place.at(inner, i)) for i, item in enumerate(final[inner])], depth - 1)


def _inner_choice(raw: RawSchema) -> str:
    """The keyword of a schema that is nothing but a choice without discriminator, or ''."""
    keys = list(constraints(raw))
    if len(keys) != 1 or keys[0] not in _CHOICES or isinstance(raw, bool) or "discriminator" in raw:
        return ""
    return "" if all(_only_requires(branch) for branch in raw[keys[0]]) else keys[0]


def _constrains(base: dict[str, Json]) -> bool:
    return bool(base) and base != {"type": "object"} and base != {"type": ["object", "null"]}


def _only_requires(raw: RawSchema) -> bool:
    keys = set(constraints(raw))
    return "required" in keys and keys <= {"required", "type"}


def _presence(raw: dict[str, Json], keyword: str, base: dict[str, Json], about: Notes, table: Table) -> Schema:
    """An object of which certain sets of properties must be given: branches that only say `required`."""
    inner = table.read({"type": "object", **base}, about["origin"])
    if isinstance(inner, Map):
        extra = None if isinstance(inner.values, Anything) else inner.values
        inner = Object(
            origin=inner.origin,
            extra=extra,
            min_properties=inner.min_properties,
            max_properties=inner.max_properties,
        )
    sets = tuple(tuple(branch["required"]) for branch in raw[keyword])
    if not isinstance(inner, Object):
        return annotated(inner, about, exact=False)
    if all(sets):
        inner = replace(inner, any_required=sets, one_required=keyword == "oneOf")
    return annotated(inner, about)
