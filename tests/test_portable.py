"""The check of portability finds what it is for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.portable import complaints

SOUND: dict[str, Any] = {
    "name": "get_book",
    "description": "Gets a book.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "book_id": {"type": "string", "pattern": "^[0-9]+$"},
            "tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
            "price": {"type": "object", "properties": {"amount": {"type": "number"}}},
        },
        "required": ["book_id"],
        "additionalProperties": False,
    },
}


def test_a_sound_tool_passes() -> None:
    assert complaints([SOUND]) == []


def test_a_tool_without_inputs_passes() -> None:
    assert complaints([{**SOUND, "inputSchema": {"type": "object", "additionalProperties": False}}]) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {}},
        {"type": "object"},
        {"type": "array"},
        {"type": ["string", "null"]},
        {"anyOf": [{"type": "string"}]},
        {"type": "string", "oneOf": []},
        {"$ref": "#/$defs/x"},
        {"type": "string", "pattern": "(?!x)"},
        {"type": "string", "pattern": "(?<=x)y"},
        {"type": "string", "pattern": r"\p{L}"},
        {"type": "string", "pattern": "("},
        {"type": "integer", "enum": [1]},
        {"type": "string", "enum": ["a", None]},
        {"type": "integer", "minimum": "1"},
        {"type": "object", "properties": {"a-b": {"type": "string"}}},
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]},
        {"type": "array", "items": {"type": "object"}},
        {},
    ],
)
def test_finds(schema: dict[str, Any]) -> None:
    tool = {**SOUND, "inputSchema": {"type": "object", "properties": {"x": schema}, "additionalProperties": False}}
    assert complaints([tool])


@pytest.mark.parametrize(
    "change",
    [
        {"name": "get book"},
        {"name": "x" * 65},
        {"description": ""},
        {"inputSchema": {"type": "string"}},
        {"inputSchema": {"type": "object"}},
        {"inputSchema": {"type": "object", "additionalProperties": False, "anyOf": []}},
        {"outputSchema": {"type": "array"}},
    ],
)
def test_finds_in_a_tool(change: dict[str, Any]) -> None:
    assert complaints([{**SOUND, **change}])


def test_finds_doubles() -> None:
    assert complaints([SOUND, SOUND]) == ["two tools are called get_book"]
