"""The judge judges: each excuse is needed and excuses nothing else, and faults of every kind are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.coverage.original import Original
from tests.wire.excuses import Excuse, excuses
from tests.wire.judging import Judge, Verdict
from tests.wire.loopback import Captured

HOST = "api.example.test"


def captured(request: dict[str, Any], method: str) -> Captured:
    media = {"content-type": request["media_type"]} if "media_type" in request else {}
    headers = {"host": HOST, **media, **request.get("headers", {})}
    return Captured(
        method=method,
        scheme="https",
        target=request["target"],
        host=HOST,
        headers=tuple(headers.items()),
        body=request.get("body", "").encode(),
    )


def verdict(document: dict[str, Any], request: dict[str, Any], known: tuple[Excuse, ...] | None = None) -> Verdict:
    """The verdict on a request; its operation is the only one of `/x` unless it says so."""
    file = Path("x.json")
    whole = {"openapi": "3.0.3", "info": {"title": "X", "version": "1"}, "servers": [{"url": f"https://{HOST}"}]}
    judge = Judge(Original(file, files={file: {**whole, **document}}), known)
    operation = request.get("operation") or f"{next(iter(document['paths']['/x'])).upper()} /x"
    return judge.verdict(operation, captured(request, operation.partition(" ")[0]))


@pytest.mark.parametrize("excuse", excuses(), ids=lambda e: e.name)
def test_an_excuse_is_needed_and_excuses_nothing_else(excuse: Excuse) -> None:
    document = {**excuse.document, "openapi": excuse.version}
    for request in excuse.right:
        assert verdict(document, request, known=()).faults, f"openapi-core accepts {request}"
        found = verdict(document, request)
        assert excuse.name in (found.decoder, found.excuse), found
    for request in excuse.wrong:
        assert verdict(document, request).faults, request
        assert not verdict(document, request).excuse
    assert excuse.wrong
    assert len(excuse.reason) > 40


SPREAD: dict[str, Any] = {
    "type": "object",
    "required": ["low"],
    "properties": {"low": {"type": "integer"}, "high": {"type": "integer"}},
}


@pytest.mark.parametrize(
    "schema",
    [
        SPREAD,
        {"$ref": "#/components/schemas/Range"},
        {
            "allOf": [
                {"$ref": "#/components/schemas/Range"},
                {"type": "object", "properties": {"step": {"type": "integer"}}},
            ]
        },
        {"anyOf": [{"$ref": "#/components/schemas/Range"}, {"type": "string"}]},
    ],
)
def test_a_pair_that_no_property_is_called_like_is_not_declared(schema: dict[str, Any]) -> None:
    listed = [{"name": "range", "in": "query", "schema": schema}, {"name": "plain", "in": "query", "schema": {}}]
    document = {
        "paths": {"/x": {"get": {"parameters": listed}}},
        "components": {"schemas": {"Range": SPREAD}},
    }
    assert not verdict(document, {"target": "/x?low=1&high=2"}).faults
    for pair in ("color=red", "plain[a]=1"):
        faults = verdict(document, {"target": f"/x?low=1&{pair}"}).faults
        assert any("is not declared" in fault for fault in faults), faults


def test_what_openapi_core_can_read_is_read_by_it() -> None:
    """Beside an object that it cannot read; its integers have no point."""
    listed = [
        {"name": "range", "in": "query", "schema": SPREAD},
        {"name": "size", "in": "query", "schema": {"type": "integer"}},
        {"name": "sizes", "in": "query", "schema": {"type": "array", "items": {"type": "integer"}}},
    ]
    document = {"paths": {"/x": {"get": {"parameters": listed}}}}
    assert verdict(document, {"target": "/x?low=1&size=1&sizes=1&sizes=2"}).decoder == "query-form"
    assert verdict(document, {"target": "/x?low=one"}).faults
    assert verdict(document, {"target": "/x?low=1&size=1.0"}).faults
    assert verdict(document, {"target": "/x?low=1&sizes=1&sizes=2.0"}).faults
