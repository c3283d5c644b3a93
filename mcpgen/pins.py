"""Names that tools were given before, which stay when the source changes (NAM004)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from mcpgen.diagnostics import Diagnostic, Origin, Severity, SourceError
from mcpgen.model.json import Json, JsonObject


def names_in_folder(folder: Path) -> Mapping[str, str]:
    """The names in the lock of a package, by operation or variant; none where the folder holds no package.

    Nor where its lock cannot be read: then nothing can be written, and `write` says so.
    """
    from mcpgen.write import OutputError, lock_of

    with suppress(OutputError, OSError):
        return lock_of(folder).names
    return {}


def names_in_file(file: Path) -> Mapping[str, str]:
    """The names in an `mcpgen.lock` or a manifest, by operation or variant.

    Raises `SourceError`: the file cannot be read (see `source.load`), or is neither of the two (`names-unknown`).
    """
    from mcpgen.frontends import manifest
    from mcpgen.source import load

    sources = load(file)
    data = sources.root.data
    if not manifest.is_manifest(data) or not isinstance(data, dict):
        raise SourceError(_unknown(sources.root.file), locator=sources)
    names = data.get("names")
    return _texts(names) if isinstance(names, dict) else _of_tools(data.get("tools"))


def _texts(names: JsonObject) -> dict[str, str]:
    return {key: name for key, name in names.items() if isinstance(name, str)}


def _of_tools(tools: Json) -> dict[str, str]:
    found: dict[str, str] = {}
    for tool in tools if isinstance(tools, list) else ():
        if isinstance(tool, dict) and isinstance(name := tool.get("name"), str):
            key = tool.get("operation") or _request(tool.get("http"))
            if isinstance(key, str):
                found.setdefault(key, name)
    return found


def _request(http: Json) -> Json:
    """`POST /payments`, which a tool that says no operation is named by."""
    return http.get("request") if isinstance(http, dict) else http


def _unknown(file: str) -> Diagnostic:
    return Diagnostic(
        code="names-unknown",
        severity=Severity.ERROR,
        message="There are no names of tools in it: this is neither an mcpgen.lock nor a manifest.",
        hint="Name the mcpgen.lock or the tools.yaml of a package that mcpgen made.",
        at=Origin(file=file),
    )
