"""What mcpgen says to people: a diagnostic has a code, a severity, a place, what is wrong and what to do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeAlias

Pointer: TypeAlias = "tuple[str | int, ...]"
"""The way from a document's root to a node: mapping keys and list indexes (RFC 6901, unescaped)."""


class Severity(StrEnum):
    """How much a diagnostic matters; errors decide the exit code."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """A node of a source document, not yet turned into a line: finding lines costs time, and most are never shown."""

    file: str
    pointer: Pointer = ()

    def __truediv__(self, step: str | int) -> Origin:
        return Origin(file=self.file, pointer=(*self.pointer, step))

    def at(self, *steps: str | int) -> Origin:
        """The node below this one that `steps` lead to."""
        return Origin(file=self.file, pointer=(*self.pointer, *steps))


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A place in a text file; lines and columns count characters from 1, as editors do."""

    file: str
    line: int
    column: int
    length: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One complaint, worded for the person who can mend it.

    `code` is a rule id (`NAM001`) or the name of a condition (`source-syntax`); `message` says what is wrong,
    `hint` what to do, `subject` the tool or operation it is about (empty where it is about the whole).
    """

    code: str
    severity: Severity
    message: str
    hint: str = ""
    subject: str = ""
    at: Origin | Span | None = None


class Locator(Protocol):
    """Finds lines and text for what a diagnostic points at; the loaded sources are one."""

    def span(self, origin: Origin) -> Span | None:
        """Where `origin` stands, or None when its file is not known."""

    def text(self, file: str) -> str | None:
        """The text of a loaded file, or None when it is not known."""


def located(diagnostic: Diagnostic, locator: Locator) -> Diagnostic:
    """The same diagnostic with a `Span` in place of an `Origin`, where the locator knows the file."""
    if isinstance(diagnostic.at, Origin):
        return replace(diagnostic, at=locator.span(diagnostic.at) or diagnostic.at)
    return diagnostic


class SourceError(Exception):
    """An input that nothing can be made of. Carries the diagnostics that say why; exit code 2."""

    def __init__(self, *diagnostics: Diagnostic, locator: Locator | None = None) -> None:
        super().__init__("; ".join(d.message for d in diagnostics))
        self.diagnostics = diagnostics
        self.locator = locator
