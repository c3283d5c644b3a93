"""What no value fits, or only null, and choices that nothing can make: left out and told, or read as it is meant."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from mcpgen.diagnostics import Origin
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.schema import Anything, Object, Property, Ref, Schema
from mcpgen.shaping.impossible import MAX_DEPTH, impossible
from tests.catalogue.harness import Made, make

TEXT = {"type": "string"}
NEVER = {"allOf": [TEXT, {"type": "integer"}]}
NULL = {"enum": [None]}


def document(operation: dict[str, Any], method: str = "post") -> str:
    paths = {"/moles": {method: {"operationId": "saveMole", "responses": {"200": {"description": "ok"}}, **operation}}}
    server = [{"url": "https://api.harbour.test/v1"}]
    return json.dumps(
        {"openapi": "3.1.0", "info": {"title": "Harbour", "version": "1"}, "servers": server, "paths": paths}
    )


def body(schema: Any, media: str = "application/json") -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {media: {"schema": schema}}}}


def told(made: Made) -> list[str]:
    [tool] = made.made.toolset.tools
    return [decision.text for decision in tool.decisions if decision.rule in ("uncovered", "PAR002")]


def reason(made: Made) -> str:
    [left] = made.made.left_out
    return left.reason


def test_fields_without_a_value_are_not_asked_for(tmp_path: Path) -> None:
    held = {"type": "object", "required": ["x"], "properties": {"x": NEVER, "y": TEXT}}
    lists = {"type": "array", "items": NULL}
    schema = {
        "type": "object",
        "required": ["name", "gone"],
        "properties": {"name": TEXT, "gone": {"type": "null"}, "was": NULL, "no": False, "held": held, "all": lists},
    }
    made = make(tmp_path, document(body(schema)))
    assert list(made.properties("save_mole")) == ["name", "all"]
    assert told(made) == [
        "was is not asked for: it can only be null.",
        "no is not asked for: it has no value that its schema allows.",
        "held.x is not asked for: held needs x, which has no value that its schema allows.",
        "held.y is not asked for: held needs x, which has no value that its schema allows.",
    ]
    assert json.loads(made.call("save_mole", {"name": "pier"}).sent.content) == {"name": "pier", "gone": None}


@pytest.mark.parametrize("media", ["multipart/form-data", "application/x-www-form-urlencoded"])
def test_what_is_only_null_is_not_asked_for_where_null_cannot_be_written(tmp_path: Path, media: str) -> None:
    lists = {"type": "array", "items": NULL}
    made = make(tmp_path, document(body({"type": "object", "properties": {"name": TEXT, "all": lists}}, media)))
    assert list(made.properties("save_mole")) == ["name"]
    assert told(made) == ["all is not asked for: it can only be null, which cannot be written here."]


@pytest.mark.parametrize(
    ("schema", "media", "why"),
    [
        (NEVER, "application/json", "the body has no value that its schema allows"),
        (
            {"type": "object", "required": ["a"], "properties": {"a": {"type": "object", "required": ["b"],
             "properties": {"b": NEVER}}}},
            "application/json",
            "the body needs a.b, which has no value that its schema allows",
        ),
        (
            {"type": "object", "required": ["a"], "properties": {"a": NULL}},
            "multipart/form-data",
            "the body needs a, which can only be null, which cannot be written here",
        ),
    ],
)  # fmt: skip
def test_an_operation_whose_body_cannot_be_is_left_out(tmp_path: Path, schema: Any, media: str, why: str) -> None:
    assert reason(make(tmp_path, document(body(schema, media)))) == why


def test_parameters_that_can_only_be_null(tmp_path: Path) -> None:
    lists = {"type": "array", "items": NULL}
    needed = {"parameters": [{"name": "state", "in": "query", "required": True, "schema": lists}]}
    (tmp_path / "needed").mkdir()
    made = make(tmp_path / "needed", document(needed, "get"))
    assert reason(made) == "query parameter state can only be null, which cannot be written here"
    inner = {"type": "object", "properties": {"a": NULL, "b": TEXT}}
    others = [
        {"name": "state", "in": "query", "schema": NULL},
        {"name": "deep", "in": "query", "style": "deepObject", "schema": inner},
        {"name": "json", "in": "query", "content": {"application/json": {"schema": TEXT}}},
    ]
    made = make(tmp_path, document({"parameters": others}, "get"))
    [tool] = made.tools
    assert list(made.properties(tool)) == ["deep_b", "json"]
    assert told(made) == [
        "query parameter state can only be null, which cannot be written here.",
        "deep cannot be given as one with a, which can only be null, which cannot be written here.",
    ]


def test_a_choice_that_nothing_can_make_is_one_of_any(tmp_path: Path) -> None:
    cat = {"type": "object", "properties": {"hunts": TEXT}}
    dog = {"type": "object", "properties": {"bark": TEXT}}
    schema = {"type": "object", "required": ["pet"], "properties": {"pet": {"oneOf": [cat, dog]}}}
    made = make(tmp_path, document(body(schema)))
    [said] = made.about("openapi-schema")
    assert said.message == "No value fits exactly one branch of this oneOf; it is read as anyOf."
    assert json.loads(made.call("save_mole", {"bark": "x"}).sent.content) == {"pet": {"bark": "x"}}


def test_what_fits_every_branch_but_one_that_takes_all_is_given_as_that_one(tmp_path: Path) -> None:
    box = {"type": "object", "properties": {"width": TEXT}}
    schema = {"type": "object", "required": ["pet"], "properties": {"pet": {"oneOf": [box, {}]}}}
    made = make(tmp_path, document(body(schema)))
    assert json.loads(made.call("save_mole", {"pet": "seven"}).sent.content) == {"pet": "seven"}
    assert "was not called" in made.call("save_mole", {"pet": '{"width": "x"}'}).text


class Known:
    """Schemas by name."""

    def __init__(self, **schemas: Schema) -> None:
        self._schemas = schemas
        self.resolved = 0

    def resolve(self, schema: Schema) -> Schema:
        self.resolved += isinstance(schema, Ref)
        return self._schemas[schema.target] if isinstance(schema, Ref) else schema

    def definition(self, target: str) -> JsonObject | bool:
        raise NotImplementedError

    def tags(self, choice: JsonObject) -> tuple[tuple[Json, ...], ...]:
        raise NotImplementedError


ORIGIN = Origin(file="harbour.json", pointer="/")


def needing(**fields: Schema) -> Object:
    return Object(
        origin=ORIGIN,
        properties=tuple(Property(name=name, schema=schema, required=True) for name, schema in fields.items()),
    )


def to(name: str) -> Ref:
    return Ref(origin=ORIGIN, target=name, name=name)


@pytest.mark.parametrize("order", list(permutations("ABC")))
def test_what_is_impossible_does_not_hang_on_what_was_asked_first(order: tuple[str, ...]) -> None:
    never = Anything(origin=ORIGIN, never=True)
    schemas = Known(A=needing(b=to("B"), no=never), B=needing(a=to("A")), C=needing(a=to("A"), b=to("B"), c=to("C")))
    assert {name: impossible(to(name), schemas, "json") for name in order} == {
        "A": "needs no, which has no value that its schema allows",
        "B": "needs a.no, which has no value that its schema allows",
        "C": "needs a.no, which has no value that its schema allows",
    }


@pytest.mark.parametrize("order", [range(20), range(19, -1, -1)])
def test_a_long_way_to_what_is_impossible_is_the_same_from_either_end(order: range) -> None:
    chain = {f"S{i}": needing(n=to(f"S{i + 1}")) for i in range(20)}
    schemas = Known(**chain, S20=Anything(origin=ORIGIN, never=True))
    found = {i: bool(impossible(to(f"S{i}"), schemas, "json")) for i in order}
    assert found == {i: 20 - i <= MAX_DEPTH for i in range(20)}


def test_schemas_that_all_need_each_other_are_looked_at_a_few_times() -> None:
    names = [f"S{i}" for i in range(20)]
    schemas = Known(**{name: needing(**{other: to(other) for other in names}) for name in names})
    assert impossible(to("S0"), schemas, "json") == ""
    assert schemas.resolved <= (MAX_DEPTH + 1) * len(names) * (len(names) + 1)
