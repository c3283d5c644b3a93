"""`patterns.json`: how the package finds those patterns of its schemas that Python's `re` may never end with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcpgen.model.json import Json, JsonObject
from mcpgen.patterns.limits import is_safe, program_of


def slow_patterns(schemas: Json) -> JsonObject:
    """The patterns that `re` must not run, in alphabetical order, each with its program, None where it has none."""
    slow = {pattern for pattern, longest in _patterns(schemas) if not is_safe(pattern, longest)}
    return {pattern: program_of(pattern) for pattern in sorted(slow)}


def _patterns(schemas: Json) -> Iterator[tuple[str, int | None]]:
    """Every pattern in schemas, with the length of the longest text that it is looked for in, where that is known."""
    match schemas:
        case Mapping():
            most = schemas.get("maxLength")
            if isinstance(pattern := schemas.get("pattern"), str):
                yield pattern, most if isinstance(most, int) else None
            named = schemas.get("patternProperties")
            yield from ((name, None) for name in (named if isinstance(named, Mapping) else ()))
            for inner in schemas.values():
                yield from _patterns(inner)
        case list() | tuple():
            for inner in schemas:
                yield from _patterns(inner)
