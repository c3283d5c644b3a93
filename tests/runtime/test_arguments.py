"""What the server understands of the arguments it is given, and what it says of the rest."""

from __future__ import annotations

from typing import Any

import pytest
from bookshop_mcp.runtime.arguments import Arguments
from bookshop_mcp.runtime.errors import ArgumentError
from bookshop_mcp.runtime.tool import Tool
from bookshop_mcp.runtime.values import LARGEST_EXACT
from bookshop_mcp.runtime.wire import NULL

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "book_id": {"type": "string", "pattern": "^[0-9]+$"},
        "name": {"type": "string", "maxLength": 5},
        "limit": {"type": "integer", "minimum": 1, "maximum": 9},
        "price": {"type": "number"},
        "stock": {"type": "boolean"},
        "kind": {"type": "string", "enum": ["a", "b"]},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
        "author_ids": {"type": "array", "items": {"type": "string"}},
        "lines": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"id": {"type": "string"}, "count": {"type": "integer"}},
                "required": ["id"],
                "additionalProperties": False,
            },
        },
        "extra": {"type": "object", "properties": {"a": {"type": "string"}}},
    },
    "additionalProperties": False,
}


async def nothing(args: Any, api: Any) -> Any:
    raise AssertionError


def checked(given: dict[str, Any], **rules: Any) -> dict[str, Any]:
    return Arguments(SCHEMA).checked(given, Tool(name="t", function=nothing, **rules))


@pytest.mark.parametrize(
    ("given", "understood"),
    [
        ({"limit": "5"}, {"limit": 5}),
        ({"limit": 5.0}, {"limit": 5}),
        ({"limit": None}, {}),
        ({"stock": "false"}, {"stock": False}),
        ({"book_id": 9007199254740993}, {"book_id": "9007199254740993"}),
        ({"book_id": float(LARGEST_EXACT)}, {"book_id": "9007199254740991"}),
        ({"author_ids": [1, "2"]}, {"author_ids": ["1", "2"]}),
        ({"author_ids": "[1, 2]"}, {"author_ids": ["1", "2"]}),
        ({"tags": '["x"]'}, {"tags": ["x"]}),
        ({"lines": '[{"id": 1, "count": "2"}]'}, {"lines": [{"id": "1", "count": 2}]}),
        ({"extra": '{"a": "x", "b": null}'}, {"extra": {"a": "x", "b": NULL}}),
        ({"extra": {"b": {"c": None}}}, {"extra": {"b": {"c": NULL}}}),
    ],
)
def test_understands_a_few_other_spellings(given: dict[str, Any], understood: dict[str, Any]) -> None:
    result = checked(given)
    assert result == understood
    assert [type(value) for value in result.values()] == [type(value) for value in understood.values()]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"limit": "5.5"}, "limit: give an integer, got '5.5'."),
        ({"limit": True}, "limit: give an integer, got true."),
        ({"limit": 5.5}, "limit: give an integer, got 5.5."),
        ({"limit": 0}, "limit: give at least 1, got 0."),
        ({"price": "5.5"}, "price: give a number, got '5.5'."),
        ({"stock": "yes"}, "stock: give a boolean, got 'yes'."),
        ({"stock": 1}, "stock: give a boolean, got 1."),
        ({"name": 5}, "name: give a string, got 5."),
        ({"name": "abcdef"}, "name: give at most 5 characters, got 'abcdef'."),
        ({"book_id": "x"}, "book_id: give a string of digits, got 'x'."),
        ({"book_id": True}, "book_id: give a string of digits, got true."),
        ({"kind": "c"}, "kind: give one of 'a', 'b', got 'c'."),
        ({"tags": "x,y"}, "tags: give an array, got 'x,y'."),
        ({"tags": '{"a": 1}'}, "tags: give an array, got '{\"a\": 1}'."),
        ({"lines": [{"count": 1}]}, "lines.0.id: required, give a string."),
        ({"lines": [{"id": "1", "cuont": 1}]}, "lines.0.cuont: no such argument. Did you mean count?"),
        ({"bok_id": "1"}, "bok_id: no such argument. Did you mean book_id?"),
        ({"limit": "x", "kind": "c"}, "kind: give one of 'a', 'b', got 'c'. limit: give an integer, got 'x'."),
    ],
)
def test_says_which_argument_is_wrong_and_what_to_give(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ArgumentError) as error:
        checked(given)
    assert error.value.text == says


def test_says_a_few_problems_and_counts_the_rest() -> None:
    with pytest.raises(ArgumentError) as error:
        checked({f"x{i}": 1 for i in range(9)})
    assert error.value.text.endswith(" And 4 more.")


def test_checks_the_rules_between_arguments() -> None:
    needs = {"needs": [(["name", "kind"], ["price"])]}
    assert checked({"name": "x", "price": 1}, **needs)
    assert checked({"limit": 1}, **needs)
    with pytest.raises(ArgumentError, match=r"^price: needed when kind is given\.$"):
        checked({"kind": "a"}, **needs)
    any_of = {"any_of": [[["name"], ["kind", "price"]]]}
    assert checked({"name": "x", "kind": "a", "price": 1}, **any_of)
    with pytest.raises(ArgumentError, match=r"^Give name or kind with price\.$"):
        checked({"kind": "a"}, **any_of)
    one_of = {"one_of": [[["name"], ["kind"]]]}
    assert checked({"name": "x"}, **one_of)
    for given in ({}, {"name": "x", "kind": "a"}):
        with pytest.raises(ArgumentError, match=r"^Give either name or kind, and only one of these\.$"):
            checked(given, **one_of)


@pytest.mark.parametrize(
    ("schema", "value", "says"),
    [
        ({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, {}, "x: it fits none of the kinds that the API takes"),
        ({"oneOf": [{"type": "object"}, {"minProperties": 0}]}, {}, "x: give all fields of exactly one of the kinds"),
        ({"not": {"type": "string"}}, "y", "x: the API takes anything but this."),
        ({"uniqueItems": True}, [1, 1], "x: give each item once."),
        (False, 1, "leave out 1."),
        ({"patternProperties": {"^x-": {}}, "additionalProperties": False}, {"y": 1}, "It takes names that match ^x-."),
        ({"contains": {"const": 1}}, [2], "x: an item that the API needs is missing."),
        ({"unevaluatedProperties": False}, {"y": 1}, "x: not what the API takes (unevaluatedProperties)"),
    ],
)
def test_says_what_schemas_refuse_without_showing_them(schema: Any, value: Any, says: str) -> None:
    wanted = {"type": "object", "properties": {"x": schema}}
    with pytest.raises(ArgumentError) as raised:
        Arguments(wanted).checked({"x": value}, Tool(name="t", function=nothing))
    assert says in str(raised.value)
    assert "$ref" not in str(raised.value)


def test_names_that_match_a_pattern_are_known() -> None:
    wanted = {"type": "object", "patternProperties": {"^x-": {}}, "additionalProperties": False}
    with pytest.raises(ArgumentError) as raised:
        Arguments(wanted).checked({"x-a": 1, "b": 1}, Tool(name="t", function=nothing))
    assert "b: no such argument" in str(raised.value)
    assert "x-a" not in str(raised.value)


LONG = 10_001


@pytest.mark.parametrize("pattern", ["^[a-z]*$", "^[\\s\\S]*$", ".", "\\S", "^\\w+", "[^x]+"])
def test_a_pattern_that_goes_through_a_text_once_is_run_on_any_length(pattern: str) -> None:
    schema = {"properties": {"x": {"type": "string", "pattern": pattern}}}
    assert Arguments(schema).checked({"x": "a" * LONG}, Tool(name="t", function=nothing)) == {"x": "a" * LONG}
    with pytest.raises(ArgumentError, match="matches"):
        Arguments({"properties": {"x": {"type": "string", "pattern": "^[b]+$"}}}).checked(
            {"x": "a" * LONG}, Tool(name="t", function=nothing)
        )


@pytest.mark.parametrize("pattern", ["a+$", "^.*a.*$", "[a]*b", "^(?:a)*$"])
def test_other_patterns_are_not_run_on_a_text_of_any_length(pattern: str) -> None:
    schema = {"properties": {"x": {"type": "string", "pattern": pattern}}}
    with pytest.raises(ArgumentError, match="give at most 10000 characters"):
        Arguments(schema).checked({"x": "a" * LONG}, Tool(name="t", function=nothing))


def test_a_text_that_is_too_long_is_told_so_and_not_matched() -> None:
    schema = {"properties": {"x": {"type": "string", "pattern": "^(b+)+$", "maxLength": 30}}}
    with pytest.raises(ArgumentError) as error:
        Arguments(schema).checked({"x": "b" * 60 + "a"}, Tool(name="t", function=nothing))
    assert error.value.text.startswith("x: give at most 30 characters")


def test_names_are_as_bounded_as_texts() -> None:
    of_names = {"type": "object", "patternProperties": {"^(a+)+$": {}}, "additionalProperties": False}
    with pytest.raises(ArgumentError, match="give at most 10000 characters"):
        Arguments({"properties": {"x": of_names}}).checked(
            {"x": {"a" * LONG + "b": 1}}, Tool(name="t", function=nothing)
        )


def test_a_float_that_may_be_another_number_is_no_identifier() -> None:
    with pytest.raises(ArgumentError, match="book_id: give a string of digits"):
        checked({"book_id": float(LARGEST_EXACT + 1)})
