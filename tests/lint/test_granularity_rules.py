"""Granularity: selectors against attributes, depth, and how many tools there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from mcpgen.diagnostics import Origin, Severity

Lint = Any
HINTS = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}


def named(*names: str) -> dict[str, Any]:
    return {"tools": [{"name": name} for name in names]}


def with_parameters(properties: Mapping[str, Any], **tool: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": dict(properties)}
    return {"tools": [{"name": "update_thing", "inputSchema": schema, **tool}]}


@pytest.mark.parametrize(
    ("parameter", "values"),
    [
        ("action", ["create", "update", "delete", "get"]),
        ("operation", ["list_users", "delete_user"]),
        ("op", ["start", "stop", "delete"]),
        ("command", ["get", "set"]),
        ("whatToDo", ["create", "delete"]),
        ("mode", ["create", "delete"]),
        ("thing", ["create", "update", "delete"]),
    ],
)
def test_gra001_finds_selectors(parameter: str, values: list[str], lint_fragment: Lint) -> None:
    data = with_parameters({parameter: {"type": "string", "enum": values}}, name="manage_user")
    (found,) = lint_fragment(data, select=("GRA001",))
    assert found.at == Origin(file="tools.yaml", pointer=("tools", 0, "inputSchema", "properties", parameter))
    assert f"`{values[0]}" in found.message


def test_gra001_proposes_a_tool_for_each_value(lint_fragment: Lint) -> None:
    action = {"action": {"type": "string", "enum": ["create", "update", "delete", "get"]}}
    (found,) = lint_fragment(with_parameters(action, name="manage_user"), select=("GRA001",))
    assert found.hint == "Make one tool of each value: `create_user`, `update_user`, `delete_user`, `get_user`."
    op = {"op": {"type": "string", "enum": ["start", "stop", "delete"]}}
    (found,) = lint_fragment(with_parameters(op, name="jobAction"), select=("GRA001",))
    assert found.hint == "Make one tool of each value: `start_job`, `stop_job`, `delete_job`."


@pytest.mark.parametrize(
    ("parameter", "values"),
    [
        ("type", ["debit", "credit"]),
        ("sort", ["asc", "desc"]),
        ("status", ["active", "paused"]),
        ("action", ["review", "complete"]),
        ("action", ["approve", "reject"]),
        ("on_conflict", ["skip", "overwrite", "merge"]),
        ("mode", ["append", "overwrite"]),
        ("mode", ["view", "edit"]),
        ("event", ["create", "update", "delete"]),
        ("permission", ["read", "edit", "delete"]),
        ("method", ["GET", "POST", "DELETE"]),
        ("action", ["allow", "deny"]),
        ("action", []),
        ("action", ["create"]),
        ("action", [1, 2]),
    ],
)
def test_gra001_leaves_attributes(parameter: str, values: list[Any], lint_fragment: Lint) -> None:
    assert lint_fragment(with_parameters({parameter: {"enum": values}}), select=("GRA001",)) == ()


@pytest.mark.parametrize(
    "tool", [{"name": "list_audit_entries"}, {"annotations": HINTS}, {"http": "GET /log"}, {"name": "log_activity"}]
)
def test_gra001_leaves_filters_of_reads_and_records(tool: dict[str, Any], lint_fragment: Lint) -> None:
    data = with_parameters({"action": {"type": "string", "enum": ["create", "delete"]}}, **tool)
    assert lint_fragment(data, select=("GRA001",)) == ()


def objects(depth: int, **leaf: Any) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": leaf or {"a": {"type": "string"}}}
    for level in range(depth - 1):
        schema = {"type": "object", "properties": {f"level{level}": schema}}
    return schema


@pytest.mark.parametrize(
    ("schema", "severity"),
    [
        (objects(1), None),
        ({"type": "array", "items": objects(1)}, None),
        ({"type": "array", "items": {"type": "array", "items": {"type": "number"}}}, None),
        (objects(1, **{f"p{i}": {"type": "string"} for i in range(12)}), None),
        (objects(1, **{f"p{i}": {"type": "string"} for i in range(13)}), Severity.WARNING),
        ({"type": "array", "items": {"type": "array", "items": objects(1)}}, None),
        (objects(1, **{"a.b": {"type": "array", "items": {"type": "string"}}}), None),
        (objects(2), Severity.ERROR),
        (objects(9), Severity.ERROR),
        (objects(1, tags={"type": "array", "items": objects(1)}), Severity.ERROR),
        ({"type": "array", "items": objects(2)}, Severity.ERROR),
        ({"anyOf": [objects(2), {"type": "null"}]}, Severity.ERROR),
        ({"$ref": "#/$defs/Node"}, Severity.ERROR),
    ],
)
def test_gra003_grades_depth_once_a_parameter(schema: Any, severity: Severity | None, lint_fragment: Lint) -> None:
    data = with_parameters({"thing": schema})
    node = {"type": "object", "properties": {"child": {"$ref": "#/$defs/Node"}}}
    data["tools"][0]["inputSchema"]["$defs"] = {"Node": node}
    found = lint_fragment(data, select=("GRA003",))
    assert [d.severity for d in found] == ([severity] if severity else [])
    assert all(d.at.pointer == ("tools", 0, "inputSchema", "properties", "thing") for d in found)


def test_gra004_counts_and_names_the_largest_subjects(lint_fragment: Lint) -> None:
    twenty = [f"get_book_{chr(97 + i)}" for i in range(20)]
    assert lint_fragment(named(*twenty), select=("GRA004",)) == ()
    (found,) = lint_fragment(named(*twenty, "list_shops"), select=("GRA004",))
    assert found.severity is Severity.WARNING
    assert "21 tools" in found.message
    assert "book (20)" in found.hint
    assert found.at.pointer == ("tools",)
