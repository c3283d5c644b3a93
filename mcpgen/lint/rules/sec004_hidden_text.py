"""SEC004."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.hidden import hidden_characters, named
from mcpgen.lint.rule import Finding, server_rule
from mcpgen.lint.subject import Subject, quoted
from mcpgen.lint.texts import Text, texts

_SHOWN: Final = 5


@server_rule("SEC004", "hidden-text", Severity.ERROR)
def hidden_text(subject: Subject) -> Iterator[Finding]:
    """Nothing that the model reads is hidden from people.

    ## What it does
    Reports zero-width, bidirectional, tag and control characters, terminal escapes and HTML comments in any text of a
    tool: names, titles, descriptions, values, defaults. Joiners inside emoji or in scripts that need them are fine, and
    so are direction marks in right-to-left text.

    ## Why
    Whoever reviews the tools sees one text, and the model reads another. Instructions are smuggled in that way.

    ## Bad
    ```yaml
    tools:
      - name: get_report
        description: "Gets a report of sales.\\u200B Returns its lines."
    ```

    ## Good
    ```yaml
    tools:
      - name: get_report
        description: Gets a report of sales. Returns its lines.
    ```
    """
    for text in texts(subject):
        for message, hint in _hidden(text):
            yield Finding(at=text.at, message=f"{text.what} {message}", hint=hint, subject=text.subject)


def _hidden(text: Text) -> Iterator[tuple[str, str]]:
    characters = hidden_characters(text.value)
    if "\x1b" in characters:
        yield "holds a terminal escape sequence (U+001B ESCAPE).", "Remove the escape sequences."
    elif characters:
        shown = ", ".join(map(named, characters[:_SHOWN]))
        more = f" and {len(characters) - _SHOWN} more" if len(characters) > _SHOWN else ""
        yield f"holds hidden characters: {shown}{more}.", "Remove them."
    start = text.value.find("<!--")
    if start >= 0:
        yield f"holds an HTML comment: {quoted(text.value[start:])}.", "Remove it, or say it openly."
