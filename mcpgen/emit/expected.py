"""The result that the model must see for an answer (RULES, RES), computed from the toolset alone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from mcpgen.model.json import UNSET, Json, JsonObject, Unset
from mcpgen.model.media import is_json
from mcpgen.model.toolset import Tool

MASK = "***"
_LARGEST_EXACT = 2**53 - 1
_LARGEST_EXAMPLE = 90_000
"""Bytes above which a result may be cut, so that nothing is expected of it."""


def expected_result(tool: Tool, arguments: JsonObject, body: Json | Unset) -> JsonObject:
    """`{"json": …}`, `{"text": …}`, or nothing where it only must not be an error."""
    result = tool.result
    if body is UNSET or body == "" or (body is None and result.confirm):
        return {"text": _filled(result.confirm, arguments)} if result.confirm else {}
    if len(json.dumps(body)) > _LARGEST_EXAMPLE:
        return {}
    if is_json(result.media_type):
        return {"json": shown(body, _steps(result.string_ids), _steps(result.secrets))}
    return {"text": body} if result.media_type.startswith("text/") and body.strip() else {}


def _filled(confirm: str, arguments: JsonObject) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: str(arguments.get(found[1], "?")), confirm)


def shown(value: Json, ids: Sequence[Sequence[str]], secrets: Sequence[Sequence[str]]) -> Json:
    """An answer as it is shown: secrets masked, numbers as text where they are identifiers or too large to be exact."""
    if value is not None and any(not steps for steps in secrets):
        return MASK
    match value:
        case Mapping():
            return {key: shown(item, _below(ids, key), _below(secrets, key)) for key, item in value.items()}
        case list():
            return [shown(item, _below(ids, str(i)), _below(secrets, str(i))) for i, item in enumerate(value)]
        case bool():
            return value
        case int() | float() if any(not steps for steps in ids):
            return str(value)
        case int() if abs(value) > _LARGEST_EXACT:
            return str(value)
        case _:
            return value


def _steps(pointers: Sequence[str]) -> list[list[str]]:
    return [[s.replace("~1", "/").replace("~0", "~") for s in pointer.split("/")[1:]] for pointer in pointers]


def _below(pointers: Sequence[Sequence[str]], key: str) -> list[Sequence[str]]:
    anywhere = [steps for steps in pointers if steps and steps[0] == "**"]
    here = [*(steps for steps in pointers if steps and steps[0] != "**"), *(steps[1:] for steps in anywhere)]
    return [*anywhere, *(steps[1:] for steps in here if steps and steps[0] in ("*", key))]
