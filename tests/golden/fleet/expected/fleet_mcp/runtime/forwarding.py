"""Headers of the caller's own request that go on to the API, where the operator lets them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

_NAME = re.compile(r"[a-z0-9!#$%&'*+.^_`|~-]+")
_NEVER = re.compile(
    r"accept|accept-encoding|connection|content-.*|cookie|expect|forwarded|host|keep-alive"
    r"|mcp-.*|origin|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*"
)
"""What is about the way from the caller to this server, not about the call."""


def may_be_forwarded(name: str) -> bool:
    """Whether a header, by its name in lower case, can be let through at all."""
    return bool(_NAME.fullmatch(name)) and not _NEVER.fullmatch(name)


def forwarded(request: Any, names: Iterable[str]) -> dict[str, str]:
    """The headers of these names that the caller's HTTP request has; none over stdio."""
    headers = getattr(request, "headers", None)
    if not isinstance(headers, Mapping):
        return {}
    found = {name: headers.get(name, "").strip() for name in names}
    return {name: value for name, value in found.items() if value and value.isprintable()}
