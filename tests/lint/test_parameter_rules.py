"""Parameters: descriptions, types, identifiers, valid schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from mcpgen.lint.wording import repeats_name

Lint = Any


def with_parameters(properties: Mapping[str, Any], **tool: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": dict(properties)}
    return {"tools": [{"name": "update_thing", "inputSchema": schema, **tool}]}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("user_id", "The user id"),
        ("user_id", "ID of the user."),
        ("userId", "User identifier"),
        ("user_id", "Идентификатор пользователя"),
        ("name", "Name"),
        ("page_size", "The page size (integer)."),
        ("radius", "  "),
        ("radius", ""),
        ("radius", "…"),
    ],
)
def test_par001_finds_descriptions_that_add_nothing(name: str, text: str, lint_fragment: Lint) -> None:
    data = with_parameters({name: {"type": "string", "description": text}})
    (found,) = lint_fragment(data, select=("PAR001",))
    assert found.at.pointer[-1] == "description"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("user_id", "UUID as list_users returns it."),
        ("radius", "Радиус в метрах. Значение должно быть числом с плавающей запятой больше 0."),
        ("user_id", "UUID базы данных (например, 550e8400-e29b...). Не указывайте здесь адреса электронной почты."),
        ("query", "Search query"),
        ("limit", "Max results to return. capped at 50."),
        ("owner", "Идентификатор пользователя"),
        ("名前", "表示される名前"),
    ],
)
def test_par001_leaves_descriptions_that_say_something(name: str, text: str, lint_fragment: Lint) -> None:
    data = with_parameters({name: {"type": "string", "description": text}})
    assert lint_fragment(data, select=("PAR001",)) == ()


def test_par001_looks_into_objects_lists_and_references_once(lint_fragment: Lint) -> None:
    line = {"type": "object", "properties": {"price": {"type": "number"}}}
    ref = {"description": "What was ordered before.", "$ref": "#/$defs/Line"}
    data = with_parameters(
        {"first": ref, "second": ref, "rest": {"type": "array", "items": line, "description": "More."}}
    )
    data["tools"][0]["inputSchema"]["$defs"] = {"Line": line}
    found = lint_fragment(data, select=("PAR001",))
    assert [d.at.pointer[3:] for d in found] == [
        ("properties", "rest", "items", "properties", "price"),
        ("$defs", "Line", "properties", "price"),
    ]


@pytest.mark.parametrize(
    ("schema", "said", "hint"),
    [
        ({}, "no type", "type: string"),
        (True, "no type", "type: string"),
        ({"enum": [1, 2]}, "no type", "type: integer"),
        ({"default": False}, "no type", "type: boolean"),
        ({"type": ["string", "null"]}, "2 types", "`type: string` only"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "`anyOf`", "`type: integer` only"),
        ({"oneOf": [{"type": "integer"}, {"type": "string"}]}, "`oneOf`", "one tool of each"),
        ({"allOf": [{"$ref": "#/$defs/A"}]}, "`allOf`", "one schema"),
        ({"$ref": "#/$defs/A"}, "`$ref`", "in place"),
        ({"type": "object"}, "without properties", "List its properties"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "without properties", "{key, value}"),
        ({"type": "array"}, "without `items`", "items:"),
        ({"type": "array", "items": {}}, "without `items`", "items:"),
        ({"type": "array", "items": {"enum": ["a"]}}, "no type", "type: string"),
    ],
)
def test_par002_finds_loose_types_once(schema: Any, said: str, hint: str, lint_fragment: Lint) -> None:
    data = with_parameters({"thing": schema})
    data["tools"][0]["inputSchema"]["$defs"] = {"A": {"type": "string"}}
    (found,) = lint_fragment(data, select=("PAR002",))
    assert said in found.message
    assert hint in found.hint


@pytest.mark.parametrize(
    ("name", "schema", "extra"),
    [
        ("id", {"type": "integer"}, {}),
        ("userId", {"type": "integer", "format": "int64"}, {}),
        ("user_ids", {"type": "array", "items": {"type": "integer"}}, {}),
        ("pk", {"type": "number"}, {}),
        ("book", {"type": "integer", "description": "Unique ID of the book."}, {}),
        ("account_id", {"anyOf": [{"type": "integer"}, {"type": "null"}]}, {}),
        ("uid", {"type": "integer"}, {}),
    ],
)
def test_par004_finds_numeric_identifiers(name: str, schema: Any, extra: Any, lint_fragment: Lint) -> None:
    (found,) = lint_fragment(with_parameters({name: schema, **extra}), select=("PAR004",))
    assert "string" in found.hint


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("user_id", {"type": "string"}),
        ("user_id", {}),
        ("user_id", {"type": ["integer", "string"]}),
        ("role_id", {"type": "integer", "enum": [1, 2]}),
        ("page", {"type": "integer"}),
        ("paid", {"type": "integer"}),
        ("grid", {"type": "integer"}),
        ("file_size", {"type": "integer", "format": "int64"}),
        ("version", {"type": "integer", "description": "ID of the version."}),
        ("created_at", {"type": "integer"}),
        ("run_as_uid", {"type": "integer"}),
    ],
)
def test_par004_leaves_other_numbers(name: str, schema: Any, lint_fragment: Lint) -> None:
    assert lint_fragment(with_parameters({name: schema}), select=("PAR004",)) == ()


def test_par004_leaves_unix_user_and_group(lint_fragment: Lint) -> None:
    both = {"uid": {"type": "integer"}, "gid": {"type": "integer"}}
    assert lint_fragment(with_parameters(both), select=("PAR004",)) == ()
    assert lint_fragment(with_parameters({"gid": both["gid"]}, name="start_container"), select=("PAR004",)) == ()


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (None, "missing"),
        ("text", "not an object"),
        ([], "not an object"),
        ({}, "root"),
        ({"type": "array"}, "root"),
        ({"type": "object", "properties": []}, "properties"),
        ({"type": "object", "properties": {"a": 5}}, "5 is not"),
        ({"type": "object", "required": "a"}, "required"),
        ({"type": "object", "properties": {"a": {"enum": []}}}, "allows no value"),
        ({"type": "object", "properties": {"a": {"enum": ["x", "y", "x"]}}}, "twice"),
        ({"type": "object", "properties": {"a": {"$ref": "#/$defs/Gone"}}}, "leads nowhere"),
        ({"type": "object", "properties": {"a": {"$ref": "other.json"}}}, "leads out"),
        ({"type": "object", "$schema": "http://json-schema.org/draft-07/schema#", "required": 1}, "required"),
        ({"type": "object", "$schema": 7}, "dialect"),
    ],
)
def test_par012_finds_invalid_schemas(schema: Any, said: str, lint_fragment: Lint) -> None:
    (found,) = lint_fragment({"tools": [{"name": "get_x", "inputSchema": schema}]}, select=("PAR012",))
    assert said in found.message


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        {"type": "object", "$schema": "https://json-schema.org/draft/2020-12/schema"},
        {"type": "object", "$schema": "https://example.test/a-dialect-of-its-own", "required": 1},
        {"type": "object", "properties": {"enum": {"type": "string"}, "$ref": {"type": "string"}}},
        {"type": "object", "properties": {"a": {"default": {"enum": [], "$ref": "x"}}}},
    ],
)
def test_par012_leaves_valid_schemas_and_unknown_dialects(schema: Any, lint_fragment: Lint) -> None:
    assert lint_fragment({"tools": [{"name": "get_x", "inputSchema": schema}]}, select=("PAR012",)) == ()


def test_repeats_name_is_about_words_and_not_length() -> None:
    assert repeats_name("The tags of the book", "book_tags")
    assert not repeats_name("Tags of the book, at most five", "book_tags")


LISTERS = [{"name": "list_users"}, {"name": "search_open_orders"}, {"name": "list_order_lines"}]


def cancelling(properties: Mapping[str, Any], **tool: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": dict(properties)}
    return {"tools": [*LISTERS, {"name": "cancel_order_line", "inputSchema": schema, **tool}]}


@pytest.mark.parametrize(
    ("name", "schema", "source"),
    [
        ("user_id", {"type": "string", "description": "Whose line it is."}, "list_users"),
        ("user_ids", {"type": "array", "items": {"type": "string"}, "description": "Whose lines."}, "list_users"),
        ("openOrderId", {"type": "string"}, "search_open_orders"),
        (
            "id",
            {"type": "string", "description": "The line, as list_order_lines_of_old returned it."},
            "list_order_lines",
        ),
        ("order_line", {"type": "string", "description": "ID of the line."}, "list_order_lines"),
    ],
)
def test_par009_finds_identifiers_of_unsaid_source(
    name: str, schema: dict[str, Any], source: str, lint_fragment: Lint
) -> None:
    (found,) = lint_fragment(cancelling({name: schema}), select=("PAR009",))
    assert (found.subject, found.at.pointer[-1]) == ("cancel_order_line", name)
    assert f"`{source}`" in found.hint


@pytest.mark.parametrize(
    ("properties", "tool"),
    [
        ({"user_id": {"type": "string", "description": "As list_users returns it."}}, {}),
        ({"user_id": {"type": "string", "description": "From search_open_orders, its buyer."}}, {}),
        ({"user_id": {"type": "string"}}, {"description": "Cancels a line. Find user_id with list_users. Returns it."}),
        ({"shop_id": {"type": "string", "description": "Nothing here returns it."}}, {}),
        ({"user_id": {"type": "string", "enum": ["me", "boss"]}}, {}),
        ({"note": {"type": "string", "description": "Why."}}, {}),
    ],
)
def test_par009_leaves_what_is_said_or_cannot_be(
    properties: dict[str, Any], tool: dict[str, Any], lint_fragment: Lint
) -> None:
    assert lint_fragment(cancelling(properties, **tool), select=("PAR009",)) == ()


def test_par009_takes_the_source_that_a_manifest_states(lint_fragment: Lint) -> None:
    data = cancelling({"user_id": {"type": "string"}}, sources={"user_id": "search_open_orders"})
    (found,) = lint_fragment(data, select=("PAR009",))
    assert "`search_open_orders`" in found.hint


def test_par009_asks_no_tool_to_name_itself(lint_fragment: Lint) -> None:
    schema = {"type": "object", "properties": {"user_ids": {"type": "array", "items": {"type": "string"}}}}
    assert lint_fragment({"tools": [{"name": "list_users", "inputSchema": schema}]}, select=("PAR009",)) == ()
