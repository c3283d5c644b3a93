"""Slips in schemas, told: the first few of each kind, and how many more there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mcpgen.diagnostics import Diagnostic, Severity
from mcpgen.frontends.openapi.normalize import Slip

SHOWN_ALIKE: Final = 3


def told_slips(slips: Iterable[Slip]) -> Iterator[Diagnostic]:
    """Diagnostics (`openapi-schema`): a warning where something does not count, else a note."""
    kinds: dict[str, list[Slip]] = {}
    for slip in slips:
        kinds.setdefault(slip.kind, []).append(slip)
    for alike in kinds.values():
        more = len(alike) - SHOWN_ALIKE
        for number, slip in enumerate(alike[:SHOWN_ALIKE], start=1):
            others = f" {more} more like it." if number == SHOWN_ALIKE and more > 0 else ""
            yield Diagnostic(
                code="openapi-schema",
                severity=Severity.WARNING if slip.is_lost else Severity.INFO,
                message=slip.message + others,
                hint=slip.hint,
                at=slip.at,
            )
