"""A change by hand in a generated package makes its contract tests fail; each of these is one such change."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.golden import walker
from tests.packages import Package, package_in

(BOOKSTORE,) = (case for case in walker.cases() if case.name == "bookstore")


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change, by what it changes."""

    about: str
    apply: Callable[[Package], None]


def in_text(path: str, before: str, after: str) -> Callable[[Package], None]:
    """Replaces text that stands in a file of the package."""

    def apply(package: Package) -> None:
        file = package.root / package.module / path
        text = file.read_text(encoding="utf-8")
        assert before in text, f"{path} does not hold {before!r}"
        file.write_text(text.replace(before, after), encoding="utf-8")

    return apply


def in_catalog(tool: str, change: Callable[[dict[str, Any]], None]) -> Callable[[Package], None]:
    """Changes what the catalog says of a tool."""

    def apply(package: Package) -> None:
        catalog = json.loads(package.catalog.read_bytes())
        (found,) = (listed for listed in catalog["tools"] if listed["name"] == tool)
        before = json.dumps(found)
        change(found)
        assert json.dumps(found) != before
        package.catalog.write_text(json.dumps(catalog), encoding="utf-8")

    return apply


def rename_everywhere(before: str, after: str) -> Callable[[Package], None]:
    """Renames a tool in every file of the package, as a careful person would."""

    def apply(package: Package) -> None:
        changed = 0
        for file in sorted((package.root / package.module).rglob("*")):
            if file.suffix in (".py", ".json"):
                text = file.read_text(encoding="utf-8")
                new = re.sub(rf"\b{before}\b", after, text)
                changed += new != text
                file.write_text(new, encoding="utf-8")
        assert changed > 1

    return apply


def forget_required(tool: dict[str, Any]) -> None:
    tool["inputSchema"]["required"].remove("title")


def require_more(tool: dict[str, Any]) -> None:
    tool["inputSchema"]["required"] = ["genre"]


def flip(hint: str) -> Callable[[dict[str, Any]], None]:
    def change(tool: dict[str, Any]) -> None:
        tool["annotations"][hint] = not tool["annotations"][hint]

    return change


MUTATIONS = [
    Mutation("a tool's name, in the catalog", in_catalog("get_book", lambda tool: tool.update(name="fetch_book"))),
    Mutation("a tool's name, everywhere", rename_everywhere("get_book", "fetch_book")),
    Mutation("an argument is no longer required", in_catalog("create_book", forget_required)),
    Mutation("an argument is required", in_catalog("list_books", require_more)),
    Mutation("readOnlyHint", in_catalog("get_book", flip("readOnlyHint"))),
    Mutation("destructiveHint", in_catalog("delete_book", flip("destructiveHint"))),
    Mutation("the path", in_text("tools/books.py", '"/books/{bookId}"', '"/book/{bookId}"')),
    Mutation("the method", in_text("tools/books.py", "api.patch(", "api.put(")),
    Mutation("a query name", in_text("tools/books.py", '"publishedSince"', '"since"')),
    Mutation("a body field", in_text("tools/books.py", '"isbn":', '"isbn13":')),
    Mutation("an error code", in_text("runtime/errors.py", "403: USER_PERMISSION_DENIED", "403: RUNTIME_ERROR")),
    Mutation("the number of an error code", in_text("runtime/errors.py", "-32300", "-32303")),
]


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bookstore")
    walker.unpack(BOOKSTORE, folder)
    return folder


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.about)
def test_contract_tests_notice(pristine: Path, tmp_path: Path, mutation: Mutation) -> None:
    folder = tmp_path / "package"
    shutil.copytree(pristine, folder)
    package = package_in(folder)
    mutation.apply(package)
    done = package.run("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider")
    assert done.returncode == 1, f"the contract tests do not notice:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"


def test_without_a_change_they_pass(pristine: Path) -> None:
    package_in(pristine).passes("-m", "pytest", "-q", "-p", "no:cacheprovider")
