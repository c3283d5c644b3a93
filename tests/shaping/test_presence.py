"""What has to be given together is said where it is given, and nothing is asked for that the API does without."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.binding import Alternatives
from mcpgen.model.toolset import Tool

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "integer"}


def object_of(*required: str, closed: bool = False, **properties: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"type": "object", "required": list(required), "properties": properties}
    return made | ({"additionalProperties": False} if closed else {})


def tool(tmp_path: Path, body: Any, *, id: str = "searchNotes", method: str = "post") -> Tool:
    operation = {
        "operationId": id,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"204": {"description": "done"}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Notes", "version": "1"},
        "servers": [{"url": "https://notes.example.test"}],
        "paths": {"/notes": {method: operation}},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    [made] = pipeline.tools(source).toolset.tools
    return made


def said(made: Tool, argument: str) -> str:
    return str(made.input_schema["properties"][argument]["description"])


A, B = object_of("a", a=TEXT, note=TEXT), object_of("b", b=TEXT, note=TEXT)
PAIR = object_of("b", "c", b=TEXT, c=TEXT)
CLOSED_A, CLOSED_B = object_of("a", closed=True, a=TEXT), object_of("b", closed=True, b=TEXT)


@pytest.mark.parametrize(
    ("choice", "rule", "text"),
    [
        ({"oneOf": [A, B]}, ((("a",), ("b",)), True), "Give exactly one of a or b."),
        ({"anyOf": [A, B]}, ((("a",), ("b",)), False), "Give at least one of a or b."),
        ({"oneOf": [A, PAIR]}, ((("a",), ("b", "c")), True), "Give exactly one of a or b with c."),
        ({"oneOf": [CLOSED_A, CLOSED_B]}, ((("a",), ("b",)), True), "Give exactly one of a or b."),
        ({"oneOf": [CLOSED_A, B]}, ((("a",), ("b",)), False), "Give at least one of a or b."),
        ({"oneOf": [A, object_of("b", a=NUMBER, b=TEXT)]}, ((("a",), ("b",)), False), "Give at least one of a or b."),
    ],
)
def test_what_the_branches_of_one_tool_ask_for_is_said(tmp_path: Path, choice: Any, rule: Any, text: str) -> None:
    made = tool(tmp_path, choice)
    assert made.request.alternatives == (Alternatives(sets=rule[0], exclusive=rule[1]),)
    assert text in made.description


@pytest.mark.parametrize(
    "choice",
    [
        {"anyOf": [A, object_of(b=TEXT)]},
        {"oneOf": [object_of("a", a=TEXT), object_of("a", "b", a=TEXT, b=TEXT)]},
    ],
)
def test_nothing_is_asked_for_where_a_branch_does_without(tmp_path: Path, choice: Any) -> None:
    assert tool(tmp_path, choice).request.alternatives == ()


def test_an_object_that_is_opened_is_given_by_what_it_requires(tmp_path: Path) -> None:
    made = tool(tmp_path, {"oneOf": [object_of("a", a=object_of("x", x=TEXT, y=TEXT)), object_of("b", b=TEXT)]})
    assert "Give exactly one of a_x or b." in made.description
    assert "a_y needs a_x." in made.description


def test_what_a_value_of_the_discriminator_needs_is_said_of_it(tmp_path: Path) -> None:
    def kind(value: str, *required: str, **properties: Any) -> dict[str, Any]:
        return object_of("kind", *required, kind={"const": value}, **properties)

    memo = kind("memo", "text", text=TEXT, tone=TEXT, author=TEXT)
    letter = kind("letter", "text", "address", text=TEXT, address=TEXT, author=TEXT)
    made = tool(tmp_path, {"oneOf": [memo, letter, kind("blank", author=TEXT)]})
    assert made.request.alternatives == ()
    assert said(made, "text") == "Needed for memo, letter."
    assert said(made, "address") == "Needed for letter."
    assert said(made, "tone") == "For memo."
    assert "memo" not in said(made, "author")


@pytest.mark.parametrize(
    ("keyword", "count"),
    [("oneOf", "exactly"), ("anyOf", "at least")],
)
def test_an_object_says_what_it_asks_for(tmp_path: Path, keyword: str, count: str) -> None:
    many = {f"p{k}": TEXT for k in range(30)}
    rules = {keyword: [{"required": ["p1"]}, {"required": ["p2", "p3"]}], "dependentRequired": {"p4": ["p5"]}}
    made = tool(tmp_path, object_of("part", part={**object_of(**many), **rules}), id="createNote")
    assert f"Give {count} one of p1 or p2 with p3. p4 needs p5." in said(made, "part")


def test_items_of_a_list_say_it_of_each(tmp_path: Path) -> None:
    made = tool(tmp_path, object_of("parts", parts={"type": "array", "items": {"oneOf": [A, B]}}), id="createNote")
    assert "For each, give exactly one of a or b." in said(made, "parts")
