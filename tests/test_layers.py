"""The layers point one way."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.golden.walker import REPOSITORY

LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"
SLOW = ("black", "datamodel_code_generator", "inflect", "jinja2", "jsonschema_rs", "openapi_spec_validator", "yaml")


def test_layers() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache"],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_version_needs_no_stage() -> None:
    """What is slow to import is imported by the commands that need it."""
    code = (
        "import sys, mcpgen.cli\n" f"slow = {set(SLOW)}\n" "sys.exit(', '.join(sorted(slow & set(sys.modules))) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, f"imported: {done.stderr}"
