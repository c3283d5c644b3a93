"""The pass that words a tool: its description with the rules of its use, and each argument's (DES, PAR001)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from mcpgen.model.api import Api
from mcpgen.model.identity import ANY_KEYS
from mcpgen.model.json import JsonObject
from mcpgen.model.media import FORM, essence
from mcpgen.model.schema import Schemas
from mcpgen.shaping.argument_names import called_otherwise, collection_of
from mcpgen.shaping.argument_words import argument_description
from mcpgen.shaping.background import background
from mcpgen.shaping.describe import tool_description
from mcpgen.shaping.detail import FULL
from mcpgen.shaping.draft import Argument, Draft
from mcpgen.shaping.inputs import json_sentence
from mcpgen.shaping.leads import owner_of
from mcpgen.shaping.making import names_new
from mcpgen.shaping.paging import MARK, paging_sentence
from mcpgen.shaping.presence import alternatives_sentence, presence_sentence
from mcpgen.shaping.references import References, deprecation
from mcpgen.shaping.renaming import WireNames, renamed
from mcpgen.shaping.returns import returned
from mcpgen.shaping.roles import Role, nested
from mcpgen.shaping.siblings import Siblings
from mcpgen.shaping.text import plain
from mcpgen.shaping.wire_talk import decoded, of_argument, of_tool
from mcpgen.shaping.words import is_plural, is_version, singular, split_words

ENDPOINT = re.compile(r"`?\b(GET|POST|PUT|PATCH|DELETE) (/[\w/{}.:~-]*[\w}/])`?")

_CHOOSING = frozenset({"list", "search", "find", "query", "count"})
"""Verbs of tools whose query chooses among several things."""
DIGITS = ("^-?[0-9]+$", "^[0-9]+$", "^[1-9][0-9]*$")


def worded(
    draft: Draft, api: Api, siblings: Mapping[str, str], elsewhere: WireNames, near: Siblings, references: References
) -> Draft:
    """The draft with its description and those of its arguments.

    `siblings` maps operation keys to tools: where the source's text speaks of `GET /books`, the tool is named;
    `elsewhere` maps the wire names of all tools to what their arguments are called (`argument_names_of`);
    `near` knows the tools that could be taken for this one; `references` those that texts call by a title or an id.
    """
    own = tuple(dict.fromkeys((_wire_name(a), a.name) for a in draft.arguments if _wire_name(a)))
    times = Counter(wire for wire, _ in own)
    names = WireNames(dict(own), elsewhere, hidden={wire for wire, count in times.items() if count > 1})
    clears = any(a.name == "clear_fields" for a in draft.arguments)

    def said(text: str) -> str:
        return references.named(plain(renamed(_naming_tools(text, siblings), names)), draft.name)

    ended = deprecation(said(draft.operation.description), near.names, deprecated=draft.operation.deprecated)
    draft = replace(
        draft,
        operation=replace(
            draft.operation,
            summary=said(draft.operation.summary),
            description=of_tool(ended.text, clears=clears),
        ),
        arguments=tuple(
            (replace(a, description=_of_argument(said(a.description), a, draft)) if a.stands_for is not None else a)
            for a in draft.arguments
        ),
    )
    noun, onward = split_words(draft.name)[1:], paging_sentence(draft)
    pages = _pages(draft) or (bool(onward) and MARK not in onward)
    back = returned(draft.operation, api.schemas, name=draft.name, pages=pages, listed=draft.detail.fields)
    return replace(
        draft,
        description=tool_description(
            draft.operation,
            name=draft.name,
            returns=back.holds if _briefly(draft) and back.each else back.sentence,
            holds=back.holds,
            arguments=names,
            notes=(near.sentence(draft), onward, *rules(draft)),
            owner=owner_of(draft.operation, draft.name),
            more=tuple(background(draft, api, near)),
            last=ended.notice,
            kind=draft.kind,
            budget=draft.detail.tool_text,
        ),
        arguments=tuple(_argument(a, draft, noun, api.schemas) for a in draft.arguments),
    )


def _of_argument(text: str, argument: Argument, draft: Draft) -> str:
    place = argument.wire.partition(":")[0]
    form = draft.media is not None and essence(draft.media.name) == FORM
    encoded = place in ("path", "query", "cookie") or (place == "body" and form)
    return of_argument(text, is_array=argument.schema.get("type") == "array", encoded=encoded)


def argument_names_of(drafts: tuple[Draft, ...]) -> WireNames:
    """What each wire name is called as an argument, where all tools agree and it is no plain word."""
    found: dict[str, set[str]] = {}
    for draft in drafts:
        for argument in draft.arguments:
            found.setdefault(_wire_name(argument), set()).add(argument.name)
    return WireNames(
        {wire: min(names) for wire, names in sorted(found.items()) if wire != wire.lower() and len(names) == 1}
    )


def _naming_tools(text: str, siblings: Mapping[str, str]) -> str:
    """The text with operations called what the model knows them by (DES007)."""
    return ENDPOINT.sub(lambda m: siblings.get(f"{m[1].upper()} {m[2]}", m[0]), text) if "/" in text else text


def rules(draft: Draft) -> Iterator[str]:
    """The rules over arguments that no schema says, in words (GRA002)."""
    request = draft.request
    if request is None:
        return
    for presence in request.presence:
        yield presence_sentence(presence)
    for choice in request.alternatives:
        yield alternatives_sentence(choice)


def _wire_name(argument: Argument) -> str:
    return argument.wire.partition(":")[2].rpartition("/")[2]


def _briefly(draft: Draft) -> bool:
    """Whether a list's first sentence says already what comes back, and little more may be said."""
    return draft.detail.fields < FULL.fields and draft.name.startswith("list_")


def _pages(draft: Draft) -> bool:
    return draft.result is not None and draft.result.next is not None


def _role(argument: Argument, draft: Draft, noun: tuple[str, ...], schemas: Schemas) -> Role:
    """What an argument is to its tool, from its place and the path."""
    place, _, wire_name = argument.wire.partition(":")
    path = draft.operation.path
    owner = split_words(collection_of(path, wire_name)) if place == "path" else ()
    noun = noun[2:] if noun[:1] in (("or",), ("and",)) else noun  # create_or_update_book
    noun = noun[: noun.index("by")] if "by" in noun[1:] else noun
    picked = bool(owner) and len(owner[-1]) > 1 and not is_version(owner[-1]) and not split_words(argument.name)[:-1]
    said = (*owner[:-1], singular(owner[-1])) if picked else noun
    picks = place == "path" and path.rstrip("/").endswith(f"{{{wire_name}}}")
    words = split_words(argument.name)
    new = (
        place in ("body", "query")
        and words[-1:] != ()
        and words[-1] in ANY_KEYS
        and names_new(argument, words[:-1], draft, schemas)
    )
    bare = argument.name.removeprefix(f"{place}_")
    other = bare != argument.name and words[-1:] != () and words[-1] not in ANY_KEYS
    beside = bare if other and any(a.name == bare for a in draft.arguments) else ""
    verb, has_body = draft.name.partition("_")[0], any(a.wire.startswith("body:") for a in draft.arguments)
    several = bool(noun) and is_plural(noun[-1])
    chooses = place == "query" and several and (has_body or verb in _CHOOSING)
    inner = nested(argument.name, wire_name.strip("/").split("/") if place == "body" else (), said)
    return replace(
        inner,
        place=place,
        resource=said,
        verb=verb,
        picks=picks,
        new=new,
        chooses=chooses,
        beside=beside,
    )


def _argument(argument: Argument, draft: Draft, noun: tuple[str, ...], schemas: Schemas) -> Argument:
    if argument.stands_for is None:
        return argument
    place, _, wire_name = argument.wire.partition(":")
    # what the source says is in `argument.description` by now; the schema's own text must not come back behind it
    text = argument_description(
        replace(argument.stands_for, description=""),
        argument.name,
        text=argument.description,
        role=_role(argument, draft, noun, schemas),
        labels=argument.labels,
        source=argument.source,
        called=called_otherwise(argument.name, wire_name.rpartition("/")[2] if place == "body" else wire_name),
        budget=draft.detail.text,
        onward=_pages(draft) and draft.result is not None and argument.name in (draft.result.next or ())[1:],
    )
    if not argument.source and argument.schema.get("pattern") in DIGITS and len(text.split()) < 6:
        text = f"{text} Digits only."
    told = [json_sentence(argument.schema), argument.note, "Left out, it is sent as null." if argument.or_null else ""]
    return replace(argument, schema=_exampled(argument), description=" ".join(s for s in (text, *told) if s))


def _exampled(argument: Argument) -> JsonObject:
    """The schema with its examples as the model gives them, outside the body."""
    schema = argument.schema
    if "examples" not in schema or "pattern" in schema or argument.wire.startswith("body:"):
        return schema
    return {**schema, "examples": [decoded(example) for example in schema["examples"]]}
