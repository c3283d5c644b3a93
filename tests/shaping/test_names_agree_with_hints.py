"""Names and hints that agree: what a GET does is told, and a POST is called a read only where it is found to be one."""

from __future__ import annotations

import pytest

from mcpgen.model.toolset import Hints, Profile
from mcpgen.shaping.hints import hints
from mcpgen.shaping.naming import name_operations
from tests.shaping.operations import ONE, TEXT, array, obj, operation

NAMED = obj(name=TEXT)


def of(key: str, **facts: object) -> tuple[str, Hints]:
    """The name of an operation that stands alone, and its hints under that name."""
    made = operation(key, **{"answer": ONE, **facts})  # type: ignore[arg-type]
    found = name_operations([made], api_title="Demo")[key].name
    return found, hints(made, name=found, profile=Profile.MCP)[0]


@pytest.mark.parametrize(
    ("path", "facts", "expected"),
    [
        ("/deleteAlerts", {}, "delete_alerts"),
        ("/clearLogs", {"summary": "Clear logs"}, "clear_logs"),
        ("/removeRoles", {"summary": "Remove roles from a user"}, "remove_roles_from_user"),
        ("/users/{id}/revokeTokens", {"summary": "Revoke tokens"}, "revoke_tokens"),
        ("/purge-caches", {"summary": "Purge caches"}, "purge_caches"),
        ("/deleteData", {"summary": "Delete data"}, "delete_data"),
        ("/send-messages", {"summary": "Send messages"}, "send_messages"),
        ("/sendInvoices", {"id": "sendInvoices"}, "send_invoices"),
        ("/approveRequests", {"summary": "Approve requests"}, "approve_requests"),
        ("/unlockDoors", {"summary": "Unlock doors"}, "unlock_doors"),
        ("/addStocks", {}, "add_stocks"),
        ("/cancelOrders", {}, "cancel_orders"),
        ("/buyOrders", {"id": "buyOrders"}, "buy_orders"),
        ("/tokens/{id}/rotate", {"summary": "Rotate token"}, "rotate_token"),
        ("/restartServices", {"id": "restartServices", "summary": "Restart services"}, "restart_services"),
        ("/stopServers", {"id": "stopServers"}, "stop_servers"),
        ("/updateRecords", {"id": "updateRecords", "summary": "Update records"}, "update_records"),
    ],
)
def test_a_verb_before_a_plural_that_surely_writes_is_one(path: str, facts: dict[str, object], expected: str) -> None:
    found, told = of(f"GET {path}", **facts)
    assert found == expected
    assert not told.read_only


@pytest.mark.parametrize(
    ("path", "facts", "expected"),
    [
        ("/yards/{yard}/buyOrders", {"summary": "List buy orders"}, "list_buy_orders"),
        ("/sellOrders", {}, "list_sell_orders"),
        ("/crawl-urls", {"id": "getCrawlUrls"}, "list_crawl_urls"),
        ("/crawl-statistics", {}, "list_crawl_statistics"),
        ("/alert-rules", {}, "list_alert_rules"),
        ("/previewSets", {"id": "previewSets-get_collection"}, "preview_sets"),
    ],
)
def test_a_verb_before_a_plural_that_may_be_a_noun_is_one(path: str, facts: dict[str, object], expected: str) -> None:
    found, told = of(f"GET {path}", **{"answer": array(ONE), **facts})
    assert found == expected
    assert told.read_only


@pytest.mark.parametrize(
    ("path", "text", "answer_type", "read_only"),
    [
        ("/studies/{id}/archive", "Creates a ZIP archive", "application/zip", True),
        ("/studies/{id}/archive", "Creates a ZIP archive", "application/json", False),
        ("/invoices/{id}", "Creates a PDF of the invoice", "application/pdf", True),
        ("/studies/{id}/export", "Creates a file", "text/csv", True),
        ("/invoices/{id}", "Creates an invoice", "application/pdf", False),
        ("/accounts/{id}/key", "Creates a new key for the account", "application/octet-stream", False),
        ("/accounts/{id}/keys", "Creates a new key for the account", "application/json", False),
        ("/backup", "Creates a backup", "application/json", False),
        ("/reports/all", "Creates all reports", "application/json", False),
        ("/invoices/{id}/pdf", "Returns the PDF and marks the invoice as sent.", "application/pdf", False),
        ("/invoices/{id}/pdf", "Returns the PDF and deletes it.", "application/pdf", False),
        ("/keys/{id}/file", "Returns the key and rotates it.", "application/octet-stream", False),
        ("/charts/{id}/image", "Fetches a chart and crops it.", "image/png", True),
        ("/charts/{id}", "Fetches a chart and crops it.", "application/json", False),
    ],
)
def test_a_get_that_makes_something_but_its_answer_writes(
    path: str, text: str, answer_type: str, read_only: bool
) -> None:
    assert of(f"GET {path}", summary=text, answer_type=answer_type)[1].read_only is read_only


@pytest.mark.parametrize(
    ("path", "text", "expected", "read_only"),
    [
        ("/sms", "Send an SMS and receive a delivery receipt", "send_sms", False),
        ("/send", "Send a message to receive a reply", "send_message_to_receive_reply", False),
        ("/guests/{id}", "Notify a guest to receive an answer", "notify_guest_to_receive_answer", False),
        ("/rank", "Submit a website to receive its rank", "get_rank", True),
        ("/rank", "Submit a website and receive its rank", "submit_website_and_receive_rank", False),
    ],
)
def test_what_is_given_to_receive_something_is_read_where_it_reaches_nobody(
    path: str, text: str, expected: str, read_only: bool
) -> None:
    found, told = of(f"GET {path}", summary=text)
    assert found == expected
    assert told.read_only is read_only


@pytest.mark.parametrize(
    ("path", "facts", "expected", "read_only"),
    [
        ("/auth.session", {"id": "auth.getSession", "summary": "Get a session"}, "get_session", False),
        ("/refunds", {"summary": "Accepts a payment id and returns the refund"}, "create_refund", False),
        ("/orders", {"summary": "Takes an order and returns a confirmation number"}, "create_order", False),
        ("/subscriptions", {"summary": "Returns a new subscription"}, "create_subscription", False),
        ("/webhooks", {"summary": "Returns the registered webhook"}, "create_webhook", False),
        ("/charts/data", {"summary": "Takes a question and returns the data"}, "query_chart_data", True),
        ("/charts", {"description": "Returns charts of the boats that are given."}, "query_chart", True),
    ],
)
def test_a_post_is_called_a_read_where_it_reads(
    path: str, facts: dict[str, object], expected: str, read_only: bool
) -> None:
    found, told = of(f"POST {path}", body=NAMED, **facts)
    assert found == expected
    assert told.read_only is read_only


@pytest.mark.parametrize("summary", ["", "Restart services"])
def test_a_path_that_orders_is_no_read_without_an_id_too(summary: str) -> None:
    assert not of("GET /restartServices", summary=summary)[1].read_only
