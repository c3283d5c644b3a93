"""PAR005."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcpgen.diagnostics import Severity
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject, quoted


@tool_rule("PAR005", "required", Severity.ERROR)
def required(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """`required` names parameters that exist.

    ## What it does
    Reports names in `required` that are not among the properties.

    ## Why
    The model cannot give what it is not shown, and strict clients refuse the tool.

    ## Bad
    ```yaml
    tools:
      - name: get_book
        inputSchema:
          type: object
          required: [bookId]
          properties:
            book_id: {type: string, description: As list_books returns it.}
    ```

    ## Good
    ```yaml
    tools:
      - name: get_book
        inputSchema:
          type: object
          required: [book_id]
          properties:
            book_id: {type: string, description: As list_books returns it.}
    ```
    """
    names, properties = tool.input_schema.get("required"), tool.input_schema.get("properties", {})
    if not isinstance(names, list) or not isinstance(properties, Mapping) or "$ref" in tool.input_schema:
        return
    if any(key in tool.input_schema for key in ("allOf", "anyOf", "oneOf")):
        return
    for index, name in enumerate(names):
        if isinstance(name, str) and name not in properties:
            yield Finding(
                at=tool.at("inputSchema", "required", index),
                message=f"{tool.label} requires {quoted(name)}, which is not among its parameters.",
                hint="Describe it under `properties`, or take it off the list.",
            )
