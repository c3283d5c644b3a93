"""What naming one operation needs to know of all the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from mcpgen.model.api import Operation
from mcpgen.model.schema import Schemas
from mcpgen.shaping.phrase import JOINERS, PREPOSITIONS
from mcpgen.shaping.route import Route, Segment, is_identifier, read_route
from mcpgen.shaping.words import plural_noun, singular, split_words

_SCOPE_SHARE = 0.6
_SCOPE_OPERATIONS = 10
_POSTED_OPERATIONS, _POSTED_SHARE = 5, 0.9
_ITEM = re.compile(r"(.*)/\{([^/{}]+)\}/?")
"""A path that ends in a parameter: the path above it, and the parameter."""
_SHORT = 6
"""Letters up to which a word is one."""
_OPENING = 200
"""Letters of a description that words are looked for in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What naming one operation needs to know of the others."""

    methods: dict[str, frozenset[str]]
    """The methods of each path."""
    patched: frozenset[str]
    """Paths whose PATCH calls itself so: `patchUser`, `user_partial_update`."""
    collections: frozenset[str]
    """Paths below which there is a path for one item."""
    scope: tuple[str, ...]
    """The leading segments (as text) that nearly all paths share, up to a parameter: `admin realms {realm}`."""
    scoped: bool
    """The scope is that of every path which is as long."""
    below: dict[str, tuple[str, ...]]
    """What the parameter right below a path names, by the path: realm, below the root of `/{realm}`."""
    versions: Mapping[tuple[str, ...], str]
    """The newest version of each path, by its segments without the version."""
    spaced: Mapping[str, tuple[str, str]]
    """Words of paths, in the singular, that texts write as two: usergroup, of "user groups"."""
    posted: bool
    """All that the API does is asked for by POST: its methods say nothing."""
    title: tuple[str, ...]
    schemas: Schemas | None

    @classmethod
    def of(cls, operations: Sequence[Operation], *, api_title: str, schemas: Schemas | None) -> Surroundings:
        """The surroundings that all operations of an API make."""
        routes = [read_route(operation.path) for operation in operations]
        scope = _scope(routes)
        methods: dict[str, set[str]] = {}
        for operation in operations:
            methods.setdefault(operation.path, set()).add(operation.method)
        return cls(
            methods={path: frozenset(found) for path, found in methods.items()},
            patched=frozenset(o.path for o in operations if o.method == "PATCH" and _says_patch(o)),
            collections=frozenset(found.group(1) for path in methods if (found := _ITEM.fullmatch(path))),
            scope=scope,
            scoped=all(_texts(r.segments[: len(scope)]) == scope for r in routes if len(r.segments) > len(scope)),
            below=dict(sorted(filter(None, map(_below, sorted(methods))), reverse=True)),
            versions=_newest(routes),
            spaced=_spaced(operations, routes),
            posted=_posted(operations),
            title=split_words(api_title),
            schemas=schemas,
        )

    def route(self, operation: Operation) -> Route:
        """The route of an operation without the scope that nearly all share."""
        route = read_route(operation.path)
        texts = tuple(s.text for s in route.segments[: len(self.scope)])
        if self.scope and texts == self.scope and len(route.segments) > len(self.scope):
            return replace(route, segments=route.segments[len(self.scope) :])
        if not route.segments and (words := self.below.get(operation.path.rstrip("/"))):
            return replace(route, segments=(Segment(words=plural_noun(words), text="_".join(words)),))
        return route

    def latest(self, operation: Operation) -> str:
        """The newest version of an operation's path."""
        return self.versions.get(_texts(read_route(operation.path).segments), "")

    def is_collection(self, operation: Operation) -> bool:
        """True where there is a path for one item below that of an operation."""
        return operation.path.rstrip("/") in self.collections

    def is_chosen(self, operation: Operation) -> bool:
        """True for a path below one that is read as well: /refs/{ref}, of /refs."""
        above, _, last = operation.path.rstrip("/").rpartition("/")
        return last.startswith("{") and last.count("{") == 1 and "GET" in self.methods.get(above, ())

    def item_methods(self, operation: Operation) -> frozenset[str]:
        """The methods of an item and of the collection above it; none where a path is no item of a collection."""
        above, _, last = operation.path.rstrip("/").rpartition("/")
        if not last.startswith("{") or above not in self.methods:
            return frozenset()
        return self.methods[above] | self.methods[operation.path]

    @property
    def scope_words(self) -> tuple[str, ...]:
        """The words of the scope's segments, where no path of some length does without it."""
        return tuple(word for text in self.scope for word in split_words(text)) if self.scoped else ()


def _posted(operations: Sequence[Operation]) -> bool:
    several = len(operations) >= _POSTED_OPERATIONS
    return several and sum(o.method == "POST" for o in operations) >= _POSTED_SHARE * len(operations)


def _says_patch(operation: Operation) -> bool:
    return any(word in ("patch", "partial", "partially") for word in split_words(operation.id))


def _scope(routes: Sequence[Route]) -> tuple[str, ...]:
    """The longest run of leading segments, up to a parameter, that most operations share."""
    counts: Counter[tuple[str, ...]] = Counter()
    for route in routes:
        for i, segment in enumerate(route.segments[:-1]):
            if segment.parameter:
                counts[_texts(route.segments[: i + 1])] += 1
    shared = [texts for texts, count in counts.items() if count >= max(_SCOPE_OPERATIONS, _SCOPE_SHARE * len(routes))]
    return max(shared, key=lambda texts: (len(texts), texts), default=())


def _below(path: str) -> tuple[str, tuple[str, ...]] | None:
    """A path that ends in a parameter as the path above it, and the words of the parameter without `id`."""
    found = _ITEM.fullmatch(path)
    words = tuple(w for w in split_words(found.group(2)) if not is_identifier(w)) if found else ()
    return (found.group(1), words) if found and words else None


def _newest(routes: Sequence[Route]) -> dict[tuple[str, ...], str]:
    """The newest version of each path, by its segments."""
    found: dict[tuple[str, ...], str] = {}
    for route in routes:
        key = _texts(route.segments)
        found[key] = max(found.get(key, ""), route.version, key=_version_key)
    return found


def _spaced(operations: Sequence[Operation], routes: Sequence[Route]) -> dict[str, tuple[str, str]]:
    """Words of paths and ids that the texts and ids of an API write as two more often than as one."""
    written = [word for route in routes for segment in route.literals for word in segment.words]
    written += [word for operation in operations for word in split_words(operation.id)]
    known = {singular(word) for word in written if len(word) > _SHORT}
    pairs: Counter[tuple[str, str]] = Counter()
    whole: Counter[str] = Counter()
    for operation in operations:
        for text in (operation.id, operation.summary, operation.description[:_OPENING], *operation.tags):
            words = [singular(word) for word in split_words(text)]
            whole.update(words)
            pairs.update((a, b) for a, b in pairwise(words) if a + b in known and _stand_alone(a, b))
    return {a + b: (a, b) for (a, b), count in sorted(pairs.items(), key=lambda item: item[1]) if count > whole[a + b]}


def _stand_alone(one: str, other: str) -> bool:
    """True for two words of a noun: no "check out", no "database(s)"."""
    return min(len(one), len(other)) > 1 and not {one, other} & (PREPOSITIONS | JOINERS)


def _version_key(version: str) -> tuple[tuple[int, ...], bool, str]:
    """Versions in their order; a final one after its alphas and betas."""
    final, *tested = re.split("alpha|beta|rc", version, maxsplit=1)
    return tuple(int(n) for n in re.findall(r"\d+", final)), not tested, version


def _texts(segments: Sequence[Segment]) -> tuple[str, ...]:
    return tuple(s.text for s in segments)
