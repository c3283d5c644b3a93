"""A handful of real APIs become servers that start, list, and pass their own contract tests.

The documents are not part of this repository: they are looked for in $MCPGEN_CORPUS, else in ../shared/corpus.
"""

from __future__ import annotations

import pytest

from tests.corpus.manifest import FOLDER as CORPUS
from tests.corpus.manifest import MANIFEST, entries
from tests.golden import walker
from tests.packages import Package, package_in
from tests.portable import complaints
from tests.stdio import NEW, OLD, Conversation

SMALL = (
    "spotify",
    "airflow-v2-fastapi",
    "keycloak",
    "threatjammer-fastapi",
    "alertmanager",  # Swagger 2.0
    "redocly-cafe-32-multifile",
    "dialogporten-aspnet-bom",
)
NAMES = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ("stripe", *SMALL)]

pytestmark = pytest.mark.skipif(not (CORPUS / MANIFEST).is_file(), reason=f"no corpus in {CORPUS}")


@pytest.fixture(scope="module", params=NAMES)
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Package:
    entry = next(entry.path for entry in entries(CORPUS) if entry.name == request.param)
    folder = tmp_path_factory.mktemp(request.param)
    done = walker.run_mcpgen("generate", str(CORPUS / entry), "-o", "out", cwd=folder)
    assert done.returncode == 0, done.stderr.decode()[-4000:]
    return package_in(folder / "out")


def test_every_tool_is_portable(package: Package) -> None:
    assert complaints(package.tools) == []


@pytest.mark.parametrize("era", [OLD, NEW])
def test_starts_and_lists(package: Package, era: str) -> None:
    with Conversation(package, era) as server:
        server.start()
        listed = server.ask("tools/list")["tools"]
        assert [tool["name"] for tool in listed] == [tool["name"] for tool in package.tools]


def test_contract_tests(package: Package) -> None:
    package.passes("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--maxfail=5")


def test_black(package: Package) -> None:
    package.passes("-m", "black", "--check", "--quiet", ".")


def test_ruff(package: Package) -> None:
    package.passes("-m", "ruff", "check", "--no-cache", "--output-format=concise", ".")


def test_mypy(package: Package) -> None:
    package.passes("-m", "mypy", "--strict", "--cache-dir", str(walker.REPOSITORY / ".mypy_cache"), package.module)
