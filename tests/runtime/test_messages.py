"""What is passed on of an API's own words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bookshop_mcp.runtime.exchange import Reply
from bookshop_mcp.runtime.messages import LONGEST, cleaned, page_message, upstream_message


def said(content: bytes, kind: str, charset: str = "") -> str:
    """The message of a failed answer."""
    return upstream_message(Reply(status=400, media_type=kind, charset=charset, content=content))


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
    assert said(json.dumps(body).encode(), "application/problem+json") == message


def test_leaves_pages_and_broken_bodies_alone() -> None:
    assert said(b"<html><title>502</title></html>", "text/html") == ""
    assert said(b'{"message": ', "application/json") == ""
    assert said(b"[" * 99_999, "application/json") == ""
    assert said(b"sold out\n", "text/plain") == "sold out"


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("<b>no</b> such <script>alert(1)</script>book", "no such alert(1) book"),
        ("a\u200bb\u202ec\x1b[31m d", "a b c [31m d"),
        ("a\U000e0049\U000e0047b\ufe0fc\U000e0101d\u00ade\ue000", "a bcd e"),
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


PROBLEM = """<?xml version="1.0" encoding="{}"?>
<problem xmlns="urn:ietf:rfc:7807">
  <type>https://shop.test/out-of-stock</type><title>Ausverkauft.</title>
  <detail xml:lang="de">Nur 2 Stück &amp; kein Weg</detail><status>409</status>
</problem>"""
FAULT = "<s:Envelope><s:Body><s:Fault><faultstring>No such book</faultstring></s:Fault></s:Body></s:Envelope>"


@pytest.mark.parametrize(
    ("content", "kind", "charset", "message"),
    [
        ('{"message": "groß"}'.encode("latin-1"), "application/json", "iso-8859-1", "groß"),
        ('{"message": "groß"}'.encode("utf-8-sig"), "application/json", "", "groß"),
        ('{"message": "groß"}'.encode("utf-16"), "application/problem+json", "", "groß"),
        (b'{"message": "no such book"}', "", "", "no such book"),
        (b'{"message": "no such book"}', "text/html", "", "no such book"),
        (b'{"message": "no such book"}', "application/octet-stream", "", "no such book"),
        ("zu groß".encode("latin-1"), "text/plain", "iso-8859-1", "zu groß"),
        ("zu groß".encode("utf-16"), "text/plain", "utf-16", "zu groß"),
        (b"sold out", "", "", "sold out"),
        (b"Not Found", "text/html", "", "Not Found"),
        (b"404", "text/plain", "", "404"),
        (PROBLEM.format("utf-8").encode(), "application/problem+xml", "", "Ausverkauft; Nur 2 Stück & kein Weg"),
        (PROBLEM.format("latin-1").encode("latin-1"), "text/xml", "", "Ausverkauft; Nur 2 Stück & kein Weg"),
        (b"<Error><Code>1</Code><Message>Gone</Message></Error>", "", "", "Gone"),
        (b"<e><message><![CDATA[Gone]]></message></e>", "application/xml", "", "Gone"),
        (FAULT.encode(), "application/soap+xml", "", "No such book"),
        (b"<error><code>404</code></error>", "application/xml", "", ""),
        (b"<!DOCTYPE html><title>502</title>", "", "", ""),
        (b"<html><body>502</body></html>", "text/plain", "", ""),
        (b"\x89PNG\0", "", "", ""),
        (b"%PDF-1.4", "application/pdf", "", ""),
        (b"", "", "", ""),
    ],
)
def test_reads_failures_as_it_reads_answers(content: bytes, kind: str, charset: str, message: str) -> None:
    assert said(content, kind, charset) == message


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<html><head><title>Log in</title></head>", "Log in"),
        ("<script>if (a < b) {}</SCRIPT><p>Log in", "Log in"),
        ("<style>p {}</script></style >Log<script>var a = '</style>'</script> in", "Log in"),
        ("Log in<script>var a = 1", "Log in"),
        ("<title></title>Log &lt;in&gt; &#99999999999;", "Log \ufffd"),
        ("</script>Log in<scripture>", "Log in"),
    ],
)
def test_tells_what_a_page_is_about(page: str, title: str) -> None:
    assert page_message(Reply(status=200, media_type="text/html", charset="", content=page.encode())) == title
