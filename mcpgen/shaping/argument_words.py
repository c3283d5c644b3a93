"""What the model reads about an argument: role, form, default, where to find it (PAR001, PAR006, PAR009)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mcpgen.model.schema import Array, Enum, Map, Object, Scalar, Schema
from mcpgen.model.vocabulary import is_read_only
from mcpgen.shaping.asides import without_asides
from mcpgen.shaping.formats import (
    brief_sentences,
    default_sentence,
    labels_sentence,
    short_unit,
    shown_value,
    value_sentences,
)
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.renaming import NO_NAMES, WireNames, renamed
from mcpgen.shaping.text import added_words, content_words, cut, plain, sentence_case
from mcpgen.shaping.titles import spelled
from mcpgen.shaping.words import is_plural, plural_noun, singular, split_words

ARGUMENT_BUDGET = 300
_NO_FORMS = 50
"""Within so few characters nothing is said of the form of values, which the schema shows too."""
_IDS = frozenset({"id", "uuid", "pk", "guid", "uid"})
_ONWARD = "Where to read on, from the answer before"
_BY_LAST = {
    "starting_after": "Id of the last one, for the next page",
    "ending_before": "Id of the first one, for the page before",
}
"""Cursors that are ids of what has been read, in few words."""
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
}
"""Query parameters that mean the same in every API."""
_BOUNDS = {"gte": "at or after", "gt": "after", "lte": "at or before", "lt": "before"}
_AMOUNTS = {"gte": "at least", "gt": "more than", "lte": "at most", "lt": "less than"}
_MEASURES = frozenset("count size amount price total duration length number quantity score rank age".split())
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
_LEAST = 80
"""Characters that a description made anew may have, whatever its budget."""
_SUBJECT = re.compile(r"[\"'`]?([A-Za-z][\w.-]*)[\"'`]? (?:is|are) (?=(?:the|an?|one|used) )")
_NEEDED = re.compile(r"^\W*(?:required|optional|mandatory)\W+(?=[A-Z\"'(])", re.I)
"""What `required` of the schema says already."""
_FORMER_LENGTH = 3
"""A description of fewer words that adds none to the name is made anew."""


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


_FEW_VALUES = 12
"""Values of an enum whose meanings are kept, however little may be said."""


def argument_description(
    schema: Schema,
    name: str,
    *,
    text: str = "",
    place: str = "",
    resource: Sequence[str] = (),
    labels: tuple[tuple[str, str], ...] = (),
    source: str = "",
    called: str = "",
    names: WireNames = NO_NAMES,
    role: Role | None = None,
    budget: int = ARGUMENT_BUDGET,
    onward: bool = False,
) -> str:
    """The description of one argument: what it is, then the form of its values, its default, where to find it.

    `text` is the source's description (a parameter's own; the schema's is the next choice); `resource` the noun of the
    tool or path segment it belongs to; `labels` say what enum values mean; `source` is the tool that returns its values
    (PAR009); `called` is the API's own name for it, where `name` does not say it; `role` says more of the tool;
    `budget` is of what it is said to be, before the form of its values; `onward`: the tool's description tells how it
    leads to the next page, so that a short text is enough where little may be said.
    """
    role = role or Role(place=place, resource=tuple(resource))
    said = _without_name(_NEEDED.sub("", without_asides(plain(renamed(text or schema.description, names)))), name)
    if not content_words(said) or (not added_words(said, name) and len(said.split()) < _FORMER_LENGTH):
        said = _from_title(schema, name) or _from_role(schema, name, role, called)
    if len(said) > budget and role.place == "query":
        said = "Where to read on" if onward else _BY_LAST.get(name, said)
    said = sentence_case(said)
    if called and called.casefold() not in said.casefold():
        said = f"{plain(called)}: {said[:1].lower()}{said[1:]}"
    told = [*value_sentences(schema, name, said), default_sentence(schema, said)]
    if budget < ARGUMENT_BUDGET:
        told = [*brief_sentences(schema, name, said)] if budget > _NO_FORMS else []
    tail = [*told, f"From {source}." if source and source not in said else "", _deprecated(schema, said)]
    end = " ".join(t for t in tail if t)
    if labels or _tells_values(schema, said):
        budget = ARGUMENT_BUDGET  # what the values mean is not said elsewhere
    room = min(budget, ARGUMENT_BUDGET - len(end) - (1 if end else 0))
    body = cut(said, room)
    if not added_words(f"{body} {end}", name) and not body.endswith("…"):
        body = cut(_related(body, schema, name, role), max(room, _LEAST))
    meanings = labels_sentence(schema, labels, said)
    if meanings and len(body) + 1 + len(meanings) <= room:
        body = f"{body} {meanings}"
    return cut(f"{body} {end}".strip(), ARGUMENT_BUDGET)


def _tells_values(schema: Schema, said: str) -> bool:
    """Whether a text says what the values of a short enum mean: "1 = wages; 2 = goods"."""
    if not isinstance(schema, Enum) or len(schema.values) > _FEW_VALUES:
        return False
    shown = [re.escape(shown_value(value)) for value in schema.values]
    return all(re.search(rf"(?<!\w){value}['\"]?\s*(?:[=:(–—-]|means)", said) for value in shown if value)


def _without_name(said: str, name: str) -> str:
    """The text without its own subject: "shelfCode is the code of …" → "the code of …"."""
    match = _SUBJECT.match(said)
    words = split_words(match[1]) if match else ()
    return said[match.end() :] if match and words and split_words(name)[-len(words) :] == words else said


def _deprecated(schema: Schema, said: str) -> str:
    return "Deprecated." if schema.deprecated and "deprecat" not in said.lower() else ""


def _from_title(schema: Schema, name: str) -> str:
    title = plain(schema.title)
    return title if added_words(title, name) else ""


def _from_role(schema: Schema, name: str, role: Role, called: str) -> str:
    """A description from name, type and place, where the source has none."""
    words = () if called else split_words(name)
    noun = plain(called) or spelled(words) or plain(name) or "value"
    if role.place == "query" and "_".join(words) in _OF_QUERIES:
        return _OF_QUERIES["_".join(words)]
    if len(words) > 1 and words[0] == role.place:
        words = words[1:]  # told apart from an argument of another place
    if words and words[-1] in _IDS:
        return _identifier(words, role)
    when = _moment(words, schema)
    if when:
        return when
    if role.place == "path" and len(words) == 1 and words[0] not in ("name", "slug", "key", "type", "format", "path"):
        return f"Identifier of the {noun}" if _names_thing(schema) else f"Which {noun} to use"
    if len(words) > 1 and words[-1] in _BOUNDS:
        return _bound(words, schema)
    if isinstance(schema, Scalar) and len(words) > 1 and (unit := short_unit(words[-1], schema)):
        return f"{sentence_case(spelled(words[:-1])).rstrip('.')}{_of(words, role)}, in {unit}"
    if words and words[-1] == "ids":
        owned = spelled(plural_noun(words[:-1])) or spelled(role.resource)
        return f"Ids of the {owned}" if owned else "Identifiers"
    return _by_type(schema, noun, words, _of(words, role), _use(role))


def _bound(words: Sequence[str], schema: Schema) -> str:
    """`created_gte` → "Created at or after this", `price_lt`, a number → "Price less than this"."""
    of = sentence_case(spelled(words[:-1])).rstrip(".")
    if words[-2] in _PREPOSITIONS:
        of = f"Value of {'_'.join(words[:-1])}"  # a field of its own name: "run_after"
    measured = isinstance(schema, Scalar) and (schema.type == "number" or words[-2] in _MEASURES)
    return f"{of} {_AMOUNTS[words[-1]] if measured else _BOUNDS[words[-1]]} this"


def _names_thing(schema: Schema) -> bool:
    """Whether a value may name a thing: a number that shaping finds to be no identifier counts or measures."""
    return not isinstance(schema, Scalar) or schema.type not in ("integer", "number") or bool(schema.identifier)


def _identifier(words: Sequence[str], role: Role) -> str:
    kind = "UUID" if words[-1] in ("uuid", "guid") else "Id"
    before, owner = words[:-1], spelled(role.resource)
    if len(before) == 1 and before[0] in _WHICH and role.place == "query":
        return _WHICH[before[0]]
    if len(before) == 1 and before[0] in _ADJECTIVES and owner:
        return f"{before[0].capitalize()} {kind if kind == 'UUID' else 'id'} of the {owner}"
    owned = spelled(before) or owner
    return f"{kind} of the {owned}" if owned else "Identifier of this entry"


def _moment(words: Sequence[str], schema: Schema) -> str:
    """`published_at` → "When it was published", `expires_at` → "When it expires"; '' of any other name."""
    if len(words) < 2 or words[-1] not in ("at", "on") or not isinstance(schema, Scalar) or schema.type == "boolean":
        return ""
    does, whose = words[-2], spelled(words[:-2])
    if does.endswith("ed") or does in ("sent", "paid", "begun", "seen", "sold"):
        return f"Time when {whose or 'it'} was {does}"
    return f"Time when {whose or 'it'} {does}" if does.endswith("s") and base_form(does) else ""


def _of(words: Sequence[str], role: Role) -> str:
    known = {singular(w) for w in words} & {singular(w) for w in role.resource}
    return f" of the {spelled(role.resource)}" if role.resource and role.place != "query" and not known else ""


def _by_type(schema: Schema, noun: str, words: Sequence[str], of: str, place: str) -> str:
    named = f"{noun[:1].upper()}{noun[1:]}"
    match schema:
        case Scalar(type="boolean"):
            return _whether(noun, words)
        case Array():
            return f"{named}{of}, as a list"
        case Enum():
            return f"{named}{of}, one of the listed values"
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
        return f"Whether {noun} applies"
    first, last, rest = words[0], words[-1], spelled(words[1:])
    if first in ("is", "are", "was"):
        return f"Whether it is {rest}" if rest else "Whether it is so"
    if first in ("has", "have", "can", "should", "must"):
        return f"Whether it {first} {rest}"
    if first in ("with", "including") and rest:
        return f"Whether to include {rest}"
    if len(words) > 1 and (last.endswith("ed") or last in _STATES):
        subject = spelled(words[:-1])
        return f"Whether {subject} {'are' if is_plural(words[-2]) else 'is'} {last}"
    if len(words) > 1 and base_form(first) == first:
        return f"Whether to {noun}"
    if len(words) == 1 and (last.endswith(_ADJECTIVE_ENDS) or last in _STATES):
        return f"Whether it is {noun}"
    return f"Whether {noun} applies"


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


def _related(said: str, schema: Schema, name: str, role: Role) -> str:
    """A text that only says the name again, with what the argument is to its tool."""
    body, words = said.rstrip("."), split_words(name)
    examples = [e for e in schema.examples if isinstance(e, str | int | float)]
    if examples and len(shown_value(examples[0])) < 40:
        return f"{body}, such as {plain(shown_value(examples[0]))}."
    thing = spelled(role.resource)
    foreign = thing and not {singular(w) for w in role.resource} <= {singular(w) for w in split_words(said)}
    if role.place == "path" and role.verb and (role.picks or not foreign):
        return f"{body} to {role.verb}."
    if role.place == "path" and foreign:
        return f"{body} that holds the {thing}."
    if role.place == "query":
        use = _by_place(words, _use(role))
        return said if body.endswith(use) else f"{body}{use}."
    if foreign and role.place:
        return f"{body} for the {thing}."
    if not words or role.place == "path":
        return said
    if words[-1] in _IDS:
        return sentence_case(_identifier(words, role))
    return f"{_by_type(schema, spelled(words) or body, words, '', role.place)}."
