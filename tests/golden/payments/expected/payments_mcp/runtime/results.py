"""What the model sees of a success answer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import mcp_types as types

from .api import Reply
from .cutting import cut_json, cut_text
from .decoding import understood
from .errors import RUNTIME_ERROR, CallFailed
from .masking import MASK, masked
from .media import media_content
from .tool import Tool, steps_of
from .values import LARGEST_EXACT, Json


def value_of(
    tool: Tool, reply: Reply, args: Mapping[str, Json], own_secrets: tuple[str, ...] = ()
) -> tuple[Json, bool] | None:
    """The answer as a value, and whether it is JSON; text and confirmations are not.

    None for bytes that are neither. `own_secrets` are the server's, masked wherever they stand.
    Raises CallFailed for JSON that cannot be read.
    """
    if reply.status == 304:
        return "The API answered 304: nothing has changed.", False
    if not reply.content.strip():
        return confirmation(tool, args), False
    found = understood(reply)
    if found is None:
        return None
    value, is_json = found
    if not is_json:
        return masked(value, own_secrets), False
    if value is None and tool.confirm:
        return confirmation(tool, args), False
    ids, secrets = map(steps_of, tool.string_ids), map(steps_of, tool.secrets)
    try:
        return _Shown(own_secrets).exact(value, list(ids), list(secrets)), True
    except RecursionError:
        text = "The API's answer is nested too deeply to be read. Trying again is unlikely to help."
        raise CallFailed(text, RUNTIME_ERROR) from None


def confirmation(tool: Tool, args: Mapping[str, Json]) -> str:
    """What an empty success says: the tool, and the identifiers it was given."""
    if tool.confirm:
        return re.sub(r"\{(\w+)\}", lambda m: str(args.get(m[1], "?")), tool.confirm)
    ids = [f"{k} {v}" for k, v in args.items() if isinstance(v, str) and k.endswith(("id", "Id"))]
    done = f"{tool.name} succeeded" + (f" for {', '.join(ids)}" if ids else "")
    return f"{done}. The API sent no content."


def media_of(
    reply: Reply, notes: str, own_secrets: tuple[str, ...], *, structured: bool, most_bytes: int
) -> types.CallToolResult:
    """The result of an answer that is neither JSON nor text.

    `structured` says that the tool has an output schema, which wants structured content.
    """
    content = media_content(reply, most_bytes, own_secrets)
    said = next((b.text for b in content if isinstance(b, types.TextContent)), "")
    if notes:
        content.append(types.TextContent(type="text", text=notes))
    return types.CallToolResult(
        content=content, structured_content={"result": said} if structured else None
    )


def shown(
    tool: Tool,
    value: Json,
    *,
    is_json: bool,
    structured: bool,
    wanted: bool,
    most_bytes: int,
    notes: str = "",
) -> types.CallToolResult:
    """The result for the model, cut to `most_bytes`, with `notes` beside it.

    `structured` is the way of profile `mcp`: JSON twice, and non-objects wrapped; `wanted` says
    that the tool has an output schema, so that text is given as structured content too.
    """
    if isinstance(value, str) and not is_json:
        text, note = cut_text(value, most_bytes)
        result = {"result": text} if structured and wanted else None
        return text_result(text, f"{note} {notes}".strip(), result)
    value, note = cut_json(value, tool, most_bytes)
    if structured and not isinstance(value, dict):
        value = {"result": value}
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text_result(text, f"{note} {notes}".strip(), value if structured else None)


def text_result(
    text: str, note: str = "", structured: dict[str, Any] | None = None
) -> types.CallToolResult:
    """A result of one text, or two where there is a note about it."""
    texts = [text, note] if note else [text]
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=t) for t in texts]
    return types.CallToolResult(content=content, structured_content=structured)


class _Shown:
    """Makes JSON fit to be shown: no secrets, and numbers as text where they would lose digits."""

    def __init__(self, own_secrets: tuple[str, ...]) -> None:
        self._own_secrets = own_secrets

    def exact(self, value: Json, ids: list[list[str]], secrets: list[list[str]]) -> Json:
        """`value` without what `secrets` lead to, and numbers as text where `ids` lead to them."""
        if value is not None and [] in secrets:
            return MASK
        match value:
            case dict():
                return {
                    self._text(key): self.exact(item, _below(ids, key), _below(secrets, key))
                    for key, item in value.items()
                }
            case list():
                return [
                    self.exact(item, _below(ids, str(index)), _below(secrets, str(index)))
                    for index, item in enumerate(value)
                ]
            case bool() | None:
                return value
            case int() if [] in ids or abs(value) > LARGEST_EXACT:
                return self._text(str(value))
            case float() if [] in ids:
                return str(value)
            case str():
                return self._text(value)
        return value

    def _text(self, text: str) -> str:
        """Text without the halves of surrogate pairs that JSON can smuggle in."""
        return masked(text.encode("utf-8", "replace").decode(), self._own_secrets)


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
