"""How time and memory of `mcpgen generate` grow with the description.

    python -m benchmarks.scaling                         100, 400, 1,600 and 6,400 operations
    python -m benchmarks.scaling --counts 50 500 --format both --runs 3
    python -m benchmarks.scaling --refs                  250 and 1,000 operations that refer to one graph of 500 schemas
    python -m benchmarks.scaling --size 20               descriptions of 5 and 20 MB

Every figure is that of a whole process, the start of Python included; with more runs than one, the median.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

import yaml
from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks import documents

REPOSITORY: Final = Path(__file__).resolve().parent.parent
COUNTS: Final = (100, 400, 1_600, 6_400)


class _WithoutAliases(yaml.CSafeDumper):
    """Writes what stands in two places twice, as people do."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


FORMATS: Final[dict[str, Callable[[Any], str]]] = {
    "json": json.dumps,
    "yaml": lambda tree: yaml.dump(tree, Dumper=_WithoutAliases, sort_keys=False),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A description to generate from."""

    about: str
    operations: int
    tree: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a description of `document` megabytes costs: seconds on the clock and of the processors, and the megabytes
    of the largest process at its peak (10^6 bytes)."""

    operations: int
    document: float
    seconds: float
    busy: float
    memory: float

    @property
    def each(self) -> float:
        """Milliseconds an operation, the start of the process counted."""
        return 1000 * self.seconds / self.operations


class Failed(Exception):
    """A run that did not give a package with the tools it should have."""


def main() -> int:
    """Measures what is asked for and prints a table; answers the exit code."""
    asked = _parser().parse_args()
    console = Console(highlight=False)
    try:
        for format in FORMATS if asked.format == "both" else (asked.format,):
            rows: list[Row] = []
            for subject in _subjects(asked):
                console.print(f"[dim]{subject.about} in {format.upper()} …", soft_wrap=True)
                rows.append(measured(subject, format, asked.runs))
            console.print(_table(rows, f"\nmcpgen generate, {format.upper()}, runs: {asked.runs}"))
    except Failed as error:
        console.print(str(error), markup=False, soft_wrap=True)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description="How generation grows.")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--counts", type=_count, nargs="+", default=COUNTS, metavar="N", help="numbers of operations")
    shape.add_argument("--refs", action="store_true", help="one graph of schemas behind every operation")
    shape.add_argument("--size", type=float, metavar="MB", help="a description about that large, and one of a quarter")
    parser.add_argument("--format", choices=[*FORMATS, "both"], default="json", help="how descriptions are written")
    parser.add_argument("--runs", type=int, default=1, metavar="N", help="runs of each, of which the median is shown")
    return parser


def _count(text: str) -> int:
    """A number of operations that a description can have, more than the least one. Raises ArgumentTypeError."""
    if not text.isdecimal() or not documents.PER_RESOURCE < int(text) <= documents.MOST:
        raise argparse.ArgumentTypeError(f"give numbers from {documents.PER_RESOURCE + 1} to {documents.MOST:,}")
    return int(text)


def _subjects(asked: argparse.Namespace) -> Iterator[Subject]:
    """What is asked for, each made when it is its turn; first the least there is, which tells the cost of a start."""
    yield _subject("one resource", documents.resources(1))
    if asked.refs:
        for count in (250, 1_000):
            yield _subject(f"{count:,} operations, one graph of 500 schemas", documents.graph(count, 500))
    elif asked.size:
        for size in (asked.size / 4, asked.size):
            yield _subject(f"a description of {size:g} MB", documents.of_size(size))
    else:
        for count in asked.counts:
            yield _subject(f"{count:,} operations", documents.resources(count))


def _subject(about: str, tree: Any) -> Subject:
    operations = sum(key != "parameters" for item in tree["paths"].values() for key in item)
    return Subject(about=about, operations=operations, tree=tree)


def measured(subject: Subject, format: str, runs: int) -> Row:
    """What it costs to generate from the subject, each time into a new folder. Raises Failed."""
    with tempfile.TemporaryDirectory() as temporary:
        source = Path(temporary) / f"api.{format}"
        source.write_text(FORMATS[format](subject.tree), encoding="utf-8")
        done = [_run(source, Path(temporary) / f"out{number}", subject.operations) for number in range(runs)]
        return Row(
            operations=subject.operations,
            document=source.stat().st_size / 1e6,
            seconds=median(seconds for seconds, _, _ in done),
            busy=median(busy for _, busy, _ in done),
            memory=median(memory for _, _, memory in done),
        )


def _run(source: Path, folder: Path, operations: int) -> tuple[float, float, float]:
    """Seconds on the clock and of the processors, and megabytes, of one run. Raises Failed."""
    errors = source.with_suffix(".stderr")
    begin = time.perf_counter()
    with errors.open("wb") as written:
        process = subprocess.Popen(
            [sys.executable, "-m", "mcpgen", "generate", str(source), "-o", str(folder)],
            cwd=source.parent,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=written,
        )
        _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    tools = _tools(folder)
    if process.returncode or tools != operations:
        said = errors.read_text(encoding="utf-8", errors="replace")[-2000:]
        raise Failed(f"Exit code {process.returncode}, {tools} tools of {operations} operations.\n{said}")
    unit = 1 if sys.platform == "darwin" else 1024
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 1e6


def _tools(folder: Path) -> int:
    """How many tools the package lists; 0 where there is no package."""
    return sum(len(json.loads(path.read_bytes())["tools"]) for path in folder.glob("*/catalog.json"))


def _table(rows: Sequence[Row], title: str) -> Table:
    """The rows; `growth` compares what one more operation costs with what it did in the row before: 1.00 is linear."""
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for heading in ("operations", "source MB", "seconds", "CPU s", "ms each", "growth", "peak MB"):
        table.add_column(heading, justify="right", no_wrap=True)
    for number, row in enumerate(rows):
        table.add_row(
            f"{row.operations:,}",
            f"{row.document:.1f}",
            f"{row.seconds:.1f}",
            f"{row.busy:.1f}",
            f"{row.each:.1f}",
            f"{_marginal(rows, number) / _marginal(rows, number - 1):.2f}" if number > 1 else "",
            f"{row.memory:.0f}",
        )
    return table


def _marginal(rows: Sequence[Row], number: int) -> float:
    """CPU seconds that each operation of a row adds to the first row, which is little more than the start."""
    first, row = rows[0], rows[number]
    return (row.busy - first.busy) / (row.operations - first.operations)


if __name__ == "__main__":
    sys.exit(main())
