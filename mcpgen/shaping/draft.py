"""The value that the passes hand on: each pass fills in a part of every draft, or moves a draft to what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from mcpgen.diagnostics import Diagnostic, Origin
from mcpgen.model.api import Api, MediaType, Operation
from mcpgen.model.binding import Request, Result
from mcpgen.model.json import JsonObject
from mcpgen.model.schema import Schema
from mcpgen.model.toolset import Decision, Hints
from mcpgen.shaping.bundle import Definitions
from mcpgen.shaping.detail import FULL, Detail
from mcpgen.shaping.kinds import Kind
from mcpgen.shaping.options import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One input of a tool. `schema` is without its description; `wire` says where it goes (`body:/price/amount`)."""

    name: str
    schema: JsonObject
    description: str = ""
    required: bool = False
    wire: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    """(value, meaning) of its enum, where the source says."""
    note: str = ""
    """What its schema does not list: a sentence that its description ends with."""
    or_null: bool = False
    """Whether null is sent when it is left out."""
    source: str = ""
    """The tool that returns values for it (PAR009), '' where none is known."""
    stands_for: Schema | None = None
    """The schema it was made from."""
    origin: Origin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A tool in the making. `variant` is the label of a split operation's branch, '' for a whole operation."""

    operation: Operation
    variant: str = ""
    kind: Kind | None = None
    """What sets it apart from its siblings."""
    media: MediaType | None = None
    """The representation of the body that is sent."""
    detail: Detail = FULL
    """How much of the operation is shown."""
    name: str = ""
    title: str = ""
    description: str = ""
    arguments: tuple[Argument, ...] = ()
    request: Request | None = None
    result: Result | None = None
    hints: Hints | None = None
    output_schema: JsonObject | None = None
    decisions: tuple[Decision, ...] = ()

    @property
    def key(self) -> str:
        """`POST /payments`, or `POST /payments#card` for a variant."""
        return f"{self.operation.key}#{self.variant}" if self.variant else self.operation.key

    def decided(self, rule: str, text: str, origin: Origin | None = None) -> Draft:
        """The draft with one more decision to explain."""
        return replace(self, decisions=(*self.decisions, Decision(rule=rule, text=text, origin=origin)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """An operation that became no tool, and why. `rule` is a rule id or a condition's name."""

    operation: str
    rule: str
    reason: str
    origin: Origin
    same_as: str = ""
    """The operation whose tool does the same, '' where none does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafts:
    """All drafts of a run, in the order of the source."""

    api: Api
    options: Options
    pinned: Mapping[str, str] = field(default_factory=dict)
    """Names that tools had before, which stay, by operation or variant."""
    drafts: tuple[Draft, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    definitions: Definitions | None = None
    """The schemas that checks of bodies refer to, as far as they are bound."""
    around: tuple[Draft, ...] = ()
    """All tools, finished, where `drafts` are only some of them."""
    diagnostics: tuple[Diagnostic, ...] = ()
