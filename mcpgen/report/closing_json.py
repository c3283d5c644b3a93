"""The account of a run of `mcpgen generate`, for programs. Keys are public: some may be added, none changes or goes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mcpgen.diagnostics import Diagnostic, Locator
from mcpgen.model.json import Json
from mcpgen.report.closing import Closing, Note
from mcpgen.report.json import diagnostic_json


def closing_json(closing: Closing, diagnostics: Sequence[Diagnostic], locator: Locator) -> str:
    """The run as one JSON object, ASCII only, ending with a line feed.

    - `source`, `folder`: as they were named; `package`: the module's name
    - `tools`, `operations`: how many; of the operations, those left out included
    - `split`: `[{operation, tools}]`, the operations that became several tools
    - `left_out`: `[{operation, rule, reason, file, line}]`
    - `changed`: `[{tool, rule, reason, file, line}]`
    - `settings`: variables without which the server cannot call the API
    - `written`, `unchanged`: how many files; `removed`, `kept`: their paths, `kept` being those left to the user
    - `diagnostics`: as `lint --format json` has them

    `file` and `line` are null where there is none. Nothing is written where no operation became a tool, or `--strict`
    met a warning; the rest is there all the same.
    """
    return _dumped(
        {
            "source": closing.source,
            "folder": closing.folder,
            "package": closing.module,
            "tools": closing.tools,
            "operations": closing.operations,
            "split": [{"operation": split.operation, "tools": list(split.tools)} for split in closing.split],
            "left_out": [_note("operation", note, locator) for note in closing.left_out],
            "changed": [_note("tool", note, locator) for note in closing.changed],
            "settings": list(closing.settings),
            "written": closing.written,
            "unchanged": closing.unchanged,
            "removed": list(closing.removed),
            "kept": list(closing.kept),
            "diagnostics": [diagnostic_json(diagnostic, locator) for diagnostic in diagnostics],
        }
    )


def refusal_json(diagnostics: Sequence[Diagnostic], locator: Locator) -> str:
    """A run that came to nothing, because of its source, its output folder or a fault: `{"diagnostics": […]}`."""
    return _dumped({"diagnostics": [diagnostic_json(diagnostic, locator) for diagnostic in diagnostics]})


def _note(kind: str, note: Note, locator: Locator) -> dict[str, Json]:
    span = locator.span(note.at) if note.at else None
    return {
        kind: note.subject,
        "rule": note.rule,
        "reason": note.text,
        "file": span.file if span else note.at.file if note.at else None,
        "line": span.line if span else None,
    }


def _dumped(report: dict[str, Json]) -> str:
    return json.dumps(report, indent=2) + "\n"
