"""What an operation's success answer is: a list, one thing, or nothing; read from its schema, never from its name."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mcpgen.model.api import MediaType, Operation, Response
from mcpgen.model.schema import Array, Map, Object, Property, Ref, Schema, Schemas, Union
from mcpgen.shaping.words import is_plural, same_word, split_words

ITEM_NAMES = frozenset(
    {
        "data",
        "items",
        "results",
        "result",
        "records",
        "entries",
        "values",
        "list",
        "rows",
        "content",
        "elements",
        "objects",
        "hits",
        "edges",
        "nodes",
        "value",
    }
)
_PAGING = frozenset("page pages paging pagination next previous prev cursor total count offset limit size more".split())
_PAGE_WORDS = frozenset(
    "page pages paging pagination next previous prev cursor total count offset limit size per has more links link "
    "meta metadata first last "
    "token href url number kind etag self object returned start end estimated rel response status success ok "
    "message errors warnings".split()
)


_WRAPPERS = ITEM_NAMES | {"payload", "response", "body"}


class Shape(StrEnum):
    """The form of an answer."""

    LIST = "list"
    ONE = "one"
    NOTHING = "nothing"
    BINARY = "binary"
    TEXT = "text"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A success answer: its form, status, media type, schema, and where a list's items stand."""

    shape: Shape
    status: str = "200"
    media_type: str = ""
    schema: Schema | None = None
    items: Property | None = None
    """The property that holds the items, where the list is wrapped."""


def success(operation: Operation) -> Response | None:
    """The documented success: the lowest 2xx with a body, else the lowest 2xx, else `2XX`, else `default`."""
    good = sorted(
        (r for r in operation.responses if r.status[:1] == "2"), key=lambda r: (not r.content, r.status.upper())
    )
    if good:
        return good[0]
    return next((r for r in operation.responses if r.status == "default"), None)


def json_media(content: tuple[MediaType, ...]) -> MediaType | None:
    """The JSON representation among several, or None."""
    return next((m for m in content if is_json(m.name)), None)


def is_json(media_type: str) -> bool:
    """True for `application/json`, `application/problem+json`, `text/json` and wildcards that include it."""
    return media_type.endswith(("/json", "+json")) or media_type in ("*/*", "application/*")


def answer(operation: Operation, schemas: Schemas | None) -> Answer:
    """The success answer of an operation. Without `schemas` references are not followed."""
    response = success(operation)
    if response is None:
        return Answer(shape=Shape.UNKNOWN)
    if not response.content:
        return Answer(
            shape=Shape.NOTHING if response.status in ("202", "204", "205") else Shape.UNKNOWN, status=response.status
        )
    media = json_media(response.content)
    if media is None:
        name = response.content[0].name
        text = name.startswith("text/") or name.endswith(("xml", "+xml"))
        return Answer(shape=Shape.TEXT if text else Shape.BINARY, status=response.status, media_type=name)
    if media.schema is None:
        return Answer(shape=Shape.UNKNOWN, status=response.status, media_type=media.name)
    shape, items = _shape(_resolved(media.schema, schemas), schemas)
    return Answer(shape=shape, status=response.status, media_type=media.name, schema=media.schema, items=items)


def _resolved(schema: Schema, schemas: Schemas | None) -> Schema:
    return schemas.resolve(schema) if schemas is not None else schema


def _shape(schema: Schema, schemas: Schemas | None, depth: int = 2) -> tuple[Shape, Property | None]:
    """What an answer holds; a choice of choices is followed `depth` times, as it may come back to itself."""
    match schema:
        case Array():
            return Shape.LIST, None
        case Map():
            return Shape.ONE, None
        case Union(variants=variants) if variants and depth:
            shapes = [_shape(_resolved(v.schema, schemas), schemas, depth - 1) for v in variants]
            return shapes[0] if all(s[0] is shapes[0][0] for s in shapes) else (Shape.UNKNOWN, None)
        case Object() if not schema.properties:
            return Shape.UNKNOWN, None
        case Object() if {"type", "features"} <= {p.name for p in schema.properties}:
            return Shape.LIST, None  # a FeatureCollection (RFC 7946, section 3.3), whatever else it holds
        case Object():
            items = page_items(schema, schemas)
            return (
                (Shape.LIST, items)
                if items is not None
                else (Shape.LIST if _wraps_page(schema, schemas) else Shape.ONE, None)
            )
        case _:
            return Shape.UNKNOWN, None


def page_items(schema: Object, schemas: Schemas | None) -> Property | None:
    """The property that holds a page's items: an array beside nothing but paging facts."""
    arrays = [p for p in schema.properties if isinstance(_resolved(p.schema, schemas), Array) and not _pages(p.name)]
    rest = [p for p in schema.properties if p not in arrays]
    named = [p for p in arrays if p.name.lower() in ITEM_NAMES]
    if len(named) == 1 and (len(arrays) <= 2 or any(word in _PAGING for p in rest for word in split_words(p.name))):
        return named[0]
    if len(arrays) == 1 and all(_pages(p.name) for p in rest):
        return arrays[0]
    return None


def lists(answer: Answer, head: str) -> bool:
    """True when a list is what a noun with that head says: the items carry its name, or one such as `data`."""
    words = split_words(answer.items.name) if answer.items else ()
    neutral = not words or (answer.items is not None and answer.items.name.lower() in ITEM_NAMES)
    return answer.shape is Shape.LIST and (neutral or is_plural(head) or same_word(words[-1], head))


def item_name(answer: Answer, schemas: Schemas | None) -> tuple[str, ...]:
    """The words of the name that the items of a list have in the source: Repository; nothing where they have none."""
    listed = answer.items.schema if answer.items is not None else answer.schema
    found = _resolved(listed, schemas) if listed is not None else None
    return split_words(found.items.name) if isinstance(found, Array) and isinstance(found.items, Ref) else ()


def holds_list(answer: Answer, head: str, schemas: Schemas | None) -> bool:
    """True when one of several properties of the answer is the list that a plural noun with that head says."""
    schema = _resolved(answer.schema, schemas) if answer.schema is not None else None
    properties = schema.properties if isinstance(schema, Object) else ()
    named = [p for p in properties if split_words(p.name)[-1:] == (head,)]
    return any(isinstance(_resolved(p.schema, schemas), Array) for p in named)


def _wraps_page(schema: Object, schemas: Schemas | None) -> bool:
    """True for `{"message": …, "playlists": {"items": […]}}`: one object beside facts, and that object is a page."""
    inner = [(p, _resolved(p.schema, schemas)) for p in schema.properties]
    objects = [(p, s) for p, s in inner if isinstance(s, Object)]
    if len(objects) != 1 or not (_plural(objects[0][0].name) or objects[0][0].name in _WRAPPERS):
        return False
    return len(inner) <= 4 and isinstance(objects[0][1], Object) and page_items(objects[0][1], schemas) is not None


def _plural(name: str) -> bool:
    words = split_words(name)
    return bool(words) and is_plural(words[-1])


def _pages(name: str) -> bool:
    words = split_words(name)
    return any(word in _PAGING for word in words) or (bool(words) and all(word in _PAGE_WORDS for word in words))
