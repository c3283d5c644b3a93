"""Answers that are neither JSON nor text: images, audio, and files."""

from __future__ import annotations

import base64
import re
from urllib.parse import quote, unquote

import mcp_types as types

from .decoding import UNTOLD
from .exchange import Reply
from .masking import holds, masked

LARGEST_MEDIA = 2_000_000
_SIGNS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"ID3", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
)
_OTHER_NAMES = {"image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "audio/mp3": "audio/mpeg"}


def media_content(
    reply: Reply, most_bytes: int, secrets: tuple[str, ...]
) -> list[types.ContentBlock]:
    """What is shown of the bytes of an answer: the thing itself where the model can take it.

    Images and audio are typed. Another file is told of, and embedded where its base64 is no
    larger than `most_bytes`. Bytes that hold one of `secrets` are not shown.
    """
    kind, size = _kind(reply), len(reply.content)
    shown = size <= LARGEST_MEDIA and not holds(reply.content, secrets)
    data = base64.b64encode(reply.content).decode() if shown else ""
    if data and kind.startswith("image/"):
        return [types.ImageContent(type="image", data=data, mime_type=kind)]
    if data and kind.startswith("audio/"):
        return [types.AudioContent(type="audio", data=data, mime_type=kind)]
    name = _file_name(masked(reply.headers.get("content-disposition", ""), secrets))
    file = f"the file {name}" if name else "a file"
    said = f"The API sent {file} ({kind or 'of unknown type'}, {size} bytes)"
    if not data or len(data) > most_bytes:
        return [types.TextContent(type="text", text=f"{said}, which is not shown.")]
    uri = f"attachment:{quote(name or 'file', safe='')}"
    blob = types.BlobResourceContents(
        uri=uri, mime_type=kind or "application/octet-stream", blob=data
    )
    return [
        types.TextContent(type="text", text=f"{said}; it is attached."),
        types.EmbeddedResource(type="resource", resource=blob),
    ]


def _kind(reply: Reply) -> str:
    """The media type, by what is declared or how the bytes begin where the API does not tell."""
    kind = _OTHER_NAMES.get(reply.media_type, reply.media_type)
    if kind not in UNTOLD and re.fullmatch(r"[\w.+-]+/[\w.+-]+", kind):
        return kind
    content = reply.content
    signed = next((named for sign, named in _SIGNS if content.startswith(sign)), "")
    if content[:4] == b"RIFF":
        signed = {b"WEBP": "image/webp", b"WAVE": "audio/wav"}.get(content[8:12], "")
    declared = reply.accepted if "*" not in reply.accepted and "json" not in reply.accepted else ""
    return signed or declared or kind


def _file_name(disposition: str) -> str:
    """The name that the API gives a file (RFC 6266), without what could mislead; '' where none."""
    if found := re.search(
        r"filename\*\s*=\s*(?:UTF-8|ISO-8859-1)'[\w-]*'([^;\s]{1,300})", disposition, re.I
    ):
        name = unquote(found[1])
    elif found := re.search(
        r'filename\s*=\s*(?:"([^"]{1,300})"|([^;\s]{1,300}))', disposition, re.I
    ):
        name = found[1] or found[2]
    else:
        return ""
    return " ".join(re.sub(r"[^\w.* -]+", " ", re.split(r"[/\\]", name)[-1]).split())[:100]
