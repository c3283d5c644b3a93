"""Checks what is sent against the API's own schemas, where the arguments' cannot say it all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from .arguments import listed, problems_of
from .encoding import form_value
from .errors import ArgumentError
from .validation import validator
from .values import Json, json_value, plain

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,99})(\.[0-9]{1,100})?")


@cache
def body_check(package: str, tool: str) -> Callable[[Json], None]:
    """A function that raises ArgumentError for a body that the API would refuse."""
    schemas = _schemas(package)
    return _check({**schemas["tools"][tool], "$defs": schemas["$defs"]})


@cache
def argument_check(package: str, tool: str) -> Callable[[Mapping[str, Json]], None]:
    """A function that raises ArgumentError for arguments that the API would refuse."""
    schemas = _schemas(package)
    wanted: dict[str, Any] = schemas["arguments"][tool]
    check = _check({"properties": wanted, "$defs": schemas["$defs"]})

    def check_meant(args: Mapping[str, Json]) -> None:
        given = {name: value for name in wanted if (value := args.get(name)) is not None}
        check({name: _meant(plain(value), wanted[name]) for name, value in given.items()})

    return check_meant


@cache
def place_check(package: str, tool: str) -> Callable[[Mapping[str, Any]], None]:
    """A function that raises ArgumentError for a value outside the body that the API refuses.

    It takes the parts of a request, in which such a value is one parameter, whatever it is made of.
    """
    schemas = _schemas(package)
    wanted: dict[str, Any] = schemas["places"][tool]
    checks = {
        place: _check({"properties": properties, "$defs": schemas["$defs"]}, in_pairs=True)
        for place, properties in wanted.items()
    }

    def check_values(parts: Mapping[str, Any]) -> None:
        for place, check in checks.items():
            given = parts.get(place)
            if not isinstance(given, dict):  # the whole query string
                given = dict.fromkeys(wanted[place], given)
            check(plain(form_value({n: given[n] for n in wanted[place] if n in given})))

    return check_values


@cache
def _schemas(package: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(package).joinpath("bodies.json").read_bytes())
    return found


def _check(schema: Mapping[str, Any], *, in_pairs: bool = False) -> Callable[[Json], None]:
    """The check of a value; `in_pairs`: of what is empty nothing was written, so it is missing."""
    best_match = import_module("jsonschema").exceptions.best_match
    accepts = validator(schema)

    def check(value: Json) -> None:
        errors = [best_match([error]) for error in accepts.iter_errors(value)]
        if problems := [problem for error in errors for problem in problems_of(error)]:
            told = listed(sorted(set(problems)))
            if in_pairs:
                told = told.replace("required, give an object.", "required, give what is in it.")
            raise ArgumentError("The API would not take it. " + told)

    return check


def _meant(value: Json, schema: Any) -> Json:
    """An argument as the API's type has it: outside the body a text is the number that it says."""
    kind = schema.get("type") if isinstance(schema, dict) else None
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), None) if "string" not in kind else None
    match value:
        case list() if kind == "array":
            each = [*schema.get("prefixItems", []), *([schema.get("items")] * len(value))]
            return [_meant(item, each[index]) for index, item in enumerate(value)]
        case str() if kind in ("integer", "number") and _NUMBER.fullmatch(value):
            return json_value(value)
        case "true" | "false" if kind == "boolean":
            return value == "true"
    return value
