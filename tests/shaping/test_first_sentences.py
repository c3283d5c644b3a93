"""First sentences that are sentences: of generated summaries, of two verbs, of advice (DES002)."""

from __future__ import annotations

import pytest

from mcpgen.shaping.describe import tool_description
from mcpgen.shaping.openings import directive, told
from tests.shaping.operations import operation


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Poll for the status of a test.", "Polls for the status of a test."),
        ("Start a new context or resume the current one.", "Starts a new context or resumes the current one."),
        (
            "Transfer playback and optionally begin the next song.",
            "Transfers playback and optionally begins the next song.",
        ),
        ("Start a job to scan and delete the files.", "Starts a job to scan and delete the files."),
        ("Marked a user as active.", "Marks a user as active."),
        ("Limited the offer.", "Limited the offer."),
        ("Permanently remove/delete a row.", "Permanently removes/deletes a row."),
        ("Partially update status of a row.", "Partially updates status of a row."),
    ],
)
def test_each_verb_of_a_first_sentence_stands_in_the_third_person(text: str, said: str) -> None:
    assert told(text) == said


def test_two_gerunds_become_two_verbs() -> None:
    assert directive("Replacing or clearing items of a list.") == "Replaces or clears items of a list."


def test_a_summary_that_is_the_id_with_capitals_gives_way_to_a_sentence() -> None:
    made = operation(
        "POST /books/list",
        id="get_list_books_batch_books_list_post",
        summary="Get List Books Batch",
        description="Get a list of books of several shelves.",
    )
    assert tool_description(made, name="query_books").startswith("Gets a list of books of several shelves.")


def test_a_summary_that_is_the_id_is_written_as_a_sentence_has_it() -> None:
    made = operation("POST /loans/dry_run", id="create_loan_dry_run_loans_dry_run_post", summary="Create Loan Dry Run")
    assert tool_description(made, name="preview_loan").startswith("Creates loan dry run.")


def test_what_a_later_sentence_allows_is_advice() -> None:
    made = operation(
        "GET /books",
        summary="List books",
        description="Lists books of a shelf. This endpoint allows specifying `~` for all.",
    )
    assert tool_description(made, name="list_books").startswith("Lists books of a shelf. Specify ~ for all.")


def test_a_sentence_does_not_say_twice_that_a_thing_is_picked_by_its_id() -> None:
    made = operation("GET /flows/{id}", id="getFlowForId")
    assert tool_description(made, name="get_flow_for_id").startswith("Gets one flow by its id.")


def test_a_word_is_not_spelled_out_where_the_whole_stands_in_two() -> None:
    made = operation("POST /event/ticket", summary="Inserts an event ticket class.", tags=("eventticketclass",))
    assert tool_description(made, name="create_ticket").startswith("Inserts an event ticket class.")


def test_a_coordinate_picks_nothing_by_itself() -> None:
    made = operation("GET /tiles/{z}/{x}/{y}", id="getTile")
    assert tool_description(made, name="get_tile").startswith("Gets the tile.")


def test_a_key_that_is_written_as_one_word_is_the_id() -> None:
    made = operation("DELETE /loans/{loanid}", id="deleteLoan")
    assert tool_description(made, name="delete_loan").startswith("Deletes one loan by its id.")
