"""How long an API asks to wait before the next request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from math import ceil
from time import time

MOST_TRIES = 3
"""Requests that one call makes at most, the first included."""
_EPOCH = 1_000_000_000
_NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9]{1,9})?")


def wait_of(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, None where the API does not say.

    Retry-After holds seconds or a date (RFC 9110, section 10.2.3); without it counts when the limit
    of requests is lifted, in seconds or as a time since 1970.
    """
    asked = headers.get("retry-after", "").strip()
    if _NUMBER.fullmatch(asked):
        return float(asked)
    if asked:
        return _until(asked, headers.get("date", ""))
    for name in ("ratelimit-reset", "x-ratelimit-reset", "x-rate-limit-reset"):
        reset = headers.get(name, "").strip()
        if _NUMBER.fullmatch(reset):
            value = float(reset)
            return max(0.0, value - time()) if value > _EPOCH else value
    return None


def said_wait(seconds: float | None) -> str:
    """The next step after a wait of so many seconds, '' where none is known."""
    if seconds is None:
        return ""
    return f"Wait {ceil(seconds)} seconds, then try again." if seconds else "Try again."


def _until(date: str, now: str) -> float | None:
    """Seconds until an HTTP date, by the API's own clock where it tells the time."""
    try:
        then = parsedate_to_datetime(date).timestamp()
        begin = parsedate_to_datetime(now).timestamp() if now else time()
    except (ValueError, TypeError, OverflowError):
        return None
    return max(0.0, then - begin)
