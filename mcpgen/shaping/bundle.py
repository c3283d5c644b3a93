"""The API's own schema of a body, ready to check a body against before it is sent: self-contained and without prose.

References become `#/$defs/NAME`; what a request must not carry (readOnly) is no longer required, and patterns that
no server can hold are dropped, so a check never refuses what only another regex engine understands.
"""

from __future__ import annotations

import re
from typing import Any

from mcpgen.model.formats import CHECKED, WHOLE, breaks_format
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.overlap import excludes_all
from mcpgen.model.schema import Schema, Schemas, name_of
from mcpgen.patterns.limits import is_held

SINGLE = ("additionalProperties", "items", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems")
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
NAMED = ("properties", "dependentSchemas")
PLAIN = (
    "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
    "minLength", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties",
    "dependentRequired",
)  # fmt: skip


MAX_HOPS = 8
"""References to references that are followed."""
MAX_LEVELS = 200
MAX_BRANCHES = 5_000
"""Schemas that a value may be checked against in the check of one definition."""


def _cost(schema: Json, found: JsonObject, known: dict[str, int], depth: int) -> int:
    """How many schemas one value is checked against; those of its members are not counted."""
    if not isinstance(schema, dict):
        return 1
    if depth > MAX_LEVELS:
        return MAX_BRANCHES + 1
    inner = _of_the_same_value(schema)
    cost = 1 + sum(_cost(s, found, known, depth + 1) for s in inner)
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    if name:
        if name not in known:
            known[name] = min(_cost(found.get(name), found, known, depth + 1), MAX_BRANCHES + 1)
        cost += known[name]
    return cost


def _of_the_same_value(schema: JsonObject) -> list[Json]:
    """The schemas inside one that check the value itself, and not a member of it."""
    inner = [s for key in ("allOf", "anyOf", "oneOf") for s in schema.get(key, ())]
    inner += [schema[key] for key in ("not", "if", "then", "else") if key in schema]
    return [*inner, *schema.get("dependentSchemas", {}).values()]


def _inner(source: JsonObject) -> list[Json]:
    """The schemas in one, but for those of properties with names by pattern."""
    lists = [source[key] for key in LISTS if isinstance(source.get(key), list)]
    named = [source[key] for key in NAMED if isinstance(source.get(key), dict)]
    return [
        *(source[key] for key in SINGLE if key in source),
        *(each for one in lists for each in one),
        *(each for one in named for each in one.values()),
    ]


def _longest(source: JsonObject) -> int | None:
    """How many characters a text has at most, None where that is not said."""
    most = source.get("maxLength")
    return most if isinstance(most, int) else None


def _format_keywords(source: JsonObject) -> JsonObject:
    """What a format says: for a text that it is checked, for a whole number its bounds."""
    name, kind = source.get("format"), source.get("type")
    kinds = [one for one in kind if one != "null"] if isinstance(kind, list) else [kind]
    if not isinstance(name, str) or len(kinds) != 1:
        return {}
    if kinds == ["string"] and "pattern" not in source and name in CHECKED:
        default = source.get("default")
        if breaks_format(default, name):
            return {"anyOf": [{"type": kind, "format": name}, {"type": "string", "enum": [default]}]}
        return {"format": name}
    if kinds == ["integer"] and name in WHOLE:
        least, most = WHOLE[name]
        low, high = source.get("minimum"), source.get("maximum")
        return {
            "minimum": max(low, least) if isinstance(low, int | float) else least,
            "maximum": min(high, most) if isinstance(high, int | float) else most,
        }
    return {}


class Definitions:
    """Collects the shared schemas that checks refer to, each under one name."""

    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas
        self._names: dict[str, str] = {}
        self._found: dict[str, Json] = {}
        self._used: set[str] = set()
        self._waiting: list[str] = []
        self._drops_patterns = False

    def bundled(self, schema: Schema) -> JsonObject:
        """The check for a schema; what it refers to joins the definitions."""
        made = self._copy(schema.source)
        while self._waiting:
            target = self._waiting.pop()
            self._found[self._names[target]] = self._copy(self._schemas.definition(target))
        return made if isinstance(made, dict) else {}

    def followed(self, source: Json) -> Json:
        """What a reference leads to in the end, as it is written there; anything else as it is."""
        for _ in range(MAX_HOPS):
            if not isinstance(source, dict) or not isinstance(target := source.get("$ref"), str):
                return source
            source = self._schemas.definition(target)
        return {}

    def unheld(self, schema: Schema) -> tuple[str, ...]:
        """The patterns that the check of a schema, made before, leaves out."""
        found: dict[str, None] = {}
        seen: set[str] = set()
        waiting: list[Json] = [schema.source] if self._drops_patterns else []
        while waiting:
            source = waiting.pop()
            if not isinstance(source, dict):
                continue
            named = source["patternProperties"] if isinstance(source.get("patternProperties"), dict) else {}
            own = [source["pattern"]] if isinstance(source.get("pattern"), str) else []
            found |= dict.fromkeys(p for p in own if not is_held(p, _longest(source)))
            found |= dict.fromkeys(p for p in named if not is_held(p))
            waiting += [*named.values(), *_inner(source)]
            if isinstance(target := source.get("$ref"), str) and target not in seen:
                seen.add(target)
                waiting.append(self._schemas.definition(target))
        return tuple(sorted(found))

    def _if_held(self, pattern: str, longest: int | None) -> JsonObject:
        """A pattern as a keyword, nothing of one that no server can hold."""
        if is_held(pattern, longest):
            return {"pattern": pattern}
        self._drops_patterns = True
        return {}

    def collected(self) -> JsonObject:
        """All definitions so far, by name; one whose check would never end, or take too long, says nothing."""
        ending = {n: True if self._comes_back(n, found) else found for n, found in self._found.items()}
        costs: dict[str, int] = {}
        return {n: ending[n] if _cost(ending[n], ending, costs, 0) <= MAX_BRANCHES else True for n in sorted(ending)}

    def _comes_back(self, name: str, schema: Json) -> bool:
        """Whether checking `schema` would check `name` again on the same value."""
        seen: set[str] = set()
        waiting = [schema]
        while waiting:
            inner = waiting.pop()
            if not isinstance(inner, dict):
                continue
            target = inner.get("$ref", "").removeprefix("#/$defs/")
            if target == name:
                return True
            waiting += _of_the_same_value(inner)
            if target and target not in seen:
                seen.add(target)
                waiting.append(self._found.get(target))
        return False

    def _reference(self, target: str) -> dict[str, Json]:
        name = self._names.get(target)
        if name is None:
            name = self._names[target] = self._free_name(target)
            self._waiting.append(target)
        return {"$ref": f"#/$defs/{name}"}

    def _free_name(self, target: str) -> str:
        around = [part for part in target.rpartition("/")[0].split("/") if part]
        parts = [re.sub(r"[^A-Za-z0-9_.-]", "_", part) for part in (*around, name_of(target))]
        name = next(
            (name for k in range(1, len(parts) + 1) if (name := "_".join(parts[-k:])) not in self._used),
            f"schema_{len(self._used)}",
        )
        self._used.add(name)
        return name

    def _copy(self, source: Json) -> Json:
        if not isinstance(source, dict):
            return bool(source)
        out: dict[str, Any] = {}
        for key in PLAIN:
            if key in source:
                out[key] = source[key]
        if isinstance(source.get("pattern"), str):
            out |= self._if_held(source["pattern"], _longest(source))
        out |= _format_keywords(source)
        for key in SINGLE:
            if key in source:
                out[key] = self._copy(source[key])
        chosen = self._discriminated(source)
        for key in LISTS:
            if isinstance(source.get(key), list) and source[key] and key not in chosen:
                keyword = "anyOf" if key == "oneOf" and self._is_loose(source) else key
                out[keyword] = [self._copy(s) for s in source[key]]
        if chosen:
            out["allOf"] = [*out.get("allOf", ()), *chosen.values()]
        for key in NAMED:
            if isinstance(source.get(key), dict):
                out[key] = {name: self._copy(s) for name, s in source[key].items()}
        if isinstance(source.get("patternProperties"), dict):
            named = source["patternProperties"].items()
            # An empty pattern allows every name, which validators take for no pattern.
            out["patternProperties"] = {name or "^": self._copy(s) for name, s in named if self._if_held(name, None)}
            if len(named) > len(out["patternProperties"]):  # any other name may be one of these
                out.pop("additionalProperties", None)
        required = source.get("required")
        if isinstance(required, list):
            properties = source["properties"] if isinstance(source.get("properties"), dict) else {}
            kept = [n for n in required if isinstance(n, str) and not self._is_read_only(properties.get(n))]
            if kept:
                out["required"] = kept
        if isinstance(source.get("$ref"), str):
            reference = self._reference(source["$ref"])
            if not out:
                return reference
            out["allOf"] = [*out.get("allOf", ()), reference]
        return out

    def _discriminated(self, source: dict[str, Json]) -> dict[str, Json]:
        """What stands for a choice with a discriminator, by its keyword: the tag decides which branch has to fit.

        JSON Schema knows no discriminator, and would refuse what fits two branches (OpenAPI 3.1, Discriminator Object).
        """
        keyword = next((k for k in ("oneOf", "anyOf") if isinstance(source.get(k), list)), "")
        discriminator = source.get("discriminator")
        if not keyword or not isinstance(discriminator, dict) or not isinstance(discriminator.get("propertyName"), str):
            return {}
        name, branches = discriminator["propertyName"], [self._copy(branch) for branch in source[keyword]]
        tags = [list(values) for values in self._schemas.tags(source)]
        if not all(tags) or not all(isinstance(branch, dict) and "$ref" in branch for branch in source[keyword]):
            return {keyword: {"anyOf": branches}}
        known = [tag for values in tags for tag in values]
        decided = [
            {"if": {"properties": {name: {"enum": values}}, "required": [name]}, "then": branch}
            for values, branch in zip(tags, branches, strict=True)
        ]
        return {keyword: {"properties": {name: {"enum": known}}, "required": [name], "allOf": decided}}

    def _is_loose(self, source: JsonObject) -> bool:
        """Whether a `oneOf` would refuse what is meant: its branches differ in what is not checked, or not at all."""
        if "anyOf" in source:
            return False
        return self._by_format(source["oneOf"]) or excludes_all(source, self._schemas.definition)

    def _by_format(self, branches: list[Json]) -> bool:
        """Whether only formats tell some branches apart, which are not checked: one text would fit several then."""
        found = [self._target(branch) for branch in branches]
        formats = [
            branch.get("format") for branch in found if isinstance(branch, dict) and branch.get("type") == "string"
        ]
        return len(formats) > 1 and any(formats)

    def _target(self, source: Json) -> Json:
        """What a schema is or refers to, as far as it can be told."""
        for _ in range(MAX_HOPS):
            if not isinstance(source, dict) or not isinstance(source.get("$ref"), str):
                break
            source = self._schemas.definition(source["$ref"])
        return source

    def _is_read_only(self, source: Json) -> bool:
        for _ in range(MAX_HOPS):
            if not isinstance(source, dict):
                return False
            if source.get("readOnly") is True:
                return True
            if not isinstance(source.get("$ref"), str):
                return False
            source = self._schemas.definition(source["$ref"])
        return False
