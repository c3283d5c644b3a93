"""Documents and toolsets as subjects."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mcpgen.diagnostics import Diagnostic, Origin, Severity
from mcpgen.lint import LintSettings, lint, subject_of_document, subject_of_toolset
from mcpgen.lint.subject import Readable, quoted
from mcpgen.model.binding import Request, Result
from mcpgen.model.toolset import Hints, Profile, ServerInfo, Tool, Toolset, Upstream
from mcpgen.source import load


class Fake:
    """A document by its tree alone."""

    file = "tools.yaml"

    def __init__(self, data: Any) -> None:
        self.data = data


def run(data: Any, **chosen: Any) -> tuple[Diagnostic, ...]:
    return lint(subject_of_document(Fake(data)), LintSettings(**chosen))


def codes(found: Any) -> list[str]:
    return [d.code for d in found]


@pytest.mark.parametrize(
    "wrap", [lambda t: {"tools": t}, lambda t: {"jsonrpc": "2.0", "id": 1, "result": {"tools": t}}]
)
def test_dumps_are_read_bare_and_in_an_envelope(wrap: Any) -> None:
    data = wrap([{"name": "userInfo"}])
    found = next(d for d in run(data) if d.code == "NAM001")
    assert found.at.pointer[-3:] == ("tools", 0, "name")
    assert ("result" in found.at.pointer) == ("result" in data)


def test_what_an_operation_tells_is_not_missing() -> None:
    data = {
        "mcpgen": 1,
        "source": "api.yaml",
        "tools": [{"operation": "listBooks"}, {"operation": "GET /x", "name": "books"}],
    }
    assert codes(run(data)) == ["NAM001"]


@pytest.mark.parametrize(
    ("tools", "code"),
    [
        (None, "tools-not-a-list"),
        ({}, "tools-not-a-list"),
        ("x", "tools-not-a-list"),
        (["x"], "tool-not-an-object"),
        ([None], "tool-not-an-object"),
        ([[]], "tool-not-an-object"),
    ],
)
def test_garbage_is_a_diagnostic(tools: Any, code: str) -> None:
    (found,) = run({"tools": tools})
    assert (found.code, found.severity) == (code, Severity.ERROR)


@pytest.mark.parametrize("data", [None, [], "x", 5, {}, {"result": []}])
def test_a_document_without_tools_is_a_diagnostic(data: Any) -> None:
    assert codes(run(data)) == ["tools-not-a-list"]


def test_each_field_of_the_wrong_kind_is_one_finding() -> None:
    tool = {"name": 5, "title": 5, "description": [], "inputSchema": 5, "annotations": "x", "http": 5, "operation": []}
    assert sorted(codes(run({"tools": [tool]}))) == ["ANN001", "DES001", "NAM002", "PAR012"]


def test_a_real_document_gives_places(tmp_path: Path) -> None:
    path = tmp_path / "tools.yaml"
    path.write_text("mcpgen: 1\ntools:\n  - description: Reads a profile.\n    name: userInfo\n")
    sources = load(path)
    document: Readable = sources.root
    found = next(d for d in lint(subject_of_document(document)) if d.code == "NAM001")
    assert isinstance(found.at, Origin)
    span = sources.span(found.at)
    assert span is not None
    assert span.line == 4


def test_a_toolset_is_linted_where_its_tools_came_from() -> None:
    origin = Origin(file="api.yaml", pointer=("paths", "/users", "get"))
    toolset = Toolset(
        profile=Profile.CONNECTED_APPS,
        server=ServerInfo(name="shop", title="Shop", version="1", instructions=""),
        upstream=Upstream(url="http://api.shop.test"),
        tools=(made("userInfo", origin), made("get_user", None)),
    )
    subject = subject_of_toolset(toolset)
    assert [(d.code, d.at, d.subject) for d in lint(subject)] == [
        ("SRV009", Origin(file="api.yaml"), ""),
        ("NAM001", origin, "userInfo"),
    ]
    (found,) = lint(subject_of_toolset(replace(toolset, tools=()), file="x.yaml"))
    assert found.at == Origin(file="x.yaml")


def made(name: str, origin: Origin | None) -> Tool:
    return Tool(
        name=name,
        title="",
        description="Reads the profile of the signed-in person.",
        input_schema={"type": "object", "additionalProperties": False},
        hints=Hints(read_only=True, destructive=False, idempotent=True, open_world=False),
        group="users",
        operation="GET /users",
        request=Request(method="GET", path="/users"),
        result=Result(),
        origin=origin,
    )


def test_messages_quote_what_does_not_print() -> None:
    assert quoted("a\u202eb\n") == "`aU+202EbU+000A`"
    assert quoted("x" * 80) == "`" + "x" * 59 + "…`"
