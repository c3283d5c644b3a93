"""The verbs of tool names: what each one does, and which of several synonyms is preferred (NAM001, NAM003, NAM009)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

from mcpgen.model.json import JsonObject

VAGUE: Final = frozenset(
    {"handle", "manage", "process", "do", "perform", "execute", "run", "operate", "action", "use", "work", "deal"}
    | {"control", "maintain", "administer"}
)
"""Verbs that say nothing precise (NAM003)."""

_NOT_FORMED = frozenset(
    {"represent", "research", "remark", "reform", "resort", "retail"}
    | {"spotify", "shopify", "netlify", "prizes", "oversize"}
)


class Effect(StrEnum):
    """What a verb does to the API's state."""

    READ = "read"
    CREATE = "create"
    UPDATE = "update"
    DELETE = "delete"
    ACTION = "action"
    """Changes state in its own way: cancel, approve, start."""
    SEND = "send"
    """Reaches people or other systems: notify, transfer, invite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """An imperative verb as a tool's name may use it."""

    word: str
    effect: Effect
    preferred: str
    """The verb of one vocabulary that says the same; `word` itself where it is the good one."""
    open_world: bool = False
    """Reaches beyond the service's own data (ANN004)."""
    noun_too: bool = False
    """Just as often a noun (`order`, `report`): a verb only where one is expected."""
    commands: bool = False
    """A noun too, but before a plural it says what is to be done with it (`restart services`)."""
    adds: bool = False
    """Leaves what is there as it is: an object, a link, a mark, a run is added (ANN003)."""
    settles: bool = False
    """Brings about a state: the same call again has no further effect."""
    repeats: bool = False
    """Takes effect anew each time, whatever the method."""
    shows: bool = False
    """Changes state elsewhere, but only computes or shows something when the method is GET."""
    stores: bool = False
    """Reads, but starts or stores something when it is posted."""
    blind: bool = False
    """Can do anything: the verb does not say what."""

    @property
    def vague(self) -> bool:
        """Says nothing precise (NAM003)."""
        return self.word in VAGUE


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaching:
    """Words by which it is seen that an operation reaches people, the public, money or other systems (ANN004)."""

    people: frozenset[str]
    public: frozenset[str]
    money: frozenset[str]
    """Nouns, some of two words: `limit order`."""
    hooks: frozenset[str]
    """What calls a URL of somebody else."""
    queues: frozenset[str]
    """Where messages stay inside the service."""
    machines: frozenset[str]
    """What is sent to a machine, not to people."""
    dialled: frozenset[str]
    """What is called when it is tested or pinged."""
    mailed: frozenset[str]
    """What is mailed to a person who asks for it."""
    called: frozenset[str]
    """Inputs that are URLs to call or fetch: the word before `url`, or alone."""
    fetching: frozenset[str]
    """Verbs that fetch what a URL points to."""


@cache
def reaching() -> Reaching:
    """The words of what reaches beyond the service; loaded once."""
    return Reaching(**{kind: frozenset(words) for kind, words in _data()["reaching"].items()})


def verbs() -> Mapping[str, Verb]:
    """Every known verb by its word, in the order of the vocabulary; loaded once."""
    return _read()


def verb(word: str) -> Verb | None:
    """The verb `word` (any case), or None when the vocabulary does not know it."""
    return verbs().get(word.lower()) or _formed(word.lower())


def is_verb(word: str) -> bool:
    """True when `word` (any case) is an imperative verb, vague ones included."""
    return verb(word) is not None or word.lower() in VAGUE


def preferred(word: str) -> str:
    """The one verb for the meaning of `word` (`fetch` → `get`); an unknown word is its own."""
    found = verb(word)
    return found.preferred if found else word.lower()


def is_read_only(word: str) -> bool:
    """True when the verb `word` only reads."""
    found = verb(word)
    return found is not None and found.effect is Effect.READ


@cache
def _formed(word: str) -> Verb | None:
    """Verbs made by the rules of English: un- and re- before a verb, -ize and -ify at the end."""
    if word in _NOT_FORMED:
        return None
    if word.startswith("un") and (base := verbs().get(word[2:])) is not None and len(base.word) > 2:
        return Verb(word=word, effect=Effect.UPDATE, preferred=word, settles=True)
    if word.startswith("re") and (base := verbs().get(word[2:])) is not None and len(base.word) > 2:
        effect = {Effect.READ: Effect.ACTION, Effect.CREATE: Effect.UPDATE}.get(base.effect, base.effect)
        return Verb(word=word, effect=effect, preferred=word, repeats=not base.settles)
    if len(word) > 5 and word.endswith(("ize", "ify")):
        return Verb(word=word, effect=Effect.UPDATE, preferred=word)
    return None


@cache
def noise_words() -> frozenset[str]:
    """Words of frameworks and protocols that say nothing about a tool: api, controller, endpoint … (NAM006)."""
    return frozenset(_data()["noise"])


@cache
def manners() -> frozenset[str]:
    """Words that may stand before a verb and say how it is done: bulk, quick."""
    return frozenset(_data()["manners"])


def verb_and_noun(name: str) -> tuple[str, str]:
    """The verb of a tool's name and what stands behind it: `bulk_delete_messages` → delete, messages."""
    first, _, rest = name.partition("_")
    second, _, noun = rest.partition("_")
    return (second, noun) if first in manners() and is_verb(second) and noun else (first, rest)


@cache
def open_world_verbs() -> frozenset[str]:
    """Verbs that reach beyond the service's own data (ANN004)."""
    return frozenset(_data()["open_world"])


@cache
def _data() -> JsonObject:
    import yaml  # slow to import, and not every command needs it

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = resources.files("mcpgen.model").joinpath("vocabulary.yaml").read_text(encoding="utf-8")
    data: JsonObject = yaml.load(text, Loader=loader)
    return data


@cache
def _read() -> Mapping[str, Verb]:
    found: dict[str, Verb] = {}
    nouns, commands = (frozenset(_data()[kind]) for kind in ("nouns_too", "commands"))
    open_world = open_world_verbs()
    facts = {fact: frozenset(words) for fact, words in _data()["facts"].items()}
    for effect, group in _data()["verbs"].items():
        grows = effect in (Effect.CREATE, Effect.SEND)
        for best, same in group.items():
            for word in (best, *same):
                found[word] = Verb(
                    word=word,
                    effect=Effect(effect),
                    preferred=best,
                    open_world=word in open_world or best in open_world,
                    noun_too=word in nouns,
                    commands=word in commands,
                    adds=best not in facts["alters"] if grows else best in facts["adds"],
                    settles=best in facts["settles"],
                    repeats=best in facts["repeats"],
                    shows=best in facts["shows"],
                    stores=best in facts["stores"],
                    blind=best in facts["blind"],
                )
    return MappingProxyType(found)
