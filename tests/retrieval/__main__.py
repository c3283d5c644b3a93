"""How often plain retrieval finds the right tool first, with mcpgen's shaping and without it.

    python -m tests.retrieval [DIR] [--misses]

DIR is a corpus, with MANIFEST.tsv; else $MCPGEN_CORPUS or ../shared/corpus beside the repository. BM25 reads name,
description and argument names of the tools of one document, for each request of requests.yaml; the other side is one
tool for each operation as the document has it. Exits with 2 where there is no such corpus.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import yaml
from rich.console import Console
from rich.table import Table

from tests.corpus.manifest import FOLDER, MANIFEST, entries
from tests.retrieval.measure import Compared, Ranking, compare

REQUESTS: Final = Path(__file__).with_name("requests.yaml")


def requests() -> list[dict[str, Any]]:
    """The requests, as requests.yaml says them."""
    read: list[dict[str, Any]] = yaml.safe_load(REQUESTS.read_text(encoding="utf-8"))
    return read


def main(given: Sequence[str] | None = None) -> int:
    """Prints the table; with `--misses` also each request for which a wrong tool stands first."""
    parser = argparse.ArgumentParser(prog="python -m tests.retrieval", description="Find tools for plain requests.")
    parser.add_argument("folder", metavar="DIR", type=Path, nargs="?", default=FOLDER, help="the corpus")
    parser.add_argument("--misses", action="store_true", help="say which requests find another tool first")
    asked = parser.parse_args(given)
    if not (asked.folder / MANIFEST).is_file():
        parser.error(f"there is no {MANIFEST} in {asked.folder}; name a corpus with CORPUS=DIR or $MCPGEN_CORPUS.")
    compared = compare(requests(), {entry.name: asked.folder / entry.path for entry in entries(asked.folder)})
    Console().print(_table(compared))
    if asked.misses:
        for ranking in compared.shaped:
            if ranking.rank != 1:
                print(_miss(ranking))
    return 0


def _table(compared: Compared) -> Table:
    table = Table(title=f"{len(compared.shaped)} requests, right tool first", box=None, title_justify="left")
    for head in ("", "requests", "shaped", "raw", "shaped MRR", "raw MRR"):
        table.add_column(head, justify="right" if head else "left")
    for document in dict.fromkeys(ranking.document for ranking in compared.shaped):
        _add(
            table, document, *([r for r in side if r.document == document] for side in (compared.shaped, compared.raw))
        )
    _add(table, "total", compared.shaped, compared.raw)
    return table


def _add(table: Table, name: str, shaped: Sequence[Ranking], raw: Sequence[Ranking]) -> None:
    firsts = (str(sum(ranking.rank == 1 for ranking in side)) for side in (shaped, raw))
    means = (f"{sum(ranking.reciprocal for ranking in side) / max(len(side), 1):.2f}" for side in (shaped, raw))
    table.add_row(name, str(len(shaped)), *firsts, *means)


def _miss(ranking: Ranking) -> str:
    place = f"{ranking.right} is number {ranking.rank}" if ranking.rank else "no right tool"
    return f"{ranking.document}: {ranking.request!r}: {ranking.first} is first, {place}"


if __name__ == "__main__":
    sys.exit(main())
