"""Tool and parameter names as words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from mcpgen.lint.verbs import is_verb
from mcpgen.model import vocabulary

_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")
_MAX_NAME: Final = 1_000

RATHER_NOUNS: Final = frozenset({"action", "control", "deal", "use", "work"})
"""Vague verbs that begin a name as nouns just as often: `deal_list`."""

BARE_ONLY: Final = frozenset({"execute", "run"})
"""Verbs that are vague only where nothing precise follows: `run_report` is fine."""

_CATCH_ALL: Final = frozenset(
    "agent ai all anything api assistant bot do everything execute function general generic helper it main multi my "
    "operation run something stuff the thing things tool tools universal util utility utils".split()
)


def split_words(name: str) -> tuple[str, ...]:
    """The words of a name in lower case: `getHTTPUser_2` → get, http, user, 2."""
    return tuple(word.lower() for word in _WORD.findall(name[:_MAX_NAME]))


def is_vague(words: Sequence[str]) -> bool:
    """True when a name's words say nothing precise: a vague verb first, or a catch-all."""
    if not words:
        return False
    return words[0] in vocabulary.VAGUE - RATHER_NOUNS - BARE_ONLY or is_catch_all(words)


def is_catch_all(words: Sequence[str]) -> bool:
    """True when a name holds no word of its own: `assistant_tool`, a bare `run`."""
    return all(word in _CATCH_ALL for word in words)


def words_without_prefix(names: Sequence[str], server: str) -> tuple[tuple[str, ...], ...]:
    """The words of each of a server's tool names, without a prefix that all share or that is the server's name."""
    all_words = [split_words(name) for name in names]
    shared, server_words = _shared_prefix([words for words in all_words if words]), split_words(server)
    return tuple(_without(words, shared or _length_of(server_words, words)) for words in all_words)


def imperative(word: str) -> str:
    """The verb behind `lists`, `matches`, `applies` or `list`; '' when it is none."""
    stems = [word]
    if word.endswith("s"):
        stems.append(word[:-1])
    if word.endswith("es"):
        stems.append(word[:-2])
    if word.endswith("ies"):
        stems.append(word[:-3] + "y")
    return next((stem for stem in stems if is_verb(stem)), "")


def singular(word: str) -> str:
    """A word without its plural ending, good enough to compare words: `countries` → country."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def snake(words: Iterable[str]) -> str:
    """Words as one snake_case name."""
    return "_".join(words)


def _shared_prefix(all_words: Sequence[Sequence[str]]) -> int:
    """1 when all of several tools begin with the same word, and with one of them a verb and a noun follow; else 0."""
    if len(all_words) < 2 or any(len(words) < 2 for words in all_words):
        return 0
    same = len({words[0] for words in all_words}) == 1
    return int(same and any(len(words) > 2 and is_verb(words[1]) for words in all_words))


def _length_of(prefix: Sequence[str], words: Sequence[str]) -> int:
    return len(prefix) if tuple(words[: len(prefix)]) == tuple(prefix) else 0


def _without(words: tuple[str, ...], prefix: int) -> tuple[str, ...]:
    return words[prefix:] if words[prefix:] and not is_verb(words[0]) else words
