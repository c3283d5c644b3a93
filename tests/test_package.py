"""The golden packages, used as their owners use them: imported, checked, tested, started."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.golden import walker
from tests.packages import Package, package_in
from tests.portable import complaints
from tests.stdio import NEW, OLD, Conversation

CASES = [
    pytest.param(case, marks=pytest.mark.xdist_group(case.name), id=case.name)
    for case in walker.cases()
    if case.exit == 0
]


@pytest.fixture(scope="module", params=CASES)
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Package:
    folder: Path = tmp_path_factory.mktemp(request.param.name)
    walker.unpack(request.param, folder)
    return package_in(folder)


def test_every_module_imports(package: Package) -> None:
    package.passes(
        "-W",
        "error",
        "-c",
        "import importlib, pkgutil, sys\n"
        f"package = importlib.import_module({package.module!r})\n"
        "for found in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "    if not found.name.endswith('__main__'):\n"
        "        importlib.import_module(found.name)\n"
        "assert not any(name == 'mcpgen' or name.startswith('mcpgen.') for name in sys.modules)\n",
    )


def test_black(package: Package) -> None:
    package.passes("-m", "black", "--check", "--quiet", "--diff", ".")


def test_ruff(package: Package) -> None:
    package.passes("-m", "ruff", "check", "--no-cache", ".")


def test_mypy(package: Package) -> None:
    package.passes("-m", "mypy", "--strict", "--cache-dir", str(walker.REPOSITORY / ".mypy_cache"), package.module)


def test_contract_tests(package: Package) -> None:
    package.passes("-m", "pytest", "-q", "-p", "no:cacheprovider")


def test_every_tool_is_portable(package: Package) -> None:
    assert complaints(package.tools) == []


@pytest.mark.parametrize("era", [OLD, NEW])
def test_starts_over_stdio(package: Package, era: str) -> None:
    answers = json.loads((package.root / "tests" / "cases.json").read_bytes())["tools"]
    with Conversation(package, era) as server:
        server.start()
        listed: list[dict[str, Any]] = server.ask("tools/list")["tools"]
        assert [tool["name"] for tool in listed] == [tool["name"] for tool in package.tools]
        assert [tool["inputSchema"] for tool in listed] == [tool["inputSchema"] for tool in package.tools]
        tool = answers[0]
        result = server.ask("tools/call", name=tool["name"], arguments=tool["calls"][0]["arguments"])
        assert not result.get("isError"), result
        wrong = server.ask("tools/call", name=tool["name"], arguments={"no_such_argument": 1})
        assert wrong["isError"]
        assert "no_such_argument" in wrong["content"][0]["text"]


def test_is_named_in_its_own_documents(package: Package) -> None:
    readme = (package.root / "README.md").read_text(encoding="utf-8")
    assert all(f"`{tool['name']}`" in readme for tool in package.tools)
    assert json.loads((package.root / ".mcp.json").read_bytes())["mcpServers"]
    assert json.loads((package.root / "server.json").read_bytes())["packages"]
