"""The one door through which untrusted text enters a generated file.

A template prints only values of these types (see `render`), and only the functions here and the writer of expressions
over them make any. Each function takes any text at all and returns text that means exactly that, or a readable part of
it, in its language, and nothing else.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TypeVar
from urllib.parse import quote

from mcpgen.model.json import Json


class Finished(str):
    """Text that may be printed into a file of one language; each language has a class of its own."""

    __slots__ = ()


class Python(Finished):
    """Python source."""

    __slots__ = ()


class Markdown(Finished):
    """Markdown (CommonMark with tables)."""

    __slots__ = ()


class Toml(Finished):
    """A TOML value or key."""

    __slots__ = ()


class Dotenv(Finished):
    """A line or value of a `.env` file."""

    __slots__ = ()


class Docker(Finished):
    """A word of a Dockerfile."""

    __slots__ = ()


FinishedText = TypeVar("FinishedText", bound=Finished)


# --- Python


def string(text: str) -> Python:
    """A string literal, quoted as black quotes it."""
    inner = repr(f'"{text}')[2:-1]
    if text.count('"') <= text.count("'"):
        return Python('"' + inner.replace("\\'", "'").replace('"', '\\"') + '"')
    return Python(f"'{inner}'")


def value(data: Json, *, null: str = "None") -> Python:
    """A JSON value as a Python expression; `null` is what stands for null.

    Raises:
        TypeError: `data` is not JSON.
    """
    match data:
        case None:
            return Python(null)
        case bool() | int():
            return Python(repr(data))
        case float():
            return Python(repr(data)) if abs(data) < float("inf") else Python(f'float("{data!r}")')
        case str():
            return string(data)
        case Mapping():
            return dictionary((key, value(item, null=null)) for key, item in data.items())
        case list() | tuple():
            return sequence([value(item, null=null) for item in data])
        case _:
            raise TypeError(f"not JSON: {type(data).__name__}")


def sequence(items: Iterable[str]) -> Python:
    """A list of finished expressions."""
    return Python("[" + ", ".join(items) + "]")


def tuple_of(items: Iterable[str]) -> Python:
    """A tuple of finished expressions."""
    parts = list(items)
    return Python(f"({parts[0]},)" if len(parts) == 1 else "(" + ", ".join(parts) + ")")


def dictionary(items: Iterable[tuple[str, str]]) -> Python:
    """A dict from names (any text) to finished expressions."""
    return Python("{" + ", ".join(f"{string(name)}: {expression}" for name, expression in items) + "}")


def long_string(text: str, *, indent: int, width: int = 96) -> Python:
    """A string literal, broken into adjacent ones at spaces where it would be too long for a line."""
    whole = string(text)
    if len(whole) + indent <= width:
        return whole
    parts = [string(part) for part in _chunks(text, width - indent - 8)]
    if len(parts) == 1:
        return whole
    pad = " " * indent
    return Python("(\n" + "".join(f"{pad}    {part}\n" for part in parts) + f"{pad})")


def _chunks(text: str, width: int) -> list[str]:
    chunks: list[str] = []
    current = ""
    for word in re.findall(r"\S*\s*", text):
        if current and len(current) + len(word) > width:
            chunks.append(current)
            current = ""
        current += word
    return [*chunks, current] if current else chunks


def docstring(*sentences: str, indent: int = 4, width: int = 100) -> Python:
    """A docstring of plain sentences: on one line where they fit, else the first, a blank line, and the others."""
    first, *others = [prose(sentence) for sentence in sentences]
    line = f'"""{": ".join([first, *others])}."""'
    if len(line) + indent <= width or not others:
        return Python(line)
    pad = " " * indent
    return Python(f'"""{first}.\n\n' + "".join(f"{pad}{other}\n" for other in others) + f'{pad}"""')


def prose(text: str) -> Python:
    """Text for a docstring or a comment: one line; no backslash, double quote, invisible character or final stop."""
    return Python(one_line(text).replace("\\", "/").replace('"', "'").rstrip(". ") or "-")


def one_line(text: str) -> str:
    """Text with each run of white space as one space and without control, format or surrogate characters."""
    visible = "".join(c for c in text if c.isspace() or unicodedata.category(c)[0] not in "CZ")
    return " ".join(visible.split())


# --- Markdown

_INLINE = re.compile(r"([\\`*\[\]<>|~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&(?=[#A-Za-z]))")
_LINE_START = re.compile(r"^([#+=-]|\d+(?=[.)]))")


def markdown(text: str) -> Markdown:
    """Text for a paragraph or a table cell: shown as it is, on one line, no markup of its own."""
    escaped = _INLINE.sub(r"\\\1", one_line(text))
    return Markdown(_LINE_START.sub(_escape_start, escaped))


def _escape_start(match: re.Match[str]) -> str:
    found = match.group(1)
    return f"{found}\\" if found[0].isdigit() else f"\\{found}"


def markdown_code(text: str) -> Markdown:
    """Text in a code span, also inside a table cell."""
    plain = one_line(text)
    runs = [len(run) for run in re.findall(r"`+", plain)]
    fence = "`" * (max(runs, default=0) + 1)
    pad = " " if plain.startswith("`") or plain.endswith("`") or not plain else ""
    return Markdown(f"{fence}{pad}{plain}{pad}{fence}".replace("|", "\\|"))


# --- data formats


def toml(text: str) -> Toml:
    """A TOML basic string."""
    clean = text.encode("utf-8", "replace").decode("utf-8")
    return Toml(json.dumps(clean, ensure_ascii=False).replace("\x7f", "\\u007f"))


def dotenv_comment(text: str) -> Dotenv:
    """A comment's text."""
    return Dotenv(one_line(text))


def dotenv_value(text: str) -> Dotenv:
    """A number, a URL or words; what a shell or a reader of `.env` files might take amiss is percent-encoded."""
    words = quote(one_line(text), safe="/.:@%+,=&?[]~-_ ")
    return Dotenv(f'"{words}"' if " " in words else words)


def json_text(data: Json) -> str:
    """JSON as a file: two spaces, the order given, no escapes but what JSON needs, a newline at the end."""
    return _well_formed(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"


def json_rows(data: Json) -> str:
    """JSON as a file of rows, which is smaller, faster to read, and compared line by line: each entry of the outermost
    lists and objects on a line of its own."""
    match data:
        case Mapping():
            parts = [f"{_compact(key)}: {_rows(value)}" for key, value in data.items()]
            return "{\n" + ",\n".join(parts) + "\n}\n"
        case _:
            return _rows(data) + "\n"


def _rows(data: Json) -> str:
    match data:
        case Mapping() if data:
            return "{\n" + ",\n".join(f"{_compact(key)}: {_compact(value)}" for key, value in data.items()) + "\n}"
        case list() if data:
            return "[\n" + ",\n".join(map(_compact, data)) + "\n]"
        case _:
            return _compact(data)


def _compact(data: Json) -> str:
    return _well_formed(json.dumps(data, ensure_ascii=False))


def _well_formed(text: str) -> str:
    """`text` with lone surrogates, which no encoding can write, as JSON escapes."""
    return re.sub(r"[\ud800-\udfff]", lambda match: f"\\u{ord(match.group()):04x}", text)


def finished(kind: type[FinishedText], trusted: str) -> FinishedText:
    """Names that `names` has made (identifiers, slugs) and constants of this program, as text of a language."""
    return kind(trusted)
