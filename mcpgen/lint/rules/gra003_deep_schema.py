"""GRA003."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mcpgen.diagnostics import Pointer, Severity
from mcpgen.lint.parameters import Node, nodes, type_of
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject, quoted

_BUDGET: Final = 12
"""How many properties an object argument may list (flat ones, as an argument of its own is worth it)."""


@tool_rule("GRA003", "deep-schema", Severity.ERROR)
def deep_schema(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """A tool's input is flat.

    ## What it does
    Reports a parameter with an object inside an object (error), and an object of more than 12 properties (warning). An
    object of up to 12 plain values, and a list of such objects, are fine.

    ## Why
    The deeper a value stands, the more often a model leaves a level out or puts a value one level too high. Deep
    nesting is also the sign of a tool that is too broad.

    ## Bad
    ```yaml
    tools:
      - name: create_order
        inputSchema:
          type: object
          required: [customer]
          properties:
            customer:
              type: object
              description: Who ordered.
              properties:
                address:
                  type: object
                  description: Where the parcel goes.
                  properties:
                    city: {type: string, description: Town or village.}
    ```

    ## Good
    ```yaml
    tools:
      - name: create_order
        inputSchema:
          type: object
          required: [delivery_city, lines]
          properties:
            delivery_city: {type: string, description: Town or village that the parcel goes to.}
            lines:
              type: array
              description: What was ordered.
              items:
                type: object
                properties:
                  isbn: {type: string, description: The book.}
                  copies: {type: integer, description: "How many, 1 to 50."}
    ```
    """
    reported: set[Pointer] = set()
    for node in nodes(tool):
        size = len(_properties(node))
        if not size or node.top in reported:
            continue
        what = f"Parameter {quoted(str(node.top[-1]))} of {tool.label}"
        if _is_inner(node):
            reported.add(node.top)
            yield Finding(
                at=tool.at(*node.top),
                message=f"{what} nests objects: {quoted(node.path)}.",
                hint=f"Make the inner values parameters of their own: {quoted(_flat(node.path))}.",
            )
        elif size > _BUDGET:
            reported.add(node.top)
            yield Finding(
                at=tool.at(*node.top),
                message=f"{what} is an object of {size} properties.",
                hint="Make the most needed ones parameters of their own and leave out the rest.",
                severity=Severity.WARNING,
            )


def _is_inner(node: Node) -> bool:
    """True for an object that stands in a property of a parameter, in the items of a list there included."""
    return node.level > 1 or (node.level == 1 and node.name != "")


def _flat(path: str) -> str:
    return path.replace("[]", "").replace(".", "_") + "_…"


def _properties(node: Node) -> Mapping[str, object]:
    found = node.shape.get("properties")
    return found if isinstance(found, Mapping) and type_of(node.shape) in ("object", "") else {}
