"""Parameters that no tool needs: formats, tracing, and credentials that the server sends itself (PAR016, SEC011)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mcpgen.model.api import Api, MediaType, Operation, Parameter, Security, SecurityScheme
from mcpgen.model.binding import Fixed, Generate
from mcpgen.model.json import Json
from mcpgen.model.schema import Enum, Object, Scalar, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.draft import Draft, Drafts
from mcpgen.shaping.text import plain
from mcpgen.shaping.words import snake_case, split_words

_PRETTY = frozenset({"pretty", "pretty_print", "prettyprint", "prettify", "beautify"})
_TRACING = frozenset(
    "x_trace_id trace_id traceparent tracestate x_cloud_trace_context x_b3_traceid x_b3_spanid x_b3_sampled x_b3_flags "
    "x_b3_parentspanid b3 x_amzn_trace_id x_span_id x_ms_client_request_id client_request_id user_agent x_user_agent "
    "accept_encoding cache_control connection dnt x_requested_with x_forwarded_for x_forwarded_host x_forwarded_proto "
    "x_real_ip referer pragma cookie".split()
)
_SIGNATURE = re.compile(r"x-(?:amz|goog)-(?!meta|acl|copy|storage|tagging)\S+", re.I)
_GOOGLE = frozenset({"xgafv", "upload_protocol", "upload_type", "quota_user", "user_ip"})
"""What every method of a Google API takes beside its own parameters."""
_GOOGLE_SIGNS = frozenset({"xgafv", "pretty_print", "quota_user"})
_TOKENS = frozenset({"token", "access_token", "oauth_token", "auth_token", "bearer_token", "x_token", "authorization"})
_KEYS = frozenset({"key", "api_key", "apikey", "x_api_key", "x_apikey", "apitoken", "api_token", "x_api_token"})
_SAYS_KEY = re.compile(r"\bapi[ _-]?(?:key|token)\b", re.I)
_SAYS_TOKEN = re.compile(r"\b(?:auth\w*|access|bearer|oauth\S*)[ _-]?(?:2\.0 )?token\b", re.I)
_SAYS_JSONP = re.compile(r"json-?p\b|javascript|\bajax\b|wrap", re.I)
_SAYS_INTERNAL = re.compile(r"\bfor internal use\b|\binternal use only\b", re.I)
_REQUEST_IDS = (("request", "id"), ("correlation", "id"), ("idempotency", "key"), ("trace", "id"))
_FORMAT_WORDS = frozenset({"format", "alt", "extension", "output", "type", "fmt", "f", "accept"})
_FORMATS = frozenset("json xml html htm yaml yml jsonp js javascript text txt plain rss atom php proto media".split())
_ORDER = ("header", "query", "cookie")


# --- left out, before anything is bound


def without_needless(drafts: Drafts) -> Drafts:
    """The drafts without parameters that are of no use to a model; each is told of.

    A key that operations ask for although no scheme is declared becomes one: a setting, never an argument.
    """
    schemes = {s.key: s for s in drafts.api.security_schemes}
    made = []
    for draft in drafts.drafts:
        operation, assumed = _keyed(draft.operation, drafts.api)
        schemes.update((s.key, s) for s in assumed if s.key not in schemes)
        bearer = _sends_token(operation, drafts.api)
        made.append(
            _sifted(replace(draft, operation=operation), drafts.api.schemas, bearer=bearer, keyed=bool(assumed))
        )
    api = replace(drafts.api, security_schemes=tuple(schemes.values()))
    return replace(drafts, api=api, drafts=tuple(made))


def _sifted(draft: Draft, schemas: Schemas, *, bearer: bool, keyed: bool) -> Draft:
    kept, decisions = [], list[Decision]()
    names = frozenset(snake_case(p.name) for p in draft.operation.parameters)
    for parameter in draft.operation.parameters:
        reason = _reason(parameter, schemas, names, bearer=bearer, keyed=keyed)
        if reason:
            text = f"{parameter.place} parameter {parameter.name} is left out: {reason}."
            decisions.append(Decision(rule="PAR016", text=text, origin=parameter.origin))
        else:
            kept.append(parameter)
    operation = replace(draft.operation, parameters=tuple(kept))
    if bearer and operation.body is not None:
        content = tuple(_without_token(media, schemas) for media in operation.body.content)
        if content != operation.body.content:
            text = "token of the body is left out: the server sends it with the operator's credential."
            decisions.append(Decision(rule="PAR016", text=text, origin=operation.body.origin))
            operation = replace(operation, body=replace(operation.body, content=content))
    return replace(draft, operation=operation, decisions=(*draft.decisions, *decisions))


def _reason(parameter: Parameter, schemas: Schemas, names: frozenset[str], *, bearer: bool, keyed: bool) -> str:
    """Why a parameter is left out, '' where it is not."""
    name, text = snake_case(parameter.name), parameter.description
    if parameter.place == "path":
        return ""
    if bearer and name in _TOKENS and (name != "token" or _SAYS_TOKEN.search(text)):
        return "the server sends the operator's credential"
    if parameter.required:
        return ""
    if (keyed or bearer) and (name in _KEYS - {"key"} or (name == "key" and _SAYS_KEY.search(text))):
        return "the server sends the operator's credential"
    if name in _PRETTY:
        return "how the answer is indented is of no use to a model"
    if parameter.place == "header" and name in _TRACING:
        return "it is about the transport"
    if parameter.place in ("header", "query") and _SIGNATURE.fullmatch(parameter.name):
        return "it is part of a request's signature"
    if name in _GOOGLE and names & _GOOGLE_SIGNS:
        return "it is about the transport"
    if parameter.place == "query" and (name == "jsonp" or (name == "callback" and _SAYS_JSONP.search(text))):
        return "it wraps the answer for scripts of web pages"
    if _SAYS_INTERNAL.search(text):
        return "it is for internal use"
    if _format(parameter, schemas) is not None and _default(parameter, schemas) == _format(parameter, schemas):
        return "JSON is what comes back without it"
    return ""


def _without_token(media: MediaType, schemas: Schemas) -> MediaType:
    """The representation without a property that repeats the bearer token."""
    schema = schemas.resolve(media.schema) if media.schema is not None else None
    if not isinstance(schema, Object):
        return media
    kept = tuple(
        p
        for p in schema.properties
        if not (snake_case(p.name) in _TOKENS and _SAYS_TOKEN.search(schemas.resolve(p.schema).description))
    )
    return media if len(kept) == len(schema.properties) else replace(media, schema=replace(schema, properties=kept))


def _effective(operation: Operation, api: Api) -> Security:
    return api.security if operation.security is None else operation.security


def _sends_token(operation: Operation, api: Api) -> bool:
    """Whether the operator's credential goes out as a token in `Authorization`."""
    kinds = {s.key: s for s in api.security_schemes}
    keys = [key for alternative in _effective(operation, api) for key in alternative]
    return any(key in kinds and kinds[key].type in ("bearer", "clientCredentials") for key in keys)


def _keyed(operation: Operation, api: Api) -> tuple[Operation, Sequence[SecurityScheme]]:
    """The operation with a requirement for the keys that its parameters ask for, where it declares none."""
    if any(_effective(operation, api)):
        return operation, ()
    found = sorted(_keys(operation), key=lambda p: _ORDER.index(p.place))
    needed = [p for p in found if p.required]
    taken = needed or found[:1]
    if not taken:
        return operation, ()
    schemes = [
        SecurityScheme(
            key=f"{p.place}_{snake_case(p.name)}",
            type="apiKey",
            place="header" if p.place == "header" else "query" if p.place == "query" else "cookie",
            name=p.name,
            description=plain(p.description),
            declared="apiKey",
            origin=p.origin,
        )
        for p in taken
    ]
    alternative = tuple(s.key for s in schemes)
    return replace(operation, security=(alternative,) if needed else (alternative, ())), schemes


def _keys(operation: Operation) -> Iterator[Parameter]:
    """The parameters that are a key of the API by their name; with one of them, the user's name for it."""
    named = [p for p in operation.parameters if p.place in _ORDER and _is_key(p)]
    yield from named
    if named:
        yield from (p for p in operation.parameters if p.place == "header" and snake_case(p.name) == "api_username")


def _is_key(parameter: Parameter) -> bool:
    name, words = snake_case(parameter.name), split_words(parameter.name)
    if name in _KEYS - {"key"} or words[-2:] == ("api", "key"):
        return True
    return (
        words[-1:] == ("key",)
        and bool(_SAYS_KEY.search(parameter.description))
        and (parameter.place == "header" or name == "key")
    )


# --- fixed, where the API wants to be sent it


def given_by_server(parameter: Parameter, schemas: Schemas) -> tuple[Fixed | Generate, str] | None:
    """The value that the server gives in the model's place, and why; None where it is the model's to give."""
    words = split_words(parameter.name)
    if parameter.place == "header":
        if words[-2:] in _REQUEST_IDS and words[:1] != ("last",):
            return Generate(kind="uuid"), f"{parameter.name} is set by the server, anew for each call"
        if snake_case(parameter.name) == "prefer" and "representation" in parameter.description:
            return Fixed(value="return=representation"), "Prefer asks for the whole answer"
    found = _format(parameter, schemas)
    if found is not None:
        return Fixed(value=found), f"{parameter.name} is always {found}: what is read is JSON"
    return None


def _format(parameter: Parameter, schemas: Schemas) -> Json:
    """The value that asks for JSON, where a parameter only says how the answer is written; None of any other."""
    words = split_words(parameter.name)
    schema = schemas.resolve(parameter.schema)
    if not words or words[-1] not in _FORMAT_WORDS or not isinstance(schema, Enum):
        return None
    values = [v for v in schema.values if isinstance(v, str)]
    if not values or any(v.lower().lstrip(".").rpartition("/")[2] not in _FORMATS for v in values):
        return None
    return next((v for v in values if v.lower().lstrip(".").rpartition("/")[2] == "json"), None)


def _default(parameter: Parameter, schemas: Schemas) -> Json:
    schema = schemas.resolve(parameter.schema)
    return schema.default if isinstance(schema, Scalar | Enum) else None
