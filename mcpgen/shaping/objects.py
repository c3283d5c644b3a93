"""Objects that stay objects: an argument over the budget, the items of an array, the values of a map.

Each lists scalars and arrays of scalars under clean names and reads them back through `Reshape`; what lies deeper is
named in the description, taken under its own wire name, and checked on the whole body.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from mcpgen.model.binding import Build, Each, Field, Fixed, Pairs, Reshape, Same, Take, Value
from mcpgen.model.json import UNSET
from mcpgen.model.schema import Array, Map, Object, Schema, Schemas
from mcpgen.shaping.argument_names import argument_names
from mcpgen.shaping.describe import argument_description
from mcpgen.shaping.inputs import (
    KEY_TEXT,
    Input,
    array_input,
    fixed_value,
    json_sentence,
    json_text,
    simple_input,
    with_losses,
)
from mcpgen.shaping.tree import Node, Path, Tree, each_child, node, open_tree

LISTED = 12
"""Properties that an object argument lists."""
ITEM_BUDGET = 8
"""Properties that an array's items may be opened to."""


def place_input(item: Node, schemas: Schemas) -> Input:
    """The input for any place of a body: simple where it can be, else an object, a list of objects, or JSON text."""
    simple = simple_input(item.schema, item.name, schemas)
    if simple is None:
        match item.schema:
            case Array():
                simple = _array_of_objects(item, item.schema, schemas)
            case Map():
                simple = _map_of_objects(item, item.schema, schemas)
            case Object():
                simple = object_input(item, schemas) or json_text(item.schema, "object")
            case _:
                simple = json_text(item.schema)
    return _losing(simple, item)


def object_input(
    item: Node, schemas: Schemas, *, budget: int = 0, reserved: frozenset[str] = frozenset()
) -> Input | None:
    """A typed object; None where nothing in it can be listed. `budget`: how far flat inner objects are opened."""
    if not isinstance(item.schema, Object):
        return None
    tree = open_tree(item, schemas, budget=budget, may_open=lambda n: _is_flat(n, schemas))
    found = {leaf.path: (leaf, simple_input(leaf.schema, leaf.name, schemas)) for leaf in tree.leaves()}
    fixed = {
        path: value
        for path, (leaf, _) in found.items()
        if (value := _fixed(leaf)) is not UNSET and tree.required_way(path)
    }
    fitting = [p for p, (leaf, made) in found.items() if p not in fixed and _is_listed(made)]
    chosen = set(
        sorted(fitting, key=lambda p: not _required(p, found, tree))[: LISTED if len(fitting) > LISTED else None]
    )
    listed = [path for path in fitting if path in chosen]
    if not listed:
        return None
    names = argument_names([p[len(item.path) :] for p in listed], taken=reserved)
    entries = [
        _Entry(name=names[p[len(item.path) :]], node=found[p][0], made=made, required=_required(p, found, tree))
        for p in listed
        if (made := found[p][1]) is not None
    ]
    deeper = [leaf for path, (leaf, _) in found.items() if path not in chosen and path not in fixed]
    open_ = bool(deeper) or item.schema.extra is not None
    by_path: dict[Path, Value] = {e.node.path: Take(argument=e.name, convert=e.made.convert) for e in entries}
    by_path |= {path: Fixed(value=value) for path, value in fixed.items()}
    build = build_of(tree, item, by_path)
    exact = (
        item.schema.exact
        and not deeper
        and not (
            item.schema.needs or item.schema.any_required or item.schema.min_properties or item.schema.max_properties
        )
        and item.schema.extra is None
        and all(e.made.exact for e in entries)
        and len(tree.inside) == 1
    )
    return Input(
        schema=_object_schema(entries, open_=open_),
        convert=Reshape(build=build, open=open_),
        description=_with_deeper(item.schema.description, deeper),
        exact=exact,
        lost=tuple(
            loss
            for e in entries
            for loss in (*e.made.lost, *([f"null (in {e.name})"] if e.node.schema.nullable else []))
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """A listed property."""

    name: str
    node: Node
    made: Input
    required: bool


def build_of(tree: Tree, parent: Node, by_path: dict[Path, Value], *, keep: bool = False) -> Build:
    """The object on the wire for an opened place; `by_path` holds the values of its leaves, absent ones are not sent.

    `keep`: every body holds the object. An inner one is marked so only where no field of its own is sure to stand.
    """
    fields = []
    for child in tree.inside[parent.path]:
        if child.path in tree.inside:
            held = keep and child.required
            inner = build_of(tree, child, by_path, keep=held)
            sure = any(c.required and c.path in by_path for c in tree.inside[child.path])
            if inner.fields or held:
                fields.append(Field(name=child.name, value=replace(inner, keep=held and not sure)))
        elif child.path in by_path:
            fields.append(Field(name=child.name, value=by_path[child.path]))
    return Build(fields=tuple(fields), keep=keep)


def _object_schema(entries: list[_Entry], *, open_: bool) -> dict[str, Any]:
    properties = {e.name: {**e.made.schema, "description": _description(e)} for e in entries}
    required = [e.name for e in entries if e.required]
    out: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        out["required"] = required
    out["additionalProperties"] = open_
    return out


def _description(entry: _Entry) -> str:
    text = argument_description(entry.node.schema, entry.name, labels=entry.made.labels)
    return f"{text} {json_sentence(entry.made.schema)}".strip()


def _array_of_objects(item: Node, array: Array, schemas: Schemas) -> Input:
    inner = node(array.items, schemas, seen=item.seen)
    made = object_input(inner, schemas, budget=ITEM_BUDGET)
    return json_text(array, "array") if made is None else _losing(array_input(array, made), inner)


def _map_of_objects(item: Node, mapping: Map, schemas: Schemas) -> Input:
    inner = node(mapping.values, schemas, seen=item.seen)
    made = object_input(inner, schemas, budget=ITEM_BUDGET, reserved=frozenset({"key"}))
    if made is None or not isinstance(made.convert, Reshape) or made.convert.open:
        return json_text(mapping, "object")
    entry = {
        **made.schema,
        "properties": {"key": {"type": "string", "description": KEY_TEXT}, **made.schema["properties"]},
        "required": ["key", *made.schema.get("required", ())],
    }
    return Input(
        schema={"type": "array", "items": entry},
        convert=Pairs(value=made.convert),
        description=mapping.description,
        exact=made.exact and mapping.exact and mapping.min_properties is None and mapping.max_properties is None,
        lost=made.lost,
    )


def _losing(made: Input, item: Node) -> Input:
    if not item.dropped:
        return made
    return with_losses(made, (f"{', '.join(item.dropped)} (at {'.'.join(item.path) or 'each item'})",))


def _is_flat(item: Node, schemas: Schemas) -> bool:
    """An object of which every property can be listed."""
    return all(
        _is_listed(simple_input(c.schema, c.name, schemas)) or _fixed(c) is not UNSET for c in each_child(item, schemas)
    )


def _is_listed(made: Input | None) -> bool:
    """Scalars and arrays of scalars; not maps, whose entries would be objects in an object."""
    if made is None:
        return False
    match made.convert:
        case Pairs() | Reshape():
            return False
        case Each(item=inner):
            return not isinstance(inner, Pairs | Reshape | Each)
        case Same():
            return made.schema.get("items", {}).get("type") not in ("object", "array")
        case _:
            return True


def _fixed(leaf: Node) -> Any:
    return fixed_value(leaf.schema) if leaf.required else UNSET


def _required(path: Path, found: dict[Path, tuple[Node, Input | None]], tree: Tree) -> bool:
    """Required itself and in every object that was opened on the way."""
    return found[path][0].required and tree.required_way(path)


def _with_deeper(description: str, deeper: list[Node]) -> str:
    if not deeper:
        return description
    names = ", ".join(f"{n.name} ({_kind(n.schema)}{', required' if n.required else ''})" for n in deeper[:12])
    more = f" and {len(deeper) - 12} more" if len(deeper) > 12 else ""
    return f"{description.rstrip().rstrip('.')}. Also takes: {names}{more}.".lstrip(". ")


def _kind(schema: Schema) -> str:
    match schema:
        case Array():
            return "array"
        case Map() | Object():
            return "object"
        case _:
            return "value"
