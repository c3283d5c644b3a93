"""Which representation of a body is sent, and what a model gives for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.binding import Body, Each, File, Parsed, Take
from mcpgen.model.toolset import Tool

TEXT = {"type": "string"}
FILE = {"type": "string", "format": "binary"}
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data"


def made(tmp_path: Path, content: dict[str, Any], *, version: str = "3.1.0", required: bool = True) -> Tool:
    document = {
        "openapi": version,
        "info": {"title": "Vault", "version": "1"},
        "servers": [{"url": "https://vault.example.test"}],
        "paths": {
            "/things": {
                "put": {
                    "operationId": "putThing",
                    "requestBody": {"required": required, "content": content},
                    "responses": {"204": {"description": "done"}},
                }
            }
        },
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    [found] = pipeline.tools(source).toolset.tools
    return found


def body_of(tool: Tool) -> Body:
    assert tool.request.body is not None
    return tool.request.body


def arguments(tool: Tool) -> dict[str, Any]:
    return dict(tool.input_schema.get("properties", {}))


def converts(tool: Tool) -> dict[str, Any]:
    value = body_of(tool).value
    takes = [value] if isinstance(value, Take) else [f.value for f in value.fields]  # type: ignore[union-attr]
    return {take.argument: take.convert for take in takes if isinstance(take, Take)}


def shaped(**properties: Any) -> dict[str, Any]:
    return {"schema": {"type": "object", "properties": properties, "required": list(properties)[:1]}}


# --- the choice


@pytest.mark.parametrize(
    ("names", "sent"),
    [
        (["application/xml", "text/plain", JSON], JSON),
        ([FORM, "application/vnd.a+json", JSON], JSON),
        ([FORM, "application/vnd.a+json"], "application/vnd.a+json"),
        (["application/json-patch+json", "application/merge-patch+json"], "application/merge-patch+json"),
        (["application/apply-patch+yaml", "application/json-patch+json"], "application/json-patch+json"),
        (["application/xml", PARTS, FORM], FORM),
        (["application/xml", "multipart/mixed", PARTS], PARTS),
        (["multipart/mixed"], "multipart/mixed"),
        (["text/csv", "application/xml"], "application/xml"),
        (["application/octet-stream", "text/csv"], "text/csv"),
        (["application/vnd.a+json;version=2", "application/vnd.a+json;version=1"], "application/vnd.a+json;version=2"),
        (["*/*"], JSON),
        (["application/*"], JSON),
        (["text/*"], "text/plain"),
        (["text/json"], "text/json"),
    ],
)
def test_one_representation_is_sent_and_the_others_are_told(tmp_path: Path, names: list[str], sent: str) -> None:
    tool = made(tmp_path, {name: shaped(a=TEXT, b=TEXT) for name in names})
    assert body_of(tool).media_type == sent
    told = [d.text for d in tool.decisions if d.rule == "media-type" and d.text.startswith("The body")]
    assert bool(told) == (len(names) > 1)
    assert all(name in told[0] for name in names if name != sent and len(names) > 1)


def test_json_gives_way_where_it_cannot_carry_a_file_that_is_needed(tmp_path: Path) -> None:
    tool = made(tmp_path, {JSON: shaped(name=TEXT), PARTS: shaped(file=FILE, name=TEXT)})
    assert (body_of(tool).media_type, list(arguments(tool))) == (PARTS, ["file", "name"])


def test_json_gives_way_where_it_would_have_to_hold_bytes(tmp_path: Path) -> None:
    same = shaped(name=TEXT, file=FILE)
    assert body_of(made(tmp_path, {JSON: same, FORM: same, PARTS: same})).media_type == PARTS


def test_json_carries_a_file_that_is_text_there(tmp_path: Path) -> None:
    encoded = {"type": "string", "format": "byte"}
    assert body_of(made(tmp_path, {PARTS: shaped(file=FILE), JSON: shaped(file=encoded)})).media_type == JSON


def test_a_file_that_may_be_left_out_leaves_json_and_is_told(tmp_path: Path) -> None:
    tool = made(tmp_path, {JSON: shaped(name=TEXT), PARTS: shaped(name=TEXT, picture=FILE)})
    assert body_of(tool).media_type == JSON
    assert f"picture can only be given as {PARTS}, which is not sent." in [d.text for d in tool.decisions]


def test_a_form_gives_way_to_parts_that_carry_files(tmp_path: Path) -> None:
    tool = made(tmp_path, {FORM: shaped(name=TEXT), PARTS: shaped(name=TEXT, picture=FILE)})
    assert body_of(tool).media_type == PARTS


# --- parts


@pytest.mark.parametrize(
    ("schema", "encoding", "accepts", "base64"),
    [
        (FILE, {}, "", False),
        ({}, {}, "", False),
        ({"description": "Any file."}, {}, "", False),
        ({"type": "string", "contentMediaType": "image/png"}, {}, "image/png", False),
        ({"type": "string", "contentMediaType": "application/octet-stream"}, {}, "", False),
        (FILE, {"contentType": "image/png, image/*"}, "image/png, image/*", False),
        ({"type": "string", "contentMediaType": "image/png", "contentEncoding": "base64"}, {}, "image/png", True),
        ({"anyOf": [FILE, {"type": "null"}]}, {}, "", False),
    ],
)
def test_a_part_of_bytes_is_a_file(
    tmp_path: Path, schema: dict[str, Any], encoding: dict[str, Any], accepts: str, base64: bool
) -> None:
    media = {**shaped(one=schema, many={"type": "array", "items": schema}), "encoding": {}}
    media["encoding"] = {"one": encoding, "many": encoding} if encoding else {}
    tool = made(tmp_path, {PARTS: media})
    file = File(accepts=accepts, base64=base64)
    assert converts(tool) == {"one": file, "many": Each(item=file)}
    for name, sentence in (("one", "Give "), ("many", "Each is ")):
        assert f"{sentence}" in arguments(tool)[name]["description"]
        assert "file: and a path" in arguments(tool)[name]["description"]
        assert "Base64" not in arguments(tool)[name]["description"]
    assert arguments(tool)["one"]["type"] == "string"


@pytest.mark.parametrize(
    "schema",
    [TEXT, {"type": "string", "format": "byte"}, {"type": "integer"}, {"type": "object", "properties": {"a": FILE}}],
)
def test_other_parts_are_no_files(tmp_path: Path, schema: dict[str, Any]) -> None:
    assert not any(isinstance(c, File) for c in converts(made(tmp_path, {PARTS: shaped(one=schema)})).values())


def test_parts_are_held_against_what_their_arguments_cannot_say(tmp_path: Path) -> None:
    code = {"type": "string", "pattern": "^(?!x)[a-z]+$"}
    content = shaped(file=FILE, name=TEXT, code=code, stamp={"type": "string", "format": "byte"})
    assert body_of(made(tmp_path, {PARTS: content})).check == {
        "properties": {"code": code, "stamp": {"type": "string", "format": "byte"}}
    }
    assert body_of(made(tmp_path, {PARTS: shaped(file=FILE, name=TEXT)})).check is None


def test_files_are_files_in_swagger_too(tmp_path: Path) -> None:
    parameters = [
        {"name": "photo", "in": "formData", "type": "file", "required": True, "description": "The photo."},
        {"name": "tags", "in": "formData", "type": "array", "items": {"type": "string"}},
    ]
    operation = {"parameters": parameters, "responses": {"204": {"description": "done"}}}
    document = {"swagger": "2.0", "info": {"title": "Vault", "version": "1"}, "paths": {"/a": {"post": operation}}}
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    [tool] = pipeline.tools(source).toolset.tools
    assert body_of(tool).media_type == PARTS
    assert isinstance(converts(tool)["photo"], File)
    assert [(e.property, e.explode) for e in body_of(tool).encoding] == [("tags", False)]


def test_an_object_in_a_part_of_xml_is_sent_as_json_and_told(tmp_path: Path) -> None:
    media = {**shaped(meta={"type": "object", "properties": {"a": TEXT}}, page=TEXT)}
    media["encoding"] = {"meta": {"contentType": "application/xml"}, "page": {"contentType": "text/html, text/*"}}
    tool = made(tmp_path, {PARTS: media})
    assert [(e.property, e.content_type) for e in body_of(tool).encoding] == [("meta", ""), ("page", "text/html")]
    assert "The part meta is sent as JSON, not as application/xml." in [d.text for d in tool.decisions]


@pytest.mark.parametrize("blank", [True, False])
def test_a_field_of_a_form_that_may_be_empty_text_is_blank_where_it_is_empty(tmp_path: Path, blank: bool) -> None:
    words = {"type": "array", "items": TEXT}
    either = {"anyOf": [words, {"enum": [""]}]} if blank else words
    tool = made(tmp_path, {FORM: shaped(name=TEXT, words=either)})
    assert [(e.property, e.empty) for e in body_of(tool).encoding] == ([("words", True)] if blank else [])


def test_a_body_of_base64_text_is_a_file_that_is_written_so(tmp_path: Path) -> None:
    tool = made(tmp_path, {"image/jpeg": {"schema": {"type": "string", "format": "byte"}}})
    assert converts(tool) == {"image": File(accepts="image/jpeg", base64=True)}


def test_files_stay_arguments_however_many_fields_there_are(tmp_path: Path) -> None:
    many = {f"field{k}": {**TEXT, "description": "Words. " * 60} for k in range(120)}
    tool = made(tmp_path, {PARTS: shaped(file=FILE, **many)})
    assert isinstance(converts(tool)["file"], File)


def test_parts_that_nothing_is_said_of_are_one_file(tmp_path: Path) -> None:
    for schema in ({}, {"schema": FILE}):
        tool = made(tmp_path, {PARTS: schema})
        assert converts(tool) == {"file": File()}
        assert any("Nothing says what the parts" in d.text for d in tool.decisions)


# --- whole bodies


@pytest.mark.parametrize(
    ("content", "name", "accepts"),
    [
        ({"application/octet-stream": {"schema": FILE}}, "file", "application/octet-stream"),
        ({"application/octet-stream": {}}, "file", "application/octet-stream"),
        ({"application/pdf": {"schema": {"type": "object"}}}, "file", "application/pdf"),
        ({"image/png": {}, "image/jpeg": {}}, "image", "image/png, image/jpeg"),
        ({"audio/*": {"schema": FILE}}, "audio", "audio/*"),
        ({"*/*": {"schema": FILE}}, "file", "*/*"),
        ({"image/svg+xml": {}}, "image", "image/svg+xml"),
        ({"text/csv": {"schema": FILE}}, "file", "text/csv"),
        (
            {"application/x-protobuf": {"schema": {"type": "object", "properties": {"a": TEXT}}}},
            "file",
            "application/x-protobuf",
        ),
    ],
)
def test_a_body_of_bytes_is_a_file(tmp_path: Path, content: dict[str, Any], name: str, accepts: str) -> None:
    tool = made(tmp_path, content)
    assert converts(tool) == {name: File(accepts=accepts)}
    assert body_of(tool).check is None


@pytest.mark.parametrize(
    "media", ["text/plain", "text/csv", "application/yaml", "text/markdown", "application/graphql"]
)
@pytest.mark.parametrize("schema", [TEXT, {"type": "object", "properties": {"a": TEXT}}, {}])
def test_text_is_given_as_it_is(tmp_path: Path, media: str, schema: dict[str, Any]) -> None:
    tool = made(tmp_path, {media: {"schema": schema}})
    assert list(arguments(tool)) == ["text"]
    assert arguments(tool)["text"]["type"] == "string"
    assert "contentMediaType" not in arguments(tool)["text"]
    assert (f"Sent as {media}" in arguments(tool)["text"]["description"]) == (media != "text/plain")


@pytest.mark.parametrize(("media", "kind"), [("application/octet-stream", "file"), ("application/jwt", "text")])
def test_a_body_whose_fields_nothing_says_how_to_write_is_given_whole_and_told(
    tmp_path: Path, media: str, kind: str
) -> None:
    tool = made(tmp_path, {media: shaped(sub=TEXT)})
    assert list(arguments(tool)) == [kind]
    [told] = [d for d in tool.decisions if d.rule == "given-whole"]
    assert told.text == f"The body is given whole, as one {kind}: nothing says how its fields are written as {media}."
    assert told.origin is not None
    assert told.origin.pointer[-2:] == (media, "schema")
    assert not [d for d in made(tmp_path, {media: {"schema": TEXT}}).decisions if d.rule == "given-whole"]


def test_text_that_is_a_number_is_one(tmp_path: Path) -> None:
    assert [a["type"] for a in arguments(made(tmp_path, {"text/plain": {"schema": {"type": "integer"}}})).values()] == [
        "integer"
    ]


@pytest.mark.parametrize(
    "media", ["application/x-ndjson", "application/jsonl", "application/json-seq", "text/x-ndjson"]
)
def test_lines_are_a_list_of_documents(tmp_path: Path, media: str) -> None:
    row = {"type": "object", "properties": {"a": TEXT}, "required": ["a"]}
    for schema in (row, {"type": "array", "items": row}):
        [argument] = arguments(made(tmp_path, {media: {"schema": schema}})).values()
        assert (argument["type"], list(argument["items"]["properties"])) == ("array", ["a"])
    for free in ({}, {"schema": TEXT}, {"schema": FILE}):
        tool = made(tmp_path, {media: free})
        assert list(converts(tool).values()) == [Each(item=Parsed())]


def test_a_json_patch_is_a_list_of_operations(tmp_path: Path) -> None:
    for schema in ({}, {"type": "object"}, TEXT):
        tool = made(tmp_path, {"application/json-patch+json": {"schema": schema}})
        operations = arguments(tool)["operations"]
        assert list(operations["items"]["properties"]) == ["op", "path", "value", "from"]
        assert operations["items"]["required"] == ["op", "path"]


def test_a_charset_that_no_one_knows_is_utf_8(tmp_path: Path) -> None:
    tool = made(tmp_path, {"text/plain; charset=klingon": {"schema": TEXT}})
    assert body_of(tool).media_type == "text/plain"
    assert any("klingon" in d.text for d in tool.decisions)
    assert (
        body_of(made(tmp_path, {"text/plain; charset=UTF-8": {"schema": TEXT}})).media_type
        == "text/plain; charset=UTF-8"
    )
