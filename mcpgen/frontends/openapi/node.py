"""A place in a document with its value: what the readers of this package walk over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mcpgen.diagnostics import Diagnostic, Origin, Pointer, Severity
from mcpgen.model.json import Json
from mcpgen.source import Document


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands. Wrong types read as absent, so that one slip costs only what it says."""

    document: Document
    pointer: Pointer
    value: Json

    @property
    def origin(self) -> Origin:
        """The place for a diagnostic."""
        return Origin(file=self.document.file, pointer=self.pointer)

    def child(self, key: str | int) -> Node | None:
        """The member or item, or None when it is absent or null."""
        value = self.value
        if isinstance(value, dict):
            found = value.get(key)
        elif isinstance(value, list) and isinstance(key, int) and key < len(value):
            found = value[key]
        else:
            found = None
        return None if found is None else Node(self.document, (*self.pointer, key), found)

    def mapping(self, key: str) -> Iterator[tuple[str, Node]]:
        """The members of the mapping below `key`, null ones included; nothing when there is no mapping."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        if isinstance(value, dict):
            for name, member in value.items():
                yield name, Node(self.document, (*self.pointer, key, name), member)

    def items(self, key: str) -> Iterator[Node]:
        """The items of the list below `key`, null ones included; nothing when there is no list."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield Node(self.document, (*self.pointer, key, index), item)

    def text(self, key: str) -> str:
        """The text below `key`; numbers as text; '' for anything else."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        if isinstance(value, str):
            return value
        return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""

    def flag(self, key: str, default: bool = False) -> bool:
        """The boolean below `key` (also written as text), or `default`."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        if isinstance(value, str):
            return {"true": True, "false": False}.get(value.lower(), default)
        return value if isinstance(value, bool) else default


class Unreadable(Exception):
    """A part that nothing can be made of; whoever holds it is left out, with this as the reason."""

    def __init__(self, message: str, hint: str, at: Origin) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.at = at


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
