"""The closing lines stay a screenful, whatever the size of the API, and say why; programs get all of it."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

from rich.console import Console

from mcpgen.diagnostics import Diagnostic, Origin, Severity, Span
from mcpgen.report.closing import Closing, Note, SplitUp, print_closing
from mcpgen.report.closing_json import closing_json, refusal_json

PLAIN = Closing(source="api.yaml", folder="out", module="shop_mcp", tools=1, operations=1, written=3, unchanged=0)


class Lines:
    """A locator that knows two files: the pointer is the line."""

    def span(self, origin: Origin) -> Span | None:
        known = origin.file in ("api.yaml", "parts/books.yaml")
        return Span(file=origin.file, line=int(origin.pointer[0]), column=1) if known else None

    def text(self, file: str) -> str | None:
        return None


def at(line: int, file: str = "api.yaml") -> Origin:
    return Origin(file=file, pointer=(line,))


def shown(closing: Closing) -> list[str]:
    stream = io.StringIO()
    print_closing(Console(file=stream, width=40), closing, Lines())
    return stream.getvalue().splitlines()


def told(closing: Closing, *diagnostics: Diagnostic) -> dict[str, Any]:
    text = closing_json(closing, diagnostics, Lines())
    assert text.isascii()
    assert text.endswith("}\n")
    report: dict[str, Any] = json.loads(text)
    return report


def test_nothing_to_tell() -> None:
    lines = shown(PLAIN)
    assert lines[0] == "✓ 1 tool from api.yaml in out (3 files written)"
    assert not any(line.startswith(("Left out", "Changed")) for line in lines)


def test_what_happened_to_files() -> None:
    assert "(nothing has changed)" in shown(replace(PLAIN, written=0, unchanged=50))[0]
    lines = shown(replace(PLAIN, written=1, unchanged=2, removed=("e.py",), kept=("a.py", "b.py", "c.py", "d.py")))
    assert "(1 file written, 2 unchanged, 1 removed)" in lines[0]
    assert lines[1].endswith("a.py, b.py, c.py …")


def test_reasons_are_grouped_the_largest_first_and_no_more_than_three_shown() -> None:
    notes = [Note(rule="GRA005", subject=f"GET /{n}", text="is a health check.") for n in range(5)]
    notes += [Note(rule="uncovered", subject=f"PUT /{n}", text=f"a body of type {n} is not covered") for n in range(9)]
    lines = shown(replace(PLAIN, operations=20, left_out=tuple(notes)))
    start = lines.index("Left out: 14 of 20 operations")
    assert lines[start + 1 : start + 6] == [
        "  uncovered  9×  a body of type 0 is not covered (PUT /0)",
        "                 a body of type 1 is not covered (PUT /1)",
        "                 a body of type 2 is not covered (PUT /2)",
        "                 … (6 more)",
        "  GRA005     5×  is a health check (GET /0, GET /1, GET /2 and 2 more)",
    ]


def test_what_was_left_out_is_told_with_its_place() -> None:
    notes = (
        Note(rule="GRA005", subject="GET /health", text="is a health check", at=at(7)),
        Note(rule="media-type", subject="PUT /b", text="is XML", at=at(3, "parts/books.yaml")),
        Note(rule="not-selected", subject="GET /c", text="was not asked for", at=at(9)),
        Note(rule="uncovered", subject="GET /d", text="is not covered", at=at(9, "elsewhere.yaml")),
    )
    lines = shown(replace(PLAIN, operations=5, left_out=notes))
    assert [line.partition("(")[2] for line in lines if "  1×  " in line] == [
        "GET /health, line 7)",
        "PUT /b, parts/books.yaml:3)",
        "GET /c)",
        "GET /d)",
    ]


def test_a_thousand_reasons_take_thirty_lines() -> None:
    notes = tuple(Note(rule=f"R{n % 4}", subject=f"tool_{n}", text=f"because of {n}" * 40) for n in range(1000))
    lines = shown(replace(PLAIN, changed=notes))
    assert len(lines) <= 30
    assert max(map(len, lines)) <= 120


def test_text_of_the_source_cannot_act_on_the_terminal() -> None:
    note = Note(rule="uncovered", subject="GET /\x1b[2J[red]x[/red]", text="a\nb")
    (line,) = (line for line in shown(replace(PLAIN, left_out=(note,))) if "uncovered" in line)
    assert "\x1b" not in line
    assert "[red]x[/red]" in line


def test_settings_stand_before_the_command() -> None:
    lines = shown(replace(PLAIN, settings=("SHOP_BASE_URL", "SHOP_TOKEN")))
    assert any(line.startswith("  SHOP_BASE_URL=… SHOP_TOKEN=… python -m shop_mcp ") for line in lines)


def test_programs_get_the_same_whole() -> None:
    closing = replace(
        PLAIN,
        source="книги.yaml",
        tools=3,
        operations=4,
        split=(SplitUp(operation="POST /pay", tools=("pay_card", "pay_cash")),),
        left_out=tuple(Note(rule="GRA005", subject=f"GET /{n}", text="a probe", at=at(n)) for n in range(1, 3)),
        changed=(Note(rule="PAR003", subject="pay_card", text="is sent", at=at(1, "gone.yaml")),),
        settings=("SHOP_TOKEN",),
        removed=("b.py",),
        kept=("c.py",),
    )
    found = Diagnostic(code="GRA004", severity=Severity.WARNING, message="many", at=at(5))
    report = told(closing, found)
    (diagnostic,) = report.pop("diagnostics")
    assert report == {
        "source": "книги.yaml",
        "folder": "out",
        "package": "shop_mcp",
        "tools": 3,
        "operations": 4,
        "split": [{"operation": "POST /pay", "tools": ["pay_card", "pay_cash"]}],
        "left_out": [
            {"operation": "GET /1", "rule": "GRA005", "reason": "a probe", "file": "api.yaml", "line": 1},
            {"operation": "GET /2", "rule": "GRA005", "reason": "a probe", "file": "api.yaml", "line": 2},
        ],
        "changed": [{"tool": "pay_card", "rule": "PAR003", "reason": "is sent", "file": "gone.yaml", "line": None}],
        "settings": ["SHOP_TOKEN"],
        "written": 3,
        "unchanged": 0,
        "removed": ["b.py"],
        "kept": ["c.py"],
    }
    assert diagnostic == json.loads(refusal_json((found,), Lines()))["diagnostics"][0]
    assert (diagnostic["code"], diagnostic["file"], diagnostic["line"]) == ("GRA004", "api.yaml", 5)


def test_a_note_that_rests_on_nothing_has_no_place() -> None:
    (note,) = told(replace(PLAIN, changed=(Note(rule="GRA001", subject="a", text="b"),)))["changed"]
    assert (note["file"], note["line"]) == (None, None)
