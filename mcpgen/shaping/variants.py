"""Names for the tools of a split operation: told by what each does or of which kind it is (NAM001, NAM004).

An action is named verb and resource (attach_volume), a kind stands before its noun (create_card_payment), and what a
tool is given to work on behind it (delete_points_by_filter).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from mcpgen.model.api import Operation
from mcpgen.model.identity import ANY_KEYS
from mcpgen.model.vocabulary import VAGUE, Effect, is_verb, verb
from mcpgen.shaping.deeds import ACTIONS
from mcpgen.shaping.distinct import shortened
from mcpgen.shaping.naming import MAX_LENGTH
from mcpgen.shaping.phrase import JOINERS, PREPOSITIONS
from mcpgen.shaping.route import Route, read_route
from mcpgen.shaping.words import holds, is_plural, plural_noun, same_word, singular, singular_noun, split_words

_PARTICLES = frozenset({"in", "off", "on", "out", "up", "down", "back"})
_NOISE = frozenset(
    "request req input dto payload params parameters body data model schema args arguments spec type selector object "
    "config configuration options option settings details info partial method form operation command kind variant "
    "entity class item resource definition base".split()
)
"""What titles and names of components say beside the kind."""
_PLAIN_VERBS = frozenset({"create", "update", "upsert", "patch", "put", "post"})
"""What they say of the operation, which has its own verb."""
_ONE = frozenset({("single",), ("one",), ("individual",)})
_MANY = frozenset({("multiple",), ("many",), ("several",), ("bulk",)})
_AT_ONCE = frozenset({"batch", "bulk", "mass", "multi"})
_IDENTIFYING = ANY_KEYS | frozenset("filter query name names email tag tags key keys url uri address path".split())
_PARTICIPLES = MappingProxyType(
    {"send": "sent", "pay": "paid", "sell": "sold", "buy": "bought", "bind": "bound", "put": "put", "set": "set"}
    | {word: f"{word}{word[-1]}ed" for word in ("submit", "transfer", "refer", "ship", "map", "pin", "tag", "drop")}
)
_CALLED = frozenset("api call endpoint function jsonrpc method procedure root rpc".split())
"""What is there to be called, and no thing that something is done to: send invoice, of call function."""
_COMPUTING = frozenset({"calculate", "compute", "estimate", "evaluate", "predict", "convert", "render", "generate"})

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A branch as the source speaks of it."""

    label: str
    value: bool = False
    """The label is a value that is sent: every word of it counts."""
    field: bool = False
    """The label is a field that only this branch has."""
    thing: bool = False
    """The label is the whole noun of the branch, not a kind of one."""
    many: bool = False
    """It takes a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Base:
    """The name of the whole operation in parts."""

    verb: str
    noun: Words
    tail: Words
    route: Route
    path: str
    joined: bool
    """Two verbs had this noun: reorder or replace items."""

    @property
    def own_noun(self) -> Words:
        """The noun without the owner that the path knows by an id: booking payment of /bookings/{id}/payment."""
        owners = [a.words for a, b in pairwise(self.route.segments) if b.parameter and not a.parameter]
        last = self.route.literals[-1].words if self.route.literals else ()
        noun = self.noun
        for owner in owners if not self.route.ends_in_parameter else owners[:-1]:
            size = len(owner)
            if len(noun) > size and _same(noun[:size], owner) and any(holds(last, word) for word in noun[size:]):
                noun = noun[size:]
        return noun


def variant_names(
    base: str, operation: Operation, spoken: Sequence[Spoken], *, acts: bool
) -> tuple[tuple[str, ...], ...]:
    """Names for all branches of an operation called `base`: several choices, the best first.

    `acts`: the labels are what is done. Each choice has one name a branch, in their order; none holds a number that
    tells branches apart.
    """
    whole = _base(base, operation)
    levels: list[list[Words]] = []
    if acts:
        tails = dict.fromkeys(((), whole.tail, _said_by(operation, whole)))
        levels = [_acted(spoken, whole, tail) for tail in tails]
    else:
        for noun in dict.fromkeys((whole.own_noun, whole.noun)):
            for tail in dict.fromkeys(((), whole.tail)):
                levels.append(_kinds(spoken, whole, noun, tail))
    return tuple(tuple("_".join(shortened(words, limit=MAX_LENGTH)) for words in names) for names in levels)


def label_words(spoken: Spoken) -> Words:
    """The words of a label without those that only say what it is a schema of; a contraction is one word."""
    words = split_words(spoken.label.replace("et's ", "ets ").replace("et’s ", "ets "))
    if spoken.value or spoken.field or spoken.thing:
        return words
    kept = tuple(word for word in words if word not in _NOISE)
    if len(kept) > 1 and kept[-1] in ("list", "array") and is_plural(kept[-2]):
        kept = kept[:-1]
    return kept or words


def telling_words(base: str, spoken: Sequence[Spoken]) -> tuple[Words, ...]:
    """The words of each branch that neither its siblings nor the name of the whole say."""
    verb, *noun = base.split("_")
    cleaned = [_kind_words(each, verb) for each in spoken]
    known = [word for word in cleaned[0] if all(holds(words, word) for words in cleaned)] + noun
    return tuple(tuple(word for word in words if not holds(known, word)) or words for words in cleaned)


def _base(base: str, operation: Operation) -> _Base:
    first, *rest = base.split("_")
    if first in _AT_ONCE and rest[1:] and is_verb(rest[0]):
        first, rest = f"{first}_{rest[0]}", rest[1:]
    joined = len(rest) > 2 and rest[0] in JOINERS and is_verb(rest[1])
    rest = rest[2:] if joined else rest
    at = next((i for i, word in enumerate(rest) if i and word in PREPOSITIONS), len(rest))
    return _Base(
        verb=first,
        noun=tuple(rest[:at]),
        tail=tuple(rest[at:]),
        route=read_route(operation.path),
        path=operation.path,
        joined=joined,
    )


# --- actions


def _acted(spoken: Sequence[Spoken], base: _Base, tail: Words) -> list[Words]:
    """What is done, to what: the resource, unless the labels say their own."""
    labels = [label_words(each) for each in spoken]
    said = [(w[0], w[1:]) if is_verb(w[0]) else (w[-1], w[:-1]) for w in labels]
    thing = _acted_on(base)
    if thing and any(each.many for each in spoken) and "{" not in base.path:
        thing = plural_noun(thing)
    titled = all(rest and not each.value for each, (_, rest) in zip(spoken, said, strict=True))
    titled = titled or (thing[-1:] != () and thing[-1] in _CALLED and all(rest for _, rest in said))
    whole = titled or not thing or not _on_one(base) or any(holds(rest, thing[-1]) for _, rest in said)
    made = []
    for does, rest in said:
        particles = rest[:1] if rest[:1] and rest[0] in _PARTICLES else ()
        if whole and rest and not particles:
            made.append((does, *rest, *tail))
            continue
        fresh = tuple(word for word in rest[len(particles) :] if not holds(thing, word))
        made.append((does, *particles, *(thing or base.noun), *fresh, *tail))
    return made


def _acted_on(base: _Base) -> Words:
    """The noun of the resource that is acted on: of the path above its actions, else of the operation's name."""
    literals = base.route.literals
    if literals and (singular(literals[-1].words[-1]) in ACTIONS or literals[-1].words[-1] in VAGUE):
        return literals[-2].singular if len(literals) > 1 else ()
    if base.joined:
        return base.noun
    kept = tuple(word for word in base.noun if singular(word) not in ACTIONS and word not in _AT_ONCE)
    if len(kept) == len(base.noun) and kept[1:] and kept[-1] in ("state", "status"):
        kept = kept[:-1]
    return singular_noun(kept)


def _on_one(base: _Base) -> bool:
    """Whether the path names the thing that is acted on, so that an action needs no noun of its own."""
    return "{" in base.path or any(singular(word) in ACTIONS for word in base.noun)


def _said_by(operation: Operation, base: _Base) -> Words:
    """How the thing is chosen, by the summary: "… by volume name" → by name."""
    said = split_words(operation.summary)
    at = next((i for i in range(len(said) - 1, 0, -1) if said[i] == "by"), None)
    thing = _acted_on(base)
    rest = tuple(word for word in said[at + 1 :] if not holds(thing, word)) if at is not None else ()
    return ("by", *rest[:3]) if rest else ()


# --- kinds


def _kinds(spoken: Sequence[Spoken], base: _Base, noun: Words, tail: Words) -> list[Words]:
    cleaned = [_kind_words(each, base.verb) for each in spoken]
    heads = [_head(words) for words in cleaned]
    if all(heads) and len(set(heads)) == len(heads) and not all(is_verb(head[0]) for head in heads):
        cleaned = heads
    shared = [w for w in cleaned[0] if w not in PREPOSITIONS and all(holds(words, w) for words in cleaned)]
    fresh = [tuple(word for word in words if not holds(shared, word)) or words for words in cleaned]
    noun, whole = _spelled(noun, cleaned), _spelled(base.noun, cleaned)
    return [
        (*_kind(each, words, own, base, noun, whole), *tail)
        for each, words, own in zip(spoken, cleaned, fresh, strict=True)
    ]


def _kind(spoken: Spoken, said: Words, fresh: Words, base: _Base, noun: Words, whole: Words) -> Words:
    """The words of one name: `said` is all that the label says, `fresh` what it says beside its siblings."""
    if spoken.thing:
        return (base.verb, *said)
    if fresh in _MANY:
        return (base.verb, *fresh, *plural_noun(noun))
    at = next((i for i, word in enumerate(said) if word in PREPOSITIONS), None)
    if at is None and (spoken.field or _identifies(spoken, said, base.verb)):
        return (base.verb, *whole, *_given(spoken, said, fresh, base, whole))
    number = tuple if spoken.many else singular_noun
    if fresh in _ONE:
        return (base.verb, *number(noun))
    if at is not None and (at == 0 or is_verb(said[0])):
        return (base.verb, *number(whole), *_clause(said[:at], said[at:], whole))
    if all(holds(said, word) for word in noun) and (same_word(said[-1], noun[-1]) or _ends_as_said(spoken, said)):
        return (base.verb, *(number(said) if same_word(said[-1], noun[-1]) else said))
    return (base.verb, *(word for word in fresh if not holds(noun, word)), *number(noun))


def _identifies(spoken: Spoken, said: Words, verb: str) -> bool:
    """Whether a label is what things are chosen by: a filter of what is deleted, the id of what a new thing is for."""
    chosen_by = ANY_KEYS if _effect(verb) is Effect.CREATE else _IDENTIFYING
    return not spoken.value and said[-1] in chosen_by


def _given(spoken: Spoken, said: Words, fresh: Words, base: _Base, noun: Words) -> Words:
    """By, with or from what, without words that the name or the path has."""
    if not spoken.field and _effect(base.verb) is Effect.CREATE:
        return ("with", *said)
    known = (*noun, *(word for segment in base.route.literals for word in segment.words))
    return (_joiner(base.verb), *(tuple(word for word in fresh if not holds(known, word)) or fresh))


def _ends_as_said(spoken: Spoken, said: Words) -> bool:
    """Whether the last word of a label is one that says what it is: points batch, but not static config."""
    return split_words(spoken.label)[-1] == said[-1]


def _clause(before: Words, after: Words, noun: Words) -> Words:
    """What is done along with it, behind the noun: assign, to droplet → assigned to droplet."""
    if not before or holds(noun, before[0]):
        return after
    if len(before) == 1:
        return (_participle(before[0]), *after)
    return ("with", *before[1:], *after)


def _participle(word: str) -> str:
    if word in _PARTICIPLES:
        return _PARTICIPLES[word]
    if word.endswith("e"):
        return word + "d"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ied"
    return word + "ed"


def _kind_words(spoken: Spoken, verb: str) -> Words:
    """The words of a kind's label without the verb of the operation."""
    words = label_words(spoken)
    if spoken.value or spoken.field:
        return words
    return tuple(word for word in words if word not in _PLAIN_VERBS and word != verb) or words


def _head(words: Words) -> Words:
    """The words before a preposition: text thread, of text thread without message."""
    at = next((i for i, word in enumerate(words) if word in PREPOSITIONS), len(words))
    return words[:at]


def _spelled(noun: Words, labels: Sequence[Words]) -> Words:
    """The noun with a word that the labels write as two: autoscalepool → autoscale pool."""
    pairs = {one + other: (one, other) for words in labels for one, other in pairwise(words)}
    return tuple(part for word in noun for part in pairs.get(word, (word,)))


def _joiner(word: str) -> str:
    if word in _COMPUTING:
        return "from"
    return "with" if _effect(word) in (Effect.CREATE, Effect.UPDATE, Effect.SEND) and word != "clear" else "by"


def _effect(word: str) -> Effect | None:
    known = verb(word)
    return known.effect if known else None


def _same(one: Words, other: Words) -> bool:
    return all(same_word(a, b) for a, b in zip(one, other, strict=True))
