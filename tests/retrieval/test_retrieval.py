"""BM25 ranks by rare words, both sides of the comparison hold what they should, and the requests are well formed."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.corpus.manifest import FOLDER, MANIFEST, entries
from tests.golden.walker import REPOSITORY
from tests.retrieval.__main__ import main, requests
from tests.retrieval.bm25 import Index, words
from tests.retrieval.converter import METHODS, Shown, converted
from tests.retrieval.measure import compare, rankings, shaped

BOOKSTORE = REPOSITORY / "examples" / "specs" / "bookstore.yaml"


def ask(request: str, *operations: str) -> dict[str, Any]:
    return {"document": "bookstore", "request": request, "operations": list(operations)}


def shown(operation: str, name: str, description: str = "") -> Shown:
    return Shown(operation=operation, name=name, description=description, arguments=())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("listDagRuns", ["list", "dag", "run"]),
        ("HTTPServer_status", ["http", "server", "status"]),
        ("categories, address; in_123", ["category", "address", "in", "123"]),
        ("", []),
    ],
)
def test_words(text: str, found: list[str]) -> None:
    assert words(text) == found


def test_a_rare_word_weighs_more_and_a_long_text_less() -> None:
    index = Index(["get the book", "get the order", "get the order of a book with every page it has", "get the shelf"])
    assert index.ranked("the order")[0] == 1
    assert index.ranked("shelf of the book")[:2] == [3, 2]
    assert index.ranked("nothing of this kind here") == [2, 0, 1, 3]


def test_no_tools_rank_nowhere() -> None:
    (ranking,) = rankings([ask("anything", "GET /a")], [])
    assert (ranking.rank, ranking.first, ranking.reciprocal) == (0, "", 0.0)


def test_any_tool_of_an_operation_is_right() -> None:
    tools = [shown("GET /a", "list_a"), shown("POST /a", "pay_by_card"), shown("POST /a", "pay_by_transfer")]
    (ranking,) = rankings([ask("pay by transfer please", "POST /a")], tools)
    assert (ranking.rank, ranking.right) == (1, "pay_by_transfer")


def test_the_converter_says_what_the_document_says(tmp_path: Path) -> None:
    document = {
        "openapi": "3.0.3",
        "info": {"title": "Shop", "version": "1"},
        "paths": {
            "/orders/{id}": {
                "parameters": [{"$ref": "#/components/parameters/Id"}],
                "put": {
                    "summary": "Put",
                    "description": "Changes it.",
                    "parameters": [{"name": "dryRun", "in": "query", "schema": {"type": "boolean"}}],
                    "requestBody": {
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}
                    },
                    "responses": {"200": {"description": "OK"}},
                },
                "delete": {"operationId": "removeIt", "responses": {"204": {"description": "Gone"}}},
            }
        },
        "components": {
            "parameters": {"Id": {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}},
            "schemas": {
                "Order": {
                    "allOf": [
                        {"$ref": "#/components/schemas/Base"},
                        {"properties": {"shipTo": {"properties": {"city": {"type": "string"}}}}},
                    ]
                },
                "Base": {"properties": {"total": {"type": "integer"}}},
            },
        },
    }
    path = tmp_path / "shop.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert converted(path) == [
        Shown(
            operation="PUT /orders/{id}",
            name="PUT /orders/{id}",
            description="Put\n\nChanges it.",
            arguments=("id", "dryRun", "total", "shipTo"),
        ),
        Shown(operation="DELETE /orders/{id}", name="removeIt", description="", arguments=("id",)),
    ]


def test_both_sides_show_the_same_operations() -> None:
    assert {tool.operation for tool in shaped(BOOKSTORE)} <= {tool.operation for tool in converted(BOOKSTORE)}


def test_requests_find_tools_of_the_bookstore() -> None:
    asked = [
        ask("cancel order 1234", "POST /orders/{orderId}/cancel"),
        ask("import the stock", "POST /inventory/import"),
    ]
    compared = compare([*asked, {**asked[0], "document": "absent"}], {"bookstore": BOOKSTORE})
    assert [ranking.rank for ranking in compared.shaped] == [1, 1]
    assert len(compared.raw) == 2
    assert all(ranking.rank for ranking in compared.raw)


def test_requests_are_well_formed() -> None:
    found = requests()
    assert len({request["request"] for request in found}) == len(found) == 60
    assert set(Counter(request["document"] for request in found).values()) <= set(range(8, 13))
    key = re.compile(rf"({'|'.join(METHODS).upper()}) /\S*")
    for request in found:
        assert set(request) == {"document", "request", "operations"}
        assert request["operations"]
        assert all(key.fullmatch(operation) for operation in request["operations"])


@pytest.mark.skipif(not (FOLDER / MANIFEST).is_file(), reason="there is no corpus")
def test_each_request_names_operations_of_its_document() -> None:
    paths = {entry.name: FOLDER / entry.path for entry in entries(FOLDER)}
    for document in dict.fromkeys(request["document"] for request in requests()):
        known = {tool.operation for tool in converted(paths[document])}
        for request in requests():
            assert request["document"] != document or set(request["operations"]) <= known, request["request"]


def test_a_folder_that_is_no_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([str(tmp_path)])
    assert left.value.code == 2
    assert "CORPUS=DIR" in capsys.readouterr().err
