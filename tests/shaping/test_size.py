"""Listing a tool costs a model a bounded number of bytes; what is not listed can still be given, and is checked."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mcpgen.emit.data import listed_tool
from mcpgen.frontends.openapi import read
from mcpgen.model.toolset import Tool
from mcpgen.shaping import Options, shape
from mcpgen.shaping.bind import bind
from mcpgen.shaping.bundle import Definitions
from mcpgen.shaping.detail import FULL, LEVELS, WHOLE, Detail
from mcpgen.shaping.draft import Draft
from mcpgen.shaping.media import sendable
from mcpgen.shaping.scalar_inputs import enum_input
from mcpgen.shaping.size import MOST, USUAL
from mcpgen.source import load
from tests.shaping.rebuild import ABSENT, RefusedError, allowed, arguments_for, rebuilt
from tests.shaping.test_flattening import BODIES, meant

LONG = "What the customer wrote on the form, as far as it can be read. It is kept for a year. Others may read it too."
TEXT = {"type": "string", "description": LONG}


def document(*operations: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    """Each operation is a path and what stands below it."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.example.test"}],
        "paths": {
            path: {"post": {**facts, "responses": {"204": {"description": "done"}}}} for path, facts in operations
        },
    }


def writes(body: dict[str, Any], path: str = "/forms", *, required: bool = True) -> tuple[str, dict[str, Any]]:
    return path, {"requestBody": {"required": required, "content": {"application/json": {"schema": body}}}}


def shaped(tmp_path: Path, *operations: tuple[str, dict[str, Any]]) -> tuple[Tool, ...]:
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document(*operations)))
    return shape(read(load(source)), Options()).toolset.tools


def size(tool: Tool) -> int:
    return len(json.dumps(listed_tool(tool), ensure_ascii=False, separators=(",", ":")).encode())


def fields(count: int, schema: dict[str, Any] = TEXT, prefix: str = "field") -> dict[str, Any]:
    return {"type": "object", "properties": {f"{prefix}_{n}": schema for n in range(count)}}


def notes(tool: Tool) -> list[str]:
    return [decision.text for decision in tool.decisions if decision.text.startswith("Its listing")]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(fields(50), id="long texts"),
        pytest.param(fields(20, {"type": "string", "enum": [f"value_number_{n}" for n in range(60)]}), id="enums"),
        pytest.param(fields(15, {**fields(20, TEXT, "inner"), "description": LONG}), id="objects"),
        pytest.param(
            fields(10, {"type": "array", "items": fields(20, TEXT, "inner"), "description": LONG}), id="lists"
        ),
        pytest.param(fields(24, {"type": "object", "additionalProperties": TEXT, "description": LONG}), id="maps"),
        pytest.param(fields(200), id="scalars without end"),
    ],
)
def test_no_tool_is_over_its_bound(tmp_path: Path, body: dict[str, Any]) -> None:
    small = [writes(fields(1), f"/sheets/{n}") for n in "abc"]
    tool, *others = shaped(tmp_path, writes(body), *small)
    assert USUAL < size(tool) <= MOST
    (note,) = notes(tool)
    assert f"has {size(tool) // 1000}," in note
    assert not any(map(notes, others))


def test_what_fits_is_shown_in_full(tmp_path: Path) -> None:
    tools = shaped(tmp_path, writes(fields(20)), *(writes(fields(1), f"/sheets/{n}") for n in "abc"))
    assert not any(map(notes, tools))
    assert all(LONG in schema["description"] for schema in tools[0].input_schema["properties"].values())


def test_large_tools_show_less_where_half_of_the_list_is_large(tmp_path: Path) -> None:
    large = [writes(fields(8), f"/forms/{n}") for n in "abc"]
    tools = shaped(tmp_path, *large, writes(fields(1), "/sheets"))
    assert [bool(notes(tool)) for tool in tools] == [True, True, True, False]
    assert all("texts are shorter" in note for tool in tools for note in notes(tool))


def test_texts_end_with_whole_phrases(tmp_path: Path) -> None:
    tool, *_ = shaped(tmp_path, writes(fields(40)), *(writes(fields(1), f"/sheets/{n}") for n in "abc"))
    texts = {schema["description"] for schema in tool.input_schema["properties"].values()}
    assert texts == {LONG[: LONG.index(" Others")]}
    tool, *_ = shaped(tmp_path, writes(fields(60)), *(writes(fields(1), f"/sheets/{n}") for n in "abc"))
    texts = {schema["description"] for schema in tool.input_schema["properties"].values()}
    assert texts == {"What the customer wrote on the form."}


def test_a_long_enum_is_said_by_example_and_checked() -> None:
    values = tuple(f"category_{n}" for n in range(300))
    made = enum_input(replace(_enum(), values=values))
    assert made.schema == {"type": "string"}
    assert made.note.startswith("One of 300 values, such as category_0, category_1,")
    assert not made.exact


def test_a_long_enum_of_numbers_stays_numeric() -> None:
    made = enum_input(replace(_enum(), type="integer", values=tuple(range(100_000, 100_300))))
    assert made.schema == {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$"}


def test_a_short_enum_is_listed() -> None:
    assert enum_input(_enum()).schema == {"type": "string", "enum": ["a", "b"]}


def _enum() -> Any:
    from mcpgen.diagnostics import Origin
    from mcpgen.model.schema import Enum

    return Enum(type="string", values=("a", "b"), origin=Origin(file="a"))


def test_each_level_shows_no_more_than_the_one_before() -> None:
    assert LEVELS[0] is FULL
    flat, whole = LEVELS[: LEVELS.index(WHOLE)], LEVELS[LEVELS.index(WHOLE) :]
    for levels in (flat, whole):
        for more, less in pairwise(levels):
            for field in dataclasses.fields(Detail):
                assert getattr(less, field.name) <= getattr(more, field.name), (field.name, less)
    assert not any(detail.whole for detail in flat)
    assert all(detail.whole for detail in whole)


def test_parameters_that_all_list_values_show_them_by_example(tmp_path: Path) -> None:
    schema = {"type": "array", "items": {"type": "string", "enum": ["first", "second", "third", "fourth"]}}
    place: dict[str, Any] = {"in": "query", "schema": schema, "description": LONG}
    facts: dict[str, Any] = {"parameters": [{**place, "name": f"fields[{n}]"} for n in range(34)]}
    (tool,) = shaped(tmp_path, ("/forms/search", facts))
    assert size(tool) <= MOST
    assert len(tool.request.parameters) == 34


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=BODIES, data=st.data(), detail=st.sampled_from(LEVELS[1:]), required=st.booleans())
def test_with_less_detail_accepted_arguments_rebuild_to_a_valid_body(
    tmp_path_factory: pytest.TempPathFactory, body: dict[str, Any], data: st.DataObject, detail: Detail, required: bool
) -> None:
    source = tmp_path_factory.mktemp("api") / "api.json"
    source.write_text(json.dumps(document(writes(body, required=required))))
    api = read(load(source))
    draft = sendable(api.operations[0], api.schemas)
    assume(isinstance(draft, Draft))
    assert isinstance(draft, Draft)
    bound = bind(
        replace(draft, detail=replace(detail, arguments=min(detail.arguments, 3))),
        api.schemas,
        Definitions(api.schemas),
        noun="form",
        budget=24,
        default_url="",
    )
    request = bound.request
    assert request is not None
    if request.body is None:
        return
    arguments = {}
    for argument in bound.arguments:
        if argument.required or data.draw(st.booleans()):
            arguments[argument.name] = data.draw(arguments_for(argument.schema))
    assume(allowed(arguments, request.presence, request.alternatives))
    try:
        made = rebuilt(request.body.value, arguments)
    except RefusedError:
        assume(False)
    if made is ABSENT:
        assert not required
        return
    checked = request.body.check
    if checked is None or jsonschema_rs.validator_for(dict(checked)).is_valid(made):
        check = jsonschema_rs.validator_for({"$schema": "https://json-schema.org/draft/2020-12/schema", **meant(body)})
        assert check.is_valid(made), (made, arguments)
