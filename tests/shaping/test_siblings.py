"""Near tools told apart, and how lists go on (DES003, DES004)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.shaping.text import added_words

BOOK = {"type": "object", "properties": {"id": {"type": "string"}, "title": {"type": "string"}}}
ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}


def answers(schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An operation that answers so."""
    return {
        "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": schema}}}},
        **more,
    }


def described(folder: Path, paths: dict[str, Any], **more: Any) -> dict[str, str]:
    """The descriptions of the tools of a document, by name, in the order of the list."""
    document = {"openapi": "3.1.0", "info": {"title": "Library", "version": "1"}, "paths": paths, **more}
    file = folder / "api.json"
    file.write_text(json.dumps(document))
    return {tool.name: tool.description for tool in pipeline.tools(file).toolset.tools}


def test_a_list_says_where_those_of_one_owner_are(tmp_path: Path) -> None:
    loan = {"$ref": "#/components/schemas/Loan"}
    schemas = {"components": {"schemas": {"Loan": BOOK, "Other": BOOK}}}
    other = {"type": "array", "items": {"$ref": "#/components/schemas/Other"}}
    loans = answers({"type": "array", "items": loan})
    paths = {
        "/loans": {"get": loans},
        "/readers/{id}/loans": {"parameters": [ID], "get": loans},
        "/desks/{id}/loans": {"parameters": [ID], "get": answers(other)},
    }
    made = described(tmp_path, paths, **schemas)
    assert "For those of one reader, use list_reader_loans." in made["list_loans"]
    assert "list_desk_loans" not in made["list_loans"]
    assert "For those of" not in made["list_reader_loans"]


def test_namesakes_say_what_the_other_does(tmp_path: Path) -> None:
    path = "/books/{id}/loans/{loan}"
    loan = {**ID, "name": "loan"}
    paths = {
        path: {"parameters": [ID, loan], "patch": answers(BOOK, operationId="updateBookLoan", summary="Edit a loan")},
        f"{path}/update": {
            "parameters": [ID, loan],
            "post": answers(BOOK, operationId="updateLoan", summary="Moves the due date to the next holiday"),
        },
    }
    made = described(tmp_path, paths)
    assert made["update_loan"].endswith("use update_book_loan.")
    assert made["update_book_loan"].endswith("To move the due date to the next holiday, use update_loan.")


def test_update_and_replace_say_which_to_use(tmp_path: Path) -> None:
    body = {"content": {"application/json": {"schema": BOOK}}}
    item = {"parameters": [ID], **{m: answers(BOOK, requestBody=body) for m in ("put", "patch")}}
    made = described(tmp_path, {"/books/{id}": item})
    assert "to replace the whole, use replace_book" in made["update_book"]
    assert "to change some fields only, use update_book" in made["replace_book"]


def test_list_and_search_say_which_to_use(tmp_path: Path) -> None:
    many = {"type": "array", "items": BOOK}
    made = described(
        tmp_path,
        {
            "/books": {"get": answers(many, operationId="listBooks")},
            "/books/search": {"get": answers(many, operationId="searchBooks")},
        },
    )
    assert "use search_books" in made["list_books"]
    assert "use list_books" in made["search_books"]


def test_tools_of_one_text_say_what_sets_them_apart(tmp_path: Path) -> None:
    text = "Tells how many loans were made in the month."
    made = described(
        tmp_path,
        {
            "/statistics": {"get": answers(BOOK, operationId="getStatistics", description=text)},
            "/members/{id}/statistics": {
                "parameters": [ID],
                "get": answers(BOOK, operationId="getMemberStatistics", description=text),
            },
        },
    )
    assert len(set(made.values())) == 2


def test_the_way_to_the_next_page_is_told(tmp_path: Path) -> None:
    page = {
        "type": "object",
        "properties": {"data": {"type": "array", "items": BOOK}, "next_cursor": {"type": "string"}},
    }
    size = {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 20, "maximum": 100}}
    cursor = {"name": "cursor", "in": "query", "schema": {"type": "string"}}
    number = {"name": "page", "in": "query", "schema": {"type": "integer"}}
    made = described(
        tmp_path,
        {
            "/books": {"get": answers(page, parameters=[size, cursor])},
            "/loans": {"get": answers({"type": "array", "items": BOOK}, parameters=[number])},
        },
    )
    assert "Gives 20 at a time, up to 100 with limit. Next page: pass next_cursor as cursor." in made["list_books"]
    assert "Next page: raise page by 1." in made["list_loans"]


def test_what_is_deprecated_says_so_and_comes_last(tmp_path: Path) -> None:
    made = described(
        tmp_path,
        {
            "/old": {"get": answers(BOOK, operationId="getOldShelf", deprecated=True)},
            "/new": {"get": answers(BOOK, operationId="getNewShelf")},
        },
    )
    assert list(made) == ["get_new_shelf", "get_old_shelf"]
    assert "Deprecated" in made["get_old_shelf"]
    assert "Deprecated" not in made["get_new_shelf"]


def test_a_tag_is_told_where_nothing_else_is_known(tmp_path: Path) -> None:
    full = {"type": "array", "items": BOOK}
    made = described(
        tmp_path,
        {
            "/invoices": {"get": answers({}, tags=["Billing"])},
            "/loans": {"get": answers(full, tags=["Billing"], description="Lists loans of readers abroad by day.")},
        },
    )
    assert "Topic: Billing." in made["list_invoices"]
    assert "Topic" not in made["list_loans"]


def test_an_abbreviation_is_spelled_out_as_its_tag_has_it(tmp_path: Path) -> None:
    told = answers(BOOK, tags=["repository"])
    made = described(tmp_path, {"/repos/{name}/forks": {"get": told}})
    assert next(iter(made.values())).startswith("Gets repository forks.")


@pytest.mark.parametrize("tag", ["v1", "invoice", "dnd", "Books", "default", "API", "admin", "Core", "v2 invoices"])
def test_a_tag_that_brings_no_word_is_no_padding(tag: str, tmp_path: Path) -> None:
    many = {"type": "array", "items": BOOK}
    made = described(
        tmp_path,
        {"/invoices": {"get": answers(many, tags=[tag])}, "/books": {"get": answers(many)}},
    )
    assert "Topic" not in made["list_invoices"]


def test_a_version_in_a_tag_is_left_out(tmp_path: Path) -> None:
    made = described(tmp_path, {"/invoices": {"get": answers({}, tags=["v2 Billing"])}})
    assert "Topic: billing." in made["list_invoices"]


@pytest.mark.parametrize("method", ["get", "post", "put"])
def test_a_tool_of_which_nothing_is_known_tells_its_effect(method: str, tmp_path: Path) -> None:
    paths = {"/go": {method: {"operationId": f"{method}It", "responses": {"200": {"description": "OK"}}}}}
    ((name, told),) = described(tmp_path, paths).items()
    assert len(added_words(told, name)) >= 3
    assert "Part of" not in told
    assert "Sends" not in told


def test_a_sibling_that_the_text_names_is_not_named_again(tmp_path: Path) -> None:
    books = answers({"type": "array", "items": BOOK})
    own = {"operationId": "list_books", "description": "Lists the books. For words of titles, use search_books."}
    found = {"operationId": "search_books", "parameters": [{**ID, "name": "words", "in": "query"}]}
    paths = {"/books": {"get": {**books, **own}}, "/books/search": {"get": {**books, **found}}}
    assert described(tmp_path, paths)["list_books"].count("search_books") == 1
    paths["/books"]["get"] = {**books, "operationId": "list_books"}
    assert described(tmp_path, paths)["list_books"].count("search_books") == 1
