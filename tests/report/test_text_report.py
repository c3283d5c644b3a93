"""What people see: places, frames, hints, many diagnostics, terminals and pipes."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from mcpgen.diagnostics import Diagnostic, Origin, Severity, Span
from mcpgen.report import summarize, write_text
from mcpgen.report.frame import frame
from mcpgen.report.text import MANY, PER_CODE

TEXT = "server:\n  name: shop\ntools:\n  - name: userInfo\n    title: User\n"


class Files:
    """A locator over texts; the pointer's first step is the line, its second the column."""

    def __init__(self, **texts: str) -> None:
        self._texts = texts

    def span(self, origin: Origin) -> Span | None:
        if origin.file not in self._texts or not origin.pointer:
            return None
        line, column = (int(step) for step in origin.pointer)
        return Span(file=origin.file, line=line, column=column, length=4)

    def text(self, file: str) -> str | None:
        return self._texts.get(file)


FILES = Files(api=TEXT)


def problem(at: Any = None, **changed: Any) -> Diagnostic:
    values = {
        "code": "NAM001",
        "severity": Severity.ERROR,
        "message": "`userInfo` does not begin with a verb.",
        **changed,
    }
    return Diagnostic(at=at, **values)


def shown(*diagnostics: Diagnostic, files: Files = FILES, **more: Any) -> str:
    out = io.StringIO()
    write_text(diagnostics, files, out, **more)
    return out.getvalue()


def on_terminal(*diagnostics: Diagnostic, width: int = 60, files: Files = FILES) -> str:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=width, color_system="standard", legacy_windows=False)
    write_text(diagnostics, files, console)
    return out.getvalue()


def test_a_diagnostic_has_a_place_a_frame_and_a_hint() -> None:
    at = Origin(file="api", pointer=(4, 5))
    assert shown(problem(at, hint="Try `get_user_info`."), tools=1) == (
        "api:4:5  NAM001 error  `userInfo` does not begin with a verb.\n"
        "  3 │ tools:\n"
        "  4 │   - name: userInfo\n"
        "    │     ^^^^\n"
        "  5 │     title: User\n"
        "  hint: Try `get_user_info`.\n"
        "\n"
        "1 error in 1 tool\n"
    )


@pytest.mark.parametrize(
    ("at", "place"),
    [
        (None, "NAM001 error"),
        (Origin(file="gone", pointer=("paths", "/a~b", 0)), "gone#/paths/~1a~0b/0  NAM001"),
        (Origin(file="gone"), "gone  NAM001"),
        (Span(file="api", line=99, column=1), "api:99:1  NAM001"),
        (Span(file="gone", line=2, column=1), "gone:2:1  NAM001"),
    ],
)
def test_where_no_line_is_known_there_is_no_frame(at: Any, place: str) -> None:
    text = shown(problem(at))
    assert text.startswith(place)
    assert "^" not in text


def test_the_subject_is_said_unless_the_message_says_it() -> None:
    assert "(GET /books)" in shown(problem(subject="GET /books"))
    assert "(userInfo)" not in shown(problem(subject="userInfo"))


@pytest.mark.parametrize(
    ("severities", "tools", "line"),
    [
        ([Severity.ERROR, Severity.ERROR, Severity.WARNING], 12, "2 errors, 1 warning in 12 tools"),
        ([Severity.INFO], None, "1 note"),
        ([], 3, "no findings in 3 tools"),
        ([], None, "no findings"),
    ],
)
def test_the_last_line_counts(severities: list[Severity], tools: int | None, line: str) -> None:
    diagnostics = [problem(severity=severity) for severity in severities]
    assert shown(*diagnostics, tools=tools).splitlines()[-1] == line
    assert str(summarize(diagnostics, tools)) == line


def test_many_diagnostics_are_brief_and_capped_per_code() -> None:
    at = Origin(file="api", pointer=(4, 5))
    others = [problem(at, code="PAR001", message=f"no {i}") for i in range(MANY)]
    text = shown(*others, problem(at), problem(at))
    assert "│" not in text
    assert text.count("PAR001 error") == PER_CODE
    assert f"… and {MANY - PER_CODE} more PAR001\n" in text
    assert "more NAM001" not in text
    assert text.endswith(f"{MANY + 2} errors\n")
    assert "│" in shown(*others[:MANY])


def test_markup_escapes_and_hidden_characters_are_shown_not_obeyed() -> None:
    files = Files(api="a\n\tb: [red]x\u202e\x1b[31m\n")
    text = shown(
        problem(Span(file="api", line=2, column=5), message="[bold]\x1b[2J", hint="line\none\u200b", subject="\u202e"),
        files=files,
    )
    assert "[bold]<U+001B>[2J" in text
    assert "→b: [red]x<U+202E><U+001B>[31m" in text
    assert "line<U+000A>one<U+200B>" in text
    assert all(line.isprintable() for line in text.splitlines())


def test_the_mark_stands_below_the_place_for_wide_and_invisible_characters() -> None:
    line = "\t名前\u200b: x"
    place, mark = frame([line], Span(file="f", line=1, column=line.index("x") + 1), 80)
    assert place.text == "→名前<U+200B>: x"
    assert mark.text == " " * (1 + 4 + 8 + 2) + "^"


@pytest.mark.parametrize("column", [1, 500, 1_000, 5_000])
def test_long_lines_are_cut_around_the_place(column: int) -> None:
    line = "a" * (column - 1) + "X" + "b" * (1_000 - column)
    place, mark = frame([line], Span(file="f", line=1, column=column), 60)
    assert len(place.text) <= 60
    assert place.text[mark.text.index("^")] == "X"


def test_neighbours_are_shown_as_far_as_they_fit() -> None:
    before, _, _ = frame(["n" * 100, "x"], Span(file="f", line=2, column=1), 60)
    assert before.text == "n" * 58 + "…"


def test_frames_leave_out_blank_neighbours_and_take_windows_line_ends() -> None:
    text = shown(problem(Span(file="api", line=2, column=1)), files=Files(api="a\r\nb\r\n\r\n"))
    assert text.splitlines()[1:4] == ["  1 │ a", "  2 │ b", "    │ ^"]


def test_colours_and_width_are_the_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    at = Origin(file="api", pointer=(4, 5))
    coloured = on_terminal(problem(at, hint="word " * 30), width=40)
    assert "\x1b[1;31m" in coloured
    hints = [line for line in coloured.splitlines() if "word" in line]
    assert len(hints) > 3
    monkeypatch.setenv("NO_COLOR", "1")
    assert "31m" not in on_terminal(problem(at))
    assert "\x1b" not in shown(problem(at))


def test_streams_that_cannot_say_everything_get_a_question_mark() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    write_text([problem(Span(file="api", line=1, column=1), message="naïve")], FILES, out)
    out.flush()
    assert b"na?ve" in out.buffer.getvalue()


@settings(max_examples=60, deadline=None)
@given(
    st.text(st.characters(), max_size=200),
    st.integers(-2, 12),
    st.integers(-2, 250),
    st.integers(-1, 300),
    st.integers(1, 90),
)
def test_any_text_and_place_can_be_shown(text: str, line: int, column: int, length: int, width: int) -> None:
    at = Span(file="api", line=line, column=column, length=length)
    lines = frame(text.split("\n"), at, width)
    assert all(part.text.isprintable() for part in lines)
    assert shown(problem(at, message=text), files=Files(api=text)).endswith("1 error\n")
