"""PAR012."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mcpgen.diagnostics import Pointer, Severity
from mcpgen.lint.parameters import follow
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.schema_check import faults, references
from mcpgen.lint.subject import ListedTool, Subject, quoted

_MOST: Final = 5


@tool_rule("PAR012", "json-schema", Severity.ERROR)
def json_schema(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """The input schema is a valid JSON Schema of an object.

    ## What it does
    Reports an input schema that is missing or no object, whose root is not `type: object`, that breaks the rules of its
    `$schema` (2020-12 when it names none), that has an empty `enum` or one with a value twice, or a `$ref` that leads
    out of it or nowhere.

    ## Why
    One invalid schema can cost the session: clients check the whole list, and some refuse all of it.

    ## Bad
    ```yaml
    tools:
      - name: list_books
        inputSchema:
          type: object
          properties:
            limit: {type: int, description: "How many books, 1 to 100."}
    ```

    ## Good
    ```yaml
    tools:
      - name: list_books
        inputSchema:
          type: object
          properties:
            limit: {type: integer, description: "How many books, 1 to 100."}
    ```
    """
    schema = tool.facts.get("inputSchema")
    if not isinstance(schema, Mapping):
        if "inputSchema" in tool.facts or tool.leaves_out("inputSchema"):
            yield Finding(
                at=tool.at("inputSchema" if "inputSchema" in tool.facts else "name"),
                message=f"The input schema of {tool.label} is {'missing' if schema is None else 'not an object'}.",
                hint="A tool without parameters has `inputSchema: {type: object, additionalProperties: false}`.",
            )
        return
    if schema.get("type") != "object" and "$ref" not in schema and isinstance(schema.get("type"), str | list | None):
        yield Finding(
            at=tool.at("inputSchema", "type"),
            message=f"The root of the input schema of {tool.label} is not `type: object`.",
            hint="Write `type: object` and put the parameters under `properties`.",
        )
    for steps, message in faults(schema)[:_MOST]:
        yield Finding(at=tool.at("inputSchema", *steps), message=f"{_place(tool, steps)}: {message}")
    for steps, reference in references(schema):
        if follow(schema, reference) is None:
            where = "leads nowhere" if reference.startswith("#") else "leads out of the schema"
            yield Finding(
                at=tool.at("inputSchema", *steps, "$ref"),
                message=f"{_place(tool, steps)}: {quoted(reference)} {where}.",
                hint="Write the schema in place of the reference.",
            )


def _place(tool: ListedTool, steps: Pointer) -> str:
    way = ".".join(str(step) for step in steps)
    return f"In the input schema of {tool.label}" + (f", {quoted(way)}" if way else "")
