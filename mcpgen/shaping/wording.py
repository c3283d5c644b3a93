"""The pass that words a tool: its description with the rules of its use, and each argument's (DES, PAR001)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from mcpgen.model.api import Api
from mcpgen.model.binding import Alternatives, Presence
from mcpgen.shaping.argument_names import called_otherwise, collection_of
from mcpgen.shaping.describe import argument_description, tool_description
from mcpgen.shaping.draft import Argument, Draft
from mcpgen.shaping.inputs import json_sentence
from mcpgen.shaping.renaming import WireNames, renamed
from mcpgen.shaping.returns import returns_sentence
from mcpgen.shaping.text import plain
from mcpgen.shaping.wire_talk import of_argument, of_tool
from mcpgen.shaping.words import singular, split_words

ENDPOINT = re.compile(r"`?\b(GET|POST|PUT|PATCH|DELETE) (/[\w/{}.:~-]*[\w}/])`?")

DIGITS = ("^-?[0-9]+$", "^[0-9]+$", "^[1-9][0-9]*$")

MANY = 6
"""Arguments that a rule lists by name; more are summed up."""


def worded(draft: Draft, api: Api, siblings: Mapping[str, str], elsewhere: WireNames) -> Draft:
    """The draft with its description and those of its arguments.

    `siblings` maps operation keys to tools: where the source's text speaks of `GET /books`, the tool is named;
    `elsewhere` maps the wire names of all tools to what their arguments are called (`argument_names_of`).
    """
    own = [(_wire_name(a), a.name) for a in draft.arguments if _wire_name(a)]
    twice = {wire for wire, name in own if any(wire == w and name != n for w, n in own)}
    names = WireNames(dict(own), elsewhere, hidden=twice)
    clears = any(a.name == "clear_fields" for a in draft.arguments)

    def said(text: str) -> str:
        return plain(renamed(_naming_tools(text, siblings), names))

    draft = replace(
        draft,
        operation=replace(
            draft.operation,
            summary=said(draft.operation.summary),
            description=of_tool(said(draft.operation.description), clears=clears),
        ),
        arguments=tuple(
            (
                replace(a, description=of_argument(said(a.description), is_array=a.schema.get("type") == "array"))
                if a.stands_for is not None
                else a
            )
            for a in draft.arguments
        ),
    )
    noun = split_words(draft.name)[1:]
    return replace(
        draft,
        description=tool_description(
            draft.operation,
            name=draft.name,
            returns=returns_sentence(draft.operation, api.schemas, name=draft.name),
            arguments=names,
            notes=tuple(rules(draft)),
            kind=draft.kind,
        ),
        arguments=tuple(_argument(a, draft, noun) for a in draft.arguments),
    )


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
        yield _presence(presence)
    for choice in request.alternatives:
        yield _alternatives(choice)


def _presence(rule: Presence) -> str:
    others = [name for name in rule.given if name not in rule.needs]
    if not others:
        return f"Give {_listed(rule.needs, 'and')} together or not at all."
    return f"{_listed(rule.given, 'or')} {'needs' if len(rule.given) == 1 else 'need'} {_listed(rule.needs, 'and')}."


def _alternatives(choice: Alternatives) -> str:
    sets = [" with ".join(names) for names in choice.sets]
    return f"Give {'exactly' if choice.exclusive else 'at least'} one of {_listed(sets, 'or')}."


def _listed(names: tuple[str, ...] | list[str], word: str) -> str:
    shown = list(names) if len(names) <= MANY else [*names[: MANY - 1], f"{len(names) - MANY + 1} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {word} {shown[-1]}"


def _wire_name(argument: Argument) -> str:
    return argument.wire.partition(":")[2].rpartition("/")[2]


def _argument(argument: Argument, draft: Draft, noun: tuple[str, ...]) -> Argument:
    if argument.stands_for is None:
        return argument
    place, _, wire_name = argument.wire.partition(":")
    owner = split_words(collection_of(draft.operation.path, wire_name)) if place == "path" else ()
    resource = (*owner[:-1], singular(owner[-1])) if owner else noun
    # what the source says is in `argument.description` by now; the schema's own text must not come back behind it
    text = argument_description(
        replace(argument.stands_for, description=""),
        argument.name,
        text=argument.description,
        place=place,
        resource=resource,
        labels=argument.labels,
        source=argument.source,
        called=called_otherwise(argument.name, wire_name.rpartition("/")[2] if place == "body" else wire_name),
    )
    if not argument.source and argument.schema.get("pattern") in DIGITS and len(text.split()) < 6:
        text = f"{text} Digits only."
    told = [json_sentence(argument.schema), "Left out, it is sent as null." if argument.or_null else ""]
    return replace(argument, description=" ".join(s for s in (text, *told) if s))
