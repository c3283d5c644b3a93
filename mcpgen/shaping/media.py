"""Which representation of a body is sent, and which operations cannot be sent yet: reported, never mangled."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.model.api import MediaType, Operation
from mcpgen.model.toolset import Decision
from mcpgen.shaping.draft import Draft, LeftOut
from mcpgen.shaping.evidence import is_json

FORM = "application/x-www-form-urlencoded"
_DELIMITED = ("spaceDelimited", "pipeDelimited", "tabDelimited")
STYLES = {
    "path": ("simple", "label", "matrix", *_DELIMITED),
    "query": ("form", *_DELIMITED, "deepObject"),
    "header": ("simple", *_DELIMITED),
    "cookie": ("form",),
}


def sendable(operation: Operation, credentials: frozenset[tuple[str, str]] = frozenset()) -> Draft | LeftOut:
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
        if parameter.style in STYLES[parameter.place] and (not parameter.content or is_json(parameter.content)):
            kept.append(parameter)
            continue
        what = f"{parameter.place} parameter {parameter.name} in style {parameter.style}"
        if parameter.content:
            what = f"{parameter.place} parameter {parameter.name} as {parameter.content}"
        if parameter.required:
            return _left_out(operation, f"{what} is not covered yet")
        decisions.append(Decision(rule="uncovered", text=f"{what} is not covered yet.", origin=parameter.origin))
    operation = replace(operation, parameters=tuple(kept))
    body = operation.body
    if body is None or not body.content:
        return Draft(operation=operation, decisions=tuple(decisions))
    if operation.method == "TRACE":
        text = "A TRACE request has no body (RFC 9110, section 9.3.8); none is sent."
        decisions.append(Decision(rule="uncovered", text=text, origin=body.origin))
        return Draft(operation=replace(operation, body=None), decisions=tuple(decisions))
    media = chosen(body.content)
    if media is not None:
        others = [m.name for m in body.content if m is not media]
        if others:
            decisions.append(
                Decision(rule="media-type", text=f"The body is sent as {media.name}, not {', '.join(others)}.")
            )
        return Draft(operation=operation, media=media, decisions=tuple(decisions))
    names = ", ".join(m.name for m in body.content)
    says_nothing_else = operation.method == "POST" and all(p.place == "path" for p in kept)
    if body.required or operation.method in ("PUT", "PATCH") or says_nothing_else:
        return _left_out(operation, f"a body of {names} is not covered yet")
    decisions.append(
        Decision(rule="uncovered", text=f"The optional body ({names}) is not covered yet.", origin=body.origin)
    )
    return Draft(operation=replace(operation, body=None), decisions=tuple(decisions))


def chosen(content: tuple[MediaType, ...]) -> MediaType | None:
    """JSON before anything else, plain before its dialects; then a form; None where neither is offered."""
    plain = [m for m in content if m.name in ("application/json", "*/*", "application/*")]
    dialects = [m for m in content if is_json(m.name) and m not in plain and m.name != "application/json-patch+json"]
    patches = [m for m in content if m.name == "application/json-patch+json"]
    forms = [m for m in content if m.name == FORM]
    found = next(iter((*plain, *dialects, *patches, *forms)), None)
    return replace(found, name="application/json") if found is not None and "*" in found.name else found


def _left_out(operation: Operation, reason: str) -> LeftOut:
    return LeftOut(operation=operation.key, rule="uncovered", reason=reason, origin=operation.origin)
