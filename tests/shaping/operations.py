"""Operations and schemas for the tests of single passes, in as few words as they need."""

from __future__ import annotations

from collections.abc import Sequence

from mcpgen.diagnostics import Origin
from mcpgen.model.api import MediaType, Operation, Parameter, RequestBody, Response
from mcpgen.model.schema import Anything, Array, Object, Property, Scalar, Schema

ORIGIN = Origin(file="api.yaml")
TEXT = Scalar(origin=ORIGIN, type="string")
ANY = Anything(origin=ORIGIN)


def obj(**properties: Schema) -> Object:
    """An object with these properties."""
    return Object(origin=ORIGIN, properties=tuple(Property(name=n, schema=s) for n, s in properties.items()))


def array(items: Schema = ANY) -> Array:
    """A list of these items."""
    return Array(origin=ORIGIN, items=items)


def media(schema: Schema | None, name: str = "application/json") -> MediaType:
    """A representation."""
    return MediaType(name=name, schema=schema, origin=ORIGIN)


def operation(
    key: str,
    id: str = "",
    *,
    answer: Schema | None = None,
    status: str = "200",
    body: Schema | None = None,
    body_type: str = "application/json",
    answer_type: str = "application/json",
    summary: str = "",
    description: str = "",
    tags: Sequence[str] = (),
    query: Sequence[str] = (),
) -> Operation:
    """An operation by `GET /path`; `query` are names of required query parameters."""
    method, path = key.split(" ", 1)
    content = (media(answer, answer_type),) if answer is not None else ()
    return Operation(
        method=method,
        path=path,
        id=id,
        summary=summary,
        description=description,
        tags=tuple(tags),
        parameters=tuple(Parameter(name=n, place="query", schema=TEXT, required=True, origin=ORIGIN) for n in query),
        body=RequestBody(content=(media(body, body_type),), origin=ORIGIN) if body is not None else None,
        responses=(Response(status=status, content=content, origin=ORIGIN),),
        origin=ORIGIN,
    )


ONE = obj(id=TEXT, title=TEXT)
