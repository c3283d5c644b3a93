"""What an operation is for, where its texts name several things and the fields of each.

See "Splitting" in docs/architecture.md, d.

"Creates a topic or a post" with fields that are "required for a post", or "To reorder items, include `range_start`. To
replace them, include `uris`": there is no selector, and what is given decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mcpgen.model.api import Operation
from mcpgen.model.vocabulary import is_verb
from mcpgen.shaping.choices import MAX_VARIANTS
from mcpgen.shaping.demands import demands
from mcpgen.shaping.narrowing import FieldsOf
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.text import plain, sentences
from mcpgen.shaping.words import split_words

_LIST = re.compile(r",\s*(?:or\s+)?|\s+or\s+")
_FILLERS = frozenset({"a", "an", "the", "new", "one", "either", "existing"})
_LONGEST = 3
_TAKES = re.compile(
    r"\bto (\w+)\b[^,;:]*,\s*(?:you (?:must|can|should|need to) )?"
    r"(?:include|pass|specify|provide|set|use|send|supply|give)\b(.*)",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Purposes:
    """The labels of what an operation is for, and the fields of each."""

    labels: tuple[str, ...]
    fields: FieldsOf
    acts: bool
    """The labels are verbs."""


def purposes(operation: Operation, fields: Mapping[str, str]) -> Purposes | None:
    """What the operation is for, where at least two purposes have fields of their own; `fields` are descriptions."""
    return _kinds(operation, fields) or _verbs(operation, fields)


def _kinds(operation: Operation, fields: Mapping[str, str]) -> Purposes | None:
    """Things that the summary lists, and fields that their descriptions require for some of them."""
    kinds = tuple(_listed(operation.summary))
    if not 2 <= len(kinds) <= MAX_VARIANTS:
        return None
    needs: dict[str, tuple[str, ...]] = {}
    only: dict[str, frozenset[str]] = {}
    for name, description in fields.items():
        for sentence in sentences(plain(description)):
            said = f" {' '.join(split_words(sentence))} "
            meant = [kind for kind in kinds if f" {kind} " in said]
            if 0 < len(meant) < len(kinds) and demands(sentence):
                only[name] = only.get(name, frozenset()) | set(meant)
                needs |= {kind: (*needs.get(kind, ()), name) for kind in meant}
    found = FieldsOf(needs=needs, only=only)
    return Purposes(labels=kinds, fields=found, acts=False) if found.with_own() > 1 else None


def _listed(summary: str) -> Iterator[str]:
    """The things that a summary lists behind its verb: Creates a new topic or a post → topic, post."""
    first, _, rest = plain(summary).rstrip(".").partition(" ")
    if base_form(first) and " or " in rest:
        for item in _LIST.split(rest):
            words = tuple(word for word in split_words(item) if word not in _FILLERS)
            if not 0 < len(words) <= _LONGEST:
                return
            yield " ".join(words)


def _verbs(operation: Operation, fields: Mapping[str, str]) -> Purposes | None:
    """Verbs that the description joins by "or", and the fields that it says to give for each."""
    only: dict[str, frozenset[str]] = {}
    verbs: dict[str, None] = {}
    for sentence in sentences(plain(operation.description)):
        found = _TAKES.search(sentence)
        if found is not None and is_verb(found[1]):
            given = [name for name in fields if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", found[2])]
            verbs |= dict.fromkeys([found[1].lower()] if given else [])
            only |= {name: only.get(name, frozenset()) | {found[1].lower()} for name in given}
    labels = tuple(verbs)
    said = split_words(f"{operation.id} {operation.summary} {operation.description}")
    if not 2 <= len(labels) <= MAX_VARIANTS or not _joined(labels, said):
        return None
    taken = {label: tuple(name for name, meant in only.items() if label in meant) for label in labels}
    if FieldsOf(needs=taken, only=only).with_own() < 2:
        return None
    return Purposes(labels=labels, fields=FieldsOf(needs={}, only=only), acts=True)


def _joined(labels: Sequence[str], said: Sequence[str]) -> bool:
    """Whether all verbs stand beside an "or": reorder or replace."""
    beside = {said[i + step] for i in range(1, len(said) - 1) if said[i] == "or" for step in (-1, 1)}
    return beside.issuperset(labels)
