"""Where identifiers come from: by path, by resource, by what answers hold (PAR009, ERR004)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mcpgen import pipeline
from mcpgen.model.toolset import Tool


def thing(*ids: str) -> dict[str, Any]:
    """The schema of an answer with these fields."""
    return {"type": "object", "properties": {name: {"type": "string"} for name in ids}}


def many(*ids: str) -> dict[str, Any]:
    """The schema of a list of such answers."""
    return {"type": "array", "items": thing(*ids)}


def op(answer: dict[str, Any], *parameters: str, **more: Any) -> dict[str, Any]:
    """An operation that answers so; `parameters` are required ones of the query."""
    return {
        "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": answer}}}},
        "parameters": [{"name": n, "in": "query", "required": True, "schema": {"type": "string"}} for n in parameters],
        **more,
    }


def tools(folder: Path, paths: dict[str, Any]) -> dict[str, Tool]:
    """The tools of a document with these paths, by name; what placeholders stand for is text."""
    for path, item in paths.items():
        names = [part.partition("}")[0] for part in path.split("{")[1:]]
        item["parameters"] = [{"name": n, "in": "path", "required": True, "schema": {"type": "string"}} for n in names]
    document = {"openapi": "3.1.0", "info": {"title": "Library", "version": "1"}, "paths": paths}
    file = folder / "api.json"
    file.write_text(json.dumps(document))
    return {tool.name: tool for tool in pipeline.tools(file).toolset.tools}


def test_a_placeholder_comes_from_the_list_of_its_collection(tmp_path: Path) -> None:
    made = tools(
        tmp_path,
        {
            "/members": {"get": op(many("id", "name"))},
            "/members/{memberId}": {"get": op(thing("id", "name"))},
            "/branches": {"get": op(many("id", "city"))},
            "/branches/{branch}/shelves": {"get": op(many("id", "label"))},
            "/branches/{branch}/shelves/{id}": {"delete": op(thing("done"))},
        },
    )
    assert made["get_member"].sources == {"member_id": "list_members"}
    assert made["list_members"].sources == {}
    assert made["list_branch_shelves"].sources == {"branch": "list_branches"}
    delete = next(tool for name, tool in made.items() if name.startswith("delete_"))
    assert set(delete.sources.values()) == {"list_branches", "list_branch_shelves"}
    assert "From list_members." in made["get_member"].input_schema["properties"]["member_id"]["description"]
    assert made["get_member"].result.not_found == "Check member_id with list_members."


def test_a_tool_that_needs_the_identifier_is_not_its_source(tmp_path: Path) -> None:
    made = tools(tmp_path, {"/loans": {"get": op(many("id"), "loan_id")}, "/loans/{loan_id}": {"get": op(thing("id"))}})
    assert made["get_loan"].sources == {}


def test_a_field_comes_from_the_list_of_its_resource(tmp_path: Path) -> None:
    body = {"content": {"application/json": {"schema": {**thing("author_id", "title"), "required": ["author_id"]}}}}
    made = tools(
        tmp_path,
        {"/authors": {"get": op(many("id", "name"))}, "/books": {"post": op(thing("id"), requestBody=body)}},
    )
    assert made["create_book"].sources == {"author_id": "list_authors"}


def test_a_list_below_an_owner_serves_for_what_it_holds(tmp_path: Path) -> None:
    made = tools(
        tmp_path,
        {
            "/me/clubs": {"get": op(many("id"), operationId="listMyClubs")},
            "/clubs/{club_id}/rooms": {"get": op(many("id"), operationId="listClubRooms")},
            "/rooms/{room_id}": {"get": op(thing("id"), operationId="getRoom")},
        },
    )
    assert made["get_room"].sources == {"room_id": "list_club_rooms"}
    assert made["list_club_rooms"].sources == {"club_id": "list_my_clubs"}


def test_what_the_caller_is_says_nothing_of_others(tmp_path: Path) -> None:
    made = tools(
        tmp_path,
        {
            "/me": {"get": op(thing("id", "name"), operationId="getMyUser")},
            "/users/{user_id}": {"delete": op(thing("done"), operationId="deleteUser")},
            "/app": {"get": op(thing("id", "name"), operationId="getApplication")},
            "/applications/{application_id}/keys": {"get": op(many("id"), operationId="listApplicationKeys")},
        },
    )
    assert made["delete_user"].sources == {}
    assert made["list_application_keys"].sources == {"application_id": "get_application"}


def test_bounds_are_no_identifiers(tmp_path: Path) -> None:
    query = [{"name": "since_id", "in": "query", "schema": {"type": "string"}}]
    listed = op(many("id", "text"))
    listed["parameters"] = query
    made = tools(tmp_path, {"/notes": {"get": listed}, "/sinces": {"get": op(many("id"))}})
    assert made["list_notes"].sources == {}


def test_a_field_that_is_described_as_an_identifier_needs_no_such_name(tmp_path: Path) -> None:
    author = {"type": "string", "description": "The ID of the author who wrote it."}
    schema = {"type": "object", "properties": {"author": author, "title": {"type": "string"}}}
    body = {"content": {"application/json": {"schema": schema}}}
    made = tools(
        tmp_path,
        {"/authors": {"get": op(many("id", "name"))}, "/books": {"post": op(thing("id"), requestBody=body)}},
    )
    assert made["create_book"].sources == {"author": "list_authors"}


def test_the_identifier_of_what_is_made_comes_from_its_maker(tmp_path: Path) -> None:
    body = {"content": {"application/json": {"schema": thing("uid", "name")}}}
    made = tools(tmp_path, {"/shelves": {"get": op(many("uid")), "post": op(thing("uid"), requestBody=body)}})
    assert made["create_shelf"].sources == {}


def test_a_list_that_needs_words_but_no_identifiers_is_a_source(tmp_path: Path) -> None:
    body = {"content": {"application/json": {"schema": thing("journey_id")}}}
    made = tools(
        tmp_path,
        {
            "/journeys": {"get": op(many("id"), "origin", "destination", "day")},
            "/tickets": {"post": op(thing("id"), requestBody=body)},
        },
    )
    assert made["create_ticket"].sources == {"journey_id": "list_journeys"}


def test_what_is_chosen_already_is_no_source_of_what_is_to_be_chosen(tmp_path: Path) -> None:
    made = tools(
        tmp_path,
        {
            "/user/follows/authors": {"get": op(many("author_id"), operationId="listFollowedAuthors")},
            "/user/follows/authors/{author_id}": {
                "put": op(thing("author_id"), operationId="followAuthor"),
                "delete": op(thing("author_id"), operationId="unfollowAuthor"),
            },
        },
    )
    assert made["follow_author"].sources == {}
    assert made["unfollow_author"].sources == {"author_id": "list_followed_authors"}


def test_the_name_of_what_a_tool_makes_has_no_source(tmp_path: Path) -> None:
    made = tools(
        tmp_path,
        {
            "/shelves": {"get": op(many("name"), operationId="listShelves")},
            "/shelves/{name}": {
                "put": op(thing("name"), operationId="createShelf"),
                "delete": op(thing("name"), operationId="deleteShelf"),
            },
        },
    )
    assert made["create_shelf"].sources == {}
    assert set(made["delete_shelf"].sources.values()) == {"list_shelves"}


def test_a_list_that_is_asked_for_by_ids_is_no_source_of_them_and_a_search_of_kinds_is(tmp_path: Path) -> None:
    kinds = {"type": "object", "properties": {"books": {"type": "object", "properties": {"items": many("id")}}}}
    ids = {"name": "ids", "in": "query", "required": True, "schema": {"type": "array", "items": {"type": "string"}}}
    listed = {**op(many("id"), operationId="listBooksByIds"), "parameters": [ids]}
    paths = {
        "/books": {"get": listed},
        "/books/{id}": {"get": op(thing("id", "title"), operationId="getBook")},
        "/search": {"get": op(kinds, "q", operationId="searchItems")},
    }
    assert tools(tmp_path, paths)["get_book"].sources == {"book_id": "search_items"}
