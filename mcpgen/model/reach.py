"""What the references of a source may lead to: the user's choice, which reading keeps to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Files below `folder` (None: that of the source), and public hosts of the network if `remote`."""

    folder: Path | None = None
    remote: bool = False
