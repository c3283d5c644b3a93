"""Namesakes told apart by the nearest distinguishing words, whatever the order of operations (NAM004)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from mcpgen.shaping.candidates import Candidate
from mcpgen.shaping.features import Feature
from mcpgen.shaping.phrase import PREPOSITIONS
from mcpgen.shaping.words import holds, singular, split_words

_BY_PATH = -1
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(slots=True)
class _State:
    """A candidate with the features applied so far; `fixed` are the words of a name that must stay."""

    candidate: Candidate
    fixed: tuple[str, ...] = ()
    front: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    used: set[int] = field(default_factory=set)

    def words(self, limit: int) -> tuple[str, ...]:
        """The name's words within the limit."""
        if self.fixed:
            return self.fixed
        phrase = self.candidate.phrase
        second, noun = phrase.joined
        words = (*phrase.opening, *second, *self.front, *noun, *phrase.tail, *self.back)
        return shortened(words, limit=limit, keep=len(self.back))

    def apply(self, at: int, *, otherwise: bool = False) -> bool:
        """Adds the words of a feature that the name does not hold yet; False where there are none.

        `otherwise`: those that are only said beside a namesake without any.
        """
        feature = self.candidate.features[at]
        feature = replace(feature, words=feature.otherwise) if otherwise and not feature.words else feature
        self.used.add(at)
        known = (*self.candidate.phrase.words, *self.front, *self.back)
        spoken = (word for word in feature.words if feature.forced or word in PREPOSITIONS or not holds(known, word))
        fresh = tuple(spoken)
        if not fresh or all(word in PREPOSITIONS for word in fresh):
            return False
        if feature.front:
            self.front = (*fresh, *self.front)
        else:
            self.back = (*self.back, *fresh)
        return True


def tell_apart(
    candidates: Mapping[str, Candidate],
    *,
    limit: int,
    pinned: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    reserved: Collection[tuple[str, ...]] = (),
) -> dict[str, tuple[str, ...]]:
    """The words of each operation's name, all distinct, and not by a plural only.

    `pinned` are the words of names that stay, by operation; `reserved` those that no operation may take. Others that
    would be called so take a longer name.
    """
    states = {key: _State(candidate, pinned.get(key, ())) for key, candidate in sorted(candidates.items())}
    _settle(states, limit, reserved)
    _align(states)
    _settle(states, limit, reserved)
    return _told(states, limit, reserved)


def _settle(states: Mapping[str, _State], limit: int, reserved: Collection[tuple[str, ...]]) -> None:
    """Lengthens names until no two are alike, or nothing is left to tell them apart."""
    for _ in range(2 + max((len(s.candidate.features) for s in states.values()), default=0)):
        groups = _namesakes(states, limit, reserved)
        progress = [_lengthened(states, group) if held else _split(states, group) for group, held in groups]
        if not any(progress):
            break


def _align(states: Mapping[str, _State]) -> None:
    """One thing has one name: what half of its tools are told apart by stands in the names of the others too.

    Beside get_quote, those of /lending/quotes are get_lending_quote and, although no namesake asks for it,
    create_lending_quote.
    """
    things: dict[tuple[str, tuple[str, ...]], list[_State]] = {}
    for key, state in states.items():
        noun = _in_singular(state.candidate.phrase.noun)
        place = _collection(key.partition(" ")[2], noun)
        if place and not state.fixed:
            things.setdefault((place, noun), []).append(state)
    for kin in things.values():
        (front, count), *_ = Counter(state.front for state in kin if state.front).most_common(1) or [((), 0)]
        if count * 2 >= len(kin) and count > 1:
            for state in kin:
                if not state.front and not any(holds(state.candidate.phrase.words, word) for word in front):
                    state.front = front


def _collection(path: str, noun: tuple[str, ...]) -> str:
    """The path up to the last segment that a thing is called by, '' where none is."""
    segments = path.split("/")
    for at in range(len(segments) - 1, 0, -1):
        words = _in_singular(split_words(segments[at]))
        if not segments[at].startswith("{") and noun and words[-len(noun) :] == noun:
            return "/".join(segments[: at + 1])
    return ""


def _told(
    states: Mapping[str, _State], limit: int, reserved: Collection[tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """The words of each name; the last namesakes get letters."""
    words = {key: state.words(limit) for key, state in states.items()}
    taken: dict[str, list[str]] = {"_".join(name): [""] for name in sorted(reserved)}
    for key, name in words.items():
        taken.setdefault("_".join(name), []).append(key)
    for keys in taken.values():
        for key in keys if len(keys) > 1 else ():
            if key and not states[key].fixed:
                words[key] = (*shortened(words[key], limit=limit - 7), letters(key))
    return words


def _namesakes(
    states: Mapping[str, _State], limit: int, reserved: Collection[tuple[str, ...]]
) -> list[tuple[list[str], bool]]:
    """Groups of operations whose names are equal, or equal but for a plural, and whether such a name is held."""
    groups: dict[tuple[str, ...], list[str]] = {}
    held = {_in_singular(words) for words in reserved}
    for key, state in states.items():
        name = _in_singular(state.words(limit))
        if state.fixed:
            held.add(name)
        else:
            groups.setdefault(name, []).append(key)
    return [(group, name in held) for name, group in groups.items() if len(group) > 1 or name in held]


def _in_singular(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(singular(word) for word in words)


def _lengthened(states: Mapping[str, _State], group: list[str]) -> bool:
    """Applies to all of a group the first feature that makes a name longer; False when there is none left."""
    for at in range(min(len(states[key].candidate.features) for key in group)):
        if any(at in states[key].used for key in group):
            continue
        longer = [states[key].apply(at) for key in group]
        if any(longer):
            return True
    if any(_BY_PATH in states[key].used for key in group):
        return False
    for key in group:
        states[key].used.add(_BY_PATH)
        states[key].back = (*states[key].back, "in", *states[key].candidate.path[-2:])
    return True


def _split(states: Mapping[str, _State], group: list[str]) -> bool:
    """Applies to all of a group the first feature that differs among them; False when there is none left."""
    for at in range(min(len(states[key].candidate.features) for key in group)):
        if any(at in states[key].used for key in group):
            continue
        features = [states[key].candidate.features[at] for key in group]
        otherwise = sum(not feature.words for feature in features) > 1
        values = {_value(f) or (f.otherwise if otherwise else ()) for f in features}
        if len(values) > 1:
            for key in group:
                states[key].apply(at, otherwise=otherwise)
            return True
    return _split_by_path(states, group)


def _split_by_path(states: Mapping[str, _State], group: list[str]) -> bool:
    """Applies the words of the paths, as written, that not all of a group share: registry, registries."""
    if any(_BY_PATH in states[key].used for key in group):
        return False
    paths = [states[key].candidate.path for key in group]
    own = [tuple(word for word in path if not all(word in other for other in paths)) for path in paths]
    for key, words in zip(group, own, strict=True):
        states[key].used.add(_BY_PATH)
        states[key].back = (*states[key].back, "in", *words[:2]) if words else states[key].back
    return len(set(own)) > 1


def _value(feature: Feature) -> tuple[str, ...]:
    return feature.words if feature.forced else _in_singular(feature.words)


def shortened(words: tuple[str, ...], *, limit: int, keep: int = 0) -> tuple[str, ...]:
    """Words whose joined name fits the limit: phrases at the end go first, then words in the middle.

    The last `keep` words tell namesakes apart and stay as long as they can.
    """
    end = len(words) - keep
    body, back = list(words[:end]), words[end:]
    while _length((*body, *back)) > limit:
        at = next((i for i in range(len(body) - 1, 1, -1) if body[i] in PREPOSITIONS), None)
        if at is not None:
            del body[at:]
        elif len(body) > 2:
            del body[1 + (len(body) - 2) // 2]
        elif back:
            back = back[:-1]
        else:
            return (*body[:1], "_".join(body[1:])[: limit - 1 - len(body[0])]) if len(body) > 1 else (body[0][:limit],)
    return (*body, *back)


def _length(words: tuple[str, ...]) -> int:
    return sum(map(len, words)) + len(words) - 1


def letters(key: str) -> str:
    """Six letters that stand for a key: the last resort, and no number."""
    number = int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big")
    letters = ""
    for _ in range(6):
        number, rest = divmod(number, 26)
        letters += _LETTERS[rest]
    return letters
