"""What the model sees of an answer."""

from __future__ import annotations

import json
from typing import Any

import mcp_types as types
import pytest
from bookshop_mcp.runtime import results
from bookshop_mcp.runtime.api import Reply
from bookshop_mcp.runtime.cutting import cut_json, cut_text
from bookshop_mcp.runtime.errors import CallFailed
from bookshop_mcp.runtime.tool import Tool
from hypothesis import given, settings
from hypothesis import strategies as st


async def nothing(args: Any, api: Any) -> Any:
    raise AssertionError


def tool(**facts: Any) -> Tool:
    return Tool(name="get_thing", function=nothing, **facts)


def reply(content: bytes | Any, media_type: str = "application/json", **headers: str) -> Reply:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return Reply(status=200, media_type=media_type, charset="utf-8", content=raw, headers=headers)


def value(content: Any, **facts: Any) -> Any:
    found = results.value_of(tool(**facts), reply(content), {})
    assert found is not None
    assert found[1]
    return found[0]


def test_identifiers_and_large_integers_become_text() -> None:
    answer = {
        "id": 7,
        "n": 7,
        "big": 2**53,
        "edge": 2**53 - 1,
        "low": -(2**60),
        "flag": True,
        "items": [{"id": 1}, {"id": "x"}],
    }
    assert value(answer, string_ids=["/id", "/items/*/id", "/flag"]) == {
        "id": "7",
        "n": 7,
        "big": "9007199254740992",
        "edge": 2**53 - 1,
        "low": str(-(2**60)),
        "flag": True,
        "items": [{"id": "1"}, {"id": "x"}],
    }
    assert value({"a": {"id": 1}, "b": {"id": 2}}, string_ids=["/*/id"]) == {"a": {"id": "1"}, "b": {"id": "2"}}
    assert value([[1], [2]], string_ids=["/*/0"]) == [["1"], ["2"]]
    assert value({"a/b": {"~": 1}}, string_ids=["/a~1b/~0"]) == {"a/b": {"~": "1"}}
    assert value(5, string_ids=[""]) == "5"


def test_secrets_are_masked_wherever_they_are() -> None:
    answer = {"token": "t", "keys": [{"secret": {"a": 1}}, {"secret": None}]}
    assert value(answer, secrets=["/token", "/keys/*/secret"]) == {
        "token": "***",
        "keys": [{"secret": "***"}, {"secret": None}],
    }


def test_numbers_that_json_cannot_hold_become_text() -> None:
    assert value(b'{"a": 1e999, "b": 1.5}') == {"a": "1e999", "b": 1.5}
    assert value(b'[NaN, -Infinity, "NaN"]') == ["NaN", "-Infinity", "NaN"]


def test_halves_of_surrogate_pairs_do_not_get_through() -> None:
    assert value(b'{"a": "x\\ud800y", "b\\udc00": "\\ud83d\\ude00"}') == {"a": "x?y", "b?": "😀"}


@pytest.mark.parametrize(
    "content", [b'{"a":', b"nan", b'{"a": infinity}', b"\xff\xfe{", b"<html>", b"[" * 100_000, b"1" * 5000, b"OK"]
)
def test_json_that_cannot_be_read_is_a_failure(content: bytes) -> None:
    with pytest.raises(CallFailed) as error:
        value(content)
    assert error.value.code == -32400


def test_an_empty_answer_becomes_a_confirmation() -> None:
    assert results.value_of(tool(confirm="Deleted {a_id}: {b}."), reply(b""), {"a_id": "7"}) == ("Deleted 7: ?.", False)
    assert results.value_of(tool(confirm="Done."), reply(None), {}) == ("Done.", False)
    said = results.value_of(tool(), reply(b" \n"), {"a_id": "7", "name": "x"})
    assert said == ("get_thing succeeded for a_id 7. The API sent no content.", False)


def test_text_stays_text() -> None:
    assert results.value_of(tool(), reply("größe".encode(), "text/csv"), {}) == ("größe", False)
    assert results.value_of(tool(), reply(b"{}", ""), {}) == ({}, True)
    assert results.value_of(tool(), reply(b"ok", ""), {}) == ("ok", False)
    assert results.value_of(tool(), reply(b"<svg/>", "image/svg+xml"), {}) == ("<svg/>", False)


def shown(
    content: Any, *, structured: bool, is_json: bool = True, wanted: bool = True, most: int = 10_000
) -> types.CallToolResult:
    return results.shown(tool(), content, is_json=is_json, structured=structured, wanted=wanted, most_bytes=most)


def test_profile_mcp_says_it_twice_and_wraps_what_is_no_object() -> None:
    for content, wrapped in (
        ({"a": 1}, {"a": 1}),
        ([1], {"result": [1]}),
        (None, {"result": None}),
        ("x", {"result": "x"}),
    ):
        result = shown(content, structured=True)
        assert result.structured_content == wrapped
        assert json.loads(result.content[0].text) == wrapped  # type: ignore[union-attr]
        result = shown(content, structured=False)
        assert result.structured_content is None
        assert json.loads(result.content[0].text) == content  # type: ignore[union-attr]


def test_a_confirmation_is_structured_only_for_a_declared_output() -> None:
    assert shown("Done.", structured=True, is_json=False).structured_content == {"result": "Done."}
    assert shown("Done.", structured=True, is_json=False, wanted=False).structured_content is None


def test_a_page_loses_its_last_items_and_says_so() -> None:
    page = {"data": [{"id": str(n), "text": "x" * 50} for n in range(100)], "next": "c"}
    cut, note = cut_json(page, tool(items="/data", next_page=("/next", "cursor")), 2000)
    kept = len(cut["data"])
    assert cut == {"data": page["data"][:kept], "next": "c"}
    assert len(json.dumps(cut)) <= 2000 < len(json.dumps({**cut, "data": page["data"][: kept + 1]}))
    assert note.startswith(f"The result was cut: the first {kept} of 100 items are shown.")
    assert "cursor" in note
    assert cut_json(page, tool(items="/data"), 100_000) == (page, "")
    assert cut_json(page["data"], tool(items=""), 2000)[0] == page["data"][:kept]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=400),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=20), inner, max_size=8),
    max_leaves=40,
)


@settings(max_examples=60, deadline=None)
@given(JSON, st.integers(50, 3000))
def test_whatever_is_cut_fits_and_says_so(content: Any, most: int) -> None:
    cut, note = cut_json(content, tool(), most)
    assert len(json.dumps(cut, ensure_ascii=False).encode()) <= most
    assert bool(note) == (cut != content)


def test_text_is_cut_between_characters() -> None:
    assert cut_text("ä" * 10, 7) == ("äää", "The text was cut: the first 3 of 10 characters are shown.")
    assert cut_text("ä" * 10, 20) == ("ä" * 10, "")
