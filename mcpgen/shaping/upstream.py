"""Where the API is, what it wants to be shown, and how the server presents itself (SRV001, SRV009)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from mcpgen.diagnostics import Diagnostic
from mcpgen.model.api import Api, Operation
from mcpgen.model.toolset import OWN_SETTINGS, ServerInfo, Upstream
from mcpgen.shaping.credentials import credential_faults, credentials, sendable, usable
from mcpgen.shaping.options import Options
from mcpgen.shaping.servers import address, own_server_faults
from mcpgen.shaping.text import added_words, cut, plain, sentence_case, sentences
from mcpgen.shaping.words import is_version, snake_case, split_words

TITLE_NOISE = frozenset(
    {"api", "apis", "rest", "restful", "http", "openapi", "swagger", "specification", "spec", "service", "the", "web"}
)
INSTRUCTIONS_LENGTH = 400
_MOST_TAGS = 6
_LONGEST_TAG = 40
_CHAFF = re.compile(
    r"^\W*(?:welcome to|please\b|see\b|browse\b|return to|copied from|built with|more documentation|read the docs|"
    r"(?:this|the following) (?:page|document|documentation|specification|spec)\b(?=.{0,60}\Z)|you (?:can|will) find|"
    r"learn more|table of contents|"
    r"for (?:more|further) (?:details|information)|https?://\S+$)",
    re.I,
)
"""Sentences that speak of the document, not of what the server offers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presented:
    """A part of the toolset with what there is to say about it."""

    upstream: Upstream
    diagnostics: tuple[Diagnostic, ...] = ()


def server_info(api: Api, options: Options) -> ServerInfo:
    """Name, title, version and instructions; the name is what package and settings are called after."""
    title = plain(api.title).strip() or "API"
    return ServerInfo(
        name=snake_case(options.name) or server_name(title),
        title=title,
        version=api.version or "0.1.0",
        instructions=instructions(api, title),
    )


def server_name(title: str) -> str:
    """A slug of the title without words that every API has: `Bookstore API v1` → `bookstore`."""
    words = [w for w in split_words(title) if not is_version(w)]
    telling = [w for w in words if w not in TITLE_NOISE]
    name = "_".join((telling or words or ["api"])[:4])
    return f"api_{name}" if name[:1].isdigit() else name


def instructions(api: Api, title: str) -> str:
    """One or two sentences about what the API is; how to use each tool stands with the tool (SRV002)."""
    told = [s for s in sentences(plain(api.description)) if not _CHAFF.search(s) and not s.endswith(":")]
    text = " ".join(sentence_case(s) for s in told)
    if added_words(text, title):
        return cut(text, INSTRUCTIONS_LENGTH)
    covered = _covered(api)
    return f"Works with {title.rstrip('.')}{f': {covered}' if covered else ''}."


def _covered(api: Api) -> str:
    """What most operations are about, by their first tags: `books, orders and members`; '' of an API without tags."""
    tags = Counter(_spoken(tag) for operation in api.operations for tag in operation.tags[:1])
    most = sorted(tags, key=lambda tag: (-tags[tag], tag))[:_MOST_TAGS]
    shown = [tag for tag in most if len(tag) <= _LONGEST_TAG]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else ""


def _spoken(tag: str) -> str:
    text = plain(tag)
    return text if " " in text or text.isalpha() else " ".join(split_words(text))


def upstream(api: Api, options: Options, operations: tuple[Operation, ...]) -> Presented:
    """The base URL and the credentials that the given operations may need."""
    needed = (api.security, *(o.security for o in operations if o.security is not None))
    keys = {key for security in needed for alternative in security for key in alternative}
    schemes = tuple(sendable(s) for s in api.security_schemes if s.key in keys)
    auth = credentials(schemes)
    where = address(api, options.base_url, {*OWN_SETTINGS, *(name for each in auth for name in each.variables)})
    return Presented(
        upstream=Upstream(url=where.url, auth=auth, security=usable(api.security, schemes), variables=where.variables),
        diagnostics=(
            *where.diagnostics,
            *own_server_faults(api, operations, options.base_url),
            *credential_faults(schemes, auth, needed),
        ),
    )
