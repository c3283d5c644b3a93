"""Plain text, sentences, budgets and openings."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.shaping.openings import directive, starts_with_verb
from mcpgen.shaping.text import added_words, cut, first_sentence, plain, sentence_case, sentences, visible


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Lists **all** _books_.", "Lists all books."),
        ("See [the guide](https://a.test/x(y)) and [this][ref].\n\n[ref]: https://b.test", "See the guide and this."),
        ("![logo](a.png) Text", "Text"),
        ("Use `book_id`, ``x`` and <code>y</code>.", "Use book_id, x and y."),
        ("# Limits\n\nAt most 10.", "Limits: At most 10."),
        ("First\n\nSecond", "First. Second"),
        ("wrapped\nline", "wrapped line"),
        ("- one\n- two", "one; two."),
        ("1. one\n2. two", "one; two."),
        ("<p>One</p><ul><li>a</li><li>b</li></ul>", "One. a; b."),
        ("a &lt;b&gt;c&lt;/b&gt; &amp; d", "a c & d"),
        (
            "Locks it. <note> <p>Locked for good.</p> </note> Then <see>this</see>.",
            "Locks it. Locked for good. Then this.",
        ),
        ("keep <token> and a_b_c and 2 * 3 * 4", "keep <token> and a_b_c and 2 * 3 * 4"),
        ("| code | means |\n|---|---|\n| 1 | open |\n| 2 | closed |", "1: open; 2: closed;"),
        ("Before\n```json\n{\n}\n```\nafter", "Before. after"),
        ("```\ncurl x\n```", "curl x"),
        ("a<br/>b<!-- hidden --> c<script>alert(1)</script>", "a b c"),
        ("> quoted", "quoted"),
        ("~~old~~ \\*new\\*", "old new"),
        ("<https://a.test>", "https://a.test"),
        ("", ""),
    ],
)
def test_plain(source: str, expected: str) -> None:
    assert plain(source) == expected


def test_invisible_characters_go() -> None:
    assert visible("a\u200bb\u202ec\U000e0041d\x1b[31me\x00f\ufe0fg\u00adh") == "abcdefgh"
    assert plain("zero\u200bwidth\u2028line") == "zerowidth line"


PIECES = """** _ ` # - <b> </b> &amp; &lt; lt; [a](b) ![ ]( | word -- <!-- --> 1. > * ~~ <li> é &#8203; ---""".split(
    " "
)
SIGNS = ["\n", "\n\n", "```\n", "Two words. ", "\u200b", "\u202e", "\\", "\U000e0041", "- ", "# ", " "]
MARKUP = st.lists(st.sampled_from([*PIECES, *SIGNS]), max_size=25).map("".join)
TEXTS = st.one_of(MARKUP, st.text(max_size=200))


@given(TEXTS)
@settings(max_examples=100, deadline=None)
def test_plain_is_idempotent_visible_and_on_one_line(text: str) -> None:
    once = plain(text)
    assert "`" in text or plain(once) == once  # a span of code is said as it is, which may be marks
    assert once == " ".join(once.split())
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in once)


@given(TEXTS, st.integers(min_value=1, max_value=120))
@settings(max_examples=100, deadline=None)
def test_cut_is_within_budget_and_idempotent(text: str, budget: int) -> None:
    short = cut(plain(text), budget)
    assert len(short) <= budget
    assert cut(short, budget) == short


@pytest.mark.parametrize(
    "hostile",
    ["*" * 20000, "&amp;" * 5000, "<b" * 8000, "[" * 8000, "`" * 9999, "|" * 9999, "<!--" * 5000, "_a" * 8000],
)
def test_hostile_markup_takes_no_long_time(hostile: str) -> None:
    start = time.perf_counter()
    plain(hostile)
    assert time.perf_counter() - start < 5


def test_sentences_end_at_sentences() -> None:
    text = "Use e.g. this one. It costs approx. 3.5 euros! Fine? yes. 第二。次"
    assert sentences(text) == ("Use e.g. this one.", "It costs approx. 3.5 euros!", "Fine? yes.", "第二。", "次")
    assert first_sentence(text) == "Use e.g. this one."


def test_cut_at_a_sentence_else_at_a_word() -> None:
    assert cut("One two three. Four five six.", 20) == "One two three."
    assert cut("Averylongword and another", 16) == "Averylongword…"
    assert cut("short", 10) == "short"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("list books", "List books."), ("iPhone only:", "iPhone only."), ("user_id of", "user_id of."), ("", "")],
)
def test_sentence_case(text: str, expected: str) -> None:
    assert sentence_case(text) == expected


def test_added_words() -> None:
    assert added_words("Get the book", "get_book") == ()
    assert added_words("Retrieves books", "list_book") == ("retrieves",)
    assert added_words("Gets a book by its ISBN", "get_book") == ("isbn",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This endpoint is used to retrieve the users", "Retrieves the users."),
        ("This endpoint allows you to delete a user.", "Deletes a user."),
        ("Endpoint for creating a pet", "Creates a pet."),
        ("Creating a new pet", "Creates a new pet."),
        ("This method returns the user", "Returns the user."),
        ("API to copy a file", "Copies a file."),
        ("Used for listing of flows", "Lists flows."),
        ("You can use this endpoint to search for books", "Searches for books."),
        ("With this endpoint you can send mail", "Sends mail."),
        ("This operation will cancel the order", "Cancels the order."),
        ("Allows to fetch data", "Fetches data."),
        ("Returns books", "Returns books."),
        ("retrieve a book", "Retrieve a book."),
        ("Billing information of the user", "Billing information of the user."),
        ("API endpoint that allows users to be viewed", "API endpoint that allows users to be viewed."),
        ("Возвращает список", "Возвращает список."),
    ],
)
def test_openings_that_say_nothing_are_rewritten(text: str, expected: str) -> None:
    assert directive(text) == expected


@given(TEXTS)
@settings(max_examples=100, deadline=None)
def test_directive_is_idempotent(text: str) -> None:
    once = directive(plain(text))
    assert directive(once) == once


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Places an order", True),
        ("Update it", True),
        ("The order", False),
        ("With a card", False),
        ("Order", True),
        ("Billing data", False),
    ],
)
def test_starts_with_verb(text: str, verb: bool) -> None:
    assert starts_with_verb(text) is verb


@pytest.mark.parametrize("run", [".", " ", "\t", "-", "| ", "_", "a.", "`", "<", "&"])
def test_long_runs_of_a_sign_are_read_to_an_end(run: str) -> None:
    read = plain("Lists ships. " + run * (60_000 // len(run)))
    assert read.startswith("Lists ships.")
    assert " ".join(sentences(read)) == read


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A `map[string][]string` of labels", "A map[string][]string of labels"),
        ("A map[string][]string of labels", "A map[string][]string of labels"),
        ("Must match `/?[a-zA-Z0-9][a-zA-Z0-9_.-]+`.", "Must match /?[a-zA-Z0-9][a-zA-Z0-9_.-]+."),
        ("As `until=<time>` or `**all**`", "As until=<time> or **all**"),
        ("See [the shelves][1] and [books](https://library.test).", "See the shelves and books."),
        ("In units of 10<sup>-9</sup> seconds, the 1<sup>st</sup> of all", "In units of 10^-9 seconds, the 1st of all"),
        ("```\nmap[a][b]\n```\nis its form", "map[a][b]. is its form"),
        ("Shelf `<!-- go on -->` 3", "Shelf 3"),
    ],
)
def test_code_is_said_as_it_is_written(text: str, said: str) -> None:
    assert plain(text) == said


def test_a_value_in_brackets_is_kept_whole_or_not_at_all() -> None:
    text = 'The weight of each shelf of the library, in the form: [{"Shelf": "shelf_name", "Weight": weight}].'
    assert cut(text, 75) == "The weight of each shelf of the library…"
    assert cut(text, 200) == text
