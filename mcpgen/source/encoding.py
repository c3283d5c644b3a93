"""Bytes to text: UTF-8, UTF-16 and UTF-32 by mark or by their zero bytes, and cp1252 where it is no UTF-8.

RFC 8259, section 8.1; YAML 1.2.2, section 5.2.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from mcpgen.diagnostics import Diagnostic, Severity, Span
from mcpgen.source.failure import failure

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ZEROS: dict[tuple[bool, ...], str] = {
    (False, True, True, True): "utf-32-le",
    (True, True, True, False): "utf-32-be",
    (False, True, False, True): "utf-16-le",
    (True, False, True, False): "utf-16-be",
}
"""Which of the first four bytes are zero, as a document starts with characters of ASCII."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, and what there is to say about its encoding."""

    text: str
    notes: tuple[Diagnostic, ...] = ()


def decode(content: bytes, file: str, charset: str = "") -> Decoded:
    """The text of `content` without byte order mark; `charset` is what a server called it, '' where none did.

    Bytes that are not UTF-8 are read as cp1252, with a warning that tells the first one. Raises `SourceError`
    (`source-encoding`) where they cannot be read at all.
    """
    mark, encoding = next(((m, e) for m, e in _MARKS if content.startswith(m)), (b"", ""))
    body = content[len(mark) :]
    encoding = encoding or _ZEROS.get(tuple(byte == 0 for byte in body[:4]), "")
    try:
        return Decoded(body.decode(encoding or "utf-8"))
    except UnicodeDecodeError as error:
        at, message = _place(error, body, len(mark), encoding or "utf-8", file)
    if not encoding and b"\0" not in body:
        for assumed in dict.fromkeys((_known(charset), "cp1252")):
            try:
                return Decoded(body.decode(assumed), (_assumed(message, assumed, at),))
            except (UnicodeError, LookupError):
                continue
    if not encoding and b"\0" in body:
        message = "This is not text: it may be an archive or an image."
        raise failure("source-encoding", message, "Check that this is the right file.", at) from None
    raise failure("source-encoding", message, "Save the file as UTF-8.", at) from None


def _known(charset: str) -> str:
    try:
        return codecs.lookup(charset).name if charset else "cp1252"
    except (LookupError, ValueError):
        return "cp1252"


def _place(error: UnicodeDecodeError, body: bytes, skipped: int, encoding: str, file: str) -> tuple[Span, str]:
    good = body[: error.start].decode(encoding, "replace")
    line, column = good.count("\n") + 1, len(good) - good.rfind("\n")
    name = encoding.upper().removesuffix("-LE").removesuffix("-BE")
    message = f"Byte 0x{body[error.start]:02X} at offset {error.start + skipped}, in line {line}, is not {name}."
    return Span(file=file, line=line, column=column), message


def _assumed(message: str, encoding: str, at: Span) -> Diagnostic:
    return Diagnostic(
        code="source-encoding",
        severity=Severity.WARNING,
        message=f"{message} The file is read as {encoding}.",
        hint="Save the file as UTF-8.",
        at=at,
    )
