"""Addresses of APIs: what can stand in front of paths (SRV009, SEC011)."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

_URL = re.compile(r"[A-Za-z]+://[A-Za-z0-9.:\[\]_~-]+(?:/[A-Za-z0-9._~%!$&'()*+,;=:@/-]*)?")


def base_url(declared: str) -> tuple[str, str]:
    """The base URL and '', or '' and what is wrong with it; user names and passwords never come along (SEC011)."""
    if not declared:
        return "", "The document names no server."
    try:
        parts = urlsplit(declared)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "", f"The base URL {declared!r} cannot be read."
    if parts.scheme.lower() not in ("http", "https") or not host:
        return "", f"The base URL {declared!r} names no host that is reached by http."
    if parts.username or parts.password:
        return "", "The base URL holds a user name or a password, which belong into settings."
    if parts.query or parts.fragment or not _URL.fullmatch(declared):
        return "", f"The base URL {declared!r} cannot be put in front of paths."
    return declared, ""


def base_path(declared: str) -> str:
    """The path of a base URL that names no host, such as `/v1`; '' where it is none that can stand before paths."""
    is_path = declared.startswith("/") and not declared.startswith("//")
    return declared if is_path and base_url(f"https://host{declared}")[0] else ""


def joined_url(base: str, declared: str) -> str:
    """The URL `declared`, which may be relative to where `base` is (RFC 3986, section 5.2); itself if it is no URL."""
    try:
        return urljoin(f"{base}/", declared)
    except ValueError:
        return declared
