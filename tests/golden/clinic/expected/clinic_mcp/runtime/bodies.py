"""Checks a request body against the API's own schema, where the arguments' cannot say it all."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from .arguments import listed, problems_of
from .errors import ArgumentError
from .values import Json


@cache
def body_check(package: str, tool: str) -> Callable[[Json], None]:
    """A function that raises ArgumentError for a body that the API would refuse."""
    jsonschema = import_module("jsonschema")
    schemas: dict[str, Any] = json.loads(files(package).joinpath("bodies.json").read_bytes())
    schema = {**schemas["tools"][tool], "$defs": schemas["$defs"]}
    validator = jsonschema.Draft202012Validator(schema)

    def check(body: Json) -> None:
        errors = [jsonschema.exceptions.best_match([e]) for e in validator.iter_errors(body)]
        if problems := [problem for error in errors for problem in problems_of(error)]:
            raise ArgumentError("The API would not take it. " + listed(sorted(set(problems))))

    return check
