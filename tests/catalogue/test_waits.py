"""An API that is busy is asked again after the time it names, within bounds; what a caller may pass on is the operator's choice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from unittest import mock

import httpx2
import pytest

from mcpgen.model.toolset import Profile
from tests.catalogue.harness import Called, Made, make, openapi

DESCRIPTION = openapi("""
    paths:
      /fees:
        get: {responses: {'200': {description: ok}}}
        post: {requestBody: {content: {application/json: {schema: {type: object, properties: {sum: {type: integer}}}}}}, responses: {'200': {description: ok}}}
    """)


@pytest.fixture(scope="module", params=list(Profile))
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(tmp_path_factory.mktemp("fees"), DESCRIPTION, profile=request.param)


class Busy:
    """An API that answers with a status some times, and then well."""

    def __init__(self, times: int, headers: dict[str, str], status: int = 429) -> None:
        self.times, self.headers, self.status = times, headers, status

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.times -= 1
        if self.times >= 0:
            return httpx2.Response(self.status, headers=self.headers, json={"message": "Busy"})
        return httpx2.Response(200, json={"ok": True})


@pytest.fixture
def slept() -> Iterator[list[float]]:
    """The waits that were made; none takes time."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    with mock.patch("anyio.sleep", sleep):
        yield waits


def call(made: Made, api: Busy, operation: str = "GET /fees", **settings: str) -> Called:
    env = {f"{made.prefix}_{name}": value for name, value in settings.items()}
    return made.call(made.tool_of(operation), env=env, api=api)


@pytest.mark.parametrize("status", [429, 503])
def test_B107_a_read_waits_as_long_as_it_is_told(made: Made, slept: list[float], status: int) -> None:
    called = call(made, Busy(1, {"retry-after": "2"}, status))
    assert called.value == {"ok": True}
    assert (slept, len(called.requests)) == ([2], 2)


def test_B107_a_date_is_a_wait(made: Made, slept: list[float]) -> None:
    at = datetime.now(UTC) + timedelta(seconds=30)
    called = call(made, Busy(1, {"retry-after": format_datetime(at, usegmt=True)}), RETRY_SECONDS="60")
    assert called.value == {"ok": True}
    assert len(slept) == 1
    assert 20 <= slept[0] <= 31


def test_B107_waits_are_bounded(made: Made, slept: list[float]) -> None:
    called = call(made, Busy(1_000, {"retry-after": "1"}))
    assert called.failed
    assert len(called.requests) <= 10
    assert sum(slept) <= 60
    assert "1 second" in called.text


@pytest.mark.parametrize("wait", ["86400", "3600"])
def test_B107_B108_a_long_wait_is_told_and_not_made(made: Made, slept: list[float], wait: str) -> None:
    for operation in ("GET /fees", "POST /fees"):
        called = call(made, Busy(1, {"retry-after": wait}), operation)
        assert (called.failed, slept, len(called.requests)) == (True, [], 1)
        assert wait in called.text


@pytest.mark.parametrize("wait", ["", "soon", "-5", "1.5.2", "Mon, 99 Foo 2025"])
def test_B107_a_wait_that_is_none_is_no_fault(made: Made, slept: list[float], wait: str) -> None:
    called = call(made, Busy(1_000, {"retry-after": wait}))
    assert called.failed
    assert "429" in called.text
    assert sum(slept) <= 60


def test_B107_waiting_can_be_turned_off(made: Made, slept: list[float]) -> None:
    called = call(made, Busy(1, {"retry-after": "1"}), RETRY_SECONDS="0")
    assert (called.failed, slept, len(called.requests)) == (True, [], 1)


def test_B108_a_write_is_not_repeated(made: Made, slept: list[float]) -> None:
    called = call(made, Busy(1, {"retry-after": "1"}), "POST /fees")
    assert (called.failed, slept, len(called.requests)) == (True, [], 1)
