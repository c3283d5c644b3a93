"""Texts about the wire become texts about arguments."""

from __future__ import annotations

import pytest

from mcpgen.diagnostics import Origin
from mcpgen.model.schema import Enum
from mcpgen.shaping.kinds import Kind, meaning
from mcpgen.shaping.wire_talk import CLEARING, of_argument, of_tool


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
