"""Where nodes stand in their text."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.diagnostics import Pointer
from mcpgen.model.json import Json
from mcpgen.source.positions import Format, Positions

YAML = """\
openapi: 3.0.0
paths:
  /a b:
    get: {tags: [x, y],
          deep: {"k é": 1}}
shared: &s
  one: 1
copy: *s
merged:
  <<: *s
  two: 2
"""


def place(text: str, format: Format, *pointer: str | int) -> tuple[int, int, int]:
    span = Positions(text, "f", format).span(pointer)
    return span.line, span.column, span.length


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        ((), (1, 1, 1)),
        (("paths", "/a b"), (3, 3, 4)),
        (("paths", "/a b", "get", "tags", 1), (4, 21, 1)),
        (("paths", "/a b", "get", "deep", "k é"), (5, 18, 5)),
        (("paths", "/a b", "put", "x"), (3, 3, 4)),
        (("copy", "one"), (7, 3, 3)),
        (("merged", "one"), (7, 3, 3)),
        (("merged", "two"), (11, 3, 3)),
    ],
)
def test_yaml(pointer: Pointer, expected: tuple[int, int, int]) -> None:
    assert place(YAML, "yaml", *pointer) == expected


def test_json() -> None:
    text = '{"a": [1,\n  {"b\\n": true}], "e": {}, "f": []}'
    assert place(text, "json", "a", 1, "b\n") == (2, 4, 5)
    assert place(text, "json", "a", 0) == (1, 8, 1)
    assert place(text, "json", "f") == (2, 28, 3)
    assert place(text, "json", "f", 3) == (2, 28, 3)


def pointers(value: Json, at: Pointer = ()) -> Iterator[tuple[Pointer, Json]]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in members:
        yield (*at, key), child
        yield from pointers(child, (*at, key))


names = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=5)
trees = st.recursive(
    st.integers(-99, 99) | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(names, trees, max_size=4), st.sampled_from(["json", "yaml"]), st.booleans())
@settings(max_examples=100, deadline=None)
def test_every_key_is_found_where_it_is_written(tree: dict[str, Json], format: Format, indented: bool) -> None:
    if format == "json":
        text = json.dumps(tree, ensure_ascii=False, indent=2 if indented else None)
    else:
        text = yaml.safe_dump(
            tree, allow_unicode=True, sort_keys=False, default_flow_style=not indented, default_style='"'
        )
    positions = Positions(text, "f", format)
    lines = text.split("\n")
    for pointer, _ in pointers(tree):
        if not isinstance(pointer[-1], str) or "<<" in pointer:
            continue
        span = positions.span(pointer)
        written = lines[span.line - 1][span.column - 1 :][: span.length]
        assert yaml.safe_load(written) == pointer[-1]


def test_four_megabytes_are_indexed_in_time() -> None:
    item = '{"get": {"parameters": [{"name": "a", "in": "query", "description": "' + "text " * 30 + '"}]}}'
    text = "{" + ",\n".join(f'"path{i}": {item}' for i in range(18_000)) + "}"
    assert len(text) > 4_000_000
    began = time.process_time()
    span = Positions(text, "f", "json").span(("path17999", "get"))
    assert time.process_time() - began < 4
    assert (span.line, span.length) == (18_000, 5)
