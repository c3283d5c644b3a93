"""Trees as the bytes of files: JSON or YAML in several hands, and damage that no tree can show."""

from __future__ import annotations

import json
from typing import Any, Final

import yaml
from hypothesis import strategies as st

from tests.fuzz.oddities import written_raw

_ENCODINGS: Final = ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "utf-7")
_ODD_LINES: Final = (
    "x-loop: &loop [*loop]",
    "x-alias: *nobody",
    "x-tag: !!python/object/apply:os.system [true]",
    "x-tag: !odd {a: 1}",
    "x-date: 2024-01-01",
    "<<: {x-merged: 1}",
    "? [a, b]\n: 1",
    "---\nsecond: document",
    "%YAML 9.9",
    "\tx-tab: 1",
    "x-bomb: &a [&b [1, 1], *b, *b]",
    '"x-json": 1,',
    "// comment",
    "}",
)


@st.composite
def contents(draw: st.DrawFn, name: str, tree: Any) -> bytes:
    """The bytes of the file `name`, which holds `tree`; one in four is damaged. Prose stays what it is."""
    if name.endswith(".md") and isinstance(tree, str):
        text = tree
    elif draw(st.booleans()):
        text = written_raw(_json(tree, draw(st.booleans())))
    else:
        text = written_raw(_yaml(tree, draw(st.booleans())))
    match draw(st.integers(0, 15)):
        case 15:
            return draw(_encoded(text))
        case 14:
            return draw(_with_other_lines(text)).encode("utf-8", "surrogatepass")
        case 13:
            return draw(_with_other_bytes(text.encode("utf-8", "surrogatepass")))
        case 12:
            return text.replace("\n", draw(st.sampled_from(["\r\n", "\r"]))).encode("utf-8", "surrogatepass")
        case _:
            return text.encode("utf-8", "surrogatepass")


def _json(tree: Any, as_ascii: bool) -> str:
    """JSON with one node a line; keys that are not text are written as text, NaN as it is."""
    return json.dumps(tree, indent=1, ensure_ascii=as_ascii)


def _yaml(tree: Any, flow: bool) -> str:
    """YAML in blocks, or with the innermost collections in brackets; half of a surrogate pair is escaped."""
    style = None if flow else False
    try:
        return yaml.dump(tree, Dumper=yaml.CSafeDumper, sort_keys=False, default_flow_style=style, allow_unicode=True)
    except UnicodeEncodeError:
        return yaml.dump(tree, Dumper=yaml.SafeDumper, sort_keys=False, default_flow_style=style)


@st.composite
def _encoded(draw: st.DrawFn, text: str) -> bytes:
    return text.encode(draw(st.sampled_from(_ENCODINGS)), "replace")


@st.composite
def _with_other_lines(draw: st.DrawFn, text: str) -> str:
    """The text with a line doubled, indented by a tab, taken away, or with an odd one after it."""
    lines = text.split("\n")
    number = draw(st.integers(0, len(lines) - 1))
    line = lines[number]
    doubled, odd = [line, line], [line, draw(st.sampled_from(_ODD_LINES))]
    lines[number : number + 1] = draw(st.sampled_from([doubled, odd, ["\t" + line.lstrip()], []]))
    return "\n".join(lines)


@st.composite
def _with_other_bytes(draw: st.DrawFn, content: bytes) -> bytes:
    """The bytes cut short, or with one of them changed."""
    at = draw(st.integers(0, len(content)))
    if draw(st.booleans()):
        return content[:at]
    return content[:at] + draw(st.binary(min_size=1, max_size=1)) + content[at + 1 :]
