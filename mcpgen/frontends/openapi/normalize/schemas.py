"""Schemas of any OpenAPI version as JSON Schema 2020-12.

OpenAPI 3.0 and Swagger 2.0 write some things in their own way ("Schema Object"): `nullable`, boolean exclusive bounds,
`example`, and what stands beside `$ref` does not count. The result is a new tree; the loaded one is never changed.
Members keep the keys of the source, so a pointer into one is a pointer into the other. Keywords are told by their
position: a property that is called `type` or `$ref` is a property.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mcpgen.diagnostics import Origin, Pointer
from mcpgen.frontends.openapi.keywords import VALUES, clean, fit, implied_type, json_type, types_of
from mcpgen.frontends.openapi.normalize.slips import Slip, slips
from mcpgen.frontends.openapi.references import Reference, References
from mcpgen.frontends.openapi.version import Versions
from mcpgen.model.json import UNSET, Json
from mcpgen.source import Document, Target

ANNOTATIONS = frozenset(("title", "description", "default", "examples", "readOnly", "writeOnly", "deprecated", "xml"))
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
"""A dynamic reference counts as the static one, which is what it means where no schema around it says otherwise."""
_REFERABLE = (VALUES | {"type", "example"}) - {"const", "default"}
"""Values that may be kept elsewhere; a constant or a default may really be a mapping with `$ref`."""
_SCHEMA = frozenset(
    (
        "items",
        "additionalProperties",
        "not",
        "if",
        "then",
        "else",
        "contains",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
    )
)
_LISTS = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
_PARTS = frozenset(("allOf", "anyOf", "oneOf", "if", "then", "else", "not", "dependentSchemas"))
"""Where a schema applies to a value that other schemas apply to as well."""
_MAPS = frozenset(("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"))


DOUBTFUL_NULL: Final = "x-doubtful-null"
"""Our own word in a schema where `nullable` allows null, and `enum` as it is written does not (OpenAPI 3.0.3)."""


class OrNull(dict[str, Json]):
    """A schema, or null: `{"anyOf": [schema, {"type": "null"}]}` where the schema stands in the source by itself.

    The first branch has the pointer of the whole, because the wrapping is ours.
    """

    @property
    def inner(self) -> dict[str, Json]:
        """The schema that was wrapped."""
        schema: dict[str, Json] = self["anyOf"][0]
        return schema


class Moved(dict[str, Json]):
    """A schema that stands elsewhere in the source than the schema around it says: a form field of Swagger 2.0."""

    def __init__(self, schema: dict[str, Json], document: Document, pointer: Pointer) -> None:
        super().__init__(schema)
        self.document = document
        self.pointer = pointer

    @property
    def origin(self) -> Origin:
        """The place for a diagnostic."""
        return Origin(file=self.document.file, pointer=self.pointer)


@dataclass(frozen=True, slots=True)
class Normal:
    """A normalised schema, and the references and slips in it, in the order of the source."""

    schema: dict[str, Json] | bool
    references: tuple[Reference, ...]
    slips: tuple[Slip, ...] = ()
    choices: tuple[tuple[dict[str, Json], Origin], ...] = ()
    """The schemas in it that have a `oneOf`, and where they stand."""


class Normalizer:
    """Normalises the schemas of the documents behind `references`."""

    def __init__(self, references: References, versions: Versions) -> None:
        self._references = references
        self._versions = versions

    def schema(self, raw: Json, document: Document, pointer: Pointer) -> Normal:
        """The schema at `pointer` of `document`, with the keys of `References` as its references."""
        walk = _Walk(self._references, self._versions, document)
        made = walk.schema(raw, pointer)
        return Normal(made, tuple(walk.found), tuple(walk.slips), tuple(walk.choices))


class _Walk:
    """One pass over one schema, collecting its references."""

    def __init__(self, references: References, versions: Versions, document: Document) -> None:
        self._references = references
        self._versions = versions
        self._document = document
        self.found: list[Reference] = []
        self.slips: list[Slip] = []
        self.choices: list[tuple[dict[str, Json], Origin]] = []

    def schema(self, raw: Json, pointer: Pointer) -> dict[str, Json] | bool:
        if isinstance(raw, bool):
            return raw
        if not isinstance(raw, dict):
            return {}
        if isinstance(raw, Moved):
            walk = _Walk(self._references, self._versions, raw.document)
            made = walk.schema(dict(raw), raw.pointer)
            self.found += walk.found
            self.slips += walk.slips
            self.choices += walk.choices
            return Moved(made, raw.document, raw.pointer) if type(made) is dict else made
        raw = self._filled(raw, pointer)
        for keyword in _REFERENCES:
            if isinstance(raw.get(keyword), str):
                return self._reference(keyword, raw, pointer)
        at = Origin(file=self._document.file, pointer=pointer)
        self.slips += slips(raw, at, part=bool(_PARTS.intersection(pointer[-2:])))
        result = self._members(raw, pointer)
        if "oneOf" in result:
            self.choices.append((result, at))
        _exclusive_bound(result, "minimum", "exclusiveMinimum")
        _exclusive_bound(result, "maximum", "exclusiveMaximum")
        _typed(result, raw)
        return _nullable(result) if _is_nullable(raw) else result

    def _filled(self, raw: dict[str, Json], pointer: Pointer) -> dict[str, Json]:
        """The schema with its values (an enum, a text) that are kept elsewhere and referred to, as many tools allow."""
        referring = [k for k, v in raw.items() if k in _REFERABLE and isinstance(v, dict) and "$ref" in v]
        for keyword in referring:
            raw = {**raw, keyword: self._value_at(keyword, raw[keyword], pointer)}
        return raw

    def _value_at(self, keyword: str, value: dict[str, Json], pointer: Pointer) -> Json:
        """What the value of a keyword refers to; an example may really be a mapping with `$ref`."""
        if not isinstance(value["$ref"], str):
            return value
        reference = self._references.find(value["$ref"], self._document, (*pointer, keyword, "$ref"))
        if reference.problem is None:
            target = self._references.target(reference.target)
            return target.value if target else None
        if keyword in ("example", "examples"):
            return value
        self.found.append(reference)
        return None

    def _reference(self, keyword: str, raw: dict[str, Json], pointer: Pointer) -> dict[str, Json]:
        reference = self._references.find(raw[keyword], self._document, (*pointer, keyword))
        self.found.append(reference)
        siblings_count = self._versions.siblings_count(self._document)
        beside = raw if siblings_count else {k: v for k, v in raw.items() if _counts_beside_reference(k)}
        result = {"$ref": reference.target, **self._members(beside, pointer)}
        if isinstance(raw.get("summary"), str):
            result.setdefault("description", raw["summary"])
        return _or_null(result) if _is_nullable(raw) else result

    def _members(self, raw: dict[str, Json], pointer: Pointer) -> dict[str, Json]:
        result: dict[str, Json] = {}
        for keyword, value in raw.items():
            if keyword in _SCHEMA:
                self._single(keyword, value, pointer, raw, result)
            elif keyword in _LISTS:
                if isinstance(value, list) and value:
                    result[keyword] = [self.schema(item, (*pointer, keyword, i)) for i, item in enumerate(value)]
                elif isinstance(value, dict) and (members := self._members_elsewhere(value, (*pointer, keyword))):
                    result[keyword] = list(members.values())
            elif keyword in _MAPS:
                if isinstance(value, dict) and isinstance(value.get("$ref"), str):
                    result[keyword] = self._members_elsewhere(value, (*pointer, keyword))
                elif isinstance(value, dict):
                    result[keyword] = self._map(value, (*pointer, keyword))
            elif keyword == "discriminator":
                self._discriminator(value, (*pointer, keyword), result)
            elif keyword == "example":
                if value is not None:
                    result.setdefault("examples", [value])
            elif keyword == "dependencies":
                self._dependencies(value, (*pointer, keyword), result)
            elif keyword != "type" and (cleaned := clean(keyword, value)) is not UNSET:
                result[keyword] = cleaned
        _lift_required(raw.get("properties"), result)
        return result

    def _members_elsewhere(self, value: dict[str, Json], pointer: Pointer) -> dict[str, Json]:
        """A map or list of schemas that is itself a reference: each of its members as one."""
        if not isinstance(value.get("$ref"), str):
            return {}
        whole = self._references.find(value["$ref"], self._document, (*pointer, "$ref"))
        target = self._references.target(whole.target) if whole.problem is None else None
        if target is None or not isinstance(target.value, dict | list):
            self.found.append(whole)
            return {}
        steps = list(target.value) if isinstance(target.value, dict) else range(len(target.value))
        members = {
            str(step): Reference(
                self._references.key_of(Target(target.document, (*target.pointer, step), target.value[step])),
                whole.origin,
            )
            for step in steps
        }
        self.found += members.values()
        return {step: {"$ref": member.target} for step, member in members.items()}

    def _map(self, members: dict[str, Json], pointer: Pointer) -> dict[str, Json]:
        return {
            name: self.schema(member, (*pointer, name))
            for name, member in members.items()
            if isinstance(member, dict | bool)
        }

    def _single(
        self, keyword: str, value: Json, pointer: Pointer, raw: dict[str, Json], result: dict[str, Json]
    ) -> None:
        if keyword == "items" and isinstance(value, list):  # a tuple, as drafts before 2020-12 write it
            result["prefixItems"] = [self.schema(item, (*pointer, keyword, i)) for i, item in enumerate(value)]
            rest = raw.get("additionalItems")
            if isinstance(rest, dict | bool):
                result["items"] = self.schema(rest, (*pointer, "additionalItems"))
            if not value:
                del result["prefixItems"]
        elif isinstance(value, dict | bool):
            result[keyword] = self.schema(value, (*pointer, keyword))

    def _dependencies(self, value: Json, pointer: Pointer, result: dict[str, Json]) -> None:
        if isinstance(value, dict):
            lists = clean("dependentRequired", value)
            schemas = {k: self.schema(v, (*pointer, k)) for k, v in value.items() if isinstance(v, dict | bool)}
            if lists:
                result["dependentRequired"] = lists
            if schemas:
                result["dependentSchemas"] = schemas

    def _discriminator(self, value: Json, pointer: Pointer, result: dict[str, Json]) -> None:
        if isinstance(value, str):
            value = {"propertyName": value}
        if not isinstance(value, dict) or not isinstance(value.get("propertyName"), str):
            return
        if "defaultMapping" in value:  # the tag may be missing or unknown then (OpenAPI 3.2), so it decides nothing
            return
        mapping: dict[str, str] = {}
        written = value.get("mapping")
        for tag, name in written.items() if isinstance(written, dict) else ():
            if isinstance(name, str):
                reference = self._references.find_named(name, self._document, (*pointer, "mapping", tag))
                self.found.append(reference)
                if reference.problem is None:
                    mapping[tag] = reference.target
        result["discriminator"] = {"propertyName": value["propertyName"], "mapping": mapping}


def _counts_beside_reference(keyword: str) -> bool:
    return keyword in ANNOTATIONS or keyword == "example" or keyword.startswith("x-")


def _is_nullable(raw: dict[str, Json]) -> bool:
    """Whether null is allowed by `nullable`; a part of `allOf` that says nothing else says it of the whole."""
    if raw.get("nullable") in (True, "true") or raw.get("x-nullable") is True:
        return True
    parts = raw.get("allOf")
    return isinstance(parts, list) and any(
        isinstance(part, dict) and part.get("nullable") is True and part.keys() <= {"nullable", "description", "title"}
        for part in parts
    )


def _nullable(schema: dict[str, Json]) -> dict[str, Json]:
    """The schema with null allowed, each child in its place."""
    if "allOf" in schema or "const" in schema:
        return _or_null(schema)
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema and {"type": "null"} not in schema[keyword]:
            schema[keyword].append({"type": "null"})
    if "enum" in schema and None not in schema["enum"]:
        schema["enum"] = [*schema["enum"], None]
        schema[DOUBTFUL_NULL] = True
    if "type" not in schema and "oneOf" not in schema and "anyOf" not in schema and implied_type(schema):
        schema["type"] = implied_type(schema)
    if "type" in schema:
        types, _ = types_of(schema["type"])
        schema["type"] = [*(t for t in types if t != "null"), "null"]
    return schema


def _or_null(schema: dict[str, Json]) -> dict[str, Json]:
    return OrNull({"anyOf": [schema, {"type": "null"}]})


def _exclusive_bound(schema: dict[str, Json], bound: str, exclusive: str) -> None:
    """A boolean `exclusiveMinimum` says that `minimum` itself is out (3.0); 2020-12 has the number there."""
    flag = schema.get(exclusive)
    if isinstance(flag, bool):
        del schema[exclusive]
        if flag and bound in schema:
            schema[exclusive] = schema.pop(bound)


def _lift_required(properties: Json, result: dict[str, Json]) -> None:
    """`required: true` on a property (drafts before 4, often seen) means that the object requires it."""
    if isinstance(properties, dict):
        names = [n for n, p in properties.items() if isinstance(p, dict) and p.get("required") is True]
        if names:
            result["required"] = list(dict.fromkeys([*result.get("required", ()), *names]))


def _typed(schema: dict[str, Json], raw: dict[str, Json]) -> None:
    """Sets `type`, and brings enum, const and default to it where their spelling differs."""
    types, format = types_of(raw["type"]) if raw.get("type") is not None else ((), "")
    if format:
        schema.setdefault("format", format)
    for keyword in ("enum", "const"):
        if keyword in schema and types:
            values = schema["enum"] if keyword == "enum" else [schema["const"]]
            fitted = [v if v is None else fit(v, types) for v in values]
            if UNSET in fitted:
                types = tuple(dict.fromkeys([*types, *(json_type(v) for v in values)]))
            else:
                schema[keyword] = fitted if keyword == "enum" else fitted[0]
    if schema.get("default") is not None and types:
        default = fit(schema["default"], types)
        if default is UNSET:
            del schema["default"]
        else:
            schema["default"] = default
    if types:
        schema["type"] = types[0] if len(types) == 1 else list(types)
