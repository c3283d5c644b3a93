"""The request that leaves, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bookshop_mcp.runtime.auth import Applied
from bookshop_mcp.runtime.errors import ArgumentError
from bookshop_mcp.runtime.request import build_request
from bookshop_mcp.runtime.wire import (
    NULL,
    as_json,
    body,
    comma,
    comma_pairs,
    deep,
    each,
    label,
    matrix,
    pipe,
    reserved,
    segments,
    spread,
    tabbed,
)
from hypothesis import given, settings
from hypothesis import strategies as st


def build(template: str, base: str = "https://h.test/v1", applied: Applied | None = None, **parts: Any) -> Any:
    return build_request("POST", base, template, parts, applied or Applied(), {"User-Agent": "t/1"}, 5.0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("template", "path", "raw"),
    [
        ("/a/{id}", {"id": 7}, "/v1/a/7"),
        ("/a/{id}:activate", {"id": "x/y"}, "/v1/a/x%2Fy:activate"),
        ("/a/{name}.{ext}", {"name": "r.v1", "ext": "csv"}, "/v1/a/r.v1.csv"),
        ("/a/{a-b}/{a-b}", {"a-b": "é"}, "/v1/a/%C3%A9/%C3%A9"),
        ("/a/{id}/", {"id": "{b}"}, "/v1/a/%7Bb%7D/"),
        ("/a b/{id}", {"id": "%2F"}, "/v1/a%20b/%252F"),
        ("/a/{ids}", {"ids": comma([1, "b,c"])}, "/v1/a/1,b%2Cc"),
        ("/a/{ids}", {"ids": tabbed([1, "b c"])}, "/v1/a/1%09b%20c"),
        ("/a/{ids}", {"ids": pipe([1, "b c"])}, "/v1/a/1%7Cb%20c"),
        ("/a/{+name}", {"+name": segments("p/q r")}, "/v1/a/p/q%20r"),
        ("/a/{id?}/b?c={d#}", {"id?": "x", "d#": "y"}, "/v1/a/x/b?c=y"),
        ("/items('{id}')", {"id": "o'b"}, "/v1/items('o%27b')"),
        ("/a/{id}", {"id": matrix("id", "")}, "/v1/a/;id"),
        ("/a/{id}", {"id": matrix("id", ["", "x"], explode=True)}, "/v1/a/;id;id=x"),
        ("/a/{id}", {"id": matrix("id", {"k": "", "l": 1}, explode=True)}, "/v1/a/;k;l=1"),
        ("/a/{o}", {"o": comma_pairs({"k": 1, "l": "b,c"})}, "/v1/a/k,1,l,b%2Cc"),
        ("/a/{o}", {"o": comma_pairs({"k": 1, "l": "b=c"}, explode=True)}, "/v1/a/k=1,l=b%3Dc"),
        ("/a/{id}", {"id": label(5)}, "/v1/a/.5"),
        ("/a/{id}", {"id": label(["x", "y.z"])}, "/v1/a/.x,y.z"),
        ("/a/{id}", {"id": label(["x", "y"], explode=True)}, "/v1/a/.x.y"),
        ("/a/{id}", {"id": label({"k": 1, "l": 2})}, "/v1/a/.k,1,l,2"),
        ("/a/{id}", {"id": label({"k": 1, "l": 2}, explode=True)}, "/v1/a/.k=1.l=2"),
        ("/a/{id}", {"id": matrix("i d", 5)}, "/v1/a/;i%20d=5"),
        ("/a/{id}", {"id": matrix("id", ["x", "y;z"])}, "/v1/a/;id=x,y%3Bz"),
        ("/a/{id}", {"id": matrix("id", ["x", "y"], explode=True)}, "/v1/a/;id=x;id=y"),
        ("/a/{id}", {"id": matrix("id", {"k": 1, "l": 2})}, "/v1/a/;id=k,1,l,2"),
        ("/a/{id}", {"id": matrix("id", {"k": 1, "l": 2}, explode=True)}, "/v1/a/;k=1;l=2"),
        ("/a{b", {}, "/v1/a%7Bb"),
        ("/a%20b/@x;y=1", {}, "/v1/a%20b/@x;y=1"),
        ("", {}, "/v1"),
        ("/", {}, "/v1/"),
        ("/a#second", {}, "/v1/a"),
        ("/a?kind=x", {}, "/v1/a?kind=x"),
    ],
)
def test_each_placeholder_is_one_segment(template: str, path: dict[str, Any], raw: str) -> None:
    assert build(template, path=path).url.raw_path.decode() == raw


def test_fixed_query_parameters_and_credentials_join_the_others() -> None:
    request = build("/a?kind=x", query={"b": 1, "c": None}, applied=Applied(query={"key": "k&y"}))
    assert request.url.raw_path == b"/v1/a?kind=x&b=1&key=k%26y"


def test_no_value_stands_for_a_credential() -> None:
    applied = Applied(query={"api key": "k"})
    with pytest.raises(ArgumentError, match="credential"):
        build("/a", query={"o": spread({"x": 1, "api key": "mine"})}, applied=applied)
    request = build("/a", query={"o": spread({"my api key": 1})}, applied=applied)
    assert request.url.query == b"my%20api%20key=1&api%20key=k"
    with pytest.raises(ArgumentError, match="credential"):
        build("/a", cookies={"o": spread({"session": 1})}, applied=Applied(cookie={"session": "s"}))


@pytest.mark.parametrize("key", ["limit", "limit[0]", "ids", "page", "kind"])
def test_a_free_name_is_no_other_parameter(key: str) -> None:
    others = {"limit": None, "ids": ["a"], "page": deep({"size": 1}), "more": spread({key: 1}, free=True)}
    with pytest.raises(ArgumentError, match="another parameter"):
        build("/a?kind=x", query=others)
    with pytest.raises(ArgumentError, match="another parameter"):
        build("/a", cookies={"limit": 1, "more": spread({"limit": 2}, free=True)})


def test_a_free_name_may_be_that_of_its_own_object() -> None:
    request = build("/a", query={"limit": 5, "more": spread({"more": 1, "limits": 2}, free=True)})
    assert request.url.query == b"limit=5&more=1&limits=2"
    assert build("/a", query={"limit": None, "page": spread({"limit": 1})}).url.query == b"limit=1"


@pytest.mark.parametrize("value", [{"a][b": 1}, {"a": {"[b": 1}}, [{"b]": 1}]])
def test_no_key_of_a_deep_object_is_a_part_of_another(value: Any) -> None:
    with pytest.raises(ArgumentError, match="brackets"):
        build("/a", query={"page": deep(value)})
    assert build("/a", query={"page": deep({"a": {"b": "[]"}})}).url.query == b"page%5Ba%5D%5Bb%5D=%5B%5D"


@pytest.mark.parametrize(
    "value",
    [
        "../../b",
        "..\\b",
        "a/..",
        "./a",
        comma(["x", "../b"]),
        comma_pairs({"../b": 1}),
        label("/b"),
        label(["a/.."]),
        matrix("id", "a/../b"),
        matrix("id", ["../b"], explode=True),
        reserved("a/./b"),
    ],
)
def test_slashes_of_a_value_stay_inside_its_segment(value: Any) -> None:
    path = build("/a/{id}/b", path={"id": value}).url.raw_path
    assert path.count(b"/") == 4
    assert not {b".", b".."} & set(path.split(b"/"))


@pytest.mark.parametrize("value", ["a/b", "...", "..a/b..", ".a\\b.", comma(["..", "a"]), matrix("id", "..")])
def test_dots_that_lead_nowhere_are_sent(value: Any) -> None:
    assert build("/a/{id}/b", path={"id": value}).url.raw_path.count(b"/") == 4


def test_a_whole_query_string_is_one_text() -> None:
    request = build("/a", query_string=as_json({"a": "b&c"}), applied=Applied(query={"key": "k"}))
    assert request.url.raw_path == b"/v1/a?%7B%22a%22%3A%22b%26c%22%7D&key=k"
    assert build("/a", query_string=None).url.raw_path == b"/v1/a"


def test_cookies_join_a_header_that_holds_some() -> None:
    request = build("/a", headers={"Cookie": "a=1"}, cookies={"b": 2}, applied=Applied(cookie={"c": "3"}))
    assert request.headers.get_list("cookie") == ["a=1; b=2; c=3"]


@pytest.mark.parametrize("place", ["path", "query", "headers", "cookies"])
def test_half_of_a_character_is_refused(place: str) -> None:
    with pytest.raises(ArgumentError):
        build("/a/{x}" if place == "path" else "/a", **{place: {"x": "\ud800"}})


def test_a_placeholder_without_a_value_never_leaves() -> None:
    with pytest.raises(KeyError):
        build("/a/{id}")
    with pytest.raises(ArgumentError):
        build("/a/{id}", path={"id": None})


def leads_nowhere(text: str) -> bool:
    return not {".", ".."}.intersection(text.replace("\\", "/").split("/"))


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(leads_nowhere))
def test_no_value_changes_the_shape_of_the_path(value: str) -> None:
    raw = build("/a/{id}/b", path={"id": value}).url.raw_path
    assert raw.count(b"/") == 4
    assert not set(raw) & set(b"{}?# ")


def test_what_does_not_fit_is_refused() -> None:
    for parts in ({"json": {"n": float("inf")}}, {"query": {"n": float("-inf")}}):
        with pytest.raises(ArgumentError, match="too large"):
            build("/a", **parts)
    with pytest.raises(ArgumentError, match="shorter"):
        build("/a", query={"q": "x" * 100_000})


@pytest.mark.parametrize(
    ("parts", "content", "kind"),
    [
        ({}, b"", None),
        ({"json": None}, b"", None),
        ({"json": {}}, b"{}", "application/json"),
        ({"json": NULL}, b"null", "application/json"),
        ({"json": [1, NULL, "\u00e9"]}, '[1,null,"é"]'.encode(), "application/json"),
        ({"json": body({"a": 10**20, "b": 1.0})}, b'{"a":100000000000000000000,"b":1.0}', "application/json"),
        ({"json": {}, "media_type": "application/merge-patch+json"}, b"{}", "application/merge-patch+json"),
        ({"json": "x", "media_type": "application/vnd.x+json"}, b'"x"', "application/vnd.x+json"),
        ({"text": "a b", "media_type": "text/plain"}, b"a b", "text/plain"),
        ({"text": None, "media_type": "text/plain"}, b"", None),
        ({"form": {"a": "x y"}}, b"a=x+y", "application/x-www-form-urlencoded"),
        ({"form": {}}, b"", "application/x-www-form-urlencoded"),
    ],
)
def test_a_body_is_written_in_its_media_type(parts: dict[str, Any], content: bytes, kind: str | None) -> None:
    request = build("/a", **parts)
    assert request.content == content
    assert request.headers.get("content-type") == kind
    assert request.headers["content-length"] == str(len(content))


@pytest.mark.parametrize("method", ["QUERY", "COPY", "m-search", "X'1"])
def test_a_method_leaves_as_it_is_written(method: str) -> None:
    request = build_request(method, "https://h.test", "/a", {"json": {"q": 1}}, Applied(), {}, 5.0)
    assert (request.method, request.content) == (method, b'{"q":1}')


def test_headers_and_cookies() -> None:
    credentials = Applied(header={"X-Key": "s"}, cookie={"session": "a=b"})
    request = build(
        "/a", headers={"X-A": True, "X-B": None}, cookies={"c": "d e", "f": None}, accept="", applied=credentials
    )
    del request.headers["host"], request.headers["content-length"]
    assert dict(request.headers) == {"user-agent": "t/1", "x-a": "true", "x-key": "s", "cookie": "c=d%20e; session=a=b"}
    assert build("/a").headers["accept"] == "application/json"


def test_a_body_of_built_items_says_only_what_was_given() -> None:
    from bookshop_mcp.runtime.values import settled

    items = each(lambda item: {"a": item.get("a"), "b": {"c": item.get("c")}}, [{"a": 1}, {"c": NULL}, {}])
    request = build("/a", json=settled(items))
    assert json.loads(request.content) == [{"a": 1}, {"b": {"c": None}}, {}]
    assert settled({"a": None}) == {}
    assert settled(NULL) is NULL


SECRET = Applied(body={"token": "s3cret"})


def test_a_credential_is_a_field_of_the_body() -> None:
    sent = build("/a", applied=SECRET, form={"name": "x y"})
    assert sent.content == b"name=x+y&token=s3cret"
    sent = build("/a", applied=SECRET, json=body({"name": "x"}))
    assert json.loads(sent.content) == {"name": "x", "token": "s3cret"}


def test_a_credential_is_the_whole_body_where_nothing_else_is_given() -> None:
    sent = build("/a", applied=SECRET, form=None)
    assert (sent.content, sent.headers["content-type"]) == (b"token=s3cret", "application/x-www-form-urlencoded")
    sent = build("/a", applied=SECRET, json=None, media_type="application/a+json")
    assert (json.loads(sent.content), sent.headers["content-type"]) == ({"token": "s3cret"}, "application/a+json")
    sent = build("/a", applied=SECRET, json=body({"token": None}))
    assert json.loads(sent.content) == {"token": "s3cret"}


def test_what_has_no_fields_carries_no_credential() -> None:
    for value in ([], [1], "text", NULL):
        with pytest.raises(ArgumentError, match="Give an object: the credential token stands in it"):
            build("/a", applied=SECRET, json=value)
    assert build("/a", applied=SECRET).content == b""
    assert build("/a", applied=SECRET, text="x").content == b"x"


def test_no_argument_gives_a_credential_in_the_body() -> None:
    with pytest.raises(ArgumentError, match="token is a credential"):
        build("/a", applied=SECRET, form={"token": "mine"})
    with pytest.raises(ArgumentError, match="token is a credential"):
        build("/a", applied=SECRET, json=body({"token": "mine"}))


def test_an_empty_text_is_left_out_of_a_query_or_refused() -> None:
    with pytest.raises(ArgumentError, match="q: leave it out, or give at least 1 character"):
        build("/a", query={"q": ""})
