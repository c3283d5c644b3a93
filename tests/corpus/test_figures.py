"""What comes out of every document of a corpus, in figures: no fault in what the model reads, and bounded sizes."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from mcpgen import pipeline
from mcpgen.diagnostics import SourceError
from mcpgen.report.stats import FaultKind
from tests.corpus.manifest import FOLDER, MANIFEST, Entry, entries

USUAL = 1_024
"""Bytes that the median tool of a document has in `tools/list`."""
MOST = 6 * 1_024
LARGE = {
    "apisetu-cbse": 3_300,  # 21 inputs
    "google-calendar": 1_400,  # 9 inputs, of which it asks for the fields of the answer on each call
    "oas-3.0-parameters-extreme": 1_450,  # one tool, 11 inputs of every place there is
    "openaq-fastapi": 1_360,  # 10 inputs, half of them with bounds, patterns and defaults
    "paypal-orders-v2": 1_500,  # lists of objects in half of 8 tools
    "portfolio-optimizer": 1_120,  # lists of portfolios, each an object of lists
    "redocly-lint-2": 1_180,  # 7 inputs, of which one is a list of objects, in 2 of 3 tools
    "shipengine-fulfillment-nest": 1_580,  # 10 inputs
}
"""The median of documents whose operations take so much that half of their tools cannot be small."""

NUMBERED = frozenset({"oapicodegen-aggregates-oneof"})
"""Documents whose own operation ids end in a number (`reproduceIssue2297`), which tells nothing apart."""

ENTRIES = entries(FOLDER) if (FOLDER / MANIFEST).is_file() else ()

pytestmark = pytest.mark.skipif(not ENTRIES, reason=f"no corpus in {FOLDER}")


@pytest.fixture(autouse=True)
def _no_collection() -> Iterator[None]:
    """A large document is read faster without looking for cycles, of which it leaves few."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_figures(entry: Entry) -> None:
    try:
        made = pipeline.tools(FOLDER / entry.path)
    except SourceError:
        pytest.skip("no tools can be made of it")
    if not made.toolset.tools:
        pytest.skip("all of its operations are left out")
    stats = pipeline.stats(made)
    passed_over = {FaultKind.ECHOED, *([FaultKind.NUMBERED] if entry.name in NUMBERED else [])}
    assert [fault for fault in stats.faults if fault.kind not in passed_over] == []
    assert stats.object_depth.value <= 1
    assert stats.largest.value <= MOST, stats.largest
    assert stats.median_size <= LARGE.get(entry.name, USUAL)
