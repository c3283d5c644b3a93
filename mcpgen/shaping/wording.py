"""The pass that words a tool: its description with the rules of its use, and each argument's (DES, PAR001)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from mcpgen.model.api import Api
from mcpgen.model.binding import Alternatives, Presence
from mcpgen.shaping.argument_names import called_otherwise, collection_of
from mcpgen.shaping.argument_words import Role, argument_description
from mcpgen.shaping.describe import tool_description
from mcpgen.shaping.draft import Argument, Draft
from mcpgen.shaping.inputs import json_sentence
from mcpgen.shaping.paging import paging_sentence
from mcpgen.shaping.renaming import WireNames, renamed
from mcpgen.shaping.returns import returned
from mcpgen.shaping.route import read_route
from mcpgen.shaping.siblings import Siblings
from mcpgen.shaping.text import added_words, first_sentence, plain
from mcpgen.shaping.titles import spelled
from mcpgen.shaping.wire_talk import of_argument, of_tool
from mcpgen.shaping.words import is_version, singular, split_words

ENDPOINT = re.compile(r"`?\b(GET|POST|PUT|PATCH|DELETE) (/[\w/{}.:~-]*[\w}/])`?")

DIGITS = ("^-?[0-9]+$", "^[0-9]+$", "^[1-9][0-9]*$")

_NO_AREA = frozenset(
    "api apis default general misc miscellaneous common management admin administration auth frontend backend other "
    "others public internal endpoint endpoints service services controller rest "
    "resource resources operation operations core main root swagger gateway".split()
)
_LONGEST_TAG = 5
_LEAST_LETTERS = 4
"""Letters of the shortest word that is no abbreviation."""
_LONGEST_ABOUT = 160
MANY = 6
"""Arguments that a rule lists by name; more are summed up."""


def worded(draft: Draft, api: Api, siblings: Mapping[str, str], elsewhere: WireNames, near: Siblings) -> Draft:
    """The draft with its description and those of its arguments.

    `siblings` maps operation keys to tools: where the source's text speaks of `GET /books`, the tool is named;
    `elsewhere` maps the wire names of all tools to what their arguments are called (`argument_names_of`);
    `near` knows the tools that could be taken for this one.
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
    back = returned(draft.operation, api.schemas, name=draft.name, pages=_pages(draft))
    return replace(
        draft,
        description=tool_description(
            draft.operation,
            name=draft.name,
            returns=back.sentence,
            holds=back.holds,
            arguments=names,
            notes=(*_deprecated(draft), near.sentence(draft), paging_sentence(draft), *rules(draft)),
            topic=_area(draft, near),
            more=(
                _inputs(draft),
                _about(draft, api),
                *_facts(draft),
            ),
            kind=draft.kind,
            budget=draft.detail.tool_text,
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


def _deprecated(draft: Draft) -> tuple[str, ...]:
    """That the API wants another operation to be used, where its own text does not say so."""
    said = "deprecat" in f"{draft.operation.summary} {draft.operation.description}".lower()
    return () if said or not draft.operation.deprecated else ("Deprecated: use another tool where one does the same.",)


def _area(draft: Draft, near: Siblings) -> str:
    """The tag, where it says what the name does not: what people call the field (`Billing` for invoices); else ''.

    A version, an abbreviation and the name of a resource that paths open with say nothing of that kind.
    """
    tag = next(iter(draft.operation.tags), "")
    words = [w for w in split_words(tag) if w not in _NO_AREA and not is_version(w)]
    known = near.resources | read_route(draft.operation.path).words
    own = [w for w in words if len(w) >= _LEAST_LETTERS and not {w, singular(w)} & known]
    if not added_words(" ".join(own), f"{draft.name} {draft.operation.summary} {draft.operation.description}"):
        return ""
    plain_tag = " " in tag or (tag[1:] == tag[1:].lower() and tag.isalpha())
    whole = plain_tag and not any(is_version(w) for w in split_words(tag))
    return "" if len(words) > _LONGEST_TAG else plain(tag) if whole else spelled(words)


def _inputs(draft: Draft) -> str:
    """The arguments in one sentence, for a tool that nothing else is known of (DES008)."""
    needed = [a.name for a in draft.arguments if a.required]
    free = [a.name for a in draft.arguments if not a.required and a.name != "clear_fields"]
    reads = draft.hints is not None and draft.hints.read_only
    takes = f"{'narrows by' if reads else 'takes'} {_listed(free, 'and')}" if free else ""
    needs = f"needs {_listed(needed, 'and')}" if needed else ""
    return " and ".join(s for s in (needs, takes) if s) or "takes no arguments"


def _facts(draft: Draft) -> Iterator[str]:
    """What is certain of every tool, for one that nothing else is known of: what calling it does to the data."""
    hints = draft.hints
    if hints is not None and hints.read_only:
        yield "Only reads, and changes nothing."
    elif hints is not None and hints.idempotent:
        yield "Can be repeated without further effect."
    else:
        yield "Takes effect again each time that it is called."


def _about(draft: Draft, api: Api) -> str:
    """What the document says of the tool's tag."""
    tags = {tag.name: tag.description for tag in api.tags}
    text = first_sentence(plain(tags.get(next(iter(draft.operation.tags), ""), "")))
    return text if len(text) <= _LONGEST_ABOUT else ""


def _pages(draft: Draft) -> bool:
    return draft.result is not None and draft.result.next is not None


def _role(argument: Argument, draft: Draft, noun: tuple[str, ...]) -> Role:
    """What an argument is to its tool, from its place and the path."""
    place, _, wire_name = argument.wire.partition(":")
    path = draft.operation.path
    owner = split_words(collection_of(path, wire_name)) if place == "path" else ()
    noun = noun[: noun.index("by")] if "by" in noun[1:] else noun
    picked = bool(owner) and len(owner[-1]) > 1 and not split_words(argument.name)[:-1]
    said = (*owner[:-1], singular(owner[-1])) if picked else noun
    picks = place == "path" and path.rstrip("/").endswith(f"{{{wire_name}}}")
    return Role(place=place, resource=said, verb=draft.name.partition("_")[0], picks=picks)


def _argument(argument: Argument, draft: Draft, noun: tuple[str, ...]) -> Argument:
    if argument.stands_for is None:
        return argument
    place, _, wire_name = argument.wire.partition(":")
    # what the source says is in `argument.description` by now; the schema's own text must not come back behind it
    text = argument_description(
        replace(argument.stands_for, description=""),
        argument.name,
        text=argument.description,
        role=_role(argument, draft, noun),
        labels=argument.labels,
        source=argument.source,
        called=called_otherwise(argument.name, wire_name.rpartition("/")[2] if place == "body" else wire_name),
        budget=draft.detail.text,
    )
    if not argument.source and argument.schema.get("pattern") in DIGITS and len(text.split()) < 6:
        text = f"{text} Digits only."
    told = [json_sentence(argument.schema), argument.note, "Left out, it is sent as null." if argument.or_null else ""]
    return replace(argument, description=" ".join(s for s in (text, *told) if s))
