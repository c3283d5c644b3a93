"""Tool annotations by what an operation does: its method, the verb of its name, words that reach out (ANN001–004)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.toolset import Decision, Hints, Profile
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.phrase import cut_at_preposition
from mcpgen.shaping.text import first_sentence, plain
from mcpgen.shaping.words import singular, split_words

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE", "QUERY"})
_IDEMPOTENT_METHODS = _SAFE_METHODS | {"PUT", "DELETE"}

_READS_BY_GET = frozenset(
    "answer audit attest authenticate begin book build chat draft execute generate index introspect issue log open "
    "order play print progress record "
    "report request review run sample scan score test verify wait walk share text call comment message post email "
    "sort group map rate label link".split()
)
"""Verbs that write elsewhere but only compute or show something when the method is GET."""
_WRITES_BY_POST = frozenset({"convert", "watch", "track", "select", "poll", "stream", "embed"})
"""Verbs that read, but start or store something when they are posted."""
_RELATIVE = frozenset(
    "add adjust credit debit decrement increment move toggle rotate append merge transfer pay charge send notify "
    "invite resend remind reply post import "
    "register submit advance retry swap vote".split()
)
"""Verbs whose effect adds up or turns around when they are repeated."""
_REACHING_NOUNS = frozenset(
    "email mail sms fax invitation invite payout transfer withdrawal remittance payment charge broadcast tweet "
    "newsletter notification".split()
)
"""What reaches people or money outside once it is created."""
_PLAIN_READS = frozenset({"get", "list", "read", "show", "find"})
_DETERMINERS = frozenset({"a", "an", "the", "all", "one", "some", "any", "this", "your", "its", "existing"})
_SETS_OUT = frozenset({"create", "submit", "confirm", "approve", "execute"})
_MONEY = frozenset({"", "fund", "money", "balance", "payment", "cash", "currency", "amount", "asset"})
_CALLING_OUT = frozenset({"crawl", "scrape"})
_IRREVOCABLE = frozenset({"transfer", "pay", "payout", "charge", "withdraw", "publish", "ship"})


def hints(
    operation: Operation, *, name: str, profile: Profile, fixed: Sequence[str] = ()
) -> tuple[Hints, tuple[Decision, ...]]:
    """The four hints of a tool and why each is as it is.

    `name` is the tool's name (its first word the verb); `fixed` are selector values that a variant sends always.

    Read-only: safe methods unless the verb says that they write (`GET /logout`), and POST where the verb only reads
    (search, validate, calculate, export …) and nothing is created (201, 202). Idempotent: by method (RFC 9110, 9.2.2)
    unless the verb adds up (`increment`); PATCH where it sets values, as a merge does, and not for JSON Patch; POST
    never, with or without an idempotency key, for a model does not repeat the key. Destructive: every write with
    `connected-apps`, where it asks the user to confirm; with `mcp` not what only adds.
    """
    words = split_words(name)
    read_only, why = _reads(operation, words, fixed)
    open_world, reach = _reaches_out(operation, words, read_only)
    found = Hints(
        read_only=read_only,
        destructive=_destructive(operation, words, fixed, profile, read_only),
        idempotent=read_only or _idempotent(operation, words),
        open_world=open_world,
    )
    reasons = [
        Decision(rule="ANN002", text=f"{'Read-only' if read_only else 'Writes'}: {why}.", origin=operation.origin)
    ]
    if not read_only:
        reasons.append(Decision(rule="ANN003", text=_why_destructive(found, profile), origin=operation.origin))
    if open_world:
        reasons.append(Decision(rule="ANN004", text=f"Reaches beyond the service: {reach}.", origin=operation.origin))
    return found, tuple(reasons)


def _effect(words: Sequence[str], fixed: Sequence[str]) -> Effect | None:
    """What the name's verb does; a fixed selector that is a verb speaks louder."""
    for value in fixed:
        chosen = vocabulary.verb(next(iter(split_words(value)), ""))
        if chosen is not None and not chosen.noun_too:
            return chosen.effect
    found = vocabulary.verb(words[0]) if words else None
    return found.effect if found else None


def _reads(operation: Operation, words: Sequence[str], fixed: Sequence[str]) -> tuple[bool, str]:
    verb, effect = words[0] if words else "", _effect(words, fixed)
    if operation.method in _SAFE_METHODS:
        if effect in (None, Effect.READ) or verb in _READS_BY_GET:
            return True, f"{operation.method} is a safe method"
        return False, f"{verb!r} changes state although the method is {operation.method}"
    if operation.method == "POST" and _dry_run(words):
        return True, "a dry run changes nothing"
    if operation.method == "POST" and effect is Effect.READ and verb not in _WRITES_BY_POST:
        if _creates(operation):
            return False, "the answer says that something is created"
        said = _verb_said(operation)
        if said is not None and said.effect is not Effect.READ:
            return False, f"its text says {said.word!r}"
        if verb in _PLAIN_READS and said is None and operation.path.endswith("}"):
            return False, f"nothing but the name says that a POST to {operation.path} reads"
        return True, f"{verb!r} only reads; POST carries the question"
    return False, f"{operation.method} changes state"


def _verb_said(operation: Operation) -> vocabulary.Verb | None:
    """The verb that the summary, else the description, opens with."""
    for text in (operation.summary, operation.description):
        first, second = (*split_words(first_sentence(plain(text)))[:2], "", "")[:2]
        found = vocabulary.verb(base_form(first) or first) if first else None
        if found is not None and (not found.noun_too or second in _DETERMINERS):
            return found
    return None


def _dry_run(words: Sequence[str]) -> bool:
    return "dryrun" in words or ("dry", "run") in pairwise(words)


def _creates(operation: Operation) -> bool:
    """True when every documented success is 201 or 202."""
    good = [r.status for r in operation.responses if r.status[:1] == "2"]
    return bool(good) and all(status in ("201", "202") for status in good)


def _destructive(
    operation: Operation, words: Sequence[str], fixed: Sequence[str], profile: Profile, read_only: bool
) -> bool:
    if read_only:
        return False
    match profile:
        case Profile.CONNECTED_APPS:
            return True
        case Profile.MCP:
            additive = _effect(words, fixed) in (Effect.CREATE, Effect.SEND) and operation.method in (
                "POST",
                *_SAFE_METHODS,
            )
            return not additive or words[0] in _IRREVOCABLE
        case _:
            assert_never(profile)


def _why_destructive(found: Hints, profile: Profile) -> str:
    if profile is Profile.CONNECTED_APPS:
        return "Destructive: whatever writes is confirmed by the user."
    return (
        "Destructive: it can change or remove what is there." if found.destructive else "Not destructive: it only adds."
    )


def _idempotent(operation: Operation, words: Sequence[str]) -> bool:
    if words and words[0] in _RELATIVE:
        return False
    if operation.method == "PATCH":
        return operation.body is None or not any(
            m.name == "application/json-patch+json" for m in operation.body.content
        )
    return operation.method in _IDEMPOTENT_METHODS


def _reaches_out(operation: Operation, words: Sequence[str], read_only: bool) -> tuple[bool, str]:
    """Whether people, other systems, the public or money outside are reached, and by which word that is known."""
    if not words:
        return False, ""
    verb = vocabulary.verb(words[0])
    if words[0] in _CALLING_OUT or (words[0] == "get" and "url" in words and _asks_for_url(operation)):
        return True, "it fetches what a URL points to"
    if read_only:
        return False, ""
    noun = cut_at_preposition(words[1:])[0]
    head = singular(noun[-1]) if noun else ""
    if verb is not None and (verb.open_world or (verb.word == "transfer" and head in _MONEY)):
        return True, f"the verb {words[0]!r}"
    if words[0] in ("test", "ping", "trigger") and ("webhook" in map(singular, noun) or head == "hook"):
        return True, "a webhook is called"
    if words[0] in _SETS_OUT and head in _REACHING_NOUNS:
        return True, f"{head!r} goes out to others"
    return False, ""


def _asks_for_url(operation: Operation) -> bool:
    return any(p.required and p.place == "query" and p.name.lower() in ("url", "uri") for p in operation.parameters)
