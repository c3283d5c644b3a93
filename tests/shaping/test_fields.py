"""Fields that a body's media type cannot write as they are said: told, and never mangled in silence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.catalogue.harness import Made, make

TEXT = {"type": "string"}
FILE = {"type": "string", "format": "binary"}


def changed(tmp_path: Path, media: str, schema: Any) -> Made:
    body = {"required": True, "content": {media: {"schema": schema}}}
    operation = {"operationId": "changeMole", "requestBody": body, "responses": {"200": {"description": "ok"}}}
    server = [{"url": "https://api.harbour.test/v1"}]
    document = {"openapi": "3.1.0", "info": {"title": "Harbour", "version": "1"}, "servers": server}
    return make(tmp_path, json.dumps({**document, "paths": {"/moles": {"patch": operation}}}))


def told(made: Made) -> list[str]:
    [tool] = made.made.toolset.tools
    return [decision.text for decision in tool.decisions if decision.rule == "uncovered"]


def shape(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def test_an_entry_of_a_map_that_a_merge_patch_cannot_take_away_is_told(tmp_path: Path) -> None:
    schema = shape(name=TEXT, labels={"type": "object", "additionalProperties": TEXT})
    assert told(changed(tmp_path, "application/merge-patch+json", schema)) == [
        "An entry of labels cannot be taken away, which null would do; no entry can be given as null."
    ]
    (tmp_path / "plain").mkdir()
    assert told(changed(tmp_path / "plain", "application/json", schema)) == []


def test_a_file_inside_of_a_part_is_told(tmp_path: Path) -> None:
    listed = {"type": "array", "items": shape(scan=FILE)}
    schema = shape(about=shape(name=TEXT, picture=FILE), pages=listed, file=FILE, more={"type": "array", "items": FILE})
    assert told(changed(tmp_path, "multipart/form-data", schema)) == [
        f"{name} is a file inside of a part of JSON, which holds none; it is sent as the text given."
        for name in ("about.picture", "pages.scan")
    ]


@pytest.mark.parametrize(
    ("about", "written"),
    [
        ({"name": "dc:title", "namespace": "http://purl.test/dc"}, '<dc:title xmlns:dc="http://purl.test/dc">x</dc:title>'),
        ({"name": "dc:title"}, "<title>x</title>"),
        ({"name": "dc:title", "prefix": "d", "namespace": "urn:d"}, '<d:title xmlns:d="urn:d">x</d:title>'),
    ],
)  # fmt: skip
def test_a_prefix_in_a_name_is_a_prefix(tmp_path: Path, about: dict[str, Any], written: str) -> None:
    made = changed(tmp_path, "application/xml", {**shape(title={**TEXT, "xml": about}), "xml": {"name": "m"}})
    assert made.call(next(iter(made.tools)), {"title": "x"}).sent.content.decode().endswith(f"<m>{written}</m>")
