"""Values as text on the wire (OpenAPI 3.2, Parameter Object, "Style Values"; Swagger 2.0, `collectionFormat`; RFC 6570;
RFC 3986; RFC 6265), percent-decoded where the contract tests compare decoded pairs.

`allowReserved` keeps what RFC 3986 reserves, but for what ends a value or cannot stand there, which OpenAPI 3.1.1
leaves to the client: in a query `#`, `[`, `]`, `&`, `=`, `+` and `;`, in a path `/`, `?`, `#`, `[`, `]`, `=` and `;`. A
`%` is always encoded, since a value is what is meant and no part of a URL. Once pairs are decoded, only a path shows
the difference.

A list or object that could not be read back, since a part holds the separator where encoding does not hide it, raises
`NoValueError`; so does what no path can hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import assert_never
from urllib.parse import quote, unquote, urlencode

from mcpgen.emit.evaluate import NoValueError, has_parts
from mcpgen.emit.free_names import check_keys
from mcpgen.model.api import Encoding, Style
from mcpgen.model.binding import Placed
from mcpgen.model.json import Json
from mcpgen.model.media import FORM, essence, is_json

PairList = list[list[str]]
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
_TEMPLATE = re.compile(r"((?:\{[^{}]*\}|[^?#])*)(?:\?((?:\{[^{}]*\}|[^#])*))?")
SEPARATORS: Mapping[Style, str] = {"pipeDelimited": "|", "spaceDelimited": " ", "tabDelimited": "\t"}
_LONGEST_PLAIN = 40
_RESERVED_IN_PATH = "!$&'()*+:@"
_COOKIE_OCTETS = re.compile(r"[!#-+\--:<-\[\]-~]*")


def scalar(value: Json) -> str:
    """A single value as text; a number without exponent and without a fraction of zero, unless that is very long."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            return _digits(value)
        case Mapping() | list():
            return compact(value)
        case _:
            return str(value)


def _digits(value: float) -> str:
    if value in (float("inf"), float("-inf")):
        raise NoValueError("a number is too large")
    written = f"{Decimal(repr(value)):f}"
    if "." in written:
        written = written.rstrip("0").rstrip(".")
    if len(written) > _LONGEST_PLAIN:
        return repr(value).replace("e+", "e")
    return "0" if written == "-0" else written


def compact(value: Json) -> str:
    """JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def check_place(placed: Placed, value: Json, taken: Collection[str] = ()) -> None:
    """Raises NoValueError where a value cannot be written at its place, or gives one of the names `taken` there."""
    if placed.place in ("query", "cookie") and isinstance(value, Mapping) and not placed.content:
        check_keys(placed, value, taken)
    match placed.place:
        case "path":
            path_segment(placed, value)
        case "query":
            query_pairs(placed, value)
        case "querystring":
            query_string_pairs(placed, value)
        case "header":
            header_value(placed, value)
        case "cookie":
            cookie_pairs(placed, value)
        case _:
            assert_never(placed.place)


def query_string_pairs(placed: Placed, value: Json) -> PairList:
    """A whole query string as decoded pairs: one name without a value."""
    text = _as_content(placed, value)
    return [[text, ""]] if text else []


def query_pairs(placed: Placed, value: Json) -> PairList:
    """A query parameter as decoded name and value pairs."""
    if value == "" and placed.place == "query" and not placed.allow_empty:
        raise NoValueError(f"{placed.name}: no text can be empty in a query unless the description says so")
    if placed.content:
        return [[placed.name, _as_content(placed, value)]]
    if placed.style == "deepObject" and has_parts(value):
        return list(deep_pairs(placed.name, value, form=False)) if value else []
    separator = SEPARATORS.get(placed.style, ",")
    if has_parts(value) and not value:
        return []
    match value:
        case Mapping():
            if placed.explode and placed.style == "form":
                return [pair for key, item in value.items() for pair in _repeated(key, item)]
            parts = (part for pair in value.items() for part in pair)
            return [[placed.name, _joined(parts, separator)]]
        case list() if not placed.explode:
            return [[placed.name, _joined(_inner(placed, value), separator)]]
        case list():
            return _repeated(placed.name, _inner(placed, value))
        case _:
            return _repeated(placed.name, value)


def form_pairs(name: str, value: Json, encoding: Encoding | None) -> PairList:
    """A property of a form body as decoded name and value pairs."""
    if encoding is not None and encoding.empty and has_parts(value) and not value:
        return [[name, ""]]
    if encoding is not None and is_json(encoding.content_type):
        return [[name, compact(value)]]
    if has_parts(value) and not value:
        raise NoValueError(f"{name}: a form has nothing of what is empty")
    if isinstance(value, Mapping) and encoding is not None and encoding.styled:
        return _styled_object(name, value, encoding)
    nested = isinstance(value, Mapping) or (isinstance(value, list) and any(has_parts(item) for item in value))
    if nested or (encoding is not None and encoding.style == "deepObject" and has_parts(value)):
        return list(deep_pairs(name, value, form=True))
    if isinstance(value, list) and encoding is not None and not encoding.explode:
        return [[name, _joined(value, SEPARATORS.get(encoding.style, ","))]]
    return _repeated(name, value)


def _styled_object(name: str, value: Mapping[str, Json], encoding: Encoding) -> PairList:
    """An object in a form as its style says."""
    if encoding.style == "form" and encoding.explode:
        return [pair for key, item in value.items() for pair in _repeated(key, item)]
    parts = [part for pair in value.items() for part in pair]
    return [[name, _joined(parts, SEPARATORS.get(encoding.style, ","))]]


def path_segment(placed: Placed, value: Json) -> str:
    """A path parameter, percent-encoded: one segment, or several in the style `segments`.

    Raises:
        NoValueError: it would be empty or lead out of the path.
    """
    written = _path_text(placed, value)
    parts = written.split("/") if placed.style == "segments" else [written]
    if any(unquote(part) in ("", ".", "..") for part in parts):
        raise NoValueError(f"{placed.name}: {value!r} cannot stand in a path")
    return written


def _path_text(placed: Placed, value: Json) -> str:
    kept = _RESERVED_IN_PATH if placed.allow_reserved else ""
    if placed.content:
        return _quoted(_as_content(placed, value))
    if has_parts(value) and not value:
        return ""
    match placed.style:
        case "segments":
            return quote(scalar(value).removeprefix("/"), safe="/", errors="replace")
        case "label":
            return "." + _expanded(placed, value, "." if placed.explode else ",", placed.explode)
        case "matrix":
            return _matrix(placed, value, kept)
        case _:
            return _undivided(placed, value, placed.explode)


def _matrix(placed: Placed, value: Json, kept: str) -> str:
    """A path segment in which a name without value has no sign of equality (RFC 6570, section 3.2.7)."""
    name = _quoted(placed.name)
    if placed.explode and has_parts(value):
        pairs = value.items() if isinstance(value, Mapping) else ((placed.name, item) for item in value)
        written = ((_quoted(key), _quoted(scalar(item), kept)) for key, item in pairs)
        return "".join(f";{key}={text}" if text else f";{key}" for key, text in written)
    text = _expanded(placed, value, ",", False)
    return f";{name}={text}" if text else f";{name}"


def header_value(placed: Placed, value: Json) -> str:
    """A header's value: parts separated by commas unless the style says otherwise, nothing encoded."""
    if placed.content:
        return _as_content(placed, value).strip(" \t")
    separator = SEPARATORS.get(placed.style, ",")
    match value:
        case Mapping():
            paired = placed.explode and separator == ","
            if paired and any("=" in key for key in value):
                raise NoValueError(f"{placed.name}: a name holds '='")
            pairs = ([f"{key}={scalar(item)}"] if paired else [key, scalar(item)] for key, item in value.items())
            return _in_header([scalar(part) for pair in pairs for part in pair], separator)
        case list():
            return _in_header([scalar(item) for item in _inner(placed, value)], separator)
        case _:
            return scalar(value).strip(" \t")


def _in_header(parts: list[str], separator: str) -> str:
    """Parts with a separator between them, without the blanks around them, which are no part of a header."""
    written = _separated(parts, separator)
    if separator.isspace() and written != written.strip(" \t"):
        raise NoValueError("the first part or the last is empty")
    return written.strip(" \t")


def cookie_pairs(placed: Placed, value: Json) -> list[str]:
    """Each `name=value` of a Cookie header, percent-encoded unless its style is `cookie`; an exploded value has one for
    each part."""
    if placed.content:
        return [_cookie(placed.name, _as_content(placed, value))]
    if placed.style == "cookie":
        return _bare_cookies(placed, value)
    match value:
        case Mapping() if placed.explode and placed.style == "form":
            return [_cookie(*pair) for key, item in value.items() for pair in _repeated(key, item)]
        case list() if placed.explode:
            return [_cookie(*pair) for pair in _repeated(placed.name, value)]
        case _ if has_parts(value) and not value:
            return []
        case _:
            return [f"{_quoted(placed.name)}={_undivided(placed, value, False)}"]


def _cookie(name: str, value: str) -> str:
    return f"{_quoted(name)}={_quoted(value)}"


def _bare_cookies(placed: Placed, value: Json) -> list[str]:
    if placed.explode or not has_parts(value):
        pairs = query_pairs(replace(placed, style="form"), value)
        if any("=" in name for name, _ in pairs):
            raise NoValueError("a cookie's name holds '='")
        return [f"{_as_it_is(name)}={_as_it_is(text)}" for name, text in pairs]
    parts = [part for pair in value.items() for part in pair] if isinstance(value, Mapping) else value
    return [f"{_as_it_is(placed.name)}={','.join(_as_it_is(scalar(part)) for part in parts)}"] if parts else []


def _as_it_is(text: str) -> str:
    if not _COOKIE_OCTETS.fullmatch(text):
        raise NoValueError(f"a cookie cannot hold {text!r}")
    return text


def _as_content(placed: Placed, value: Json) -> str:
    """A value in the media type that a parameter's `content` names; in a header JSON is ASCII, by its escapes."""
    if essence(placed.content) == FORM and isinstance(value, Mapping):
        pairs = [pair for name, item in value.items() for pair in form_pairs(name, item, None)]
        return urlencode([(key, text) for key, text in pairs])
    if not is_json(placed.content):
        return scalar(value)
    if placed.place != "header":
        return compact(value)
    return json.dumps(value, separators=(",", ":")).replace("\x7f", r"\u007f")


def _inner(placed: Placed, items: list[Json]) -> list[Json]:
    """Items that are lists themselves, each joined as their own style says."""
    if placed.items_style is None:
        return items
    separator = SEPARATORS.get(placed.items_style, ",")
    return [_joined(item, separator) if isinstance(item, list) else item for item in items]


def _undivided(placed: Placed, value: Json, explode: bool) -> str:
    """A value whose parts stand in one text, percent-encoded: with commas, or as a delimited style says."""
    separator = SEPARATORS.get(placed.style)
    if separator is None:
        return _expanded(placed, value, ",", explode)
    return _expanded(placed, value, _quoted(separator), False)


def placeholders(template: str) -> list[str]:
    """The names in braces of a path template, in its path and its query."""
    return [name for part in divided(template) for name in _PLACEHOLDER.findall(part)]


def divided(template: str) -> tuple[str, str]:
    """The path of a template and its query, '' where it has none; a fragment is never sent."""
    match = _TEMPLATE.match(template)
    return (match[1], match[2] or "") if match else ("", "")


def filled_path(template: str, segments: Mapping[str, str]) -> str:
    """A path template with its placeholders filled in; what else RFC 3986 forbids in a path is percent-encoded."""
    literal = [quote(piece, safe="/!$&'()*+,;=:@%", errors="replace") for piece in _PLACEHOLDER.split(template)[::2]]
    filled = [segments[name] for name in placeholders(template)]
    return "".join(part for pair in zip(literal, [*filled, ""], strict=True) for part in pair)


def _repeated(name: str, value: Json) -> PairList:
    return [[name, scalar(item)] for item in value] if isinstance(value, list) else [[name, scalar(value)]]


def _joined(values: Iterable[Json], separator: str) -> str:
    """Parts with a separator between them; only a comma is told from one inside a part, which alone is encoded."""
    parts = [scalar(item) for item in values]
    return separator.join(parts) if separator == "," else _separated(parts, separator)


def deep_pairs(name: str, value: Json, *, form: bool) -> Iterator[list[str]]:
    """Names with the steps to each value in brackets, and the values as text.

    Raises:
        NoValueError: an object in it is empty, or a list in a form: nothing would be written of it.
    """
    if has_parts(value) and not value and (form or isinstance(value, Mapping)):
        raise NoValueError(f"{name}: nothing is written of what is empty")
    match value:
        case Mapping():
            for key, item in value.items():
                yield from deep_pairs(f"{name}[{key}]", item, form=form)
        case list():
            for index, item in enumerate(value):
                yield from deep_pairs(f"{name}[{index}]", item, form=form)
        case _:
            yield [name, scalar(value)]


def _expanded(placed: Placed, value: Json, separator: str, explode: bool) -> str:
    kept = _RESERVED_IN_PATH if placed.allow_reserved and placed.place == "path" else ""
    match value:
        case Mapping():
            texts = [(_quoted(key), _quoted(scalar(item), kept)) for key, item in value.items()]
            parts = ["=".join(pair) for pair in texts] if explode else [text for pair in texts for text in pair]
        case list() if placed.items_style is not None:
            inner = _quoted(SEPARATORS.get(placed.items_style, ","), ",")
            parts = [_separated([_quoted(scalar(i), kept) for i in item], inner) for item in value]
        case list():
            parts = [_quoted(scalar(item), kept) for item in value]
        case _:
            return _quoted(scalar(value), kept + "," if kept else "")
    return _separated(parts, separator)


def _separated(parts: list[str], separator: str) -> str:
    if any(separator in part for part in parts):
        raise NoValueError(f"a part holds {separator!r}")
    return separator.join(parts)


def _quoted(text: str, kept: str = "") -> str:
    return quote(text, safe=kept, errors="replace")
