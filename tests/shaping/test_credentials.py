"""Which credentials a description asks for, what their settings are called, and which requests need them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcpgen import pipeline
from mcpgen.diagnostics import Origin
from mcpgen.emit.settings import settings
from mcpgen.model.api import SecurityScheme
from mcpgen.model.toolset import OWN_SETTINGS
from mcpgen.pipeline import Made
from mcpgen.shaping.credentials import credentials, usable

BEARER = {"type": "http", "scheme": "bearer"}
TLS = {"type": "mutualTLS"}
FILES = ("CLIENT_CERT", "CLIENT_KEY")
KEY = {"type": "apiKey", "in": "header", "name": "X-Key"}
DIGEST = {"type": "http", "scheme": "Digest"}


def made(tmp_path: Path, schemes: dict[str, Any], security: list[Any], own: Any = None) -> Made:
    operation = {"operationId": "listThings", "responses": {}, **({"security": own} if own is not None else {})}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.test"}],
        "paths": {"/things": {"get": operation}, "/others": {"get": {"operationId": "listOthers", "responses": {}}}},
        "components": {"securitySchemes": schemes},
        "security": security,
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    return pipeline.tools(source)


def variables(found: Made) -> dict[str, tuple[str, ...]]:
    return {auth.key: auth.variables for auth in found.toolset.upstream.auth}


@pytest.mark.parametrize(
    ("schemes", "names"),
    [
        ({"a": BEARER}, {"a": ("TOKEN",)}),
        ({"a-b": BEARER, "a_b": BEARER}, {"a-b": ("A_B_TOKEN",), "a_b": ("A_B_2_TOKEN",)}),
        ({"a-b": KEY, "a_b": KEY, "aB": KEY}, {"a-b": ("A_B_KEY",), "a_b": ("A_B_2_KEY",), "aB": ("A_B_3_KEY",)}),
        ({"http": BEARER, "b": BEARER}, {"http": ("HTTP_2_TOKEN",), "b": ("B_TOKEN",)}),
        ({"2fa": KEY, "b": KEY}, {"2fa": ("AUTH_2FA_KEY",), "b": ("B_KEY",)}),
        ({"d": DIGEST, "b": KEY}, {"d": ("DIGEST_AUTHORIZATION",), "b": ("API_KEY",)}),
        ({"d": DIGEST, "e": DIGEST}, {"d": ("D_AUTHORIZATION",), "e": ("E_AUTHORIZATION",)}),
        ({"ключ": KEY, "钥匙": KEY}, None),
        ({"m": TLS, "n": TLS}, {"m": FILES, "n": FILES}),
        ({"m": TLS, "client": KEY, "b": KEY}, {"m": FILES, "client": ("CLIENT_2_KEY",), "b": ("B_KEY",)}),
    ],
)
def test_settings_never_share_a_name(tmp_path: Path, schemes: dict[str, Any], names: dict[str, Any] | None) -> None:
    found = variables(made(tmp_path, schemes, [{key: []} for key in schemes]))
    assert found == names if names is not None else len(set(found.values())) == len(schemes)


KINDS = st.sampled_from(["apiKey", "bearer", "basic", "clientCredentials", "mutualTLS"])


@given(st.dictionaries(st.text(max_size=8) | st.sampled_from(["http", "HTTP", "base_url"]), KINDS, max_size=6))
def test_any_schemes_have_settings_of_their_own(kinds: dict[str, Any]) -> None:
    schemes = [
        SecurityScheme(key=key, type=kind, user_flows=True, origin=Origin(file="x")) for key, kind in kinds.items()
    ]
    names = [name for auth in credentials(schemes) if auth.type != "mutualTLS" for name in auth.variables]
    assert len({*names, *OWN_SETTINGS, "CLIENT_CERT", "CLIENT_KEY"} - {"CLIENT_CERT", "CLIENT_KEY"}) == len(
        names
    ) + len(OWN_SETTINGS)
    assert all(name.isascii() and name.isidentifier() and name.isupper() for name in names)


def scheme(key: str, **parts: Any) -> SecurityScheme:
    return SecurityScheme(key=key, origin=Origin(file="x"), **{"type": "bearer", **parts})


SCHEMES = (
    scheme("t"),
    scheme("u"),
    scheme("b", type="basic"),
    scheme("h", type="apiKey", place="header", name="X-Key"),
    scheme("H", type="apiKey", place="header", name="x-key"),
    scheme("q", type="apiKey", place="query", name="key"),
    scheme("Q", type="apiKey", place="query", name="KEY"),
    scheme("c", type="apiKey", place="cookie", name="key"),
    scheme("a", type="apiKey", place="header", name="authorization"),
    scheme("m", type="mutualTLS"),
    scheme("d", type="unsupported", declared="http digest"),
)


@pytest.mark.parametrize(
    ("declared", "sent"),
    [
        ("", ""),
        ("t", "t"),
        ("t|h", "t|h"),
        ("t+h+q+c+m", "t+h+q+c+m"),
        ("q+c", "q+c"),
        ("q+Q", "q+Q"),
        ("t+u", "t|u"),
        ("t+b+q", "t+q|b+q"),
        ("t+a", "t|a"),
        ("h+H", "h|H"),
        ("d|t", "t"),
        ("d+q|t", "t"),
        ("d+q", "q"),
        ("d", ""),
        ("unknown+q", "q"),
        ("{}|t", "{}|t"),
        ("{}|d", "{}"),
        ("t|t", "t"),
    ],
)
def test_what_cannot_go_together_is_an_alternative(declared: str, sent: str) -> None:
    def security(text: str) -> tuple[tuple[str, ...], ...]:
        return tuple(() if keys == "{}" else tuple(keys.split("+")) for keys in text.split("|") if keys)

    assert usable(security(declared), SCHEMES) == security(sent)


def test_two_tokens_in_one_requirement_are_told(tmp_path: Path) -> None:
    found = made(tmp_path, {"t": BEARER, "o": {"type": "openIdConnect"}, "k": KEY}, [{"t": [], "o": [], "k": []}])
    assert found.toolset.upstream.security == (("t", "k"), ("o", "k"))
    (told,) = [d for d in found.diagnostics if d.code == "auth-place"]
    assert "t and o" in told.message
    assert told.at is not None


def test_an_operation_without_credentials_has_none(tmp_path: Path) -> None:
    found = made(tmp_path, {"t": BEARER}, [{"t": []}], own=[])
    assert {tool.operation: tool.request.security for tool in found.toolset.tools} == {
        "GET /things": (),
        "GET /others": None,
    }


@pytest.mark.parametrize(
    ("declared", "kind"),
    [
        ({"type": "http", "scheme": "Bearer", "bearerFormat": "JWT"}, "bearer"),
        ({"type": "http", "scheme": "BASIC"}, "basic"),
        ({"type": "openIdConnect", "openIdConnectUrl": "https://a.test"}, "bearer"),
        ({"type": "oauth2", "flows": {"authorizationCode": {"scopes": {}}}}, "bearer"),
        ({"type": "oauth2", "flows": {"implicit": {"scopes": {}}}}, "bearer"),
        ({"type": "oauth2", "flows": {"password": {"scopes": {}}}}, "bearer"),
        ({"type": "oauth2", "flows": {"deviceAuthorization": {"scopes": {}}}}, "bearer"),
        ({"type": "mutualTLS"}, "mutualTLS"),
        ({"type": "http", "scheme": "digest"}, "apiKey"),
        ({"type": "http", "scheme": "HOBA"}, "apiKey"),
        ({"type": "http", "scheme": "no token"}, None),
        ({"type": "http"}, None),
        ({"type": "apiKey", "in": "body", "name": "k"}, None),
        ({"type": "magic"}, None),
        ({}, None),
    ],
)
def test_each_way_is_sent_or_told(tmp_path: Path, declared: dict[str, Any], kind: str | None) -> None:
    found = made(tmp_path, {"x": declared}, [{"x": []}])
    assert [auth.type for auth in found.toolset.upstream.auth] == ([kind] if kind else [])
    told = [d for d in found.diagnostics if d.code == "auth-uncovered"]
    assert len(told) == (kind is None)
    assert all("x" in d.message and d.hint and d.at for d in told)


def test_trace_says_that_it_is_sent_without_credentials(tmp_path: Path) -> None:
    document = {"openapi": "3.1.0", "paths": {"/a": {"trace": {"operationId": "traceA", "responses": {}}}}}
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    (tool,) = pipeline.tools(source).toolset.tools
    assert [d.rule for d in tool.decisions if "without credentials" in d.text] == ["SEC011"]


def test_a_scheme_that_is_not_known_is_the_whole_header(tmp_path: Path) -> None:
    found = made(tmp_path, {"d": {**DIGEST, "description": "Ask the desk."}}, [{"d": []}])
    [auth] = found.toolset.upstream.auth
    assert (auth.place, auth.name, auth.env) == ("header", "Authorization", ("DIGEST_AUTHORIZATION",))
    [setting] = [each for each in settings(found.toolset) if each.name == "DIGEST_AUTHORIZATION"]
    assert (setting.required, setting.secret) == (True, True)
    assert all(part in setting.text for part in ("whole header Authorization", "scheme, Digest: Ask the desk."))
    assert [d.code for d in found.diagnostics if "Authorization" in d.message] == ["auth-whole"]
