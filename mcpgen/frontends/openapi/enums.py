"""Fixed sets of values: `enum` and `const`, with the labels that extensions give them."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi.keywords import SCALAR_TYPES, json_type
from mcpgen.frontends.openapi.reading import Notes, Table, notes, nothing_but_null
from mcpgen.model.json import Json
from mcpgen.model.schema import Enum, Scalar, ScalarType, Schema, Union, Variant

_LABELS = (
    "x-enum-descriptions",
    "x-enumDescriptions",
    "x-enum-varnames",
    "x-enumNames",
    "x-enum-names",
    "x-enumVarnames",
)


def enumeration(raw: dict[str, Json], types: list[str], nullable: bool, origin: Origin, table: Table) -> Schema:
    """The schema of fixed values. Values of several scalar types are a union of sets; lists and objects stay untold."""
    written = raw["enum"] if "enum" in raw else [raw["const"]]
    about = notes(raw, origin, nullable=None in written and (nullable or not types))
    pairs = _unique(written, _labels(raw, written))
    kinds = list(dict.fromkeys(json_type(value) for value, _ in pairs))
    if not kinds:
        return nothing_but_null(about)
    if any(kind not in SCALAR_TYPES for kind in kinds):
        rest = {k: v for k, v in raw.items() if k not in ("enum", "const")}
        return replace(table.read(rest, origin), exact=False, source=raw)
    if "number" in kinds or (kinds == ["integer"] and types == ["number"]):
        kinds = ["number" if kind == "integer" else kind for kind in kinds]
        kinds = list(dict.fromkeys(kinds))
    if len(kinds) == 1:
        return _enum(kinds[0], pairs, about)
    inner = Notes(**{**about, "title": "", "description": "", "nullable": False, "examples": ()})
    variants = []
    for kind in kinds:
        chosen = [
            (v, label) for v, label in pairs if json_type(v) == kind or (kind == "number" and json_type(v) == "integer")
        ]
        values = [value for value, _ in chosen]
        schema = _enum(kind, chosen, Notes(**{**inner, "source": {"enum": values}}))
        variants.append(Variant(label=kind, schema=schema))
    return Union(variants=tuple(variants), **about)


def merged_enum(enums: list[Enum], about: Notes) -> Enum | Scalar:
    """One set of all the values of `enums`, which are of one type; a lone value is labelled by its own title."""
    pairs: list[tuple[Json, str]] = []
    for enum in enums:
        lone = enum.title or enum.description if len(enum.values) == 1 else ""
        pairs += zip(enum.values, enum.labels or [lone] * len(enum.values), strict=True)
    return _enum(enums[0].type, _unique([v for v, _ in pairs], [label for _, label in pairs]), about)


def _enum(kind: str, pairs: list[tuple[Json, str]], about: Notes) -> Enum | Scalar:
    values = tuple(value for value, _ in pairs)
    if kind == "boolean" and len(values) == 2:
        return Scalar(type="boolean", **about)
    labels = tuple(label for _, label in pairs) if all(label for _, label in pairs) else ()
    return Enum(type=cast("ScalarType", kind), values=values, labels=labels, **about)


def _unique(values: list[Json], labels: list[str]) -> list[tuple[Json, str]]:
    found: dict[tuple[str, str], tuple[Json, str]] = {}
    for value, label in zip(values, labels, strict=True):
        if value is not None:
            found.setdefault((json_type(value), str(value)), (value, label))
    return list(found.values())


def _labels(raw: dict[str, Json], values: list[Json]) -> list[str]:
    """A label a value, '' where none is given: from a list in step with the values, or a mapping by value."""
    for keyword in _LABELS:
        given = raw.get(keyword)
        if isinstance(given, dict):
            texts = [given.get(str(value)) for value in values]
        elif isinstance(given, list) and len(given) == len(values):
            texts = given
        elif isinstance(given, list) and len(given) == len(values) - values.count(None):
            rest = iter(given)
            texts = [None if value is None else next(rest) for value in values]
        else:
            continue
        return [text.strip() if isinstance(text, str) else "" for text in texts]
    return _microsoft_labels(raw, values)


def _microsoft_labels(raw: dict[str, Json], values: list[Json]) -> list[str]:
    extension = raw.get("x-ms-enum")
    entries = extension.get("values") if isinstance(extension, dict) else None
    given = {
        str(entry.get("value")): entry.get("description") or entry.get("name")
        for entry in (entries if isinstance(entries, list) else ())
        if isinstance(entry, dict)
    }
    texts = [given.get(str(value)) for value in values]
    return [text if isinstance(text, str) else "" for text in texts]
