"""`make labels`: precision and recall of names, splits, identifiers and hints over the operations judged by hand.

    python -m tests.shaping.labels [--misses]

The documents are looked for in $MCPGEN_CORPUS, else beside the repository in ../shared/corpus. labels.yaml is never
changed by this: it says what a person would want, not what comes out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, assert_never

import yaml
from rich.console import Console
from rich.table import Table

from mcpgen import pipeline
from mcpgen.diagnostics import SourceError
from mcpgen.model.binding import (
    Build,
    Context,
    Convert,
    Each,
    Exact,
    File,
    Fixed,
    Generate,
    Pairs,
    Parsed,
    Request,
    Reshape,
    Same,
    Take,
    Value,
)
from mcpgen.model.toolset import Hints, Profile, Tool
from mcpgen.shaping.options import Options
from tests.corpus.manifest import FOLDER as CORPUS
from tests.corpus.manifest import MANIFEST, entries

LABELS: Final = Path(__file__).with_name("labels.yaml")
HINTS: Final = ("read_only", "destructive", "idempotent", "open_world")


@dataclass(slots=True)
class Score:
    """Counts of one thing that is judged; `misses` say where it went wrong."""

    hits: int = 0
    false_alarms: int = 0
    missed: int = 0
    misses: list[str] = field(default_factory=list)

    def count(self, *, wanted: bool, found: bool, where: str) -> None:
        """Counts one judgement."""
        self.hits += wanted and found
        self.false_alarms += found and not wanted
        self.missed += wanted and not found
        if wanted is not found:
            self.misses.append(f"{where}: {'missed' if wanted else 'wrongly'}")

    @property
    def precision(self) -> float:
        """The part of what was found that is right."""
        return self.hits / (self.hits + self.false_alarms) if self.hits + self.false_alarms else 1.0

    @property
    def recall(self) -> float:
        """The part of what is right that was found."""
        return self.hits / (self.hits + self.missed) if self.hits + self.missed else 1.0


Scores = dict[str, Score]


def measure(labels: Iterable[dict[str, Any]], corpus: Path) -> Scores:
    """The scores over all labels whose document the corpus holds."""
    scores: Scores = {name: Score() for name in ("names", "splits", "split names", "ids", *HINTS)}
    by_document: dict[str, list[dict[str, Any]]] = {}
    for label in labels:
        by_document.setdefault(label["document"], []).append(label)
    paths = {entry.name: entry.path for entry in entries(corpus)}
    for document, judged in by_document.items():
        tools, serving = _tools(corpus / paths[document])
        for label in judged:
            operation = label["operation"]
            if operation in serving and label["split"] is False:
                names = [tool.name for tool in tools.get(serving[operation], [])]
                _score_names(scores["names"], [label["names"]], names, f"{document} {operation}")
            else:
                _score(scores, label, tools.get(operation, []))
    return scores


def _tools(path: Path) -> tuple[dict[str, list[Tool]], dict[str, str]]:
    """The tools of a document by the operation they come from, and which operation serves for one that was left out.

    What is left out because another operation does the same has that one's tool: its name is judged, but not its
    inputs and hints, which are of another request. Hints are judged as profile `mcp` sets them.
    """
    found: dict[str, list[Tool]] = {}
    try:
        made = pipeline.tools(path, Options(profile=Profile.MCP))
    except SourceError as error:
        print(f"{path}: {error}", file=sys.stderr)
        return found, {}
    for tool in made.toolset.tools:
        found.setdefault(tool.whole_operation, []).append(tool)
    return found, {left.operation: left.same_as for left in made.left_out if left.same_as}


def _score(scores: Scores, label: dict[str, Any], tools: list[Tool]) -> None:
    where = f"{label['document']} {label['operation']}"
    names = [tool.name for tool in tools]
    split = isinstance(label["split"], list)
    scores["splits"].count(wanted=split, found=len(tools) > 1, where=where)
    if split:
        _score_names(scores["split names"], label["split"], names, where)
    elif len(tools) < 2:
        _score_names(scores["names"], [label["names"]], names, where)
    if not tools:
        return
    found = {place for tool in tools for place in identifiers(tool.request)}
    for place in (*label["ids"], *label["not_ids"]):
        scores["ids"].count(wanted=place in label["ids"], found=place in found, where=f"{where} {place}")
    hints = _together([tool.hints for tool in tools])
    for hint in HINTS:
        scores[hint].count(wanted=label["hints"][hint], found=hints[hint], where=f"{where} {hint}")


def _score_names(score: Score, wanted: list[list[str]], names: list[str], where: str) -> None:
    """One wanted tool is one list of right names; a name counts for one of them."""
    left = list(names)
    for accepted in wanted:
        found = next((name for name in left if name in accepted), None)
        if found is None:
            score.missed += 1
            score.misses.append(f"{where}: {', '.join(names) or 'no tool'}, not {accepted[0]}")
        else:
            left.remove(found)
            score.hits += 1
    score.false_alarms += len(left)


def _together(hints: list[Hints]) -> dict[str, bool]:
    return {
        "read_only": all(hint.read_only for hint in hints),
        "destructive": any(hint.destructive for hint in hints),
        "idempotent": all(hint.idempotent for hint in hints),
        "open_world": any(hint.open_world for hint in hints),
    }


def identifiers(request: Request) -> Iterator[str]:
    """The wire places where a number is sent that the model gives as a string, in the form of labels.yaml."""
    for placed in request.parameters:
        yield from _exact(placed.value, f"{placed.place}:{placed.name}")
    if request.body is not None:
        yield from _exact(request.body.value, "body:")


def _exact(value: Value, place: str) -> Iterator[str]:
    match value:
        case Take():
            yield from _converted(value.convert, place)
        case Build():
            for item in value.fields:
                yield from _exact(item.value, f"{place}/{item.name}")
        case Fixed() | Generate() | Context():
            pass
        case _:
            assert_never(value)


def _converted(convert: Convert, place: str) -> Iterator[str]:
    match convert:
        case Exact():
            yield place
        case Each(item=Exact()):
            yield place
        case Each():
            yield from _converted(convert.item, f"{place}/*")
        case Pairs():
            yield from _converted(convert.value, f"{place}/*")
        case Reshape():
            yield from _exact(convert.build, place)
        case Same() | Parsed() | File():
            pass
        case _:
            assert_never(convert)


def main(arguments: list[str]) -> int:
    """Prints the table; with `--misses` also each operation that was judged otherwise."""
    if not (CORPUS / MANIFEST).is_file():
        print(f"There is no corpus in {CORPUS}; set MCPGEN_CORPUS.", file=sys.stderr)
        return 2
    labels = yaml.safe_load(LABELS.read_text(encoding="utf-8"))
    scores = measure(labels, CORPUS)
    table = Table(title=f"{len(labels)} operations", box=None, title_justify="left")
    for head in ("", "precision", "recall", "right", "wrongly", "missed"):
        table.add_column(head, justify="left" if not head else "right")
    for name, score in scores.items():
        counts = (str(number) for number in (score.hits, score.false_alarms, score.missed))
        table.add_row(name, f"{score.precision:.3f}", f"{score.recall:.3f}", *counts)
    Console().print(table)
    if "--misses" in arguments:
        for name, score in scores.items():
            for miss in score.misses:
                print(f"{name}: {miss}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
