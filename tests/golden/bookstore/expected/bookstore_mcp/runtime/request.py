"""Builds the HTTP request of a call, exactly."""

import re
from collections.abc import Mapping, Sequence
from typing import TypedDict
from urllib.parse import quote, unquote

import httpx2

from . import encoding
from .auth import Applied
from .errors import ArgumentError
from .values import Content, Json, json_text

_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
LITERAL = "/!$&'()*+,;=:@~%"


class RequestParts(TypedDict, total=False):
    """What a tool's function says about its request, apart from method and path template."""

    path: Mapping[str, Json]
    query: Mapping[str, Json]
    query_string: Json
    headers: Mapping[str, Json]
    cookies: Mapping[str, Json]
    json: Json
    form: Mapping[str, Json] | None
    text: Json
    content: Content | None
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
    try:
        content = _content(parts, headers, credentials.body)
        _add_headers(headers, parts, credentials)
        url = httpx2.URL(_url(base_url, template, parts, credentials.query))
    except httpx2.InvalidURL:
        raise ArgumentError("The values do not fit into a URL; give shorter ones.") from None
    except UnicodeEncodeError:
        raise ArgumentError("A text holds half of a character, a lone surrogate.") from None
    request = httpx2.Request(
        method,
        url,
        headers=list(headers.items()),
        content=content,
        extensions={"timeout": httpx2.Timeout(timeout).as_dict()},
    )
    request.method = method  # httpx2 writes capitals, but case counts (RFC 9110, section 9.1)
    return request


def _add_headers(headers: dict[bytes, bytes], parts: RequestParts, credentials: Applied) -> None:
    """Adds headers and cookies; credentials come last, so that no value can stand for one."""
    for name, value in parts.get("headers", {}).items():
        if not encoding.is_nothing(value):
            headers[name.lower().encode()] = encoding.header(name, value)
    cookies = encoding.cookies(parts.get("cookies", {}))
    _refuse_credentials(credentials.cookie, cookies)
    cookies += [f"{name}={value}" for name, value in credentials.cookie.items()]
    if cookies:
        written = [*filter(None, [headers.get(b"cookie")]), "; ".join(cookies).encode()]
        headers[b"cookie"] = b"; ".join(written)
    headers |= {name.lower().encode(): value.encode() for name, value in credentials.header.items()}


def _refuse_credentials(secret: Mapping[str, str], pairs: Sequence[str]) -> None:
    """Raises ArgumentError where a free name of an object is that of a credential."""
    given = _names(pairs)
    if taken := [name for name in secret if name in given]:
        raise ArgumentError(f"{taken[0]} is a credential, which no argument can give.")


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
    path, fixed = _divided(template)
    values = parts.get("path", {})
    filled = fill(path, values)
    query = encoding.query(parts.get("query", {}), _names(fixed.split("&")))
    _refuse_credentials(secret, query.split("&"))
    queries = [
        fill(fixed, values),
        query,
        encoding.whole_query(parts.get("query_string")),
        encoding.query(secret),
    ]
    whole = "&".join(text for text in queries if text)
    slash = "" if not filled or filled.startswith("/") else "/"
    return base_url.rstrip("/") + slash + filled + ("?" + whole if whole else "")


def _names(pairs: Sequence[str]) -> set[str]:
    """The names of `name=value`, as they are meant."""
    return {unquote(pair.partition("=")[0]) for pair in pairs if pair}


def _divided(template: str) -> tuple[str, str]:
    """Path and query of a template, whose placeholders may hold any sign, without a fragment."""
    plain = _PLACEHOLDER.sub(lambda match: "_" * len(match[0]), template).partition("#")[0]
    end = len(plain.partition("?")[0])
    return template[:end], template[end + 1 : len(plain)]


def _content(
    parts: RequestParts, headers: dict[bytes, bytes], secret: Mapping[str, str]
) -> bytes | None:
    """The body; credentials are fields of a form or of an object, and come last.

    They are the whole body where no other field is given. Bodies of other kinds carry none.
    """
    if "form" in parts and (form := _with_secret(parts["form"], secret)) is not None:
        media_type = parts.get("media_type", "application/x-www-form-urlencoded")
        headers[b"content-type"] = media_type.encode()
        return encoding.form(form, _charset(media_type)).encode()
    if (content := parts.get("content")) is not None:
        headers[b"content-type"] = content.media_type.encode()
        return content.data
    if (text := parts.get("text")) is not None:
        media_type = parts.get("media_type", "text/plain")
        headers[b"content-type"] = media_type.encode()
        return _encoded(encoding.text(text), media_type)
    if "json" in parts and (body := _with_secret(parts["json"], secret)) is not None:
        media_type = parts.get("media_type", "application/json")
        headers[b"content-type"] = media_type.encode()
        return _encoded(json_text(body), media_type)
    return None


def _with_secret(body: Json, secret: Mapping[str, str]) -> Json:
    """A body with credentials among its fields, None where there is none at all."""
    if not secret:
        return body
    fields = {} if body is None else body
    if not isinstance(fields, Mapping):
        raise ArgumentError(f"Give an object: the credential {next(iter(secret))} stands in it.")
    if taken := [name for name in secret if fields.get(name) is not None]:
        raise ArgumentError(f"{taken[0]} is a credential, which no argument can give.")
    return {**fields, **secret}


def _charset(media_type: str) -> str:
    found = re.search(r"charset=\"?([^\";\s]+)", media_type, re.IGNORECASE)
    return found[1].lower() if found else "utf-8"


def _encoded(text: str, media_type: str) -> bytes:
    """A text in the charset that its media type says."""
    charset = _charset(media_type)
    try:
        return text.encode(charset)
    except UnicodeEncodeError:
        raise ArgumentError(f"The text has a character that {charset} cannot hold.") from None
