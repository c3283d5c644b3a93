"""Generated packages for tests: laid out, and driven as their users do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

SECONDS: Final = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A generated package: the folder of its project, and the name of its module."""

    root: Path
    module: str

    @property
    def tools(self) -> list[dict[str, Any]]:
        """What its catalog lists."""
        listed: list[dict[str, Any]] = json.loads(self.catalog.read_bytes())["tools"]
        return listed

    @property
    def catalog(self) -> Path:
        """Its catalog.json."""
        return self.root / self.module / "catalog.json"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs Python in the project's folder."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )

    def passes(self, *arguments: str) -> None:
        """Runs Python; anything but 0 is a failed test."""
        done = self.run(*arguments)
        assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"

    def environment(self) -> dict[str, str]:
        """The process's environment, without what would tell pytest or mypy of this repository."""
        ours = ("PYTEST", "COV_", "MYPYPATH", "PYTHONPATH")
        return {key: value for key, value in os.environ.items() if not key.startswith(ours)}


def package_in(root: Path) -> Package:
    """The package whose project is in `root`."""
    (catalog,) = root.glob("*/catalog.json")
    return Package(root=root, module=catalog.parent.name)
