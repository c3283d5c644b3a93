"""What the source says of a tool elsewhere, for one whose own text says little beyond its name (DES001, DES008)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcpgen.model.api import Api, Operation
from mcpgen.model.schema import Anything, Array, Map, Object, Schema, Schemas
from mcpgen.model.vocabulary import is_read_only
from mcpgen.shaping.asides import without_asides
from mcpgen.shaping.draft import Draft
from mcpgen.shaping.evidence import answer, json_media, success
from mcpgen.shaping.paging import is_paging
from mcpgen.shaping.route import read_route
from mcpgen.shaping.siblings import Siblings
from mcpgen.shaping.text import added_words, first_sentence, listed, plain, sentence_case
from mcpgen.shaping.titles import spelled
from mcpgen.shaping.words import is_version, singular, split_words

_NO_AREA: Final = frozenset(
    "api apis default general misc miscellaneous common management admin administration auth frontend backend other "
    "others public internal endpoint endpoints service services controller rest "
    "resource resources operation operations core main root swagger gateway".split()
)
_LONGEST_TAG: Final = 5
_MOST_FOUND: Final = 2
_LEAST_LETTERS: Final = 4
"""Letters of the shortest word that is no abbreviation."""
_LONGEST: Final = 160
_LEAST_NEWS: Final = 2
"""Words that a remark of a schema, a response or a body adds at least."""
_ABOUT_ANSWER: Final = re.compile(
    r"\Acontains the (?:output|input|parameters)\b"
    r"|\bresponse\b|\bjson\b|\bno error|\bkeys? called\b|\brequest\b|\bschema\b|\bmethod\b|\bserializer\b|\bDTO\b",
    re.I,
)
"""An answer's form on the wire, or that nothing is to be said of it."""
_NO_RESULT: Final = re.compile(r"\A(?:example )?description\b|\Areturn(?:s|ed)?\b|\bsuccessfully\b", re.I)
"""What says of a success that it is one, or that something is returned."""
_TYPE: Final = re.compile(
    r"\A[A-Z][a-z]+(?:[A-Z]+[a-z0-9]*)+ (?!(?:can|may|will|must|should|contain|represent|hold|describe|define)\b)"
    r"(?=[a-z]+(?<!s) [a-z])"
)
"""The name of a type before what it is, without a verb: "LoanCount number of loans"."""
_STATUS: Final = re.compile(r"\b(?:ok|success\w*|completed|accepted|default|http|status|code|\d{3})\b", re.I)


def background(draft: Draft, api: Api, near: Siblings) -> Iterator[str]:
    """Sentences from what most likely tells something to what is certain and says least."""
    yield _answers(draft.operation, api.schemas)
    yield _succeeds(draft)
    yield _carries(draft.operation, api.schemas)
    yield _about(draft, api)
    area = _area(draft, near)
    yield f"Topic: {area}." if area else ""
    yield _found_with(draft)
    yield _inputs(draft)
    yield from _facts(draft)


def _answers(operation: Operation, schemas: Schemas) -> str:
    """What the schema of the answer, or of its items, is said to be."""
    found = answer(operation, schemas)
    root = schemas.resolve(found.schema) if found.schema is not None else None
    inner = schemas.resolve(found.items.schema) if found.items is not None else root
    item = schemas.resolve(inner.items) if isinstance(inner, Array) else inner
    return "" if _holds_nothing(item) else remark(item)


def _holds_nothing(schema: Schema | None) -> bool:
    """Whether no field is known of an object: what is said of it is about the type, not about what the tool does."""
    if isinstance(schema, Map):
        return isinstance(schema.values, Anything)
    return isinstance(schema, Object) and not schema.properties and schema.extra is None


def remark(schema: Schema | None) -> str:
    """The first sentence of a schema's description, where it is about the thing and not about its form."""
    text = first_sentence(without_asides(plain(schema.description))) if schema is not None else ""
    text = sentence_case(_TYPE.sub("", text)) if _TYPE.match(text) else text
    return text if " " in text and len(text) <= _LONGEST and not _ABOUT_ANSWER.search(text) else ""


def _succeeds(draft: Draft) -> str:
    """What the answer of a success is said to be, where that is more than that it is one."""
    response = success(draft.operation)
    text = first_sentence(without_asides(plain(response.description))) if response is not None else ""
    news = [w for w in added_words(_STATUS.sub("", text), draft.name) if not w.endswith("ed")]
    empty = _ABOUT_ANSWER.search(text) or _NO_RESULT.search(text)
    if " " not in text or len(text) > _LONGEST or len(news) < _LEAST_NEWS or empty:
        return ""
    return f"On success: {text[:1].lower() + text[1:] if text[1:2].islower() else text}"


def _carries(operation: Operation, schemas: Schemas) -> str:
    """What the body is said to be."""
    body = operation.body
    if body is None:
        return ""
    text = first_sentence(without_asides(plain(body.description)))
    media = json_media(body.content)
    text = text or (remark(schemas.resolve(media.schema)) if media is not None and media.schema is not None else "")
    return text if " " in text and len(text) <= _LONGEST and not _ABOUT_ANSWER.search(text) else ""


def _about(draft: Draft, api: Api) -> str:
    """What the document says of the tool's tag."""
    tags = {tag.name: tag.description for tag in api.tags}
    text = first_sentence(without_asides(plain(tags.get(next(iter(draft.operation.tags), ""), ""))))
    return text if len(text) <= _LONGEST else ""


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


def _found_with(draft: Draft) -> str:
    """Where what must be given is found: "Find shelf_id with list_shelves."."""
    sources = [(a.name, a.source) for a in draft.arguments if a.required and a.source]
    found = [(name, tool) for name, tool in sources if is_read_only(tool.partition("_")[0])][-_MOST_FOUND:]
    return f"Find {listed([f'{name} with {source}' for name, source in found], 'and')}." if found else ""


def _inputs(draft: Draft) -> str:
    """The arguments in one sentence, for a tool that nothing else is known of."""
    needed = [a.name for a in draft.arguments if a.required]
    free = [a.name for a in draft.arguments if not a.required and a.name != "clear_fields" and not is_paging(a.name)]
    reads = draft.hints is not None and draft.hints.read_only
    takes = f"{'narrows by' if reads else 'takes'} {listed(free, 'and')}" if free else ""
    needs = f"needs {listed(needed, 'and')}" if needed else ""
    pages = [a.name for a in draft.arguments if is_paging(a.name)]
    by_page = f"reads in pages, by {listed(pages, 'and')}" if pages and reads else ""
    return " and ".join(s for s in (needs, takes) if s) or by_page or ("" if draft.arguments else "takes no arguments")


def _facts(draft: Draft) -> Iterator[str]:
    """What is certain of every tool, for one that nothing else is known of: what calling it does to the data."""
    hints = draft.hints
    if hints is not None and hints.read_only:
        yield "Only reads, and changes nothing."
    elif hints is not None and hints.idempotent:
        yield "Can be repeated without further effect."
    else:
        yield "Takes effect again each time that it is called."
