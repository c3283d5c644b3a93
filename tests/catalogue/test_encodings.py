"""Files as editors and shells of every system write them."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

import pytest
import yaml

from mcpgen import pipeline
from mcpgen.diagnostics import Severity, SourceError, Span
from tests.catalogue.harness import line_of, make, openapi, refused
from tests.golden import walker

TEXT = openapi("""
    paths:
      /größen/{art}:
        get:
          operationId: listSizes
          summary: Größen für Gäste – “alle”
          description: |
            Lists the sizes of a kind.

            Smörgåsbord costs 5 €.
          parameters:
            - name: art
              in: path
              required: true
              description: >
                The kind,
                such as Füße.
              schema: {type: string, enum: [Füße, Hände]}
            - {name: seit, in: query, description: "One\\nTwo", schema: {type: string}}
          responses: {'200': {description: ok}}
    """)
AS_JSON = json.dumps(yaml.safe_load(TEXT), indent=2, ensure_ascii=False)
ENCODINGS = {
    "utf-8 with mark": (codecs.BOM_UTF8, "utf-8"),
    "utf-16-le": (codecs.BOM_UTF16_LE, "utf-16-le"),
    "utf-16-be": (codecs.BOM_UTF16_BE, "utf-16-be"),
    "utf-32-le": (codecs.BOM_UTF32_LE, "utf-32-le"),
    "utf-32-be": (codecs.BOM_UTF32_BE, "utf-32-be"),
    "utf-16-le without mark": (b"", "utf-16-le"),
    "utf-16-be without mark": (b"", "utf-16-be"),
}


def package(folder: Path, content: str | bytes, name: str = "api.yaml") -> dict[str, bytes]:
    made = make(folder, {name: content})
    assert made.said == ()
    return walker.tree(made.package)


# --- B157: marks at the start


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("text", "name"), [(TEXT, "api.yaml"), (AS_JSON, "api.json"), (AS_JSON, "api.yaml")])
def test_B157_the_package_is_that_of_plain_utf_8(
    tmp_path: Path, text: str, name: str, encoding: str, line_end: str
) -> None:
    mark, codec = ENCODINGS[encoding]
    content = mark + text.replace("\n", line_end).encode(codec)
    assert package(tmp_path / "marked", content, name) == package(tmp_path / "plain", text, name)


def test_B157_texts_keep_their_letters(tmp_path: Path) -> None:
    made = make(tmp_path, codecs.BOM_UTF8 + AS_JSON.encode())
    [tool] = made.tools.values()
    assert "Smörgåsbord costs 5 €." in tool["description"]
    assert made.properties(tool["name"])["art"]["enum"] == ["Füße", "Hände"]
    assert made.call(tool["name"], {"art": "Füße"}).sent.path == "/v1/gr%C3%B6%C3%9Fen/F%C3%BC%C3%9Fe"


def test_B157_files_that_are_referred_to_may_have_a_mark(tmp_path: Path) -> None:
    item = "get: {operationId: listSizes, summary: Größen, responses: {'200': {description: ok}}}\n"
    files: dict[str, str | bytes] = {
        "api.yaml": codecs.BOM_UTF8 + openapi("paths: {/a: {$ref: a.yaml}, /b: {$ref: b.json}}").encode(),
        "a.yaml": codecs.BOM_UTF16_LE + item.encode("utf-16-le"),
        "b.json": codecs.BOM_UTF8 + json.dumps(yaml.safe_load(item.replace("listSizes", "listSpans"))).encode(),
    }
    made = make(tmp_path, files)
    assert made.said == ()
    assert list(made.tools) == ["list_sizes", "list_spans"]
    assert all("Größen" in tool["description"] + tool["title"] for tool in made.tools.values())


def test_B157_a_file_of_nothing_but_a_mark_is_empty(tmp_path: Path) -> None:
    for number, (mark, _) in enumerate(ENCODINGS.values()):
        [said] = refused(tmp_path / str(number), mark)
        assert said.code == "source-empty"


def test_B157_a_file_of_windows_is_read_with_a_word_about_it(tmp_path: Path) -> None:
    made = make(tmp_path, TEXT.encode("cp1252"))
    [told] = made.said
    assert (told.code, told.severity) == ("source-encoding", Severity.WARNING)
    assert line_of(made, told) == "api.yaml:5"
    [tool] = made.tools.values()
    assert "Smörgåsbord costs 5 €." in tool["description"]


# --- B159: paths and line ends of other systems


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
@pytest.mark.parametrize(("text", "name"), [(TEXT, "api.yaml"), (AS_JSON, "api.json")])
def test_B159_line_ends_leave_no_trace(tmp_path: Path, text: str, name: str, line_end: str) -> None:
    files = package(tmp_path / "theirs", text.replace("\n", line_end).encode(), name)
    assert files == package(tmp_path / "ours", text, name)
    assert [path for path, content in files.items() if b"\r" in content] == []


def test_B159_line_ends_within_texts_leave_no_trace(tmp_path: Path) -> None:
    theirs = AS_JSON.replace("\\n", "\\r\\n")
    assert theirs != AS_JSON
    assert package(tmp_path / "theirs", theirs) == package(tmp_path / "ours", AS_JSON)


def test_B159_places_are_told_by_the_lines_people_see(tmp_path: Path) -> None:
    broken = TEXT.replace("in: path", "in: nowhere")
    for name, text in (("ours", broken), ("theirs", broken.replace("\n", "\r\n"))):
        made = make(tmp_path / name, text)
        [told] = [each for each in made.about("openapi-parameter") if "nowhere" in each.message]
        assert line_of(made, told) == "api.yaml:14"


@pytest.mark.parametrize(
    "path",
    ["C:\\specs\\api.yaml", "c:/specs/api.yaml", "D:api.yaml", "\\\\server\\share\\api.yaml", "C:\\http://a\\b.yaml"],
)
def test_B159_a_drive_letter_starts_a_path(path: str) -> None:
    with pytest.raises(SourceError) as caught:
        pipeline.tools(path)
    [said] = caught.value.diagnostics
    assert said.code == "source-missing"
    assert path in said.message


@pytest.mark.parametrize("ref", ["C:\\specs\\sizes.yaml", "C:/specs/sizes.yaml#/Sizes"])
def test_B159_a_drive_letter_in_a_reference_is_no_scheme(tmp_path: Path, ref: str) -> None:
    made = make(
        tmp_path,
        openapi(f"""
        paths:
          /sizes: {{get: {{operationId: listSizes, responses: {{'200': {{description: ok}}}}}}}}
          /spans: {{$ref: '{ref}'}}
        """),
    )
    [told] = made.errors
    assert ref in told.message
    assert "network" not in told.message
    assert list(made.tools) == ["list_sizes"]


def test_B159_a_file_may_be_named_as_a_drive_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "c:api.yaml").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    assert len(pipeline.tools("c:api.yaml").toolset.tools) == 1


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"openapi: 3.0.3\n\x00\xd8", b"\xfe\xff\xd8\x00\x00a", b"\x00\x01\x02\x03\xff\xfe"]
)
def test_B159_bytes_that_are_no_text_are_refused_with_their_place(tmp_path: Path, content: bytes) -> None:
    [said] = refused(tmp_path, content)
    assert said.code == "source-encoding"
    assert "offset" in said.message or "not text" in said.message
    assert isinstance(said.at, Span)
