"""The verbs that an operation says: by its name, its id, its path and its text."""

from __future__ import annotations

import pytest

from mcpgen.shaping.acts import acts, is_call, is_remote_call, last_static
from tests.shaping.operations import operation


@pytest.mark.parametrize(
    ("path", "last", "remote"),
    [
        ("/orders/{id}/cancel", "cancel", False),
        ("/orders/{id}", "orders", False),
        ("/posts.json", "posts", False),
        ("/jobs/{id}:run", "run", True),
        ("/queues:purge", "purge", True),
        ("/chat.update", "update", True),
        ("/admin.apps.approve", "approve", True),
        ("/#Action=DeleteQueue", "DeleteQueue", True),
        ("/{a}/{b}?Action=DeleteQueue", "DeleteQueue", True),
        ("/", "", False),
    ],
)
def test_the_last_part_of_a_path(path: str, last: str, remote: bool) -> None:
    assert last_static(path) == last
    assert is_remote_call(path) is remote


@pytest.mark.parametrize(
    ("text", "call"), [("deletePad", True), ("DeletePad", True), ("set_allowed", False), ("pads", False), ("ID", False)]
)
def test_calls_are_written_as_one_word_of_many(text: str, call: bool) -> None:
    assert is_call(text) is call


@pytest.mark.parametrize(
    ("key", "id", "summary", "name", "main"),
    [
        ("POST /books", "", "", "create_book", "create"),
        ("POST /books", "createBook", "Updates a book", "create_book", "update"),
        ("POST /books/{id}/block", "", "", "create_book_block", "create"),
        ("POST /books/{id}/block", "", "", "create_book", "block"),
        ("POST /books/{id}/cancel", "", "", "update_book", "cancel"),
        ("POST /charges", "", "Refunds a charge", "create_refund", "create"),
        ("POST /merges/{id}/merge", "", "Merge a request", "request_merge", "merge"),
        ("POST /books", "books_lock", "", "create_book", "create"),
        ("POST /books", "books_unlock", "", "create_book", "unlock"),
        ("PUT /books/{id}", "createBookLink-put", "", "update_book", "update"),
        ("PUT /metrics", "notifyReadList", "Mark metrics as read", "update_metrics", "mark"),
        ("POST /runs", "", "Run a test case", "create_run", "create"),
        ("POST /mails", "", "Send a mail with a link", "execute_mail", "send"),
        ("POST /messages/{id}/read", "", "Mark a message as read", "get_message", "mark"),
        ("DELETE /books/{id}", "", "Removes a book", "delete_book", "remove"),
        ("POST /readings", "", "Record readings. Updates the meter.", "record_readings", "record"),
        ("PUT /alerts/{id}", "", "Update an alert", "alert_rule", "update"),
        ("POST /cancellations", "", "", "request_order_cancellation", "cancel"),
        ("POST /realms/revocation", "", "Push the revocation", "create_push_revocation", "push"),
        ("POST /deletion", "", "", "create_deletion", "create"),
    ],
)
def test_the_verb_that_says_most(key: str, id: str, summary: str, name: str, main: str) -> None:
    found = acts(operation(key, id, summary=summary), name).main
    assert found is not None
    assert found.word == main


def test_a_selector_value_that_is_a_verb_speaks_for_its_variant() -> None:
    made = operation("POST /volumes/{id}/actions", summary="Initiate an action")
    detached = acts(made, "detach_volume", ("detach",)).main
    created = acts(operation("POST /volumes", summary="Create a volume"), "attach_volume", ("attach",)).main
    assert detached is not None
    assert detached.word == "detach"
    assert created is not None
    assert created.word == "create"
