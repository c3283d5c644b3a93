"""The requests that the goldens' contract tests expect are requests that the original document accepts."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tests.golden import walker
from tests.judge import Judge

REPOSITORY = walker.GOLDEN.parents[1]
SPECS = {"bookstore": "bookstore.yaml", "payments": "payments.json"}


def judge(name: str) -> Judge:
    return Judge.of(REPOSITORY / "examples" / "specs" / SPECS[name])


def requests(name: str) -> list[tuple[str, dict[str, Any]]]:
    cases = json.loads((walker.GOLDEN / name / "expected" / "tests" / "cases.json").read_bytes())
    return [(tool["name"], call["request"]) for tool in cases["tools"] for call in tool["calls"]]


@pytest.mark.parametrize("name", SPECS)
def test_every_expected_request_is_one_the_document_accepts(name: str) -> None:
    found = requests(name)
    assert len(found) >= 35
    assert [(tool, fault) for tool, request in found for fault in judge(name).faults(request)] == []


@pytest.mark.parametrize(
    ("tool", "change"),
    [
        ("create_book", lambda r: r["body"].pop("title")),
        ("create_book", lambda r: r["body"]["price"].update(amount="12")),
        ("list_books", lambda r: r["query"].append(["color", "red"])),
        ("list_books", lambda r: r["query"].append(["limit", "1000"])),
        ("get_book", lambda r: r.update(path="/v1/book/7")),
        ("get_book", lambda r: r.update(path="/v1/books/seven")),
        ("ship_order", lambda r: r.pop("body")),
    ],
)
def test_a_wrong_request_is_noticed(tool: str, change: Any) -> None:
    request = copy.deepcopy([r for name, r in requests("bookstore") if name == tool][-1])
    change(request)
    assert list(judge("bookstore").faults(request)) != []
