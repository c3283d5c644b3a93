"""Sentences of tools and arguments: verbs of two words, other languages, units, what is deprecated, what a thing is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.schema import Enum
from mcpgen.model.toolset import Tool
from mcpgen.shaping.languages import is_foreign
from mcpgen.shaping.leads import lead_and_prose
from mcpgen.shaping.openings import directive, third_person, told
from mcpgen.shaping.prose_enums import lifted
from mcpgen.shaping.renaming import NO_NAMES
from mcpgen.shaping.text import plain
from tests.shaping.operations import TEXT, operation


def tools(folder: Path, paths: dict[str, Any], schemas: dict[str, Any] | None = None) -> dict[str, Tool]:
    """The tools of a document with these paths, by name."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Clinic", "version": "1"},
        "servers": [{"url": "https://clinic.example"}],
        "paths": paths,
        "components": {"schemas": schemas or {}},
    }
    file = folder / "api.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return {tool.name: tool for tool in pipeline.tools(file).toolset.tools}


def answers(schema: dict[str, Any]) -> dict[str, Any]:
    """A success answer of this schema."""
    return {"200": {"description": "OK", "content": {"application/json": {"schema": schema}}}}


def said(tool: Tool, argument: str) -> str:
    """What a tool says of one of its arguments."""
    text: str = tool.input_schema["properties"][argument]["description"]
    return text


@pytest.mark.parametrize(
    ("verb", "does"),
    [
        ("checkout", "checks out"),
        ("backup", "backs up"),
        ("setup", "sets up"),
        ("login", "logs in"),
        ("copy", "copies"),
    ],
)
def test_a_verb_of_two_words_is_inflected_in_the_first(verb: str, does: str) -> None:
    assert third_person(verb) == does


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("Set up a clinic.", "Sets up a clinic."),
        ("Back up patient files.", "Backs up patient files."),
        ("Shut down the ward.", "Shuts down the ward."),
        ("Back pain in numbers.", "Back pain in numbers."),
    ],
)
def test_and_so_it_is_where_it_is_written_as_two(text: str, does: str) -> None:
    assert told(text) == does


@pytest.mark.parametrize(
    ("name", "lead"),
    [
        ("power_on_scanner", "Powers on the scanner."),
        ("log_out", "Logs out."),
        ("allow_to_remove_patient", "Removes the patient."),
    ],
)
def test_a_sentence_from_a_name_keeps_the_particle_behind_its_verb(name: str, lead: str) -> None:
    assert lead_and_prose(operation("POST /x"), name, NO_NAMES, None)[0] == lead


@pytest.mark.parametrize(
    ("summary", "lead"),
    [
        ("[Staff] Discharge a patient", "Discharges a patient (Staff)."),
        ("Ward: discharge the sleepers", "Discharges the sleepers (Ward)."),
        ("[sic] as written", ""),
    ],
)
def test_a_remark_before_a_summary_stands_behind_what_is_done(summary: str, lead: str) -> None:
    found = lead_and_prose(operation("POST /x", summary=summary), "discharge_ward_patient", NO_NAMES, None)[0]
    assert found == (lead or "Discharges the ward patient.")


def test_courtesy_is_no_part_of_what_is_done() -> None:
    assert directive("Please discharge the patient") == "Discharge the patient."


@pytest.mark.parametrize(
    "text", ["Lista todos los pacientes", "Liste aller Patienten", "Supprime un patient", "患者の一覧", "Crea una cama"]
)
def test_other_languages_are_known_by_their_small_words_or_their_script(text: str) -> None:
    assert is_foreign(text)


@pytest.mark.parametrize(
    "text", ["Lists the DAS volumes", "Gets a patient in Los Angeles", "Die casting for all", "Café and résumé", ""]
)
def test_and_english_is_not_taken_for_one(text: str) -> None:
    assert not is_foreign(text)


def test_a_text_in_another_language_leads_as_it_is_written(tmp_path: Path) -> None:
    found = tools(tmp_path, {"/pacientes": {"get": {"summary": "Lista todos los pacientes", "responses": {}}}})
    assert next(iter(found.values())).description.startswith("Lista todos los pacientes.")


@pytest.mark.parametrize(
    "text",
    ["{{ 7*7 }} and {% if x.__class__ %}", "Takes ''.__class__.__mro__ as it is.", "Calls __init__() once."],
)
def test_expressions_are_shown_as_they_are_written(text: str) -> None:
    assert plain(text) == text


def test_and_emphasis_loses_its_marks() -> None:
    assert plain("__Bold__ and _light_. (_both_)") == "Bold and light. (both)"


def test_a_tool_begins_with_braces_where_its_text_does(tmp_path: Path) -> None:
    found = tools(tmp_path, {"/beds": {"get": {"description": "{{ 7*7 }} beds with their nurse.", "responses": {}}}})
    assert "{{ 7*7 }} beds with their nurse." in found["list_beds"].description


@pytest.fixture
def listing(tmp_path: Path) -> Tool:
    """A tool with arguments of which their names say most."""
    query = [
        {"name": "delay_ms", "in": "query", "schema": {"type": "integer"}},
        {"name": "stay_days", "in": "query", "schema": {"type": "integer"}},
        {"name": "floor", "in": "query", "deprecated": True, "schema": {"type": "string"}},
        {"name": "wing", "in": "query", "deprecated": True, "description": "North or south.", "schema": TYPE_TEXT},
        {
            "name": "filter",
            "in": "query",
            "style": "deepObject",
            "schema": {"type": "object", "properties": {"a": TYPE_TEXT, "b": TYPE_TEXT}, "required": ["a"]},
        },
    ]
    return tools(tmp_path, {"/beds": {"get": {"parameters": query, "responses": {}}}})["list_beds"]


TYPE_TEXT = {"type": "string"}
PLAN = {"type": "object", "properties": {"hours": {"type": "object", "properties": {"first": TYPE_TEXT}}}}


def test_a_unit_in_a_name_is_spelled_out(listing: Tool) -> None:
    assert said(listing, "delay_ms") == "Delay, in milliseconds."
    assert "days" in said(listing, "stay_days")


def test_a_deprecated_parameter_says_so_with_a_text_and_without(listing: Tool) -> None:
    assert said(listing, "floor").endswith(" Deprecated.")
    assert said(listing, "wing") == "North or south. Deprecated."


def test_what_an_argument_is_for_is_said_once(listing: Tool) -> None:
    assert said(listing, "filter_a").count("to filter by") == 1


def test_a_rule_names_arguments_as_they_are_called(listing: Tool) -> None:
    assert "filter_b needs filter_a." in listing.description


def test_a_version_owns_nothing(tmp_path: Path) -> None:
    found = tools(tmp_path, {"/v1/{parent}/beds": {"get": {"operationId": "listBeds", "responses": {}}}})
    assert found["list_beds"].description.startswith("Lists beds.")


def test_the_keys_of_an_object_are_told_where_only_a_pattern_says_them(tmp_path: Path) -> None:
    marks = {"type": "object", "patternProperties": {"^x-": TYPE_TEXT}, "additionalProperties": False}
    body = {"type": "object", "properties": {"marks": marks}}
    content = {"application/json": {"schema": body}}
    found = tools(tmp_path, {"/beds": {"post": {"requestBody": {"content": content}, "responses": {}}}})
    assert "Keys match ^x-." in said(found["create_bed"], "marks")


def test_a_needed_object_in_an_item_says_what_it_holds(tmp_path: Path) -> None:
    drug = {"type": "object", "required": ["code"], "properties": {"code": TYPE_TEXT, "plan": PLAN}}
    item = {"type": "object", "required": ["drug"], "properties": {"drug": drug, "dose": {"type": "integer"}}}
    body = {"type": "object", "required": ["doses"], "properties": {"doses": {"type": "array", "items": item}}}
    content = {"application/json": {"schema": body}}
    found = tools(tmp_path, {"/orders": {"post": {"requestBody": {"content": content}, "responses": {}}}})
    assert "drug (object with code and plan, required)" in said(found["create_order"], "doses")


def test_a_default_beyond_the_listed_values_keeps_the_list_in_words() -> None:
    assert isinstance(lifted(TEXT, "Possible values: low, mid, high. Defaults to low."), Enum)
    assert lifted(TEXT, "Possible values: low, mid, high. Defaults to none.") == TEXT


def test_a_list_is_named_only_where_it_lists_the_same(tmp_path: Path) -> None:
    found = tools(
        tmp_path,
        {
            "/wards/beds": {"get": {"operationId": "listWardBeds", "responses": {}}},
            "/beds/ward/{wardId}": {"get": {"operationId": "getWardBeds", "responses": {}}},
        },
    )
    assert "use list_ward_beds" not in found["get_ward_beds"].description


WARD = {
    "type": "object",
    "description": "A ward is a floor of rooms that nurses look after. More of it elsewhere.",
    "properties": {"id": TYPE_TEXT, "label": TYPE_TEXT},
}


def test_a_small_tool_says_what_its_thing_is(tmp_path: Path) -> None:
    ref = {"$ref": "#/components/schemas/Ward"}
    found = tools(
        tmp_path, {"/wards": {"get": {"responses": answers({"type": "array", "items": ref})}}}, {"Ward": WARD}
    )
    assert found["list_wards"].description.endswith(" A ward is a floor of rooms that nurses look after.")


@pytest.mark.parametrize(
    "text", ["Options for creating a ward.", "The ward was opened with many beds.", "Deprecated ward."]
)
def test_and_leaves_out_what_defines_nothing(tmp_path: Path, text: str) -> None:
    ref = {"$ref": "#/components/schemas/Ward"}
    schemas = {"Ward": {**WARD, "description": text}}
    found = tools(tmp_path, {"/wards": {"get": {"responses": answers({"type": "array", "items": ref})}}}, schemas)
    assert found["list_wards"].description.count(".") == 2
