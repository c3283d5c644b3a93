"""JSON values, and the sentinel that tells an absent value from null."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, Literal, TypeAlias

Json: TypeAlias = Any
"""None, bool, int, float, str, a list of these or a dict from str to these. Treated as immutable everywhere."""

JsonObject: TypeAlias = Mapping[str, Any]


class Unset(Enum):
    """The type of `UNSET`; an enum, so that mypy narrows `is UNSET`."""

    UNSET = "unset"

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> Literal[False]:
        return False


UNSET: Final = Unset.UNSET
"""Stands where nothing was given, so that null can be a value."""
