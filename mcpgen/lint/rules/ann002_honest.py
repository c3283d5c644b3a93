"""ANN002."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject, quoted

_DELETES: Final = frozenset({"delete", "destroy", "erase", "purge", "wipe"})
_WRITES: Final = frozenset(
    {"approve", "archive", "assign", "cancel", "create", "disable", "edit", "enable", "insert", "invite", "modify"}
    | {"publish", "rename", "restore", "revoke", "send", "submit", "update", "upload", "upsert"}
)
_LISTS: Final = frozenset({"count", "list", "search"})

_MADE_NOT_STORED: Final = frozenset(
    {"chart", "diagram", "diff", "dry", "embedding", "estimate", "graph", "hash", "image", "palette", "plot", "preview"}
    | {"report", "summary", "table", "validate"}
)
"""With one of these words, a tool may make a thing without keeping it, or only pretend to act."""


@tool_rule("ANN002", "honest", Severity.ERROR)
def honest(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """The hints agree with the tool's name and method.

    ## What it does
    Reports a tool that deletes or writes by its name or HTTP method and calls itself read-only, one that deletes and
    is not destructive, one that lists or searches and is destructive, and one that is both read-only and destructive.

    ## Why
    Hosts ask the user to confirm on the strength of the hints. A wrong one deletes data without a question, or asks a
    question at every look.

    ## Bad
    ```yaml
    tools:
      - name: delete_book
        annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false}
    ```

    ## Good
    ```yaml
    tools:
      - name: delete_book
        annotations: {readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false}
    ```
    """
    found = contradiction(tool)
    if found:
        yield found


def contradiction(tool: ListedTool) -> Finding | None:
    """The one hint that what is known of a tool speaks against, or None."""
    read_only, destructive = tool.annotations.get("readOnlyHint"), tool.annotations.get("destructiveHint")
    words = tool.words
    verb = "" if not words or _MADE_NOT_STORED & set(words) else words[0]
    if read_only is True and (verb in _DELETES | _WRITES or tool.method == "DELETE"):
        why = f"its name says {quoted(verb)}" if verb in _DELETES | _WRITES else "it sends DELETE"
        return _finding(tool, "readOnlyHint", f"is called read-only, and {why}.", "Write `readOnlyHint: false`.")
    if read_only is True and destructive is True:
        return _finding(
            tool,
            "destructiveHint",
            "is called read-only and destructive.",
            "A tool that only reads has `destructiveHint: false`.",
        )
    if read_only is not True and destructive is False and verb in _DELETES:
        return _finding(
            tool,
            "destructiveHint",
            f"is called harmless, and its name says {quoted(verb)}.",
            "Write `destructiveHint: true`.",
        )
    if read_only is False and destructive is True and _only_looks(verb, tool.method):
        return _finding(
            tool,
            "readOnlyHint",
            f"is called destructive, and its name says {quoted(verb)}.",
            "Write `readOnlyHint: true` and `destructiveHint: false`.",
        )
    return None


def _only_looks(verb: str, method: str) -> bool:
    return verb in _LISTS or (verb == "get" and method in {"GET", "HEAD", "QUERY"})


def _finding(tool: ListedTool, key: str, message: str, hint: str) -> Finding:
    return Finding(at=tool.at("annotations", key), message=f"{tool.label} {message}", hint=hint)
