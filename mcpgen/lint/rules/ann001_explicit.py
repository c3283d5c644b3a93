"""ANN001."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject

_NEEDED: Final = ("readOnlyHint", "destructiveHint", "openWorldHint")
_WANTED: Final = "idempotentHint"


@tool_rule("ANN001", "explicit", Severity.ERROR)
def explicit(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """Every tool writes its hints out.

    ## What it does
    Reports tools without `readOnlyHint`, `destructiveHint` or `openWorldHint` (error), or without `idempotentHint`
    alone (warning), and hints that are neither true nor false.

    ## Why
    What is left out counts as the worst: not read-only, destructive, open to the world. The host then asks the user to
    confirm a tool that only reads.

    ## Bad
    ```yaml
    tools:
      - name: list_books
        annotations: {readOnlyHint: true}
    ```

    ## Good
    ```yaml
    tools:
      - name: list_books
        annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false}
    ```
    """
    if not isinstance(tool.facts.get("annotations", {}), Mapping | None):
        yield Finding(
            at=tool.at("annotations"), message=f"The annotations of {tool.label} are not an object.", hint=_HINT
        )
        return
    strange = [key for key in (*_NEEDED, _WANTED) if key in tool.annotations and not _is_hint(tool, key)]
    missing = [key for key in (*_NEEDED, _WANTED) if key not in tool.annotations]
    if strange:
        yield Finding(
            at=tool.at("annotations", strange[0]),
            message=f"{_listed(strange)} of {tool.label} must be true or false.",
        )
    if missing and not tool.derived:
        yield Finding(
            at=tool.at("annotations") if "annotations" in tool.facts else tool.at("name"),
            message=f"{tool.label} does not say {_listed(missing)}.",
            hint=_HINT,
            severity=Severity.WARNING if missing == [_WANTED] else Severity.ERROR,
        )


_HINT: Final = "Write all four hints under `annotations`, each true or false."


def _is_hint(tool: ListedTool, key: str) -> bool:
    return isinstance(tool.annotations[key], bool)


def _listed(keys: list[str]) -> str:
    return ", ".join(f"`{key}`" for key in keys)
