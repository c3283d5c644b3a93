"""Things called alike for all that is done with them: `get_authentication_flow`, because its text says so elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from mcpgen.model.api import Operation
from mcpgen.shaping.candidates import Candidate, candidate
from mcpgen.shaping.purport import Kind, qualifier
from mcpgen.shaping.surroundings import Surroundings
from mcpgen.shaping.words import singular

_SHARE = 2
"""The part of a kind's operations that must use its longer name: one in so many."""


def qualified(operations: Sequence[Operation], surroundings: Surroundings) -> Mapping[str, Candidate]:
    """The candidate of each operation, by its key.

    A thing has its longer name in all of its operations where texts use it, unless one of the names is another's.
    """
    plain = {operation.key: candidate(operation, surroundings) for operation in operations}
    qualifiers = _qualifiers(operations, plain)
    if not qualifiers:
        return plain
    fuller = {
        o.key: candidate(o, surroundings, qualifiers) if plain[o.key].kind in qualifiers else plain[o.key]
        for o in operations
    }
    owners: dict[tuple[str, ...], set[Kind | str]] = {}
    for key, found in fuller.items():
        owners.setdefault(_name(found), set()).add(found.kind or key)
    taken = {found.kind for found in fuller.values() if len(owners[_name(found)]) > 1}
    return {key: plain[key] if found.kind in taken else found for key, found in fuller.items()}


def _qualifiers(operations: Sequence[Operation], plain: Mapping[str, Candidate]) -> dict[Kind, tuple[str, ...]]:
    said: dict[Kind, list[tuple[str, ...]]] = {}
    for operation in operations:
        kind = plain[operation.key].kind
        if kind is not None:
            said.setdefault(kind, []).append(qualifier(kind, operation))
    found = {}
    for kind, words in said.items():
        (best, count), *_ = sorted(Counter(filter(None, words)).items(), key=lambda item: (-item[1], item[0])) or [
            ((), 0)
        ]
        if best and count * _SHARE >= len(words):
            found[kind] = best
    return found


def _name(found: Candidate) -> tuple[str, ...]:
    return tuple(singular(word) for word in found.phrase.words)
