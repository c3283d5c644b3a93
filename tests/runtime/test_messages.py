"""What is passed on of an API's own words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bookshop_mcp.runtime.messages import LONGEST, cleaned, upstream_message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"title": "Out of stock.", "detail": "Only 2 left.", "status": 409}, "Out of stock; Only 2 left"),
        ({"message": "no such book"}, "no such book"),
        ({"error": "invalid_request", "error_description": "bad scope"}, "bad scope; invalid_request"),
        ({"error": {"code": 7, "message": "too many"}}, "too many"),
        ({"errors": [{"message": "a"}, {"detail": "b"}, "c"]}, "a; b; c"),
        ({"errors": {"title": ["too short"], "isbn": "taken"}}, "title: too short; isbn: taken"),
        ({"errors": [{"field": "isbn", "message": "taken"}]}, "isbn: taken"),
        ({"detail": [{"loc": ["body", "price", 0], "msg": "not a number", "type": "x"}]}, "price.0: not a number"),
        ({"detail": "Not Found"}, "Not Found"),
        ([{"message": "a"}], "a"),
        ("plain words", "plain words"),
        ({"message": "same", "error": "same"}, "same"),
        ({"status": 500}, ""),
        (None, ""),
    ],
)
def test_finds_the_message_in_the_usual_shapes(body: Any, message: str) -> None:
    assert upstream_message(json.dumps(body).encode(), "application/problem+json") == message


def test_leaves_pages_and_broken_bodies_alone() -> None:
    assert upstream_message(b"<html><title>502</title></html>", "text/html") == ""
    assert upstream_message(b'{"message": ', "application/json") == ""
    assert upstream_message(b"[" * 99_999, "application/json") == ""
    assert upstream_message(b"sold out\n", "text/plain") == "sold out"


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("<b>no</b> such <script>alert(1)</script>book", "no such alert(1) book"),
        ("a\u200bb\u202ec\x1b[31m d", "a b c [31m d"),
        ("the token s3cr3t-value is old", "the token *** is old"),
        ("sent Authorization: Bearer abcdefgh12345", "sent Authorization: ***"),
        ("api_key=abc123 is wrong", "*** is wrong"),
        ("cannot reach http://10.0.3.7:8080/x/y now", "cannot reach [host] now"),
        ("db.prod.internal:5432 refused", "[host] refused"),
        ("boom\nTraceback (most recent call last):\n  File x", "boom"),
        ("boom\n    at Object.run (/srv/app.js:3)", "boom"),
    ],
)
def test_cleans_what_it_passes_on(text: str, fit: str) -> None:
    assert cleaned(text, ["s3cr3t-value"]) == fit


def test_is_bounded() -> None:
    assert len(cleaned("x" * 5000)) == LONGEST
