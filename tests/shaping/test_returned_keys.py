"""What the next call asks for is told; rules over arguments name each once; codes that a text explains are all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.binding import Presence
from mcpgen.model.toolset import Tool
from mcpgen.shaping.presence import presence_sentence


def tools(folder: Path, paths: dict[str, Any]) -> dict[str, Tool]:
    document = {"openapi": "3.1.0", "info": {"title": "Library", "version": "1"}, "paths": paths}
    file = folder / "api.json"
    file.write_text(json.dumps(document))
    return {tool.name: tool for tool in pipeline.tools(file).toolset.tools}


def answer(*names: str, many: bool = False) -> dict[str, Any]:
    one = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    schema = {"type": "array", "items": one} if many else one
    return {"responses": {"200": {"description": "OK", "content": {"application/json": {"schema": schema}}}}}


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Id", "Warnings"), "Returns Id and Warnings."),
        (("url", "id"), "Returns id and url."),
        (("title", "pages", "id", "shelf", "price", "isbn"), "Returns id, title, pages, shelf, price and more."),
        (
            ("title", "pages", "book_id", "shelf", "price", "isbn"),
            "Returns book_id, title, pages, shelf, price and more.",
        ),
        (("title", "reader_id"), "Returns title and reader_id."),
    ],
)
def test_what_is_made_is_told_with_its_identifier(names: tuple[str, ...], said: str, tmp_path: Path) -> None:
    made = tools(tmp_path, {"/books": {"post": {**answer(*names), "operationId": "createBook"}}})
    assert said in made["create_book"].description


def test_lists_tell_the_identifier_of_their_items_and_one_that_was_given_is_not_told_again(tmp_path: Path) -> None:
    names = ("title", "pages", "shelf", "price", "isbn", "id")
    key = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    paths = {"/books": {"get": answer(*names, many=True)}, "/books/{id}": {"parameters": [key], "get": answer(*names)}}
    made = tools(tmp_path, paths)
    assert "each has id, title, pages, shelf, price and more" in made["list_books"].description
    assert "Returns title, pages, shelf, price and more." in made["get_book"].description


@pytest.mark.parametrize(
    ("given", "needs", "said"),
    [
        (("x", "y"), ("x", "y"), "Give x and y together or not at all."),
        (("x", "y", "z"), ("x", "y"), "Give x and y together, with or without z."),
        (("z",), ("x", "y"), "z needs x and y."),
        (("x", "z"), ("x", "y"), "z needs x and y; give x with y."),
    ],
)
def test_a_rule_never_asks_for_what_it_starts_from(given: tuple[str, ...], needs: tuple[str, ...], said: str) -> None:
    assert presence_sentence(Presence(given=given, needs=needs)) == said


def test_a_verb_keeps_the_word_before_its_object(tmp_path: Path) -> None:
    key = {"name": "book_id", "in": "path", "required": True, "schema": {"type": "string"}}
    path = {"parameters": [key], "put": {**answer("done"), "operationId": "voteForBook"}}
    made = tools(tmp_path, {"/user/votes/books/{book_id}": path})
    assert made["vote_for_book"].description.startswith("Votes for a book.")


def test_a_sentence_on_the_use_of_an_operation_says_what_it_does(tmp_path: Path) -> None:
    text = "You can use RenewManyLoans to renew up to ten loans of one reader."
    post = {**answer("done"), "operationId": "RenewManyLoans", "description": text}
    (tool,) = tools(tmp_path, {"/loans": {"post": post}}).values()
    assert tool.description.startswith("Renews up to ten loans of one reader.")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("State of the loan: 1 = open, 2 = waiting, 3 = closed.", ["1", "2", "3"]),
        ("State\n- `0`: open\n- `1`: renewed\n- `2`: closed", ["0", "1", "2"]),
        ("State: 1 = open, 3 = waiting, 5 = closed.", None),
        ("State: 1 = open, 2 = waiting, 3 = closed, among others.", None),
        ("State: 1 = open, 2 = waiting, 3 = closed. More of them come.", None),
        ("Number of renewals: 0 = none, 1 = one, 2 = two.", None),
        ("0 = open, 1 = closed", None),
    ],
)
def test_codes_that_a_text_explains_in_a_row_are_all_there_are(
    text: str, values: list[str] | None, tmp_path: Path
) -> None:
    state = {"name": "state", "in": "query", "schema": {"type": "integer"}, "description": text}
    (tool,) = tools(tmp_path, {"/loans": {"get": {**answer("title", many=True), "parameters": [state]}}}).values()
    assert tool.input_schema["properties"]["state"].get("enum") == values
