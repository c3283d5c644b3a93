"""Numeric identifiers as strings of digits, whatever bounds their numbers have (PAR002)."""

from __future__ import annotations

import re
from typing import Any

import jsonschema_rs
from hypothesis import given
from hypothesis import strategies as st

from mcpgen.diagnostics import Origin
from mcpgen.model.schema import Scalar
from mcpgen.shaping.scalar_inputs import scalar_input

WORDS = {
    "minimum": "minimum",
    "exclusive_minimum": "exclusiveMinimum",
    "maximum": "maximum",
    "exclusive_maximum": "exclusiveMaximum",
}
BOUNDS = st.dictionaries(st.sampled_from(sorted(WORDS)), st.integers(-6, 6), max_size=2)


@given(st.sampled_from(["integer", "number"]), BOUNDS, st.integers(-9, 9), st.sampled_from(["", ".5"]))
def test_digits_take_what_the_bounds_take(kind: Any, bounds: dict[str, int], number: int, half: str) -> None:
    schema = Scalar(type=kind, identifier="its name says so", origin=Origin(file="a"), **bounds)
    made = scalar_input(schema)
    half = half if kind == "number" else ""
    text = f"{number}{half}"
    validator = jsonschema_rs.Draft202012Validator({"type": kind, **{WORDS[k]: v for k, v in bounds.items()}})
    shown = re.search(made.schema["pattern"], text) is not None
    valid = validator.is_valid(float(text) if half else number)
    if valid:
        assert shown
    if made.exact:
        assert valid == shown
