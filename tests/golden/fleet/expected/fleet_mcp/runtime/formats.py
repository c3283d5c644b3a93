"""Formats of texts, where they can be checked without refusing what an API would take.

JSON Schema 2020-12, Validation, section 7.3; OpenAPI Format Registry. RFC 3339 in lower case and
with any fraction of a second is as good as the usual spelling.
"""

import re
from collections.abc import Callable
from datetime import date
from ipaddress import IPv4Address, IPv6Address

_DAY = r"(\d{4}-\d\d-\d\d)"
_TIME = r"([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?"
_ZONE = r"(z|[+-]([01]\d|2[0-3]):[0-5]\d)"
_ANY_CASE = re.ASCII | re.IGNORECASE
_DATE = re.compile(_DAY, re.ASCII)
_DATE_TIME = re.compile(f"{_DAY}t{_TIME}{_ZONE}", _ANY_CASE)
_TIME_OF_DAY = re.compile(f"{_TIME}{_ZONE}?", _ANY_CASE)
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", _ANY_CASE)
_EMAIL = re.compile(r"[^\r\n]*[^\s@]@[^\s@]+")
_URI = re.compile(r"[a-z][a-z0-9+.-]*:[^\s\x00-\x1f]*", _ANY_CASE)
_HOSTNAME = re.compile(r"[^\s/:?#@\[\]]{1,253}")
_BASE64 = re.compile(r"([\w+/-]{4})*([\w+/-]{2}==|[\w+/-]{3}=)?", re.ASCII)

EXAMPLES = {
    "date-time": "a date and time such as 2025-03-31T14:30:00Z",
    "date": "a date such as 2025-03-31",
    "time": "a time such as 14:30:00Z",
    "uuid": "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
    "ipv4": "an IPv4 address such as 192.0.2.1",
    "ipv6": "an IPv6 address such as 2001:db8::1",
    "email": "an e-mail address such as reader@example.com",
    "uri": "an absolute URL such as https://example.com/page",
    "hostname": "a host name such as www.example.com",
    "byte": "base64 text such as aGVsbG8=",
}
"""What to give, by format."""


def fits(text: str, form: str) -> bool:
    """Whether a text is of a format; True for a format that is not checked."""
    match form:
        case "date-time":
            found = _DATE_TIME.fullmatch(text)
            return found is not None and _is(date.fromisoformat, found[1])
        case "date":
            return _DATE.fullmatch(text) is not None and _is(date.fromisoformat, text)
        case "ipv4":
            return _is(IPv4Address, text)
        case "ipv6":
            return "%" not in text and _is(IPv6Address, text)
        case _:
            pattern = _PATTERNS.get(form)
            return pattern is None or pattern.fullmatch(text) is not None


_PATTERNS = {
    "time": _TIME_OF_DAY,
    "uuid": _UUID,
    "email": _EMAIL,
    "uri": _URI,
    "hostname": _HOSTNAME,
    "byte": _BASE64,
}


def _is(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except ValueError:
        return False
    return True
