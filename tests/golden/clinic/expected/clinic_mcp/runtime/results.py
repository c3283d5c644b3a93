"""What the model sees of a success answer."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any

import mcp_types as types

from .api import Reply
from .cutting import cut_json, cut_text
from .errors import RUNTIME_ERROR, CallFailed
from .tool import Tool, steps_of
from .values import Json, json_value

MASK = "***"
LARGEST_EXACT = 2**53 - 1
LARGEST_MEDIA = 2_000_000


def media_of(reply: Reply) -> types.CallToolResult | None:
    """The result of an answer that is neither JSON nor text: an image, audio, or a note of it."""
    kind, size = reply.media_type, len(reply.content)
    if not size or _is_json(reply) or _is_text(reply):
        return None
    data = base64.b64encode(reply.content).decode() if size <= LARGEST_MEDIA else ""
    if data and kind.startswith("image/"):
        return types.CallToolResult(
            content=[types.ImageContent(type="image", data=data, mime_type=kind)]
        )
    if data and kind.startswith("audio/"):
        return types.CallToolResult(
            content=[types.AudioContent(type="audio", data=data, mime_type=kind)]
        )
    named = re.search(r'filename="?([\w. -]{1,100})', reply.headers.get("content-disposition", ""))
    file = f"the file {named[1].strip()}" if named else "a file"
    said = f"The API sent {file} ({kind or 'of unknown type'}, {size} bytes), which is not shown."
    return text_result(said)


def value_of(tool: Tool, reply: Reply, args: Mapping[str, Json]) -> tuple[Json, bool]:
    """The answer as a value, and whether it is JSON; text and confirmations are not.

    Raises CallFailed for JSON that cannot be read.
    """
    if not reply.content.strip():
        return confirmation(tool, args), False
    if not _is_json(reply):
        return _decoded(reply), False
    value = _parsed(reply)
    if value is None and tool.confirm:
        return confirmation(tool, args), False
    ids, secrets = map(steps_of, tool.string_ids), map(steps_of, tool.secrets)
    return _exact(value, list(ids), list(secrets)), True


def confirmation(tool: Tool, args: Mapping[str, Json]) -> str:
    """What an empty success says: the tool, and the identifiers it was given."""
    if tool.confirm:
        return re.sub(r"\{(\w+)\}", lambda m: str(args.get(m[1], "?")), tool.confirm)
    ids = [f"{k} {v}" for k, v in args.items() if isinstance(v, str) and k.endswith(("id", "Id"))]
    done = f"{tool.name} succeeded" + (f" for {', '.join(ids)}" if ids else "")
    return f"{done}. The API sent no content."


def shown(
    tool: Tool, value: Json, *, is_json: bool, structured: bool, wanted: bool, most_bytes: int
) -> types.CallToolResult:
    """The result for the model, cut to `most_bytes`.

    `structured` is the way of profile `mcp`: JSON twice, and non-objects wrapped; `wanted` says
    that the tool has an output schema, so that text is given as structured content too.
    """
    if isinstance(value, str) and not is_json:
        text, note = cut_text(value, most_bytes)
        return text_result(text, note, {"result": text} if structured and wanted else None)
    value, note = cut_json(value, tool, most_bytes)
    if structured and not isinstance(value, dict):
        value = {"result": value}
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text_result(text, note, value if structured else None)


def text_result(
    text: str, note: str = "", structured: dict[str, Any] | None = None
) -> types.CallToolResult:
    """A result of one text, or two where there is a note about it."""
    texts = [text, note] if note else [text]
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=t) for t in texts]
    return types.CallToolResult(content=content, structured_content=structured)


def _is_json(reply: Reply) -> bool:
    kind = reply.media_type
    if not kind:
        return reply.content.lstrip()[:1] in (b"{", b"[")
    return kind in ("application/json", "text/json") or kind.endswith("+json")


def _is_text(reply: Reply) -> bool:
    kind = reply.media_type
    textual = kind.startswith("text/") or kind.endswith(("xml", "yaml", "javascript", "ndjson"))
    return (textual or kind in ("", "application/x-www-form-urlencoded")) and (
        b"\0" not in reply.content[:1000]
    )


def _decoded(reply: Reply) -> str:
    try:
        return reply.content.decode(reply.charset, "replace")
    except LookupError:
        return reply.content.decode("utf-8", "replace")


def _parsed(reply: Reply) -> Json:
    try:
        return json_value(reply.content)
    except ValueError:
        text = "The API's answer is not valid JSON. Trying again is unlikely to help."
        raise CallFailed(text, RUNTIME_ERROR) from None


def _exact(value: Json, ids: list[list[str]], secrets: list[list[str]]) -> Json:
    """`value` with secrets masked, and numbers as text where they are identifiers or too large."""
    if value is not None and [] in secrets:
        return MASK
    match value:
        case dict():
            return {
                _unicode(key): _exact(item, _below(ids, key), _below(secrets, key))
                for key, item in value.items()
            }
        case list():
            return [
                _exact(item, _below(ids, str(index)), _below(secrets, str(index)))
                for index, item in enumerate(value)
            ]
        case bool() | None:
            return value
        case int() if [] in ids or abs(value) > LARGEST_EXACT:
            return str(value)
        case float() if [] in ids:
            return str(value)
        case str():
            return _unicode(value)
    return value


def _below(pointers: list[list[str]], key: str) -> list[list[str]]:
    """What of the pointers leads on below `key`; `**` goes any way down."""
    found = []
    for steps in pointers:
        if steps[:1] == ["**"]:
            found.append(steps)
            steps = steps[1:]
        if steps and steps[0] in ("*", key):
            found.append(steps[1:])
    return found


def _unicode(text: str) -> str:
    """Text without the halves of surrogate pairs that JSON can smuggle in."""
    return text.encode("utf-8", "replace").decode()
