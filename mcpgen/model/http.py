"""What every message of HTTP is made of (RFC 9110): names, and the headers that belong to its way."""

from __future__ import annotations

import re
from typing import Final

TOKEN: Final = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
"""A pattern for names of methods, headers and parameters (RFC 9110, section 5.6.2)."""
_TOKEN = re.compile(TOKEN)
FRAMING: Final = frozenset(
    (
        "connection",
        "content-length",
        "expect",
        "host",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    )
)
"""Headers that say how a message is framed or sent: the client writes them (RFC 9110, sections 7, 10.1.1 and 11.7.2;
RFC 9112)."""


def is_token(text: str) -> bool:
    """Whether a text can be the name of a method, a header or a parameter."""
    return _TOKEN.fullmatch(text) is not None
