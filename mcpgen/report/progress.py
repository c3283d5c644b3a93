"""What is being done, on a terminal, once it has taken a second."""

from __future__ import annotations

from threading import Timer
from types import TracebackType
from typing import Final

from rich.console import Console
from rich.status import Status
from rich.text import Text

_DELAY: Final = 1.0


class Progress:
    """A context in which each call names the present step. Nothing is shown unless `console` is a terminal."""

    def __init__(self, console: Console, delay: float = _DELAY) -> None:
        self._status = Status("", console=console) if console.is_terminal else None
        self._timer = Timer(delay, self._status.start) if self._status else None

    def __call__(self, step: str) -> None:
        """Name the step that begins."""
        if self._status:
            self._status.update(Text(f"{step} …"))

    def __enter__(self) -> Progress:
        if self._timer:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer and self._status:
            self._timer.cancel()
            self._timer.join()
            self._status.stop()
