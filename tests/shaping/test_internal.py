"""What is not for a model, and what only looks so."""

from __future__ import annotations

import pytest

from mcpgen.model.schema import Schema
from mcpgen.shaping.internal import internal_operations, internal_reason
from tests.shaping.operations import ONE, TEXT, array, obj, operation


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
        ("GET /.well-known/openid-configuration", "credentials"),
        ("GET /security/csrf_token", "credentials"),
    ],
)
def test_internal(key: str, word: str) -> None:
    assert word in (internal_reason(operation(key)) or "")


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
        "GET /status",
        "GET /users",
    ],
)
def test_business(key: str) -> None:
    assert internal_reason(operation(key, answer=ONE)) is None


@pytest.mark.parametrize(
    ("answer", "internal"),
    [(obj(access_token=TEXT, expires_in=TEXT), True), (obj(id=TEXT, seats=TEXT), False), (array(), False)],
)
def test_a_session_is_internal_when_its_answer_hands_out_a_token(answer: Schema, internal: bool) -> None:
    assert (internal_reason(operation("POST /sessions", answer=answer)) is not None) is internal


def test_what_a_text_says_decides_where_a_path_does_not() -> None:
    assert internal_reason(operation("GET /status", summary="Status of the API server")) is not None
    assert internal_reason(operation("GET /metrics", summary="Metrics for Prometheus")) is not None
    assert internal_reason(operation("GET /docs", answer=TEXT, answer_type="text/html")) is not None


def test_the_main_purpose_of_an_api_is_not_internal() -> None:
    oauth = [operation(f"POST /oauth2/{word}") for word in ("token", "revoke", "introspect")]
    assert internal_operations([*oauth, operation("GET /clients")]) == {}
    many = [operation(f"GET /things{i}") for i in range(10)]
    assert set(internal_operations([*oauth, *many])) == {o.key for o in oauth}


def test_one_health_check_of_two_operations_is_left_out() -> None:
    assert list(internal_operations([operation("GET /health"), operation("GET /books")])) == ["GET /health"]
