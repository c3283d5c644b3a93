"""A tool's name in parts, and how the words of an operation id or a summary are read as one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from mcpgen.model import vocabulary
from mcpgen.model.identity import ANY_KEYS
from mcpgen.shaping.words import holds, is_plural, is_version, plural, plural_noun, singular, singular_noun

PREPOSITIONS = frozenset(
    "about across after against as at before between by during for from in into near of off on onto out over per since "
    "through to "
    "under until up using via with within without".split()
)
ADJECTIVES = frozenset(
    "active advanced all archived available closed completed composite current custom daily default deleted "
    "distinct effective enabled enough expired external failed featured global granted hot inactive installed "
    "internal last latest live local manual missing monthly most nearby nearest new newest next older open own "
    "owned paid past pending popular previous primary private public random raw recent related running regional "
    "scheduled secondary sent shared similar simple starred suggested top trending unread upcoming weekly "
    "yearly".split()
)
"""Words that stand for a choice of things where a path ends in them: /orders/latest."""

_NO_ADJECTIVES = frozenset({"breed", "embed", "feed", "need", "newsfeed", "seed", "shed", "speed"})

_ARTICLES = frozenset({"a", "an", "the"})
_FILLERS = frozenset(
    {"specific", "specified", "given", "particular", "certain", "existing", "single", "your", "this", "their", "its"}
)
NAMED = frozenset({"api", "apis", "controller", "controllers", "handler", "handlers"})
"""Noise that things are called by as well: API keys, replication controllers."""
_MODIFIERS = frozenset({"async", "try"})
"""Words before a verb that say nothing to a model."""
IN_NUMBERS = frozenset({"batch", "bulk", "mass", "multi"})
"""Manners of a verb whose noun is a plural."""
_PHRASAL = {
    ("log", "out"): "logout",
    ("log", "in"): "login",
    ("sign", "out"): "logout",
    ("sign", "in"): "login",
    ("sign", "up"): "register",
    ("set", "up"): "setup",
    ("check", "out"): "checkout",
    ("check", "in"): "checkin",
    ("roll", "back"): "rollback",
    ("shut", "down"): "shutdown",
    ("look", "up"): "lookup",
    ("back", "up"): "backup",
    ("re", "index"): "reindex",
    ("pay", "out"): "payout",
    ("power", "off"): "power_off",
    ("power", "on"): "power_on",
    ("turn", "off"): "turn_off",
    ("turn", "on"): "turn_on",
}
_COMPOUNDS = frozenset({("pull", "request"), ("merge", "request"), ("change", "request"), ("access", "request")})
"""Nouns of two verbs."""
_SWITCHED = frozenset({"power_off", "power_on", "turn_off", "turn_on"})
_APART = {"poweroff": ("power", "off"), "poweron": ("power", "on")}
QUANTIFIERS = frozenset({"all", "multiple", "several", "many", "some", "any"})
JOINERS = frozenset({"and", "or"})
_CORE = frozenset({"get", "list", "create", "delete", "find", "fetch", "retrieve"})
_OF_PROCESSES = frozenset({"pause", "restart", "schedule", "start", "stop", "trigger"})
"""Verbs whose object may be a verb as well: stop purge."""
_FIRM = frozenset({"list", "search", "update", "query", "preview"})
_IDENTITY = ANY_KEYS | {"identifier", "identifiers"}
_IN_A_NOUN = frozenset({("on", "premise"), ("on", "premises"), ("on", "demand"), ("in", "memory")})
"""Prepositions that open no tail: on-premises instances."""
_TOLD = frozenset("details history info information log logs progress result results state status".split())
"""What of a deed is only told: get publish details."""
_ANSWERED = frozenset({"autocomplete", "geocode", "search", "translate"})
"""What `get` in front of makes no thing: get search."""
_COUNTS = frozenset({"count", "counter"})
_ASKED = frozenset({"is", "has", "exists"})
_MADE = frozenset(
    "active admin administrator anonymous default inactive moderator owner primary private public".split()
)
"""What a thing becomes that is made so: make public."""
_MAKES = frozenset({"add", "create", "place", "register", "submit", "upload"})
"""Verbs whose object is new anyway."""
_ASKED_FOR = frozenset({("keyword",), ("query",), ("string",), ("term",), ("text",)})
_MEASURES = frozenset("number list set count kind type group batch pair copy instance part version picture".split())
"""Heads that `of` cannot be turned around: the number of users is no user number."""


def is_adjective(word: str) -> bool:
    """True for a word that stands for a choice of things where a path ends in it: latest, approved."""
    formed = len(word) > 4 and word.endswith("ed") and word not in _NO_ADJECTIVES and not vocabulary.is_verb(word)
    return word in ADJECTIVES or formed


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """verb + noun + tail, as words: list · order lines · for customer."""

    verb: str
    noun: tuple[str, ...] = ()
    tail: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    """Words that stood before the verb: the group of `adminCreateUser`."""
    many: bool = False
    """Several things at once, as `bulk` and `batch` say: the noun is a plural."""
    manner: str = ""
    """How it is done, before the verb: bulk, quick."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the name, in order."""
        return (*self.opening, *self.noun, *self.tail)

    @property
    def opening(self) -> tuple[str, ...]:
        """The verb, behind its manner where it has one."""
        return (self.manner, self.verb) if self.manner else (self.verb,)

    @property
    def joined(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The second verb of two with what joins it, and the noun behind: or update, action."""
        size = 2 if self.noun[:1] and self.noun[0] in JOINERS and len(self.noun) > 2 else 0
        return self.noun[:size], self.noun[size:]

    @property
    def name(self) -> str:
        """The name in snake_case."""
        return "_".join(self.words)

    def with_number(self, *, many: bool) -> Phrase:
        """The same with its head noun in the plural or the singular."""
        noun, rest = cut_at_preposition(self.noun)
        if not noun or is_adjective(noun[-1]):
            return self
        return replace(self, noun=(*(plural_noun(noun) if many else singular_noun(noun)), *rest))


def plain_words(words: Sequence[str], things: Collection[str] = ()) -> tuple[str, ...]:
    """Words without noise, versions and articles; the noun after `a` or `an` in the singular ("an artists albums").

    `things` are words that are part of a resource's own name: controller, of /replicationcontrollers.
    """
    noise = vocabulary.noise_words() - (NAMED & frozenset(things))
    found: list[str] = []
    after_article = False
    for word in words:
        if word in _ARTICLES:
            after_article = word != "the"
        elif word not in noise and word not in _FILLERS and not is_version(word):
            found.append(singular(word) if after_article else word)
            after_article = False
    return tuple(found)


def read_phrase(words: Sequence[str], nouns: Collection[str] = ()) -> Phrase | None:
    """The phrase that some words make, or None when they hold no verb. The noun may be missing.

    `nouns` are words known to be resources: `issue` of `issueCheckSubscription` is one, and no verb.
    """
    left = _asking(_without_method(joined_verbs(plain_words(words, nouns))))
    if len(left) > 1 and left[0] in vocabulary.VAGUE and is_firm_verb(left[1]):
        left = left[1:]
    modifier = ""
    if len(left) > 2 and left[0] in _MODIFIERS and left[1] in vocabulary.manners() and vocabulary.is_verb(left[2]):
        left = left[1:]
    if len(left) > 1 and left[0] in _MODIFIERS | vocabulary.manners() and vocabulary.is_verb(left[1]):
        modifier, left = left[0], left[1:]
    at = next((i for i, word in enumerate(left) if word in _SWITCHED), _verb_at(left, nouns))
    if at is None:
        return None
    verb, context = left[at], left[:at]
    verb, _, particle = verb.partition("_")
    rest = left[at + 1 :]
    if not rest and context:
        rest, context = context, ()
    noun, tail = cut_at_preposition(rest)
    tail = () if tail in (("by",), ("for",), ("of",), ("with",)) else tail
    if verb == "make" and noun[-1:] and noun[-1] in _MADE:
        verb = "set"
    noun = (particle, *noun) if particle else noun
    phrase = without_identity(Phrase(verb=verb, noun=noun, tail=tail, context=context))
    if verb in vocabulary.VAGUE and phrase.noun and vocabulary.is_verb(phrase.noun[0]):
        phrase = replace(phrase, verb=phrase.noun[0], noun=phrase.noun[1:])
    if len(phrase.noun) > 1 and "batches" not in nouns:
        if phrase.noun[-1] in ("bulk", "batch") and is_plural(phrase.noun[-2]):
            modifier, phrase = phrase.noun[-1], replace(phrase, noun=phrase.noun[:-1])
        elif phrase.noun[0] in ("bulk", "batch") and is_plural(phrase.noun[-1]) and not is_firm_verb(phrase.noun[1]):
            modifier, phrase = phrase.noun[0], replace(phrase, noun=phrase.noun[1:])
    if phrase.tail[-2:] in (("in", "bulk"), ("in", "batch")):
        modifier, phrase = phrase.tail[-1], replace(phrase, tail=phrase.tail[:-2])
    if modifier in IN_NUMBERS:
        phrase = replace(phrase, noun=plural_noun(phrase.noun), many=True)
    if modifier in vocabulary.manners():
        phrase = replace(phrase, manner=modifier)
    return as_list(phrase, nouns)


def cut_at_preposition(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The noun before the first preposition, and the rest: pets · by status."""
    places = (i for i, word in enumerate(words) if word in PREPOSITIONS and tuple(words[i : i + 2]) not in _IN_A_NOUN)
    at = next(places, len(words))
    return tuple(words[:at]), tuple(words[at:])


def joined_verbs(words: Sequence[str]) -> tuple[str, ...]:
    """Words with phrasal verbs as one, and what undoes one: log, out → logout; un, dismiss → undismiss."""
    found: list[str] = []
    words = [part for word in words for part in _APART.get(word, (word,))]
    skip = False
    for i, word in enumerate(words):
        if skip:
            skip = False
            continue
        pair = _PHRASAL.get((_base(word), words[i + 1])) if i + 1 < len(words) else None
        if word in ("re", "un") and i + 1 < len(words) and vocabulary.is_verb(words[i + 1]):
            pair = word + words[i + 1]
        found.append(pair or word)
        skip = pair is not None
    return tuple(found)


def _base(word: str) -> str:
    """The base of a verb that stands before a particle: looks up, checking out."""
    if word.endswith("ing") and any(word[:-3] == verb for verb, _ in _PHRASAL):
        return word[:-3]
    return word[:-1] if word.endswith("s") and any(word[:-1] == verb for verb, _ in _PHRASAL) else word


def _without_method(words: tuple[str, ...]) -> tuple[str, ...]:
    """Without `with post` at the end: how a request is sent is nobody's business."""
    method = len(words) > 2 and words[-2] in ("with", "via", "using") and words[-1] in ("get", "post", "put", "patch")
    words = words[:-2] if method else words
    return words[:-1] if len(words) > 1 and words[-1] in ("with", "via", "using") else words


def _verb_at(words: Sequence[str], nouns: Collection[str]) -> int | None:
    """Where the verb of a phrase stands: in front, behind its noun, or after the name of a group."""
    if not words:
        return None
    cut = len(cut_at_preposition(words)[0]) or 1
    last = cut - 1
    if tuple(words[:2]) in _COMPOUNDS and last < 2:
        return None
    if last > 1 and words[1] in JOINERS and vocabulary.is_verb(words[0]) and vocabulary.is_verb(words[2]):
        return 0
    if is_firm_verb(words[0]) and words[0] not in _FIRM:
        return 1 if last >= 1 and words[1] in _CORE and words[0] not in _CORE else 0
    if (
        last >= 1
        and words[0] in nouns
        and words[0] not in _FIRM
        and (not vocabulary.is_verb(words[0]) or plural(words[0]) in nouns)
        and vocabulary.is_verb(words[1])
        and words[1] not in nouns
    ):
        return 1
    if last >= 1 and words[0] in _OF_PROCESSES and words[1] not in _CORE:
        return 0
    if last == 1 and words[1] in _OF_PROCESSES and words[0] in nouns:
        return 1
    if vocabulary.is_verb(words[0]):
        behind = 1 if last >= 1 and is_firm_verb(words[1]) else last if is_firm_verb(words[last]) else 0
        return behind if words[0] not in _FIRM else 0
    firm = next((i for i in range(1, cut) if is_firm_verb(words[i])), None)
    if firm is not None:
        return firm
    if tuple(words[last - 1 : cut]) in _COMPOUNDS:
        return None
    if last > 0 and words[last] in _COUNTS and vocabulary.is_verb(words[last]):
        return last
    return last if last > 0 and vocabulary.is_verb(words[last]) and words[last] not in nouns else None


def is_firm_verb(word: str) -> bool:
    """True for a verb that is hardly ever a noun in an API."""
    found = vocabulary.verb(word)
    return found is not None and (not found.noun_too or word in _FIRM)


def without_identity(phrase: Phrase) -> Phrase:
    """Without `by id`, which every item's tool could say, and chains of `by`; a single `by_name` stays.

    Nor with `input` at the end, which says that something is sent: with list input.
    """
    tail = phrase.tail[:-1] if len(phrase.tail) > 2 and phrase.tail[-1] == "input" else phrase.tail
    phrase = replace(phrase, tail=tail)
    if tail[:1] == ("by",) and tail.count("by") > 1:
        return replace(phrase, tail=())
    for i in range(len(tail) - 1):
        if tail[i] in ("by", "with", "using", "from") and tail[-1] in _IDENTITY:
            middle = tail[i + 1 : -1]
            if all(holds(phrase.noun, w) or holds(phrase.context, w) for w in middle) or not middle:
                return replace(phrase, tail=tail[:i])
    return phrase


def _asking(words: tuple[str, ...]) -> tuple[str, ...]:
    """`is member`, `org is member`, `user has role` as checks: check member."""
    at = next((i for i, word in enumerate(words[:2]) if word in _ASKED and i + 1 < len(words)), None)
    if at is None or any(is_firm_verb(word) for word in words[: at + 1]) or words[:1] == ("check",):
        return words
    return ("check", *words[:at], *words[at + 1 :])


def turned(phrase: Phrase) -> Phrase:
    """`status of the denylist` as denylist status, `addresses reported` as reported addresses."""
    noun, tail = phrase.noun, phrase.tail
    of = tail[1:]
    plain = 0 < len(of) <= 2 and not any(word in PREPOSITIONS or word in QUANTIFIERS or word in JOINERS for word in of)
    if (
        tail[:1] == ("of",)
        and plain
        and 0 < len(noun) <= 2
        and noun[-1] not in _MEASURES
        and noun[0] not in QUANTIFIERS
    ):
        return replace(phrase, noun=(*singular_noun(of), *noun), tail=())
    if len(noun) > 1 and not tail and noun[-1].endswith("ed") and is_plural(noun[-2]):
        at = 1 if noun[0] in QUANTIFIERS else 0
        return replace(phrase, noun=(*noun[:at], noun[-1], *noun[at:-1]))
    return phrase


def as_list(phrase: Phrase, nouns: Collection[str] = ()) -> Phrase:
    """`get all users`, `get user list`, `find all` as what they mean: list users; `get user count` as count users."""
    verb, noun = vocabulary.preferred(phrase.verb), phrase.noun
    if verb == "search" and not noun and phrase.tail[:1] == ("for",):
        noun, tail = cut_at_preposition(phrase.tail[1:])
        return replace(phrase, verb=verb, noun=plural_noun(noun) if noun[-1:] not in _ASKED_FOR else (), tail=tail)
    if verb == "get" and len(noun) > 1 and noun[-1] in _COUNTS and noun[0] != "one" and not phrase.tail:
        return replace(phrase, verb="count", noun=plural_noun(noun[:-1]))
    if verb in _MAKES and noun[:1] == ("new",) and len(noun) > 1:
        noun = noun[1:]
        phrase = replace(phrase, noun=noun)
    if verb not in ("get", "list", "search"):
        return replace(phrase, verb=verb)
    found = phrase.verb in ("find", "findall")
    if noun[:1] == ("list",) and len(noun) > 1 and verb == "get":
        return replace(phrase, verb="list", noun=plural_noun(noun[1:]))
    if noun[:1] == ("list",) and phrase.tail[:1] == ("of",) and len(phrase.tail) > 1:
        noun, tail = cut_at_preposition(phrase.tail[1:])
        at = next((i for i, word in enumerate(noun) if i and word.endswith("ed") and is_plural(noun[i - 1])), 0)
        noun, tail = (noun[:at], ()) if at else (noun, tail)
        return replace(phrase, verb="list", noun=plural_noun(tuple(w for w in noun if w != "all")), tail=tail)
    if noun[:1] and noun[0] in QUANTIFIERS:
        return replace(phrase, verb="list" if verb != "search" or found else verb, noun=plural_noun(noun[1:]))
    if len(noun) > 1 and verb == "get" and is_firm_verb(noun[0]) and noun[0] not in ("set", *_FIRM):
        return replace(phrase, verb=noun[0], noun=noun[1:]) if noun[-1] not in _TOLD else replace(phrase, verb=verb)
    if len(noun) == 1 and verb == "get" and noun[0] in _ANSWERED:
        return replace(phrase, verb=noun[0], noun=())
    if noun[:1] in (("one",), ("single",), ("unique",)):
        return replace(phrase, verb="get", noun=noun[1:])
    collections = any(word.endswith("lists") for word in nouns)
    if noun in (("list",), ("lists",)) and verb == "get" and not collections:
        return replace(phrase, verb="list", noun=())
    if (
        len(noun) > 1
        and noun[-1] in ("list", "lists")
        and verb == "get"
        and not collections
        and is_plural(plural_noun(noun[:-1])[-1])
    ):
        return replace(phrase, verb="list", noun=plural_noun(noun[:-1]))
    return replace(phrase, verb=verb)
