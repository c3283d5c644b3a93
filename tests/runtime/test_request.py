"""The request that leaves, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bookshop_mcp.runtime.auth import Applied
from bookshop_mcp.runtime.errors import ArgumentError
from bookshop_mcp.runtime.request import build_request
from bookshop_mcp.runtime.wire import NULL, body, comma, comma_pairs, each, label, matrix, pipe, tabbed
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
        ("/a/{ids}", {"ids": pipe([1, "b|c"])}, "/v1/a/1%7Cb%7Cc"),
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


def test_a_placeholder_without_a_value_never_leaves() -> None:
    with pytest.raises(KeyError):
        build("/a/{id}")
    with pytest.raises(ArgumentError):
        build("/a/{id}", path={"id": None})


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda text: text not in (".", "..")))
def test_no_value_changes_the_shape_of_the_path(value: str) -> None:
    raw = build("/a/{id}/b", path={"id": value}).url.raw_path
    assert raw.count(b"/") == 4
    assert not set(raw) & set(b"{}?# ")


def test_what_does_not_fit_is_refused() -> None:
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
