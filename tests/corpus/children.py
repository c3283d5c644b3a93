"""Child processes with their time, their memory, and an end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Timer
from typing import IO, Final

_UNITS_IN_A_MEGABYTE: Final = 1024 * 1024 if sys.platform == "darwin" else 1024
"""`ru_maxrss` counts kilobytes on Linux, bytes on macOS."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A child that has ended. `code` is its exit code, below zero the signal that ended it."""

    code: int
    seconds: float = 0
    megabytes: float = 0
    """The peak of the largest process among the child and those that it waited for."""
    output: str = ""
    errors: str = ""
    late: bool = False
    """It took longer than it may, and was killed."""


class Children:
    """Runs children, each in a process group of its own, so that one that is killed leaves no processes behind."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._running: set[int] = set()
        self._lock = Lock()

    def run(self, command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> Ended:
        """Runs a command without standard input to its end; kills it after the seconds that a child may take."""
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            start = time.monotonic()
            process = subprocess.Popen(
                command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, process_group=0
            )
            with self._lock:
                self._running.add(process.pid)
            late = Event()
            timer = Timer(self._seconds, self._expire, (process.pid, late))
            timer.daemon = True
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.monotonic() - start
            with self._lock:
                self._running.discard(process.pid)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            return Ended(
                code=process.returncode,
                seconds=seconds,
                megabytes=usage.ru_maxrss / _UNITS_IN_A_MEGABYTE,
                output=_text(output),
                errors=_text(errors),
                late=late.is_set(),
            )

    def end(self) -> None:
        """Kills every child that is running."""
        with self._lock:
            for group in self._running:
                _kill(group)

    def _expire(self, group: int, late: Event) -> None:
        with self._lock:
            if group in self._running:
                late.set()
                _kill(group)


def _kill(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")
