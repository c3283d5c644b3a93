"""What an API says about a failure, made fit for a model to read."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

LONGEST = 300

_MARKUP = re.compile(r"<[^>]{0,500}>")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+")
_TRACE = re.compile(r"\s*(Traceback \(most recent|\n\s+at |\n\s*File \").*", re.DOTALL)
_CREDENTIAL = re.compile(
    r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{8,}|\b(token|secret|password|api[_-]?key)\b\s*[=:]\s*\S+"
)
_INTERNAL = re.compile(
    r"(?i)(https?://)?\b(localhost|(10|127)(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}"
    r"|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|[\w.-]+\.(internal|local|lan|svc))\b(:\d+)?(/\S*)?"
)


def upstream_message(content: bytes, media_type: str, secrets: Iterable[str] = ()) -> str:
    """The readable part of a failed answer, in one line of at most 300 characters, or ''."""
    if media_type == "text/html":
        return ""
    text = content[:100_000].decode("utf-8", "replace")
    if media_type == "text/plain":
        return cleaned(text, secrets)
    try:
        said = dict.fromkeys(_said(json.loads(text)))
    except (ValueError, RecursionError):
        return ""
    return cleaned("; ".join(said), secrets)


def cleaned(text: str, secrets: Iterable[str] = ()) -> str:
    """`text` in one bounded line, without markup, unseen characters, traces, secrets and hosts."""
    for secret in secrets:
        if len(secret) >= 4:
            text = text.replace(secret, "***")
    text = _CREDENTIAL.sub("***", _TRACE.sub("", text[:20_000]))
    text = _UNSEEN.sub(" ", _MARKUP.sub(" ", _INTERNAL.sub("[host]", text)))
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


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
