"""Loaded documents: text, tree, and where each node stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from mcpgen.diagnostics import Diagnostic, Pointer, Severity, Span
from mcpgen.model.json import Json
from mcpgen.source.identifiers import Identifiers, identifiers
from mcpgen.source.location import FileLocation, Location
from mcpgen.source.positions import Duplicate, Format, Positions

STDIN = "-"
"""What the user names standard input by, and what it is called in messages."""


@dataclass(frozen=True, kw_only=True)
class Document:
    """One file as a tree of JSON values. Nobody changes `data`; its parts are shared."""

    file: str
    """The file as the user named it; for one that was referred to, the way there from the root's folder, or its URL."""
    location: Location
    data: Json
    text: str = field(repr=False)
    format: Format
    diagnostics: tuple[Diagnostic, ...] = ()
    positions: Positions = field(repr=False, compare=False)

    def span(self, pointer: Pointer) -> Span:
        """Where the node stands: its key in a mapping, itself in a list; the nearest existing ancestor else."""
        return self.positions.span(pointer)

    @property
    def path(self) -> Path | None:
        """The file it was read from; None for standard input and the network."""
        return self.location.path if isinstance(self.location, FileLocation) and self.file != STDIN else None

    @property
    def name(self) -> str:
        """The name of the file without folder and ending; '' for standard input."""
        if isinstance(self.location, FileLocation):
            return self.path.stem if self.path else ""
        return PurePosixPath(urlsplit(self.location.url).path).stem

    @cached_property
    def identifiers(self) -> Identifiers:
        """What schemas of the document call themselves."""
        return identifiers(self.data, self.text, self.location.uri)


def duplicate_keys(positions: Positions, conflicts: frozenset[str]) -> tuple[Diagnostic, ...]:
    """What there is to say of keys that a mapping names twice (YAML 1.2.2, 3.2.1.3; RFC 8259, section 4).

    An error where that loses something: the two values differ, and they are not within an example or an extension.
    """
    return tuple(_duplicate(double, conflicts) for double in positions.duplicates())


def _duplicate(double: Duplicate, conflicts: frozenset[str]) -> Diagnostic:
    key = double.pointer[-1]
    asides = any(str(step).startswith("x-") or step in ("example", "examples") for step in double.pointer)
    if key in conflicts and not asides:
        severity, message = Severity.ERROR, f"The key {key!r} is given twice, first in line {double.first.line}."
    else:
        severity = Severity.WARNING
        message = f"The key {key!r} is given twice; the one in line {double.first.line} does not count."
    return Diagnostic(
        code="source-duplicate-key",
        severity=severity,
        message=message,
        hint="Rename or merge one of the two.",
        at=double.second,
    )
