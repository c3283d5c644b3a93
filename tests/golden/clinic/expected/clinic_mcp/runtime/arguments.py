"""Arguments as the model gave them, made into what a tool's function may trust."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from typing import Any

from .errors import ArgumentError
from .tool import Names, Tool
from .values import Json, with_null

MOST_PROBLEMS = 5
_DIGITS = ("^[0-9]+$", "^-?[0-9]+$", "^[1-9][0-9]*$")
_IDENTIFIERS = {"id", "ids", "pk", "uid", "gid", "uuid", "guid", "number", "index"}


class Arguments:
    """Understands and checks the arguments of one tool; jsonschema is loaded at its first call."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = schema

    @cached_property
    def _validator(self) -> Any:
        return import_module("jsonschema").Draft202012Validator(self._schema)

    def checked(self, given: Mapping[str, Json], tool: Tool) -> dict[str, Json]:
        """`given`, understood and checked. Raises ArgumentError that names every wrong argument."""
        needed = self._schema.get("required", ())
        told = {name: value for name, value in given.items() if value is not None or name in needed}
        understood: dict[str, Json] = _understood("", told, self._schema)
        problems = [p for e in self._validator.iter_errors(understood) for p in problems_of(e)]
        problems = sorted(set(problems)) or _rules_broken(understood, tool)
        if problems:
            raise ArgumentError(listed(problems))
        return {name: with_null(value) for name, value in understood.items()}


def listed(problems: Sequence[str]) -> str:
    """The first few problems in one line."""
    more = len(problems) - MOST_PROBLEMS
    return " ".join(problems[:MOST_PROBLEMS]) + (f" And {more} more." if more > 0 else "")


def _understood(name: str, value: Json, schema: Mapping[str, Any]) -> Json:
    """`value` with the few other spellings that are understood; everything else as it is."""
    kind = schema.get("type")
    match value:
        case str() if kind in ("array", "object"):
            value = _parsed(value, list if kind == "array" else dict)
        case str() if kind == "integer" and re.fullmatch(r"-?[0-9]{1,100}", value):
            return int(value)
        case "true" | "false" if kind == "boolean":
            return value == "true"
        case _ if schema.get("contentMediaType") == "application/json" and not isinstance(
            value, str
        ):
            return json.dumps(value, ensure_ascii=False)
        case int() if kind == "string" and not isinstance(value, bool):
            listed_too = str(value) in schema.get("enum", ())
            return str(value) if listed_too or _is_identifier(name, schema) else value
        case float() if kind == "integer" and value.is_integer():
            return int(value)
    if isinstance(value, dict) and kind == "object":
        known = schema.get("properties", {})
        return {k: _understood(k, v, known[k]) if k in known else v for k, v in value.items()}
    if isinstance(value, list) and kind == "array":
        return [_understood(name, item, schema.get("items", {})) for item in value]
    return value


def _parsed(text: str, wanted: type) -> Json:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, wanted) else text


def _is_identifier(name: str, schema: Mapping[str, Any]) -> bool:
    last = re.split(r"_|(?<=[a-z])(?=[A-Z])", name)[-1].lower()
    return last in _IDENTIFIERS or schema.get("pattern") in _DIGITS


def _rules_broken(args: Mapping[str, Json], tool: Tool) -> list[str]:
    """The rules between arguments that do not hold."""

    def given(names: Names) -> bool:
        return all(args.get(name) is not None for name in names)

    broken = []
    for triggers, needed in (*((names, names) for names in tool.together), *tool.needs):
        cause = next((name for name in triggers if given([name])), None)
        if cause is not None:
            missing = [name for name in needed if not given([name])]
            broken += [f"{name}: needed when {cause} is given." for name in missing]
    for sets in tool.any_of:
        if not any(given(names) for names in sets):
            broken.append(f"Give {_alternatives(sets)}.")
    for sets in tool.one_of:
        if sum(given(names) for names in sets) != 1:
            broken.append(f"Give either {_alternatives(sets)}, and only one of these.")
    return broken


def _alternatives(sets: Sequence[Names]) -> str:
    return " or ".join(" with ".join(names) for names in sets)


def problems_of(error: Any) -> list[str]:
    """One jsonschema error, as sentences that name the argument and say what to give."""
    steps = ".".join(str(step) for step in error.absolute_path)
    place, under = steps or "the whole", steps + "." if steps else ""
    value, limit = error.instance, error.validator_value
    match error.validator:
        case "required":
            known = error.schema.get("properties", {})
            missing = [name for name in limit if name not in value]
            said = [f"{under}{n}: required, give {_kind(known.get(n, {}))}." for n in missing]
            return [" ".join(said)]
        case "additionalProperties" if limit is False:
            known = list(error.schema.get("properties", ()))
            return [_unknown(under, name, known) for name in value if name not in known]
        case "dependentRequired":
            return [
                f"{under}{name}: needed when {cause} is given."
                for cause, names in limit.items()
                for name in names
                if cause in value and name not in value
            ]
        case "type" if value is None:
            return [f"{place}: leave it out, or give {_kind(error.schema)}."]
        case "type" | "pattern" | "enum":
            return [f"{place}: give {_kind(error.schema)}, got {_shown(value)}."]
        case str() as keyword if keyword in _LIMITS:
            return [f"{place}: {_LIMITS[keyword].format(limit)}, got {_shown(value)}."]
    return [f"{place}: {error.message[:200]}."]


_LIMITS = {
    "const": "give {!r}",
    "minimum": "give at least {}",
    "maximum": "give at most {}",
    "exclusiveMinimum": "give more than {}",
    "exclusiveMaximum": "give less than {}",
    "multipleOf": "give a multiple of {}",
    "minLength": "give at least {} characters",
    "maxLength": "give at most {} characters",
    "minItems": "give at least {} items",
    "maxItems": "give at most {} items",
    "minProperties": "give at least {} properties",
    "maxProperties": "give at most {} properties",
}


def _unknown(under: str, name: str, known: Sequence[str]) -> str:
    close = get_close_matches(name, known, 1, 0.5)
    hint = f"Did you mean {close[0]}?" if close else f"It takes {', '.join(known) or 'none'}."
    return f"{under}{name[:64]}: no such argument. {hint}"


def _kind(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    if choices := schema.get("enum"):
        return f"one of {', '.join(_shown(choice) for choice in choices[:20])}"
    if kind == "string" and (pattern := schema.get("pattern")):
        return (
            "a string of digits" if pattern in _DIGITS else f"a string that matches {pattern[:100]}"
        )
    article = "an" if kind in ("integer", "array", "object") else "a"
    return f"{article} {kind}" if isinstance(kind, str) else "a value of the right type"


def _shown(value: Json) -> str:
    text = repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
