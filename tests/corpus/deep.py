"""A generated package used as its owner does: it starts, it lists its tools, its contract tests pass."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass

from tests.packages import Package
from tests.stdio import OLD, Conversation

_TESTS = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--maxfail=3", "--tb=short")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deep:
    """What using a package showed: how many contract tests passed, and the first thing that failed, '' for none."""

    tests: int = 0
    failure: str = ""


def look_deep(package: Package) -> Deep:
    """Starts the package and lists its tools over stdio, then runs its contract tests."""
    try:
        _start_and_list(package)
        done = package.run(*_TESTS)
    except (AssertionError, OSError, ValueError, subprocess.SubprocessError) as error:
        return Deep(failure=_first_line(f"{type(error).__name__}: {error}"))
    passed = re.search(r"(\d+) passed", done.stdout)
    tests = int(passed[1]) if passed else 0
    if done.returncode or not tests:
        return Deep(tests=tests, failure=_first_failure(done.stdout + done.stderr))
    return Deep(tests=tests)


def _start_and_list(package: Package) -> None:
    with Conversation(package, OLD) as server:
        server.start()
        listed = [tool["name"] for tool in server.ask("tools/list")["tools"]]
    in_catalog = [tool["name"] for tool in package.tools]
    assert listed == in_catalog, f"tools/list has {len(listed)} tools, the catalog {len(in_catalog)}, or other names"


def _first_failure(said: str) -> str:
    """The line of pytest's summary that names the first failure; else the last thing that was said."""
    named = re.search(r"^(?:FAILED|ERROR) .*$", said, re.MULTILINE)
    lines = said.strip().splitlines()
    return named[0] if named else lines[-1] if lines else "pytest said nothing"


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]
