"""A complete package for the tests of the runtime: bookshop/, written by hand, with the runtime copied beside it."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

HERE = Path(__file__).parent
TEMPLATES = HERE.parents[1] / "templates"


def composed(folder: Path) -> Path:
    """A copy of bookshop/ in `folder` with everything that is the same in every package."""
    package = folder / "bookshop"
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(HERE / "bookshop", package, ignore=unwanted)
    shutil.copytree(TEMPLATES / "package" / "runtime", package / "bookshop_mcp" / "runtime", ignore=unwanted)
    shutil.copy(TEMPLATES / "package" / "hooks.py", package / "bookshop_mcp")
    for module in sorted((TEMPLATES / "tests").glob("*.py")):
        shutil.copy(module, package / "tests")
    return package


# The modules under test are imported from such a copy, under the name that they have there.
_FOLDER = tempfile.TemporaryDirectory()
BOOKSHOP = composed(Path(_FOLDER.name))
sys.path.insert(0, str(BOOKSHOP))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def bookshop() -> Path:
    """The package's folder, not to be changed."""
    return BOOKSHOP


@pytest.fixture
def compose() -> Callable[[Path], Path]:
    """Makes a package's folder below another."""
    return composed


@pytest.fixture
def own_bookshop(tmp_path: Path) -> Path:
    """A package's folder that the test may change."""
    return composed(tmp_path)


@pytest.fixture(autouse=True)
def _credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOKSHOP_TOKEN", "a-secret-token")
    monkeypatch.setenv("BOOKSHOP_API_KEY", "a-secret-key")


@pytest.fixture
def seen() -> list[httpx2.Request]:
    """The requests that reached `upstream`."""
    return []


@pytest.fixture
def upstream(seen: list[httpx2.Request]) -> Callable[..., httpx2.MockTransport]:
    """Makes an API that answers with these arguments of `httpx2.Response`, in turn; the last one again and again."""

    def make(*answers: httpx2.Response | Exception) -> httpx2.MockTransport:
        left = list(answers)

        def answer(request: httpx2.Request) -> httpx2.Response:
            seen.append(request)
            reply = left.pop(0) if len(left) > 1 else left[0]
            if isinstance(reply, Exception):
                raise reply
            return reply

        return httpx2.MockTransport(answer)

    return make
