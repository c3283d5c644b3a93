"""What is done beyond the verb that a text opens with, and what it makes of the hints (ANN002, ANN003, ANN004)."""

from __future__ import annotations

import pytest

from mcpgen.model.toolset import Hints, Profile
from mcpgen.shaping.further import further_deed
from mcpgen.shaping.hints import hints
from tests.shaping.operations import TEXT, obj, operation


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Lists tickets and locks them", "lock"),
        ("Lists tickets, then deletes them", "delete"),
        ("Search and delete", "delete"),
        ("Finds guests and removes duplicates", "remove"),
        ("Looks up a guest; creates it where it does not exist", "create"),
        ("Looks up a guest, creating it if missing", "create"),
        ("Validates a card by charging it", "charge"),
        ("Get a report and e-mail it to the owner", "email"),
        ("Gets the next ticket and automatically assigns it to the clerk", "assign"),
        ("Get tickets. Marks each of them as seen.", "mark"),
    ],
)
def test_what_a_post_does_beyond_its_opening(text: str, verb: str) -> None:
    found = further_deed((text,), posted=True)
    assert found is not None
    assert found.word == verb


@pytest.mark.parametrize(
    "text",
    [
        "Searches issues and comments",
        "Searches for orders, transfers, and refunds",
        "Get a quote to buy or sell the asset",
        "Lists tickets by sending a request to the desk",
        "Lists tickets, including the locked ones",
        "Validates an address and returns suggestions",
        "Searches what users created and deleted",
        "Searches tickets. Delete the cursor to start again.",
        "Lists tickets. Use the filter to narrow them.",
        "",
    ],
)
def test_what_a_text_only_speaks_of_is_not_done(text: str) -> None:
    assert further_deed((text,), posted=True) is None


@pytest.mark.parametrize(
    ("text", "writes"),
    [
        ("Returns the counter and increments it", True),
        ("Takes the next ticket off the queue and locks it", True),
        ("Retrieves, configures, or resets all of a desk's settings", False),
        ("Lists tickets by contacting the desk", False),
        ("Gets the ticket, deleting it", False),
        ("Gets roles and adds the inner ones to the list", False),
    ],
)
def test_a_safe_method_does_more_only_where_it_is_said_outright(text: str, writes: bool) -> None:
    assert (further_deed((text,), posted=False) is not None) is writes


def of(key: str, name: str, summary: str, **facts: object) -> Hints:
    """The hints in the profile that tells adding from changing."""
    found = operation(key, summary=summary, **facts)  # type: ignore[arg-type]
    return hints(found, name=name, profile=Profile.MCP)[0]


def test_a_search_that_deletes_writes_and_destroys() -> None:
    found = of("POST /tickets/search", "search_tickets", "Search tickets and delete those found")
    assert found == Hints(read_only=False, destructive=True, idempotent=False, open_world=False)


def test_a_preview_that_is_sent_reaches_people() -> None:
    found = of("POST /letters/preview", "preview_letter", "Preview and send the letter")
    assert not found.read_only
    assert found.open_world


@pytest.mark.parametrize(
    "summary",
    ["[Admin] Delete a guest", "(Deprecated) Delete a guest", "Please delete a guest", "Permanently deletes the guest"],
)
def test_what_stands_before_a_verb_hides_it_not(summary: str) -> None:
    assert of("POST /guests/x", "create_guest", summary).destructive


@pytest.mark.parametrize(("path", "id"), [("/guests/{id}/forget", "forgetGuest"), ("/files/shred", "shredFile")])
def test_a_deed_by_an_unknown_word_may_destroy(path: str, id: str) -> None:
    assert of(f"POST {path}", "create_guest_forget", "", id=id).destructive
    assert not of("POST /guests", "create_guest", "", id="guest").destructive
    assert not of("POST /guests/{id}/bill", "create_guest_bill", "", id="guestBill").destructive


def test_a_read_that_fetches_a_page_reaches_out() -> None:
    assert of("POST /fetch", "get_url", "Fetch a page", body=obj(url=TEXT)).open_world
