"""What a chain of segments of a path stands for: a thing, and the owner it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mcpgen.model.identity import KEYS
from mcpgen.shaping.phrase import ADJECTIVES, PREPOSITIONS, is_adjective
from mcpgen.shaping.route import Route, Segment, is_identifier
from mcpgen.shaping.words import holds, is_plural, same_word, singular, singular_noun

_SELF = frozenset({("me",), ("self",), ("this",), ("current",), ("myself",), ("whoami",)})
"""Literals that stand for who calls, or for the thing before them."""
ACTION_GROUPS = frozenset({("action",), ("actions",), ("operations",), ("commands",), ("command",)})
"""Literals that only announce an action behind them."""
GENERIC = frozenset(
    "config configuration content count data detail history info information log metadata option state statistic stats "
    "status summary type usage".split()
)
"""Nouns that say little without what stands before them: the types of products."""


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

    @property
    def singular(self) -> tuple[str, ...]:
        """Owner and noun of one thing."""
        return singular_noun(self.words)


def joined(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """Two nouns as one, without the words that both say.

    Where both open alike they do once: screenshot set, screenshot files → screenshot set files.
    """
    alike = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if not same_word(a, b)), 0)
    if 0 < alike < min(len(first), len(second)):
        return (*first, *second[alike:])
    if len(second) == 1 and len(first) > 2 and not same_word(first[-1], second[0]):
        return (*first, *second)
    return (*(word for word in first if not holds(second, word)), *second)


def resource(segments: Sequence[Segment]) -> Resource:
    """The resource at the end of a chain of segments, with the owner that an identifying parameter stands behind."""
    literals = [(i, s) for i, s in enumerate(segments) if not s.parameter]
    if not literals:
        words = next((s.words for s in reversed(segments)), ())
        named = words[:-1] if len(words) > 1 and words[-1] == "name" else words
        return Resource(noun=tuple(w for w in named if w not in KEYS))
    at, last = literals[-1]
    chosen = last.words.index("by") if "by" in last.words[1:-1] else 0
    if chosen and is_plural(last.words[chosen - 1]):
        return Resource(noun=last.words[:chosen], tail=last.words[chosen:])
    if last.words[0] in PREPOSITIONS and len(last.words) > 1 and len(literals) > 1:
        inner = resource(segments[:at])
        return Resource(noun=inner.noun, owner=inner.owner, tail=last.words)
    before = [(i, s) for i, s in literals[:-1] if s.words not in ACTION_GROUPS]
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


def segments_before(segments: Sequence[Segment], segment: Segment) -> tuple[Segment, ...]:
    """The segments before the last that is `segment`."""
    at = max(i for i, s in enumerate(segments) if s is segment)
    return tuple(segments[:at])


def owner_key(route: Route) -> tuple[str, ...]:
    """The words of the parameter before the last literal: cdn, of /endpoints/{cdn_id}/cache."""
    before = next((s for s in reversed(route.segments[:-1]) if s.parameter), None)
    return tuple(w for w in before.words if not is_identifier(w)) if before and not route.ends_in_parameter else ()
