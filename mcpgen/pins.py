"""Names that tools were given before, which stay when the source changes (NAM004)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from mcpgen.diagnostics import Diagnostic, Origin, Severity, SourceError
from mcpgen.model.json import Json
from mcpgen.source import Sources, load

_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,128}")
"""What a tool may be called (Model Context Protocol, "Tool Names")."""


def names_in_folder(folder: Path) -> Mapping[str, str]:
    """The names in the lock of a package, by operation or variant; none where the folder holds no package.

    Nor where its lock cannot be read: then nothing can be written, and `write` says so. Raises `SourceError` as
    `names_in_file` does.
    """
    from mcpgen.write import LOCK_NAME, OutputError, lock_of

    try:
        found = lock_of(folder).names
    except (OutputError, OSError):
        return {}
    return names_in_file(folder / LOCK_NAME) if found else {}


def names_in_file(file: Path) -> Mapping[str, str]:
    """The names in an `mcpgen.lock` or a manifest, by operation or variant.

    Raises `SourceError`: the file cannot be read (see `source.load`), is neither of the two (`names-unknown`), or has a
    name that is none or that two operations share (`names-invalid`).
    """
    sources = load(file)
    places = _places(sources)
    found = tuple(_faults(places))
    if found:
        raise SourceError(*found, locator=sources)
    return {key: name for key, (name, _) in places.items() if isinstance(name, str)}


def _places(sources: Sources) -> dict[str, tuple[Json, Origin]]:
    """Each name with its place, by the operation or variant that it is of."""
    from mcpgen.frontends import manifest
    from mcpgen.write import read_lock

    root = sources.root
    if not manifest.is_manifest(root.data) or not isinstance(root.data, dict):
        raise SourceError(_unknown(root.file), locator=sources)
    at = Origin(file=root.file)
    if "tools" in root.data:
        found: dict[str, tuple[Json, Origin]] = {}
        for key, named in _of_tools(root.data["tools"], at.at("tools")):
            found.setdefault(key, named)  # a request without a name of its own is that of the first tool
        return found
    try:
        names = read_lock(root.text).names
    except ValueError:
        raise SourceError(_unknown(root.file), locator=sources) from None
    return {key: (name, at.at("names", key)) for key, name in names.items()}


def _of_tools(tools: Json, at: Origin) -> Iterator[tuple[str, tuple[Json, Origin]]]:
    for index, tool in enumerate(tools if isinstance(tools, list) else ()):
        if isinstance(tool, dict) and "name" in tool:
            key = tool.get("operation") or _request(tool.get("http"))
            if isinstance(key, str):
                yield key, (tool["name"], at.at(index, "name"))


def _request(http: Json) -> Json:
    """`POST /payments`, which a tool that says no operation is named by."""
    return http.get("request") if isinstance(http, dict) else http


def _faults(places: Mapping[str, tuple[Json, Origin]]) -> Iterator[Diagnostic]:
    """What cannot stay: what is no name, and what names a second tool."""
    owners: dict[str, str] = {}
    for key, (name, at) in places.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            yield _invalid(f"The name of {key} is none.", "Write 1 to 128 of A-Z, a-z, 0-9, `_`, `.` and `-`.", at)
        elif owners.setdefault(name, key) != key:
            yield _invalid(f"{name} names {owners[name]} and {key}.", "Give each tool a name of its own.", at)


def _invalid(message: str, hint: str, at: Origin) -> Diagnostic:
    return Diagnostic(code="names-invalid", severity=Severity.ERROR, message=message, hint=hint, at=at)


def _unknown(file: str) -> Diagnostic:
    return Diagnostic(
        code="names-unknown",
        severity=Severity.ERROR,
        message="There are no names of tools in it: this is neither an mcpgen.lock nor a manifest.",
        hint="Name the mcpgen.lock or the tools.yaml of a package that mcpgen made.",
        at=Origin(file=file),
    )
