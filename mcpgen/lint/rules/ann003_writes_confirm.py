"""ANN003."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.diagnostics import Severity
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.rules.ann002_honest import contradiction
from mcpgen.lint.subject import ListedTool, Subject
from mcpgen.model.toolset import Profile


@tool_rule("ANN003", "writes-confirm", Severity.ERROR, profiles=(Profile.CONNECTED_APPS,))
def writes_confirm(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """What changes, writes or deletes state is confirmed by the user.

    ## What it does
    Reports tools with `readOnlyHint: false` and `destructiveHint: false`. In the profile `mcp` that is right for a tool
    that only adds, so the rule does not apply there. What deletes by its name is left to ANN002.

    ## Why
    Hosts of connected apps ask the user to confirm a call where `destructiveHint` is true, and only there.

    ## Bad
    ```yaml
    tools:
      - name: create_order
        annotations: {readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false}
    ```

    ## Good
    ```yaml
    tools:
      - name: create_order
        annotations: {readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false}
    ```
    """
    hints = tool.annotations
    if hints.get("readOnlyHint") is False and hints.get("destructiveHint") is False and not contradiction(tool):
        yield Finding(
            at=tool.at("annotations", "destructiveHint"),
            message=f"{tool.label} writes, and its user is not asked to confirm.",
            hint="Write `destructiveHint: true`, or `readOnlyHint: true` where it only reads.",
        )
