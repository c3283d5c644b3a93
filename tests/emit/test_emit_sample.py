"""Sample values fit their schema, and are the same in every run."""

from __future__ import annotations

import re
from typing import Any

import jsonschema_rs
import pytest

from mcpgen.emit.evaluate import NoValueError, evaluate
from mcpgen.emit.sample import sample
from mcpgen.model.binding import Exact, File, Parsed, Take
from mcpgen.model.json import UNSET
from mcpgen.patterns.words import in_words

SCHEMAS: list[dict[str, Any]] = [
    {"type": "string"},
    {"type": "string", "minLength": 30},
    {"type": "string", "maxLength": 3},
    {"type": "string", "minLength": 4, "maxLength": 4},
    {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{2,4}$"},
    {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    {"type": "string", "pattern": "^(?:red|green)$"},
    {"type": "string", "pattern": "^\\w+@\\w+\\.com$", "maxLength": 20},
    {"type": "string", "format": "date-time"},
    {"type": "string", "format": "uuid"},
    {"type": "string", "enum": ["b", "a"]},
    {"type": "integer", "minimum": 100, "maximum": 100},
    {"type": "integer", "exclusiveMinimum": 41, "exclusiveMaximum": 43},
    {"type": "integer", "minimum": -5, "maximum": -1},
    {"type": "integer", "multipleOf": 7, "minimum": 20},
    {"type": "number", "minimum": 0.1, "maximum": 0.2},
    {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.01},
    {"type": "number", "multipleOf": 0.5},
    {"type": "boolean"},
    {"type": ["null", "integer"]},
    {"type": "array", "items": {"type": "string"}, "minItems": 3, "uniqueItems": True},
    {"type": "array", "items": {"type": "string", "enum": ["a", "b", "c"]}, "minItems": 3, "uniqueItems": True},
    {"type": "array", "items": {"type": "integer"}, "maxItems": 1},
    {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["a"]},
    {},
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_fits_and_stays(schema: dict[str, Any]) -> None:
    value = sample(schema, {})
    assert value is not UNSET
    assert jsonschema_rs.is_valid(schema, value), value
    assert sample(schema, {}) == value


def test_what_the_author_gives_comes_first() -> None:
    assert sample({"type": "string", "examples": ["mine"], "default": "x", "enum": ["x", "mine"]}, {}) == "mine"
    assert sample({"type": "integer", "default": 20}, {}) == 20
    assert sample({"type": "integer", "default": "twenty"}, {}) == 10
    assert sample({"type": "string", "enum": ["crime"]}, {}) == "crime"
    assert sample({"type": "string", "format": "date"}, {}) == "2025-03-11"


@pytest.mark.parametrize(
    "schema",
    [
        False,
        {"type": "string", "pattern": "^a(?=b)c$"},
        {"type": "string", "pattern": "("},
        {"type": "string", "pattern": "^((b{1000}){1000}){1000}$"},
        {"type": "string", "pattern": "^(((b+)+)+)+$", "minLength": 2_000_000},
        {"type": "integer", "minimum": 5, "maximum": 4},
    ],
)
def test_finds_none_and_ends(schema: Any) -> None:
    assert sample(schema, {}) is UNSET


def test_a_pattern_that_python_would_run_for_hours_has_a_sample() -> None:
    schema = {"type": "string", "pattern": "^(([a-z])+.)+[A-Z]([a-z])+$"}
    assert jsonschema_rs.is_valid(schema, sample(schema, {}))


def test_converted_arguments_hold_what_the_conversion_reads() -> None:
    digits = {"type": "string"}
    assert sample(digits, {("a",): Exact()}, ("a",)) == "7"
    assert sample({"type": "array", "items": digits}, {("a", "*"): Exact()}, ("a",)) == ["7", "8"]
    assert sample({"type": "string"}, {("a",): Parsed(type="array")}, ("a",)) == '["a"]'
    nested = {"type": "object", "properties": {"id": {"type": "string", "minLength": 3}}}
    assert sample(nested, {("a", "id"): Exact()}, ("a",)) == {"id": "123"}


FILES = {
    "": ("text/plain", "image/png"),
    "*/*": ("text/plain", "image/png"),
    "image/png, image/jpeg": ("image/png", "image/jpeg"),
    "image/*": ("image/png", "image/png"),
    "application/pdf": ("application/pdf", "application/pdf"),
    "text/csv": ("text/csv", "text/csv"),
    "application/octet-stream": ("application/octet-stream", "application/octet-stream"),
}


@pytest.mark.parametrize("accepts", FILES)
def test_a_sample_of_a_file_is_what_it_is_sent_as(accepts: str) -> None:
    convert = File(accepts=accepts)
    given = [sample({"type": "string"}, {("f",): convert}, ("f",), number) for number in (0, 1)]
    sent = [evaluate(Take(argument="f", convert=convert), {"f": one}) for one in given]
    assert tuple(one.media_type for one in sent) == FILES[accepts]
    assert all(
        one.startswith(f"data:{kind}") or kind != "image/png" for one, kind in zip(given, FILES[accepts], strict=True)
    )


@pytest.mark.parametrize(
    ("given", "accepts"),
    [
        ("sample text", "image/png"),
        ("data:image/png;base64,/w==", "image/jpeg, application/pdf"),
        ("data:text/plain;base64,/w==", "application/pdf"),
        ("data:,x", "image/*"),
    ],
)
def test_no_file_is_sent_as_what_it_is_not(given: str, accepts: str) -> None:
    with pytest.raises(NoValueError):
        evaluate(Take(argument="f", convert=File(accepts=accepts)), {"f": given})


@pytest.mark.parametrize("pattern", ["^(?!x)[^@]+@.+$", r"^(\d{12}|\d{16})*$", "^[a-c]{3}$"])
def test_a_pattern_that_is_told_in_words_is_followed(pattern: str) -> None:
    schema = {"type": "string", "description": f"A mark. {in_words(pattern)} Deprecated."}
    text = sample(schema, {})
    assert isinstance(text, str)
    assert re.search(pattern, text)


def test_a_pattern_in_words_that_nothing_was_found_for_is_passed_over() -> None:
    assert sample({"type": "string", "description": in_words("^(?=b)a$")}, {}) == "sample text"
