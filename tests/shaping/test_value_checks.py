"""What values are held against before they are sent: bounds and formats that the listing does not say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.emit.arguments import Rules
from mcpgen.emit.data import place_checks
from mcpgen.emit.evaluate import evaluate
from mcpgen.model.toolset import Tool


def tool_of(
    folder: Path, *parameters: dict[str, Any], body: dict[str, Any] | None = None, **schemas: dict[str, Any]
) -> Tool:
    """The tool of an operation with these parameters and form; `schemas` are those of the document by name."""
    operation: dict[str, Any] = {"parameters": list(parameters), "responses": {"204": {"description": "Done"}}}
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/x-www-form-urlencoded": body}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Club", "version": "1"},
        "servers": [{"url": "https://club.example"}],
        "paths": {"/members": {"post": operation}},
        "components": {"schemas": schemas},
    }
    file = folder / "api.json"
    file.write_text(json.dumps(document))
    [tool] = pipeline.tools(file).toolset.tools
    return tool


def query(name: str, schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": schema, **more}


@pytest.mark.parametrize(
    ("schema", "bounds"),
    [
        ({"type": "integer", "format": "int32"}, (-(2**31), 2**31 - 1)),
        ({"type": "integer", "format": "uint8", "maximum": 9}, (0, 9)),
        ({"type": ["integer", "null"], "format": "int32", "maximum": 2**40}, (-(2**31), 2**31 - 1)),
    ],
)
@pytest.mark.parametrize("name", ["seats", "chair_id"])
def test_a_format_bounds_whole_numbers(
    schema: dict[str, Any], bounds: tuple[int, int], name: str, tmp_path: Path
) -> None:
    [placed] = tool_of(tmp_path, query(name, schema)).request.parameters
    assert placed.check is not None
    assert (placed.check["minimum"], placed.check["maximum"]) == bounds


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "format": "int64"},
        {"type": "integer", "format": "int64", "minimum": 1},
        {"type": "integer"},
        {"type": "array", "items": {"type": "integer", "format": "int64"}},
    ],
)
@pytest.mark.parametrize("name", ["seats", "chair_id"])
def test_bounds_of_64_bits_need_no_check(schema: dict[str, Any], name: str, tmp_path: Path) -> None:
    [placed] = tool_of(tmp_path, query(name, schema)).request.parameters
    assert placed.check is None


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ({"type": "integer", "format": "int64", "maximum": 10**9}, {"maximum": 10**9}),
        ({"type": "string", "maxLength": 9, "not": {"const": "root"}}, {"not": {"const": "root"}}),
    ],
)
def test_what_the_listing_does_not_say_is_checked(schema: dict[str, Any], says: dict[str, Any], tmp_path: Path) -> None:
    [placed] = tool_of(tmp_path, query("chair_id", schema)).request.parameters
    assert placed.check is not None
    assert placed.check.items() >= says.items()


def test_items_that_are_written_elsewhere_are_checked_as_texts(tmp_path: Path) -> None:
    elsewhere = {"type": "array", "items": {"$ref": "#/components/schemas/Code"}}
    code = {"type": "string", "pattern": "^(?!x)[a-z]+$"}
    [placed] = tool_of(tmp_path, query("codes", elsewhere), Code=code).request.parameters
    assert placed.check == {"type": "array", "items": code}
    for told in ({"type": "string", "pattern": "^[a-z]+$"}, {"type": "integer", "format": "int32"}):
        [placed] = tool_of(tmp_path, query("codes", elsewhere), Code=told).request.parameters
        assert placed.check is None, told


@pytest.mark.parametrize(("style", "is_checked"), [("deepObject", True), ("form", True), ("pipeDelimited", False)])
def test_an_object_that_several_arguments_make_is_checked_whole(style: str, is_checked: bool, tmp_path: Path) -> None:
    row = {"type": "integer", "format": "int32"}
    seats = {"type": "object", "properties": {"row": row, "side": {"type": "string"}}}
    tool = tool_of(tmp_path, query("seats", seats, style=style, explode=style != "pipeDelimited"))
    [placed] = tool.request.parameters
    assert (placed.check is not None) == is_checked
    wanted = {"query": {"seats": placed.check}} if is_checked else {}
    assert place_checks(tool) == wanted
    rules = Rules(tool, {})
    assert rules.hold({"seats_row": 7})
    assert rules.hold({"seats_row": 2**31}) != is_checked


def test_an_object_whose_arguments_say_all_needs_no_check(tmp_path: Path) -> None:
    seats = {"type": "object", "properties": {"row": {"type": "integer", "minimum": 1}, "side": {"type": "string"}}}
    [placed] = tool_of(tmp_path, query("seats", seats, style="deepObject", explode=True)).request.parameters
    assert placed.check is None


def test_an_identifier_of_64_bits_without_a_sign_is_exact(tmp_path: Path) -> None:
    [placed] = tool_of(tmp_path, query("chair_id", {"type": "integer", "format": "uint64"})).request.parameters
    assert placed.check is not None
    assert placed.check["maximum"] == 2**64 - 1
    assert evaluate(placed.value, {"chair_id": str(2**64 - 1)}) == 2**64 - 1


def test_bounds_that_the_listing_says_need_no_check(tmp_path: Path) -> None:
    schema = {"type": "integer", "format": "int32", "minimum": 1, "maximum": 100}
    [placed] = tool_of(tmp_path, query("seats", schema)).request.parameters
    assert placed.check is None


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_either_of_two_formats_is_checked_and_told(keyword: str, tmp_path: Path) -> None:
    either = {keyword: [{"type": "string", "format": "date-time"}, {"type": "string", "format": "date"}]}
    tool = tool_of(tmp_path, query("since", either))
    since = tool.input_schema["properties"]["since"]
    assert "format" not in since
    assert "ISO 8601" in since["description"]
    [placed] = tool.request.parameters
    assert placed.check is not None
    assert [branch["format"] for branch in placed.check["anyOf"]] == ["date-time", "date"]


def test_a_default_that_is_not_of_the_format_can_be_given_as_well(tmp_path: Path) -> None:
    tool = tool_of(tmp_path, query("since", {"type": "string", "format": "date-time", "default": "now"}))
    assert "format" not in tool.input_schema["properties"]["since"]
    rules = Rules(tool, {})
    given = ("now", "2025-03-31T14:30:00Z", "yesterday")
    assert [rules.hold({"since": since}) for since in given] == [True, True, False]


@pytest.mark.parametrize(("format", "example"), [("uuid", "4f4e4e1-c824-4d63"), ("byte", "no base64")])
def test_an_example_that_is_not_of_the_format_is_not_shown(format: str, example: str, tmp_path: Path) -> None:
    tool = tool_of(tmp_path, query("mark", {"type": "string", "format": format, "example": example}))
    assert "examples" not in tool.input_schema["properties"]["mark"]
    [told] = [decision.text for decision in tool.decisions if decision.rule == "contrary-example"]
    assert example in told
    assert not Rules(tool, {}).hold({"mark": example})


def test_a_list_in_a_form_has_an_item_where_it_is_needed(tmp_path: Path) -> None:
    names = {"type": "array", "items": {"type": "string"}}
    schema = {"type": "object", "properties": {"names": names, "more": names}, "required": ["names"]}
    asked = tool_of(tmp_path, body={"schema": schema}).input_schema["properties"]
    assert (asked["names"].get("minItems"), asked["more"].get("minItems")) == (1, None)


@pytest.mark.parametrize(
    ("style", "pattern"), [("pipeDelimited", "^[^|]*$"), ("spaceDelimited", "^[^ ]*$"), ("form", None)]
)
def test_what_separates_the_items_of_a_field_is_in_none(style: str, pattern: str | None, tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"names": {"type": "array", "items": {"type": "string"}}}}
    body = {"schema": schema, "encoding": {"names": {"style": style, "explode": False}}}
    asked = tool_of(tmp_path, body=body).input_schema["properties"]
    assert asked["names"]["items"].get("pattern") == pattern


def test_only_an_allowed_text_is_empty(tmp_path: Path) -> None:
    text = {"type": "string"}
    mark = query("mark", {"type": "string", "enum": [""]}, required=True)
    tool = tool_of(tmp_path, query("q", text), query("r", text, allowEmptyValue=True), mark)
    assert [placed.allow_empty for placed in tool.request.parameters] == [False, True, True]


UNHELD = {"type": "string", "pattern": "^(a*)*\\1$"}


@pytest.mark.parametrize(
    "schema",
    [
        UNHELD,
        {"type": "array", "items": UNHELD},
        {"type": "object", "properties": {"inner": UNHELD}},
        {"type": "object", "additionalProperties": UNHELD},
        {"type": "array", "items": {"type": "object", "properties": {"inner": UNHELD}}},
        {"type": "object", "properties": {"a": {"type": "object", "properties": {"deep": {"items": UNHELD}}}}},
        {"type": "object", "patternProperties": {UNHELD["pattern"]: {"type": "integer"}}},
    ],
)
@pytest.mark.parametrize("place", ["query", "form"])
def test_a_pattern_that_nothing_holds_is_told_wherever_it_stands(
    schema: dict[str, Any], place: str, tmp_path: Path
) -> None:
    if place == "query":
        tool = tool_of(tmp_path, query("code", schema, style="deepObject"))
    else:
        tool = tool_of(tmp_path, body={"schema": {"type": "object", "properties": {"code": schema}}})
    assert [d for d in tool.decisions if d.rule == "unchecked" and UNHELD["pattern"] in d.text]


WHERE = {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "integer", "format": "int32"}}}}


@pytest.mark.parametrize(
    "parameter",
    [
        {"in": "header", "schema": {"type": "array", "items": {"type": "array", "items": WHERE}}},
        {"in": "header", "schema": WHERE},
        {"in": "query", "schema": WHERE, "style": "deepObject"},
        {"in": "query", "content": {"application/json": {"schema": WHERE}}},
        {"in": "cookie", "content": {"application/json": {"schema": WHERE}}},
        {"in": "query", "schema": {"type": "object", "additionalProperties": {"type": "integer", "format": "int32"}}},
    ],
)
def test_a_value_with_parts_is_held_to_its_schema(parameter: dict[str, Any], tmp_path: Path) -> None:
    tool = tool_of(tmp_path, {"name": "where", **parameter})
    [placed] = tool.request.parameters
    assert placed.check is not None
    keyword = {"header": "headers", "cookie": "cookies"}.get(placed.place, placed.place)
    assert place_checks(tool) == {keyword: {"where": placed.check}}
