"""Which of two phrases says better what an operation does: that of its id, its summary or its path."""

from __future__ import annotations

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.id_echoes import echoes_method, repeats_action, repeats_part_of_path
from mcpgen.shaping.phrase import QUANTIFIERS, Phrase, is_adjective, is_firm_verb
from mcpgen.shaping.route import Route, is_identifier
from mcpgen.shaping.words import holds, is_plural, same_word, singular, split_words

_CODE = 4
"""Letters up to which a word of an id may be a code."""
LONG = 6
"""Words from which on a name is long."""
CRUD = frozenset({"create", "get", "list", "update", "delete", "replace"})
"""Verbs that methods give."""
THINGS = frozenset(
    "answer charge comment credit debit email group issue label link log mail map message order payout post print "
    "query record report request review sample schedule score store stream tag track vote watch".split()
)
"""Nouns rather than verbs, also at the end of a path: creating a link is not linking."""
_CALLER = frozenset({"user", "current", "me", "my"})
"""Words of who calls, which are no object of a verb."""
_ANYTHING = frozenset({("content",), ("data",), ("file",), ("item",), ("object",)})
"""Nouns that a more precise one is better than: upload file, of /pets/{id}/uploadImage."""
_CHOOSES = frozenset({"filter", "lookup", "query", "search"})
"""Verbs of paths that say better than "get" what is got."""
_COPIES = frozenset({"clone", "copy", "duplicate", "fork"})
"""Verbs of paths that say better than "create" what is made."""
_OUT_OF = (("from",), ("using",))
"""What something is made of: create repo using template, of /repos/{repo}/generate."""


def says_less(summary: Phrase, derived: Phrase, route: Route) -> bool:
    """True where a path says better what is done: filter than get, copy than create, anything than initiate."""
    copied = summary.verb == "create" and derived.verb in _COPIES and route.segments[-1].words == (derived.verb,)
    chosen_by_path = copied or (summary.verb in ("get", "list") and derived.verb in _CHOOSES and bool(derived.noun))
    return chosen_by_path or (summary.verb == "initiate" and bool(derived.noun))


def says_nothing(derived: Phrase, route: Route) -> bool:
    """True where the one literal of a path is a vague verb: /handle."""
    return len(route.literals) == 1 and bool(derived.noun) and derived.noun[0] in vocabulary.VAGUE


def says_more(summary: Phrase, found: Phrase, operation: Operation) -> bool:
    """True where an id only repeats its method (`patch-shares`), and the summary says what that does: revoke."""
    if not echoes_method(operation) or not summary.noun:
        return False
    if summary.verb == found.verb and _unexplained(found, summary, operation):
        return True
    if operation.method.lower() in (summary.verb, *summary.noun):
        return False
    if summary.verb == found.verb:
        return summary.noun[0] in QUANTIFIERS and not is_plural(found.noun[-1] if found.noun else "")
    verb = vocabulary.verb(summary.verb)
    return verb is not None and verb.effect is not Effect.READ and {summary.verb, found.verb} != {"delete", "remove"}


def _unexplained(found: Phrase, summary: Phrase, operation: Operation) -> bool:
    """True where an id has a code that neither path nor summary knows, beside the same thing: mc field definition."""
    path = split_words(operation.path)
    codes = [word for word in found.noun if len(word) <= _CODE]
    strange = [word for word in codes if not holds(path, word) and not holds(summary.words, word)]
    return bool(strange) and bool(found.noun) and same_word(found.noun[-1], summary.noun[-1]) and not found.tail


def same_words(summary: Phrase, derived: Phrase) -> bool:
    """True where a summary only orders the words of the path in another way: shows under tag, tag shows."""
    said = {singular(word) for word in summary.words} - {"under", "of", "for", "in", "from"}
    return bool(summary.tail) and said == {singular(word) for word in derived.words}


def plainer(summary: Phrase, found: Phrase, derived: Phrase, route: Route) -> bool:
    """True where the summary says the same as an id that is long, speaks of its caller, or has no object."""
    if summary.verb != found.verb or found.many:
        return False
    if names_parameter(summary, found, route) or _in_context(summary, found):
        return True
    if found.noun and is_adjective(found.noun[-1]) and summary.noun[: len(found.noun)] == found.noun:
        return not is_adjective(summary.noun[-1])
    if not set(found.noun) - _CALLER:
        by_path = derived.verb == found.verb and bool(derived.noun)
        if summary.noun and not found.tail:
            return found.verb not in ("get", "list") and not by_path
    about_caller = holds(found.words, "user") and not holds(route.words, "user")
    long = (len(found.words) >= LONG and bool(found.tail)) or about_caller
    return long and len(summary.name) < len(found.name) and found.tail[:1] != ("by",)


def _in_context(summary: Phrase, found: Phrase) -> bool:
    """True where a summary says of which things the id's noun is one: child teams, of `teams/list-child-in-org`."""
    size = len(found.noun)
    rest = summary.noun[size:]
    said = bool(found.noun) and bool(rest) and summary.noun[:size] == found.noun
    return said and not summary.tail and all(holds(found.context, word) for word in rest)


def names_parameter(summary: Phrase, found: Phrase, route: Route) -> bool:
    """True where only the summary says what the path's last parameter is: `Run cron task` of /cron/{task}."""
    if not route.ends_in_parameter or len(route.segments) < 2 or summary.tail:
        return False
    before, last = route.segments[-2:]
    words = tuple(w for w in last.words if not is_identifier(w) and w != "name")
    fresh = bool(words) and summary.noun[-len(words) :] == words and not any(holds(found.words, w) for w in words)
    return fresh and not before.parameter and not is_plural(before.words[-1])


def acts_more_precisely(derived: Phrase, found: Phrase, operation: Operation, route: Route) -> bool:
    """True where the path ends in the verb, and the id repeats it behind its method: postLogout, post_resize.

    Also where an id holds nothing but a part of the path: `getMembers` of /groups/{id}/members.
    """
    if not derived.noun or (found.verb == "create" and found.noun and found.tail[:1] in _OUT_OF):
        return False
    if derived.verb == found.verb and found.noun in _ANYTHING and not found.tail and derived.verb not in CRUD:
        return True
    if repeats_action(operation, route) and derived.verb == found.verb:
        return len(derived.noun) > len(found.noun)
    if repeats_part_of_path(operation, route) and {found.verb, derived.verb} <= {*CRUD, "add"} and not found.many:
        within = all(holds(derived.words, word) for word in found.noun) and found.tail in ((), derived.tail)
        return within and (derived.verb == "add" or found.noun[-1:] == derived.noun[-1:])
    last = route.literals[-1].words if route.literals else ()
    called = len(last) > 1 and vocabulary.preferred(last[0]) in ("get", "list") and derived.verb in ("get", "list")
    if operation.method == "POST" and called and found.verb == "create" and echoes_method(operation):
        return True
    if operation.method == "GET" or found.verb not in CRUD or derived.verb in CRUD:
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
    thing = derived.verb in THINGS or (found.verb == "update" and not echoes_method(operation))
    return last == (derived.verb,) and (is_firm_verb(derived.verb) or (found.noun[-1:] == last and not thing))
