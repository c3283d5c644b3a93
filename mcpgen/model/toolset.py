"""The heart: tools as the model sees them and the request each makes; OpenAPI and manifest are ways to get them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from mcpgen.diagnostics import Origin
from mcpgen.model.api import Security
from mcpgen.model.binding import Request, Result
from mcpgen.model.json import JsonObject


class Profile(StrEnum):
    """How errors, hints and results are shaped; see RULES where they differ."""

    CONNECTED_APPS = "connected-apps"
    MCP = "mcp"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """Tool annotations, all explicit (ANN001)."""

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Why a part of a tool is as it is: a rule id, a sentence, and the source it rests on."""

    rule: str
    text: str
    origin: Origin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool and its binding. `origin`, `origins` and `decisions` explain it and are no part of its identity."""

    name: str
    title: str
    description: str
    input_schema: JsonObject
    """Exactly what `tools/list` shows: an object, closed, in the strictest client's subset."""
    output_schema: JsonObject | None = None
    """Only in profile `mcp`."""
    hints: Hints
    group: str
    """The module of the generated package it lives in: a Python identifier made from its tag."""
    operation: str
    """`POST /payments`, or `POST /payments#card` for a variant."""
    request: Request
    result: Result
    sources: Mapping[str, str] = field(default_factory=dict)
    """Which tool returns the values of an argument, by its name (PAR009, ERR004)."""
    origin: Origin | None = field(default=None, compare=False)
    origins: Mapping[str, Origin] = field(default_factory=dict, compare=False)
    """Where each argument comes from, by its name."""
    decisions: tuple[Decision, ...] = field(default=(), compare=False)

    @property
    def whole_operation(self) -> str:
        """The operation without the label of a variant: `POST /payments`. A path may have a `#` of its own."""
        line = f"{self.request.method} {self.request.path}"
        return line if self.operation == line else self.operation.rpartition("#")[0] or self.operation


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """How a client gets a token by its own credentials (RFC 6749, section 4.4).

    `*_env` are names of settings, like `Auth.env`; '' where the operator has no such setting.
    """

    token_url: str = ""
    """Absolute, or relative to the base URL; '' where the operator must set it."""
    scopes: tuple[str, ...] = ()
    token_url_env: str = ""
    """What is set there is used in place of `token_url`."""
    scopes_env: str = ""
    """What is set there, separated by spaces, is asked for in place of `scopes`."""
    token_env: str = ""
    """A user's token: where it is set it is sent, and none is fetched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Auth:
    """A credential the operator sets in the environment; names are without the package's prefix.

    `env` is one name (`TOKEN`, `API_KEY`), for basic two (`USERNAME`, `PASSWORD`), and two for client credentials
    (`CLIENT_ID`, `CLIENT_SECRET`), of which alone `grant` tells.
    """

    key: str
    type: Literal["apiKey", "bearer", "basic", "clientCredentials"]
    env: tuple[str, ...]
    place: Literal["header", "query", "cookie"] = "header"
    name: str = "Authorization"
    description: str = ""
    grant: Grant = Grant()

    @property
    def variables(self) -> tuple[str, ...]:
        """Every setting that it reads, the needed ones first."""
        grant = self.grant
        return (*self.env, *filter(None, (grant.token_env, grant.scopes_env, grant.token_url_env)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Upstream:
    """The API behind the tools. An empty `url` must be set by the operator."""

    url: str
    auth: tuple[Auth, ...] = ()
    security: Security = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerInfo:
    """How the server presents itself. `name` is a slug (`bookstore`), from which package and settings are named."""

    name: str
    title: str
    version: str
    instructions: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolset:
    """Everything the package is made from; reading and writing it as a manifest is lossless."""

    profile: Profile
    server: ServerInfo
    upstream: Upstream
    tools: tuple[Tool, ...]
    definitions: JsonObject = field(default_factory=dict)
    """JSON Schemas that `Body.check` refers to by `#/$defs/NAME`."""
    source: str = ""
    """File name of the document it came from, '' where it was written by hand."""

    def tool(self, name: str) -> Tool | None:
        """The tool of that name, or None."""
        return next((t for t in self.tools if t.name == name), None)
