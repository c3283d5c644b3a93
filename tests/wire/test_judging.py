"""The judge judges: each excuse is needed and excuses nothing else, and faults of every kind are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.coverage.original import Original
from tests.wire.excuses import Excuse, excuses
from tests.wire.judging import Judge, Verdict
from tests.wire.loopback import Captured

HOST = "api.example.test"


def captured(request: dict[str, Any], method: str) -> Captured:
    media = {"content-type": request["media_type"]} if "media_type" in request else {}
    headers = {"host": HOST, **media, **request.get("headers", {})}
    return Captured(
        method=method,
        scheme="https",
        target=request["target"],
        host=HOST,
        headers=tuple(headers.items()),
        body=request.get("body", "").encode(),
    )


def verdict(document: dict[str, Any], request: dict[str, Any], known: tuple[Excuse, ...] | None = None) -> Verdict:
    """The verdict on a request; its operation is the only one of `/x` unless it says so."""
    file = Path("x.json")
    whole = {"openapi": "3.0.3", "info": {"title": "X", "version": "1"}, "servers": [{"url": f"https://{HOST}"}]}
    judge = Judge(Original(file, files={file: {**whole, **document}}), known)
    operation = request.get("operation") or f"{next(iter(document['paths']['/x'])).upper()} /x"
    return judge.verdict(operation, captured(request, operation.partition(" ")[0]))


@pytest.mark.parametrize("excuse", excuses(), ids=lambda e: e.name)
def test_an_excuse_is_needed_and_excuses_nothing_else(excuse: Excuse) -> None:
    document = {**excuse.document, "openapi": excuse.version}
    for request in excuse.right:
        assert verdict(document, request, known=()).faults, f"openapi-core accepts {request}"
        found = verdict(document, request)
        assert excuse.name in (found.decoder, found.excuse), found
    for request in excuse.wrong:
        assert verdict(document, request).faults, request
        assert not verdict(document, request).excuse
    assert excuse.wrong
    assert len(excuse.reason) > 40


SPREAD: dict[str, Any] = {
    "type": "object",
    "required": ["low"],
    "properties": {"low": {"type": "integer"}, "high": {"type": "integer"}},
}


@pytest.mark.parametrize(
    "schema",
    [
        SPREAD,
        {"$ref": "#/components/schemas/Range"},
        {
            "allOf": [
                {"$ref": "#/components/schemas/Range"},
                {"type": "object", "properties": {"step": {"type": "integer"}}},
            ]
        },
        {"anyOf": [{"$ref": "#/components/schemas/Range"}, {"type": "string"}]},
    ],
)
def test_a_pair_that_no_property_is_called_like_is_not_declared(schema: dict[str, Any]) -> None:
    listed = [{"name": "range", "in": "query", "schema": schema}, {"name": "plain", "in": "query", "schema": {}}]
    document = {
        "paths": {"/x": {"get": {"parameters": listed}}},
        "components": {"schemas": {"Range": SPREAD}},
    }
    assert not verdict(document, {"target": "/x?low=1&high=2"}).faults
    for pair in ("color=red", "plain[a]=1"):
        faults = verdict(document, {"target": f"/x?low=1&{pair}"}).faults
        assert any("is not declared" in fault for fault in faults), faults


def test_what_openapi_core_can_read_is_read_by_it() -> None:
    """Beside an object that it cannot read; its integers have no point."""
    listed = [
        {"name": "range", "in": "query", "schema": SPREAD},
        {"name": "size", "in": "query", "schema": {"type": "integer"}},
        {"name": "sizes", "in": "query", "schema": {"type": "array", "items": {"type": "integer"}}},
    ]
    document = {"paths": {"/x": {"get": {"parameters": listed}}}}
    assert verdict(document, {"target": "/x?low=1&size=1&sizes=1&sizes=2"}).decoder == "query-form"
    assert verdict(document, {"target": "/x?low=one"}).faults
    assert verdict(document, {"target": "/x?low=1&size=1.0"}).faults
    assert verdict(document, {"target": "/x?low=1&sizes=1&sizes=2.0"}).faults


def posted(schema: dict[str, Any], media: str = "application/json", **parts: Any) -> dict[str, Any]:
    """A document with one operation, whose body has this schema."""
    body = {"required": True, "content": {media: {"schema": schema}}}
    return {"paths": {"/x": {"post": {"requestBody": body}}}, **parts}


def sent(body: str, media: str = "application/json") -> dict[str, Any]:
    return {"target": "/x", "media_type": media, "body": body}


PET: dict[str, Any] = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"type": "string"}},
    "allOf": [{"$ref": "#/components/schemas/Base"}],
    "discriminator": {"propertyName": "kind"},
}
CAT: dict[str, Any] = {
    "allOf": [{"$ref": "#/components/schemas/Pet"}],
    "properties": {"kind": {"enum": ["cat"]}, "lives": {"type": "integer"}},
}
DOG: dict[str, Any] = {
    "allOf": [{"$ref": "#/components/schemas/Pet"}],
    "x-ms-discriminator-value": "dog",
    "properties": {"tail": {"type": "boolean"}},
}
PETS = {"schemas": {"Base": {"type": "object"}, "Pet": PET, "Cat": CAT, "Dog": DOG}}


def test_a_discriminator_beside_all_of_names_what_extends_the_schema_and_is_not_followed() -> None:
    document = posted({"$ref": "#/components/schemas/Pet"}, components=PETS)
    assert not verdict(document, sent('{"kind": "cat"}')).faults
    assert verdict(document, sent("{}")).faults


def test_a_branch_is_told_by_the_values_that_it_says_itself() -> None:
    choice = [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]
    document = posted({"oneOf": choice, "discriminator": {"propertyName": "kind"}}, components=PETS)
    assert not verdict(document, sent('{"kind": "cat", "lives": 9}')).faults
    assert not verdict(document, sent('{"kind": "dog", "tail": true}')).faults
    for wrong in ('{"kind": "cat", "lives": true}', '{"kind": "dog", "tail": 1}', '{"kind": "bird"}', "{}"):
        assert verdict(document, sent(wrong)).faults, wrong


def test_a_discriminator_of_branches_without_names_decides_nothing() -> None:
    branches = [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["b"]}]
    document = posted({"oneOf": branches, "discriminator": {"propertyName": "kind"}})
    assert not verdict(document, sent('{"a": 1}')).faults
    assert verdict(document, sent('{"c": 1}')).faults


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_patterns_of_other_engines_are_held(version: str) -> None:
    document = posted({"type": "string", "pattern": r"^(?!aws:)[\p{L}\p{N} ]+$"}, openapi=version)
    assert not verdict(document, sent('"Grüße 7"')).faults
    assert verdict(document, sent('"a?"')).faults
    assert verdict(document, sent('"aws:a"')).faults
    assert not verdict(posted({"type": "string", "pattern": "(a"}, openapi=version), sent('"b"')).faults


def test_a_query_in_a_template_is_one_of_the_operation() -> None:
    page = {"name": "page", "in": "path", "required": True, "schema": {"type": "integer"}}
    document = {"paths": {"/x?no={page}&kind=all&of={what}": {"get": {"parameters": [page]}}}}
    operation = "GET /x?no={page}&kind=all&of={what}"
    for target, right in (
        ("/x?no=2&kind=all&of=a", True),
        ("/x?no=two&kind=all&of=a", False),
        ("/x?no=2&kind=some&of=a", False),
        ("/x?no=2&of=a", False),
        ("/x?no=2&kind=all", False),
        ("/x?no=2&kind=all&of=a&more=1", False),
    ):
        assert bool(verdict(document, {"target": target, "operation": operation}).faults) is not right, target


def test_a_list_parts_two_values_in_one_segment() -> None:
    listed = [
        {"name": "heading", "in": "path", "required": True, "schema": {"type": "number"}},
        {"name": "ext", "in": "path", "required": True, "schema": {"type": "string", "enum": ["json", "xml"]}},
    ]
    document = {"paths": {"/{heading}.{ext}": {"get": {"parameters": listed}}}}
    operation = "GET /{heading}.{ext}"
    assert not verdict(document, {"target": "/0.5.json", "operation": operation}).faults
    assert verdict(document, {"target": "/0.5.csv", "operation": operation}).faults


@pytest.mark.parametrize(
    ("media", "schema", "body"),
    [
        ("application/octet-stream", {"type": "object", "properties": {"a": {"type": "string"}}}, "\x00"),
        ("application/jwt", {"type": "array", "items": {"type": "string"}}, "a.b.c"),
        (
            "multipart/form-data; boundary=b",
            {"type": "string"},
            "--b\r\nContent-Disposition: form-data\r\n\r\na\r\n--b--\r\n",
        ),
    ],
)
def test_a_body_is_anything_where_nothing_says_how_its_value_is_written(
    media: str, schema: dict[str, Any], body: str
) -> None:
    document = posted(schema, media.partition(";")[0])
    assert not verdict(document, sent(body, media)).faults
    assert verdict(document, sent(body, "application/pdf")).faults


def test_a_form_that_is_a_text_is_that_text() -> None:
    media = "application/x-www-form-urlencoded"
    assert not verdict(posted({"type": "string", "maxLength": 4}, media), sent("a=b&", media)).faults
    assert verdict(posted({"type": "string", "maxLength": 4}, media), sent("a=b&c=d", media)).faults


def test_a_branch_of_a_choice_is_not_read_only() -> None:
    key = {"type": "string", "pattern": "^k", "readOnly": True}
    listed = [
        {"name": "id", "in": "query", "schema": {"anyOf": [{"$ref": "#/components/schemas/Key"}, {"type": "integer"}]}}
    ]
    document = {"paths": {"/x": {"get": {"parameters": listed}}}, "components": {"schemas": {"Key": key}}}
    assert not verdict(document, {"target": "/x?id=k1"}).faults
    assert verdict(document, {"target": "/x?id=a"}).faults


@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_a_server_without_a_host_is_none(is_elsewhere: bool) -> None:
    operation: dict[str, Any] = {"servers": [{"url": "https://"}]}
    written = {"$ref": "#/x-operations/get"} if is_elsewhere else operation
    document = {"paths": {"/x": {"get": written}}, "x-operations": {"get": operation}}
    assert not verdict(document, {"target": "/x"}).faults
    assert verdict(document, {"target": "/y"}).faults
