"""What a user decides about linting, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mcpgen.diagnostics import Severity
from mcpgen.model.toolset import Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class Excuse:
    """One tool that may break one rule, and why."""

    tool: str
    rule: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LintSettings:
    """Which rules apply and how much they matter.

    `select` and `ignore` hold ids (`NAM001`) or families (`NAM`); an empty `select` means all rules, and `ignore` wins.
    `severity` maps ids or families to the severity of all their findings; an id wins over its family.
    """

    profile: Profile = Profile.CONNECTED_APPS
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    excuses: tuple[Excuse, ...] = ()
