"""The requests that the goldens' contract tests expect are requests that the original document accepts."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.emit.cases import cases
from mcpgen.emit.names import package_names
from tests.golden import walker
from tests.judge import Judge

REPOSITORY = walker.GOLDEN.parents[1]
SPECS = {"bookstore": "bookstore.yaml", "payments": "payments.json"}
ANY_METHOD = """
openapi: 3.2.0
info: {title: Shelf, version: "1"}
servers: [{url: "https://api.shelf.test/v1"}]
paths:
  /shelves/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    query:
      operationId: searchShelf
      parameters: [{name: kinds, in: query, style: pipeDelimited, schema: {type: array, items: {enum: [a, b]}}}]
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [text], properties: {text: {type: string}}}}}
      responses: {"200": {description: Found.}}
    trace:
      operationId: traceShelf
      responses: {"200": {description: Traced.}}
    additionalOperations:
      COPY:
        operationId: copyShelf
        parameters:
          - {name: Depth, in: header, required: true, schema: {type: string}}
          - {name: parts, in: query, style: spaceDelimited, schema: {type: array, items: {type: integer}}}
        responses: {"201": {description: Copied.}}
      m-search:
        operationId: findShelf
        responses: {"200": {description: Found.}}
"""


def judge(name: str) -> Judge:
    return Judge.of(REPOSITORY / "examples" / "specs" / SPECS[name])


def requests(name: str) -> list[tuple[str, dict[str, Any]]]:
    cases = json.loads((walker.GOLDEN / name / "expected" / "tests" / "cases.json").read_bytes())
    return [(tool["name"], call["request"]) for tool in cases["tools"] for call in tool["calls"]]


@pytest.mark.parametrize("name", SPECS)
def test_every_expected_request_is_one_the_document_accepts(name: str) -> None:
    found = requests(name)
    assert len(found) >= 35
    assert [(tool, fault) for tool, request in found for fault in judge(name).faults(request)] == []


def test_requests_of_any_method_are_ones_the_document_accepts(tmp_path: Path) -> None:
    source = tmp_path / "shelf.yaml"
    source.write_text(ANY_METHOD)
    toolset = pipeline.tools(source).toolset
    found = [c["request"] for t in cases(toolset, package_names(toolset.server))["tools"] for c in t["calls"]]
    assert {request["method"] for request in found} == {"QUERY", "TRACE", "COPY", "m-search"}
    for request in found:
        assert list(Judge.of(source).faults(request)) == []
        assert list(Judge.of(source).faults({**request, "method": "MOVE"})) != []


@pytest.mark.parametrize(
    ("tool", "change"),
    [
        ("create_book", lambda r: r["body"].pop("title")),
        ("create_book", lambda r: r["body"]["price"].update(amount="12")),
        ("list_books", lambda r: r["query"].append(["color", "red"])),
        ("list_books", lambda r: r["query"].append(["limit", "1000"])),
        ("get_book", lambda r: r.update(path="/v1/book/7")),
        ("get_book", lambda r: r.update(path="/v1/books/seven")),
        ("ship_order", lambda r: r.pop("body")),
    ],
)
def test_a_wrong_request_is_noticed(tool: str, change: Any) -> None:
    request = copy.deepcopy([r for name, r in requests("bookstore") if name == tool][-1])
    change(request)
    assert list(judge("bookstore").faults(request)) != []
