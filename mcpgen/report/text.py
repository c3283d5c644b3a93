"""Diagnostics as text, for people: one line each, a code frame, a hint, and a summary at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import IO, Final

from rich.console import Console
from rich.text import Text

from mcpgen.diagnostics import Diagnostic, Locator, Origin, Severity, Span, located
from mcpgen.report.frame import frame
from mcpgen.report.summary import summarize
from mcpgen.report.visible import visible

MANY: Final = 50
"""More diagnostics than this are shown without frames, and at most `PER_CODE` of each code."""
PER_CODE: Final = 10
PIPE_WIDTH: Final = 120

_STYLES: Final = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}


def write_text(
    diagnostics: Sequence[Diagnostic], locator: Locator, out: Console | IO[str], *, tools: int | None = None
) -> None:
    """Writes the diagnostics in their order, then one line that counts them.

    `out` is a stream, or a console that decides on width and colours itself; on a stream there are colours only when
    it is a terminal and NO_COLOR is not set. `tools` is how many tools were looked at.
    """
    console = out if isinstance(out, Console) else Console(file=out, highlight=False)
    writer = _Writer(console, locator, brief=len(diagnostics) > MANY)
    for diagnostic in diagnostics:
        writer.write(located(diagnostic, locator))
    writer.write_left_out()
    _print(console, Text(str(summarize(diagnostics, tools)), style="bold"))


class _Writer:
    """Writes one diagnostic after the other; knows the lines of files already split, and how many of a code are out."""

    def __init__(self, console: Console, locator: Locator, *, brief: bool) -> None:
        self._console = console
        self._locator = locator
        self._brief = brief
        self._lines: dict[str, list[str]] = {}
        self._seen: Counter[str] = Counter()

    def write(self, diagnostic: Diagnostic) -> None:
        self._seen[diagnostic.code] += 1
        if self._brief and self._seen[diagnostic.code] > PER_CODE:
            return
        _print(self._console, _headline(diagnostic))
        if not self._brief and isinstance(diagnostic.at, Span):
            self._write_frame(diagnostic.at, _STYLES[diagnostic.severity])
        if diagnostic.hint:
            self._write_hint(visible(diagnostic.hint))
        if not self._brief:
            _print(self._console, Text())

    def write_left_out(self) -> None:
        left = {code: count - PER_CODE for code, count in self._seen.items() if self._brief and count > PER_CODE}
        for code, count in left.items():
            _print(self._console, Text(f"… and {count:,} more {visible(code)}", style="dim"))
        if left:
            _print(self._console, Text())

    def _write_hint(self, hint: str) -> None:
        first, following = "  hint: ", " " * 8
        wrapped = Text(hint).wrap(self._console, max(self._wrap_width() - len(first), 20))
        for index, line in enumerate(wrapped):
            _print(self._console, Text(f"{following if index else first}{line.plain}", style="green"))

    def _write_frame(self, span: Span, style: str) -> None:
        gutter = len(str(span.line + 1)) + 2
        for line in frame(self._lines_of(span.file), span, self._wrap_width() - gutter - 3):
            number = f"{line.number or '':>{gutter}}"
            text = Text(f"{number} │ ", style="dim")
            text.append(line.text, style=style if line.number is None else "")
            text.rstrip()
            _print(self._console, text)

    def _lines_of(self, file: str) -> list[str]:
        if file not in self._lines:
            self._lines[file] = [line.removesuffix("\r") for line in (self._locator.text(file) or "").split("\n")]
        return self._lines[file]

    def _wrap_width(self) -> int:
        """The terminal's width; one fixed width for files and pipes, so that output does not depend on who runs it."""
        return self._console.width if self._console.is_terminal else PIPE_WIDTH


def _headline(diagnostic: Diagnostic) -> Text:
    """`api.yaml:3:9  NAM001 error  message  (tool)`."""
    text = Text()
    if diagnostic.at is not None:
        text.append(f"{_place(diagnostic.at)}  ", style="bold")
    text.append(visible(diagnostic.code), style="bold")
    text.append(f" {diagnostic.severity}", style=_STYLES[diagnostic.severity])
    text.append(f"  {visible(diagnostic.message)}")
    if diagnostic.subject and diagnostic.subject not in diagnostic.message:
        text.append(f"  ({visible(diagnostic.subject)})", style="dim")
    return text


def _place(at: Origin | Span) -> str:
    """`file:line:column`, or the file and a JSON pointer where no line is known (RFC 6901)."""
    if isinstance(at, Span):
        return visible(str(at))
    steps = "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in at.pointer)
    return visible(f"{at.file}#{steps}" if steps else at.file)


def _print(console: Console, text: Text) -> None:
    """Prints a line whole: no markup, no wrapping in the middle of a path; what the stream cannot say is replaced."""
    encoding = console.encoding or "utf-8"
    plain = text.plain.encode(encoding, "replace").decode(encoding)
    if plain != text.plain:
        text = Text(plain, style=text.style)
    console.print(text, soft_wrap=True, highlight=False, markup=False, emoji=False)
