"""What a write leaves as it is, and whether the same call again changes anything more (ANN003)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.identity import ANY_KEYS
from mcpgen.model.schema import Object, Schemas
from mcpgen.model.vocabulary import Effect, Verb
from mcpgen.shaping.acts import Acts, id_words, last_static
from mcpgen.shaping.asked import Asked, sends_commands
from mcpgen.shaping.reaching import MONEY_MOVES, mails_on_request, stays_inside
from mcpgen.shaping.reads import in_a_language
from mcpgen.shaping.words import singular, split_words

_CAN_CHANGE = "it can change or remove what is there"
_ADDS = "it only adds"
_LEFT_WHEN_PUT = frozenset({"create", "add", "request", "reserve", "issue", "register", "adopt", "append", "prepend"})
"""The creating verbs that leave what is there when they are put; to upload or to import replaces."""
_MEMBERS = frozenset(
    "member collaborator user group role permission label tag target resource reaction follower watcher subscriber "
    "reviewer assignee moderator favorite scope vote star like".split()
)
"""What exists already when it is added to something."""
_KEYS = ANY_KEYS | {"username", "usernames"}
_STATES = frozenset({"state", "enabled", "on", "active", "value"})
"""Inputs that say to which state a toggle brings."""
_RENEWED = frozenset({"secret", "password", "passphrase"})
"""What there is one of, so that a new one ends the old."""
_RUN = frozenset("job workflow report pipeline test build scan evaluation check query simulation flow".split())
"""What is run again and again, each run a thing of its own."""
_ORDERS = frozenset({"command", "signal", "keystroke", "ctrl"})
"""What a machine obeys."""
_RESET_BY_RESTART = frozenset("server instance machine device kernel node vm container reader".split())
_ONLY_IF_ABSENT = re.compile(r"if\s*_?not\s*_?exists?", re.IGNORECASE)


def only_adds(operation: Operation, said: Acts, inputs: Sequence[Asked]) -> tuple[bool, str]:
    """True when a write leaves all that is there as it is, and why it is judged so, as a clause.

    `said` are the verbs of the operation's sources, `inputs` what it asks for.
    """
    verb = said.main
    if operation.method == "DELETE" or verb is None:
        return False, _CAN_CHANGE
    if mails_on_request(operation, said.words, inputs):
        return True, "it only sends something to the person"
    if said.replaces or _any_action(operation, verb) or _unknown(operation, said):
        return False, _CAN_CHANGE
    if said.further is not None and not said.further.adds:
        return False, f"{said.further.word!r} can change or remove what is there"
    orders = verb.word in ("send", "issue") and bool({singular(word) for word in said.words} & _ORDERS)
    if verb.blind or orders or in_a_language(operation, said):
        return _runs(operation, said, verb)
    if _renews(operation, verb):
        return False, "what was there before no longer holds"
    if (verb.word == "save" and _only_ids(inputs)) or _links_by_path(operation, said):
        return True, "it only links what exists"
    return (True, _ADDS) if _adds(operation, said, verb, inputs) else (False, _CAN_CHANGE)


def _runs(operation: Operation, said: Acts, verb: Verb) -> tuple[bool, str]:
    words = {singular(word) for word in said.words}
    if words & vocabulary.reaching().hooks:
        return True, "it only calls the hook"
    named = said.name is not None and said.name.preferred == "create"
    if not in_a_language(operation, said) and (named or words & _RUN):
        return True, "it only adds a run"
    return False, f"{verb.word!r} can do anything"


def is_idempotent(
    operation: Operation, said: Acts, inputs: Sequence[Asked], schemas: Schemas | None, reach: str
) -> bool:
    """True when the same call again changes nothing more; `reach` is what a call reaches beyond the service.

    By method (RFC 9110, 9.2.2), unless the verb adds up or the body lists changes to make; a POST or a GET that
    writes where the verb brings about a state. Not what moves money or tells people, even with an idempotency key: a
    model does not repeat the key.
    """
    verb = said.main
    if operation.method == "DELETE":
        return True
    if verb is None:
        return operation.method in ("PUT", "PATCH")
    if reach == MONEY_MOVES or (reach and verb.effect is Effect.SEND):
        return False
    if said.further is not None and not said.further.settles:
        return False
    repeats = verb.repeats and not (verb.word == "toggle" and any(i.top and _STATES & set(i.words) for i in inputs))
    if repeats or _any_action(operation, verb) or sends_commands(operation, schemas):
        return False
    match operation.method:
        case "PUT":
            return True
        case "PATCH":
            return said.text is None or said.text.preferred != "create"
        case _:
            return not mails_on_request(operation, said.words, inputs) and _settles(operation, said, verb, inputs)


def _adds(operation: Operation, said: Acts, verb: Verb, inputs: Sequence[Asked]) -> bool:
    if verb.word == "test" or _copies_in(verb, inputs) or _starts_anew(operation, verb):
        return True
    if _makes_a_token(operation, said, verb) or (verb.word == "publish" and stays_inside(operation, verb.word)):
        return True
    if verb.word == "assign" and said.text is not None and said.text.word == "add":
        return True
    if verb.word == "apply":
        return "to" in said.words
    if verb.effect is Effect.READ:
        return not verb.settles
    left = operation.method not in ("PUT", "PATCH") or verb.effect is not Effect.CREATE
    return verb.adds and (left or verb.preferred in _LEFT_WHEN_PUT)


def _settles(operation: Operation, said: Acts, verb: Verb, inputs: Sequence[Asked]) -> bool:
    """True where a POST brings about a state."""
    if verb.effect is Effect.CREATE or _copies_in(verb, inputs):
        if said.replaces or _ONLY_IF_ABSENT.search(operation.id):
            return True
        return verb.word == "add" and _adds_members(operation, said.words, inputs)
    if verb.word == "start":
        return operation.path.endswith("}/start")
    if verb.adds and said.name is not None and said.name.preferred == "create":
        return False
    if _makes_a_token(operation, said, verb) or (verb.word == "publish" and stays_inside(operation, verb.word)):
        return False
    if verb.word == "apply":
        return not {"patch", "diff", "migration", "migrations"} & set(said.words)
    return verb.settles and not (verb.word == "reset" and _resets_anew(said, inputs))


def _any_action(operation: Operation, verb: Verb) -> bool:
    """True where the action is chosen by the body: `POST /servers/{id}/actions`."""
    last = split_words(last_static(operation.path))
    chosen = verb.preferred in ("create", "update") or verb.blind
    return chosen and last in (("action",), ("actions",)) and operation.path.rstrip("/").endswith(last[0])


def _unknown(operation: Operation, said: Acts) -> bool:
    """True where id or text take for a verb a word that is no known one: `forgetUser` of POST /users/{id}/forget."""
    if operation.method != "POST" or not said.weak or said.text is not None:
        return False
    last = split_words(last_static(operation.path))
    opened = (id_words(operation)[:1], said.about[:1])
    return len(last) == 1 and last in opened and singular(last[0]) == last[0] and not vocabulary.is_verb(last[0])


def _copies_in(verb: Verb, inputs: Sequence[Asked]) -> bool:
    """True where a migration adds a copy of what is elsewhere: `clone_url`."""
    return verb.word == "migrate" and any("clone" in i.words for i in inputs)


def _renews(operation: Operation, verb: Verb) -> bool:
    """True where the one secret of something is made anew: `POST /clients/{id}/secret`."""
    last = split_words(last_static(operation.path))
    return verb.effect is Effect.CREATE and "}/" in operation.path and bool(last) and last[-1] in _RENEWED


def _makes_a_token(operation: Operation, said: Acts, verb: Verb) -> bool:
    """True where a new token is made from an old one."""
    return verb.word == "refresh" and "token" in (*said.words, *said.about, *split_words(operation.path))


def _resets_anew(said: Acts, inputs: Sequence[Asked]) -> bool:
    """True where each reset restarts a machine, or makes up a new secret."""
    secret = _RENEWED & set(said.words)
    if secret:
        return not any(secret & set(i.words) for i in inputs)
    return bool(_RESET_BY_RESTART & set(said.words))


def _starts_anew(operation: Operation, verb: Verb) -> bool:
    """True where a run is started by a POST to all runs: `POST /jobs`, not `POST /jobs/{id}/start`."""
    last = split_words(last_static(operation.path))
    many = bool(last) and singular(last[-1]) != last[-1] and not operation.path.endswith("}")
    return operation.method == "POST" and verb.word in ("start", "launch", "begin") and many


def _adds_members(operation: Operation, words: Sequence[str], inputs: Sequence[Asked]) -> bool:
    """True where what exists already is added to something: members of a group, labels of an issue."""
    if "}/" not in operation.path:
        return False
    members = bool({singular(word) for word in words[1:]} & _MEMBERS)
    described = any(isinstance(i.schema, Object) for i in inputs if not i.top)
    return _only_ids(inputs) or (members and not described)


def _links_by_path(operation: Operation, said: Acts) -> bool:
    """True where nothing is put but a link, by the path alone: `PUT /groups/{id}/members/{member}`."""
    bare = operation.method == "PUT" and operation.body is None and operation.path.endswith("}")
    silent = said.weak and (said.text is None or said.text.adds)
    return bare and silent and operation.path.count("{") > 1


def _only_ids(inputs: Sequence[Asked]) -> bool:
    top = [i for i in inputs if i.top]
    return bool(top) and all(i.words and i.words[-1] in _KEYS for i in top)
