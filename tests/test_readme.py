"""Every command of the README does what it says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.golden.walker import REPOSITORY, run_mcpgen

README: Final = (REPOSITORY / "README.md").read_text(encoding="utf-8")
BLOCKS: Final = re.findall(r"^```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
INSTALLS: Final = ("make", "pip", "python3", ".venv/bin/python")
"""What sets up an environment is not run again inside one: it is compared with what the Makefile runs."""


def commands(block: str) -> list[list[str]]:
    """The commands of a block, split as a shell does."""
    lines = block.splitlines()
    assert all(line.startswith("$ ") for line in lines), block
    return [shlex.split(line.removeprefix("$ ")) for line in lines]


ALL: Final = [command for block in BLOCKS for command in commands(block)]
RUN: Final = [block for block in BLOCKS if commands(block)[0][0] not in INSTALLS]


def test_every_command_runs(tmp_path: Path) -> None:
    """One block after the other, as a reader does; each starts in the repository's folder."""
    shutil.copytree(REPOSITORY / "examples", tmp_path / "examples")
    for block in RUN:
        run(commands(block), tmp_path)


def run(block: list[list[str]], folder: Path) -> None:
    environment = dict(os.environ)
    for command in block:
        match command:
            case ["cd", place]:
                folder /= place
            case ["mcpgen", *arguments, "<", file]:
                done = run_mcpgen(*arguments, cwd=folder, given=(folder / file).read_bytes())
                assert done.returncode == 0, done.stderr.decode()
            case ["mcpgen", *arguments] | ["python", "-m", "mcpgen", *arguments]:
                done = run_mcpgen(*arguments, cwd=folder)
                assert done.returncode in ((0, 1) if "lint" in arguments else (0,)), done.stderr.decode()
                assert done.stdout or "lint" in arguments
            case ["pip", "install", package, "pytest"]:
                installed = folder / "installed"
                offline = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--target", str(installed)]
                pip = [sys.executable, "-m", "pip", "install", *offline, package]
                subprocess.run(pip, cwd=folder, check=True, timeout=300, capture_output=True)
                environment = {**environment, "PYTHONPATH": str(installed)}
            case ["python", *arguments]:
                subprocess.run(
                    [sys.executable, *arguments],
                    cwd=folder,
                    check=True,
                    timeout=300,
                    capture_output=True,
                    env=environment,
                )
            case _:
                pytest.fail(f"nothing here knows how to run: {shlex.join(command)}")


def test_the_two_commands_come_first() -> None:
    assert ALL[:2] == [["make", "demo"], ["make", "test"]]


def test_the_pip_commands_are_those_of_the_makefile() -> None:
    make = shutil.which("make") or pytest.fail("needs make")
    asked = [make, "--dry-run", "--always-make", "--no-print-directory", "demo", "test"]
    printed = subprocess.run(asked, cwd=REPOSITORY, capture_output=True, text=True, check=True, timeout=60).stdout
    run = [_essence(shlex.split(line)) for line in printed.splitlines()]
    for command in ALL:
        if command[0] in ("python3", ".venv/bin/python"):
            assert _essence(command) in run, f"`make` does not run: {shlex.join(command)}"


def _essence(command: list[str]) -> list[str]:
    return [part for part in command if part not in ("--quiet", "--disable-pip-version-check")]


def test_make_help_lists_every_target() -> None:
    text = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    (declared,) = re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    asked = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=REPOSITORY, capture_output=True, text=True, check=True, timeout=60
    )
    assert sorted(declared.split()) == [line.split()[0] for line in asked.stdout.splitlines()]
    assert len(declared.split()) <= 12


def test_links_lead_somewhere() -> None:
    for page in ("README.md", "CONTRIBUTING.md", "docs/architecture.md"):
        text = (REPOSITORY / page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (REPOSITORY / page).parent.joinpath(target).exists(), f"{page}: {target}"


def test_demo(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "examples/demo.py", str(tmp_path / "demo")],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "get_book" in done.stdout
    assert "was not called" in done.stdout
    assert (tmp_path / "demo" / "bookstore_mcp" / "server.py").is_file()
