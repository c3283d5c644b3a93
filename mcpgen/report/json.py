"""Diagnostics as JSON, for programs. The keys are a public interface: some may be added, none changes or goes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mcpgen.diagnostics import Diagnostic, Locator, Span, located
from mcpgen.model.json import Json
from mcpgen.report.summary import summarize


def json_report(diagnostics: Sequence[Diagnostic], locator: Locator, *, tools: int | None = None) -> str:
    """A JSON document of all diagnostics in their order, ASCII only, ending with a line feed.

    `{"diagnostics": [{code, severity, file, line, column, message, hint, subject}], "summary": {errors, warnings,
    infos, tools}}`; file, line, column and tools are null where there is none.
    """
    summary = summarize(diagnostics, tools)
    report = {
        "diagnostics": [diagnostic_json(diagnostic, locator) for diagnostic in diagnostics],
        "summary": {
            "errors": summary.errors,
            "warnings": summary.warnings,
            "infos": summary.infos,
            "tools": summary.tools,
        },
    }
    return json.dumps(report, indent=2) + "\n"


def diagnostic_json(diagnostic: Diagnostic, locator: Locator) -> dict[str, Json]:
    """One diagnostic as an object; file, line and column are null where there is none."""
    at = located(diagnostic, locator).at
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "file": at.file if at else None,
        "line": at.line if isinstance(at, Span) else None,
        "column": at.column if isinstance(at, Span) else None,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "subject": diagnostic.subject,
    }
