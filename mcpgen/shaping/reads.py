"""Whether an operation only reads, by method, verbs and answer (ANN002); in doubt it writes, for users rely on it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.vocabulary import Effect, Verb
from mcpgen.shaping.acts import (
    ALONE,
    JUST_MADE,
    SAFE_METHODS,
    Acts,
    acts,
    id_words,
    is_call,
    is_remote_call,
    last_static,
    of_participle,
)
from mcpgen.shaping.asked import Asked
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.phrase import PREPOSITIONS
from mcpgen.shaping.words import counts, singular, split_words

_PLAIN_READS = frozenset({"get", "list", "read", "show", "find"})
_ONLY_ASK = frozenset({"introspect", "wait"})
"""Verbs that change nothing when they are posted, although they do elsewhere."""
_TESTED_BY_MAIL = frozenset({"smtp", "email", "mail", "sms", "notification", "message", "webhook", "hook"})
_ONCE = frozenset({"otp", "pin", "captcha", "passcode"})
"""What is used up when it is checked."""
_MADE_WHEN_ASKED = frozenset({"token", "session", "ticket", "credential", "jwt"})
"""What a POST that "gets" it makes: `POST /oauth/token`."""
_STAYS = _MADE_WHEN_ASKED | {"key", "new"}
"""Words of what is there once it is made, whatever it is sent as."""
_EVERYTHING = frozenset({"all", "list"})
_LANGUAGES = frozenset({"graphql", "sql", "cypher", "sparql", "statement", "script"})
"""What a query in it does is not known: it may change things."""
_GIVEN_TO_GET = frozenset({("to", "obtain"), ("to", "receive")})
"""What a text that opens with what is given says it is given for: "Submit a website to receive its rank"."""
_SEEN = frozenset({"read", "view", "seen"})
"""As the last part of a path, what somebody did: `POST /messages/{id}/read`."""
_ONLY_CHECKED = frozenset({"signature", "checksum", "hash", "integrity", "certificate", "vat", "iban"})
"""What stays as it is when it is verified."""
_COMPUTED = frozenset(
    "attest audit authenticate build generate group index introspect map rate resolve review sample scan score sort "
    "test verify wait".split()
)
"""What a GET only shows, also where its path is that of a call: `/reports.generate`; not `/views.open`."""
_VAGUE_CALLS = frozenset({("process",), ("perform",), ("execute",)})
"""Last parts of paths that say that something is done, and not what."""
_ACTED = frozenset({"call", "execute", "open", "play", "request", "run", "share"})
"""What is done where id and path say it both: `runJob` of `GET /jobs/{id}/run`."""
_SHORT = {"exec": "execute"}
_TOLD = frozenset(
    "config configuration count details history info information list log policy progress rate result settings size "
    "state status time type url".split()
)
"""Heads that a verb before them only describes: `/stopTime`, `/blockInfo`."""
_SHOWS_A_FILE = frozenset({"verify", "print"})
_SHAPES_A_FILE = frozenset({"compress", "crop", "mask", "resize", "scale", "trim"})
"""What is done to the file that is answered, and to nothing else: "Fetches a chart and crops it"."""
_DETERMINERS = frozenset({"a", "an", "the", "all", "this", "your"})
_DESCRIBES = {
    "buy": frozenset({"offer", "order", "price"}),
    "cancel": frozenset({"fee", "policy", "reason"}),
    "crawl": frozenset({"error", "issue", "job", "log", "result", "statistics", "stats", "url"}),
    "sell": frozenset({"offer", "order", "price"}),
}
"""Verbs that are hardly nouns, and what they say the kind of: buy orders."""
_FILES = ("application/pdf", "image/", "text/csv", "application/octet-stream", "application/zip", "application/vnd.")


def reads(operation: Operation, said: Acts, inputs: Sequence[Asked]) -> tuple[bool, str]:
    """True when nothing is changed, and why it is judged so, as a clause.

    `said` are the verbs of the operation's sources, `inputs` what it asks for.
    """
    if operation.method in SAFE_METHODS:
        verb = _written_by_get(operation, said) or _done_beside(operation, said)
        if verb is None:
            return True, f"{operation.method} is a safe method"
        return False, f"{verb.word!r} changes state although the method is {operation.method}"
    if operation.method != "POST":
        return False, f"{operation.method} changes state"
    if said.further is not None:
        return False, _changed_by(said.further)
    tried = (*said.words, *split_words(operation.path))
    if "dryrun" in tried or ("dry", "run") in pairwise(tried):
        return True, "a dry run changes nothing"
    if said.fixed is not None and said.fixed.effect is not Effect.READ:
        return False, f"{said.fixed.word!r} changes state"
    return _posted(operation, said, inputs)


def _posted(operation: Operation, said: Acts, inputs: Sequence[Asked]) -> tuple[bool, str]:
    if _shows_a_file(operation, said):
        return True, "it answers with a file made for the call"
    verb = _asking(operation, said, inputs)
    if verb is None and not said.answers:
        return False, "POST changes state"
    if _creates(operation):
        return False, "the answer says that something is created"
    against = next((v for v in said.changing if verb is None or not _goes_with(v, verb)), None)
    if against is None and verb is None and not said.weak:
        against = said.name
    if against is not None:
        return False, _changed_by(against)
    if verb is None:
        return True, "its text says what it returns; POST carries the question"
    if verb.word in _PLAIN_READS and said.text is None and not said.answers and operation.path.endswith("}"):
        return False, f"nothing but the name says that a POST to {operation.path} reads"
    return True, f"{verb.word!r} only reads; POST carries the question"


def _goes_with(other: Verb, verb: Verb) -> bool:
    """True where another source says the same otherwise: "Test the endpoint" of a ping, "Runs a query"."""
    return other.word in (verb.word, "test") or (other.blind and verb.word in ("query", "search"))


def _changed_by(verb: Verb) -> str:
    return f"{verb.word!r} changes state"


def _written_by_get(operation: Operation, said: Acts) -> Verb | None:
    """The verb by which a safe method changes something; None where it reads."""
    name, path = said.name, said.path
    if name is not None and _writes_by_get(name) and not names_thing(operation):
        return name
    if path is not None and is_remote_call(operation.path) and _writes_when_called(path, said):
        return path
    if names_thing(operation):
        return None
    named = is_call(last_static(operation.path)) and path is not None and not path.noun_too
    if path is not None and _writes_by_get(path) and named:
        return path
    if {"otp", "invitation"} & set(said.words):
        return next((v for v in (name, path, said.id) if v is not None and v.effect is not Effect.READ), None)
    meant_so = _said_twice(operation, said)
    if meant_so is not None:
        return meant_so
    if not said.weak or any(v is not None and v.effect is Effect.READ for v in (said.id, said.text)):
        return None
    meant = path if path is not None and (not path.noun_too or path.word in ALONE) else None
    alike = said.id if said.id == said.text else None
    found = next((v for v in (alike, meant, said.id, said.text) if v is not None and _writes_by_get(v)), None)
    told = found is not None and found not in (said.id, meant) and found.effect is Effect.CREATE
    if told and _only_shows(operation, said):
        found = None
    given = found is not None and found is said.text and found.effect is not Effect.SEND and not found.open_world
    if given and not _GIVEN_TO_GET.isdisjoint(pairwise(said.about)):
        found = None
    return found or _reported(operation)


def _done_beside(operation: Operation, said: Acts) -> Verb | None:
    """What a safe method does beyond answering; not what is done to the file that it answers with."""
    shaped = said.further is not None and said.further.word in _SHAPES_A_FILE and _answers_with_file(operation)
    return None if shaped else said.further


def written_by_get(operation: Operation, name: str) -> Verb | None:
    """The verb by which an operation with a safe method, named so, changes something; None where it reads."""
    return _written_by_get(operation, acts(operation, name)) if operation.method in SAFE_METHODS else None


def reads_by_text(operation: Operation) -> bool:
    """True where its texts say of an operation that it only reads, whatever its method says, and `reads` agrees."""
    name = "_".join(("get", *split_words(last_static(operation.path))))
    said = acts(operation, name)
    told = said.text.preferred if said.text is not None else ""
    made = bool(JUST_MADE.intersection(said.about[1:3]))
    asks = told in ("get", "list") or (told == "return" and not made and told not in split_words(operation.path))
    return (asks or said.answers) and reads(operation, said, ())[0]


def names_thing(operation: Operation) -> bool:
    """True where what may be a noun at the end of a path describes a plural: GET /buyOrders, /alert-rules.

    Not where id or text say that it is done: `alertUsers`, "Alert all users".
    """
    words = split_words(last_static(operation.path))
    if len(words) < 2 or is_remote_call(operation.path):
        return False
    head, verb = singular(words[-1]), vocabulary.verb(words[0])
    surely_done = verb is not None and (verb.commands or not verb.noun_too) and verb.effect is not Effect.READ
    if surely_done and head not in _DESCRIBES.get(words[0], ()):
        return False
    several = head != words[-1] or not counts(words[-1])
    text = split_words(operation.summary or operation.description)[:2]
    told = len(text) > 1 and base_form(text[0]) == words[0] and (text[0] != words[0] or text[1] in _DETERMINERS)
    return several and not told and id_words(operation)[:1] != words[:1]


def _only_shows(operation: Operation, said: Acts) -> bool:
    """True where a text says of a GET how its answer comes to be: "Creates an archive", of /boxes/{id}/archive.

    What it creates is the file that is answered, or one of a list of all.
    """
    last = split_words(last_static(operation.path))
    if last and last[-1] in _EVERYTHING:
        return said.about[1:2] in (("a",), ("an",)) and last[-1] not in said.about
    made = tuple(takewhile(lambda word: word not in PREPOSITIONS, said.about[1:]))
    if not made or not _answers_with_file(operation) or _STAYS.intersection(map(singular, made)):
        return False
    return made[-1] in (*last, "file", *_kinds_of_file(operation))


def _answers_with_file(operation: Operation) -> bool:
    """True when every documented success is a document, an image or a table."""
    kinds = _answered(operation)
    return bool(kinds) and all(kind.startswith(_FILES) for kind in kinds)


def _kinds_of_file(operation: Operation) -> frozenset[str]:
    """What the answers are called by their media types: pdf; image, png."""
    return frozenset(word for kind in _answered(operation) for word in split_words(kind)) - {"application", "text"}


def _answered(operation: Operation) -> list[str]:
    """The media types of every documented success."""
    good = [response for response in operation.responses if response.status[:1] == "2"]
    return [media.name for response in good for media in response.content]


def _writes_by_get(verb: Verb) -> bool:
    return verb.effect is not Effect.READ and not verb.shows and verb.word != "return"


def _writes_when_called(verb: Verb, said: Acts) -> bool:
    """True for `/views.open`, unless the text says that something is returned."""
    shown = verb.word in _COMPUTED or (said.text is not None and said.text.effect is Effect.READ)
    return _writes_by_get(verb) or (verb.effect is not Effect.READ and not shown and verb.word != "return")


def _said_twice(operation: Operation, said: Acts) -> Verb | None:
    """A verb that is a noun too, where several sources use it as a verb.

    `copyPad` of `GET /copyPad`; "Exchange Session Token", `exchangeSessionToken` of `GET /sessions/token-exchange`.
    """
    call = last_static(operation.path)
    words, last = id_words(operation), split_words(call)
    verb = vocabulary.verb(_SHORT.get(words[0], words[0])) if len(words) > 1 and last else None
    if verb is None or verb.effect is Effect.READ or verb.word == "return":
        return None
    if said.about and base_form(said.about[0]) != verb.word:
        return None
    if last in _VAGUE_CALLS:
        return verb if said.about else None
    if last == words[:1] and verb.word in _ACTED:
        return verb
    if verb.shows or words[-1] in _TOLD or singular(words[-1]) != words[-1]:
        return None
    done = bool(said.about) and last[-1] == verb.word and last[0] != verb.word
    return verb if done or (is_call(call) and words == last) else None


def _reported(operation: Operation) -> Verb | None:
    """The verb that a call reports the end of, as with `/workflows.stepCompleted`; not `/orders.completed`."""
    words = split_words(last_static(operation.path))
    reported = is_remote_call(operation.path) and len(words) > 1 and singular(words[-2]) == words[-2]
    return of_participle(words[-1]) if reported else None


def _asking(operation: Operation, said: Acts, inputs: Sequence[Asked]) -> Verb | None:
    """The verb by which a POST only asks for something, or None."""
    if _does_more(operation, said):
        return None
    for verb in (said.name, said.path if said.weak else None):
        if verb is None:
            continue
        checked = verb.word == "verify" and bool(set(said.words[-1:]) & _ONLY_CHECKED)
        if verb.word in _ONLY_ASK or checked or (verb.word == "test" and _tests_what_is_there(said)):
            return verb
        if verb.effect is Effect.READ and not (verb.stores and not _converts_input(operation, verb, inputs)):
            return verb
    return None


def _does_more(operation: Operation, said: Acts) -> bool:
    """True where a verb that asks is not all: `get_or_create`, `check_in`, `get_token`, a used up code, any SQL."""
    words = said.words
    joined = (then for word, then in pairwise(words) if word in ("and", "or"))
    further = (vocabulary.verb(then) for then in joined)
    if any(verb is not None and verb.effect is not Effect.READ for verb in further):
        return True
    if words[:2] in (("check", "in"), ("check", "out")) or _ONCE & set(words[1:]):
        return True
    if said.name is not None and said.name.preferred == "get" and singular(words[-1]) in _MADE_WHEN_ASKED:
        return True
    if words[0] in ("ping", "test") and {singular(word) for word in words[1:]} & vocabulary.reaching().hooks:
        return True
    if words[0] in ("query", "run", "select") and in_a_language(operation, said):
        return True
    return "}/" in operation.path and last_static(operation.path) in _SEEN


def in_a_language(operation: Operation, said: Acts) -> bool:
    """True where a text in a language is run that can ask and change: GraphQL, SQL."""
    path = {word for part in operation.path.split("/") if "{" not in part for word in split_words(part)}
    return bool(_LANGUAGES & {*said.words, *said.about, *path})


def _tests_what_is_there(said: Acts) -> bool:
    words = set(said.words)
    return (said.answers or bool(words & vocabulary.reaching().dialled)) and not words & _TESTED_BY_MAIL


def _converts_input(operation: Operation, verb: Verb, inputs: Sequence[Asked]) -> bool:
    """True where what is given is converted, not something that the service keeps: `POST /leads/{id}/convert`."""
    if verb.word != "convert":
        return False
    kept = split_words(last_static(operation.path))[:1] == ("convert",) and "}/" in operation.path
    return not kept and not any(i.words and i.words[-1] in ("id", "ids") for i in inputs)


def _shows_a_file(operation: Operation, said: Acts) -> bool:
    """True when the only success is 200 with a document, an image or a table, and all sources say to show it."""
    verbs = {verb.word for verb in said.changing}
    if not said.weak and said.name is not None and said.name.effect is not Effect.READ:
        verbs.add(said.name.word)
    if not verbs or not verbs <= _SHOWS_A_FILE:
        return False
    good = [response for response in operation.responses if response.status[:1] == "2"]
    kinds = [media.name for response in good for media in response.content]
    files = any(kind.startswith(_FILES) for kind in kinds) and "application/json" not in kinds
    return files and [response.status for response in good] == ["200"]


def _creates(operation: Operation) -> bool:
    """True when every documented success is 201 or 202."""
    good = [r.status for r in operation.responses if r.status[:1] == "2"]
    return bool(good) and all(status in ("201", "202") for status in good)
