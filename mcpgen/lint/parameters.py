"""The nodes of a tool's input schema as a rule looks at them: local references followed, optional-by-null unwrapped.

The walk is bounded: each place is visited once, so references cannot make it endless or exponential, and it ends at a
depth and a number of nodes that no honest schema reaches.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from mcpgen.diagnostics import Pointer
from mcpgen.lint.subject import ListedTool
from mcpgen.model.json import Json, JsonObject

MAX_DEPTH: Final = 24
MAX_NODES: Final = 5_000
_MAX_HOPS: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A schema inside the input schema."""

    name: str
    """The property's name; '' for the items of an array."""
    path: str
    """How a message calls it: `lines[].price`."""
    schema: JsonObject
    """As listed."""
    shape: JsonObject
    """What it comes to: a local reference followed, `null` as the other choice dropped."""
    steps: Pointer
    """The way from the tool to `schema`."""
    top: Pointer
    """The way to the tool's own parameter that it is, or stands in."""
    depth: int = 0
    """How many schemas stand around it; 0 for a parameter of the tool itself."""
    level: int = 0
    """How many properties stand around it."""

    @property
    def description(self) -> Json:
        """The description beside a reference, or else the target's; None where there is none."""
        return self.schema.get("description", self.shape.get("description"))


def nodes(tool: ListedTool) -> tuple[Node, ...]:
    """Every property and every `items` schema of the tool's input, outer ones first."""
    root, steps = resolve(tool.input_schema, tool.input_schema, ("inputSchema",))
    queue = deque(_below(tool.input_schema, root, steps, None))
    seen: set[Pointer] = set()
    found: list[Node] = []
    while queue and len(found) < MAX_NODES:
        node, shape_steps = queue.popleft()
        if node.steps in seen:
            continue
        seen.add(node.steps)
        found.append(node)
        if node.depth < MAX_DEPTH:
            queue.extend(_below(tool.input_schema, node.shape, shape_steps, node))
    return tuple(found)


def parameters(tool: ListedTool) -> tuple[Node, ...]:
    """The properties among `nodes`: what an argument is given for, at any depth."""
    return tuple(node for node in nodes(tool) if node.name)


def resolve(root: JsonObject, schema: JsonObject, steps: Pointer) -> tuple[JsonObject, Pointer]:
    """What `schema` comes to and where that stands; a reference that leads nowhere, or in a circle, comes to {}."""
    for _ in range(_MAX_HOPS):
        reference = schema.get("$ref")
        if isinstance(reference, str):
            target = follow(root, reference)
            if target is None:
                return {}, steps
            schema, steps = target[0], ("inputSchema", *target[1])
            continue
        choice = _without_null(schema)
        if choice is None:
            return schema, steps
        schema, steps = choice[0], (*steps, *choice[1])
    return {}, steps


def follow(root: JsonObject, reference: str) -> tuple[JsonObject, Pointer] | None:
    """What a local reference (`#/$defs/Book`) leads to from `root`, and the way there; None when it leads nowhere."""
    if not reference.startswith("#"):
        return None
    node: Json = root
    steps: list[str | int] = []
    for part in unquote(reference[1:]).split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        match node:
            case Mapping() if key in node:
                node = node[key]
                steps.append(key)
            case list() if key.isascii() and key.isdigit() and len(key) < 9 and int(key) < len(node):
                node = node[int(key)]
                steps.append(int(key))
            case _:
                return None
    return (node, tuple(steps)) if isinstance(node, Mapping) else None


def type_of(shape: JsonObject) -> str:
    """The one type a schema names, '' where it names none or several."""
    found = shape.get("type")
    return found if isinstance(found, str) else ""


def _below(root: JsonObject, shape: JsonObject, steps: Pointer, outer: Node | None) -> Iterator[tuple[Node, Pointer]]:
    """The nodes right below a shape, which is that of `outer`, each with the place of its own shape."""
    properties, items = shape.get("properties"), shape.get("items")
    inside: list[tuple[str, Json, Pointer]] = []
    if isinstance(properties, Mapping):
        inside = [(str(key), value, (*steps, "properties", key)) for key, value in properties.items() if key != ""]
    if isinstance(items, Mapping) and outer:
        inside.append(("", items, (*steps, "items")))
    for name, value, place in inside:
        schema = {} if value is True else value
        if isinstance(schema, Mapping):
            inner, inner_steps = resolve(root, schema, place)
            yield _node(name, schema, inner, place, outer), inner_steps


def _node(name: str, schema: JsonObject, shape: JsonObject, steps: Pointer, outer: Node | None) -> Node:
    if outer is None:
        return Node(name=name, path=name, schema=schema, shape=shape, steps=steps, top=steps)
    return Node(
        name=name,
        path=f"{outer.path}.{name}" if name else f"{outer.path}[]",
        schema=schema,
        shape=shape,
        steps=steps,
        top=outer.top,
        depth=outer.depth + 1,
        level=outer.level + bool(outer.name),
    )


def _without_null(schema: JsonObject) -> tuple[JsonObject, Pointer] | None:
    """The other one of two choices of which one is null, and the way to it; None when there are no such choices."""
    for key in ("anyOf", "oneOf"):
        branches = schema.get(key)
        if isinstance(branches, list) and len(branches) == 2 and all(isinstance(b, Mapping) for b in branches):
            others = [i for i, branch in enumerate(branches) if branch.get("type") != "null"]
            if len(others) == 1:
                return branches[others[0]], (key, others[0])
    types = schema.get("type")
    if isinstance(types, list) and len(types) == 2 and "null" in types:
        other = [t for t in types if t != "null"]
        if len(other) == 1 and isinstance(other[0], str):
            return {**schema, "type": other[0]}, ()
    return None
