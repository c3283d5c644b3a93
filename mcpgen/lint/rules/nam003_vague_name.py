"""NAM003."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.diagnostics import Severity
from mcpgen.lint.name_advice import verb_first
from mcpgen.lint.names import is_catch_all, is_vague, snake
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.rules.nam002_name_format import is_well_formed
from mcpgen.lint.subject import ListedTool, Subject, quoted
from mcpgen.lint.verbs import is_verb


@tool_rule("NAM003", "vague-name", Severity.WARNING)
def vague_name(tool: ListedTool, subject: Subject) -> Iterator[Finding]:
    """A tool's name says something precise.

    ## What it does
    Reports names that begin with a verb that could mean anything (`handle`, `manage`, `process`, `do`, `perform`), a
    bare `execute` or `run`, and catch-all names (`assistant_tool`, `do_everything_tool`). `run_report` is fine: there
    is such a thing, and running it is what one does.

    ## Why
    A model that reads `handle_content` has to guess whether it publishes, deletes or checks.

    ## Bad
    ```yaml
    tools:
      - name: handle_content
    ```

    ## Good
    ```yaml
    tools:
      - name: publish_draft
      - name: run_report
    ```
    """
    words = tool.words
    if is_well_formed(tool.name) and is_vague(words):
        message = f"{quoted(tool.name)} says nothing precise."
        yield Finding(at=tool.at("name"), message=message, hint=_hint(tool, words))


def _hint(tool: ListedTool, words: tuple[str, ...]) -> str:
    rest = words[1:]
    if is_catch_all(words):
        return "Name the one thing it does: a precise verb and a noun."
    if rest and is_verb(rest[0]):
        return f"Try `{snake(rest)}`." if len(rest) > 1 else f"Say what it works on: `{rest[0]}_…`."
    better = verb_first(tool, rest)
    return f"Try `{better}`." if better else f"Put a precise verb in place of `{words[0]}`."
