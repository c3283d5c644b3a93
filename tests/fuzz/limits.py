"""Bounds for what runs in this process: seconds, and bytes of memory."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SECONDS: Final = 10
BYTES: Final = 4 * 2**30


class OutOfTime(BaseException):
    """The time is over. No `except Exception` on the way takes it for a fault of its own."""


@contextmanager
def bounded() -> Iterator[None]:
    """What runs in it fails with `OutOfTime` after `SECONDS`, and with MemoryError where it wants more than `BYTES`."""

    def stop(_: int, frame: FrameType | None) -> None:
        raise OutOfTime(f"after {SECONDS} s in {frame.f_code.co_qualname}:{frame.f_lineno}" if frame else "")

    before = signal.signal(signal.SIGALRM, stop)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, hard))
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
