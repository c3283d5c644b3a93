"""The property of flattening: arguments that pass a tool's check rebuild to a body the original schema accepts."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mcpgen.frontends.openapi import read
from mcpgen.model.overlap import excludes_all
from mcpgen.model.toolset import Tool
from mcpgen.shaping import Options, shape
from mcpgen.source import load
from tests.shaping.rebuild import ABSENT, RefusedError, allowed, arguments_for, rebuilt

EXAMPLES: Final = int(os.environ.get("MCPGEN_FLATTEN_EXAMPLES", "60"))
"""How many pairs of a schema and arguments are tried; `make fuzz EXAMPLES=10000` tries as many."""
NAMES = ["id", "name", "amount", "userId", "tags", "created-at", "class", "value", "kind", "x"]


def shaped(body: dict[str, Any], tmp_path: Path, *, method: str = "post", required: bool = True) -> tuple[Tool, ...]:
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.example.test"}],
        "paths": {
            "/things": {
                method: {
                    "operationId": "saveThing",
                    "requestBody": {"required": required, "content": {"application/json": {"schema": body}}},
                    "responses": {"204": {"description": "done"}},
                }
            }
        },
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    return shape(read(load(source)), Options()).toolset.tools


def meant(schema: Any) -> Any:
    """The schema with `anyOf` where `oneOf` leaves no value at all, which nobody means."""
    if isinstance(schema, list):
        return [meant(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    renamed = {"oneOf": "anyOf"} if "anyOf" not in schema and excludes_all(schema, lambda _: True) else {}
    return {renamed.get(key, key): meant(value) for key, value in schema.items()}


SOME_NAMES = st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True)


def conditional(shape: dict[str, Any], further: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """A shape that asks for more where some of its fields are given."""
    more = {"properties": further["properties"], "required": further["required"]}
    return {**shape, "if": {"required": names}, "then": more, "additionalProperties": True}


def schemas(depth: int = 3) -> st.SearchStrategy[dict[str, Any]]:
    scalar = st.one_of(
        st.builds(lambda least, room: {"type": "string", "minLength": least, "maxLength": least + room},
                  st.integers(0, 3), st.integers(0, 5)),
        st.builds(lambda least, room: {"type": "integer", "minimum": least, "maximum": least + room},
                  st.integers(-5, 5), st.integers(0, 9)),
        st.just({"type": "boolean"}),
        st.just({"type": "integer", "format": "int64"}),
        st.just({"type": ["string", "null"]}),
        st.just({"enum": ["a", "b", "c"]}),
        st.just({"type": "integer", "enum": [1, 2, 3]}),
        st.just({"const": "only"}),
        st.just({}),
        st.just({"type": "object"}),
    )  # fmt: skip
    if depth == 0:
        return scalar
    inner = schemas(depth - 1)
    lists = st.lists(inner, min_size=1, max_size=2)
    return st.one_of(
        st.builds(lambda first: {"type": "array", "prefixItems": first, "items": False}, lists),
        st.builds(lambda values: {"type": "object", "patternProperties": {"^[a-z]": values}}, inner),
        st.builds(lambda shape, values: {**shape, "additionalProperties": values}, objects(inner), inner),
        st.builds(lambda shape: {**shape, "type": ["object", "null"]}, objects(inner)),
        st.builds(lambda shape, other: {"anyOf": [shape, {"type": "array", "items": other}]}, objects(inner), inner),
        st.builds(lambda shape, denied: {**shape, "not": {"required": denied}}, objects(inner), SOME_NAMES),
        st.builds(conditional, objects(inner), objects(inner), SOME_NAMES),
        scalar,
        objects(inner),
        st.builds(lambda items: {"type": "array", "items": items, "maxItems": 3}, inner),
        st.builds(lambda values: {"type": "object", "additionalProperties": values}, inner),
        st.builds(lambda some: {"oneOf": some}, st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda some: {"anyOf": some}, st.lists(inner, min_size=1, max_size=3)),
    )


def objects(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.builds(
        lambda properties, needed, closed, given, choice: {
            "type": "object",
            "properties": properties,
            "required": [n for n in properties if n in needed],
            **({"additionalProperties": False} if closed else {}),
            **({"dependentRequired": {given[0]: given[1:]}} if given else {}),
            **({choice[0]: [{"required": [name]} for name in choice[1]]} if choice else {}),
        },
        st.dictionaries(st.sampled_from(NAMES), inner, min_size=1, max_size=5),
        st.sets(st.sampled_from(NAMES)),
        st.booleans(),
        st.one_of(st.just([]), st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique=True)),
        st.one_of(
            st.none(),
            st.tuples(
                st.sampled_from(["anyOf", "oneOf"]),
                st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique=True),
            ),
        ),
    )


BODIES = objects(schemas(2))
ANY_BODY = st.one_of(BODIES, schemas(2))


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=ANY_BODY, data=st.data(), method=st.sampled_from(["post", "patch"]), required=st.booleans())
def test_accepted_arguments_rebuild_to_a_valid_body(
    tmp_path_factory: pytest.TempPathFactory, body: dict[str, Any], data: st.DataObject, method: str, required: bool
) -> None:
    tool = data.draw(st.sampled_from(shaped(body, tmp_path_factory.mktemp("api"), method=method, required=required)))
    check = jsonschema_rs.validator_for({"$schema": "https://json-schema.org/draft/2020-12/schema", **meant(body)})
    try:
        arguments = data.draw(arguments_for(tool.input_schema))
    except ValueError:
        assume(False)
    assert jsonschema_rs.validator_for(dict(tool.input_schema)).is_valid(arguments)
    assume(allowed(arguments, tool.request.presence, tool.request.alternatives))
    assert tool.request.body is not None
    try:
        made = rebuilt(tool.request.body.value, arguments)
    except RefusedError:
        assume(False)
    if made is ABSENT:
        assert not required
        return
    checked = tool.request.body.check
    if checked is None or jsonschema_rs.validator_for(dict(checked)).is_valid(made):
        assert check.is_valid(made), (made, arguments)
