"""What the bytes of an answer say: JSON, text, or neither."""

from __future__ import annotations

import codecs
import json
import re
from math import isfinite
from typing import Any

from .errors import RUNTIME_ERROR, CallFailed
from .exchange import Reply
from .values import Json

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WITHIN = re.compile(rb"(?i)(?:encoding|charset)\s*=\s*[\"']?([\w.:-]{1,40})")
"""The encoding that XML and HTML name in their first line or head."""
_ONE_BYTE = re.compile(r"(?i)(us-)?ascii|latin-?1|iso-?8859|windows-125|cp125")
_NO_CHARSETS = ("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")
"""Codecs that are no way to write a text, by the names that they have themselves."""
_PAGE = re.compile(rb"(?i)\A\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype\s+html|html)\b")
_TAG = re.compile(rb"<[A-Za-z!/]")
_GUARD = re.compile(r"\)\]\}'?,?\s*")
"""What some put in front of JSON so that no page can load it as a script."""
_UNREADABLE = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_TEXTS = re.compile(
    r"^text/|^multipart/|(?:xml|yaml|toml|javascript|typescript|json[a-z-]{0,40}|csv|sql|graphql"
    r"|urlencoded|x-sh|pem|pgp-\w{1,40}|jwt|jose|mpegurl|latex|rtf|python|http|sdp)$"
)
_HTML = ("text/html", "application/xhtml+xml")
UNTOLD = ("", "application/octet-stream", "binary/octet-stream")
"""Media types that say nothing about the bytes."""


def is_json_type(kind: str) -> bool:
    """Whether a media type is one of JSON."""
    return kind in ("application/json", "text/json") or kind.endswith("+json")


def understood(reply: Reply) -> tuple[Json, bool] | None:
    """The answer as a value, and whether it is JSON rather than text; None for other bytes.

    JSON is believed to be what is declared, whatever its label. Raises CallFailed for what is
    labelled so and is not.
    """
    kind = reply.media_type
    labelled = is_json_type(kind)
    media = kind.startswith(("image/", "audio/", "video/"))
    begun = reply.content.lstrip()[:1] in (b"{", b"[")
    if labelled or (is_json_type(reply.accepted) and not media) or (kind in UNTOLD and begun):
        found = json_of(reply)
        if found is not None:
            return found[0], True
    if labelled:
        said = f"The API answered {reply.status}, but what it sent is not valid JSON."
        raise CallFailed(f"{said} Trying again is unlikely to help.", RUNTIME_ERROR)
    text = text_of(reply)
    return None if text is None else (text, False)


def is_page(reply: Reply) -> bool:
    """Whether an answer is a web page where other things are declared: a login, a proxy's error."""
    wanted = reply.accepted
    if not wanted or wanted.startswith(
        ("text/html", "text/plain", "application/xhtml", "*", "text/*")
    ):
        return False
    return begins_as_page(reply) and json_of(reply) is None


def begins_as_page(reply: Reply) -> bool:
    """Whether an answer begins as a web page does, whatever is declared."""
    labelled = reply.media_type in _HTML
    page = _TAG.search(reply.content[:2000]) if labelled else _PAGE.match(reply.content)
    return page is not None


def json_of(reply: Reply) -> tuple[Json] | None:
    """The JSON value of an answer, whatever its label, or None where it holds none."""
    try:
        return (_parsed(_json_text(reply)),)
    except (ValueError, RecursionError):
        return None


def text_of(reply: Reply) -> str | None:
    """The text of an answer, None where it is made of other bytes."""
    content, kind = reply.content, reply.media_type
    marked = any(content.startswith(mark) for mark, _ in _MARKS)
    if kind in UNTOLD and not marked:
        try:
            return None if _UNREADABLE.search(content) else content.decode()
        except UnicodeDecodeError:
            return None
    wide = marked or reply.charset.lower().startswith(("utf-16", "utf-32"))
    if not (_TEXTS.search(kind) or kind in UNTOLD) or (not wide and b"\0" in content):
        return None
    return decoded(reply)


def decoded(reply: Reply) -> str:
    """The bytes of an answer as text.

    It is read by its byte order mark, the charset that the API or the text names, or as UTF-8.
    Bytes that are no character are shown as such. A charset of one byte a character is not
    believed where the text is UTF-8, which other text is not by chance.
    """
    content = reply.content
    named = [reply.charset]
    if reply.media_type.endswith(("xml", "html")):
        named += [found.decode() for found in _WITHIN.findall(content[:1000])[:1]]
    marked = [encoding for mark, encoding in _MARKS if content.startswith(mark)][:1]
    likely = ["utf-8"] if any(map(_ONE_BYTE.match, named)) else []
    for encoding in (*marked, *likely, *named):
        try:
            if encoding and codecs.lookup(encoding).name not in _NO_CHARSETS:
                return content.decode(encoding)
        except (LookupError, ValueError):
            continue
    return content.decode("utf-8", "replace")


def _json_text(reply: Reply) -> str:
    """JSON is UTF-8 (RFC 8259, section 8.1); UTF-16 and UTF-32 are known by their zeros."""
    content = reply.content
    try:
        return content.decode(json.detect_encoding(content), "surrogatepass")
    except UnicodeDecodeError:
        return decoded(reply)


def _parsed(text: str) -> Json:
    guard = _GUARD.match(text)
    json_text = text[guard.end() :] if guard else text
    return json.loads(json_text, parse_float=_number, parse_constant=str)


def _number(text: str) -> Any:
    """A number, which stays text where it is too large to hold."""
    value = float(text)
    return value if isfinite(value) else text
