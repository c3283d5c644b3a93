"""An API with what its names and texts say of values: identifiers marked (PAR004), listed values lifted (PAR003).

`Scalar.identifier` says why a number names a thing; names, descriptions, places and the evidence of the whole API
decide ("Identifiers" in docs/architecture.md). Parameters are read at once, schemas as they are resolved, so that
nothing is read that nobody asks for.
"""

from __future__ import annotations

from dataclasses import replace

from mcpgen.model.api import Api, Operation, Parameter
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.schema import Array, Enum, Object, Property, Ref, Scalar, Schema, Schemas, Union
from mcpgen.shaping.id_evidence import Evidence, nearest_literal
from mcpgen.shaping.numeric_ids import (
    Number,
    described,
    known_by_number,
    named,
    named_elsewhere,
    path_key,
    person,
    unix_account,
)
from mcpgen.shaping.prose_enums import lifted, lifted_codes

MAX_NESTING = 8
"""Lists in lists that are looked into: a list may hold itself."""


def identified(api: Api) -> Api:
    """The same API, with identifiers marked and listed values lifted in parameters, bodies and answers."""
    evidence = Evidence.of(api)
    schemas = _MarkedSchemas(api.schemas, evidence)
    return replace(api, schemas=schemas, operations=tuple(_with_parameters(o, schemas) for o in api.operations))


def why_identifier(number: Number, evidence: Evidence) -> str:
    """Why a number is an identifier, '' where it is none."""
    if named(number):
        return "" if unix_account(number) else "its name says so"
    if number.measured:
        return ""
    if described(number):
        return "its description says so"
    if path_key(number):
        return "the path picks by it"
    if evidence.picked_by(number):
        return "things are known by it"
    if number.counted:
        return ""
    if named_elsewhere(number):
        return "its type says so"
    if known_by_number(number):
        return "things are known by it"
    if person(number):
        return "it stands for a person or parent"
    if evidence.stands_for(number):
        return "things of that name have numeric ids in this API"
    return "another place of this API says that the name holds ids" if evidence.said(number) else ""


def _with_parameters(operation: Operation, schemas: _MarkedSchemas) -> Operation:
    names = frozenset(p.name for p in operation.parameters)
    return replace(
        operation,
        parameters=tuple(
            replace(p, schema=schemas.marked_parameter(p, operation.path, names)) for p in operation.parameters
        ),
    )


class _MarkedSchemas:
    """`Schemas` in which what is said of values is part of them; each schema is looked at once."""

    def __init__(self, schemas: Schemas, evidence: Evidence) -> None:
        self._schemas = schemas
        self._evidence = evidence
        self._known: dict[int, tuple[Schema, Schema]] = {}
        """What was read, by the identity of what it was read from, which is kept so that no other takes its place."""
        self._owners: dict[int, tuple[str, Schema]] = {}
        """The properties that objects without a name of their own stand in."""

    def resolve(self, schema: Schema) -> Schema:
        """`schema` itself, or what a `Ref` finally points to, with the identifiers in it marked."""
        known = self._known.get(id(schema))
        if known is not None:
            return known[1]
        found = self._schemas.resolve(schema)
        owner = schema.name if isinstance(schema, Ref) else self._owners.get(id(schema), ("", schema))[0]
        made = self._known[id(found)][1] if id(found) in self._known else self._inside(found, owner)
        for each in (schema, found, made):
            self._known[id(each)] = (each, made)
        return made

    def definition(self, target: str) -> JsonObject | bool:
        """As the API's own."""
        return self._schemas.definition(target)

    def tags(self, choice: JsonObject) -> tuple[tuple[Json, ...], ...]:
        """As the API's own."""
        return self._schemas.tags(choice)

    def marked_parameter(self, parameter: Parameter, path: str, names: frozenset[str]) -> Schema:
        """The schema of a parameter; one in a path is judged by its place too."""
        number = Number(
            Scalar(type="integer", origin=parameter.origin),
            parameter.name,
            description=parameter.description,
            siblings=names,
            collection=nearest_literal(path, parameter.name) if parameter.place == "path" else None,
        )
        return self._marked(parameter.schema, number)

    def _inside(self, schema: Schema, owner: str) -> Schema:
        """An object with its properties read; what lies deeper is read when it is resolved itself."""
        if not isinstance(schema, Object):
            return schema
        names = frozenset(p.name for p in schema.properties)
        made = tuple(self._property(p, owner, names) for p in schema.properties)
        if all(a is b for a, b in zip(made, schema.properties, strict=True)):
            return schema
        return replace(schema, properties=made)

    def _property(self, prop: Property, owner: str, names: frozenset[str]) -> Property:
        number = Number(Scalar(type="integer", origin=prop.schema.origin), prop.name, owner=owner, siblings=names)
        made = self._marked(prop.schema, number)
        return prop if made is prop.schema else replace(prop, schema=made)

    def _marked(self, schema: Schema, number: Number, depth: int = 0) -> Schema:
        """A schema that stands under a name, marked if it is a number, a list of numbers or a choice of these."""
        if isinstance(schema, Ref):
            found = self._schemas.resolve(schema)
            if depth > MAX_NESTING or not self._is_plain(found):
                return schema  # its own properties are marked when it is resolved
            made = self._marked(found, replace(number, component=schema.name), depth + 1)
            return schema if made is found else made
        match schema:
            case Scalar(type="integer" | "number"):
                why = why_identifier(replace(number, schema=schema), self._evidence)
                if why:
                    return replace(schema, identifier=why)
                return schema if number.many else lifted_codes(schema, number.description or schema.description)
            case Scalar(type="string"):
                text = number.description or schema.description
                return lifted(schema, text, many=number.many, siblings=number.siblings)
            case Array():
                text = number.description or schema.description
                items = self._marked(schema.items, replace(number, description=text, many=True), depth + 1)
                return schema if items is schema.items else replace(schema, items=items)
            case Union() if self._is_plain(schema):
                text = number.description or schema.description
                inner = tuple(
                    (
                        v.schema
                        if _is_text(v.schema)
                        else self._marked(v.schema, replace(number, description=text), depth + 1)
                    )
                    for v in schema.variants
                )
                return _with_variants(schema, inner)
            case _:
                self._owners.setdefault(id(schema), (number.name, schema))
                return schema

    def _is_plain(self, schema: Schema) -> bool:
        """A scalar, a list, or a choice of these."""
        if isinstance(schema, Union):
            return all(isinstance(self._schemas.resolve(v.schema), Scalar | Enum | Array) for v in schema.variants)
        return isinstance(schema, Scalar | Array)


def _is_text(schema: Schema) -> bool:
    """A string as one of several choices: what is said of the choice does not list its values."""
    return isinstance(schema, Scalar) and schema.type == "string"


def _with_variants(schema: Union, inner: tuple[Schema, ...]) -> Union:
    pairs = list(zip(schema.variants, inner, strict=True))
    if all(variant.schema is made for variant, made in pairs):
        return schema
    return replace(schema, variants=tuple(replace(variant, schema=made) for variant, made in pairs))
