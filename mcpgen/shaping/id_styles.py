"""The marks that frameworks leave in operation ids (FastAPI, Spring, NestJS, ASP.NET, gRPC, Google)."""

from __future__ import annotations

import re

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.shaping.phrase import is_firm_verb, read_phrase
from mcpgen.shaping.route import Route
from mcpgen.shaping.words import holds, is_plural, is_version, split_words

_SPRING = re.compile(r"_?Using(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)(?:_\d+)?$")
"""The method behind ids of Springfox: listUsingGET_1."""
_DATA_REST = re.compile(r"^[a-z]+(?:CollectionResource|ItemResource|PropertyReference(?:Id)?)-\w+-[a-z]+(?:_\d+)?$")
"""Collection or item, type and method, as Spring Data REST writes ids: getCollectionResource-order-get_1."""
_JSON_API = re.compile(
    r"^[\w-]+-(?:get|create|update|replace|delete)_"
    r"(?:collection|instance|to_(?:many|one)_(?:related|relationship))$"
)
"""Types, relationship and role, as generators for JSON:API write ids: orders-lines-get_to_many_related."""
_SENT_BY = re.compile(r"^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[_-](?=[A-Z][a-z])")
"""The method before an id that has a verb of its own: POST_ChangeVisibility."""
_WADL = re.compile(r"resource_.*_([a-z]+[A-Z][A-Za-z]*)_(?:GET|POST|PUT|PATCH|DELETE)$")
"""A resource's path, the name of its method, and the HTTP method: resource__orders__id__getOrder_GET."""
_GRAPE, _GRAPE_ADDED = re.compile(r"[A-Z]+-.*--"), re.compile(r"-{2,3}(?:version|format)-")
"""Method and path, with the parameters of Grape that no path has: GET--version-orders---format-."""
_COUNTER = re.compile(r"(?<=[A-Za-z])(?:[_-]\d{1,3}|__\d+)$")
"""What tells namesakes apart: getOrder_2, get_order__1."""
_NUMBERED = re.compile(r"(?<=[a-z]{3})\d{1,2}$")
"""The same without a sign before it: getOrder2."""
_METHOD_AND_PATH = re.compile(r"(?:get|post|put|patch|delete)[-_ ]?/", re.IGNORECASE)
"""An id that is nothing but its method and path: get-/crm/v3/cards."""
_ASYNC = re.compile(r"(?<=[a-z])Async$")
"""How ASP.NET marks methods: Users_GetByIdAsync."""
GROUPS = re.compile(r"[./:#\\]|->")
"""What stands between the groups of an id, and before its last part."""


def is_json_api(text: str) -> bool:
    """True for an id that a generator for JSON:API made."""
    return _JSON_API.match(text) is not None


def is_made(text: str) -> bool:
    """True for an id that holds nothing but method, path or types, and so no words of its author."""
    return "{" in text or is_json_api(text) or any(style.match(text) for style in (_METHOD_AND_PATH, _DATA_REST))


def unmarked(text: str) -> str:
    """Without `UsingGET` of Springfox, `GET_` before a verb, and the counters of namesakes."""
    text = text.strip()
    if (wadl := _WADL.match(text)) is not None:
        text = wadl.group(1)
    if _GRAPE.match(text):
        text = _GRAPE_ADDED.sub("-", text).strip("-")
    sent = _SENT_BY.sub("", text)
    text = sent if vocabulary.is_verb(next(iter(split_words(sent)), "")) else text
    return _COUNTER.sub("", _SPRING.sub("", text))


def without_async(text: str, path: str) -> str:
    """Without the `Async` of ASP.NET, where the path has no such word."""
    return text if "async" in path.lower() else _ASYNC.sub("", text)


def without_fastapi_path(operation: Operation) -> str:
    """`read_item_items__item_id__get` → `read_item`: FastAPI appends path and method, every other sign as `_`.

    The method of a group stays: `ExportSettings_Get`.
    """
    text, method = operation.id, f"_{operation.method.lower()}"
    if not text.lower().endswith(method):
        return text
    stem = text[: -len(method)]
    path = re.sub(r"\W", "_", operation.path)
    for tail in (path, path.rstrip("_")):
        if tail and stem.endswith(tail) and len(stem) > len(tail):
            return stem[: -len(tail)]
    grouped = text[-len(method) + 1 :].istitle() and is_plural((split_words(stem) or ("",))[-1])
    return text if grouped else stem


def underscored(text: str) -> tuple[list[str], str]:
    """`Users_GetById` → group Users, method GetById; snake_case stays whole."""
    parts = [part for part in text.split("_") if part]
    humps = any(re.search(r"[a-z][A-Z]", part) or re.fullmatch(r"[A-Z][a-z]+", part) for part in parts)
    if len(parts) < 2 or not humps or is_firm_verb(parts[0].lower()):
        return [], text
    if any(is_firm_verb(part.lower()) for part in parts[1:-1]) and not is_firm_verb(
        next(iter(split_words(parts[-1])), "")
    ):
        return [], " ".join(parts)
    while len(parts) > 1 and is_version(parts[-1]):
        parts.pop()
    return (parts[:-1], parts[-1]) if read_phrase(split_words(parts[-1])) is not None else ([], " ".join(parts))


def uncounted(text: str, route: Route) -> str:
    """`updateCollection2` as updateCollection, where the path knows no such number: a namesake was told apart so."""
    stem = _NUMBERED.sub("", text)
    numbered, plain = split_words(text)[-1:], split_words(stem)[-1:]
    written = [word for segment in route.segments for word in segment.words]
    known = bool(plain) and (holds(written, plain[0]) or is_firm_verb(plain[0]))
    return stem if known and not holds(route.words, "".join(numbered)) else text
