"""How much of a long sentence is kept, and which sentences tell nothing."""

from __future__ import annotations

import pytest

from mcpgen.shaping.asides import without_asides
from mcpgen.shaping.text import cut, sentences


@pytest.mark.parametrize(
    ("text", "budget", "kept"),
    [
        (
            "Look for changes of the shelves and give them back as a row of new, moved, and removed books.",
            80,
            "Look for changes of the shelves and give them back as a row of new, moved, and…",
        ),
        (
            "The place on the shelf at which to put the book, counted from the left hand side.",
            60,
            "The place on the shelf at which to put the book.",
        ),
        (
            "The name of a reader or a group, or the name of a branch,",
            56,
            "The name of a reader or a group, or the name of a…",
        ),
        (
            "The mail address of a reader, which is kept for as long as there is a loan.",
            60,
            "The mail address of a reader.",
        ),
        (
            "If the book is lent, the day on which it has to be back, as the branch counts its days.",
            70,
            "If the book is lent, the day on which it has to be back.",
        ),
        ("Must be a shelf for books of one language or of two.", 40, "Must be a shelf for books of one…"),
        ("The number of copies to buy; only of use if the branch pays for them.", 60, "The number of copies to buy."),
    ],
)
def test_a_sentence_is_cut_where_it_stands_by_itself(text: str, budget: int, kept: str) -> None:
    assert cut(text, budget) == kept


def test_a_full_stop_in_brackets_ends_no_sentence() -> None:
    text = "Two letters of the country (ex. NL. or BE) of the branch. More branches follow."
    assert sentences(text) == ("Two letters of the country (ex. NL. or BE) of the branch.", "More branches follow.")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Number of the page. Read more.", "Number of the page."),
        ("Kind of the book; More info: https://library.example/kinds.", "Kind of the book."),
        ('Slow for many books — see "Searching".', "Slow for many books."),
        ('For more information, see "Shelves".', ""),
        ("See the guide for details.", ""),
        ("An enumeration.", ""),
        ("Lends a book. List of thrown errors: LoanError ShelfError.", "Lends a book."),
        ("Lists the loans. If the server doesn't support this method, it returns an error.", "Lists the loans."),
        ("String: string.", ""),
        ("A shelf (see below for kinds) of books.", "A shelf of books."),
        ("See list_shelves.", "See list_shelves."),
        ("A day, see RFC 3339.", "A day, see RFC 3339."),
        ("For more books, ask for the next page.", "For more books, ask for the next page."),
        ("You can lend books via the loans page of the web interface. It is quick.", "It is quick."),
        ("See who has the book on loan now and who waits.", "See who has the book on loan now and who waits."),
    ],
)
def test_a_sentence_that_sends_a_person_elsewhere_goes(text: str, kept: str) -> None:
    assert without_asides(text) == kept
