"""What comes back, said in one sentence from the success answer's schema (DES003, RES002)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcpgen.model.api import Operation
from mcpgen.model.schema import Array, Object, Ref, Schema, Schemas
from mcpgen.shaping.evidence import Answer, Shape, answer, success
from mcpgen.shaping.openings import starts_with_verb
from mcpgen.shaping.phrase import is_firm_verb
from mcpgen.shaping.text import content_words, first_sentence, plain, sentence_case
from mcpgen.shaping.titles import spelled
from mcpgen.shaping.words import counts, holds, is_plural, plural_noun, singular_noun, split_words, with_article

_LISTED = 4
_NEXT = re.compile(r"next.*|.*cursor|.*continuation.*", re.I)
_TYPE_NOISE = frozenset(
    "response responses result results dto model schema read out output view item items object data list page paged "
    "paginated public base full "
    "detail details detailed api get post put patch body entity resource envelope wrapper success template default "
    "failure v1 v2 v3 200 201 collection payload info".split()
)
_NOTHING_SAID = frozenset(
    "ok okay success successful successfully operation response request default expected result standard completed "
    "accepted created 200 201 204".split()
)
_MESSAGES = frozenset("message status success ok detail details code error msg statuscode".split())
_DONE = {"create": "new ", "update": "updated ", "replace": "updated ", "add": "", "upload": "uploaded "}


def returns_sentence(operation: Operation, schemas: Schemas | None, *, name: str) -> str:
    """What comes back: "Returns the book.", "Returns a page of books (data) and next."; '' where it is not known.

    `name` is the tool's name: its verb says whether the thing is new or changed, its noun what it is called where the
    schema has no name of its own.
    """
    found = answer(operation, schemas)
    verb, *noun = split_words(name) or ("",)
    match found.shape:
        case Shape.NOTHING:
            return "Returns nothing but a confirmation."
        case Shape.BINARY:
            return f"Returns a file ({found.media_type})." if found.media_type else "Returns a file."
        case Shape.TEXT:
            return f"Returns text ({found.media_type})."
        case Shape.LIST:
            return _list_sentence(found, schemas, noun)
        case Shape.ONE:
            return _one_sentence(found, schemas, verb, noun)
        case Shape.UNKNOWN:
            return _described(operation)


def _list_sentence(found: Answer, schemas: Schemas | None, noun: Sequence[str]) -> str:
    resolved = _resolve(found.schema, schemas)
    array = _resolve(found.items.schema, schemas) if found.items else resolved
    item = array.items if isinstance(array, Array) else None
    things = spelled(plural_noun(_type_words(item) or tuple(noun) or ("item",)))
    if found.items is None:
        return f"Returns a list of {things}." if isinstance(resolved, Array) else f"Returns a page of {things}."
    onward = (
        next((p.name for p in resolved.properties if _NEXT.fullmatch(p.name)), "")
        if isinstance(resolved, Object)
        else ""
    )
    where = "" if split_words(found.items.name) == split_words(things) else f" ({found.items.name})"
    if onward:
        return f"Returns a page of {things}{where} and {onward}."
    return f"Returns {things}{where}." if where else f"Returns the {things}."


def _one_sentence(found: Answer, schemas: Schemas | None, verb: str, noun: Sequence[str]) -> str:
    words = _type_words(found.schema)
    if words:
        if is_plural(words[-1]) or not counts(words[-1]):
            return f"Returns the {spelled(words)}."
        return f"Returns the {_DONE.get(verb, '')}{spelled(words)}."
    resolved = _resolve(found.schema, schemas)
    names = [p.name for p in resolved.properties if not p.schema.write_only] if isinstance(resolved, Object) else []
    if names and all("".join(split_words(n)) in _MESSAGES for n in names):
        return "Returns a confirmation."
    if len(names) == 1 and split_words(names[0]) and _is_same(names[0], noun):
        return f"Returns the {spelled(split_words(names[0]))}."
    if "result" in names and len(names) > 1:
        return "Returns the result."
    if 0 < len(names) <= _LISTED:
        return f"Returns {_joined(names)}."
    if names:
        return f"Returns {', '.join(names[:_LISTED])} and more."
    return f"Returns the {spelled(singular_noun(noun))}." if noun else ""


def _is_same(name: str, noun: Sequence[str]) -> bool:
    """True when a property is called as the tool's noun is."""
    words = split_words(name)
    return all(holds(noun, word) for word in words)


def _described(operation: Operation) -> str:
    """The description of the success answer, where it says more than "OK"."""
    response = success(operation)
    text = first_sentence(plain(response.description)) if response else ""
    if not text or len(text) > 160 or all(word in _NOTHING_SAID for word in content_words(text)):
        return ""
    if starts_with_verb(text):
        return sentence_case(text) if text.lower().startswith("return") else ""
    first, _, rest = text.partition(" ")
    plain_noun = first.lower() in ("a", "an", "the", "list", "array", "information", "details")
    if not plain_noun or " was " in text or " has been " in text or " is " in text:
        return ""
    lower = first.lower()
    started = (
        f"{lower} {rest}" if lower in ("a", "an", "the", "information", "details") else with_article(f"{lower} {rest}")
    )
    return sentence_case(f"Returns {started}")


def _type_words(schema: Schema | None) -> tuple[str, ...]:
    """The name of a schema without the words of its layer: BookOut → book. Empty where it has none."""
    name = schema.name if isinstance(schema, Ref) else schema.title if schema is not None else ""
    if not name or len(name) > 40 or re.search(r"inline|_\d+$|^\w*[<\[(]", name):
        return ()
    words = split_words(name.rsplit(".", 1)[-1])
    kept = tuple(word for word in words if word not in _TYPE_NOISE)
    while kept and is_firm_verb(kept[0]):
        kept = kept[1:]
    return kept if kept and len(kept) <= 4 and not is_firm_verb(kept[-1]) else ()


def _resolve(schema: Schema | None, schemas: Schemas | None) -> Schema | None:
    return schemas.resolve(schema) if schema is not None and schemas is not None else schema


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
