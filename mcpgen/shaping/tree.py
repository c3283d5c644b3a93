"""A body's schema as a tree of places, opened from the top by the budget of arguments (DESIGN, "Flattening").

A place is either opened (its properties stand for it) or one argument, never both. Recursion is never opened twice.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen.model.schema import Anything, Object, Ref, Schema, Schemas
from mcpgen.shaping.unions import without_union

Path: TypeAlias = "tuple[str, ...]"

MAX_DEPTH = 10
"""Objects in objects that are opened; real bodies go down to nine."""
SIZE_LIMIT = 400
"""Counting leaves stops here: such a subtree is over every budget."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A property somewhere in a body. `path` are wire names from the body's root; `required` as its own parent says."""

    path: Path
    schema: Schema
    """Resolved, unions merged or narrowed."""
    required: bool = False
    dropped: tuple[str, ...] = ()
    """Branches of a union that can no longer be given."""
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
    target = frozenset({schema.target}) if isinstance(schema, Ref) else frozenset[str]()
    narrowed = without_union(schema, schemas)
    return Node(
        path=path,
        schema=narrowed.schema,
        required=required,
        dropped=narrowed.dropped,
        seen=seen | target,
        again=bool(target & seen),
    )


def children(parent: Node, schemas: Schemas) -> tuple[Node, ...]:
    """The properties that a request may carry."""
    return tuple(each_child(parent, schemas))


def each_child(parent: Node, schemas: Schemas) -> Iterator[Node]:
    """The same one by one; readOnly ones are the server's (OpenAPI 3.1, Schema Object)."""
    if not isinstance(parent.schema, Object):
        return
    for prop in parent.schema.properties:
        path = (*parent.path, prop.name)
        made = node(prop.schema, schemas, path=path, required=prop.required, seen=parent.seen)
        if not is_read_only(made.schema):
            yield made


def is_read_only(schema: Schema) -> bool:
    """Whether a field is the server's to set, by keyword or by what its description opens with."""
    text = schema.description.lstrip(" *_[(").lower()
    return schema.read_only or text.startswith(("read only", "read-only", "readonly", "output only"))


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

    def required_way(self, path: Path) -> bool:
        """Whether every opened object between the root and `path` is required, so that what is in it always stands."""
        return all(self.at(path[:k]).required for k in range(len(self.root.path) + 1, len(path)))

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
    count = len(top)
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
        if inner and count - 1 + len(inner) <= budget:
            count += len(inner) - 1
            inside[best.path] = inner
            wait(inner)
    return Tree(root=root, inside=inside)


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
