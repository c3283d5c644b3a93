"""Where a document was read from, and where the references in it lead (RFC 3986, section 5)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//")
"""A scheme has two letters at least, so that `C:\\specs` is a path."""


@dataclass(frozen=True, slots=True)
class FileLocation:
    """A file, symbolic links followed. Standard input counts as a file of the current folder."""

    path: Path

    @property
    def uri(self) -> str:
        """The base of the identifiers in it."""
        return self.path.as_uri()


@dataclass(frozen=True, slots=True)
class UrlLocation:
    """A document on the network; the URL has no fragment."""

    url: str

    @property
    def uri(self) -> str:
        """The base of the identifiers in it."""
        return self.url


Location: TypeAlias = FileLocation | UrlLocation


def is_url(source: str) -> bool:
    """Whether a source that the user named is fetched: `http:` or `https:`, in any case."""
    return source.lower().startswith(("http://", "https://"))


def joined(base: Location, reference: str) -> Location | None:
    """The location that a reference without its fragment leads to from `base`; None for what can be none."""
    try:
        if isinstance(base, UrlLocation):
            reference = urljoin(base.url, reference)
        if _SCHEME.match(reference) or isinstance(base, UrlLocation):
            return _absolute(reference)
        return FileLocation((base.path.parent / unquote(reference)).resolve())
    except (OSError, ValueError, RuntimeError):
        return None


def _absolute(reference: str) -> Location | None:
    if reference.startswith("//"):
        reference = f"https:{reference}"
    match urlsplit(reference).scheme.lower():
        case "http" | "https":
            return UrlLocation(urldefrag(reference).url)
        case "file":
            return FileLocation(Path(unquote(urlsplit(reference).path)).resolve())
        case _:
            return None
