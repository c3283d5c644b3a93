"""Builds the HTTP request of a call, exactly."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict
from urllib.parse import quote

import httpx2

from . import encoding
from .auth import Applied
from .errors import ArgumentError
from .values import Json, json_text

_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
LITERAL = "/!$&'()*+,;=:@~%"


class RequestParts(TypedDict, total=False):
    """What a tool's function says about its request, apart from method and path template."""

    path: Mapping[str, Json]
    query: Mapping[str, Json]
    headers: Mapping[str, Json]
    cookies: Mapping[str, Json]
    json: Json
    form: Mapping[str, Json] | None
    text: Json
    media_type: str
    accept: str
    auth: Sequence[Sequence[str]]
    base_url: str


def build_request(
    method: str,
    base_url: str,
    template: str,
    parts: RequestParts,
    credentials: Applied,
    defaults: Mapping[str, str],
    timeout: float,
) -> httpx2.Request:
    """The request as it will leave. Raises ArgumentError for a value that cannot be written."""
    headers = {name.lower().encode(): value.encode() for name, value in defaults.items()}
    if accept := parts.get("accept", "application/json"):
        headers[b"accept"] = accept.encode()
    content = _content(parts, headers)
    for name, value in parts.get("headers", {}).items():
        if value is not None:
            headers[name.lower().encode()] = encoding.header(name, value)
    cookies = encoding.cookies(parts.get("cookies", {}))
    cookies += [f"{name}={value}" for name, value in credentials.cookie.items()]
    if cookies:
        headers[b"cookie"] = "; ".join(cookies).encode()
    headers |= {name.lower().encode(): value.encode() for name, value in credentials.header.items()}
    try:
        url = httpx2.URL(_url(base_url, template, parts, credentials.query))
    except httpx2.InvalidURL:
        raise ArgumentError("The values do not fit into a URL; give shorter ones.") from None
    request = httpx2.Request(
        method,
        url,
        headers=list(headers.items()),
        content=content,
        extensions={"timeout": httpx2.Timeout(timeout).as_dict()},
    )
    request.method = method  # httpx2 writes capitals, but case counts (RFC 9110, section 9.1)
    return request


def fill(template: str, values: Mapping[str, Json]) -> str:
    """A path template with each placeholder replaced by one encoded segment."""
    filled = ""
    end = 0
    for match in _PLACEHOLDER.finditer(template):
        filled += quote(template[end : match.start()], safe=LITERAL)
        filled += encoding.segment(match[1], values[match[1]])
        end = match.end()
    return filled + quote(template[end:], safe=LITERAL)


def _url(base_url: str, template: str, parts: RequestParts, secret: Mapping[str, str]) -> str:
    path, _, fixed = template.partition("#")[0].partition("?")
    values = parts.get("path", {})
    filled = fill(path, values)
    queries = [fill(fixed, values), encoding.query(parts.get("query", {})), encoding.query(secret)]
    query = "&".join(text for text in queries if text)
    slash = "" if not filled or filled.startswith("/") else "/"
    return base_url.rstrip("/") + slash + filled + ("?" + query if query else "")


def _content(parts: RequestParts, headers: dict[bytes, bytes]) -> bytes | None:
    form: Any = parts.get("form")
    if form is not None:
        headers[b"content-type"] = b"application/x-www-form-urlencoded"
        return encoding.form(form).encode()
    if (text := parts.get("text")) is not None:
        headers[b"content-type"] = parts.get("media_type", "text/plain").encode()
        return encoding.text(text).encode()
    if (body := parts.get("json")) is not None:
        headers[b"content-type"] = parts.get("media_type", "application/json").encode()
        return json_text(body).encode()
    return None
