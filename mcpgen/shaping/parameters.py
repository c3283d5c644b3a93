"""Parameters outside the body as arguments: path, query, header and cookie, in the source's order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mcpgen.model.api import Operation, Parameter, Place
from mcpgen.model.binding import Alternatives, Build, Context, Fixed, Placed, Presence, Take, Value, makes_parts
from mcpgen.model.json import UNSET, JsonObject
from mcpgen.model.media import is_json
from mcpgen.model.schema import Object, Schema, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.argument_names import hashed, parameter_name, shortened
from mcpgen.shaping.bundle import Definitions
from mcpgen.shaping.detail import FULL, Detail
from mcpgen.shaping.draft import Argument
from mcpgen.shaping.impossible import impossible
from mcpgen.shaping.inputs import Input
from mcpgen.shaping.needless import given_by_server
from mcpgen.shaping.objects import build_of, place_input
from mcpgen.shaping.separators import undivided, with_an_item
from mcpgen.shaping.simple_inputs import fixed_value, simple_input
from mcpgen.shaping.tree import Node, Path, node, open_tree
from mcpgen.shaping.unions import without_union
from mcpgen.shaping.value_checks import value_check
from mcpgen.shaping.words import snake_case


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundParameters:
    """The parameters on the wire, the arguments they read, and what was decided."""

    arguments: tuple[Argument, ...] = ()
    decisions: tuple[Decision, ...] = ()
    placed: tuple[Placed, ...] = ()
    presence: tuple[Presence, ...] = ()
    alternatives: tuple[Alternatives, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bound:
    """What one parameter came to."""

    value: Value
    arguments: tuple[Argument, ...] = ()
    decisions: tuple[Decision, ...] = ()
    presence: tuple[Presence, ...] = ()
    alternatives: tuple[Alternatives, ...] = ()
    check: Schema | None = None
    """What its value is held against, where the argument's schema does not say it all."""
    told: JsonObject = field(default_factory=dict)
    """The schema of the one argument that it is."""


@dataclass(slots=True)
class _Names:
    """What is taken: the names of arguments, and the pairs on the wire with the arguments that give them."""

    arguments: set[str]
    pairs: dict[tuple[Place, str], tuple[str, Schema]]
    """Arguments by place and name, and what they take; the properties of a spread object are pairs of their own."""
    needed: set[str] = field(default_factory=set)
    """The arguments whose pairs another parameter needs."""


def bind_parameters(
    operation: Operation, schemas: Schemas, definitions: Definitions, *, noun: str, detail: Detail = FULL
) -> BoundParameters:
    """Path, query, header and cookie parameters, in the source's order."""
    names = _parameter_names(operation, noun)
    whole = {
        (p.place, p.name): (name, p.schema)
        for p, name in zip(operation.parameters, names, strict=True)
        if not (_is_spread(p) and isinstance(without_union(p.schema, schemas).schema, Object))
    }
    taken = _Names(set(names), whole)
    bound: list[_Bound] = []
    for parameter, name in zip(operation.parameters, names, strict=True):
        one = _given_by_host(parameter, schemas) or _given_by_model(parameter, name, schemas, taken, detail)
        taken.arguments.update(argument.name for argument in one.arguments)
        bound.append(one)
    arguments = tuple(
        replace(argument, required=argument.required or argument.name in taken.needed)
        for one in bound
        for argument in one.arguments
    )
    always = {argument.name for argument in arguments if argument.required}
    return BoundParameters(
        arguments=arguments,
        alternatives=tuple(
            r for one in bound for r in one.alternatives if not any(always.issuperset(s) for s in r.sets)
        ),
        decisions=tuple(decision for one in bound for decision in one.decisions),
        presence=tuple(rule for one in bound for rule in one.presence),
        placed=tuple(
            Placed(
                place=parameter.place,
                name=parameter.name,
                value=one.value,
                style=parameter.style,
                explode=parameter.explode,
                allow_reserved=parameter.allow_reserved,
                allow_empty=parameter.place == "query" and (parameter.allow_empty or _lists_empty(one)),
                items_style=parameter.items_style,
                content=parameter.content,
                required=parameter.required,
                check=_check(one, definitions),
            )
            for parameter, one in zip(operation.parameters, bound, strict=True)
            if one.value != Build(fields=())
        ),
    )


def _check(bound: _Bound, definitions: Definitions) -> JsonObject | None:
    if bound.check is None:
        return None
    if isinstance(bound.value, Build) or (isinstance(bound.value, Take) and makes_parts(bound.value.convert)):
        return definitions.bundled(bound.check) or None
    return value_check(bound.check, definitions, bound.told)


def _parameter_names(operation: Operation, noun: str) -> list[str]:
    """One name a parameter; where two places share a name, all but the path's say their place.

    What reads the same in one place (`page[size]`, `page_size`) is told apart by a hash of the wire name; the only one
    that is written like its argument keeps the name.
    """
    parameters = operation.parameters
    named = [p.plain_name or p.name for p in parameters]
    plain = [
        parameter_name(name, place=p.place, path=operation.path, noun=noun)
        for name, p in zip(named, parameters, strict=True)
    ]
    pairs = list(zip(parameters, plain, strict=True))
    in_path = {name for parameter, name in pairs if parameter.place == "path"}
    written = [name for parameter, name in pairs if parameter.name == name and name not in in_path]
    placed = [
        (
            name
            if plain.count(name) == 1
            or parameter.place == "path"
            or (parameter.name == name and written.count(name) == 1)
            else f"{parameter.place}_{name}"
        )
        for parameter, name in pairs
    ]
    return [
        shortened(hashed(plain[i], (parameter.name,)) if placed.count(name) > 1 else name, (parameter.name,))
        for i, (parameter, name) in enumerate(zip(parameters, placed, strict=True))
    ]


def _given_by_host(parameter: Parameter, schemas: Schemas) -> _Bound | None:
    """What the model has nothing to say about: a key for each request, a format, the user's language (RULES, CTX)."""
    if parameter.place == "header" and parameter.name.lower() == "accept-language":
        why = f"{parameter.name} is set by the server"
        value: Value = Context(signal="user_locale")
    else:
        given = given_by_server(parameter, schemas)
        if given is None:
            return None
        value, why = given
    return _Bound(value=value, decisions=(Decision(rule="PAR016", text=f"{why}.", origin=parameter.origin),))


def _given_by_model(parameter: Parameter, name: str, schemas: Schemas, taken: _Names, detail: Detail) -> _Bound:
    """One argument, a constant, or an argument for each property of an object; names in `taken` are given already."""
    place = f"{parameter.place}:{parameter.name}"
    root = node(parameter.schema, schemas, path=(parameter.name,), required=parameter.required, seen=frozenset())
    fixed = fixed_value(root.schema) if parameter.required else UNSET
    if fixed is not UNSET:
        why = Decision(rule="PAR003", text=f"{place} can only be {fixed!r}.", origin=parameter.origin)
        return _Bound(value=Fixed(value=fixed), decisions=(why,))
    if isinstance(root.schema, Object) and root.schema.properties and not parameter.content:
        return _object_on_url(parameter, name, root, schemas, taken, detail)
    on_url = not is_json(parameter.content)
    made = simple_input(parameter.schema, schemas, on_url=on_url, detail=detail) or place_input(root, schemas, detail)
    made = undivided(made, parameter)
    if parameter.required and not parameter.content:
        made = with_an_item(made)
    made = replace(made, note=_with_deprecation(made.note, parameter, root))
    argument = argument_for(
        name, made, required=parameter.required, wire=place, description=parameter.description, node_=root
    )
    return _Bound(
        value=Take(argument=name, convert=made.convert),
        arguments=(replace(argument, origin=parameter.origin),),
        decisions=(*losses(made, name, root), *_never_empty(parameter, name, made)),
        check=None if made.exact else root.schema,
        told=made.schema,
    )


def _lists_empty(one: _Bound) -> bool:
    """Whether an empty text is among the values that the description lists."""
    return one.value == Fixed(value="") or "" in one.told.get("enum", ())


def _never_empty(parameter: Parameter, name: str, made: Input) -> Iterator[Decision]:
    """The empty value that `allowEmptyValue` takes, where it is none of the argument's."""
    text = made.schema.get("type") == "string" and made.schema.keys().isdisjoint(("enum", "pattern", "minLength"))
    if parameter.allow_empty and not text:
        yield Decision(rule="PAR002", text=f"{name} cannot be given as an empty value.", origin=parameter.origin)


def _with_deprecation(note: str, parameter: Parameter, item: Node) -> str:
    """The note, and that the parameter is deprecated where that is said by its flag alone."""
    told = item.schema.deprecated or "deprecat" in f"{parameter.description or item.schema.description}".lower()
    return f"{note} Deprecated.".strip() if parameter.deprecated and not told else note


def _object_on_url(
    parameter: Parameter, name: str, root: Node, schemas: Schemas, taken: _Names, detail: Detail
) -> _Bound:
    """An object on the URL: one argument a property, under the parameter's name.

    Nothing is written of an object without properties, so that one which is required has one at least. A pair that
    another parameter writes is not asked for again.
    """
    tree = open_tree(root, schemas, budget=0)
    never = {leaf.name: why for leaf in tree.leaves() if (why := impossible(leaf.schema, schemas, "text"))}
    held = [leaf for leaf in tree.leaves() if leaf.name not in never]
    shared = {leaf.name: own for leaf in held if (own := _pair_elsewhere(parameter, leaf, taken))}
    if shared and not _says_all(root, [place_input(leaf, schemas, detail) for leaf in held]):
        shared = {}  # the whole is checked, with all that belongs to it
    leaves = [leaf for leaf in held if leaf.name not in shared]
    plain = [f"{name}_{snake_case(leaf.name)}" for leaf in leaves]
    names = [
        shortened(hashed(own, leaf.path) if own in taken.arguments or plain.count(own) > 1 else own, leaf.path)
        for leaf, own in zip(leaves, plain, strict=True)
    ]
    inputs = [undivided(place_input(leaf, schemas, detail), parameter, is_part=True) for leaf in leaves]
    needed = {leaf.name for leaf in held if parameter.required and (leaf.required or len(held) == 1)}
    one_of_them = parameter.required and not needed
    inputs = [
        with_an_item(made) if one_of_them or leaf.name in needed else made
        for made, leaf in zip(inputs, leaves, strict=True)
    ]
    if _is_spread(parameter):
        taken.pairs |= {
            (parameter.place, leaf.name): (own, leaf.schema) for leaf, own in zip(leaves, names, strict=True)
        }
    taken.needed |= {own for wire, own in shared.items() if wire in needed}
    inputs = [
        replace(made, note=_with_deprecation(made.note, parameter, leaf))
        for made, leaf in zip(inputs, leaves, strict=True)
    ]
    values: dict[Path, Value] = {
        leaf.path: Take(argument=own, convert=made.convert)
        for leaf, own, made in zip(leaves, names, inputs, strict=True)
    }
    arguments = tuple(
        argument_for(
            own,
            made,
            required=leaf.name in needed,
            wire=f"{parameter.place}:{parameter.name}/{leaf.name}",
            node_=leaf,
        )
        for leaf, own, made in zip(leaves, names, inputs, strict=True)
    )
    named = shared | {leaf.name: own for leaf, own in zip(leaves, names, strict=True)}
    together = tuple(named[leaf.name] for leaf in held if leaf.required)
    apart = tuple(own for own in names if own not in together or len(together) > 1)
    any_of = tuple((own,) for own in (*names, *shared.values()))
    return _Bound(
        value=build_of(tree, root, values),
        arguments=arguments,
        decisions=(
            *(_loss(name, loss, root) for loss in (*root.dropped, *_others(root))),
            *(_loss(name, f"one with {own}, which {why}", root) for own, why in never.items()),
            *(_written_once(parameter, wire, own) for wire, own in shared.items()),
            *(d for made, own, leaf in zip(inputs, names, leaves, strict=True) for d in losses(made, own, leaf)),
        ),
        presence=(Presence(given=apart, needs=together),) if together and apart and not parameter.required else (),
        alternatives=(Alternatives(sets=any_of),) if one_of_them and len(any_of) > 1 else (),
        check=root.schema if _is_written_apart(parameter) and not shared and not _says_all(root, inputs) else None,
    )


def _is_spread(parameter: Parameter) -> bool:
    """Whether the properties of an object are pairs under their own names."""
    return parameter.explode and parameter.style in ("form", "cookie") and parameter.place in ("query", "cookie")


def _pair_elsewhere(parameter: Parameter, leaf: Node, taken: _Names) -> str:
    """The argument of another parameter that is the same pair on the wire and takes the same, '' for none."""
    own, schema = taken.pairs.get((parameter.place, leaf.name), ("", leaf.schema))
    return own if _is_spread(parameter) and _rules(schema) == _rules(leaf.schema) else ""


def _rules(schema: Schema) -> JsonObject | bool:
    """What a schema holds values to, without its words."""
    source = schema.source
    words = ("default", "deprecated", "description", "example", "examples", "title")
    return {k: v for k, v in source.items() if k not in words} if isinstance(source, Mapping) else source


def _written_once(parameter: Parameter, wire: str, own: str) -> Decision:
    text = f"{wire} of {parameter.name} is not asked for: {own} is the same pair on the wire."
    return Decision(rule="GRA006", text=text, origin=parameter.origin)


def _is_written_apart(parameter: Parameter) -> bool:
    """Whether each property of an object is a pair of its own on the wire."""
    return _is_spread(parameter) or (parameter.style == "deepObject" and parameter.place in ("query", "cookie"))


def _says_all(root: Node, inputs: Sequence[Input]) -> bool:
    """Whether the arguments say all that an object is held to; that what is required is there, their presence says."""
    schema = root.schema
    if not isinstance(schema, Object) or not schema.exact or not all(made.exact for made in inputs):
        return False
    counted = schema.min_properties is not None or schema.max_properties is not None
    return not (counted or schema.needs or schema.any_required)


def _others(root: Node) -> Iterator[str]:
    """What an object takes beside the properties that arguments stand for."""
    if isinstance(root.schema, Object) and root.schema.extra is not None:
        yield "other fields than those it declares"


def argument_for(name: str, made: Input, *, required: bool, wire: str, node_: Node, description: str = "") -> Argument:
    """The argument for an input made of `node_`; `wire` is its place (`query:limit`, `body:/price/amount`)."""
    return Argument(
        name=name,
        schema=made.schema,
        description=description or made.description,
        required=required,
        wire=wire,
        labels=made.labels,
        note=made.note,
        stands_for=node_.schema,
        origin=node_.schema.origin,
    )


def losses(made: Input, name: str, item: Node) -> list[Decision]:
    """What can no longer be given through an argument, what is not held of it, and examples that are not shown."""
    return [
        *(_loss(name, loss, item) for loss in made.lost),
        *(unchecked(name, pattern, item.schema) for pattern in made.unchecked),
        *(_contrary(name, text, item) for text in made.contrary),
    ]


def _loss(name: str, loss: str, item: Node) -> Decision:
    return Decision(rule="PAR002", text=f"{name} cannot be given as {loss}.", origin=item.schema.origin)


def _contrary(name: str, text: str, item: Node) -> Decision:
    said = f"An example of {name} is not shown: {text}, as its own schema says."
    return Decision(rule="contrary-example", text=said, origin=item.schema.origin)


def unchecked(name: str, pattern: str, schema: Schema) -> Decision:
    """That nothing holds a value to a pattern."""
    text = f"{name} is not checked against {pattern}, which no server can hold in bounded time."
    return Decision(rule="unchecked", text=text, origin=schema.origin)
