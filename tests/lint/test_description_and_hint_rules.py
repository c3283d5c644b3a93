"""Descriptions, hints and the server."""

from __future__ import annotations

from typing import Any

import pytest

from mcpgen.diagnostics import Severity
from mcpgen.model.toolset import Profile

Lint = Any
HINTS = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}


def named(*names: str) -> dict[str, Any]:
    return {"tools": [{"name": name} for name in names]}


def codes(found: Any) -> list[str]:
    return [d.code for d in found]


@pytest.mark.parametrize(
    "text", [None, "", "  ", 5, "Get user.", "Gets the user", "get_user", "This tool is used to get a user"]
)
def test_des001_finds_descriptions_that_add_nothing(text: Any, lint_fragment: Lint) -> None:
    tool = {"name": "get_user", "description": text}
    assert codes(lint_fragment({"tools": [tool]}, select=("DES",))) == ["DES001"]


@pytest.mark.parametrize(
    "text", ["Register a new user. Returns the new User ID.", "Обновляет запись.", "Gets a user by email."]
)
def test_des001_leaves_descriptions_that_say_something(text: str, lint_fragment: Lint) -> None:
    assert lint_fragment({"tools": [{"name": "get_user", "description": text}]}, select=("DES",)) == ()


def test_des005_counts_characters_and_finds_html(lint_fragment: Lint) -> None:
    def des005(text: str) -> list[str]:
        return codes(lint_fragment({"tools": [{"name": "get_user", "description": text}]}, select=("DES005",)))

    assert des005("x" * 1_024) == []
    assert des005("x" * 1_025) == ["DES005"]
    assert des005("One<br/>two") == ["DES005"]
    assert des005("If a < b and c > d, or <id> of a Map<String, A>") == []


@pytest.mark.parametrize(
    ("hints", "severity"),
    [
        (None, Severity.ERROR),
        ({}, Severity.ERROR),
        ({**HINTS, "readOnlyHint": "yes"}, Severity.ERROR),
        ({k: v for k, v in HINTS.items() if k != "openWorldHint"}, Severity.ERROR),
        ({k: v for k, v in HINTS.items() if k != "idempotentHint"}, Severity.WARNING),
    ],
)
def test_ann001_gives_one_finding(hints: Any, severity: Severity, lint_fragment: Lint) -> None:
    (found,) = lint_fragment({"tools": [{"name": "get_user", "annotations": hints}]}, select=("ANN",))
    assert (found.code, found.severity) == ("ANN001", severity)


@pytest.mark.parametrize(
    ("name", "read_only", "destructive", "bad"),
    [
        ("delete_book", True, False, True),
        ("delete_book", False, False, True),
        ("update_book", True, False, True),
        ("list_books", False, True, True),
        ("get_book", True, True, True),
        ("list_books", True, False, False),
        ("get_or_create_cart", False, True, False),
        ("create_chart", True, False, False),
        ("delete_preview", True, False, False),
        ("create_book", False, True, False),
        ("summarize_text", True, False, False),
    ],
)
def test_ann002_finds_contradictions_only(
    name: str, read_only: bool, destructive: bool, bad: bool, lint_fragment: Lint
) -> None:
    hints = {**HINTS, "readOnlyHint": read_only, "destructiveHint": destructive}
    found = lint_fragment({"tools": [{"name": name, "annotations": hints}]}, select=("ANN",))
    assert codes(found) == (["ANN002"] if bad else [])


def test_ann002_knows_the_method_of_a_manifest(lint_fragment: Lint) -> None:
    tool = {"name": "drop_book", "annotations": HINTS, "http": {"request": "DELETE /books/{id}"}}
    assert codes(lint_fragment({"tools": [tool]}, select=("ANN002",))) == ["ANN002"]


def test_ann003_holds_in_connected_apps_only(lint_fragment: Lint) -> None:
    tool = {"name": "create_book", "annotations": {**HINTS, "readOnlyHint": False}}
    assert codes(lint_fragment({"tools": [tool]}, select=("ANN",))) == ["ANN003"]
    assert lint_fragment({"tools": [tool]}, select=("ANN",), profile=Profile.MCP) == ()


@pytest.mark.parametrize(
    ("url", "bad"),
    [
        ("http://api.bookstore.test", True),
        ("http://10.0.0.5:8080/v1", True),
        ("https://api.bookstore.test", False),
        ("http://localhost:8080", False),
        ("http://127.0.0.7", False),
        ("http://[::1]:80/x", False),
        ("http://${HOST}/x", False),
        ("http://[broken", False),
        ("/v1", False),
        ("", False),
    ],
)
def test_srv009_wants_tls_or_loopback(url: str, bad: bool, lint_fragment: Lint) -> None:
    data = {"upstream": {"url": url}, **named("get_user")}
    assert codes(lint_fragment(data, select=("SRV",))) == (["SRV009"] if bad else [])
