"""A verb and a noun from method and path, where neither operation id nor summary gives them (NAM001)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.schema import Array, Object, Property, Schemas
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.evidence import Answer, Shape, item_name, json_media, lists
from mcpgen.shaping.identifiers import COLLECTION_ACTIONS
from mcpgen.shaping.phrase import ADJECTIVES, PREPOSITIONS, Phrase, is_adjective, is_firm_verb, read_phrase
from mcpgen.shaping.route import Route, Segment, identifies, is_identifier
from mcpgen.shaping.words import counts, holds, is_plural, plural_noun, same_word, singular, singular_noun, split_words

_SELF = frozenset({("me",), ("self",), ("current",), ("myself",), ("whoami",)})
_ACTION_GROUPS = frozenset({("action",), ("actions",), ("operations",), ("commands",), ("command",)})
_IN_NUMBERS = frozenset({("bulk",), ("batch",)})
_READ_ACTIONS = frozenset("search count export download query lookup check compare match filter".split())
GENERIC = frozenset(
    "config configuration content count data detail history info information log metadata option state statistic stats "
    "status summary type usage".split()
)
"""Nouns that say little without what stands before them: the types of products."""
_STATES = frozenset(
    "config data history job jobs link links log logs result results settings state status token tokens url".split()
)
"""Heads that make the verb before them a noun: filter state."""
_FILES = frozenset({"application/pdf", "application/zip"})
"""What an answer to POST that makes nothing but a file to keep is."""
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
    "translator": "translate",
    "validator": "validate",
}
"""What a POST to a thing that is called by what it does asks for."""
_MAILED = frozenset({"email", "mail", "sms"})
"""What a write to /users/{id}/verification-email sends."""
_WHOLE = frozenset({("data",), ("details",), ("info",), ("information",)})
"""What behind one parameter stands for the thing itself: /{comicId}/info."""
_MOSTLY_NOUNS = frozenset(
    "bid bill book bootstrap compact format forward group issue log offer order outline plot queue quote rank rate "
    "record "
    "return shift stage survey".split()
)
"""Verbs in a path only where they stand behind one thing: /orders/{id}/return."""
_WRITES = frozenset({"POST", "PUT", "PATCH"})
_BY_METHOD = {"PUT": "update", "PATCH": "update", "DELETE": "delete", "HEAD": "check", "TRACE": "trace"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """What a chain of segments stands for: order lines of an order."""

    noun: tuple[str, ...]
    """The resource's own words."""
    owner: tuple[str, ...] = ()
    """The parent it belongs to, in the singular."""
    tail: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Owner and noun, no word twice."""
        return joined(self.owner, self.noun)


def joined(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """Two nouns as one, without the words of the first that the second says again."""
    return (*(word for word in first if not holds(second, word)), *second)


def derive(
    operation: Operation, route: Route, answer: Answer, methods: frozenset[str], *, collection: bool = False
) -> Phrase:
    """The phrase for an operation from its method and path. The noun may be missing.

    `methods` are those of the same path; `collection`: there is a path for one item below it.
    """
    action = _action(operation, route, methods)
    if action is not None:
        return action
    found = resource(route.segments)
    if found.noun and not found.owner and len(route.literals) > 1 and route.literals[-1].dotted:
        found = replace(found, owner=route.literals[-2].singular)
    if not found.noun:
        return Phrase(verb=_plain_verb(operation.method), noun=())
    asked = found.noun[0] if len(found.noun) == 1 and found.tail else ""
    if asked in _READ_ACTIONS and len(route.literals) > 2:
        outer = resource(_before(route.segments, route.literals[-2]))
        return Phrase(verb=asked, noun=outer.words, tail=found.tail)
    if operation.method == "GET" and route.literals == route.segments[1:] and found.noun in _WHOLE:
        return Phrase(verb="get", noun=tuple(w for w in route.segments[0].words if not is_identifier(w)) or found.noun)
    if operation.method in ("GET", "QUERY"):
        alone = len(methods) == 1 and not collection and len(route.segments) == 1
        return _reading(route, found, answer, collection=collection, alone=alone)
    if route.literals and route.literals[-1].words in _IN_NUMBERS and not route.ends_in_parameter:
        found = resource(_before(route.segments, route.literals[-1]))
        manner = route.literals[-1].words[0]
        return Phrase(verb=_plain_verb(operation.method), noun=plural_noun(found.words), many=True, manner=manner)
    if operation.method == "POST" and not route.ends_in_parameter and answer.media_type in _FILES:
        return Phrase(verb="download", noun=singular_noun(found.words), tail=found.tail)
    phrase = _writing(operation, route, found, methods, collection=collection)
    mailed = not route.ends_in_parameter and len(found.noun) > 1 and found.noun[-1] in _MAILED
    if mailed and phrase.verb in ("create", "update"):
        return Phrase(verb="send", noun=tuple(word for word in found.noun if word != "send"))
    return phrase


def resource(segments: Sequence[Segment]) -> Resource:
    """The resource at the end of a chain of segments, with the owner that an identifying parameter stands behind."""
    literals = [(i, s) for i, s in enumerate(segments) if not s.parameter]
    if not literals:
        words = next((s.words for s in reversed(segments)), ())
        named = words[:-1] if len(words) > 1 and words[-1] == "name" else words
        return Resource(noun=tuple(w for w in named if w not in ("id", "uuid")))
    at, last = literals[-1]
    if last.words[0] in PREPOSITIONS and len(last.words) > 1 and len(literals) > 1:
        inner = resource(segments[:at])
        return Resource(noun=inner.noun, owner=inner.owner, tail=last.words)
    before = [(i, s) for i, s in literals[:-1] if s.words not in _ACTION_GROUPS]
    if before and _chooses(last.words, before[-1]):
        inner = resource(segments[:at])
        return Resource(noun=(*last.words, *inner.noun), owner=())
    if last.words in _SELF:
        noun = before[-1][1].singular if before else ("user",)
        return Resource(noun=("current", *noun))
    if not before:
        return Resource(noun=last.words)
    owner_at, owner = before[-1]
    if owner.words in _SELF:
        return Resource(noun=last.words, owner=("my",))
    owned = any(s.parameter for s in segments[owner_at:at]) or (owner.dotted and is_plural(owner.words[-1]))
    vague = singular(last.words[-1]) in GENERIC or last.words[-1].isdigit()
    generic = vague and len(last.words) == 1 and owner_at == at - 1
    return Resource(noun=last.words, owner=owner.singular if owned or generic else ())


def _chooses(words: Sequence[str], before: tuple[int, Segment]) -> bool:
    """True where what stands behind a resource chooses among it: /orders/latest, /requests/denied.

    Of several words, by a participle at their end: /returns/risk-adjusted. Not /admin/unadopted.
    """
    at, segment = before
    word = words[-1]
    if len(words) > 1:
        return word not in ADJECTIVES and is_adjective(word) and is_plural(segment.words[-1]) and len(words) < 4
    group = at == 0 and not is_plural(segment.words[-1]) and len(segment.words) == 1
    return is_adjective(word) and (word in ADJECTIVES or not (group or segment.words[-1].isdigit()))


def _before(segments: Sequence[Segment], segment: Segment) -> tuple[Segment, ...]:
    at = max(i for i, s in enumerate(segments) if s is segment)
    return tuple(segments[:at])


def _plain_verb(method: str) -> str:
    """The verb of a method; that of its name for one that is a verb itself, such as COPY."""
    word = method.lower()
    own = word if vocabulary.is_verb(word) else "call"
    return {"GET": "get", "POST": "create", "OPTIONS": "get", **_BY_METHOD}.get(method, own)


def _reading(route: Route, found: Resource, answer: Answer, *, collection: bool, alone: bool) -> Phrase:
    """The phrase of a GET; `alone`: nothing else is done to the one literal of the path, so a singular is meant."""
    head = found.noun[-1]
    if route.ends_in_parameter:
        name = route.segments[-1].words
        if answer.shape is Shape.LIST and not identifies(name, found.noun):
            return Phrase(verb="list", noun=plural_noun(found.words), tail=("by", *singular_noun(name)))
        if answer.shape is Shape.LIST and not is_plural(head) and len(route.literals) > 1:
            outer = resource(_before(route.segments, route.literals[-1]))
            if outer.noun and is_plural(outer.noun[-1]):
                return Phrase(verb="list", noun=outer.words, tail=("by", *found.noun))
        if (mapped := _mapped(route, answer)) is not None:
            return Phrase(verb="list", noun=plural_noun(mapped.words), tail=("for", *singular_noun(found.noun)))
        return Phrase(verb="get", noun=singular_noun(found.words), tail=found.tail)
    unknown = answer.shape in (Shape.UNKNOWN, Shape.NOTHING)
    listed = (answer.shape is Shape.LIST and lists(answer, head)) or (
        unknown and counts(head) and (collection or (is_plural(head) and head not in ("settings", "preferences")))
    )
    if listed and not (alone and counts(head) and not is_plural(head)):
        return Phrase(verb="list", noun=plural_noun(_described(route, found)), tail=found.tail)
    adjective = is_adjective(route.literals[-1].words[-1])
    return Phrase(verb="get", noun=singular_noun(found.words) if adjective else found.words, tail=found.tail)


def _mapped(route: Route, answer: Answer) -> Resource | None:
    """What is listed by the identity of another thing: the roles of /role-mappings/clients/{client}."""
    items = item_name(answer, None)
    *before, thing, _ = (*(None, None), *route.segments)
    if not items or thing is None or not before or (outer := before[-1]) is None or outer.parameter or thing.parameter:
        return None
    others = not any(holds(thing.words, word) for word in items)
    return resource([s for s in before if s is not None]) if others and is_plural(outer.words[-1]) else None


def _described(route: Route, found: Resource) -> tuple[str, ...]:
    """A list behind a singular literal is a choice of the list before it: /roles/realm → realm roles."""
    before = _before(route.segments, route.literals[-1])
    if (
        not before
        or before[-1].parameter
        or before[-1].dotted
        or is_plural(found.noun[-1])
        or not is_plural(before[-1].words[-1])
    ):
        return found.words
    return (*found.noun, *before[-1].words) if counts(found.noun[-1]) and len(found.noun) == 1 else found.words


def _writing(
    operation: Operation, route: Route, found: Resource, methods: frozenset[str], *, collection: bool
) -> Phrase:
    method, item = operation.method, route.ends_in_parameter
    if method == "POST":
        update = item and "GET" in methods and not {"PUT", "PATCH"} & methods
        if takes_list(operation) and not item:
            return Phrase(verb="create", noun=plural_noun(found.words), many=True)
        return Phrase(verb="update" if update else "create", noun=singular_noun(found.words), tail=found.tail)
    verb = _plain_verb(method)
    if method == "OPTIONS":
        return Phrase(verb="get", noun=(*singular_noun(found.words), "options"))
    if method == "PUT" and "PATCH" in methods:
        verb = "replace"
    if method == "PUT" and item and operation.body is None and found.owner:
        verb = "add"
    noun = singular_noun(found.words) if item else plural_noun(found.words) if collection else found.words
    return Phrase(verb=verb, noun=noun, tail=found.tail)


def takes_list(operation: Operation) -> bool:
    """True when the JSON body is a list."""
    media = json_media(operation.body.content) if operation.body else None
    return media is not None and isinstance(media.schema, Array)


def takes_several(operation: Operation, head: str, schemas: Schemas | None) -> bool:
    """True when the JSON body is a list, or has one under the plural of a noun with that head: label_ids of labels."""
    lists = [p for p in properties(operation, schemas) if isinstance(p.schema, Array)]
    names = [tuple(w for w in split_words(p.name) if not is_identifier(w)) for p in lists]
    return takes_list(operation) or any(words and same_word(words[-1], head) for words in names)


def asks_by_ids(operation: Operation, schemas: Schemas | None) -> bool:
    """True when what is read is chosen by a required list of identities, and by nothing in the path."""
    if "{" in operation.path:
        route_free = operation.method == "POST" and not operation.path.rstrip("/").endswith("}")
        if not route_free:
            return False
    if operation.method == "GET":
        return any(p.place == "query" and p.required and p.name.lower() == "ids" for p in operation.parameters)
    return any(p.required and p.name.lower() == "ids" for p in properties(operation, schemas))


def properties(operation: Operation, schemas: Schemas | None) -> tuple[Property, ...]:
    """The properties of the JSON body; without `schemas` references are not followed."""
    media = json_media(operation.body.content) if operation.body else None
    schema = media.schema if media is not None else None
    resolved = schemas.resolve(schema) if schema is not None and schemas is not None else schema
    return resolved.properties if isinstance(resolved, Object) else ()


# --- actions: a verb in the path


def _action(operation: Operation, route: Route, methods: frozenset[str]) -> Phrase | None:
    if not route.literals:
        return None
    first, last = route.literals[0], route.literals[-1]
    phrase = _action_phrase(operation.method, route, last, methods)
    if phrase is None:
        return Phrase(verb=first.words[0], noun=plural_noun(last.words)) if _leads(operation.method, route) else None
    before = _parents(route.segments, last)
    parent = resource(before) if any(not s.parameter for s in before) else Resource(noun=())
    many = phrase.verb in COLLECTION_ACTIONS and not _follows_parameter(route.segments, last)
    things = parent.words if last.dotted else (*_deed_of(before, parent), *parent.noun)
    owner = plural_noun(things) if many and not phrase.noun else singular_noun(things)
    if phrase.noun[:1] in (("off",), ("on",)):
        return replace(phrase, noun=(*phrase.noun[:1], *owner, *phrase.noun[1:]), context=())
    if phrase.noun:
        group = last.dotted and not is_plural(parent.noun[-1] if parent.noun else "")
        return replace(phrase, noun=phrase.noun if group else joined(owner, phrase.noun), context=(), many=False)
    return replace(phrase, noun=plural_noun(owner) if phrase.many else owner, context=())


def _deed_of(before: Sequence[Segment], parent: Resource) -> tuple[str, ...]:
    """What a deed that an action is done to is done with: password, of /password/reset/confirm."""
    if len(before) < 2 or len(parent.noun) != 1 or before[-1].words != parent.noun or before[-2].parameter:
        return ()
    return before[-2].singular if vocabulary.is_verb(parent.noun[0]) else ()


def _leads(method: str, route: Route) -> bool:
    """True where the first literal is the verb of those behind it: /search/shows, POST /scrobble/episodes."""
    first = route.literals[0]
    if len(route.literals) < 2 or len(first.words) != 1 or first.parameter:
        return False
    if first.words[0] in _READ_ACTIONS:
        return method in ("GET", "POST")
    return method == "POST" and not route.ends_in_parameter and is_firm_verb(first.words[0])


def _parents(segments: Sequence[Segment], action: Segment) -> tuple[Segment, ...]:
    """The segments before an action, without a literal such as `actions` that only announces it."""
    before = _before(segments, action)
    while before and before[-1].words in _ACTION_GROUPS and not before[-1].parameter:
        before = before[:-1]
    return before


def _follows_parameter(segments: Sequence[Segment], segment: Segment) -> bool:
    before = _before(segments, segment)
    return bool(before) and before[-1].parameter


def _action_phrase(method: str, route: Route, last: Segment, methods: frozenset[str]) -> Phrase | None:
    """The phrase in the last literal, where method and place say that it is an action and not a resource."""
    words = last.words
    if words in (("poweroff",), ("poweron",)) and method in _WRITES:
        return read_phrase(words)
    if len(words) == 1:
        return Phrase(verb=vocabulary.preferred(words[0])) if _acts(method, route, last, methods) else None
    if words[-1] in _AGENTS and method == "POST" and "GET" not in methods:
        return Phrase(verb=_AGENTS[words[-1]], noun=words[:-1])
    phrase = read_phrase(words)
    if phrase is None or phrase.context:
        return None
    found = vocabulary.verb(phrase.verb)
    if found is None or method == "DELETE" or (words[-1] in _MAILED and not _does_to_mail(words[0])):
        return None
    first = vocabulary.preferred(words[0])
    leads = first == phrase.verb or is_firm_verb(words[0]) or words[0] in ("bulk", "batch", "mass")
    if not leads and found.noun_too and "." not in last.text:
        return None
    if found.noun_too and words[-1] in _STATES and len(words) > 1:
        return None
    if last.dotted and leads:
        return phrase
    if method in ("GET", "HEAD", "QUERY"):
        reads = found.effect is Effect.READ or len(route.segments) == 1
        return phrase if reads and is_firm_verb(phrase.verb) and (leads or "." in last.text) else None
    firm = first == phrase.verb and is_firm_verb(words[0])
    resource_like = not firm and ("GET" in methods or is_plural(words[-1]))
    return phrase if not resource_like and (leads or "." in last.text or not is_plural(words[-1])) else None


def _does_to_mail(word: str) -> bool:
    """True for a verb of what is done to an email address or a message: verify, resend; others only say which it is."""
    return is_firm_verb(word) and word not in vocabulary.VAGUE and word != "send"


def _acts(method: str, route: Route, last: Segment, methods: frozenset[str]) -> bool:
    verb = vocabulary.verb(last.words[0])
    if verb is None or is_plural(last.words[0]):
        return False
    if method == "DELETE":
        return verb.effect is Effect.DELETE and not verb.noun_too
    if last.dotted:
        return True
    if method in ("GET", "HEAD", "QUERY"):
        return not verb.noun_too or verb.word in _READ_ACTIONS
    if method not in _WRITES:
        return False
    if not verb.noun_too:
        return True
    if verb.word in _MOSTLY_NOUNS and not _follows_parameter(route.segments, last):
        return False
    if route.ends_in_parameter and verb.word not in _READ_ACTIONS:
        return False
    return "GET" not in methods or verb.word in _READ_ACTIONS
