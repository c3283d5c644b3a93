"""The YAML that is written: how it looks, and that it reads back as what it was made from."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.frontends.manifest.layout import document
from mcpgen.source.yaml_text import parse_yaml
from tests.frontends.manifest.toolset_strategies import HOSTILE, json_objects, texts

PARSERS: dict[str, Callable[[str], Any]] = {
    "json typing": lambda text: parse_yaml(text, "tools.yaml").data,
    "YAML 1.1": lambda text: yaml.load(text, Loader=yaml.SafeLoader),
    "YAML 1.1, libyaml": lambda text: yaml.load(text, Loader=yaml.CSafeLoader),
}


def assert_reads_back(data: dict[str, Any]) -> None:
    text = document(data)
    for name, parse in PARSERS.items():
        assert repr(parse(text)) == repr(data), f"{name}:\n{text}"


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_reads_back_wherever_it_stands(text: str) -> None:
    assert_reads_back(
        {
            "value": text,
            "key": {text: 1},
            "both": {text: {text: [text, {text: text}, [text]]}},
            "flow": {"a": text, "b": [text, 1]},
            "list": [text, {"a": {"b": {"c": text}}}],
            "last": text,
        }
    )


@settings(max_examples=100, deadline=None)
@given(data=st.dictionaries(texts, json_objects | texts, min_size=1, max_size=4))
def test_every_object_reads_back(data: dict[str, Any]) -> None:
    assert_reads_back(data)


@settings(max_examples=100, deadline=None)
@given(text=st.text(alphabet="ab \n\t#:-'\"\\?,]}", max_size=300))
def test_every_long_text_reads_back(text: str) -> None:
    assert_reads_back({"a": text, "b": {"c": [text], text: {"d": 1}}})


def test_long_keys_and_deep_trees_read_back() -> None:
    deep: Any = "end of it " * 20
    for level in range(60):
        deep = [deep, level] if level % 2 else {"k" * level: deep, "x": 1}
    assert_reads_back({"deep": deep, "k" * 3000: {"é" * 1000: ["v"], "a": 1}})


@pytest.mark.parametrize(
    "word", ["yes", "no", "on", "y", "N", "2020-01-01", "012", "0o14", "1_000", "1e3", "1:30", "~", "404"]
)
def test_texts_that_a_parser_would_misread_are_quoted(word: str) -> None:
    assert document({"a": word, word: word}) == f"a: '{word}'\n'{word}': '{word}'\n"


def test_what_reads_well_stands_plain() -> None:
    for word in [
        "list_books",
        "/data",
        "POST /books/{bookId}",
        "Give 5, not 6 (x).",
        "1.2.0",
        "application/json",
        "naïve",
    ]:
        assert document({"a": word}) == f"a: {word}\n"


def test_hidden_characters_are_shown_as_escapes() -> None:
    assert document({"a": "x\u200by\U000e0041\x1b\u202e"}) == 'a: "x\\u200by\\U000e0041\\x1b\\u202e"\n'


def test_structure_in_blocks_and_leaves_on_a_line() -> None:
    data = {
        "mcpgen": 1,
        "server": {"name": "a", "version": "1.0.0"},
        "tools": [
            {"name": "x", "http": {"query": {"a": {"from": "b", "each": {"as": "integer"}}}, "security": [["k"], []]}},
            {"name": "z", "empty": {}, "list": [], "price": 1e16, "text": "one\ntwo\n", "long": "word " * 30 + "end"},
        ],
        "definitions": {"A": {"type": "string"}},
    }
    assert document(data) == (
        "mcpgen: 1\n"
        "server: {name: a, version: 1.0.0}\n"
        "\n"
        "tools:\n"
        "  - name: x\n"
        "    http:\n"
        "      query:\n"
        "        a: {from: b, each: {as: integer}}\n"
        "      security: [[k], []]\n"
        "\n"
        "  - name: z\n"
        "    empty: {}\n"
        "    list: []\n"
        "    price: 1.0e+16\n"
        "    text: |\n"
        "      one\n"
        "      two\n"
        "    long: >-\n"
        f"      {'word ' * 22}word\n"
        f"      {'word ' * 7}end\n"
        "\n"
        "definitions:\n"
        "  A: {type: string}\n"
    )


def test_no_line_is_wider_than_120_where_words_allow() -> None:
    data = {
        "a": {f"key{i}": ["word"] * i for i in range(60)},
        "b": [{"t": "some words " * 30 + "end"}, {"u": list(range(90))}],
    }
    assert max(map(len, document(data).splitlines())) <= 120


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, "\ud800", object()])
def test_what_yaml_cannot_hold_is_refused(value: object) -> None:
    for data in ({"a": value}, {"a": {"b": [value]}}, {"a": [{"b": {"c": {"d": value}}}]}):
        with pytest.raises(ValueError, match=r"not a JSON value|surrogate"):
            document(data)
