"""The wheel and the sdist hold what is needed: templates, vocabulary, types, and nothing of the tests' making."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.golden import walker

pytest.importorskip("hatchling")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build(walker.REPOSITORY, folder)
    return folder


def build(project: Path, folder: Path, *targets: str) -> None:
    chosen = [part for target in targets for part in ("-t", target)]
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder), *chosen],
        cwd=project,
        check=True,
        capture_output=True,
        timeout=120,
    )


def names_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return sorted(archive.namelist())


def wheel_in(folder: Path) -> Path:
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_the_wheel_holds_templates_and_data(built: Path) -> None:
    names = names_in(wheel_in(built))
    for path in walker.tree(walker.REPOSITORY / "templates"):
        assert f"mcpgen/templates/{path}" in names
    assert {"mcpgen/model/vocabulary.yaml", "mcpgen/cli/commands.py", "mcpgen/py.typed"} <= set(names)
    assert not [name for name in names if name.startswith(("tests/", "examples/", "templates/"))]


def test_the_sdist_makes_the_same_wheel(built: Path, tmp_path: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path, filter="data")
    (project,) = tmp_path.iterdir()
    build(project, tmp_path / "dist", "wheel")
    assert names_in(wheel_in(tmp_path / "dist")) == names_in(wheel_in(built))
    assert (project / "tests" / "golden" / "bookstore" / "expected" / "README.md").is_file()


@pytest.mark.parametrize("case", ["bookstore", "payments"])
def test_the_wheel_generates_what_is_expected(built: Path, tmp_path: Path, case: str) -> None:
    with zipfile.ZipFile(wheel_in(built)) as archive:
        archive.extractall(tmp_path / "site")
    (found,) = (each for each in walker.cases() if each.name == case)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mcpgen", "generate", str(found.source), "-o", "out"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    walker.unpack(found, tmp_path / "expected")
    assert walker.tree(tmp_path / "out") == walker.tree(tmp_path / "expected")
