"""Styles as OpenAPI describes them (OpenAPI 3.1, Parameter Object, "Style Examples")."""

from __future__ import annotations

from typing import Any

import pytest

from mcpgen.emit.encode import cookie_pairs, filled_path, form_pairs, header_value, path_segment, query_pairs
from mcpgen.model.api import Encoding
from mcpgen.model.binding import Fixed, Placed

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
        ("spaceDelimited", False, ["a b", "c"], "a%20b%20c"),
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
        ("form", True, "", [["color", ""]]),
        ("form", True, 1.50, [["color", "1.5"]]),
    ],
)
def test_query(style: str, explode: bool, value: Any, expected: list[list[str]]) -> None:
    assert query_pairs(at("query", style, explode), value) == expected


def test_query_by_content() -> None:
    assert query_pairs(at("query", "form", True, content="application/json"), {"a": [1]}) == [["color", '{"a":[1]}']]


def test_header_and_cookie() -> None:
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
        ([], None, [["p", ""]]),
        ({}, None, [["p", ""]]),
        ({"a": 1}, Encoding(property="p", content_type="application/json"), [["p", '{"a":1}']]),
        (None, None, [["p", ""]]),
    ],
)
def test_form(value: Any, encoding: Encoding | None, expected: list[list[str]]) -> None:
    assert form_pairs("p", value, encoding) == expected


def test_path_templates() -> None:
    assert filled_path("/a b/{id}/x{y}", {"id": "7", "y": "%7Bid%7D"}) == "/a%20b/7/x%7Bid%7D"
    assert filled_path("/a:b/$x(1)", {}) == "/a:b/$x(1)"
