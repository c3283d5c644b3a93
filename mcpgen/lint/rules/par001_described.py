"""PAR001."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.diagnostics import Severity
from mcpgen.lint.parameters import parameters
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject, quoted
from mcpgen.lint.wording import repeats_name


@tool_rule("PAR001", "described", Severity.ERROR)
def described(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """Every parameter has a description that adds to its name.

    ## What it does
    Reports parameters, also those inside objects and lists, that have no description or one that only says the name
    again ("The user ID" for `user_id`).

    ## Why
    The model has nothing else to decide what goes in. Where does the value come from, in which format and unit, what
    must not be passed?

    ## Bad
    ```yaml
    tools:
      - name: get_user
        inputSchema:
          type: object
          required: [user_id]
          properties:
            user_id: {type: string, description: The user ID.}
    ```

    ## Good
    ```yaml
    tools:
      - name: get_user
        inputSchema:
          type: object
          required: [user_id]
          properties:
            user_id: {type: string, description: UUID as returned by list_users; no e-mail address.}
    ```
    """
    for node in parameters(tool):
        text = node.description
        if text is None or (isinstance(text, str) and not text.strip()):
            message = f"Parameter {quoted(node.path)} of {tool.label} has no description."
        elif isinstance(text, str) and repeats_name(text, node.name):
            what = f"The description of parameter {quoted(node.path)} of {tool.label}"
            message = f"{what} only repeats its name: {quoted(text)}."
        else:
            continue
        steps = node.steps if text is None else (*node.steps, "description")
        yield Finding(
            at=tool.at(*steps), message=message, hint="Say what goes in: where it comes from, its format, its unit."
        )
