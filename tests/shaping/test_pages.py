"""docs/shaping.md is what shaping does to the cases, and there is a case for each rule that shaping applies."""

from __future__ import annotations

from pathlib import Path

from tests.shaping import pages

APPLIED = {
    *(f"NAM00{n}" for n in (1, 2, 3, 4, 5, 6, 8, 9)),
    *(f"GRA00{n}" for n in (1, 2, 3, 5, 6)),
    *(f"PAR00{n}" for n in (1, 2, 3, 4, 5, 6, 9)),
    *(f"PAR01{n}" for n in (0, 1, 3, 6)),
    *(f"DES00{n}" for n in (1, 2, 3, 4, 5, 7, 8)),
    *(f"ANN00{n}" for n in (1, 2, 3, 4)),
}


def test_the_page_is_what_the_cases_become() -> None:
    assert pages.PAGE.read_text(encoding="utf-8") == pages.page(), f"run `make docs`, which runs `{pages.COMMAND}`"


def test_every_rule_that_is_applied_has_a_case() -> None:
    assert {rule for case in pages.cases() for rule in case.rules} == APPLIED


def test_every_case_shows_a_tool() -> None:
    assert all("```json\n{" in pages.after(case) for case in pages.cases())


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    assert pages.main([str(tmp_path / "page.md")]) == 0
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == pages.page()
    assert pages.main([]) == 2
