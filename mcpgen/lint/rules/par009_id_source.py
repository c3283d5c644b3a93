"""PAR009."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcpgen.diagnostics import Severity
from mcpgen.lint.identifiers import identified, identifies
from mcpgen.lint.names import singular
from mcpgen.lint.parameters import Node, parameters
from mcpgen.lint.rule import Finding, server_rule
from mcpgen.lint.subject import ListedTool, Subject, quoted
from mcpgen.model import vocabulary
from mcpgen.model.vocabulary import Effect

_FINDING: Final = frozenset({"find", "list", "lookup", "query", "search"})
"""Verbs of tools that return many things, with the identifier of each."""


@server_rule("PAR009", "id-source", Severity.WARNING)
def id_source(subject: Subject) -> Iterator[Finding]:
    """An identifier says which tool of the server returns it.

    ## What it does
    Reports parameters that identify something another tool of the server returns, where neither their description nor
    the tool's own names a tool. Which tool returns it is said by `sources` in a manifest; where nothing says it, a tool
    that lists or searches things of the same name is taken to.

    ## Why
    A model that does not know where an identifier comes from guesses one, or passes a name or an e-mail address.

    ## Bad
    ```yaml
    tools:
      - name: list_orders
      - name: cancel_order
        inputSchema:
          type: object
          required: [order_id]
          properties:
            order_id: {type: string, description: UUID of the order to cancel.}
    ```

    ## Good
    ```yaml
    tools:
      - name: list_orders
      - name: cancel_order
        inputSchema:
          type: object
          required: [order_id]
          properties:
            order_id: {type: string, description: "UUID of the order to cancel, as list_orders returns it."}
    ```
    """
    names = {tool.name for tool in subject.tools if tool.name}
    listers = _listers(subject)
    for tool in subject.tools:
        told = names - {tool.name}
        for node in _identifiers(tool):
            nouns = _singular(identified(node) or _own(node, tool))
            source = tool.sources.get(node.path) or listers.get(nouns, tool.name)
            if source == tool.name or _names(node.description, told) or _names(tool.description, {source}):
                continue
            yield Finding(
                at=tool.at(*node.steps),
                message=f"Parameter {quoted(node.path)} of {tool.label} does not say where it comes from.",
                hint=f"{quoted(source)} returns it: say so in the description.",
                subject=tool.name,
            )


def _listers(subject: Subject) -> dict[tuple[str, ...], str]:
    """The first tool that lists or searches each kind of thing, by the words of the thing."""
    found: dict[tuple[str, ...], str] = {}
    for tool in subject.tools:
        if tool.name and tool.words[1:] and tool.words[0] in _FINDING:
            found.setdefault(_singular(tool.words[1:]), tool.name)
    return found


def _identifiers(tool: ListedTool) -> Iterator[Node]:
    """The parameters that identify something, other than by one of a fixed set of values."""
    found = parameters(tool)
    names = {node.name for node in found}
    return (node for node in found if identifies(node, names, tool.name) and "enum" not in node.shape)


def _own(node: Node, tool: ListedTool) -> tuple[str, ...]:
    """What a bare `id` identifies: the thing of the tool's name, unless that is made by the call, or stands deeper."""
    verb = vocabulary.verb(tool.words[0]) if tool.words else None
    makes = verb is None or verb.effect is Effect.CREATE
    return () if makes or node.level else tool.words[1:]


def _singular(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(singular, words))


def _names(text: object, tools: set[str]) -> bool:
    """Whether a text names one of the tools, as a word of its own."""
    if not isinstance(text, str):
        return False
    return any(name in text and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) for name in tools)
