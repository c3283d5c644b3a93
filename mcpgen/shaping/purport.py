"""What summary and description say is done, and to what, where path and operation id say less (NAM001, NAM003)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.schema import Schemas
from mcpgen.model.vocabulary import Effect, Verb
from mcpgen.shaping.asked import body_properties
from mcpgen.shaping.openings import base_form, directive
from mcpgen.shaping.phrase import JOINERS, PREPOSITIONS, QUANTIFIERS, Phrase, is_firm_verb, joined_verbs
from mcpgen.shaping.route import Route
from mcpgen.shaping.text import first_sentence, plain
from mcpgen.shaping.words import holds, is_plural, same_word, singular, split_words

_READ_OF = 400
"""Letters of a description that its first sentence is looked for in."""
_DETERMINERS = frozenset(
    "a an the this that all any each every one your its their existing new given specified".split()
)
_PLAIN = frozenset("add create ensure get initiate post put save store update replace set".split())
"""Verbs that say no more than a method does."""
_GENERIC = frozenset({("info",), ("information",), ("data",), ("details",), ("detail",), ("index",)})
"""Nouns that could be said of anything."""
_VAGUE = frozenset({"instance"})
"""Things that are only said to be one of what stands above them: /identity-provider/instances."""
_STEM = 5
"""Letters by which a noun is known as that of a verb: cancellation, cancel."""
_LONGEST = 3
"""Words of a noun that a text gives."""
_BY_METHOD = frozenset({"create", "delete", "patch", "replace", "update"})
"""Verbs that a name may have from its method alone."""
_OF_METHODS = {
    "POST": frozenset({"add", "create"}),
    "PUT": frozenset({"create", "put", "replace", "save", "set", "store", "update"}),
    "PATCH": frozenset({"patch", "put", "save", "set", "update"}),
    "DELETE": frozenset({"clear", "delete", "remove"}),
}
"""Verbs that say no more than a method."""
_CONVERTS = frozenset({"convert", "transform", "translate"})
_LITTLE = frozenset(
    "allow apply attach configure connect ensure include initiate join map move permit propagate set trigger".split()
)
"""Verbs of texts that may as well say how, or what for, a thing is changed."""
_SEARCHED = re.compile(
    r"\bsearch(?:es|ing)?\s+(?:(?:on|for|in|over|across|through|within|among)\s+)?(?:(?:all|any|multiple|several|the|your|"
    r"of)\s+)*([a-z]+s)\b(?:\s*(?:,|and|or)\s*(?:and |or )?([a-z]+s)\b)?",
    re.IGNORECASE,
)
_PLACED = {"attach": "to", "detach": "from"}
"""Verbs that need no other word for where what they are done to goes: "Attach a file", of /reports/{id}/attach."""
_PLACES = (("to",), ("from",), ("into",))
"""Prepositions between what is acted on and where."""
_NOT_SEARCHED = frozenset("queries requests results terms words parameters options criteria filters endpoints".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The sentence that a text opens with: its verb, and the words behind it up to the end of what is acted on."""

    verb: Verb
    certain: bool
    """The first word is no noun: a determiner stands behind it, or it is hardly ever one."""
    object: tuple[str, ...]
    joined: bool
    """Another verb or noun follows: create or update."""
    rest: tuple[str, ...] = ()
    """The words behind what is acted on, from a preposition on: from a conversation."""


def said(operation: Operation) -> Iterator[Said]:
    """What the summary and the description open with, those of them that open with a verb."""
    for text in (operation.summary, operation.description[:_READ_OF]):
        sentence = directive(first_sentence(plain(text)))
        words = joined_verbs(split_words(re.split(r"[.:;,(]|'s?\s", sentence, maxsplit=1)[0]))
        verb = vocabulary.verb(base_form(words[0])) if words else None
        if verb is None:
            continue
        rest = words[1:]
        determined = bool(rest) and (rest[0] in _DETERMINERS or rest[0] in QUANTIFIERS)
        end = next((i for i, word in enumerate(rest) if word in PREPOSITIONS or word in JOINERS), len(rest))
        acted = tuple(word for word in rest[:end] if word not in _DETERMINERS)
        yield Said(
            verb=verb,
            certain=determined or is_firm_verb(verb.word) or words[0] != verb.word,
            object=acted,
            joined=rest[end : end + 1] != () and rest[end] in JOINERS,
            rest=rest[end:],
        )


def precisely(phrase: Phrase, operation: Operation) -> Phrase:
    """`create`, that is only the method POST, as what the text says is done: generate, add, register."""
    if operation.method != "POST" or phrase.verb != "create" or phrase.manner or _says_create(operation):
        return phrase
    found = next(said(operation), None)
    if found is None or not found.certain or not found.object or found.joined:
        return phrase
    verb = found.verb.preferred
    told = verb in ("allow", "return") and verb not in split_words(operation.path)
    if found.verb.effect is Effect.READ or found.verb.vague or verb in _PLAIN - {"add"} or told:
        return phrase
    if not any(same_word(found.object[-1], word) for word in phrase.noun):
        return phrase
    if len(found.object) <= _LONGEST and {f"{verb}ed", f"{verb}d"} & set(phrase.noun):
        return replace(phrase, verb=verb, noun=found.object)
    return phrase if any(word.startswith(verb[:_STEM]) for word in phrase.noun) else replace(phrase, verb=verb)


def by_text(derived: Phrase, operation: Operation, route: Route) -> Phrase | None:
    """The phrase of method and path with the verb of its text, where that says that something else is done.

    "Updates an account" of POST /account, "Cancels a subscription" of DELETE /subscriptions/{id}; None otherwise.
    """
    same = _OF_METHODS.get(operation.method)
    if same is None or derived.verb not in _BY_METHOD or derived.manner or not derived.noun or derived.tail:
        return None
    found = next(said(operation), None)
    if found is None or not found.certain or found.joined or not found.object or found.verb.preferred in same:
        return None
    verb, named = found.verb, same_word(found.object[-1], derived.noun[-1])
    if verb.preferred in _CONVERTS and operation.method == "POST" and not route.ends_in_parameter:
        into = found.rest[:_LONGEST] if found.rest[:1] in _PLACES else ()
        end = next((i for i, word in enumerate(into) if i and word in PREPOSITIONS), len(into))
        return Phrase(verb=verb.preferred, noun=found.object, tail=into[:end]) if into else None
    known = (*split_words(operation.path), *split_words(operation.id))
    fuller = len(derived.noun) < len(found.object) <= _LONGEST and all(holds(known, word) for word in found.object)
    noun = found.object if named and fuller else derived.noun
    if operation.method == "POST" and verb.preferred in ("replace", "update"):
        return replace(derived, verb="update", noun=noun) if named else None
    firm = is_firm_verb(verb.word) and verb.effect in (Effect.UPDATE, Effect.DELETE, Effect.ACTION) and not verb.vague
    if not firm or verb.preferred in _LITTLE or any(word.startswith(verb.preferred[:_STEM]) for word in derived.noun):
        return None
    one = route.ends_in_parameter
    return replace(derived, verb=verb.preferred) if one and (named or operation.method != "PUT") else None


def _says_create(operation: Operation) -> bool:
    words = split_words(f"{operation.id} {operation.summary}")
    return any(vocabulary.preferred(base_form(word)) == "create" for word in words)


def plainly(phrase: Phrase, operation: Operation, route: Route) -> Phrase:
    """`info` and the like, of a path that says nothing else, as what the text says is got: current comic."""
    if phrase.noun not in _GENERIC or len(route.literals) != 1 or operation.id:
        return phrase
    for found in said(operation):
        own = tuple(word for word in found.object if (word,) not in _GENERIC)
        if found.verb.preferred == phrase.verb and 0 < len(own) <= _LONGEST:
            return replace(phrase, noun=own)
    return phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A thing by its place in the API: flow, below authentication."""

    place: tuple[str, ...]
    """The literals of the path down to the thing."""
    thing: str


def kind(phrase: Phrase, route: Route) -> Kind | None:
    """The kind of thing that a noun of one word is, right below another literal of its path; None of any other."""
    if len(phrase.noun) != 1:
        return None
    thing = singular(phrase.noun[0])
    literals = [i for i, segment in enumerate(route.segments) if not segment.parameter]
    named = [i for i in literals if same_word(route.segments[i].words[-1], thing)]
    above = [i for i in literals if i < named[-1]] if named else literals
    if not above or (named and named[-1] != above[-1] + 1):
        return None
    return Kind(place=tuple("_".join(route.segments[i].words) for i in above), thing=thing)


def qualifier(found: Kind, operation: Operation) -> tuple[str, ...]:
    """The words of the literal above a thing that the text puts before it: authentication, of authentication flow."""
    above = found.place[-1].split("_")
    if found.thing in _VAGUE:
        return tuple(above)
    for told in said(operation):
        if not told.object or not same_word(told.object[-1], found.thing):
            continue
        before = told.object[:-1]
        start = next((i for i in range(len(before)) if all(holds(above, word) for word in before[i:])), len(before))
        if own := before[start:]:
            return own
    return ()


def in_part(phrase: Phrase, operation: Operation, schemas: Schemas | None) -> Phrase:
    """`update vm` as update vm state, where state is all that can be given, and the text says that it is changed."""
    given = body_properties(operation, schemas)
    if phrase.verb != "update" or phrase.tail or not phrase.noun or len(given) != 1:
        return phrase
    part = split_words(given[0].name)
    about = any(found.object[-len(part) :] == part and len(found.object) > len(part) for found in said(operation))
    return phrase if not about or holds(phrase.noun, part[-1]) else replace(phrase, noun=(*phrase.noun, *part))


def acted(phrase: Phrase, operation: Operation) -> tuple[str, ...]:
    """What a verb without a noun is done to, by the text: cart, of POST /checkout that says "Check out a cart"."""
    own = vocabulary.verb(phrase.verb)
    for found in said(operation):
        alike = own is not None and (
            found.verb.preferred == own.preferred or found.verb.effect is own.effect is Effect.READ
        )
        told = 0 < len(found.object) <= _LONGEST and not {phrase.verb, "list"} & set(found.object)
        if alike and told:
            return found.object
    return ()


def towards_group(phrase: Phrase, operation: Operation, route: Route) -> Phrase:
    """`kick conversation`, that removes a user from it, as kick user from conversation.

    Where a path ends in an action behind its group, and the text says that it is done to something else.
    """
    last = route.literals[-1].words if route.literals else ()
    verb = vocabulary.verb(phrase.verb)
    group = route.literals[-2].words if len(route.literals) > 1 else ()
    if (
        phrase.tail
        or len(phrase.noun) != 1
        or not holds(group, phrase.noun[0])
        or verb is None
        or verb.effect is Effect.READ
        or last != (phrase.verb,)
    ):
        return phrase
    for found in said(operation):
        alike = found.verb.preferred == verb.preferred or found.verb.effect is verb.effect is Effect.DELETE
        if not alike or not found.certain or found.joined or not 0 < len(found.object) < _LONGEST:
            continue
        if found.verb.preferred == phrase.verb and phrase.verb in _PLACED and not found.rest:
            return replace(phrase, noun=found.object, tail=(_PLACED[phrase.verb], singular(phrase.noun[0])))
        if found.rest[:1] in _PLACES and not holds(found.object, phrase.noun[0]) and not holds(found.object, "id"):
            return replace(phrase, noun=found.object, tail=(found.rest[0], singular(phrase.noun[0])))
    return phrase


def searched(operation: Operation) -> tuple[str, ...]:
    """What is searched, by the text: episodes and podcasts; nothing where it does not say so."""
    for text in (operation.summary, operation.description[:_READ_OF]):
        for match in _SEARCHED.finditer(plain(text)):
            nouns = [word.lower() for word in match.groups() if word and is_plural(word.lower())]
            nouns = [word for word in nouns if word not in _NOT_SEARCHED]
            if nouns and match.group(1).lower() == nouns[0]:
                return (nouns[0], "and", nouns[1]) if len(nouns) > 1 else (nouns[0],)
    return ()
