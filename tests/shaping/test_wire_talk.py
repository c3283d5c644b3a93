"""Texts about the wire become texts about arguments."""

from __future__ import annotations

import pytest

from mcpgen.diagnostics import Origin
from mcpgen.model.schema import Enum
from mcpgen.shaping.kinds import Kind, meaning
from mcpgen.shaping.wire_talk import CLEARING, decoded, of_argument, of_tool, without_places


@pytest.mark.parametrize(
    ("text", "array", "said"),
    [
        ("Only these formats, separated by commas.", True, "Only these formats."),
        ("Only these formats, separated by commas.", False, "Only these formats, separated by commas."),
        ("Only payments in these currencies, separated by a vertical bar.", True, "Only payments in these currencies."),
        ("Tags to carry. Repeat the parameter for more than one.", True, "Tags to carry."),
        ("Day of publication. Null until it is known.", False, "Day of publication."),
        ("The nullable thing.", False, "The nullable thing."),
    ],
)
def test_an_argument_is_described_as_the_model_gives_it(text: str, array: bool, said: str) -> None:
    assert of_argument(text, is_array=array) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A list of blocks, presented as a URL-encoded string.", "A list of blocks."),
        ("Where they sign in. Value should be properly URL-encoded.", "Where they sign in."),
        ("URL-encoded JSON map of links.", "JSON map of links."),
        ("Its name. If it contains a slash, encode it twice over. e.g. a/b -> a%252Fb", ""),
        ("The base64url-encoded key.", "The base64url-encoded key."),
    ],
)
def test_what_the_server_encodes_is_given_as_it_is(text: str, said: str) -> None:
    made = of_argument(text, is_array=False, encoded=True)
    assert made == (said or "Its name. If it contains a slash, encode it once. e.g. a/b -> a%2Fb")
    assert of_argument(text, is_array=False) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("To reorder, include range_start in the request's body.", "To reorder, include range_start."),
        ("There is one reader, specified in the request body. Books stay.", "There is one reader. Books stay."),
        ("Polls by its token (passed as a header).", "Polls by its token."),
        ("Set the type query parameter to gpus.", "Set the type argument to gpus."),
        ("Pass it as a query parameter.", "Pass it as an argument."),
        ("Only new ones. For example, /v2/books?new=true. Others stay.", "Only new ones. Others stay."),
        ("Send a GET request to /v2/books?new=true. Then", "Send a GET request to /v2/books?new=true. Then"),
        ("Adds a book. In the request body, a key.", "Adds a book. In the request body, a key."),
        ("Context to render. in: body.", "Context to render."),
        ("Behaviour of the run. :meta private:", "Behaviour of the run."),
    ],
)
def test_where_a_value_stands_is_no_business_of_a_model(text: str, said: str) -> None:
    assert without_places(text) == said


def test_a_name_that_opens_a_sentence_stays_as_it_is_written() -> None:
    assert of_argument("call_id of the call. Null clears it.", is_array=False) == "call_id of the call."
    assert of_argument("what it is.", is_array=False) == "What it is."


@pytest.mark.parametrize(
    ("example", "said"), [("a%20b%3Ac", "a b:c"), ("100%", "100%"), ("%FF%FE", "%FF%FE"), (5, 5), ("plain", "plain")]
)
def test_an_example_of_a_url_is_shown_as_it_is_given(example: str | int, said: str | int) -> None:
    assert decoded(example) == said


def test_null_is_said_as_clear_fields_does_it() -> None:
    text = "Changes a book. Send null to clear a field. The cursor is null on the last page."
    assert of_tool(text, clears=True) == f"Changes a book. {CLEARING} The cursor is null on the last page."
    assert of_tool(text, clears=False) == "Changes a book. The cursor is null on the last page."


def test_a_kind_keeps_what_is_true_of_it_alone() -> None:
    kind = Kind(words=("bank",), others=("mobile",))
    assert kind.keeps("Sent money cannot be called back.")
    assert kind.keeps("A payout takes a day.")
    assert not kind.keeps("Sends money to a bank or a mobile number.")
    assert not kind.keeps("Opens one of three kinds.")


def test_a_value_means_what_its_label_or_its_line_says() -> None:
    origin = Origin(file="api.yaml")
    listed = Enum(
        origin=origin,
        type="string",
        values=("capture", "cancel"),
        description="What to do:\n- `capture`: take the money\n- `cancel`: release it",
    )
    assert [meaning(listed, value) for value in listed.values] == ["take the money", "release it"]
    labelled = Enum(origin=origin, type="integer", values=(1,), labels=("open",))
    assert meaning(labelled, 1) == "open"
