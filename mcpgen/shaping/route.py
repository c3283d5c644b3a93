"""A path as a chain of resources and parameters; versions and `api` prefixes are set aside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from mcpgen.model.identity import ANY_KEYS
from mcpgen.shaping.phrase import is_adjective
from mcpgen.shaping.words import is_version, plural_noun, singular, split_words

_PARAMETER = re.compile(r"\{([^{}]*)\}")
_EXTENSION = re.compile(r"\.(?:json|xml|php|html?|aspx?|do|csv|txt|ya?ml)$", re.IGNORECASE)
_FORMAT = re.compile(r"\.\{\w*(?:[fF]ormat|[eE]xtension|ext)\}$")
"""A placeholder that says how an answer is written: /v1.{output_format}."""
_CALLED = re.compile(
    r"^(?:/(?:api|rest|rpc|v\d+))*/[a-z][A-Za-z_]*(?:\.[a-z][A-Za-z0-9_]*)*"
    r"\.(?!(?:csv|geo|gif|gpg|html?|ico|jpe?g|json|pdf|png|svg|txt|xml|ya?ml|zip)/?$)[a-z][A-Za-z_]*/?$"
)
"""A path that is the name of a method: /users.list, /api/chat.postMessage."""
_SELECTOR = re.compile(r"^[#?][A-Za-z-]+=(?:\w+\.)*(?=\w)")
"""What stands before the name of a call: /#Action=DeleteQueue, /#X-Amz-Target=Boards_2020.ListBoards."""
_INPUTS = re.compile(r"(?<=.)(?:#|\?(?!(?:action|method|op|cmd)=)).*", re.IGNORECASE)
"""What only tells a path from its namesakes, by their inputs: /tags/{arn}#tagKeys, /images/scan#overload=stream."""
_NAMESPACE = re.compile(r"Microsoft(?:\.[A-Z][A-Za-z]*)+")
"""Whose resources follow: /providers/Microsoft.Compute/disks."""
_ABOVE = frozenset({"subscriptions", "resourcegroups"})
"""Where all that is in a namespace belongs, which says nothing of any of it."""
_PREFIXES = frozenset(
    {"api", "apis", "rest", "restapi", "public", "open", "openapi", "gateway", "services", "jsonrpc", "webapi"}
)
_FORMATS = frozenset({("json",), ("xml",)})
"""Last segments that only say how an answer is written: /orders/json."""
_NUMBERED_PREFIX = re.compile(r"api\d+")
_IDENTIFIERS = ANY_KEYS | {"identifier", "key", "slug", "oid"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A part of a path: a literal, or a parameter with its name, as words."""

    words: tuple[str, ...]
    parameter: bool = False
    text: str = ""
    dotted: bool = False
    """Part of a method's name: users and list, of /users.list."""
    custom: bool = False
    """A method behind a colon: activate, of /widgets/{id}:activate (AIP-136)."""

    @property
    def singular(self) -> tuple[str, ...]:
        """The words with the last in the singular."""
        return (*self.words[:-1], singular(self.words[-1])) if self.words else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """The meaningful segments of a path, the prefix literals before them, and its version."""

    segments: tuple[Segment, ...]
    version: str = ""

    @property
    def literals(self) -> tuple[Segment, ...]:
        """The segments that are not parameters."""
        return tuple(s for s in self.segments if not s.parameter)

    @property
    def ends_in_parameter(self) -> bool:
        """True for the path of an item: `/books/{bookId}`."""
        return bool(self.segments) and self.segments[-1].parameter

    @property
    def words(self) -> frozenset[str]:
        """Every word of the literals, as written and in the singular."""
        return frozenset(w for s in self.literals for word in s.words for w in (word, singular(word)))


@lru_cache(maxsize=16384)
def read_route(path: str) -> Route:
    """The route of a path template (OpenAPI, Paths Object)."""
    version = ""
    segments: list[Segment] = []
    parts = path.strip("/").split("/")
    for at, part in enumerate(parts):
        following = parts[at + 1] if at + 1 < len(parts) else ""
        if _NAMESPACE.fullmatch(part) and all(s.parameter or s.text.lower() in _ABOVE for s in segments):
            segments.clear()
        if not part or _NAMESPACE.fullmatch(part) or (part == "providers" and _NAMESPACE.fullmatch(following)):
            continue
        if is_version(_FORMAT.sub("", part)):
            version = version or _FORMAT.sub("", part).lower()
            continue
        segments.extend(_dotted(part) if _CALLED.search(path) else _segments(part))
    segments = [_spelled_out(segment, segments[i + 1 : i + 2]) for i, segment in enumerate(segments)]
    while len(segments) > 1 and not segments[-1].parameter and segments[-1].words in _FORMATS:
        segments.pop()
    segments = [s for i, s in enumerate(segments) if not _only_introduces(segments, i)]
    start = 0
    while start < len(segments) - 1 and _is_prefix(segments[start], segments[start + 1]):
        start += 1
    return Route(segments=tuple(segments[start:]), version=version)


def _only_introduces(segments: Sequence[Segment], at: int) -> bool:
    """True for the status of /orders/status/new: what stands behind it chooses among what stands before it."""
    if not 0 < at < len(segments) - 1 or segments[at].words not in (("state",), ("status",)):
        return False
    before, following = segments[at - 1], segments[at + 1]
    chosen = not following.parameter and is_adjective(following.words[-1])
    return chosen and not before.parameter and before.singular != before.words


def _is_prefix(segment: Segment, following: Segment) -> bool:
    """True for /api and /services before a resource; not for the collection of /apis/{api}."""
    text = segment.text.lower()
    if segment.parameter or not (text in _PREFIXES or _NUMBERED_PREFIX.fullmatch(text)):
        return False
    collection = following.parameter and segment.singular != segment.words
    name = following.words[:-1] if following.words[1:] and following.words[-1] == "name" else following.words
    return not (collection and identifies(name, segment.words))


def _dotted(part: str) -> list[Segment]:
    """The segments of a method's name: /admin.users.list."""
    parts = [text for text in part.split(".") if not is_version(text)]
    return [Segment(words=split_words(text), text=text, dotted=len(parts) > 1) for text in parts]


def _spelled_out(segment: Segment, following: Sequence[Segment]) -> Segment:
    """A literal of one letter by the parameter behind it: u, of /u/{username} → users."""
    if segment.parameter or len(segment.text) > 1 or not any(s.parameter for s in following):
        return segment
    words = tuple(w.removesuffix("name") or w for w in following[0].words if w not in _IDENTIFIERS | {"name"})
    if not words or not words[0].startswith(segment.text.lower()) or len(words[0]) < 2:
        return segment
    return Segment(words=plural_noun(words), text=segment.text)


def _segments(part: str) -> list[Segment]:
    """The segments of one path part; `{id}:activate` and `{a}..{b}` hold several."""
    found: list[Segment] = []
    position = 0
    part = _EXTENSION.sub("", _INPUTS.sub("", part))
    for match in _PARAMETER.finditer(part):
        found.extend(_literal(part[position : match.start()]))
        found.append(Segment(words=split_words(match.group(1)), parameter=True, text=match.group(1)))
        position = match.end()
    found.extend(_literal(part[position:]))
    if len(found) > 1 and found[-1].parameter and found[-1].words[-1:] in (("ext",), ("format",), ("extension",)):
        found.pop()
    return found


def _literal(text: str) -> list[Segment]:
    chosen = _SELECTOR.match(text) is not None
    text = _SELECTOR.sub("", text)
    words = split_words(text.partition("(")[0])
    words = tuple(w for w in words if not w.isdigit()) or words if "." in text else words
    custom = text.startswith(":")
    return [Segment(words=words, text=text.strip("(:=,;'"), dotted=chosen, custom=custom)] if words else []


def is_identifier(word: str) -> bool:
    """True for a word that says of a parameter only that it is an identity: id, uuid, key."""
    return word in _IDENTIFIERS


def identifies(name: tuple[str, ...], resource: tuple[str, ...]) -> bool:
    """True when a parameter of that name is the identity of the resource: `{id}`, `{bookId}`, `{book}` of books."""
    rest = tuple(w for w in name if w not in _IDENTIFIERS)
    noun = tuple(singular(w) for w in resource)
    return not rest or tuple(singular(w) for w in rest) == noun[-len(rest) :]


def acts_on_one(route: Route) -> bool:
    """True where a parameter stands at the end of the path, or before its last literal."""
    return any(segment.parameter for segment in route.segments[-2:])
