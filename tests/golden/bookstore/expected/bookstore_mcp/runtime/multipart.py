"""Bodies of several parts (RFC 2046, section 5.1; RFC 7578)."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import unquote

from . import encoding
from .errors import ArgumentError
from .files import File
from .values import Content, Json, json_text, only_given
from .wire import Deep, Joined

_ESCAPES = str.maketrans({"\r": "%0D", "\n": "%0A", '"': "%22", "\0": "%00"})
"""What would end a name (HTML, section 4.10.21.8)."""
_BOUNDARY = re.compile(r";\s*boundary=(\"[^\"]*\"|[^;\s]*)", re.IGNORECASE)
_SAFE = re.compile(rb"[0-9A-Za-z'+_.-]{1,70}")
"""A boundary that needs no quotes."""


@dataclass(frozen=True, slots=True)
class Part:
    """A value as one part of its own kind, or as several where it is a list."""

    value: Json
    media_type: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


def part(value: Json, media_type: str = "", headers: Mapping[str, str] | None = None) -> Json:
    """A value with the media type and the headers that its part has."""
    sent = only_given(value)
    return None if sent is None else Part(sent, media_type, headers or {})


def multipart(fields: Json, media_type: str = "multipart/form-data") -> Content | None:
    """A body with a part for each field, and for each item of a list; a list has parts without
    names. None where nothing is sent. Raises ArgumentError for what has no parts."""
    if fields is None:
        return None
    if not isinstance(fields, dict | list):
        raise ArgumentError("A body of parts cannot be null.")
    named = fields.items() if isinstance(fields, dict) else [("", item) for item in fields]
    parts = [written for name, value in named for written in _parts(name, value)]
    boundary = _boundary(media_type, parts)
    body = b"".join(b"--%b\r\n%b\r\n" % (boundary, one) for one in parts)
    kind = _BOUNDARY.sub("", media_type)
    said = {name: _said(value) for name, value in named} if isinstance(fields, dict) else {}
    return Content(
        f"{kind}; boundary={boundary.decode()}",
        b"%b--%b--\r\n" % (body, boundary),
        encoding.form_value(said),
    )


def _said(value: Json) -> Json:
    """A field as it was before it became a part, or several; None for a file."""
    match value:
        case Part():
            return _said(value.value)
        case File():
            return None
        case list():
            return [_said(item) for item in value]
    return value


def _parts(name: str, value: Json) -> Iterator[bytes]:
    match value:
        case None:
            return
        case [] | Part(value=[]) | Joined(parts=[]):
            raise encoding.nothing_written(name)
        case list():
            for item in value:
                if isinstance(item, Part):
                    yield from _parts(name, item)
                else:
                    yield _part(name, item, Part(item))
        case Part(value=list() as items):
            for item in items:
                yield _part(name, item, value)
        case Part():
            yield _part(name, value.value, value)
        case Deep():
            for key, item in encoding.deep_pairs(name, value.value, form=True):
                yield _part(key, item, Part(item))
        case _:
            yield _part(name, value, Part(value))


def _part(name: str, value: Json, about: Part) -> bytes:
    """One part, after its boundary: headers, an empty line, and the content."""
    kind, content = about.media_type, b""
    headers = {"Content-Disposition": f'form-data; name="{_quoted(name)}"'} if name else {}
    match value:
        case File():
            kind, content = kind or value.media_type, value.content
            if name:
                headers["Content-Disposition"] += f'; filename="{_quoted(value.name)}"'
            if value.is_base64:
                content = b64encode(content)
                headers["Content-Transfer-Encoding"] = "base64"
        case dict() | list():
            kind = kind or "application/json"
            content = encoding.utf8(json_text(value))
        case Joined():
            content = encoding.utf8(encoding.joined(name, value, str, unquote))
        case _:
            is_json = kind.partition(";")[0].endswith(("/json", "+json"))
            content = encoding.utf8(json_text(value) if is_json else encoding.text(value))
    said = ({"Content-Type": kind} if kind else {}) | dict(about.headers)
    headers |= {key: encoding.header(key, text).decode() for key, text in said.items()}
    lines = [f"{key}: {text}" for key, text in headers.items()]
    return encoding.utf8("\r\n".join([*lines, "", ""])) + content


def _boundary(media_type: str, parts: list[bytes]) -> bytes:
    """A line that no part holds: the one that the media type says, else one made from the parts."""
    declared = _BOUNDARY.search(media_type)
    said = declared[1].strip('"').encode() if declared else b""
    if _SAFE.fullmatch(said) and not any(said in one for one in parts):
        return said
    digest = sha256(b"\n".join(parts))
    while True:
        boundary = b"part-" + digest.hexdigest()[:40].encode()
        if not any(boundary in one for one in parts):
            return boundary
        digest.update(boundary)


def _quoted(name: str) -> str:
    return name.translate(_ESCAPES)
