"""Finds the golden cases, runs them, and compares or rewrites what is stored.

A case is a folder with `case.toml`: `about`, `source` (a path from the repository, or the name of a file in the folder)
and, where needed, `arguments` (more arguments of `mcpgen generate`) and `exit` (the exit code, 0 unless given). A
source that is split over files has a folder of its own (`examples/specs/clinic/clinic.yaml`), which is copied whole.
Beside `case.toml` stands what came out: `expected/` (the package), `stdout.txt` and, where there was something to say,
`stderr.txt`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

REPOSITORY: Final = Path(__file__).resolve().parents[2]
GOLDEN: Final = Path(__file__).resolve().parent
SPECS: Final = REPOSITORY / "examples" / "specs"
OUTPUT: Final = "myserver"

_STORED_NAMES: Final = {".gitignore": "dot-gitignore"}
"""Names that would act on this repository, and those they are stored under."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A golden case."""

    folder: Path
    source: Path
    arguments: tuple[str, ...] = ()
    exit: int = 0

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.folder.name

    @property
    def input(self) -> Path:
        """What is needed to run the case: the source, or the folder of its own that it stands in."""
        return self.source if self.source.parent in (self.folder, SPECS) else self.source.parent


def cases() -> tuple[Case, ...]:
    """Every case, by name."""
    return tuple(_case(path.parent) for path in sorted(GOLDEN.glob("*/case.toml")))


def _case(folder: Path) -> Case:
    facts = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    own = folder / facts["source"]
    return Case(
        folder=folder,
        source=own if own.exists() else REPOSITORY / facts["source"],
        arguments=tuple(facts.get("arguments", ())),
        exit=facts.get("exit", 0),
    )


def produced(case: Case) -> dict[str, bytes]:
    """What the case gives now, by the path it is stored under. Raises AssertionError for another exit code."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        _copy(case.input, folder)
        source = case.source.relative_to(case.input.parent).as_posix()
        done = run_mcpgen("generate", source, "-o", OUTPUT, *case.arguments, cwd=folder)
        assert done.returncode == case.exit, f"{case.name} ended with {done.returncode}:\n{done.stderr.decode()}"
        files = {f"expected/{_stored(path)}": content for path, content in tree(folder / OUTPUT).items()}
        files["stdout.txt"] = done.stdout
        if done.stderr:
            files["stderr.txt"] = done.stderr
        return dict(sorted(files.items()))


def stored(case: Case) -> dict[str, bytes]:
    """What the case gave when it was last rewritten."""
    inputs = {"case.toml", case.input.name}
    return {path: content for path, content in tree(case.folder).items() if path.partition("/")[0] not in inputs}


def rewrite(case: Case) -> tuple[str, ...]:
    """Stores what the case gives now; answers the paths that changed."""
    before, now = stored(case), produced(case)
    for path in before.keys() - now.keys():
        (case.folder / path).unlink()
    for path, content in now.items():
        target = case.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if before.get(path) != content:
            target.write_bytes(content)
    for folder in sorted((f for f in case.folder.rglob("*") if f.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
    return tuple(path for path in sorted({*before, *now}) if before.get(path) != now.get(path))


def unpack(case: Case, folder: Path) -> None:
    """Lays the stored package out in `folder` under its true names."""
    names = {stored: true for true, stored in _STORED_NAMES.items()}
    for path, content in tree(case.folder / "expected").items():
        parent, _, name = path.rpartition("/")
        target = folder / parent / names.get(name, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below `folder` by its relative path, without what Python and the tools leave behind."""
    found = {}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(part == "__pycache__" or part.endswith("_cache") for part in parts):
            found["/".join(parts)] = path.read_bytes()
    return found


def run_mcpgen(
    *arguments: str, cwd: Path, given: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Runs the command in a process of its own, with this source tree, without a terminal; `given` is its input."""
    return subprocess.run(
        [sys.executable, "-m", "mcpgen", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), **environment},
        capture_output=True,
        input=given,
        check=False,
        timeout=300,
    )


def _copy(path: Path, folder: Path) -> None:
    """Copies a file, or a folder with all that is in it, into `folder`."""
    if path.is_dir():
        shutil.copytree(path, folder / path.name)
    else:
        shutil.copy(path, folder)


def _stored(path: str) -> str:
    parent, slash, name = path.rpartition("/")
    return f"{parent}{slash}{_STORED_NAMES.get(name, name)}"
