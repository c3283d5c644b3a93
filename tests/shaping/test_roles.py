"""Arguments that the source says nothing of, or only in words of its code (PAR001)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mcpgen.shaping.argument_words import argument_description
from mcpgen.shaping.roles import Role, nested
from tests.shaping.test_describe import scalar


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("only_failed", "Whether to take only failed ones."),
        ("include_deferred", "Whether to include deferred ones."),
        ("includes_all_shelves", "Whether it includes all shelves."),
        ("dry_run", "Whether only to show what would be done, and change nothing."),
        ("pull_requests", "Whether to include pull requests."),
        ("milestones", "Whether to include milestones."),
        ("deserialize", "Whether to deserialize."),
        ("prohibit_login", "Whether to prohibit login."),
        ("email_allowed", "Whether email is allowed."),
        ("force", "Whether to do it even where a check would refuse."),
        ("tts", "Whether tts applies."),
        ("mask_characters_flag", "Whether to mask characters."),
        ("flag", "Whether flag applies."),
    ],
)
def test_a_switch_is_a_question_that_reads(name: str, said: str) -> None:
    assert argument_description(scalar("boolean"), name, role=Role(place="body", verb="update")) == said


def test_a_switch_that_chooses_says_which_are_meant() -> None:
    role = Role(place="query", verb="list", resource=("books",), chooses=True)
    assert argument_description(scalar("boolean"), "paused", role=role) == (
        "Only those that are paused; with false, those that are not."
    )


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("spec", "ShelfSpec describes the state of a shelf.", "The state of a shelf."),
        ("tracker", "InternalTracker represents settings for a tracker.", "Settings for a tracker."),
        ("shelf_mode", "shelf_mode denotes if this shelf is open.", "Whether this shelf is open."),
        ("life", "ttl_seconds limits the lifetime of a loan.", "Limits the lifetime of a loan."),
        ("deletion_time", "DeletionTime is RFC 3339 date.", "RFC 3339 date."),
        ("event", "ReviewState review state of a loan.", "Review state of a loan."),
        ("host", "GitHub is not asked.", "GitHub is not asked."),
        ("host", "OpenSearch index to send logs to.", "OpenSearch index to send logs to."),
        ("state", "Enum for states of loans.", "States of loans."),
        ("state", "States of a loan. These match others in some parts of the code.", "States of a loan."),
    ],
)
def test_a_text_of_code_loses_its_subject(name: str, text: str, said: str) -> None:
    assert argument_description(scalar(), name, text=text) == said


@pytest.mark.parametrize(
    ("name", "role", "said"),
    [
        ("body_index", Role(place="body", beside="index"), "Index to send in the body, apart from index."),
        ("order_by", Role(place="body", verb="query"), "What to sort the results by."),
        ("updated_at_gte", Role(place="query", verb="list"), "Updated at or after this."),
        ("shelf_id", Role(place="body", new=True), "Id for the new shelf, where you choose it."),
    ],
)
def test_a_name_is_read_by_what_it_is_to_its_tool(name: str, role: Role, said: str) -> None:
    assert argument_description(scalar(), name, role=role) == said


@pytest.mark.parametrize(
    ("name", "path", "holder", "kind", "said"),
    [
        ("loan_duration", ("loan", "duration"), ("book",), "string", "Duration of the book's loan."),
        ("readers_note", ("readers", "note"), ("books",), "string", "Note of the books' readers."),
        ("reader_email", ("request", "card", "reader", "email"), (), "string", "Email of the card's reader."),
        ("reader_id", ("reader", "id"), ("library", "card"), "string", "Id of the library card's reader."),
        ("reader_card_id", ("reader", "cardId"), ("loan",), "string", "Card id of the loan's reader."),
        ("loan_ended_at", ("loan", "endedAt"), ("book",), "string", "Time when the book's loan was ended."),
        ("loan_enabled", ("loan", "enabled"), ("book",), "boolean", "Whether loan is enabled."),
        ("loan_allow_pets", ("loan", "allowPets"), ("book",), "boolean", "Whether to allow pets."),
        ("properties_shelf", ("properties", "shelf"), ("book",), "string", "Shelf of the book."),
        ("size_gb", ("size", "gb"), ("disk",), "integer", "Size, in gigabytes."),
        ("loan_note", ("loan", "note"), ("a",) * 40, "string", "Note of the loan to set."),
        ("other_name", ("other", "name"), ("room",), "string", "Other name of the room."),
        ("shelf_width", ("options", "shelf", "width"), ("room",), "string", "Width of the room's shelf."),
        ("top_shelf_name", ("top_shelf", "shelf_name"), ("room",), "string", "Top shelf name of the room."),
    ],
)
def test_what_stands_in_an_object_is_said_to_be_of_that(
    name: str, path: tuple[str, ...], holder: tuple[str, ...], kind: str, said: str
) -> None:
    role = replace(nested(name, path, holder), place="body", resource=holder)
    assert argument_description(scalar(kind), name, role=role) == said


@pytest.mark.parametrize(
    ("place", "name", "text", "said"),
    [
        ("query", "api_version", "API version to use for the request.", "API version to use for the request."),
        ("query", "api_version", "The API version.", "Version of the API to call."),
        ("query", "continuation_token", "The continuation token", "Where to read on, from the answer before."),
        ("body", "shelf", "The shelf. It is required.", "The shelf for the book. It is required."),
        ("path", "shelf_key", "", "Key of the shelf to update."),
    ],
)
def test_what_is_added_to_a_text_that_says_the_name_again_reads(place: str, name: str, text: str, said: str) -> None:
    role = Role(place=place, verb="update", resource=("book",), picks=True)
    assert argument_description(scalar(), name, text=text, role=role) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[Optional; default is 5] How many shelves.", "How many shelves. Default is 5."),
        ("[Required] Colour of a shelf.", "Colour of a shelf."),
        ("Immutable. Where the shelf stands.", "Where the shelf stands. Immutable."),
        ("Immutable.", "Immutable."),
    ],
)
def test_a_remark_stands_behind_what_an_argument_is(text: str, said: str) -> None:
    assert argument_description(scalar(), "place", text=text) == said
