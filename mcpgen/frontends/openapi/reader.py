"""One normalised schema to its class in `mcpgen.model.schema` (JSON Schema 2020-12, Validation)."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi.all_of import all_of, merged
from mcpgen.frontends.openapi.enums import enumeration
from mcpgen.frontends.openapi.keywords import implied_type
from mcpgen.frontends.openapi.normalize import OrNull
from mcpgen.frontends.openapi.reading import (
    Notes,
    RawSchema,
    Table,
    constraints,
    follow,
    notes,
    nothing_but_null,
)
from mcpgen.frontends.openapi.unions import one_of, several_types
from mcpgen.model.json import Json
from mcpgen.model.schema import Anything, Array, Map, Object, Property, Ref, Scalar, Schema, name_of

_BINARY = ("application/octet-stream", "application/pdf", "application/zip", "image/", "audio/", "video/")


def read_schema(raw: RawSchema, origin: Origin, table: Table) -> Schema:
    """The schema that `raw` says; references stay references."""
    if isinstance(raw, bool):
        return Anything(origin=origin, exact=raw, source=raw, never=not raw)
    if isinstance(raw, OrNull):
        return replace(table.read(raw.inner, origin), nullable=True, source=raw)
    if "$ref" in raw:
        return _reference(raw, origin, table)
    if "allOf" in raw:
        return all_of(raw, origin, table)
    if "oneOf" in raw or "anyOf" in raw:
        return one_of(raw, origin, table)
    return _plain(raw, origin, table)


def _reference(raw: dict[str, Json], origin: Origin, table: Table) -> Schema:
    beside = constraints(raw)
    target = beside.pop("$ref")
    beside.pop("type", None)  # says the target's type again
    if beside:
        return merged([({"$ref": target}, origin), (beside, origin)], raw, origin, table)
    return Ref(target=target, name=name_of(target), **notes(raw, origin))


def _plain(raw: dict[str, Json], origin: Origin, table: Table) -> Schema:
    declared = raw.get("type", [])
    types = [declared] if isinstance(declared, str) else list(declared)
    nullable = "null" in types
    types = [t for t in types if t != "null"]
    if "integer" in types and "number" in types:
        types.remove("integer")
    if "enum" in raw or "const" in raw:
        return enumeration(raw, types, nullable, origin, table)
    if not types and not nullable and (implied := implied_type(raw) or ("object" if _conditional(raw, table) else "")):
        types = [implied]
    elif not types and not nullable and _is_content(raw):
        types = ["string"]
    about = notes(raw, origin, nullable)
    match types:
        case []:
            return nothing_but_null(about) if nullable else Anything(**about)
        case [type]:
            return _of_type(type, raw, about, table)
        case _:
            return several_types(types, raw, about, table)


def _of_type(type: str, raw: dict[str, Json], about: Notes, table: Table) -> Schema:
    match type:
        case "array":
            return _array(raw, about, table)
        case "object":
            return _object(raw, about, table)
        case "string" | "integer" | "number" | "boolean":
            return Scalar(
                type=type,
                format=_format(raw),
                pattern=raw.get("pattern", ""),
                min_length=raw.get("minLength"),
                max_length=raw.get("maxLength"),
                minimum=raw.get("minimum"),
                maximum=raw.get("maximum"),
                exclusive_minimum=raw.get("exclusiveMinimum"),
                exclusive_maximum=raw.get("exclusiveMaximum"),
                multiple_of=raw.get("multipleOf"),
                **about,
            )
        case _:
            return Anything(**about)


def _is_content(raw: dict[str, Json]) -> bool:
    """Whether a schema without a type describes bytes (OpenAPI 3.1, "Considerations for Binary Data")."""
    return bool(raw.get("contentEncoding")) or raw.get("contentMediaType", "").startswith(_BINARY)


def _format(raw: dict[str, Json]) -> str:
    """The format, with 3.1's words for binary strings in those of 3.0: `byte` is base64, `binary` is raw bytes."""
    format: str = raw.get("format", "")
    if format or raw.get("type", "string") not in ("string", ["string", "null"]):
        return format
    encoding = raw.get("contentEncoding", "").lower()
    if encoding in ("base64", "base64url"):
        return "byte"
    return "binary" if not encoding and raw.get("contentMediaType", "").startswith(_BINARY) else ""


def _array(raw: dict[str, Json], about: Notes, table: Table) -> Array:
    origin = about["origin"]
    first, *others = raw.get("prefixItems", [None])
    if first is not None:
        tail = [raw["items"]] if isinstance(raw.get("items"), dict) else []
        alike = all(other == first for other in (*others, *tail))
        items = table.read(first, origin.at("prefixItems", 0)) if alike else Anything(origin=origin, exact=False)
    elif isinstance(raw.get("items"), dict):
        items = table.read(raw["items"], origin / "items")
    else:
        items = Anything(origin=origin)
    most = raw.get("maxItems")
    if raw.get("items") is False:
        most = min(len(raw.get("prefixItems", ())), len(raw.get("prefixItems", ())) if most is None else most)
    return Array(
        items=items,
        min_items=raw.get("minItems"),
        max_items=most,
        unique=raw.get("uniqueItems", False),
        **about,
    )


def _object(raw: dict[str, Json], about: Notes, table: Table) -> Object | Map:
    origin = about["origin"]
    required = raw.get("required", [])
    others = raw.get("additionalProperties")
    extra = None if others is None or others is False else table.read(others, origin / "additionalProperties")
    closed = others is False or raw.get("unevaluatedProperties") is False
    properties = [
        Property(name=name, schema=table.read(value, origin.at("properties", name)), required=name in required)
        for name, value in raw.get("properties", {}).items()
    ]
    declared = {p.name for p in properties}
    properties += [
        Property(name=name, schema=extra or Anything(origin=origin), required=True)
        for name in required
        if name not in declared
    ]
    if others is not False:
        declared |= {p.name for p in properties}
        properties += [
            Property(name=name, schema=table.read(value, origin.at(*steps, "properties", name)))
            for name, (value, steps) in _conditional(raw, table).items()
            if name not in declared
        ]
    sizes = (raw.get("minProperties"), raw.get("maxProperties"))
    needs = tuple((name, tuple(needed)) for name, needed in raw.get("dependentRequired", {}).items() if needed)
    patterns = raw.get("patternProperties", {})
    if not properties and not closed and not needs:
        if extra is None:
            extra = _one_pattern(patterns, origin, table)
        return Map(values=extra, min_properties=sizes[0], max_properties=sizes[1], **about)
    return Object(
        properties=tuple(properties),
        extra=extra,
        closed=closed and not patterns,
        needs=needs,
        min_properties=sizes[0],
        max_properties=sizes[1],
        **about,
    )


def _conditional(raw: dict[str, Json], table: Table) -> dict[str, tuple[RawSchema, tuple[str, ...]]]:
    """The properties that only `then`, `else` or `dependentSchemas` declare, each with the steps to what does."""
    inner: list[tuple[RawSchema, tuple[str, ...]]] = [(raw[key], (key,)) for key in ("then", "else") if key in raw]
    inner += [(value, ("dependentSchemas", name)) for name, value in raw.get("dependentSchemas", {}).items()]
    found: dict[str, tuple[RawSchema, tuple[str, ...]]] = {}
    for schema, steps in inner:
        followed, _ = follow(schema, table)
        for name, value in followed.get("properties", {}).items() if isinstance(followed, dict) else ():
            found.setdefault(name, (value, steps))
    return found


def _one_pattern(patterns: dict[str, Json], origin: Origin, table: Table) -> Schema:
    if len(patterns) != 1:
        return Anything(origin=origin)
    [(pattern, value)] = patterns.items()
    return table.read(value, origin.at("patternProperties", pattern))
