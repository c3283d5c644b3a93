"""Whether a `oneOf` can be fulfilled: values are made from each branch, and tried on all of them.

Where none of them fits its own branch alone, the choice refuses whatever its branches describe, and judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

import jsonschema_rs

from tests.coverage.samples import flattened, instance

_MOST: Final = 32
"""Branches, and values of one field, that are tried."""
_MOST_VALUES: Final = 1_000
"""Values of one branch that are tried."""


def excludes_all(branches: list[Any], defs: Mapping[str, Any]) -> bool:
    """Whether no value that is made from one branch, other than null, fits that branch alone."""
    if not 2 <= len(branches) <= _MOST:
        return False
    try:
        checks = [jsonschema_rs.validator_for(_whole(branch, defs)) for branch in branches]
    except (ValueError, jsonschema_rs.ValidationError):
        return False
    made = [value for branch in branches for value in islice(_values(branch, defs), _MOST_VALUES) if value is not None]
    return bool(made) and not any(sum(check.is_valid(value) for check in checks) == 1 for value in made)


def loosened(schema: Any, defs: Mapping[str, Any]) -> Any:
    """A schema in which every choice that refuses all is a choice of any."""
    if isinstance(schema, list):
        return [loosened(each, defs) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: loosened(inner, defs) for key, inner in schema.items()}
    if isinstance(schema.get("oneOf"), list) and "anyOf" not in schema and excludes_all(schema["oneOf"], defs):
        made["anyOf"] = made.pop("oneOf")
    return made


def _whole(branch: Any, defs: Mapping[str, Any]) -> Any:
    return {**branch, "$defs": dict(defs)} if isinstance(branch, dict) else branch


def _values(branch: Any, defs: Mapping[str, Any]) -> Iterator[Any]:
    """Values of a branch: with all it describes, with what it requires, and with each value of its fixed sets."""
    whole = flattened(branch, defs)
    yield from (instance(branch, defs, full=full) for full in (True, False))
    yield from whole.get("enum") or ()
    if not isinstance(whole.get("properties"), dict) or not isinstance(full := instance(branch, defs, full=True), dict):
        yield from ("text", 0.5, True, [], {})
        return
    for name, inner in whole["properties"].items():
        below = flattened(inner, defs)
        yield from ({**full, name: value} for value in (below.get("enum") or ())[:_MOST])
        yield {key: value for key, value in full.items() if key != name}
