"""The labelled set is well formed, and the measure counts what its header defines."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from mcpgen import pipeline
from tests.corpus.manifest import MANIFEST
from tests.golden.walker import REPOSITORY
from tests.shaping.labels import CORPUS, HINTS, LABELS, Score, identifiers, measure

LEAST = {
    "names": (0.95, 0.95),
    "splits": (0.95, 0.9),
    "split names": (0.9, 0.9),
    "ids": (0.98, 0.98),
    "read_only": (0.99, 0.99),
    "destructive": (0.95, 0.95),
    "idempotent": (0.95, 0.95),
    "open_world": (0.85, 0.85),
}
"""Precision and recall below which the rules of shaping are no longer what they were judged to be."""
PLACES = ("path:", "query:", "header:", "body:/")


@pytest.fixture(scope="module")
def labels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(LABELS.read_text(encoding="utf-8"))
    return found


def test_there_are_enough(labels: list[dict[str, Any]]) -> None:
    assert len({(label["document"], label["operation"]) for label in labels}) == len(labels)
    assert len(labels) >= 400
    assert len({label["document"] for label in labels}) >= 30


@pytest.mark.skipif(not (CORPUS / MANIFEST).is_file(), reason="there is no corpus")
def test_what_is_judged_is_met(labels: list[dict[str, Any]]) -> None:
    scores = measure(labels, CORPUS)
    found = {name: (score.precision, score.recall) for name, score in scores.items()}
    short = {
        name: found[name]
        for name, least in LEAST.items()
        if any(figure < bound for figure, bound in zip(found[name], least, strict=True))
    }
    assert short == {}


def test_each_label_is_whole(labels: list[dict[str, Any]]) -> None:
    for label in labels:
        where = f"{label['document']} {label['operation']}"
        assert set(label) <= {"document", "operation", "names", "split", "ids", "not_ids", "hints"}, where
        assert ("names" in label) is (label["split"] is False), where
        assert set(label["hints"]) == set(HINTS), where
        assert all(place.startswith(PLACES) for place in (*label["ids"], *label["not_ids"])), where
        assert not set(label["ids"]) & set(label["not_ids"]), where


@pytest.mark.parametrize(
    ("tool", "places"),
    [
        ("list_books", {"query:authorId"}),
        ("create_book", {"body:/authorIds"}),
        ("create_review", {"path:bookId", "body:/customerId"}),
        ("create_order", {"body:/customerId", "body:/lines/*/bookId"}),
    ],
)
def test_identifiers_by_wire_place(tool: str, places: set[str]) -> None:
    made = pipeline.tools(REPOSITORY / "examples" / "specs" / "bookstore.yaml")
    found = made.toolset.tool(tool)
    assert found is not None
    assert set(identifiers(found.request)) == places


def test_precision_and_recall() -> None:
    score = Score()
    for wanted, found in [(True, True)] * 3 + [(False, True)] + [(True, False)] * 2 + [(False, False)] * 9:
        score.count(wanted=wanted, found=found, where="")
    assert (score.precision, score.recall) == (3 / 4, 3 / 5)
    assert len(score.misses) == 3
