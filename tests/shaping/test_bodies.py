"""What becomes of the parts of a body: nothing that a body takes is lost without a word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.toolset import Tool
from tests.shaping.rebuild import rebuilt

TEXT = {"type": "string"}


def tool(tmp_path: Path, body: dict[str, Any], *, method: str = "post", path: str = "/parcels", **schemas: Any) -> Tool:
    """The tool of an operation with a JSON body; `schemas` are components."""
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    operation = {
        "operationId": f"{method}Parcel",
        "parameters": [{"name": n, "in": "path", "required": True, "schema": TEXT} for n in names],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"204": {"description": "done"}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Parcels", "version": "1"},
        "servers": [{"url": "https://parcels.example.test"}],
        "paths": {path: {method: operation}},
        "components": {"schemas": schemas},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    [made] = pipeline.tools(source).toolset.tools
    return made


def told(made: Tool, rule: str) -> list[str]:
    return [decision.text for decision in made.decisions if decision.rule == rule]


def arguments(made: Tool) -> dict[str, Any]:
    return dict(made.input_schema.get("properties", {}))


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


# --- read-only by words


@pytest.mark.parametrize(
    "text",
    ["Read-only.", "[Output Only] When it was sent.", "**Read only** stamp", "Output only. Stamp", "readOnly: a stamp"],
)
def test_a_field_that_is_said_to_be_read_only_is_not_asked_for_and_listed(tmp_path: Path, text: str) -> None:
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT, "sent": {**TEXT, "description": text}}})
    assert list(arguments(made)) == ["note"]
    assert told(made, "read-only") == ["sent is read-only by its description and not asked for."]


@pytest.mark.parametrize("text", ["Read-only access for the carrier.", "Read only mode of the scanner, on or off."])
def test_read_only_things_are_not_read_only_fields(tmp_path: Path, text: str) -> None:
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT, "mode": {**TEXT, "description": text}}})
    assert list(arguments(made)) == ["note", "mode"]


def test_a_required_field_is_asked_for_whatever_its_description_says(tmp_path: Path) -> None:
    stamp = {**TEXT, "description": "Read-only."}
    made = tool(tmp_path, {"type": "object", "required": ["stamp"], "properties": {"note": TEXT, "stamp": stamp}})
    assert "stamp" in made.input_schema["required"]


def test_a_flag_named_read_only_is_a_flag(tmp_path: Path) -> None:
    flag = {"type": "boolean", "description": "Read-only."}
    assert "read_only" in arguments(tool(tmp_path, {"type": "object", "properties": {"a": TEXT, "readOnly": flag}}))


# --- choices


def labelled(label: str, **properties: Any) -> dict[str, Any]:
    return {"title": label, "type": "object", "properties": properties}


def test_lists_of_the_branches_are_merged_item_by_item(tmp_path: Path) -> None:
    road = labelled("Road", stops={"type": "array", "items": labelled("Stop", street=TEXT)})
    air = labelled("Air", stops={"type": "array", "items": labelled("Port", gate={"type": "integer"})})
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT, "leg": {"oneOf": [road, air]}}})
    [stops] = [schema for schema in arguments(made).values() if schema.get("type") == "array"]
    assert set(stops["items"]["properties"]) == {"street", "gate"}
    assert told(made, "PAR002") == []


def test_objects_of_the_branches_keep_the_fields_of_all(tmp_path: Path) -> None:
    home = labelled("Home", place=labelled("House", street=TEXT, door=labelled("Door", bell=TEXT)))
    shop = labelled("Shop", place=labelled("Mall", floor={"type": "integer"}, door=labelled("Gate", code=TEXT)))
    made = tool(tmp_path, {"type": "object", "properties": {"to": {"anyOf": [home, shop]}, "note": TEXT}})
    found = set(arguments(made))
    assert {"street", "floor", "bell", "code"} <= {name.rpartition("_")[2] for name in found}, found


def test_an_object_or_a_list_of_others_is_given_as_json_text(tmp_path: Path) -> None:
    choice = {"anyOf": [labelled("Box", width=TEXT), {"type": "array", "items": labelled("Bag", colour=TEXT)}]}
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT, "wrap": choice}})
    assert arguments(made)["wrap"]["contentMediaType"] == "application/json"
    assert "Box" in arguments(made)["wrap"]["description"]
    assert told(made, "PAR002") == []


def test_a_thing_or_a_list_of_it_is_a_list(tmp_path: Path) -> None:
    choice = {"anyOf": [ref("Box"), {"type": "array", "items": ref("Box")}]}
    made = tool(
        tmp_path, {"type": "object", "properties": {"note": TEXT, "wrap": choice}}, Box=labelled("Box", width=TEXT)
    )
    assert arguments(made)["wrap"]["type"] == "array"
    assert told(made, "PAR002") == ["wrap cannot be given as Box (at wrap)."]


EMPTY = {"type": "string", "enum": [""]}
NUMBER = {"type": "number"}
LIST = {"type": "array", "items": TEXT}


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("branch", "least", "kept", "lost"),
    [
        ({"type": "integer"}, EMPTY, "integer", '""'),
        (NUMBER, EMPTY, "number", '""'),
        ({"type": "boolean"}, EMPTY, "boolean", '""'),
        (LIST, EMPTY, "array", '""'),
        ({"type": "integer"}, {"type": "string", "maxLength": 0}, "integer", '""'),
        ({"type": "integer"}, {"const": "now"}, "integer", '"now"'),
        ({"type": "integer"}, {"enum": ["now", ""]}, "integer", '"now" or ""'),
        ({"type": "string"}, {"const": 0}, "string", "0"),
    ],
)
def test_an_empty_string_or_a_constant_gives_way(
    tmp_path: Path, branch: Any, least: Any, kept: str, lost: str, turned: bool, keyword: str
) -> None:
    choice = {keyword: [least, branch] if turned else [branch, least]}
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT, "fee": choice}})
    fee = arguments(made)["fee"]
    assert fee["type"] == kept
    assert "enum" not in fee
    assert told(made, "PAR002") == [f"fee cannot be given as {lost} (at fee)."]


def test_an_object_is_given_where_it_may_be_an_empty_string(tmp_path: Path) -> None:
    choice = {"anyOf": [EMPTY, labelled("Box", width=TEXT)]}
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT, "box": choice}})
    assert list(arguments(made)) == ["note", "box_width"]
    assert told(made, "PAR002") == ['box cannot be given as "".']


def test_words_win_over_a_number_and_constants_count_together(tmp_path: Path) -> None:
    words = [{"type": "integer"}, {"enum": ["low"]}, {"enum": ["high"]}, EMPTY]
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT, "level": {"anyOf": words}}})
    assert arguments(made)["level"]["enum"] == ["low", "high", ""]
    assert told(made, "PAR002") == ["level cannot be given as integer (at level)."]


def test_json_text_stands_for_a_constant_beside_anything(tmp_path: Path) -> None:
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT, "extra": {"anyOf": [EMPTY, {}]}}})
    assert arguments(made)["extra"]["contentMediaType"] == "application/json"
    assert told(made, "PAR002") == []


@pytest.mark.parametrize(("many", "listed"), [(12, 12), (40, 12)])
def test_choices_that_all_refer_to_each_other_lose_nothing(tmp_path: Path, many: int, listed: int) -> None:
    every = [ref(f"C{i}") for i in range(many)]
    mesh = {f"C{i}": {"anyOf": [*every, labelled(f"Part {i}", **{f"f{i}": TEXT})]} for i in range(many)}
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT, "part": ref("C7")}}, **mesh)
    found = json.dumps(made.input_schema)
    assert sum(f'"f{i}"' in found or f'"part_f{i}"' in found for i in range(many)) == listed
    assert told(made, "PAR002") == []


def test_choices_that_come_back_end_as_json_text(tmp_path: Path) -> None:
    either = {"oneOf": [ref("Crate"), ref("Pallet")]}
    shape = {"type": "object", "properties": {"inside": either}}
    made = tool(tmp_path, ref("Crate"), Crate=shape, Pallet=shape)
    assert arguments(made)["inside"]["contentMediaType"] == "application/json"


# --- conditions, other fields, patterns, names


@pytest.mark.parametrize("where", ["then", "else", "dependentSchemas"])
def test_fields_that_only_a_condition_declares_can_be_given(tmp_path: Path, where: str) -> None:
    more = {"properties": {"customs_code": TEXT}}
    condition = {"dependentSchemas": {"kind": more}} if where == "dependentSchemas" else {where: more}
    given = {"properties": {"kind": {"const": "abroad"}}, "required": ["kind"]}
    body = {"type": "object", "properties": {"kind": TEXT}, "if": given, **condition}
    made = tool(tmp_path, body)
    assert list(arguments(made)) == ["kind", "customs_code"]
    assert made.request.body is not None
    assert made.request.body.check is not None


def test_other_fields_that_a_body_takes_are_one_argument(tmp_path: Path) -> None:
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT}, "additionalProperties": TEXT})
    assert list(arguments(made)) == ["note", "extra_fields"]
    assert arguments(made)["extra_fields"]["items"]["required"] == ["key", "value"]
    assert made.request.body is not None
    given = {"note": "a", "extra_fields": [{"key": "weight", "value": "7"}]}
    assert rebuilt(made.request.body.value, given) == {"note": "a", "weight": "7"}
    assert told(made, "PAR002") == []


@pytest.mark.parametrize("more", [{"additionalProperties": True}, {"patternProperties": {"^x-": {"type": "integer"}}}])
def test_other_fields_of_any_kind_are_json_text(tmp_path: Path, more: dict[str, Any]) -> None:
    inner = {"type": "object", "properties": {"width": TEXT}, "required": ["width"], **more}
    body = {"type": "object", "properties": {"note": TEXT, "extra_fields": TEXT, "box": inner}, **more}
    made = tool(tmp_path, body)
    names = list(arguments(made))
    assert names[:3] == ["note", "extra_fields", "box_width"]
    [own] = [name for name in names if name.startswith("extra_fields_")]
    assert {arguments(made)[name]["contentMediaType"] for name in (own, "box_extra_fields")} == {"application/json"}
    assert made.request.body is not None
    given = {"extra_fields": "b", own: '{"x-c": 1}', "box_width": "2", "box_extra_fields": '{"x-d": 3}'}
    sent = rebuilt(made.request.body.value, given)
    assert sent == {"extra_fields": "b", "x-c": 1, "box": {"width": "2", "x-d": 3}}
    assert made.request.body.check is not None


def test_an_object_that_is_closed_takes_no_others(tmp_path: Path) -> None:
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT}, "additionalProperties": False})
    assert list(arguments(made)) == ["note"]


def test_other_fields_count_as_an_argument(tmp_path: Path) -> None:
    inner = {"type": "object", "properties": {f"inner{k}": TEXT for k in range(4)}, "additionalProperties": True}
    body = {"type": "object", "properties": {**{f"outer{k}": TEXT for k in range(19)}, "more": inner}}
    assert "more_inner0" in arguments(tool(tmp_path, body))
    assert "more" in arguments(tool(tmp_path, {**body, "additionalProperties": True}))


def test_a_pattern_that_nothing_holds_is_not_checked_and_listed(tmp_path: Path) -> None:
    code = {"type": "array", "items": {"type": "string", "pattern": "^(a*)*\\1$"}}
    made = tool(tmp_path, {"type": "object", "properties": {"code": code}})
    assert len(told(made, "unchecked")) == 1


def test_a_property_without_a_listing_keeps_its_name(tmp_path: Path) -> None:
    """`lineId` would be listed as `line_id`, which is the wire name of a deeper one."""
    line = {
        "type": "object",
        "properties": {"lineId": TEXT, "line_id": {"type": "array", "items": {"type": "array", "items": TEXT}}},
    }
    made = tool(tmp_path, {"type": "object", "properties": {"lines": {"type": "array", "items": line}}})
    [listed] = arguments(made)["lines"]["items"]["properties"]
    assert listed != "line_id"
    assert made.request.body is not None
    sent = rebuilt(made.request.body.value, {"lines": [{listed: "a", "line_id": [["b"]]}]})
    assert sent == {"lines": [{"lineId": "a", "line_id": [["b"]]}]}


def test_a_field_filled_from_the_path_is_checked_as_the_body_says(tmp_path: Path) -> None:
    code = {"type": "string", "pattern": "^[a-z]{3}$"}
    body = {"type": "object", "required": ["depot_code"], "properties": {"depot_code": code, "note": TEXT}}
    made = tool(tmp_path, body, method="put", path="/depots/{depot_code}")
    assert list(arguments(made)) == ["depot_code", "note"]
    assert made.request.body is not None
    assert made.request.body.check is not None


def test_clear_fields_counts_as_an_argument(tmp_path: Path) -> None:
    maybe = {"type": ["string", "null"]}
    inner = {"type": "object", "properties": {f"inner{k}": maybe for k in range(5)}}
    body = {"type": "object", "properties": {**{f"outer{k}": maybe for k in range(19)}, "more": inner}}
    assert len(arguments(tool(tmp_path, body, method="patch"))) <= 24


# --- clearing


MARKS: dict[str, Any] = {"type": "object", "additionalProperties": TEXT}


@pytest.mark.parametrize(
    ("branch", "given", "sent"),
    [
        (MARKS, [{"key": "a", "value": "b"}], {"a": "b"}),
        ({"type": "integer"}, 3, 3),
        ({"type": "array", "items": {"type": "object", "properties": {"a": TEXT}}}, [{"a": "b"}], [{"a": "b"}]),
    ],
)
@pytest.mark.parametrize("empty", [{"type": "string", "enum": [""]}, {"type": "string", "maxLength": 0}])
@pytest.mark.parametrize("method", ["patch", "post"])
def test_what_an_empty_text_clears_is_cleared_so(
    tmp_path: Path, branch: Any, given: Any, sent: Any, empty: Any, method: str
) -> None:
    body = {"type": "object", "properties": {"note": TEXT, "fee": {"anyOf": [branch, empty]}}}
    made = tool(tmp_path, body, method=method, path="/parcels/{parcel}")
    assert arguments(made)["clear_fields"]["items"]["enum"] == ["fee"]
    assert told(made, "PAR002") == []
    assert made.request.body is not None
    assert rebuilt(made.request.body.value, {"clear_fields": ["fee"]}) == {"fee": ""}
    assert rebuilt(made.request.body.value, {"fee": given}) == {"fee": sent}


def test_nothing_is_cleared_of_what_is_made_or_where_null_does_it(tmp_path: Path) -> None:
    fee = {"anyOf": [{"type": "integer"}, {"type": "string", "maxLength": 0}]}
    made = tool(tmp_path, {"type": "object", "properties": {"note": TEXT, "fee": fee}})
    assert "clear_fields" not in arguments(made)
    assert told(made, "PAR002") == ['fee cannot be given as "" (at fee).']
    either = {"anyOf": [*fee["anyOf"], {"type": "null"}]}
    both = tool(tmp_path, {"type": "object", "properties": {"fee": either}}, method="patch")
    assert both.request.body is not None
    assert rebuilt(both.request.body.value, {"clear_fields": ["fee"]}) == {"fee": None}
    assert told(both, "PAR002") == ['fee cannot be given as "" (at fee).']


@pytest.mark.parametrize(
    ("schema", "is_sure"),
    [
        ({"type": "string", "nullable": True}, True),
        ({"type": "string", "nullable": True, "enum": ["a", "b", None]}, True),
        ({"type": ["string", "null"]}, True),
        ({"type": "string", "nullable": True, "enum": ["a", "b"]}, False),
        ({"allOf": [TEXT], "nullable": True}, True),
        ({"oneOf": [TEXT, {"type": "integer"}], "nullable": True}, True),
    ],
)
def test_null_is_sent_for_what_is_required_unless_an_enum_refuses_it(
    schema: dict[str, Any], is_sure: bool, tmp_path: Path
) -> None:
    made = tool(tmp_path, {"type": "object", "required": ["note"], "properties": {"note": schema, "fee": TEXT}})
    assert ("note" in made.input_schema.get("required", ())) is not is_sure
    assert told(made, "null-not-offered") == ([] if is_sure else ["note cannot be given as null."])


def test_a_post_on_one_thing_clears_as_a_patch_does(tmp_path: Path) -> None:
    body = {"type": "object", "properties": {"note": {"type": ["string", "null"]}, "fee": TEXT}}
    made = tool(tmp_path, body, path="/parcels/{parcel}")
    assert arguments(made)["clear_fields"]["items"]["enum"] == ["note"]
    assert told(made, "null-not-offered") == []
