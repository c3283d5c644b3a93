"""One key for each place that is referred to, however the reference is spelled and from whichever file."""

from __future__ import annotations

import os
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
    """

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._folder = sources.root.path.resolve().parent
        self._targets: dict[str, Target] = {}
        self._keys: dict[tuple[str, str], str] = {}

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
        known = self._keys.get((document.file, ref))
        if known is not None:
            return Reference(known, origin)
        try:
            target = self.sources.resolve(ref, document)
        except UnresolvedRef as problem:
            nested = _in_enclosing_schema(ref, document, pointer)
            if nested is None:
                return Reference(ref, origin, problem)
            return Reference(self._key(nested), origin)
        key = self._key(target)
        self._keys[(document.file, ref)] = key
        return Reference(key, origin)

    def find_named(self, name: str, document: Document, pointer: Pointer) -> Reference:
        """What a discriminator's mapping names: a component, or a reference (OpenAPI 3.1, "Discriminator Object")."""
        if "#" in name or "/" in name or name.endswith(_FILE_ENDINGS):
            return self.find(name, document, pointer)
        component = self.component(name)
        if component is not None:
            return Reference(component, Origin(file=document.file, pointer=pointer))
        return self.find(f"#/components/schemas/{_escape(name)}", document, pointer)

    def component(self, name: str) -> str | None:
        """The key of the schema component of that name in the root document, or None."""
        key = f"#/components/schemas/{_escape(name)}"
        return key if _lookup(self.sources.root.data, ("components", "schemas", name)) is not None else None

    def _key(self, target: Target) -> str:
        file = ""
        if target.document is not self.sources.root:
            file = os.path.relpath(target.document.path.resolve(), self._folder).replace(os.sep, "/")
        key = file + "#" + "".join(f"/{_escape(str(step))}" for step in target.pointer)
        self._targets[key] = target
        return key


def name_of(key: str) -> str:
    """The name a reference is known by: the last part of its pointer, or the file without its ending."""
    file, _, pointer = key.partition("#")
    last = pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
    return last or file.rpartition("/")[2].partition(".")[0]


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


def _escape(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
