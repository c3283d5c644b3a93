"""Which of its sources names an operation: the operation id, the summary, or method and path (NAM001)."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.schema import Schemas
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.acts import acts, of_participle
from mcpgen.shaping.asked import asked
from mcpgen.shaping.derivation import resource
from mcpgen.shaping.identifiers import (
    bulk_of,
    echoes_method,
    noun_of_id,
    read_operation_id,
    repeats_action,
    repeats_part_of_path,
    repeats_path,
)
from mcpgen.shaping.numbers import STATES
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.phrase import (
    PREPOSITIONS,
    QUANTIFIERS,
    Phrase,
    as_list,
    is_adjective,
    is_firm_verb,
    read_phrase,
)
from mcpgen.shaping.reads import reads, written_by_get
from mcpgen.shaping.route import Route, is_identifier, read_route
from mcpgen.shaping.summaries import summary_phrase
from mcpgen.shaping.words import holds, is_plural, plural, plural_noun, same_word, singular, split_words

_CODE = 6
"""Letters up to which the one word of an id may be a code."""
_LONG = 6
"""Words from which on a name is long."""
_PLAIN_WRITES = frozenset({"create", "update", "replace"})
_CRUD = frozenset({"create", "get", "list", "update", "delete", "replace"})
_THINGS = frozenset(
    "answer charge comment credit debit email group issue label link log mail map message order payout post print "
    "query record report request review sample schedule score store stream tag track vote watch".split()
)
"""Nouns rather than verbs, also at the end of a path: creating a link is not linking."""
_OFFICES = frozenset({("admin",), ("administration",), ("management",)})
"""Groups of what is done for others: an admin's creating a repository is no other user's."""
_CALLER = frozenset({"user", "current", "me", "my"})
_ANYTHING = frozenset({("content",), ("data",), ("file",), ("item",), ("object",)})
"""Nouns that a more precise one is better than: upload file, of /pets/{id}/uploadImage."""
_AND_SO_ON = frozenset({"other", "others", "more"})
_RUNNING = frozenset({"execute", "run", "process", "perform"})
"""Vague, but truer than a verb taken from the method (POST is not always create)."""
_EXTENTS = frozenset({("partial",), ("full",), ("complete",)})
"""How much of what stands before them in a path is meant: /{realm}/partial-export."""
_CHOOSES = frozenset({"filter", "lookup", "query", "search"})
"""Verbs of paths that say better than "get" what is got."""
_READ_BY_METHOD = frozenset({"get", "list", "check"})
_CHANGES = frozenset({"create", "add", "update", "delete", "remove"})
_OPENING = 160
"""Letters of a description that say what is done."""
_DOES = frozenset({"perform", "process", "execute", "handle", "do"})
"""Verbs whose noun is what is done: perform logout."""
_POSTED = frozenset({"message", "comment", "status", "update", "tweet", "review", "answer", "reply"})


def chosen(operation: Operation, route: Route, derived: Phrase) -> tuple[Phrase, str]:
    """The best phrase that an operation's id, its summary or `derived` (from method and path) give, and which it is."""
    by_path, by_id = f"from {operation.method} {operation.path}", f"from operationId {operation.id}"
    summary = summary_phrase(operation.summary, reading=operation.method == "POST")
    if summary is not None and _says_less(summary, derived):
        summary = None
    if summary is not None and (not _fits(summary, operation, route) or set(summary.words) & _AND_SO_ON):
        summary = None
    by_summary = f"from the summary {operation.summary.strip()!r}"
    if operation.id and route.literals and repeats_path(operation, route):
        if summary is not None and _says_more(summary, derived, operation):
            return summary, by_summary
        return _listed(_fuller(derived, operation, route), operation), by_path
    found = _performed(read_operation_id(operation, route), operation, route) if operation.id else None
    if found is not None and _fits(found, operation, route):
        summary = summary or summary_phrase(operation.summary, trusted=_trusted(operation, found))
        if summary is not None and (_plainer(summary, found, derived, route) or _says_more(summary, found, operation)):
            return summary, by_summary
        if _acts_more_precisely(derived, found, operation, route):
            return derived, by_path
        return _with_owner(found, operation, route), by_id
    if summary is not None:
        return (derived, by_path) if _same_words(summary, derived) else (summary, by_summary)
    if found is not None and operation.method == "GET" and found.noun:
        if found.noun[-1] in STATES and not found.context:
            return Phrase(verb="get", noun=(found.verb, *found.noun), tail=found.tail), by_id
        if found.verb in _PLAIN_WRITES:
            return _with_owner(replace(found, verb="get"), operation, route), by_id
    if found is not None and found.verb in _RUNNING and found.noun and derived.verb in _CRUD:
        said = summary_phrase(operation.summary, trusted=found.verb)
        if said is not None and said.verb == found.verb and _names_parameter(said, found, route):
            return said, by_summary
        return _with_owner(found, operation, route), by_id
    if found is None and derived.verb in _CRUD and not derived.many and (manner := bulk_of(operation)):
        return replace(derived, noun=plural_noun(derived.noun), many=True, manner=manner), by_path
    if found is None and derived.noun and (noun := noun_of_id(operation, route, derived.noun)):
        return replace(derived, noun=noun), by_id
    if found is None and (thing := _thing_said(operation, route)):
        return replace(derived, noun=thing, tail=()), by_summary
    if found is not None and _says_nothing(derived, route) and operation.method == "POST":
        return _vaguely(found), by_id
    return _told(derived, operation, route), by_path


def _says_less(summary: Phrase, derived: Phrase) -> bool:
    """True where a path says better what is done: filter than get; and for "initiate", which only begins it."""
    chosen_by_path = summary.verb in ("get", "list") and derived.verb in _CHOOSES and bool(derived.noun)
    return chosen_by_path or (summary.verb == "initiate" and bool(derived.noun))


def _says_nothing(derived: Phrase, route: Route) -> bool:
    """True where the one literal of a path is a vague verb: /handle."""
    return len(route.literals) == 1 and bool(derived.noun) and derived.noun[0] in vocabulary.VAGUE


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
    thing = len(found.noun) > 1 and found.noun[-1] in _THINGS
    if found.noun and vocabulary.is_verb(found.noun[-1]) and found.noun[-1] not in vocabulary.VAGUE and not thing:
        said = read_phrase(split_words(operation.summary))
        acted = replace(found, verb=vocabulary.preferred(found.noun[-1]), noun=found.noun[:-1])
        return said if said is not None and said.verb == acted.verb and (said.noun or said.tail) else acted
    return replace(found, verb="run") if found.verb == "perform" else found


def _thing_said(operation: Operation, route: Route) -> tuple[str, ...]:
    """What a summary calls a thing that id and path only have a code for: NEET marksheet, of /ntmks/certificate."""
    code, words = split_words(operation.id), split_words(operation.summary)
    coded = len(code) == 1 and any(s.words == code for s in route.literals[:-1])
    plain = 1 < len(words) < _LONG and not any(is_firm_verb(word) or word in PREPOSITIONS for word in words)
    return words if coded and plain and len(code[0]) <= _CODE else ()


def _listed(derived: Phrase, operation: Operation) -> Phrase:
    """`nfs_list` of GET /nfs as a list, though the noun has no plural."""
    listed = operation.method == "GET" and derived.verb == "get" and split_words(operation.id)[-1:] == ("list",)
    return replace(derived, verb="list") if listed else derived


def _trusted(operation: Operation, found: Phrase) -> str:
    """The verb that a summary may open with though a noun as well: that of the id, or any before the id's noun."""
    first, *rest = split_words(operation.summary) or ("",)
    noun = bool(found.noun) and operation.method != "GET" and tuple(rest) == found.noun
    return first if noun and vocabulary.is_verb(first) else found.verb


def _fuller(derived: Phrase, operation: Operation, route: Route) -> Phrase:
    """The noun of an id in full, where its author put the path's plurals in the singular: get asset alias."""
    found = read_operation_id(operation, route)
    if found is None or found.tail or found.context or derived.tail or not derived.noun or derived.verb not in _CRUD:
        return derived
    if is_adjective(derived.noun[0]):
        return derived
    inner = found.noun[:-1]
    longer = len(derived.noun) < len(found.noun) <= _LONG - 2 and same_word(found.noun[-1], derived.noun[-1])
    written = not any(is_plural(word) for word in inner)
    plural = any(len(s.words) == 1 and is_plural(s.words[0]) and s.singular[0] in inner for s in route.literals[:-1])
    return replace(derived, noun=(*inner, derived.noun[-1])) if longer and written and plural else derived


def _says_more(summary: Phrase, found: Phrase, operation: Operation) -> bool:
    """True where an id only repeats its method (`patch-shares`), and the summary says what that does: revoke."""
    if not echoes_method(operation) or not summary.noun:
        return False
    if summary.verb == operation.method.lower():
        return False
    if summary.verb == found.verb:
        return summary.noun[0] in QUANTIFIERS and not is_plural(found.noun[-1] if found.noun else "")
    verb = vocabulary.verb(summary.verb)
    return verb is not None and verb.effect is not Effect.READ and {summary.verb, found.verb} != {"delete", "remove"}


def _same_words(summary: Phrase, derived: Phrase) -> bool:
    """True where a summary only orders the words of the path in another way: shows under tag, tag shows."""
    said = {singular(word) for word in summary.words} - {"under", "of", "for", "in", "from"}
    return bool(summary.tail) and said == {singular(word) for word in derived.words}


def _plainer(summary: Phrase, found: Phrase, derived: Phrase, route: Route) -> bool:
    """True where the summary says the same as an id that is long, speaks of its caller, or has no object."""
    if summary.verb != found.verb or found.many:
        return False
    if _names_parameter(summary, found, route):
        return True
    if found.noun and is_adjective(found.noun[-1]) and summary.noun[: len(found.noun)] == found.noun:
        return not is_adjective(summary.noun[-1])
    if not set(found.noun) - _CALLER:
        by_path = derived.verb == found.verb and bool(derived.noun)
        if summary.noun and not found.tail:
            return found.verb not in ("get", "list") and not by_path
    about_caller = holds(found.words, "user") and not holds(route.words, "user")
    long = (len(found.words) >= _LONG and bool(found.tail)) or about_caller
    return long and len(summary.name) < len(found.name) and found.tail[:1] != ("by",)


def _names_parameter(summary: Phrase, found: Phrase, route: Route) -> bool:
    """True where only the summary says what the path's last parameter is: `Run cron task` of /cron/{task}."""
    if not route.ends_in_parameter or len(route.segments) < 2 or summary.tail:
        return False
    before, last = route.segments[-2:]
    words = tuple(w for w in last.words if not is_identifier(w) and w != "name")
    fresh = bool(words) and summary.noun[-len(words) :] == words and not any(holds(found.words, w) for w in words)
    return fresh and not before.parameter and not is_plural(before.words[-1])


def _acts_more_precisely(derived: Phrase, found: Phrase, operation: Operation, route: Route) -> bool:
    """True where the path ends in the verb, and the id repeats it behind its method: postLogout, post_resize.

    Also where an id holds nothing but a part of the path: `getMembers` of /groups/{id}/members.
    """
    if not derived.noun:
        return False
    if derived.verb == found.verb and found.noun in _ANYTHING and not found.tail and derived.verb not in _CRUD:
        return True
    if repeats_action(operation, route) and derived.verb == found.verb:
        return len(derived.noun) > len(found.noun)
    if repeats_part_of_path(operation, route) and {found.verb, derived.verb} <= {*_CRUD, "add"} and not found.many:
        within = all(holds(derived.words, word) for word in found.noun) and found.tail in ((), derived.tail)
        return within and (derived.verb == "add" or found.noun[-1:] == derived.noun[-1:])
    last = route.literals[-1].words if route.literals else ()
    called = len(last) > 1 and vocabulary.preferred(last[0]) in ("get", "list") and derived.verb in ("get", "list")
    if operation.method == "POST" and called and found.verb == "create" and echoes_method(operation):
        return True
    if operation.method == "GET" or found.verb not in _CRUD or derived.verb in _CRUD:
        return False
    own = len(last) > 1 and last[0] == derived.verb != operation.method.lower() and echoes_method(operation)
    if own and (is_firm_verb(last[0]) or split_words(operation.summary)[:1] == last[:1]):
        return True
    if (
        len(last) > 1
        and found.noun == last
        and derived.noun[-len(last) + 1 :] == last[:-1]
        and echoes_method(operation)
    ):
        return True
    if derived.verb == "send" and len(last) > 1 and found.noun[-1:] == last[-1:] and echoes_method(operation):
        return True
    verb = vocabulary.verb(derived.verb)
    if (
        len(last) > 1
        and last[0] == derived.verb
        and verb
        and verb.effect is not Effect.READ
        and last in (found.noun[-len(last) :], (*found.noun, *found.tail)[-len(last) :])
    ):
        return True
    return last == (derived.verb,) and (
        is_firm_verb(derived.verb) or (found.noun[-1:] == last and derived.verb not in _THINGS)
    )


def plainly_read(phrase: Phrase, operation: Operation, route: Route) -> Phrase:
    """`query` as get or list where GET asks no free question."""
    if phrase.verb == "query" and operation.method == "GET" and "query" not in route.words:
        return as_list(replace(phrase, verb="get"))
    return phrase


def acting(phrase: Phrase, operation: Operation, schemas: Schemas | None) -> Phrase:
    """`get` and `create`, taken from the method, as what the hint finds that an operation does (ANN002).

    `get attach` as attach where a GET changes something, `create data` as query where a POST only asks.
    """
    if operation.method == "POST" and phrase.verb == "create" and phrase.manner == "":
        return _asking(phrase, operation, schemas)
    verb = written_by_get(operation, phrase.name) if phrase.verb in _READ_BY_METHOD else None
    if verb is None:
        return phrase
    done = {verb.word, verb.preferred}
    noun = tuple(w for w in phrase.noun if w not in done and of_participle(w) is not verb)
    return replace(phrase, verb=verb.preferred, noun=noun)


def _asking(phrase: Phrase, operation: Operation, schemas: Schemas | None) -> Phrase:
    """What a POST asks for, where it creates nothing: by the verb of its path, else a query."""
    said = acts(operation, phrase.name)
    if {"dry", "dryrun"} & set(phrase.words) or not reads(operation, said, asked(operation, schemas))[0]:
        return phrase
    verb = said.path if said.path is not None and said.path.effect is Effect.READ else None
    if verb is None:
        return replace(phrase, verb="query") if said.answers else phrase
    noun = tuple(w for w in phrase.noun if w != verb.word)
    whole = noun if noun not in _EXTENTS else (*noun, *_owner_key(read_route(operation.path)))
    return replace(phrase, verb=verb.preferred, noun=whole)


def several_changes(operation: Operation) -> bool:
    """True where a text names several changes, to remove among them: "Bulk create, update, and delete pools"."""
    text = f"{operation.summary} {operation.description[:_OPENING]}"
    said = {vocabulary.preferred(base_form(word)) for word in split_words(text)}
    return len(said & _CHANGES) > 1 and bool(said & {"delete", "remove"})


def _told(derived: Phrase, operation: Operation, route: Route) -> Phrase:
    """`create`, taken from POST, as what the text says that it does where that only reads: calculate, validate."""
    if derived.verb != "create" or route.ends_in_parameter or is_plural(derived.noun[-1] if derived.noun else ""):
        return derived
    for text in (operation.summary, operation.description):
        first = next(iter(split_words(text[:40])), "")
        verb = vocabulary.verb(base_form(first)) if not first.endswith("ing") else None
        if verb is not None and verb.effect is Effect.READ and verb.preferred not in ("get", "list"):
            words = resource(route.segments).words
            return replace(derived, verb=verb.preferred, noun=words or derived.noun)
    return derived


def called(phrase: Phrase, operation: Operation) -> Phrase:
    """What is computed, as a summary without a verb calls it: equal risk contributions portfolio.

    Only where that holds all that the path says.
    """
    verb, words = vocabulary.verb(phrase.verb), split_words(operation.summary)
    if operation.id or operation.method != "POST" or phrase.tail or len(phrase.noun) < 2 or len(words) > _LONG:
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
    if phrase.verb == operation.method.lower() and phrase.verb in ("post", "put", "patch"):
        return phrase.verb == "post" and bool(phrase.noun) and phrase.noun[-1] in _POSTED
    if operation.method in ("GET", "HEAD") and verb.effect is not Effect.READ:
        written = written_by_get(operation, "_".join(("get", *phrase.noun)))
        return _said_by_path(phrase, verb, route) or (written is not None and written.preferred == verb.preferred)
    return operation.method not in ("PUT", "PATCH") or verb.effect is not Effect.READ or verb.word in route.words


def _said_by_path(phrase: Phrase, verb: vocabulary.Verb, route: Route) -> bool:
    """True where a path says itself that its GET writes: /logout, /createGroup; not /orders/export-status."""
    last = route.literals[-1].words if route.literals else ()
    if phrase.noun and phrase.noun[-1] in STATES:
        return False
    return last == (verb.word,) or (verb.word in last and not verb.noun_too)


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
    owner = (*owner, *_owner_key(route))
    fresh = tuple(word for word in phrase.context if holds(owner, word) or any(o.startswith(word) for o in owner))
    fresh = tuple(singular(word) for word in fresh if not holds(phrase.noun, word))
    return replace(phrase, noun=(*fresh, *phrase.noun)) if fresh and not holds(phrase.tail, fresh[-1]) else phrase


def _owner_key(route: Route) -> tuple[str, ...]:
    """The words of the parameter before the last literal: cdn, of /endpoints/{cdn_id}/cache."""
    before = next((s for s in reversed(route.segments[:-1]) if s.parameter), None)
    return tuple(w for w in before.words if not is_identifier(w)) if before and not route.ends_in_parameter else ()
