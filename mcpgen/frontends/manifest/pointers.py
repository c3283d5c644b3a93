"""JSON pointers of the wire body's properties (RFC 6901); only object members are ever pointed to, so no indexes."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BAD_ESCAPE = re.compile(r"~(?![01])")


def pointer(names: Iterable[str]) -> str:
    """`("amount", "a/b")` → `/amount/a~1b`; no names at all is '', the whole."""
    return "".join("/" + name.replace("~", "~0").replace("/", "~1") for name in names)


def names(text: str) -> tuple[str, ...] | None:
    """The member names a pointer leads through, or None where the text is no pointer."""
    if text == "":
        return ()
    if not text.startswith("/") or _BAD_ESCAPE.search(text):
        return None
    return tuple(name.replace("~1", "/").replace("~0", "~") for name in text[1:].split("/"))
