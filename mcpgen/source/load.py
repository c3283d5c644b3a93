"""Reads a source into a `Document`: where from, its encoding, its format by content, its syntax."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

from mcpgen.diagnostics import Diagnostic, Severity, SourceError, Span
from mcpgen.model.reach import Reach
from mcpgen.source.document import STDIN, Document, duplicate_keys
from mcpgen.source.encoding import Decoded, decode
from mcpgen.source.failure import LooseText, failure
from mcpgen.source.json_text import ParsedText, parse_json
from mcpgen.source.location import FileLocation, Location, UrlLocation, is_url
from mcpgen.source.positions import Format, Positions
from mcpgen.source.references import Sources
from mcpgen.source.yaml_text import parse_yaml

_PROSE = (".md", ".markdown", ".txt", ".html", ".adoc", ".rst")
"""Endings of files that hold text for people, which descriptions refer to."""


def load(source: str | Path, reach: Reach | None = None) -> Sources:
    """The document at `source`, ready to follow its references as far as `reach` goes.

    `source` is a path, an `http:` or `https:` URL, or `-` for standard input, whose references count from the current
    folder. Raises `SourceError` with one of the codes source-missing, source-directory, source-unreadable,
    source-fetch, source-empty, source-encoding, source-syntax, source-too-deep, source-too-large-expansion,
    source-duplicate-key, source-not-a-mapping.
    """
    reach = reach or Reach()
    if reach.folder is not None and is_url(str(source)):
        raise failure("option", "--ref-folder is for files, and the source is a URL.", "Leave it out.")
    root = _root(str(source))
    if not isinstance(root.data, dict):
        raise failure(
            "source-not-a-mapping",
            f"The file holds {_kind(root.data)}, not a mapping.",
            "An OpenAPI document or a manifest is a mapping; check that this is the right file.",
            Span(file=root.file, line=1, column=1),
            root.text,
        )
    named = str(source) if is_url(str(source)) else None
    return Sources(root, reach, lambda location, file: _referred(location, file, named))


def _root(source: str) -> Document:
    if is_url(source):
        from mcpgen.source.remote import fetch_source
        from mcpgen.source.url import FetchError, shown

        try:
            fetched = fetch_source(source)
        except FetchError as error:
            raise failure("source-fetch", error.reason, error.hint) from None
        return _document(fetched.content, shown(source), UrlLocation(fetched.url), fetched.charset)
    if source == STDIN:
        if sys.stdin is None:
            raise failure("source-missing", "There is no standard input.", "Name a file.")
        return _document(sys.stdin.buffer.read(), STDIN, FileLocation(Path.cwd() / STDIN))
    content = _bytes(Path(source), source)
    return _document(content, source, FileLocation(Path(source).resolve()))


def _referred(location: Location, file: str, named: str | None) -> Document:
    """The document that a reference leads to; `named` is the URL that the user named, where it is one."""
    match location:
        case FileLocation(path=path):
            return _document(_bytes(path, file), file, location, may_be_prose=True)
        case UrlLocation(url=url):
            from mcpgen.source.remote import fetch_reference
            from mcpgen.source.url import FetchError

            try:
                fetched = fetch_reference(url, source=named)
            except FetchError as error:
                raise failure("source-fetch", error.reason, error.hint) from None
            return _document(fetched.content, file, UrlLocation(fetched.url), fetched.charset, may_be_prose=True)


def _document(
    content: bytes, file: str, location: Location, charset: str = "", *, may_be_prose: bool = False
) -> Document:
    decoded = decode(content, file, charset)
    text, suffix = decoded.text, _suffix(location)
    if not text.strip():
        raise _empty(file, text)
    if may_be_prose and suffix in _PROSE:
        return _made(decoded, ParsedText(text, False), file, location, "yaml")
    parsed, format, notes = _parse(text, file, suffix)
    if parsed.data is None and format == "yaml":
        raise _empty(file, text)
    return _made(decoded, parsed, file, location, format, (*notes, *parsed.notes))


def _made(
    decoded: Decoded,
    parsed: ParsedText,
    file: str,
    location: Location,
    format: Format,
    notes: tuple[Diagnostic, ...] = (),
) -> Document:
    positions = Positions(decoded.text, file, format)
    doubles = duplicate_keys(positions, parsed.conflicts) if parsed.duplicates else ()
    if any(double.severity is Severity.ERROR for double in doubles):
        raise SourceError(*doubles, locator=LooseText(file, decoded.text))
    return Document(
        file=file,
        location=location,
        data=parsed.data,
        text=decoded.text,
        format=format,
        diagnostics=(*decoded.notes, *notes, *doubles),
        positions=positions,
    )


def _suffix(location: Location) -> str:
    path = location.path if isinstance(location, FileLocation) else Path(location.url.partition("?")[0])
    return path.suffix.lower()


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
        if not isinstance(parsed.data, dict | list):
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
    named = "Standard input" if file == STDIN else file
    return failure("source-empty", f"{named} is empty.", "Check that this is the right file.", at, text)


def _kind(data: object) -> str:
    if isinstance(data, list):
        return "a list"
    return "text" if isinstance(data, str) else "a single value"
