"""What became of each argument, as decisions that `explain` shows: flattened, kept whole, renamed, listed, linked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcpgen.model.schema import Array, Enum, Scalar, Schema
from mcpgen.model.toolset import Decision
from mcpgen.shaping.draft import Argument, Draft
from mcpgen.shaping.words import snake_case

_MANY = 6
"""Arguments that a decision lists by name."""


def accounts(draft: Draft) -> Iterator[Decision]:
    """The decisions about a finished draft's arguments that its passes did not note, in the order of the arguments."""
    yield from _flattened(draft)
    for argument in draft.arguments:
        if argument.stands_for is None:
            continue
        yield from _whole(argument)
        yield from _renamed(argument)
        yield from _lifted(argument, argument.stands_for)
        yield from _identifier(argument, argument.stands_for)
        if argument.source:
            text = f"{argument.name} comes from {argument.source}."
            yield Decision(rule="PAR009", text=text, origin=argument.origin)


def _flattened(draft: Draft) -> Iterator[Decision]:
    """Objects of the body whose properties became arguments, each with the arguments that stand for it."""
    inside: dict[str, list[Argument]] = {}
    for argument in draft.arguments:
        place, _, pointer = argument.wire.partition(":")
        steps = pointer.split("/")[1:]
        if place == "body" and len(steps) > 1:
            inside.setdefault(".".join(steps[:-1]), []).append(argument)
    for path, arguments in inside.items():
        names = [argument.name for argument in arguments]
        more = f" and {len(names) - _MANY} more" if len(names) > _MANY else ""
        text = f"{path} is flattened into {', '.join(names[:_MANY])}{more}."
        yield Decision(rule="GRA003", text=text, origin=arguments[0].origin)


def _whole(argument: Argument) -> Iterator[Decision]:
    """An object, or a list of objects, that stays one argument."""
    inner = argument.schema.get("items", argument.schema)
    if "contentMediaType" in argument.schema:
        text = f"{argument.name} is given as JSON text."
    elif isinstance(inner, Mapping) and "properties" in inner:
        kind = "a list of objects" if inner is not argument.schema else "one object"
        text = f"{argument.name} stays {kind}, which lists {len(inner['properties'])} properties."
    else:
        return
    yield Decision(rule="GRA003", text=text, origin=argument.origin)


def _renamed(argument: Argument) -> Iterator[Decision]:
    """An argument that is called otherwise on the wire, in more than the style of writing."""
    place, _, pointer = argument.wire.partition(":")
    wire = pointer.rpartition("/")[2] if place == "body" else pointer
    if wire and snake_case(wire) != argument.name:
        yield Decision(rule="PAR013", text=f"{argument.name} is sent as {wire} ({place}).", origin=argument.origin)


def _lifted(argument: Argument, schema: Schema) -> Iterator[Decision]:
    """Values that are too many to list, or that the source tells by its text, an extension or single constants."""
    single = schema.items if isinstance(schema, Array) else schema
    if not isinstance(single, Enum) or single.type == "boolean":
        return
    many = f"{argument.name} takes one of {len(single.values)} values"
    if "enum" not in argument.schema.get("items", argument.schema):
        yield Decision(rule="listing-size", text=f"{many}, too many to list.", origin=single.origin)
    elif single.from_text:
        yield Decision(rule="PAR003", text=f"{many}, as its description lists them.", origin=single.origin)
    elif isinstance(single.source, Mapping) and "enum" not in single.source:
        yield Decision(rule="PAR003", text=f"{many}, which the source tells in its own way.", origin=single.origin)


def _identifier(argument: Argument, schema: Schema) -> Iterator[Decision]:
    """A number, or a list of numbers, that names things and so is given as text."""
    single = schema.items if isinstance(schema, Array) else schema
    if isinstance(single, Scalar) and single.identifier:
        text = f"{argument.name} is an identifier and so a string: {single.identifier}."
        yield Decision(rule="PAR004", text=text, origin=argument.origin)
