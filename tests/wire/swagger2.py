"""Swagger 2.0 in the words of OpenAPI 3.0, as far as requests go: for the judge, who knows 3.x alone.

Definitions stay where they are, since references are followed wherever they lead. What 3.0 cannot say is told in
`extensions`: lists separated by tabs have no style there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tests.coverage.original import Original, Place

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch")
FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")
_STYLES: Final = {"csv": "form", "ssv": "spaceDelimited", "pipes": "pipeDelimited", "tsv": "tabDelimited"}
_OF_A_PARAMETER: Final = ("name", "in", "required", "description", "allowEmptyValue", "collectionFormat")


def converted(original: Original, host: str) -> dict[str, Any]:
    """The document as one of 3.0.3; `host` is where it is where it does not say."""
    root = original.root.node
    made = {k: _schema(v) if k == "definitions" else v for k, v in root.items() if k != "swagger"}
    made["openapi"] = "3.0.3"
    schemes = root.get("schemes") or ["https"]
    at = f"{{}}://{root['host']}" if root.get("host") else host
    base = str(root.get("basePath") or "")
    made["servers"] = [{"url": at.format(scheme) + base} for scheme in schemes]
    made["components"] = {"securitySchemes": _schemes(root.get("securityDefinitions"))}
    paths = original.root.at("paths")
    made["paths"] = {t: _item(original, original.followed(paths.at(t))) for t in paths.node}
    return made


def _item(original: Original, item: Place) -> Any:
    if not isinstance(item.node, dict):
        return item.node
    shared = list(_parameters(original, item))
    made: dict[str, Any] = {}
    for method in METHODS:
        operation = original.followed(item.at(method))
        if isinstance(operation.node, dict):
            made[method] = _operation(original, operation, shared)
    return made


def _operation(original: Original, operation: Place, shared: list[dict[str, Any]]) -> dict[str, Any]:
    own = list(_parameters(original, operation))
    held = {(p.get("in"), p.get("name")): p for p in [*shared, *own]}.values()
    made = {k: v for k, v in operation.node.items() if k in ("operationId", "security", "deprecated", "responses")}
    made["parameters"] = [_parameter(p) for p in held if p.get("in") in ("path", "query", "header")]
    consumes = operation.node.get("consumes", original.root.node.get("consumes")) or []
    whole = next((p for p in held if p.get("in") == "body"), None)
    fields = [p for p in held if p.get("in") == "formData"]
    if whole is not None:
        content = {"schema": _schema(whole.get("schema", {}))}
        made["requestBody"] = {
            "required": whole.get("required") is True,
            "content": {str(media): content for media in consumes or ["application/json"]},
        }
    elif fields:
        made["requestBody"] = _form(fields, [m for m in consumes if m in FORMS] or list(FORMS))
    return made


def _parameters(original: Original, holder: Place) -> Iterator[dict[str, Any]]:
    listed = holder.at("parameters")
    for k in range(len(listed.node) if isinstance(listed.node, list) else 0):
        found = original.followed(listed.at(k))
        if isinstance(found.node, dict):
            yield found.node


def _parameter(node: Mapping[str, Any]) -> dict[str, Any]:
    made = {k: node[k] for k in ("name", "in", "required", "allowEmptyValue") if k in node}
    schema = made["schema"] = _schema({k: v for k, v in node.items() if k not in _OF_A_PARAMETER})
    if schema.get("type") == "array":
        way = node.get("collectionFormat", "csv")
        if node["in"] == "query":
            made |= {"style": "form", "explode": True} if way == "multi" else {"style": _STYLES[way], "explode": False}
        elif way not in ("csv", "multi"):
            made["x-separator"] = way
    return made


def _form(fields: list[dict[str, Any]], media: list[str]) -> dict[str, Any]:
    properties, encoding = {}, {}
    for node in fields:
        name = node["name"]
        properties[name] = _schema({k: v for k, v in node.items() if k not in _OF_A_PARAMETER})
        if node.get("type") == "array":
            way = node.get("collectionFormat", "csv")
            many = {"style": "form", "explode": True}
            encoding[name] = many if way == "multi" else {"style": _STYLES[way], "explode": False}
    required = [node["name"] for node in fields if node.get("required") is True]
    schema = {"type": "object", "properties": properties, **({"required": required} if required else {})}
    each: dict[str, Any] = {"schema": schema, **({"encoding": encoding} if encoding else {})}
    return {"required": bool(required), "content": dict.fromkeys(media, each)}


def _schema(node: Any) -> Any:
    """A schema with the words of 3.0: files are binary texts, a discriminator is no longer a name."""
    if isinstance(node, list):
        return [_schema(each) for each in node]
    if not isinstance(node, dict):
        return node
    made = {k: _schema(v) for k, v in node.items() if not (k == "discriminator" and isinstance(v, str))}
    if made.get("type") == "file":
        made |= {"type": "string", "format": "binary"}
    if made.get("x-nullable") is True:
        made["nullable"] = True
    return made


def _schemes(declared: Any) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, scheme in declared.items() if isinstance(declared, dict) else ():
        if isinstance(scheme, dict):
            made[name] = {"type": "http", "scheme": "basic"} if scheme.get("type") == "basic" else scheme
    return made
