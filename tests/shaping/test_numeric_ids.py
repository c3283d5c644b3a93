"""Which numbers are identifiers (PAR004)."""

from __future__ import annotations

import pytest

from mcpgen.diagnostics import Origin
from mcpgen.model.schema import Scalar
from mcpgen.shaping.numeric_ids import is_identifier


def number(description: str = "", **facts: str) -> Scalar:
    return Scalar(origin=Origin(file="api.yaml"), type="integer", description=description, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["id", "bookId", "author_ids", "user-pk", "uid", "Order.ID", "gid"])
def test_the_last_word_says_id(name: str) -> None:
    assert is_identifier(number(), name)


@pytest.mark.parametrize(
    "name",
    ["page", "page_size", "limit", "offset", "count", "version", "total", "port", "created_at", "epoch", "width"],
)
def test_a_quantity_is_no_id_even_when_it_is_wide(name: str) -> None:
    assert not is_identifier(number(format="int64"), name)


@pytest.mark.parametrize(
    ("name", "collection", "is_id"),
    [
        ("number", "issues", True),
        ("index", "issues", True),
        ("issue_number", "issues", True),
        ("issue_number", "", False),
        ("partNumber", "parts", False),
        ("version_number", "versions", False),
        ("number", "", False),
    ],
)
def test_a_position_is_an_id_where_a_path_picks_by_it(name: str, collection: str, is_id: bool) -> None:
    assert is_identifier(number(), name, collection=collection) is is_id


def test_a_description_may_open_with_it() -> None:
    assert is_identifier(number("Unique ID of the owner."), "owner")
    assert not is_identifier(number("Counts the IDs of owners."), "owner")


def test_a_unix_account_is_no_id() -> None:
    assert not is_identifier(number("The unix user to run as."), "uid")
    assert not is_identifier(number(), "run_as_user_uid")


def test_only_numbers_are_asked() -> None:
    assert not is_identifier(Scalar(origin=Origin(file="api.yaml"), type="string"), "id")
