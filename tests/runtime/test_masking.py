"""Secrets that the API repeats do not come out: not in results, errors or logs, in whatever form."""

from __future__ import annotations

import base64
import html
import json
import logging
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from bookshop_mcp.runtime.auth import Applied
from bookshop_mcp.runtime.exchange import Reply
from bookshop_mcp.runtime.facts import Credential
from bookshop_mcp.runtime.masking import holds, masked
from bookshop_mcp.runtime.media import media_content
from bookshop_mcp.runtime.settings import read_settings
from hypothesis import given
from hypothesis import strategies as st

from tests.runtime.loopback import PACKAGE, Arrived, answer, call, got, serving

pytestmark = pytest.mark.anyio
SECRET = "s3cr:t/+k y&ü"
FORMS = {
    "plain": SECRET,
    "percent": quote(SECRET, safe=""),
    "percent, lower": quote(SECRET, safe="").lower(),
    "percent, slashes kept": quote(SECRET),
    "percent, twice": quote(quote(SECRET, safe=""), safe=""),
    "form": quote_plus(SECRET),
    "json": json.dumps(SECRET)[1:-1],
    "html": html.escape(SECRET),
    "base64": base64.b64encode(SECRET.encode()).decode(),
    "base64url": base64.urlsafe_b64encode(SECRET.encode()).decode().rstrip("="),
    "basic": base64.b64encode(f"user:{SECRET}".encode()).decode(),
    "within base64": base64.b64encode(f"Authorization: Bearer {SECRET}\r\n".encode()).decode(),
    "hex": SECRET.encode().hex(),
    "percent, as in a browser": quote(SECRET, safe="!'()*"),
    "percent, every byte": "".join(f"%{byte:02x}" for byte in SECRET.encode()),
    "percent, mixed case": "s3cr%3At%2f%2Bk%20y%26%C3%bc",
    "json, as of Go": SECRET.replace("&", r"\u0026").replace("+", r"\u002B"),
    "json, every character": "".join(f"\\u{ord(sign):04x}" for sign in SECRET),
    "json within json": json.dumps(json.dumps(SECRET))[1:-1],
    "html, decimal": "".join(f"&#{ord(sign)};" for sign in SECRET),
    "html, hexadecimal": "".join(f"&#X{ord(sign):03X};" for sign in SECRET),
    "html, named": SECRET.replace("&", "&AMP;").replace("/", "&sol;").replace("ü", "&uuml;"),
    "percent within html": html.escape(quote(SECRET, safe="")).replace("%", "&#37;"),
    "upper case": SECRET.upper(),
}


@pytest.mark.parametrize("form", FORMS)
async def test_every_form_is_masked(form: str) -> None:
    text = masked(f"begin {FORMS[form]} end", (SECRET,))
    assert text.startswith("begin ")
    assert text.endswith(" end")
    assert "***" in text
    assert not any(written in text for written in FORMS.values())


@pytest.mark.parametrize("form", FORMS)
async def test_every_form_is_found_in_bytes(form: str) -> None:
    assert holds(b"\xff\0" + FORMS[form].encode() + b"\x89", (SECRET,))
    assert not holds(b"\xff\0\x89", (SECRET,))


@pytest.mark.parametrize("escape", [quote, html.escape, lambda text: text.replace("'", "&#39;"), repr, json.dumps])
async def test_quotes_are_masked_however_they_are_escaped(escape: Callable[[str], str]) -> None:
    secret = 'it\'s "my" <key>'
    assert "my" not in masked(escape(secret), (secret,))


@pytest.mark.parametrize("secret", ["ab%41cd%2Fef", r"ab\u0041cd\n", "ab&amp;cd&#65;", 'a\\b\\\\c\\"d'])
async def test_secrets_that_look_escaped_are_masked(secret: str) -> None:
    for form in (secret, quote(secret, safe=""), json.dumps(secret)[1:-1], html.escape(secret)):
        assert masked(f"begin {form} end", (secret,)) == "begin *** end"


@given(st.text(max_size=60), st.text("ab%&#;\\u0026x", min_size=8, max_size=20), st.text(max_size=60))
def test_what_is_no_secret_stays(before: str, secret: str, after: str) -> None:
    assert masked(before, ("never-in-there",)) == before
    assert secret not in masked(before + secret + after, (secret,))


async def test_a_secret_is_masked_before_the_text_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "abcd1234"
    monkeypatch.setenv("BOOKSHOP_TOKEN", secret)
    place = f"https://other.test/{'p' * 91}/{secret}/more"
    outcome = await got(answer(b"", "", "302 Moved", Location=place))
    assert "abcd" not in outcome.text
    link = f'</x?book_id={"p" * 280}{secret}>; rel="next"'
    assert "abcd" not in (await got(answer(b"[]", Link=link))).text


async def test_a_file_name_is_masked_before_it_is_cleaned() -> None:
    for name in ("key:+one/two&three", quote("key:+one/two&three", safe="")):
        reply = Reply(
            status=200,
            media_type="application/pdf",
            charset="",
            content=b"\0",
            headers={"content-disposition": f'attachment; filename="{name}.pdf"'},
        )
        assert "the file ***.pdf" in repr(media_content(reply, 1_000, ("key:+one/two&three",)))


async def test_short_secrets_are_found_in_bytes_as_words_only() -> None:
    assert holds(b"\0test\0", ("test",))
    assert not holds(b"\0tested abc", ("test", "abc", ""))
    assert not holds(b"anything", ())


@pytest.mark.parametrize(("secret", "shown"), [("abc", True), ("a-secret-picture", False)])
async def test_a_picture_is_not_held_back_for_a_few_letters(secret: str, shown: bool) -> None:
    content = b"\x89PNG\r\n\x1a\nabc" + base64.b64encode(b"of a-secret-picture") + b"\0"
    reply = Reply(status=200, media_type="image/png", charset="", content=content)
    (block,) = media_content(reply, 1_000, (secret,))
    assert (block.type == "image") is shown


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=8, max_size=40), st.binary(), st.binary())
def test_base64_is_masked_wherever_a_secret_stands_in_it(secret: str, before: bytes, after: bytes) -> None:
    raw = before + secret.encode() + after
    for encoded in (base64.b64encode(raw), base64.urlsafe_b64encode(raw)):
        left, mask, right = masked(encoded.decode(), (secret,)).partition("***")
        assert mask
        assert len(left) <= 4 * (len(before) + 3) / 3 or "***" in right


async def test_short_secrets_are_masked_as_words_and_very_short_ones_not_at_all() -> None:
    assert masked("tested test, test-1 (test)", ("test",)) == "tested ***, ***-1 (***)"
    assert masked("a abc", ("abc",)) == "a abc"
    assert masked("nothing", ()) == "nothing"


# --- through the whole server

ECHOES = [
    ("json", lambda secret: answer(json.dumps({"you": f"sent {secret}", f"k {secret}": [secret, {"a": secret}]}))),
    ("escaped", lambda secret: answer('{"a": "' + "".join(f"\\u{ord(c):04x}" for c in secret) + '"}')),
    ("base64", lambda secret: answer(json.dumps({"a": base64.b64encode(f"x:{secret}".encode()).decode()}))),
    ("text", lambda secret: answer(f"sent {secret}", "text/plain")),
    ("html", lambda secret: answer(f"<html><title>{secret}</title></html>", "text/html")),
    ("error", lambda secret: answer(json.dumps({"message": f"bad {secret}"}), status="400 Bad")),
    ("unauthorized", lambda secret: answer(json.dumps({"error": quote(secret)}), status="401 Bad")),
    ("plain error", lambda secret: answer(f"bad {secret}", "text/plain", "500 Bad")),
    ("redirect", lambda secret: answer(b"", "", "302 Moved", Location=f"https://other.test/{secret}?k={secret}")),
    ("location", lambda secret: answer(b"{}", status="201 Created", Location=f"/x?key={secret}")),
    ("link", lambda secret: answer(b"[]", Link=f"</x?book_id={secret}>; rel=next")),
    ("total", lambda secret: answer(b"[]", X_Next_Token=secret)),
    ("file name", lambda secret: answer(b"\0", "application/pdf", Content_Disposition=f"x; filename={secret}.pdf")),
]


@pytest.mark.parametrize(("kind", "echo"), ECHOES, ids=[kind for kind, _ in ECHOES])
@pytest.mark.parametrize("profile", ["connected-apps", "mcp"])
async def test_what_the_api_repeats_is_masked(kind: str, echo: object, profile: str) -> None:
    raw: bytes = echo("a-secret-token")  # type: ignore[operator]
    outcome = await got(raw, facts={"profile": profile})
    assert "a-secret-token" not in repr(outcome)
    assert "***" in repr(outcome)


async def test_a_key_is_masked_that_another_tool_sends() -> None:
    outcome = await got(answer(b'{"a": "a-secret-key"}'))
    assert json.loads(outcome.text) == {"a": "***"}


async def test_user_names_are_data_and_keys_in_their_place_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    basic = {"auth": (Credential(key="b", type="basic", env=("USERNAME", "PASSWORD")),)}
    for user, shown in (
        ("admin", "admin"),
        ("a.long.name@shop.test", "a.long.name@shop.test"),
        ("sk_test_4eC39HqLy", "***"),
    ):
        monkeypatch.setenv("BOOKSHOP_USERNAME", user)
        monkeypatch.setenv("BOOKSHOP_PASSWORD", "")
        outcome = await got(answer(json.dumps({"owner": user})), facts=basic, auth=[["b"]])
        assert json.loads(outcome.text) == {"owner": shown}


@pytest.mark.parametrize("level", [logging.DEBUG, logging.WARNING])
async def test_no_log_holds_a_secret(caplog: pytest.LogCaptureFixture, level: int) -> None:
    caplog.set_level(level)

    async def echo(request: Arrived, stream: object) -> None:
        await stream.send(answer(json.dumps({"target": request.target}), status="500 Bad"))  # type: ignore[attr-defined]

    async with serving(echo) as upstream:
        await call(upstream.url, auth=[["tillKey"]])
        assert "a-secret-key" in upstream.arrived[0].target
        await call("http://127.0.0.1:9", auth=[["tillKey"]])
    assert "a-secret-key" not in caplog.text


async def test_no_repr_holds_a_secret() -> None:
    settings = read_settings(PACKAGE.facts, {"BOOKSHOP_TOKEN": "a-secret", "BOOKSHOP_HTTP_TOKEN": "a-secret"})
    assert "a-secret" not in repr(settings)
    assert "a-secret" not in repr(Applied(header={"a": "a-secret"}, query={"a": "a-secret"}, cookie={"a": "a-secret"}))
