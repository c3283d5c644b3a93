"""Objects that stay objects: an argument over the budget, the items of an array, the values of a map.

Each lists scalars and arrays of scalars under clean names and reads them back through `Reshape`; what lies deeper is
named in the description, taken under its own wire name, and checked on the whole body.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from mcpgen.model.binding import Build, Each, Field, Fixed, Pairs, Reshape, Same, Take, Value
from mcpgen.model.json import UNSET
from mcpgen.model.schema import Array, Enum, Map, Object, Scalar, Schema, Schemas
from mcpgen.shaping.argument_names import argument_names
from mcpgen.shaping.argument_words import argument_description
from mcpgen.shaping.deep_ids import id_conversion
from mcpgen.shaping.detail import FULL, Detail
from mcpgen.shaping.impossible import impossible, only_null
from mcpgen.shaping.inputs import KEY_TEXT, Input, array_input, json_sentence, json_text, with_losses
from mcpgen.shaping.presence import object_rules
from mcpgen.shaping.roles import nested
from mcpgen.shaping.simple_inputs import fixed_value, mixture, other_keys, simple_input
from mcpgen.shaping.text import listed
from mcpgen.shaping.tree import Node, Path, Tree, children, each_child, node, open_tree
from mcpgen.shaping.words import singular, split_words

NO_OTHERS: Mapping[Path, Take] = MappingProxyType({})
_MOST_SHOWN = 5
"""Properties of an inner object that are named where it is."""
ITEM_BUDGET = 8
"""Properties that an array's items may be opened to."""


def place_input(item: Node, schemas: Schemas, detail: Detail = FULL) -> Input:
    """The input for any place of a body: simple where it can be, else an object, a list of objects, or JSON text."""
    simple = simple_input(item.schema, schemas, detail=detail)
    if simple is None:
        match item.schema:
            case Array():
                simple = _array_of_objects(item, item.schema, schemas, detail)
            case Map():
                simple = _map_of_objects(item, item.schema, schemas, detail)
            case Object():
                simple = object_input(item, schemas, detail=detail) or _as_text(item, schemas, detail)
            case _:
                simple = json_text(item.schema)
    if item.mixed:
        simple = replace(simple, note=mixture(item.mixed))
    return _losing(simple, item)


def object_input(
    item: Node,
    schemas: Schemas,
    *,
    budget: int = 0,
    reserved: frozenset[str] = frozenset(),
    detail: Detail = FULL,
    called: tuple[str, ...] = (),
) -> Input | None:
    """A typed object; None where nothing in it can be listed. `budget`: how far flat inner objects are opened.

    `called` are the words for it, where its own name does not say them: one of `loans` is a loan.
    """
    if not isinstance(item.schema, Object) or not detail.listed:
        return None
    tree = open_tree(item, schemas, budget=budget, may_open=lambda n: _is_flat(n, schemas))
    never = {leaf.path: why for leaf in tree.leaves() if (why := _never(leaf, schemas))}
    found = {
        leaf.path: (leaf, simple_input(leaf.schema, schemas, detail=detail))
        for leaf in tree.leaves()
        if leaf.path not in never
    }
    fixed = {
        path: value
        for path, (leaf, _) in found.items()
        if (value := _fixed(leaf)) is not UNSET and tree.required_way(path)
    }
    fitting = [p for p, (leaf, made) in found.items() if p not in fixed and _is_listed(made)]
    chosen = set(sorted(fitting, key=lambda p: not _required(p, found, tree))[: detail.listed])
    paths = [path for path in fitting if path in chosen]
    if not paths:
        return None
    unlisted = {leaf.name for path, (leaf, _) in found.items() if path not in chosen and path not in fixed}
    names = argument_names([p[len(item.path) :] for p in paths], taken=reserved | unlisted)
    entries = [
        _Entry(name=names[p[len(item.path) :]], node=found[p][0], made=made, required=_required(p, found, tree))
        for p in paths
        if (made := found[p][1]) is not None
    ]
    deeper = [leaf for path, (leaf, _) in found.items() if path not in chosen and path not in fixed]
    open_ = bool(deeper) or item.schema.extra is not None
    by_path: dict[Path, Value] = {e.node.path: Take(argument=e.name, convert=e.made.convert) for e in entries}
    by_path |= {path: Fixed(value=value) for path, value in fixed.items()}
    by_path |= _deep_identifiers(item, deeper, {*names.values(), *reserved}, schemas)
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
        schema=_object_schema(entries, called or split_words(item.name), open_=open_, detail=detail),
        convert=Reshape(build=build, open=open_),
        description=item.schema.description,
        note=" ".join(
            s for s in (_rules(item, entries), _named("Also takes", deeper, detail), other_keys(item.schema)) if s
        ),
        exact=exact,
        unchecked=tuple(dict.fromkeys(pattern for e in entries for pattern in e.made.unchecked)),
        contrary=tuple(dict.fromkeys(text for e in entries for text in e.made.contrary)),
        lost=tuple(
            loss
            for e in entries
            for loss in (*e.made.lost, *([f"null (in {e.name})"] if e.node.schema.nullable else []))
        )
        + tuple(
            f"other fields of {'.'.join(path[len(item.path) :])} than those it declares"
            for path in tree.inside
            if path != item.path and _takes_others(tree.at(path).schema)
        )
        + tuple(f"one with {'.'.join(path[len(item.path) :])}, which {why}" for path, why in never.items()),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """A listed property."""

    name: str
    node: Node
    made: Input
    required: bool


def _rules(item: Node, entries: Sequence[_Entry]) -> str:
    """Which of an object's properties are given together, by the names that they have here."""
    at = len(item.path) + 1
    names = {e.node.path[-1]: e.name for e in entries if len(e.node.path) == at}
    return object_rules(item.schema, names) if isinstance(item.schema, Object) else ""


def _takes_others(schema: Schema) -> bool:
    return isinstance(schema, Object) and schema.extra is not None


def _deep_identifiers(item: Node, deeper: list[Node], taken: set[str], schemas: Schemas) -> dict[Path, Value]:
    """What is read of the properties that are only named, for the identifiers in them."""
    found = {
        leaf.path: Take(argument=leaf.name, convert=convert)
        for leaf in deeper
        if len(leaf.path) == len(item.path) + 1 and leaf.name not in taken
        if not isinstance(convert := id_conversion(leaf.schema, schemas), Same)
    }
    return dict(found)


def build_of(
    tree: Tree,
    parent: Node,
    by_path: Mapping[Path, Value],
    *,
    keep: bool = False,
    others: Mapping[Path, Take] = NO_OTHERS,
) -> Build:
    """The object on the wire for an opened place; `by_path` holds the values of its leaves, absent ones are not sent.

    `others` hold more properties of opened places.

    `keep`: every body holds the object. An inner one is marked so only where no field of its own is sure to stand.
    """
    fields = []
    for child in tree.inside[parent.path]:
        if child.path in tree.inside:
            held = keep and child.required
            inner = build_of(tree, child, by_path, keep=held, others=others)
            sure = any(c.required and c.path in by_path for c in tree.inside[child.path])
            if inner.fields or held or inner.others:
                fields.append(Field(name=child.name, value=replace(inner, keep=held and not sure)))
        elif child.path in by_path:
            fields.append(Field(name=child.name, value=by_path[child.path]))
    return Build(fields=tuple(fields), keep=keep, others=others.get(parent.path))


def _object_schema(entries: list[_Entry], called: tuple[str, ...], *, open_: bool, detail: Detail) -> dict[str, Any]:
    properties = {e.name: {**e.made.schema, "description": _description(e, called, detail)} for e in entries}
    required = [e.name for e in entries if e.required]
    out: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        out["required"] = required
    out["additionalProperties"] = open_
    return out


def _description(entry: _Entry, called: tuple[str, ...], detail: Detail) -> str:
    text = argument_description(
        entry.node.schema,
        entry.name,
        text=entry.made.description,
        labels=entry.made.labels,
        budget=detail.inner_text,
        role=replace(nested(entry.name, entry.node.path, called), resource=called if len("".join(called)) > 1 else ()),
    )
    return " ".join(s for s in (text, json_sentence(entry.made.schema), entry.made.note) if s)


def _array_of_objects(item: Node, array: Array, schemas: Schemas, detail: Detail) -> Input:
    inner = node(array.items, schemas, seen=item.seen)
    many = split_words(item.name)
    one = (*many[:-1], singular(many[-1])) if many else ()
    made = object_input(inner, schemas, budget=ITEM_BUDGET, detail=detail, called=one)
    if made is None:
        held = children(inner, schemas)
        return replace(json_text(array, "array"), note=_named("Each holds", held, detail))
    return _losing(array_input(array, replace(made, note=_of_each(made.note)), budget=detail.inner_text), inner)


def _map_of_objects(item: Node, mapping: Map, schemas: Schemas, detail: Detail) -> Input:
    inner = node(mapping.values, schemas, seen=item.seen)
    made = object_input(inner, schemas, budget=ITEM_BUDGET, reserved=frozenset({"key"}), detail=detail)
    if made is None or not isinstance(made.convert, Reshape) or made.convert.open:
        return replace(json_text(mapping, "object"), note=other_keys(mapping))
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
        unchecked=made.unchecked,
        contrary=made.contrary,
        note=" ".join(s for s in (_of_each(made.note), other_keys(mapping)) if s),
    )


def _of_each(note: str) -> str:
    """A note of an object, of which there are many: what to give is to be given in each."""
    return f"For each, give{note.removeprefix('Give')}" if note.startswith("Give ") else note


def _losing(made: Input, item: Node) -> Input:
    if not item.dropped:
        return made
    return with_losses(made, (f"{', '.join(item.dropped)} (at {'.'.join(item.path) or 'each item'})",))


def _is_flat(item: Node, schemas: Schemas) -> bool:
    """An object of which every property can be listed."""
    return all(_is_listed(simple_input(c.schema, schemas)) or _fixed(c) is not UNSET for c in each_child(item, schemas))


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


def _never(leaf: Node, schemas: Schemas) -> str:
    """Why a property is not listed, for which there is nothing to give."""
    why = impossible(leaf.schema, schemas, "json")
    return why or ("can only be null" if not leaf.required and only_null(leaf.schema, schemas) else "")


def _fixed(leaf: Node) -> Any:
    return fixed_value(leaf.schema) if leaf.required else UNSET


def _required(path: Path, found: dict[Path, tuple[Node, Input | None]], tree: Tree) -> bool:
    """Required itself and in every object that was opened on the way."""
    return found[path][0].required and tree.required_way(path)


def _as_text(item: Node, schemas: Schemas, detail: Detail) -> Input:
    """An object as JSON text; what it holds is named."""
    held = _named("Holds", children(item, schemas), detail)
    return replace(json_text(item.schema, "object"), note=" ".join(s for s in (held, other_keys(item.schema)) if s))


def _named(opening: str, nodes: Sequence[Node], detail: Detail) -> str:
    """`Also takes: lines (array, required), note (string) and 3 more.`; '' where there are none."""
    if not nodes:
        return ""
    shown = sorted(nodes, key=lambda n: not n.required)[: detail.named]
    names = ", ".join(f"{n.name} ({_kind(n, detail)}{', required' if n.required else ''})" for n in shown)
    more = f" and {len(nodes) - len(shown)} more" if len(nodes) > len(shown) else ""
    return f"{opening}: {names}{more}."


def _kind(item: Node, detail: Detail) -> str:
    """The type of what is only named; of an object that has to be given, with its few properties."""
    match item.schema:
        case Array():
            return "array"
        case Object(properties=held) if item.required and detail.named >= FULL.named and 0 < len(held) <= _MOST_SHOWN:
            return f"object with {listed([p.name for p in held], 'and')}"
        case Map() | Object():
            return "object"
        case Scalar(identifier=True):
            return "string"
        case Scalar() | Enum() as schema:
            return schema.type
        case _:
            return "value"
