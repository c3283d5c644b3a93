"""NAM004."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.diagnostics import Severity
from mcpgen.lint.names import singular, split_words
from mcpgen.lint.rule import Finding, server_rule
from mcpgen.lint.subject import ListedTool, Subject


@server_rule("NAM004", "unique-name", Severity.ERROR)
def unique_name(subject: Subject) -> Iterator[Finding]:
    """No two tools of a server have the same name, or names that are easily taken for each other.

    ## What it does
    Reports a name that an earlier tool has (error), and one that differs from an earlier one only in case or
    separators, in a plural, or in a number at its end (warning).

    ## Why
    Of two tools with one name a client calls either. `get_user`, `getUser` and `get_user_2` look alike to a model too;
    the word that tells them apart is the one it needs.

    ## Bad
    ```yaml
    tools:
      - name: get_user
      - name: get_user_2
    ```

    ## Good
    ```yaml
    tools:
      - name: get_user
      - name: get_user_by_email
      - name: list_users
    ```
    """
    by_name: dict[str, ListedTool] = {}
    by_likeness: dict[tuple[str, ...], ListedTool] = {}
    for tool in subject.tools:
        if not tool.name:
            continue
        same = by_name.setdefault(tool.name, tool)
        alike = by_likeness.setdefault(_likeness(tool.name), tool)
        if same is not tool:
            yield Finding(
                at=tool.at("name"),
                message=f"{tool.label} is the name of tools {same.index + 1} and {tool.index + 1}.",
                hint="Name each by what tells it apart.",
                subject=tool.name,
            )
        elif alike is not tool:
            yield Finding(
                at=tool.at("name"),
                message=f"{_numbered(tool)} is easily taken for {_numbered(alike)}.",
                hint="Name each by what tells it apart; where one lists what the other gets, say list_… and get_…",
                subject=tool.name,
                severity=Severity.WARNING,
            )


def _numbered(tool: ListedTool) -> str:
    return f"{tool.label} (tool {tool.index + 1})"


def _likeness(name: str) -> tuple[str, ...]:
    """What is left of a name without case, separators, plurals and a number that only counts."""
    words = split_words(name)
    if len(words) > 1 and words[-1] in "23456789" and name[-2:-1] in "_-.":
        words = words[:-1]
    return tuple(singular(word) for word in words) or (name,)
