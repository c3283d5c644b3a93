"""Bodies and operations cut down to one branch, in their classes and in the schema they are checked against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mcpgen.model.api import Operation, Parameter
from mcpgen.model.json import JsonObject
from mcpgen.model.schema import Enum, Object, Property, Schemas
from mcpgen.shaping.choices import Choice
from mcpgen.shaping.demands import without_demands
from mcpgen.shaping.merging import fixed_to


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldsOf:
    """Which fields the branches of a body have, by the labels of the branches."""

    needs: Mapping[str, tuple[str, ...]]
    """The fields that a branch requires."""
    only: Mapping[str, frozenset[str]]
    """The branches that a field is for, where that is not all of them."""

    def takes(self, label: str, name: str) -> bool:
        """Whether a field is for a branch."""
        return label in self.only.get(name, (label,))

    def without(self, label: str) -> tuple[str, ...]:
        """The fields that are for other branches."""
        return tuple(name for name in self.only if not self.takes(label, name))

    def with_own(self) -> int:
        """How many branches require a field that no other branch takes."""
        return sum(any(self.only[name] == {label} for name in names) for label, names in self.needs.items())

    def narrowed(self, body: Object, label: str, schemas: Schemas) -> Object:
        """The body with the fields of one branch, those that it needs required, and no longer said to be at times."""
        needed = list(self.needs.get(label, ()))
        kept = tuple(prop for prop in body.properties if self.takes(label, prop.name))
        source: JsonObject | bool = body.source
        if needed:
            source = {"allOf": [body.source], "required": needed}
        elif body.properties and not kept:
            source = {"allOf": [body.source], "properties": {}}
        return replace(
            body,
            properties=tuple(_required(prop, schemas) if prop.name in needed else prop for prop in kept),
            source=source,
        )

    def narrowed_operation(self, operation: Operation, label: str) -> Operation:
        """The operation with the parameters of one branch, those that it needs required."""
        needed = self.needs.get(label, ())
        return replace(
            operation,
            parameters=tuple(
                replace(p, required=True, description=without_demands(p.description)) if p.name in needed else p
                for p in operation.parameters
                if p.required or self.takes(label, p.name)
            ),
        )


def _required(prop: Property, schemas: Schemas) -> Property:
    text = without_demands(schemas.resolve(prop.schema).description)
    return replace(prop, required=True, schema=replace(prop.schema, description=text))


def only_value(schema: Enum, value: object) -> Enum:
    """An enum of one value, which is sent without being asked for."""
    return replace(schema, values=(value,), labels=(), default=value, nullable=False, source={"const": value})


def with_property(shape: Object, prop: Property) -> Object:
    """The object with one property replaced, or added."""
    kept = tuple(prop if p.name == prop.name else p for p in shape.properties)
    properties = kept if shape.property(prop.name) is not None else (*kept, prop)
    return replace(
        shape,
        properties=properties,
        source={
            "allOf": [shape.source],
            "properties": {prop.name: prop.schema.source},
            "required": [prop.name] if prop.required else [],
        },
    )


def with_parameter(operation: Operation, parameter: Parameter) -> Operation:
    """The operation with one parameter in place of its namesake."""
    key = (parameter.place, parameter.name)
    return replace(
        operation,
        parameters=tuple(parameter if (p.place, p.name) == key else p for p in operation.parameters),
    )


def tagged(choice: Choice) -> Object:
    """The branch's object, its discriminator narrowed to the branch's tags and always sent.

    Without a discriminator the union itself still has to accept the body: `oneOf` refuses what matches two branches.
    """
    shape, union = choice.shape, choice.union
    if not union.discriminator or not choice.tags:
        alone = not union.exclusive
        return replace(shape, exact=shape.exact and alone, source={"allOf": [union.source, shape.source]})
    only = fixed_to(choice.tags, union.origin)
    if only is None:
        return shape
    return with_property(shape, Property(name=union.discriminator, schema=only, required=True))
