"""How many calls may be made, and how many at once."""

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

import anyio

from .errors import RESOURCE_EXHAUSTED, USER_RATE_LIMITED, CallFailed

AT_ONCE = 10
WAITING = 50
MINUTE = 60.0


class Limits:
    """Bounds the calls of one process: `per_minute` (0: any number), ten at once, fifty waiting."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._started: deque[float] = deque()
        self._turns = anyio.Semaphore(AT_ONCE)
        self._begun = 0

    @asynccontextmanager
    async def call(self) -> AsyncIterator[None]:
        """Waits for its turn. Raises CallFailed when there are too many calls."""
        self._count()
        if self._begun >= AT_ONCE + WAITING:
            text = "This server has too many calls at once. Wait for the others, then try again."
            raise CallFailed(text, RESOURCE_EXHAUSTED)
        self._begun += 1
        try:
            async with self._turns:
                yield
        finally:
            self._begun -= 1

    def _count(self) -> None:
        if not self._per_minute:
            return
        now = monotonic()
        while self._started and now - self._started[0] >= MINUTE:
            self._started.popleft()
        if len(self._started) >= self._per_minute:
            wait = int(MINUTE - (now - self._started[0])) + 1
            text = (
                f"This server allows {self._per_minute} calls a minute."
                f" Wait {wait} seconds, then try again."
            )
            raise CallFailed(text, USER_RATE_LIMITED)
        self._started.append(now)
