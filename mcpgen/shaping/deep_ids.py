"""Numeric identifiers below what an object argument lists: taken under their wire names, as strings too (PAR004).

An open object takes properties that its schema only names. Where such a property is or holds an identifier, the string
that other tools give for it is sent as the number that the API wants; everything else is sent as it is.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from mcpgen.model.binding import SAME, Build, Convert, Each, Exact, Field, Reshape, Same, Take
from mcpgen.model.schema import Array, Object, Ref, Scalar, Schema, Schemas
from mcpgen.shaping.unions import without_union

LEVELS = 2
"""Objects in objects that are looked into: recursion has no other end."""

_KNOWN: WeakKeyDictionary[Schemas, dict[tuple[str, int], Convert]] = WeakKeyDictionary()
"""Conversions by the target of a reference and the levels left, as long as a document is in use."""


def id_conversion(schema: Schema, schemas: Schemas, levels: int = LEVELS) -> Convert:
    """How a value of the schema is sent so that identifiers in it are numbers; `SAME` where it holds none."""
    if not isinstance(schema, Ref):
        return _conversion(schema, schemas, levels)
    known = _KNOWN.setdefault(schemas, {})
    key = (schema.target, levels)
    if key not in known:
        known[key] = SAME  # for a list that holds itself
        known[key] = _conversion(schema, schemas, levels)
    return known[key]


def _conversion(schema: Schema, schemas: Schemas, levels: int) -> Convert:
    found = without_union(schema, schemas).schema
    match found:
        case Scalar(type="integer" | "number") if found.identifier:
            return Exact(type="integer" if found.type == "integer" else "number")
        case Array():
            item = id_conversion(found.items, schemas, levels)
            return item if isinstance(item, Same) else Each(item=item)
        case Object() if levels:
            inner = [(p.name, id_conversion(p.schema, schemas, levels - 1)) for p in found.properties]
            fields = tuple(
                Field(name=name, value=Take(argument=name, convert=convert))
                for name, convert in inner
                if not isinstance(convert, Same)
            )
            return Reshape(build=Build(fields=fields), open=True) if fields else SAME
        case _:
            return SAME
