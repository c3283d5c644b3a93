"""PAR004."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcpgen.diagnostics import Severity
from mcpgen.lint.identifiers import identifies
from mcpgen.lint.parameters import Node, parameters, resolve, type_of
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject, quoted
from mcpgen.model.json import JsonObject


@tool_rule("PAR004", "string-id", Severity.ERROR)
def string_id(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """Identifiers are strings.

    ## What it does
    Reports parameters of type integer or number that identify something: those whose name ends in id, ids, pk, uid,
    gid or uuid, and those whose description begins with "ID of". Lists of them count. Sizes, pages, versions, fixed
    sets of values and the numbers of Unix users and groups do not.

    ## Why
    Some hosts keep numbers in 32 bits, and JavaScript is exact only up to 2^53: an identifier of ten or more digits
    comes back changed, and the next call reaches another record or none.

    ## Bad
    ```yaml
    tools:
      - name: get_order
        inputSchema:
          type: object
          required: [order_id]
          properties:
            order_id: {type: integer, description: As list_orders returns it.}
    ```

    ## Good
    ```yaml
    tools:
      - name: get_order
        inputSchema:
          type: object
          required: [order_id]
          properties:
            order_id: {type: string, description: As list_orders returns it.}
            page: {type: integer, description: "Which page of its lines, from 1."}
    ```
    """
    for node, single in numeric_ids(tool):
        fix = "`type: string`" if single is node.shape else "`items: {type: string}`"
        yield Finding(
            at=tool.at(*node.steps, *(("type",) if "type" in node.schema and single is node.shape else ())),
            message=f"Parameter {quoted(node.path)} of {tool.label} is an identifier of type {type_of(single)}.",
            hint=f"Write {fix} and turn it into a number in the call.",
        )


def numeric_ids(tool: ListedTool) -> Iterator[tuple[Node, JsonObject]]:
    """Each parameter that identifies something by a number, or by a list of numbers, with the number's schema."""
    all_parameters = parameters(tool)
    names = {node.name for node in all_parameters}
    for node in all_parameters:
        single = _numeric(tool, node)
        if single and identifies(node, names, tool.name):
            yield node, single


def _numeric(tool: ListedTool, node: Node) -> JsonObject | None:
    """The schema of a number, or of the numbers in a list; None where there is none, or only a fixed set of them."""
    single, items = node.shape, node.shape.get("items")
    if type_of(single) == "array" and isinstance(items, Mapping):
        single, _ = resolve(tool.input_schema, items, node.steps)
    fixed = "enum" in single or "const" in single
    return single if type_of(single) in ("integer", "number") and not fixed else None
