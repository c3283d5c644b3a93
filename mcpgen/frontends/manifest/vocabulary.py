"""The words of the format and what stands where nothing is written; reader and writer agree through this module."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from mcpgen.model.api import Place, Security, Style
from mcpgen.model.schema import XmlKind

VERSION: Final = 1
DEFAULT_GROUP: Final = "tools"
CLEAR_FIELDS: Final = "clear_fields"
"""The argument that lists what a call sets to null; read by every `clearable` value of its scope."""
PLACES: Final[tuple[Place, ...]] = get_args(Place)
STYLES: Final[tuple[Style, ...]] = get_args(Style)
DEFAULT_STYLE: Final[dict[Place, Style]] = {
    "path": "simple",
    "query": "form",
    "querystring": "form",
    "header": "simple",
    "cookie": "form",
}
_DELIMITED: Final[tuple[Style, ...]] = ("spaceDelimited", "pipeDelimited", "tabDelimited")
STYLES_OF: Final[dict[Place, tuple[Style, ...]]] = {
    "path": ("simple", "label", "matrix", "segments", *_DELIMITED),
    "query": ("form", *_DELIMITED, "deepObject"),
    "querystring": ("form",),
    "header": ("simple", *_DELIMITED),
    "cookie": ("form", "cookie"),
}
"""OpenAPI 3.2, "Style Values", and Swagger 2.0, `collectionFormat`."""

DOCUMENT_KEYS = ("mcpgen", "profile", "server", "upstream", "source", "tools", "definitions")
SERVER_KEYS = ("name", "title", "version", "instructions")
UPSTREAM_KEYS = ("url", "variables", "auth", "security")
VARIABLE_KEYS = ("env", "default", "values", "description")
AUTH_KEYS = ("key", "type", "env", "token_url", "scopes", "in", "name", "description")
CLIENT_KEYS = ("client_id", "client_secret", "token_url", "scopes", "token")
"""What `env` names where `type` is `clientCredentials`: the first two always."""
TOOL_KEYS = (
    "name",
    "title",
    "description",
    "group",
    "operation",
    "inputSchema",
    "outputSchema",
    "annotations",
    "sources",
    "http",
    "result",
)
FOREIGN_TOOL_KEYS = ("icons", "execution", "_meta")
"""What `tools/list` may say of a tool besides; warned of, since it is not carried over."""
ANNOTATION_KEYS = ("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
HTTP_KEYS = ("request", "url", "security", *PLACES, "order", "body", "rules")
VALUE_KINDS = ("from", "fixed", "generate", "context", "fields")
CONVERT_KINDS = ("as", "each", "pairs", "parse", "file", "fields")
CONVERT_KEYS = (*CONVERT_KINDS, "keep", "others", "open", "base64")
VALUE_KEYS = ("from", "fixed", "generate", "context", *CONVERT_KEYS, "clearable", "blank", "or_null")
PARAMETER_KEYS = ("style", "explode", "items_style", "allow_reserved", "allow_empty", "media", "required", "check")
BODY_KEYS = ("media", "required", "encoding", "xml", "check")
ENCODING_KEYS = ("style", "explode", "styled", "media", "headers", "allow_reserved", "empty")
XML_KEYS = ("name", "kind", "prefix", "namespace", "wrapped", "items", "fields", "ordered")
XML_KINDS: Final[tuple[XmlKind, ...]] = get_args(XmlKind)
RULE_KEYS = ("together", "given", "needs", "any_of", "one_of")
RESULT_KEYS = (
    "status",
    "media",
    "items",
    "next",
    "string_ids",
    "secrets",
    "confirm",
    "not_found",
    "headers",
    "example",
)


def default_explode(style: Style) -> bool:
    """Whether a style explodes where nothing says so: `form` and `cookie` do."""
    return style in ("form", "cookie")


def default_security(keys: Iterable[str]) -> Security:
    """What the API needs where nothing says so: any one of the credentials there are."""
    return tuple((key,) for key in keys)
