"""A toolset in figures: what a model has to read, and what of it is not as the rules want it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mcpgen.model.json import Json
from mcpgen.report.listing import tokens
from mcpgen.report.visible import visible

_MOST_FAULTS: Final = 20
"""How many faults are named to a person; a program gets all of them."""


class FaultKind(StrEnum):
    """What can be wrong with a tool as listed; each value is a key of the JSON."""

    NOT_VERB_NOUN = "not_verb_noun"
    """The name is not a verb of the vocabulary with a noun behind it."""
    NOT_UNIQUE = "not_unique"
    """Another tool before it has the same name."""
    TOO_LONG = "too_long"
    """The name has more than 64 characters."""
    NUMBERED = "numbered"
    """Only a number at the end of the name tells it from another."""
    COMBINATOR = "combinator"
    REFERENCE = "reference"
    TYPE_LIST = "type_list"
    UNTYPED = "untyped"
    """No type, an object without properties, or an array without items."""
    UNDESCRIBED = "undescribed"
    ECHOED = "echoed"
    """A description of an input that only says its name again."""
    INTEGER_ID = "integer_id"
    DEEP_OBJECT = "deep_object"
    """An object inside an object."""
    LARGE_OBJECT = "large_object"
    """An object of more properties than its budget."""
    IMPLICIT_HINT = "implicit_hint"
    THIN_DESCRIPTION = "thin_description"
    """Fewer than three content words that the name does not say."""


_NAMES: Final = (FaultKind.NOT_VERB_NOUN, FaultKind.NOT_UNIQUE, FaultKind.TOO_LONG, FaultKind.NUMBERED)
_DESCRIPTIONS: Final = (FaultKind.THIN_DESCRIPTION,)
_HINTS: Final = (FaultKind.IMPLICIT_HINT,)
_SCHEMAS: Final = tuple(kind for kind in FaultKind if kind not in (*_NAMES, *_DESCRIPTIONS, *_HINTS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One place of one tool; `place` is the path of an input (`lines[].price`), '' for the tool itself."""

    kind: FaultKind
    tool: str
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extreme:
    """A figure and the tool that has it, '' where there are no tools."""

    value: int = 0
    tool: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """The figures of a toolset. Sizes are bytes of compact JSON in UTF-8, as a server sends it."""

    tools: int
    operations: int
    """Of the source, those that became no tool included."""
    split: int
    """Operations that became several tools."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Operations that became none, by the rule."""
    longest_name: Extreme
    object_depth: Extreme
    """How many objects stand around a value of an input, the tool's own input apart."""
    longest_description: Extreme
    listing: int
    """Bytes of the whole answer to `tools/list`."""
    median_size: int
    largest: Extreme
    median_arguments: int
    most_arguments: Extreme
    weakened: int
    """Fields of a request that can no longer be given every value the API takes."""
    ids: int
    """Inputs that identify something."""
    sourced_ids: int
    """Those whose description names a tool that returns values for them."""
    faults: tuple[Fault, ...] = ()

    def count(self, kind: FaultKind) -> int:
        """How many faults there are of a kind."""
        return sum(fault.kind is kind for fault in self.faults)


def stats_json(stats: Stats) -> str:
    """The figures as a JSON object that ends with a line feed. Keys may be added; none changes or goes."""
    found: dict[str, Json] = {
        "tools": stats.tools,
        "operations": stats.operations,
        "split": stats.split,
        "left_out": dict(stats.left_out),
        "names": {**_counts(stats, _NAMES), "longest": _extreme(stats.longest_name)},
        "schemas": {**_counts(stats, _SCHEMAS), "object_depth": _extreme(stats.object_depth)},
        "hints": _counts(stats, _HINTS),
        "descriptions": {**_counts(stats, _DESCRIPTIONS), "longest": _extreme(stats.longest_description)},
        "bytes": {"total": stats.listing, "median": stats.median_size, "largest": _extreme(stats.largest)},
        "arguments": {"median": stats.median_arguments, "most": _extreme(stats.most_arguments)},
        "weakened": stats.weakened,
        "ids": {"inputs": stats.ids, "with_source": stats.sourced_ids},
        "faults": [{"kind": str(fault.kind), "tool": fault.tool, "place": fault.place} for fault in stats.faults],
    }
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def print_stats(console: Console, stats: Stats) -> None:
    """A line a figure, then the first faults: aligned with colours on a terminal, plain columns in a pipe."""
    rows = list(_rows(stats))
    faults = [
        (str(fault.kind).replace("_", " "), fault.tool, visible(fault.place)) for fault in stats.faults[:_MOST_FAULTS]
    ]
    if console.is_terminal:
        _print_table(console, stats, rows)
    else:
        width = max(len(name) for name, _, _ in rows)
        wide = max(len(figure) for _, figure, _ in rows)
        for name, figure, remark in rows:
            console.print(Text(f"{name:<{width}}  {figure:>{wide}}  {remark}".rstrip()), soft_wrap=True)
    if faults:
        console.print()
    for kind, tool, place in faults:
        console.print(
            Text.assemble((kind, "yellow"), "  ", (tool, "bold"), f"  {place}" if place else ""), soft_wrap=True
        )
    if len(stats.faults) > _MOST_FAULTS:
        console.print(Text(f"… and {len(stats.faults) - _MOST_FAULTS:,} more; --json has all of them"), soft_wrap=True)


def _print_table(console: Console, stats: Stats, rows: list[tuple[str, str, str]]) -> None:
    wrong = {_words(kind) for kind in FaultKind if stats.count(kind)}
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold", style="dim")
    for name, figure, remark in rows:
        table.add_row(Text(name), Text(figure, "yellow" if name in wrong else "bold"), Text(remark))
    console.print(table, highlight=False)


def _rows(stats: Stats) -> Iterator[tuple[str, str, str]]:
    """Name, figure, and what there is to say beside it."""
    left = ", ".join(f"{rule} {count:,}" for rule, count in stats.left_out.items())
    yield "tools", f"{stats.tools:,}", ""
    yield "operations", f"{stats.operations:,}", ""
    yield "operations split", f"{stats.split:,}", ""
    yield "operations left out", f"{sum(stats.left_out.values()):,}", left
    yield "longest name", f"{stats.longest_name.value:,}", stats.longest_name.tool
    for kind in _NAMES:
        yield _words(kind), f"{stats.count(kind):,}", ""
    for kind in _SCHEMAS:
        yield _words(kind), f"{stats.count(kind):,}", ""
    yield "object depth", f"{stats.object_depth.value:,}", stats.object_depth.tool
    for kind in (*_HINTS, *_DESCRIPTIONS):
        yield _words(kind), f"{stats.count(kind):,}", ""
    yield "longest description", f"{stats.longest_description.value:,}", stats.longest_description.tool
    yield "bytes of tools/list", f"{stats.listing:,}", f"about {tokens(stats.listing):,} tokens"
    yield "bytes a tool, median", f"{stats.median_size:,}", ""
    yield "bytes, largest tool", f"{stats.largest.value:,}", stats.largest.tool
    yield "arguments a tool, median", f"{stats.median_arguments:,}", ""
    yield "arguments, most", f"{stats.most_arguments.value:,}", stats.most_arguments.tool
    yield "weakened fields", f"{stats.weakened:,}", ""
    yield "ids", f"{stats.ids:,}", f"{stats.sourced_ids:,} with the tool that returns them"


_LABELS: Final = {
    FaultKind.NOT_VERB_NOUN: "names not verb_noun",
    FaultKind.NOT_UNIQUE: "names given twice",
    FaultKind.TOO_LONG: "names over 64 characters",
    FaultKind.NUMBERED: "names told apart by a number",
    FaultKind.COMBINATOR: "combinators",
    FaultKind.REFERENCE: "references",
    FaultKind.TYPE_LIST: "type lists",
    FaultKind.UNTYPED: "untyped inputs",
    FaultKind.UNDESCRIBED: "undescribed inputs",
    FaultKind.ECHOED: "inputs described by their name",
    FaultKind.INTEGER_ID: "integer ids",
    FaultKind.DEEP_OBJECT: "objects inside objects",
    FaultKind.LARGE_OBJECT: "objects over their budget",
    FaultKind.IMPLICIT_HINT: "hints not explicit",
    FaultKind.THIN_DESCRIPTION: "descriptions that add little",
}


def _words(kind: FaultKind) -> str:
    return _LABELS[kind]


def _counts(stats: Stats, kinds: tuple[FaultKind, ...]) -> dict[str, Json]:
    return {str(kind): stats.count(kind) for kind in kinds}


def _extreme(extreme: Extreme) -> Json:
    return {"value": extreme.value, "tool": extreme.tool}
