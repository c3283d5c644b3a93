"""Bodies of other media types than JSON: what a tool sends, read with the standard library, or what is told."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tests.catalogue.harness import Made, Sent, make

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data"
TEXT = {"type": "string"}
FILE = {"type": "string", "format": "binary"}
PICTURE = "data:image/png;base64,iVBORw0KGgoA/w=="
PIXELS = b"\x89PNG\r\n\x1a\n\x00\xff"
BEARER = {"type": "http", "scheme": "bearer"}


def vault(folder: Path, media: str, about: dict[str, Any], *, required: bool = True, **more: Any) -> Made:
    """A description of one operation with this body."""
    body = {"required": required, "content": {media: about}}
    operation = {"operationId": "storeThing", "requestBody": body, "responses": {"204": {"description": "done"}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Vault", "version": "1"},
        "servers": [{"url": "https://vault.example.test"}],
        "paths": {"/things": {"post": operation}},
        **more,
    }
    return make(folder, json.dumps(document))


def fields(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def told(made: Made, rule: str) -> list[str]:
    [tool] = made.made.toolset.tools
    return [decision.text for decision in tool.decisions if decision.rule == rule]


def parts_of(sent: Sent) -> list[tuple[str | None, str | None, str, bytes]]:
    """Name, file name, media type and content of each part."""
    head = f"Content-Type: {sent.headers['content-type']}\r\n\r\n".encode()
    return [
        (
            str(part.get_param("name", header="content-disposition")),
            part.get_filename(),
            part.get_content_type(),
            part.get_payload(decode=True),
        )
        for part in BytesParser(policy=HTTP).parsebytes(head + sent.content).iter_parts()
    ]


# --- forms that are no object


@pytest.mark.parametrize("schema", [TEXT, {"type": ["string", "null"], "enum": ["a=1&b=%C3%A9", None]}])
def test_a_form_that_is_a_text_is_sent_as_it_is(tmp_path: Path, schema: dict[str, Any]) -> None:
    sent = vault(tmp_path, FORM, {"schema": schema}).call("store_thing", {"text": "a=1&b=%C3%A9"}).sent
    assert (sent.headers["content-type"], sent.content) == (FORM, b"a=1&b=%C3%A9")


def test_a_form_of_which_nothing_is_said_has_any_fields(tmp_path: Path) -> None:
    made = vault(tmp_path, FORM, {})
    sent = made.call("store_thing", {"entries": [{"key": "a b", "value": "&é"}]}).sent
    assert sent.form == [("a b", "&é")]
    assert told(made, "media-type") == ["Nothing says what the fields of the form are; any are sent, each with a text."]


def test_a_form_that_is_a_list_is_not_sent(tmp_path: Path) -> None:
    schema = {"schema": {"type": "array", "items": TEXT}}
    [left] = vault(tmp_path / "needed", FORM, schema).made.left_out
    assert left.rule == "uncovered"
    made = vault(tmp_path / "optional", FORM, schema, required=False)
    assert told(made, "uncovered")
    assert made.call("store_thing").sent.content == b""


# --- files


def test_what_has_the_media_type_of_bytes_is_a_file_without_a_type(tmp_path: Path) -> None:
    schema = fields(
        raw={"contentMediaType": "application/octet-stream"},
        table={"contentMediaType": "text/csv"},
        pictures={"type": "array", "items": {"contentMediaType": "image/png"}},
    )
    made = vault(tmp_path, PARTS, {"schema": schema})
    sent = made.call("store_thing", {"raw": PICTURE, "table": "a,b", "pictures": [PICTURE, PICTURE]}).sent
    picture = ("pictures", "file.png", "image/png", PIXELS)
    assert parts_of(sent) == [
        ("raw", "file.png", "image/png", PIXELS),
        ("table", "file.csv", "text/csv", b"a,b"),
        picture,
        picture,
    ]


@pytest.mark.parametrize(
    ("schema", "argument"),
    [
        ({"type": "object", "additionalProperties": FILE}, "entries"),
        ({**fields(note=TEXT), "additionalProperties": FILE}, "extra_fields"),
    ],
)
def test_files_of_any_name(tmp_path: Path, schema: dict[str, Any], argument: str) -> None:
    made = vault(tmp_path, PARTS, {"schema": schema})
    sent = made.call("store_thing", {argument: [{"key": "front", "value": PICTURE}]}).sent
    assert parts_of(sent) == [("front", "file.png", "image/png", PIXELS)]


@pytest.mark.parametrize(
    "file", [FILE, {"$ref": "#/components/schemas/File"}, {**TEXT, "contentMediaType": "image/png"}]
)
def test_a_file_or_a_text_is_a_file(tmp_path: Path, file: dict[str, Any]) -> None:
    schema = fields(picture={"oneOf": [TEXT, file]})
    made = vault(tmp_path, PARTS, {"schema": schema}, components={"schemas": {"File": FILE}})
    assert parts_of(made.call("store_thing", {"picture": PICTURE}).sent) == [
        ("picture", "file.png", "image/png", PIXELS)
    ]
    assert told(made, "PAR002") == ["picture cannot be given as a text that is no file."]


@pytest.mark.parametrize("key", ["prefixEncoding", "itemEncoding"])
def test_parts_by_their_place_are_told_of(tmp_path: Path, key: str) -> None:
    about = {"schema": {"type": "array", "items": TEXT}, key: [{}] if key == "prefixEncoding" else {}}
    [said] = vault(tmp_path, PARTS, about).about("openapi-media-type")
    assert key in said.message


# --- credentials


@pytest.mark.parametrize("media", [PARTS, "application/xml"])
def test_a_required_token_is_asked_for_where_it_is_not_sent(tmp_path: Path, media: str) -> None:
    token = {**TEXT, "description": "Authentication token bearing required scopes"}
    scheme = {"components": {"securitySchemes": {"login": BEARER}}, "security": [{"login": []}]}
    made = vault(tmp_path, media, {"schema": fields("token", token=token, note=TEXT)}, **scheme)
    assert made.required("store_thing") == ["token"]
    env = made.credentials(login=("s3cret",))
    content = made.call("store_thing", {"token": "t0ken"}, env=env).sent.content
    assert b"t0ken" in content
    assert b"s3cret" not in content


# --- styles of a form


@pytest.mark.parametrize(
    ("told_style", "expected"),
    [
        ({}, [("size[w]", "1,5"), ("size[h]", "2")]),
        ({"allowReserved": False}, [("size[w]", "1,5"), ("size[h]", "2")]),
        ({"style": "deepObject", "explode": True}, [("size[w]", "1,5"), ("size[h]", "2")]),
        ({"style": "form", "explode": True}, [("w", "1,5"), ("h", "2")]),
        ({"explode": True}, [("w", "1,5"), ("h", "2")]),
        ({"style": "pipeDelimited"}, [("size", "w|1,5|h|2")]),
        ({"style": "spaceDelimited", "explode": False}, [("size", "w 1,5 h 2")]),
    ],
)
@pytest.mark.parametrize("free", [True, False])
def test_an_object_in_a_form(tmp_path: Path, told_style: dict[str, Any], expected: Any, free: bool) -> None:
    size = {"type": "object", "minProperties": 1, "additionalProperties": TEXT} if free else fields("w", w=TEXT, h=TEXT)
    about = {"schema": fields(note=TEXT, size=size), "encoding": {"size": told_style}}
    made = vault(tmp_path, FORM, about)
    flat = {"size_w": "1,5", "size_h": "2"}
    listed = {"size": [{"key": "w", "value": "1,5"}, {"key": "h", "value": "2"}]}
    assert made.call("store_thing", listed if free else flat).sent.form == expected


def test_an_object_in_a_form_joined_by_commas(tmp_path: Path) -> None:
    schema = fields(note=TEXT, size=fields(w=TEXT, h=TEXT))
    about = {"schema": schema, "encoding": {"size": {"style": "form", "explode": False}}}
    sent = vault(tmp_path, FORM, about).call("store_thing", {"size_w": "1,5", "size_h": "2"}).sent
    [(name, value)] = [pair.split("=") for pair in sent.content.decode().split("&")]
    assert name == "size"
    assert value.split(",") == ["w", "1%2C5", "h", "2"]


@pytest.mark.parametrize(
    ("style", "arguments"),
    [
        ("spaceDelimited", {"size_w": "1 5"}),
        ("pipeDelimited", {"size_w": "1|5"}),
        ("spaceDelimited", {"tags": ["a b"]}),
    ],
)
def test_what_would_be_two_is_refused(tmp_path: Path, style: str, arguments: dict[str, Any]) -> None:
    schema = fields(size=fields(w=TEXT), tags={"type": "array", "items": TEXT})
    encoding = {name: {"style": style, "explode": False} for name in ("size", "tags")}
    called = vault(tmp_path, FORM, {"schema": schema, "encoding": encoding}).call("store_thing", arguments)
    assert called.failed
    assert not called.requests


def test_a_free_name_is_no_other_field(tmp_path: Path) -> None:
    schema = fields(note=TEXT, size={"type": "object", "additionalProperties": TEXT})
    about = {"schema": schema, "encoding": {"size": {"style": "form", "explode": True}}}
    arguments = {"note": "a", "size": [{"key": "note", "value": "b"}]}
    called = vault(tmp_path, FORM, about).call("store_thing", arguments)
    assert called.failed
    assert not called.requests


# --- charsets


def test_a_form_in_another_charset(tmp_path: Path) -> None:
    made = vault(tmp_path, f"{FORM}; charset=iso-8859-1", {"schema": fields(note=TEXT)})
    content = made.call("store_thing", {"note": "é&% +"}).sent.content
    assert parse_qsl(content.decode("ascii"), encoding="latin-1") == [("note", "é&% +")]
    assert b"%E9" in content
    assert made.call("store_thing", {"note": "€"}).failed


def test_a_form_in_a_charset_of_no_form(tmp_path: Path) -> None:
    made = vault(tmp_path, f"{FORM}; charset=utf-16", {"schema": fields(note=TEXT)})
    assert made.call("store_thing", {"note": "é"}).sent.form == [("note", "é")]
    assert told(made, "media-type") == ["A form is no text in utf-16; the body is sent in UTF-8."]


# --- values that XML cannot hold


def test_values_that_no_xml_holds_are_left_out(tmp_path: Path) -> None:
    never = {"const": "\b"}
    schema = fields(
        "note",
        note=TEXT,
        grade={**TEXT, "enum": ["a\x01", "b"]},
        mark=never,
        inner=fields("mark", mark=never, size=TEXT),
    )
    made = vault(tmp_path, "application/xml", {"schema": schema})
    assert made.properties("store_thing")["grade"]["enum"] == ["b"]
    assert made.properties("store_thing").keys() == {"note", "grade"}
    assert len(told(made, "uncovered")) == 4
    root = ElementTree.fromstring(made.call("store_thing", {"note": "x", "grade": "b"}).sent.content)
    assert [(child.tag, child.text) for child in root] == [("note", "x"), ("grade", "b")]


@pytest.mark.parametrize("mark", [{"const": "\b"}, fields("mark", mark={**TEXT, "enum": ["\b", "\f"]})])
def test_a_body_that_no_xml_holds_is_not_covered(tmp_path: Path, mark: dict[str, Any]) -> None:
    [left] = vault(tmp_path, "application/xml", {"schema": fields("mark", mark=mark)}).made.left_out
    assert left.rule == "uncovered"
    assert re.fullmatch(r"the body needs mark(\.mark)?, which has no value that XML can hold", left.reason)
