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
    "apisetu-cbse": 3_300,
    "bc-geomark": 1_300,
    "codat-assess": 1_150,
    "google-calendar": 1_600,
    "kubernetes-1.12": 1_600,
    "oas-3.0-parameters-extreme": 1_600,
    "openaq-fastapi": 1_500,
    "paypal-catalogs-v1": 1_200,
    "paypal-orders-v2": 1_800,
    "portfolio-optimizer": 1_400,
    "redocly-lint-2": 1_200,
    "shipengine-fulfillment-nest": 1_800,
    "stripe": 1_300,
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
