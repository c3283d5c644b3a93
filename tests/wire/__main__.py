"""`make wire`: every tool of a corpus is called, and openapi-core judges each request by the original document.

    python -m tests.wire [DIR] [--only NAME…] [--jobs N] [--json FILE]

DIR holds documents: those that its MANIFEST.tsv lists, else its JSON and YAML files. The examples come first. For each:
its tools, the calls, those whose request arrived, the share that the document accepts, and the share of the leaves of
its parameters and bodies that were seen in a request or are in the report. Exits with 1 where a request was refused
without an excuse, a tool sent none, a leaf is lost in silence, a document could not be judged, or more than 2 % of all
requests are excused.
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
from tests.golden import walker
from tests.wire import table
from tests.wire.figures import Figures
from tests.wire.run import judged

DOCUMENTS: Final = (".json", ".yaml", ".yml")
JOBS: Final = 2
BATCH: Final = 12
"""Documents after which the processes are replaced, so that none grows without end."""


def main(given: Sequence[str] | None = None) -> int:
    """Judges the examples and the corpus; answers the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire", description="Let openapi-core judge each request.")
    parser.add_argument("folder", metavar="DIR", type=Path, nargs="?", default=FOLDER, help="the corpus")
    parser.add_argument("--only", metavar="NAME", nargs="+", default=[], help="these documents")
    parser.add_argument("--jobs", metavar="N", type=int, default=JOBS, help=f"how many at a time; {JOBS} unless given")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures there too")
    asked = parser.parse_args(given)
    named = examples()
    if (asked.folder / MANIFEST).is_file():
        named += [(entry.name, asked.folder / entry.path) for entry in entries(asked.folder)]
    elif asked.folder.is_dir():
        named += [(file.stem, file) for file in sorted(asked.folder.iterdir()) if file.suffix in DOCUMENTS]
    elif asked.folder.resolve() == FOLDER.resolve():
        print(f"There is no folder {asked.folder}: only the examples are judged.", file=sys.stderr)
    else:
        parser.error(f"there is no folder {asked.folder}; name a corpus with CORPUS=DIR or $MCPGEN_CORPUS.")
    chosen = [each for each in named if not asked.only or each[0] in asked.only]
    unknown = sorted(set(asked.only) - {name for name, _ in chosen})
    if unknown:
        parser.error(f"there is no document {', '.join(unknown)}.")
    wide = max(len(name) for name, _ in chosen)
    print(table.head(wide))
    found: list[Figures] = []
    for start in range(0, len(chosen), BATCH):
        with ProcessPoolExecutor(max(asked.jobs, 1), get_context("spawn")) as pool:
            for figures in pool.map(judged, chosen[start : start + BATCH]):
                found.append(figures)
                print(table.row(figures, wide), flush=True)
    for line in table.totals(found, wide):
        print(line)
    if asked.json:
        asked.json.write_text(json.dumps(table.as_json(found), indent=1, ensure_ascii=False) + "\n", "utf-8")
    return int(table.failed(found))


def examples() -> list[tuple[str, Path]]:
    """The documents that the examples and the goldens are made from, each once."""
    return [(case.name, case.source) for case in walker.cases() if case.exit == 0 and not case.arguments]


if __name__ == "__main__":
    sys.exit(main())
