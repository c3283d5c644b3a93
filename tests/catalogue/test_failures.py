"""Failures: of the API, the way to it and its limits are told so that a model can go on, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from tests.catalogue.harness import Called, Made, openapi

DESCRIPTION = openapi("""
    paths:
      /ships/{shipId}:
        parameters: [{name: shipId, in: path, required: true, schema: {type: string}}]
        get: {responses: {'200': {description: ok}}}
        put: {requestBody: {content: {application/json: {schema: {type: object, properties: {flag: {type: string}}}}}}, responses: {'200': {description: ok}}}
      /fees:
        get: {responses: {'200': {description: ok}}}
        post: {requestBody: {content: {application/json: {schema: {type: object, properties: {sum: {type: integer}}}}}}, responses: {'200': {description: ok}}}
        patch: {requestBody: {content: {application/json: {schema: {type: object, properties: {sum: {type: integer}}}}}}, responses: {'200': {description: ok}}}
    security: [{key: []}]
    components: {securitySchemes: {key: {type: apiKey, in: query, name: key}}}
    """)
SECRET = "q7-very-secret"


def call(
    made: Made, operation: str, api: Callable[[httpx2.Request], httpx2.Response] | None = None, **answer: Any
) -> Called:
    name = made.tool_of(operation)
    given = dict.fromkeys(made.required(name), "s7")
    return made.call(name, given, env=made.credentials(key=(SECRET,)), api=api, **answer)


STATUSES = {
    400: "argument", 401: "operator", 403: "may not", 404: "id", 409: "state", 410: "gone", 418: "again", 422: "argument",
    429: "later", 500: "later", 502: "later", 503: "later", 504: "later",
}  # fmt: skip


@pytest.mark.parametrize("status", STATUSES)
def test_B100_B101_a_refusal_is_a_failure_that_says_what_to_do(made: Made, status: int) -> None:
    called = call(made, "GET /ships/{shipId}", status_code=status, json={"error": {"message": "Mast too high"}})
    assert called.failed
    assert str(status) in called.text
    assert STATUSES[status] in called.text.lower()
    assert len(called.text) < 500
    assert "Mast too high" in called.text


def test_B100_credentials_are_the_operators(made: Made) -> None:
    called = call(made, "GET /fees", status_code=401, json={"error": "invalid_token"})
    assert "no argument" in called.text
    assert SECRET not in called.text


MESSAGES: dict[str, dict[str, Any]] = {
    "plain text": {"json": None, "content": b"Berth is taken", "headers": {"content-type": "text/plain"}},
    "problem": {
        "json": {"title": "Conflict", "detail": "Berth is taken"},
        "headers": {"content-type": "application/problem+json"},
    },
    "list": {"json": {"errors": [{"field": "berth", "message": "Berth is taken"}]}},
    "text in a key": {"json": {"error": "Berth is taken"}},
    "nested": {"json": {"error": {"details": [{"description": "Berth is taken"}]}}},
    "bare text": {"json": "Berth is taken"},
}


@pytest.mark.parametrize("form", MESSAGES)
def test_B101_the_message_of_the_api_is_told(made: Made, form: str) -> None:
    assert "Berth is taken" in call(made, "GET /fees", status_code=409, **MESSAGES[form]).text


@pytest.mark.parametrize(
    "content", [b"", b"<html><body>Bad gateway</body></html>", b"\xff\xfe\x00", b"{", b"[" * 100_000]
)
def test_B101_a_failure_always_says_something(made: Made, content: bytes) -> None:
    for status in (400, 500):
        called = call(made, "GET /fees", status_code=status, json=None, content=content)
        assert called.failed
        assert str(status) in called.text
        assert "<" not in called.text
        assert len(called.text) < 500


BROKEN: dict[str, Exception] = {
    "name": httpx2.ConnectError("[Errno -2] Name or service not known"),
    "refused": httpx2.ConnectError("[Errno 111] Connection refused"),
    "tls": httpx2.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed"),
    "connect timeout": httpx2.ConnectTimeout("late"),
    "read timeout": httpx2.ReadTimeout("late"),
    "pool": httpx2.PoolTimeout("late"),
    "broken": httpx2.RemoteProtocolError("peer closed connection"),
    "read": httpx2.ReadError("reset"),
    "unpacking": httpx2.DecodingError("not gzip"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_B104_a_broken_way_is_told_in_a_line(made: Made, kind: str) -> None:
    def fail(request: httpx2.Request) -> httpx2.Response:
        BROKEN[kind].args = (f"{BROKEN[kind].args[0].split(' for ')[0]} for {request.url}",)
        raise BROKEN[kind]

    called = call(made, "GET /fees", api=fail)
    assert called.failed
    assert 20 < len(called.text) < 300
    assert "\n" not in called.text
    assert SECRET not in called.text
    assert "api.harbour.test" not in called.text
    assert "Traceback" not in called.text


def moved(status: int, location: str) -> Callable[[httpx2.Request], httpx2.Response]:
    """An API that sends what comes to /v1/fees elsewhere."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.path == "/v1/fees":
            return httpx2.Response(status, headers={"location": location})
        return httpx2.Response(200, json={"at": request.url.path})

    return answer


@pytest.mark.parametrize("status", [307, 308])
@pytest.mark.parametrize("location", ["https://api.harbour.test/v1/fees/", "/v1/fees/", "fees/"])
def test_B105_a_moved_place_gets_the_same_request(made: Made, status: int, location: str) -> None:
    name = made.tool_of("POST /fees")
    called = made.call(name, {"sum": 5}, env=made.credentials(key=("k",)), api=moved(status, location))
    assert called.value == {"at": "/v1/fees/"}
    assert [(each.method, each.path) for each in called.requests] == [("POST", "/v1/fees"), ("POST", "/v1/fees/")]
    assert called.requests[1].body == {"sum": 5}
    assert called.requests[1].headers["content-type"] == "application/json"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(
    "location", ["https://elsewhere.test/fees", "//elsewhere.test/", "http://api.harbour.test:8080/fees"]
)
def test_B105_another_host_gets_nothing(made: Made, status: int, location: str) -> None:
    called = call(made, "GET /fees", api=moved(status, location))
    assert (called.failed, len(called.requests)) == (True, 1)
    assert "elsewhere.test" in called.text or "8080" in called.text
    assert SECRET not in called.text


def test_B105_a_loop_ends(made: Made) -> None:
    called = call(made, "GET /fees", api=lambda request: httpx2.Response(307, headers={"location": str(request.url)}))
    assert called.failed
    assert len(called.requests) <= 20


REFUSALS = [
    (500, {}),
    (502, {}),
    (504, {}),
    (408, {}),
    (429, {"retry-after": "86400"}),
    (503, {"retry-after": "86400"}),
]


@pytest.mark.parametrize("operation", ["POST /fees", "PATCH /fees"])
@pytest.mark.parametrize(("status", "headers"), REFUSALS)
def test_B108_what_changes_something_is_sent_once(
    made: Made, operation: str, status: int, headers: dict[str, str]
) -> None:
    called = call(made, operation, status_code=status, headers=headers)
    assert (called.failed, len(called.requests)) == (True, 1)


@pytest.mark.parametrize("operation", ["POST /fees", "PATCH /fees"])
def test_B108_what_may_have_been_done_is_not_done_again(made: Made, operation: str) -> None:
    def late(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ReadTimeout("late")

    called = call(made, operation, api=late)
    assert (called.failed, len(called.requests)) == (True, 1)
    assert "may have been done" in called.text


def timeouts(made: Made, **environment: str) -> float:
    seen: list[float] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(request.extensions["timeout"]["read"])
        return httpx2.Response(200, json={})

    env = {f"{made.prefix}_{name}": value for name, value in environment.items()}
    made.call(made.tool_of("GET /fees"), env={**env, **made.credentials(key=("k",))}, api=answer)
    return seen[0]


def test_B109_the_timeout_is_a_setting(made: Made) -> None:
    assert 5 <= timeouts(made) <= 120
    assert timeouts(made, TIMEOUT="250") == 250
    assert timeouts(made, TIMEOUT="0.5") == 0.5


def test_B109_a_server_lives_on_after_a_timeout(made: Made) -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.method == "GET":
            raise httpx2.ReadTimeout("late")
        return httpx2.Response(200, json={"ok": True})

    calls: list[tuple[str, dict[str, Any]]] = [
        (made.tool_of("GET /fees"), {}),
        (made.tool_of("POST /fees"), {"sum": 1}),
    ]
    _, [first, second] = made.talk(calls, env=made.credentials(key=("k",)), api=answer)
    assert first.failed
    assert "seconds" in first.text
    assert second.value == {"ok": True}
