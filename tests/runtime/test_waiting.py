"""What the API asks to wait is waited for where that is short, and told where it is long."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from bookshop_mcp.runtime import api
from bookshop_mcp.runtime.waiting import MOST_TRIES, said_wait, wait_of

from tests.runtime.loopback import answer, call, serving

pytestmark = pytest.mark.anyio
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def date(seconds: float) -> str:
    return format_datetime(NOW + timedelta(seconds=seconds), usegmt=True)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "30"}, 30),
        ({"retry-after": "0"}, 0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": date(90), "date": date(0)}, 90),
        ({"retry-after": date(-90), "date": date(0)}, 0),
        ({"retry-after": date(-90)}, 0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "9" * 40}, None),
        ({"retry-after": "٣"}, None),
        ({"x-ratelimit-reset": "１"}, None),
        ({"retry-after": ""}, None),
        ({"x-ratelimit-reset": "12"}, 12),
        ({"x-ratelimit-reset": "1000000001"}, 0),
        ({"ratelimit-reset": "7", "retry-after": "3"}, 3),
        ({}, None),
    ],
)
async def test_understands_seconds_and_dates(headers: dict[str, str], seconds: float | None) -> None:
    assert wait_of(headers) == seconds


async def test_says_whole_seconds() -> None:
    assert said_wait(1.2) == "Wait 2 seconds, then try again."
    assert said_wait(0.0) == "Try again."
    assert said_wait(None) == ""


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that calls made, which take no time here."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(api.anyio, "sleep", sleep)
    return pauses


def busy(status: int, wait: str) -> bytes:
    return answer(b"{}", status=f"{status} Busy", Retry_After=wait)


@pytest.mark.parametrize("status", [429, 503])
async def test_a_read_waits_for_a_short_while(slept: list[float], status: int) -> None:
    async with serving(busy(status, "2"), answer(b'{"a": 1}')) as upstream:
        outcome = await call(upstream.url)
    assert json.loads(outcome.text) == {"a": 1}
    assert (slept, len(upstream.arrived)) == ([2.0], 2)


async def test_waits_are_bounded_in_number_and_time(slept: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    for wait, pauses in (("2", [2.0, 2.0]), ("3", [3.0]), ("6", []), ("86400", []), ("0", [0.0, 0.0])):
        slept.clear()
        async with serving(busy(429, wait)) as upstream:
            outcome = await call(upstream.url)
        assert (outcome.code, slept, len(upstream.arrived)) == (-32300, pauses, len(pauses) + 1)
        assert outcome.text == f"The API answered 429. {said_wait(float(wait))}"
        assert len(upstream.arrived) <= MOST_TRIES
    monkeypatch.setenv("BOOKSHOP_RETRY_SECONDS", "0")
    slept.clear()
    async with serving(busy(429, "1")) as upstream:
        await call(upstream.url)
    assert (slept, len(upstream.arrived)) == ([], 1)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_a_write_is_never_sent_again(slept: list[float], method: str) -> None:
    async with serving(busy(503, "1"), answer(b"{}")) as upstream:
        outcome = await call(upstream.url, method)
    assert (slept, len(upstream.arrived)) == ([], 1)
    assert outcome.text == "The API answered 503. Wait 1 seconds, then try again."


async def test_without_a_wait_nothing_is_sent_again(slept: list[float]) -> None:
    async with serving(answer(b"{}", status="503 Busy"), answer(b"{}")) as upstream:
        outcome = await call(upstream.url)
    assert (slept, len(upstream.arrived), outcome.text) == ([], 1, "The API answered 503. Try again later.")
