"""`tests/cases.json`: for each tool the calls of its contract tests, with the request that must arrive and the result.

Expected values come from `evaluate` and `encode`, the meaning of the binding, never from the generated code.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import assert_never
from urllib.parse import parse_qsl, quote_plus, urljoin, urlsplit

from mcpgen.emit.arguments import choose, refused
from mcpgen.emit.data import answer_body, hint_values
from mcpgen.emit.encode import (
    cookie_pairs,
    divided,
    filled_path,
    header_value,
    path_segment,
    query_pairs,
    query_string_pairs,
)
from mcpgen.emit.evaluate import body_value, evaluate, has_parts
from mcpgen.emit.expected import expected_result
from mcpgen.emit.names import PackageNames
from mcpgen.emit.servers import base_path, base_url
from mcpgen.emit.wire_bodies import expected_body
from mcpgen.model.binding import Body, Placed
from mcpgen.model.json import UNSET, Json, JsonObject
from mcpgen.model.media import body_kind
from mcpgen.model.toolset import Auth, Tool, Toolset

_ALWAYS_SENT = frozenset({"accept", "accept-encoding", "user-agent"})
"""Headers of every request, which a credential can only replace."""
_NO_URL = "https://api.example.test"
_NO_TOKEN_URL = "https://login.example.test/token"
"""What the tests set where the operator has to say where the API and its token endpoint are."""


def cases(toolset: Toolset, names: PackageNames) -> JsonObject:
    """The whole file."""
    url, upstream, path = base_url(toolset), toolset.upstream, base_path(toolset)
    env = {name: secret(name) for auth in upstream.auth if auth.type != "mutualTLS" for name in auth.env}
    env |= {auth.grant.token_url_env: _NO_TOKEN_URL for auth in upstream.auth if _lacks_url(auth)}
    env |= {} if url else {"BASE_URL": _NO_URL}
    return {
        "package": names.package,
        "profile": toolset.profile.value,
        "base_path": path,
        "env": {f"{names.prefix}_{name}": value for name, value in env.items()},
        "credentials": sorted({a.name.lower() for a in upstream.auth if a.place == "header"} - _ALWAYS_SENT),
        "tokens": [_token_case(auth, url or _NO_URL) for auth in upstream.auth if auth.type == "clientCredentials"],
        "tools": [_tool(tool, toolset, path) for tool in toolset.tools],
    }


def secret(name: str) -> str:
    """What the tests set for a credential."""
    return f"test-{name.lower().replace('_', '-')}"


def _lacks_url(auth: Auth) -> bool:
    return auth.type == "clientCredentials" and not auth.grant.token_url


def _token_case(auth: Auth, url: str) -> JsonObject:
    """The request for a token that must arrive (RFC 6749, sections 2.3.1 and 4.4.2), and the token it gets."""
    client = ":".join(quote_plus(secret(name)) for name in auth.env)
    scope = [["scope", " ".join(auth.grant.scopes)]] if auth.grant.scopes else []
    return {
        "url": _NO_TOKEN_URL if _lacks_url(auth) else urljoin(f"{url}/", auth.grant.token_url),
        "authorization": f"Basic {b64encode(client.encode()).decode()}",
        "form": [["grant_type", "client_credentials"], *scope],
        "token": _token(auth),
    }


def _token(auth: Auth) -> str:
    """What the tests' token endpoint gives a client."""
    return f"token-of-{secret(auth.env[0])}"


def _tool(tool: Tool, toolset: Toolset, path: str) -> JsonObject:
    chosen = choose(tool, toolset.definitions)
    case: dict[str, Json] = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "required": list(tool.input_schema.get("required", [])),
        "annotations": hint_values(tool.hints),
        "input_schema": tool.input_schema,
        "calls": [_call(tool, call, toolset, path) for call in chosen.calls],
        "refused": refused(tool, chosen),
    }
    if chosen.why:
        case["why"] = chosen.why
    if tool.result.not_found:
        case["not_found"] = tool.result.not_found
    return case


def _call(tool: Tool, call: tuple[str, JsonObject], toolset: Toolset, path: str) -> JsonObject:
    about, arguments = call
    answer: dict[str, Json] = {"status": tool.result.status, "media_type": tool.result.media_type}
    body = answer_body(tool)
    if body is not UNSET:
        answer["body"] = body
    return {
        "about": about,
        "arguments": arguments,
        "request": expected_request(tool, arguments, toolset, path),
        "answer": answer,
        "result": expected_result(tool, arguments, body),
    }


def expected_request(tool: Tool, arguments: JsonObject, toolset: Toolset, below: str) -> JsonObject:
    """The request that must arrive: raw path, decoded pairs, headers, body."""
    request = tool.request
    values = [(placed, evaluate(placed.value, arguments)) for placed in request.parameters]
    sent = [(placed, value) for placed, value in values if value is not UNSET]
    credentials = [] if request.method == "TRACE" else _credentials(tool, toolset)
    path, fixed = divided(request.path)
    segments = {placed.name: path_segment(placed, value) for placed, value in sent if placed.place == "path"}
    if request.url:
        below = urlsplit(request.url).path.rstrip("/")
    slash = "" if path.startswith("/") or not path else "/"
    query = [list(pair) for pair in parse_qsl(filled_path(fixed, segments), keep_blank_values=True)]
    query += [pair for placed, value in sent if placed.place == "query" for pair in query_pairs(placed, value)]
    query += [
        pair for placed, value in sent if placed.place == "querystring" for pair in query_string_pairs(placed, value)
    ]
    query += [[auth.name, text] for auth, text in credentials if auth.place == "query"]
    expected: dict[str, Json] = {
        "method": request.method,
        "path": below + slash + filled_path(path, segments),
        "query": query,
        "headers": _headers(tool, sent, credentials),
    }
    if request.body is not None:
        _add_body(request.body, arguments, expected)
        _add_secrets(request.body, {auth.name: text for auth, text in credentials if auth.place == "body"}, expected)
    return expected


def _is_sent(placed: Placed, value: Json) -> bool:
    """False for a list or object without parts, unless its text says that it has none."""
    return bool(placed.content) or not has_parts(value) or bool(value)


def _headers(tool: Tool, sent: list[tuple[Placed, Json]], credentials: list[tuple[Auth, str]]) -> dict[str, str]:
    headers = {"accept": tool.result.media_type or "application/json"}
    headers |= {
        p.name.lower(): header_value(p, value) for p, value in sent if p.place == "header" and _is_sent(p, value)
    }
    cookies = [pair for p, value in sent if p.place == "cookie" for pair in cookie_pairs(p, value)]
    cookies += [f"{auth.name}={text}" for auth, text in credentials if auth.place == "cookie"]
    if cookies:
        headers["cookie"] = "; ".join([*filter(None, [headers.get("cookie")]), *cookies])
    headers |= {auth.name.lower(): text for auth, text in credentials if auth.place == "header"}
    return headers


def _add_body(body: Body, arguments: JsonObject, expected: dict[str, Json]) -> None:
    value = body_value(body, arguments)
    if value is UNSET:
        return
    media_type, content = expected_body(body, value)
    expected |= content
    expected["headers"]["content-type"] = media_type


def _add_secrets(body: Body, secrets: Mapping[str, str], expected: dict[str, Json]) -> None:
    """Adds the credentials that are fields of a form or of a JSON object, which may hold nothing else."""
    kind = body_kind(body.media_type)
    if not secrets or kind not in ("form", "json") or not expected.keys().isdisjoint(("text", "base64")):
        return
    if kind == "form":
        expected["form"] = [*expected.get("form", []), *map(list, secrets.items())]
    else:
        expected["body"] = expected.get("body", {}) | secrets
    expected["headers"]["content-type"] = body.media_type


def _credentials(tool: Tool, toolset: Toolset) -> list[tuple[Auth, str]]:
    """The credentials of the first alternative that needs any, each with its text on the wire."""
    upstream, own = toolset.upstream, tool.request.security
    known = {auth.key: auth for auth in upstream.auth}
    options = [[known[key] for key in keys if key in known] for keys in (upstream.security if own is None else own)]
    option = next((option for option in options if option), [])
    return [(auth, text) for auth in option if (text := _credential(auth))]


def _credential(auth: Auth) -> str:
    values = [secret(name) for name in auth.env]
    match auth.type:
        case "bearer":
            return f"Bearer {values[0]}"
        case "basic":
            return "Basic " + b64encode(":".join(values).encode()).decode()
        case "apiKey":
            return values[0]
        case "clientCredentials":
            return f"Bearer {_token(auth)}"
        case "mutualTLS":  # it goes with the connection
            return ""
        case _:
            assert_never(auth.type)
