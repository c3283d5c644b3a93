"""What is known about a server before it starts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal, TypeAlias

Security: TypeAlias = tuple[tuple[str, ...], ...]
"""Alternatives of credentials needed together; an empty alternative needs none."""

_NO_TOKEN = re.compile(r"[^!#$%&'*+.^_`|~0-9A-Za-z-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """How a client gets a token by its own credentials.

    `*_env` name settings as `Credential.env` does; '' where there is no such setting.
    """

    token_url: str = ""
    """Absolute, or relative to the base URL; '' where the operator has to set it."""
    scopes: tuple[str, ...] = ()
    token_url_env: str = ""
    """What is set there is used in place of `token_url`."""
    scopes_env: str = ""
    """What is set there is asked for in place of `scopes`."""
    token_env: str = ""
    """A user's token: where it is set it is sent, and none is fetched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    """A credential that the operator sets, and where it goes in a request.

    `env` holds one name without the server's prefix (two for basic: user name, password; two for
    client credentials, of which alone `grant` tells: client id, client secret; and two for mutual
    TLS, which goes with the connection: the files of a certificate and its key).
    """

    key: str
    type: Literal["apiKey", "bearer", "basic", "clientCredentials", "mutualTLS"]
    env: tuple[str, ...]
    place: Literal["header", "query", "cookie", "body"] = "header"
    name: str = "Authorization"
    grant: Grant = Grant()


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """A part of the base URL that the operator can set; `values` are all there are, if any."""

    name: str
    env: str
    default: str | None = None
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A server and the API behind it. An empty `base_url` must be set by the operator."""

    name: str
    title: str
    version: str
    prefix: str
    base_url: str
    """With `{name}` for each of `variables`."""
    profile: Literal["connected-apps", "mcp"]
    instructions: str = ""
    auth: tuple[Credential, ...] = ()
    security: Security = ()
    variables: tuple[Variable, ...] = ()
    servers: Mapping[str, str] = field(default_factory=dict)
    """The setting of each base URL, whole or a path, that some operations have of their own."""

    def variable(self, name: str) -> str:
        """The environment variable of a setting: `TIMEOUT` is `BOOKSHOP_TIMEOUT`."""
        return f"{self.prefix}_{name}"

    @property
    def user_agent(self) -> str:
        """How the server presents itself to the API: product and version (RFC 9110, 10.1.5)."""
        return f"{self.name}-mcp/{_NO_TOKEN.sub('-', self.version)}"


def optional(module: str) -> Any:
    """A module beside this one that only some servers have: `formats`, `tokens`, `tls`."""
    return import_module(f".{module}", __package__)
