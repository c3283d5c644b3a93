"""Bodies that are neither JSON nor forms, read by decoders that share nothing with what writes them."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ElementTree
from base64 import b64encode
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from bookshop_mcp import hooks
from bookshop_mcp.runtime import bodies, encoding, files
from bookshop_mcp.runtime.api import Api, Connection
from bookshop_mcp.runtime.context import Context
from bookshop_mcp.runtime.encoding import json_lines
from bookshop_mcp.runtime.errors import ArgumentError
from bookshop_mcp.runtime.files import File, binary, file
from bookshop_mcp.runtime.multipart import multipart, part
from bookshop_mcp.runtime.settings import SettingsError, read_settings
from bookshop_mcp.runtime.values import NULL, Content
from bookshop_mcp.runtime.wire import (
    as_json,
    body,
    comma,
    deep,
    extra,
    optional_body,
    pipe,
    reserved,
    tabbed,
)
from bookshop_mcp.runtime.xml import Element, xml
from bookshop_mcp.settings import FACTS
from hypothesis import given, settings
from hypothesis import strategies as st


@dataclass
class Folder:
    """What `file` asks of the API: where files may be."""

    files_dir: str = ""

    def variable(self, name: str) -> str:
        return f"BOOKSHOP_{name}"


NOWHERE = Folder()


def parts_of(content: Content | None) -> list[EmailMessage]:
    """The parts of a body, by the parser for mail."""
    assert content is not None
    head = f"MIME-Version: 1.0\r\nContent-Type: {content.media_type}\r\n\r\n".encode()
    message = BytesParser(policy=HTTP).parsebytes(head + content.data)
    assert not message.defects, message.defects
    return list(message.iter_parts())  # type: ignore[arg-type]


def raw_parts(content: Content | None) -> list[tuple[bytes, bytes]]:
    """The head and the content of each part, cut at the boundary by hand (RFC 2046, section 5.1.1)."""
    assert content is not None
    boundary = b"--" + content.media_type.partition("boundary=")[2].encode()
    first, *inner, last = (b"\r\n" + content.data).split(b"\r\n" + boundary)
    assert (first, last) == (b"", b"--\r\n")
    return [tuple(each.removeprefix(b"\r\n").split(b"\r\n\r\n", 1)) for each in inner]  # type: ignore[misc]


def name_of(head: bytes) -> str:
    """The name in a part's head, its escapes undone as HTML says (section 4.10.21.8)."""
    line = next(line for line in head.split(b"\r\n") if line.lower().startswith(b"content-disposition"))
    name = line.partition(b'name="')[2].partition(b'"')[0].decode()
    return name.replace("%0D", "\r").replace("%0A", "\n").replace("%22", '"').replace("%00", "\0")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NAMES = TEXTS.filter(lambda name: name and "%" not in name)
SCALARS = st.one_of(TEXTS, st.integers(), st.booleans())
HELD = st.one_of(SCALARS, st.none(), st.lists(SCALARS, max_size=2))
OBJECTS = st.dictionaries(TEXTS, HELD, min_size=1, max_size=3).filter(
    lambda held: any(value is not None for value in held.values())
)


def plain_text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(
        NAMES,
        st.one_of(SCALARS, OBJECTS, st.binary(max_size=40).map(lambda b: File(b, "image/png", "a.png"))),
        max_size=4,
    )
)
def test_every_part_comes_back(fields: dict[str, Any]) -> None:
    found = raw_parts(multipart(body(dict(fields))))
    assert [name_of(head) for head, _ in found] == list(fields)
    for (head, content), value in zip(found, fields.values(), strict=True):
        if isinstance(value, File):
            assert b"Content-Type: image/png" in head
            assert content == value.content
        elif isinstance(value, dict):
            assert b"Content-Type: application/json" in head
            assert json.loads(content) == {k: v for k, v in value.items() if v is not None}
        else:
            assert b"\r\nContent-Type" not in head
            assert content.decode() == plain_text(value)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(SCALARS, OBJECTS), min_size=1, max_size=4))
def test_each_item_of_a_list_is_a_part(items: list[Any]) -> None:
    found = raw_parts(multipart(body({"a": items})))
    assert [name_of(head) for head, _ in found] == ["a"] * len(items)
    for (_, content), item in zip(found, items, strict=True):
        kept = {k: v for k, v in item.items() if v is not None} if isinstance(item, dict) else item
        assert content.decode() == plain_text(item) if not isinstance(item, dict) else json.loads(content) == kept


@settings(max_examples=60, deadline=None)
@given(NAMES, TEXTS)
def test_no_name_breaks_out_of_its_header(name: str, file_name: str) -> None:
    [(head, content)] = raw_parts(multipart({name: File(b"x", "text/plain", file_name)}))
    assert content == b"x"
    lines = head.split(b"\r\n")
    assert [line.partition(b":")[0] for line in lines] == [b"Content-Disposition", b"Content-Type"]
    assert lines[0].count(b'"') == 4
    assert not {b"\r", b"\n", b"\0"} & {bytes([byte]) for line in lines for byte in line}


def test_the_parser_for_mail_reads_the_same() -> None:
    fields = {
        "file": File(b"\x00\xff\r\n--", "image/png", "photo one.png"),
        "note": 'a "b"\r\nc',
        "tags": ["x", "y"],
        "meta": {"a": 1, "b": NULL},
        "flag": False,
        "none": None,
    }
    parts = parts_of(multipart(body(fields)))
    disposition = [(p.get_content_disposition(), p.get_param("name", None, "content-disposition")) for p in parts]
    assert disposition == [("form-data", name) for name in ("file", "note", "tags", "tags", "meta", "flag")]
    assert (parts[0].get_filename(), parts[0].get_content_type()) == ("photo one.png", "image/png")
    assert [p.get_payload(decode=True) for p in parts] == [
        b"\x00\xff\r\n--",
        b'a "b"\r\nc',
        b"x",
        b"y",
        b'{"a":1,"b":null}',
        b"false",
    ]


def test_parts_have_the_types_and_headers_that_are_said() -> None:
    fields = {
        "a": part(File(b"1", "image/png", "a.png"), headers={"X-Kind": "original"}),
        "b": part("x", "application/json"),
        "c": part(["<p/>", "<q/>"], "text/html"),
        "d": part(None, "text/html"),
        "e": File(b"\xff", "image/png", "e.png", is_base64=True),
        "f": comma(["x", "y"]),
        "g": pipe(["x", "y"]),
        "h": deep({"i": {"j": 1}, "k": [2, 3]}),
    }
    found = raw_parts(multipart(body(fields)))
    assert [content for _, content in found] == [
        b"1", b'"x"', b"<p/>", b"<q/>", b"/w==", b"x,y", b"x|y", b"1", b"2", b"3",
    ]  # fmt: skip
    assert b"X-Kind: original" in found[0][0]
    assert [
        b"Content-Type: " + kind in head
        for (head, _), kind in zip(found[1:4], [b"application/json", b"text/html", b"text/html"], strict=True)
    ] == [True] * 3
    assert b"Content-Transfer-Encoding: base64" in found[4][0]
    assert [name_of(head) for head, _ in found[7:]] == ["h[i][j]", "h[k][0]", "h[k][1]"]


def test_a_list_has_parts_without_names() -> None:
    content = multipart([File(b"1", "image/png", "a.png"), {"a": 1}], "multipart/mixed")
    assert content is not None
    assert content.media_type.startswith("multipart/mixed; boundary=")
    assert [(p.get_content_type(), p.get_payload(decode=True)) for p in parts_of(content)] == [
        ("image/png", b"1"),
        ("application/json", b'{"a":1}'),
    ]


def test_nothing_given_is_no_body_where_it_is_optional() -> None:
    assert multipart(optional_body({"a": None})) is None
    empty = multipart(body({"a": None}))
    assert empty is not None
    assert empty.data == f"--{empty.media_type.partition('boundary=')[2]}--\r\n".encode()
    assert (xml(None, Element(name="a")), json_lines(None), binary(None)) == (None, None, None)


def test_a_list_may_hold_parts_of_their_own_kinds() -> None:
    written = multipart({"a": [part("x,y", "text/csv"), "z", part([1, 2], headers={"X-N": "1"})]})
    assert written is not None
    texts = [one.split(b"\r\n\r\n") for one in written.data.split(b"--part-")[1:-1]]
    heads = [head.split(b"\r\n", 1)[1] for head, _ in texts]
    assert heads == [
        b'Content-Disposition: form-data; name="a"\r\nContent-Type: text/csv',
        b'Content-Disposition: form-data; name="a"',
        b'Content-Disposition: form-data; name="a"\r\nX-N: 1',
        b'Content-Disposition: form-data; name="a"\r\nX-N: 1',
    ]
    assert [content.strip() for _, content in texts] == [b"x,y", b"z", b"1", b"2"]


def test_a_body_of_parts_cannot_be_null() -> None:
    with pytest.raises(ArgumentError, match="cannot be null"):
        multipart(NULL)


def test_no_part_holds_the_boundary_and_the_same_parts_have_the_same() -> None:
    first = multipart({"a": "x"})
    assert first == multipart({"a": "x"})
    assert first is not None
    boundary = first.media_type.partition("boundary=")[2]
    forged = multipart({"a": f"x\r\n--{boundary}--\r\n"})
    assert [content for _, content in raw_parts(forged)] == [f"x\r\n--{boundary}--\r\n".encode()]
    said = multipart({"a": "x"}, "multipart/mixed; boundary=cut")
    assert said is not None
    assert said.media_type == "multipart/mixed; boundary=cut"
    for odd in ('"a b"', '""', "x" * 80, '"a;b"'):
        own = multipart({"a": "x"}, f'multipart/related; boundary={odd}; type="text/plain"')
        assert own is not None
        assert own.media_type.startswith('multipart/related; type="text/plain"; boundary=part-')
        assert [part.get_payload(decode=True) for part in parts_of(own)] == [b"x"]
    assert [c for _, c in raw_parts(multipart({"a": "\r\n--cut"}, "multipart/mixed; boundary=cut"))] == [b"\r\n--cut"]


# --- forms


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(TEXTS.filter(bool), st.one_of(SCALARS, st.lists(SCALARS, min_size=1, max_size=3)), max_size=4))
def test_every_field_of_a_form_comes_back(fields: dict[str, Any]) -> None:
    written = encoding.form(body(dict(fields)))
    wanted = [
        (name, plain_text(one))
        for name, value in fields.items()
        for one in (value if isinstance(value, list) else [value])
    ]
    assert parse_qsl(written, keep_blank_values=True, strict_parsing=bool(wanted)) == wanted


STYLED = st.lists(st.text("abc123 +&=%/?:é", min_size=1, max_size=6), min_size=1, max_size=4)


@settings(max_examples=100, deadline=None)
@given(STYLED, STYLED, STYLED, STYLED)
def test_styles_of_a_form_come_back(commas: list[str], pipes: list[str], tabs: list[str], kept: list[str]) -> None:
    form = {"a": comma(commas), "b": pipe(pipes), "c": tabbed(tabs), "d": reserved(kept), "e": deep({"f": commas})}
    written = encoding.form(body(form))
    assert parse_qsl(written, strict_parsing=True) == [
        ("a", ",".join(commas)),
        ("b", "|".join(pipes)),
        ("c", "\t".join(tabs)),
        *(("d", one) for one in kept),
        *((f"e[f][{k}]", one) for k, one in enumerate(commas)),
    ]
    assert (":" in "".join(kept)) == (":" in written.partition("d=")[2].partition("&e")[0])


def test_json_in_a_form_is_one_field() -> None:
    form = encoding.form(body({"a": as_json({"b": [1, NULL], "c": None})}))
    [(name, value)] = parse_qsl(form)
    assert (name, json.loads(value)) == ("a", {"b": [1, None]})


# --- files


@pytest.mark.parametrize(
    ("given_", "media_type", "content", "name"),
    [
        ("hello", "text/plain", b"hello", "file.txt"),
        ("", "text/plain", b"", "file.txt"),
        ("data:,a%20b%0a", "text/plain", b"a b\n", "file.txt"),
        ("data:image/png;base64,/w==", "image/png", b"\xff", "file.png"),
        ("DATA:Image/PNG;BASE64,/w==", "image/png", b"\xff", "file.png"),
        ("data:text/csv;charset=utf-8,a,b", "text/csv", b"a,b", "file.csv"),
        ("data:text/csv;name=week%201.csv;base64,YQ==", "text/csv", b"a", "week 1.csv"),
        ("data:image/png;name=..%2F..%2Fetc%5Cx.png;base64,YQ==", "image/png", b"a", "x.png"),
        ("data:application/x-none;base64,YQ ==", "application/x-none", b"a", "file"),
    ],
)
def test_a_file_is_text_or_a_data_uri(given_: str, media_type: str, content: bytes, name: str) -> None:
    assert file(given_, NOWHERE) == File(content, media_type, name)


@pytest.mark.parametrize(
    "given_", ["data:", "data:image/png;base64", "data:;base64,%%%", "data:x;base64,YQ=", "data:image/png;base64,Y"]
)
def test_a_broken_data_uri_is_refused(given_: str) -> None:
    with pytest.raises(ArgumentError):
        file(given_, NOWHERE)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60))
def test_base64_brings_every_byte(content: bytes) -> None:
    found = file(f"data:image/png;base64,{b64encode(content).decode()}", NOWHERE)
    assert binary(found) == Content("image/png", content)


@pytest.mark.parametrize(
    ("given_", "accepts", "sent"),
    [
        ("data:image/jpeg,x", "image/png, image/jpeg", "image/jpeg"),
        ("data:;base64,eA==", "image/png, image/jpeg", "image/png"),
        ("data:application/octet-stream;base64,eA==", "application/pdf", "application/pdf"),
        ("data:image/jpg,x", "image/jpeg", "image/jpeg"),
        ("data:audio/x-wav,x", "audio/wav", "audio/wav"),
        ("data:text/xml,x", "application/soap+xml", "application/soap+xml"),
        ("data:application/zip,x", "application/pdf, application/octet-stream", "application/octet-stream"),
        ("x", "image/png, text/csv", "text/csv"),
        ("x", "application/vnd.example", "application/vnd.example"),
        ("x", "image/svg+xml", "image/svg+xml"),
        ("data:image/gif,x", "image/png, image/*", "image/gif"),
        ("data:image/gif,x", "*/*", "image/gif"),
        ("x", "text/plain; charset=utf-8", "text/plain; charset=utf-8"),
        ("x", "application/octet-stream", "application/octet-stream"),
    ],
)
def test_a_file_has_a_media_type_that_is_accepted(given_: str, accepts: str, sent: str) -> None:
    assert file(given_, NOWHERE, accepts).media_type == sent


@pytest.mark.parametrize(
    ("given_", "accepts"),
    [
        ("x", "image/*"),
        ("https://example.test/cat.png", "image/png"),
        ("cat.png", "image/png, application/pdf"),
        ("iVBORw0KGgo=", "image/png"),
        ("data:text/plain;base64,eA==", "image/png"),
        ("data:,x", "application/pdf"),
        ("data:;base64,eA==", "image/*"),
        ("data:image/png;base64,eA==", "image/jpeg"),
        ("data:application/zip;base64,eA==", "application/pdf"),
        ("data:video/mp4;base64,eA==", "audio/mp4"),
        ("data:image/png;base64,eA==", "text/plain"),
    ],
)
def test_a_file_is_not_sent_as_what_it_is_not(given_: str, accepts: str) -> None:
    with pytest.raises(ArgumentError) as error:
        file(given_, NOWHERE, accepts)
    assert accepts in error.value.text
    if not given_.startswith("data:"):
        assert "Give a data: URI, or file: and a path" in error.value.text


def test_a_file_of_the_folder_is_not_sent_as_what_it_is_not(folder: Folder) -> None:
    for path in ("inner/photo.PNG", "in.txt", "pack.tar.gz"):
        with pytest.raises(ArgumentError, match="application/pdf"):
            file(f"file:{path}", folder, "application/pdf")
    assert file("file:notes", folder, "application/pdf").media_type == "application/pdf"


def test_a_path_needs_a_folder_and_the_error_says_what_to_set() -> None:
    with pytest.raises(ArgumentError, match="BOOKSHOP_FILES_DIR") as error:
        file("file:a.txt", NOWHERE)
    assert error.value.code is None


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    root = tmp_path / "allowed"
    (root / "inner").mkdir(parents=True)
    (root / "inner" / "photo.PNG").write_bytes(b"\x89PNG")
    (root / "notes").write_bytes(b"hi")
    (root / "pack.tar.gz").write_bytes(b"z")
    (tmp_path / "secret.txt").write_bytes(b"secret")
    (root / "out").symlink_to(tmp_path)
    (root / "out.txt").symlink_to(tmp_path / "secret.txt")
    (root / "in.txt").symlink_to(root / "notes")
    (root / "zero").symlink_to("/dev/zero")
    os.mkfifo(root / "pipe")
    return Folder(str(root))


@pytest.mark.parametrize(
    ("path", "name", "media_type", "content"),
    [
        ("inner/photo.PNG", "photo.PNG", "image/png", b"\x89PNG"),
        ("./inner//photo.PNG", "photo.PNG", "image/png", b"\x89PNG"),
        ("notes", "notes", "application/octet-stream", b"hi"),
        ("in.txt", "in.txt", "text/plain", b"hi"),
        ("pack.tar.gz", "pack.tar.gz", "application/gzip", b"z"),
    ],
)
def test_a_path_below_the_folder_is_read(folder: Folder, path: str, name: str, media_type: str, content: bytes) -> None:
    assert file(f"file:{path}", folder) == File(content, media_type, name)


@pytest.mark.parametrize(
    "path",
    [
        "", ".", "/", "..", "../secret.txt", "inner/../../secret.txt", "inner/..", "/etc/passwd", "//etc/passwd",
        "///etc/passwd", "\\etc\\passwd", "..\\secret.txt", "C:\\x", "C:x", "a\0b", "a\nb", "out/secret.txt", "out.txt",
        "zero", "pipe", "inner", "nothing.txt", "notes/x", "~/x", "x" * 5000, "\ud800",
    ],
)  # fmt: skip
def test_no_path_leaves_the_folder_or_names_what_is_no_file(folder: Folder, path: str) -> None:
    with pytest.raises(ArgumentError) as error:
        file(f"file:{path}", folder)
    assert folder.files_dir not in error.value.text
    assert "secret" not in error.value.text


def test_the_folder_is_what_the_operator_sets(folder: Folder, tmp_path: Path) -> None:
    found = read_settings(FACTS, {"BOOKSHOP_FILES_DIR": folder.files_dir})
    api = Api(Connection(FACTS, found, hooks, None, False), Context())
    assert file("file:notes", api).content == b"hi"
    assert (read_settings(FACTS, {}).files_dir, api.variable("FILES_DIR")) == ("", "BOOKSHOP_FILES_DIR")
    with pytest.raises(SettingsError, match="BOOKSHOP_FILES_DIR"):
        read_settings(FACTS, {"BOOKSHOP_FILES_DIR": str(tmp_path / "nowhere")})


def test_what_is_too_large_is_refused(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST_FILE", 3)
    for given_ in ("data:,abcd", "abcd", "file:inner/photo.PNG"):
        with pytest.raises(ArgumentError, match="3 bytes"):
            file(given_, folder)
    assert file("abc", folder).content == b"abc"


# --- lines


@settings(max_examples=80, deadline=None)
@given(st.lists(st.one_of(SCALARS, OBJECTS), max_size=4))
def test_each_line_is_a_document(items: list[Any]) -> None:
    content = json_lines(list(items))
    assert content is not None
    *lines, last = content.data.decode().split("\n")
    assert last == ""
    kept = [{k: v for k, v in i.items() if v is not None} if isinstance(i, dict) else i for i in items]
    assert [json.loads(line) for line in lines] == kept


def test_a_sequence_has_its_separators() -> None:
    assert json_lines([1, NULL], "application/json-seq") == Content(
        "application/json-seq", b"\x1e1\n\x1enull\n", [1, NULL]
    )


# --- XML


def element_of(content: Content | None) -> ElementTree.Element:
    assert content is not None
    return ElementTree.fromstring(content.data)


XML_TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff", include_characters="\t\n\r"),
    max_size=20,
)


@settings(max_examples=120, deadline=None)
@given(XML_TEXTS, XML_TEXTS, XML_TEXTS, st.lists(XML_TEXTS, min_size=1, max_size=3))
def test_every_text_comes_back(attribute: str, child: str, cdata: str, items: list[str]) -> None:
    how = Element(
        name="root",
        fields={
            "a": Element(kind="attribute"),
            "c": Element(items=Element(kind="cdata")),
            "w": Element(name="all", wrapped=True, items=Element(name="one")),
        },
    )
    value = body({"a": attribute, "b": child, "r": items, "w": items, "c": cdata})
    root = element_of(xml(value, how))
    assert root.attrib == {"a": attribute}
    assert [e.text or "" for e in root.findall("b")] == [child]
    assert [e.text or "" for e in root.findall("r")] == items
    assert [e.text or "" for e in root.findall("all/one")] == items
    assert [e.tag for e in root if e.tag != "c"] == ["b", *["r"] * len(items), "all"]


@settings(max_examples=60, deadline=None)
@given(XML_TEXTS.filter(lambda text: "\r" not in text))
def test_text_and_cdata_come_back(text: str) -> None:
    how = Element(name="root", fields={"t": Element(kind="cdata")})
    assert (element_of(xml(body({"t": text}), how)).text or "") == text
    how = Element(name="root", fields={"t": Element(kind="text")})
    assert (element_of(xml(body({"t": text}), how)).text or "") == text


def test_names_prefixes_and_namespaces() -> None:
    how = Element(
        name="order",
        namespace="urn:o",
        fields={
            "id": Element(kind="attribute"),
            "lang": Element(kind="attribute", prefix="m", namespace="urn:m"),
            "who": Element(
                name="customer", prefix="c", namespace="urn:c", fields={"n": Element(prefix="c", namespace="urn:c")}
            ),
            "own": Element(namespace="urn:own"),
        },
    )
    root = element_of(xml(body({"id": 7, "lang": "en", "who": {"n": "x"}, "own": "y", "rest": True}), how))
    assert (root.tag, root.attrib) == ("{urn:o}order", {"id": "7", "{urn:m}lang": "en"})
    assert [(e.tag, e.text) for e in root.iter()][1:] == [
        ("{urn:c}customer", None),
        ("{urn:c}n", "x"),
        ("{urn:own}own", "y"),
        ("{urn:o}rest", "true"),
    ]


def test_elements_stand_in_the_order_that_is_said() -> None:
    how = Element(name="a", fields={"z": Element(), "y": Element(kind="none"), "x": Element()}, ordered=True)
    root = element_of(xml({"extra": 1, "x": 2, "y": {"in": 3}, "z": 4}, how))
    assert [e.tag for e in root] == ["z", "in", "x", "extra"]


def test_a_list_is_a_root_and_lists_may_stand_in_lists() -> None:
    root = element_of(
        xml(
            [[1, 2], [3]],
            Element(name="rows", wrapped=True, items=Element(name="row", wrapped=True, items=Element(name="cell"))),
        )
    )
    assert root.tag == "rows"
    assert [[cell.text for cell in row] for row in root] == [["1", "2"], ["3"]]


@pytest.mark.parametrize(
    "value",
    [
        {"a b": 1},
        {"": 1},
        {"1a": 1},
        {"a><b": 1},
        {"a": "\x00"},
        {"a": "\x1b"},
        {"a": "\ufffe"},
        {"x:y": 1},
        {"a": "\ud800"},
    ],
)
def test_what_xml_cannot_hold_is_refused(value: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        xml(value, Element(name="root"))


# --- other fields


def test_other_fields_join_an_object_and_none_of_its_own() -> None:
    assert extra({"a": 1, "b": None}, {"c": 2}) == {"a": 1, "b": None, "c": 2}
    assert extra({"a": 1}, None) == {"a": 1}
    for name in ("a", "b"):
        with pytest.raises(ArgumentError, match=name):
            extra({"a": 1, "b": None}, {name: 2})


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"a": "x", "b": None, "c": []}, {"a": "x"}),
        (
            {"a": comma(["x", "y"]), "b": reserved("z"), "c": deep({"d": [1]})},
            {"a": ["x", "y"], "b": "z", "c": {"d": [1]}},
        ),
        ({"cart": {"lines": [], "total": 7}, "empty": {"inner": {}}}, {"cart": {"total": 7}}),
        ({"rows": [{"tags": []}, {"tags": ["x"]}]}, {"rows": [{"tags": []}, {"tags": ["x"]}]}),
    ],
)
def test_what_a_form_says_is_what_its_schema_describes(form: dict[str, Any], said: dict[str, Any]) -> None:
    assert encoding.form_value(body(form)) == said


def test_a_null_outside_the_body_is_told_as_null(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {"size": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}}}
    monkeypatch.setattr(bodies, "_schemas", lambda package: {"arguments": {"t": wanted}, "$defs": {}})
    check = bodies.argument_check("a_package_of_its_own", "t")
    check({"size": "7", "tags": ["a"], "other": NULL})
    with pytest.raises(ArgumentError, match="size: leave it out, or give an integer"):
        check({"size": NULL})
    with pytest.raises(ArgumentError, match=r"tags\.1: leave it out, or give a string"):
        check({"tags": ["a", NULL]})


def test_a_list_of_lists_has_a_part_of_json_for_each() -> None:
    written = multipart({"a": [["x", "y"], [], [1]]})
    assert [content for _, content in raw_parts(written)] == [b'["x","y"]', b"[]", b"[1]"]


@pytest.mark.parametrize("empty", [[], part([]), comma([]), deep([]), deep({"a": []}), deep({"a": {}})])
def test_a_body_of_parts_refuses_what_would_be_no_part(empty: Any) -> None:
    with pytest.raises(ArgumentError, match=r"^a(\[a\])?: an empty list or object cannot be sent here; leave it out"):
        multipart({"a": empty, "b": "x"})


@pytest.mark.parametrize(
    ("text", "held"), [("eA", b"x"), ("eHk", b"xy"), ("eHl6", b"xyz"), ("eA==", b"x"), ("e A\n=", b"x")]
)
def test_base64_may_leave_out_what_fills_it_up(text: str, held: bytes) -> None:
    given = file(f"data:image/png;base64,{text}", NOWHERE)
    assert isinstance(given, File)
    assert given.content == held


def test_what_is_no_base64_says_what_is() -> None:
    with pytest.raises(ArgumentError, match=r"no base64 text; give it in A-Z, a-z, 0-9, \+ and /"):
        file("data:image/png;base64,a*b", NOWHERE)


def test_an_object_is_the_text_of_a_form_and_other_values_are_themselves() -> None:
    assert encoding.form_text({"a": "x&y", "b": [1, 2], "c": None}) == "a=x%26y&b=1&b=2"
    assert (encoding.form_text(None), encoding.form_text({"a": None}), encoding.form_text("a=b")) == (None, None, "a=b")
