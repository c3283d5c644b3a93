"""What comes back, said in one sentence from the success answer's schema (DES003, RES002)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcpgen.model.api import Operation
from mcpgen.model.identity import KEYS
from mcpgen.model.schema import Array, Map, Object, Ref, Scalar, Schema, Schemas, Union
from mcpgen.model.vocabulary import is_read_only
from mcpgen.shaping.evidence import ITEM_NAMES, Answer, Shape, answer, success
from mcpgen.shaping.openings import starts_with_verb
from mcpgen.shaping.phrase import PREPOSITIONS, is_firm_verb
from mcpgen.shaping.text import content_words, first_sentence, plain, sentence_case
from mcpgen.shaping.titles import spelled
from mcpgen.shaping.words import (
    counts,
    holds,
    is_plural,
    is_version,
    plural_noun,
    singular_noun,
    split_words,
    with_article,
)

_LISTED = 4
"""Fields of an answer that are named."""
_EMPTY = frozenset({"id", "object", "kind", "apiversion", "deleted", "type", "metadata"})
_LONGEST_NAME = 40
_SAYS_DONE = frozenset({"ok", "success"})
"""Fields that only say that there is an answer."""
_COMMON = frozenset(
    "id ids object kind api version href url html self link links etag meta metadata created updated at on date time "
    "timestamp modified by livemode uid uuid guid type class pk deleted response success ok errors warnings".split()
)
_NEXT = re.compile(r"^next|cursor$|continuation", re.I)
_TYPE_NOISE = frozenset(
    "response responses result results dto model schema read out output view item items object data list page "
    "paged paginated public base full detail details detailed api get post put patch body entity resource "
    "envelope wrapper success template default polymorphic inner verbose short simple simplified minimal partial "
    "native objs obj defs def nested extended summary failure v1 v2 v3 200 201 collection payload info "
    "representation representations".split()
)
_GEO_JSON = re.compile(r"(?<=\w)[._-]?geo[._-]?json\Z", re.I)
"""The form of an answer, which is no part of what it is called (RFC 7946)."""
_COLLECTIONS = frozenset({"collection", "list"})
"""Words by which the name of a schema says that it holds many."""
_NOTHING_SAID = frozenset(
    "ok okay success successful successfully operation response request default expected result standard completed "
    "accepted created 200 201 204".split()
)
_ASKS = re.compile(r"\b(?:checks?|whether|tests?) |\bif\b", re.I)
"""What the next call picks a thing by."""
_ENDS = frozenset({"delete", "remove"})
_ASKING = frozenset({"is", "are", "has", "can"})
"""What opens the name of a type that is a question, and no thing: `IsOpenResponse`."""
_MESSAGES = frozenset(
    "message status success ok detail details code error msg statuscode errorcode errormessage resultcode returncode "
    "responsecode".split()
)
_TASKS = frozenset({"operation", "job", "task"})
"""What is under way, and is not the thing that was made or changed."""
_CONFIRMS = "Returns nothing but a confirmation."
_DONE = {"create": "new ", "update": "updated ", "replace": "updated ", "add": "", "upload": "uploaded "}


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """What comes back, in words. `holds` says the same for a text that tells already what comes back."""

    sentence: str = ""
    """`Returns the book: title, isbn and more.`; '' where nothing is known."""
    holds: str = ""
    """`The answer holds title, isbn and more.`; '' where the fields are not known."""

    @property
    def each(self) -> bool:
        """Whether `holds` tells of the items of a list, which the tool's first sentence is about."""
        return self.holds.startswith("Each ")


def returned(
    operation: Operation, schemas: Schemas | None, *, name: str, pages: bool = False, listed: int = _LISTED
) -> Returned:
    """What comes back: "Returns the book.", "Returns a page of books (data) and next."

    `name` is the tool's name: its verb says whether the thing is new or changed, its noun what it is called where the
    schema has no name of its own. Up to `listed` fields that tell most are named; `pages`: how to get the next page is
    told elsewhere.
    """
    found = answer(operation, schemas)
    verb, *noun = split_words(name) or ("",)
    noun = noun[: noun.index("by")] if "by" in noun[1:] else noun
    noun = [word for word in noun if not is_version(word)]
    match found.shape:
        case Shape.NOTHING:
            return Returned(sentence=_nothing(operation))
        case Shape.BINARY:
            return Returned(sentence=f"Returns a file ({found.media_type})." if found.media_type else "Returns a file.")
        case Shape.TEXT:
            return Returned(sentence=f"Returns text ({found.media_type}).")
        case Shape.LIST:
            return _list(found, schemas, noun, pages=pages, listed=listed)
        case Shape.ONE:
            return _one(operation, found, schemas, verb, noun, listed=listed)
        case Shape.UNKNOWN:
            return Returned(sentence=_described(operation))


def _nothing(operation: Operation) -> str:
    """What an answer without a body tells: that it is done, or, of a question, that it is so."""
    text = f"{operation.summary} {operation.description}"
    if operation.method not in ("GET", "HEAD") or not _ASKS.search(text):
        return _CONFIRMS
    refuses = any(response.status == "404" for response in operation.responses)
    return "Succeeds if it is so, and fails as not found otherwise." if refuses else ""


def _list(found: Answer, schemas: Schemas | None, noun: Sequence[str], *, pages: bool, listed: int) -> Returned:
    resolved = _resolve(found.schema, schemas)
    array = _resolve(found.items.schema, schemas) if found.items else resolved
    item = array.items if isinstance(array, Array) else None
    each_is = _resolve(item, schemas)
    if isinstance(each_is, Scalar) and each_is.type == "boolean":
        return Returned(sentence="Returns a list of true and false, in the order asked.")
    called = type_words(item, noun)
    if not called and found.items is not None and isinstance(each_is, Scalar) and found.items.name not in ITEM_NAMES:
        called = split_words(found.items.name)
    things = spelled(plural_noun(called or tuple(noun) or ("item",)))
    fields = _telling(_resolve(item, schemas), schemas, noun, listed, own=True)
    each = f"; each has {fields}" if fields else ""
    holds = f"Each{f' of {found.items.name}' if found.items is not None else ''} has {fields}." if fields else ""
    if found.items is None:
        what = f"a list of {things}" if isinstance(resolved, Array) else f"a page of {things}"
        return Returned(sentence=f"Returns {what}{each}.", holds=holds)
    onward = (
        next((p.name for p in resolved.properties if _NEXT.search(p.name)), "") if isinstance(resolved, Object) else ""
    )
    where = "" if split_words(found.items.name) == split_words(things) else f" ({found.items.name})"
    if onward:
        also = "" if pages else f" and {onward}"
        return Returned(sentence=f"Returns a page of {things}{where}{also}{each}.", holds=holds)
    return Returned(sentence=f"Returns {things if where else f'the {things}'}{where}{each}.", holds=holds)


def _one(
    operation: Operation, found: Answer, schemas: Schemas | None, verb: str, noun: Sequence[str], *, listed: int
) -> Returned:
    words = type_words(found.schema, noun)
    words = words[1:] if words[:1] == (verb,) and verb not in noun else words
    resolved = _resolve(found.schema, schemas)
    names = [p.name for p in resolved.properties if not p.schema.write_only] if isinstance(resolved, Object) else []
    if isinstance(resolved, Object | Map) and not names and words[-1:] == ("empty",):
        return Returned(sentence=_CONFIRMS)
    if names and all("".join(split_words(n)) in _MESSAGES for n in names):
        return Returned(sentence=_described(operation) if is_read_only(verb) else "Returns a confirmation.")
    wrapped = len(names) == 1 and bool(split_words(names[0])) and _is_same(names[0], noun)
    if wrapped and isinstance(resolved, Object):
        inner = next(p.schema for p in resolved.properties if p.name == names[0])
        resolved = _resolve(inner, schemas)
        words = words or split_words(names[0])
    picked = operation.path.rstrip("/").endswith("}") or operation.method == "DELETE"
    fields = _telling(resolved, schemas, noun, listed, own=not picked and verb not in _ENDS)
    holds = f"The answer holds {fields}." if fields else ""
    if not words and "result" in names and len(names) > 1:
        return Returned(sentence="Returns the result.")
    if not words and fields:
        acts = all(map(is_firm_verb, re.split(r", | and ", fields.removesuffix(" and more"))))
        return Returned(sentence=holds if acts else f"Returns {fields}.", holds=holds)
    thing = spelled(words or singular_noun(noun))
    if not thing:
        return Returned()
    fields = "" if split_words(fields) == split_words(thing) else fields
    under_way = words[-1:] != () and words[-1] in _TASKS and words[-1] not in noun
    state = (
        ""
        if under_way or is_plural(thing.split()[-1]) or not counts(thing.split()[-1]) or wrapped
        else _DONE.get(verb, "")
    )
    return Returned(sentence=f"Returns the {state}{thing}{f': {fields}' if fields else ''}.", holds=holds)


def _telling(
    schema: Schema | None, schemas: Schemas | None, noun: Sequence[str], listed: int, *, own: bool = False
) -> str:
    """The fields of an answer that say most: `title, price and more`; those that every answer has say least.

    `own`: the identifier of the thing itself, which the next call asks for, stands before them.
    """
    if isinstance(schema, Union):
        schema = _common(schema, schemas)
    if not isinstance(schema, Object):
        return ""
    names = [p.name for p in schema.properties if not p.schema.write_only and _readable(p.name)]
    names = [n for n in names if n.lower() not in _SAYS_DONE] or names
    telling = [n for n in names if not _is_common(n, noun)]
    key = _own_key(names, noun) if own else []
    if not telling or len(names) <= listed:
        shown = names if telling else [n for n in names if n.lower() not in _EMPTY][:listed]
        return _joined([*key, *(n for n in shown if n not in key)])
    needed = {p.name for p in schema.properties if p.required}
    chosen = sorted(telling, key=lambda n: n not in needed)[:listed] if needed else telling[:listed]
    kept = [*key, *(n for n in telling if n in chosen and n not in key)]
    return f"{', '.join(kept)} and more"


def _common(union: Union, schemas: Schemas | None) -> Object | None:
    """What all branches of a choice hold, as the first has it; None where one is no object."""
    named = [v.schema for v in union.variants if not _is_gone(v.schema)]
    branches = [_resolve(schema, schemas) for schema in named]
    objects = [branch for branch in branches if isinstance(branch, Object)]
    if not objects or len(objects) < len(branches):
        return None
    held = [{p.name for p in branch.properties} for branch in objects]
    return replace(objects[0], properties=tuple(p for p in objects[0].properties if all(p.name in h for h in held)))


def _is_gone(schema: Schema) -> bool:
    """True for what stands in the place of a thing that has been deleted."""
    return isinstance(schema, Ref) and "deleted" in split_words(schema.name)


def _own_key(names: Sequence[str], noun: Sequence[str]) -> list[str]:
    """The identifier of a thing among its fields: `id`, `Id`, `book_id` of a book; none where it has none."""
    called = {name: split_words(name) for name in names}
    bare = [name for name, words in called.items() if len(words) == 1 and words[0] in KEYS]
    thing = singular_noun(noun)
    whole = [n for n, words in called.items() if len(words) > 1 and words[-1] in KEYS and words[:-1] == thing]
    return (bare or whole)[:1]


def _readable(name: str) -> bool:
    return name.isascii() and len(name) <= _LONGEST_NAME and bool(re.fullmatch(r"[@$_A-Za-z][\w.@$-]*", name))


def _is_common(name: str, noun: Sequence[str]) -> bool:
    """True for what answers of all kinds hold, and for the noun of the tool again."""
    words = split_words(name)
    return not words or all(w in _COMMON for w in words) or all(holds(noun, w) or w in _COMMON for w in words)


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


def type_words(schema: Schema | None, noun: Sequence[str] = ()) -> tuple[str, ...]:
    """The name of a schema without the words of its layer: BookOut → book. Empty where it has none.

    One that holds the whole `noun` of a tool is called so: SubscriptionItem by the tools of subscription items.
    """
    name = schema.name if isinstance(schema, Ref) else schema.title if schema is not None else ""
    if not name or len(name) > 40 or re.search(r"inline|_\d+$|^\w*[<\[(]", name):
        return ()
    words = split_words(_GEO_JSON.sub("", name.rsplit(".", 1)[-1]))
    own = singular_noun(noun)
    if _ends_in(words, own):
        own = plural_noun(own) if _COLLECTIONS.intersection(words).difference(own) else own
        return ("deleted", *own) if words[:1] == ("deleted",) else own
    kept = tuple(word for word in _without_package(words) if word not in _TYPE_NOISE)
    if kept[:1] and kept[0] in _ASKING:
        return ()
    while kept and is_firm_verb(kept[0]):
        kept = kept[1:]
    if "".join(kept) in noun:
        kept = ("".join(kept),)
    if _COLLECTIONS.intersection(words) and kept:
        kept = plural_noun(kept)
    return kept if 0 < len(kept) <= 4 and not any(is_firm_verb(word) for word in kept) else ()


def _without_package(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a type behind those of its package: `LibraryShelvesV1beta1Book` → book."""
    ends = [i for i, w in enumerate(words[:-1]) if w == "longrunning" or (i > 1 and is_version(w))]
    return words[ends[-1] + 1 :] if ends else words


def _ends_in(words: Sequence[str], noun: Sequence[str]) -> bool:
    """Whether a name has a noun of several words whole, and behind it only words of its layer."""
    size = len(noun)
    if size < 2 or is_firm_verb(noun[0]) or PREPOSITIONS.intersection(noun):
        return False
    starts = (i for i in range(len(words) - size + 1) if tuple(words[i : i + size]) == tuple(noun))
    return any(_TYPE_NOISE.issuperset(words[i + size :]) for i in starts)


def _resolve(schema: Schema | None, schemas: Schemas | None) -> Schema | None:
    return schemas.resolve(schema) if schema is not None and schemas is not None else schema


def _joined(names: Sequence[str]) -> str:
    return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} and {names[-1]}"
