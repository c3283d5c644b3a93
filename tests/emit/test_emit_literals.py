"""The door: what goes through it says the same text on the other side, and nothing else."""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Callable
from io import StringIO
from typing import Any
from urllib.parse import unquote

import pytest
from dotenv import dotenv_values
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mcpgen.emit.format import laid_out
from mcpgen.emit.literals import (
    Markdown,
    Python,
    docstring,
    dotenv_value,
    finished,
    json_rows,
    json_text,
    long_string,
    markdown,
    markdown_code,
    one_line,
    prose,
    string,
    toml,
    value,
)
from mcpgen.emit.render import _environment, render
from tests.emit.hostile import HOSTILE

ANY_TEXT = st.one_of(st.text(), st.text(alphabet="'\"\\\n#{}[]()`|<>&*_ a1.-=+~!:$%", max_size=30))
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), ANY_TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(ANY_TEXT, inner, max_size=3)),
    max_leaves=6,
)


def with_hostile(test: Callable[[str], None]) -> Callable[[], None]:
    wrapped = given(ANY_TEXT)(test)
    for text in HOSTILE:
        wrapped = example(text)(wrapped)
    return settings(max_examples=100, deadline=None)(wrapped)  # type: ignore[return-value]


@with_hostile
def test_string(text: str) -> None:
    literal = string(text)
    assert ast.literal_eval(literal) == text
    assert literal.isprintable()
    assert laid_out(f"x = {literal}\n") == f"x = {literal}\n"


@given(JSON)
@settings(max_examples=100, deadline=None)
def test_value(data: Any) -> None:
    assert ast.literal_eval(value(data)) == data


def test_value_of_what_is_no_json() -> None:
    assert value([None], null="NULL") == "[NULL]"
    with pytest.raises(TypeError):
        value({"a": object()})


@with_hostile
def test_long_string(text: str) -> None:
    source = f"x = (\n    {long_string(text * 4, indent=4)},\n)\n"
    assert ast.literal_eval(source.partition(" = ")[2]) == (text * 4,)


@with_hostile
def test_docstring(text: str) -> None:
    for said in (docstring(text), docstring(text, text)):
        tree = ast.parse(f"def f():\n    {said}\n")
        [function] = tree.body
        assert isinstance(function, ast.FunctionDef)
        assert len(function.body) == 1
        assert prose(text)[:40] in (ast.get_docstring(function) or "")


@with_hostile
def test_toml(text: str) -> None:
    assert tomllib.loads(f"a = {toml(text)}\n") == {"a": text.encode("utf-8", "replace").decode()}


@with_hostile
def test_dotenv(text: str) -> None:
    found = dotenv_values(stream=StringIO(f"A={dotenv_value(text)}\nB=1\n"), interpolate=True)
    assert unquote(found["A"] or "") == unquote(one_line(text))
    assert list(found) == ["A", "B"]


def shown(source: str) -> tuple[str, set[str]]:
    """What a paragraph shows, and the kinds of markup in it."""
    blocks = MarkdownIt("commonmark").enable("table").parse(source)
    inline = [child for block in blocks for child in block.children or ()]
    return "".join(child.content for child in inline), {child.type for child in inline} | {b.type for b in blocks}


@with_hostile
def test_markdown(text: str) -> None:
    assert shown(markdown(text))[0] == one_line(text)
    assert shown(markdown(text))[1] <= {"text", "text_special", "inline", "paragraph_open", "paragraph_close"}


@with_hostile
def test_markdown_in_a_table(text: str) -> None:
    said, kinds = shown(f"| a | b |\n| --- | --- |\n| {markdown(text)} | {markdown_code(text)} |\n")
    assert said.split() == f"ab{one_line(text)}{one_line(text)}".split() or not one_line(text)
    assert not kinds & {"html_inline", "html_block", "link_open", "image", "em_open", "strong_open"}


@given(JSON)
@settings(max_examples=100, deadline=None)
@example("\ud800")
def test_json(data: Any) -> None:
    for whole in (data, [data, data], {"a": data, "b": [data], "c": {"d": data}}, {"a": {}, "b": []}):
        for text in (json_text(whole), json_rows(whole)):
            assert text.encode("utf-8")
            assert json.loads(text) == whole


def test_json_rows() -> None:
    assert json_rows({"a": 1, "b": [{"c": [1]}, 2], "d": {}}) == '{\n"a": 1,\n"b": [\n{"c": [1]},\n2\n],\n"d": {}\n}\n'
    assert json_rows([1, [2]]) == "[\n1,\n[2]\n]\n"


def test_a_template_prints_finished_text_of_its_language_only() -> None:
    for printed in ("text", 1, None, finished(Markdown, "text")):
        with pytest.raises(TypeError):
            _environment(Python).from_string("{{ view }}").render(view=printed)
    assert _environment(Python).from_string("{{ view }}").render(view=finished(Python, "x")) == "x"
    with pytest.raises(TypeError):
        render("package/__main__.py.jinja", type("View", (), {"package": "x"})(), Python)
