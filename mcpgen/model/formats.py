"""Which formats of texts are held against a value before it is sent (JSON Schema 2020-12, Validation, section 7.3)."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterable
from types import MappingProxyType

from mcpgen.model.json import Json, Unset

CHECKED = frozenset("date-time date time uuid ipv4 ipv6 email uri hostname byte".split())
"""Formats that the server checks; every other says how a text is meant, and no more."""
WHOLE = {
    "int8": (-(2**7), 2**7 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint8": (0, 2**8 - 1),
    "uint16": (0, 2**16 - 1),
    "uint32": (0, 2**32 - 1),
    "uint64": (0, 2**64 - 1),
}
"""The least and the greatest whole number of a format (OpenAPI Format Registry)."""


_EITHER = MappingProxyType(
    {frozenset(("date", "date-time")): "date-or-date-time", frozenset(("ipv4", "ipv6")): "ip-address"}
)


def either_format(names: Iterable[str]) -> str:
    """What texts of either format are, in a word of our own, which no client is shown; '' where there is none."""
    return _EITHER.get(frozenset(names), "")


def breaks_format(value: Json | Unset, name: str) -> bool:
    """Whether a text is not of a format that is checked."""
    if name not in CHECKED or not isinstance(value, str):
        return False
    if name != "byte":
        import jsonschema_rs  # the command line starts without it

        return not jsonschema_rs.is_valid({"format": name}, value, validate_formats=True)
    return not is_base64(value)


def is_base64(text: str) -> bool:
    """Whether a text is base64, in either alphabet (RFC 4648, sections 4 and 5)."""
    try:
        b64decode(text.replace("-", "+").replace("_", "/").encode(), validate=True)
    except ValueError:
        return False
    return True
