"""Arguments as the model gave them, made into what a tool's function may trust."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from .errors import ArgumentError
from .facts import optional
from .patterns import begin_call
from .tool import Names, Tool
from .validation import TOO_LONG, validator
from .values import LARGEST_EXACT, MOST_LEVELS, Json, argument_value, is_deep, with_null

MOST_PROBLEMS = 5
_DIGITS = ("^[0-9]+$", "^-?[0-9]+$", "^[1-9][0-9]*$")
_NUMBERS = tuple(f"{pattern[:-1]}(\\.[0-9]+)?$" for pattern in _DIGITS)
"""Identifiers that are numbers with a fraction."""
_SINGLE = ("string", "integer", "number", "boolean")
_IDENTIFIERS = {"id", "pk", "uid", "gid", "uuid", "guid", "number", "index"}


class Arguments:
    """Understands and checks the arguments of one tool; jsonschema is loaded at its first call."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = schema

    @cached_property
    def _validator(self) -> Any:
        return validator(self._schema)

    def checked(self, given: Mapping[str, Json], tool: Tool) -> dict[str, Json]:
        """`given`, understood and checked. Raises ArgumentError that names every wrong argument."""
        begin_call()
        needed = self._schema.get("required", ())
        told = {name: value for name, value in given.items() if value is not None or name in needed}
        if is_deep(dict(told)):
            raise ArgumentError(f"Give values of at most {MOST_LEVELS} levels.")
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


def _understood(name: str, value: Json, schema: Mapping[str, Any] | bool) -> Json:
    """`value` with the few other spellings that are understood; everything else as it is."""
    if isinstance(schema, bool):
        return value
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
        case float() if kind == "integer" and value.is_integer():
            return int(value)
        case float() if kind == "string" and value.is_integer() and abs(value) <= LARGEST_EXACT:
            return _understood(name, int(value), schema)
        case int() | float() if kind == "string":
            text = json.dumps(value)
            is_identifier = schema.get("pattern") in _NUMBERS or (
                type(value) is int and _is_identifier(name, schema)
            )
            return text if is_identifier or text in schema.get("enum", ()) else value
    if isinstance(value, dict) and kind == "object":
        known = schema.get("properties", {})
        return {k: _understood(k, v, known[k]) if k in known else v for k, v in value.items()}
    if isinstance(value, list) and kind == "array":
        return [_understood(name, item, schema.get("items", {})) for item in value]
    return value


def _parsed(text: str, wanted: type) -> Json:
    try:
        value = argument_value(text)
    except ValueError:
        return text
    return value if isinstance(value, wanted) else text


def _is_identifier(name: str, schema: Mapping[str, Any]) -> bool:
    last = re.split(r"_|(?<=[a-z])(?=[A-Z])", name)[-1].lower()
    return {last, last.removesuffix("s")} & _IDENTIFIERS != set() or schema.get(
        "pattern"
    ) in _DIGITS


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
            patterns = list(error.schema.get("patternProperties", ()))
            return [_unknown(under, name, known, patterns) for name in value]
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
        case "anyOf" | "oneOf" if error.context and (kinds := _single_kinds(limit)):
            return [f"{place}: give {' or '.join(kinds)}, got {_shown(value)}."]
        case str() as keyword if keyword in _LIMITS:
            return [f"{place}: {_LIMITS[keyword].format(limit)}, got {_shown(value)}."]
        case str() as keyword if keyword in _SAID:
            return [f"{place}: {_SAID[keyword]}."]
        case "format":
            example = optional("formats").EXAMPLES[limit]
            return [f"{place}: give {example}, got {_shown(value)}."]
        case None:  # the schema `false`
            return [f"{place}: leave out {_shown(value)}."]
        case keyword:
            return [f"{place}: not what the API takes ({keyword}), got {_shown(value)}."]


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


_SAID = {
    "anyOf": "it fits none of the kinds that the API takes; give all fields of one of them",
    "oneOf": "give all fields of exactly one of the kinds that the API takes",
    "not": "the API takes anything but this",
    "uniqueItems": "give each item once",
    TOO_LONG: "it would take too long to compare with its pattern; give fewer or shorter texts",
    "contains": "an item that the API needs is missing",
}


def _unknown(under: str, name: str, known: Sequence[str], patterns: Sequence[str]) -> str:
    close = get_close_matches(name, known, 1, 0.5)
    taken = [*known, *(f"names that match {pattern[:60]}" for pattern in patterns)]
    hint = f"Did you mean {close[0]}?" if close else f"It takes {', '.join(taken) or 'none'}."
    return f"{under}{name[:64]}: no such argument. {hint}"


def _single_kinds(schemas: Sequence[Any]) -> list[str]:
    """What to give where each choice is a text or number that can be named, [] where one is not."""
    kinds = [
        _kind(each) for each in schemas if isinstance(each, dict) and each.get("type") in _SINGLE
    ]
    return list(dict.fromkeys(kinds)) if len(kinds) == len(schemas) else []


def _kind(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    if choices := schema.get("enum"):
        return f"one of {', '.join(_shown(choice) for choice in choices[:20])}"
    if kind == "string" and (pattern := schema.get("pattern")):
        return (
            "a string of digits" if pattern in _DIGITS else f"a string that matches {pattern[:100]}"
        )
    form = schema.get("format") if kind == "string" else None
    if form and (example := optional("formats").EXAMPLES.get(form)):
        return str(example)
    article = "an" if kind in ("integer", "array", "object") else "a"
    return f"{article} {kind}" if isinstance(kind, str) else "a value of the right type"


def _shown(value: Json) -> str:
    text = repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
