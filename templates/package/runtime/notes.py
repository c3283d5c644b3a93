"""What an answer says beside its body: where the next page is, and how many there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, urlsplit

from .exchange import Reply
from .values import Json

_TOLD = (
    "content-range",
    "x-continuation-token",
    "x-next",
    "x-next-cursor",
    "x-next-page",
    "x-next-token",
    "x-total",
    "x-total-count",
    "x-total-pages",
    "x-wp-total",
    "x-wp-totalpages",
)
"""Headers by which APIs page."""
_LINK = re.compile(r'<([^<>]{1,2000})>((?:\s*;\s*[\w*]+\s*=\s*(?:"[^"]{0,200}"|[^",;\s]{1,200}))*)')
_REL = re.compile(r'(?:^|[;\s])rel\s*=\s*(?:"([^"]*)"|([^",;\s]+))', re.I)
_LONGEST = 300


def notes_of(
    reply: Reply, args: Mapping[str, Json], names: Iterable[str], headers: Iterable[str] = ()
) -> str:
    """Sentences for the model, '' where there are none.

    `names` are the tool's arguments, `headers` those of the answer that are told.
    """
    said = [reply.note] if reply.note else []
    if reply.status == 202:
        said.append("The API answered 202: it took the request, and may not be done with it yet.")
    if reply.status == 206:
        said.append("The API answered 206: this is a part of the whole.")
    said += [_page(link, args, names) for link in _links(reply.headers)]
    told = {name.lower(): name for name in headers} | {name: _title(name) for name in _TOLD}
    if reply.status in (201, 202):
        told["location"] = "Location"
    said += [f"{name}: {value}." for key, name in told.items() if (value := _value(reply, key))]
    return " ".join(said)


def _page(link: str, args: Mapping[str, Json], names: Iterable[str]) -> str:
    """How to ask for the next page, whose URL is `link`; the rest of the arguments stays."""
    known = {_plain(name): name for name in names}
    pairs = parse_qsl(urlsplit(link).query, keep_blank_values=True)
    asked = [(known[_plain(name)], value) for name, value in pairs if _plain(name) in known]
    same = {name: str(value).lower() for name, value in args.items()}
    changed = [f"{name} {value}" for name, value in asked if same.get(name) != value.lower()]
    told = ", ".join(changed)
    if not told.isprintable() or not 0 < len(told) <= _LONGEST:
        return "There is a next page, which the API describes in a Link header."
    return f"There is a next page: ask for it with {told}."


def _links(headers: Mapping[str, str]) -> list[str]:
    """The URL of the next page (RFC 8288), if there is one that can be read."""
    found = _LINK.findall(headers.get("link", "")[:10_000])
    next_ones = [url for url, rest in found if "next" in _relations(rest)]
    try:
        return [url for url in next_ones[:1] if urlsplit(url)]
    except ValueError:
        return []


def _relations(rest: str) -> list[str]:
    match = _REL.search(rest)
    return (match[1] or match[2] or "").lower().split() if match else []


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _value(reply: Reply, name: str) -> str:
    value = reply.headers.get(name, "").strip()
    return value if value.isprintable() and len(value) <= _LONGEST else ""


def _title(name: str) -> str:
    return "-".join(part.capitalize() for part in name.split("-"))
