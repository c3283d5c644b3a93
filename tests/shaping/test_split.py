"""When one operation becomes several tools, and when it stays one (GRA001, GRA002)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline

CARD = {"type": "object", "required": ["token"], "properties": {"token": {"type": "string"}}}
BANK = {"type": "object", "required": ["iban"], "properties": {"iban": {"type": "string"}}}
BOTH = {"type": "object", "properties": {"token": {"type": "string"}, "iban": {"type": "string"}}}


def names(
    tmp_path: Path,
    schema: dict[str, Any],
    *,
    path: str = "/payments",
    method: str = "post",
    answer: Any = None,
    both: Any = BOTH,
) -> list[str]:
    operation = {
        "operationId": "createPayment" if "{" not in path else "actOnPayment",
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": answer or {}}}}},
        "parameters": (
            [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}] if "{" in path else []
        ),
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.example.test"}],
        "paths": {path: {method: operation}},
        "components": {"schemas": {"Card": CARD, "Bank": BANK, "Both": both}},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    return [tool.name for tool in pipeline.tools(source).toolset.tools]


def either(*components: str) -> dict[str, Any]:
    return {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in components]}


def object_of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": properties}


def test_a_body_of_kinds_splits(tmp_path: Path) -> None:
    assert names(tmp_path, either("Card", "Bank")) == ["create_card_payment", "create_bank_payment"]


def test_a_required_property_of_kinds_splits(tmp_path: Path) -> None:
    assert names(tmp_path, object_of(method=either("Card", "Bank"))) == ["create_card_payment", "create_bank_payment"]


def test_an_optional_property_of_kinds_does_not(tmp_path: Path) -> None:
    schema = object_of(method=either("Card", "Bank")) | {"required": []}
    assert names(tmp_path, schema) == ["create_payment"]


def test_a_kind_that_holds_the_others_stays_one_tool(tmp_path: Path) -> None:
    assert names(tmp_path, either("Card", "Both")) == ["create_payment"]


def test_more_than_eight_kinds_stay_one_tool(tmp_path: Path) -> None:
    many = [object_of(kind={"const": f"k{n}"}, **{f"f{n}": {"type": "string"}}) for n in range(9)]
    assert names(tmp_path, {"oneOf": many}) == ["create_payment"]


@pytest.mark.parametrize("values", [["capture", "cancel", "refund"], ["approve", "reject"]])
def test_verbs_split(tmp_path: Path, values: list[str]) -> None:
    schema = object_of(action={"type": "string", "enum": values})
    found = names(tmp_path, schema, path="/payments/{id}/actions")
    assert [name.split("_")[0] for name in found] == values


def test_verbs_that_the_answer_repeats_are_an_attribute(tmp_path: Path) -> None:
    action = {"type": "string", "enum": ["capture", "cancel"]}
    assert (
        len(names(tmp_path, object_of(action=action), path="/payments/{id}/actions", answer=object_of(action=action)))
        == 1
    )


def test_nouns_do_not_split(tmp_path: Path) -> None:
    assert len(names(tmp_path, object_of(type={"type": "string", "enum": ["debit", "credit"]}))) == 1


def test_kinds_that_are_tools_are_named_as_they_are(tmp_path: Path) -> None:
    kinds = {
        "oneOf": [
            object_of(action={"const": "create_user"}, name={"type": "string"}),
            object_of(action={"const": "delete_user"}, user_id={"type": "string"}),
        ]
    }
    assert names(tmp_path, kinds) == ["create_user", "delete_user"]


@pytest.mark.parametrize("keyword", ["items", "prefixItems"])
def test_an_answer_whose_items_are_itself_is_read_to_an_end(tmp_path: Path, keyword: str) -> None:
    inner: Any = {"$ref": "#/components/schemas/Both/properties/token"}
    recursive = {"allOf": [{keyword: [inner] if keyword == "prefixItems" else inner}]}
    schema = {"type": "object", "properties": {"token": recursive}}
    operation = {"type": "object", "required": ["action"], "properties": {"action": {"enum": ["lock", "unlock"]}}}
    assert names(tmp_path, operation, answer=schema, both=schema)
