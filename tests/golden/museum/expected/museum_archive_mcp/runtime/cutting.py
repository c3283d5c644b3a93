"""Cuts a result to a size, so that it stays valid and says what is missing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .tool import Tool, steps_of
from .values import Json


def cut_text(text: str, most_bytes: int) -> tuple[str, str]:
    """The text and a note of what was cut, '' where nothing was."""
    encoded = text.encode("utf-8", "replace")
    if len(encoded) <= most_bytes:
        return encoded.decode(), ""
    kept = encoded[:most_bytes].decode("utf-8", "ignore")
    return kept, f"The text was cut: the first {len(kept)} of {len(text)} characters are shown."


def cut_json(value: Json, tool: Tool, most_bytes: int) -> tuple[Json, str]:
    """The value and a note of what was cut. A page loses its last items, then long parts."""
    if _size(value) <= most_bytes:
        return value, ""
    steps = _steps(value, tool.items)
    items = _at(value, steps)
    if isinstance(items, list):
        low, high = 0, len(items)
        while low < high:
            middle = (low + high + 1) // 2
            fits = _size(_with(value, steps, items[:middle])) <= most_bytes
            low, high = (middle, high) if fits else (low, middle - 1)
        if low:
            note = f"The result was cut: the first {low} of {len(items)} items are shown."
            return _with(value, steps, items[:low]), f"{note} {_rest(tool)}"
    for longest in (2000, 500, 100, 20, 5, 1):
        short = _shortened(value, longest)
        if _size(short) <= most_bytes:
            break
    else:
        short = {}
    note = "The result was cut: it was too large, so long texts and lists are shortened."
    return short, f"{note} {_rest(tool)}"


def _rest(tool: Tool) -> str:
    if tool.next_page is not None:
        argument = tool.next_page[1]
        return (
            "To see the others ask for a smaller page or a narrower selection;"
            f" the next {argument} starts after the whole page."
        )
    return "To see the rest ask for a narrower selection."


def _size(value: Json) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def _steps(value: Json, pointer: str | None) -> list[str]:
    """The way to the page's items; where none is declared, to the longest list at the top."""
    if pointer is not None:
        return steps_of(pointer)
    if isinstance(value, dict):
        lists = {key: len(item) for key, item in value.items() if isinstance(item, list)}
        if lists:
            return [max(lists, key=lambda key: lists[key])]
    return []


def _at(value: Json, steps: Sequence[str]) -> Json:
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _with(value: Any, steps: Sequence[str], items: list[Json]) -> Json:
    if not steps:
        return items
    return {**value, steps[0]: _with(value[steps[0]], steps[1:], items)}


def _shortened(value: Json, longest: int) -> Json:
    match value:
        case str() if len(value) > longest:
            return value[:longest] + "…"
        case list():
            return [_shortened(item, longest) for item in value[: max(1, longest // 20)]]
        case dict():
            kept = list(value.items())[: max(5, longest)]
            return {key: _shortened(item, longest) for key, item in kept}
    return value
