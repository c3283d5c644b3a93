"""Where the API is, what it wants to be shown, and how the server presents itself (SRV001, SRV009)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from mcpgen.diagnostics import Diagnostic, Origin, Severity
from mcpgen.model.address import base_url
from mcpgen.model.api import Api, Operation, Security, SecurityScheme
from mcpgen.model.toolset import Auth, Grant, ServerInfo, Upstream
from mcpgen.shaping.options import Options
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
QUERY = re.compile(r"[A-Za-z0-9._~%!$&'()*+,;=:@/?-]*")
FRAMING = frozenset({"connection", "content-length", "host", "te", "trailer", "transfer-encoding", "upgrade"})
"""Headers that say how a request travels, not what it asks for (RFC 9112)."""
TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
"""Names of headers and cookies (RFC 9110, section 5.6.2)."""


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
    diagnostics: list[Diagnostic] = []
    declared = options.base_url or (api.servers[0].url if api.servers else "")
    at = api.origin.at("servers") if api.servers else api.origin
    url, problem = base_url(declared)
    if problem:
        hint = "Give --base-url, or set the package's BASE_URL when it runs"
        path = urlsplit(declared).path if declared.startswith("/") else ""
        hint += f", with the path {path}." if path.strip("/") else "."
        diagnostics.append(Diagnostic(code="server-url", severity=Severity.WARNING, message=problem, hint=hint, at=at))
    elif _in_the_clear(url):
        message = f"The base URL {url} is not https: credentials travel in the clear."
        hint = "Use https, or give --base-url."
        diagnostics.append(Diagnostic(code="SRV009", severity=Severity.WARNING, message=message, hint=hint, at=at))
    needed = (api.security, *(o.security for o in operations if o.security is not None))
    keys = {key for security in needed for alternative in security for key in alternative}
    schemes = tuple(_sendable(s) for s in api.security_schemes if s.key in keys)
    diagnostics += [_unsupported(s) for s in schemes if s.type == "unsupported"]
    auth = _auth(schemes)
    origins = {s.key: s.origin for s in schemes}
    diagnostics += [fault for a in auth for fault in _token_url_faults(a, origins[a.key])]
    return Presented(
        upstream=Upstream(url=url.rstrip("/"), auth=auth, security=usable(api.security, schemes)),
        diagnostics=tuple(diagnostics),
    )


def _sendable(scheme: SecurityScheme) -> SecurityScheme:
    """The scheme, not covered where its name cannot be one of a header or cookie, or the client sets that header."""
    if scheme.type != "apiKey" or scheme.place == "query":
        return scheme
    if TOKEN.fullmatch(scheme.name) and not (scheme.place == "header" and scheme.name.lower() in FRAMING):
        return scheme
    return replace(scheme, type="unsupported", declared=f"apiKey named {scheme.name!r}")


def token_url(declared: str) -> str:
    """Where tokens are fetched, absolute or relative; '' where `declared` is no such URL (RFC 6749, section 3.2)."""
    path, _, query = declared.partition("?")
    is_whole = ":" in path.partition("/")[0]
    whole, _ = base_url(path if is_whole else f"https://base/{path}")
    return declared if declared and whole and QUERY.fullmatch(query) else ""


def _token_url_faults(auth: Auth, at: Origin) -> Iterator[Diagnostic]:
    grant = auth.grant
    if auth.type == "clientCredentials" and not grant.token_url:
        message = f"The security scheme {auth.key} names no URL that tokens can be fetched from."
        hint = f"Set the package's {grant.token_url_env} when it runs."
        yield Diagnostic(code="token-url", severity=Severity.WARNING, message=message, hint=hint, at=at)
    elif _in_the_clear(grant.token_url):
        message = f"The token URL {grant.token_url} is not https: the client's secret travels in the clear."
        yield Diagnostic(code="SRV009", severity=Severity.WARNING, message=message, hint="Use https.", at=at)


def _in_the_clear(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1", "::1")


def usable(security: Security, schemes: tuple[SecurityScheme, ...]) -> Security:
    """The alternatives that can be met: those that name a scheme which is unknown or not covered are dropped."""
    known = {s.key for s in schemes if _sendable(s).type != "unsupported"}
    return tuple(alternative for alternative in security if all(key in known for key in alternative))


def _auth(schemes: tuple[SecurityScheme, ...]) -> tuple[Auth, ...]:
    supported = [s for s in schemes if s.type != "unsupported"]
    kinds = Counter(s.type for s in supported)
    tokens = kinds["bearer"] + sum(s.user_flows for s in supported)
    return tuple(
        Auth(
            key=s.key,
            type=s.type,
            env=_environment(s, alone=(tokens if s.type == "bearer" else kinds[s.type]) == 1),
            place=s.place,
            name=s.name,
            description=cut(plain(s.description), 160),
            grant=_grant(s, alone=kinds[s.type] == 1, one_token=tokens == 1),
        )
        for s in supported
        if s.type != "unsupported"
    )


def _environment(scheme: SecurityScheme, *, alone: bool) -> tuple[str, ...]:
    """Names of settings: plain where there is one scheme of the kind, else told apart by the scheme's key."""
    own = snake_case(scheme.key).upper()
    match scheme.type:
        case "basic":
            return ("USERNAME", "PASSWORD") if alone else (f"{own}_USERNAME", f"{own}_PASSWORD")
        case "clientCredentials":
            return ("CLIENT_ID", "CLIENT_SECRET") if alone else (f"{own}_CLIENT_ID", f"{own}_CLIENT_SECRET")
        case "bearer":
            return ("TOKEN",) if alone else (f"{own}_TOKEN",)
        case _:
            return ("API_KEY",) if alone else (f"{own}_KEY" if not own.endswith("KEY") else own,)


def _grant(scheme: SecurityScheme, *, alone: bool, one_token: bool) -> Grant:
    """How tokens are had; where tokens are fetched is a setting unless the description says it in full."""
    if scheme.type != "clientCredentials":
        return Grant()
    own = f"{snake_case(scheme.key).upper()}_"
    prefix, url = "" if alone else own, token_url(scheme.token_url)
    return Grant(
        token_url=url,
        scopes=scheme.scopes,
        token_url_env="" if urlsplit(url).scheme else f"{prefix}TOKEN_URL",
        scopes_env=f"{prefix}SCOPES",
        token_env=("TOKEN" if one_token else f"{own}TOKEN") if scheme.user_flows else "",
    )


def _unsupported(scheme: SecurityScheme) -> Diagnostic:
    return Diagnostic(
        code="auth-uncovered",
        severity=Severity.WARNING,
        message=f"The security scheme {scheme.key} ({scheme.declared}) is not covered yet; it is not sent.",
        hint="Set the credential in hooks.py (before_request).",
        at=scheme.origin,
    )
