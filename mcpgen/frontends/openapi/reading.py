"""What the modules that read schemas share: the table they ask, annotations, and looks at schemas not yet read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol, TypedDict, get_args

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi.normalize import ANNOTATIONS, DOUBTFUL_NULL, OrNull
from mcpgen.model.json import UNSET, Json, JsonObject, Unset
from mcpgen.model.schema import Anything, Schema, Xml, XmlKind

RawSchema = dict[str, Json] | bool
"""A normalised schema (JSON Schema 2020-12, references as keys of the table)."""

_LOSSY = frozenset(
    (
        "not",
        "if",
        "then",
        "else",
        "patternProperties",
        "propertyNames",
        "contains",
        "minContains",
        "maxContains",
        "prefixItems",
        "dependentSchemas",
        "unevaluatedItems",
        "unevaluatedProperties",
    )
)
_ASIDE = ANNOTATIONS | {"$defs", "definitions", "discriminator"}
_MAX_HOPS = 20


class Table(Protocol):
    """The schemas of an API, as the modules that read one schema need them."""

    def read(self, raw: RawSchema, origin: Origin) -> Schema:
        """The schema that `raw` says."""

    def resolve(self, schema: Schema) -> Schema:
        """`schema`, or what it refers to."""

    def normal(self, target: str) -> RawSchema:
        """The normalised schema of a key; `{}` for one that leads nowhere."""

    def origin(self, target: str) -> Origin:
        """Where the schema of a key stands."""

    def fields(self, target: str) -> Schema:
        """The schema of a key as a part of `allOf`: without the choice between its subtypes."""

    def subtypes(self, target: str) -> tuple[str, ...]:
        """The keys of the components that extend `target` by `allOf`, and those that extend them."""


class Notes(TypedDict):
    """The annotations every schema class takes."""

    origin: Origin
    title: str
    description: str
    default: Json | Unset
    examples: tuple[Json, ...]
    nullable: bool
    doubtful_null: bool
    read_only: bool
    write_only: bool
    deprecated: bool
    exact: bool
    source: JsonObject | bool
    xml: Xml | None


def notes(raw: dict[str, Json], origin: Origin, nullable: bool = False) -> Notes:
    """The annotations of a schema; a null default counts only where null is allowed."""
    default = raw.get("default", UNSET)
    return Notes(
        origin=origin,
        title=raw.get("title", ""),
        description=raw.get("description", ""),
        default=UNSET if default is None and not nullable else default,
        examples=tuple(raw.get("examples", ())),
        nullable=nullable,
        doubtful_null=DOUBTFUL_NULL in raw,
        read_only=raw.get("readOnly", False),
        write_only=raw.get("writeOnly", False),
        deprecated=raw.get("deprecated", False),
        exact=_LOSSY.isdisjoint(raw),
        source=raw,
        xml=_xml(raw["xml"]) if "xml" in raw else None,
    )


def _xml(raw: dict[str, Json]) -> Xml:
    """An XML Object (OpenAPI 3.1 and 3.2)."""
    kind = next((kind for kind in get_args(XmlKind) if kind == raw.get("nodeType")), None)
    return Xml(
        name=raw.get("name", ""),
        kind="attribute" if raw.get("attribute") else kind,
        prefix=raw.get("prefix", ""),
        namespace=raw.get("namespace", ""),
        wrapped=raw.get("wrapped", False),
    )


def nothing_but_null(about: Notes) -> Anything:
    """A schema that allows null alone."""
    return replace(Anything(**about), nullable=True, exact=False, never=True)


def annotated(schema: Schema, over: Notes, *, exact: bool = True) -> Schema:
    """`schema` with the annotations and the place of `over`, where it has any."""
    return replace(
        schema,
        origin=over["origin"],
        title=over["title"] or schema.title,
        description=over["description"] or schema.description,
        default=schema.default if over["default"] is UNSET else over["default"],
        examples=over["examples"] or schema.examples,
        nullable=over["nullable"] or schema.nullable,
        doubtful_null=over["doubtful_null"] or schema.doubtful_null,
        read_only=over["read_only"] or schema.read_only,
        write_only=over["write_only"] or schema.write_only,
        deprecated=over["deprecated"] or schema.deprecated,
        exact=exact and over["exact"] and schema.exact,
        source=over["source"],
        xml=over["xml"] or schema.xml,
    )


def constraints(raw: RawSchema) -> dict[str, Json]:
    """The keywords of `raw` that say which values are allowed, without annotations."""
    if isinstance(raw, bool):
        return {}
    return {key: value for key, value in raw.items() if key not in _ASIDE and not key.startswith("x-")}


def is_null(raw: RawSchema) -> bool:
    """Whether a schema allows null and nothing else."""
    if isinstance(raw, bool):
        return False
    return raw.get("type") in ("null", ["null"]) or raw.get("enum") == [None] or raw.get("const", UNSET) is None


def follow(raw: RawSchema, table: Table) -> tuple[RawSchema, str]:
    """What a bare reference finally leads to, with its key; `raw` itself with '' when it is none."""
    target = ""
    for _ in range(_MAX_HOPS):
        if isinstance(raw, OrNull):
            raw = raw.inner
        if isinstance(raw, bool) or "$ref" not in raw:
            break
        target = raw["$ref"]
        raw = table.normal(target)
    return raw, target


def parts(raw: RawSchema, table: Table, depth: int = 4) -> Iterator[dict[str, Json]]:
    """A schema and everything it takes over by reference or `allOf`, nearest first."""
    raw, _ = follow(raw, table)
    if isinstance(raw, bool):
        return
    yield raw
    if depth:
        for part in raw.get("allOf", ()):
            yield from parts(part, table, depth - 1)


def property_names(raw: RawSchema, table: Table) -> dict[str, RawSchema]:
    """The properties an object schema declares, itself or by `allOf`."""
    found: dict[str, RawSchema] = {}
    for part in parts(raw, table):
        for name, value in part.get("properties", {}).items():
            found.setdefault(name, value)
    return found


def constant(raw: RawSchema, name: str, table: Table) -> tuple[str, ...]:
    """The texts to which a schema fixes its property `name` (`const`, `enum`); nothing when it is free."""
    for part in parts(raw, table):
        value = part.get("properties", {}).get(name)
        if value is None:
            continue
        value, _ = follow(value, table)
        if isinstance(value, bool):
            continue
        allowed = [value["const"]] if "const" in value else value.get("enum", ())
        texts = tuple(v for v in allowed if isinstance(v, str))
        if texts:
            return texts
    return ()
