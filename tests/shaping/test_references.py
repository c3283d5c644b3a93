"""Operations that texts name by title or id are called as the tools are; what is deprecated says so once, last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.shaping.references import deprecation

THING = {"type": "object", "properties": {"title": {"type": "string"}, "shelf": {"type": "string"}}}


def described(folder: Path, paths: dict[str, Any]) -> dict[str, str]:
    """The description of each tool."""
    answer = {"200": {"description": "OK", "content": {"application/json": {"schema": THING}}}}
    for item in paths.values():
        for operation in item.values():
            operation.setdefault("responses", answer)
    file = folder / "api.json"
    document = {"openapi": "3.1.0", "info": {"title": "Library", "version": "1"}, "paths": paths}
    file.write_text(json.dumps({**document, "servers": [{"url": "https://library.example"}]}))
    return {tool.name: tool.description for tool in pipeline.tools(file).toolset.tools}


def test_titles_and_ids_become_tools(tmp_path: Path) -> None:
    made = described(
        tmp_path,
        {
            "/loans": {"get": {"operationId": "loans.listAll", "summary": "List Loans of Readers"}},
            "/holds": {
                "post": {
                    "operationId": "placeHold",
                    "summary": "Place a hold",
                    "description": "Places a hold on a book. Use the List Loans of Readers endpoint before it. "
                    "The loans.listAll method tells who has it.",
                }
            },
        },
    )
    tool = next(name for name in made if name.startswith("list_"))
    assert f"Use {tool} before it. {tool} tells who has it." in made["place_hold"]


def test_a_deprecated_tool_names_its_successor_last(tmp_path: Path) -> None:
    made = described(
        tmp_path,
        {
            "/copies": {"get": {"operationId": "listCopies", "summary": "List Copies of Books"}},
            "/items": {
                "get": {
                    "operationId": "listItems",
                    "deprecated": True,
                    "description": "**Note: This endpoint is deprecated. Use List Copies of Books instead.** "
                    "Lists all items that a branch owns.",
                }
            },
        },
    )
    assert made["list_items"].startswith("Lists all items that a branch owns.")
    assert made["list_items"].endswith("Deprecated: use list_copies.")
    assert made["list_items"].lower().count("deprecated") == 1


@pytest.mark.parametrize(
    ("text", "deprecated", "left", "notice"),
    [
        ("Lists books.", False, "Lists books.", ""),
        ("Lists books.", True, "Lists books.", "Deprecated."),
        ("Lists books. The shelf field is deprecated.", False, "Lists books. The shelf field is deprecated.", ""),
        (
            "This method is deprecated in favor of list_copies. Lists books.",
            True,
            "Lists books.",
            "Deprecated: use list_copies.",
        ),
        (
            "This method is deprecated and goes away at the end of the year 2030 for all readers. Lists books.",
            True,
            "Lists books.",
            "This method is deprecated and goes away at the end of the year 2030 for all readers.",
        ),
    ],
)
def test_deprecation_is_taken_out_of_a_text(text: str, deprecated: bool, left: str, notice: str) -> None:
    made = deprecation(text, {"list_copies"}, deprecated=deprecated)
    assert (made.text, made.notice) == (left, notice)
