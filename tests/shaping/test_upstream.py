"""What a document's ways to authenticate become: credentials, the names of their settings, and what is said of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.toolset import Auth, Grant
from mcpgen.pipeline import Made
from mcpgen.shaping.credentials import token_url

URL = "https://login.test/token"


def flow(token: str = URL, **others: Any) -> dict[str, Any]:
    granted = {"tokenUrl": token, "scopes": {"read": "Reads.", "write": "Writes."}}
    return {"type": "oauth2", "flows": {"clientCredentials": granted, **others}}


def made(tmp_path: Path, **schemes: Any) -> Made:
    operation = {"operationId": "listThings", "responses": {"200": {"description": "ok"}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.test"}],
        "paths": {"/things": {"get": operation}},
        "components": {"securitySchemes": schemes},
        "security": [{key: []} for key in schemes],
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    return pipeline.tools(source)


@pytest.mark.parametrize("name", ["Host", "content-length", "Transfer-Encoding", "not a token", ""])
def test_keys_in_headers_that_a_client_sets_are_not_covered(tmp_path: Path, name: str) -> None:
    found = made(tmp_path, odd={"type": "apiKey", "in": "header", "name": name}, good=flow())
    assert [a.key for a in found.toolset.upstream.auth] == ["good"]
    assert [d.code for d in found.diagnostics if "odd" in d.message] == ["auth-uncovered"]


@pytest.mark.parametrize(
    ("servers", "sent"),
    [
        (["https://api.test"], ""),
        (["https://api.test/"], ""),
        (["https://api.test", "https://other.test"], ""),
        (["https://other.test/v2/"], "https://other.test/v2"),
        (["/v2"], "/v2"),
        (["https://api.test/v2/"], "/v2"),
        (["v2"], "/v2"),
        (["http://api.test/v2/"], "http://api.test/v2"),
        (["http://[::1", "https://other.test"], "https://other.test"),
        (["ftp://other.test"], ""),
        (["https://u:p@other.test"], ""),
    ],
)
def test_an_operation_goes_to_the_first_server_of_its_own(tmp_path: Path, servers: list[str], sent: str) -> None:
    operation = {"operationId": "listThings", "responses": {}, "servers": [{"url": url} for url in servers]}
    document = {"openapi": "3.1.0", "servers": [{"url": "https://api.test"}], "paths": {"/things": {"get": operation}}}
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    found = pipeline.tools(source)
    assert found.toolset.tools[0].request.url == sent
    odd = any(part in servers[0] for part in ("[", "ftp", "@"))
    told = [d for d in found.diagnostics if d.code == "server-url"]
    assert len(told) == odd
    assert all(d.subject == "GET /things" and d.at is not None for d in told)


def test_client_credentials_are_a_credential_of_two_settings(tmp_path: Path) -> None:
    found = made(tmp_path, machine=flow())
    assert found.toolset.upstream.auth == (
        Auth(
            key="machine",
            type="clientCredentials",
            env=("CLIENT_ID", "CLIENT_SECRET"),
            grant=Grant(token_url=URL, scopes=("read", "write"), scopes_env="SCOPES"),
        ),
    )
    assert found.toolset.upstream.security == (("machine",),)
    assert not {"token-url", "auth-uncovered", "SRV009"} & {d.code for d in found.diagnostics}


def test_settings_are_told_apart_by_the_schemes_key(tmp_path: Path) -> None:
    user = {"authorizationCode": {"tokenUrl": URL, "authorizationUrl": URL, "scopes": {}}}
    bearer = {"type": "http", "scheme": "bearer"}
    alone, both = made(tmp_path, machine=flow(**user)), made(
        tmp_path, machine=flow(**user), bot=flow("/t"), user=bearer
    )
    assert [a.variables for a in alone.toolset.upstream.auth] == [("CLIENT_ID", "CLIENT_SECRET", "TOKEN", "SCOPES")]
    assert [a.variables for a in both.toolset.upstream.auth] == [
        ("MACHINE_CLIENT_ID", "MACHINE_CLIENT_SECRET", "MACHINE_TOKEN", "MACHINE_SCOPES"),
        ("BOT_CLIENT_ID", "BOT_CLIENT_SECRET", "BOT_SCOPES", "BOT_TOKEN_URL"),
        ("USER_TOKEN",),
    ]
    names = [name for auth in both.toolset.upstream.auth for name in auth.variables]
    assert len(names) == len(set(names))


def test_a_token_url_that_is_missing_is_the_operators(tmp_path: Path) -> None:
    found = made(tmp_path, machine=flow("https://{tenant}.test/token"))
    (auth,) = found.toolset.upstream.auth
    assert (auth.grant.token_url, auth.grant.token_url_env) == ("", "TOKEN_URL")
    (said,) = [d for d in found.diagnostics if d.code == "token-url"]
    assert "machine" in said.message
    assert "TOKEN_URL" in said.hint


def test_a_token_url_in_the_clear_is_told(tmp_path: Path) -> None:
    found = made(tmp_path, machine=flow("http://login.test/token"))
    assert ["login.test" in d.message for d in found.diagnostics if d.code == "SRV009"] == [True]
    local = made(tmp_path, machine=flow("http://localhost:8080/token"))
    assert [d for d in local.diagnostics if d.code == "SRV009"] == []


@pytest.mark.parametrize(
    ("declared", "usable"),
    [
        (URL, True),
        ("https://login.test/a/token?tenant=7&x=%20", True),
        ("HTTP://login.test:8080", True),
        ("/oauth/token", True),
        ("oauth/token", True),
        ("//login.test/token", True),
        ("", False),
        ("https://{tenant}.test/token", False),
        ("https://u:p@login.test", False),
        ("https://login.test/#x", False),
        ("https://login.test/a b", False),
        ('https://login.test/?x="', False),
        ("ftp://login.test", False),
        ("javascript:alert(1)", False),
        ("https:", False),
        ("https://[", False),
        ("//[", False),
        ("{token}", False),
    ],
)
def test_where_tokens_can_be_fetched(declared: str, usable: bool) -> None:
    assert token_url(declared) == (declared if usable else "")
