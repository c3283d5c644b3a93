"""Each rule's page is its test, and docs/rules is written from the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mcpgen.lint import pages
from mcpgen.lint.registry import RULES
from mcpgen.lint.rule import Rule

ROOT = Path(__file__).parents[2]
BY_ID = pytest.mark.parametrize("rule", RULES, ids=[rule.id for rule in RULES])


@BY_ID
def test_the_bad_example_gives_exactly_this_finding(rule: Rule, lint_fragment: Any) -> None:
    examples = rule.examples("Bad")
    assert examples
    for example in examples:
        found = lint_fragment(example)
        assert [d.code for d in found] == [rule.id], [d.message for d in found]


@BY_ID
def test_the_good_example_gives_none(rule: Rule, lint_fragment: Any) -> None:
    examples = rule.examples("Good")
    assert examples
    for example in examples:
        assert [f"{d.code} {d.message}" for d in lint_fragment(example)] == []


@BY_ID
def test_a_page_has_a_summary_and_all_sections_and_its_file_is_named_after_it(rule: Rule) -> None:
    assert rule.summary.endswith(".")
    assert [line for line in rule.page.splitlines() if line.startswith("## ")] == [
        "## What it does",
        "## Why",
        "## Bad",
        "## Good",
    ]
    file = f"{rule.id.lower()}_{rule.name.replace('-', '_')}.py"
    assert (ROOT / "mcpgen" / "lint" / "rules" / file).is_file()


def test_ids_and_names_are_unique_and_every_rule_file_is_registered() -> None:
    assert [rule.id for rule in RULES] == sorted({rule.id for rule in RULES})
    assert len({rule.name for rule in RULES}) == len(RULES)
    files = {path.name[:6].upper() for path in (ROOT / "mcpgen" / "lint" / "rules").glob("[a-z]*[0-9]_*.py")}
    assert files == {rule.id for rule in RULES}


def test_docs_rules_is_what_the_pages_say() -> None:
    folder = ROOT / "docs" / "rules"
    written = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))}
    assert written == pages.pages(), "run `python -m mcpgen.lint.pages docs/rules`"


def test_writing_pages_removes_those_of_old_rules_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "XYZ123-gone.md").write_text("old")
    (tmp_path / "notes.md").write_text("mine")
    assert pages.main([str(tmp_path / ".")]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {*pages.pages(), "notes.md"}
    assert pages.main([]) == 2
