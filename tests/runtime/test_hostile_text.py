"""Text that an API controls is read in steps that grow with its length: none of it can hold the server up.

The texts are so long that a reader whose steps grow with the square of the length would be at it for hours.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PATTERNS = """
import re, sys
from bookshop_mcp.runtime import decoding, media, messages, notes, reading, refusals, waiting

modules = decoding, media, messages, notes, reading, refusals, waiting
patterns = [value for module in modules for value in vars(module).values() if isinstance(value, re.Pattern)]
assert len(patterns) > 15, len(patterns)
for text in eval(sys.argv[1]):
    for pattern in patterns:
        for _ in pattern.finditer(text if isinstance(pattern.pattern, str) else text.encode()):
            pass
"""
READERS = """
import sys
from bookshop_mcp.runtime.decoding import begins_as_page, is_page, text_of
from bookshop_mcp.runtime.exchange import Reply
from bookshop_mcp.runtime.media import media_content
from bookshop_mcp.runtime.messages import cleaned, page_message, upstream_message
from bookshop_mcp.runtime.notes import notes_of
from bookshop_mcp.runtime.reading import content_type
from bookshop_mcp.runtime.waiting import wait_of

names = ("link", "content-disposition", "retry-after", "date", "location", "content-type")
for text in eval(sys.argv[1]):
    headers = dict.fromkeys(names, text)
    notes_of(Reply(status=201, media_type="", charset="", content=b"", headers=headers), {}, ())
    cleaned(text), wait_of(headers), content_type(headers)
    for kind in ("application/xml", "application/json", text):
        content = text.encode()
        reply = Reply(status=500, media_type=kind, charset="", content=content, headers=headers, accepted="a/json")
        upstream_message(reply), page_message(reply), is_page(reply), begins_as_page(reply), text_of(reply)
        media_content(reply, 100, ("a-secret",))
"""
PIECES = [
    "\n",
    "\n ",
    " ",
    "\t\n at",
    "<script ",
    "<script></",
    "</style",
    "<title",
    "<title>",
    "<",
    "< ",
    "a-",
    "a.",
    "http://a-",
    "1.",
    "bearer ",
    "token ",
    "secret",
    "&#9",
    "&",
    "json-",
    "pgp-a",
    "+json",
    "xml ",
    "a:",
    "<a:title ",
    "<message>",
    ";",
    '; "',
    'a="\\\\";',
    ",<a>;rel=",
    '<a>; a="',
    "filename*=",
    "filename=",
]
NUMBERS = ["'&#' + '9' * 50_000 + ';'", "'&#x' + '9' * 50_000", "'[' * 100_000", "'9' * 50_000"]
"""Texts that Python's own readers give up."""


def run(script: str, argument: str, bookshop: Path) -> None:
    """Raises where the script fails, or is at it for so long that something is wrong."""
    subprocess.run([sys.executable, "-c", script, argument], cwd=bookshop, timeout=120, check=True)


def texts(length: int) -> str:
    """The list of all pieces, again and again, as Python writes it."""
    return f"[{', '.join(f'{piece!r} * {length // len(piece)} + chr(33)' for piece in PIECES)}]"


def test_no_pattern_takes_more_steps_than_a_text_has_characters(bookshop: Path) -> None:
    run(PATTERNS, texts(300_000), bookshop)


def test_whatever_comes_is_read_to_the_end(bookshop: Path) -> None:
    run(READERS, texts(100_000), bookshop)


@pytest.mark.parametrize("text", NUMBERS)
def test_long_numbers_and_deep_nesting_are_text(text: str, bookshop: Path) -> None:
    run(READERS, f"[{text}]", bookshop)
