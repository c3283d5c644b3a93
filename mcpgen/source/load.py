"""Reads a file into a `Document`: its encoding, its format by content, its syntax."""

from __future__ import annotations

import errno
from pathlib import Path

from mcpgen.diagnostics import Diagnostic, Severity, SourceError, Span
from mcpgen.source.document import Document, Sources, duplicate_keys
from mcpgen.source.encoding import decode
from mcpgen.source.failure import failure
from mcpgen.source.json_text import ParsedText, parse_json
from mcpgen.source.positions import Format, Positions
from mcpgen.source.yaml_text import parse_yaml


def load(path: str | Path, *, folder: str | Path | None = None) -> Sources:
    """The document at `path`, ready to follow its references to files below `folder` (its own folder by default).

    Raises `SourceError` with one of the codes source-missing, source-directory, source-unreadable, source-empty,
    source-encoding, source-syntax, source-too-deep, source-too-large-expansion, source-not-a-mapping.
    """
    file = str(path)
    root = _read(Path(path), file)
    if not isinstance(root.data, dict):
        raise failure(
            "source-not-a-mapping",
            f"The file holds {_kind(root.data)}, not a mapping.",
            "An OpenAPI document or a manifest is a mapping; check that this is the right file.",
            Span(file=file, line=1, column=1),
            root.text,
        )
    return Sources(root, Path(folder) if folder is not None else root.path.resolve().parent, _read)


def _read(path: Path, file: str) -> Document:
    text = decode(_bytes(path, file), file)
    if not text.strip():
        raise _empty(file, text)
    parsed, format, notes = _parse(text, file, path.suffix.lower())
    if parsed.data is None and format == "yaml":
        raise _empty(file, text)
    positions = Positions(text, file, format)
    doubles = duplicate_keys(file, positions) if parsed.duplicates else ()
    return Document(
        file=file,
        path=path,
        data=parsed.data,
        text=text,
        format=format,
        diagnostics=(*notes, *doubles),
        positions=positions,
    )


def _bytes(path: Path, file: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        code, message, hint = "source-missing", f"There is no file {file}.", "Check the path."
    except IsADirectoryError:
        code, message, hint = "source-directory", f"{file} is a folder.", "Name the document inside it."
    except (OSError, ValueError) as error:
        missing = isinstance(error, ValueError) or error.errno in (errno.ENAMETOOLONG, errno.ENOTDIR)
        code = "source-missing" if missing else "source-unreadable"
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        message, hint = f"{file} cannot be read: {reason}.", "Check the path and its permissions."
    raise failure(code, message, hint)


def _parse(text: str, file: str, suffix: str) -> tuple[ParsedText, Format, tuple[Diagnostic, ...]]:
    """Tries JSON where the text starts like it, YAML else. JSON with comments or spare commas is read as YAML."""
    if suffix != ".json" and not text.lstrip().startswith(("{", "[")):
        return parse_yaml(text, file), "yaml", ()
    try:
        return parse_json(text, file), "json", ()
    except SourceError as error:
        fault = error.diagnostics[0]
        if fault.code != "source-syntax" or not fault.message.startswith("This is not JSON"):
            raise
        try:
            parsed = parse_yaml(text, file)
        except SourceError:
            if suffix == ".json":
                raise error from None
            raise
        if not isinstance(parsed.data, dict):
            raise
        if suffix != ".json":
            return parsed, "yaml", ()
        return parsed, "yaml", (_not_strict(fault),)


def _not_strict(fault: Diagnostic) -> Diagnostic:
    return Diagnostic(
        code="source-not-json",
        severity=Severity.WARNING,
        message=f"{fault.message} It was read as YAML.",
        hint=fault.hint,
        at=fault.at,
    )


def _empty(file: str, text: str) -> SourceError:
    at = Span(file=file, line=1, column=1)
    return failure("source-empty", f"{file} is empty.", "Check that this is the right file.", at, text)


def _kind(data: object) -> str:
    if isinstance(data, list):
        return "a list"
    return "text" if isinstance(data, str) else "a single value"
