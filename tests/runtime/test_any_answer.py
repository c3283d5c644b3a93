"""Whatever bytes and headers come, an answer is shown or refused in words: nothing else is raised."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import httpx2
import mcp_types as types
import pytest
from bookshop_mcp.runtime import results
from bookshop_mcp.runtime.auth import Applied
from bookshop_mcp.runtime.decoding import is_page
from bookshop_mcp.runtime.errors import CallFailed
from bookshop_mcp.runtime.exchange import Reply
from bookshop_mcp.runtime.facts import Facts
from bookshop_mcp.runtime.masking import masked
from bookshop_mcp.runtime.messages import page_message
from bookshop_mcp.runtime.notes import notes_of
from bookshop_mcp.runtime.refusals import Refusals
from bookshop_mcp.runtime.tool import Tool
from bookshop_mcp.runtime.waiting import wait_of
from hypothesis import given, settings
from hypothesis import strategies as st

SECRET = "s3cr3t-value"
KINDS = st.sampled_from(
    " | application/json | text/html | text/plain | text/csv | application/xml | image/png | image/svg+xml | audio/mpeg"
    " | application/octet-stream | application/pdf | multipart/mixed | text/event-stream | a+json".split(" | ")
)
CHARSETS = st.sampled_from(["", "utf-8", "latin-1", "utf-16", "utf-7", "idna", "punycode", "no-such", "zip", "\0"])
BODIES = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=40).map(str.encode),
    st.recursive(
        st.none() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    ).map(lambda value: json.dumps(value).encode()),
    st.sampled_from([b"<!doctype html><title>", b"<html", b"\xff\xfe", b"\xef\xbb\xbf", b")]}'", b"\xd8\x00", b"RIFF"]),
)
HEADERS = st.dictionaries(
    st.sampled_from(
        ["link", "retry-after", "date", "location", "x-total", "content-disposition", "etag", "x-ratelimit-reset"]
    ),
    st.text(st.characters(max_codepoint=255, exclude_characters="\r\n\0"), max_size=60)
    | st.sampled_from(
        ["<http://[>; rel=next", '<x?a=1>; rel="next"', "http://[", "//[", "Mon, 99 Xxx 0000", "1e400", "-1"]
    )
    | st.just(f"<x?key={SECRET}>; rel=next")
    | st.just(f"attachment; filename*=UTF-8''%ff{SECRET}%00"),
)


def reply(status: int, kind: str, accepted: str, charset: str, body: bytes, headers: dict[str, str]) -> Reply:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    return Reply(
        status=status,
        media_type=kind,
        charset=charset,
        content=body,
        headers=httpx2.Headers(raw),
        accepted=accepted,
    )


async def nothing(args: Any, api: Any) -> Any:
    raise AssertionError


TOOL = Tool(name="get_thing", function=nothing, string_ids=("/**/id",), headers=("ETag",))
FACTS = Facts(name="x", title="x", version="1", prefix="X", base_url="", profile="mcp")


@settings(max_examples=400, deadline=None)
@given(st.sampled_from([200, 202, 204, 206, 304]), KINDS, KINDS | st.just("*/*"), CHARSETS, BODIES, HEADERS)
def test_any_success_is_shown_or_refused(
    status: int, kind: str, accepted: str, charset: str, body: bytes, headers: dict[str, str]
) -> None:
    answer = reply(status, kind, accepted, charset, body + SECRET.encode(), headers)
    secrets = (SECRET,)
    if is_page(answer):
        assert SECRET not in page_message(answer, secrets)
    notes = masked(notes_of(answer, {"a": "1"}, ["a", "b"], TOOL.headers), secrets)
    found: tuple[Any, bool] | None = None
    try:
        found = results.value_of(TOOL, answer, {}, secrets)
    except CallFailed as failed:
        found = (failed.text, False)
    if found is None:
        shown = results.media_of(answer, notes, secrets, structured=True, most_bytes=1_000)
    else:
        value, is_json = found
        shown = results.shown(TOOL, value, is_json=is_json, structured=True, wanted=True, most_bytes=1_000, notes=notes)
    text = types.CallToolResult.model_validate(shown.model_dump()).model_dump_json()
    assert SECRET not in text


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([300, 301, 307, 400, 401, 403, 404, 429, 500, 503, 599]), KINDS, CHARSETS, BODIES, HEADERS)
def test_any_refusal_is_worded(status: int, kind: str, charset: str, body: bytes, headers: dict[str, str]) -> None:
    answer = reply(status, kind, "application/json", charset, SECRET.encode() + body, headers)
    wait = wait_of(answer.headers)
    assert wait is None or wait >= 0
    failed = Refusals(FACTS, (SECRET,)).refused(answer, Applied())
    assert failed.text.startswith(f"The API answered {status}")
    assert SECRET not in failed.text
    assert failed.text.isprintable()
    assert len(failed.text) < 800


@pytest.mark.parametrize(
    ("version", "sent"),
    [
        ("1.4.0", "x-mcp/1.4.0"),
        ("1\r\nX-Evil: 1", "x-mcp/1-X-Evil-1"),
        ("1é", "x-mcp/1-"),
        ("v1 beta", "x-mcp/v1-beta"),
    ],
)
def test_a_version_of_any_text_is_sent_as_a_token(version: str, sent: str) -> None:
    assert replace(FACTS, version=version).user_agent == sent
