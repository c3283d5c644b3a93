"""The same input gives the same bytes, whatever the hash seed, the folder and the time zone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.golden import walker

SPECS = ["bookstore.yaml", "payments.json"]


@pytest.mark.parametrize("spec", SPECS)
def test_same_bytes(tmp_path: Path, spec: str) -> None:
    runs = [
        ("here", "out", {"PYTHONHASHSEED": "1", "TZ": "UTC"}),
        ("somewhere/else", "another", {"PYTHONHASHSEED": "4242", "TZ": "Asia/Tokyo", "LC_ALL": "C"}),
    ]
    trees = []
    for place, output, environment in runs:
        folder = tmp_path / place
        folder.mkdir(parents=True)
        shutil.copy(walker.REPOSITORY / "examples" / "specs" / spec, folder)
        done = walker.run_mcpgen("generate", spec, "-o", output, cwd=folder, **environment)
        assert done.returncode == 0, done.stderr
        trees.append(walker.tree(folder / output))
    assert trees[0] == trees[1]


@pytest.mark.parametrize("spec", SPECS)
def test_the_manifest_gives_the_same_package(tmp_path: Path, spec: str) -> None:
    shutil.copy(walker.REPOSITORY / "examples" / "specs" / spec, tmp_path)
    for arguments in ((spec, "-o", "first"), ("first/tools.yaml", "-o", "second")):
        done = walker.run_mcpgen("generate", *arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert walker.tree(tmp_path / "first") == walker.tree(tmp_path / "second")


@pytest.mark.parametrize("spec", SPECS)
def test_the_written_manifest_is_the_package_s(tmp_path: Path, spec: str) -> None:
    shutil.copy(walker.REPOSITORY / "examples" / "specs" / spec, tmp_path)
    for arguments in (("generate", spec, "-o", "out"), ("manifest", spec, "-o", "tools.yaml")):
        done = walker.run_mcpgen(*arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "tools.yaml").read_bytes() == (tmp_path / "out" / "tools.yaml").read_bytes()


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    shutil.copy(walker.REPOSITORY / "examples" / "specs" / "bookstore.yaml", tmp_path)
    first = walker.run_mcpgen("generate", "bookstore.yaml", "-o", "out", cwd=tmp_path)
    stamps = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*") if path.is_file()}
    second = walker.run_mcpgen("generate", "bookstore.yaml", "-o", "out", cwd=tmp_path)
    assert (first.returncode, second.returncode) == (0, 0)
    assert stamps == {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert b"nothing has changed" in second.stdout
