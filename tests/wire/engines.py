"""Patterns of ECMA-262 that Python does not read, held by the engine of jsonschema-rs in openapi-core's validators."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import jsonschema_rs
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend


@cache
def reading(kind: type[Validator]) -> type[Validator]:
    """The same validator, which reads the patterns of ECMA-262 that Python does not (`\\p{L}`)."""
    return extend(kind, {"pattern": _pattern(kind.VALIDATORS["pattern"])})


def _pattern(own: Callable[..., Iterator[ValidationError] | None]) -> Callable[..., Iterator[ValidationError]]:
    def check(validator: Validator, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
        other = _other_engine(pattern)
        if other is None:
            yield from own(validator, pattern, instance, schema) or ()
        elif isinstance(instance, str) and not other(instance):
            yield ValidationError(f"{instance!r} does not match {pattern!r}")

    return check


@cache
def _other_engine(pattern: str) -> Callable[[str], bool] | None:
    """What tells of a text whether it has a pattern that Python does not read; None where Python reads it.

    A pattern that nobody reads takes any text.
    """
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        try:
            return jsonschema_rs.validator_for({"pattern": pattern}).is_valid
        except (ValueError, jsonschema_rs.ValidationError):
            return lambda _: True
    return None
