"""A body as arguments: flattened by the budget, with presence rules, rebuilt field by field (GRA003, GRA006).

Arguments that pass the tool's own schema, the rules and `Body.check` rebuild to a body that the API's schema accepts;
what can no longer be given is among the decisions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from mcpgen.model.api import MediaType, Operation, RequestBody
from mcpgen.model.binding import SAME, Body, Build, Fixed, Take, Value
from mcpgen.model.json import UNSET
from mcpgen.model.media import body_kind
from mcpgen.model.schema import Anything, Map, Object, Schema, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.argument_names import argument_names, hashed, shortened
from mcpgen.shaping.body_rules import BodyRules
from mcpgen.shaping.bundle import Definitions
from mcpgen.shaping.clearing import Clearing, clear_fields
from mcpgen.shaping.deeds import changes
from mcpgen.shaping.detail import FULL, Detail
from mcpgen.shaping.draft import Argument
from mcpgen.shaping.fields import Fields
from mcpgen.shaping.files import described, parts_input
from mcpgen.shaping.objects import build_of, place_input
from mcpgen.shaping.parameters import BoundParameters, argument_for, losses
from mcpgen.shaping.simple_inputs import fixed_value, simple_input
from mcpgen.shaping.text import added_words, first_sentence, plain
from mcpgen.shaping.tree import Node, Path, children, node, open_tree, said_read_only, takes_others
from mcpgen.shaping.whole import BoundBody, encodings_of, unsent_types, whole_body, xml_of
from mcpgen.shaping.words import snake_case, split_words

_OTHERS_TEXT = "More fields, by name, beside those that are arguments of their own."
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
        self.clearing = Clearing(changes=changes(operation), kind=body_kind(media.name))
        self.tree = open_tree(root, schemas, budget=budget - len(outer.arguments))
        if any(self.clearing.clears(leaf) for leaf in self.tree.leaves()):
            self.tree = open_tree(root, schemas, budget=budget - len(outer.arguments) - 1)  # one is `clear_fields`
        self.leaves = list(self.tree.leaves())
        self.decisions: list[Decision] = []
        self.unsaid = False
        """Whether a field is filled from a path parameter whose own schema does not say all of the field's."""
        self.repeated = self._repeated_parameters()
        self.fields = Fields(media=media, root=root, schemas=schemas, detail=detail)
        self.never = {n.path: why for n in self.leaves if (why := self.fields.never(n, self._around(n)))}
        self.fixed = {
            n.path: v
            for n in self.leaves
            if n.path not in self.never and self.tree.always(n) and (v := fixed_value(n.schema)) is not UNSET
        }
        left = {*self.repeated, *self.fixed, *self.never}
        self.asked = [n for n in self.leaves if n.path not in left]
        self.detail = detail
        self.others = [place for place in map(self.tree.at, self.tree.opened) if takes_others(place.schema)]
        taken = {a.name for a in outer.arguments}
        self.names = argument_names([n.path for n in self.asked], noun=noun, taken=taken)
        self.more = _others_names([p.path for p in self.others], {*taken, *self.names.values()})
        self.inputs = {n.path: self.fields.input(self.clearing.offered(n)) for n in self.asked}

    def _around(self, leaf: Node) -> list[Node]:
        """The opened objects around a place, the outermost first."""
        return [self.tree.at(leaf.path[:depth]) for depth in range(1, len(leaf.path))]

    def bound(self) -> BoundBody:
        """Arguments, body and rules."""
        values: dict[Path, Value] = {path: Fixed(value=value) for path, value in self.fixed.items()}
        arguments, clearable = [], list[str]()
        for leaf in self.asked:
            take, argument = self._asked_for(leaf)
            values[leaf.path] = take
            arguments.append(argument)
            if take.clearable:
                clearable.append(argument.name)
        values |= {path: value for path, value in self.repeated.items() if value is not None}
        self._tell_left_out()
        others = dict[Path, Take]()
        for place in self.others:
            others[place.path], argument = self._asked_for_others(place)
            arguments.append(argument)
        if clearable:
            arguments.append(clear_fields(clearable, blank=any(map(self.clearing.blanks, self.asked))))
        value = build_of(self.tree, self.root, values, keep=self.root.required, others=others)
        xml, unwritten = xml_of(self.media, value, self.schemas)
        rules = self._rules()
        return BoundBody(
            arguments=tuple(arguments),
            decisions=(*self.decisions, *unwritten, *unsent_types(self.media, self.schemas)),
            body=Body(
                media_type=self.media.written,
                value=value,
                required=self.root.required,
                encoding=encodings_of(self.media, self.schemas),
                xml=xml,
                check=rules.check(),
            ),
            presence=tuple(rules.presence()),
            alternatives=tuple(rules.alternatives()),
        )

    def _asked_for(self, leaf: Node) -> tuple[Take, Argument]:
        """A place as an argument of its own, and how the body takes it; what is lost of it is told."""
        name, made = self.names[leaf.path], self.inputs[leaf.path]
        always, clears = self.tree.always(leaf), self.clearing.clears(leaf)
        or_null = leaf.schema.nullable and not leaf.schema.doubtful_null and leaf.required and always
        if leaf.schema.nullable and not clears and not or_null:
            instead = "" if always else "; leave it out instead"
            self._decide("null-not-offered", f"{name} cannot be given as null{instead}.", leaf)
        argument = argument_for(
            name,
            made,
            required=always and not or_null,
            wire=f"body:/{'/'.join(leaf.path)}",
            node_=described(leaf, made),
            description=self._in_context(leaf, made.description),
        )
        self.decisions += losses(made, name, leaf)
        for text in self.fields.told(leaf):
            self._decide("uncovered", text, leaf)
        blank = self.clearing.blanks(leaf)
        take = Take(argument=name, convert=made.convert, clearable=clears, blank=blank, or_null=or_null)
        return take, replace(argument, or_null=or_null)

    def _asked_for_others(self, place: Node) -> tuple[Take, Argument]:
        """The argument for more properties of an opened object, and how the body takes it."""
        name, item = self.more[place.path], _others_of(place, self.schemas)
        files = parts_input(item.schema, self.schemas) if self.fields.has_parts and not place.path else None
        made = files or place_input(item, self.schemas, self.detail)
        self.decisions += losses(made, name, place)
        argument = argument_for(name, made, required=False, wire="body:", node_=item, description=_OTHERS_TEXT)
        return Take(argument=name, convert=made.convert), argument

    def _tell_left_out(self) -> None:
        """What is not asked for, and what of opened objects cannot be given."""
        for path, why in self.never.items():
            self._decide("uncovered", f"{'.'.join(path)} is not asked for: {why}.", self.tree.at(path))
        for place in map(self.tree.at, self.tree.opened):
            if place.dropped:
                name = ".".join(place.path) or "the body"
                self._decide("PAR002", f"{name} cannot be given as {', '.join(place.dropped)}.", place)
            if place.path and place.schema.nullable:
                self._decide("null-not-offered", f"{'.'.join(place.path)} cannot be given as null.", place)
            for item in said_read_only(place, self.schemas):
                said = f"{'.'.join(item.path)} is read-only by its description and not asked for."
                self._decide("read-only", said, item)

    def _rules(self) -> BodyRules:
        """What the arguments are held to together."""
        return BodyRules(
            media=self.media,
            definitions=self.definitions,
            tree=self.tree,
            fields=self.fields,
            clearing=self.clearing,
            asked=self.asked,
            names=self.names,
            inputs=self.inputs,
            unsaid=self.unsaid,
        )

    def _in_context(self, leaf: Node, text: str) -> str:
        """A few words about a nested field make sense below what its object is said to be."""
        parent = self.tree.at(leaf.path[:-1])
        around = first_sentence(plain(parent.schema.description))
        if len(leaf.path) < 2 or not text or len(text.split()) > 3 or not added_words(around, leaf.path[-2]):
            return text
        return f"{around.rstrip('.:')}: {text[:1].lower()}{text[1:]}"

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
