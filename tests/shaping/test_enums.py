"""Fixed sets of values, wherever the source says them (PAR003)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi import read
from mcpgen.model.binding import Exact, Take
from mcpgen.model.schema import Enum, Scalar
from mcpgen.model.toolset import Tool
from mcpgen.shaping import Options, shape
from mcpgen.shaping.prose_enums import lifted
from mcpgen.source import load


def text(description: str = "", **facts: Any) -> Scalar:
    return Scalar(**{"origin": Origin(file="api.yaml"), "type": "string", "description": description, **facts})


def values(description: str, *, many: bool = False, siblings: tuple[str, ...] = (), **facts: Any) -> tuple[Any, ...]:
    found = lifted(text(description, **facts), description, many=many, siblings=siblings)
    return found.values if isinstance(found, Enum) else ()


@pytest.mark.parametrize(
    "description",
    [
        "One of `new`, `used` or `lost`.",
        "The state of the book. Must be one of: `new`, `used`, `lost`.",
        "State, either 'new', 'used', or 'lost'",
        'Allowed values are "new", "used" and "lost". Default is "new".',
        "Possible values: new, used, lost",
        "Valid values: `new` (never lent), `used` (lent before), `lost`.",
        "Possible values are:\n- `new`: never lent.\n- `used`: lent before. If lent often, too.\n- `lost`",
        "Possible values are:<br/>- `new`<br/>- `used`<br/>- `lost`",
        "The state (one of `new` | `used` | `lost`)",
    ],
)
def test_a_list_that_is_the_whole(description: str) -> None:
    assert values(description) == ("new", "used", "lost")


@pytest.mark.parametrize(
    "description",
    [
        "Such as `new` or `used`.",
        "Can be `new`, `used` or a state of your own.",
        "One of `new`, `used` or the name of a state.",
        "One of `new`, `used`. Any other value is taken as a note.",
        "One of `new`, `used`, ...",
        "One of `new`, `used` (case-insensitive).",
        "Comma-separated. Possible values: `new`, `used`.",
        "Supported standard values are: `new` and `used`.",
        "Only one of `new` and `used` can be given.",
        "If it is lent, one of `new` or `used`.",
        "Either `new` or `used` is required.",
        "The book's `state` must be one of `new`, `used` at that time.",
        "Format is one of: `name`, `name:group` or `<id>`.",
        "Must be a state.",
        "It could be either new or used.",
        "One of: New, Used.",
        "Must be `new`.",
        "Possible values: any, string",
    ],
)
def test_a_list_that_may_not_be_the_whole_stays_in_words(description: str) -> None:
    assert values(description) == ()


def test_what_else_is_known_speaks_against_it() -> None:
    listed = "One of `new`, `used`."
    assert values(listed) == ("new", "used")
    assert values(listed, default="lost") == ()
    assert values(listed, examples=("old",)) == ()
    assert values(listed, max_length=3) == ()
    assert values(listed, format="date") == ()
    assert values(listed, type="integer") == ()
    assert values(listed, siblings=("new", "used", "name")) == ()


def test_items_of_a_list_may_be_several() -> None:
    assert values("A list of states. Possible values: `new`, `used`.", many=True) == ("new", "used")


def test_meanings_are_kept_where_each_value_has_one() -> None:
    found = lifted(text(), "Valid values: `new` (never lent), `used` (lent before).")
    assert isinstance(found, Enum)
    assert found.labels == ("never lent", "lent before")


def test_long_texts_are_read_to_an_end() -> None:
    assert values("One of " + "`a`, " * 300) == ()
    assert values("One of: " + "a, " * 600 + "!") == ()
    assert values("Possible values:\n" + "- `a` " + "-" * 1500) == ()


@pytest.mark.parametrize("blanks", ["  ", "\t", "\n", " \n  "])
def test_runs_of_blanks_are_as_one(blanks: str) -> None:
    assert values(f"State.{blanks * 3}One{blanks}of:{blanks * 2}`new`{blanks}or{blanks * 3}`used`.") == ("new", "used")


@pytest.mark.parametrize("blank", [" ", "\n", "\t", " \n"])
def test_a_cue_before_nothing_but_blanks_is_read_to_an_end(blank: str) -> None:
    assert values("One of: " + blank * 900) == ()
    assert values("One of: " + blank * 900 + "!") == ()
    assert values("Possible values:" + blank * 400 + "\n- `new`" + blank * 400 + "\n- `used`") == ("new", "used")


# --- through the whole


def tool_of(tmp_path: Path, schema: dict[str, Any], description: str = "") -> Tool:
    parameter = {"name": "state", "in": "query", "description": description, "schema": schema}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1"},
        "servers": [{"url": "https://library.test"}],
        "paths": {"/books": {"get": {"parameters": [parameter], "responses": {"200": {"description": "Done."}}}}},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    (tool,) = shape(read(load(source)), Options()).toolset.tools
    return tool


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "enum": [0, 1], "x-enum-varnames": ["OPEN", "CLOSED"]},
        {"type": "integer", "enum": [0, 1], "x-enum-descriptions": {"0": "open", "1": "closed"}},
        {"type": "integer", "enum": [0, 1], "x-enumNames": ["Open", "Closed"]},
        {
            "type": "integer",
            "enum": [0, 1],
            "x-ms-enum": {"name": "State", "values": [{"value": 0, "name": "open"}, {"value": 1, "name": "closed"}]},
        },
        {"oneOf": [{"const": 0, "title": "open"}, {"const": 1, "title": "closed"}]},
    ],
)
def test_codes_are_strings_with_their_meanings_and_numbers_on_the_wire(schema: dict[str, Any], tmp_path: Path) -> None:
    tool = tool_of(tmp_path, schema)
    state = tool.input_schema["properties"]["state"]
    assert state["type"] == "string"
    assert state["enum"] == ["0", "1"]
    said = state["description"].lower()
    assert "0: open" in said
    assert "1: closed" in said
    value = tool.request.parameters[0].value
    assert isinstance(value, Take)
    assert value.convert == Exact(type="integer")


def test_codes_that_only_the_text_explains_stay_numbers_with_the_text(tmp_path: Path) -> None:
    state = tool_of(tmp_path, {"type": "integer"}, "0 = open, 1 = closed").input_schema["properties"]["state"]
    assert state["type"] == "integer"
    assert "0 = open, 1 = closed" in state["description"]


def test_lifted_values_are_an_enum_and_told(tmp_path: Path) -> None:
    tool = tool_of(tmp_path, {"type": "string"}, "State of the book, one of `new` or `used`.")
    assert tool.input_schema["properties"]["state"]["enum"] == ["new", "used"]
    told = [decision.text for decision in tool.decisions if decision.rule == "PAR003"]
    assert told == ["state takes one of 2 values, as its description lists them."]


def test_a_choice_beside_a_text_is_no_list_of_its_values(tmp_path: Path) -> None:
    schema = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
    state = tool_of(tmp_path, schema, "One of `new` or `used`.").input_schema["properties"]["state"]
    assert "enum" not in state
