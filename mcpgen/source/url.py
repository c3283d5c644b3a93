"""URLs that documents are fetched from, taken apart (RFC 3986), and why one cannot be fetched."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlsplit

SAVE: Final = "Save the document as a file and use that."
NETWORK: Final = "Check the address, the network and the proxy."

_MAX_URL = 8000
_SAFE = "/%:@!$&'()*+,;=~"
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_AUTHORITY = re.compile(
    r"(?:(?P<user>[^\\]*)@)?(?:\[(?P<ipv6>[0-9A-Fa-f:.]+)]|(?P<name>[^:@\[\]]+))(?::(?P<port>[0-9]{,5}))?"
)
_NAME = re.compile(r"[a-z0-9._-]{1,253}")
_USER = re.compile(r"(?s)^([^/?#]*//)(?:[^/?#]*@|[^/?#@\[]*:(?![0-9]*(?:[/?#]|$)).*@)")
"""A user name and password; also one with a `/`, `?` or `#` that should have been percent-encoded."""


class FetchError(Exception):
    """Why a document cannot be had, in a sentence, and what to do about it."""

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


def origin_of(url: str) -> tuple[str, str, int]:
    """Scheme, host in lower case and ASCII, and port (RFC 6454, section 4). Raises `FetchError` for what is no URL."""
    return target_of(url).origin


def shown(url: str) -> str:
    """The URL without user name and password, for messages; what does not print is escaped."""
    plain = _USER.sub(r"\1", url)
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in plain)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A URL taken apart; `host` is an address or an ASCII name, `path` includes the query, `user` is as written."""

    scheme: str
    host: str
    port: int
    path: str
    user: str | None

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        return self._authority(self.host)

    @property
    def url(self) -> str:
        return self.at(self.host)

    def at(self, host: str) -> str:
        """The URL with another host, or an address, in the place of its own."""
        return f"{self.scheme}://{self._authority(host)}{self.path}"

    def _authority(self, host: str) -> str:
        port = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return (f"[{host}]" if ":" in host else host) + port


def target_of(url: str) -> Target:
    if len(url) > _MAX_URL:
        raise FetchError(f"A URL of {len(url)} characters is too long.", f"The limit is {_MAX_URL}. {SAVE}")
    try:
        return _parsed(url)
    except ValueError:
        reason = f"'{shown(url)}' is no URL that can be fetched."
        hint = "Write it as http://host/path or https://host/path, with special characters percent-encoded."
        raise FetchError(reason, hint) from None


def _parsed(url: str) -> Target:
    """The parts of an absolute http or https URL (RFC 3986, section 3). Raises `ValueError` for anything else."""
    parts = urlsplit(url)
    authority = _AUTHORITY.fullmatch(parts.netloc)
    if not url.isprintable() or parts.scheme not in _DEFAULT_PORTS or not authority:
        raise ValueError
    ipv6, port = authority["ipv6"], int(authority["port"] or _DEFAULT_PORTS[parts.scheme])
    host = str(ipaddress.IPv6Address(ipv6)) if ipv6 else _ascii(authority["name"]).lower()
    if port > 65535 or not (ipv6 or _NAME.fullmatch(host)):
        raise ValueError
    query = f"?{quote(parts.query, safe=_SAFE + '?[]')}" if parts.query else ""
    path = quote(parts.path or "/", safe=_SAFE) + query
    return Target(scheme=parts.scheme, host=host, port=port, path=path, user=authority["user"])


def _ascii(name: str) -> str:
    """A host name with its other letters encoded (IDNA 2008). Raises `ValueError` where it has no encoding."""
    if name.isascii():
        return name
    import httpx2

    try:
        return httpx2.URL(scheme="https", host=name).raw_host.decode()
    except httpx2.InvalidURL:
        raise ValueError from None


def with_user(target: Target) -> FetchError:
    return FetchError(f"The URL {target.url} is given with a user name, which only the source may have.", SAVE)
