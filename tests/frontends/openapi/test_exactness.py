"""What a class claims to say exactly is what its JSON Schema says."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import assert_never

import jsonschema_rs
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.frontends.openapi import read
from mcpgen.model.api import Api
from mcpgen.model.json import Json
from mcpgen.model.schema import Anything, Array, Enum, Map, Object, Ref, Scalar, Schema, Union
from mcpgen.source import load


def accepts(api: Api, schema: Schema, value: Json) -> bool:
    """Whether a value fits a schema by its class alone."""
    schema = api.schemas.resolve(schema)
    if value is None:
        return schema.nullable or isinstance(schema, Anything)
    match schema:
        case Anything():
            return not schema.nullable
        case Scalar():
            return fits(schema, value)
        case Enum():
            return any(value == known and type(value) is type(known) for known in schema.values)
        case Array():
            inside = isinstance(value, list) and all(accepts(api, schema.items, item) for item in value)
            return inside and (schema.min_items or 0) <= len(value)
        case Map():
            return isinstance(value, dict) and all(accepts(api, schema.values, v) for v in value.values())
        case Object():
            return isinstance(value, dict) and fills(api, schema, value)
        case Union():
            fitting = sum(accepts(api, variant.schema, value) for variant in schema.variants)
            return fitting == 1 if schema.exclusive else fitting > 0
        case Ref():
            raise AssertionError("resolve gave a reference")
        case _:
            assert_never(schema)


def fits(schema: Scalar, value: Json) -> bool:
    if schema.type == "string":
        return isinstance(value, str) and (schema.min_length or 0) <= len(value) <= (schema.max_length or 99)
    if schema.type == "boolean":
        return isinstance(value, bool)
    low, high = schema.minimum, schema.maximum
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return (low is None or value >= low) and (high is None or value <= high)


def fills(api: Api, schema: Object, value: dict[str, Json]) -> bool:
    known = {p.name: p for p in schema.properties}
    if any(p.required and p.name not in value for p in schema.properties):
        return False
    if schema.any_required and not any(all(name in value for name in names) for names in schema.any_required):
        return False
    return all(
        (
            accepts(api, known[name].schema, inner)
            if name in known
            else not schema.closed and (schema.extra is None or accepts(api, schema.extra, inner))
        )
        for name, inner in value.items()
    )


values = st.recursive(
    st.sampled_from([None, True, -1, 0, 2, 5, "", "a", "abc"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=5,
)
texts = st.fixed_dictionaries(
    {"type": st.sampled_from(["string", ["string", "null"]])},
    optional={"minLength": st.integers(0, 2), "maxLength": st.integers(1, 3)},
)
numbers = st.fixed_dictionaries(
    {"type": st.sampled_from(["integer", ["integer", "null"]])},
    optional={"minimum": st.integers(-1, 3), "maximum": st.integers(0, 5)},
)
sets = st.sampled_from(
    [{"enum": ["a", "abc"]}, {"enum": ["a", None]}, {"const": "a"}, {"enum": [0, 2]}, {"type": "null"}]
)


def larger(inner: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    objects = st.builds(
        lambda properties, required: {"type": "object", "properties": properties, "required": required},
        st.dictionaries(st.sampled_from("abc"), inner, min_size=1, max_size=2),
        st.lists(st.sampled_from("abc"), max_size=1),
    )
    maps = st.builds(lambda of: {"type": "object", "additionalProperties": of}, inner)
    arrays = st.builds(lambda of, least: {"type": "array", "items": of, "minItems": least}, inner, st.integers(0, 1))
    choices = st.builds(
        lambda keyword, branches: {keyword: branches},
        st.sampled_from(["anyOf", "oneOf", "allOf"]),
        st.lists(inner, min_size=1, max_size=3),
    )
    return objects | maps | arrays | choices


@given(st.recursive(texts | numbers | sets, larger, max_leaves=6), st.lists(values, min_size=5, max_size=10))
@settings(max_examples=100, deadline=None)
def test_exact_classes_say_what_their_source_says(raw: Json, candidates: list[Json]) -> None:
    body = {"content": {"application/json": {"schema": raw}}}
    paths = {"/a": {"post": {"requestBody": body, "responses": {"200": {"description": "ok"}}}}}
    document = {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": paths}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.json"
        path.write_text(json.dumps(document))
        api = read(load(path))
    content = api.operations[0].body
    assert content is not None
    schema = content.content[0].schema
    assert schema is not None
    # A choice of one that nothing can make is read as a choice of any, and told.
    if not all_exact(api, schema) or any(told.code == "openapi-schema" for told in api.diagnostics):
        return
    validator = jsonschema_rs.Draft202012Validator(raw)
    for value in candidates:
        assert accepts(api, schema, value) == validator.is_valid(value), (schema, value)


def all_exact(api: Api, schema: Schema) -> bool:
    """Whether a schema and all below it claim to lose nothing."""
    match schema:
        case Array():
            below: list[Schema] = [schema.items]
        case Map():
            below = [schema.values]
        case Object():
            below = [p.schema for p in schema.properties] + ([schema.extra] if schema.extra else [])
        case Union():
            below = [v.schema for v in schema.variants]
        case _:
            below = []
    return schema.exact and all(all_exact(api, inner) for inner in below)
