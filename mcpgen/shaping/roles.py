"""What an argument is to its tool, in words made from its name, place and type (PAR001)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mcpgen.model.identity import KEYS
from mcpgen.model.schema import Array, Enum, Map, Object, Scalar, Schema
from mcpgen.model.vocabulary import is_read_only
from mcpgen.shaping.formats import short_unit, shown_value
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.phrase import is_firm_verb
from mcpgen.shaping.text import first_sentence, plain, sentence_case
from mcpgen.shaping.titles import spelled
from mcpgen.shaping.words import is_plural, plural_noun, singular, split_words

_ONWARD = "Where to read on, from the answer before"
_OF_QUERIES = {
    "limit": "How many to return at most",
    "page_size": "How many to return on a page",
    "per_page": "How many to return on a page",
    "max_results": "How many to return at most",
    "offset": "How many to skip from the start",
    "skip": "How many to skip from the start",
    "page": "Number of the page to read",
    "page_number": "Number of the page to read, in order",
    "cursor": _ONWARD,
    "page_token": _ONWARD,
    "next_token": _ONWARD,
    "q": "What to search for",
    "query": "What to search for",
    "search": "What to search for",
    "sort": "What to sort by",
    "sort_by": "What to order the results by",
    "order_by": "What to sort the results by",
    "fields": "Names of the fields that the answer should hold",
    "before": "Only what comes before this",
    "after": "Only what comes after this",
    "since": "Only what comes after this time",
    "until": "Only what comes before this time",
    "page_offset": "How many to skip from the start",
    "page_limit": "How many to return at most",
    "api_version": "Version of the API to call",
    "continuation_token": _ONWARD,
    "next_page_token": _ONWARD,
    "pagination_token": _ONWARD,
    "update_mask": "Names of the fields to change; the others stay as they are",
}
"""Query parameters that mean the same in every API."""
_BOUNDS = {"gte": "at or after", "gt": "after", "lte": "at or before", "lt": "before"}
_WRAPPERS = frozenset({"properties", "attributes", "body", "payload", "request", "input", "params"})
"""Objects that only hold what a thing has."""
_VAGUE = _WRAPPERS | set("options features settings data spec info information details config configuration".split())
"""Words for an object that say nothing of what belongs to it."""
_NO_NOUNS = frozenset(
    "other others online offline should must not all any new old default custom near from to within between around "
    "before after since until min max".split()
)
"""What an object may be called that nothing can be said to be of."""
_LONGEST_SAID = 80
"""Characters within which what an argument is for is not cut off."""
_SHORT_NOUN = 2
"""Words of the longest noun that another is said to belong to."""
_PICKING = frozenset({"key", "name", "slug"})
"""What a path picks a thing by, beside its identifier."""
_AMOUNTS = {"gte": "at least", "gt": "more than", "lte": "at most", "lt": "less than"}
_MEASURES = frozenset("count size amount price total duration length number quantity score rank age".split())
_ASKING = frozenset({"query", "search", "list", "find", "count", "export"})
_PREPOSITIONS = frozenset({"after", "before", "since", "until"})
_WHICH = {
    "max": "Highest id to return",
    "min": "Lowest id to return",
    "since": "Only what comes after this id",
    "after": "Only what comes after this id",
    "before": "Only what comes before this id",
    "until": "Only what comes before this id",
    "start": "Id to start from",
    "end": "Id to end at",
}
"""What stands before `id` and is no resource."""
_ADJECTIVES = frozenset(
    "external internal remote legacy unique public global local parent original new old previous next fuzzy custom "
    "foreign numeric short".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """What an argument is to its tool."""

    place: str = ""
    """path, query, header, cookie or body; '' inside an object."""
    resource: tuple[str, ...] = ()
    """The noun of the tool, or of the path segment that it picks from."""
    verb: str = ""
    """The tool's verb."""
    picks: bool = False
    """Whether it picks the very thing that the tool is about: the last segment of the path."""
    new: bool = False
    """Whether it names what comes to be."""
    chooses: bool = False
    """Whether it chooses among several things which are meant."""
    beside: str = ""
    """The argument of another place that the API calls the same."""
    leaf: tuple[str, ...] = ()
    """What the innermost object calls it, where the name has the words of that object too."""
    within: tuple[str, ...] = ()
    """Those words: `loan` of `loan_duration`."""
    holder: tuple[str, ...] = ()
    """What holds that object."""

    @property
    def owner(self) -> str:
        """What an argument is of, in words: `book's loan`; '' where that is not known."""
        if not self.within or not self.holder:
            return spelled(self.within or self.resource)
        held = spelled(self.holder)
        return f"{held}' {spelled(self.within)}" if held.endswith("s") else f"{held}'s {spelled(self.within)}"


def nested(name: str, path: Sequence[str], holder: Sequence[str]) -> Role:
    """What a place inside of objects is called, and those: `loan/duration` of a book is a duration of its loan.

    `path` are the names from the outside; `holder` are the words for what all of that belongs to. Nothing is said of a
    name that is not made of both, the leaf's and that of the object around it.
    """
    words = split_words(name)
    *around, parent, leaf = [split_words(part) for part in ("", *path)] if len(path) > 1 else [(), (), ()]
    above = words[: -len(leaf)] if leaf and words[-len(leaf) :] == leaf else ()
    if not parent or above[-len(parent) :] != parent or parent[-1] in _NO_NOUNS or parent[-1].endswith("ed"):
        return Role()
    if parent[0] in _WRAPPERS and len(parent) == 1:
        return Role(leaf=leaf, within=above[:-1])
    new = [w for w in reversed(around) if w and not set(w) & set(words) and not _VAGUE.issuperset(w)]
    short = tuple(holder) if len(holder) <= _SHORT_NOUN and not set(holder) & set(words) else ()
    return Role(leaf=leaf, within=above, holder=new[0] if new else short)


def from_role(schema: Schema, name: str, role: Role, called: str) -> str:
    """A description from name, type and place, where the source has none."""
    words = () if called else _own_words(schema, name, role)
    asks = role.place == "query" or (role.place == "body" and role.verb in _ASKING)
    if asks and "_".join(words) in _OF_QUERIES:
        return _OF_QUERIES["_".join(words)]
    if len(words) > 1 and words[0] == role.place:
        words = words[1:]  # told apart from an argument of another place
    noun = plain(called) or spelled(words) or plain(name) or "value"
    if role.beside and words:
        return f"{sentence_case(noun).rstrip('.')} to send in the {role.place}, apart from {role.beside}"
    if words and words[-1] in KEYS:
        return _identifier(words, role)
    when = _moment(words, schema, f"the {role.owner}" if role.within else "it")
    if when:
        return when
    if role.place == "path" and len(words) > 1 and words[-1] in _PICKING:
        return f"{words[-1].capitalize()} of the {spelled(words[:-1])}"
    if role.place == "path" and len(words) == 1 and words[0] not in ("name", "slug", "key", "type", "format", "path"):
        return f"Identifier of the {noun}" if _may_identify(schema) else f"Which {noun} to use"
    if len(words) > 1 and words[-1] in _BOUNDS:
        return _bound(words, schema)
    if isinstance(schema, Scalar) and len(words) > 1 and (unit := short_unit(words[-1], schema)):
        return f"{sentence_case(spelled(words[:-1])).rstrip('.')}{_of(words, role)}, in {unit}"
    if words and words[-1] == "ids":
        owned = spelled(plural_noun(words[:-1])) or role.owner
        return f"Ids of the {owned}" if owned else "Identifiers"
    said = _by_type(schema, noun, words, _of(words, role), _use(role))
    state = bool(words) and (words[0] in ("is", "are") or words[-1].endswith("ed") or words[-1] in _STATES)
    if role.chooses and state and said.startswith(_IT_IS):
        return f"Only those that are {said.removeprefix(_IT_IS)}; with false, those that are not"
    return said


def _own_words(schema: Schema, name: str, role: Role) -> tuple[str, ...]:
    """The words that an argument is read by: those of its leaf, where they are read without the rest."""
    leaf = role.leaf
    if isinstance(schema, Scalar) and schema.type == "boolean":
        alone = len(leaf) < 2 or _whether(spelled(leaf), leaf).endswith((_APPLIES, " it is so"))
    else:
        unit = isinstance(schema, Scalar) and len(leaf) == 1 and bool(short_unit(leaf[0], schema))
        alone = unit or (len(leaf) == 1 and (leaf[0] in _BOUNDS or leaf[0] in ("at", "on", "ids")))
    return split_words(name) if not leaf or alone else leaf


def _bound(words: Sequence[str], schema: Schema) -> str:
    """`created_gte` → "Created at or after this", `price_lt`, a number → "Price less than this"."""
    past = len(words) > 2 and words[-2] in ("at", "on")
    of = sentence_case(spelled(words[: -2 if past else -1])).rstrip(".")  # "updated at or after this"
    if words[-2] in _PREPOSITIONS:
        of = f"Value of {'_'.join(words[:-1])}"  # a field of its own name: "run_after"
    measured = isinstance(schema, Scalar) and (schema.type == "number" or words[-2] in _MEASURES)
    return f"{of} {_AMOUNTS[words[-1]] if measured else _BOUNDS[words[-1]]} this"


def _may_identify(schema: Schema) -> bool:
    """Whether a value may name a thing: a number that shaping finds to be no identifier counts or measures."""
    return not isinstance(schema, Scalar) or schema.type not in ("integer", "number") or bool(schema.identifier)


def _identifier(words: Sequence[str], role: Role) -> str:
    kind = "UUID" if words[-1] in ("uuid", "guid") else "Id"
    before, owner = words[:-1], role.owner
    if len(before) == 1 and before[0] in _WHICH and role.place == "query":
        return _WHICH[before[0]]
    if len(before) == 1 and before[0] in _ADJECTIVES and owner:
        return f"{before[0].capitalize()} {kind if kind == 'UUID' else 'id'} of the {owner}"
    if before and role.within:
        return f"{sentence_case(spelled(before)).rstrip('.')} {kind if kind == 'UUID' else 'id'} of the {owner}"
    owned = spelled(before) or owner
    if role.new and owned:
        return f"{kind} for the new {owned}, where you choose it"
    return f"{kind} of the {owned}" if owned else "Identifier of this entry"


def _moment(words: Sequence[str], schema: Schema, otherwise: str) -> str:
    """`published_at` → "When it was published", `expires_at` → "When it expires"; '' of any other name."""
    if len(words) < 2 or words[-1] not in ("at", "on") or not isinstance(schema, Scalar) or schema.type == "boolean":
        return ""
    does, whose = words[-2], spelled(words[:-2]) or otherwise
    if does.endswith("ed") or does in ("sent", "paid", "begun", "seen", "sold"):
        return f"Time when {whose} was {does}"
    return f"Time when {whose} {does}" if does.endswith("s") and base_form(does) else ""


def _of(words: Sequence[str], role: Role) -> str:
    known = {singular(w) for w in words} & {singular(w) for w in role.within or role.resource}
    return f" of the {role.owner}" if role.owner and role.place != "query" and not known else ""


def _by_type(schema: Schema, noun: str, words: Sequence[str], of: str, place: str) -> str:
    named = f"{noun[:1].upper()}{noun[1:]}"
    match schema:
        case Scalar(type="boolean"):
            return _whether(noun, words)
        case Array() | Enum() if of:
            return f"{named}{of}"
        case Array():
            return f"{named}, as a list"
        case Enum():
            return f"{named}, one of the listed values"
        case Map():
            return f"{named}{of}, by key"
        case Object():
            return f"{named}{of}, an object"
        case Scalar(type="integer" | "number", identifier=False) if not of:
            return f"{named}, {'a numeric value' if 'number' in words else 'a number'}"
        case _:
            return f"{named}{of or _by_place(words, place)}"


def _whether(noun: str, words: Sequence[str]) -> str:
    """A switch as a question: `email_allowed` → "Whether email is allowed", `force_ssl` → "Whether to force SSL"."""
    if not words:
        return f"Whether {noun}{_APPLIES}"
    if words[-1] == "flag" and len(words) > 1:
        return _whether(spelled(words[:-1]), words[:-1])
    first, last, rest = words[0], words[-1], spelled(words[1:])
    if len(words) == 1 and first in _SWITCHES:
        return _SWITCHES[first]
    if words[-2:] == ("dry", "run"):
        return "Whether only to show what would be done, and change nothing"
    if first in ("is", "are", "was"):
        return f"Whether it is {rest}" if rest else "Whether it is so"
    if first in ("has", "have", "can", "should", "must"):
        return f"Whether it {first} {rest}"
    if first in ("with", "including") and rest:
        return f"Whether to include {rest}"
    if first == "only" and rest:
        return f"Whether to take {noun}" if is_plural(last) else f"Whether to take {noun} ones"
    if first in _OF_IT and rest:
        return f"Whether it {noun}"
    if len(words) > 1 and (last.endswith("ed") or last in _STATES):
        if first in _SELECTING:
            return f"Whether to {noun} ones"
        subject = spelled(words[:-1])
        return f"Whether {subject} {'are' if is_plural(words[-2]) else 'is'} {last}"
    if len(words) > 1 and (base_form(first) == first or first in _ALSO_DONE) and words[:2] not in _COMPOUNDS:
        return f"Whether to {noun}"
    if len(words) == 1 and (last.endswith(_ADJECTIVE_ENDS) or last in _STATES):
        return f"Whether it is {noun}"
    if len(words) == 1 and (last.endswith(_VERB_ENDS) or is_firm_verb(last)):
        return f"Whether to {noun}"
    several = is_plural(last) and len(last) > _ABBREVIATED and (len(words) <= _TOLD_APART or first == "all")
    return f"Whether to include {noun}" if several else f"Whether {noun}{_APPLIES}"


_ABBREVIATED = 3
_TOLD_APART = 2
"""Words of the longest plural that is no clause."""
_OF_IT = frozenset("includes allows requires supports uses needs contains accepts enables disables applies".split())
_ALSO_DONE = frozenset("require prevent prohibit forbid deny".split())
_SWITCHES = {
    "force": "Whether to do it even where a check would refuse",
    "wait": "Whether to wait until it is done",
    "async": "Whether to answer before it is done",
}
"""Switches that mean the same in every API."""
_IT_IS = "Whether it is "
_APPLIES = " applies"
"""What is said of a switch that is a noun."""
_SELECTING = frozenset("include exclude show hide skip list return allow keep ignore".split())
_COMPOUNDS = frozenset({("pull", "requests"), ("pull", "request"), ("push", "mirror"), ("post", "code")})
"""Nouns that open with what looks like a verb."""
_VERB_ENDS = ("ize", "ise", "ify")
_ADJECTIVE_ENDS = ("ed", "able", "ible", "ive", "ic", "al", "ent", "ant", "ory", "ary", "ful", "less", "ing")
_STATES = frozenset(
    "hidden open free new private draft on off own shown known active visible available required ready empty full "
    "secure strict main valid read mute deaf nsfw".split()
)


def _use(role: Role) -> str:
    """The place; in the query of a tool that changes something, an argument sets and does not filter."""
    sets = role.place == "query" and bool(role.verb) and not is_read_only(role.verb)
    return "body" if sets else role.place


def _by_place(words: Sequence[str], place: str) -> str:
    return " to apply" if words and words[-1] in _FILTERS else _BY_PLACE.get(place, " to set")


_FILTERS = frozenset({"filter", "filters", "where", "criteria", "selector", "condition", "conditions", "expression"})
_BY_PLACE = {"query": " to filter by", "header": " to send along", "path": " in question"}


_USED = re.compile(
    r"\b(?:for|of|in|with|by|to) (?:[a-z]+ )*(?:api|operation|request|call|object|client)(?=[.,;)]|\Z)", re.I
)
"""What an argument is for, in words that say little by themselves: "Version to use for the request"."""


def related(said: str, schema: Schema, name: str, role: Role) -> str:
    """A text that only says the name again, with what the argument is to its tool."""
    body, words = said.rstrip("."), split_words(name)
    if _USED.search(body):
        return said
    if role.place == "query" and "_".join(words) in _OF_QUERIES:
        return f"{_OF_QUERIES['_'.join(words)]}."
    first = first_sentence(said)
    if first != said:
        return f"{related(first, schema, name, role)}{said.removeprefix(first)}"
    examples = [e for e in schema.examples if isinstance(e, str | int | float)]
    if examples and len(shown_value(examples[0])) < 40:
        return f"{body}, such as {plain(shown_value(examples[0]))}."
    again = set(role.within) <= set(split_words(said))
    thing = spelled(role.resource) if again else role.owner
    foreign = thing and not {singular(w) for w in split_words(thing)} <= {singular(w) for w in split_words(said)}
    if role.place == "path" and role.verb and (role.picks or not foreign):
        return f"{body} to {role.verb}."
    if role.place == "path" and foreign:
        return f"{body} that holds the {thing}."
    if role.place == "query":
        use = _by_place(words, _use(role))
        return said if body.endswith(use) else f"{body}{use}."
    if role.within and again and not (foreign and len(f"{body} for the {thing}.") <= _LONGEST_SAID):
        return f"{body} to {'use' if words[-1] in KEYS else 'set'}."
    if foreign and role.place:
        return f"{body} for the {thing}."
    if not words or role.place == "path":
        return said
    if words[-1] in KEYS:
        return sentence_case(_identifier(words, role))
    return f"{_by_type(schema, spelled(words) or body, words, _of(words, role), role.place)}."
