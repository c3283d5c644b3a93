"""The closing lines stay a screenful, whatever the size of the API, and say why."""

from __future__ import annotations

import io
from dataclasses import replace

from rich.console import Console

from mcpgen.report.closing import Closing, Note, print_closing

PLAIN = Closing(source="api.yaml", folder="out", module="shop_mcp", tools=1, operations=1, written=3, unchanged=0)


def shown(closing: Closing) -> list[str]:
    stream = io.StringIO()
    print_closing(Console(file=stream, width=40), closing)
    return stream.getvalue().splitlines()


def test_nothing_to_tell() -> None:
    lines = shown(PLAIN)
    assert lines[0] == "✓ 1 tool from api.yaml in out (3 files written)"
    assert not any(line.startswith(("Left out", "Changed")) for line in lines)


def test_what_happened_to_files() -> None:
    assert "(nothing has changed)" in shown(replace(PLAIN, written=0, unchanged=50))[0]
    lines = shown(replace(PLAIN, written=1, unchanged=2, removed=1, kept=("a.py", "b.py", "c.py", "d.py")))
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
