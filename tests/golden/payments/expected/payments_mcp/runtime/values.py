"""JSON values, where None means not given and NULL is the null that was given."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from math import isfinite
from typing import Any, Final, TypeAlias

from .errors import ArgumentError

Json: TypeAlias = Any


class Null(Enum):
    """The type of NULL, a null that was given."""

    NULL = "null"


NULL: Final = Null.NULL

MOST_LEVELS: Final = 100
"""Lists and objects inside one another; what is checked and written goes down them one by one."""
LARGEST_EXACT: Final = 2**53 - 1
"""Beyond it a float does not say which whole number it was (RFC 8259, section 6)."""


@dataclass(frozen=True, slots=True)
class Content:
    """A body that is neither JSON, a form nor text."""

    media_type: str
    data: bytes = field(repr=False)
    value: Json = field(default=None, repr=False)
    """The value that it was made from, where it can be checked."""


class Kept(dict[str, Json]):
    """An object that is sent even when nothing in it was given."""


def only_given(value: Json) -> Json:
    """`value` without None; an object that only held None is None itself, one given empty stays."""
    if isinstance(value, dict):
        kept = {k: sent for k, v in value.items() if (sent := only_given(v)) is not None}
        return None if value and not kept and not isinstance(value, Kept) else kept
    if isinstance(value, list):
        return [
            {} if isinstance(v, dict) and only_given(v) is None else only_given(v) for v in value
        ]
    return value


def is_deep(value: Json) -> bool:
    """Whether lists and objects stand in more than MOST_LEVELS others."""
    held = [value]
    for _ in range(MOST_LEVELS + 1):
        held = [each for each in held if isinstance(each, dict | list)]
        if not held:
            return False
        held = [i for each in held for i in (each.values() if isinstance(each, dict) else each)]
    return True


def with_null(value: Json) -> Json:
    """A value that was given, with NULL for null."""
    if isinstance(value, dict):
        return {key: with_null(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_null(item) for item in value]
    return NULL if value is None else value


def settled(value: Json) -> Json:
    """A whole body, not None, as it will be sent; sending it again changes nothing."""
    sent = only_given(value)
    return {} if sent is None else sent


def plain(value: Json) -> Json:
    """`value` with null for NULL."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return None if value is NULL else value


def exact(text: str) -> float:
    """The number of JSON text. Raises ArgumentError for one of more digits than it can have."""
    value = float(text)
    try:
        same = isfinite(value) and Decimal(text) == Decimal(repr(value))
    except ArithmeticError:  # an exponent of very many digits
        same = False
    if not same:
        shown = text if len(text) <= 60 else text[:59] + "…"
        raise ArgumentError(f"The number {shown} has more digits than can be sent; round it.")
    return value


def argument_value(text: str) -> Json:
    """The value of JSON text that was given.

    Raises ValueError where it is none, and ArgumentError for a number that would be changed.
    """
    return _loaded(text, exact)


def json_value(text: str | bytes) -> Json:
    """The value of JSON text. A number too large to hold stays text; raises ValueError."""

    def number(text: str) -> float | str:
        value = float(text)
        return value if isfinite(value) else text

    return _loaded(text, number)


def _loaded(text: str | bytes, number: Callable[[str], Json]) -> Json:
    def refuse(text: str) -> None:
        raise ValueError(f"{text} is no JSON")

    try:
        return json.loads(text, parse_float=number, parse_constant=refuse)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def json_text(value: Json, *, ascii: bool = False) -> str:
    """`value` as compact JSON; `ascii`: with escapes for every other character.

    Raises ArgumentError for a number that JSON cannot hold.
    """
    try:
        text = json.dumps(plain(value), ensure_ascii=ascii, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise ArgumentError("A number is too large to be sent.") from None
    return text.replace("\x7f", "\\u007f") if ascii else text
