"""Normalising: a new tree, valid 2020-12 whatever went in, at the same pointers."""

from __future__ import annotations

import copy
from pathlib import Path

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.frontends.openapi.normalize import DOUBTFUL_NULL, Normalizer, OrNull
from mcpgen.frontends.openapi.references import References
from mcpgen.frontends.openapi.version import Version, Versions
from mcpgen.model.json import Json
from mcpgen.source import Document, Reach, Sources
from mcpgen.source.location import FileLocation, Location
from mcpgen.source.positions import Positions

DOUBTFUL = {DOUBTFUL_NULL: True}


def normalize(raw: Json, version: Version = "3.0", components: Json = None) -> Json:
    data = {"components": {"schemas": components or {}}, "schema": raw}
    document = Document(
        file="a.yaml",
        location=FileLocation(Path("a.yaml").resolve()),
        data=data,
        text="",
        format="yaml",
        positions=Positions("", "a.yaml", "yaml"),
    )

    def no_file(location: Location, file: str) -> Document:
        raise AssertionError(f"{file} was read")

    references = References(Sources(document, Reach(), no_file), ("components", "schemas"))
    return Normalizer(references, Versions(version)).schema(raw, document, ("schema",)).schema


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "string", "nullable": False}, {"type": "string"}),
        (
            {"type": "string", "nullable": True, "enum": ["a"]},
            {"type": ["string", "null"], "enum": ["a", None]} | DOUBTFUL,
        ),
        ({"nullable": True, "properties": {"a": {}}}, {"type": ["object", "null"], "properties": {"a": {}}}),
        ({"nullable": True}, {}),
        (
            {"oneOf": [{"type": "string"}], "nullable": True},
            {"oneOf": [{"type": "string"}, {"type": "null"}]},
        ),
        ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
        ({"example": 1}, {"examples": [1]}),
        ({"example": 1, "examples": [2]}, {"examples": [2]}),
        ({"type": "file"}, {"type": "string", "format": "binary"}),
        ({"type": "banana", "xml": {}, "externalDocs": {}, "odd": 1, "x-kept": 1}, {"x-kept": 1}),
        ({"required": ["a", "a", 1]}, {"required": ["a"]}),
        ({"anyOf": []}, {}),
        ({"$id": "http://x.test/", "$schema": "http://x.test/", "$anchor": "a"}, {}),
        ({"discriminator": "kind"}, {"discriminator": {"propertyName": "kind", "mapping": {}}}),
        (
            {"dependencies": {"a": ["b"], "c": {"required": ["d"]}}},
            {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}},
        ),
        (
            {"properties": {"nullable": {"type": "boolean"}, "example": {}}},
            {"properties": {"nullable": {"type": "boolean"}, "example": {}}},
        ),
        ({"default": {"nullable": True, "example": 1}}, {"default": {"nullable": True, "example": 1}}),
    ],
)
def test_one_meaning(raw: Json, expected: Json) -> None:
    before = copy.deepcopy(raw)
    assert normalize(raw) == expected
    assert raw == before


def test_what_stands_beside_a_reference() -> None:
    raw = {"$ref": "#/components/schemas/A", "description": "d", "maxLength": 1, "summary": "s"}
    components = {"A": {"type": "string"}}
    assert normalize(raw, "3.0", components) == {"$ref": "#/components/schemas/A", "description": "d"}
    assert normalize(raw, "3.1", components) == {"$ref": "#/components/schemas/A", "description": "d", "maxLength": 1}
    assert normalize({"$ref": "#/components/schemas/A", "summary": "s"}, "3.0", components)["description"] == "s"
    wrapped = normalize({"$ref": "#/components/schemas/A", "nullable": True}, "3.0", components)
    assert isinstance(wrapped, OrNull)
    assert wrapped == {"anyOf": [{"$ref": "#/components/schemas/A"}, {"type": "null"}]}


def test_references_get_one_spelling() -> None:
    components = {"A b": {"type": "string"}}
    for ref in ("#/components/schemas/A%20b", "#/components/schemas/A b", "a.yaml#/components/schemas/A%20b"):
        assert normalize({"$ref": ref}, components=components) == {"$ref": "#/components/schemas/A b"}


KEYWORDS = """
    type enum const default nullable required properties items additionalProperties allOf anyOf oneOf not
    format pattern minimum maximum exclusiveMinimum multipleOf minLength maxItems title description example
    examples discriminator patternProperties prefixItems dependentRequired uniqueItems dependencies readOnly
    $defs x-odd additionalItems $id
""".split()
junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.sampled_from(["string", "integer", "object", "a", "", "true", "5", "x.y"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from([*KEYWORDS, "a", "b"]), inner, max_size=5),
    max_leaves=15,
)


@given(st.dictionaries(st.sampled_from(KEYWORDS), junk, max_size=6), st.sampled_from(["3.0", "3.1"]))
@settings(max_examples=100, deadline=None)
def test_whatever_goes_in_valid_2020_12_comes_out(raw: Json, version: Version) -> None:
    before = copy.deepcopy(raw)
    schema = normalize(raw, version)
    assert raw == before
    jsonschema_rs.Draft202012Validator(schema)
