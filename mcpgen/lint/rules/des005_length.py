"""DES005."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.rule import Finding, tool_rule
from mcpgen.lint.subject import ListedTool, Subject, quoted

_LONGEST: Final = 1_024
_TAG: Final = re.compile(
    r"</(?:a|b|i|u|p|em|strong|code|pre|span|div|font|small|table|thead|tbody|tr|td|th|ul|ol|li|h[1-6])>"
    r"|<(?:br|hr|p|div|ul|ol|li|table|tr|td|img)(?: [^<>]{0,200})?/?>",
    re.IGNORECASE,
)


@tool_rule("DES005", "length", Severity.WARNING)
def length(tool: ListedTool, _subject: Subject) -> Iterator[Finding]:
    """A description has at most 1,024 characters and no HTML.

    ## What it does
    Reports longer descriptions, and those with HTML elements.

    ## Why
    Some clients cut at 1,024 characters, wherever that falls, and the model pays for every tag in every conversation.

    ## Bad
    ```yaml
    tools:
      - name: list_books
        description: "<p>Lists the books of the catalogue.</p><ul><li>newest first</li></ul>"
    ```

    ## Good
    ```yaml
    tools:
      - name: list_books
        description: Lists the books of the catalogue, newest first.
    ```
    """
    text = tool.description
    if len(text) > _LONGEST:
        yield Finding(
            at=tool.at("description"),
            message=f"The description of {tool.label} has {len(text):,} characters; {_LONGEST:,} are safe.",
            hint="Keep what it does, when it is used and what comes back; move the rest to the parameters.",
        )
    tag = _TAG.search(text)
    if tag:
        yield Finding(
            at=tool.at("description"),
            message=f"The description of {tool.label} holds HTML: {quoted(tag.group())}.",
            hint="Write plain text.",
        )
