"""Why a tool is as it is, or why an operation became none: decisions with their places in the source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mcpgen.complaints import unknown
from mcpgen.diagnostics import Origin, SourceError, Span
from mcpgen.model.toolset import Decision, Tool, Toolset
from mcpgen.shaping.draft import LeftOut
from mcpgen.source import Sources


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """Why a tool is as it is, or why an operation became none; each decision with its place in the source."""

    subject: str
    operation: str
    tool: Tool | None
    at: Span | None
    inputs: tuple[tuple[str, Span | None], ...] = ()
    """The tool's arguments, and what each was made from."""
    decisions: tuple[tuple[Decision, Span | None], ...]


def explained(
    name: str,
    toolset: Toolset,
    left_out: Sequence[LeftOut],
    operation_ids: Mapping[str, str],
    sources: Sources,
) -> tuple[Explained, ...]:
    """What there is to say of the tool `name`, or of all that became of the operation `name`.

    `operation_ids` gives the operation of each operationId. Raises `SourceError` (`unknown-tool`).
    """
    key = operation_ids.get(name, name)
    found = [tool for tool in toolset.tools if tool.name == name]
    found = found or [tool for tool in toolset.tools if key in (tool.operation, tool.whole_operation)]
    left = [each for each in left_out if each.operation == key]
    if not found and not left:
        known = [tool.name for tool in toolset.tools] + [tool.operation for tool in toolset.tools]
        known += [*operation_ids, *(each.operation for each in left_out)]
        raise SourceError(unknown("unknown-tool", "tool or operation", name, known, "mcpgen tools lists them."))
    return (*(_of_tool(tool, sources) for tool in found), *(_of_left_out(each, sources) for each in left))


def _of_tool(tool: Tool, sources: Sources) -> Explained:
    return Explained(
        subject=tool.name,
        operation=tool.operation,
        tool=tool,
        at=_span(sources, tool.origin),
        inputs=tuple(
            (argument, _span(sources, tool.origins.get(argument)))
            for argument in tool.input_schema.get("properties", {})
        ),
        decisions=tuple((decision, _span(sources, decision.origin)) for decision in tool.decisions),
    )


def _of_left_out(left: LeftOut, sources: Sources) -> Explained:
    at = _span(sources, left.origin)
    decision = Decision(rule=left.rule, text=left.reason, origin=left.origin)
    return Explained(subject=left.operation, operation=left.operation, tool=None, at=at, decisions=((decision, at),))


def _span(sources: Sources, origin: Origin | None) -> Span | None:
    return sources.span(origin) if origin else None
