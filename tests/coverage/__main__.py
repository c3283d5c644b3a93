"""`make corpus BODIES=1`: whether all that the bodies of a corpus take can be given, and what is given is valid.

    python -m tests.coverage [DIR] [--only NAME…] [--jobs N] [--json FILE] [--misses]

DIR holds MANIFEST.tsv, with a line for each document. For each: its tools with a body, the sample calls that pass
their checks (all of which have to make bodies that the document's own schema accepts), and the leaves of its bodies
that an argument gives. Exits with 1 where a body was invalid or a leaf can neither be given nor is in the report.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from tests.corpus.manifest import FOLDER, MANIFEST, entries
from tests.coverage.measure import Figures, measured

JOBS: Final = 2
BATCH: Final = 24
"""Documents after which the processes are replaced, so that none grows without end."""
_COLUMNS: Final = "tools   pairs  refused  invalid  unproved   leaves   given  listed  missing  given %"


def main(given: Sequence[str] | None = None) -> int:
    """Measures the corpus; answers the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.coverage", description="Measure what bodies can be given.")
    parser.add_argument("folder", metavar="DIR", type=Path, nargs="?", default=FOLDER, help="the corpus")
    parser.add_argument("--only", metavar="NAME", nargs="+", default=[], help="these documents")
    parser.add_argument("--jobs", metavar="N", type=int, default=JOBS, help=f"how many at a time; {JOBS} unless given")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures there too")
    parser.add_argument("--misses", action="store_true", help="name the leaves that are listed or missing, too")
    asked = parser.parse_args(given)
    if not (asked.folder / MANIFEST).is_file():
        parser.error(f"there is no {MANIFEST} in {asked.folder}; name a corpus with CORPUS=DIR or $MCPGEN_CORPUS.")
    chosen = [entry for entry in entries(asked.folder) if not asked.only or entry.name in asked.only]
    unknown = sorted(set(asked.only) - {entry.name for entry in chosen})
    if unknown:
        parser.error(f"the manifest has no document {', '.join(unknown)}.")
    wide = max(len(entry.name) for entry in chosen)
    print(f"{'document':<{wide}}  {_COLUMNS}")
    found: list[Figures] = []
    given_to = [(entry.name, asked.folder / entry.path) for entry in chosen]
    for start in range(0, len(given_to), BATCH):
        with ProcessPoolExecutor(max(asked.jobs, 1), get_context("spawn")) as pool:
            for figures in pool.map(measured, given_to[start : start + BATCH]):
                found.append(figures)
                print(_line(figures, wide), flush=True)
    whole = _sum(found)
    _print_totals(found, whole, wide, misses=asked.misses)
    if asked.json:
        documents = [figures.as_json() for figures in found]
        asked.json.write_text(json.dumps({"documents": documents, "totals": _totals(whole)}, indent=2) + "\n", "utf-8")
    return int(bool(whole.invalid or whole.missing))


def _print_totals(found: Sequence[Figures], whole: Figures, wide: int, *, misses: bool) -> None:
    """The sums, and what is wrong; with `misses` also what is weakened and told, and what no call proved."""
    print(f"\n{_line(whole, wide)}")
    covered = 100 * (whole.given + len(whole.listed)) / whole.leaves if whole.leaves else 100
    print(f"given or listed: {covered:.2f} % of the leaves")
    print(f"narrowed to some kinds of value: {whole.narrowed} told, {len(whole.narrow)} not")
    print(f"bodies looked at in part: {whole.bounded}; bodies of operations left out: {whole.left_out}")
    for title in ("invalid", "missing", *(("unchecked", "listed", "narrow", "unproved") if misses else ())):
        _print_named(title.capitalize(), found, title)


def _line(f: Figures, wide: int) -> str:
    if f.error:
        return f"{f.name:<{wide}}  {f.error}"
    share = f"{100 * f.given / f.leaves:.2f}" if f.leaves else "-"
    return (
        f"{f.name:<{wide}}  {f.tools:>5}  {f.pairs:>6}  {f.refused:>7}  {len(f.invalid):>7}  {len(f.unproved):>8}  "
        f"{f.leaves:>7}  {f.given:>6}  {len(f.listed):>6}  {len(f.missing):>7}  {share:>7}"
    )


def _sum(found: Sequence[Figures]) -> Figures:
    whole = Figures("total")
    for each in found:
        for name in ("tools", "pairs", "refused", "leaves", "given", "narrowed", "bounded", "left_out"):
            setattr(whole, name, getattr(whole, name) + getattr(each, name))
        for name in ("invalid", "unchecked", "unproved", "listed", "missing", "narrow"):
            getattr(whole, name).extend(getattr(each, name))
    return whole


def _totals(whole: Figures) -> dict[str, object]:
    said = whole.as_json()
    counts = {key: len(value) if isinstance(value, list) else value for key, value in said.items()}
    counts["coverage"] = round(whole.given / whole.leaves, 5) if whole.leaves else None
    return {key: value for key, value in counts.items() if key not in ("name", "error")}


def _print_named(title: str, found: Sequence[Figures], field: str) -> None:
    rows = [(each.name, row) for each in found for row in getattr(each, field)]
    if rows:
        print(f"\n{title}: {len(rows)}")
        for name, row in rows:
            print(f"  {name}  {row}")


if __name__ == "__main__":
    sys.exit(main())
