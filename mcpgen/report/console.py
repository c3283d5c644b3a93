"""The consoles everything is printed on: colours on a terminal only, and not where NO_COLOR is set."""

from __future__ import annotations

from rich.console import Console


class StandardConsole(Console):
    """Standard output, or standard error; a reader that has left is an error for the caller to handle."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False)

    def on_broken_pipe(self) -> None:
        """Raises BrokenPipeError, where rich would end the process."""
        raise BrokenPipeError
