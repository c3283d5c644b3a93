"""Which operations can be sent, and which parts of a request cannot be made yet: reported, never mangled."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.model.api import MediaType, Operation, Parameter, RequestBody
from mcpgen.model.media import FORM, essence
from mcpgen.model.schema import Anything, Enum, Map, Object, Scalar, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.draft import Draft, LeftOut
from mcpgen.shaping.evidence import is_json
from mcpgen.shaping.impossible import carrier_of, impossible
from mcpgen.shaping.representation import chosen

_DELIMITED = ("spaceDelimited", "pipeDelimited", "tabDelimited")
STYLES = {
    "path": ("simple", "label", "matrix", "segments", *_DELIMITED),
    "query": ("form", *_DELIMITED, "deepObject"),
    "querystring": ("form",),
    "header": ("simple", *_DELIMITED),
    "cookie": ("form", "cookie"),
}


def sendable(
    operation: Operation, schemas: Schemas, credentials: frozenset[tuple[str, str]] = frozenset()
) -> Draft | LeftOut:
    """A draft of the operation, or why its request cannot be made.

    `credentials` are (place, lower-case name) of declared API keys: they are settings, never arguments (SEC011).
    """
    if operation.method == "CONNECT":
        return _left_out(operation, "CONNECT opens a tunnel and has no answer (RFC 9110, section 9.3.6)")
    kept = []
    decisions = []
    for parameter in operation.parameters:
        if (parameter.place, parameter.name.lower()) in credentials:
            text = f"{parameter.place} parameter {parameter.name} is a credential, and set by the server."
            decisions.append(Decision(rule="SEC011", text=text, origin=parameter.origin))
            continue
        unsent = _unsent(parameter, schemas)
        if not unsent:
            kept.append(parameter)
        elif parameter.required:
            return _left_out(operation, unsent)
        else:
            decisions.append(Decision(rule="uncovered", text=f"{unsent}.", origin=parameter.origin))
    operation = replace(operation, parameters=tuple(kept))
    body = operation.body
    if body is None or not body.content:
        return Draft(operation=operation, decisions=tuple(decisions))
    if operation.method == "TRACE":
        text = "A TRACE request has no body (RFC 9110, section 9.3.8); none is sent."
        decisions.append(Decision(rule="uncovered", text=text, origin=body.origin))
        return Draft(operation=replace(operation, body=None), decisions=tuple(decisions))
    media, why = chosen(body, schemas)
    text = _unwritten(body, media, schemas)
    if media is None or text:
        if body.required:
            return _left_out(operation, text)
        decisions.append(Decision(rule="uncovered", text=f"{text[0].upper()}{text[1:]}.", origin=body.origin))
        return Draft(operation=replace(operation, body=None), decisions=tuple(decisions))
    return Draft(operation=operation, media=media, decisions=(*decisions, *why))


def _unsent(parameter: Parameter, schemas: Schemas) -> str:
    """Why a parameter cannot be sent; '' where it can."""
    what = f"{parameter.place} parameter {parameter.name}"
    if parameter.style not in STYLES[parameter.place]:
        return f"{what} in style {parameter.style} is not covered yet"
    if not _can_be_text(parameter):
        return f"{what} as {parameter.content} is not covered yet"
    why = impossible(parameter.schema, schemas, "json" if is_json(parameter.content) else "text")
    return f"{what} {why}" if why else ""


def _unwritten(body: RequestBody, media: MediaType | None, schemas: Schemas) -> str:
    """Why a body cannot be written in the representation that is chosen; '' where it can."""
    if media is None:
        names = " or ".join(each.written for each in body.content)
        return f"a body as {names} that is a list is not covered yet"
    if media.schema is None:
        return ""
    why = impossible(media.schema, schemas, carrier_of(media.name))
    return f"the body {why}" if why else ""


def _can_be_text(parameter: Parameter) -> bool:
    """Whether the text of a value is known in the media type that a parameter has, if it has one."""
    if not parameter.content or is_json(parameter.content) or isinstance(parameter.schema, Anything | Enum | Scalar):
        return True
    return essence(parameter.content) == FORM and isinstance(parameter.schema, Map | Object)


def _left_out(operation: Operation, reason: str) -> LeftOut:
    return LeftOut(operation=operation.key, rule="uncovered", reason=reason, origin=operation.origin)
