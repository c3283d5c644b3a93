"""A sentence that says what a tool does, made from its name and path: for a source that has none (DES001)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.identity import KEYS
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.openings import base_form, third_person
from mcpgen.shaping.phrasal import are_one_verb
from mcpgen.shaping.text import sentence_case
from mcpgen.shaping.titles import spelled
from mcpgen.shaping.words import counts, is_version, plural_noun, singular, split_words, with_article

_BULK = frozenset({"bulk", "batch", "mass"})
_ARTICLELESS = frozenset({"my", "all", "current", "own", "available"})
_BEFORE_OBJECTS = frozenset("for to from in into on onto of with at as".split())
"""What stands between a verb and its object in a name: `vote_for_episode`."""
NO_OWNERS = frozenset("api apis name names key keys value values type types data item items by health healthz".split())
"""Path segments that own nothing."""


_COORDINATE = re.compile(r"\{\w\}")
"""A placeholder of one letter picks nothing by itself: /tiles/{z}/{x}/{y}."""


def made_lead(operation: Operation, name: str) -> str:
    """A sentence from name and path where the source has none that adds to it: "Gets one line of one order"."""
    verb, *noun = split_words(name)
    if not noun:
        return f"{sentence_case(third_person(verb)).rstrip('.')} by the API."
    if noun[0] == "to" and len(noun) > 1 and base_form(noun[1]) == noun[1]:
        verb, noun = noun[1], noun[2:]  # "allow to delete a user"
    particle = f" {noun[0]}" if are_one_verb(verb, noun[0]) else ""
    noun = noun[1:] if particle else noun
    noun = noun[:-2] if noun[-2:] in (["for", "id"], ["with", "id"]) else noun  # said by what picks it
    if not noun:
        return f"{third_person(verb).capitalize()}{particle}."
    thing = spelled(noun)
    path = [part for part in operation.path.split("/") if part]
    owner = _owner(path, noun)
    of = f" of one {owner}" if owner else ""
    if verb in _BULK and len(noun) > 1:
        return f"{third_person(noun[0]).capitalize()} {spelled(noun[1:])}{of} in bulk."
    if noun[0] in ("if", "whether"):
        return f"{sentence_case(third_person(verb)).rstrip('.')} {spelled(noun)}."
    if noun[0] in ("or", "and"):
        return sentence_case(spelled((verb, *noun)))
    if noun[0] in _BEFORE_OBJECTS and len(noun) > 1 and not particle:
        bare = plural_noun(noun[1:]) == tuple(noun[1:]) or noun[1] in _ARTICLELESS
        whom = spelled(noun[1:]) if bare else with_article(spelled(noun[1:]))
        return f"{third_person(verb).capitalize()} {noun[0]} {whom}{of}."
    many = plural_noun(noun) == tuple(noun)
    known = vocabulary.verb(verb)
    does = f"{third_person(verb).capitalize()}{particle}"
    item = bool(path) and path[-1].startswith("{") and not many and not _COORDINATE.match(path[-1])
    match verb:
        case "list":
            return f"Lists {thing}{of}."
        case "create":
            return f"Creates {thing if many else with_article(thing)}{of}."
        case _ if known is not None and known.effect in (Effect.CREATE, Effect.SEND):
            return f"{does} {thing if many else with_article(thing)}{of}."
        case "get" | "update" | "delete" | "replace" | "check" if item and "by" not in noun:
            one = "one " if counts(noun[-1]) and noun[0] not in _ARTICLELESS else "the "
            return f"{does} {one}{thing}{of} by its {_key(operation, path[-1], noun)}."
        case _ if _adds_one(operation, noun):
            return f"{does} {with_article(thing)}{of}."
        case _:
            article = "" if many or noun[0] in _ARTICLELESS else "the "
            return f"{does} {article}{thing}{of}."


def _adds_one(operation: Operation, noun: Sequence[str]) -> bool:
    """Whether a POST to a collection makes one of it, whatever its verb is called: trigger a run, of POST /runs."""
    collection = split_words(operation.path.rstrip("/").rpartition("/")[2])
    one = (*collection[:-1], singular(collection[-1])) if collection else ()
    return operation.method == "POST" and one != collection and tuple(noun) == one and counts(one[-1])


def _key(operation: Operation, placeholder: str, noun: Sequence[str]) -> str:
    """What a placeholder picks by: `{bookId}` by id, `{isbn}` by ISBN, `{repo}` by name where its text says so."""
    placeholder = placeholder[1:].partition("}")[0]
    words = split_words(placeholder)
    left = [w for w in words if singular(w) not in {singular(n) for n in noun}]
    run_on = {f"{singular(n)}{key}" for n in noun for key in KEYS}
    if left and left[-1] not in KEYS and left[-1] not in run_on:
        return spelled(left)
    text = next((p.description for p in operation.parameters if p.place == "path" and p.name == placeholder), "")
    return "name" if not placeholder.lower().endswith("id") and re.search(r"\bname\b", text, re.I) else "id"


def _owner(path: Sequence[str], noun: Sequence[str]) -> str:
    """The resource whose parameter stands before the last literal, where the name does not say it."""
    literals = [i for i, part in enumerate(path) if not part.startswith("{")]
    if len(literals) < 2 or not any(part.startswith("{") for part in path[literals[-2] + 1 : literals[-1]]):
        return ""
    words = split_words(path[literals[-2]])
    known = {singular(word) for word in noun}
    if words and (is_version(words[-1]) or words[-1] in NO_OWNERS):
        return ""
    return "" if not words or {singular(w) for w in words} & known else spelled((*words[:-1], singular(words[-1])))
