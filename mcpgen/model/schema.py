"""Schemas as shaping sees them: a closed union of classes, each matched exhaustively.

A schema keeps `source`, the JSON Schema (2020-12, version differences gone) it was read from, so that what the classes
cannot say (`not`, `if`, `patternProperties` …) is still there to check a body in full; `exact` is False where they lose
something. References stay references (`Ref`), so cycles are finite; `Schemas.resolve` follows them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from mcpgen.diagnostics import Origin
from mcpgen.model.json import UNSET, Json, JsonObject, Unset

ScalarType: TypeAlias = Literal["string", "integer", "number", "boolean"]


XmlKind: TypeAlias = Literal["element", "attribute", "text", "cdata", "none"]
"""What a value is in XML; `none`: what is in it stands where it would (OpenAPI 3.2, "XML Object", `nodeType`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Xml:
    """What a schema says of its place in XML (OpenAPI 3.1, "XML Object"); '' and None where it says nothing."""

    name: str = ""
    kind: XmlKind | None = None
    prefix: str = ""
    namespace: str = ""
    wrapped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaBase:
    """What every schema can say: annotations, nullability, and where it stands."""

    origin: Origin
    title: str = ""
    description: str = ""
    default: Json | Unset = UNSET
    examples: tuple[Json, ...] = ()
    nullable: bool = False
    doubtful_null: bool = field(default=False, compare=False)
    """Null is allowed by the word `nullable` alone, and is not in the `enum` beside it."""
    read_only: bool = False
    write_only: bool = False
    deprecated: bool = False
    exact: bool = True
    source: JsonObject | bool = field(default=True, repr=False, compare=False)
    xml: Xml | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar(SchemaBase):
    """A string, integer, number or boolean; bounds are inclusive unless `exclusive_*`."""

    type: ScalarType
    format: str = ""
    pattern: str = ""
    min_length: int | None = None
    max_length: int | None = None
    minimum: int | float | None = None
    maximum: int | float | None = None
    exclusive_minimum: int | float | None = None
    exclusive_maximum: int | float | None = None
    multiple_of: int | float | None = None
    identifier: str = field(default="", compare=False)
    """Why a number names a thing, as shaping finds it ("its name says so"); '' for what counts or measures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enum(SchemaBase):
    """A fixed set of values of one scalar type; `labels` say in the same order what each means, where it is known."""

    type: ScalarType
    values: tuple[Json, ...]
    labels: tuple[str, ...] = ()
    from_text: bool = field(default=False, compare=False)
    """Whether only the description lists the values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Array(SchemaBase):
    """A list of one kind of item."""

    items: Schema
    min_items: int | None = None
    max_items: int | None = None
    unique: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Map(SchemaBase):
    """An object with free keys and one kind of value (`additionalProperties` without `properties`)."""

    values: Schema
    min_properties: int | None = None
    max_properties: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """A named property; `required` as the object that holds it says."""

    name: str
    schema: Schema
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Object(SchemaBase):
    """An object with named properties, `allOf` already merged.

    `extra` is the schema of other properties (None: not declared or refused). `needs` maps a property to those it
    requires (`dependentRequired`). `any_required` lists sets of properties of which at least one set must be given
    (an `anyOf`/`oneOf` that only constrains). `variants`/`discriminator` are kept by `Union`, not here.
    """

    properties: tuple[Property, ...] = ()
    extra: Schema | None = None
    closed: bool = False
    needs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    any_required: tuple[tuple[str, ...], ...] = ()
    one_required: bool = False
    """True when exactly one of `any_required` may be given (`oneOf`)."""
    min_properties: int | None = None
    max_properties: int | None = None

    def property(self, name: str) -> Property | None:
        """The property of that name, or None."""
        return next((p for p in self.properties if p.name == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One branch of a union: its label (discriminator value, title, component name, or a word from its own fields)."""

    label: str
    schema: Schema
    tag: Json | Unset = UNSET
    """The discriminator's value for this branch, in the JSON type that the branch has for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Union(SchemaBase):
    """A choice between schemas (`oneOf`, `anyOf`, or `allOf` subtypes with a discriminator); null is `nullable`.

    Properties that stand beside the `oneOf` are merged into every branch.
    """

    variants: tuple[Variant, ...]
    exclusive: bool = True
    """`oneOf` (True) or `anyOf` (False)."""
    discriminator: str = ""
    """The wire name of the property whose value tells the branches apart, or ''."""
    refused: tuple[tuple[str, str], ...] = ()
    """(branch, value) of what its discriminator's mapping names and the branch's own schema does not allow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ref(SchemaBase):
    """A reference to a named schema; annotations written beside `$ref` stand here and win over the target's."""

    target: str
    """The key of the target in `Schemas` (a document pointer such as `#/components/schemas/Book`)."""
    name: str
    """The last segment of the pointer: `Book`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anything(SchemaBase):
    """No constraint that the other classes know: an untyped value."""

    never: bool = False
    """Whether no value fits, but for null where that is allowed."""


Schema: TypeAlias = Scalar | Enum | Array | Map | Object | Union | Ref | Anything


class Schemas(Protocol):
    """Follows references, step by step and remembered, so recursion costs nothing until it is walked."""

    def resolve(self, schema: Schema) -> Schema:
        """`schema` itself, or what a `Ref` finally points to with the reference's own annotations laid over it."""

    def definition(self, target: str) -> JsonObject | bool:
        """The JSON Schema (2020-12) a reference in some `source` points to; its own `$ref`s are of the same form."""

    def tags(self, choice: JsonObject) -> tuple[tuple[Json, ...], ...]:
        """The discriminator's values for each branch of a choice in some `source`, in the order of its branches."""


def name_of(key: str) -> str:
    """The name that the target of a `Ref` is known by: the last part of its pointer, or the file without its ending."""
    file, _, pointer = key.partition("#")
    last = pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
    return last or file.rpartition("/")[2].partition(".")[0]
