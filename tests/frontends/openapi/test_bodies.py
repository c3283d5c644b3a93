"""Media types and the encoding of parts, as they are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen.diagnostics import SourceError
from mcpgen.frontends.openapi import read
from mcpgen.model.api import Api, RequestBody
from mcpgen.model.schema import Array, Object, Xml
from mcpgen.source import load


def api(tmp_path: Path, content: dict[str, Any], version: str = "3.1.0", **schemas: Any) -> Api:
    operation = {"requestBody": {"content": content}, "responses": {"204": {"description": "ok"}}}
    document = {
        "openapi": version,
        "info": {"title": "Demo", "version": "1"},
        "paths": {"/things": {"post": operation}},
        "components": {"schemas": schemas},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    return read(load(source))


def body(tmp_path: Path, content: dict[str, Any], version: str = "3.1.0", **schemas: Any) -> RequestBody:
    [operation] = api(tmp_path, content, version, **schemas).operations
    assert operation.body is not None
    return operation.body


@pytest.mark.parametrize(
    ("written", "name", "kept"),
    [
        ("application/json", "application/json", "application/json"),
        ("Application/JSON ; Profile=x", "application/json", "application/json; Profile=x"),
        ("application/vnd.x+json;version=2", "application/vnd.x+json", "application/vnd.x+json;version=2"),
        ('multipart/form-data; boundary="a b"', "multipart/form-data", 'multipart/form-data; boundary="a b"'),
        ("text/csv;", "text/csv", "text/csv"),
        ("openapi/python/client", "openapi/python/client", "openapi/python/client"),
    ],
)
def test_parameters_are_kept_as_written(tmp_path: Path, written: str, name: str, kept: str) -> None:
    [media] = body(tmp_path, {written: {}}).content
    assert (media.name, media.written) == (name, kept)


@pytest.mark.parametrize(
    "written", ["text/plain; a=b\r\nX-Evil: 1", "text/plain; a=\u00e9", "text/plain a=b", "text/plain, text/csv"]
)
def test_what_cannot_stand_in_a_header_is_told(tmp_path: Path, written: str) -> None:
    read_ = api(tmp_path, {written: {}})
    assert read_.operations[0].body is not None
    assert [m.written for m in read_.operations[0].body.content] == ["text/plain"]
    assert [d.code for d in read_.diagnostics].count("openapi-media-type") == 1


def test_a_body_that_can_only_be_of_no_media_type_leaves_the_operation_out(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no media type that can be written"):
        api(tmp_path, {"\r\nX-Evil: 1": {"schema": {"type": "string"}}})


def test_content_types_of_parts_are_those_that_can_be_written(tmp_path: Path) -> None:
    content = {"multipart/form-data": {"encoding": {"a": {"contentType": "image/png, x\r\ny, image/*"}}}}
    [media] = body(tmp_path, content).content
    assert media.encoding[0].content_type == "image/png, image/*"


def test_a_charset_alone_makes_no_other_representation(tmp_path: Path) -> None:
    content = {"text/csv; charset=utf-8": {}, "text/csv": {}, "text/csv; header=present": {}}
    assert [m.written for m in body(tmp_path, content).content] == [
        "text/csv; charset=utf-8",
        "text/csv; header=present",
    ]


def test_styles_of_parts_count_since_3_1(tmp_path: Path) -> None:
    content = {
        media: {"schema": {"type": "object"}, "encoding": {"a": {"style": "pipeDelimited", "explode": False}}}
        for media in ("multipart/form-data", "application/x-www-form-urlencoded")
    }
    found = {
        version: [(m.encoding[0].style, m.encoding[0].explode) for m in body(tmp_path, content, version).content]
        for version in ("3.0.3", "3.1.0")
    }
    delimited = ("pipeDelimited", False)
    assert found == {"3.0.3": [("form", True), delimited], "3.1.0": [delimited, delimited]}


def test_headers_of_parts_are_kept_where_they_are_fixed(tmp_path: Path) -> None:
    headers = {
        "X-Kind": {"schema": {"const": "original"}},
        "X-Free": {"schema": {"type": "string"}},
        "X-Needed": {"required": True, "schema": {"type": "string"}},
        "X-Broken": {"schema": {"const": "a\r\nb: c"}},
        "Content-Type": {"required": True, "schema": {"type": "string"}},
    }
    found = api(tmp_path, {"multipart/form-data": {"encoding": {"a": {"headers": headers}}}})
    assert found.operations[0].body is not None
    [media] = found.operations[0].body.content
    assert media.encoding[0].headers == (("X-Kind", "original"),)
    assert [d.message for d in found.diagnostics if d.code == "openapi-header"] == [
        "The part a needs the header X-Needed, which is not sent: its value is not fixed."
    ]


def test_an_item_schema_is_that_of_a_list(tmp_path: Path) -> None:
    item = {"type": "object", "properties": {"a": {"type": "string"}}}
    found = api(tmp_path, {"application/jsonl": {"itemSchema": item}}, "3.2.0")
    assert found.operations[0].body is not None
    schema = found.operations[0].body.content[0].schema
    assert isinstance(schema, Array)
    assert isinstance(schema.items, Object)
    assert schema.items.origin.pointer[-1] == "itemSchema"


def test_xml_is_read_of_a_schema_and_beside_a_reference(tmp_path: Path) -> None:
    thing = {"type": "object", "xml": {"name": "thing", "namespace": "urn:a", "prefix": "p", "x-note": 1}}
    other = {"$ref": "#/components/schemas/Thing", "xml": {"name": "other"}}
    parts = {
        "a": {"type": "string", "xml": {"attribute": True}},
        "b": {"type": "string", "xml": {"nodeType": "cdata"}},
        "c": {"type": "array", "items": {"type": "string"}, "xml": {"wrapped": True}},
        "d": {"type": "string", "xml": {}},
        "e": {"$ref": "#/components/schemas/Thing"},
        "f": other,
        "g": {"allOf": [{"$ref": "#/components/schemas/Thing"}], "xml": {"name": "joined"}},
    }
    found = api(tmp_path, {"application/xml": {"schema": {"type": "object", "properties": parts}}}, Thing=thing)
    assert found.operations[0].body is not None
    schema = found.operations[0].body.content[0].schema
    assert isinstance(schema, Object)
    whole = Xml(name="thing", namespace="urn:a", prefix="p")
    assert {p.name: found.schemas.resolve(p.schema).xml for p in schema.properties} == {
        "a": Xml(kind="attribute"),
        "b": Xml(kind="cdata"),
        "c": Xml(wrapped=True),
        "d": None,
        "e": whole,
        "f": Xml(name="other"),
        "g": Xml(name="joined"),
    }
