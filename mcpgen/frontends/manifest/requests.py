"""The `http` part of a tool: request line, parameters by wire place, body and rules over arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mcpgen.frontends.manifest.nodes import Entries, Node, nearest
from mcpgen.frontends.manifest.values import Scope, read_value
from mcpgen.frontends.manifest.vocabulary import (
    BODY_KEYS,
    DEFAULT_STYLE,
    ENCODING_KEYS,
    HTTP_KEYS,
    PARAMETER_KEYS,
    PLACES,
    RULE_KEYS,
    STYLES,
    STYLES_OF,
    VALUE_KEYS,
    XML_KEYS,
    XML_KINDS,
    default_explode,
)
from mcpgen.model.address import base_path, base_url
from mcpgen.model.api import Encoding, Place, Security
from mcpgen.model.binding import Alternatives, Body, Build, Field, Placed, Presence, Request, Take, XmlNode
from mcpgen.model.http import is_token
from mcpgen.model.media import is_charset, parameter
from mcpgen.model.toolset import Variable

"""A token, whose case counts (RFC 9110, section 9.1)."""
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_BODILESS = ("GET", "HEAD", "DELETE", "OPTIONS", "TRACE")
_KNOWN = (*_BODILESS, "POST", "PUT", "PATCH", "QUERY")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rules:
    presence: list[Presence] = field(default_factory=list)
    alternatives: list[Alternatives] = field(default_factory=list)


def read_base_url(entries: Entries, variables: Iterable[Variable] = ()) -> str:
    """The `url` of an upstream, or of one request; '' where none is given. An error where no request could be sent."""
    url = entries.text("url")
    filled = url
    for variable in variables:
        written = f"{{{variable.name}}}"
        some = "https" if url.startswith(f"{written}:") else "1"
        filled = filled.replace(written, some if variable.default is None else variable.default)
    if url and not base_path(filled) and (problem := base_url(filled)[1]):
        hint = "Give an http or https URL without a query, or a path."
        entries["url"].error("manifest-value", problem, hint)
    return url


def read_request(node: Node, scope: Scope) -> Request:
    """The request of a tool whose arguments are `scope`. Mistakes are reported at their nodes; what is then returned
    is of no use."""
    if isinstance(node.value, str):
        return _short(node, scope)
    entries = node.keys(HTTP_KEYS, needed=("request",))
    groups = [(place, entries[key].entries()) for key in entries for place in PLACES if place == key]
    parameters = tuple(_placed(place, name, item, scope) for place, group in groups for name, item in group.items())
    method, path = "", ""
    if "request" in entries:
        method, path = _request_line(entries["request"])
        _check_path(entries["request"], path, dict(groups).get("path", {}))
    rules = _rules(entries["rules"], scope) if "rules" in entries else _Rules()
    return Request(
        method=method,
        path=path,
        parameters=_ordered(entries["order"], parameters) if "order" in entries else parameters,
        body=_body(entries["body"], scope) if "body" in entries else None,
        presence=tuple(rules.presence),
        alternatives=tuple(rules.alternatives),
        security=read_security(entries["security"]) if "security" in entries else None,
        url=read_base_url(entries),
    )


def read_security(node: Node) -> Security:
    """Alternatives of credentials that are needed together."""
    return tuple(item.texts() for item in node.items())


def _request_line(node: Node) -> tuple[str, str]:
    """Method and path of `POST /payments`."""
    text = node.text()
    method, space, path = text.partition(" ")
    if isinstance(node.value, str) and not (space and is_token(method)):
        node.error("manifest-request", f"{text!r} is no request.", "Write a method and a path: POST /payments.")
    elif method not in _KNOWN and method.upper() in _KNOWN:
        node.error("manifest-request", f"There is no method {method!r}.", f"Write it in capitals: {method.upper()}.")
    elif space and not path.startswith("/"):
        node.warn("manifest-request", f"The path {path!r} does not start with '/'.")
    return method, path


def _check_path(node: Node, path: str, bound: Mapping[str, Node]) -> None:
    """Each placeholder of the path at `node` needs a binding, and each binding a placeholder."""
    wanted = list(dict.fromkeys(_PLACEHOLDER.findall(path)))
    for name in wanted:
        if name not in bound:
            node.error(
                "manifest-path",
                f"Nothing fills {{{name}}} in the path.",
                f"Bind it under 'path': {name}: {{from: ARGUMENT}}.",
            )
    for name, binding in bound.items():
        if name not in wanted:
            binding.error("manifest-path", f"The path has no placeholder {{{name}}}.", nearest(name, wanted))


def _placed(place: Place, name: str, node: Node, scope: Scope) -> Placed:
    entries = node.keys((*VALUE_KEYS, *PARAMETER_KEYS))
    style = entries.choice("style", STYLES, DEFAULT_STYLE[place])
    if style not in STYLES_OF[place]:
        entries["style"].warn(
            "manifest-style", f"{style!r} is not defined for {place} parameters.", nearest(style, STYLES_OF[place])
        )
    return Placed(
        place=place,
        name=name,
        value=read_value(node, entries, scope),
        style=style,
        explode=entries.flag("explode", default_explode(style)),
        items_style=entries.choice("items_style", STYLES, "form") if "items_style" in entries else None,
        allow_reserved=entries.flag("allow_reserved"),
        allow_empty=entries.flag("allow_empty"),
        content=entries.text("media"),
        required=entries.flag("required", place == "path"),
        check=entries["check"].json_object() if "check" in entries else None,
    )


def _ordered(node: Node, parameters: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """The parameters in the order that a list of `query limit` gives; it must name each of them once."""
    left = {f"{placed.place} {placed.name}": placed for placed in parameters}
    known = list(left)
    ordered = []
    for item in node.items():
        text = item.text()
        if text in left:
            ordered.append(left.pop(text))
        elif text in known:
            item.error("manifest-duplicate", f"{text!r} is in the order twice.")
        elif isinstance(item.value, str):
            item.error("manifest-value", f"There is no parameter {text!r}.", nearest(text, known))
    if left:
        node.error("manifest-missing", f"'order' leaves out {', '.join(map(repr, left))}.")
    return tuple(ordered)


# --- the body


def _body(node: Node, scope: Scope) -> Body:
    entries = node.keys((*BODY_KEYS, *VALUE_KEYS))
    media_type = entries.text("media", "application/json")
    if (said := parameter(media_type, "charset")) and not is_charset(said):
        hint = "Write one that Python knows, such as utf-8 or iso-8859-1, or leave it out."
        entries["media"].error("manifest-value", f"No text can be written in the charset {said!r}.", hint)
    return Body(
        media_type=media_type,
        value=read_value(node, entries, scope),
        required=entries.flag("required"),
        encoding=tuple(_encoding(name, item) for name, item in _below(entries, "encoding").items()),
        xml=_xml(entries["xml"]) if "xml" in entries else None,
        check=entries["check"].json_object() if "check" in entries else None,
    )


def _encoding(name: str, node: Node) -> Encoding:
    entries = node.keys(ENCODING_KEYS)
    style = entries.choice("style", STYLES, "form")
    return Encoding(
        property=name,
        style=style,
        explode=entries.flag("explode", default_explode(style)),
        styled=entries.flag("styled"),
        content_type=entries.text("media"),
        headers=tuple((name, item.text()) for name, item in _below(entries, "headers").items()),
        allow_reserved=entries.flag("allow_reserved"),
        empty=entries.flag("empty"),
    )


def _xml(node: Node) -> XmlNode:
    entries = node.keys(XML_KEYS)
    return XmlNode(
        name=entries.text("name"),
        kind=entries.choice("kind", XML_KINDS, "element"),
        prefix=entries.text("prefix"),
        namespace=entries.text("namespace"),
        wrapped=entries.flag("wrapped"),
        items=_xml(entries["items"]) if "items" in entries else None,
        fields=tuple((name, _xml(item)) for name, item in _below(entries, "fields").items()),
        ordered=entries.flag("ordered"),
    )


def _below(entries: Entries, key: str) -> Entries:
    return entries[key].entries() if key in entries else Entries()


# --- rules over arguments


def _rules(node: Node, scope: Scope) -> _Rules:
    rules = _Rules()
    for item in node.items():
        entries = item.keys(RULE_KEYS)
        match sorted(entries):
            case ["together"]:
                together = _arguments(entries["together"], scope)
                rules.presence.append(Presence(given=together, needs=together))
            case ["given", "needs"]:
                given, needs = _arguments(entries["given"], scope), _arguments(entries["needs"], scope)
                rules.presence.append(Presence(given=given, needs=needs))
            case ["any_of" | "one_of" as kind]:
                sets = tuple(_arguments(arguments, scope) for arguments in entries[kind].items())
                rules.alternatives.append(Alternatives(sets=sets, exclusive=kind == "one_of"))
            case _ if isinstance(item.value, dict):
                item.error(
                    "manifest-rule",
                    "This is not one rule.",
                    "Write one of: together, given with needs, any_of, one_of; a list item for each.",
                )
    return rules


def _arguments(node: Node, scope: Scope) -> tuple[str, ...]:
    for item in node.items():
        if isinstance(item.value, str):
            scope.expect(item.value, item)
    return node.texts() if isinstance(node.value, list) else ()


# --- the short form


def _short(node: Node, scope: Scope) -> Request:
    """`POST /payments`: path arguments by name; the rest in the query, or in a JSON body on writes."""
    method, path = _request_line(node)
    names = tuple(scope.properties or ())
    scope.taken.update(names)
    in_path = [name for name in dict.fromkeys(_PLACEHOLDER.findall(path)) if name in names]
    _check_path(node, path, dict.fromkeys(in_path, node))
    rest = [name for name in names if name not in in_path]
    in_query = rest if method in _BODILESS else []
    in_body = [name for name in rest if name not in in_query]
    needed = _required(scope)
    parameters = [_by_name("path", name, required=True) for name in in_path]
    parameters += [_by_name("query", name, required=name in needed) for name in in_query]
    fields = tuple(Field(name=name, value=Take(argument=name)) for name in in_body)
    body = Body(
        media_type="application/json",
        value=Build(fields=fields),
        required=any(name in needed for name in in_body),
    )
    return Request(method=method, path=path, parameters=tuple(parameters), body=body if fields else None)


def _by_name(place: Place, name: str, *, required: bool) -> Placed:
    style = DEFAULT_STYLE[place]
    return Placed(
        place=place,
        name=name,
        value=Take(argument=name),
        style=style,
        explode=default_explode(style),
        required=required,
    )


def _required(scope: Scope) -> list[str]:
    node = scope.schema.get("required") if scope.schema else None
    return node.value if node and isinstance(node.value, list) else []
