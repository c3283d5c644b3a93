"""SRV002."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.names import split_words
from mcpgen.lint.rule import Finding, server_rule
from mcpgen.lint.subject import Subject, quoted

_NAME: Final = re.compile(r"\w+(?:[.-]\w+)*")


@server_rule("SRV002", "no-tool-list", Severity.WARNING)
def no_tool_list(subject: Subject) -> Iterator[Finding]:
    """The server's instructions do not list its tools.

    ## What it does
    Reports instructions that name two or more tools of the server.

    ## Why
    The model has the list already. Instructions are for what holds for all tools: what the server is about, its scope,
    its limits.

    ## Bad
    ```yaml
    server: {name: tracker, instructions: Use list_issues to see issues and create_issue to report one.}
    tools:
      - name: list_issues
      - name: create_issue
    ```

    ## Good
    ```yaml
    server: {name: tracker, instructions: Issues of the organization that the user signed in to. Times are in UTC.}
    tools:
      - name: list_issues
      - name: create_issue
    ```
    """
    named = set(_NAME.findall(subject.instructions))
    found = [tool.name for tool in subject.tools if tool.name in named and len(split_words(tool.name)) > 1]
    if len(set(found)) > 1:
        shown = ", ".join(quoted(name) for name in dict.fromkeys(found))
        yield Finding(
            at=subject.at(*subject.list_steps[:-1], "server", "instructions"),
            message=f"The server's instructions list its tools: {shown}.",
            hint="Say what the server offers and what holds for all its tools.",
        )
