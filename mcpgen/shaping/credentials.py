"""What the API wants to be shown: credentials, the settings they come from, and which of them a request needs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, islice, product
from urllib.parse import urlsplit

from mcpgen.diagnostics import Diagnostic, Origin, Severity
from mcpgen.model.address import base_url
from mcpgen.model.api import Security, SecurityScheme
from mcpgen.model.http import FRAMING, is_token
from mcpgen.model.toolset import OWN_SETTINGS, Auth, Grant
from mcpgen.shaping.text import cut, plain
from mcpgen.shaping.words import snake_case

_QUERY = re.compile(r"[A-Za-z0-9._~%!$&'()*+,;=:@/?-]*")
_MOST_ALTERNATIVES = 20


def sendable(scheme: SecurityScheme) -> SecurityScheme:
    """The scheme, not covered where its name cannot be one of a header or cookie, or the client sets that header."""
    if scheme.type != "apiKey" or scheme.place in ("query", "body"):
        return scheme
    if is_token(scheme.name) and not (scheme.place == "header" and scheme.name.lower() in FRAMING):
        return scheme
    return replace(scheme, type="unsupported", declared=f"apiKey named {scheme.name!r}")


def usable(security: Security, schemes: Iterable[SecurityScheme]) -> Security:
    """The alternatives that can be met; where none can be in full, what can be sent of each.

    Schemes that want the same place in a request cannot be sent together: each is an alternative of its own.
    """
    known = {s.key: s for s in map(sendable, schemes) if s.type != "unsupported"}
    whole = [keys for keys in security if all(key in known for key in keys)]
    parts = [tuple(key for key in keys if key in known) for keys in security]
    chosen = whole or [keys for keys in parts if keys]
    found = (apart for keys in chosen for apart in _apart([known[key] for key in keys]))
    return tuple(islice(dict.fromkeys(found), _MOST_ALTERNATIVES))


def clashes(security: Security, schemes: Iterable[SecurityScheme]) -> Iterator[tuple[str, ...]]:
    """The schemes of one alternative that want the same place in a request."""
    known = {s.key: s for s in map(sendable, schemes) if s.type != "unsupported"}
    for keys in security:
        for group in _by_place([known[key] for key in keys if key in known]):
            if len(group) > 1:
                yield tuple(group)


def _apart(schemes: list[SecurityScheme]) -> Iterator[tuple[str, ...]]:
    """The keys of the schemes, one for each place in a request."""
    return islice(product(*_by_place(schemes)), _MOST_ALTERNATIVES)


def _by_place(schemes: list[SecurityScheme]) -> list[list[str]]:
    """The keys of the schemes that want the same place."""
    groups: dict[tuple[str, str], list[str]] = {}
    for scheme in schemes:
        name = scheme.name.lower() if scheme.place == "header" else scheme.name
        where = ("connection", "") if scheme.type == "mutualTLS" else (scheme.place, name)
        groups.setdefault(where, []).append(scheme.key)
    return list(groups.values())


def credentials(schemes: Iterable[SecurityScheme]) -> tuple[Auth, ...]:
    """The credentials that the operator sets, each with settings of its own, but for one that has another's secret."""
    supported = [s for s in schemes if s.type != "unsupported"]
    kinds = Counter(map(_kind, (s for s in supported if not s.same_as)))
    tokens = kinds["bearer"] + sum(s.user_flows for s in supported)
    taken = set(OWN_SETTINGS)
    found: list[Auth] = []
    for scheme in supported:
        source = next((auth for auth in found if scheme.same_as and auth.key == scheme.same_as), None)
        if source is not None:
            found.append(replace(_credential(scheme, "", alone=True, one_token=False), env=source.env))
            continue
        alone = (tokens if scheme.type == "bearer" else kinds[_kind(scheme)]) == 1
        names = (_own_name(scheme, number) for number in count(1))
        made = (_credential(scheme, own, alone=alone, one_token=tokens == 1) for own in names)
        if scheme.type == "mutualTLS":  # a client shows one certificate
            auth = next(made)
        else:
            auth = next(auth for auth in made if not taken & set(auth.variables))
        taken.update(auth.variables)
        found.append(auth)
    return tuple(found)


def _kind(scheme: SecurityScheme) -> str:
    """What is told apart by settings of its own name: a header that is given whole is no key."""
    return "whole" if _is_whole_header(scheme) else scheme.type


def _is_whole_header(scheme: SecurityScheme) -> bool:
    """Whether the operator gives the whole header, for an HTTP scheme that the server does not know."""
    return scheme.type == "apiKey" and scheme.declared.startswith("http ")


def _own_name(scheme: SecurityScheme, number: int) -> str:
    """What the settings of a scheme begin with, where they are told apart by its key."""
    own = _upper(scheme.key)
    return own if number == 1 else f"{own}_{number}"


def _upper(name: str) -> str:
    """A name as it stands in that of a setting."""
    own = snake_case(name).upper()
    return own if own[:1].isalpha() else f"AUTH_{own}".rstrip("_")


def _credential(scheme: SecurityScheme, own: str, *, alone: bool, one_token: bool) -> Auth:
    assert scheme.type != "unsupported"
    return Auth(
        key=scheme.key,
        type=scheme.type,
        env=_environment(scheme, own, alone=alone),
        place=scheme.place,
        name=scheme.name,
        description=cut(plain(scheme.description), 160),
        grant=_grant(scheme, own, alone=alone, one_token=one_token),
    )


def _environment(scheme: SecurityScheme, own: str, *, alone: bool) -> tuple[str, ...]:
    """Names of settings: plain where there is one scheme of the kind, else told apart by the scheme's key."""
    match scheme.type:
        case "basic":
            return ("USERNAME", "PASSWORD") if alone else (f"{own}_USERNAME", f"{own}_PASSWORD")
        case "clientCredentials":
            return ("CLIENT_ID", "CLIENT_SECRET") if alone else (f"{own}_CLIENT_ID", f"{own}_CLIENT_SECRET")
        case "bearer":
            return ("TOKEN",) if alone else (f"{own}_TOKEN",)
        case "mutualTLS":
            return ("CLIENT_CERT", "CLIENT_KEY")
        case _ if _is_whole_header(scheme):
            return (f"{_upper(scheme.declared.removeprefix('http ')) if alone else own}_AUTHORIZATION",)
        case _:
            return ("API_KEY",) if alone else (f"{own}_KEY" if not own.endswith("KEY") else own,)


def _grant(scheme: SecurityScheme, own: str, *, alone: bool, one_token: bool) -> Grant:
    """How tokens are had; where tokens are fetched is a setting unless the description says it in full."""
    if scheme.type != "clientCredentials":
        return Grant()
    prefix, url = "" if alone else f"{own}_", token_url(scheme.token_url)
    return Grant(
        token_url=url,
        scopes=scheme.scopes,
        token_url_env="" if urlsplit(url).scheme else f"{prefix}TOKEN_URL",
        scopes_env=f"{prefix}SCOPES",
        token_env=("TOKEN" if one_token else f"{own}_TOKEN") if scheme.user_flows else "",
    )


def token_url(declared: str) -> str:
    """Where tokens are fetched, absolute or relative; '' where `declared` is no such URL (RFC 6749, section 3.2)."""
    path, _, query = declared.partition("?")
    is_whole = ":" in path.partition("/")[0]
    whole, _ = base_url(path if is_whole else f"https://base/{path}")
    return declared if declared and whole and _QUERY.fullmatch(query) else ""


def in_the_clear(url: str) -> bool:
    """Whether what is sent to a URL can be read on the way."""
    parts = urlsplit(url)
    return parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1", "::1")


def credential_faults(
    schemes: Iterable[SecurityScheme], auths: Iterable[Auth], needed: Iterable[Security]
) -> Iterator[Diagnostic]:
    """What a person should know: schemes that are not covered, that cannot go together, tokens that cannot be had."""
    by_key = {s.key: s for s in schemes}
    for scheme in by_key.values():
        if scheme.type == "unsupported":
            yield Diagnostic(
                code="auth-uncovered",
                severity=Severity.WARNING,
                message=f"The security scheme {scheme.key} ({scheme.declared}) is not covered yet; it is not sent.",
                hint="Set the credential in hooks.py (before_request).",
                at=scheme.origin,
            )
        elif _is_whole_header(scheme):
            yield Diagnostic(
                code="auth-whole",
                severity=Severity.WARNING,
                message=f"The security scheme {scheme.key} ({scheme.declared}) is sent as the operator sets it: "
                "the whole Authorization header.",
                hint="Where each request needs a value of its own, make it in hooks.py (before_request).",
                at=scheme.origin,
            )
    for keys in dict.fromkeys(keys for security in needed for keys in clashes(security, by_key.values())):
        yield Diagnostic(
            code="auth-place",
            severity=Severity.WARNING,
            message=f"The security schemes {' and '.join(keys)} are asked for together and go to the same place.",
            hint="A request carries the first that is set. Ask for them as alternatives.",
            at=by_key[keys[0]].origin,
        )
    for auth in auths:
        yield from _token_url_faults(auth, by_key[auth.key].origin)


def _token_url_faults(auth: Auth, at: Origin) -> Iterator[Diagnostic]:
    grant = auth.grant
    if auth.type == "clientCredentials" and not grant.token_url:
        message = f"The security scheme {auth.key} names no URL that tokens can be fetched from."
        hint = f"Set the package's {grant.token_url_env} when it runs."
        yield Diagnostic(code="token-url", severity=Severity.WARNING, message=message, hint=hint, at=at)
    elif in_the_clear(grant.token_url):
        message = f"The token URL {grant.token_url} is not https: the client's secret travels in the clear."
        yield Diagnostic(code="SRV009", severity=Severity.WARNING, message=message, hint="Use https.", at=at)
