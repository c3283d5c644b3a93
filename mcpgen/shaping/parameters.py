"""Parameters outside the body as arguments: path, query, header and cookie, in the source's order."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mcpgen.model.api import Operation, Parameter
from mcpgen.model.binding import Context, Fixed, Generate, Placed, Take, Value
from mcpgen.model.json import UNSET
from mcpgen.model.schema import Object, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.argument_names import collection_of, hashed, parameter_name
from mcpgen.shaping.draft import Argument
from mcpgen.shaping.inputs import Input, fixed_value, simple_input
from mcpgen.shaping.objects import build_of, place_input
from mcpgen.shaping.tree import Node, Path, node, open_tree
from mcpgen.shaping.words import snake_case

GENERATED_HEADERS = frozenset({"idempotency-key", "x-idempotency-key", "x-request-id", "x-correlation-id"})


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundParameters:
    """The parameters on the wire, the arguments they read, and what was decided."""

    arguments: tuple[Argument, ...] = ()
    decisions: tuple[Decision, ...] = ()
    placed: tuple[Placed, ...] = ()


def bind_parameters(operation: Operation, schemas: Schemas, *, noun: str) -> BoundParameters:
    """Path, query, header and cookie parameters, in the source's order."""
    names = _parameter_names(operation, noun)
    placed: list[Placed] = []
    arguments: list[Argument] = []
    decisions: list[Decision] = []
    for parameter, name in zip(operation.parameters, names, strict=True):
        value = _given_by_host(parameter)
        if value is None:
            value, made, why = _parameter_value(parameter, name, operation, schemas)
            arguments += made
            decisions += why
        else:
            decisions.append(
                Decision(rule="PAR016", text=f"{parameter.name} is set by the server.", origin=parameter.origin)
            )
        placed.append(
            Placed(
                place=parameter.place,
                name=parameter.name,
                value=value,
                style=parameter.style,
                explode=parameter.explode,
                allow_reserved=parameter.allow_reserved,
                content=parameter.content,
                required=parameter.required,
            )
        )
    return BoundParameters(arguments=tuple(arguments), decisions=tuple(decisions), placed=tuple(placed))


def _parameter_names(operation: Operation, noun: str) -> list[str]:
    """One name a parameter; where two places share a name, all but the path's say their place.

    What reads the same in one place (`page[size]`, `page_size`) is told apart by a hash of the wire name.
    """
    parameters = operation.parameters
    plain = [parameter_name(p.name, place=p.place, path=operation.path, noun=noun) for p in parameters]
    placed = [
        f"{parameter.place}_{name}" if plain.count(name) > 1 and parameter.place != "path" else name
        for parameter, name in zip(parameters, plain, strict=True)
    ]
    return [
        hashed(plain[i], (parameter.name,)) if placed.count(name) > 1 else name
        for i, (parameter, name) in enumerate(zip(parameters, placed, strict=True))
    ]


def _given_by_host(parameter: Parameter) -> Value | None:
    """Headers the model has nothing to say about: a key for each request, the user's language (RULES, CTX)."""
    if parameter.place != "header":
        return None
    match parameter.name.lower():
        case name if name in GENERATED_HEADERS:
            return Generate(kind="uuid")
        case "accept-language":
            return Context(signal="user_locale")
        case _:
            return None


def _parameter_value(
    parameter: Parameter, name: str, operation: Operation, schemas: Schemas
) -> tuple[Value, list[Argument], list[Decision]]:
    place = f"{parameter.place}:{parameter.name}"
    root = node(parameter.schema, schemas, path=(parameter.name,), required=parameter.required, seen=frozenset())
    fixed = fixed_value(root.schema) if parameter.required else UNSET
    if fixed is not UNSET:
        return Fixed(value=fixed), [], [Decision(rule="PAR003", text=f"{place} can only be {fixed!r}.")]
    if isinstance(root.schema, Object) and root.schema.properties and not parameter.content:
        return _object_parameter(parameter, name, root, schemas)
    owner = collection_of(operation.path, parameter.name) if parameter.place == "path" else ""
    made = simple_input(
        parameter.schema, parameter.name, schemas, collection=owner, on_url=not parameter.content
    ) or place_input(root, schemas)
    argument = argument_for(
        name, made, required=parameter.required, wire=place, description=parameter.description, node_=root
    )
    argument = replace(argument, origin=parameter.origin)
    return Take(argument=name, convert=made.convert), [argument], losses(made, name, root)


def _object_parameter(
    parameter: Parameter, name: str, root: Node, schemas: Schemas
) -> tuple[Value, list[Argument], list[Decision]]:
    """An object on the URL: one argument a property, under the parameter's name."""
    tree = open_tree(root, schemas, budget=0)
    arguments, values, decisions = [], dict[Path, Value](), list[Decision]()
    for leaf in tree.leaves():
        made = place_input(leaf, schemas)
        own = f"{name}_{snake_case(leaf.name)}"
        values[leaf.path] = Take(argument=own, convert=made.convert)
        required = parameter.required and leaf.required
        wire = f"{parameter.place}:{parameter.name}/{leaf.name}"
        arguments.append(argument_for(own, made, required=required, wire=wire, node_=leaf))
        decisions += losses(made, own, leaf)
    return build_of(tree, root, values), arguments, decisions


def argument_for(name: str, made: Input, *, required: bool, wire: str, node_: Node, description: str = "") -> Argument:
    return Argument(
        name=name,
        schema=made.schema,
        description=description or made.description,
        required=required,
        wire=wire,
        labels=made.labels,
        stands_for=node_.schema,
        origin=node_.schema.origin,
    )


def losses(made: Input, name: str, item: Node) -> list[Decision]:
    return [
        Decision(rule="PAR002", text=f"{name} cannot be given as {loss}.", origin=item.schema.origin)
        for loss in made.lost
    ]
