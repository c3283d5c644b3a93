"""Lint never raises and always ends, whatever the document holds."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.diagnostics import Diagnostic
from mcpgen.lint import lint, subject_of_document


def run(data: Any) -> tuple[Diagnostic, ...]:
    return lint(subject_of_document(SimpleNamespace(file="tools.yaml", data=data)))


WORDS = """
    tools name title description inputSchema outputSchema annotations readOnlyHint destructiveHint type properties
    items enum $ref $defs anyOf oneOf allOf required default const server instructions upstream url result http request
    operation additionalProperties $schema user_id action
"""
KEYS = st.sampled_from(WORDS.split()) | st.text(max_size=4)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.text(st.characters(), max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)
VALUES = JSON | st.sampled_from(
    [
        "object",
        "array",
        "integer",
        "#/$defs/a",
        "#",
        "#/properties/a",
        "http://x",
        "GET /x",
        "userInfo",
        "handle",
        "\ud800",
    ]
)
SCHEMAS = st.recursive(
    VALUES, lambda inner: st.dictionaries(KEYS, inner, max_size=6) | st.lists(inner, max_size=3), max_leaves=20
)
TOOL = st.fixed_dictionaries(
    {},
    optional={
        "name": VALUES,
        "description": VALUES,
        "inputSchema": st.fixed_dictionaries(
            {},
            optional={
                "type": VALUES,
                "properties": st.dictionaries(KEYS, SCHEMAS, max_size=4),
                "$defs": SCHEMAS,
                "$ref": VALUES,
            },
        )
        | SCHEMAS,
        "annotations": st.dictionaries(KEYS, VALUES, max_size=4) | VALUES,
        "http": VALUES,
        "operation": VALUES,
    },
)
DOCUMENT = JSON | st.fixed_dictionaries(
    {"tools": st.lists(TOOL | JSON, max_size=4)}, optional={"server": JSON, "upstream": JSON}
)


@settings(max_examples=100, deadline=None)
@given(DOCUMENT)
def test_lint_never_raises(data: Any) -> None:
    for diagnostic in run(data):
        assert diagnostic.message.isprintable()
        assert diagnostic.hint.isprintable()


def deep(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def circular() -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object"}
    schema["properties"] = {"a": schema, "b": [schema]}
    return schema


def exponential(levels: int) -> dict[str, Any]:
    both = {
        f"L{i}": {"type": "object", "properties": {k: {"$ref": f"#/$defs/L{i + 1}"} for k in "ab"}}
        for i in range(levels)
    }
    return {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/L0"}},
        "$defs": {**both, f"L{levels}": {"type": "string"}},
    }


def aliases(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "description": "A thing."}
    for _ in range(levels):
        schema = {"type": "object", "description": "Things.", "properties": {"a": schema, "b": schema}}
    return schema


def ring() -> dict[str, Any]:
    definitions = {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}, "C": {"$ref": "#/$defs/C"}}
    return {"type": "object", "$defs": definitions, "properties": {k: {"$ref": f"#/$defs/{k}"} for k in "ABC"}}


@pytest.mark.parametrize("schema", [deep(5_000), circular(), exponential(40), aliases(40), ring()])
def test_deep_circular_and_exponential_schemas_end(schema: dict[str, Any]) -> None:
    found = run({"tools": [{"name": "get_x", "inputSchema": schema}]})
    assert {"PAR002", "PAR012", "GRA003"} & {d.code for d in found}
    assert len(found) < 20_000


def test_a_thousand_tools_take_seconds_at_most() -> None:
    tools = [
        {"name": f"get_thing_{i}", "description": f"Reads thing {i} whole.", "inputSchema": deep(3)}
        for i in range(1_000)
    ]
    assert "GRA004" in {d.code for d in run({"tools": tools})}
