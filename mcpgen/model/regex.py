"""Regular expressions of Python's, parsed; the one place that asks `re` for its own parse."""

from __future__ import annotations

import re
import warnings
from re import _parser
from typing import Any


def parsed(pattern: str) -> list[tuple[str, Any]]:
    """What `re` makes of a pattern: the name of each operation, with its arguments as `re` has them.

    Raises:
        ValueError: Python does not read the pattern, or will read it otherwise one day (a set in a set).
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)
            re.compile(pattern, re.ASCII)  # as servers read it
            return operations(_parser.parse(pattern))
    except (re.error, OverflowError, RecursionError, FutureWarning) as error:
        raise ValueError(str(error)) from error


def operations(inner: Any) -> list[tuple[str, Any]]:
    """The operations in the argument of another one, such as a group's or a repeat's."""
    return [(str(operation), value) for operation, value in inner]
