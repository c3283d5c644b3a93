"""What became of a corpus: a line for each document, then the sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from mcpgen.report.visible import visible
from tests.corpus.run import Outcome, Verdict

_COLOURS: Final = {Verdict.WRITTEN: "green", Verdict.REFUSED: "yellow", Verdict.CRASHED: "bold red"}
_MOST: Final = 3
"""How many of the slowest and the largest are named."""


class Table:
    """Lines with columns as wide as the names need."""

    def __init__(self, console: Console, names: Iterable[str]) -> None:
        self._console = console
        self._wide = max((len(name) for name in names), default=0)

    def head(self) -> None:
        """Prints what the columns are."""
        columns = (
            f"{'document':<{self._wide}}  verdict  {'tools':>5}  {'operations':>10}  {'s':>6}  {'MB':>5}  left out"
        )
        self._print(Text(columns, "dim"))

    def row(self, outcome: Outcome) -> None:
        """Prints what became of a document."""
        self._print(
            Text.assemble(
                (outcome.entry.name.ljust(self._wide), "red" if outcome.failed else ""),
                "  ",
                (f"{outcome.verdict}", _COLOURS[outcome.verdict]),
                f"  {outcome.tools:>5}",
                (f"  {_operations(outcome):>10}", "yellow" if _differs(outcome) else ""),
                f"  {outcome.seconds:>6.1f}  {outcome.megabytes:>5.0f}  ",
                visible(_remarks(outcome)),
            )
        )

    def _print(self, line: Text) -> None:
        line.rstrip()
        if self._console.is_terminal:
            line.truncate(self._console.width, overflow="ellipsis")
        self._console.print(line, soft_wrap=True, highlight=False)


def print_totals(console: Console, outcomes: Sequence[Outcome]) -> None:
    """Prints the sums, and each document that something is to be said of."""
    for line in _totals(outcomes):
        console.print(line, soft_wrap=True, highlight=False)


def as_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The same for programs."""
    verdicts = Counter(str(outcome.verdict) for outcome in outcomes)
    return {
        "documents": [
            {
                "name": outcome.entry.name,
                "path": outcome.entry.path,
                "expected_operations": outcome.entry.operations,
                "verdict": str(outcome.verdict),
                "failed": outcome.failed,
                "reason": outcome.reason,
                "tools": outcome.tools,
                "operations": outcome.operations,
                "left_out": dict(outcome.left_out),
                "seconds": round(outcome.seconds, 2),
                "megabytes": round(outcome.megabytes, 1),
                "deep": asdict(outcome.deep) if outcome.deep else None,
            }
            for outcome in outcomes
        ],
        "totals": {
            **{str(verdict): verdicts[verdict] for verdict in Verdict},
            "failed": sum(outcome.failed for outcome in outcomes),
            "tools": sum(outcome.tools for outcome in outcomes),
            "operations": sum(outcome.operations or 0 for outcome in outcomes),
            "left_out": _sum_left_out(outcomes),
            "seconds": round(sum(outcome.seconds for outcome in outcomes), 1),
        },
    }


def _totals(outcomes: Sequence[Outcome]) -> Iterator[Text]:
    verdicts = Counter(outcome.verdict for outcome in outcomes)
    operations = sum(outcome.operations or 0 for outcome in outcomes)
    counted = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in Verdict)
    yield Text()
    yield Text(f"{len(outcomes)} documents: {counted}", "bold")
    yield Text(f"{sum(outcome.tools for outcome in outcomes):,} tools from {operations:,} operations")
    yield Text(f"left out: {_by_reason(_sum_left_out(outcomes)) or 'none'}")
    yield Text(f"slowest: {_top((each.seconds, each.entry.name) for each in outcomes)} s")
    yield Text(f"largest: {_top((each.megabytes, each.entry.name) for each in outcomes)} MB")
    lost = [each for each in outcomes if each.lost]
    rest = [each for each in outcomes if each.verdict is Verdict.REFUSED and not each.lost]
    crashed = [each for each in outcomes if each.verdict is Verdict.CRASHED]
    deep = [(each, each.deep.failure) for each in outcomes if each.deep and each.deep.failure]
    yield from _named("Refused, and have no operation that can be used", _reasons(rest), "")
    yield from _named("Operations: found and in the manifest", _differences(outcomes), "")
    yield from _named("Refused, though they have operations", _reasons(lost), "bold red")
    yield from _named("Crashed", _reasons(crashed), "bold red")
    yield from _named("Written, but faulty", [(each.entry.name, failure) for each, failure in deep], "bold red")


def _named(title: str, rows: Sequence[tuple[str, str]], style: str) -> Iterator[Text]:
    """A title, and a line for each document with what is to be said of it; nothing where there is none."""
    if rows:
        yield Text()
        yield Text(f"{title}: {len(rows)}", style or "bold")
        wide = max(len(name) for name, _ in rows)
        for name, said in rows:
            yield Text(f"  {name:<{wide}}  {visible(said)}")


def _reasons(outcomes: Iterable[Outcome]) -> list[tuple[str, str]]:
    return [(outcome.entry.name, outcome.reason) for outcome in outcomes]


def _differences(outcomes: Iterable[Outcome]) -> list[tuple[str, str]]:
    return [(outcome.entry.name, _operations(outcome)) for outcome in outcomes if _differs(outcome)]


def _differs(outcome: Outcome) -> bool:
    return outcome.operations is not None and outcome.operations != outcome.entry.operations


def _operations(outcome: Outcome) -> str:
    """`417`, `415/417` where the manifest has another number, and `-/417` where the command did not come that far."""
    found = "-" if outcome.operations is None else str(outcome.operations)
    return found if (outcome.operations or 0) == outcome.entry.operations else f"{found}/{outcome.entry.operations}"


def _remarks(outcome: Outcome) -> str:
    parts = [outcome.reason or _by_reason(outcome.left_out)]
    if outcome.deep:
        parts.append(outcome.deep.failure or f"{outcome.deep.tests:,} tests passed")
    return "; ".join(part for part in parts if part)


def _sum_left_out(outcomes: Iterable[Outcome]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for outcome in outcomes:
        found.update(outcome.left_out)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _by_reason(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{rule} {count:,}" for rule, count in counts.items())


def _top(figures: Iterable[tuple[float, str]]) -> str:
    return ", ".join(f"{name} {figure:,.1f}" for figure, name in sorted(figures, key=lambda f: (-f[0], f[1]))[:_MOST])
