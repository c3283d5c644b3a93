"""What tells a variant in its key lasts: names that were kept by it stay when fields, titles and values come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.shaping.naming import name_operations
from tests.shaping.operations import operation

TEXT = {"type": "string"}


def branch(*required: str, title: str = "", **fixed: str) -> dict[str, Any]:
    properties = {**dict.fromkeys(required, TEXT), **{name: {"const": value} for name, value in fixed.items()}}
    found = {"type": "object", "required": [*required, *fixed], "properties": properties}
    return found | ({"title": title} if title else {})


def document(schema: Any, **components: Any) -> dict[str, Any]:
    operation = {
        "operationId": "createParcel",
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {"204": {"description": "done"}},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.example.test"}],
        "paths": {"/parcels": {"post": operation}},
        "components": {"schemas": components},
    }


def keys(tmp_path: Path, made: dict[str, Any]) -> list[str]:
    source = tmp_path / "api.json"
    source.write_text(json.dumps(made))
    return [tool.operation.removeprefix("POST /parcels#") for tool in pipeline.tools(source).toolset.tools]


def either(*names: str) -> dict[str, Any]:
    return {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (document(either("Box", "Tube"), Box=branch("width", kind="box"), Tube=branch("length", kind="tube")),
         ["box", "tube"]),
        (document(either("Box", "Tube"), Box=branch("width", title="Cardboard"), Tube=branch("length", title="Roll")),
         ["Box", "Tube"]),
        (document({"oneOf": [branch("width", title="Cardboard"), branch("length", title="Roll")]}),
         ["Cardboard", "Roll"]),
        (document({"oneOf": [branch("width"), branch("length")]}), ["width", "length"]),
    ],
)  # fmt: skip
def test_the_most_lasting_thing_tells_a_variant(tmp_path: Path, made: dict[str, Any], expected: list[str]) -> None:
    assert keys(tmp_path, made) == expected


PLAIN = document({"oneOf": [branch("width"), branch("length")]})


@pytest.mark.parametrize(
    "later",
    [
        document({"oneOf": [branch("depth", "width"), branch("length")]}),
        document({"oneOf": [branch("length"), branch("colour", "width")]}),
        document({"oneOf": [branch("width", title="Cardboard"), branch("length", title="Roll")]}),
        document({"oneOf": [branch("width", kind="box"), branch("length", kind="tube")]}),
        document(either("Box", "Tube"), Box=branch("width", title="Cardboard"), Tube=branch("length")),
    ],
)
def test_names_and_keys_of_variants_stay(tmp_path: Path, later: dict[str, Any]) -> None:
    source, package = tmp_path / "api.json", tmp_path / "package"
    source.write_text(json.dumps(PLAIN))
    before = {tool.operation: tool.name for tool in pipeline.generate(source, package).made.toolset.tools}
    source.write_text(json.dumps(later))
    after = {tool.operation: tool.name for tool in pipeline.generate(source, package).made.toolset.tools}
    assert after == before


def test_a_key_is_never_taken_from_the_branch_that_has_it(tmp_path: Path) -> None:
    source, package = tmp_path / "api.json", tmp_path / "package"
    source.write_text(json.dumps(document(either("Box", "Roll"), Box=branch("width"), Roll=branch("length"))))
    pipeline.generate(source, package)
    shapes = {"Box": branch("width", kind="b"), "Roll": branch("length", kind="Box")}
    source.write_text(json.dumps(document(either(*shapes), **shapes)))
    made = pipeline.generate(source, package).made.toolset.tools
    assert [tool.operation for tool in made] == ["POST /parcels#b", "POST /parcels#Box"]
    assert len({tool.name for tool in made}) == 2


def test_a_value_with_a_number_sign_is_part_of_the_variant(tmp_path: Path) -> None:
    shapes = {"Box": branch("width", sort="#parcel.Box"), "Tube": branch("length", sort="#parcel.Tube")}
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document(either(*shapes), **shapes)))
    made = pipeline.tools(source)
    assert [tool.operation for tool in made.toolset.tools] == [
        "POST /parcels##parcel.Box",
        "POST /parcels##parcel.Tube",
    ]
    assert {tool.whole_operation for tool in made.toolset.tools} == {"POST /parcels"}
    assert [each.subject for each in pipeline.explain(source, "POST /parcels")] == [t.name for t in made.toolset.tools]


def test_a_name_is_kept_for_a_variant_with_a_number_sign() -> None:
    made = [operation("POST /parcels", "createParcel"), operation("POST /boxes/parcels", "createBoxParcel")]
    found = name_operations(made, api_title="Demo", pinned={"POST /parcels##parcel.Box": "create_box_parcel"})
    assert found["POST /boxes/parcels"].name != "create_box_parcel"
