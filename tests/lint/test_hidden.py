"""Which characters are hidden."""

from __future__ import annotations

from typing import Any

from mcpgen.lint.hidden import hidden_characters, without_hidden

Lint = Any


def test_hidden_characters_are_not_those_that_scripts_and_emoji_need() -> None:
    assert hidden_characters("a\u200bb\u202ec\U000e0049\x07") == ("\u200b", "\u202e", "\U000e0049", "\x07")
    family, flag, persian, hebrew = (
        "👩\u200d👧",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می\u200cخواهم",
        "א\u200f",
    )
    for text in (family, flag, persian, hebrew, "❤\ufe0f", "a\tb\nc\r\n", "", "naïve"):
        assert hidden_characters(text) == ()
        assert without_hidden(text) == text
    assert hidden_characters("a\u200dA") == ("\u200d",)
    assert hidden_characters("x\u200f") == ("\u200f",)
    assert without_hidden("ig\u200bnore") == "ignore"
