"""The value that a discriminator has on the wire is one that the branch's own schema allows, in its own type."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from mcpgen import pipeline
from mcpgen.model.toolset import Tool, Toolset
from tests.shaping.rebuild import rebuilt

TEXT = {"type": "string"}


def made(tmp_path: Path, schema: Any, **components: Any) -> pipeline.Made:
    operation = {
        "operationId": "createVehicle",
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {"204": {"description": "done"}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.example.test"}],
        "paths": {"/vehicles": {"post": operation}},
        "components": {"schemas": components},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    return pipeline.tools(source)


def sent(toolset: Toolset, name: str, **arguments: Any) -> Any:
    """The body that a call makes; raises what the check of the whole body raises."""
    tool = toolset.tool(name)
    assert tool is not None
    assert tool.request.body is not None
    jsonschema.validate(arguments, dict(tool.input_schema))
    found = rebuilt(tool.request.body.value, arguments)
    if tool.request.body.check is not None:
        jsonschema.validate(found, {**tool.request.body.check, "$defs": dict(toolset.definitions)})
    return found


def kind(property: str, schema: Mapping[str, Any] | None, own: str) -> dict[str, Any]:
    """An object that needs a discriminator of a schema, and a field of its own."""
    fixed = {} if schema is None else {property: schema}
    return {"type": "object", "required": [property, own], "properties": {**fixed, own: TEXT}}


def either(property: str, *components: str, **mapping: str) -> dict[str, Any]:
    discriminator: dict[str, Any] = {"propertyName": property}
    if mapping:
        discriminator["mapping"] = {tag: f"#/components/schemas/{name}" for tag, name in mapping.items()}
    return {
        "oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in components],
        "discriminator": discriminator,
    }


@pytest.mark.parametrize("many", [9, 40])
def test_every_branch_of_a_merged_choice_can_be_sent_by_the_value_that_it_fixes(tmp_path: Path, many: int) -> None:
    shapes = {f"Model{n}": kind("make", {"type": "string", "enum": [f"m{n}"]}, f"part{n}") for n in range(many)}
    toolset = made(tmp_path, either("make", *shapes), **shapes).toolset
    assert toolset.tools[0].input_schema["properties"]["make"]["enum"] == [f"m{n}" for n in range(many)]
    for n in range(many):
        body = {"make": f"m{n}", f"part{n}": "x"}
        assert sent(toolset, "create_vehicle", **body) == body
    with pytest.raises(jsonschema.ValidationError):
        sent(toolset, "create_vehicle", make="m1", part2="x")


@pytest.mark.parametrize(
    ("mapping", "schemas", "expected"),
    [
        ({}, ({"type": "integer", "enum": [3]}, {"type": "integer", "enum": [4]}), (3, 4)),
        ({"3": "Van", "4": "Bus"}, ({"type": "integer"}, {"type": "integer"}), (3, 4)),
        ({}, ({"const": True}, {"const": False}), (True, False)),
        ({"true": "Van", "false": "Bus"}, ({"type": "boolean"}, {"type": "boolean"}), (True, False)),
        ({"1": "Van", "0": "Bus"}, (TEXT, TEXT), ("1", "0")),
        ({"van": "Van", "bus": "Bus"}, (TEXT, None), ("van", "bus")),
        ({"van": "Van", "bus": "Bus"}, ({"const": "VAN"}, {"const": "BUS"}), ("VAN", "BUS")),
        ({"van": "Van", "bus": "Bus"}, ({"enum": ["van", "bus"]}, {"enum": ["van", "bus"]}), ("van", "bus")),
        ({}, ({"enum": ["van", "bus"]}, {"enum": ["van", "bus"]}), ("van", "bus")),
    ],
)
def test_a_value_is_sent_in_the_type_and_the_set_that_the_branch_has(
    tmp_path: Path, mapping: dict[str, str], schemas: tuple[Any, Any], expected: tuple[Any, Any]
) -> None:
    shapes = {"Van": kind("sort", schemas[0], "load"), "Bus": kind("sort", schemas[1], "seats")}
    toolset = made(tmp_path, either("sort", *shapes, **mapping), **shapes).toolset
    assert [tool.name for tool in toolset.tools] == ["create_van_vehicle", "create_bus_vehicle"]
    bodies = [
        sent(toolset, "create_van_vehicle", load="x"),
        sent(toolset, "create_bus_vehicle", seats="x"),
    ]
    assert [(type(body["sort"]), body["sort"]) for body in bodies] == [(type(value), value) for value in expected]


def test_what_a_mapping_names_and_the_branch_refuses_is_told(tmp_path: Path) -> None:
    shapes = {"Van": kind("sort", {"const": "VAN"}, "load"), "Bus": kind("sort", {"const": "bus"}, "seats")}
    found = made(tmp_path, either("sort", *shapes, van="Van", bus="Bus"), **shapes)
    told = [d.message for d in found.diagnostics if d.code == "openapi-schema"]
    assert told == ["The mapping names 'van' for Van, whose sort cannot be that; it is not sent."]
    keys = [tool.operation for tool in found.toolset.tools]
    assert keys == ["POST /vehicles#VAN", "POST /vehicles#bus"]


@pytest.mark.parametrize("narrowed", [True, False])
def test_a_value_that_the_parent_lists_is_the_one_like_the_name_of_the_child(tmp_path: Path, narrowed: bool) -> None:
    parent = {
        "type": "object",
        "required": ["sort"],
        "properties": {"sort": {"type": "string", "enum": ["van", "bus", "minibus"]}},
        "discriminator": {"propertyName": "sort"},
    }

    def child(tag: str, own: str) -> dict[str, Any]:
        part = kind("sort", {"const": tag}, own) if narrowed else {"required": [own], "properties": {own: TEXT}}
        return {"allOf": [{"$ref": "#/components/schemas/Vehicle"}, part]}

    children = {"VehicleVan": child("van", "load"), "VehicleBus": child("bus", "seats")}
    children |= {"VehicleMinibus": child("minibus", "owner")}
    toolset = made(tmp_path, {"$ref": "#/components/schemas/Vehicle"}, Vehicle=parent, **children).toolset
    values = {
        tool.name: sent(toolset, tool.name, **dict.fromkeys(tool.input_schema["required"], "x"))["sort"]
        for tool in toolset.tools
    }
    assert values == {"create_van_vehicle": "van", "create_bus_vehicle": "bus", "create_minibus_vehicle": "minibus"}


def test_a_value_that_nothing_tells_is_asked_for_and_told(tmp_path: Path) -> None:
    number = {"type": "integer", "minimum": 1}
    shapes = {"Van": kind("code", number, "load"), "Bus": kind("code", number, "seats")}
    van, bus = made(tmp_path, either("code", *shapes), **shapes).toolset.tools
    assert van.input_schema["properties"]["code"]["type"] == "integer"
    assert [told(tool) for tool in (van, bus)] == [
        ["Nothing tells which code selects Van; it is asked for as the schema has it."],
        ["Nothing tells which code selects Bus; it is asked for as the schema has it."],
    ]


def told(tool: Tool) -> list[str]:
    return [decision.text for decision in tool.decisions if decision.rule == "GRA002"]


def test_a_set_beside_the_choice_limits_what_its_branches_are_selected_by(tmp_path: Path) -> None:
    shapes = {"VanOrder": kind("sort", TEXT, "load"), "BusOrder": kind("sort", TEXT, "seats")}
    beside = {"type": "object", "properties": {"sort": {"type": "string", "enum": ["VAN", "BUS"]}}}
    toolset = made(tmp_path, either("sort", *shapes) | beside, **shapes).toolset
    name = toolset.tools[0].name
    assert sent(toolset, name, load="x") == {"sort": "VAN", "load": "x"}


@pytest.mark.parametrize("required", [True, False])
def test_a_discriminator_that_may_be_missing_is_told_to_be_always_sent(tmp_path: Path, required: bool) -> None:
    shapes = {"Van": kind("sort", TEXT, "load"), "Bus": kind("sort", TEXT, "seats")}
    for shape in shapes.values():
        shape["required"] = shape["required"][0 if required else 1 :]
    found = made(tmp_path, either("sort", *shapes, van="Van", bus="Bus"), **shapes).toolset.tools
    lost = [[d.text for d in tool.decisions if d.rule == "always-sent"] for tool in found]
    assert lost == [[] if required else ["A body without sort cannot be given."]] * 2
