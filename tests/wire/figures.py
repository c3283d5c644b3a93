"""What was found in a document."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(slots=True)
class Figures:
    """What was found in one document."""

    name: str
    tools: int = 0
    calls: int = 0
    sent: int = 0
    """Calls whose request arrived."""
    accepted: int = 0
    """Requests that openapi-core accepts with nothing but its own decoders."""
    decoded: Counter[str] = field(default_factory=Counter)
    """Requests that openapi-core accepts once a decoder which it lacks has read a part of them, by its name."""
    excused: Counter[str] = field(default_factory=Counter)
    """Requests that openapi-core refuses wrongly, by the excuse."""
    misses: list[dict[str, Any]] = field(default_factory=list)
    """Requests that the document does not accept: tool, arguments, request and the judge's words."""
    silent: list[str] = field(default_factory=list)
    """Tools none of whose samples became a request, with the words of the first refusal."""
    leaves: int = 0
    seen: int = 0
    """Leaves that some request carried."""
    listed: list[str] = field(default_factory=list)
    """Leaves that none carried, and the report says so."""
    unseen: list[str] = field(default_factory=list)
    """Leaves that none carried, though an argument gives them."""
    missing: list[str] = field(default_factory=list)
    """Leaves that none carried, in silence."""
    seconds: float = 0
    nothing: str = ""
    """Why there is nothing to judge, where the document has no operation that could be called."""
    error: str = ""

    @property
    def rate(self) -> float | None:
        """The share of the requests that the document accepts, decoded and excused ones among them; None of none."""
        right = self.accepted + self.decoded.total() + self.excused.total()
        return right / self.sent if self.sent else None

    @property
    def coverage(self) -> float | None:
        """The share of the leaves that were seen or are in the report; None of none."""
        return (self.seen + len(self.listed)) / self.leaves if self.leaves else None

    @property
    def failed(self) -> bool:
        """Whether anything of the document was refused, lost in silence, or could not be judged."""
        lost = self.misses or self.silent or self.unseen or self.missing
        return bool(self.error or lost or (self.tools and not self.sent))

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        said = {each.name: getattr(self, each.name) for each in fields(self)}
        shares = {"rate": self.rate, "coverage": self.coverage}
        return {**said, **{key: None if share is None else round(share, 5) for key, share in shares.items()}}
