"""Bytes to text: UTF-8, or UTF-16 and UTF-32 when a byte order mark says so (RFC 8259, 8.1; YAML 1.2.2, 5.2)."""

from __future__ import annotations

import codecs

from mcpgen.diagnostics import Span
from mcpgen.source.failure import failure

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(content: bytes, file: str) -> str:
    """The text of `content` without byte order mark. Raises `SourceError` (`source-encoding`): which byte, where."""
    mark, encoding = next(((m, e) for m, e in _MARKS if content.startswith(m)), (b"", "utf-8"))
    body = content[len(mark) :]
    if not mark and b"\0" in body[:4]:
        raise failure(
            "source-encoding",
            "The file looks like UTF-16 without a byte order mark.",
            "Save the file as UTF-8.",
            Span(file=file, line=1, column=1),
        )
    try:
        return body.decode(encoding)
    except UnicodeDecodeError as error:
        good = body[: error.start].decode(encoding, "replace")
        line, column = good.count("\n") + 1, len(good) - good.rfind("\n")
        name = encoding.upper().removesuffix("-LE").removesuffix("-BE")
        raise failure(
            "source-encoding",
            f"Byte 0x{body[error.start]:02X} at offset {error.start + len(mark)}, in line {line}, is not {name}.",
            "Save the file as UTF-8; a byte like this often comes from a Windows code page such as cp1252.",
            Span(file=file, line=line, column=column),
        ) from None
