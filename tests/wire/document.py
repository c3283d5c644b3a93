"""The original document as openapi-core is given it: the text's own words, read without mcpgen.

What is laid straight, because openapi-core does not know it or reads it otherwise:
- each operation has the servers that apply to it, as whole URLs without the usual port of their scheme; relative ones
  are on the host of the document's first server, since a file has no location to be relative to (Server Object), and
  one that has a scheme and no host is none;
- methods of `additionalOperations` (3.2) stand beside the others, and a whole query string is an object spread over it;
- what is `readOnly` is not required, since a request must not carry it (OpenAPI 3.0, Schema Object): openapi-core asks
  for it in 3.1, and in 3.0 behind a reference; a branch of a choice is not read-only, since it is no property;
- a choice whose branches all extend a schema with a discriminator is decided by that (Discriminator Object):
  openapi-core sees only one that stands beside `oneOf`;
- a choice that nothing can make, since whatever fits one branch fits another too, is a choice of any: no request could
  be judged by it (tests/coverage/witnesses.py);
- a discriminator beside `allOf` alone is of what extends the schema, which openapi-core would look for within it, and
  one of a choice names each branch by the values that the branch itself says; where a branch has no name it decides
  nothing;
- a query that stands in a template of a path is one of the operation, with the parameters of the path in it;
- a parameter of a path that has no place for it cannot be sent (Parameter Object, `name`): openapi-core asks for it;
- a body is any text or bytes where nothing says how its value is written in its media type: an object or a list in one
  that is neither JSON, XML nor a form, a text in one that has parts;
- header parameters `Accept`, `Content-Type` and `Authorization` have no meaning (Parameter Object): openapi-core asks
  for them;
- `nullable` beside a choice, `allOf` or a reference allows null, as its authors mean it: openapi-core looks for it in
  their branches, where nothing says so;
- defaults, which openapi-core takes for values that were sent, and enums of nothing are left out;
- a description that calls itself 3.0 and speaks of lists of types, tuples or constants is judged as one of 3.1;
- Swagger 2.0 is said in the words of 3.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from tests.coverage.original import Original, Place
from tests.wire.calling import HOST
from tests.wire.placing import METHODS, placed
from tests.wire.swagger2 import converted
from tests.wire.tags import tagged

IGNORED: Final = ("accept", "content-type", "authorization")
"""Header parameters that have no meaning (OpenAPI 3.1, Parameter Object, `name`)."""
QUERY_STRING: Final = "the query string"
_READ: Final = re.compile(r"json|xml|urlencoded|\*")
"""Media types that say how objects and lists are written."""


def prepared(original: Original) -> dict[str, Any]:
    """The document with its servers as whole URLs and every method in its path item."""
    root = original.root.node
    if "swagger" in root:
        root = converted(original, HOST)
    root = _writable(original, root)
    if str(root.get("openapi")).startswith("3.0") and _is_newer(root):
        root = {**_newer(root), "openapi": "3.1.0"}
    servers = root.get("servers")
    host = urljoin(_whole(servers, HOST)[0]["url"], "/")
    made = {**root, "servers": _whole(servers, host)}
    made["paths"] = {
        template: _item(placed(root, template, item), servers, host) if isinstance(item, dict) else item
        for template, item in root["paths"].items()
    }
    return made


def operations(original: Original) -> Iterator[tuple[str, Place, Place]]:
    """Each operation by `METHOD path`, with its path item and itself."""
    paths = original.root.at("paths")
    for template in paths.node if isinstance(paths.node, dict) else ():
        item = original.followed(paths.at(template))
        extra = original.followed(item.at("additionalOperations"))
        own = [(m.upper(), item.at(m)) for m in METHODS]
        own += [(m, extra.at(m)) for m in extra.node if isinstance(m, str)] if isinstance(extra.node, dict) else []
        for method, written in own:
            operation = original.followed(written)
            if isinstance(operation.node, dict):
                yield f"{method} {template}", item, operation


def base_path(original: Original) -> str:
    """The path that an operator has to add to the host where the document tells no more of its server."""
    root = original.root.node
    if "swagger" in root:
        return "" if root.get("host") else str(root.get("basePath") or "").rstrip("/")
    servers = root.get("servers")
    first = servers[0] if isinstance(servers, list) and servers and isinstance(servers[0], dict) else {}
    url = _filled(first)
    return "" if urlsplit(url).scheme else urlsplit(urljoin(f"{HOST}/", url)).path.rstrip("/")


def _writable(original: Original, node: Any) -> Any:
    """The same with what a request never carries not required, tagged choices, no defaults and no empty enums."""
    if isinstance(node, list):
        return [_writable(original, each) for each in node]
    if not isinstance(node, dict):
        return node
    made = {key: _writable(original, inner) for key, inner in node.items()}
    if node.get("in") == "header" and "schema" in node and str(node.get("name")).lower() in IGNORED:
        return {"name": node["name"], "in": "header", "schema": {}}
    if isinstance(node.get("type"), str | list) or any(key in node for key in ("$ref", "allOf", "anyOf", "oneOf")):
        made.pop("default", None)
        if made.get("enum") == []:
            del made["enum"]
    if isinstance(node.get("content"), dict):
        made["content"] = {m: _readable(original, m, node["content"][m], each) for m, each in made["content"].items()}
    for key in ("oneOf", "anyOf"):
        if isinstance(node.get(key), list):
            made[key] = [_branch(original, *pair) for pair in zip(node[key], made[key], strict=True)]
    if isinstance(node.get("discriminator"), dict):
        made = tagged(original, made)
    choice = bool(node.get("oneOf")) and "anyOf" not in node and "discriminator" not in node
    if choice and _is_loose(original, Place(original.file, "", node)):
        made["anyOf"] = made.pop("oneOf")
    properties, required = node.get("properties"), node.get("required")
    if isinstance(properties, dict) and isinstance(required, list):
        held = {name: Place(original.file, "", inner) for name, inner in properties.items()}
        made["required"] = [n for n in required if n not in held or not original.never_sent(held[n])]
        if not made["required"]:
            del made["required"]
    if node.get("nullable") is True and any(key in node for key in ("$ref", "allOf", "anyOf", "oneOf")):
        made.pop("nullable")
        return {"anyOf": [made, {"enum": [None]}]}
    return made


def _readable(original: Original, media: str, told: Any, made: Any) -> Any:
    """What is said of a body of one media type, of any value where nothing says how the one it should be is written."""
    if not isinstance(told, dict) or "schema" not in told or "/" not in media:
        return made
    leaves, _ = original.leaves(Place(original.file, "", told["schema"]))
    is_plain = len(leaves) == 1 and not leaves[0].path and bool(leaves[0].kinds - {"object", "array"})
    in_parts = media.lower().startswith("multipart/")
    return {**made, "schema": {}} if is_plain == in_parts and (in_parts or not _READ.search(media.lower())) else made


def _branch(original: Original, written: Any, made: Any) -> Any:
    """A branch of a choice, which is no property: a text or a number that is said to be read-only elsewhere is not."""
    found = original.followed(Place(original.file, "", written)).node
    is_plain = isinstance(found, dict) and not any(isinstance(inner, dict) for inner in found.values())
    if not is_plain or found.get("readOnly") is not True or found.get("type") in ("object", "array"):
        return made
    return {key: inner for key, inner in found.items() if key != "readOnly"}


def _is_loose(original: Original, choice: Place) -> bool:
    """Whether a `oneOf` is decided by a tag, or can be made by nothing."""
    return original.is_tagged(choice) or original.excludes_all(choice)


def _is_newer(node: Any) -> bool:
    """Whether a schema somewhere says what 3.0 cannot."""
    if isinstance(node, list):
        return any(map(_is_newer, node))
    if not isinstance(node, dict):
        return False
    types, constant = node.get("type"), node.get("const")
    said = isinstance(types, list) and all(isinstance(t, str) for t in types)
    said = said or isinstance(node.get("prefixItems"), list) or isinstance(constant, str | int | float)
    return said or any(map(_is_newer, node.values()))


def _newer(node: Any) -> Any:
    """Schemas with 3.1's words for what may be null and for exclusive bounds."""
    if isinstance(node, list):
        return [_newer(each) for each in node]
    if not isinstance(node, dict):
        return node
    made = {key: _newer(inner) for key, inner in node.items()}
    for exclusive, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if isinstance(made.get(exclusive), bool) and made.pop(exclusive) and bound in made:
            made[exclusive] = made.pop(bound)
    if made.get("nullable") is True:
        made.pop("nullable")
        return {"anyOf": [made, {"type": "null"}]}
    return made


def _item(item: dict[str, Any], servers: Any, host: str) -> dict[str, Any]:
    made = {key: value for key, value in item.items() if key not in ("servers", "additionalOperations")}
    extra = item.get("additionalOperations")
    if isinstance(extra, dict):
        made |= {method.lower(): operation for method, operation in extra.items()}
    made |= {"parameters": _parameters(made["parameters"])} if isinstance(made.get("parameters"), list) else {}
    for method, operation in made.items():
        if (isinstance(operation, dict) and "responses" in operation) or method in METHODS:
            own = _reachable(operation.get("servers")) or _reachable(item.get("servers")) or servers
            made[method] = {**operation, "servers": _whole(own, host)}
            if isinstance(operation.get("parameters"), list):
                made[method]["parameters"] = _parameters(operation["parameters"])
    return made


def _parameters(listed: list[Any]) -> list[Any]:
    """A whole query string of pairs (3.2) is an object that is spread over the query."""
    return [_spread(each) if isinstance(each, dict) and each.get("in") == "querystring" else each for each in listed]


def _spread(parameter: dict[str, Any]) -> dict[str, Any]:
    content = parameter.get("content") or {}
    pairs = content.get("application/x-www-form-urlencoded") or {"schema": {}}
    known = {k: v for k, v in parameter.items() if k == "required"}
    return {**known, "name": QUERY_STRING, "in": "query", "style": "form", "explode": True, "schema": pairs["schema"]}


def _reachable(servers: Any) -> list[Any]:
    """The servers without those that have a scheme and no host."""
    listed = servers if isinstance(servers, list) else []
    return [each for each in listed if not (isinstance(each, dict) and re.fullmatch(r"\w+:/*", _filled(each)))]


def _whole(servers: Any, host: str) -> list[dict[str, Any]]:
    known = [server for server in servers if isinstance(server, dict)] if isinstance(servers, list) else []
    urls = [urljoin(f"{host}/", _filled(server)).rstrip("/") for server in known or [{"url": "/"}]]
    return [{"url": re.sub(r"^(https://[^/]*):443(?=/|$)|^(http://[^/]*):80(?=/|$)", r"\1\2", url)} for url in urls]


def _filled(server: Mapping[str, Any]) -> str:
    """The URL with the defaults of its variables."""
    url = str(server.get("url") or "")
    variables = server.get("variables")
    for name, variable in variables.items() if isinstance(variables, dict) else ():
        if isinstance(variable, dict) and "default" in variable:
            url = url.replace(f"{{{name}}}", str(variable["default"]))
    return url
