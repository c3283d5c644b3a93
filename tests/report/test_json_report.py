"""What programs see."""

from __future__ import annotations

import json

from mcpgen.diagnostics import Diagnostic, Origin, Severity, Span
from mcpgen.report import json_report


class Nowhere:
    """A locator that knows one place."""

    def span(self, origin: Origin) -> Span | None:
        return Span(file=origin.file, line=3, column=7) if origin.file == "api.yaml" else None

    def text(self, file: str) -> str | None:
        return None


def test_the_keys_are_stable_and_the_text_is_ascii() -> None:
    found = [
        Diagnostic(
            code="NAM001",
            severity=Severity.ERROR,
            message="`имя` \ud800\u202e",
            hint="Try `get_user`.",
            subject="имя",
            at=Origin(file="api.yaml", pointer=("tools", 0)),
        ),
        Diagnostic(code="GRA004", severity=Severity.WARNING, message="many", at=Origin(file="gone.yaml")),
        Diagnostic(code="lint-settings", severity=Severity.INFO, message="x"),
    ]
    text = json_report(found, Nowhere(), tools=3)
    assert text.isascii()
    assert text.endswith("}\n")
    first, second, third = json.loads(text)["diagnostics"]
    assert first == {
        "code": "NAM001",
        "severity": "error",
        "file": "api.yaml",
        "line": 3,
        "column": 7,
        "message": "`имя` \ud800\u202e",
        "hint": "Try `get_user`.",
        "subject": "имя",
    }
    assert list(first) == list(second) == list(third)
    assert (second["file"], second["line"], second["column"]) == ("gone.yaml", None, None)
    assert (third["file"], third["line"], third["column"]) == (None, None, None)
    assert json.loads(text)["summary"] == {"errors": 1, "warnings": 1, "infos": 1, "tools": 3}


def test_no_diagnostics_are_a_document_too() -> None:
    assert json.loads(json_report([], Nowhere())) == {
        "diagnostics": [],
        "summary": {"errors": 0, "warnings": 0, "infos": 0, "tools": None},
    }
