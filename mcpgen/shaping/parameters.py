"""Parameters outside the body as arguments: path, query, header and cookie, in the source's order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from mcpgen.model.api import Operation, Parameter
from mcpgen.model.binding import Context, Fixed, Placed, Presence, Take, Value
from mcpgen.model.json import UNSET
from mcpgen.model.schema import Object, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.argument_names import hashed, parameter_name, shortened
from mcpgen.shaping.detail import FULL, Detail
from mcpgen.shaping.draft import Argument
from mcpgen.shaping.inputs import Input, fixed_value, simple_input
from mcpgen.shaping.needless import given_by_server
from mcpgen.shaping.objects import build_of, place_input
from mcpgen.shaping.tree import Node, Path, node, open_tree
from mcpgen.shaping.words import snake_case


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundParameters:
    """The parameters on the wire, the arguments they read, and what was decided."""

    arguments: tuple[Argument, ...] = ()
    decisions: tuple[Decision, ...] = ()
    placed: tuple[Placed, ...] = ()
    presence: tuple[Presence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bound:
    """What one parameter came to."""

    value: Value
    arguments: tuple[Argument, ...] = ()
    decisions: tuple[Decision, ...] = ()
    presence: tuple[Presence, ...] = ()


def bind_parameters(operation: Operation, schemas: Schemas, *, noun: str, detail: Detail = FULL) -> BoundParameters:
    """Path, query, header and cookie parameters, in the source's order."""
    names = _parameter_names(operation, noun)
    taken = set(names)
    bound: list[_Bound] = []
    for parameter, name in zip(operation.parameters, names, strict=True):
        one = _given_by_host(parameter, schemas) or _given_by_model(parameter, name, schemas, taken, detail)
        taken.update(argument.name for argument in one.arguments)
        bound.append(one)
    return BoundParameters(
        arguments=tuple(argument for one in bound for argument in one.arguments),
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
                content=parameter.content,
                required=parameter.required,
            )
            for parameter, one in zip(operation.parameters, bound, strict=True)
        ),
    )


def _parameter_names(operation: Operation, noun: str) -> list[str]:
    """One name a parameter; where two places share a name, all but the path's say their place.

    What reads the same in one place (`page[size]`, `page_size`) is told apart by a hash of the wire name; the only one
    that is written like its argument keeps the name.
    """
    parameters = operation.parameters
    plain = [parameter_name(p.name, place=p.place, path=operation.path, noun=noun) for p in parameters]
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


def _given_by_model(
    parameter: Parameter, name: str, schemas: Schemas, taken: Collection[str], detail: Detail
) -> _Bound:
    """One argument, a constant, or an argument for each property of an object; names in `taken` are given already."""
    place = f"{parameter.place}:{parameter.name}"
    root = node(parameter.schema, schemas, path=(parameter.name,), required=parameter.required, seen=frozenset())
    fixed = fixed_value(root.schema) if parameter.required else UNSET
    if fixed is not UNSET:
        why = Decision(rule="PAR003", text=f"{place} can only be {fixed!r}.", origin=parameter.origin)
        return _Bound(value=Fixed(value=fixed), decisions=(why,))
    if isinstance(root.schema, Object) and root.schema.properties and not parameter.content:
        return _object_on_url(parameter, name, root, schemas, taken, detail)
    made = simple_input(parameter.schema, schemas, on_url=not parameter.content, detail=detail) or place_input(
        root, schemas, detail
    )
    argument = argument_for(
        name, made, required=parameter.required, wire=place, description=_text_of(parameter), node_=root
    )
    return _Bound(
        value=Take(argument=name, convert=made.convert),
        arguments=(replace(argument, origin=parameter.origin),),
        decisions=tuple(losses(made, name, root)),
    )


def _text_of(parameter: Parameter) -> str:
    """Its description, and that it is deprecated where that is said by the flag alone."""
    text = parameter.description
    if not parameter.deprecated or "deprecat" in text.lower():
        return text
    return f"{text.rstrip().rstrip('.')}. Deprecated." if text.strip() else ""


def _object_on_url(
    parameter: Parameter, name: str, root: Node, schemas: Schemas, taken: Collection[str], detail: Detail
) -> _Bound:
    """An object on the URL: one argument a property, under the parameter's name."""
    tree = open_tree(root, schemas, budget=0)
    leaves = list(tree.leaves())
    plain = [f"{name}_{snake_case(leaf.name)}" for leaf in leaves]
    names = [
        shortened(hashed(own, leaf.path) if own in taken or plain.count(own) > 1 else own, leaf.path)
        for leaf, own in zip(leaves, plain, strict=True)
    ]
    inputs = [place_input(leaf, schemas, detail) for leaf in leaves]
    values: dict[Path, Value] = {
        leaf.path: Take(argument=own, convert=made.convert)
        for leaf, own, made in zip(leaves, names, inputs, strict=True)
    }
    arguments = tuple(
        argument_for(
            own,
            made,
            required=parameter.required and leaf.required,
            wire=f"{parameter.place}:{parameter.name}/{leaf.name}",
            node_=leaf,
        )
        for leaf, own, made in zip(leaves, names, inputs, strict=True)
    )
    needed = tuple(own for leaf, own in zip(leaves, names, strict=True) if leaf.required)
    apart = tuple(own for own in names if own not in needed or len(needed) > 1)
    return _Bound(
        value=build_of(tree, root, values),
        arguments=arguments,
        decisions=tuple(
            d for made, own, leaf in zip(inputs, names, leaves, strict=True) for d in losses(made, own, leaf)
        ),
        presence=(Presence(given=apart, needs=needed),) if needed and apart and not parameter.required else (),
    )


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
    """What can no longer be given through an argument, as decisions to report."""
    return [
        Decision(rule="PAR002", text=f"{name} cannot be given as {loss}.", origin=item.schema.origin)
        for loss in made.lost
    ]
