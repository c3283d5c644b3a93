"""Bounds for what runs in this process: seconds of the processor, as other work may slow the clock, and memory."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SECONDS: Final = 10
BYTES: Final = 4 * 2**30


class OutOfTime(Exception):
    """The time is over; the text says where."""


class _Alarm(BaseException):
    """The same on its way out: no `except Exception` takes it for a fault of its own."""


@contextmanager
def bounded() -> Iterator[None]:
    """What runs in it ends with `OutOfTime` after `SECONDS`, and with MemoryError where it wants more than `BYTES`."""

    def stop(_: int, frame: FrameType | None) -> None:
        raise _Alarm(f"{SECONDS} s, in {frame.f_code.co_qualname}:{frame.f_lineno}" if frame else f"{SECONDS} s")

    before = signal.signal(signal.SIGPROF, stop)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, hard))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    late = ""
    try:
        yield
    except _Alarm as alarm:
        late = str(alarm)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    if late:
        raise OutOfTime(late)
