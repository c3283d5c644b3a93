"""What the model reads about a tool and its arguments (DES001–DES008, PAR001, PAR006)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.schema import Array, Enum, Map, Object, Scalar, Schema
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.formats import default_sentence, labels_sentence, value_sentences
from mcpgen.shaping.kinds import Kind
from mcpgen.shaping.openings import base_form, directive, starts_with_verb, third_person
from mcpgen.shaping.renaming import NO_NAMES, WireNames, renamed
from mcpgen.shaping.text import added_words, cut, plain, sentence_case, sentences
from mcpgen.shaping.titles import spelled
from mcpgen.shaping.words import plural_noun, singular, split_words, with_article

TOOL_BUDGET = 1024
ARGUMENT_BUDGET = 300
_TELLING = 4
"""A sentence of so few words about a split operation says no more than the name of the tool."""

_CONSTRAINT = re.compile(
    r"\b(?:must|only|cannot|can't|never|at most|at least|maximum|minimum|max|up to|limit|required?s?|needs?|"
    r"not allowed|before|unless|irreversible|"
    r"permanent(?:ly)?|cannot be undone|warning|note|deprecated|rate)\b",
    re.I,
)
_RETURNS = re.compile(r"\b(?:returns?|returned|responds?|response)\b", re.I)
_NAMES = re.compile(r"\((?!text/|application/)\w+\)| and \w+\.$")
"""A sentence that names the answer's properties: said even where the source's text tells what comes back."""
_DEPRECATED = re.compile(r"\s*[\[(]\s*deprecated\s*[\])]\s*", re.I)
_ARTICLELESS = frozenset({"my", "all", "current"})
_KNOWN = {
    "limit": "How many to return at most",
    "page_size": "How many to return on a page",
    "per_page": "How many to return on a page",
    "max_results": "How many to return at most",
    "offset": "How many to skip",
    "skip": "How many to skip",
    "page": "Which page to return",
    "page_number": "Which page to return",
    "cursor": "Where to read on, from the answer before",
    "page_token": "Where to read on, from the answer before",
    "next_token": "Where to read on, from the answer before",
    "q": "What to search for",
    "query": "What to search for",
    "search": "What to search for",
    "sort": "What to sort by",
    "sort_by": "What to sort by",
    "order_by": "What to sort by",
    "fields": "Which fields to return",
}
_BOUNDS = {"gte": "at or after", "gt": "after", "lte": "at or before", "lt": "before"}
_MECHANICS = re.compile(
    r",?\s*(?:[Yy]ou (?:can|may) |[Pp]lease |[Ss]imply )?"
    r"(?:(?:[Ss]en[dt]|[Mm]ake|[Ii]ssue|[Pp]erform|[Ss]ubmit|[Dd]o)\s+)?(?:an? )?"
    r"(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+requests?\s+(?:to|on|at|against)\s+(?:the\s+)?[^\s,;]*[^\s,;:.](?:\s+endpoint)?"
)
"""How the request is sent, which is the server's business: "send a GET request to /v2/images"."""


def tool_description(
    operation: Operation,
    *,
    name: str,
    returns: str = "",
    arguments: WireNames = NO_NAMES,
    notes: Sequence[str] = (),
    kind: Kind | None = None,
    budget: int = TOOL_BUDGET,
) -> str:
    """The description of a tool: what it does, its scope, what comes back, and the rules of its use.

    `arguments` maps wire names to argument names, so that the source's text names what exists (DES007); `returns` is
    a sentence from the answer's schema; `notes` are rules that stay whatever is cut (presence rules, limits);
    `kind` is the branch of a split operation: what its siblings do is left unsaid.
    """
    lead, prose = _lead_and_prose(operation, name, arguments, kind)
    rules = [sentence_case(plain(note)) for note in notes if note.strip()]
    said = any(_RETURNS.search(s) for s in (lead, *prose)) and not _NAMES.search(returns)
    fixed = [lead, *([returns] if returns and not said else []), *rules]
    room = budget - len(" ".join(fixed)) - 1
    kept = _within(prose, room)
    return cut(" ".join([lead, *kept, *fixed[1:]]), budget)


def _lead_and_prose(operation: Operation, name: str, names: WireNames, kind: Kind | None) -> tuple[str, list[str]]:
    """The sentence that says what a tool does, and the source's other sentences."""
    summary = directive(_DEPRECATED.sub(" ", plain(renamed(operation.summary, names))))
    found = [_MECHANICS.sub("", s).strip() for s in sentences(plain(renamed(operation.description, names)))]
    found = [s for s in found if s.strip(" .:;")]
    first = directive(found[0]) if found else ""
    if first and (starts_with_verb(first) or not first.isascii()) and added_words(first, name):
        lead, rest = first, found[1:]
    elif summary and (starts_with_verb(summary) or not summary.isascii()) and added_words(summary, name):
        lead, rest = summary, found
    else:
        lead, rest = made_lead(operation, name), [s for s in found if added_words(s, name)]
    if kind is not None:
        own = [_told(s) for s in sentences(plain(renamed(kind.text, names)))]
        general = [lead] if len(lead.split()) > _TELLING else []
        rest = [*own, *(s for s in (*general, *rest) if kind.keeps(s))]
        lead = made_lead(operation, name)
    rest = [sentence_case(s) if s == rest[-1] else s for s in rest if not _holds(s, (lead,))]
    return sentence_case(lead), rest


def _told(sentence: str) -> str:
    """The sentence in the mood of all others: "take money" → "Takes money"."""
    first, _, rest = sentence.partition(" ")
    if first and base_form(first.lower()) == first.lower():
        return f"{third_person(first.lower()).capitalize()} {rest}"
    return sentence_case(sentence)


def made_lead(operation: Operation, name: str) -> str:
    """A sentence from name and path where the source has none that adds to it: "Get a line of an order by its id." """
    verb, *noun = split_words(name)
    thing = spelled(noun) or "the API"
    path = [part for part in operation.path.split("/") if part]
    item = bool(path) and path[-1].startswith("{")
    owner = _owner(path, noun)
    of = f" of one {owner}" if owner else ""
    if noun and noun[0] in ("or", "and"):
        return f"{sentence_case(spelled((verb, *noun)))}"
    match verb:
        case "list":
            return f"Lists {thing}{of}."
        case _ if (known := vocabulary.verb(verb)) is not None and known.effect is Effect.CREATE and verb != "create":
            return f"{third_person(verb).capitalize()} {with_article(thing) if not _many(noun) else thing}{of}."
        case "create":
            return f"Creates {with_article(thing) if not _many(noun) else thing}{of}."
        case "get" | "update" | "delete" | "replace" if item and noun:
            return f"{third_person(verb).capitalize()} the {thing}{of} that the id names."
        case _:
            article = "" if _many(noun) or (noun and noun[0] in _ARTICLELESS) else "the "
            return f"{third_person(verb).capitalize()} {article}{thing}{of}."


def _owner(path: Sequence[str], noun: Sequence[str]) -> str:
    """The resource whose parameter stands before the last literal, where the name does not say it."""
    literals = [i for i, part in enumerate(path) if not part.startswith("{")]
    if len(literals) < 2 or not any(part.startswith("{") for part in path[literals[-2] + 1 : literals[-1]]):
        return ""
    words = split_words(path[literals[-2]])
    known = {singular(word) for word in noun}
    return "" if not words or {singular(w) for w in words} & known else spelled((*words[:-1], singular(words[-1])))


def _many(noun: Sequence[str]) -> bool:
    return bool(noun) and plural_noun(noun) == tuple(noun)


def _holds(sentence: str, others: Sequence[str]) -> bool:
    """True when the sentence adds no content word to the others."""
    said = " ".join(others)
    return not added_words(sentence, said)


def _within(prose: Sequence[str], room: int) -> list[str]:
    """The sentences that fit: constraints before the rest, in the source's order."""
    chosen: set[int] = set()
    for constraint in (True, False):
        for i, sentence in enumerate(prose):
            if bool(_CONSTRAINT.search(sentence)) is constraint and i not in chosen:
                if len(sentence) + 1 > room:
                    if not constraint:
                        break
                    continue
                chosen.add(i)
                room -= len(sentence) + 1
    return [sentence for i, sentence in enumerate(prose) if i in chosen]


# --- arguments


def argument_description(
    schema: Schema,
    name: str,
    *,
    text: str = "",
    place: str = "",
    resource: Sequence[str] = (),
    labels: tuple[tuple[str, str], ...] = (),
    source: str = "",
    called: str = "",
    names: WireNames = NO_NAMES,
    budget: int = ARGUMENT_BUDGET,
) -> str:
    """The description of one argument: what it is, then the form of its values, its default, where to find it.

    `text` is the source's description (a parameter's own; the schema's is the next choice); `resource` the noun of the
    tool or path segment it belongs to; `labels` say what enum values mean; `source` is the tool that returns its values
    (PAR009); `called` is the API's own name for it, where `name` does not say it.
    """
    said = plain(renamed(text or schema.description, names))
    if not said or (not added_words(said, name) and len(said.split()) < 3):
        said = _from_title(schema, name) or _from_role(schema, name, place, resource, called)
    said = sentence_case(said)
    if called and called.casefold() not in said.casefold():
        said = f"{plain(called)}: {said[:1].lower()}{said[1:]}"
    tail = [
        *value_sentences(schema, name, said),
        default_sentence(schema, said),
        f"From {source}." if source and source not in said else "",
    ]
    meanings = labels_sentence(schema, labels, said)
    end = " ".join(t for t in tail if t)
    room = budget - len(end) - (1 if end else 0)
    body = cut(said, room)
    if meanings and len(body) + 1 + len(meanings) <= room:
        body = f"{body} {meanings}"
    return cut(f"{body} {end}".strip(), budget)


def _from_title(schema: Schema, name: str) -> str:
    title = plain(schema.title)
    return title if added_words(title, name) else ""


def _from_role(schema: Schema, name: str, place: str, resource: Sequence[str], called: str) -> str:
    """A description from name, type and place, where the source has none."""
    words = () if called else split_words(name)
    noun = plain(called) or spelled(words) or plain(name) or "value"
    owner = spelled(resource)
    if "_".join(words) in _KNOWN:
        return _KNOWN["_".join(words)]
    if words and words[-1] in ("id", "uuid", "pk", "guid"):
        owned = spelled(words[:-1]) or owner
        return f"{'UUID' if words[-1] in ('uuid', 'guid') else 'Id'} of the {owned}" if owned else "Identifier"
    if place == "path" and len(words) == 1 and words[0] not in ("name", "slug", "key", "type", "format", "path"):
        return f"Identifier of the {noun}"
    bound = _BOUNDS.get(words[-1]) if len(words) > 1 else None
    if bound:
        return f"{sentence_case(spelled(words[:-1])).rstrip('.')} {bound} this"
    if words and words[-1] == "ids":
        owned = spelled(plural_noun(words[:-1])) or owner
        return f"Ids of the {owned}" if owned else "Identifiers"
    of = (
        f" of the {owner}"
        if owner and place != "query" and not {singular(w) for w in words} & {singular(w) for w in resource}
        else ""
    )
    match schema:
        case Scalar(type="boolean"):
            verb = base_form(words[0]) if words else ""
            return (
                f"Whether to {noun}"
                if verb and len(words) > 1 and words[0] not in ("is", "has")
                else f"Whether it is {noun.removeprefix('is ')}"
            )
        case Array():
            return f"{noun[:1].upper()}{noun[1:]}{of}, as a list"
        case Enum():
            return f"{noun[:1].upper()}{noun[1:]}{of}, one of the listed values"
        case Map():
            return f"{noun[:1].upper()}{noun[1:]}{of}, by key"
        case Object():
            return f"{noun[:1].upper()}{noun[1:]}{of}, an object"
        case Scalar(type="integer" | "number") if not of:
            return f"{noun[:1].upper()}{noun[1:]}, a number"
        case _:
            return f"{noun[:1].upper()}{noun[1:]}{of or _by_place(place)}"


def _by_place(place: str) -> str:
    return {"query": " to filter by", "header": " to send along", "path": " in question"}.get(place, " to set")
