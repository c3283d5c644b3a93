"""Tools that are near each other, told apart: which one to use when (DES004, DES008)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mcpgen.model.schema import Array, Ref
from mcpgen.shaping.detail import FULL
from mcpgen.shaping.draft import Draft
from mcpgen.shaping.evidence import answer
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.route import read_route
from mcpgen.shaping.text import added_words, cut, first_sentence
from mcpgen.shaping.titles import spelled
from mcpgen.shaping.words import plural_noun, singular, split_words

_BULK = frozenset({"bulk", "batch", "multiple", "many", "all"})
_MOST_NARROWER = 3
_LONGEST_TOLD = 90
"""Characters of the longest sentence that a namesake is told of with."""
_LEAST_TOLD = 1
_SEARCHES = ("search", "find", "query")


@dataclass(frozen=True, slots=True, kw_only=True)
class Siblings:
    """The tools of an API by path, and by name."""

    by_path: Mapping[str, Mapping[str, str]]
    """Path → verb → tool."""
    names: frozenset[str]
    listed: Mapping[str, object] = field(default_factory=dict)
    """Path → what its list is of."""
    resources: frozenset[str] = frozenset()
    """The words that paths open with, as written and in the singular."""

    @classmethod
    def of(cls, drafts: Sequence[Draft]) -> Siblings:
        """The tools that stand for whole operations."""
        by_path: dict[str, dict[str, str]] = defaultdict(dict)
        opening = [s for draft in drafts for s in read_route(draft.operation.path).literals[:1]]
        whole = [d for d in drafts if not d.variant]
        for draft in whole:
            by_path[draft.operation.path.rstrip("/")].setdefault(draft.name.partition("_")[0], draft.name)
        return cls(
            by_path=by_path,
            names=frozenset(d.name for d in whole),
            listed={d.operation.path.rstrip("/"): _listed(d) for d in whole if d.name.startswith("list_")},
            resources=frozenset(word for s in opening for word in (*s.words, *s.singular)),
        )

    def sentence(self, draft: Draft) -> str:
        """When to use the sibling in its place, '' where there is none so near that it could be taken for this one."""
        verb, _, noun = draft.name.partition("_")
        here = self.by_path.get(draft.operation.path.rstrip("/"), {})
        if verb == "update" and "replace" in here:
            return f"Changes only what is given; to replace the whole, use {here['replace']}."
        if verb == "replace" and "update" in here:
            return f"Replaces the whole; to change some fields only, use {here['update']}."
        words = tuple(noun.split("_"))
        many = "_".join(plural_noun(words))
        if verb == "list":
            found = self._known(f"{s}_{noun}" for s in _SEARCHES)
            some = f"To look for some of them, use {found}." if found else ""
            return " ".join(s for s in (some, self._narrower(draft, noun)) if s)
        if verb in _SEARCHES and (found := self._known((f"list_{many}",))):
            return f"For all of them, use {found}."
        if verb in ("create", "update", "delete", "add", "remove") and not set(words) & _BULK:
            several = [f"{b}_{verb}_{many}" for b in sorted(_BULK)] + [f"{verb}_{b}_{many}" for b in sorted(_BULK)]
            one = many != noun
            if one and (found := self._known((*several, f"{verb}_{many}"))):
                return f"For several at once, use {found}."
        if verb in ("get", "check") and plural_noun(words) == words and self._lists(f"list_{noun}", draft):
            return f"For the list, use list_{noun}."
        return ""

    def _narrower(self, draft: Draft, noun: str) -> str:
        """Where the same things of one owner are listed: "For those of one shelf, use list_shelf_books."."""
        own = draft.operation.path.rstrip("/")
        found = list[tuple[str, str]]()
        for path, tools in self.by_path.items():
            name = tools.get("list", "")
            before = name.removeprefix("list_").removesuffix(f"_{noun}")
            if path == own or before in (noun, name) or name != f"list_{before}_{noun}":
                continue
            if self.listed.get(path) != self.listed.get(own):
                continue  # of the same name, and another thing
            if _owner_of_last(path) == before and _owner_of_last(own) != before and _last(path) == _last(own):
                found.append((spelled(before.split("_")), name))
        if not found or len(found) > _MOST_NARROWER:
            return ""
        return f"For those of one {' or one '.join(o for o, _ in found)}, use {' or '.join(n for _, n in found)}."

    def _lists(self, name: str, draft: Draft) -> bool:
        """Whether a tool lists what a draft gets: the path of one goes on from that of the other."""
        own = draft.operation.path.rstrip("/")
        return any(
            f"{own}/".startswith(f"{path}/") or f"{path}/".startswith(f"{own}/")
            for path, tools in self.by_path.items()
            if name in tools.values()
        )

    def _known(self, names: Iterable[str]) -> str:
        return next((name for name in names if name in self.names), "")


def told_apart(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """The drafts; where texts are the same, each says what sets it apart: what it needs, or the path it has alone."""
    drafts = _of_namesakes(drafts)
    same: dict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        same[draft.description].append(draft)
    return tuple(_apart(d, same[d.description]) if len(same[d.description]) > 1 else d for d in drafts)


def _listed(draft: Draft) -> object:
    """What a list is of: the type of its items, else all that is said of the answer."""
    found = answer(draft.operation, None)
    array = found.items.schema if found.items is not None else found.schema
    item = array.items if isinstance(array, Array) else None
    if isinstance(item, Ref):
        return item.target
    return found.schema.source if found.schema is not None else None


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def _owner_of_last(path: str) -> str:
    """The resource that picks before the last segment of a path: shelf of /shelves/{id}/books, also with two keys."""
    parts = path.split("/")[:-1]
    picked = bool(parts) and parts[-1].startswith("{")
    while parts and parts[-1].startswith("{"):
        parts.pop()
    words = split_words(parts[-1]) if picked and parts else ()
    return "_".join((*words[:-1], singular(words[-1]))) if words else ""


def _of_namesakes(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """The drafts; where the names of two differ by a word that is in the paths of both, each says what the other does.

    "To change a loan, use update_book_loan.", of update_loan at /books/{id}/loans/{id}/update.
    """
    whole = {d.name: d for d in drafts if not d.variant}
    other = dict[str, str]()
    for name, draft in whole.items():
        words = name.split("_")
        for i in range(1, len(words) - 1):
            near = whole.get("_".join((*words[:i], *words[i + 1 :])))
            if words[0] != "list" and near is not None and all(words[i] in _literal_words(d) for d in (draft, near)):
                other |= {name: near.name, near.name: name}
    return tuple(_told_of(d, whole[other[d.name]]) if not d.variant and d.name in other else d for d in drafts)


def _told_of(draft: Draft, other: Draft) -> Draft:
    """The draft with when to use another one in its place, where that one's first sentence says something else."""
    does, _, what = first_sentence(other.description).rstrip(".").partition(" ")
    base = base_form(does)
    sentence = f"To {base} {what}, use {other.name}."
    room = FULL.tool_text - len(sentence) - 1
    if not base or draft.operation.deprecated or other.name in draft.description or len(what) > _LONGEST_TOLD:
        return draft
    if len(added_words(what, first_sentence(draft.description))) < _LEAST_TOLD:
        return draft
    return replace(draft, description=f"{cut(draft.description, room)} {sentence}")


def _literal_words(draft: Draft) -> frozenset[str]:
    return frozenset(singular(word) for segment in _literals(draft) for word in split_words(segment))


def _apart(draft: Draft, group: Sequence[Draft]) -> Draft:
    others = [d for d in group if d is not draft]
    sentence = _by_needs(draft, others) or _by_scope(draft, others)
    if not sentence:
        return draft
    room = FULL.tool_text - len(sentence) - 1
    return replace(draft, description=f"{cut(draft.description, room)} {sentence}")


def _by_scope(draft: Draft, others: Sequence[Draft]) -> str:
    """The words of the path that no other of the group has."""
    own = [w for w in _literals(draft) if all(w not in _literals(other) for other in others)]
    words = [word for segment in own for word in split_words(segment)]
    text = spelled(words)
    return f"Concerns {text}." if text and added_words(text, draft.description) else ""


def _by_needs(draft: Draft, others: Sequence[Draft]) -> str:
    """The arguments that are needed here and in no other of the group."""
    theirs = {a.name for other in others for a in other.arguments if a.required}
    own = [a.name for a in draft.arguments if a.required and a.name not in theirs]
    if own:
        return f"This one needs {' and '.join(own[:3])}."
    more = sorted(theirs - {a.name for a in draft.arguments})
    return f"This one needs no {' or '.join(more[:3])}." if more else ""


def _literals(draft: Draft) -> tuple[str, ...]:
    return tuple(part for part in draft.operation.path.split("/") if part and not part.startswith("{"))
