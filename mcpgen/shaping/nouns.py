"""The noun of a tool's name by what the path knows: owners, choices, callers, and a noun where none is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.shaping.phrase import ADJECTIVES, JOINERS, PREPOSITIONS, QUANTIFIERS, Phrase, plain_words, turned
from mcpgen.shaping.resources import GENERIC, resource
from mcpgen.shaping.route import Route, Segment, acts_on_one, is_identifier, read_route
from mcpgen.shaping.words import holds, is_plural, plural_noun, same_word, singular, singular_noun, split_words

_ALONE = {"login": ("user",), "logout": ("user",), "authenticate": ("user",)}
_TITLE_NOISE = frozenset(
    "web server swagger documentation docs reference openapi specification public the of v1 v2 v3 by".split()
)
_CALLERS = frozenset({("user",), ("users",), ("current", "user"), ("me",), ("myself",), ("authenticated", "user")})
_PLACED = {"assign": "to", "attach": "to", "detach": "from", "unassign": "from"}
_TOWARDS = frozenset({"to", "from"})
_NORTH, _EAST = frozenset({"lat", "latitude"}), frozenset({"lng", "lon", "long", "longitude"})
_EXTENTS = frozenset({"across", "for", "from", "in", "of"})
_PARTS = frozenset("article chapter entry item line page part row section term".split())
_TOLD = frozenset({"information", "info", "details", "detail", "data"})
_ABOUT = (("about",), ("on",), ("of",), ("for",))
_MEANT_ANYWAY = frozenset({("all", "list"), ("all", "search"), ("new", "create"), ("new", "add")})
"""Choices of a path that its verb makes as well: /orders/new, /orders/all."""
_STEM = 5
"""Letters by which a noun is known as that of a verb."""
_CLAUSES = frozenset({"if", "whether", "not"})


def tidied(phrase: Phrase, operation: Operation, route: Route, scope: tuple[str, ...]) -> Phrase:
    """A phrase in the order of English, without the caller and without the scope that all operations share.

    `scope` are the words of the parameters that nearly all paths start with.
    """
    phrase = _without_extent(_without_caller(phrase, route, scope), route)
    phrase = _about_thing(_without_place(phrase, route), route)
    called_so = "of" in route.words and bool(phrase.noun) and not is_plural(phrase.noun[-1])
    phrase = phrase if called_so else turned(phrase)
    noun = _joined_as_said(_callers_own(phrase.noun), operation.summary)
    noun = _choice_first(_owner_first(noun, route), (phrase.verb, *phrase.tail), route)
    return replace(phrase, noun=noun)


def _callers_own(noun: tuple[str, ...]) -> tuple[str, ...]:
    """`me preferences` as my preferences."""
    return ("my", *noun[1:]) if noun[:1] == ("me",) and len(noun) > 1 else noun


def _about_thing(phrase: Phrase, route: Route) -> Phrase:
    """`get information about a pet` as get pet where the path is that of one, else as get pet information."""
    told = phrase.verb == "get" and len(phrase.noun) == 1 and phrase.noun[0] in _TOLD
    about = phrase.tail[1:]
    if not told or phrase.tail[:1] not in _ABOUT or not 0 < len(about) <= 2 or about[0] in PREPOSITIONS | QUANTIFIERS:
        return phrase
    one = route.ends_in_parameter and bool(route.literals) and same_word(route.literals[-1].words[-1], about[-1])
    return replace(phrase, noun=singular_noun(about) if one else (*singular_noun(about), *phrase.noun), tail=())


def countable(phrase: Phrase) -> bool:
    """False where a noun is a clause, whose last word is no head: group if not exists."""
    return not _CLAUSES & set(phrase.noun)


def _without_caller(phrase: Phrase, route: Route, scope: tuple[str, ...]) -> Phrase:
    """Without `of the user` at the end where the path knows no users, and without `by realm` where all are."""
    tail = phrase.tail
    for i in range(max(0, len(tail) - 3), len(tail) - 1):
        if tail[i] in ("of", "by", "for") and tail[i + 1 :] in _CALLERS and not holds(route.words, "user"):
            return replace(phrase, tail=tail[:i])
    if len(tail) > 1 and tail[0] == "by" and scope and all(word in scope for word in tail[1:]):
        return replace(phrase, tail=())
    return phrase


def _without_place(phrase: Phrase, route: Route) -> Phrase:
    """`delete file in path` of /contents/{path} as delete file: where it is, is asked for anyway."""
    last = route.segments[-1].words if route.ends_in_parameter else ()
    placed = len(phrase.tail) == 1 + len(last) and phrase.tail[0] in ("at", "in") and phrase.tail[1:] == last
    return replace(phrase, tail=()) if placed and last and phrase.noun and phrase.verb != "list" else phrase


def _without_extent(phrase: Phrase, route: Route) -> Phrase:
    """`pods for all namespaces` as pods, where the path asks for no namespace: all of them are meant anyway."""
    tail = phrase.tail
    whole = len(tail) == 3 and tail[0] in _EXTENTS and tail[1] == "all" and is_plural(tail[2])
    named = any(holds(segment.words, tail[2]) for segment in route.segments) if whole else True
    return phrase if named or phrase.verb not in ("get", "list", "search") else replace(phrase, tail=())


def _joined_as_said(noun: tuple[str, ...], summary: str) -> tuple[str, ...]:
    """`artists users` as artists or users, where the summary says so."""
    said = split_words(summary)
    for i in range(len(noun) - 1):
        one, other = noun[i], noun[i + 1]
        if is_plural(one) and is_plural(other):
            for j in range(1, len(said) - 1):
                if said[j] in JOINERS and {said[j - 1], said[j + 1]} == {one, other}:
                    return (*noun[:i], *said[j - 1 : j + 2], *noun[i + 2 :])
    return noun


def _owner_first(noun: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """`items playlist` as playlist items: English has the head last, and it is what the path ends with."""
    if len(noun) < 2 or not route.literals or is_plural(noun[-1]) or not is_plural(noun[-2]):
        return noun
    head = route.literals[-1].words[-1]
    owners = {"user"} | {singular(w) for s in route.literals[:-1] for w in s.words}
    return (noun[-1], *noun[:-1]) if same_word(noun[-2], head) and noun[-1] in owners else noun


def _choice_first(noun: tuple[str, ...], said: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """The choice that a path makes, with what it chooses: /denylist/private/… → private denylist.

    `said` are the other words of the name.
    """
    *above, last = (*(s.words for s in route.segments[-2:] if not s.parameter), ())[:2] if route.literals else ((), ())
    if said[0] == "list" and len(noun) > 1 and above and noun == (*above[0], *last) and is_plural(above[0][-1]):
        chosen = len(last) == 1 and not is_plural(last[0]) and last[0] not in GENERIC
        return (*last, *above[0]) if chosen else noun
    if said[0] == "list" and noun[:1] == ("all",) and len(noun) > 1:
        return noun[1:]
    for before, choice in zip(route.segments, route.segments[1:], strict=False):
        word = choice.words[0] if len(choice.words) == 1 and not choice.parameter else ""
        if word not in ADJECTIVES or before.parameter or (word, said[0]) in _MEANT_ANYWAY:
            continue
        if len(noun) > 1 and noun[-1] == word and all(holds(before.words, w) for w in noun[:-1]):
            return (word, *noun[:-1])
        if len(noun) > 1 and noun[-1] == word and vocabulary.preferred(word) not in said:
            return (word, *singular_noun(before.words), *(w for w in noun[:-1] if not holds(before.words, w)))
        at = next((i for i, w in enumerate(noun) if same_word(w, before.words[0])), None)
        if at is not None and noun[at + 1 : at + 2] == (word,):
            return (*noun[:at], word, noun[at], *noun[at + 2 :])
        if holds((*noun, *said), word) or vocabulary.preferred(word) in said:
            continue
        if at is not None and len(before.words) == 1:
            return (*noun[:at], word, *noun[at:])
    return noun


def some_noun(operation: Operation, route: Route, phrase: Phrase, title: tuple[str, ...]) -> tuple[str, ...]:
    """A noun for a phrase without one: the resource of the path, else the tag, else the API's title."""
    if phrase.tail and phrase.tail[0] in _TOWARDS:
        return _behind_parameter(route)
    found = resource(_without_numbers(route.segments))
    if phrase.tail and phrase.tail[0] == "for" and (not route.ends_in_parameter or holds(found.noun, phrase.tail[-1])):
        return ()
    if phrase.verb in _ALONE and len(found.noun) < 2:
        return _ALONE[phrase.verb]
    if found.noun != (phrase.verb,) and len(found.noun) == 1 and vocabulary.preferred(found.noun[0]) == phrase.verb:
        found = resource(route.segments[:-1])
    noun = tuple(w for w in found.words if not same_word(w, phrase.verb) and w != phrase.manner)
    if len(noun) > 1 and _is_deed(noun[-1], phrase.verb):
        noun = noun[:-1]
    elif noun and _is_deed(noun[-1], phrase.verb):
        noun = resource([s for s in route.segments if not same_word(s.words[-1], noun[-1])]).words or noun
    choices = [noun, *(plain_words(split_words(tag)) for tag in operation.tags if tag.lower() != "default")]
    words = next(
        (
            c
            for c in ([w for w in choice if not same_word(w, phrase.verb) and w != phrase.manner] for choice in choices)
            if c
        ),
        None,
    )
    if words is None:
        own = tuple(w for w in plain_words(title) if w not in _TITLE_NOISE and not same_word(w, phrase.verb))
        return own[:3] if own and route.segments else ("root",)
    one_asked = asks_one(route, phrase.verb) or asks_one(read_route(operation.path), phrase.verb)
    if phrase.many or (phrase.verb in ("list", "search") and not one_asked):
        return plural_noun(words)
    one = route.ends_in_parameter or phrase.verb in ("create", "search")
    return singular_noun(words) if one else tuple(words)


def _is_deed(noun: str, verb: str) -> bool:
    """True for the noun of a verb: registration, of register."""
    stem = verb.removesuffix("e")[:_STEM]
    return len(stem) == _STEM and noun.startswith(stem) and noun.endswith(("tion", "ment", "sion"))


def _without_numbers(segments: Sequence[Segment]) -> Sequence[Segment]:
    """The segments without `bulk` or `batch` behind a resource: /points/batch."""
    numbers = len(segments) > 1 and segments[-1].words in (("bulk",), ("batch",))
    return segments[:-1] if numbers else segments


def by_ending(phrase: Phrase, operation: Operation, route: Route, *, listed: bool) -> Phrase:
    """`people geos` of /people.geo as people by location: an ending that is no format of files chooses.

    `listed`: a list comes back.
    """
    last = route.literals[-1] if route.literals and not route.ends_in_parameter else None
    thing, _, ending = last.text.partition(".") if last is not None and not last.dotted else ("", "", "")
    words = split_words(ending)
    plain = phrase.verb in ("get", "list") and not phrase.tail and bool(phrase.noun) and bool(split_words(thing))
    if not listed or not plain or not words or not same_word(phrase.noun[-1], words[-1]):
        return phrase
    asked = {p.name.lower() for p in operation.parameters if p.place == "query" and p.required}
    located = bool(asked & _NORTH) and bool(asked & _EAST)
    return replace(phrase, verb="list", noun=split_words(thing), tail=("by", "location") if located else ("by", *words))


def asks_one(route: Route, verb: str) -> bool:
    """True for a search in one thing: /indexes/{index}/search."""
    last = route.literals[-1].words if route.literals and not route.ends_in_parameter else ()
    return last == (verb,) and acts_on_one(route)


def acted_on(route: Route, verb: str) -> str:
    """The head of what an action at the end of a path is done to: orders, of /orders/{id}/capture; else nothing."""
    if len(route.segments) < 3 or route.ends_in_parameter or route.segments[-1].words != (verb,):
        return ""
    thing, parameter = route.segments[-3:-1]
    return thing.words[-1] if parameter.parameter and not thing.parameter else ""


def _behind_parameter(route: Route) -> tuple[str, ...]:
    """What the last parameter names, in the singular: the firewall that something is applied to resources from."""
    pairs = list(zip(route.segments, route.segments[1:], strict=False))
    return next((a.singular for a, b in reversed(pairs) if b.parameter and not a.parameter and len(a.text) > 1), ())


def as_items(phrase: Phrase, route: Route, methods: frozenset[str]) -> Phrase:
    """What a collection in the singular holds: the rules of /acl/{ruleId}, the calendars of /calendarList.

    `methods` are those of an item and its collection: items that can be made and taken away are things of their own,
    and so are the parts of a whole that are only read: the pages of /glossary/{pageName}.
    """
    last = route.literals[-1].words if route.literals else ()
    noun = phrase.noun
    if not noun or phrase.tail or not last or is_plural(last[-1]):
        return phrase
    if phrase.verb == "list" and len(last) > 1 and last[-1] == "list" and noun[-2:] in (last, plural_noun(last)):
        return replace(phrase, noun=plural_noun(noun[:-1]))
    named = route.segments[-1].words if route.ends_in_parameter else ()
    words = tuple(w for w in named if not is_identifier(w) and w != "name")
    if len(words) != 1 or len(named) < 2 or noun[-1] != last[-1]:
        return phrase
    if len(last) > 1 and last[-1] == "list" and words == last[:-1] and noun[-len(last) :] == last:
        return replace(phrase, noun=(*noun, "entry"))
    if not {"POST", "DELETE"} <= methods and not (phrase.verb == "get" and words[0] in _PARTS):
        return phrase
    return phrase if holds((*noun, *last), words[0]) else replace(phrase, noun=(*noun, *words))


def with_place(phrase: Phrase, route: Route) -> Phrase:
    """`assign firewall droplets` as assign droplets to firewall: what is attached, and then to what."""
    preposition, owner = _PLACED.get(phrase.verb, ""), resource(route.segments).owner
    size = len(owner)
    if not preposition or not owner or phrase.tail or phrase.noun[:size] != owner or len(phrase.noun) == size:
        return phrase
    return replace(phrase, noun=phrase.noun[size:], tail=(preposition, *owner))


def without_possessive(noun: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """`users saved albums`, where the apostrophe was lost, as user saved albums: owners stand in the singular."""
    owners = {"users"} | {
        w for a, b in zip(route.segments, route.segments[1:], strict=False) if b.parameter for w in a.words
    }
    return tuple(
        singular(w) if w in owners and i + 1 < len(noun) and noun[i + 1] not in JOINERS else w
        for i, w in enumerate(noun)
    )


def without_repetition(noun: tuple[str, ...]) -> tuple[str, ...]:
    """Without a word that the next one says again: users, user → user; nor a vague head twice: detail try detail."""
    if len(noun) > 2 and noun[-1] in GENERIC and holds(noun[:-1], noun[-1]):
        noun = (*(w for w in noun[:-1] if not same_word(w, noun[-1])), noun[-1])
    return tuple(w for i, w in enumerate(noun) if i + 1 == len(noun) or not same_word(w, noun[i + 1]))
