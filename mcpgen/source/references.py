"""References between documents (RFC 6901 pointers in RFC 3986 fragments; JSON Schema 2020-12, Core, section 8.2)."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urljoin

from mcpgen.diagnostics import Diagnostic, Origin, Pointer, Severity, SourceError, Span
from mcpgen.model.json import Json
from mcpgen.model.reach import Reach
from mcpgen.source.document import Document
from mcpgen.source.location import FileLocation, Location, UrlLocation, joined

_MAX_HOPS = 50
_SEARCHED = 1_000
MAX_FETCHED = 500
"""Documents that references may bring in over the network."""


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


Reader = Callable[[Location, str], Document]
"""Reads the document at a location, under the name it is shown by. Raises `SourceError`."""


class Sources:
    """The root document and those it refers to, loaded when they are needed. Implements `diagnostics.Locator`.

    Files are read only below the folder of `reach`, after symbolic links are followed; the network is asked only where
    `reach` says so.
    """

    def __init__(self, root: Document, reach: Reach, reader: Reader) -> None:
        self.root = root
        self._remote = reach.remote
        self._folder = _folder(root, reach)
        self._read = reader
        self._documents: dict[Location, Document] = {root.location: root}
        self._identified = {uri: (root, at) for uri, at in root.identifiers.resources.items()}
        """The documents and schemas that call themselves by a URI."""
        self._fetched = 0
        self._failures: dict[Location, UnresolvedRef] = {}
        self._files: dict[str, Document] = {root.file: root}
        self._targets: dict[tuple[str, Pointer, str], Target] = {}

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

    def resolve(self, ref: str, base: Document, at: Pointer = ()) -> Target:
        """What `ref`, written at `at` of `base`, leads to. Raises `UnresolvedRef`."""
        uri, resource = base.identifiers.around(at)
        key = (base.file, resource, ref)
        target = self._targets.get(key)
        if target is None:
            target = self._targets[key] = self._lookup(ref, base, uri, resource, _Hops())
        return target

    def way_to(self, document: Document) -> str:
        """The reference that leads from the root document to another; '' to itself."""
        if document is self.root:
            return ""
        if isinstance(document.location, UrlLocation):
            return document.location.url
        assert isinstance(self.root.location, FileLocation)
        return os.path.relpath(document.location.path, self.root.location.path.parent).replace(os.sep, "/")

    def _lookup(self, ref: str, base: Document, uri: str, resource: Pointer, hops: _Hops) -> Target:
        file, _, fragment = ref.partition("#")
        if not file:
            return self._within(base, resource, fragment, ref, hops)
        named = self._named(uri, file, base)
        if named is not None:
            return self._within(*named, fragment, ref, hops)
        return self._within(self._document(file, ref, base), (), fragment, ref, hops)

    def _named(self, uri: str, file: str, base: Document) -> tuple[Document, Pointer] | None:
        """The schema that calls itself what `file` means at `uri`: of the same document, else of the first loaded."""
        try:
            absolute = urldefrag(urljoin(uri, file)).url
        except ValueError:
            return None
        own = base.identifiers.resources.get(absolute)
        return (base, own) if own is not None else self._identified.get(absolute)

    def _within(self, document: Document, resource: Pointer, fragment: str, ref: str, hops: _Hops) -> Target:
        """What a fragment names in a resource; a pointer that leads nowhere there counts from the document's root."""
        start = Target(document, resource, _value(document.data, resource))
        if not fragment:
            return start
        if not fragment.startswith("/"):
            return _anchored(document, resource, unquote(fragment), ref)
        try:
            return self._walk(start, fragment, ref, hops)
        except UnresolvedRef:
            if not resource or not hops.left:
                raise
        return self._walk(Target(document, (), document.data), fragment, ref, hops)

    def _walk(self, target: Target, fragment: str, ref: str, hops: _Hops) -> Target:
        for token in fragment.split("/")[1:]:
            step = _step(target.value, token)
            if step is None and isinstance(target.value, dict) and isinstance(target.value.get("$ref"), str):
                target = self._follow(target, hops, ref)
                step = _step(target.value, token)
            if step is None:
                missing = _unescape(token)
                where = "" if target.document is self.root else f" in {target.document.file}"
                raise UnresolvedRef(
                    ref,
                    f"The reference {ref} leads nowhere: there is no {missing!r}{where}.",
                    _correction(missing, target.value),
                )
            target = Target(target.document, (*target.pointer, step), target.value[step])
        return target

    def _follow(self, target: Target, hops: _Hops, ref: str) -> Target:
        hops.left -= 1
        if hops.left <= 0:
            raise UnresolvedRef(ref, f"The reference {ref} goes round in a circle.", "Break the circle.")
        uri, resource = target.document.identifiers.around(target.pointer)
        return self._lookup(target.value["$ref"], target.document, uri, resource, hops)

    def _document(self, file: str, ref: str, base: Document) -> Document:
        location = joined(base.location, file)
        if location is None:
            raise UnresolvedRef(ref, f"The reference {ref} names no possible file.", "Correct the path.")
        document = self._documents.get(location)
        if document is not None:
            return document
        if location not in self._failures:
            try:
                return self._load(location, ref)
            except UnresolvedRef as problem:
                self._failures[location] = problem
        known = self._failures[location]
        raise UnresolvedRef(ref, known.reason.replace(known.ref, ref), known.hint)

    def _load(self, location: Location, ref: str) -> Document:
        self._check(location, ref)
        try:
            document = self._read(location, self._shown(location))
        except SourceError as error:
            first = next((d for d in error.diagnostics if d.severity is Severity.ERROR), error.diagnostics[0])
            place = f"{first.at}: " if isinstance(first.at, Span) else ""
            raise UnresolvedRef(
                ref, f"The reference {ref} cannot be followed. {place}{first.message}", first.hint
            ) from None
        self._documents[location] = self._documents[document.location] = document
        self._files[document.file] = document
        for uri, at in document.identifiers.resources.items():
            self._identified.setdefault(uri, (document, at))
        return document

    def _check(self, location: Location, ref: str) -> None:
        """Raises `UnresolvedRef` for what references may not lead to."""
        match location:
            case UrlLocation() if not self._remote:
                raise UnresolvedRef(
                    ref,
                    f"The reference {ref} points to the network, and nothing is fetched from there.",
                    "Save what it points to beside the document and refer to the file, or give --allow-remote-refs.",
                )
            case UrlLocation():
                self._fetched += 1
                if self._fetched > MAX_FETCHED:
                    raise UnresolvedRef(
                        ref,
                        f"The reference {ref} is not followed: {MAX_FETCHED} documents were fetched already.",
                        "Bundle the description into one file.",
                    )
            case FileLocation(path=path) if self._folder is None or not path.is_relative_to(self._folder):
                raise UnresolvedRef(
                    ref,
                    f"The reference {ref} points outside the folder of the document.",
                    "Give --ref-folder with a folder that holds both, if you trust the document to read there.",
                )
            case FileLocation(path=path) if _never_ends(path):
                raise UnresolvedRef(ref, f"The reference {ref} names a pipe or a device, not a file.", "Name a file.")
            case _:
                pass

    def _shown(self, location: Location) -> str:
        if isinstance(location, UrlLocation):
            return location.url
        assert isinstance(self.root.location, FileLocation)
        folder, named = self.root.location.path.parent, Path(self.root.file).parent
        if named.resolve() != folder:  # the root is a symbolic link
            return Path(os.path.relpath(location.path)).as_posix()
        return (named / os.path.relpath(location.path, folder)).as_posix()


class _Hops:
    """How many references may still be followed on the way to one target."""

    def __init__(self) -> None:
        self.left = _MAX_HOPS


def _folder(root: Document, reach: Reach) -> Path | None:
    """The folder below which files are read; None for a document of the network."""
    if not isinstance(root.location, FileLocation):
        return None
    return reach.folder.resolve() if reach.folder is not None else root.location.path.parent


def _never_ends(path: Path) -> bool:
    """Whether reading `path` could wait for ever: it is a pipe, a socket or a device."""
    try:
        return path.exists() and not path.is_file() and not path.is_dir()
    except (OSError, ValueError):
        return False


def _anchored(document: Document, resource: Pointer, name: str, ref: str) -> Target:
    pointer = document.identifiers.anchor(name, resource)
    if pointer is None:
        raise UnresolvedRef(
            ref,
            f"The reference {ref} names an anchor that no schema has.",
            f"Give a schema $anchor: {name}, or refer by a pointer such as #/components/schemas/Name.",
        )
    return Target(document, pointer, _value(document.data, pointer))


def _value(data: Json, pointer: Pointer) -> Json:
    for step in pointer:
        data = data[step]
    return data


def _correction(missing: str, value: Json) -> str:
    """What to do about a name that is not there: the one most like it, where a mapping of bearable size has one."""
    close = []
    if isinstance(value, dict) and len(value) <= _SEARCHED:
        close = difflib.get_close_matches(missing, [str(key) for key in value], n=1)
    return f"Did you mean {close[0]!r}?" if close else "Add what it names, or correct the reference."


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
