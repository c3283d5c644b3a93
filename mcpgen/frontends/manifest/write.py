"""Toolset → manifest: what `read` makes the same Toolset from."""

from __future__ import annotations

from typing import assert_never

from mcpgen.frontends.manifest.layout import document
from mcpgen.frontends.manifest.pointers import pointer
from mcpgen.frontends.manifest.vocabulary import (
    CLIENT_KEYS,
    DEFAULT_GROUP,
    DEFAULT_STYLE,
    VERSION,
    default_explode,
    default_security,
)
from mcpgen.model.api import Encoding, Security
from mcpgen.model.binding import (
    Alternatives,
    Body,
    Build,
    Context,
    Convert,
    Each,
    Exact,
    File,
    Fixed,
    Generate,
    Pairs,
    Parsed,
    Placed,
    Presence,
    Request,
    Reshape,
    Result,
    Same,
    Take,
    Value,
    XmlNode,
)
from mcpgen.model.json import UNSET, Json
from mcpgen.model.toolset import Auth, Hints, ServerInfo, Tool, Toolset, Upstream, Variable


def write(toolset: Toolset) -> str:
    """The toolset as YAML text; what has its default value is left out.

    Raises ValueError for what a manifest cannot say: two parameters of one name in one place, two body properties of
    one name, a text with half of a surrogate pair, an infinite number or NaN.
    """
    data: dict[str, Json] = {
        "mcpgen": VERSION,
        "profile": toolset.profile.value,
        "server": _server(toolset.server),
        "upstream": _upstream(toolset.upstream),
    }
    if toolset.source:
        data["source"] = toolset.source
    data["tools"] = [_tool(tool) for tool in toolset.tools]
    if toolset.definitions:
        data["definitions"] = toolset.definitions
    return document(data)


def _present(**entries: Json) -> dict[str, Json]:
    """The entries that say something: neither '' nor None, False or an empty tuple."""
    return {key: value for key, value in entries.items() if value not in ("", None, False, ())}


def _server(server: ServerInfo) -> dict[str, Json]:
    title = {} if server.title == server.name else {"title": server.title}
    return {"name": server.name, **title, **_present(version=server.version, instructions=server.instructions)}


def _upstream(upstream: Upstream) -> dict[str, Json]:
    data: dict[str, Json] = {"url": upstream.url}
    if upstream.variables:
        data["variables"] = {variable.name: _variable(variable) for variable in upstream.variables}
    if upstream.auth:
        data["auth"] = [_auth(auth) for auth in upstream.auth]
    if upstream.security != default_security(auth.key for auth in upstream.auth):
        data["security"] = _security(upstream.security)
    return data


def _variable(variable: Variable) -> dict[str, Json]:
    data: dict[str, Json] = {"env": variable.env}
    if variable.default is not None:
        data["default"] = variable.default
    return data | _present(values=list(variable.values) or None, description=variable.description)


def _auth(auth: Auth) -> dict[str, Json]:
    data: dict[str, Json] = {"key": auth.key, "type": auth.type, "env": _env(auth)}
    data |= _present(token_url=auth.grant.token_url, scopes=list(auth.grant.scopes) or None)
    if auth.place != "header":
        data["in"] = auth.place
    if auth.name != "Authorization":
        data["name"] = auth.name
    return data | _present(description=auth.description)


def _env(auth: Auth) -> Json:
    """The variables: one name, a list of two, or what each is for."""
    if auth.type == "clientCredentials":
        grant = auth.grant
        names = (*auth.env, grant.token_url_env, grant.scopes_env, grant.token_env)
        return _present(**dict(zip(CLIENT_KEYS, names, strict=True)))
    return auth.env[0] if len(auth.env) == 1 else list(auth.env)


def _security(security: Security) -> list[list[str]]:
    return [list(schemes) for schemes in security]


# --- tools


def _tool(tool: Tool) -> dict[str, Json]:
    data: dict[str, Json] = {"name": tool.name, **_present(title=tool.title, description=tool.description)}
    if tool.group != DEFAULT_GROUP:
        data["group"] = tool.group
    if tool.operation != _request_line(tool.request):
        data["operation"] = tool.operation
    data["inputSchema"] = tool.input_schema
    if tool.output_schema is not None:
        data["outputSchema"] = tool.output_schema
    data["annotations"] = _annotations(tool.hints)
    if tool.sources:
        data["sources"] = dict(tool.sources)
    data["http"] = _http(tool.request)
    result = _result(tool.result)
    return data | ({"result": result} if result else {})


def _annotations(hints: Hints) -> dict[str, Json]:
    return {
        "readOnlyHint": hints.read_only,
        "destructiveHint": hints.destructive,
        "idempotentHint": hints.idempotent,
        "openWorldHint": hints.open_world,
    }


def _result(result: Result) -> dict[str, Json]:
    data: dict[str, Json] = {}
    if result.status != 200:
        data["status"] = result.status
    if result.media_type != "application/json":
        data["media"] = result.media_type
    if result.items is not None:
        data["items"] = result.items
    if result.next is not None:
        data["next"] = {"from": result.next[0], "to": result.next[1]}
    data |= _present(
        string_ids=list(result.string_ids) or None,
        secrets=list(result.secrets) or None,
        confirm=result.confirm,
        not_found=result.not_found,
        headers=list(result.headers) or None,
    )
    if result.example is not UNSET:
        data["example"] = result.example
    return data


# --- the request


def _request_line(request: Request) -> str:
    return f"{request.method} {request.path}"


def _http(request: Request) -> dict[str, Json]:
    data: dict[str, Json] = {"request": _request_line(request), **_present(url=request.url)}
    if request.security is not None:
        data["security"] = _security(request.security)
    for placed in request.parameters:
        parameters = data.setdefault(placed.place, {})
        if placed.name in parameters:
            raise ValueError(f"two {placed.place} parameters of {_request_line(request)} are called {placed.name!r}")
        parameters[placed.name] = _parameter(placed)
    if _is_interleaved(request.parameters):
        data["order"] = [f"{placed.place} {placed.name}" for placed in request.parameters]
    if request.body is not None:
        data["body"] = _body(request.body)
    rules = [*map(_presence, request.presence), *map(_alternatives, request.alternatives)]
    return data | ({"rules": rules} if rules else {})


def _is_interleaved(parameters: tuple[Placed, ...]) -> bool:
    """Whether parameters of one place stand apart, so that grouping them by place changes their order."""
    places = [placed.place for placed in parameters]
    firsts = [places.index(place) for place in places]
    return firsts != sorted(firsts)


def _parameter(placed: Placed) -> dict[str, Json]:
    data = _value(placed.value)
    if placed.style != DEFAULT_STYLE[placed.place]:
        data["style"] = placed.style
    if placed.explode != default_explode(placed.style):
        data["explode"] = placed.explode
    data |= _present(
        items_style=placed.items_style,
        allow_reserved=placed.allow_reserved,
        allow_empty=placed.allow_empty,
        media=placed.content,
    )
    if placed.required != (placed.place == "path"):
        data["required"] = placed.required
    if placed.check is not None:
        data["check"] = placed.check
    return data


def _body(body: Body) -> dict[str, Json]:
    data: dict[str, Json] = {"media": body.media_type, **_present(required=body.required), **_value(body.value)}
    if body.encoding:
        data["encoding"] = {encoding.property: _encoding(encoding) for encoding in body.encoding}
        if len(data["encoding"]) < len(body.encoding):
            raise ValueError("two encodings of a body are for the same property")
    if body.xml is not None:
        data["xml"] = _xml(body.xml)
    if body.check is not None:
        data["check"] = body.check
    return data


def _encoding(encoding: Encoding) -> dict[str, Json]:
    data: dict[str, Json] = {}
    if encoding.style != "form":
        data["style"] = encoding.style
    if encoding.explode != default_explode(encoding.style):
        data["explode"] = encoding.explode
    data |= _present(styled=encoding.styled)
    if len(dict(encoding.headers)) < len(encoding.headers):
        raise ValueError(f"two headers of the part {encoding.property!r} have the same name")
    data |= _present(media=encoding.content_type, headers=dict(encoding.headers) or None)
    return data | _present(allow_reserved=encoding.allow_reserved, empty=encoding.empty)


def _xml(node: XmlNode) -> dict[str, Json]:
    data = _present(name=node.name, prefix=node.prefix, namespace=node.namespace, wrapped=node.wrapped)
    if node.kind != "element":
        data["kind"] = node.kind
    if node.items is not None:
        data["items"] = _xml(node.items)
    if node.fields:
        data["fields"] = {name: _xml(field) for name, field in node.fields}
        if len(data["fields"]) < len(node.fields):
            raise ValueError("two properties of an XML element have the same name")
    return data | _present(ordered=node.ordered)


def _presence(rule: Presence) -> dict[str, Json]:
    if rule.given == rule.needs and len(rule.given) > 1:
        return {"together": list(rule.given)}
    return {"given": list(rule.given), "needs": list(rule.needs)}


def _alternatives(rule: Alternatives) -> dict[str, Json]:
    return {"one_of" if rule.exclusive else "any_of": [list(arguments) for arguments in rule.sets]}


# --- values


def _value(value: Value) -> dict[str, Json]:
    match value:
        case Take():
            flags = _present(clearable=value.clearable, blank=value.blank, or_null=value.or_null)
            return {"from": value.argument, **_convert(value.convert), **flags}
        case Fixed():
            return {"fixed": value.value}
        case Generate():
            return {"generate": value.kind}
        case Context():
            return {"context": value.signal}
        case Build():
            return _build(value)
        case _:
            assert_never(value)


def _convert(convert: Convert) -> dict[str, Json]:
    match convert:
        case Same():
            return {}
        case Exact():
            return {"as": convert.type}
        case Each():
            return {"each": _convert(convert.item)}
        case Pairs():
            return {"pairs": _convert(convert.value)}
        case Parsed():
            return {"parse": convert.type}
        case File():
            return {"file": convert.accepts, **_present(base64=convert.base64)}
        case Reshape():
            return _build(convert.build) | _present(open=convert.open)
        case _:
            assert_never(convert)


def _build(build: Build) -> dict[str, Json]:
    """An object by the JSON pointers of its leaves."""
    fields: dict[str, Json] = {}
    keep: list[str] = []
    others: dict[str, Json] = {}
    _flatten(build, (), fields, keep, others)
    return {"fields": fields, **({"keep": keep} if keep else {}), **({"others": others} if others else {})}


def _flatten(
    build: Build, at: tuple[str, ...], fields: dict[str, Json], keep: list[str], others: dict[str, Json]
) -> None:
    if build.keep:
        keep.append(pointer(at))
    if build.others is not None:
        others[pointer(at)] = _value(build.others)
    if len({field.name for field in build.fields}) < len(build.fields):
        raise ValueError(f"two properties of the object at {pointer(at)!r} have the same name")
    for field in build.fields:
        place = (*at, field.name)
        if not isinstance(field.value, Build):
            fields[pointer(place)] = _value(field.value)
            continue
        if not field.value.fields:
            fields[pointer(place)] = {"fields": {}}
        _flatten(field.value, place, fields, keep, others)
