"""How the contract tests read a body: with the standard library, not with what wrote it."""

import json
import xml.etree.ElementTree as ElementTree
from base64 import b64decode, b64encode
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qsl

import httpx2
from contract import same


def check_body(request: httpx2.Request, expected: dict[str, Any]) -> None:
    content = request.content
    if "form" in expected:
        charset = expected.get("charset", "utf-8")
        form = parse_qsl(content.decode(), keep_blank_values=True, encoding=charset)
        assert [list(pair) for pair in form] == expected["form"]
    elif "parts" in expected:
        kind = request.headers["content-type"]
        assert kind.partition(";")[0] == expected["multipart"]
        parts = parts_of(kind, content)
        assert len(parts) == len(expected["parts"]), parts
        for part, wanted in zip(parts, expected["parts"], strict=True):
            check_part(part, wanted)
    elif "lines" in expected:
        documents = [line.strip("\x1e") for line in content.decode().split("\n")]
        lines = [json.loads(document) for document in documents if document]
        assert same(lines, expected["lines"]), content
    elif "xml" in expected:
        assert tree_of(ElementTree.fromstring(content)) == expected["xml"]
    elif "base64" in expected:
        assert b64encode(content).decode() == expected["base64"]
    elif "text" in expected:
        assert content.decode(expected.get("charset", "utf-8")) == expected["text"]
    elif "body" in expected:
        assert same(json.loads(content), expected["body"]), content
    else:
        assert content == b""


def parts_of(content_type: str, content: bytes) -> list[dict[str, Any]]:
    """Each part: its headers, the name and file name that they say, and its content."""
    head = f"MIME-Version: 1.0\r\nContent-Type: {content_type}\r\n\r\n".encode()
    message = BytesParser(policy=HTTP).parsebytes(head + content)
    assert message.is_multipart() or content.rstrip().endswith(b"--"), content
    return [
        {
            "headers": {key.lower(): value for key, value in part.items()},
            "name": part.get_param("name", "", "content-disposition"),
            "filename": part.get_filename(),
            "content": part.get_payload(decode=True),
        }
        for part in message.iter_parts()
    ]


def check_part(part: dict[str, Any], expected: dict[str, Any]) -> None:
    assert part["name"] == expected["name"]
    assert part["headers"].get("content-type") == expected.get("media_type"), part
    for name, value in expected.get("headers", {}).items():
        assert part["headers"].get(name) == value, part
    if "base64" in expected:
        assert part["content"] == b64decode(expected["base64"])
        if expected["name"]:
            assert part["filename"].startswith(expected.get("filename", "file"))
    elif "json" in expected:
        assert same(json.loads(part["content"]), expected["json"]), part
    else:
        assert part["content"].decode() == expected["text"]


def tree_of(element: ElementTree.Element) -> list[Any]:
    """An element's name, attributes, text, and the elements inside."""
    inside = [tree_of(child) for child in element]
    text = (element.text or "") + "".join(child.tail or "" for child in element)
    return [element.tag, dict(element.attrib), text, inside]
