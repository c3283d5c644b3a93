"""Keeps the server's own secrets out of what it says, in whatever form the API repeats them."""

from __future__ import annotations

import base64
import html
import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from html.entities import html5
from operator import itemgetter
from urllib.parse import quote, quote_plus

MASK = "***"
SHORTEST = 4
"""Characters that a secret has at least: shorter ones would mask ordinary words."""
_WORD = 8
"""Shorter secrets are masked as whole words only, in their own case."""
_ENCODED = 6
_MOST_LAYERS = 3
"""Layers of escapes that are looked through, such as percent-encoding within JSON."""
_ESCAPE = re.compile(
    r"(?P<percent>%(?:[0-7][0-9a-f]|[cd][0-9a-f]%[89ab][0-9a-f]|e[0-9a-f](?:%[89ab][0-9a-f]){2}"
    r"|f[0-7](?:%[89ab][0-9a-f]){3}))"
    r"|\\u(?P<high>d[89ab][0-9a-f]{2})\\u(?P<low>d[c-f][0-9a-f]{2})"
    r"|\\(?P<hex>u[0-9a-f]{4}|x[0-9a-f]{2})"
    r"|\\(?P<sign>[^\w\s])"
    r"|&(?:#(?P<decimal>[0-9]{1,8})|#x(?P<hexadecimal>[0-9a-f]{1,6})|(?P<named>[a-z][a-z0-9]{1,30}));?",
    re.IGNORECASE | re.ASCII,
)
"""One escaped character: percent-encoded UTF-8, escaped as in JSON, or a reference of HTML."""


def masked(text: str, secrets: tuple[str, ...]) -> str:
    """`text` without the secrets: plain, in base64, or with any of their characters escaped."""
    shown, end = [], 0
    for start, stop in _found(text, secrets):
        if stop > end:
            if start >= end:
                shown += [text[end:start], MASK]
            end = stop
    return "".join([*shown, text[end:]])


def holds(content: bytes, secrets: tuple[str, ...]) -> bool:
    """Whether there is a secret in bytes, in one of the forms in which it is masked in text."""
    return bool(_found(content.decode("utf-8", "replace"), secrets))


def _found(text: str, secrets: tuple[str, ...]) -> list[tuple[int, int]]:
    """Where secrets stand in a text, in order: as it is, and under each layer of escapes."""
    pattern = _pattern(secrets)
    if pattern is None:
        return []
    layers: list[_Layer] = []
    found = [match.span() for match in pattern.finditer(text)]
    read = text
    for _ in range(_MOST_LAYERS):
        layer = _Layer(read)
        if layer.text == read:
            break
        layers.append(layer)
        read = layer.text
        for match in pattern.finditer(read):
            start, end = match.span()
            for each in reversed(layers):
                start, end = each.above(start), each.above(end)
            found.append((start, end))
    return sorted(found)


class _Layer:
    """A text with each escaped character in place of its escape."""

    def __init__(self, text: str) -> None:
        self._ends = [(0, 0)]
        """Where escapes end: in the text that is read, and in the one that is given."""
        parts, end, size = [], 0, 0
        for escape in _ESCAPE.finditer(text):
            sign = _sign(escape)
            if sign != escape[0]:
                parts += [text[end : escape.start()], sign]
                size += escape.start() - end + len(sign)
                end = escape.end()
                self._ends.append((size, end))
        self.text = "".join([*parts, text[end:]])

    def above(self, place: int) -> int:
        """The place in the given text at which a character of the read one begins."""
        read, given = self._ends[bisect_right(self._ends, place, key=itemgetter(0)) - 1]
        return given + place - read


def _sign(escape: re.Match[str]) -> str:
    """The character that an escape stands for; the escape itself where there is none."""
    if escape["percent"]:
        return bytes.fromhex(escape[0].replace("%", "")).decode("utf-8", "replace")
    if escape["high"]:
        return bytes.fromhex(escape["high"] + escape["low"]).decode("utf-16-be")
    if escape["sign"]:
        return escape["sign"]
    if escape["named"]:
        return html5.get(f"{escape['named']};", html5.get(f"{escape['named'].lower()};", escape[0]))
    decimal, digits = escape["decimal"], escape["hexadecimal"] or (escape["hex"] or "")[1:]
    code = int(decimal) if decimal else int(digits, 16)
    return chr(code) if code <= 0x10FFFF else escape[0]


@lru_cache(maxsize=16)
def _pattern(secrets: tuple[str, ...]) -> re.Pattern[str] | None:
    known = [secret for secret in secrets if len(secret) >= SHORTEST]
    forms = {re.escape(form) for secret in known for form in _encoded(secret)}
    forms |= {_bounded(form) for secret in known for form in _written(secret)}
    ordered = sorted(forms, key=lambda form: (-len(form), form))
    return re.compile("|".join(ordered)) if ordered else None


def _bounded(form: str) -> str:
    text = re.escape(form)
    return rf"(?i:{text})" if len(form) >= _WORD else rf"(?<![^\W_]){text}(?![^\W_])"


def _written(secret: str) -> Iterator[str]:
    """A secret, and forms of it that reading escapes would not lead back to it."""
    yield secret
    for encoded in (quote(secret, safe=""), quote(secret), quote_plus(secret)):
        yield encoded
        yield quote(encoded, safe="")
    yield secret.replace(" ", "+")
    yield json.dumps(secret)[1:-1]
    yield json.dumps(secret, ensure_ascii=False)[1:-1].replace("/", r"\/")
    yield html.escape(secret)
    seen = secret
    for _ in range(_MOST_LAYERS):  # a secret that itself looks escaped
        seen = _Layer(seen).text
        if len(seen) >= _WORD:
            yield seen


def _encoded(secret: str) -> Iterator[str]:
    """A secret in hexadecimal digits and in base64, where it is long enough to be recognized."""
    raw = secret.encode()
    if len(raw) < _ENCODED:
        return
    yield raw.hex()
    yield raw.hex().upper()
    for before in range(3):
        core = _base64_core(raw, before)
        yield core
        yield core.replace("+", "-").replace("/", "_")


def _base64_core(raw: bytes, before: int) -> str:
    """The characters that `raw` alone decides, in base64 of it after `before` other bytes."""
    encoded = base64.b64encode(b"\0" * before + raw).decode().rstrip("=")
    whole = (before + len(raw)) % 3 == 0
    return encoded[before + (before > 0) : None if whole else -1]
