"""Styles as OpenAPI describes them (OpenAPI 3.1, Parameter Object, "Style Examples")."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mcpgen.emit.encode import (
    check_place,
    cookie_pairs,
    filled_path,
    form_pairs,
    header_value,
    path_segment,
    query_pairs,
    query_string_pairs,
)
from mcpgen.emit.evaluate import NoValueError
from mcpgen.model.api import Encoding
from mcpgen.model.binding import Build, Field, Fixed, Placed, Take

ARRAY = ["blue", "black", "brown"]
OBJECT = {"R": 100, "G": 200, "B": 150}


def at(place: str, style: str, explode: bool, name: str = "color", content: str = "") -> Placed:
    value = Fixed(value=None)
    return Placed(place=place, name=name, value=value, style=style, explode=explode, content=content)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("style", "explode", "value", "expected"),
    [
        ("simple", False, "blue", "blue"),
        ("simple", False, ARRAY, "blue,black,brown"),
        ("simple", False, OBJECT, "R,100,G,200,B,150"),
        ("simple", True, OBJECT, "R=100,G=200,B=150"),
        ("label", False, "blue", ".blue"),
        ("label", False, ARRAY, ".blue,black,brown"),
        ("label", True, ARRAY, ".blue.black.brown"),
        ("label", False, OBJECT, ".R,100,G,200,B,150"),
        ("label", True, OBJECT, ".R=100.G=200.B=150"),
        ("matrix", False, "blue", ";color=blue"),
        ("matrix", False, ARRAY, ";color=blue,black,brown"),
        ("matrix", True, ARRAY, ";color=blue;color=black;color=brown"),
        ("matrix", False, OBJECT, ";color=R,100,G,200,B,150"),
        ("matrix", True, OBJECT, ";R=100;G=200;B=150"),
        ("simple", False, "a/b c,é", "a%2Fb%20c%2C%C3%A9"),
        ("simple", False, ["a,b", "c"], "a%2Cb,c"),
        ("simple", False, True, "true"),
        ("tabDelimited", False, ARRAY, "blue%09black%09brown"),
        ("spaceDelimited", False, ["a,b", "c"], "a%2Cb%20c"),
        ("matrix", False, "", ";color"),
        ("matrix", True, ["", "a"], ";color;color=a"),
        ("matrix", True, {"R": "", "G": 1}, ";R;G=1"),
        ("segments", False, "/a b/c", "a%20b/c"),
        ("pipeDelimited", False, OBJECT, "R%7C100%7CG%7C200%7CB%7C150"),
    ],
)
def test_path(style: str, explode: bool, value: Any, expected: str) -> None:
    assert path_segment(at("path", style, explode), value) == expected


@pytest.mark.parametrize(
    ("style", "explode", "value", "expected"),
    [
        ("form", True, "blue", [["color", "blue"]]),
        ("form", True, ARRAY, [["color", "blue"], ["color", "black"], ["color", "brown"]]),
        ("form", False, ARRAY, [["color", "blue,black,brown"]]),
        ("form", True, OBJECT, [["R", "100"], ["G", "200"], ["B", "150"]]),
        ("form", False, OBJECT, [["color", "R,100,G,200,B,150"]]),
        ("spaceDelimited", False, ARRAY, [["color", "blue black brown"]]),
        ("pipeDelimited", False, ARRAY, [["color", "blue|black|brown"]]),
        ("tabDelimited", False, ARRAY, [["color", "blue\tblack\tbrown"]]),
        ("tabDelimited", True, ARRAY, [["color", "blue"], ["color", "black"], ["color", "brown"]]),
        ("pipeDelimited", False, OBJECT, [["color", "R|100|G|200|B|150"]]),
        ("pipeDelimited", True, OBJECT, [["color", "R|100|G|200|B|150"]]),
        ("pipeDelimited", True, ARRAY, [["color", "blue"], ["color", "black"], ["color", "brown"]]),
        ("deepObject", True, OBJECT, [["color[R]", "100"], ["color[G]", "200"], ["color[B]", "150"]]),
        ("deepObject", True, {"a": {"b": [1, True]}}, [["color[a][b][0]", "1"], ["color[a][b][1]", "true"]]),
        ("form", True, [], []),
        ("form", True, 1.50, [["color", "1.5"]]),
        ("form", True, 1.0, [["color", "1"]]),
        ("form", True, -0.0, [["color", "0"]]),
        ("form", True, 1e21, [["color", "1000000000000000000000"]]),
        ("form", True, 1e-7, [["color", "0.0000001"]]),
        ("form", True, 1.5e300, [["color", "1.5e300"]]),
        ("form", True, 10**20, [["color", "100000000000000000000"]]),
    ],
)
def test_query(style: str, explode: bool, value: Any, expected: list[list[str]]) -> None:
    assert query_pairs(at("query", style, explode), value) == expected


def test_an_empty_text_in_a_query_has_to_be_allowed() -> None:
    placed = at("query", "form", True)
    with pytest.raises(NoValueError):
        query_pairs(placed, "")
    assert query_pairs(replace(placed, allow_empty=True), "") == [["color", ""]]


def test_query_by_content() -> None:
    assert query_pairs(at("query", "form", True, content="application/json"), {"a": [1]}) == [["color", '{"a":[1]}']]


@pytest.mark.parametrize(
    ("place", "style", "explode", "value"),
    [
        ("query", "spaceDelimited", False, ["a b"]),
        ("query", "pipeDelimited", False, {"a|b": 1}),
        ("query", "form", True, float("inf")),
        ("path", "label", True, [1.5]),
        ("path", "simple", False, ""),
        ("path", "simple", False, []),
        ("path", "simple", False, ".."),
        ("path", "label", False, "."),
        ("path", "segments", False, "a/../b"),
        ("path", "segments", False, "a//b"),
        ("query", "deepObject", True, {"a": {"b][c": 1}}),
        ("header", "simple", False, ["a,b"]),
        ("header", "simple", True, {"a=b": 1}),
        ("cookie", "cookie", True, "a;b"),
        ("cookie", "cookie", False, ["a,b"]),
    ],
)
def test_what_could_not_be_read_back_is_not_written(place: str, style: str, explode: bool, value: Any) -> None:
    with pytest.raises(NoValueError):
        check_place(at(place, style, explode), value)


@pytest.mark.parametrize("place", ["query", "cookie"])
def test_a_free_name_is_no_other_parameter(place: str) -> None:
    placed = replace(at(place, "form", True), value=Take(argument="color"))
    for key in ("limit", "limit[0]"):
        with pytest.raises(NoValueError):
            check_place(placed, {key: 1}, ["color", "limit"])
    check_place(placed, {"color": 1, "limits": 2}, ["color", "limit"])
    named = Build(fields=(Field(name="limit", value=Fixed(value=1)),))
    check_place(replace(placed, value=named), {"limit": 1}, ["color", "limit"])


@pytest.mark.parametrize(
    ("content", "expected"),
    [("application/json", [['{"a":"é"}', ""]]), ("application/jsonpath", [["$.a[1]", ""]])],
)
def test_a_whole_query_string(content: str, expected: list[list[str]]) -> None:
    value = {"a": "é"} if content[-4:] == "json" else "$.a[1]"
    assert query_string_pairs(at("querystring", "form", True, content=content), value) == expected


def test_lists_of_lists_have_a_separator_each() -> None:
    value = [["a", "b,c"], ["d"]]
    piped = replace(at("query", "pipeDelimited", False), items_style="form")
    assert query_pairs(piped, [["a", "b"], ["d"]]) == [["color", "a,b|d"]]
    assert query_pairs(replace(piped, style="form", explode=True, items_style="pipeDelimited"), value) == [
        ["color", "a|b,c"],
        ["color", "d"],
    ]
    assert path_segment(replace(piped, place="path"), value) == "a,b%2Cc%7Cd"
    assert header_value(replace(piped, place="header"), [["a", "b"], ["d"]]) == "a,b|d"


def test_what_allow_reserved_keeps_in_a_path() -> None:
    kept = replace(at("path", "simple", False), allow_reserved=True)
    assert path_segment(kept, "a:@!$&'()*+,;=/?#[]%2Fb") == "a:@!$&'()*+,%3B%3D%2F%3F%23%5B%5D%252Fb"
    assert path_segment(kept, ["a,b", "c:d"]) == "a%2Cb,c:d"


def test_header_and_cookie() -> None:
    assert header_value(at("header", "simple", False, content="application/json"), {"a": "é"}) == '{"a":"\\u00e9"}'
    assert cookie_pairs(at("cookie", "cookie", True), ["a%20b", "c!"]) == ["color=a%20b", "color=c!"]
    assert cookie_pairs(at("cookie", "cookie", False), {"R": 1, "G": "x"}) == ["color=R,1,G,x"]
    assert header_value(at("header", "simple", False), ["a b", 2]) == "a b,2"
    assert header_value(at("header", "simple", False), OBJECT) == "R,100,G,200,B,150"
    assert header_value(at("header", "simple", True), OBJECT) == "R=100,G=200,B=150"
    assert header_value(at("header", "tabDelimited", False), ARRAY) == "blue\tblack\tbrown"
    assert header_value(at("header", "spaceDelimited", True), OBJECT) == "R 100 G 200 B 150"


@pytest.mark.parametrize(
    ("style", "explode", "value", "expected"),
    [
        ("form", True, "x;y", ["a%20b=x%3By"]),
        ("form", False, ["c,d", "e"], ["a%20b=c%2Cd,e"]),
        ("form", True, ["c", "d"], ["a%20b=c", "a%20b=d"]),
        ("form", False, {"R": 1, "G": "x,"}, ["a%20b=R,1,G,x%2C"]),
        ("form", True, {"R": 1, "G": ["x", "y"]}, ["R=1", "G=x", "G=y"]),
        ("form", False, [], []),
        ("form", True, {}, []),
        ("pipeDelimited", False, ["c", "d e"], ["a%20b=c%7Cd%20e"]),
    ],
)
def test_cookies(style: str, explode: bool, value: Any, expected: list[str]) -> None:
    assert cookie_pairs(at("cookie", style, explode, name="a b"), value) == expected


@pytest.mark.parametrize("place", ["path", "query", "header", "cookie"])
def test_a_content_type_decides_before_a_style(place: str) -> None:
    placed = at(place, "label", True, content="application/json")
    json_text, quoted = '{"R":100,"G":200,"B":150}', "%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D"
    written = {
        "path": path_segment(placed, OBJECT),
        "query": query_pairs(placed, OBJECT)[0][1],
        "header": header_value(placed, OBJECT),
        "cookie": cookie_pairs(placed, OBJECT)[0],
    }
    expected = {"path": quoted, "query": json_text, "header": json_text, "cookie": f"color={quoted}"}
    assert written[place] == expected[place]


@pytest.mark.parametrize(
    ("value", "encoding", "expected"),
    [
        (["a", "b"], None, [["p", "a"], ["p", "b"]]),
        (["a", "b"], Encoding(property="p", explode=False), [["p", "a,b"]]),
        (["a", "b"], Encoding(property="p", style="tabDelimited", explode=False), [["p", "a\tb"]]),
        (["a", "b"], Encoding(property="p", style="deepObject"), [["p[0]", "a"], ["p[1]", "b"]]),
        ({"a": 1}, None, [["p[a]", "1"]]),
        ([{"a": 1}], None, [["p[0][a]", "1"]]),
        ({}, Encoding(property="p", empty=True), [["p", ""]]),
        ({"a": 1, "b": "x"}, Encoding(property="p", styled=True), [["a", "1"], ["b", "x"]]),
        ({"a": 1, "b": "x"}, Encoding(property="p", explode=False, styled=True), [["p", "a,1,b,x"]]),
        ({"a": 1}, Encoding(property="p", style="pipeDelimited", explode=False, styled=True), [["p", "a|1"]]),
        ([], Encoding(property="p", empty=True), [["p", ""]]),
        ({"a": 1}, Encoding(property="p", content_type="application/json"), [["p", '{"a":1}']]),
        (None, None, [["p", ""]]),
    ],
)
def test_form(value: Any, encoding: Encoding | None, expected: list[list[str]]) -> None:
    assert form_pairs("p", value, encoding) == expected


@pytest.mark.parametrize(
    ("value", "encoding"),
    [
        ([], None),
        ({}, None),
        ({"a": []}, None),
        ({"a": {"b": {}}}, None),
        ({}, Encoding(property="p", style="pipeDelimited", explode=False, styled=True)),
    ],
)
def test_a_form_has_nothing_of_what_is_empty(value: Any, encoding: Encoding | None) -> None:
    with pytest.raises(NoValueError):
        form_pairs("p", value, encoding)


def test_a_query_leaves_out_an_empty_list_but_no_empty_object_in_one() -> None:
    placed = at("query", "deepObject", True, name="p")
    assert query_pairs(placed, {"a": [], "b": 1}) == [["p[b]", "1"]]
    assert query_pairs(placed, {}) == []
    with pytest.raises(NoValueError):
        query_pairs(placed, {"a": {}})


def test_path_templates() -> None:
    assert filled_path("/a b/{id}/x{y}", {"id": "7", "y": "%7Bid%7D"}) == "/a%20b/7/x%7Bid%7D"
    assert filled_path("/a:b/$x(1)", {}) == "/a:b/$x(1)"
