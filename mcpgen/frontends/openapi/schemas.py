"""The schemas of an API: read when they are asked for, one reference at a time, and remembered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi.node import Node, Unreadable
from mcpgen.frontends.openapi.normalize import Moved, Normal, Normalizer, Slip
from mcpgen.frontends.openapi.normalize import objects as normal
from mcpgen.frontends.openapi.reader import read_schema
from mcpgen.frontends.openapi.reading import RawSchema
from mcpgen.frontends.openapi.references import Reference, References
from mcpgen.frontends.openapi.tags import declared_tags
from mcpgen.frontends.openapi.unions import subtype_choice
from mcpgen.model.json import UNSET, Json, JsonObject
from mcpgen.model.overlap import excludes_all
from mcpgen.model.schema import Anything, Ref, Schema
from mcpgen.source import Target

_MAX_HOPS = 50
_MAX_DEPTH = 50
_MAX_WORK = 20_000
"""Schemas that may be read on the way to one that was asked for: meshes of `allOf` and `oneOf` have no other end."""


class SchemaTable:
    """Implements `model.schema.Schemas` for the documents behind `references`.

    A schema that is being read and meets itself in its own `allOf` or `oneOf` counts there as anything; what was read
    on the way is not remembered, so that the answer does not depend on what was asked first.
    """

    def __init__(self, references: References, root: Node) -> None:
        self.references = references
        self._root = root
        self._normalizer = Normalizer(references, root.reading.versions)
        self._normals: dict[str, Normal] = {}
        self._read: dict[tuple[str, bool], Schema] = {}
        self._open: list[tuple[str, bool]] = []
        self._cuts: set[tuple[str, bool]] = set()
        self._depth = 0
        self._work = 0
        self._extended: dict[str, list[str]] | None = None
        self.met: list[Reference] = []
        """The references in the schemas read by `at` since the list was last emptied."""
        self.slips: dict[Slip, None] = {}
        """What is wrong in the schemas that were met, and read all the same, in the order they were met."""
        self._choices: dict[Origin, dict[str, Json]] = {}
        """The schemas with a `oneOf` that were met."""

    # --- asked by the readers of operations

    def at(self, node: Node) -> Schema:
        """The schema that stands at a place of a document."""
        normal = self._normalizer.schema(node.value, node.document, node.pointer)
        self.met += normal.references
        self._note(normal)
        self._work = 0
        return self.read(normal.schema, node.origin)

    def _note(self, normal: Normal) -> None:
        self.slips |= dict.fromkeys(normal.slips)
        self._choices |= {at: choice for choice, at in normal.choices}

    def all_slips(self) -> Iterator[Slip]:
        """The slips, and the choices among what was met that nothing can make."""
        yield from self.slips
        for at, choice in list(self._choices.items()):
            if excludes_all(choice, self.normal):
                message = "No value fits exactly one branch of this oneOf; it is read as anyOf."
                hint = "Write anyOf, or tell the branches apart: by a discriminator, a const, or what they require."
                yield Slip("one-of-none", message, hint, at / "oneOf")

    def references_in(self, target: str) -> tuple[Reference, ...]:
        """The references in the schema of a key."""
        return self._normal(target).references

    # --- model.schema.Schemas

    def resolve(self, schema: Schema) -> Schema:
        """`schema` itself, or what a `Ref` finally points to with the reference's own annotations laid over it."""
        for _ in range(_MAX_HOPS):
            if not isinstance(schema, Ref):
                return schema
            schema = _laid_over(schema, self._target(schema.target, as_part=False))
        return Anything(origin=schema.origin, exact=False)

    def definition(self, target: str) -> JsonObject | bool:
        """The JSON Schema (2020-12) behind a reference in some `source`; True where it leads nowhere."""
        return self._normal(target).schema if self.references.target(target) is not None else True

    def tags(self, choice: JsonObject) -> tuple[tuple[Json, ...], ...]:
        """The discriminator's values for each branch of a choice in some `source`, in the order of its branches."""
        branches = choice["oneOf"] if "oneOf" in choice else choice["anyOf"]
        return tuple(tags.values for tags in declared_tags(branches, dict(choice), self))

    # --- asked by the modules that read one schema (reading.Table)

    def read(self, raw: RawSchema, origin: Origin) -> Schema:
        """The schema that `raw` says; references in it stay references. Below a certain depth anything goes."""
        if isinstance(raw, Moved):
            origin = raw.origin
        self._work += 1
        if self._depth >= _MAX_DEPTH or self._work > _MAX_WORK:
            return Anything(origin=origin, exact=False, source=raw)
        self._depth += 1
        try:
            return read_schema(raw, origin, self)
        finally:
            self._depth -= 1

    def normal(self, target: str) -> RawSchema:
        """The normalised schema of a key; `{}` for one that leads nowhere."""
        return self._normal(target).schema

    def origin(self, target: str) -> Origin:
        """Where the schema of a key stands; the root document for one that leads nowhere."""
        found = self.references.target(target)
        if found is None:
            return Origin(file=self.references.sources.root.file)
        return Origin(file=found.document.file, pointer=found.pointer)

    def fields(self, target: str) -> Schema:
        """The schema of a key as a part of `allOf`: without the choice between its subtypes."""
        return self.resolve(self._target(target, as_part=True))

    def subtypes(self, target: str) -> tuple[str, ...]:
        """The keys of the components that extend `target` by `allOf`, and those that extend them, in source order."""
        extended = self._extensions()
        found: dict[str, None] = {}
        waiting = list(extended.get(target, ()))
        while waiting:
            key = waiting.pop(0)
            if key not in found and key != target:
                found[key] = None
                waiting += extended.get(self._final(key), ())
        return tuple(found)

    def _final(self, key: str) -> str:
        """The key of what a component finally is, where it only refers to a file of its own."""
        for _ in range(_MAX_HOPS):
            found = self.references.target(key)
            ref = found.value.get("$ref") if found and isinstance(found.value, dict) else None
            if not found or not isinstance(ref, str):
                break
            key = self.references.find(ref, found.document, found.pointer).target
        return key

    def _normal(self, target: str) -> Normal:
        normal = self._normals.get(target)
        if normal is None:
            found = self.references.target(target)
            normal = Normal({}, ())
            if found is not None:
                normal = self._normalizer.schema(found.value, found.document, found.pointer)
                self._note(normal)
            self._normals[target] = normal
        return normal

    def _target(self, target: str, *, as_part: bool) -> Schema:
        key = (target, as_part)
        known = self._read.get(key)
        if known is not None:
            return known
        origin = self.origin(target)
        if key in self._open:
            self._cuts.add(key)
            return Anything(origin=origin, exact=False)
        if self.references.target(target) is None:
            return Anything(origin=origin, exact=False)
        if not self._open:
            self._work = 0
        self._open.append(key)
        try:
            schema = self._read_target(target, origin, as_part)
        finally:
            self._open.pop()
        self._cuts.discard(key)
        if not self._cuts or self._work > _MAX_WORK:
            self._read[key] = schema
        return schema

    def _read_target(self, target: str, origin: Origin, as_part: bool) -> Schema:
        raw = self.normal(target)
        if isinstance(raw, bool) or not ("discriminator" in raw or self.subtypes(target)):
            return self.read(raw, origin)
        if as_part:
            return self.read({k: v for k, v in raw.items() if k not in ("discriminator", "oneOf", "anyOf")}, origin)
        if "discriminator" in raw and "oneOf" not in raw and "anyOf" not in raw:
            choice = subtype_choice(target, raw, origin, self)
            if choice is not None:
                return choice
        return self.read(raw, origin)

    def _extensions(self) -> dict[str, list[str]]:
        """For each schema key, the components of the root document whose `allOf` refers to it."""
        if self._extended is None:
            self._extended = {}
            holder = self._root
            *steps, last = normal.schemas_at(holder.version)
            for step in steps:
                holder = holder.member(str(step)) or holder.made({})
            for _, node in holder.mapping(str(last)):
                own = self.references.key_of(Target(node.document, node.pointer, node.value))
                for part in self._parts_of(node):
                    ref = part.value.get("$ref") if isinstance(part.value, dict) else None
                    if isinstance(ref, str):
                        parent = self.references.find(ref, part.document, part.pointer).target
                        for key in dict.fromkeys((parent, self._final(parent))):
                            self._extended.setdefault(key, []).append(own)
        return self._extended

    def _parts_of(self, component: Node) -> Iterator[Node]:
        try:
            yield from component.target().items("allOf")
        except Unreadable:
            return


def _laid_over(ref: Ref, target: Schema) -> Schema:
    """What a reference means: its target, with the annotations written beside the reference."""
    plain = ref.xml is None and not (
        ref.title or ref.description or ref.examples or ref.nullable or ref.read_only or ref.write_only
    )
    if plain and ref.default is UNSET and not ref.deprecated:
        return target
    return replace(
        target,
        title=ref.title or target.title,
        description=ref.description or target.description,
        default=target.default if ref.default is UNSET else ref.default,
        examples=ref.examples or target.examples,
        nullable=ref.nullable or target.nullable,
        doubtful_null=ref.doubtful_null or target.doubtful_null,
        read_only=ref.read_only or target.read_only,
        write_only=ref.write_only or target.write_only,
        deprecated=ref.deprecated or target.deprecated,
        source=ref.source if ref.nullable else target.source,
        xml=ref.xml or target.xml,
    )
