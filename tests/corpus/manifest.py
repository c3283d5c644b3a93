"""The documents of a corpus: a folder with MANIFEST.tsv, which names each document and how many operations it has."""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.golden.walker import REPOSITORY

FOLDER: Final = Path(os.environ.get("MCPGEN_CORPUS") or REPOSITORY.parent / "shared" / "corpus")
"""Where the corpus is looked for; it is no part of this repository."""
MANIFEST: Final = "MANIFEST.tsv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A document: its path from the corpus's folder, and how many operations an independent counter found in it."""

    name: str
    path: str
    operations: int


def entries(folder: Path) -> tuple[Entry, ...]:
    """Every document, in the order of the manifest. Raises FileNotFoundError where there is no manifest."""
    with (folder / MANIFEST).open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(Entry(name=row["name"], path=row["entry"], operations=int(row["operations"] or 0)) for row in rows)
