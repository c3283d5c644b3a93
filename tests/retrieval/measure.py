"""How high a plain retrieval ranks the tool that answers a request, over the tools of one document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcpgen import pipeline
from tests.retrieval.bm25 import Index
from tests.retrieval.converter import Shown, converted


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Where a right tool stands for a request, from 1; 0 where there is none. `first` is the tool that stands first."""

    document: str
    request: str
    rank: int
    first: str
    right: str

    @property
    def reciprocal(self) -> float:
        """1 for the first place, 1/2 for the second, 0 for none."""
        return 1 / self.rank if self.rank else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The rankings of all requests, over mcpgen's tools and over those of a runtime converter."""

    shaped: tuple[Ranking, ...]
    raw: tuple[Ranking, ...]


def shaped(path: Path) -> list[Shown]:
    """mcpgen's tools of a document. Raises SourceError as `pipeline.tools` does."""
    return [
        Shown(
            operation=tool.whole_operation,
            name=tool.name,
            description=tool.description,
            arguments=tuple(tool.input_schema.get("properties", {})),
        )
        for tool in pipeline.tools(path).toolset.tools
    ]


def compare(requests: Iterable[dict[str, Any]], paths: dict[str, Path]) -> Compared:
    """The rankings of the requests whose document has a path. Raises SourceError where one cannot be read."""
    by_document: dict[str, list[dict[str, Any]]] = {}
    for request in requests:
        if request["document"] in paths:
            by_document.setdefault(request["document"], []).append(request)
    with_shaping: list[Ranking] = []
    without: list[Ranking] = []
    for document, asked in by_document.items():
        with_shaping += rankings(asked, shaped(paths[document]))
        without += rankings(asked, converted(paths[document]))
    return Compared(shaped=tuple(with_shaping), raw=tuple(without))


def rankings(requests: Sequence[dict[str, Any]], tools: Sequence[Shown]) -> list[Ranking]:
    """The ranking of each request among these tools."""
    index = Index(tool.text for tool in tools)
    return [_ranking(request, tools, index.ranked(request["request"])) for request in requests]


def _ranking(request: dict[str, Any], tools: Sequence[Shown], order: Sequence[int]) -> Ranking:
    right = [place for place, number in enumerate(order, 1) if tools[number].operation in request["operations"]]
    return Ranking(
        document=request["document"],
        request=request["request"],
        rank=right[0] if right else 0,
        first=tools[order[0]].name if order else "",
        right=tools[order[right[0] - 1]].name if right else "",
    )
