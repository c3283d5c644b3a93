"""What comes back is called what it is: whole types, what all branches of a choice hold, true and false (DES003)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.toolset import Tool


def obj(*names: str) -> dict[str, Any]:
    """An object of texts."""
    return {"type": "object", "properties": {name: {"type": "string"} for name in names}}


def described(
    folder: Path, method: str, path: str, schema: dict[str, Any], schemas: dict[str, Any] | None = None, **more: Any
) -> str:
    """The description of the one tool of a document."""
    names = [part.partition("}")[0] for part in path.split("{")[1:]]
    given = [{"name": n, "in": "path", "required": True, "schema": {"type": "string"}} for n in names]
    answer = {"200": {"description": "OK", "content": {"application/json": {"schema": schema}}}}
    item = {method: {"responses": answer, "parameters": [*given, *more.pop("parameters", [])], **more}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1"},
        "paths": {path: item},
        "components": {"schemas": schemas or {}},
    }
    file = folder / "api.json"
    file.write_text(json.dumps(document))
    found: tuple[Tool, ...] = pipeline.tools(file).toolset.tools
    return found[0].description


@pytest.mark.parametrize(
    ("method", "path", "component", "said"),
    [
        ("get", "/order_items/{id}", "OrderItem", "Returns the order item:"),
        ("get", "/page_templates/{id}", "PageTemplate", "Returns the page template:"),
        ("delete", "/order_items/{id}", "deleted_order_item", "Returns the deleted order item"),
        ("get", "/loans/{id}", "LoanRepresentation", "Returns the loan:"),
        ("get", "/loans/{id}/reports", "LoanReportCollection", "Returns the loan reports:"),
        ("get", "/zones/{id}", "ZoneGeoJson", "Returns the zone:"),
        ("get", "/loans/{id}", "LibraryDeskShelvesV1beta1Loan", "Returns the loan:"),
        ("post", "/loans/{id}/renew", "LibraryLongrunningOperation", "Returns the operation:"),
        ("put", "/books/{id}", "IndexingTask", "Returns the indexing task:"),
        ("get", "/books/{id}/shelved", "IsShelvedResponse", "Returns price, colour,"),
    ],
)
def test_a_type_keeps_the_words_that_the_tool_has(
    method: str, path: str, component: str, said: str, tmp_path: Path
) -> None:
    ref = {"$ref": f"#/components/schemas/{component}"}
    text = described(tmp_path, method, path, ref, {component: obj("price", "colour", "weight", "shape", "state")})
    assert said in text


def test_of_a_choice_only_what_all_branches_hold_is_told(tmp_path: Path) -> None:
    choice = {"oneOf": [obj("issuer", "digits", "expires"), obj("bank", "digits", "expires", "branch")]}
    text = described(tmp_path, "get", "/readers/{id}/payment", choice)
    assert "digits and expires" in text
    assert not {"issuer", "bank"} & set(text.replace(",", " ").split())


def test_what_stands_for_a_deleted_thing_counts_for_nothing(tmp_path: Path) -> None:
    refs = [{"$ref": "#/components/schemas/reader"}, {"$ref": "#/components/schemas/deleted_reader"}]
    schemas = {"reader": obj("name", "street", "city", "phone", "since"), "deleted_reader": obj("id", "deleted")}
    assert "Returns name, street, city, phone and more." in described(
        tmp_path, "get", "/readers/{id}", {"anyOf": refs}, schemas
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("LoanCount number of open loans", "Number of open loans."),
        ("LoanCount holds how many are open", "LoanCount holds how many are open."),
    ],
)
def test_a_remark_on_a_type_does_not_open_with_its_name(text: str, said: str, tmp_path: Path) -> None:
    schemas = {"LoanCount": {**obj("new"), "description": text}}
    ref = {"$ref": "#/components/schemas/LoanCount"}
    assert said in described(tmp_path, "get", "/loan-count", ref, schemas)


def test_a_list_of_true_and_false_is_no_list_of_things(tmp_path: Path) -> None:
    schema = {"type": "array", "items": {"type": "boolean"}}
    text = described(tmp_path, "get", "/books/contains", schema, operationId="checkBooksContain")
    assert "Returns a list of true and false, in the order asked." in text


def test_what_removes_does_not_tell_how_to_read_on(tmp_path: Path) -> None:
    page = {
        "type": "object",
        "properties": {"items": {"type": "array", "items": obj("name")}, "next": {"type": "string"}},
    }
    given = [{"name": "cursor", "in": "query", "schema": {"type": "string"}}]
    assert "Next page: pass next as cursor." in described(tmp_path, "get", "/pods", page, parameters=given)
    assert "Next page" not in described(tmp_path, "delete", "/pods", page, parameters=given)


def test_where_the_next_page_is_told_the_field_is_not_told_twice(tmp_path: Path) -> None:
    page = {
        "type": "object",
        "properties": {"items": {"type": "array", "items": obj("name")}, "next": {"type": "string"}},
    }
    given = [{"name": n, "in": "query", "schema": {"type": "integer"}} for n in ("limit", "offset")]
    text = described(tmp_path, "get", "/pods", page, parameters=given)
    assert "and next" not in text
    assert "Next page:" in text


def test_an_answer_that_holds_nothing_confirms_and_is_no_thing(tmp_path: Path) -> None:
    schemas = {"Empty": {"type": "object", "description": "A message of nothing, shared by the whole library."}}
    ref = {"$ref": "#/components/schemas/Empty"}
    text = described(tmp_path, "delete", "/books/{id}", ref, schemas)
    assert "Returns nothing but a confirmation." in text
    assert "message" not in text


@pytest.mark.parametrize(
    "text", ["Example description of it", "Returned where the shelf stands", "Shelf moved successfully"]
)
def test_what_only_says_that_there_is_an_answer_is_not_told(text: str, tmp_path: Path) -> None:
    answer = {"200": {"description": text, "content": {"application/json": {"schema": {"type": "string"}}}}}
    assert "On success" not in described(tmp_path, "get", "/shelf", {}, responses=answer)
