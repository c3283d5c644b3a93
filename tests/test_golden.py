"""Every golden case gives what is stored, extra and missing files included."""

from __future__ import annotations

import difflib
import shutil
import subprocess

import pytest

from tests.golden import excerpt, walker

CASES = walker.cases()


def test_there_are_cases() -> None:
    assert {"bookstore", "clinic", "fleet", "museum", "payments"} <= {case.name for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_gives_what_is_stored(case: walker.Case) -> None:
    stored, produced = walker.stored(case), walker.produced(case)
    differences = [path for path in sorted({*stored, *produced}) if stored.get(path) != produced.get(path)]
    shown = "\n".join(_difference(path, stored.get(path), produced.get(path)) for path in differences[:5])
    assert not differences, f"{len(differences)} files differ; `make golden` rewrites them.\n{shown}"


def test_readme_shows_the_function_as_it_is() -> None:
    assert excerpt.README.read_text(encoding="utf-8") == excerpt.current(), "`make golden` mends README.md."


@pytest.mark.skipif(
    not shutil.which("git") or not (walker.REPOSITORY / ".git").exists(), reason="needs git and a clone"
)
def test_git_ignores_no_stored_file() -> None:
    paths = [str(path.relative_to(walker.REPOSITORY)) for case in CASES for path in case.folder.rglob("*")]
    asked = subprocess.run(
        ["git", "-c", "safe.directory=*", "check-ignore", "--no-index", *paths],
        cwd=walker.REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (asked.returncode, asked.stdout) == (1, ""), asked.stderr


def _difference(path: str, stored: bytes | None, produced: bytes | None) -> str:
    if stored is None or produced is None:
        return f"{path}: {'not expected' if stored is None else 'missing'}"
    before, now = (text.decode("utf-8", "replace").splitlines() for text in (stored, produced))
    lines = list(difflib.unified_diff(before, now, f"stored {path}", f"produced {path}", lineterm="", n=1))
    return "\n".join(lines[:20])
