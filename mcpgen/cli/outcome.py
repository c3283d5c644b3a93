"""How a command ends: its exit code, and what it says when it cannot do what it was asked.

0: done, warnings are shown. 1: findings with `lint` or `--strict`, or no tools. 2: bad input or usage, or a fault of
mcpgen itself. 130: interrupted. 141: nobody reads the output any more.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from mcpgen.diagnostics import Diagnostic, Locator, Origin, Severity, SourceError, Span
from mcpgen.write import OutputError

if TYPE_CHECKING:
    from rich.console import Console

    from mcpgen.report.progress import Progress

DONE: Final = 0
FINDINGS: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

NO_OPERATIONS: Final = "openapi-no-operations"
"""The code of a document that is sound, but makes no tools."""
MOST_FILES: Final = 6
"""How many files in the way are named."""


class Show(Protocol):
    """Tells a person, or a program, what is wrong."""

    def __call__(
        self, diagnostics: Sequence[Diagnostic], locator: Locator | None = None, *, most: int | None = None
    ) -> None: ...


def guarded(command: Callable[[], int], show: Show) -> int:
    """The exit code of a command, whatever happens in it; `show` is told what went wrong."""
    try:
        code = command()
        sys.stdout.flush()
        return code
    except SourceError as error:
        show(error.diagnostics, error.locator)
        return FINDINGS if any(found.code == NO_OPERATIONS for found in error.diagnostics) else BAD_INPUT
    except OutputError as error:
        show(error.diagnostics, most=MOST_FILES)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return BROKEN_PIPE
    except Exception as error:
        if os.environ.get("MCPGEN_DEBUG"):
            raise
        show((_internal(error),))
        return BAD_INPUT


def console(*, stderr: bool = False) -> Console:
    from mcpgen.report.console import StandardConsole

    return StandardConsole(stderr=stderr)


def progress() -> Progress:
    from mcpgen.report.progress import Progress

    return Progress(console(stderr=True))


def show(diagnostics: Sequence[Diagnostic], locator: Locator | None = None, *, most: int | None = None) -> None:
    """Prints diagnostics on stderr, no more than `most`; nothing where there are none."""
    if diagnostics:
        from mcpgen.report import write_text

        shown = diagnostics[:most]
        write_text(shown, locator or _Nowhere(), console(stderr=True))
        if len(shown) < len(diagnostics):
            sys.stderr.write(f"… and {len(diagnostics) - len(shown)} more\n")


def show_json(diagnostics: Sequence[Diagnostic], locator: Locator | None = None, *, most: int | None = None) -> None:
    """Prints diagnostics on stdout as JSON, all of them: a program has no screen to fill."""
    from mcpgen.report.closing_json import refusal_json

    sys.stdout.write(refusal_json(diagnostics, locator or _Nowhere()))


class _Nowhere:
    """The locator of diagnostics that are not about a source."""

    def span(self, origin: Origin) -> Span | None:
        return None

    def text(self, file: str) -> str | None:
        return None


def _internal(error: Exception) -> Diagnostic:
    """A fault of mcpgen: the kind of the error and the line that raised it."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    place = f" at {Path(last.tb_frame.f_code.co_filename).name}:{last.tb_lineno}" if last else ""
    return Diagnostic(
        code="internal-error",
        severity=Severity.ERROR,
        message=f"mcpgen failed: {type(error).__name__}{place}. This is a fault of mcpgen, not of the input.",
        hint="Please report it, with the command and the document if you can; MCPGEN_DEBUG=1 shows the traceback.",
    )
