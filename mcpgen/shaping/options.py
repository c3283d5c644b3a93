"""What a person may ask of shaping."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mcpgen.model.toolset import Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Choices of one run; the defaults are what `mcpgen generate` does without flags.

    `operations` are globs over the operation key (`GET /books*`) and the operationId; an operation must match one of
    them, carry one of `tags`, and none of `exclude_tags`; an empty tuple selects everything.
    """

    profile: Profile | None = None
    """None: what `shaped_for` says."""
    name: str = ""
    tags: tuple[str, ...] = ()
    exclude_tags: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    """Globs like those of `operations`: what is internal by GRA005 or does the same as another, and is wanted."""
    base_url: str = ""
    max_arguments: int = 24
    names_from: Path | None = None
    """An `mcpgen.lock` or a manifest, whose names of tools stay; None: those of the output folder, if it has any."""

    @property
    def shaped_for(self) -> Profile:
        """The profile of the run: the one asked for, else `connected-apps`."""
        return self.profile or Profile.CONNECTED_APPS
