"""Identifiers that a caller chooses, those of nested things, and tools that no identifier is read from (PAR009)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.shaping.test_links import many, op, thing, tools


def body(schema: dict[str, Any]) -> dict[str, Any]:
    """A request body of JSON."""
    return {"content": {"application/json": {"schema": schema}}}


def said(made: Any, tool: str, name: str) -> str:
    """The description of an argument."""
    text = made[tool].input_schema["properties"][name]["description"]
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize("required", [True, False])
def test_the_identifier_of_a_new_thing_is_chosen_not_looked_up(required: bool, tmp_path: Path) -> None:
    schema = {**thing("shelf_id", "label"), **({"required": ["shelf_id"]} if required else {})}
    item = {"get": op(many("shelf_id", "label")), "post": op(thing("shelf_id"), requestBody=body(schema))}
    made = tools(tmp_path, {"/shelves": item})
    assert made["create_shelf"].sources == {}
    assert said(made, "create_shelf", "shelf_id").startswith("Id for the new shelf")


def test_a_post_that_starts_something_names_it_whatever_its_verb(tmp_path: Path) -> None:
    runs = {
        "get": op(many("run_id")),
        "post": op(thing("run_id"), operationId="triggerRun", requestBody=body(thing("run_id"))),
    }
    made = tools(tmp_path, {"/runs": runs})
    assert made["trigger_run"].sources == {}
    assert made["trigger_run"].description.startswith("Triggers a run.")


def test_what_is_marked_or_acted_on_is_there_already(tmp_path: Path) -> None:
    labels = {"get": op(many("label_id"), operationId="listLabels")}
    added = {"post": op(thing("done"), operationId="addLabel", requestBody=body(thing("label_id")))}
    made = tools(tmp_path, {"/labels": labels, "/books/{book_id}/labels": added})
    assert made["add_label"].sources["label_id"] == "list_labels"


def test_a_bare_id_inside_an_object_is_that_of_the_object(tmp_path: Path) -> None:
    lines = {"type": "array", "items": thing("id", "amount")}
    schema = {"type": "object", "properties": {"note": {"type": "string"}, "order_lines": lines}}
    made = tools(
        tmp_path,
        {
            "/orders": {"get": op(many("id", "note"))},
            "/orders/{id}": {"patch": op(thing("id"), requestBody=body(schema))},
            "/order-lines": {"get": op(many("id", "amount"))},
        },
    )
    inner = made["update_order"].input_schema["properties"]["order_lines"]["items"]["properties"]["id"]
    assert inner["description"].endswith("From list_order_lines.")


def test_a_tool_that_changes_something_is_no_source(tmp_path: Path) -> None:
    made = tools(
        tmp_path,
        {
            "/apps.uninstall": {"get": op(thing("app_id", "ok"), operationId="uninstallApp")},
            "/apps.approve": {"post": op(thing("ok"), operationId="approveApp", requestBody=body(thing("app_id")))},
        },
    )
    assert made["approve_app"].sources == {}


def test_an_identifier_in_the_query_of_what_creates_is_that_of_the_new_thing(tmp_path: Path) -> None:
    given = [{"name": "shelfId", "in": "query", "schema": {"type": "string"}}]
    made = tools(
        tmp_path,
        {
            "/shelves": {
                "get": op(many("shelf_id", "label")),
                "post": op(thing("shelf_id"), parameters=given, requestBody=body(thing("label"))),
            }
        },
    )
    assert made["create_shelf"].sources == {}
    assert said(made, "create_shelf", "shelf_id").startswith("Id for the new shelf")


def test_of_what_is_created_or_changed_in_one_call_only_the_thing_is_named(tmp_path: Path) -> None:
    put = {"put": op(thing("name"), operationId="createOrUpdateShelf", requestBody=body(thing("label", "owner")))}
    made = tools(tmp_path, {"/shelves/{name}": put})
    texts = [p["description"] for t in made.values() for p in t.input_schema["properties"].values()]
    assert "Label of the shelf." in texts
