"""Operations that are not for a model: health, documentation, debugging, and the hand-out of credentials (GRA005).

Judged by the operation itself, its last path segments above all, never by a word in a base path (an admin API's
`/admin` is its business); and never so that an API would lose its main purpose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from mcpgen.model.api import Operation
from mcpgen.model.schema import Object, Schema, Schemas, Union
from mcpgen.shaping.evidence import Answer, Shape, answer
from mcpgen.shaping.route import Route, read_route
from mcpgen.shaping.words import split_words

_MAIN_PURPOSE = 0.4


class Kind(StrEnum):
    """Why an operation is internal; the value is the reason as it is told."""

    HEALTH = "checks whether the server is alive"
    METRICS = "exposes metrics of the server for monitoring"
    ABOUT = "tells the version or build of the server"
    DOCUMENTATION = "serves the API's own description or documentation"
    DEBUG = "is for debugging the server"
    CREDENTIALS = "signs in or hands out credentials, which the operator sets instead"
    DISCOVERY = "tells programs how to reach and trust the server"
    SITE = "serves a file of the web site"


_HEALTH = re.compile(
    r"health(?:z|check)?s?|healthcheckz|livez?|readyz?|liveness|readiness|alive|ping|heartbeat|startupz?|isalive|isready"
)
_ABOUT = re.compile(r"versions?|buildinfo|serverinfo|serverversion|about")
_DESCRIPTIONS = re.compile(
    r"(?:openapi|swagger|asyncapi|apidocs?|redoc|swaggerui|swaggerresources|rapidoc|graphiql)(?:json|ya?ml|html)?"
)
_DOCUMENTATION = re.compile(r"docs?|documentation|schema|spec|apispec|api")
_DEBUG = frozenset({"debug", "pprof", "heapdump", "threaddump", "profiler", "phpinfo"})
_ACTUATOR = frozenset({"actuator"})
_SITE = frozenset({"favicon.ico", "robots.txt", "sitemap.xml"})
_SESSION = r"(?:user)?(?:log|sign)(?:in|out|off)|logoutall|authenticate"
"""A person comes and goes."""
_PROTOCOL = r"oauth2?|oidc|saml2?|sso|authorize|consent|callback|introspect|revoke"
"""Steps of OAuth, OpenID Connect and SAML."""
_TOKENS = (
    r"(?:access|refresh|id|jwt|auth|csrf|xsrf|bearer)?token(?:s?refresh|verify|revoke|introspect)?|"
    r"refresh(?:token)?|jwt|csrf"
)
_SIGN_IN = re.compile(rf"{_SESSION}|{_PROTOCOL}|{_TOKENS}")
_SIGN_IN_ALONE = re.compile(rf"{_SESSION}|(?:access|refresh|auth|jwt|bearer|csrf)token")
_SIGN_IN_PARENTS = frozenset(
    "auth authentication oauth oauth2 oidc openid connect saml saml2 sso login token tokens session user users "
    "account accounts security public me".split()
)
_AUTH_PARENTS = frozenset("auth authentication oauth oauth2 oidc openid saml saml2 sso token".split())
_TOKEN_ENDPOINT = re.compile(r"(?:.*/)?(?:oauth2?|oidc|openid|openidconnect)/?(?:access|(?:access)?token|exchange)")
_EXCHANGED = re.compile(
    r"\bexchang(?:e|es|ing)\b[^.]{0,60}\b(?:oauth|authori[sz]ation|verifier|temporary)\b[^.]{0,40}\bcode\b[^.]{0,60}"
    r"\btokens?\b",
    re.I,
)
"""The text of an exchange of a code for an access token (RFC 6749, section 4.1.3)."""
_IDENTITY = frozenset(
    "oauth oauth2 oidc openid saml realm realms identity identities consent login authentication authorization "
    "recovery credentials jwks".split()
)
_SECRET = frozenset({"accesstoken", "refreshtoken", "idtoken", "jwt", "authtoken", "sessiontoken", "bearertoken"})
_ABOUT_SERVER = re.compile(
    r"\b(?:server|service|api|application|app|system)\b.{0,40}\b(?:status|health|alive|running|up|version)\b|"
    r"\bstatus of (?:the |this )?(?:\w+ )?(?:server|service|api|application|app|system)\b|"
    r"health.?check|\bliveness\b|\breadiness\b",
    re.IGNORECASE,
)
_MENTIONS_DOCS = re.compile(r"openapi|swagger|redoc|api documentation|api description", re.I)
_MENTIONS_METRICS = re.compile(r"prometheus|openmetrics|monitoring|server metrics", re.I)


def internal_operations(operations: Sequence[Operation], schemas: Schemas | None = None) -> Mapping[str, str]:
    """The internal operations of an API, by key, with the reason; none of a kind that is the API's main purpose.

    Nor any that lists things which have paths of their own: the checks of /health-checks/{id}.
    """
    collections = {o.path.rstrip("/").rpartition("/")[0] for o in operations if o.path.rstrip("/").endswith("}")}
    found = [(o, internal_kind(o, schemas)) for o in operations if o.path.rstrip("/") not in collections]
    kinds = {operation.key: kind for operation, kind in found if kind is not None}
    enough = max(2, _MAIN_PURPOSE * len(operations))
    purposes = {kind for kind, count in Counter(kinds.values()).items() if count >= enough}
    if sum(_is_of_identity(operation) for operation in operations) >= enough:
        purposes.add(Kind.CREDENTIALS)
    return {key: kind.value for key, kind in kinds.items() if kind not in purposes}


def _is_of_identity(operation: Operation) -> bool:
    """True for an operation on what an identity provider keeps: realms, identities, clients and their consents."""
    return any(_IDENTITY.intersection(segment.words) for segment in read_route(operation.path).segments)


def internal_kind(operation: Operation, schemas: Schemas | None = None) -> Kind | None:
    """The kind of internal operation, or None. `schemas` lets references in an answer be followed."""
    route = read_route(operation.path)
    if _exchanges(operation, route, schemas):
        return Kind.CREDENTIALS
    if any(s.parameter for s in route.segments) or not route.literals:
        return Kind.DISCOVERY if _well_known(operation.path) else None
    last = route.literals[-1].text.lower()
    squeezed = re.sub(r"[^a-z0-9]", "", last)
    if operation.method in ("GET", "HEAD"):
        kind = _served(operation, route, last, squeezed, schemas)
        if kind is not None:
            return kind
    if _well_known(operation.path):
        return Kind.DISCOVERY
    if _signs_in(operation, route, squeezed, schemas):
        return Kind.CREDENTIALS
    if squeezed in _DEBUG or (len(route.literals) > 1 and set(route.literals[-2].words) & _DEBUG):
        return Kind.DEBUG
    return None


def _well_known(path: str) -> bool:
    return "/.well-known/" in path or path.endswith("/.well-known")


def _served(operation: Operation, route: Route, last: str, squeezed: str, schemas: Schemas | None) -> Kind | None:
    """What a plain GET without parameters serves about the server itself."""
    parents = [word for segment in route.literals[:-1] for word in segment.words]
    asks = any(p.required for p in operation.parameters)
    if last in _SITE:
        return Kind.SITE
    if _DESCRIPTIONS.fullmatch(squeezed) and len(parents) <= 2:
        return Kind.DOCUMENTATION
    if set(parents) & _ACTUATOR:
        return Kind.METRICS
    if asks:
        return None
    about_server = not parents or set(parents) <= {
        "health",
        "monitor",
        "monitoring",
        "status",
        "system",
        "server",
        "internal",
        "actuator",
        "probe",
        "probes",
    }
    found = answer(operation, schemas)
    health = _HEALTH.fullmatch(squeezed) or (last == "status" and _ABOUT_SERVER.search(_text(operation)))
    if about_server and health and found.shape is not Shape.LIST:
        return Kind.HEALTH
    if about_server and _ABOUT.fullmatch(squeezed) and found.shape is not Shape.LIST:
        return Kind.ABOUT
    if (
        about_server
        and squeezed in ("metrics", "prometheus")
        and (found.shape is Shape.TEXT or _MENTIONS_METRICS.search(_text(operation)))
    ):
        return Kind.METRICS
    if (
        not parents
        and _DOCUMENTATION.fullmatch(squeezed)
        and (found.media_type == "text/html" or _MENTIONS_DOCS.search(_text(operation)))
    ):
        return Kind.DOCUMENTATION
    return None


def _text(operation: Operation) -> str:
    return f"{operation.summary} {operation.description}"


def _signs_in(operation: Operation, route: Route, squeezed: str, schemas: Schemas | None) -> bool:
    """True for logging in and out and for OAuth's exchanges: the operator's credential stands in for them."""
    parents = {word for segment in route.literals[:-1] for word in segment.words}
    if operation.method not in ("GET", "POST"):
        return False
    if _SIGN_IN_ALONE.fullmatch(squeezed) and parents <= _SIGN_IN_PARENTS:
        return True
    if parents and parents <= _SIGN_IN_PARENTS and parents & _AUTH_PARENTS and _SIGN_IN.fullmatch(squeezed):
        return True
    return (
        operation.method == "POST"
        and squeezed in ("token", "session", "sessions", "auth", "jwt")
        and _gives_token(answer(operation, schemas), schemas)
    )


def _exchanges(operation: Operation, route: Route, schemas: Schemas | None) -> bool:
    """True for the token endpoint of OAuth 2.0 (RFC 6749, section 3.2), whatever it is called."""
    literals = [re.sub(r"[^a-z0-9]", "", s.text.lower()) for s in route.literals]
    if operation.method not in ("GET", "POST") or route.ends_in_parameter or not literals:
        return False
    if _TOKEN_ENDPOINT.fullmatch("/".join(literals[-2:])) or _EXCHANGED.search(_text(operation)):
        return True
    return literals[-1] == "token" and _takes_grant_type(operation, schemas)


def _takes_grant_type(operation: Operation, schemas: Schemas | None) -> bool:
    names = [p.name for p in operation.parameters]
    for media in operation.body.content if operation.body is not None else ():
        form = schemas.resolve(media.schema) if media.schema is not None and schemas is not None else media.schema
        if isinstance(form, Object):
            names += [p.name for p in form.properties]
    return any("".join(split_words(name)) == "granttype" for name in names)


def _gives_token(found: Answer, schemas: Schemas | None) -> bool:
    """True when the answer holds an access token."""
    return found.schema is not None and _holds_token(found.schema, schemas)


def _holds_token(schema: Schema, schemas: Schemas | None, depth: int = 2) -> bool:
    resolved = schemas.resolve(schema) if schemas is not None else schema
    match resolved:
        case Object():
            return any("".join(split_words(p.name)) in _SECRET for p in resolved.properties)
        case Union() if depth:
            return any(_holds_token(v.schema, schemas, depth - 1) for v in resolved.variants[:8])
        case _:
            return False
