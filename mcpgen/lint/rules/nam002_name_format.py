"""NAM002."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.hidden import without_hidden
from mcpgen.lint.names import snake, split_words
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject, quoted

_ALLOWED: Final = re.compile(r"[A-Za-z0-9_.-]+")
_LONGEST: Final = 128
_PORTABLE: Final = 64


def is_well_formed(name: str) -> bool:
    """True when the specification allows `name`."""
    return len(name) <= _LONGEST and _ALLOWED.fullmatch(name) is not None


@tool_rule("NAM002", "name-format", Severity.ERROR)
def name_format(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """A tool's name has 1 to 128 characters of `A-Z a-z 0-9 _ . -`, and better no more than 64.

    ## What it does
    Reports a name that is missing, is no string, or has other characters or more of them than the specification allows
    (error), and one of more than 64 characters (warning). Invisible characters are left to SEC004.

    ## Why
    Clients refuse such a tool, and some the whole list with it. Several prefix the server's name and stop at 64 in all.

    ## Bad
    ```yaml
    tools:
      - name: sites/get site
    ```

    ## Good
    ```yaml
    tools:
      - name: get_site
    ```
    """
    if "name" not in tool.facts:
        if tool.leaves_out("name"):
            yield Finding(at=tool.at(), message=f"{_cap(tool.label)} has no name.", hint="Add `name: verb_noun`.")
        return
    if not tool.name:
        yield Finding(at=tool.at("name"), message=f"The name of {tool.label} is not a text of at least one character.")
        return
    name = without_hidden(tool.name)
    if name and _ALLOWED.fullmatch(name) is None:
        strange = "".join(dict.fromkeys(c for c in name if _ALLOWED.fullmatch(c) is None))
        message = f"{quoted(tool.name)} has characters that names may not have: {quoted(strange, 20)}."
        yield Finding(at=tool.at("name"), message=message, hint=_hint(name))
    elif len(name) > _LONGEST:
        yield Finding(at=tool.at("name"), message=f"{quoted(name)} has {len(name)} characters; {_LONGEST} are allowed.")
    elif len(name) > _PORTABLE:
        yield Finding(
            at=tool.at("name"),
            message=f"{quoted(name)} has {len(name)} characters; some clients stop at {_PORTABLE}.",
            hint="Drop the words that tell nothing apart.",
            severity=Severity.WARNING,
        )


def _hint(name: str) -> str:
    better = snake(word for word in split_words(name) if word.isascii())[:_PORTABLE].strip("_")
    return f"Try `{better}`." if better else "Use letters a to z, digits and _."


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]
