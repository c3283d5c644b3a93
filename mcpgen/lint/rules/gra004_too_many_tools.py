"""GRA004."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.names import singular
from mcpgen.lint.rule import Finding, server_rule
from mcpgen.lint.subject import Subject

_MOST: Final = 20


@server_rule("GRA004", "too-many-tools", Severity.WARNING)
def too_many_tools(subject: Subject) -> Iterator[Finding]:
    """A server has no more than 20 tools.

    ## What it does
    Reports a server that lists more than 20 tools, and names the subjects that have most of them.

    ## Why
    Every tool costs a part of the model's context in every conversation, and the more there are to choose from, the
    more often the wrong one is chosen. Hosts flag servers with dozens of tools in review.

    ## Bad
    ```yaml
    tools:
      - {name: list_books}
      - {name: get_book}
      - {name: create_book}
      - {name: update_book}
      - {name: delete_book}
      - {name: list_orders}
      - {name: get_order}
      - {name: create_order}
      - {name: cancel_order}
      - {name: ship_order}
      - {name: list_authors}
      - {name: get_author}
      - {name: create_author}
      - {name: update_author}
      - {name: delete_author}
      - {name: list_reviews}
      - {name: get_review}
      - {name: create_review}
      - {name: delete_review}
      - {name: list_shops}
      - {name: get_shop}
    ```

    ## Good
    ```yaml
    tools:
      - {name: list_books}
      - {name: get_book}
      - {name: list_orders}
      - {name: create_order}
      - {name: cancel_order}
    ```
    """
    count = len(subject.tools)
    if count <= _MOST:
        return
    subjects = Counter(singular(words[1]) for tool in subject.tools if len(words := tool.words) > 1)
    largest = ", ".join(f"{name} ({tools})" for name, tools in subjects.most_common(4) if tools > 1)
    of_what = f" The largest subjects are {largest}." if largest else ""
    yield Finding(
        at=subject.at(*subject.list_steps),
        message=f"The server lists {count} tools; models choose well among up to {_MOST}.",
        hint=f"Leave out what the model does not need, or split the server by subject.{of_what}",
    )
