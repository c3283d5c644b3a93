"""Selecting, grading, excusing and ordering."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from mcpgen.diagnostics import Severity
from mcpgen.lint import Excuse, Subject, lint

Lint = Any
VAGUE = {"tools": [{"name": "handle_it", "description": ""}, {"name": "userInfo", "description": ""}]}


def codes(found: Any) -> list[str]:
    return [d.code for d in found]


def test_rules_are_selected_and_ignored_by_id_and_family(lint_data: Lint) -> None:
    assert set(codes(lint_data(VAGUE, select=("NAM",)))) == {"NAM001", "NAM003"}
    assert set(codes(lint_data(VAGUE, select=("NAM", "DES001"), ignore=("NAM001",)))) == {"NAM003", "DES001"}
    assert "NAM003" not in codes(lint_data(VAGUE, ignore=("NAM",)))
    assert lint_data(VAGUE, select=("NAM",), ignore=("NAM",)) == ()


def test_severities_are_set_by_id_before_family(lint_data: Lint) -> None:
    graded = {"NAM": Severity.INFO, "NAM003": Severity.ERROR}
    found = {d.code: d.severity for d in lint_data(VAGUE, select=("NAM",), severity=graded)}
    assert found == {"NAM003": Severity.ERROR, "NAM001": Severity.INFO}


def test_an_excuse_needs_a_reason_a_rule_and_a_tool(lint_data: Lint) -> None:
    def excused(**excuse: str) -> list[str]:
        return [d.message for d in lint_data(VAGUE, select=("NAM003",), excuses=(Excuse(**excuse),))]

    assert excused(tool="handle_it", rule="NAM003", reason="Everybody calls it that.") == []
    without_reason = excused(tool="handle_it", rule="NAM003", reason=" ")
    assert len(without_reason) == 2
    assert "no reason" in without_reason[0]
    assert "no such tool" in excused(tool="handle_its", rule="NAM003", reason="x")[0]
    assert "no rule 'NAM999'" in excused(tool="handle_it", rule="NAM999", reason="x")[0]


@pytest.mark.parametrize(
    "chosen", [{"select": ("nam01",)}, {"ignore": ("NAM01",)}, {"severity": {"NAM01": Severity.INFO}}]
)
def test_unknown_rules_are_said_with_the_nearest(chosen: dict[str, Any], lint_data: Lint) -> None:
    problem = lint_data({"tools": []}, **chosen)[0]
    assert (problem.code, problem.severity) == ("lint-settings", Severity.WARNING)
    assert problem.hint.startswith("Did you mean NAM")


def test_findings_stand_in_the_order_of_the_file_each_once(lint_data: Lint) -> None:
    tool = {"annotations": {}, "inputSchema": {}, "description": "", "name": "userInfo"}
    found = lint_data({"tools": [tool, {"name": "userInfo"}]})
    assert codes(found)[:4] == ["ANN001", "PAR012", "DES001", "NAM001"]
    assert len({(d.code, d.at, d.message) for d in found}) == len(found)
    assert found == lint_data({"tools": [tool, {"name": "userInfo"}]})


def test_no_tools_no_findings() -> None:
    assert lint(Subject()) == ()


def test_nothing_depends_on_hashes(lint_data: Lint) -> None:
    program = (
        "from mcpgen.lint import *; from types import SimpleNamespace as N\n"
        "tools = [{'name': 'userInfo' + c, 'description': c} for c in 'abc']\n"
        "print(lint(subject_of_document(N(file='x', data={'tools': tools}))))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
