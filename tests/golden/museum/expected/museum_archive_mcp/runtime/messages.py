"""What an API says about a failure, made fit for a model to read.

Nothing here takes more steps than the text has characters, times a small number: it may be hostile.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from typing import Any

from .decoding import UNTOLD, begins_as_page, decoded, is_json_type, json_of, text_of
from .exchange import Reply
from .masking import MASK, masked

LONGEST = 300
_MOST_READ = 100_000
_MOST_CLEANED = 20_000

_MARKUP = re.compile(r"<[^<>]{0,500}>")
_UNTOLD = re.compile(r"(?ai)<(/?)(script|style)\b")
_TITLE = re.compile(r"(?ai)<title[^<>]{0,200}>([^<]{0,500})</title")
_TOLD = re.compile(
    r"(?ai)<(?:[a-z]\w{0,40}:)?(?:title|message|msg|detail|error_?description|description|error|reason"
    r"|faultstring|text)(?:\s[^<>]{0,500})?>(?:<!\[CDATA\[)?([^<]{1,2000})"
)
"""The elements of an error in XML whose text tells of it (RFC 7807, appendix A; SOAP; others)."""
_REFERENCE = re.compile(r"&#[0-9]{9,};?")
"""A reference to no character, of so many digits that reading its number takes long or fails."""
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
"""Marks without a look of their own, in which text can be hidden."""
_TRACE = re.compile(r"Traceback \(most recent|\n[ \t]{1,40}at |\n[ \t]{0,40}File \"")
_CREDENTIAL = re.compile(
    r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{8,}|\b(token|secret|password|api[_-]?key)\b\s*[=:]\s*\S+"
)
_INTERNAL = re.compile(
    r"(?i)(https?://)?(\b(localhost|(10|127)(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}"
    r"|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2})"
    r"|(?<![\w.-])[\w.-]{1,253}\.(internal|local|lan|svc))\b(:\d+)?(/\S*)?"
)


def upstream_message(reply: Reply, secrets: Iterable[str] = ()) -> str:
    """The readable part of a failed answer, in one line of at most 300 characters, or ''."""
    found, kind = json_of(reply), reply.media_type
    if found is not None and (is_json_type(kind) or isinstance(found[0], dict | list)):
        return cleaned("; ".join(dict.fromkeys(_said(found[0]))), secrets)
    if is_json_type(kind) or begins_as_page(reply):
        return ""
    text = masked(text_of(reply) or "", tuple(secrets))[:_MOST_READ]
    said = _said_in_xml(text) if kind.endswith("xml") or text.lstrip()[:1] == "<" else ""
    if not said and (kind in UNTOLD or kind.startswith("text/")) and not kind.endswith("xml"):
        said = text
    return cleaned(said, secrets)


def page_message(reply: Reply, secrets: Iterable[str] = ()) -> str:
    """What a web page is about: its title, or its first words."""
    page = _without_scripts(masked(decoded(reply), tuple(secrets))[:_MOST_READ])
    title = _TITLE.search(page)
    said = cleaned(_unescaped(title[1] if title and title[1].strip() else page), secrets)
    return said if len(said) <= 100 else said[:99].rstrip() + "…"


def cleaned(text: str, secrets: Iterable[str] = ()) -> str:
    """`text` in one bounded line, without markup, unseen characters, traces, secrets and hosts."""
    text = masked(text, tuple(secrets))[:_MOST_CLEANED]
    trace = _TRACE.search(text)
    text = _CREDENTIAL.sub(MASK, text[: trace.start()] if trace else text)
    text = _SELECTORS.sub("", _MARKUP.sub(" ", _INTERNAL.sub("[host]", text)))
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def _said_in_xml(text: str) -> str:
    """What the elements say whose names tell that they are for reading."""
    found = (match[1].removesuffix("]]>") for match in _TOLD.finditer(text))
    said = (_unescaped(each).strip().rstrip(".") for each in found)
    return "; ".join(dict.fromkeys(filter(None, said)))


def _unescaped(text: str) -> str:
    return html.unescape(_REFERENCE.sub("\ufffd", text))


def _without_scripts(page: str) -> str:
    """A page without its scripts and styles; one that does not end takes all that follows."""
    kept, start, inside = [], 0, ""
    for tag in _UNTOLD.finditer(page):
        name = tag[2].lower()
        if not inside and not tag[1]:
            kept.append(page[start : tag.start()])
            inside = name
        elif inside == name and tag[1]:
            start, inside = tag.start(), ""
    return " ".join(kept if inside else [*kept, page[start:]])


def _said(value: Any, depth: int = 0) -> Iterator[str]:
    """The messages in an error body, in the shapes that APIs use (RFC 9457 and the common ones)."""
    if depth > 4:
        return
    match value:
        case str() if value.strip():
            yield value.strip().rstrip(".")
        case list():
            for item in value[:5]:
                yield from _said(item, depth + 1)
        case dict():
            place = _place(value)
            for key in ("title", "message", "msg", "detail", "error_description", "description"):
                for text in _said(value.get(key), depth + 1):
                    yield f"{place}: {text}" if place and ": " not in text else text
            for key in ("error", "errors", "fault", "violations", "details"):
                below = value.get(key)
                if key == "errors" and isinstance(below, dict):  # messages by field
                    for name, item in list(below.items())[:5]:
                        yield from (f"{name}: {text}" for text in _said(item, depth + 1))
                else:
                    yield from _said(below, depth + 1)


def _place(value: dict[str, Any]) -> str:
    """The field that an entry of an error list is about."""
    location = value.get("loc", value.get("field", value.get("path", value.get("pointer"))))
    if isinstance(location, list):
        location = ".".join(str(step) for step in location if step not in ("body", "query", "path"))
    return location if isinstance(location, str) else ""
