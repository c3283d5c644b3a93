"""DES001."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.diagnostics import Severity
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject, quoted
from mcpgen.lint.wording import repeats_name


@tool_rule("DES001", "present", Severity.ERROR)
def present(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """Every tool has a description that adds to its name.

    ## What it does
    Reports tools that have no description, or one that only says the name again ("Deletes a note." for `delete_note`).

    ## Why
    The description is all that a model has to decide whether a tool solves the problem at hand.

    ## Bad
    ```yaml
    tools:
      - name: delete_note
        description: Deletes a note.
    ```

    ## Good
    ```yaml
    tools:
      - name: delete_note
        description: Deletes a note for good; to hide it, use archive_note. Returns the time of deletion.
    ```
    """
    hint = "Say what it does, when it is used, and what comes back."
    text = tool.facts.get("description")
    if text is None:
        if tool.leaves_out("description") or "description" in tool.facts:
            yield Finding(at=tool.at("name"), message=f"{tool.label} has no description.", hint=hint)
    elif not isinstance(text, str):
        yield Finding(at=tool.at("description"), message=f"The description of {tool.label} is not a text.", hint=hint)
    elif not text.strip():
        yield Finding(at=tool.at("description"), message=f"The description of {tool.label} is empty.", hint=hint)
    elif repeats_name(text, tool.name):
        message = f"The description of {tool.label} only repeats its name: {quoted(text)}."
        yield Finding(at=tool.at("description"), message=message, hint=hint)
