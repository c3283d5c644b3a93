"""Which numbers are identifiers, and so strings to the model and in answers (PAR004)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi import read
from mcpgen.model.schema import Scalar
from mcpgen.model.toolset import Tool
from mcpgen.shaping import Options, shape
from mcpgen.shaping.id_evidence import Evidence
from mcpgen.shaping.identified import why_identifier
from mcpgen.shaping.numeric_ids import Number, described
from mcpgen.source import load
from tests.shaping.labels import identifiers
from tests.shaping.rebuild import rebuilt


def number(name: str, text: str = "", *, collection: str | None = None, many: bool = False, **facts: Any) -> Number:
    schema = Scalar(**{"origin": Origin(file="api.yaml"), "type": "integer", **facts})
    words = None if collection is None else (collection,) if collection else ()
    return Number(schema, name, description=text, collection=words, many=many)


def is_id(one: Number, evidence: Evidence | None = None) -> bool:
    return bool(why_identifier(one, evidence or Evidence()))


# --- by name


@pytest.mark.parametrize(
    "name", ["id", "bookId", "author_ids", "user-pk", "uid", "Order.ID", "gid", "id2", "author_id[in]", "id_or_slug"]
)
def test_the_word_that_counts_says_id(name: str) -> None:
    assert is_id(number(name))


@pytest.mark.parametrize(
    "name",
    "page page_size limit offset count version total port created_at epoch width partNumber track_number sequence "
    "try_number expires_in_seconds x z latitude max_users number_of_owners id_count statusCode".split(),
)
def test_what_counts_or_measures_is_no_id_even_in_a_path(name: str) -> None:
    assert not is_id(number(name, format="int64"))
    assert not is_id(number(name, collection="things"))


def test_a_unix_account_is_no_id() -> None:
    assert not is_id(number("uid", "The unix user to run as."))
    assert not is_id(number("run_as_user_uid"))
    beside = Number(Scalar(origin=Origin(file="a"), type="integer"), "gid", siblings=frozenset({"uid", "gid", "mode"}))
    assert not is_id(beside)


@pytest.mark.parametrize("name", ["account_number", "serialNumber", "canceled_by", "owner", "parent"])
def test_what_things_and_people_are_known_by(name: str) -> None:
    assert is_id(number(name))


@pytest.mark.parametrize("name", ["divide_by", "antenna_number", "owners", "sort_by"])
def test_what_only_looks_like_it(name: str) -> None:
    assert not is_id(number(name))


# --- by description


@pytest.mark.parametrize(
    "text",
    [
        "Unique ID of the author.",
        "IDs of the shelves to move to.",
        "The id of the shelf the book belongs to.",
        "Shelf IDs",
        "The member ID.",
        "Comma-separated list of author IDs to leave out.",
        "Filter by author ID.",
        "Only return books that the reader with the given id has borrowed.",
        "Filter loans using the uid of the loan that replaced them.",
        "The number that identifies the loan.",
        "A unique number used to identify a shelf.",
        "Either the `id` or the name of a shelf.",
    ],
)
def test_a_description_says_that_it_names_a_thing(text: str) -> None:
    assert described(number("shelf", text))


@pytest.mark.parametrize(
    "text",
    [
        "Counts the IDs of authors.",
        "Number of author IDs.",
        "Maximum id length.",
        "The ID type.",
        "Seconds to wait for the loan with the given id.",
        "How many ids to return.",
        "A list of shelves to move to.",
        "",
    ],
)
def test_other_descriptions_that_speak_of_ids(text: str) -> None:
    assert not described(number("shelf", text))


def test_a_measure_stays_one_whatever_is_said() -> None:
    assert not is_id(number("version", "ID of the version."))


# --- by place


@pytest.mark.parametrize(
    ("name", "collection", "found"),
    [
        ("number", "issues", True),
        ("index", "issues", True),
        ("issue_number", "issues", True),
        ("thread", "boards", True),
        ("num", "posts", True),
        ("map_index", "tasks", False),
        ("version_number", "versions", False),
        ("number", "pages", False),
        ("year", "reports", False),
        ("param3", "something", False),
    ],
)
def test_a_path_picks_by_it(name: str, collection: str, found: bool) -> None:
    assert is_id(number(name, collection=collection)) is found
    assert not is_id(number(name))


def test_a_bounded_place_in_a_path_is_a_step() -> None:
    assert not is_id(number("slot", collection="racks", maximum=48))


# --- by the rest of the API

LIBRARY = Evidence(
    resources=frozenset({("shelf",), ("order",), ("book", "type")}),
    numbered=frozenset({("issue",)}),
    names=frozenset({("lender",)}),
)


@pytest.mark.parametrize("name", ["shelf", "home_shelf", "bookType", "issue", "lender", "issue_number"])
def test_a_number_called_like_a_thing_with_a_numeric_id(name: str) -> None:
    assert is_id(number(name), LIBRARY)
    assert not is_id(number(name))


def test_several_stand_for_things_where_one_would_count_them() -> None:
    assert is_id(number("shelves", many=True), LIBRARY)
    assert not is_id(number("shelves"), LIBRARY)


@pytest.mark.parametrize(
    "one",
    [
        number("order", "Where it stands in the list."),
        number("max_shelf"),
        number("shelf", maximum=9),
        number("shelf", "Number of the shelf from the floor."),
        number("shelf", type="number", format="double"),
    ],
)
def test_a_name_is_not_enough_where_the_rest_speaks_against_it(one: Number) -> None:
    assert not is_id(one, LIBRARY)


# --- through the whole


def tools_of(tmp_path: Path, paths: dict[str, Any], schemas: dict[str, Any] | None = None) -> list[Tool]:
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1"},
        "servers": [{"url": "https://library.test"}],
        "paths": paths,
        "components": {"schemas": schemas or {}},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    return list(shape(read(load(source)), Options()).toolset.tools)


def operation(body: Any = None, answer: Any = None, parameters: Any = ()) -> dict[str, Any]:
    made: dict[str, Any] = {"parameters": list(parameters), "responses": {"200": {"description": "Done."}}}
    if body is not None:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    if answer is not None:
        made["responses"]["200"]["content"] = {"application/json": {"schema": answer}}
    return made


INTEGER = {"type": "integer"}
SHELF = {"type": "object", "properties": {"id": INTEGER, "floor": INTEGER}}
BOX = {
    "type": "object",
    "properties": {
        "label": {"type": "string"},
        "shelf": INTEGER,
        "weight": INTEGER,
        "boxes": {"type": "array", "items": {"$ref": "#/components/schemas/Box"}},
        "books": {"type": "array", "items": {"type": "object", "properties": {"book_id": INTEGER, "copies": INTEGER}}},
    },
}


def box_tool(tmp_path: Path) -> Tool:
    paths = {
        "/shelves/{id}": {
            "get": operation(
                answer={"$ref": "#/components/schemas/Shelf"},
                parameters=[{"name": "id", "in": "path", "required": True, "schema": INTEGER}],
            )
        },
        "/boxes": {
            "post": operation(
                body={
                    "type": "object",
                    "properties": {"boxes": {"type": "array", "items": {"$ref": "#/components/schemas/Box"}}},
                },
                answer={"$ref": "#/components/schemas/Box"},
            )
        },
    }
    tools = tools_of(tmp_path, paths, {"Shelf": SHELF, "Box": BOX})
    return next(tool for tool in tools if tool.operation == "POST /boxes")


def test_identifiers_deep_in_a_body_are_sent_as_numbers(tmp_path: Path) -> None:
    tool = box_tool(tmp_path)
    found = set(identifiers(tool.request))
    assert {"body:/boxes/*/shelf", "body:/boxes/*/boxes/*/shelf", "body:/boxes/*/books/*/book_id"} <= found
    assert not [place for place in found if place.endswith(("weight", "copies"))]
    given = {
        "boxes": [{"shelf": "12", "boxes": [{"shelf": "9007199254740993", "weight": 2}], "books": [{"copies": 1}]}]
    }
    assert tool.request.body is not None
    assert rebuilt(tool.request.body.value, given) == {
        "boxes": [{"shelf": 12, "boxes": [{"shelf": 9007199254740993, "weight": 2}], "books": [{"copies": 1}]}]
    }


def test_answers_have_the_same_identifiers_as_strings(tmp_path: Path) -> None:
    result = box_tool(tmp_path).result
    assert result is not None
    assert {"/**/shelf", "/**/book_id"} <= set(result.string_ids) or "/shelf" in result.string_ids
    assert not [pointer for pointer in result.string_ids if pointer.endswith(("weight", "copies"))]


def test_shared_parameters_and_lists_in_a_query(tmp_path: Path) -> None:
    parameters = [
        {"name": "shelves", "in": "query", "schema": {"type": "array", "items": INTEGER}},
        {
            "name": "q",
            "in": "query",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/loan_ids"}}},
        },
        {"name": "floor", "in": "query", "schema": INTEGER},
    ]
    paths = {
        "/shelves/{id}": {
            "get": operation(parameters=[{"name": "id", "in": "path", "required": True, "schema": INTEGER}])
        },
        "/loans": {"delete": operation(parameters=parameters)},
    }
    schemas = {"loan_ids": {"type": "array", "items": INTEGER}}
    tool = next(t for t in tools_of(tmp_path, paths, schemas) if t.operation == "DELETE /loans")
    assert set(identifiers(tool.request)) == {"query:shelves", "query:q"}


def test_each_is_told_with_its_reason(tmp_path: Path) -> None:
    paths = {"/boards/{board}": {"get": operation(parameters=[
        {"name": "board", "in": "path", "required": True, "schema": INTEGER}])}}  # fmt: skip
    (tool,) = tools_of(tmp_path, paths)
    told = [decision.text for decision in tool.decisions if decision.rule == "PAR004"]
    assert told == ["board is an identifier and so a string: the path picks by it."]


def test_a_list_that_holds_itself_is_read_to_an_end(tmp_path: Path) -> None:
    nest = {"type": "array", "items": {"$ref": "#/components/schemas/Nest"}}
    paths = {"/nests": {"post": operation(body={"type": "object", "properties": {"nest_ids": nest}})}}
    assert len(tools_of(tmp_path, paths, {"Nest": nest})) == 1
