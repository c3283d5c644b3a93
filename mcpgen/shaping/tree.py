"""A body's schema as a tree of places, opened from the top by the budget of arguments.

See "Flattening" in docs/architecture.md.

A place is either opened (its properties stand for it) or one argument, never both. Recursion is never opened twice.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen.model.schema import Anything, Object, Ref, Schema, Schemas, Union
from mcpgen.shaping.unions import without_union
from mcpgen.shaping.words import snake_case

Path: TypeAlias = "tuple[str, ...]"

MAX_DEPTH = 10
"""Objects in objects that are opened; real bodies go down to nine."""
SIZE_LIMIT = 400
"""Counting leaves stops here: such a subtree is over every budget."""
_SAID_READ_ONLY = re.compile(
    r"(?:[*_\[(`]++(?:read[- ]?only|output[- ]only)[\])*_`.:]+"
    r"|(?:read[- ]?only|output[- ]only)\s*+(?:[.:;,!–—-]|\Z|(?:field|property|attribute|value)\b))",
    re.IGNORECASE,
)
"""`Read-only.` and `[Output Only] The …`, but not `Read-only mode of the disk`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A property somewhere in a body. `path` are wire names from the body's root; `required` as its own parent says."""

    path: Path
    schema: Schema
    """Resolved, unions merged or narrowed."""
    required: bool = False
    dropped: tuple[str, ...] = ()
    """Branches of a union that can no longer be given."""
    mixed: tuple[str, ...] = ()
    """Branches that are given as JSON text, since no other schema stands for them all."""
    seen: frozenset[str] = frozenset()
    """References followed on the way here."""
    again: bool = False
    """Whether this place's own reference was followed before: recursion."""

    @property
    def name(self) -> str:
        """The wire name, '' for the root."""
        return self.path[-1] if self.path else ""

    @property
    def opens(self) -> bool:
        """Whether its properties may stand for it: not where it repeats itself, nor where it takes typed others too."""
        if not isinstance(self.schema, Object) or self.again:
            return False
        return bool(self.schema.properties) and isinstance(self.schema.extra, Anything | None)


def node(schema: Schema, schemas: Schemas, *, path: Path = (), required: bool = False, seen: frozenset[str]) -> Node:
    """The node of a schema as it stands in the document."""
    chosen = [v.schema for v in schema.variants] if isinstance(schema, Union) else [schema]
    target = frozenset(each.target for each in chosen if isinstance(each, Ref))
    narrowed = without_union(schema, schemas)
    return Node(
        path=path,
        schema=narrowed.schema,
        required=required,
        dropped=narrowed.dropped,
        mixed=narrowed.mixed,
        seen=seen | target,
        again=bool(target & seen),
    )


def children(parent: Node, schemas: Schemas) -> tuple[Node, ...]:
    """The properties that a request may carry."""
    return tuple(each_child(parent, schemas))


def each_child(parent: Node, schemas: Schemas) -> Iterator[Node]:
    """The same one by one; readOnly ones are the server's (OpenAPI 3.1, Schema Object)."""
    return (each for each in _properties(parent, schemas) if not (each.schema.read_only or _is_said_read_only(each)))


def said_read_only(parent: Node, schemas: Schemas) -> Iterator[Node]:
    """The properties that a request may carry but for the opening words of their descriptions."""
    return (child for child in _properties(parent, schemas) if not child.schema.read_only and _is_said_read_only(child))


def _properties(parent: Node, schemas: Schemas) -> Iterator[Node]:
    for prop in parent.schema.properties if isinstance(parent.schema, Object) else ():
        path = (*parent.path, prop.name)
        yield node(prop.schema, schemas, path=path, required=prop.required, seen=parent.seen)


def _is_said_read_only(item: Node) -> bool:
    """Whether words alone say that a field is the server's: never of a required one, nor of one named after that."""
    if item.required or not _SAID_READ_ONLY.match(item.schema.description.lstrip()):
        return False
    return not snake_case(item.name).endswith(("read_only", "readonly"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """A root and the objects that are opened; the root always is: scalars at the top are never hidden."""

    root: Node
    inside: Mapping[Path, tuple[Node, ...]]
    """The properties of each opened place."""

    @property
    def opened(self) -> Iterable[Path]:
        """The paths of the opened places, the root first."""
        return self.inside.keys()

    def at(self, path: Path) -> Node:
        """The node of a path whose parents are all opened."""
        current = self.root
        for depth in range(len(self.root.path) + 1, len(path) + 1):
            current = next(c for c in self.inside[current.path] if c.path == path[:depth])
        return current

    def required_way(self, path: Path, *, below: Path | None = None) -> bool:
        """Whether every opened object between the root, or the place `below` which it lies, and `path` is required."""
        start = self.root.path if below is None else below
        return all(self.at(path[:k]).required for k in range(len(start) + 1, len(path)))

    def always(self, place: Node) -> bool:
        """Whether a place stands whatever is given: it, the root and all objects between are required."""
        return self.root.required and place.required and self.required_way(place.path)

    def leaves(self) -> Iterator[Node]:
        """The places that become arguments, in the order of the source."""
        stack = list(reversed(self.inside[self.root.path]))
        while stack:
            item = stack.pop()
            if item.path in self.inside:
                stack.extend(reversed(self.inside[item.path]))
            else:
                yield item


def open_tree(root: Node, schemas: Schemas, *, budget: int, may_open: Callable[[Node], bool] = lambda _: True) -> Tree:
    """Open objects while the places stay within `budget`: required ones first, then shallow, then small.

    Equal ones are opened in the order of the source; `may_open` keeps others shut.
    """
    top = children(root, schemas)
    inside = {root.path: top}
    count = len(top) + takes_others(root.schema)
    order = 0
    waiting: list[tuple[bool, int, int, int, Node]] = []

    def wait(nodes: tuple[Node, ...]) -> None:
        nonlocal order
        for item in nodes:
            if item.opens and len(item.path) - len(root.path) < MAX_DEPTH and may_open(item):
                heapq.heappush(waiting, (not item.required, len(item.path), _size(item, schemas), order, item))
                order += 1

    wait(top)
    while waiting:
        *_, best = heapq.heappop(waiting)
        inner = children(best, schemas)
        more = len(inner) - 1 + takes_others(best.schema)
        if inner and count + more <= budget:
            count += more
            inside[best.path] = inner
            wait(inner)
    return Tree(root=root, inside=inside)


def takes_others(schema: Schema) -> bool:
    """Whether an object says that it takes properties beside those it names, which are an argument more."""
    patterns = isinstance(schema.source, dict) and schema.source.get("patternProperties")
    return isinstance(schema, Object) and (schema.extra is not None or bool(patterns))


def _size(item: Node, schemas: Schemas) -> int:
    """How many leaves a subtree has, counted up to a bound."""
    total = 0
    stack = [item]
    while stack and total + len(stack) < SIZE_LIMIT:
        current = stack.pop()
        inner = children(current, schemas) if current.opens else ()
        total += not inner
        stack.extend(inner)
    return total + len(stack)
