"""Bounds on what listing the tools costs a model to read: less detail for tools, or lists of tools, that are too large.

A tool's own bound comes first; then, where half of a list's tools are large, all the large ones show less.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from statistics import median
from typing import Final

from mcpgen.model.json import JsonObject
from mcpgen.shaping.assemble import input_schema
from mcpgen.shaping.detail import FULL, LEVELS, PRESSED, WHOLE, Detail
from mcpgen.shaping.draft import Draft, Drafts

MOST: Final = 5_900
"""Bytes that the listing of one tool may have before its siblings are named in it; with them, it stays below 6,000."""
USUAL: Final = 980
"""Bytes that half of the tools of a list stay below."""
_ANNOTATIONS: Final = 140
"""Bytes of the four hints and of the keys around them."""

Show = Callable[[tuple[Draft, ...]], tuple[Draft, ...]]
"""Makes drafts of tools anew, at the level of detail that each one says."""


def fitted(drafts: Drafts, show: Show) -> Drafts:
    """The same tools, with less detail where the listing of one or of half of them is over its bound."""
    full = {draft.key: draft for draft in drafts.drafts}
    found = dict(full)
    sizes = {key: size_of(draft) for key, draft in found.items()}

    def lower(wanted: Mapping[str, Detail]) -> None:
        for draft in show(tuple(replace(found[key], detail=detail) for key, detail in wanted.items())):
            found[draft.key], sizes[draft.key] = draft, size_of(draft)

    wanted = {key: _first_level(size) for key, size in sizes.items() if size > MOST}
    while wanted:
        lower({key: LEVELS[level] for key, level in wanted.items()})
        left = {key: level + 1 for key, level in wanted.items() if sizes[key] > MOST}
        wanted = {key: level for key, level in left.items() if level < len(LEVELS)}
    for step, detail in enumerate(PRESSED):
        if sizes and median(sizes.values()) > USUAL:
            large = [key for key, size in sizes.items() if size > USUAL]
            lower({key: detail for key in large if found[key].detail in (FULL, *PRESSED[:step])})
    return replace(drafts, drafts=tuple(_explained(found[d.key], full[d.key]) for d in drafts.drafts))


def _first_level(size: int) -> int:
    """The level that is tried first: one for each time that the bound goes into the size, all of them flat."""
    return min(size // MOST, LEVELS.index(WHOLE) - 1)


def size_of(draft: Draft) -> int:
    """Bytes of a tool as `tools/list` shows it, within a few."""
    shown = [draft.name, draft.title, draft.description, input_schema(draft.arguments)]
    shown += [draft.output_schema] if draft.output_schema is not None else []
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode("utf-8", "surrogatepass")) + _ANNOTATIONS


def _explained(shown: Draft, full: Draft) -> Draft:
    """The draft with what it shows less of than in full, as one decision."""
    if shown.detail is full.detail:
        return shown
    before, after = size_of(full), size_of(shown)
    if after >= before:
        return full
    changes = "; ".join(_changes(shown, full)) or "texts are shorter"
    text = f"Its listing would have {before:,} bytes, and has {after:,}: {changes}."
    return shown.decided("listing-size", text, shown.operation.origin)


def _changes(shown: Draft, full: Draft) -> Iterator[str]:
    """What a tool shows less of, beside shorter texts."""
    before = {a.name: a.schema for a in full.arguments}
    after = {a.name: a.schema for a in shown.arguments}
    kept = [name for name in after if name in before]
    gone = [name for name in before if name not in after]
    told = {
        "given as JSON text": [name for name in kept if _is_text(after[name]) and not _is_text(before[name])],
        "listing fewer properties": [name for name in kept if 0 < _listed(after[name]) < _listed(before[name])],
        "with its values by example": [name for name in kept if _enums(after[name]) < _enums(before[name])],
        "part of another argument": gone,
    }
    yield from (f"{', '.join(names)} {what}" for what, names in told.items() if names)


def _is_text(schema: JsonObject) -> bool:
    return "contentMediaType" in schema


def _listed(schema: JsonObject) -> int:
    """How many properties an argument lists, its own or those of its items."""
    inner = schema.get("items", schema)
    return len(inner.get("properties", ()))


def _enums(schema: JsonObject) -> int:
    """How many enums there are in an argument, itself included."""
    inner = [schema["items"]] if isinstance(schema.get("items"), Mapping) else []
    inner += list(schema.get("properties", {}).values())
    return ("enum" in schema) + sum(map(_enums, inner))
