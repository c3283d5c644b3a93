"""Fields that null, or an empty text, takes away, and the argument that names them: `clear_fields`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcpgen.shaping.draft import Argument
from mcpgen.shaping.tree import Node
from mcpgen.shaping.unions import EMPTY

_BLANK_KINDS = ("form", "json")
"""Bodies that an empty text can be written in for what is no text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clearing:
    """Which fields of one body can be cleared."""

    changes: bool
    """Whether the operation changes what is there, so that a field left out keeps its value."""
    kind: str
    """The kind of the body, as `body_kind` calls it."""

    def clears(self, leaf: Node) -> bool:
        """Whether null, or an empty text, takes away what a field holds."""
        return self.changes and not leaf.required and (leaf.schema.nullable or self.blanks(leaf))

    def blanks(self, leaf: Node) -> bool:
        """Whether an empty text, which the field cannot be otherwise, takes away what it holds, and null does not."""
        told = EMPTY in leaf.dropped and not leaf.schema.nullable and not leaf.required
        return told and self.changes and self.kind in _BLANK_KINDS

    def offered(self, leaf: Node) -> Node:
        """A place without the empty text that clears it, which is asked for apart."""
        return replace(leaf, dropped=tuple(d for d in leaf.dropped if d != EMPTY)) if self.blanks(leaf) else leaf


def clear_fields(names: Sequence[str], *, blank: bool) -> Argument:
    """The argument that names the arguments to clear; `blank`: some of them by an empty text."""
    what = "clear" if blank else "set to null"
    return Argument(
        name="clear_fields",
        schema={"type": "array", "items": {"type": "string", "enum": [*names]}, "uniqueItems": True},
        description=f"Names of fields to {what}; leave a field out to keep its value.",
        wire="body:",
    )
