"""Tool annotations by what an operation does: its method, the verbs that it says, what it reaches (ANN001–004)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from mcpgen.model.api import Operation
from mcpgen.model.schema import Schemas
from mcpgen.model.toolset import Decision, Hints, Profile
from mcpgen.shaping.acts import acts
from mcpgen.shaping.asked import asked
from mcpgen.shaping.changes import is_idempotent, only_adds
from mcpgen.shaping.reaching import reaches_out
from mcpgen.shaping.reads import reads


def hints(
    operation: Operation, *, name: str, profile: Profile, fixed: Sequence[str] = (), schemas: Schemas | None = None
) -> tuple[Hints, tuple[Decision, ...]]:
    """The four hints of a tool and why each is as it is.

    `name` is the tool's name (its first word the verb); `fixed` are selector values that a variant sends always;
    without `schemas`, what references point to is not looked at.

    Read-only: safe methods unless name, id, path or text say that they write (`GET /logout`), and POST where they say
    that it only asks (search, validate, "returns …") and nothing is created. Destructive: every write with
    `connected-apps`, where it asks the user to confirm; with `mcp` not what only adds. Idempotent: by method and verb.
    Open-world: what people, the public, money or other systems notice.
    """
    said = acts(operation, name, fixed)
    inputs = asked(operation, schemas)
    read_only, why = reads(operation, said, inputs)
    reach = reaches_out(operation, said, inputs, read_only)
    adds, how = (True, "") if read_only else only_adds(operation, said, inputs)
    found = Hints(
        read_only=read_only,
        destructive=not read_only and _destructive(profile, adds),
        idempotent=read_only or is_idempotent(operation, said, inputs, schemas, reach),
        open_world=bool(reach),
    )
    origin = operation.origin
    reasons = [Decision(rule="ANN002", text=f"{'Read-only' if read_only else 'Writes'}: {why}.", origin=origin)]
    if not read_only:
        reasons.append(Decision(rule="ANN003", text=_why_destructive(profile, adds, how), origin=origin))
    if reach:
        reasons.append(Decision(rule="ANN004", text=f"Reaches beyond the service: {reach}.", origin=origin))
    return found, tuple(reasons)


def _destructive(profile: Profile, adds: bool) -> bool:
    match profile:
        case Profile.CONNECTED_APPS:
            return True
        case Profile.MCP:
            return not adds
        case _:
            assert_never(profile)


def _why_destructive(profile: Profile, adds: bool, how: str) -> str:
    if profile is Profile.CONNECTED_APPS:
        return "Destructive: whatever writes is confirmed by the user."
    return f"Not destructive: {how}." if adds else f"Destructive: {how}."
