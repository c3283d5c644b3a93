"""GRA001."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.names import RATHER_NOUNS, is_vague, singular, snake, split_words
from mcpgen.lint.parameters import Node, nodes
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject, quoted
from mcpgen.lint.verbs import is_verb
from mcpgen.model import vocabulary


class _Kind(Enum):
    READ = "read"
    CREATE = "create"
    UPDATE = "update"
    DELETE = "delete"
    RUN = "run"


def _kinds() -> Mapping[str, _Kind]:
    words = {
        _Kind.READ: "count describe fetch find get list query read retrieve search show view",
        _Kind.CREATE: "add create insert new register",
        _Kind.UPDATE: "change edit modify patch rename replace set update upsert",
        _Kind.DELETE: "delete destroy erase purge remove",
        _Kind.RUN: "activate archive cancel close deactivate disable enable open pause publish restart restore "
        "resume run send start stop",
    }
    return MappingProxyType({word: kind for kind, group in words.items() for word in group.split()})


_KIND_OF: Final = _kinds()
"""Verbs that say what a tool does, and no more: `skip`, `allow` or `merge` are as often values that are stored."""

_SELECTORS: Final = frozenset(
    {"action", "cmd", "command", "do", "function", "method", "mode", "op", "operation", "subcommand", "task", "verb"}
)
_ATTRIBUTES: Final = frozenset(
    {
        "access",
        "event",
        "filter",
        "grant",
        "kind",
        "level",
        "permission",
        "privilege",
        "reason",
        "right",
        "role",
        "scope",
    }
    | {"state", "status", "trigger", "type", "visibility"}
)
"""Names under which verbs are stored or filtered by: `event: create`."""


@tool_rule("GRA001", "mega-tool", Severity.ERROR)
def mega_tool(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """No parameter selects what the tool does.

    ## What it does
    Reports a parameter whose fixed values are verbs that do different kinds of things: `action` with create, update and
    delete. Attributes that are stored or filtered by (`type: debit`, `status: paused`, `event: create`) are fine, and
    so is any enum of a tool that only reads, or that records what it is given.

    ## Why
    What is needed for each value is hidden in the code: the schema cannot say that `delete` takes an id and `create` an
    e-mail address. The model guesses, and the hints for confirmation are wrong for half of the values. Small tools are
    combined more reliably than a large one is understood.

    ## Bad
    ```yaml
    tools:
      - name: apply_user_action
        description: Creates, updates, deletes or gets a user of the shop.
        inputSchema:
          type: object
          required: [action]
          properties:
            action: {type: string, enum: [create, update, delete, get], description: What is done to the user.}
            email: {type: string, description: Address for a new account.}
    ```

    ## Good
    ```yaml
    tools:
      - name: create_user
        inputSchema:
          type: object
          required: [email]
          properties:
            email: {type: string, description: Address for a new account.}
            plan: {type: string, enum: [free, paid], description: What the customer pays for.}
      - name: delete_user
        inputSchema:
          type: object
          required: [user_id]
          properties:
            user_id: {type: string, description: As list_users returns it.}
    ```
    """
    if _only_one_thing(tool):
        return
    for node in nodes(tool):
        values = _values(node)
        if node.depth == 0 and _selects(node.name, values):
            shown = ", ".join(map(quoted, values[:6]))
            yield Finding(
                at=tool.at(*node.steps),
                message=f"{quoted(node.name)} selects what {tool.label} does: {shown}.",
                hint=_hint(tool.words, values),
            )
            return


def _only_one_thing(tool: ListedTool) -> bool:
    """True for tools whose enums are filters (they read) or attributes (they record a new thing)."""
    if tool.annotations.get("readOnlyHint") is True or tool.method in {"GET", "HEAD", "QUERY"}:
        return True
    words = tool.words
    verb = vocabulary.verb(words[0]) if words else None
    if verb is None or (verb.noun_too and words[0] not in {"log", "record"}):
        return False
    return verb.effect in {vocabulary.Effect.READ, vocabulary.Effect.CREATE}


def _values(node: Node) -> tuple[str, ...]:
    values = node.shape.get("enum")
    if not node.name or not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        return ()
    return tuple(dict.fromkeys(values))


def _selects(name: str, values: Sequence[str]) -> bool:
    words = split_words(name)
    firsts = [split_words(value)[:1] for value in values]
    known = [_KIND_OF[first[0]] for first in firsts if first and first[0] in _KIND_OF]
    kinds = set(known)
    if len(kinds) < 2 or not words or all(value.isupper() for value in values):
        return False
    if words[-1] in _SELECTORS:
        return 3 * len(known) >= 2 * len(values) and not (words[-1] == "mode" and kinds <= {_Kind.READ, _Kind.UPDATE})
    if singular(words[-1]) in _ATTRIBUTES or _Kind.RUN in kinds:
        return False
    return len(known) == len(values) and not kinds <= {_Kind.READ, _Kind.UPDATE}


def _hint(words: Sequence[str], values: Sequence[str]) -> str:
    """One tool a value, named after the thing that this tool is about."""
    vague = is_vague(words) or bool(words and is_verb(words[0]) and words[0] not in RATHER_NOUNS)
    thing = [word for word in (words[1:] if vague else words) if word not in _SELECTORS]
    names = ", ".join(f"`{snake((*split_words(value), *thing))}`" for value in values[:6])
    return f"Make one tool of each value: {names}."
