"""Bodies that hold files: parts of multipart/form-data and whole bodies, exact to the byte; what is no file is refused."""

from __future__ import annotations

import base64
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from tests.catalogue.harness import Made, Sent, make, openapi, swagger

OK = "responses: {'200': {description: ok}}"
BYTES = bytes(range(256))


def data_uri(content: bytes, kind: str = "application/octet-stream") -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def parts(sent: Sent) -> dict[str, list[tuple[str | None, str, bytes]]]:
    """File name, media type and bytes of each part of a multipart body, by its name, as the e-mail parser reads it."""
    kind = sent.headers["content-type"]
    assert kind.startswith("multipart/form-data; boundary=")
    message = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + sent.content)
    found: dict[str, list[tuple[str | None, str, bytes]]] = {}
    for part in message.walk():
        if not part.is_multipart():
            name = part.get_param("name", header="content-disposition")
            content = part.get_payload(decode=True)
            assert isinstance(part, Message)
            assert isinstance(content, bytes)
            found.setdefault(str(name), []).append((part.get_filename(), part.get_content_type(), content))
    return found


@pytest.fixture(scope="module")
def dock(tmp_path_factory: pytest.TempPathFactory) -> Made:
    form = "{type: object, required: [scan], properties: {scan: {type: string, format: binary}, title: {type: string}, open: {type: boolean}, size: {type: integer}, tags: {type: array, items: {type: string}}}}"
    return make(
        tmp_path_factory.mktemp("dock"),
        openapi(f"""
        paths:
          /scans: {{post: {{requestBody: {{required: true, content: {{multipart/form-data: {{schema: {form}}}}}}}, {OK}}}}}
          /blob: {{put: {{requestBody: {{required: true, content: {{application/octet-stream: {{schema: {{type: string, format: binary}}}}}}}}, {OK}}}}}
          /photo: {{put: {{requestBody: {{required: true, content: {{image/png: {{schema: {{type: string, format: binary}}}}}}}}, {OK}}}}}
        """),
    )


def test_B74_a_form_with_a_file(dock: Made) -> None:
    name = dock.tool_of("POST /scans")
    assert dock.required(name) == ["scan"]
    given: dict[str, Any] = {
        "scan": data_uri(BYTES),
        "title": "Größe\r\n--x",
        "open": True,
        "size": 5,
        "tags": ["a", "b"],
    }
    found = parts(dock.call(name, given).sent)
    [(filename, _, content)] = found["scan"]
    assert filename
    assert content == BYTES
    texts = {key: [part[2].decode() for part in found[key]] for key in ("title", "open", "size")}
    assert texts == {"title": ["Größe\r\n--x"], "open": ["true"], "size": ["5"]}
    assert all(part[0] is None for key in texts for part in found[key])
    assert [part[2] for part in found["tags"]] in ([b"a", b"b"], [b'["a","b"]'], [b"a,b"])


def test_B74_in_swagger_2(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger(f"""
        paths:
          /scans:
            post:
              consumes: [multipart/form-data]
              parameters:
                - {{name: scan, in: formData, type: file, required: true}}
                - {{name: open, in: formData, type: boolean}}
              {OK}
        """),
    )
    [name] = made.tools
    scan, flag = made.properties(name)
    found = parts(made.call(name, {scan: data_uri(b"\xff\x00"), flag: False}).sent)
    assert (found["scan"][0][2], found["open"][0][2]) == (b"\xff\x00", b"false")


@pytest.mark.parametrize("operation", ["POST /scans", "PUT /blob", "PUT /photo"])
@pytest.mark.parametrize(
    "wrong",
    [
        "data:image/png;base64,***",
        "data:;base64,a",
        "file:../../etc/passwd",
        "file:/etc/passwd",
        "file:///etc/passwd",
        5,
    ],
)
def test_B74_B76_what_is_no_file_is_refused(dock: Made, operation: str, wrong: Any) -> None:
    name = dock.tool_of(operation)
    called = dock.call(name, dict.fromkeys(dock.required(name), wrong))
    assert (called.requests, called.failed) == ((), True)
    assert "root:" not in called.text


@pytest.mark.parametrize(
    ("operation", "kind"), [("PUT /blob", "application/octet-stream"), ("PUT /photo", "image/png")]
)
def test_B76_bytes_are_the_whole_body(dock: Made, operation: str, kind: str) -> None:
    name = dock.tool_of(operation)
    [argument] = dock.properties(name)
    for content in (BYTES, b"\n", "ü".encode()):
        sent = dock.call(name, {argument: data_uri(content, kind)}).sent
        assert (sent.headers["content-type"], sent.content) == (kind, content)
    called = dock.call(name)
    assert (called.requests, called.failed) == ((), True)
    assert argument in called.text
