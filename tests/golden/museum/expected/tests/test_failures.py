"""What becomes of each failure of the API, by the table of the standard."""

import importlib
from typing import Any

import httpx2
import pytest
from contract import (
    CALLED,
    CASES,
    FIRST,
    PACKAGE,
    Answer,
    Upstream,
    answering,
    by_name,
    connect,
    needs_a_call,
    outcome,
)

# What becomes of each failure: a JSON-RPC code, or None for a result with isError.
FAILURES: dict[str, dict[int | str, int | None]] = {
    "connected-apps": {
        400: None,
        401: -32502,
        403: -32302,
        404: None,
        408: -32500,
        409: None,
        410: None,
        422: None,
        429: -32300,
        500: -32502,
        502: -32502,
        503: -32502,
        504: -32500,
        507: -32501,
        "timeout": -32500,
        "refused": -32502,
        "malformed": -32400,
        "fault": -32400,
        "memory": -32402,
    }
}
FAILURES["mcp"] = dict.fromkeys(FAILURES["connected-apps"])

CODES = {
    "USER_RATE_LIMITED": -32300,
    "MISSING_REQUIRED_INFORMATION": -32301,
    "USER_PERMISSION_DENIED": -32302,
    "RUNTIME_ERROR": -32400,
    "OUT_OF_MEMORY": -32402,
    "DEADLINE_EXCEEDED": -32500,
    "RESOURCE_EXHAUSTED": -32501,
    "SERVICE_UNAVAILABLE": -32502,
}


def failing(kind: int | str) -> Answer:
    """An API that fails in one way, with a secret in what it says."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        match kind:
            case int():
                said = {"message": "it is <b>so</b>", "trace": "hidden"}
                return httpx2.Response(kind, json=said, headers={"retry-after": "7"})
            case "timeout":
                raise httpx2.ReadTimeout("hidden")
            case "refused":
                raise httpx2.ConnectError("hidden")
            case "memory":
                raise MemoryError
            case "fault":
                raise RuntimeError("hidden")
        headers = {"content-type": "application/json"}
        return httpx2.Response(200, content=b'{"hidden":', headers=headers)

    return answer


@needs_a_call
@pytest.mark.anyio
@pytest.mark.parametrize("kind", FAILURES["mcp"])
async def test_maps_each_failure(kind: int | str) -> None:
    async with connect(Upstream(failing(kind))) as client:
        code, text = await outcome(client, FIRST["name"], FIRST["calls"][0]["arguments"])
    assert code == FAILURES[CASES["profile"]][kind], text
    assert "hidden" not in text
    assert len(text) < 600
    if isinstance(kind, int):
        assert text.startswith(f"The API answered {kind}: it is so. ")


def test_the_codes_are_those_of_the_standard() -> None:
    errors = importlib.import_module(f"{PACKAGE}.runtime.errors")
    assert {name: getattr(errors, name) for name in CODES} == CODES


@pytest.mark.anyio
@pytest.mark.parametrize("tool", [t for t in CALLED if t.get("not_found")], ids=by_name)
async def test_says_what_to_do_when_nothing_is_found(tool: dict[str, Any]) -> None:
    async with connect(Upstream(failing(404))) as client:
        code, text = await outcome(client, tool["name"], tool["calls"][0]["arguments"])
    assert code is None
    assert text == f"The API answered 404: it is so. {tool['not_found']}"


@needs_a_call
@pytest.mark.anyio
async def test_limits_the_calls_of_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = importlib.import_module(f"{PACKAGE}.settings").FACTS
    monkeypatch.setenv(f"{facts.prefix}_CALLS_PER_MINUTE", "1")
    call = FIRST["calls"][0]
    upstream = Upstream(answering(call["answer"]))
    async with connect(upstream) as client:
        await client.call_tool(FIRST["name"], call["arguments"])
        code, text = await outcome(client, FIRST["name"], call["arguments"])
    assert code == FAILURES[CASES["profile"]][429], text
    assert len(upstream.requests) == 1
