"""Where an identifier comes from: links from `user_id` to the tool that returns it, as data (PAR009, ERR004).

By path (the collection that a placeholder picks from), by resource (the noun of an argument and of a list), and by
response (an answer whose items are called so, or that holds the identifier). A tool that itself needs the identifier
is never its source; of several, the nearest in scope is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from mcpgen.model.binding import Placed, Take
from mcpgen.model.identity import ANY_KEYS
from mcpgen.model.json import JsonObject
from mcpgen.model.schema import Array, Object, Ref, Schema, Schemas
from mcpgen.model.vocabulary import Effect, verb
from mcpgen.shaping.argument_names import collection_of
from mcpgen.shaping.draft import Argument, Draft
from mcpgen.shaping.evidence import Shape, answer
from mcpgen.shaping.making import is_made, marks, names_new
from mcpgen.shaping.words import singular, split_words

IDENTIFIERS = ANY_KEYS | {"key", "slug", "number", "code", "handle", "name"}
"""Last words that make an argument of a path an identifier; `ANY_KEYS` do so anywhere."""
PLACE_WORDS = frozenset("my current user own all available active existing registered by me".split())
"""Words before or behind a noun that only say whose or which."""
_RELATIVE = frozenset("max min since before after until from start end last next previous fuzzy exclude".split())
"""`max_id` is a bound, no identifier of a "max"."""
_NOT_RESOURCES = frozenset("external internal remote legacy request trace correlation event data object".split())
_SAID = (
    re.compile(
        r"\b(?:id|identifier|uuid|guid|slug|key)s?\s+(?:of|for)\s+(?:the |an? |this |your )?([A-Za-z]+(?: [a-z]+)?)\b"
    ),
    re.compile(r"\b(?:the|an?)\s+([A-Za-z]+(?: [a-z]+)?)(?:['’]s)?\s+(?:id|identifier|uuid|guid)\b", re.I),
)
_IDENTIFIES = re.compile(r"\A\s*+(?:the |an? |unique )*(?:id|identifier|uuid|guid)s? of\b", re.IGNORECASE)
"""How the description of an identifier opens, whatever its name is: `customer`, "The ID of the customer"."""
_SHORTEST_PARTICIPLE = 4
_LISTS = ("list", "search", "find", "browse", "query")
_OF_NO_KIND = frozenset(
    "items item results result data hits hit list values value records entries rows links errors".split()
)
"""What lists are called whatever they hold."""
_TOO_GENERAL = frozenset("info information detail data status state item object entry type result value".split())
"""What things of all kinds end in: the info of a call is no info of a user."""
_SEARCHES = ("search", "find", "query")
_MINE = frozenset({"my", "me", "current"})
_PEOPLE = frozenset({"user", "account", "member", "profile", "person"})
"""Of whom there are others: the caller's own is no source of them."""
_OF_PEOPLE = "uid"
"""In a query or a body just as often of a user as of the thing that a tool is about."""
_MISSING = 2
"""What needs more identifiers that the caller does not have is no way to one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finder:
    """A tool that identifiers can be read from."""

    name: str
    path: str
    nouns: frozenset[str]
    """What it returns, in singular: the noun of its name, with and without the words that say whose."""
    tails: frozenset[str]
    """The last words of that noun: what it returns, seen from farther away."""
    holds: frozenset[str]
    """Names, as arguments are called, of identifiers in its answer."""
    needs: frozenset[str]
    """What must be given to call it."""
    identifiers: frozenset[str]
    """Which of that only another tool can tell."""
    rank: int
    """0: a list; 1: a search; 2: the only one there is; 3: another answer; 4: what creates one."""
    marked: bool
    """Whether it lists what is followed, starred, saved: a part, chosen before."""
    deprecated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Which tool returns what: by the path of a collection, by resource, and by what answers hold."""

    by_path: Mapping[str, tuple[_Finder, ...]]
    by_noun: Mapping[str, tuple[_Finder, ...]]
    by_tail: Mapping[str, tuple[_Finder, ...]]
    by_field: Mapping[str, tuple[_Finder, ...]]
    schemas: Schemas | None = None

    @classmethod
    def of(cls, drafts: Sequence[Draft], schemas: Schemas | None = None) -> Links:
        """The links of an API, from all its tools."""
        finders = [f for draft in drafts if (f := _finder(draft, schemas)) is not None]
        by_path = _grouped((f.path, f) for f in finders if f.rank < 4)
        by_noun = _grouped((noun, f) for f in finders for noun in sorted(f.nouns))
        by_tail = _grouped((noun, f) for f in finders for noun in sorted(f.tails))
        by_field = _grouped((field, f) for f in finders if f.rank < 3 for field in sorted(f.holds))
        return cls(by_path=by_path, by_noun=by_noun, by_tail=by_tail, by_field=by_field, schemas=schemas)

    def source_of(self, argument: Argument, draft: Draft) -> str:
        """The tool that returns values for an argument of a draft, '' where none is known."""
        place, _, wire = argument.wire.partition(":")
        if place == "path" and is_made(draft, wire, argument.description):
            return ""
        words = _identifier_words(argument.name, argument.schema)
        named = words[-1:] != () and words[-1] in ANY_KEYS and argument.schema.get("type") != "array"
        if place in ("body", "query") and named and names_new(argument, words[:-1], draft, self.schemas):
            return ""
        given = frozenset(a.name for a in draft.arguments if a.required)
        nearest = _Nearest(draft=draft.name, argument=argument.name, given=given, path=draft.operation.path)
        if marks(draft, wire if place == "path" else ""):
            nearest = replace(nearest, marks=True)
        if place == "path":
            collection = draft.operation.path.partition(f"{{{wire}}}")[0].rstrip("/")
            if found := nearest.of(self.by_path.get(collection, ())):
                return found
            owner = split_words(collection_of(draft.operation.path, wire))
            if owner and not (words and words[-1] in ANY_KEYS and len(words) > 1):
                return self._of_noun((*owner[:-1], singular(owner[-1])), nearest)
        return self._named(words, argument.description, nearest, sure=place == "path")

    def inside(self, name: str, schema: JsonObject, draft: Draft, within: str) -> str:
        """The tool that returns values for a property of an object argument; `within` is what the object is called.

        A bare `id` is that of the object: of a book in `books`.
        """
        words = _identifier_words(name, schema)
        given = frozenset(a.name for a in draft.arguments if a.required)
        nearest = _Nearest(draft=draft.name, argument=name, given=given, path=draft.operation.path)
        text = str(schema.get("description", ""))
        if len(words) > 1 or words[:1] == () or words[0] not in ANY_KEYS:
            return self._named(words, text, nearest, sure=False)
        first, *own = split_words(draft.name)
        holder, known = split_words(within), verb(first)
        holder = tuple(own) if {"body", *_OF_NO_KIND}.issuperset(holder) else holder
        makes = known is not None and known.effect is Effect.CREATE
        noun = (*holder[:-1], singular(holder[-1])) if holder and not makes else ()
        found = self._of_noun(noun, nearest) if noun else ""
        called_so = any(f.name == found for f in self.by_noun.get("_".join(noun), ()))
        about = not set(map(singular, split_words(found))).isdisjoint(map(singular, own))
        return found if called_so or about else self._said(text, nearest)

    def _named(self, words: Sequence[str], text: str, nearest: _Nearest, *, sure: bool) -> str:
        """By the noun before `id`; else by the noun that the description says."""
        if not words or words[0] in _RELATIVE:
            return ""
        named = words[-1] in (IDENTIFIERS if sure else ANY_KEYS)
        if not (named or sure or _IDENTIFIES.match(text)):
            return ""
        noun = tuple(words[:-1]) if named else tuple(words)
        if len(words) == 1 and words[0] in ANY_KEYS:
            noun = split_words(nearest.draft)
            known = verb(noun[0])
            if not sure and known is not None and known.effect is Effect.CREATE:
                return ""  # the identifier of the new thing, which its maker chooses
            noun = noun[1 : noun.index("by")] if "by" in noun[2:] else noun[1:]
            noun = noun if sure or nearest.argument != _OF_PEOPLE else ()
        if noun and not _NOT_RESOURCES.issuperset(noun) and (found := self._of_noun(noun, nearest)):
            return found
        if found := self._said(text, nearest):
            return found
        specific = len(noun) > 1 or sure
        return nearest.of(self.by_field.get("_".join(words), ())) if noun and specific else ""

    def _said(self, text: str, nearest: _Nearest) -> str:
        """By the noun that a description says: "ID of the custom emoji"."""
        for pattern in _SAID:
            match = pattern.search(text)
            told = split_words(match[1]) if match else ()
            for said in (told, told[:1]):
                if said and (found := self._of_noun((*said[:-1], singular(said[-1])), nearest)):
                    return found
        return ""

    def _of_noun(self, noun: Sequence[str], nearest: _Nearest) -> str:
        """What is called so; else what ends so; else what the last words of the noun are called: order line → line."""
        keys = ["_".join((*noun[start:-1], singular(noun[-1]))) for start in range(len(noun))]
        return (
            nearest.of(self.by_noun.get(keys[0], ()))
            or nearest.of(self.by_tail.get(keys[0], ()))
            or next(
                (
                    found
                    for key in keys[1:]
                    if key not in _TOO_GENERAL and (found := nearest.of(self.by_noun.get(key, ())))
                ),
                "",
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Nearest:
    """What a source is looked for: the tool, its argument, what its caller has, and its path."""

    draft: str
    argument: str
    given: frozenset[str]
    path: str
    marks: bool = False
    """Whether the tool puts things into a list of its path: what is there already is not looked for."""

    def of(self, finders: Iterable[_Finder]) -> str:
        """The nearest finder that can be called without the identifier itself, '' of none."""
        usable = [
            f
            for f in finders
            if f.name != self.draft
            and self.argument not in f.needs
            and len(f.identifiers - self.given) <= _MISSING
            and not (self.marks and (f.marked or self._is_its_list(f)))
        ]
        return min(usable, key=self._distance).name if usable else ""

    def _is_its_list(self, finder: _Finder) -> bool:
        own = self.path.rstrip("/")
        return bool(finder.path) and finder.path in (own, own.rpartition("/{")[0])

    def _distance(self, finder: _Finder) -> tuple[bool, int, bool, int, int, int, str]:
        missing = len(finder.needs - self.given)
        shared = sum(1 for _ in _shared(finder.path, self.path))
        chosen = finder.marked and not self._is_its_list(finder)
        return finder.deprecated, missing, chosen, finder.rank, -shared, len(finder.name), finder.name


def _shared(one: str, other: str) -> Iterator[str]:
    for a, b in zip(one.split("/"), other.split("/"), strict=False):
        if a != b:
            return
        yield a


def _identifier_words(name: str, schema: JsonObject) -> tuple[str, ...]:
    """The words of an argument; `book_ids` is read as `book_id`."""
    return split_words(name.removesuffix("s") if schema.get("type") == "array" else name)


def _is_identifier(argument: Argument) -> bool:
    return argument.wire.startswith("path:") or not ANY_KEYS.isdisjoint(
        _identifier_words(argument.name, argument.schema)[-1:]
    )


def _grouped(pairs: Iterable[tuple[str, _Finder]]) -> Mapping[str, tuple[_Finder, ...]]:
    found: dict[str, list[_Finder]] = defaultdict(list)
    for key, finder in pairs:
        found[key].append(finder)
    return {key: tuple(finders) for key, finders in found.items()}


def _finder(draft: Draft, schemas: Schemas | None) -> _Finder | None:
    """What a tool can be asked for; None where it returns no identifiers."""
    first, *words = split_words(draft.name) or ("",)
    found = answer(draft.operation, schemas)
    known = verb(first)
    reads = known is not None and known.effect is Effect.READ
    makes = known is not None and known.effect is Effect.CREATE and found.shape is Shape.ONE
    lists = first in _LISTS or (found.shape is Shape.LIST and reads)
    needs = frozenset(a.name for a in draft.arguments if a.required)
    gets = draft.operation.method == "GET" and found.shape is Shape.ONE and reads
    if not (lists or makes or gets) or (lists and _needs_its_own(needs, words)):
        return None
    only = gets and not needs and not (set(words) & _MINE and set(words) & _PEOPLE)
    item = _item(found.items.schema if found.items is not None else found.schema, schemas)
    noun = tuple(words[: words.index("by")]) if "by" in words[1:] else tuple(words)
    return _Finder(
        name=draft.name,
        path=draft.operation.path.rstrip("/") if draft.operation.method == "GET" else "",
        nouns=frozenset(
            [
                *(_nouns(noun, _owners(draft.operation.path)) if lists or makes or only else ()),
                *(_kinds(found.schema, schemas) if first in _SEARCHES else ()),
            ]
        ),
        tails=frozenset(_tails(noun, item) if lists else ()),
        holds=_held(item, schemas),
        needs=needs,
        identifiers=frozenset(a.name for a in draft.arguments if a.required and _is_identifier(a)),
        rank=(0 if first == "list" else 1) if lists else 4 if makes else 2 if only else 3,
        marked=lists and _is_marked(noun),
        deprecated=draft.operation.deprecated,
    )


def _needs_its_own(needs: Iterable[str], noun: Sequence[str]) -> bool:
    """Whether what a tool lists must be known to ask for it: `ids`, `album_ids` of albums."""
    words = [split_words(name) for name in needs]
    things = {singular(word) for word in noun}
    return any(w[-1:] in (("ids",), ("uuids",), ("uids",)) and {singular(x) for x in w[:-1]} <= things for w in words)


def _is_marked(noun: Sequence[str]) -> bool:
    """Whether a noun opens with a participle: followed networks, starred repositories."""
    return len(noun) > 1 and any(len(w) > _SHORTEST_PARTICIPLE and w.endswith("ed") for w in noun[:-1])


def _owners(path: str) -> frozenset[str]:
    """The resources that a path goes through: users of `/users/{id}/orders`."""
    parts = path.split("/")
    return frozenset(
        singular(word) for part, following in pairwise(parts) if following.startswith("{") for word in split_words(part)
    )


def _nouns(words: Sequence[str], owners: frozenset[str]) -> Iterator[str]:
    """A noun in singular: whole, and without the words that only say whose: my guilds → guild."""
    words = tuple(words)
    while words:
        yield "_".join((*words[:-1], singular(words[-1])))
        if not (words[0] in PLACE_WORDS or singular(words[0]) in owners):
            return
        words = words[1:]


def _tails(noun: Sequence[str], item: Schema | None) -> Iterator[str]:
    """The last words of a tool's noun: two and more, or those that the type of its items says too (`GuildOut`)."""
    said = {singular(w) for w in split_words(item.name.rsplit(".", 1)[-1])} if isinstance(item, Ref) else set[str]()
    for start in range(1, len(noun)):
        tail = (*noun[start:-1], singular(noun[-1]))
        if len(tail) > 1 or set(tail) <= said:
            yield "_".join(tail)


def _kinds(schema: Schema | None, schemas: Schemas | None) -> Iterator[str]:
    """What a search answers with, each kind in a list or a page of its own: `{"albums": {"items": []}}`."""
    resolved = _resolved(schema, schemas)
    for prop in resolved.properties if isinstance(resolved, Object) else ():
        inner = _resolved(prop.schema, schemas)
        within = [_resolved(p.schema, schemas) for p in inner.properties] if isinstance(inner, Object) else [inner]
        words = split_words(prop.name)
        if words and not _OF_NO_KIND.issuperset(words) and any(isinstance(one, Array) for one in within):
            yield "_".join((*words[:-1], singular(words[-1])))


def _resolved(schema: Schema | None, schemas: Schemas | None) -> Schema | None:
    return schemas.resolve(schema) if schema is not None and schemas is not None else schema


def _item(schema: Schema | None, schemas: Schemas | None) -> Schema | None:
    resolved = _resolved(schema, schemas)
    return resolved.items if isinstance(resolved, Array) else schema


def _held(schema: Schema | None, schemas: Schemas | None) -> frozenset[str]:
    """The identifiers that an answer's item holds: `author_id`; not its own `id`, which its noun stands for."""
    resolved = _resolved(schema, schemas)
    if not isinstance(resolved, Object):
        return frozenset()
    names = (split_words(p.name) for p in resolved.properties if not p.schema.write_only)
    return frozenset("_".join(words) for words in names if len(words) > 1 and words[-1] in ANY_KEYS)


# --- the pass


def linked(draft: Draft, links: Links) -> Draft:
    """The draft with the source of each identifier said, and what to do when it is not found."""
    arguments, hints = [], list[str]()
    for argument in draft.arguments:
        argument = replace(argument, schema=_linked_inside(argument.schema, links, draft, argument.name))
        source = links.source_of(argument, draft)
        arguments.append(replace(argument, source=source) if source else argument)
        if source and argument.wire.startswith("path:"):
            hints.append(f"{argument.name} with {source}")
    if draft.result is None:
        return replace(draft, arguments=tuple(arguments))
    needed = [n for p in draft.request.parameters if (n := _path_argument(p))] if draft.request is not None else []
    text = f"Check {' and '.join(hints)}." if hints else (f"Check {' and '.join(needed)}." if needed else "")
    return replace(draft, arguments=tuple(arguments), result=replace(draft.result, not_found=text))


def _linked_inside(schema: JsonObject, links: Links, draft: Draft, within: str) -> JsonObject:
    """The schema with the source of identifiers in its objects said too."""
    if "items" in schema:
        return {**schema, "items": _linked_inside(schema["items"], links, draft, within)}
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return schema
    linked_properties = {}
    for name, inner in properties.items():
        source = links.inside(name, inner, draft, within)
        text = inner.get("description", "")
        said = {"description": f"{text} From {source}."} if source and source not in text else {}
        linked_properties[name] = {**_linked_inside(inner, links, draft, name), **said}
    return {**schema, "properties": linked_properties}


def _path_argument(placed: Placed) -> str:
    return placed.value.argument if placed.place == "path" and isinstance(placed.value, Take) else ""
