"""Descriptions of tools, arguments and answers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.model.schema import Array, Enum, Object, Property, Scalar, Schema
from mcpgen.shaping.argument_words import argument_description
from mcpgen.shaping.describe import tool_description
from mcpgen.shaping.kinds import Kind
from mcpgen.shaping.renaming import WireNames
from mcpgen.shaping.returns import returned
from tests.shaping.operations import ANY, ONE, ORIGIN, TEXT, array, obj, operation


def scalar(type: str = "string", **facts: object) -> Scalar:
    """A scalar schema."""
    return Scalar(origin=ORIGIN, type=type, **facts)  # type: ignore[arg-type]


def test_what_it_does_comes_first_then_scope_then_what_comes_back_then_rules() -> None:
    made = operation(
        "POST /orders",
        summary="Order",
        description="<p>This endpoint is used to create orders.</p>\n\nBooks are kept for **30 minutes**.",
    )
    text = tool_description(
        made, name="create_order", returns="Returns the new order.", notes=["Give city and country together."]
    )
    assert text.startswith("Creates")
    assert text.index("30 minutes") < text.index("Returns the new order.") < text.index("Give city")


@pytest.mark.parametrize(
    ("summary", "description", "expected"),
    [
        ("", "", "Updates one book by its id."),
        ("Update book", "", "Updates one book by its id."),
        ("Change the shelf of a book", "", "Changes the shelf of a book."),
        (
            "Update book",
            "Only the given fields change.",
            "Updates one book by its id. Only the given fields change.",
        ),
        ("", "Sets price and shelf of a book. Needs a clerk.", "Sets price and shelf of a book. Needs a clerk."),
        ("", "Меняет книгу.", "Меняет книгу."),
        (
            "",
            "To move a book, send a PATCH request to `/books/$BOOK_ID`. Needs a clerk.",
            "Moves a book. Needs a clerk.",
        ),
    ],
)
def test_never_only_the_name_again(summary: str, description: str, expected: str) -> None:
    made = operation("PATCH /books/{bookId}", summary=summary, description=description)
    assert tool_description(made, name="update_book") == expected


def test_renamed_parameters_are_called_as_the_arguments_are() -> None:
    made = operation(
        "GET /books", description="Lists books by `from` and publishedSince, as `id` says. See authorIdX from here."
    )
    text = tool_description(
        made,
        name="list_books",
        arguments=WireNames({"from": "start", "publishedSince": "published_since", "authorId": "author_id"}),
    )
    assert text == "Lists books by start and published_since, as id says. See authorIdX from here."


def test_constraints_stay_when_prose_is_cut() -> None:
    prose = " ".join(f"This is sentence number {i} about nothing in particular." for i in range(40))
    made = operation("POST /books", description=f"Adds a book to the shelf. {prose} The title must be unique.")
    text = tool_description(
        made, name="create_book", returns="Returns the new book (data).", notes=["Give isbn or title."]
    )
    assert len(text) <= 1024
    assert text.startswith("Adds a book to the shelf.")
    for kept in ("The title must be unique.", "Returns the new book (data).", "Give isbn or title."):
        assert kept in text


def test_a_variant_says_which_it_is() -> None:
    made = operation("POST /payments", description="Takes a payment.")
    assert (
        tool_description(
            made,
            name="create_card_payment",
            kind=Kind(words=("card",), text="Take it from a card.", others=("wallet",)),
        )
        == "Creates a card payment. Takes it from a card."
    )


def test_what_all_kinds_do_is_told_in_the_same_mood() -> None:
    made = operation("POST /payments", description="Charge the card of a reader.")
    told = tool_description(made, name="create_card_payment", kind=Kind(words=("card",), text="Take it from a card."))
    assert told == "Creates a card payment. Takes it from a card. Charges the card of a reader."


def test_what_comes_back_is_not_said_twice() -> None:
    made = operation("GET /books/{id}", description="Finds one book of the shop. The price is returned in cents.")
    told = tool_description(made, name="get_book", returns="Returns the book: title.", holds="The answer holds title.")
    assert told == "Finds one book of the shop. The price is returned in cents. The answer holds title."


def test_a_lead_that_only_says_what_is_returned_says_what_is_done() -> None:
    made = operation("GET /books", description="Returns a paginated list of books by shelf.")
    told = tool_description(made, name="list_books", returns="Returns a list of books; each has title.")
    assert told == "Lists books by shelf. Returns a list of books; each has title."


@pytest.mark.parametrize(
    ("key", "name", "summary", "description", "expected"),
    [
        (
            "GET /books/stock",
            "get_book_stock",
            "Copies on the shelf of a branch",
            "",
            "Gets copies on the shelf of a branch.",
        ),
        ("GET /loans", "list_loans", "Loans of the signed-in reader", "", "Lists loans of the signed-in reader."),
        ("POST /loans/{id}/cancel", "cancel_loan", "Loan cancellation", "", "Cancels the loan."),
        ("POST /loans/{id}/cancel", "cancel_loan", "Cancellation of an overdue loan", "", "Cancels an overdue loan."),
        ("GET /orders/{id}", "get_order", "Order details for the till", "", "Gets order details for the till."),
        ("POST /drivers/{id}/message", "send_driver_message", "", "", "Sends a driver message."),
        (
            "GET /books",
            "list_books",
            "Buy or rent",
            "Lists what the shop has.",
            "Lists what the shop has. Buys or rents.",
        ),
        ("GET /shelves/{shelf}", "get_shelf", "", "", "Gets one shelf by its id."),
        ("GET /books/{isbn}", "get_book", "", "", "Gets one book by its ISBN."),
        ("POST /books", "bulk_update_books", "", "", "Updates books in bulk."),
        ("GET /books/{isbn}{extension}", "get_book", "get-book-by-isbn", "", "Gets one book by its ISBN."),
        ("GET /books", "list_books", "", "If signed in, rare books too.", "Lists books. If signed in, rare books too."),
        ("GET /books", "list_books", "", "Получение списка книг.", "Получение списка книг."),
        ("GET /books/{id}", "get_book", "[Deprecated] Find a book by its cover", "", "Finds a book by its cover."),
    ],
)
def test_leads(key: str, name: str, summary: str, description: str, expected: str) -> None:
    made = operation(key, summary=summary, description=description)
    assert tool_description(made, name=name) == expected


@pytest.mark.parametrize(
    ("name", "summary", "description", "expected"),
    [
        ("get_trip", "Trip details", "Gets one trip with its stops.", "Gets one trip with its stops."),
        (
            "get_trip",
            "Logbook of the driver",
            "Gets one trip with its stops.",
            "Gets one trip with its stops. Logbook of the driver.",
        ),
        (
            "delete_book",
            "Remove a book",
            "Takes a book out of the catalogue for good. Lent books cannot be removed.",
            "Takes a book out of the catalogue for good. Lent books cannot be removed.",
        ),
        (
            "delete_book",
            "Remove a book",
            "Takes a book out of the catalogue for good.",
            "Takes a book out of the catalogue for good. Removes a book.",
        ),
        ("search_groups", "Search by groupname", "Finds groups by group name.", "Finds groups by group name."),
        (
            "update_book",
            "Change the price of a book",
            "Use this before a sale starts.",
            "Changes the price of a book. Use this before a sale starts.",
        ),
        ("list_books", "List of all books by shelf", "", "Lists books by shelf."),
        ("add_label", "Add or remove the labels of a book", "", "Adds or removes the labels of a book."),
        ("get_import_status", "Import status of a catalogue", "", "Gets import status of a catalogue."),
        ("process_order", "Process the order of a reader", "", "Processes the order of a reader."),
        ("create_form", "", "Post form. Then print it.", "Creates a form. Then print it."),
    ],
)
def test_one_mood_and_nothing_twice(name: str, summary: str, description: str, expected: str) -> None:
    made = operation("POST /books", summary=summary, description=description)
    assert tool_description(made, name=name) == expected


def test_a_short_text_says_what_its_thing_belongs_to() -> None:
    made = operation("POST /shelves/{shelf}/books/{book}/merge", summary="Merge a book")
    assert tool_description(made, name="merge_book", owner="shelf") == "Merges the book of a shelf."
    longer = operation("POST /shelves/{shelf}/books", description="Adds a book that was bought for readers abroad.")
    assert tool_description(longer, name="add_book", owner="shelf").endswith("for readers abroad.")


def test_what_stands_last_stands_behind_everything() -> None:
    made = operation("GET /books", summary="List books")
    told = tool_description(made, name="list_books", more=("needs shelf and reader card",), last="Deprecated.")
    assert told == "Lists books. Needs shelf and reader card. Deprecated."


@pytest.mark.parametrize(
    ("verb", "description", "expected"),
    [
        ("patch_job", "Partially update the specified Job", "Partially updates the specified Job."),
        ("patch_job", "Partially update status of the specified Job", "Partially updates status of the specified Job."),
        ("set_snooze", "Turns on silence for the reader, or ends it.", "Turns on silence for the reader, or ends it."),
        ("remove_pin", "Un-pins an item from a shelf.", "Unpins an item from a shelf."),
        ("list_loans", "Get list of loans of all readers", "Lists loans of all readers."),
        ("list_cards", "You can see a list of the cards of a reader.", "Lists the cards of a reader."),
        ("delete_plan", "Deleting plans means new readers cannot be added.", "Deletes the plan."),
    ],
)
def test_no_opening_is_made_before_one_that_says_it(verb: str, description: str, expected: str) -> None:
    told = tool_description(operation("POST /things/it", description=description), name=verb)
    assert told.startswith(expected)


def test_a_text_that_says_little_takes_what_it_needs_to_say_more() -> None:
    made = operation("POST /books", summary="Create book")
    told = tool_description(
        made, name="create_book", more=("Returns the book.", "needs title, shelf and price", "Never said.")
    )
    assert told == "Creates a book. Needs title, shelf and price."


@pytest.mark.parametrize(
    ("answer", "status", "name", "expected"),
    [
        (obj(data=array(), next=TEXT), "200", "list_books", "Returns a page of books (data) and next."),
        (obj(books=array(), total=TEXT), "200", "list_books", "Returns the books."),
        (array(), "200", "list_books", "Returns a list of books."),
        (obj(id=TEXT, title=TEXT), "200", "get_book", "Returns id and title."),
        (obj(a=TEXT, b=TEXT, c=TEXT, d=TEXT, e=TEXT), "200", "get_book", "Returns a, b, c, d and more."),
        (obj(message=TEXT), "200", "send_mail", "Returns a confirmation."),
        (obj(book=ONE), "200", "get_book", "Returns the book: id and title."),
        (obj(result=ONE, time=TEXT), "200", "get_book", "Returns the result."),
        (
            Object(origin=ORIGIN, title="BookOut", properties=ONE.properties),
            "201",
            "create_book",
            "Returns the new book: id and title.",
        ),
        (None, "204", "delete_book", "Returns nothing but a confirmation."),
        (obj(ok=TEXT), "200", "list_books", ""),
        (obj(deleted=TEXT, id=TEXT, object=TEXT), "200", "delete_book", "Returns the book."),
        (
            array(obj(id=TEXT, object=TEXT, url=TEXT, title=TEXT, price=TEXT)),
            "200",
            "list_books",
            "Returns a list of books; each has id, title, price and more.",
        ),
        (None, "200", "get_book", ""),
    ],
)
def test_returns(answer: Schema | None, status: str, name: str, expected: str) -> None:
    assert returned(operation("GET /x", answer=answer, status=status), None, name=name).sentence == expected


def test_returns_of_files_and_text() -> None:
    assert (
        returned(operation("GET /x", answer=ANY, answer_type="image/png"), None, name="get_cover").sentence
        == "Returns a file (image/png)."
    )
    assert (
        returned(operation("GET /x", answer=ANY, answer_type="text/csv"), None, name="get_report").sentence
        == "Returns text (text/csv)."
    )


@pytest.mark.parametrize(
    ("schema", "name", "facts", "expected"),
    [
        (TEXT, "book_id", {"place": "path"}, "Id of the book."),
        (TEXT, "id", {"resource": ["order", "line"]}, "Id of the order line."),
        (TEXT, "genre", {"text": "Only books of **this** genre"}, "Only books of this genre."),
        (
            scalar(format="date"),
            "since",
            {"text": "First day."},
            'First day. ISO 8601 date such as 2025-03-31. Work out relative dates such as "tomorrow" first.',
        ),
        (
            scalar(format="date"),
            "since",
            {"text": "First day (YYYY-MM-DD)."},
            'First day (YYYY-MM-DD). Work out relative dates such as "tomorrow" first.',
        ),
        (
            scalar("integer", minimum=1, maximum=100, default=20),
            "limit",
            {"place": "query"},
            "How many to return at most. 1 to 100. Default: 20.",
        ),
        (
            scalar("integer", minimum=1, maximum=100),
            "n",
            {"text": "Between 1 and 100 books."},
            "Between 1 and 100 books.",
        ),
        (scalar("integer"), "timeout_ms", {"text": "How long to wait."}, "How long to wait. In milliseconds."),
        (
            scalar("number", exclusive_minimum=0),
            "radius",
            {"text": "Radius in metres."},
            "Radius in metres. Greater than 0.",
        ),
        (scalar(max_length=40), "tag", {"text": "A tag of the book."}, "A tag of the book. Up to 40 characters."),
        (scalar("boolean"), "archived", {}, "Whether it is archived."),
        (scalar("boolean", default=False), "include_drafts", {"text": "Drafts too."}, "Drafts too. Default: false."),
        (
            Array(origin=ORIGIN, items=TEXT, max_items=5),
            "tags",
            {"text": "Carry all of these."},
            "Carry all of these. Up to 5 items.",
        ),
        (TEXT, "author_id", {"source": "list_authors"}, "Id of the author. From list_authors."),
        (TEXT, "max_id", {"place": "query"}, "Highest id to return."),
        (TEXT, "external_id", {"resource": ["book"]}, "External id of the book."),
        (TEXT, "published_at", {}, "Time when it was published."),
        (TEXT, "expires_at", {}, "Time when it expires."),
        (TEXT, "fields", {"place": "body", "resource": ["form"]}, "Fields of the form."),
        (scalar(description="Required. The shelf."), "place", {}, "The shelf."),
        (TEXT, "shelf_code", {"text": "ShelfCode is the label on its side."}, "The label on its side."),
        (TEXT, "shelf_code", {"text": "Paper is the usual kind."}, "Paper is the usual kind."),
        (scalar(deprecated=True), "note", {"text": "A remark."}, "A remark. Deprecated."),
        (scalar(examples=("Ann",)), "name", {"text": "The name of it."}, "The name of it, such as Ann."),
        (scalar("boolean"), "loans_allowed", {}, "Whether loans are allowed."),
        (scalar("boolean"), "with_covers", {}, "Whether to include covers."),
        (scalar("boolean"), "ssl", {}, "Whether SSL applies."),
        (
            Array(origin=ORIGIN, items=TEXT, min_items=2, max_items=2),
            "span",
            {"text": "Both."},
            "Both. Exactly 2 items.",
        ),
        (scalar(description="From the schema itself."), "x", {}, "From the schema itself."),
        (
            scalar(format="uuid"),
            "key",
            {"text": "Key of the book."},
            "Key of the book. A UUID such as 123e4567-e89b-12d3-a456-426614174000.",
        ),
    ],
)
def test_arguments(schema: Schema, name: str, facts: dict[str, object], expected: str) -> None:
    assert argument_description(schema, name, **facts) == expected  # type: ignore[arg-type]


def test_meanings_of_enum_values() -> None:
    enum = Enum(
        origin=ORIGIN, type="integer", values=(1, 2), labels=("open", "closed"), description="State of the task."
    )
    assert argument_description(enum, "state") == "State of the task. 1: open; 2: closed."
    assert argument_description(enum, "state", labels=(("1", "new"), ("2", "2"))) == "State of the task. 1: new."


SCHEMAS = st.one_of(
    st.builds(lambda d, m: scalar(description=d, max_length=m), st.text(max_size=500), st.integers(0, 99)),
    st.builds(
        lambda t: Object(origin=ORIGIN, title=t, properties=(Property(name="a", schema=TEXT),)), st.text(max_size=40)
    ),
    st.builds(lambda v: scalar("integer", default=v), st.integers()),
)


@given(SCHEMAS, st.text(max_size=30), st.text(max_size=600))
@settings(max_examples=100, deadline=None)
def test_an_argument_always_has_a_description_within_its_budget(schema: Schema, name: str, text: str) -> None:
    made = argument_description(schema, name, text=text, source="list_books")
    assert 0 < len(made) <= 300
    assert "\n" not in made


@given(st.text(max_size=2000), st.text(max_size=100), st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_a_tool_always_has_a_description_within_its_budget(description: str, summary: str, returns: str) -> None:
    made = operation("POST /books", summary=summary, description=description)
    text = tool_description(made, name="create_book", returns=returns.strip())
    assert 0 < len(text) <= 1024


def test_a_summary_of_the_deed_leads_before_a_sentence_that_only_reads() -> None:
    made = operation("PUT /shelf", summary="Update shelf visibility", description="Check whether a shelf is public.")
    assert tool_description(made, name="update_shelf_sign").startswith("Updates shelf visibility.")


def test_what_values_mean_is_told_however_little_may_be_said() -> None:
    text = "What the parcel holds: 1 = letters and printed matter; 2 = goods that may break; 9 = anything else"
    kinds = Enum(origin=ORIGIN, type="integer", values=(1, 2, 9), description=text)
    assert "9 = anything else" in argument_description(kinds, "kind", budget=60)
    plain = replace(
        kinds, description="What the parcel holds, which is said on the label that the sender fills in by hand"
    )
    assert "by hand" not in argument_description(plain, "kind", budget=60)
