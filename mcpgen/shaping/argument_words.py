"""What the model reads about an argument: role, form, default, where to find it (PAR001, PAR006, PAR009)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcpgen.model.schema import Enum, Schema
from mcpgen.shaping.asides import without_asides
from mcpgen.shaping.formats import (
    brief_sentences,
    default_sentence,
    labels_sentence,
    shown_value,
    value_sentences,
)
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.renaming import NO_NAMES, WireNames, renamed
from mcpgen.shaping.roles import Role, from_role, related
from mcpgen.shaping.text import added_words, content_words, cut, plain, sentence_case
from mcpgen.shaping.words import split_words

ARGUMENT_BUDGET = 300
_NO_FORMS = 50
"""Within so few characters nothing is said of the form of values, which the schema shows too."""
_BY_LAST = {
    "starting_after": "Id of the last one, for the next page",
    "ending_before": "Id of the first one, for the page before",
}
"""Cursors that are ids of what has been read, in few words."""
_LEAST = 80
"""Characters that a description made anew may have, whatever its budget."""
_SUBJECT = re.compile(r"[\"'`]?([A-Za-z][\w.-]*)[\"'`]? (?:\(optional\) )?(?:is|are) (?=(?:the|an?|one|used) )")
_IDENTIFIER = re.compile(
    r"(?P<name>[A-Za-z]+(?:_[A-Za-z0-9]+)+|[A-Za-z][a-z]+(?:[A-Z]+[a-z0-9]*)+) (?:\(optional\) )?(?P<does>[a-z]+)\b\s*"
)
"""What a text of code opens with: the name of a field or a type, and what it does."""
_DEFINES = frozenset(
    "represents represent holds hold contains contain defines define describes describe specifies specify denotes "
    "indicates sets declares contails returns".split()
)
_ARTICLES = ("the ", "a ", "an ", "all ")
_NO_PREDICATES = ("not ", "set ", "only ", "required", "optional", "deprecated", "ignored")
_NEEDED = re.compile(r"^\W*(?:required|optional|mandatory)\W+(?=[A-Z\"'(])", re.I)
"""What `required` of the schema says already."""
_BRACKETS = re.compile(r"^\[(?:required|optional|mandatory)\b[\s;,.:]*(?P<more>[^\[\]]*)\]\s*(?=\w)", re.I)
_REMARK = re.compile(r"^(?P<more>immutable|mutable|input only|output only)\.\s+(?=\w)", re.I)
"""What stands before that which an argument is, and says less."""
_FORMER_LENGTH = 3
"""A description of fewer words that adds none to the name is made anew."""


_FEW_VALUES = 12
"""Values of an enum whose meanings are kept, however little may be said."""


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
    role: Role | None = None,
    budget: int = ARGUMENT_BUDGET,
    onward: bool = False,
) -> str:
    """The description of one argument: what it is, then the form of its values, its default, where to find it.

    `text` is the source's description (a parameter's own; the schema's is the next choice); `resource` the noun of the
    tool or path segment it belongs to; `labels` say what enum values mean; `source` is the tool that returns its values
    (PAR009); `called` is the API's own name for it, where `name` does not say it; `role` says more of the tool;
    `budget` is of what it is said to be, before the form of its values; `onward`: the tool's description tells how it
    leads to the next page, so that a short text is enough where little may be said.
    """
    role = role or Role(place=place, resource=tuple(resource))
    said = _remark_behind(without_asides(plain(renamed(text or schema.description, names))))
    said = _without_name(_NEEDED.sub("", said), name)
    if not content_words(said) or (not added_words(said, name) and len(said.split()) < _FORMER_LENGTH):
        said = _from_title(schema, name) or from_role(schema, name, role, called)
    if len(said) > budget and role.place == "query":
        said = "Where to read on" if onward else _BY_LAST.get(name, said)
    said = sentence_case(said)
    if called and called.casefold() not in said.casefold():
        said = f"{plain(called)}: {said[:1].lower()}{said[1:]}"
    told = [*value_sentences(schema, name, said), default_sentence(schema, said)]
    if budget < ARGUMENT_BUDGET:
        told = [*brief_sentences(schema, name, said)] if budget > _NO_FORMS else []
    tail = [*told, f"From {source}." if source and source not in said else "", _deprecated(schema, said)]
    end = " ".join(t for t in tail if t)
    if labels or _tells_values(schema, said):
        budget = ARGUMENT_BUDGET  # what the values mean is not said elsewhere
    room = min(budget, ARGUMENT_BUDGET - len(end) - (1 if end else 0))
    body = cut(said, room)
    if not added_words(f"{body} {end}", name) and not body.endswith("…"):
        body = cut(related(body, schema, name, role), max(room, _LEAST))
    meanings = labels_sentence(schema, labels, said)
    if meanings and len(body) + 1 + len(meanings) <= room:
        body = f"{body} {meanings}"
    return cut(f"{body} {end}".strip(), ARGUMENT_BUDGET)


def _remark_behind(text: str) -> str:
    """`[Optional; default 5] How many`, `Immutable. The name` → what it is first: `The name. Immutable.`"""
    found = _BRACKETS.match(text) or _REMARK.match(text)
    if found is None:
        return text
    more = found["more"].strip(" .;,")
    return " ".join(sentence_case(s) for s in (text[found.end() :], more) if s)


def _tells_values(schema: Schema, said: str) -> bool:
    """Whether a text says what the values of a short enum mean: "1 = wages; 2 = goods"."""
    if not isinstance(schema, Enum) or len(schema.values) > _FEW_VALUES:
        return False
    shown = [re.escape(shown_value(value)) for value in schema.values]
    return all(re.search(rf"(?<!\w){value}['\"]?\s*(?:[=:(–—-]|means)", said) for value in shown if value)


def _without_name(said: str, name: str) -> str:
    """The text without its own subject: "shelfCode is the code of …" → "the code of …".

    Of a name in code the verb goes too, where it only defines: "ShelfState describes the state" → "the state".
    """
    match = _SUBJECT.match(said)
    words = split_words(match[1]) if match else ()
    if match and words and split_words(name)[-len(words) :] == words:
        return said[match.end() :]
    found = _IDENTIFIER.match(said)
    if found is None:
        return said
    words, rest = split_words(found["name"]), said[found.end() :]
    if found["does"] in _DEFINES:
        rest = f"whether {rest[3:]}" if rest.startswith("if ") else rest
        return rest if rest[:1].isalpha() else said
    if found["does"] in ("is", "are"):
        return rest if split_words(name)[-len(words) :] == words and not rest.startswith(_NO_PREDICATES) else said
    if split_words(said[found.start("does") :])[: len(words)] == words:
        return said[found.start("does") :]  # "ReviewState review state": the name and what it reads
    acts = found["does"].endswith("s") and (base_form(found["does"]) or rest.startswith(_ARTICLES))
    return said[found.start("does") :] if acts else said


def _deprecated(schema: Schema, said: str) -> str:
    return "Deprecated." if schema.deprecated and "deprecat" not in said.lower() else ""


def _from_title(schema: Schema, name: str) -> str:
    title = plain(schema.title)
    return title if added_words(title, name) else ""
