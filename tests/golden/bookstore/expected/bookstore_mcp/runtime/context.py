"""Signals that the host application sends with a call; the model never sees them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The signals of one call; None where the host sent none."""

    locale: str | None = None
    """A language tag: `en-GB`."""
    coarse_location: str | None = None
    """`latitude,longitude`."""
    fine_location: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Headers of the caller's own request that go on to the API, names in lower case."""

    @classmethod
    def read(
        cls, meta: Mapping[str, Any] | None, headers: Mapping[str, str] | None = None
    ) -> Context:
        """The signals in the `_meta` of a call; those not understood are ignored."""
        signals = meta or {}
        return cls(
            headers=headers or {},
            locale=_locale(signals.get("user_locale")),
            coarse_location=_location(signals.get("current_user_location_coarse")),
            fine_location=_location(signals.get("current_user_location_fine")),
        )


def _locale(signal: Any) -> str | None:
    if not isinstance(signal, Mapping):
        return None
    parts = [signal.get("language_code"), signal.get("region_code")]
    tag = "-".join(part for part in parts if isinstance(part, str) and part)
    return tag if re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", tag) else None


def _location(signal: Any) -> str | None:
    if not isinstance(signal, Mapping):
        return None
    place = [signal.get("latitude_degrees"), signal.get("longitude_degrees")]
    if any(isinstance(p, bool) or not isinstance(p, int | float) for p in place):
        return None
    return f"{place[0]},{place[1]}"
