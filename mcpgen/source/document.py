"""Loaded documents, and references between them (RFC 6901 pointers in RFC 3986 fragments)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from mcpgen.diagnostics import Diagnostic, Origin, Pointer, Severity, SourceError, Span
from mcpgen.model.json import Json
from mcpgen.source.positions import Format, Positions

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//")
_MAX_HOPS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One file as a tree of JSON values. Nobody changes `data`; its parts are shared."""

    file: str
    """The file as the user named it; for one that was referred to, the way there from the root's folder."""
    path: Path
    data: Json
    text: str = field(repr=False)
    format: Format
    diagnostics: tuple[Diagnostic, ...] = ()
    positions: Positions = field(repr=False, compare=False)

    def span(self, pointer: Pointer) -> Span:
        """Where the node stands: its key in a mapping, itself in a list; the nearest existing ancestor else."""
        return self.positions.span(pointer)


class Target(NamedTuple):
    """What a reference leads to."""

    document: Document
    pointer: Pointer
    value: Json


class UnresolvedRef(Exception):
    """A reference that leads nowhere, or where nothing may be read. `reason` is a sentence, `hint` what to do."""

    def __init__(self, ref: str, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.ref = ref
        self.reason = reason
        self.hint = hint


Reader = Callable[[Path, str], Document]


class Sources:
    """The root document and those it refers to, loaded when they are needed. Implements `diagnostics.Locator`.

    Files are read only below `folder`, after symbolic links are followed; nothing is fetched over a network.
    """

    def __init__(self, root: Document, folder: Path, reader: Reader) -> None:
        self.root = root
        self.folder = folder.resolve()
        self._read = reader
        self._documents: dict[Path, Document] = {root.path.resolve(): root}
        self._files: dict[str, Document] = {root.file: root}
        self._named: dict[tuple[Path, str], Document] = {}
        self._targets: dict[tuple[str, str], Target] = {}

    @property
    def documents(self) -> tuple[Document, ...]:
        """Every document loaded so far, the root first."""
        return tuple(self._files.values())

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was found while loading the documents."""
        return tuple(d for document in self.documents for d in document.diagnostics)

    def span(self, origin: Origin) -> Span | None:
        """Where `origin` stands, or None when its file is not loaded."""
        document = self._files.get(origin.file)
        return document.span(origin.pointer) if document else None

    def text(self, file: str) -> str | None:
        """The text of a loaded file, or None."""
        document = self._files.get(file)
        return document.text if document else None

    def resolve(self, ref: str, base: Document) -> Target:
        """What `ref`, written in `base`, leads to. Raises `UnresolvedRef`."""
        key = (base.file, ref)
        target = self._targets.get(key)
        if target is None:
            file, _, fragment = ref.partition("#")
            document = self._document(file, ref, base) if file else base
            target = self._walk(document, fragment, ref, _MAX_HOPS)
            self._targets[key] = target
        return target

    def _walk(self, document: Document, fragment: str, ref: str, hops: int) -> Target:
        if fragment and not fragment.startswith("/"):
            raise UnresolvedRef(
                ref, f"The reference {ref} names an anchor.", "Refer by a pointer such as #/components/schemas/Name."
            )
        target = Target(document, (), document.data)
        for token in fragment.split("/")[1:]:
            step = _step(target.value, token)
            if step is None and isinstance(target.value, dict) and isinstance(target.value.get("$ref"), str) and hops:
                hops -= 1
                target = self._follow(target, hops, ref)
                step = _step(target.value, token)
            if step is None:
                missing = _unescape(token)
                where = "" if target.document is self.root else f" in {target.document.file}"
                raise UnresolvedRef(
                    ref,
                    f"The reference {ref} leads nowhere: there is no {missing!r}{where}.",
                    "Add what it names, or correct the reference.",
                )
            target = Target(target.document, (*target.pointer, step), target.value[step])
        return target

    def _follow(self, target: Target, hops: int, ref: str) -> Target:
        inner = target.value["$ref"]
        if not hops:
            raise UnresolvedRef(ref, f"The reference {ref} goes round in a circle.", "Break the circle.")
        file, _, fragment = inner.partition("#")
        document = self._document(file, inner, target.document) if file else target.document
        return self._walk(document, fragment, inner, hops)

    def _document(self, file: str, ref: str, base: Document) -> Document:
        key = (base.path.parent, file)
        if key not in self._named:
            self._named[key] = self._open(file, ref, base)
        return self._named[key]

    def _open(self, file: str, ref: str, base: Document) -> Document:
        if _SCHEME.match(file):
            raise UnresolvedRef(
                ref,
                f"The reference {ref} points to the network, and nothing is fetched from there.",
                "Save what it points to beside the document and refer to the file.",
            )
        try:
            path = (base.path.parent / unquote(file)).resolve()
        except (OSError, ValueError, RuntimeError):
            raise UnresolvedRef(ref, f"The reference {ref} names no possible file.", "Correct the path.") from None
        if not path.is_relative_to(self.folder):
            raise UnresolvedRef(
                ref,
                f"The reference {ref} points outside the folder of the document.",
                f"Move the file below {self.folder.name or self.folder}, or start from a folder that holds both.",
            )
        document = self._documents.get(path)
        if document is None:
            document = self._load(path, ref)
            self._documents[path] = document
            self._files[document.file] = document
        return document

    def _load(self, path: Path, ref: str) -> Document:
        name = os.path.relpath(path, self.root.path.resolve().parent)
        shown = (Path(self.root.file).parent / name).as_posix()
        try:
            return self._read(path, shown)
        except SourceError as error:
            first = error.diagnostics[0]
            place = f"{first.at}: " if isinstance(first.at, Span) else ""
            raise UnresolvedRef(
                ref, f"The reference {ref} cannot be followed. {place}{first.message}", first.hint
            ) from None


def duplicate_keys(file: str, positions: Positions) -> tuple[Diagnostic, ...]:
    """A warning for each key that a mapping of the file names twice."""
    return tuple(
        Diagnostic(
            code="source-duplicate-key",
            severity=Severity.WARNING,
            message=f"The key {double.key!r} is given twice; the one in line {double.first.line} is lost.",
            hint="Rename or merge one of the two.",
            at=double.second,
        )
        for double in positions.duplicates()
    )


def _step(value: Json, token: str) -> str | int | None:
    """The key or index that a pointer's token names in `value`, percent-decoded or as written; None when absent."""
    for name in (_unescape(token), token.replace("~1", "/").replace("~0", "~")):
        if isinstance(value, dict) and name in value:
            return name
        if isinstance(value, list) and name.isdecimal() and name.isascii() and int(name) < len(value):
            return int(name)
    return None


def _unescape(token: str) -> str:
    return unquote(token).replace("~1", "/").replace("~0", "~")
