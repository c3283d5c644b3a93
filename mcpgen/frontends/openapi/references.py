"""One key for each place that is referred to, however the reference is spelled and from whichever file."""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.diagnostics import Origin, Pointer
from mcpgen.model.json import Json
from mcpgen.source import Document, Sources, Target, UnresolvedRef

_FILE_ENDINGS = (".json", ".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference found in a schema: the key of what it leads to, where it stands, and what is wrong with it."""

    target: str
    origin: Origin
    problem: UnresolvedRef | None = None


class References:
    """Turns references into keys (`#/components/schemas/Book`, `models/book.yaml#/Book`) and keys into targets.

    A key is a pointer without percent-encoding; that of another file starts with the way there from the root's folder.
    `schemas_at` is where the root document keeps the schemas that are known by name.
    """

    def __init__(self, sources: Sources, schemas_at: Pointer) -> None:
        self.sources = sources
        self._schemas_at = schemas_at
        self._targets: dict[str, Target] = {}
        self._keys: dict[tuple[str, Pointer], str] = {}

    def target(self, key: str) -> Target | None:
        """What stands at a key that was given out before, or at one that is written like it; None when nothing does."""
        if key not in self._targets:
            try:
                self._targets[key] = self.sources.resolve(key, self.sources.root)
            except UnresolvedRef:
                return None
        return self._targets[key]

    def find(self, ref: str, document: Document, pointer: Pointer) -> Reference:
        """The reference `ref` that stands at `pointer` of `document`. One that leads nowhere keeps its own spelling."""
        origin = Origin(file=document.file, pointer=pointer)
        try:
            target = self.sources.resolve(ref, document, pointer)
        except UnresolvedRef as problem:
            nested = _in_enclosing_schema(ref, document, pointer)
            if nested is None:
                return Reference(ref, origin, problem)
            return Reference(self.key_of(nested), origin)
        return Reference(self.key_of(target), origin)

    def find_named(self, name: str, document: Document, pointer: Pointer) -> Reference:
        """What a discriminator's mapping names: a component, or a reference (OpenAPI 3.1, "Discriminator Object")."""
        if "#" in name or "/" in name or name.endswith(_FILE_ENDINGS):
            return self.find(name, document, pointer)
        component = self.component(name)
        if component is not None:
            return Reference(component, Origin(file=document.file, pointer=pointer))
        return self.find(self._component_key(name), document, pointer)

    def component(self, name: str) -> str | None:
        """The key of the schema component of that name in the root document, or None."""
        reference = self.find(self._component_key(name), self.sources.root, ())
        return reference.target if reference.problem is None else None

    def key_of(self, target: Target) -> str:
        """The key of a place."""
        place = (target.document.file, target.pointer)
        key = self._keys.get(place)
        if key is None:
            key = self._keys[place] = self.sources.way_to(target.document) + _fragment(target.pointer)
            self._targets[key] = target
        return key

    def _component_key(self, name: str) -> str:
        return _fragment((*self._schemas_at, name))


def _in_enclosing_schema(ref: str, document: Document, pointer: Pointer) -> Target | None:
    """`#/$defs/X` means the document's root, but is often written for a schema around it: the nearest that has it."""
    if not ref.startswith(("#/$defs/", "#/definitions/")):
        return None
    steps = tuple(part.replace("~1", "/").replace("~0", "~") for part in ref[2:].split("/"))
    for length in range(len(pointer), 0, -1):
        value = _lookup(document.data, (*pointer[:length], *steps))
        if value is not None:
            return Target(document, (*pointer[:length], *steps), value)
    return None


def _lookup(value: Json, pointer: Pointer) -> Json | None:
    for step in pointer:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _fragment(pointer: Pointer) -> str:
    return "#" + "".join(f"/{_escape(str(step))}" for step in pointer)


def _escape(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
