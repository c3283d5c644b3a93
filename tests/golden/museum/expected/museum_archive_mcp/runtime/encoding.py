"""How values are written in a path, query, form, header, cookie and JSON body."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import Decimal
from math import isfinite
from typing import Any
from urllib.parse import quote, quote_plus, unquote

from .errors import ArgumentError
from .values import NULL, Content, Json, json_text, only_given, settled
from .wire import Bare, Deep, Joined, JsonText, Segments, Spread

Encode = Callable[[str], str]

_LONGEST_PLAIN = 40
_KEPT_IN_PATH = "!$&'()*+:@"
_KEPT_IN_QUERY = "!$'()*:@/?"
"""The reserved characters that end nothing where they stand (RFC 3986, section 2.2); so does a
comma where nothing is joined."""
_NOT_IN_HEADERS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
_COOKIE = re.compile(r"[!\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*")
"""What a cookie can hold as it is (RFC 6265, section 4.1.1)."""
_ENCODED = re.compile(r"(?:%[0-9A-F]{2})+")


def text(value: Json) -> str:
    """A single value: true and false for booleans, nothing for null, JSON for what has parts.

    A number has no exponent and no fraction of zero, unless that makes it very long.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case float():
            return _decimal(value)
        case dict() | list():
            return json_text(settled(value))
        case _:
            return "" if value is NULL or value is None else str(value)


def _decimal(value: float) -> str:
    """The fewest digits that say the number."""
    if not isfinite(value):
        raise ArgumentError("A number is too large to be sent.")
    plain = str(int(value)) if value.is_integer() else format(Decimal(repr(value)), "f")
    return plain if len(plain) <= _LONGEST_PLAIN else repr(value).replace("e+", "e")


def utf8(text: str) -> bytes:
    """A text in UTF-8. Raises ArgumentError for half of a character."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ArgumentError("A text holds half of a character, a lone surrogate.") from None


def joined(name: str, value: Json, encode: Encode, separator: Encode = str) -> str:
    """A single value or a joined list, each item encoded by itself.

    Raises ArgumentError for an item that holds the separator where encoding does not hide it.
    """
    if not isinstance(value, Joined):
        return encode(text(value))
    if not value.parts:
        return ""
    between = separator(value.separator)
    parts = [part if isinstance(part, tuple) else (part,) for part in value.parts]
    pieces = [[joined(name, piece, encode, separator) for piece in part] for part in parts]
    apart = (between, "+") if between == "%20" else (between,)  # a form writes a space as a plus
    if any(one in piece for part in pieces for piece in part for one in apart) or any(
        len(part) > 1 and "=" in part[0] for part in pieces
    ):
        shown = unquote(between)
        raise ArgumentError(f"{name}: no part can hold {shown!r} here, since it separates them.")
    written = ["=".join(part) for part in pieces]
    if value.prefix.startswith(";"):  # RFC 6570, section 3.2.7: no sign after a name without value
        written = [part.removesuffix("=") for part in written]
        return (value.prefix + between.join(written)).removesuffix("=")
    return value.prefix + between.join(written)


def segment(name: str, value: Json) -> str:
    """A value as one path segment; as several where slashes belong to it."""
    if isinstance(value, Segments):
        parts = value.value.removeprefix("/").split("/")
        return "/".join(segment(name, part) for part in parts)
    encode: Encode = _strict
    if isinstance(value, Bare):
        value, encode = value.value, _sparing(_KEPT_IN_PATH, value.value)
    written = joined(name, value, encode)
    if unquote(written) in ("", ".", ".."):
        shown = unquote(written)[:40]
        raise ArgumentError(f"{name}: {shown!r} cannot stand in a path; give a whole value.")
    return written


def query(values: Mapping[str, Json], fixed: Collection[str] = ()) -> str:
    """A query string; `fixed`: names that the path itself gives.

    Raises ArgumentError for a text that may not be empty, and is, and for a name that no argument
    can give.
    """
    for name, given in values.items():
        value = given.value if isinstance(given, Bare) else given
        if type(value) is str and not value:
            raise ArgumentError(f"{name}: leave it out, or give at least 1 character.")
    _refuse_taken(values, fixed)
    return "&".join(_pairs(values, _strict, form=False))


def form(values: Mapping[str, Json], charset: str = "utf-8") -> str:
    """The text of an application/x-www-form-urlencoded body, of characters in `charset`.

    Raises ArgumentError for one that it cannot hold, and for a name that no argument can give.
    """
    _refuse_taken(values, ())
    written = "&".join(_pairs(values, quote_plus, form=True))

    def in_charset(found: re.Match[str]) -> str:
        return quote(unquote(found[0]), safe="", encoding=charset, errors="strict")

    try:
        return written if charset == "utf-8" else _ENCODED.sub(in_charset, written)
    except UnicodeEncodeError:
        raise ArgumentError(f"The form has a character that {charset} cannot hold.") from None


def form_text(value: Json) -> Json:
    """An object as the text of a form, which is then one value; any other value is itself."""
    sent = only_given(value)
    return form(sent) if isinstance(sent, dict) else sent


def form_value(values: Mapping[str, Json]) -> dict[str, Json]:
    """What the fields of a form say, or parameters, as their schemas describe it."""
    told = {name: _said(value) for name, value in values.items()}
    return {name: value for name, value in told.items() if value is not None}


def _said(value: Json) -> Json:
    """A field as it was before it was written; None where nothing is written of it."""
    match value:
        case JsonText():
            return value.value
        case Bare() | Deep() | Spread():
            return _said(value.value)
        case Joined():
            return _said(value.parts if value.whole is None else value.whole)
        case dict():
            told = {key: said for key, item in value.items() if (said := _said(item)) is not None}
            return told or None
        case list():
            return [item if (said := _said(item)) is None else said for item in value] or None
        case _:
            return value


def whole_query(value: Json) -> str:
    """A value that is the whole query string."""
    return "" if value is None else _strict(text(value))


def is_nothing(value: Json) -> bool:
    """True for what was not given, and for a list or object without parts: neither is sent."""
    return value is None or value == [] or (isinstance(value, Joined) and not value.parts)


def header(name: str, value: Json) -> bytes:
    """A header's value: nothing in it is encoded; it is sent as UTF-8."""
    separated = Joined(value, ",") if isinstance(value, list) else value
    text = joined(name, separated, str, unquote)
    written = text.strip(" \t")
    if isinstance(separated, Joined) and written != text and unquote(separated.separator).isspace():
        raise ArgumentError(f"{name}: neither the first part nor the last can be empty.")
    if _NOT_IN_HEADERS.search(written):
        raise ArgumentError(f"{name}: a header cannot hold line breaks or control characters.")
    return written.encode()


def cookies(values: Mapping[str, Json]) -> list[str]:
    """Each `name=value` of a Cookie header; an exploded value has one for each part."""
    _refuse_taken(values, ())
    return list(_pairs(values, _strict, form=False))


def _strict(value: str) -> str:
    return quote(value, safe="")


def _sparing(kept: str, value: Json) -> Encode:
    """Encodes all but `kept`, and commas where `value` is not joined by them."""
    safe = kept if isinstance(value, Joined) else kept + ","
    return lambda text: quote(text, safe=safe)


def _as_it_is(value: str) -> str:
    if not _COOKIE.fullmatch(value):
        raise ArgumentError(f"A cookie cannot hold {value[:40]!r} as it is; give it encoded.")
    return value


def _refuse_taken(values: Mapping[str, Json], fixed: Collection[str]) -> None:
    """Raises ArgumentError where a free name of an object is, or begins, what is given apart."""
    for name, given in values.items():
        value = given.value if isinstance(given, Bare) else given
        if isinstance(value, Deep):
            _refuse_brackets(name, value.value)
        if not isinstance(value, Spread) or not value.free:
            continue
        others = {*values, *fixed} - {name}
        for key in value.value:
            if key in others or key.partition("[")[0] in others:
                raise ArgumentError(
                    f"{name}: {key[:40]!r} is another parameter; do not give it here."
                )


def _refuse_brackets(name: str, value: Json) -> None:
    """Raises ArgumentError where a key could be read as another's part: `a][b` in `name[a][b]`."""
    match value:
        case dict():
            for key, item in value.items():
                if "[" in key or "]" in key:
                    raise ArgumentError(f"{name}: no key can hold brackets, as {key[:40]!r} does.")
                _refuse_brackets(name, item)
        case list():
            for item in value:
                _refuse_brackets(name, item)


def _pairs(values: Mapping[str, Json], encode: Encode, form: bool) -> Iterator[str]:
    """`name=value` of each parameter; nothing of a list or object without parts, which a form
    cannot leave out: what is given there would stay as it is."""
    for name, given in values.items():
        value = given.value if isinstance(given, Bare) else given
        match value:
            case None:
                parts: list[tuple[str, Any]] = []
            case _ if _is_empty(value):
                if form:
                    raise nothing_written(name)
                parts = []
            case Spread():
                parts = [part for key, item in value.value.items() for part in _flat(key, item)]
            case Deep():
                parts = list(deep_pairs(name, value.value, form=form))
            case dict() | list() if form and _is_nested(value):
                parts = list(deep_pairs(name, value, form=form))
            case _:
                parts = _flat(name, value)
        for key, item in parts:
            if not isinstance(given, Bare):
                yield f"{encode(key)}={joined(name, item, encode)}"
            elif given.keep == "reserved":
                yield f"{encode(key)}={joined(name, item, _sparing(_KEPT_IN_QUERY, item))}"
            elif "=" in key:
                raise ArgumentError(f"No cookie can be called {key[:40]!r}.")
            else:
                yield f"{_as_it_is(key)}={joined(name, item, _as_it_is)}"


def _is_empty(value: Json) -> bool:
    """True for a list or an object without parts."""
    inner = value.value if isinstance(value, Deep | Spread) else value
    return is_nothing(inner) or (isinstance(value, Deep | Spread) and inner == {})


def nothing_written(name: str) -> ArgumentError:
    """The refusal of a list or object without parts, where nothing would be written of it."""
    return ArgumentError(
        f"{name}: an empty list or object cannot be sent here; leave it out, or give what is in it."
    )


def _is_nested(value: Json) -> bool:
    return isinstance(value, dict) or any(isinstance(item, dict | list) for item in value)


def _flat(name: str, value: Json) -> list[tuple[str, Any]]:
    if is_nothing(value):
        return []
    return [(name, item) for item in value] if isinstance(value, list) else [(name, value)]


def deep_pairs(name: str, value: Json, *, form: bool) -> Iterator[tuple[str, Any]]:
    """Each single value in an object or list, under its name: `name[key]`.

    Raises ArgumentError for an object in it that is empty, and in a `form` for a list that is.
    """
    match value:
        case dict() | list() if not value and (form or isinstance(value, dict)):
            raise nothing_written(name)
        case dict():
            for key, item in value.items():
                yield from deep_pairs(f"{name}[{key}]", item, form=form)
        case list():
            for index, item in enumerate(value):
                yield from deep_pairs(f"{name}[{index}]", item, form=form)
        case _:
            yield name, value


def json_lines(values: Json, media_type: str = "application/x-ndjson") -> Content | None:
    """One JSON document after the other (NDJSON; RFC 7464); None where nothing is sent."""
    if not isinstance(values, list):
        return None
    start = "\x1e" if "json-seq" in media_type else ""
    sent = settled(values)
    lines = "".join(f"{start}{json_text(item)}\n" for item in sent)
    return Content(media_type, utf8(lines), sent)
