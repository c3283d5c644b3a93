"""Where certain values stand in an answer: JSON pointers (RFC 6901), `*` for any item or key, `**` for any way down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from mcpgen.model.schema import Array, Map, Object, Ref, Scalar, Schema, Schemas, Union
from mcpgen.model.schema import Enum as EnumSchema

MAX_POINTERS = 6
"""More pointers than this are said by name."""


class Pointers:
    """Finds the values that `wanted` picks by schema and wire name in answers of one API; remembers what it saw."""

    def __init__(self, schemas: Schemas, wanted: Callable[[Schema, str], bool]) -> None:
        self._schemas = schemas
        self._wanted = wanted
        self._known: dict[str, tuple[tuple[str, ...], tuple[Ref, ...]]] = {}

    def within(self, schema: Schema) -> tuple[str, ...]:
        """The pointers of an answer.

        Where a few do not say it all (recursion, wide answers), each name stands for itself at any depth: `/**/id`.
        """
        names = tuple(dict.fromkeys(self._names(schema)))
        if not names:
            return ()
        found = list(islice(self._walk(schema, "", "", frozenset()), MAX_POINTERS + 1))
        if len(found) <= MAX_POINTERS and None not in found:
            return tuple(dict.fromkeys(p for p in found if p is not None))
        return tuple(f"/**/{name}" for name in names)

    def _names(self, schema: Schema) -> Iterator[str]:
        """The last steps of everything picked, each reference followed once."""
        seen: dict[str, None] = {}
        names, waiting = self._directly(schema, "")
        yield from names
        stack = list(reversed(waiting))
        while stack:
            ref = stack.pop()
            if ref.target in seen:
                continue
            seen[ref.target] = None
            if ref.target not in self._known:
                self._known[ref.target] = self._directly(self._schemas.resolve(ref), "")
            names, waiting = self._known[ref.target]
            yield from names
            stack.extend(reversed(waiting))

    def _directly(self, schema: Schema, name: str) -> tuple[tuple[str, ...], tuple[Ref, ...]]:
        """What is picked down to the next references, and these."""
        names: list[str] = []
        refs: list[Ref] = []
        stack = [(name, schema)]
        while stack:
            own, current = stack.pop()
            found = self._schemas.resolve(current)
            if own and self._wanted(found, own.partition("/")[0]):
                names.append(own)
            elif isinstance(current, Ref) and not isinstance(found, Scalar | EnumSchema):
                refs.append(current)
            else:
                steps = [(f"{own}/*" if s == "/*" else (key or own), inner) for s, key, inner in _inside(found)]
                stack.extend(reversed(steps))
        return tuple(names), tuple(refs)

    def _walk(self, schema: Schema, pointer: str, name: str, seen: frozenset[str]) -> Iterator[str | None]:
        """Every pointer in the order of the source, None where recursion would go on for ever."""
        if isinstance(schema, Ref):
            if schema.target in seen:
                if any(self._names(schema)):
                    yield None
                return
            if not any(self._names(schema)) and not self._wanted(self._schemas.resolve(schema), name):
                return
            seen = seen | {schema.target}
        found = self._schemas.resolve(schema)
        if pointer and self._wanted(found, name):
            yield pointer
            return
        for step, key, inner in _inside(found):
            yield from self._walk(inner, pointer + step, key or name, seen)


def _inside(schema: Schema) -> Iterator[tuple[str, str, Schema]]:
    """What a schema holds: (step of the pointer, name of a property, schema)."""
    match schema:
        case Array(items=items):
            yield "/*", "", items
        case Map(values=values):
            yield "/*", "", values
        case Object(properties=properties):
            for prop in properties:
                yield f"/{escaped(prop.name)}", prop.name, prop.schema
        case Union(variants=variants):
            for variant in variants:
                yield "", "", variant.schema
        case _:
            pass


def escaped(name: str) -> str:
    """A name as a step of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")
