"""Credentials of a manifest: what the operator sets, and how it is sent."""

from __future__ import annotations

import re
from typing import Final, Literal, get_args
from urllib.parse import urljoin, urlsplit

from mcpgen.frontends.manifest.nodes import Entries, Node
from mcpgen.frontends.manifest.vocabulary import AUTH_KEYS, CLIENT_KEYS
from mcpgen.model.api import AuthPlace
from mcpgen.model.toolset import Auth, Grant

_ENV = re.compile(r"[A-Z][A-Z0-9_]*")
_AUTH_TYPES: tuple[Literal["apiKey", "bearer", "basic", "clientCredentials", "mutualTLS"], ...] = (
    "apiKey",
    "bearer",
    "basic",
    "clientCredentials",
    "mutualTLS",
)
_PAIRS = {"basic": "[USERNAME, PASSWORD]", "mutualTLS": "[CLIENT_CERT, CLIENT_KEY]"}
"""The types with two variables."""
_AUTH_PLACES: Final[tuple[AuthPlace, ...]] = get_args(AuthPlace)


def read_credential(node: Node) -> Auth:
    """An item of `upstream.auth`. Mistakes are reported at their nodes."""
    entries = node.keys(AUTH_KEYS, needed=("type", "env"))
    type_ = entries.choice("type", _AUTH_TYPES, "bearer")
    env: tuple[str, ...] = ()
    grant = Grant()
    if type_ == "clientCredentials":
        env, grant = _client(node, entries)
    else:
        for key in [key for key in ("token_url", "scopes") if key in entries]:
            entries[key].error("manifest-value", f"{key!r} means nothing for {type_!r}.", "Take it out.")
        if "env" in entries:
            env = _env(entries["env"], _PAIRS.get(type_, ""))
    return Auth(
        key=entries.text("key", type_),
        type=type_,
        env=env,
        grant=grant,
        place=entries.choice("in", _AUTH_PLACES, "header"),
        name=entries.text("name", "Authorization"),
        description=entries.text("description"),
    )


def _env(node: Node, pair: str) -> tuple[str, ...]:
    """The variables of a credential: one name, or such a `pair`."""
    nodes = node.items() if isinstance(node.value, list) else [node]
    variables = tuple(item.text() for item in nodes)
    for item in nodes:
        check_variable(item)
    if len(nodes) != (2 if pair else 1):
        how = f"two names: {pair}" if pair else "one name: TOKEN"
        node.error("manifest-value", f"{node.name} has {len(nodes)} names.", f"This type of credential needs {how}.")
    return variables


def check_variable(node: Node) -> None:
    """An error for what cannot be the name of a setting."""
    if isinstance(node.value, str) and not _ENV.fullmatch(node.value):
        node.error("manifest-value", f"{node.value!r} names no variable.", "Use capitals, digits and '_': API_KEY.")


def _client(node: Node, entries: Entries) -> tuple[tuple[str, ...], Grant]:
    """The variables of client credentials, and how tokens are had with them."""
    variables = entries["env"].keys(CLIENT_KEYS, needed=CLIENT_KEYS[:2]) if "env" in entries else Entries()
    for item in variables.values():
        check_variable(item)
    grant = Grant(
        token_url=entries.text("token_url"),
        scopes=entries.texts("scopes"),
        token_url_env=variables.text("token_url"),
        scopes_env=variables.text("scopes"),
        token_env=variables.text("token"),
    )
    if not (grant.token_url or grant.token_url_env):
        hint = "Write token_url, or name the variable that holds it: env: {token_url: TOKEN_URL, …}."
        node.error("manifest-missing", "Nothing says where tokens are fetched.", hint)
    elif not _can_be_fetched(grant.token_url):
        hint = "Write an http or https URL, or one relative to 'url'."
        entries["token_url"].error("manifest-value", f"Nothing is fetched from {grant.token_url!r}.", hint)
    return (variables.text("client_id"), variables.text("client_secret")), grant


def _can_be_fetched(url: str) -> bool:
    """Whether this is an http or https URL, or a reference that a base URL makes one of."""
    try:
        parts = urlsplit(url if urlsplit(url).scheme else urljoin("https://base", url))
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0  # a bad port raises
    except ValueError:
        return False
    return known and url.isprintable() and not (set(url) & set("{}\\ ") or parts.fragment or parts.username)
