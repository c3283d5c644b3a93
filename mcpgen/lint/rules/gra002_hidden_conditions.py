"""GRA002."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject

_CONDITIONS: Final = ("oneOf", "anyOf", "if", "dependentRequired", "dependentSchemas", "dependencies")


@tool_rule("GRA002", "hidden-conditions", Severity.ERROR)
def hidden_conditions(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """Which parameters are needed does not depend on the others.

    ## What it does
    Reports conditions over the parameters as a whole: `oneOf`, `anyOf`, `if` or `dependentRequired` at the top of the
    input schema.

    ## Why
    A tool that needs them is several tools in one. Many clients drop or refuse such keywords, and then the model never
    learns what belongs together.

    ## Bad
    ```yaml
    tools:
      - name: create_payment
        inputSchema:
          type: object
          properties:
            iban: {type: string, description: Account to pay from.}
            card_token: {type: string, description: Token of a stored card.}
          oneOf: [{required: [iban]}, {required: [card_token]}]
    ```

    ## Good
    ```yaml
    tools:
      - name: create_card_payment
        inputSchema:
          type: object
          required: [card_token]
          properties:
            card_token: {type: string, description: Token of a stored card.}
    ```
    """
    found = [key for key in _CONDITIONS if key in tool.input_schema]
    if found:
        yield Finding(
            at=tool.at("inputSchema", found[0]),
            message=f"The parameters of {tool.label} depend on conditions: {', '.join(f'`{key}`' for key in found)}.",
            hint="Make one tool of each case, or say the condition in the description and check it in the call.",
        )
