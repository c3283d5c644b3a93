"""A body as arguments: flattened by the budget, with presence rules, rebuilt field by field (GRA003, GRA006).

Arguments that pass the tool's own schema, the rules and `Body.check` rebuild to a body that the API's schema accepts;
what can no longer be given is among the decisions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from mcpgen.model.api import MediaType, Operation, RequestBody
from mcpgen.model.binding import SAME, Alternatives, Body, Build, Fixed, Presence, Take, Value
from mcpgen.model.json import UNSET
from mcpgen.model.media import body_kind, is_json
from mcpgen.model.schema import Anything, Array, Map, Object, Schema, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.argument_names import argument_names, hashed, shortened
from mcpgen.shaping.bundle import Definitions
from mcpgen.shaping.detail import FULL, Detail
from mcpgen.shaping.draft import Argument
from mcpgen.shaping.files import described, part_input, parts_input
from mcpgen.shaping.inputs import Input, fixed_value, simple_input
from mcpgen.shaping.objects import build_of, place_input
from mcpgen.shaping.parameters import BoundParameters, argument_for, losses
from mcpgen.shaping.separators import undivided_field, with_an_item
from mcpgen.shaping.text import added_words, first_sentence, plain
from mcpgen.shaping.tree import Node, Path, children, node, open_tree, said_read_only, takes_others
from mcpgen.shaping.whole import CHECKED, BoundBody, encodings_of, unsent_types, whole_body, xml_of
from mcpgen.shaping.words import snake_case, split_words
from mcpgen.shaping.xml import impossible, is_held

OTHERS_TEXT = "More fields, by name, beside those that are arguments of their own."
UPDATES = frozenset({"PUT", "PATCH"})


_NEW = re.compile(r"\bnew\b", re.IGNORECASE)


def bind_body(
    operation: Operation,
    media: MediaType,
    schemas: Schemas,
    definitions: Definitions,
    *,
    outer: BoundParameters,
    noun: str,
    budget: int,
    detail: Detail = FULL,
) -> BoundBody:
    """The body in one representation: flattened where it is an object, else one argument."""
    if media.schema is None or operation.body is None:
        return BoundBody()
    kind = body_kind(media.name)
    required = operation.body.required
    root = node(media.schema, schemas, required=required, seen=frozenset())
    if _is_empty(root.schema) and (not required or kind in ("json", "form")):
        text = "The body has no fields; an empty one is sent." if required else "The body has no fields; none is sent."
        why = Decision(rule="PAR016", text=text, origin=operation.body.origin)
        empty = Body(media_type=media.written, value=Build(fields=(), keep=True), required=True) if required else None
        return BoundBody(decisions=(why,), body=empty)
    if isinstance(root.schema, Object) and children(root, schemas):
        if any(p.required for p in root.schema.properties):
            root = replace(root, required=True)  # `required` is often forgotten; a body with its fields is always right
        if not detail.whole or len(children(root, schemas)) <= detail.arguments or kind == "multipart":
            budget = min(budget, detail.arguments)
            made = _Flattening(operation, media, root, schemas, definitions, outer, noun, budget, detail).bound()
            return replace(made, decisions=(*made.decisions, *_always_sent(operation.body, root)))
    made = whole_body(operation.body, media, root, schemas, definitions, outer, required=root.required, detail=detail)
    return replace(made, decisions=(*made.decisions, *_always_sent(operation.body, root)))


def _always_sent(body: RequestBody, root: Node) -> Iterator[Decision]:
    """A body that need not be there is sent always, where it cannot be without fields."""
    if root.required and not body.required:
        text = "A request without its body cannot be made."
        yield Decision(rule="always-sent", text=text, origin=body.origin)


def _is_empty(schema: Schema) -> bool:
    """An object that is said to have no properties, and does not ask for others."""
    return (
        isinstance(schema, Object)
        and not schema.properties
        and isinstance(schema.source, dict)
        and schema.source.get("properties") == {}
        and not schema.source.get("additionalProperties")
    )


class _Flattening:
    """One body being flattened; the parts share the tree, its names and what has been decided."""

    def __init__(
        self,
        operation: Operation,
        media: MediaType,
        root: Node,
        schemas: Schemas,
        definitions: Definitions,
        outer: BoundParameters,
        noun: str,
        budget: int,
        detail: Detail,
    ) -> None:
        self.operation, self.media, self.root, self.schemas = operation, media, root, schemas
        self.definitions, self.outer = definitions, outer
        self.tree = open_tree(root, schemas, budget=budget - len(outer.arguments))
        if any(self._clears(leaf) for leaf in self.tree.leaves()):
            self.tree = open_tree(root, schemas, budget=budget - len(outer.arguments) - 1)  # one is `clear_fields`
        self.leaves = list(self.tree.leaves())
        self.decisions: list[Decision] = []
        self.unsaid = False
        """Whether a field is filled from a path parameter whose own schema does not say all of the field's."""
        self.repeated = self._repeated_parameters()
        self.never = {n.path: name for n in self.leaves if (name := self._impossible(n))}
        self.fixed = {
            n.path: v
            for n in self.leaves
            if n.path not in self.never and self._always(n) and (v := fixed_value(n.schema)) is not UNSET
        }
        left = {*self.repeated, *self.fixed, *self.never}
        self.asked = [n for n in self.leaves if n.path not in left]
        self.detail = detail
        self.others = [place for place in map(self.tree.at, self.tree.opened) if takes_others(place.schema)]
        taken = {a.name for a in outer.arguments}
        self.names = argument_names([n.path for n in self.asked], noun=noun, taken=taken)
        self.more = _others_names([p.path for p in self.others], {*taken, *self.names.values()})
        self.encodings = {e.property: e for e in media.encoding}
        self.written = {e.property: e for e in encodings_of(media, schemas)}
        self.inputs = {n.path: self._part(n) or self._field(n) for n in self.asked}

    def _part(self, leaf: Node) -> Input | None:
        """The input of a part that is a file, or files."""
        if not self._has_parts() or len(leaf.path) > 1:
            return None
        declared = self.root.schema.property(leaf.name) if isinstance(self.root.schema, Object) else None
        schema = declared.schema if declared is not None else leaf.schema
        return part_input(schema, self.encodings.get(leaf.name), self.schemas)

    def _has_parts(self) -> bool:
        return body_kind(self.media.name) == "multipart"

    def _field(self, leaf: Node) -> Input:
        """Any other input; a form's is what can be written and read back."""
        made = place_input(leaf, self.schemas, self.detail)
        if body_kind(self.media.name) == "xml":
            return self._in_xml(made, leaf)
        if body_kind(self.media.name) != "form" or len(leaf.path) > 1:
            return made
        encoding = self.written.get(leaf.name)
        said = encoding is not None and (encoding.empty or is_json(encoding.content_type))
        made = undivided_field(made, encoding)
        return with_an_item(made) if leaf.required and not said else made

    def _impossible(self, leaf: Node) -> str:
        """What XML cannot hold of a field, or of an object around it, which then is never sent; '' where it can."""
        if body_kind(self.media.name) != "xml":
            return ""
        around = (self.tree.at(leaf.path[:depth]) for depth in range(1, len(leaf.path) + 1))
        return next(filter(None, (impossible(place, self.schemas) for place in around)), "")

    def _in_xml(self, made: Input, leaf: Node) -> Input:
        """The input without the values that XML cannot hold."""
        values = made.schema.get("enum", [])
        kept = [value for value in values if is_held(value)]
        if len(kept) == len(values):
            return made
        self._decide("uncovered", f"{'.'.join(leaf.path)} has values that XML cannot hold, which are left out.", leaf)
        return replace(made, schema={**made.schema, "enum": kept})

    def bound(self) -> BoundBody:
        """Arguments, body and rules."""
        values: dict[Path, Value] = {path: Fixed(value=value) for path, value in self.fixed.items()}
        arguments, clearable = [], list[str]()
        for leaf in self.asked:
            name, made = self.names[leaf.path], self.inputs[leaf.path]
            always = self._always(leaf)
            clears = self._clears(leaf)
            or_null = leaf.schema.nullable and leaf.required and always
            values[leaf.path] = Take(argument=name, convert=made.convert, clearable=clears, or_null=or_null)
            if clears:
                clearable.append(name)
            elif leaf.schema.nullable and not or_null:
                self._decide("null-not-offered", f"{name} cannot be given as null; leave it out instead.", leaf)
            wire = f"body:/{'/'.join(leaf.path)}"
            text = self._in_context(leaf, made.description)
            required = always and not or_null
            argument = argument_for(
                name, made, required=required, wire=wire, node_=described(leaf, made), description=text
            )
            arguments.append(replace(argument, or_null=or_null))
            self.decisions += losses(made, name, leaf)
        values |= {path: value for path, value in self.repeated.items() if value is not None}
        for path, name in self.never.items():
            said = f"{'.'.join(path)} is not asked for: {name} has no value that XML can hold."
            self._decide("uncovered", said, self.tree.at(path))
        for place in map(self.tree.at, self.tree.opened):
            if place.dropped:
                name = ".".join(place.path) or "the body"
                self._decide("PAR002", f"{name} cannot be given as {', '.join(place.dropped)}.", place)
            if place.path and place.schema.nullable:
                self._decide("null-not-offered", f"{'.'.join(place.path)} cannot be given as null.", place)
            for item in said_read_only(place, self.schemas):
                said = f"{'.'.join(item.path)} is read-only by its description and not asked for."
                self._decide("read-only", said, item)
        others = dict[Path, Take]()
        for place in self.others:
            name, item = self.more[place.path], _others_of(place, self.schemas)
            files = parts_input(item.schema, self.schemas) if self._has_parts() and not place.path else None
            made = files or place_input(item, self.schemas, self.detail)
            others[place.path] = Take(argument=name, convert=made.convert)
            arguments.append(
                argument_for(name, made, required=False, wire="body:", node_=item, description=OTHERS_TEXT)
            )
            self.decisions += losses(made, name, place)
        if clearable:
            arguments.append(_clear_fields(clearable))
        value = build_of(self.tree, self.root, values, keep=self.root.required, others=others)
        xml, unwritten = xml_of(self.media, value, self.schemas)
        return BoundBody(
            arguments=tuple(arguments),
            decisions=(*self.decisions, *unwritten, *unsent_types(self.media, self.schemas)),
            body=Body(
                media_type=self.media.written,
                value=value,
                required=self.root.required,
                encoding=encodings_of(self.media, self.schemas),
                xml=xml,
                check=self._check(),
            ),
            presence=tuple(self._presence()),
            alternatives=tuple(self._alternatives()),
        )

    def _clears(self, leaf: Node) -> bool:
        """Whether null takes away what a field holds."""
        return leaf.schema.nullable and not leaf.required and self.operation.method in UPDATES

    def _in_context(self, leaf: Node, text: str) -> str:
        """A few words about a nested field make sense below what its object is said to be."""
        parent = self.tree.at(leaf.path[:-1])
        around = first_sentence(plain(parent.schema.description))
        if len(leaf.path) < 2 or not text or len(text.split()) > 3 or not added_words(around, leaf.path[-2]):
            return text
        return f"{around.rstrip('.:')}: {text[:1].lower()}{text[1:]}"

    def _always(self, leaf: Node) -> bool:
        """Whether every body holds the place."""
        return self.root.required and leaf.required and self.tree.required_way(leaf.path)

    def _repeated_parameters(self) -> dict[Path, Value | None]:
        """Top-level fields that repeat a path parameter: sent from its argument where required, else not at all."""
        by_wire = {p.name: p.value for p in self.outer.placed if p.place == "path"}
        by_word = {word: value for name, value in by_wire.items() if (word := snake_case(name))}
        found: dict[Path, Value | None] = {}
        for leaf in self.leaves:
            value = by_word.get(snake_case(leaf.name)) if len(leaf.path) == 1 else None
            if not isinstance(value, Take) or not self._same_thing(leaf.name):
                continue
            made = simple_input(leaf.schema, self.schemas)
            if made is None or made.schema.get("type") != "string" or self._says_new(leaf):
                continue
            if made.convert not in (SAME, value.convert):  # the path takes what the field cannot be
                continue
            found[leaf.path] = Take(argument=value.argument, convert=made.convert) if leaf.required else None
            if leaf.required and made.schema.keys() - {"type", "default", "examples"}:
                self.unsaid = True
            self._decide(
                "GRA006", f"{leaf.name} repeats the path parameter {value.argument} and is not asked for.", leaf
            )
        return found

    def _says_new(self, leaf: Node) -> bool:
        """Whether a field gives a new value to what the path names: it says so, or is all there is in the body."""
        return len(self.leaves) == 1 or bool(_NEW.search(leaf.schema.description))

    def _same_thing(self, name: str) -> bool:
        """Whether a field means what the path parameter of its name does: a bare `id` only where the path ends."""
        last = self.operation.path.rpartition("/")[2]
        return len(split_words(name)) > 1 or (last.startswith("{") and snake_case(last) == snake_case(name))

    def _check(self) -> dict[str, object] | None:
        """The whole schema, where the arguments' own and the rules cannot say all of it."""
        kind = body_kind(self.media.name)
        if self.media.schema is None or kind not in CHECKED:
            return None
        if self._is_exact() and not (kind == "form" and self._may_be_nothing()):
            return None
        if kind == "form" and any(is_json(each.content_type) for each in self.media.encoding):
            return None  # what is written as JSON text is no longer what the schema describes
        return dict(self.definitions.bundled(self.media.schema))

    def _may_be_nothing(self) -> bool:
        """Whether a required list or object can be given without parts: a form has nothing of it."""
        required = [n.schema for n in self.asked if n.required]
        opened = [self.tree.at(path) for path in self.tree.opened if path]
        return any(isinstance(schema, Array | Map | Object) for schema in required) or any(
            place.required and not any(n.required for n in self.tree.inside[place.path]) for place in opened
        )

    def _is_exact(self) -> bool:
        """Whether every call that passes the arguments' schema and the rules makes a valid body."""
        clears_inside = any(len(n.path) > 1 and n.schema.nullable for n in self.asked)
        return (
            not clears_inside
            and not self.unsaid
            and all(made.exact for made in self.inputs.values())
            and all(self._says_all(self.tree.at(path)) for path in self.tree.opened)
        )

    def _says_all(self, place: Node) -> bool:
        """Whether the rules say what an opened object demands beyond its own fields."""
        schema, inside = place.schema, self.tree.inside[place.path]
        if not isinstance(schema, Object) or not schema.exact or takes_others(schema):
            return False
        if schema.min_properties is not None or schema.max_properties is not None:
            return False
        if place.required and not self._stands(place) and not any(n.required for n in inside):
            return False  # left out when nothing in it is given, though its object needs it
        if (schema.needs or schema.any_required) and any(n.schema.nullable for n in inside):
            return False  # a field that is sent as null is there too, and no argument says so
        choices_said = not schema.any_required or (self._stands(place) and all(self._choices(place)))
        needs_said = all(self._names_of(place.path, (one, *needs)) for one, needs in schema.needs)
        return choices_said and needs_said

    def _presence(self) -> Iterable[Presence]:
        """An optional object whose fields are required: any of its arguments needs those."""
        for parent in map(self.tree.at, sorted(self.tree.opened)):
            if parent.required:
                continue
            inside = [n for n in self.asked if n.path[: len(parent.path)] == parent.path]
            needed = [n for n in inside if n.required and self._required_below(parent, n.path)]
            if needed and len(inside) > 1:
                yield Presence(
                    given=tuple(self.names[n.path] for n in inside if n not in needed or len(needed) > 1),
                    needs=tuple(self.names[n.path] for n in needed),
                )
        for path in sorted(self.tree.opened):
            schema = self.tree.at(path).schema
            for given, needs in schema.needs if isinstance(schema, Object) else ():
                one = self._names_of(path, (given,))
                rest = self._names_of(path, needs)
                if one and rest:
                    yield Presence(given=one, needs=rest)

    def _alternatives(self) -> Iterable[Alternatives]:
        for place in map(self.tree.at, sorted(self.tree.opened)):
            if not isinstance(place.schema, Object) or not place.schema.any_required:
                continue
            sets = self._choices(place)
            if all(sets) and self._stands(place):
                yield Alternatives(sets=sets, exclusive=place.schema.one_required)

    def _choices(self, place: Node) -> tuple[tuple[str, ...], ...]:
        """The arguments of each set of properties of which one must be given; () for a set they cannot say."""
        sets = place.schema.any_required if isinstance(place.schema, Object) else ()
        return tuple(self._names_of(place.path, names) for names in sets)

    def _stands(self, place: Node) -> bool:
        """Whether every body holds an opened object; the root is held where a body is required."""
        return self.root.required and (not place.path or self._always(place))

    def _names_of(self, path: Path, wire_names: Iterable[str]) -> tuple[str, ...]:
        """The arguments of some properties of an opened object; () where one of them is not a single argument."""
        paths = [(*path, name) for name in wire_names]
        return tuple(self.names[p] for p in paths) if all(p in self.names for p in paths) else ()

    def _required_below(self, parent: Node, path: Path) -> bool:
        """Whether every object between `parent` and the place is required."""
        return all(self.tree.at(path[:k]).required for k in range(len(parent.path) + 1, len(path)))

    def _decide(self, rule: str, text: str, leaf: Node) -> None:
        self.decisions.append(Decision(rule=rule, text=text, origin=leaf.schema.origin))


def _others_names(paths: Iterable[Path], taken: set[str]) -> dict[Path, str]:
    """The names of the arguments that hold more properties of opened objects, by the object's path."""
    found: dict[Path, str] = {}
    for path in paths:
        name = snake_case(f"{path[-1]}_extra_fields" if path else "extra_fields")
        name = hashed(name, path) if name in taken else name
        found[path] = shortened(name, path)
        taken.add(found[path])
    return found


def _others_of(place: Node, schemas: Schemas) -> Node:
    """More properties of an object, as a map."""
    extra = place.schema.extra if isinstance(place.schema, Object) else None
    values = extra or Anything(origin=place.schema.origin)
    return node(Map(values=values, origin=place.schema.origin), schemas, seen=place.seen)


def _clear_fields(names: list[str]) -> Argument:
    return Argument(
        name="clear_fields",
        schema={"type": "array", "items": {"type": "string", "enum": names}, "uniqueItems": True},
        description="Names of fields to set to null; leave a field out to keep its value.",
        wire="body:",
    )
