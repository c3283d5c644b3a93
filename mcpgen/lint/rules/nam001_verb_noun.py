"""NAM001."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.name_advice import verb_first
from mcpgen.lint.names import RATHER_NOUNS, is_vague, snake, split_words
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.rules.nam002_name_format import is_well_formed
from mcpgen.lint.subject import ListedTool, Subject, quoted
from mcpgen.lint.verbs import is_verb
from mcpgen.model import vocabulary

_WHOLE: Final = frozenset({"login", "logout", "checkout", "signin", "signout", "signup"})
"""Verbs that hold their object."""

_AT_THE_END: Final = frozenset({"add", "create", "delete", "edit", "fetch", "find", "get", "modify", "remove", "send"})
_WITH_A_VERB: Final = frozenset({"check", "confirm", "preview", "request", "schedule", "simulate", "test", "undo"})
"""Verbs that take another: `schedule_send`."""


@tool_rule("NAM001", "verb-noun", Severity.ERROR)
def verb_noun(tool: ListedTool, subject: Subject) -> Iterator[Finding]:
    """A tool's name begins with a precise verb and goes on with a noun.

    ## What it does
    Reports names that begin with something other than an imperative verb (`userInfo`, `calendar.read`), and names
    that are a verb and nothing else. A prefix that all tools share, or that is the server's name, is passed over.
    Names that begin with a vague verb are left to NAM003, names with forbidden characters to NAM002.

    ## Why
    The name is the strongest sign a model has of what a tool does. `get_user_information` says it; `userInfo` leaves
    open whether it reads, sets or checks.

    ## Bad
    ```yaml
    tools:
      - name: userInfo
    ```

    ## Good
    ```yaml
    tools:
      - name: get_user_info
      - name: publishDraft
    ```
    """
    words = tool.words
    if not is_well_formed(tool.name) or is_vague(words):
        return
    if not words or not is_verb(words[0]):
        message = f"{quoted(tool.name)} does not begin with a verb."
    elif len(split_words(tool.name)) == 1 and words[0] not in _WHOLE | RATHER_NOUNS:
        message = f"{quoted(tool.name)} has a verb and no noun."
    elif _is_noun_then_verb(words):
        message = f"{quoted(tool.name)} has its verb at the end."
    else:
        return
    yield Finding(at=tool.at("name"), message=message, hint=_hint(tool, subject))


def _is_noun_then_verb(words: tuple[str, ...]) -> bool:
    first = vocabulary.verb(words[0])
    return bool(
        first and first.noun_too and words[0] not in _WITH_A_VERB and len(words) > 1 and words[-1] in _AT_THE_END
    )


def _hint(tool: ListedTool, subject: Subject) -> str:
    words = tool.words
    if len(words) == 1 and is_verb(words[0]):
        return f"Say what it works on: `{words[0]}_…`."
    name, taken = verb_first(tool, words), {other.name for other in subject.tools}
    if name and name not in taken:
        return f"Try `{name}`."
    example = snake(("get", *words)) if words else ""
    if not example or example in taken:
        return "Begin with a verb that says what it does: get_…, create_…, publish_…"
    return f"Begin with a verb that says what it does; try `{example}` if it reads."
