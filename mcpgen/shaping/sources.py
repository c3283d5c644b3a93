"""Which of its sources names an operation: the operation id, the summary, or method and path (NAM001)."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.id_echoes import repeats_path
from mcpgen.shaping.identifiers import bulk_of, noun_of_id, read_operation_id
from mcpgen.shaping.method_verbs import only_reading
from mcpgen.shaping.numbers import STATES
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.phrase import PREPOSITIONS, Phrase, is_adjective, is_firm_verb, plain_words, read_phrase
from mcpgen.shaping.preference import (
    CRUD,
    LONG,
    THINGS,
    acts_more_precisely,
    names_parameter,
    plainer,
    same_words,
    says_less,
    says_more,
    says_nothing,
)
from mcpgen.shaping.purport import by_text
from mcpgen.shaping.reads import names_thing, written_by_get
from mcpgen.shaping.resources import owner_key, resource
from mcpgen.shaping.route import Route, is_identifier, read_route
from mcpgen.shaping.summaries import summary_phrase
from mcpgen.shaping.words import holds, is_plural, plural, plural_noun, same_word, singular, split_words

_CODE = 6
"""Letters up to which the one word of an id may be a code."""
_PLAIN_WRITES = frozenset({"create", "update", "replace"})
"""Verbs that an id of a GET has in error."""
_OFFICES = frozenset({("admin",), ("administration",), ("management",)})
"""Groups of what is done for others: an admin's creating a repository is no other user's."""
_AND_SO_ON = frozenset({"other", "others", "more"})
"""Words of summaries that leave open what they speak of."""
_RUNNING = frozenset({"execute", "run", "process", "perform"})
"""Vague, but truer than a verb taken from the method (POST is not always create)."""
_DOES = frozenset({"perform", "process", "execute", "handle", "do"})
"""Verbs whose noun is what is done: perform logout."""
_BY_TEXT = "from its text"
_POSTED = frozenset({"message", "comment", "status", "update", "tweet", "review", "answer", "reply"})
"""What is posted rather than created."""


def chosen(operation: Operation, route: Route, derived: Phrase) -> tuple[Phrase, str]:
    """The best phrase that an operation's id, its summary or `derived` (from method and path) give, and which it is."""
    summary = summary_phrase(operation.summary, reading=operation.method == "POST")
    if summary is not None and (
        says_less(summary, derived, route)
        or not _fits(summary, operation, route)
        or _AND_SO_ON.intersection(summary.words)
    ):
        summary = None
    if operation.id and route.literals and _is_path(operation, route):
        if summary is not None and says_more(summary, derived, operation):
            return summary, _by_summary(operation)
        if (told := by_text(derived, operation, route)) is not None:
            return told, _BY_TEXT
        return _made(_listed(_fuller(derived, operation, route), operation), operation), _by_path(operation)
    found = _performed(read_operation_id(operation, route), operation, route) if operation.id else None
    if found is not None and _fits(found, operation, route):
        summary = summary or summary_phrase(operation.summary, trusted=_trusted(operation, found))
        if summary is not None and (plainer(summary, found, derived, route) or says_more(summary, found, operation)):
            return summary, _by_summary(operation)
        if acts_more_precisely(derived, found, operation, route):
            return derived, _by_path(operation)
        return _with_owner(found, operation, route), _by_id(operation)
    if summary is not None:
        return (derived, _by_path(operation)) if same_words(summary, derived) else (summary, _by_summary(operation))
    if found is not None:
        return _by_doubtful_id(found, derived, operation, route)
    return _without_verb(derived, operation, route)


def _by_doubtful_id(found: Phrase, derived: Phrase, operation: Operation, route: Route) -> tuple[Phrase, str]:
    """What an id gives whose verb is vague or does not fit the method, and what the path gives where it is nothing."""
    if operation.method == "GET" and found.noun:
        if found.noun[-1] in STATES and not found.context:
            return Phrase(verb="get", noun=(found.verb, *found.noun), tail=found.tail), _by_id(operation)
        if found.verb in _PLAIN_WRITES:
            return _with_owner(replace(found, verb="get"), operation, route), _by_id(operation)
    if found.verb in _RUNNING and found.noun and derived.verb in CRUD:
        said = summary_phrase(operation.summary, trusted=found.verb)
        if said is not None and said.verb == found.verb and names_parameter(said, found, route):
            return said, _by_summary(operation)
        return _with_owner(found, operation, route), _by_id(operation)
    if says_nothing(derived, route) and operation.method == "POST":
        return _vaguely(found), _by_id(operation)
    return only_reading(derived, operation, route), _by_path(operation)


def _without_verb(derived: Phrase, operation: Operation, route: Route) -> tuple[Phrase, str]:
    """What path and text give where neither id nor summary has a verb; the id may still have the noun."""
    if (told := by_text(derived, operation, route)) is not None:
        return told, _BY_TEXT
    if derived.verb in CRUD and not derived.many and (manner := bulk_of(operation)):
        return replace(derived, noun=plural_noun(derived.noun), many=True, manner=manner), _by_path(operation)
    if derived.noun and (noun := noun_of_id(operation, route, derived.noun)):
        return replace(derived, noun=noun), _by_id(operation)
    if derived.verb in ("get", "list") and (thing := _titled(operation)):
        return replace(derived, noun=thing, tail=()), _by_id(operation)
    if thing := _thing_said(operation, route):
        return replace(derived, noun=thing, tail=()), _by_summary(operation)
    return only_reading(derived, operation, route), _by_path(operation)


def _by_path(operation: Operation) -> str:
    return f"from {operation.method} {operation.path}"


def _by_id(operation: Operation) -> str:
    return f"from operationId {operation.id}"


def _by_summary(operation: Operation) -> str:
    return f"from the summary {operation.summary.strip()!r}"


def _is_path(operation: Operation, route: Route) -> bool:
    """True for an id that is method and path; with the scope that nearly all paths share, where no word is missing."""
    whole = read_route(operation.path)
    said = len(plain_words(split_words(operation.id))) - 1
    spelled = bool(whole.literals) and said == sum(len(segment.words) for segment in whole.segments)
    return repeats_path(operation, route) or (spelled and repeats_path(operation, whole))


def _vaguely(found: Phrase) -> Phrase:
    """What a vague verb does to its noun: requests are submitted, other things updated; without a noun it runs."""
    noun = found.noun if found.noun not in (("it",), ("this",)) else ()
    submitted = noun[-1:] in (("request",), ("application",), ("form",))
    return replace(found, verb="submit" if submitted else "update" if noun else "run", noun=noun)


def _performed(found: Phrase | None, operation: Operation, route: Route) -> Phrase | None:
    """`process refund` of POST /refunds as create refund, `perform native logout` as logout for native apps.

    Whatever else is performed is run.
    """
    if found is None:
        return None
    named = split_words(operation.id)
    last = route.literals[-1].words if route.literals and not route.ends_in_parameter else ()
    vague = found.verb in _DOES or bool(_DOES & set(named[: named.index(found.verb)] if found.verb in named else ()))
    if vague and not found.noun and operation.method == "POST" and last == (plural(found.verb),) != (found.verb,):
        return replace(found, verb="create", noun=(found.verb,))
    if found.verb not in _DOES:
        return found
    thing = len(found.noun) > 1 and found.noun[-1] in THINGS
    if found.noun and vocabulary.is_verb(found.noun[-1]) and found.noun[-1] not in vocabulary.VAGUE and not thing:
        said = read_phrase(split_words(operation.summary))
        acted = replace(found, verb=vocabulary.preferred(found.noun[-1]), noun=found.noun[:-1])
        return said if said is not None and said.verb == acted.verb and (said.noun or said.tail) else acted
    return replace(found, verb="run") if found.verb == "perform" else found


def _thing_said(operation: Operation, route: Route) -> tuple[str, ...]:
    """What a summary calls a thing that id and path only have a code for: NEET marksheet, of /ntmks/certificate."""
    code, words = split_words(operation.id), split_words(operation.summary)
    coded = len(code) == 1 and any(s.words == code for s in route.literals[:-1])
    if words[1:2] == ("of",) and len(words) == len(("copy", "of", "thing")):
        words = (singular(words[2]), words[0])
    plain = 1 < len(words) < LONG and not any(is_firm_verb(word) or word in PREPOSITIONS for word in words)
    return words if coded and plain and len(code[0]) <= _CODE else ()


def _titled(operation: Operation) -> tuple[str, ...]:
    """The thing that an id is the title of, as a person writes one: "Seat Details", of GET /seatdetails/{x}."""
    words = plain_words(split_words(operation.id))
    plain = " " in operation.id and operation.id[0].isupper() and operation.method == "GET"
    named = not any(is_firm_verb(word) or word in PREPOSITIONS or word.isdigit() for word in words)
    return words if plain and named and len(words) > 1 and 1 + len(words) < LONG else ()


def _listed(derived: Phrase, operation: Operation) -> Phrase:
    """`nfs_list` of GET /nfs as a list, though the noun has no plural."""
    listed = operation.method == "GET" and derived.verb == "get" and split_words(operation.id)[-1:] == ("list",)
    return replace(derived, verb="list") if listed else derived


def _made(derived: Phrase, operation: Operation) -> Phrase:
    """`Messages_Create` of POST /messages/{logId} as create message, though a path that ends so is often an item's."""
    said = operation.id.endswith("Create") and operation.path.endswith("}")
    made = said and derived.verb == "update" and operation.method == "POST"
    return replace(derived, verb="create") if made else derived


def _trusted(operation: Operation, found: Phrase) -> str:
    """The verb that a summary may open with though a noun as well: that of the id, or any before the id's noun."""
    first, *rest = split_words(operation.summary) or ("",)
    noun = bool(found.noun) and operation.method != "GET" and tuple(rest) == found.noun
    return first if noun and vocabulary.is_verb(first) else found.verb


def _fuller(derived: Phrase, operation: Operation, route: Route) -> Phrase:
    """The noun of an id in full, where its author put the path's plurals in the singular: get asset alias."""
    found = read_operation_id(operation, route)
    if found is None or found.tail or found.context or derived.tail or not derived.noun or derived.verb not in CRUD:
        return derived
    if is_adjective(derived.noun[0]):
        return derived
    inner = found.noun[:-1]
    longer = len(derived.noun) < len(found.noun) < LONG - 1 and same_word(found.noun[-1], derived.noun[-1])
    written = not any(is_plural(word) for word in inner)
    cut = any(len(s.words) == 1 and is_plural(s.words[0]) and s.singular[0] in inner for s in route.literals[:-1])
    return replace(derived, noun=(*inner, derived.noun[-1])) if longer and written and cut else derived


def called(phrase: Phrase, operation: Operation) -> Phrase:
    """What is computed, as a summary without a verb calls it: equal risk contributions portfolio.

    Only where that holds all that the path says.
    """
    verb, words = vocabulary.verb(phrase.verb), split_words(operation.summary)
    words = words[:-1] if words[-1:] == ("service",) else words
    if operation.id or operation.method != "POST" or phrase.tail or len(phrase.noun) < 2 or len(words) > LONG:
        return phrase
    if verb is None or verb.effect is not Effect.READ or any(is_firm_verb(w) or w in PREPOSITIONS for w in words):
        return phrase
    return replace(phrase, noun=words) if all(holds(words, word) for word in phrase.noun) else phrase


def _fits(phrase: Phrase, operation: Operation, route: Route) -> bool:
    """False where a verb is vague, or does what the method does not and the path does not say."""
    verb = vocabulary.verb(phrase.verb)
    if verb is None or phrase.verb in vocabulary.VAGUE:
        return False
    if operation.method == "DELETE":
        return verb.effect is not Effect.READ
    if phrase.verb == "put" and operation.method == "POST":
        return base_form(next(iter(split_words(operation.summary)), "")) != "create"
    if phrase.verb == operation.method.lower() and phrase.verb in ("post", "put", "patch"):
        return phrase.verb == "post" and bool(phrase.noun) and phrase.noun[-1] in _POSTED
    if operation.method in ("GET", "HEAD") and verb.effect is not Effect.READ:
        written = written_by_get(operation, "_".join(("get", *phrase.noun)))
        return (_said_by_path(phrase, verb, route) and not names_thing(operation)) or (
            written is not None and written.preferred == verb.preferred
        )
    return operation.method not in ("PUT", "PATCH") or verb.effect is not Effect.READ or verb.word in route.words


def _said_by_path(phrase: Phrase, verb: vocabulary.Verb, route: Route) -> bool:
    """True where a path says itself that its GET writes: /logout, /createGroup; not /orders/export-status."""
    last = route.literals[-1].words if route.literals else ()
    if phrase.noun and phrase.noun[-1] in STATES:
        return False
    ordered = last[:1] == (verb.word,) and verb.commands and is_plural(last[-1])
    return last == (verb.word,) or ordered or (verb.word in last and not verb.noun_too)


def _with_owner(phrase: Phrase, operation: Operation, route: Route) -> Phrase:
    """`orgListMembers` as list_org_members: a group that is the parent resource belongs to the noun.

    So does an owner whose identity the id names: get transactions by customer id, of /customers/{customerId}/…; and
    whom something is made for by others than itself: `adminCreateRepo` of /admin/users/{username}/repos.
    """
    owner = resource(route.segments).owner
    by_owner = phrase.tail[:1] == ("by",) and phrase.tail[1:-1] == owner and is_identifier(phrase.tail[-1])
    if owner and by_owner and phrase.noun and not route.ends_in_parameter:
        return replace(phrase, noun=(*(w for w in owner if not holds(phrase.noun, w)), *phrase.noun), tail=())
    if not phrase.context or not phrase.noun:
        return phrase
    if owner and phrase.verb == "create" and phrase.context in _OFFICES:
        return replace(phrase, noun=(*(w for w in owner if not holds(phrase.noun, w)), *phrase.noun))
    owner = (*owner, *owner_key(route))
    fresh = tuple(word for word in phrase.context if holds(owner, word) or any(o.startswith(word) for o in owner))
    fresh = tuple(singular(word) for word in fresh if not holds(phrase.noun, word))
    second, noun = phrase.joined
    return replace(phrase, noun=(*second, *fresh, *noun)) if fresh and not holds(phrase.tail, fresh[-1]) else phrase
