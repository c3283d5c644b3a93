"""A place in a document with its value: what the readers of this package walk over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from mcpgen.diagnostics import Diagnostic, Origin, Pointer, Severity
from mcpgen.frontends.openapi.version import Version, Versions
from mcpgen.model.json import Json
from mcpgen.source import Document, Sources, UnresolvedRef

_MAX_HOPS = 20


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands. Wrong types read as absent, so that one slip costs only what it says.

    The value may be made of another version's, and then holds nodes: members that stand in another place.
    """

    reading: Reading = field(repr=False, compare=False)
    document: Document
    pointer: Pointer
    value: Json

    @property
    def origin(self) -> Origin:
        """The place for a diagnostic."""
        return Origin(file=self.document.file, pointer=self.pointer)

    @property
    def version(self) -> Version:
        """The version of OpenAPI that the value is written in."""
        return self.reading.versions.of(self.document)

    def made(self, value: Json) -> Node:
        """Another value in the place of this one."""
        return replace(self, value=value)

    def child(self, key: str | int) -> Node | None:
        """The member or item, or None when it is absent or null."""
        value = self.value
        if isinstance(value, dict):
            found = value.get(key)
        elif isinstance(value, list) and isinstance(key, int) and key < len(value):
            found = value[key]
        else:
            found = None
        return None if found is None else self.below(found, key)

    def mapping(self, key: str) -> Iterator[tuple[str, Node]]:
        """The members of the mapping below `key`, null ones included; nothing when there is no mapping."""
        holder = self.member(key)
        if holder is not None and isinstance(holder.value, dict):
            for name, member in holder.value.items():
                yield name, holder.below(member, name)

    def items(self, key: str) -> Iterator[Node]:
        """The items of the list below `key`, null ones included; nothing when there is no list."""
        holder = self.member(key)
        if holder is not None and isinstance(holder.value, list):
            for index, item in enumerate(holder.value):
                yield holder.below(item, index)

    def text(self, key: str) -> str:
        """The text below `key`; numbers as text; '' for anything else."""
        holder = self.member(key)
        value = holder.value if holder else None
        if isinstance(value, str):
            return value
        return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""

    def texts(self, key: str) -> tuple[str, ...]:
        """The texts of the list below `key`, each once; nothing when there is no list."""
        found = (item.value for node in self.items(key) if (item := self._reached(node)))
        return tuple(dict.fromkeys(value for value in found if isinstance(value, str) and value))

    def flag(self, key: str, default: bool = False) -> bool:
        """The boolean below `key` (also written as text), or `default`."""
        holder = self.member(key)
        value = holder.value if holder else None
        if isinstance(value, str):
            return {"true": True, "false": False}.get(value.lower(), default)
        return value if isinstance(value, bool) else default

    def target(self) -> Node:
        """The node itself, or what its `$ref` finally leads to. Raises `Unreadable`."""
        *_, last = self.layers()
        return last

    def layers(self) -> Iterator[Node]:
        """The node, what its `$ref` leads to, and so on. Raises `Unreadable` where one leads nowhere."""
        node = self
        for _ in range(_MAX_HOPS):
            yield node
            ref = node.value.get("$ref") if isinstance(node.value, dict) else None
            if not isinstance(ref, str):
                return
            try:
                found = self.reading.sources.resolve(ref, node.document, node.pointer)
            except UnresolvedRef as problem:
                raise Unreadable(problem.reason, problem.hint, node.origin / "$ref") from None
            node = Node(self.reading, found.document, found.pointer, found.value)
        raise Unreadable("The references from here go round in a circle.", "Break the circle.", self.origin)

    def part(self) -> Node:
        """The mapping at this place, or the one it refers to. Raises `Unreadable`.

        A text beside the reference counts before that of what it refers to (OpenAPI 3.1, "Reference Object").
        """
        node = self.target()
        if not isinstance(node.value, dict):
            raise Unreadable("This is not a mapping.", "Write it as OpenAPI asks, or remove it.", node.origin)
        if not isinstance(self.value, dict) or "$ref" not in self.value:
            return node
        if not self.reading.versions.siblings_count(self.document):
            return node
        said = {key: self.value[key] for key in ("summary", "description") if isinstance(self.value.get(key), str)}
        return node.made({**node.value, **said}) if said else node

    def below(self, value: Json, key: str | int) -> Node:
        """The node of a member or item."""
        return value if isinstance(value, Node) else Node(self.reading, self.document, (*self.pointer, key), value)

    def member(self, key: str) -> Node | None:
        """The member, or what it refers to: whole lists, maps and texts are kept in files of their own as well.

        None when it is absent or null, or (which is reported) when the reference leads nowhere.
        """
        found = self.child(key)
        return None if found is None else self._reached(found)

    def _reached(self, node: Node) -> Node | None:
        try:
            return node.target()
        except Unreadable as reason:
            message = f"{reason.message} {node.pointer[-1]!r} counts as absent."
            self.reading.findings.add("openapi-reference", message, reason.hint, reason.at)
            return None


class Unreadable(Exception):
    """A part that nothing can be made of; whoever holds it is left out, with this as the reason."""

    def __init__(self, message: str, hint: str, at: Origin) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.at = at


class Needed(Unreadable):
    """A part that nothing can be made of, and without which its operation cannot be called."""


class Findings:
    """Collects diagnostics while an API is read; `subject` is the operation being read."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}
        self.subject = ""

    def add(
        self, code: str, message: str, hint: str, at: Origin, severity: Severity = Severity.WARNING, subject: str = ""
    ) -> None:
        """Adds a diagnostic about the present operation, or about `subject`; the same one only once."""
        diagnostic = Diagnostic(
            code=code, severity=severity, message=message, hint=hint, subject=subject or self.subject, at=at
        )
        self._found.setdefault(diagnostic)

    def all(self) -> tuple[Diagnostic, ...]:
        """Everything found, in the order it was found."""
        return tuple(self._found)


@dataclass(frozen=True, slots=True)
class Reading:
    """What all nodes of one run share."""

    sources: Sources
    versions: Versions
    findings: Findings = field(default_factory=Findings)

    @property
    def root(self) -> Node:
        """The root of the document that the user named."""
        return Node(self, self.sources.root, (), self.sources.root.data)
