"""PAR002."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.parameters import nodes
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject, quoted
from mcpgen.model.json import JsonObject

_COMBINATORS: Final = ("oneOf", "anyOf", "allOf")


@tool_rule("PAR002", "typed", Severity.ERROR)
def typed(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """Every parameter has one concrete type.

    ## What it does
    Reports schemas without a type or with several, `oneOf`, `anyOf`, `allOf` and `$ref`, objects without properties and
    arrays without items, anywhere in what the model sees.

    ## Why
    A model given no type, or a choice of types, sends the wrong one; and strict clients refuse the tool, or the whole
    list. An optional parameter needs no `null`: it is left out.

    ## Bad
    ```yaml
    tools:
      - name: list_books
        inputSchema:
          type: object
          properties:
            genre: {description: One genre or a list of them.}
    ```

    ## Good
    ```yaml
    tools:
      - name: list_books
        inputSchema:
          type: object
          properties:
            genres: {type: array, items: {type: string}, description: Only books of one of these genres.}
    ```
    """
    root = tool.input_schema
    if isinstance(root.get("$ref"), str) or "allOf" in root:
        keyword = "$ref" if "$ref" in root else "allOf"
        yield Finding(
            at=tool.at("inputSchema", keyword),
            message=f"The input schema of {tool.label} uses `{keyword}`.",
            hint="Write the object with its properties in place.",
        )
    for node in nodes(tool):
        fault = _fault(node.schema) if node.name or node.schema else None
        if fault:
            keyword, message, hint = fault
            what = f"Parameter {quoted(node.path)}"
            yield Finding(at=tool.at(*node.steps, keyword), message=f"{what} of {tool.label} {message}", hint=hint)


def _fault(schema: JsonObject) -> tuple[str, str, str] | None:
    """The keyword at fault, what is wrong and what to do; None where the type is concrete."""
    if "$ref" in schema:
        return "$ref", "is a `$ref`.", "Write the schema in place of the reference."
    for keyword in _COMBINATORS:
        if keyword in schema:
            return keyword, *_combined(keyword, schema[keyword])
    match schema.get("type"):
        case None:
            return "type", "has no type.", f"Add `type: {_guess(schema)}`."
        case list() as types:
            return "type", f"has {len(types)} types.", _choice(types)
        case "object" if not _has_properties(schema):
            return _shapeless(schema)
        case "array" if not isinstance(schema.get("items"), Mapping) or not schema["items"]:
            return "items", "is an array without `items`.", "Say what the items are: `items: {type: string}`."
        case _:
            return None


def _combined(keyword: str, branches: object) -> tuple[str, str]:
    kinds = (
        [branch.get("type") for branch in branches if isinstance(branch, Mapping)] if isinstance(branches, list) else []
    )
    hint = _choice(kinds) if "null" in kinds else "Write the one schema it comes to, or make one tool of each choice."
    return f"uses `{keyword}`.", hint


def _choice(types: list[object]) -> str:
    others = [t for t in types if isinstance(t, str) and t != "null"]
    if "null" in types and len(others) == 1:
        return f"Write `type: {others[0]}` only; what is not required can be left out."
    return "Choose one type, or make a parameter of each."


def _shapeless(schema: JsonObject) -> tuple[str, str, str]:
    extra = schema.get("additionalProperties")
    hint = "List its properties."
    if isinstance(extra, Mapping):
        hint = "Take an array of {key, value} objects in place of free keys."
    return "type", "is an object without properties.", hint


def _has_properties(schema: JsonObject) -> bool:
    properties = schema.get("properties")
    return isinstance(properties, Mapping) and bool(properties)


def _guess(schema: JsonObject) -> str:
    """The type that the rest of a schema suggests."""
    values = schema.get("enum")
    sample = values[0] if isinstance(values, list) and values else schema.get("const", schema.get("default"))
    match sample:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case _ if "properties" in schema:
            return "object"
        case _ if "items" in schema:
            return "array"
        case _:
            return "string"
