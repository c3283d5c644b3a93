"""Objects that a query, a header or a cookie holds: one that is required is never written as nothing, no pair twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.catalogue.harness import Made, make

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}


def shape(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}


def searched(tmp_path: Path, *parameters: dict[str, Any]) -> Made:
    operation = {"operationId": "listMoles", "parameters": parameters, "responses": {"200": {"description": "ok"}}}
    server = [{"url": "https://api.harbour.test/v1"}]
    document = {"openapi": "3.1.0", "info": {"title": "Harbour", "version": "1"}, "servers": server}
    return make(tmp_path, json.dumps({**document, "paths": {"/moles": {"get": operation}}}))


def at(name: str, schema: Any, place: str = "query", **more: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "schema": schema, **more}


def decided(made: Made, rule: str) -> list[str]:
    [tool] = made.made.toolset.tools
    return [decision.text for decision in tool.decisions if decision.rule == rule]


@pytest.mark.parametrize("style", [{}, {"style": "deepObject"}, {"explode": False}])
def test_the_only_property_of_a_required_object_is_required(tmp_path: Path, style: dict[str, Any]) -> None:
    made = searched(tmp_path, at("filter", shape(tags=TEXTS), required=True, **style))
    assert made.required("list_moles") == ["filter_tags"]
    assert made.properties("list_moles")["filter_tags"]["minItems"] == 1


def test_one_of_the_properties_of_a_required_object_is_asked_for(tmp_path: Path) -> None:
    made = searched(tmp_path, at("filter", shape(tags=TEXTS, by=TEXT), required=True))
    assert "Give at least one of filter_tags or filter_by." in made.tools["list_moles"]["description"]
    assert made.call("list_moles", {"filter_by": "x"}).sent.query == "by=x"
    refused = made.call("list_moles", {})
    assert (refused.requests, refused.failed) == ((), True)
    assert made.properties("list_moles")["filter_tags"]["minItems"] == 1


def test_an_optional_object_is_left_out(tmp_path: Path) -> None:
    made = searched(tmp_path, at("filter", shape(tags=TEXTS, by=TEXT)))
    assert made.call("list_moles", {"filter_tags": []}).sent.query == ""


def test_a_pair_is_written_once_for_all_that_it_is_a_part_of(tmp_path: Path) -> None:
    made = searched(
        tmp_path,
        at("first", shape(color=TEXTS, size=TEXT)),
        at("second", shape(color=TEXTS), required=True),
        at("size", TEXT),
        at("x-third", shape(color=TEXT), place="header"),
    )
    assert list(made.properties("list_moles")) == ["first_color", "size", "x_third_color"]
    assert made.required("list_moles") == ["first_color"]
    sent = made.call("list_moles", {"first_color": ["red"], "size": "s"}).sent
    assert sent.pairs == [("color", "red"), ("size", "s")]
    assert decided(made, "GRA006") == [
        "size of first is not asked for: size is the same pair on the wire.",
        "color of second is not asked for: first_color is the same pair on the wire.",
    ]


def test_a_shared_pair_is_needed_as_its_object_says(tmp_path: Path) -> None:
    near = {**shape("lat", "lng", lat=TEXT, lng=TEXT, radius=TEXT)}
    made = searched(tmp_path, at("lat", TEXT), at("near", near))
    assert list(made.properties("list_moles")) == ["lat", "near_lng", "near_radius"]
    assert made.call("list_moles", {"near_lng": "1"}).requests == ()
    assert made.call("list_moles", {"lat": "2", "near_lng": "1"}).sent.pairs == [("lat", "2"), ("lng", "1")]


def test_pairs_of_one_name_that_take_something_else_stay_apart(tmp_path: Path) -> None:
    number: dict[str, Any] = {"type": "number"}
    near = shape("lat", lat={**number, "maximum": 90}, lng=number)
    made = searched(tmp_path, at("lat", number), at("near", near))
    assert made.call("list_moles", {"near_lat": 500}).requests == ()
    assert made.call("list_moles", {"lat": 500, "near_lat": 9}).sent.pairs == [("lat", "500"), ("lat", "9")]


def test_an_empty_object_inside_of_one_is_refused(tmp_path: Path) -> None:
    inner = shape("address", "name", name=TEXT, address=shape(line1=TEXT, line2=TEXT))
    either = {"anyOf": [inner, {**TEXT, "enum": [""]}]}
    made = searched(tmp_path, at("to", shape(ship=either, bill=shape(city=TEXT)), style="deepObject"))
    told = made.call("list_moles", {"to_ship": {"name": "x", "address": {}}})
    assert not told.requests
    assert "to.ship.address: required, give what is in it." in told.text
    told = made.call("list_moles", {"to_bill": {}})
    assert not told.requests
    assert "to[bill]: an empty list or object cannot be sent here; leave it out, or give what is in it." in told.text


def test_an_object_as_the_text_of_a_form_in_the_query(tmp_path: Path) -> None:
    media = "application/x-www-form-urlencoded"
    named = {"name": "filter", "in": "query", "content": {media: {"schema": shape("a", a=TEXT, b=TEXTS)}}}
    free = {**named, "name": "more", "content": {media: {"schema": {"type": "object", "additionalProperties": TEXT}}}}
    made = searched(tmp_path, named, free)
    arguments = {"filter": {"a": "x&y=ü z", "b": ["1", "2"]}, "more": [{"key": "k", "value": "v"}]}
    assert made.call("list_moles", arguments).sent.pairs == [
        ("filter", "a=x%26y%3D%C3%BC+z&b=1&b=2"),
        ("more", "k=v"),
    ]
