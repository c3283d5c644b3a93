"""A better name for a tool whose name is not verb_noun."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mcpgen.lint.names import imperative, snake, split_words
from mcpgen.lint.subject import ListedTool
from mcpgen.model import vocabulary

_BY_METHOD: Final = {"GET": "get", "POST": "create", "PUT": "update", "PATCH": "update", "DELETE": "delete"}


def verb_first(tool: ListedTool, words: Sequence[str]) -> str:
    """`words` as verb_noun, by their own verb, the description's first word or the method; '' where none is known."""
    for index in range(len(words) - 1, 0, -1):
        verb = vocabulary.verb(words[index])
        if verb and (not verb.noun_too or index == len(words) - 1):
            return snake((words[index], *words[:index], *words[index + 1 :]))
    verb_word = _described(tool) or _by_method(tool)
    return snake((verb_word, *words)) if verb_word and words else ""


def _described(tool: ListedTool) -> str:
    first = split_words(tool.description.lstrip()[:40])[:1]
    verb = imperative(first[0]) if first else ""
    return "" if verb in vocabulary.VAGUE else vocabulary.preferred(verb) if verb else ""


def _by_method(tool: ListedTool) -> str:
    if tool.annotations.get("readOnlyHint") is True:
        return "get"
    return _BY_METHOD.get(tool.method, "")
