"""The reference of the format: its examples read without complaint, and it names every key, word and code."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from mcpgen.frontends.manifest import vocabulary as words
from mcpgen.frontends.manifest import write
from mcpgen.source import load
from tests.frontends.manifest.manifests import read_text
from tests.frontends.manifest.test_format import VALIDATOR
from tests.golden.walker import run_mcpgen
from tests.packages import package_in

PAGE = (Path(__file__).parents[3] / "docs" / "manifest.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_reads_without_complaint(example: str, tmp_path: Path) -> None:
    reading = read_text(example, tmp_path)
    assert reading.diagnostics == ()
    assert read_text(write(reading.toolset), tmp_path).toolset == reading.toolset


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_makes_a_package_that_passes_its_own_tests(example: str, tmp_path: Path) -> None:
    (tmp_path / "example.yaml").write_text(example, encoding="utf-8")
    done = run_mcpgen("generate", "example.yaml", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    package_in(tmp_path / "out").passes("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--maxfail=3")


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_format_schema_accepts_an_example(example: str, tmp_path: Path) -> None:
    file = tmp_path / "example.yaml"
    file.write_text(example, encoding="utf-8")
    assert VALIDATOR.is_valid(load(file).root.data)


def test_the_first_example_is_laid_out_as_it_would_be_written(tmp_path: Path) -> None:
    assert write(read_text(EXAMPLES[0], tmp_path).toolset) == EXAMPLES[0]


def test_every_key_is_explained() -> None:
    keys = {key for name in dir(words) if name.endswith("_KEYS") for key in getattr(words, name)}
    explained = set(re.findall(r"`([A-Za-z0-9_]+)", PAGE))
    assert keys - explained == set()


def test_every_code_is_listed() -> None:
    folder = files("mcpgen.frontends.manifest")
    code = "".join(p.read_text(encoding="utf-8") for p in folder.iterdir() if p.name.endswith(".py"))
    raised = set(re.findall(r'"((?:manifest|source)-[a-z-]+)"', code))
    assert raised
    assert raised == set(re.findall(r"`((?:manifest|source)-[a-z-]+)`", PAGE))
    documented = (folder / "read.py").read_text(encoding="utf-8").split("def read(")[1].split('"""')[1]
    assert raised == set(re.findall(r"(?:manifest|source)-[a-z-]+[a-z]", documented))
