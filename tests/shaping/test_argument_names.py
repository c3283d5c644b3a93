"""Names of arguments stay within what clients take, wherever they come from (NAM002, PAR013)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline

LONG = "thresholdOfTheMeasurementThatTheStationTakesInTheMorningBeforeItRains"
STRING = {"type": "string"}


def arguments(folder: Path, operation: dict[str, Any], schemas: dict[str, Any] | None = None) -> list[str]:
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Weather", "version": "1"},
        "servers": [{"url": "https://api.test"}],
        "paths": {"/stations": {"post": {"operationId": "createStation", "responses": {}, **operation}}},
        "components": {"schemas": schemas or {}},
    }
    source = folder / "api.json"
    source.write_text(json.dumps(document))
    [tool] = pipeline.tools(source).toolset.tools
    return list(tool.input_schema["properties"])


def body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


DEEP = {"type": "object", "properties": {LONG: STRING, "id": STRING}}
OPERATIONS: dict[str, dict[str, Any]] = {
    "one name in two places": {
        "parameters": [{"name": LONG, "in": place, "schema": STRING} for place in ("query", "header", "cookie")]
    },
    "names that read the same": {
        "parameters": [{"name": name, "in": "query", "schema": STRING} for name in (f"{LONG}[a]", f"{LONG}_a")]
    },
    "an object on the URL": {
        "parameters": [{"name": LONG, "in": "query", "style": "deepObject", "explode": True, "schema": DEEP}]
    },
    "a nested body": body({"type": "object", "properties": {LONG: DEEP, "other": DEEP}}),
    "a list that is the body": body({"type": "array", "items": {"$ref": f"#/components/schemas/{LONG}"}}),
}


@pytest.mark.parametrize("case", OPERATIONS)
def test_no_name_is_longer_than_64_characters(tmp_path: Path, case: str) -> None:
    found = arguments(tmp_path, OPERATIONS[case], {LONG: DEEP})
    assert found
    assert len(set(found)) == len(found)
    assert max(map(len, found)) <= 64
