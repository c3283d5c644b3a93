"""What a tool's thing is, as the source says it of its schema: other words for it, by which people ask.

"Gets one node by its name." says nothing to somebody who looks for machines; "Node is a worker node …" does. Said where
the listing of the tool stays below what half of all should.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from mcpgen.model.api import Operation
from mcpgen.model.schema import Array, Ref, Schema, Schemas
from mcpgen.shaping.background import remark
from mcpgen.shaping.detail import FULL
from mcpgen.shaping.draft import Draft, Drafts
from mcpgen.shaping.evidence import answer, json_media
from mcpgen.shaping.size import size_of
from mcpgen.shaping.text import added_words, sentence_case
from mcpgen.shaping.words import singular, split_words

ROOM: Final = 900
"""Bytes that the listing of a tool has at most when this is said too: fewer than half of all should have."""
_LEAST_NEWS: Final = 2
_SAYS_LITTLE: Final = frozenset("represents representing represent describes object single resource entity new".split())
_OF_FORM: Final = re.compile(
    r"\boptions? (?:for|when|to)\b|\b(?:wrapper|payload|struct|class|definition)\b|deprecated", re.I
)
_DEFINES: Final = re.compile(
    r"(?P<subject>(?:\S+ ){1,4}?)(?:is|are|represents?|holds?|contains?|allows?|enables?|governs?|provides?|lets?|"
    r"gives?|defines?|sets?|ties|lists) "
)
"""A sentence that says what something is or does."""
_NAMED_TWICE: Final = re.compile(r"\A(?P<name>\w+) (?P<rest>(?:an? |the )?(?P=name)\b.*)", re.I | re.DOTALL)
"""A comment of a program that opens with the name of its type: "Hook a hook is called when …"."""


def with_meanings(drafts: Drafts) -> Drafts:
    """The drafts; small ones also say what their thing is, where the schema of an answer or a body does."""
    schemas = drafts.api.schemas
    read = {d.operation.path: d.operation for d in drafts.drafts if d.operation.method == "GET"}
    made = []
    for draft in drafts.drafts:
        asked = [draft.operation, *([read[p]] if (p := draft.operation.path) in read else [])]
        told = next((text for o in asked if (text := _meaning(o, draft, schemas))), "")
        made.append(replace(draft, description=f"{draft.description} {told}") if _fits(draft, told) else draft)
    return replace(drafts, drafts=tuple(made))


def _meaning(operation: Operation, draft: Draft, schemas: Schemas) -> str:
    """What the schema of the thing is said to be; '' where no schema is called as the tool's noun is."""
    noun = {singular(word) for word in split_words(draft.name)[1:]}
    for schema in _things(operation, schemas):
        called = {singular(word) for word in split_words(schema.name.rsplit(".", 1)[-1])}
        text = remark(schemas.resolve(schema)) if called & noun else ""
        text = _NAMED_TWICE.sub(lambda m: m["rest"], text)
        news = [w for w in added_words(text, f"{draft.name} {draft.description}") if w not in _SAYS_LITTLE]
        defines = _DEFINES.match(text)
        told = {singular(word) for word in split_words(defines["subject"])} & called if defines else None
        if told and len(news) >= _LEAST_NEWS and not _OF_FORM.search(text):
            return sentence_case(text)
    return ""


def _things(operation: Operation, schemas: Schemas) -> Iterator[Ref]:
    """The named schemas of what comes back, each item of a list, and of what is sent."""
    found = answer(operation, schemas)
    inner = found.items.schema if found.items is not None else found.schema
    media = json_media(operation.body.content) if operation.body is not None else None
    for schema in (inner, media.schema if media is not None else None):
        item = _item(schema, schemas)
        if isinstance(item, Ref):
            yield item


def _item(schema: Schema | None, schemas: Schemas) -> Schema | None:
    resolved = schemas.resolve(schema) if schema is not None else None
    return resolved.items if isinstance(resolved, Array) else schema


def _fits(draft: Draft, told: str) -> bool:
    whole = len(draft.description) + 1 + len(told)
    small = whole <= FULL.tool_text and size_of(draft) + len(told) < ROOM
    return bool(told) and small and not draft.operation.deprecated
