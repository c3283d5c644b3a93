"""Parameters that no tool needs: formats, streams, tracing, credentials that the server sends (PAR016, SEC011)."""

from __future__ import annotations

import re
from dataclasses import replace

from mcpgen.model.api import Parameter
from mcpgen.model.binding import Fixed, Generate
from mcpgen.model.json import Json
from mcpgen.model.schema import Enum, Scalar, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.draft import Draft, Drafts
from mcpgen.shaping.parameter_credentials import keyed, repeats_key, repeats_token, sends_token, shown, without_token
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
_SAYS_JSONP = re.compile(r"json-?p\b|javascript|\bajax\b|wrap", re.I)
_SAYS_INTERNAL = re.compile(r"\bfor internal use\b|\binternal use only\b", re.I)
_STREAMS = frozenset({"watch", "follow", "stream", "streaming", "stream_output", "tail", "live", "sse"})
_SAYS_STREAM = re.compile(
    r"\bstream(?:s|ed|ing)?\b|\bwatch(?:es|ing)? for\b|\blive (?:updates|logs?|output|tail)|\breal-?time\b|server-sent"
    r"|\bkeeps? (?:the )?connection\b|\bas (?:they|it) (?:arrives?|happens?|occurs?|(?:is|are) (?:written|produced))\b"
    r"|\btail\b|\bfollow (?:the )?(?:logs?|output)\b",
    re.I,
)
_WITH_STREAM = re.compile(
    r"^(?:when|if) (?:specified|used|set|given|combined) (?:together )?with (?:an? |the )?[`'\"]?(?P<first>\w+)"
    r"|\bonly (?:\w+ ){0,4}?(?:with|when|for|if) (?:the )?[`'\"]?(?P<only>\w+)",
    re.I,
)
_OR_WATCH = re.compile(
    r"\b(lists?|gets?|reads?|returns?|fetch(?:es)?) ?(?:,|or|/|and) ?(?:watch(?:es)?|streams?|follows?)\b", re.I
)
"""What a tool is said to do beside reading, where that part is left out."""
_SAYS_CALL_TIMEOUT = re.compile(
    r"\btime-?out (?:for|of) (?:the |this )(?:[\w/-]+ )?(?:call|request|connection)\b|\bHTTP client time-?out\b", re.I
)
_REQUEST_IDS = (("request", "id"), ("correlation", "id"), ("idempotency", "key"), ("trace", "id"))
_FORMAT_WORDS = frozenset({"format", "alt", "extension", "output", "type", "fmt", "f", "accept"})
_FORMATS = frozenset("json xml html htm yaml yml jsonp js javascript text txt plain rss atom php proto media".split())


# --- left out, before anything is bound


def without_needless(drafts: Drafts) -> Drafts:
    """The drafts without parameters that are of no use to a model; each is told of.

    A key that operations ask for although no scheme is declared becomes one, and so does a token that they ask for
    beside one: a setting, never an argument.
    """
    schemes = {s.key: s for s in drafts.api.security_schemes}
    made = []
    for draft in drafts.drafts:
        bearer = sends_token(draft.operation, drafts.api)
        found = shown(draft.operation, drafts.api)
        operation, assumed = keyed(found.operation, drafts.api)
        schemes.update((s.key, s) for s in (*found.schemes, *assumed) if s.key not in schemes)
        draft = replace(draft, operation=operation, decisions=(*draft.decisions, *found.decisions))
        made.append(_sifted(draft, drafts.api.schemas, bearer=bearer, keyed=bool(assumed)))
    api = replace(drafts.api, security_schemes=tuple(schemes.values()))
    return replace(drafts, api=api, drafts=tuple(made))


def _sifted(draft: Draft, schemas: Schemas, *, bearer: bool, keyed: bool) -> Draft:
    kept, decisions = [], list[Decision]()
    names = frozenset(snake_case(p.name) for p in draft.operation.parameters)
    streams = frozenset(snake_case(p.name) for p in draft.operation.parameters if _streams(p, schemas))
    for parameter in draft.operation.parameters:
        reason = _about_stream(parameter, streams, schemas) or _reason(
            parameter, draft.operation.path, schemas, names, bearer=bearer, keyed=keyed
        )
        if reason:
            text = f"{parameter.place} parameter {parameter.name} is left out: {reason}."
            decisions.append(Decision(rule="PAR016", text=text, origin=parameter.origin))
        else:
            kept.append(parameter)
    operation = replace(draft.operation, parameters=tuple(kept))
    if any(snake_case(p.name) in streams for p in draft.operation.parameters if p not in kept):
        operation = replace(
            operation,
            summary=_OR_WATCH.sub(r"\1", operation.summary),
            description=_OR_WATCH.sub(r"\1", operation.description),
        )
    if bearer and operation.body is not None:
        content = tuple(
            without_token(media, schemas, operation.path, optional_only=True) for media in operation.body.content
        )
        if content != operation.body.content:
            text = "token of the body is left out: the server sends it with the operator's credential."
            decisions.append(Decision(rule="PAR016", text=text, origin=operation.body.origin))
            operation = replace(operation, body=replace(operation.body, content=content))
    return replace(draft, operation=operation, decisions=(*draft.decisions, *decisions))


def _reason(
    parameter: Parameter, path: str, schemas: Schemas, names: frozenset[str], *, bearer: bool, keyed: bool
) -> str:
    """Why a parameter is left out, '' where it is not."""
    name, text = snake_case(parameter.name), parameter.description
    if parameter.place == "path":
        return ""
    if bearer and repeats_token(parameter.name, text, path):
        return "the server sends the operator's credential"
    if parameter.required:
        return ""
    if (keyed or bearer) and repeats_key(parameter.name, text):
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


def _streams(parameter: Parameter, schemas: Schemas) -> bool:
    """Whether a parameter turns the answer into a stream of events, which no tool can give back."""
    schema = schemas.resolve(parameter.schema)
    switch = parameter.place == "query" and isinstance(schema, Scalar) and schema.type == "boolean"
    return switch and snake_case(parameter.name) in _STREAMS and bool(_SAYS_STREAM.search(parameter.description))


def _about_stream(parameter: Parameter, streams: frozenset[str], schemas: Schemas) -> str:
    """Why a parameter of a stream, or of how long a call may last, is left out; '' where it is not."""
    if parameter.place != "query" or parameter.required:
        return ""
    name, text = snake_case(parameter.name), parameter.description
    if name in streams:
        # one that streams unless it is told not to is sent as false
        return (
            "" if _default(parameter, schemas) is True else "its answer would be a stream, which a tool cannot return"
        )
    beside = [m[m.lastgroup].lower() for m in _WITH_STREAM.finditer(plain(text)) if m.lastgroup]
    if streams.intersection(beside):
        return "it only matters to a stream, which a tool cannot return"
    if "timeout" in name and _SAYS_CALL_TIMEOUT.search(text):
        return "how long a call may last is the server's business"
    return ""


# --- fixed, where the API wants to be sent it


def given_by_server(parameter: Parameter, schemas: Schemas) -> tuple[Fixed | Generate, str] | None:
    """The value that the server gives in the model's place, and why; None where it is the model's to give."""
    words = split_words(parameter.name)
    if parameter.place == "header":
        if words[-2:] in _REQUEST_IDS and words[:1] != ("last",):
            return Generate(kind="uuid"), f"{parameter.name} is set by the server, anew for each call"
        if snake_case(parameter.name) == "prefer" and "representation" in parameter.description:
            return Fixed(value="return=representation"), "Prefer asks for the whole answer"
    if _streams(parameter, schemas):
        return Fixed(value=False), f"{parameter.name} is always false: a tool cannot return a stream"
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
