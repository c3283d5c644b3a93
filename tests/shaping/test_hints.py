"""Hints: what a tool does to state, by method, verb and words."""

from __future__ import annotations

import pytest

from mcpgen.model.toolset import Hints, Profile
from mcpgen.shaping.hints import hints
from tests.shaping.operations import ONE, TEXT, array, obj, operation

APPS, MCP = Profile.CONNECTED_APPS, Profile.MCP


def of(key: str, name: str, profile: Profile = MCP, *, fixed: tuple[str, ...] = (), **facts: object) -> Hints:
    """The hints of an operation under a name."""
    return hints(operation(key, **facts), name=name, profile=profile, fixed=fixed)[0]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("GET /books", "list_books"),
        ("HEAD /books/{id}", "check_book"),
        ("POST /books/search", "search_books"),
        ("POST /points/query", "query_points"),
        ("POST /orders/validate", "validate_order"),
        ("POST /orders/preview", "preview_order"),
        ("POST /tax/calculate", "calculate_tax"),
        ("POST /users/export", "export_users"),
        ("POST /backfills/dry_run", "create_backfill_dry_run"),
        ("GET /report", "generate_report"),
    ],
)
def test_reads(key: str, name: str) -> None:
    for profile in Profile:
        assert of(key, name, profile) == Hints(read_only=True, destructive=False, idempotent=True, open_world=False)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("GET /logout", "logout_user"),
        ("GET /users/{id}/delete", "delete_user"),
        ("GET /server/restart", "restart_server"),
        ("GET /jobs/{id}/start", "start_job"),
        ("POST /books", "create_book"),
        ("POST /repos/{id}/watch", "watch_repo"),
        ("PATCH /books/{id}", "update_book"),
        ("DELETE /books/{id}", "delete_book"),
    ],
)
def test_writes(key: str, name: str) -> None:
    assert not of(key, name).read_only
    assert of(key, name, APPS).destructive


def test_a_post_that_creates_what_it_reads_is_a_write() -> None:
    assert not of("POST /reports/export", "export_report", status="202", answer=ONE).read_only


@pytest.mark.parametrize(
    ("key", "name", "destructive"),
    [
        ("POST /books", "create_book", False),
        ("POST /teams/{id}/members", "add_team_member", False),
        ("POST /messages", "send_message", False),
        ("PUT /books/{id}", "create_book", True),
        ("PATCH /books/{id}", "update_book", True),
        ("DELETE /books/{id}", "delete_book", True),
        ("POST /orders/{id}/cancel", "cancel_order", True),
        ("POST /payouts", "pay_supplier", True),
    ],
)
def test_in_profile_mcp_what_only_adds_is_not_destructive(key: str, name: str, destructive: bool) -> None:
    assert of(key, name, MCP).destructive is destructive
    assert of(key, name, APPS).destructive


@pytest.mark.parametrize(
    ("key", "name", "idempotent"),
    [
        ("PUT /books/{id}", "update_book", True),
        ("DELETE /books/{id}", "delete_book", True),
        ("PATCH /books/{id}", "update_book", True),
        ("PUT /stock/{id}", "increment_stock", False),
        ("PATCH /items/{id}", "toggle_item", False),
        ("POST /books", "create_book", False),
        ("POST /orders/{id}/cancel", "cancel_order", False),
    ],
)
def test_idempotent(key: str, name: str, idempotent: bool) -> None:
    assert of(key, name).idempotent is idempotent


def test_a_json_patch_may_add_up_and_a_merge_patch_does_not() -> None:
    body = array(obj(op=TEXT))
    assert not of("PATCH /books/{id}", "update_book", body=body, body_type="application/json-patch+json").idempotent
    assert of("PATCH /books/{id}", "update_book", body=ONE, body_type="application/merge-patch+json").idempotent


@pytest.mark.parametrize(
    ("key", "name", "open_world"),
    [
        ("POST /orders/{id}/receipt", "send_receipt", True),
        ("POST /users/{id}/invite", "invite_user", True),
        ("POST /hooks/{id}/test", "test_webhook", True),
        ("POST /posts/{id}/publish", "publish_post", True),
        ("POST /payouts", "create_payout", True),
        ("POST /transfers", "transfer_money", True),
        ("POST /crawls", "crawl_site", True),
        ("POST /repos/{id}/transfer", "transfer_repo_ownership", False),
        ("POST /templates", "create_message_template", False),
        ("POST /user/emails", "add_email", False),
        ("GET /payouts", "list_payouts", False),
        ("GET /notifications", "list_notifications", False),
        ("DELETE /payments/{id}", "delete_payment", False),
    ],
)
def test_open_world(key: str, name: str, open_world: bool) -> None:
    assert of(key, name).open_world is open_world


def test_a_fixed_selector_speaks_for_its_variant() -> None:
    assert of("POST /files", "create_file", fixed=("delete",)).destructive
    assert not of("POST /files", "create_file", fixed=("card",)).destructive


def test_each_hint_that_says_something_has_a_reason_at_the_operation() -> None:
    made = operation("POST /messages")
    _, reasons = hints(made, name="send_message", profile=APPS)
    assert [r.rule for r in reasons] == ["ANN002", "ANN003", "ANN004"]
    assert all(r.text.endswith(".") and r.origin == made.origin for r in reasons)
