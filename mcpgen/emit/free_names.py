"""Objects of a query or cookie that have names of their own, which no other parameter may have."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from mcpgen.emit.evaluate import NoValueError
from mcpgen.model.binding import Build, Placed, Reshape, Take, Value
from mcpgen.model.json import Json, JsonObject


def names_are_free(value: Value) -> bool:
    """Whether an object may have properties under names that the description does not say."""
    match value:
        case Build():
            return value.others is not None
        case Take(convert=Reshape() as reshaped):
            return reshaped.open or names_are_free(reshaped.build)
        case _:
            return isinstance(value, Take)


def check_keys(placed: Placed, value: JsonObject, taken: Collection[str]) -> None:
    """Raises NoValueError where a key could be read as another parameter, or as a part of another value."""
    if placed.style == "deepObject" and any(sign in key for key in _keys(value) for sign in "[]"):
        raise NoValueError(f"{placed.name}: a key holds a bracket")
    spread = placed.explode and placed.style in ("form", "cookie") and names_are_free(placed.value)
    others = set(taken) - {placed.name}
    if spread and any(key in others or key.partition("[")[0] in others for key in value):
        raise NoValueError(f"{placed.name}: a key is another parameter")


def _keys(value: Json) -> Iterator[str]:
    """The keys of a value and of what is inside it."""
    match value:
        case Mapping():
            for key, item in value.items():
                yield key
                yield from _keys(item)
        case list():
            for item in value:
                yield from _keys(item)
