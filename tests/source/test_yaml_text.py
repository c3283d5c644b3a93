"""YAML under JSON typing."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.diagnostics import Severity, SourceError, Span
from mcpgen.model.json import Json
from mcpgen.source.yaml_text import parse_yaml


def read(text: str) -> Json:
    return parse_yaml(text, "a.yaml").data


def refused(text: str) -> tuple[str, str, Span]:
    with pytest.raises(SourceError) as caught:
        read(text)
    [found] = caught.value.diagnostics
    assert found.hint
    assert isinstance(found.at, Span)
    return found.code, found.message, found.at


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("12", 12),
        ("-3", -3),
        ("1.5", 1.5),
        ("-.5e3", -500.0),
        ("1e3", 1000.0),
        ("no", "no"),
        ("on", "on"),
        ("Y", "Y"),
        ("2024-01-31", "2024-01-31"),
        ("2024-02-01T10:00:00Z", "2024-02-01T10:00:00Z"),
        ("0o17", "0o17"),
        ("017", "017"),
        ("0x1F", "0x1F"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        (".", "."),
        ("-", None),
        ("+", "+"),
        ("1e999", "1e999"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("!!int 12", 12),
        ("!!float 12", 12.0),
        ("! 12", "12"),
        ("é", "é"),
    ],
)
def test_scalars(written: str, value: Json) -> None:
    expected = [value] if written != "-" else [[None]]
    found = read(f"- {written}\n")
    assert found == expected
    assert [type(v) for v in found] == [type(v) for v in expected]


def test_keys_are_the_text_that_was_written() -> None:
    assert read("200: a\non: b\nnull: c\n1.10: d\n~: e\n'x': f\n") == {
        "200": "a",
        "on": "b",
        "null": "c",
        "1.10": "d",
        "~": "e",
        "x": "f",
    }


def test_merge_keys_fill_in_what_is_not_said() -> None:
    text = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: *a, y: 9}\nd:\n  <<: [*a, *b]\n  w: 5\ne: {'<<': *a}\n"
    data = read(text)
    assert data["c"] == {"x": 1, "y": 9}
    assert data["d"] == {"x": 1, "y": 2, "z": 4, "w": 5}
    assert data["e"] == {"<<": {"x": 1, "y": 2}}
    assert data["a"] == {"x": 1, "y": 2}


def test_aliases_share_what_they_name() -> None:
    data = read("a: &a [1]\nb: *a\n")
    assert data["b"] is data["a"]


def test_alias_bombs_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 9)]
    code, _, at = refused("\n".join(lines))
    assert code == "source-too-large-expansion"
    assert at.line == 6


def test_aliases_in_proportion_to_the_file_are_fine() -> None:
    shared = ["shared: &s {" + ", ".join(f"k{i}: {i}" for i in range(300)) + "}"]
    assert len(read("\n".join(shared + [f"a{i}: *s" for i in range(900)]))) == 901


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: 1\n\tb: 2\n", 2, "tab"),
        ("a: b: c\n", 1, "mapping values"),
        ("a: *x\n", 1, "alias"),
        ("a: &a [*a]\n", 1, "alias"),
        ("a: [1, 2\nb: 3\n", 2, "expected"),
        ("a: 'x\n", 2, "stream"),
        ("a: 1\n---\nb: 2\n", 2, "more than one"),
        ("? [a, b]\n: c\n", 1, "key"),
        ("a: \x01\n", 1, "not allowed"),
    ],
)
def test_errors_have_a_place(text: str, line: int, says: str) -> None:
    code, message, at = refused(text)
    assert code == "source-syntax"
    assert at.line == line
    assert says in message or says == "tab"


@pytest.mark.parametrize(
    ("text", "data", "tag"),
    [
        ("a: !Ref b\n", {"a": "b"}, "!Ref"),
        ("a: !Ref b\nc: !Ref 3\n", {"a": "b", "c": "3"}, "!Ref"),
        ("a: !!python/object:os.system {b: 1}\n", {"a": {"b": 1}}, "tag:yaml.org,2002:python/object:os.system"),
        ("a: !!int x\n", {"a": "x"}, "tag:yaml.org,2002:int"),
        ("a: !!binary aGk=\n", {"a": "aGk="}, "tag:yaml.org,2002:binary"),
        ("a: !!set {b, c}\n", {"a": {"b": None, "c": None}}, "tag:yaml.org,2002:set"),
        ("a: !Join [b, c]\n", {"a": ["b", "c"]}, "!Join"),
    ],
)
def test_tags_are_told_and_what_they_stand_before_is_read(text: str, data: Json, tag: str) -> None:
    parsed = parse_yaml(text, "a.yaml")
    assert parsed.data == data
    [note] = parsed.notes
    assert (note.code, note.severity) == ("source-tag", Severity.WARNING)
    assert tag in note.message
    assert ("1 more place" in note.message) is (text.count("!Ref") == 2)
    assert isinstance(note.at, Span)
    assert (note.at.line, note.at.column) == (1, 4)


def test_nesting_that_the_reader_itself_refuses_is_told_alike() -> None:
    code, _, _ = refused("a: " + "[" * 20_000)
    assert code == "source-too-deep"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(json_values)
@settings(max_examples=100, deadline=None)
def test_what_yaml_writes_is_read_back(value: Json) -> None:
    text = yaml.dump({"v": value}, allow_unicode=True, Dumper=yaml.SafeDumper, default_style='"')
    assert read(text) == {"v": value}
