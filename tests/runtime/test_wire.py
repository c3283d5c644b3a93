"""Arguments to wire values, and wire values to text."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl, unquote

import pytest
from bookshop_mcp.runtime import encoding
from bookshop_mcp.runtime.errors import ArgumentError
from bookshop_mcp.runtime.values import json_text
from bookshop_mcp.runtime.wire import (
    NULL,
    allow_empty,
    as_json,
    blank,
    body,
    clearable,
    comma,
    comma_pairs,
    deep,
    each,
    integer,
    keep,
    keyed,
    label,
    null_as_blank,
    number,
    optional_body,
    pairs,
    parsed,
    pipe,
    reserved,
    rest,
    segments,
    shape,
    space,
    spread,
    tabbed,
    unescaped,
)
from hypothesis import given, settings
from hypothesis import strategies as st

PASSING = [integer, number, parsed, pairs, comma, pipe, space, tabbed, comma_pairs, deep, spread]


@pytest.mark.parametrize("function", PASSING)
def test_what_is_not_given_stays_so_and_null_passes_through(function: Any) -> None:
    assert function(None) is None
    assert function(NULL) is NULL


def test_each_and_shape_pass_both_through() -> None:
    assert each(integer, None) is None
    assert each(integer, ["1", "2"]) == [1, 2]
    assert each(integer, NULL) is NULL
    assert shape(lambda v: {"a": v}, None) is None
    assert shape(lambda v: {"a": v}, NULL) is NULL
    assert shape(lambda v: {"a": v}, 1) == {"a": 1}
    assert as_json(None) is None
    assert as_json(NULL) == "null"


def test_identifiers_become_exact_numbers() -> None:
    assert integer("9007199254740993") == 9007199254740993
    assert integer("-7") == -7
    assert (integer(str(2**63 - 1)), integer(str(-(2**63)))) == (2**63 - 1, -(2**63))
    assert number("5") == 5
    assert isinstance(number("5"), int)
    assert number("2.5") == 2.5


@pytest.mark.parametrize("text", [str(2**63), str(-(2**63) - 1), "9" * 100])
def test_an_identifier_has_64_bits(text: str) -> None:
    with pytest.raises(ArgumentError, match="64 bits"):
        integer(text)
    assert number(text) == int(text)


@pytest.mark.parametrize("text", ["", "x", "7\n", " 7", "1e3", "٣", "0x1", "1_000", "9" * 101])
def test_other_text_is_no_identifier(text: str) -> None:
    with pytest.raises(ArgumentError):
        integer(text)
    with pytest.raises(ArgumentError):
        number(text)


@pytest.mark.parametrize(
    ("built", "sent"),
    [
        ({"a": None, "b": 1}, {"b": 1}),
        ({"a": {"b": None, "c": {"d": None}}}, {}),
        ({"a": {"b": None, "c": 1}}, {"a": {"c": 1}}),
        ({"a": {}}, {"a": {}}),
        ({"a": []}, {"a": []}),
        ({"a": NULL}, {"a": None}),
        ({"a": {"b": NULL}}, {"a": {"b": None}}),
        ({"a": keep({"b": None})}, {"a": {}}),
        ({"a": [{"b": None}, {"b": 1}]}, {"a": [{}, {"b": 1}]}),
        ({"a": False, "b": 0, "c": ""}, {"a": False, "b": 0, "c": ""}),
    ],
)
def test_a_body_holds_what_was_given_and_nothing_else(built: dict[str, Any], sent: dict[str, Any]) -> None:
    import json

    assert json.loads(json_text(body(built))) == sent
    assert json.loads(json_text(body(body(built)))) == sent
    assert (optional_body(built) is None) == (sent == {})


def test_clearing_sends_null_and_not_both() -> None:
    assert clearable({"nickname": "x"}, "nickname") == "x"
    assert clearable({}, "nickname") is None
    assert clearable({"clear_fields": ["nickname"]}, "nickname") is NULL
    assert null_as_blank(integer(clearable({"clear_fields": ["nickname"]}, "nickname"))) == ""
    assert null_as_blank({"a": NULL}) == {"a": NULL}
    with pytest.raises(ArgumentError, match="nickname"):
        clearable({"nickname": "x", "clear_fields": ["nickname"]}, "nickname")


def test_pairs_become_an_object_with_each_key_once() -> None:
    assert pairs([{"key": "a", "value": "1"}], integer) == {"a": 1}
    assert pairs([]) == {}
    with pytest.raises(ArgumentError, match="twice"):
        pairs([{"key": "a", "value": 1}, {"key": "a", "value": 2}])


def test_objects_with_a_key_become_an_object() -> None:
    items = [{"key": "a", "amount": "1"}, {"key": "b", "amount": "2"}]
    assert keyed(items, lambda item: {"n": integer(item["amount"])}) == {"a": {"n": 1}, "b": {"n": 2}}
    assert keyed(None, integer) is None
    with pytest.raises(ArgumentError, match="twice"):
        keyed([items[0], items[0]], integer)


@pytest.mark.parametrize("text", ["0.1", "-12.50", "1e3", "0.30000000000000004", "1E-7", "123456789012345678901"])
def test_numbers_that_are_held_exactly_pass(text: str) -> None:
    assert Decimal(json_text(parsed(f"[{text}]"))[1:-1]) == Decimal(text)


@pytest.mark.parametrize(
    "text", ["123456789012345678901234567890.5", "0.1000000000000000000001", "1e400", "1e-400", f"1e-{'9' * 40}"]
)
def test_no_number_loses_digits(text: str) -> None:
    with pytest.raises(ArgumentError, match=r"more digits than can be sent"):
        parsed(f'{{"a": [{text}]}}')
    if "e" not in text:
        with pytest.raises(ArgumentError, match="more digits"):
            number(text)


def test_json_text_becomes_its_value() -> None:
    assert parsed('{"a": [1, null]}') == {"a": [1, NULL]}
    assert parsed("null") is NULL
    assert parsed("[]", "array") == []
    assert parsed("red") == "red"
    for text, kind in (
        ("{", "any"),
        ("[1, Infinity]", "any"),
        ("[]", "object"),
        ("{}", "array"),
        ("5", "array"),
        ("[" * 99_999, "any"),
    ):
        with pytest.raises(ArgumentError, match="JSON"):
            parsed(text, kind)  # type: ignore[arg-type]


def test_the_rest_of_an_open_object_is_copied() -> None:
    line = {"book_id": "7", "extra": {"x": NULL}, "note": "n"}
    assert rest(line, {"bookId": 7}, read=("book_id",)) == {"bookId": 7, "extra": {"x": NULL}, "note": "n"}


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"a": None}, ""),
        ({"a": True, "b": 5, "c": 2.0, "d": 1e21}, "a=true&b=5&c=2&d=1000000000000000000000"),
        ({"a": 0.1, "b": -0.0, "c": 1e-7, "d": 1.5e300, "e": 10**20}, "a=0.1&b=0&c=0.0000001&d=1.5e300&e=1" + "0" * 20),
        ({"a": reserved("a:/?@!$'()*,b"), "b": reserved("&=+#;%[]")}, "a=a:/?@!$'()*,b&b=%26%3D%2B%23%3B%25%5B%5D"),
        ({"a": reserved(comma(["x,y", "/z"])), "b": reserved(["p/q", "r"])}, "a=x%2Cy,/z&b=p/q&b=r"),
        ({"a": reserved(deep({"k": "/"})), "b": reserved(None)}, "a%5Bk%5D=/"),
        ({"a": pipe(each(comma, [["x", "y,z"], ["w"]]))}, "a=x,y%2Cz%7Cw"),
        ({"a": each(tabbed, [["x", "y"], ["z"]])}, "a=x%09y&a=z"),
        ({"a": NULL}, "a="),
        ({"a": allow_empty("")}, "a="),
        ({"a": allow_empty("x"), "b": allow_empty(None)}, "a=x"),
        ({"a": reserved(allow_empty(""))}, "a="),
        ({"tag": ["x", ""]}, "tag=x&tag="),
        ({"tag": ["x y", "a&b"]}, "tag=x%20y&tag=a%26b"),
        ({"tag": []}, ""),
        ({"tag": comma(["a", "b,c"])}, "tag=a,b%2Cc"),
        ({"tag": comma([])}, ""),
        ({"o": pipe({"a": 1, "b": "x,y"})}, "o=a%7C1%7Cb%7Cx%2Cy"),
        ({"o": [{"a": 1, "c": None}, {"b": NULL}]}, "o=%7B%22a%22%3A1%7D&o=%7B%22b%22%3Anull%7D"),
        ({"tag": pipe(["a", "b c"])}, "tag=a%7Cb%20c"),
        ({"tag": space(["a", "b|c"])}, "tag=a%20b%7Cc"),
        ({"tag": tabbed(["a", "b c"])}, "tag=a%09b%20c"),
        ({"o": tabbed({"a": 1, "b": None})}, "o=a%091"),
        (
            {"f": deep({"a": 1, "b": {"c": [1, {"d": True}]}, "e": None})},
            "f%5Ba%5D=1&f%5Bb%5D%5Bc%5D%5B0%5D=1&f%5Bb%5D%5Bc%5D%5B1%5D%5Bd%5D=true",
        ),
        ({"f": deep({"a": None})}, ""),
        ({"f": deep({})}, ""),
        ({"f": deep({"a": [], "b": 1})}, "f%5Bb%5D=1"),
        ({"f": spread({"a": 1, "b": ["x", "y"], "c": None})}, "a=1&b=x&b=y"),
        ({"f": comma_pairs({"a": 1, "b": "x,y", "c": None})}, "f=a,1,b,x%2Cy"),
        ({"f": as_json({"a": [1, None]})}, "f=%7B%22a%22%3A%5B1%2Cnull%5D%7D"),
        ({"é": "ü"}, "%C3%A9=%C3%BC"),
    ],
)
def test_a_query_is_written_in_its_style(values: dict[str, Any], text: str) -> None:
    assert encoding.query(values) == text


@pytest.mark.parametrize(
    "empty", [[], {}, deep({}), deep([]), deep({"a": []}), deep({"a": {}}), pipe([]), comma({}), spread({}), [{}]]
)
def test_a_form_refuses_what_is_empty(empty: Any) -> None:
    with pytest.raises(ArgumentError, match=r"^b(\[\w+\])?: an empty list or object cannot be sent here; leave it out"):
        encoding.form(body({"a": "x", "b": empty}))


def test_a_query_refuses_an_empty_object_in_an_object() -> None:
    with pytest.raises(ArgumentError, match=r"^f\[a\]: an empty list or object cannot be sent here"):
        encoding.query({"f": deep({"a": {}, "b": 1})})


def test_a_form_writes_a_blank_for_what_is_empty_where_it_is_to_be_blank() -> None:
    form = body({"a": ["x y", "z"], "d": None, "e": deep([1]), "f": comma(["p", "q"])})
    assert encoding.form(body({"a": tabbed(["x y", "z"]), "c": space([1])})) == "a=x+y%09z&c=1"
    blanks = {
        "a": blank([]),
        "b": blank(deep({})),
        "c": blank(comma([])),
        "d": blank(None),
        "e": blank(["x"]),
        "f": blank(""),
    }
    assert encoding.form(body(blanks)) == "a=&b=&c=&e=x&f="
    assert encoding.form(body(None)) == ""
    assert encoding.form(body({"a": [{"b": 1}, {"b": NULL}], "c": {"d": True}})) == (
        "a%5B0%5D%5Bb%5D=1&a%5B1%5D%5Bb%5D=&c%5Bd%5D=true"
    )
    assert encoding.form(form) == "a=x+y&a=z&e%5B0%5D=1&f=p,q"


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.text(st.characters(exclude_categories=["Cs"]))
    )
)
def test_every_text_survives_a_query_and_a_form(values: dict[str, str]) -> None:
    allowed = {name: allow_empty(value) for name, value in values.items()}
    for text in (encoding.query(allowed), encoding.form(values)):
        assert text.isascii()
        assert dict(parse_qsl(text, keep_blank_values=True)) == values


@pytest.mark.parametrize("value", ["", reserved("")])
def test_an_empty_text_in_a_query_is_refused(value: Any) -> None:
    with pytest.raises(ArgumentError, match="q: leave it out, or give at least 1 character"):
        encoding.query({"q": value})


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_every_path_value_is_one_segment(value: str) -> None:
    if value in (".", ".."):
        with pytest.raises(ArgumentError):
            encoding.segment("id", value)
        return
    written = encoding.segment("id", value)
    assert unquote(written) == value
    assert not set(written) & set("/?#{}[]\\ \n")


def test_a_path_value_is_never_empty() -> None:
    for value in ("", NULL, comma([])):
        with pytest.raises(ArgumentError, match="id"):
            encoding.segment("id", value)
    assert encoding.segment("id", comma(["a", "b/c"])) == "a,b%2Fc"


def test_a_header_holds_text_without_line_breaks() -> None:
    assert encoding.header("X", comma(["a", "b c"])) == b"a,b c"
    assert encoding.header("X", tabbed(["a", "b%09c"])) == b"a\tb%09c"
    assert encoding.header("X", as_json({"a": "é\n"}, ascii=True)) == b'{"a":"\\u00e9\\n"}'
    assert encoding.header("X", "\u3000x\u00a0") == "\u3000x\u00a0".encode()
    assert encoding.header("X", pipe({"a": 1})) == b"a|1"
    assert encoding.header("X", space(["a", "b"])) == b"a b"
    assert encoding.header("X", [1, True]) == b"1,true"
    assert encoding.header("X", "Zoë") == "Zoë".encode()
    for text in ("a\r\nEvil: 1", "a\0", "a\x1b[31m"):
        with pytest.raises(ArgumentError, match="X"):
            encoding.header("X", text)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (unescaped("a%20b"), ["a=a%20b"]),
        (unescaped(["b", "c!"]), ["a=b", "a=c!"]),
        (unescaped(spread({"b": 1, "c": "d"})), ["b=1", "c=d"]),
        (unescaped(None), []),
        ("x; b=1", ["a=x%3B%20b%3D1"]),
        (None, []),
        (["b", 2], ["a=b", "a=2"]),
        (comma(["b", "c,d"]), ["a=b,c%2Cd"]),
        (tabbed(["b", "c;d"]), ["a=b%09c%3Bd"]),
        (comma({"b": 1, "c": None}), ["a=b,1"]),
        (spread({"b": "1;2", "c": ["d", "e"]}), ["b=1%3B2", "c=d", "c=e"]),
        (as_json({"b": [1]}), ["a=%7B%22b%22%3A%5B1%5D%7D"]),
    ],
)
def test_a_cookie_is_quoted_and_its_exploded_parts_are_cookies(value: Any, written: list[str]) -> None:
    assert encoding.cookies({"a": value}) == written


@pytest.mark.parametrize(
    "written",
    [
        lambda: encoding.query({"a": pipe(["b|c"])}),
        lambda: encoding.query({"a": space({"b c": 1})}),
        lambda: encoding.query({"a": tabbed(["b\tc"])}),
        lambda: encoding.query({"a": pipe(each(comma, [["b|c"]]))}),
        lambda: encoding.query({"a": float("inf")}),
        lambda: encoding.segment("a", label([1.5], explode=True)),
        lambda: encoding.header("a", ["b,c"]),
        lambda: encoding.header("a", comma_pairs({"b=c": 1}, explode=True)),
        lambda: encoding.cookies({"a": unescaped("b;c=d")}),
        lambda: encoding.cookies({"a": unescaped("é")}),
        lambda: encoding.cookies({"a": unescaped(spread({"b;": 1}))}),
    ],
)
def test_what_could_not_be_read_back_is_refused(written: Callable[[], str]) -> None:
    with pytest.raises(ArgumentError):
        written()


@pytest.mark.parametrize("levels", [101, 900, 100_000])
def test_json_text_of_too_many_levels_is_refused(levels: int) -> None:
    with pytest.raises(ArgumentError, match="Give JSON text"):
        parsed("[" * levels + "]" * levels)
    assert json_text(parsed("[" * 100 + "]" * 100)) == "[" * 100 + "]" * 100


@pytest.mark.parametrize("text", ["", ".", "..", "a/../b", "a//b", "a/", "//a", "/", "./a"])
def test_segments_never_lead_elsewhere(text: str) -> None:
    with pytest.raises(ArgumentError):
        encoding.segment("path", segments(text))


def test_segments_are_encoded_one_by_one() -> None:
    assert encoding.segment("path", segments("a b/c?d/%2e%2e/\\...")) == "a%20b/c%3Fd/%252e%252e/%5C..."
    assert encoding.segment("path", segments("/projects/x")) == "projects/x"
    assert segments(None) is None


def test_what_stays_of_a_path_value_that_keeps_its_reserved_characters() -> None:
    assert encoding.segment("id", reserved("a:@!$&'()*+,;=/?#[]%2F")) == "a:@!$&'()*+,%3B%3D%2F%3F%23%5B%5D%252F"
    assert encoding.segment("id", reserved(comma(["a,b", "c:d"]))) == "a%2Cb,c:d"
