"""One OpenAPI meaning, whatever version it was written in (OpenAPI 3.1, "Schema" of each object)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from mcpgen.diagnostics import Diagnostic, Origin
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.schema import Schema, Schemas

Place: TypeAlias = Literal["path", "query", "querystring", "header", "cookie"]
"""As in OpenAPI 3.2, "Parameter Locations"; `querystring` is the whole query as one text."""
AuthPlace: TypeAlias = Literal["header", "query", "cookie", "body"]
"""Where a credential stands; in the body it is a field of a form or of a JSON object."""
Style: TypeAlias = Literal[
    "simple",
    "label",
    "matrix",
    "form",
    "spaceDelimited",
    "pipeDelimited",
    "tabDelimited",
    "deepObject",
    "cookie",
    "segments",
]
"""As in OpenAPI 3.2, "Style Values"; `tabDelimited` is what Swagger 2.0 calls `tsv`, and the delimited ones are also
those of its paths and headers. `segments` is a path parameter whose text holds slashes, as in `{+name}`."""
Security: TypeAlias = "tuple[tuple[str, ...], ...]"
"""Alternatives (OR) of scheme names needed together (AND); an empty alternative means no credential is needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVariable:
    """A part of a base URL; `values` are all there are, where the source lists them."""

    name: str
    default: str | None = None
    values: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A base URL with its variables filled in by their defaults; may be relative when the source is."""

    url: str
    description: str = ""
    template: str = ""
    """The URL with `{name}` for each of `variables`; '' where it has none."""
    variables: tuple[ServerVariable, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityScheme:
    """A declared way to authenticate.

    OAuth2 with the flow `clientCredentials` is a type of its own: the server fetches the token. With other flows, and
    for OpenID Connect, it counts as `bearer`: the operator brings the token.
    """

    key: str
    type: Literal["apiKey", "bearer", "basic", "clientCredentials", "mutualTLS", "unsupported"]
    place: AuthPlace = "header"
    name: str = "Authorization"
    description: str = ""
    declared: str = ""
    """The type as declared: `oauth2`, `http digest` …"""
    token_url: str = ""
    """Of `clientCredentials`, as declared; may be relative to the API's base URL."""
    scopes: tuple[str, ...] = ()
    """Of `clientCredentials`: those that the security requirements name, else those that the flow declares."""
    user_flows: bool = False
    """Of `clientCredentials`: the scheme has other flows too, in which a user gets a token."""
    same_as: str = ""
    """The key of the scheme whose token this one sends too, as it is; '' for a secret of its own."""
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter outside the body; style and explode are filled in with the defaults of its place."""

    name: str
    place: Place
    schema: Schema
    required: bool = False
    description: str = ""
    style: Style = "form"
    explode: bool = True
    allow_reserved: bool = False
    allow_empty: bool = False
    """An empty value is taken even where the schema is not one of texts (`allowEmptyValue`)."""
    plain_name: str = ""
    """The name alone, where that of a placeholder says more: `id` of `{id:[0-9]+}`."""
    items_style: Style | None = None
    """How each item is joined that is an array itself (Swagger 2.0, `items.collectionFormat`)."""
    deprecated: bool = False
    content: str = ""
    """The media type when the parameter is described by `content` (its value is then sent as that text)."""
    examples: tuple[Json, ...] = ()
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """How one property of a form body is written (OpenAPI 3.1, Encoding Object)."""

    property: str
    style: Style = "form"
    explode: bool = True
    styled: bool = False
    """Whether an object in a form is written as `style` and `explode` say; one of which neither is said is written as
    `name[key]=value`, as APIs want it."""
    content_type: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    """Headers of a part that always have one value."""
    allow_reserved: bool = False
    """Whether a form leaves reserved characters as they are, but for those that would end the field."""
    empty: bool = False
    """Whether a list or object with nothing in it is written as an empty text, which the API takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaType:
    """One representation of a body or answer."""

    name: str
    """Lower case, without parameters: `application/json`."""
    parameters: str = ""
    """As written, from the first semicolon: `;version=2`."""
    schema: Schema | None = None
    examples: tuple[Json, ...] = ()
    encoding: tuple[Encoding, ...] = ()
    origin: Origin

    @property
    def written(self) -> str:
        """With its parameters: `application/json;version=2`."""
        return self.name + self.parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestBody:
    """What an operation takes in its body, in the source's order of media types."""

    content: tuple[MediaType, ...]
    required: bool = False
    description: str = ""
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """An answer by status: `200`, `4XX` or `default`."""

    status: str
    description: str = ""
    content: tuple[MediaType, ...] = ()
    headers: tuple[str, ...] = ()
    """The names of its headers, as declared."""
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method on one path. Path-item parameters are merged in; each path placeholder has a parameter."""

    method: str
    """As it is sent: upper case, but for one that OpenAPI does not know by name (`additionalOperations`)."""
    path: str
    """As in the source, placeholders in braces."""
    id: str = ""
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    body: RequestBody | None = None
    responses: tuple[Response, ...] = ()
    security: Security | None = None
    """None: the API's default."""
    servers: tuple[Server, ...] = ()
    """Operation- or path-level servers; empty: the API's."""
    deprecated: bool = False
    extensions: JsonObject = field(default_factory=dict)
    origin: Origin

    @property
    def key(self) -> str:
        """The stable identity of an operation: `GET /books/{bookId}`."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """An operation that nothing can be made of, by its key, and why (a sentence); or a path with all its operations."""

    key: str
    reason: str
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A group of operations as the document declares it."""

    name: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Api:
    """A whole description; operations in the order of the source, those too broken to read among the diagnostics."""

    title: str
    version: str = ""
    description: str = ""
    servers: tuple[Server, ...] = ()
    tags: tuple[Tag, ...] = ()
    security: Security = ()
    """Empty: nothing needed."""
    security_schemes: tuple[SecurityScheme, ...] = ()
    operations: tuple[Operation, ...] = ()
    unread: tuple[Unread, ...] = ()
    """The operations that could not be read; the diagnostics say what to do about them."""
    schemas: Schemas = field(repr=False, compare=False)
    diagnostics: tuple[Diagnostic, ...] = ()
    origin: Origin
    license: str = ""
    external_docs: str = ""
