"""Which headers of an answer a tool tells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from tests.catalogue.harness import make, openapi


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        (
            ["ETag", "Last-Modified", "Location", "X-Total-Count"],
            ["ETag", "Last-Modified", "Location", "X-Total-Count"],
        ),
        (["etag", "ETag"], ["ETag"]),
        (["X-RateLimit-Limit", "RateLimit-Reset", "x-rate-limit-remaining", "Retry-After"], []),
        (["X-Request-Id", "x-correlation-id", "traceparent", "Date", "Server", "Vary", "Cache-Control"], []),
        (["Set-Cookie", "X-Auth-Token", "X-Secret", "WWW-Authenticate", "Content-Type", "Link"], []),
        (["X Evil", "X\r\nEvil", "", "É"], []),
        ([f"X-{n}" for n in range(20)], [f"X-{n}" for n in range(8)]),
    ],
)
def test_headers_that_say_something_are_told(tmp_path: Path, declared: list[str], told: list[str]) -> None:
    response: dict[str, Any] = {"description": "ok", "headers": {name: {} for name in declared}}
    operation = {"operationId": "getThing", "responses": {"200": response}}
    source = tmp_path / "api.json"
    source.write_text(json.dumps({"openapi": "3.1.0", "paths": {"/thing": {"get": operation}}}))
    (tool,) = pipeline.tools(source).toolset.tools
    assert list(tool.result.headers) == told


def test_a_tag_of_a_version_reaches_the_model(tmp_path: Path) -> None:
    content = "content: {application/json: {schema: {type: object}}}"
    body = f"{{description: ok, headers: {{ETag: {{schema: {{type: string}}}}}}, {content}}}"
    made = make(tmp_path, openapi(f"paths: {{/a: {{get: {{operationId: getA, responses: {{'200': {body}}}}}}}}}"))
    called = made.call("get_a", json={"a": 1}, headers={"etag": '"v7"', "x-other": "x"})
    assert [block.text for block in called.content][1:] == ['ETag: "v7".']
