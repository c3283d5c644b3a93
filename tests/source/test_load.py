"""Reading files: encodings, formats, and what is wrong with them."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from mcpgen.diagnostics import Diagnostic, Severity, SourceError, Span
from mcpgen.source import load


def put(folder: Path, content: str | bytes, name: str = "api.yaml") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def refusal(path: Path) -> Diagnostic:
    with pytest.raises(SourceError) as caught:
        load(path)
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.severity is Severity.ERROR
    assert diagnostic.hint
    return diagnostic


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-32-le", codecs.BOM_UTF32_LE),
    ],
)
@pytest.mark.parametrize(("text", "format"), [('{"a": "Größe"}', "json"), ("a: Größe\n", "yaml")])
def test_encodings_are_told_by_their_mark(tmp_path: Path, encoding: str, mark: bytes, text: str, format: str) -> None:
    root = load(put(tmp_path, mark + text.encode(encoding))).root
    assert root.data == {"a": "Größe"}
    assert root.format == format


def test_bytes_of_windows_are_read_and_named_with_their_line(tmp_path: Path) -> None:
    sources = load(put(tmp_path, b"a: 1\nb: caf\xe9 \x96\n"))
    assert sources.root.data == {"a": 1, "b": "café –"}
    [found] = sources.diagnostics
    assert (found.code, found.severity) == ("source-encoding", Severity.WARNING)
    assert "0xE9 at offset 11, in line 2" in found.message
    assert found.at == Span(file=str(tmp_path / "api.yaml"), line=2, column=7)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_encodings_are_told_by_their_zeros(tmp_path: Path, encoding: str) -> None:
    assert load(put(tmp_path, "a: Größe".encode(encoding))).root.data == {"a": "Größe"}


@pytest.mark.parametrize("content", [b"a: \x81\n", b"a: \xe9\0\n", b"\xff\xfea: \xd8\x00\xd8"])
def test_bytes_that_are_no_text_are_refused(tmp_path: Path, content: bytes) -> None:
    assert refusal(put(tmp_path, content)).code == "source-encoding"


def test_paths_that_lead_to_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path / "absent.yaml").code == "source-missing"
    assert refusal(tmp_path / ("x" * 300)).code == "source-missing"
    assert refusal(Path("a\0b")).code == "source-missing"
    assert refusal(tmp_path).code == "source-directory"


@pytest.mark.parametrize("text", ["", " \n\n", "# only a comment\n", "---\n"])
def test_nothing_to_read(tmp_path: Path, text: str) -> None:
    assert refusal(put(tmp_path, text)).code == "source-empty"


@pytest.mark.parametrize("text", ["- a\n", "just text", "[1]", "12"])
def test_only_a_mapping_can_be_the_root(tmp_path: Path, text: str) -> None:
    assert refusal(put(tmp_path, text)).code == "source-not-a-mapping"


def test_json_errors_have_a_place_and_a_hint(tmp_path: Path) -> None:
    found = refusal(put(tmp_path, '{\n  "a": [1, 2\n}', "api.json"))
    assert found.code == "source-syntax"
    assert "not JSON" in found.message
    assert isinstance(found.at, Span)
    assert found.at.line == 3


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_json_cannot_hold_are_refused(tmp_path: Path, literal: str) -> None:
    found = refusal(put(tmp_path, f'{{"a": {literal}}}', "api.json"))
    assert found.code == "source-syntax"
    assert literal in found.message


@pytest.mark.parametrize("name", ["api.json", "api.yaml"])
def test_integers_beyond_reason_stay_text(tmp_path: Path, name: str) -> None:
    digits = "9" * 5000
    assert load(put(tmp_path, f'{{"a": {digits}, "b": 12}}', name)).root.data == {"a": digits, "b": 12}


def test_json_that_is_only_yaml_is_read_with_a_warning(tmp_path: Path) -> None:
    sources = load(put(tmp_path, '{"a": [1, 2,],}', "api.json"))
    assert sources.root.data == {"a": [1, 2]}
    assert [d.code for d in sources.diagnostics] == ["source-not-json"]


def test_the_content_decides_the_format(tmp_path: Path) -> None:
    assert load(put(tmp_path, '{"a": 1}', "api.yaml")).root.format == "json"
    assert load(put(tmp_path, "{a: 1}", "api.yml")).root.format == "yaml"
    assert load(put(tmp_path, "a: 1", "api")).root.format == "yaml"


@pytest.mark.parametrize("opening", ['{"a":', "[", "{a: ["])
def test_deep_nesting_is_an_error_and_no_crash(tmp_path: Path, opening: str) -> None:
    for name in ("deep.json", "deep.yaml"):
        found = refusal(put(tmp_path, '{"r": ' + opening * 5000, name))
        assert found.code in ("source-too-deep", "source-syntax")
    closed = '{"r": ' + "[" * 200 + "]" * 200 + "}"
    assert refusal(put(tmp_path, closed, "closed.json")).code == "source-too-deep"


@pytest.mark.parametrize(
    ("name", "text", "first"),
    [
        ("a.yaml", "a:\n  get: {x: 1}\n  put: 2\n  get: {x: 2}\n", 2),
        ("a.json", '{"a": {\n"get": {"x": 1},\n"put": 2,\n"get": {"x": 2}}}', 2),
    ],
)
def test_a_key_given_twice_is_told_with_both_lines(tmp_path: Path, name: str, text: str, first: int) -> None:
    found = refusal(put(tmp_path, text, name))
    assert found.code == "source-duplicate-key"
    assert f"line {first}" in found.message
    assert isinstance(found.at, Span)
    assert found.at.line == 4


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\nb: 2\na: 1\n",
        "x-note: {a: 1, a: 2}\n",
        "s: {example: {a: 1, a: 2}}\n",
        '{"s": {"examples": [{"a": [1],\n"a": [2]}]}}',
    ],
)
def test_a_key_given_twice_where_nothing_is_lost_is_a_warning(tmp_path: Path, text: str) -> None:
    [found] = load(put(tmp_path, text)).diagnostics
    assert (found.code, found.severity) == ("source-duplicate-key", Severity.WARNING)


def test_windows_line_ends_leave_no_trace(tmp_path: Path) -> None:
    text = "a: |\n  one\n  two\nb: c\n"
    mine, theirs = load(put(tmp_path, text)).root, load(put(tmp_path, text.replace("\n", "\r\n"), "b.yaml")).root
    assert mine.data == theirs.data
    assert theirs.span(("b",)).line == 4
