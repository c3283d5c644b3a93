"""What becomes of a success answer: media type, ids as strings, pages, an example (RES001, RES003, RES007, PAR004)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from mcpgen.model.api import MediaType, Operation, Response
from mcpgen.model.binding import Result
from mcpgen.model.http import is_token
from mcpgen.model.json import UNSET, Json, JsonObject
from mcpgen.model.schema import Array, Object, Property, Scalar, Schema, Schemas
from mcpgen.shaping.argument_words import argument_description
from mcpgen.shaping.draft import Argument
from mcpgen.shaping.evidence import is_json, json_media, page_items, success
from mcpgen.shaping.pointers import Pointers, escaped
from mcpgen.shaping.samples import sample
from mcpgen.shaping.words import snake_case

NEXT_NAMES = frozenset(
    "next next_cursor cursor next_page_token next_token next_page page_token continuation_token end_cursor "
    "continue".split()
)
CURSOR_ARGUMENTS = ("cursor", "page_token", "next_token", "page_cursor", "continuation_token", "after", "continue")
_MOST_HEADERS = 8
_LONGEST_HEADER = 60
_UNTOLD = re.compile(
    r"\A(?:access-control-.*|age|alt-svc|cache-control|connection|content-(?:encoding|length|security-policy|type)|date|expires"
    r"|keep-alive|link|nel|pragma|.*rate-?limit.*|report-to|retry-after|server|server-timing|set-cookie|strict-transport-.*"
    r"|trailer|transfer-encoding|upgrade|vary|via|www-authenticate|x-content-type-options|x-frame-options|x-powered-by"
    r"|.*(?:correlation|request|trace|span)-?id|traceparent|tracestate|x-runtime|x-response-time|.*(?:token|secret|password))"
)
"""What is about the connection, caches, limits and traces, and what must not be shown."""
ENVELOPES = ("meta", "metadata", "paging", "pagination", "page_info", "links", "response_metadata")


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """Where answers hold numbers that are identifiers, and what must not leave."""

    ids: Pointers
    secrets: Pointers

    @classmethod
    def of(cls, schemas: Schemas) -> Marked:
        """For the answers of one API."""
        return cls(ids=Pointers(schemas, _is_id), secrets=Pointers(schemas, _is_secret))


def result(operation: Operation, arguments: tuple[Argument, ...], schemas: Schemas, marked: Marked) -> Result:
    """The result of an operation, from its best documented success answer."""
    response = success(operation)
    found = _result(operation, response, arguments, schemas, marked)
    return replace(found, headers=told_headers(response.headers)) if response is not None else found


def told_headers(declared: tuple[str, ...]) -> tuple[str, ...]:
    """Those headers of an answer that say something of what was asked for."""
    names = {name.lower(): name for name in declared if len(name) <= _LONGEST_HEADER and is_token(name)}
    return tuple(name for lower, name in names.items() if not _UNTOLD.fullmatch(lower))[:_MOST_HEADERS]


def _result(
    operation: Operation,
    response: Response | None,
    arguments: tuple[Argument, ...],
    schemas: Schemas,
    marked: Marked,
) -> Result:
    media = preferred(response) if response is not None else None
    status = int(response.status) if response is not None and response.status.isdigit() else 200
    if media is None or operation.method == "HEAD":
        return Result(media_type="", status=status if response is not None else 200)
    example = media.examples[0] if media.examples else UNSET
    if example is UNSET and media.schema is not None and is_json(media.name):
        example = sample(media.schema, schemas)
    if example is UNSET:
        example = "example" if media.name.startswith("text/") else UNSET
    if media.schema is None or not is_json(media.name):
        return Result(media_type=media.name, status=status, example=example)
    return Result(
        media_type=media.name,
        status=status,
        example=example,
        string_ids=marked.ids.within(media.schema),
        secrets=marked.secrets.within(media.schema),
        items=_items(media.schema, schemas),
        next=_next_page(media.schema, arguments, schemas),
    )


def preferred(response: Response) -> MediaType | None:
    """The representation to accept: JSON first, then the first one."""
    return json_media(response.content) or next(iter(response.content), None)


def _is_id(schema: Schema, name: str) -> bool:
    return isinstance(schema, Scalar) and bool(schema.identifier)


def _is_secret(schema: Schema, name: str) -> bool:
    """What must not leave (RES007): what a request alone may carry, and passwords."""
    return schema.write_only or (isinstance(schema, Scalar) and schema.format == "password")


# --- pages


def _items(schema: Schema, schemas: Schemas) -> str | None:
    """The pointer of a page's items: the answer itself, or the list that it wraps; None where it is no list."""
    found = schemas.resolve(schema)
    if isinstance(found, Array):
        return ""
    items = page_items(found, schemas) if isinstance(found, Object) else None
    return f"/{escaped(items.name)}" if items is not None else None


def _next_page(schema: Schema, arguments: tuple[Argument, ...], schemas: Schemas) -> tuple[str, str] | None:
    cursors = [a.name for a in arguments if a.name in CURSOR_ARGUMENTS and a.schema.get("type") == "string"]
    found = schemas.resolve(schema)
    if not cursors or not isinstance(found, Object):
        return None
    for prop in found.properties:
        inner = schemas.resolve(prop.schema)
        if _is_cursor(prop, schemas):
            return f"/{escaped(prop.name)}", cursors[0]
        if snake_case(prop.name) in ENVELOPES and isinstance(inner, Object):
            for below in inner.properties:
                if _is_cursor(below, schemas):
                    return f"/{escaped(prop.name)}/{escaped(below.name)}", cursors[0]
    return None


def _is_cursor(prop: Property, schemas: Schemas) -> bool:
    schema = schemas.resolve(prop.schema)
    return (
        snake_case(prop.name) in NEXT_NAMES
        and isinstance(schema, Scalar)
        and schema.type == "string"
        and schema.format not in ("uri", "url")
    )


# --- profile mcp


def output_schema(operation: Operation, schemas: Schemas) -> JsonObject:
    """What `structuredContent` holds, said loosely: the client refuses a result that does not fit, and real APIs drift.

    Names and meanings of the top-level fields; lists and single values stand under `result` (RES001).
    """
    response = success(operation)
    media = preferred(response) if response is not None else None
    found = schemas.resolve(media.schema) if media is not None and media.schema is not None else None
    if not isinstance(found, Object):
        return {"type": "object", "properties": {"result": {"description": "The answer."}}}
    properties: dict[str, Json] = {}
    answered = [(p.name, schema) for p in found.properties if not (schema := schemas.resolve(p.schema)).write_only]
    for name, schema in answered[:40]:
        properties[name] = {"description": argument_description(schema, name) if schema.description else name}
    return {"type": "object", "properties": properties} if properties else {"type": "object"}
