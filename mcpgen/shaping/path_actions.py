"""A verb in a path: /orders/{id}/cancel, /users.list, /search/shows (NAM001)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.phrase import ADJECTIVES, QUANTIFIERS, Phrase, is_adjective, is_firm_verb, read_phrase
from mcpgen.shaping.resources import ACTION_GROUPS, Resource, joined, resource, segments_before
from mcpgen.shaping.route import Route, Segment
from mcpgen.shaping.words import counts, is_plural, plural_noun, singular, singular_noun, split_words

COLLECTION_ACTIONS = frozenset(
    "search count export import list query lookup filter browse compare match sync reorder sort suggest "
    "autocomplete merge watch poll stream monitor scroll".split()
)
"""Actions on all of a collection, where no parameter names one thing."""
AT_ONCE = frozenset({("bulk",), ("batch",)})
"""Last parts of paths that say only that many things are meant."""
READ_ACTIONS = frozenset("search count export download query lookup check compare match filter".split())
"""Actions that change nothing."""
_STATES = frozenset(
    "config data history job jobs link links log logs result results settings state status token tokens url".split()
)
"""Heads that make the verb before them a noun: filter state."""
_GROUPS = frozenset({"api", "function", "method", "procedure", "service"})
"""What a group of methods is called by."""
_OF_ONE = frozenset({"export", "import", "merge", "monitor", "poll", "stream", "sync", "watch"})
"""Actions on a collection that may as well be on one thing."""
_OPENING = 160
"""Letters of a description that say what is done."""
_AGENTS = {
    "analyzer": "analyze",
    "calculator": "calculate",
    "checker": "check",
    "converter": "convert",
    "exporter": "export",
    "formatter": "format",
    "generator": "generate",
    "importer": "import",
    "parser": "parse",
    "renderer": "render",
    "translator": "translate",
    "validator": "validate",
}
"""What a POST to a thing that is called by what it does asks for."""
MAILED = frozenset({"email", "mail", "sms"})
"""What a write to /users/{id}/verification-email sends."""
_MOSTLY_NOUNS = frozenset(
    "allowlist bid bill blacklist book bootstrap compact format forward group issue log offer order outline plot queue "
    "quote rank rate record return shift stage survey whitelist".split()
)
"""Verbs in a path only where they stand behind one thing: /orders/{id}/return."""
_WRITES = frozenset({"POST", "PUT", "PATCH"})


def action(operation: Operation, route: Route, methods: frozenset[str]) -> Phrase | None:
    """What a verb in the path does, and to what; None where the path holds no action.

    `methods` are those of the same path.
    """
    if not route.literals:
        return None
    first, last = route.literals[0], route.literals[-1]
    phrase = _action_phrase(operation.method, route, last, methods)
    if phrase is None:
        return Phrase(verb=first.words[0], noun=plural_noun(last.words)) if _leads(operation.method, route) else None
    before = _parents(route.segments, last)
    parent = resource(before) if any(not s.parameter for s in before) else Resource(noun=())
    many = phrase.verb in COLLECTION_ACTIONS and not _follows_parameter(route.segments, last)
    many = many and not (phrase.verb in _OF_ONE and _said_of_one(parent.noun, operation))
    things = parent.words if last.dotted else (*_deed_of(before, parent), *parent.noun)
    owner = plural_noun(things) if many and not phrase.noun else singular_noun(things)
    if phrase.noun[:1] in (("off",), ("on",)):
        return replace(phrase, noun=(*phrase.noun[:1], *owner, *phrase.noun[1:]), context=())
    if len(phrase.noun) == 1 and phrase.noun[0] in ADJECTIVES - QUANTIFIERS and phrase.verb not in ("mark", "set"):
        return replace(phrase, noun=(*phrase.noun, *owner), context=())
    if phrase.noun:
        head = parent.noun[-1] if parent.noun else ""
        group = last.dotted and (not is_plural(head) or singular(head) in _GROUPS)
        return replace(phrase, noun=phrase.noun if group else joined(owner, phrase.noun), context=(), many=False)
    return replace(phrase, noun=plural_noun(owner) if phrase.many else owner, context=())


def _said_of_one(noun: Sequence[str], operation: Operation) -> bool:
    """True where the text speaks of one thing: "Synchronize the grocery list", of /grocerylist/sync."""
    words = split_words(f"{operation.summary} {operation.description[:_OPENING]}")
    said = {*words, *map("".join, pairwise(words))}
    return "".join(singular_noun(noun)) in said and "".join(plural_noun(noun)) not in said


def _deed_of(before: Sequence[Segment], parent: Resource) -> tuple[str, ...]:
    """What a deed that an action is done to is done with: password, of /password/reset/confirm."""
    if len(before) < 2 or len(parent.noun) != 1 or before[-1].words != parent.noun or before[-2].parameter:
        return ()
    return before[-2].singular if vocabulary.is_verb(parent.noun[0]) else ()


def _leads(method: str, route: Route) -> bool:
    """True where the first literal is the verb of those behind it: /search/shows, POST /scrobble/episodes."""
    first = route.literals[0]
    if len(route.literals) < 2 or len(first.words) != 1:
        return False
    if first.words[0] in READ_ACTIONS:
        return method in ("GET", "POST")
    return method == "POST" and not route.ends_in_parameter and is_firm_verb(first.words[0])


def _parents(segments: Sequence[Segment], action: Segment) -> tuple[Segment, ...]:
    """The segments before an action, without a literal such as `actions` that only announces it."""
    before = segments_before(segments, action)
    while before and before[-1].words in ACTION_GROUPS and not before[-1].parameter:
        before = before[:-1]
    return before


def _follows_parameter(segments: Sequence[Segment], segment: Segment) -> bool:
    """True where a segment stands right behind a parameter."""
    before = segments_before(segments, segment)
    return bool(before) and before[-1].parameter


def _action_phrase(method: str, route: Route, last: Segment, methods: frozenset[str]) -> Phrase | None:
    """The phrase in the last literal, where method and place say that it is an action and not a resource."""
    words = last.words
    if words in (("poweroff",), ("poweron",)) and method in _WRITES:
        return read_phrase(words)
    if len(words) == 1:
        return Phrase(verb=vocabulary.preferred(words[0])) if _acts(method, route, last, methods) else None
    if words[-1] in _AGENTS and method in ("GET", "POST") and methods <= {"GET", "POST"}:
        return Phrase(verb=_AGENTS[words[-1]], noun=words[:-1])
    if words[0] in ("has", "is") and method == "GET":
        return Phrase(verb="check", noun=words[1:])
    if (
        words[-1] in ("lookup", "search")
        and words[:-1] not in AT_ONCE
        and len(methods) == 1
        and method in ("GET", "POST")
        and not is_adjective(words[0])
    ):
        return Phrase(verb=words[-1], noun=words[:-1])
    phrase = read_phrase(words)
    if phrase is None or phrase.context:
        return None
    first_verb = vocabulary.verb(words[0])
    if method in ("GET", "HEAD") and first_verb is not None and first_verb.commands and is_plural(words[-1]):
        return phrase
    found = vocabulary.verb(phrase.verb)
    if found is None or method == "DELETE" or (words[-1] in MAILED and not _does_to_mail(words[0])):
        return None
    first = vocabulary.preferred(words[0])
    leads = first == phrase.verb or is_firm_verb(words[0]) or words[0] in ("bulk", "batch", "mass")
    if not leads and found.noun_too and "." not in last.text:
        return None
    if last.dotted and leads:
        return phrase
    if is_plural(words[-1]) and route.ends_in_parameter and method != "POST":
        return None
    if found.noun_too and words[-1] in _STATES and len(words) > 1:
        return None
    if method in ("GET", "HEAD", "QUERY"):
        several = is_plural(words[-1]) or not counts(words[-1])
        reads = found.effect is Effect.READ or (len(route.segments) == 1 and not several)
        return phrase if reads and is_firm_verb(phrase.verb) and (leads or "." in last.text) else None
    firm = first == phrase.verb and is_firm_verb(words[0])
    resource_like = not firm and ("GET" in methods or is_plural(words[-1]))
    return phrase if not resource_like and (leads or "." in last.text or not is_plural(words[-1])) else None


def _does_to_mail(word: str) -> bool:
    """True for a verb of what is done to an email address or a message: verify, resend; others only say which it is."""
    return is_firm_verb(word) and word not in vocabulary.VAGUE and word != "send"


def _acts(method: str, route: Route, last: Segment, methods: frozenset[str]) -> bool:
    """True where the one word of the last literal is an action: /orders/{id}/cancel; not POST /orders/{id}/notes."""
    verb = vocabulary.verb(last.words[0])
    if last.custom and method == "POST":
        return True
    if verb is None or is_plural(last.words[0]):
        return False
    if method == "DELETE":
        return verb.effect is Effect.DELETE and not verb.noun_too
    if last.dotted:
        return True
    if method in ("GET", "HEAD", "QUERY"):
        return not verb.noun_too or verb.word in READ_ACTIONS
    if method not in _WRITES:
        return False
    if not verb.noun_too:
        return True
    if verb.word in _MOSTLY_NOUNS and not _follows_parameter(route.segments, last):
        return False
    if route.ends_in_parameter and verb.word not in READ_ACTIONS:
        return False
    return "GET" not in methods or verb.word in READ_ACTIONS
