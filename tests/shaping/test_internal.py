"""What is not for a model, and what only looks so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mcpgen import pipeline
from mcpgen.model.api import Parameter
from mcpgen.model.schema import Schema
from mcpgen.shaping.internal import internal_kind, internal_operations
from mcpgen.shaping.options import Options
from tests.shaping.operations import ONE, ORIGIN, TEXT, array, obj, operation

NAMED = {"/health": "getHealth", "/version": "getVersion", "/books": "listBooks", "/shelves": "listShelves"}


@pytest.mark.parametrize(
    ("key", "word"),
    [
        ("GET /health", "alive"),
        ("GET /api/v1/healthz", "alive"),
        ("GET /health/ready", "alive"),
        ("GET /_ping", "alive"),
        ("HEAD /ping", "alive"),
        ("GET /monitor/health", "alive"),
        ("GET /version", "version"),
        ("GET /openapi.json", "description"),
        ("GET /swagger-ui.html", "description"),
        ("GET /v3/api-docs", "description"),
        ("GET /debug/pprof", "debugging"),
        ("GET /favicon.ico", "web site"),
        ("GET /actuator/env", "metrics"),
        ("POST /login", "credentials"),
        ("GET /user/logout", "credentials"),
        ("POST /auth/login", "credentials"),
        ("POST /oauth/token", "credentials"),
        ("POST /auth/refresh", "credentials"),
        ("GET /oauth2/authorize", "credentials"),
        ("GET /.well-known/openid-configuration", "trust"),
        ("GET /security/csrf_token", "credentials"),
        ("GET /oauth.access", "credentials"),
        ("GET /oauth.v2.access", "credentials"),
        ("POST /oauth.token", "credentials"),
        ("POST /{tenant}/oauth2/v2.0/token", "credentials"),
    ],
)
def test_internal(key: str, word: str) -> None:
    assert word in (internal_kind(operation(key)) or "")


@pytest.mark.parametrize(
    "key",
    [
        "GET /patients/{id}/health",
        "GET /health/records",
        "POST /health",
        "GET /admin/users",
        "GET /debug/sessions/{id}",
        "GET /documents",
        "GET /docs",
        "GET /books/{id}/version",
        "GET /apps/{id}/versions",
        "POST /tokens",
        "GET /design/tokens",
        "DELETE /tokens/{id}",
        "GET /orders/{id}/status",
        "GET /metrics",
        "GET /campaigns/metrics",
        "POST /users/{id}/login",
        "POST /sessions",
        "GET /auth/keys",
        "GET /oauth2/keys",
        "GET /status",
        "GET /users",
        "POST /token",
        "DELETE /oauth2/token",
        "GET /oauth/access/{id}",
    ],
)
def test_business(key: str) -> None:
    assert internal_kind(operation(key, answer=ONE)) is None


@pytest.mark.parametrize(
    ("answer", "internal"),
    [(obj(access_token=TEXT, expires_in=TEXT), True), (obj(id=TEXT, seats=TEXT), False), (array(), False)],
)
def test_a_session_is_internal_when_its_answer_hands_out_a_token(answer: Schema, internal: bool) -> None:
    assert (internal_kind(operation("POST /sessions", answer=answer)) is not None) is internal


def test_the_exchange_of_a_code_for_a_token_is_internal() -> None:
    text = "Exchanges a temporary OAuth code for an access token."
    assert internal_kind(operation("GET /apps.connect", description=text)) is not None
    assert internal_kind(operation("POST /rates", description="Exchanges a code of a currency for a token.")) is None
    grant = Parameter(name="grant_type", place="query", schema=TEXT, origin=ORIGIN)
    assert internal_kind(replace(operation("POST /token"), parameters=(grant,))) is not None


@pytest.mark.parametrize("resource", ["{realm}/users", "identities", "oauth2/clients"])
def test_an_identity_provider_keeps_its_business(resource: str) -> None:
    keys = ["POST /oauth2/token", "POST /oauth2/revoke", *(f"GET /{resource}/part{i}" for i in range(6))]
    assert internal_operations([operation(key) for key in (*keys, *(f"GET /things{i}" for i in range(4)))]) == {}


def test_what_a_text_says_decides_where_a_path_does_not() -> None:
    assert internal_kind(operation("GET /status", summary="Status of the API server")) is not None
    assert internal_kind(operation("GET /metrics", summary="Metrics for Prometheus")) is not None
    assert internal_kind(operation("GET /docs", answer=TEXT, answer_type="text/html")) is not None


def test_the_main_purpose_of_an_api_is_not_internal() -> None:
    oauth = [operation(f"POST /oauth2/{word}") for word in ("token", "revoke", "introspect")]
    assert internal_operations([*oauth, operation("GET /clients")]) == {}
    many = [operation(f"GET /things{i}") for i in range(10)]
    assert set(internal_operations([*oauth, *many])) == {o.key for o in oauth}


def test_one_health_check_of_two_operations_is_left_out() -> None:
    assert list(internal_operations([operation("GET /health"), operation("GET /books")])) == ["GET /health"]


def test_what_was_left_out_is_asked_back(tmp_path: Path) -> None:
    answer = {"200": {"description": "OK"}}
    paths = {path: {"get": {"operationId": name, "responses": answer}} for path, name in NAMED.items()}
    file = tmp_path / "api.json"
    file.write_text(json.dumps({"openapi": "3.1.0", "info": {"title": "Books", "version": "1"}, "paths": paths}))
    made = pipeline.tools(file)
    assert [left.operation for left in made.left_out] == ["GET /health", "GET /version"]
    assert all("--include" in left.reason for left in made.left_out)
    for pattern in ("getHealth", "GET /health", "* /hea*"):
        again = pipeline.tools(file, Options(include=(pattern,)))
        assert [left.operation for left in again.left_out] == ["GET /version"]
    missed = pipeline.tools(file, Options(include=("getWealth",)))
    assert [d.code for d in missed.diagnostics if "--include" in d.message] == ["option-unmatched"]


def test_checks_that_are_things_of_the_api_stay() -> None:
    checks = operation("GET /health-checks", answer=array(ONE))
    assert not internal_operations([checks, operation("GET /health-checks/{id}"), operation("GET /users")])
    assert not internal_operations([operation("GET /health", answer=array(ONE)), operation("GET /users")])
    assert internal_operations([operation("GET /health", answer=ONE), operation("GET /users")])
