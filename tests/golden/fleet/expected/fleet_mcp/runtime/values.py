"""JSON values, where None means not given and NULL is the null that was given."""

import json
from enum import Enum
from math import isfinite
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any


class Null(Enum):
    """The type of NULL, a null that was given."""

    NULL = "null"


NULL: Final = Null.NULL


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


def json_value(text: str | bytes) -> Json:
    """The value of JSON text. A number too large to hold stays text; raises ValueError."""

    def number(text: str) -> float | str:
        value = float(text)
        return value if isfinite(value) else text

    def refuse(text: str) -> None:
        raise ValueError(f"{text} is no JSON")

    try:
        return json.loads(text, parse_float=number, parse_constant=refuse)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def json_text(value: Json) -> str:
    """`value` as compact JSON."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
