"""`make corpus`: every document of a corpus becomes a package, or it is said why not.

    python -m tests.corpus [DIR] [--deep] [--only NAME…] [--jobs N] [--json FILE]

DIR holds MANIFEST.tsv, with a line for each document. Exits with 1 where a document crashed mcpgen, one with usable
operations was refused, or a package was faulty; with 2 where there is no such corpus or document.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from tests.corpus import table
from tests.corpus.children import Children
from tests.corpus.manifest import FOLDER, MANIFEST, Entry, entries
from tests.corpus.run import SECONDS, Outcome, run

JOBS: Final = 2
INTERRUPTED: Final = 130


def main(given: Sequence[str] | None = None) -> int:
    """Runs the corpus; answers the exit code."""
    parser = _parser()
    asked = parser.parse_args(given)
    console = Console(highlight=False)
    if not (asked.folder / MANIFEST).is_file():
        parser.error(f"there is no {MANIFEST} in {asked.folder}; name a corpus with CORPUS=DIR or $MCPGEN_CORPUS.")
    known = entries(asked.folder)
    chosen = [entry for entry in known if not asked.only or entry.name in asked.only]
    unknown = sorted(set(asked.only) - {entry.name for entry in chosen})
    if unknown:
        parser.error(f"the manifest has no document {', '.join(unknown)}.")
    try:
        outcomes = _run_all(chosen, asked.folder, console, jobs=asked.jobs, deep=asked.deep)
    except KeyboardInterrupt:
        return INTERRUPTED
    table.print_totals(console, outcomes)
    if asked.json:
        asked.json.write_text(json.dumps(table.as_json(outcomes), indent=2) + "\n", encoding="utf-8")
    return int(any(outcome.failed for outcome in outcomes))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.corpus", description="Generate from every document.")
    parser.add_argument("folder", metavar="DIR", type=Path, nargs="?", default=FOLDER, help="the corpus")
    parser.add_argument("--deep", action="store_true", help="start each package and run its contract tests")
    parser.add_argument("--only", metavar="NAME", nargs="+", default=[], help="these documents")
    parser.add_argument("--jobs", metavar="N", type=int, default=JOBS, help=f"how many at a time; {JOBS} unless given")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the outcome there too")
    return parser


def _run_all(chosen: Sequence[Entry], corpus: Path, console: Console, *, jobs: int, deep: bool) -> list[Outcome]:
    """The outcomes in the order of the manifest, each printed as soon as those before it are."""
    lines = table.Table(console, [entry.name for entry in chosen])
    lines.head()
    outcomes: list[Outcome] = []
    children = Children(SECONDS)
    pool = ThreadPoolExecutor(max_workers=max(jobs, 1))
    try:
        running = pool.map(partial(run, corpus=corpus, children=children, deep=deep), chosen)
        with _waiting(console) as status:
            for number, entry in enumerate(chosen, start=1):
                if status:
                    status.update(f"{entry.name} ({number} of {len(chosen)})")
                outcomes.append(next(running))
                lines.row(outcomes[-1])
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        children.end()
    return outcomes


def _waiting(console: Console) -> AbstractContextManager[Any]:
    """A status line on a terminal."""
    return console.status("") if console.is_terminal else nullcontext()


if __name__ == "__main__":
    sys.exit(main())
