"""Which parameters identify something ("Identifiers" in docs/architecture.md, as far as a listed tool shows it)."""

from __future__ import annotations

import re
from typing import Final

from mcpgen.lint.names import split_words
from mcpgen.lint.parameters import Node
from mcpgen.model.identity import ANY_KEYS

_ID_WORDS: Final = ANY_KEYS | {"gid", "gids"}
_PROCESS_WORDS: Final = frozenset({"chmod", "chown", "container", "file", "posix", "process", "run", "unix"})
_NEVER: Final = frozenset(
    {"count", "duration", "epoch", "length", "limit", "offset", "page", "port", "sequence", "size", "time", "timestamp"}
    | {"total", "version", "at", "track"}
)
_OPENING: Final = re.compile(r"\s*(?:the\s+)?(?:unique\s+)?(?:id|identifier)\s+of\b", re.IGNORECASE)


def identifies(node: Node, names: set[str], tool_name: str) -> bool:
    """True when a parameter's name or description says that it is an identifier; `names` are all of its tool's."""
    words = split_words(node.name)
    if not words or words[-1] in _NEVER:
        return False
    if words[-1] in {"uid", "gid"} and _in_process_context(words, names, tool_name):
        return False
    text = node.description
    return words[-1] in _ID_WORDS or (isinstance(text, str) and _OPENING.match(text) is not None)


def identified(node: Node) -> tuple[str, ...]:
    """The words of what a parameter identifies, by its name: `author_user_ids` → author, user; `id` → none."""
    words = split_words(node.name)
    return words[:-1] if words[-1:] and words[-1] in _ID_WORDS else words


def _in_process_context(words: tuple[str, ...], names: set[str], tool_name: str) -> bool:
    """True where uid and gid are the numbers of a Unix user and group."""
    around = {*words[:-1], *split_words(tool_name)}
    return {"uid", "gid"} <= names or bool(around & _PROCESS_WORDS)
