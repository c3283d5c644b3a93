"""The heart: tools as the model sees them and the request each makes; OpenAPI and manifest are ways to get them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal

from mcpgen.diagnostics import Origin
from mcpgen.model.api import AuthPlace, Security
from mcpgen.model.binding import Request, Result
from mcpgen.model.json import JsonObject

OWN_SETTINGS: Final = (
    "BASE_URL",
    "CALLS_PER_MINUTE",
    "FILES_DIR",
    "FORWARD_HEADERS",
    "HTTP_HOSTS",
    "HTTP_TOKEN",
    "MAX_RESULT_BYTES",
    "RETRY_SECONDS",
    "TIMEOUT",
)
"""The settings that every server has, without prefix: nothing else can be called so."""


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
        """The operation without what tells a variant: `POST /payments`. Path and variant may hold a `#` too."""
        line = f"{self.request.method} {self.request.path}"
        if self.operation == line or self.operation.startswith(f"{line}#"):
            return line
        return self.operation.rpartition("#")[0] or self.operation


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

    `env` is one name (`TOKEN`, `API_KEY`), for basic two (`USERNAME`, `PASSWORD`), two for client credentials
    (`CLIENT_ID`, `CLIENT_SECRET`), of which alone `grant` tells, and two for mutual TLS (`CLIENT_CERT`, `CLIENT_KEY`):
    the files of a certificate and its key, which go with the connection. Credentials may share a name, and the secret.
    """

    key: str
    type: Literal["apiKey", "bearer", "basic", "clientCredentials", "mutualTLS"]
    env: tuple[str, ...]
    place: AuthPlace = "header"
    name: str = "Authorization"
    description: str = ""
    grant: Grant = Grant()

    @property
    def variables(self) -> tuple[str, ...]:
        """Every setting that it reads, the needed ones first."""
        grant = self.grant
        return (*self.env, *filter(None, (grant.token_env, grant.scopes_env, grant.token_url_env)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """A part of the base URL, which the operator can set under the name `env`; `values` are all there are, if any."""

    name: str
    env: str
    default: str | None = None
    values: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upstream:
    """The API behind the tools. Where `url` is empty or a path the operator must set where the API is."""

    url: str
    """With `{name}` for each of `variables`."""
    auth: tuple[Auth, ...] = ()
    security: Security = ()
    variables: tuple[Variable, ...] = ()

    @property
    def filled_url(self) -> str:
        """The URL with the defaults of its variables; '' where one has none."""
        url = self.url
        for variable in self.variables:
            if variable.default is None:
                return ""
            url = url.replace(f"{{{variable.name}}}", variable.default)
        return url


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
