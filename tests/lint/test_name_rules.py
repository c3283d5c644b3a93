"""Names: what is found with which better name, and what is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from mcpgen.diagnostics import Origin, Severity
from mcpgen.lint.names import singular, split_words

Lint = Any


def named(*names: str) -> dict[str, Any]:
    return {"tools": [{"name": name} for name in names]}


def codes(found: Any) -> list[str]:
    return [d.code for d in found]


@pytest.mark.parametrize(
    "name",
    [
        "get_user_information",
        "publishDraft",
        "search-books",
        "run_report",
        "list_items",
        "write_file",
        "unsubscribe_reader",
        "reindex_catalogue",
        "login",
        "ship_order",
        "schedule_send",
        "recategorize_books",
        "API_get_user",
    ],
)
def test_nam_takes_a_verb_and_a_noun(name: str, lint_fragment: Lint) -> None:
    data = {"server": {"name": "api"}, **named(name)}
    assert [d.message for d in lint_fragment(data, select=("NAM",))] == []


@pytest.mark.parametrize(
    ("name", "code", "hint"),
    [
        ("userInfo", "NAM001", "`get_user_info`"),
        ("calendar.read", "NAM001", "`read_calendar`"),
        ("order_create", "NAM001", "`create_order`"),
        ("customers", "NAM001", "get_customers"),
        ("_", "NAM001", "get_…"),
        ("search", "NAM001", "`search_…`"),
        ("OEE/Sites/get_site", "NAM002", "`oee_sites_get_site`"),
        ("New Tool", "NAM002", "`new_tool`"),
        ("", "NAM002", ""),
        ("поиск_книг", "NAM002", "letters a to z"),
        ("x" * 129, "NAM002", ""),
        ("handle_content", "NAM003", "precise verb in place of `handle`"),
        ("manage_user", "NAM003", "precise verb in place of `manage`"),
        ("do_everything_tool", "NAM003", "one thing"),
        ("assistant_tool", "NAM003", "one thing"),
        ("perform_search", "NAM003", "`search_…`"),
        ("execute", "NAM003", "one thing"),
    ],
)
def test_nam_gives_one_finding_and_a_better_name(name: str, code: str, hint: str, lint_fragment: Lint) -> None:
    (found,) = lint_fragment(named(name), select=("NAM",))
    assert found.code == code
    assert hint in found.hint
    assert found.at == Origin(file="tools.yaml", pointer=("tools", 0, "name"))


def test_nam001_takes_the_verb_from_the_description(lint_fragment: Lint) -> None:
    (found,) = lint_fragment({"tools": [{"name": "customers", "description": "Lists customers by town."}]})
    assert (found.code, found.hint) == ("NAM001", "Try `list_customers`.")


def test_nam001_passes_over_a_prefix_that_all_tools_share_and_not_over_their_one_noun(lint_fragment: Lint) -> None:
    assert lint_fragment(named("slack_list_channels", "slack_search"), select=("NAM001",)) == ()
    assert codes(lint_fragment(named("user_get", "user_remove"), select=("NAM001",))) == ["NAM001", "NAM001"]


def test_nam002_warns_of_more_than_64_characters(lint_fragment: Lint) -> None:
    (found,) = lint_fragment(named("get_" + "x" * 61), select=("NAM002",))
    assert found.severity is Severity.WARNING
    assert lint_fragment(named("get_" + "x" * 60), select=("NAM002",)) == ()


def test_nam004_names_both_places(lint_fragment: Lint) -> None:
    same, alike = lint_fragment(named("get_user", "list_books", "get_user", "Get-User"), select=("NAM004",))
    assert same.severity is Severity.ERROR
    assert "tools 1 and 3" in same.message
    assert alike.severity is Severity.WARNING
    assert "`Get-User` (tool 4)" in alike.message
    assert "`get_user` (tool 1)" in alike.message


@pytest.mark.parametrize("pair", [("get_user", "get_users"), ("get_user", "getUser"), ("get_user", "get_user_2")])
def test_nam004_finds_confusable_names(pair: tuple[str, str], lint_fragment: Lint) -> None:
    assert codes(lint_fragment(named(*pair), select=("NAM004",))) == ["NAM004"]


@pytest.mark.parametrize(
    "pair", [("encode_base32", "encode_base64"), ("get_ipv4", "get_ipv6"), ("get_user", "list_users")]
)
def test_nam004_leaves_names_that_differ_in_meaning(pair: tuple[str, str], lint_fragment: Lint) -> None:
    assert lint_fragment(named(*pair), select=("NAM004",)) == ()


def test_words_of_names() -> None:
    assert split_words("getHTTPUser_2") == ("get", "http", "user", "2")
    assert split_words("list-APIKeys.v1") == ("list", "api", "keys", "v", "1")
    assert [singular(w) for w in ("countries", "boxes", "status", "users", "address", "news")][:5] == [
        "country",
        "box",
        "status",
        "user",
        "address",
    ]
