"""What is known about a server before it starts."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Security: TypeAlias = tuple[tuple[str, ...], ...]
"""Alternatives of credentials needed together; an empty alternative needs none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    """A credential that the operator sets, and where it goes in a request.

    `env` holds one name without the server's prefix (for basic two: user name, password).
    """

    key: str
    type: Literal["apiKey", "bearer", "basic"]
    env: tuple[str, ...]
    place: Literal["header", "query", "cookie"] = "header"
    name: str = "Authorization"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A server and the API behind it. An empty `base_url` must be set by the operator."""

    name: str
    title: str
    version: str
    prefix: str
    base_url: str
    profile: Literal["connected-apps", "mcp"]
    instructions: str = ""
    auth: tuple[Credential, ...] = ()
    security: Security = ()

    def variable(self, name: str) -> str:
        """The environment variable of a setting: `TIMEOUT` is `BOOKSHOP_TIMEOUT`."""
        return f"{self.prefix}_{name}"
