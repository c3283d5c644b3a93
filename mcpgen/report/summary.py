"""How many diagnostics there are of each severity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from mcpgen.diagnostics import Diagnostic, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Counts by severity; `tools` is how many tools were looked at, None where that says nothing."""

    errors: int = 0
    warnings: int = 0
    infos: int = 0
    tools: int | None = None

    def __str__(self) -> str:
        """One line: `2 errors, 1 warning in 12 tools`."""
        counts = [(self.errors, "error"), (self.warnings, "warning"), (self.infos, "note")]
        found = ", ".join(_counted(count, noun) for count, noun in counts if count) or "no findings"
        return found if self.tools is None else f"{found} in {_counted(self.tools, 'tool')}"


def summarize(diagnostics: Iterable[Diagnostic], tools: int | None = None) -> Summary:
    """Counts the diagnostics."""
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    return Summary(
        errors=counts[Severity.ERROR],
        warnings=counts[Severity.WARNING],
        infos=counts[Severity.INFO],
        tools=tools,
    )


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
