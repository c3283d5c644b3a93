"""Tables of tools and rules, and the account of one tool: aligned on a terminal, plain columns in a pipe."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from mcpgen.diagnostics import Span
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.toolset import Decision, Hints, Tool
from mcpgen.report.visible import visible


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTool:
    """A row: a tool, and the JSON that `tools/list` shows of it."""

    tool: Tool
    listed: JsonObject

    @property
    def tokens(self) -> int:
        """An estimate of what the tool costs a model to read."""
        return tokens(size(self.listed))


def size(value: JsonObject) -> int:
    """Bytes of compact JSON, with characters beyond ASCII as they are: what a server writes."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))


def tokens(size: int) -> int:
    """An estimate of the tokens of JSON: one for about four bytes."""
    return -(-size // 4)


def print_tools(console: Console, rows: Sequence[ListedTool]) -> None:
    """One line a tool, and what all of them cost together."""
    cells = [
        (
            Text(row.tool.name, "bold"),
            Text(row.tool.operation),
            Text(hint_words(row.tool.hints), "yellow" if row.tool.hints.destructive else "green"),
            Text(f"{row.tokens:,}".rjust(6)),
            Text(_inputs(row.tool)),
        )
        for row in rows
    ]
    _print_columns(console, ("tool", "request", "hints", "tokens", "inputs (* required)"), cells)
    total = tokens(size({"tools": [row.listed for row in rows]}))
    noun = "tool" if len(rows) == 1 else "tools"
    console.print(Text(f"\n{len(rows):,} {noun}, about {total:,} tokens to list", "bold"), soft_wrap=True)


def tools_json(rows: Iterable[ListedTool]) -> str:
    """The same as JSON: a list with one object a tool."""
    found: list[Json] = [
        {
            "name": row.tool.name,
            "title": row.tool.title,
            "operation": row.tool.operation,
            "method": row.tool.request.method,
            "path": row.tool.request.path,
            "annotations": row.listed["annotations"],
            "inputs": _arguments(row.tool),
            "required": list(row.tool.input_schema.get("required", ())),
            "tokens": row.tokens,
        }
        for row in rows
    ]
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def print_explanation(
    console: Console,
    *,
    subject: str,
    operation: str,
    at: Span | None,
    tool: Tool | None,
    inputs: Iterable[tuple[str, Span | None]],
    decisions: Iterable[tuple[Decision, Span | None]],
) -> None:
    """A tool, or an operation that became none, and each decision with its rule and its place."""
    head = Text.assemble((subject, "bold"))
    if operation != subject:
        head.append(f"  {operation}")
    if at:
        head.append(f"  {at.file}:{at.line}", "dim")
    console.print(head, soft_wrap=True, highlight=False)
    if tool is None:
        console.print(Text("became no tool", "yellow"), highlight=False)
    else:
        console.print(Text(hint_words(tool.hints)), highlight=False)
    console.print()
    arguments = [(Text(name), Text(_place(span), "dim")) for name, span in inputs]
    if arguments:
        _print_columns(console, ("input", "place"), arguments)
        console.print()
    cells = [
        (
            Text(decision.rule, "cyan"),
            Text(_place(span), "dim"),
            Text(visible(decision.text)),
        )
        for decision, span in decisions
    ]
    if cells:
        _print_columns(console, ("rule", "place", "decision"), cells)
    else:
        console.print("The manifest says all of it; nothing was decided.", soft_wrap=True, highlight=False)


def print_rules(console: Console, rows: Iterable[tuple[str, str, str, str]]) -> None:
    """One line a rule: id, name, severity, what it asks for."""
    colours = {"error": "red", "warning": "yellow", "info": "blue"}
    cells = [
        (Text(id, "bold"), Text(name), Text(severity, colours.get(severity, "")), Text(summary))
        for id, name, severity, summary in rows
    ]
    _print_columns(console, ("rule", "name", "severity", "asks for"), cells)


def print_page(console: Console, page: str) -> None:
    """A page of Markdown, laid out on a terminal, as it is in a pipe."""
    if console.is_terminal:
        console.print(Markdown(page))
    else:
        console.out(page, end="", highlight=False)


def hint_words(hints: Hints) -> str:
    """The hints as words: `read-only, idempotent`."""
    named = (
        ("read-only", hints.read_only),
        ("destructive", hints.destructive),
        ("idempotent", hints.idempotent),
        ("open-world", hints.open_world),
    )
    return ", ".join(word for word, given in named if given) or "adds"


def _print_columns(console: Console, heads: Sequence[str], rows: Sequence[Sequence[Text]]) -> None:
    """Columns that wrap inside their cells on a terminal, and keep to one line a row in a pipe."""
    if console.is_terminal:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        for index, head in enumerate(heads):
            table.add_column(head, overflow="fold", no_wrap=index == 0)
        for row in rows:
            table.add_row(*row)
        console.print(table, highlight=False)
        return
    lines = [list(heads), *([cell.plain for cell in row] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for line in lines:
        padded = "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        console.print(Text(padded.rstrip()), soft_wrap=True)


def _place(span: Span | None) -> str:
    return f"{span.file}:{span.line}" if span else ""


def _arguments(tool: Tool) -> list[str]:
    return list(tool.input_schema.get("properties", {}))


def _inputs(tool: Tool) -> str:
    required = tool.input_schema.get("required", ())
    return ", ".join(f"{name}*" if name in required else name for name in _arguments(tool))
