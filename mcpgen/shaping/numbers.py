"""The verb and the number of a name by evidence: what the method does, what the path says, what comes back."""

from __future__ import annotations

import re
from dataclasses import replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.schema import Schemas
from mcpgen.shaping.asked import body_properties
from mcpgen.shaping.derivation import WHOLES
from mcpgen.shaping.evidence import Answer, Shape, holds_list, lists
from mcpgen.shaping.id_echoes import copies_path
from mcpgen.shaping.nouns import (
    acted_on,
    asks_one,
    countable,
)
from mcpgen.shaping.phrase import (
    IN_NUMBERS,
    JOINERS,
    QUANTIFIERS,
    Phrase,
)
from mcpgen.shaping.route import Route, acts_on_one, identifies, is_identifier, read_route
from mcpgen.shaping.several import takes_list, takes_several
from mcpgen.shaping.surroundings import Surroundings
from mcpgen.shaping.words import counts, is_plural, same_word, singular, split_words

STATES = frozenset(
    "allowed config configuration count details errors history info job jobs log logs preflight progress queue "
    "result results schedule settings state "
    "stats status url".split()
)
"""Heads of nouns that a verb in front only describes: restore status, import errors."""
_CONTAINERS = frozenset("chart diff feed graph log matrix report schedule summary table timeline tree".split())
"""Things that are one, though a list comes back: the commit log of /commits."""
_MEASURED = frozenset({"breakdown", "histogram", "timeseries"})
"""Things that are one, though they are called a list of points."""
_PAGES = frozenset("ids page page_size pagesize per_page perpage page_token pagetoken cursor offset limit".split())
"""Inputs that only a list has."""
_NO_ITEMS = WHOLES | {"details", "stats"}
"""Plurals that there is no one of."""
_GETS_ONE = re.compile(r"(?:\.get|_Get|_[gG]etBy[A-Z]\w*)$")
_SAID_LIST = re.compile(
    r"^(?:Lists?|(?:Gets?|Returns?|Retrieves?|Fetch(?:es)?) (?:an? |the )?list of)\b", re.IGNORECASE
)


def _whole_or_part(phrase: Phrase, operation: Operation, surroundings: Surroundings) -> Phrase:
    """PUT and PATCH of one path: update and patch where the source says patch, else replace and update."""
    if not {"PUT", "PATCH"} <= surroundings.methods[operation.path] or phrase.verb not in ("update", "replace"):
        return phrase
    patched = operation.path in surroundings.patched
    if operation.method == "PUT" and patched and "replace" not in split_words(operation.id):
        return replace(phrase, verb="update")
    if phrase.verb == "replace":
        return phrase
    if operation.method == "PATCH":
        return replace(phrase, verb="patch") if patched else phrase
    return replace(phrase, verb="replace") if operation.method == "PUT" else phrase


def settled(phrase: Phrase, operation: Operation, route: Route, shape: Answer, surroundings: Surroundings) -> Phrase:
    """The phrase with the verb and the number that method, path and answer (`shape`) ask for."""
    phrase = _whole_or_part(phrase, operation, surroundings)
    match phrase.verb:
        case "get" | "search" if not phrase.tail or phrase.verb == "get":
            phrase = _read_verb(phrase, operation, route, shape, surroundings.schemas)
        case _:
            pass
    told = split_words(f"{operation.id} {operation.summary} {route.literals[-1].text if route.literals else ''}")
    said = "list" in told or ("all" in told and bool(phrase.noun) and is_plural(phrase.noun[-1]))
    one = (
        shape.shape is Shape.ONE
        and not _pages(operation)
        and not (phrase.noun and holds_list(shape, phrase.noun[-1], surroundings.schemas))
    )
    if phrase.verb == "list" and one and (not said or _one_behind(phrase, route)):
        phrase = replace(phrase, verb="get")
    item = bool({"PUT", "PATCH", "DELETE"} & surroundings.methods[operation.path])
    if phrase.verb == "list" and phrase.noun and not said and _names_one(phrase.noun[-1], operation, route, item=item):
        return replace(phrase, verb="get", tail=()).with_number(many=False)
    if operation.method == "POST" and phrase.verb in ("get", "list") and _ends_in_verb(route) and phrase.many:
        phrase = replace(phrase, verb="query", manner="")
    elif operation.method == "POST" and phrase.verb == "list" and _asked_by_body(operation, route):
        phrase = replace(phrase, verb="query")
    match phrase.verb:
        case "search" if asks_one(route, "search") or asks_one(read_route(operation.path), "search"):
            head = route.segments[-3].words if len(route.segments) > 2 else ()
            return phrase.with_number(many=False) if phrase.noun and phrase.noun[-1:] == head[-1:] else phrase
        case "search" if shape.shape is Shape.LIST and phrase.noun and not phrase.tail:
            return phrase.with_number(many=True)
        case "list":
            return phrase if len(phrase.noun) == 2 and phrase.noun[0] in JOINERS else phrase.with_number(many=True)
        case verb if acted_on(route, verb) and phrase.noun and same_word(phrase.noun[-1], acted_on(route, verb)):
            return phrase.with_number(many=False)
        case "add" | "assign" | "attach" | "remove" if phrase.noun and _of_several(phrase, operation, surroundings):
            return phrase.with_number(many=True)
        case "add" if phrase.noun and copies_path(operation, route) and not takes_list(operation):
            return phrase.with_number(many=False)
        case "add" | "upload" if (
            phrase.noun and split_words(operation.id)[-1:] == (phrase.verb,) and not route.ends_in_parameter
        ):
            return phrase.with_number(many=False)
        case "create" if (
            phrase.noun and phrase.noun[-1] not in WHOLES and not _speaks_of_many(phrase) and not takes_list(operation)
        ):
            return phrase.with_number(many=False)
        case "get" if shape.shape is Shape.ONE and _in_singular(phrase, operation):
            return phrase.with_number(many=False)
        case "get" if shape.shape is Shape.ONE and not _ends_in_plural(route) and _gets_one(operation, phrase):
            return phrase.with_number(many=False)
        case "delete" if phrase.noun and not route.ends_in_parameter and _asks_for_one(operation):
            return phrase.with_number(many=False)
        case _ if phrase.manner in IN_NUMBERS and route.segments and route.segments[-1].custom and acts_on_one(route):
            return phrase.with_number(many=False)
        case "get" | "update" | "replace" | "delete" if phrase.noun and route.ends_in_parameter and not phrase.tail:
            own = any(singular("".join(s.words)).endswith(singular(phrase.noun[-1])) for s in route.literals[-1:])
            one = own and shape.shape is not Shape.LIST and phrase.noun[-1] != "details"
            return phrase.with_number(many=False) if one else phrase
        case _:
            return phrase


def _gets_one(operation: Operation, phrase: Phrase) -> bool:
    """True for an id that says no more than that one of its group is got: notes.get, Notes_GetById."""
    whole = bool(phrase.noun) and phrase.noun[-1] in _NO_ITEMS
    return _GETS_ONE.search(operation.id) is not None and not whole and not phrase.manner


def _ends_in_plural(route: Route) -> bool:
    return bool(route.literals) and not route.ends_in_parameter and is_plural(route.literals[-1].words[-1])


def _asks_for_one(operation: Operation) -> bool:
    """True where a required query parameter is the identity of what is deleted: DELETE /streams?id=…."""
    return any(p.place == "query" and p.required and p.name.lower() == "id" for p in operation.parameters)


def _in_singular(phrase: Phrase, operation: Operation) -> bool:
    """True where the path has a plural, and the id says that one comes back: get asset queued event."""
    said = split_words(operation.id)
    head = phrase.noun[-1] if phrase.noun else ""
    return bool(said) and is_plural(head) and said[-1] == singular(head) and not phrase.tail


def _ends_in_verb(route: Route) -> bool:
    """True for /runs/list and /documents/fetch, where what is asked for may stand in the body; not for /users.list."""
    if len(route.literals) < 2 or route.ends_in_parameter or route.literals[-1].dotted:
        return False
    return len(route.literals[-1].words) == 1 and vocabulary.is_verb(route.literals[-1].words[0])


def _asked_by_body(operation: Operation, route: Route) -> bool:
    """True where what is listed is asked for in a body, and the id does not call it a list."""
    return _ends_in_verb(route) and operation.body is not None and split_words(operation.id)[:1] != ("list",)


def _of_several(phrase: Phrase, operation: Operation, surroundings: Surroundings) -> bool:
    """True where a list is taken, unless the id says one, and only something else is that list."""
    head = phrase.noun[-1]
    if not takes_several(operation, head, surroundings.schemas):
        return False
    one = not is_plural(head) and split_words(operation.id)[-1:] == (head,) and not takes_list(operation)
    names = (
        tuple(w for w in split_words(p.name) if not is_identifier(w))
        for p in body_properties(operation, surroundings.schemas)
    )
    return not one or any(len(words) == 1 and same_word(words[0], head) for words in names)


def _speaks_of_many(phrase: Phrase) -> bool:
    return phrase.many or phrase.noun[0] in QUANTIFIERS or not countable(phrase)


def _read_verb(phrase: Phrase, operation: Operation, route: Route, shape: Answer, schemas: Schemas | None) -> Phrase:
    """get, list or search by what comes back."""
    if phrase.manner in IN_NUMBERS:
        return phrase
    head = phrase.noun[-1] if phrase.noun else ""
    listed = shape.shape is Shape.LIST
    if phrase.verb == "get" and operation.id.endswith((".get", "_Get")) and not _ends_in_plural(route):
        return phrase if head in _NO_ITEMS else phrase.with_number(many=False)
    if head == "details" and (route.ends_in_parameter or not listed):
        return phrase
    if phrase.verb == "search":
        if phrase.noun and not listed and route.ends_in_parameter:
            return replace(phrase, verb="get")
        return (
            replace(phrase, verb="list") if listed and "search" not in route.words and not _asks(operation) else phrase
        )
    if listed and (head in _MEASURED or (head in _CONTAINERS and head not in route.words)):
        return phrase
    if listed and head and (not lists(shape, head) or _said_one(head, operation, route)):
        return phrase
    if listed and (not route.ends_in_parameter or (head and is_plural(head))):
        return replace(phrase, verb="list")
    said_list = _SAID_LIST.search(operation.summary) or _SAID_LIST.search(operation.description)
    if head and is_plural(head) and said_list and not _is_item_of(head, route):
        return replace(phrase, verb="list")
    if head and is_plural(head) and not route.ends_in_parameter and holds_list(shape, head, schemas):
        return replace(phrase, verb="list")
    unknown = shape.shape in (Shape.UNKNOWN, Shape.NOTHING) or _pages(operation)
    collection = bool(route.literals) and not route.ends_in_parameter and is_plural(route.literals[-1].words[-1])
    if unknown and head and is_plural(head) and collection and head not in WHOLES:
        return replace(phrase, verb="list")
    return phrase


def _is_item_of(head: str, route: Route) -> bool:
    """True where a path ends in the parameter of one of what its noun says: /messages/{id}."""
    return route.ends_in_parameter and bool(route.literals) and same_word(route.literals[-1].words[-1], head)


def _pages(operation: Operation) -> bool:
    """True where pages, or things chosen by their ids, are asked for: a list, though its schema is that of one."""
    return any(p.place == "query" and p.name.lower() in _PAGES for p in operation.parameters)


def _one_behind(phrase: Phrase, route: Route) -> bool:
    """True where a singular stands for what a parameter behind its collection names: list member, of /members/{x}."""
    one = bool(phrase.noun) and not is_plural(phrase.noun[-1])
    return one and route.ends_in_parameter and not route.segments[-2:][0].parameter


def _names_one(head: str, operation: Operation, route: Route, *, item: bool) -> bool:
    """True where GET ends in the identity of what its noun says, though a list comes back: /locations/{location_id}.

    `item`: the same path is written to, so it is one thing.
    """
    if operation.method != "GET" or len(route.segments) < 2 or not route.ends_in_parameter:
        return False
    before, last = route.segments[-2:]
    if before.parameter or not same_word(head, before.words[-1]) or not is_plural(before.words[-1]):
        return False
    return item or (len(last.words) > 1 and is_identifier(last.words[-1]) and identifies(last.words, before.words))


def _said_one(head: str, operation: Operation, route: Route) -> bool:
    """True where id and path both end in a singular, though a list comes back: traffic analysis."""
    if not route.literals or is_plural(head) or not counts(head) or route.literals[-1].words[-1] != head:
        return False
    said = split_words(operation.id)
    single = len(route.literals) > 1 or route.literals[-1].dotted or said == ("get", head)
    named = head in said or said == (f"get{head}",)
    return (named and "list" not in said and single) or (not said and len(route.segments) == 1)


def _asks(operation: Operation) -> bool:
    """True when a free query is asked for."""
    return operation.method != "GET" or any(
        p.name.lower() in ("q", "query", "search", "text", "term", "keyword") for p in operation.parameters
    )
