"""What a description itself says of its tools: the extension `x-mcp` of an operation, its path or the document.

`x-mcp: false` makes no tool of an operation, or of those of a path or document; `true` on an operation brings it back.
`x-mcp: {name: …, description: …}` says what its tool is called and does; `x-mcp-name` and `x-mcp-description` say the
same one by one, and `hidden: true` is another way to say `false`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from keyword import iskeyword
from typing import Final

from mcpgen.diagnostics import Diagnostic, Severity
from mcpgen.model.api import Operation
from mcpgen.model.json import Json
from mcpgen.shaping.text import plain, sentence_case, sentences
from mcpgen.shaping.words import snake_case

EXTENSION: Final = "x-mcp"
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")


def is_hidden(operation: Operation) -> bool:
    """Whether the description says that no tool is made of an operation."""
    said = operation.extensions.get(EXTENSION)
    return said is False or (isinstance(said, Mapping) and (said.get("hidden") is True or said.get("enabled") is False))


def own_names(operations: Iterable[Operation]) -> tuple[Mapping[str, str], tuple[Diagnostic, ...]]:
    """The names that the description gives to tools, by operation, and what is wrong with those that cannot be used."""
    names: dict[str, str] = {}
    wrong = []
    for operation in operations:
        said = _said(operation, "name")
        name = snake_case(said)
        if not said or is_hidden(operation):
            continue
        problem = ""
        if not _NAME.fullmatch(name) or iskeyword(name):
            problem = f"{said!r} can be no name of a tool."
        elif name in names.values():
            problem = f"{said!r} is the name of another tool already."
        if problem:
            wrong.append(
                Diagnostic(
                    code="x-mcp-name",
                    severity=Severity.WARNING,
                    message=f"{problem} Another one is made.",
                    hint="Give a name of its own, of at most 64 letters, digits and underscores.",
                    subject=operation.key,
                    at=operation.origin,
                )
            )
        else:
            names[operation.key] = name
    return names, tuple(wrong)


def own_text(operation: Operation) -> list[str]:
    """The sentences in which the description tells a model what the tool does; none where it does not."""
    return [sentence_case(sentence) for sentence in sentences(plain(_said(operation, "description")))]


def _said(operation: Operation, what: str) -> str:
    whole = operation.extensions.get(EXTENSION)
    said: Json = whole.get(what) if isinstance(whole, Mapping) else None
    if not isinstance(said, str):
        said = operation.extensions.get(f"{EXTENSION}-{what}")
    return said.strip() if isinstance(said, str) else ""
