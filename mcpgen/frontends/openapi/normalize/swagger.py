"""Parts of a Swagger 2.0 description in the shape of OpenAPI 3 (Swagger 2.0 specification, section of each object)."""

from __future__ import annotations

from typing import Final

from mcpgen.frontends.openapi.node import Needed, Node, Unreadable
from mcpgen.frontends.openapi.normalize.schemas import Moved
from mcpgen.model.json import Json
from mcpgen.model.media import FORM, MULTIPART

JSON: Final = "application/json"
BYTES: Final = "application/octet-stream"

_OWN_WORDS = frozenset(
    ("name", "in", "description", "required", "collectionFormat", "allowEmptyValue", "x-example", "x-examples")
)
"""Members of a parameter that say nothing of its schema."""
_KEPT_WORDS = ("name", "in", "description", "required", "allowEmptyValue")
"""Members of a parameter that OpenAPI 3 has too, outside its schema."""
_STYLES = {"ssv": "spaceDelimited", "tsv": "tabDelimited", "pipes": "pipeDelimited"}
_SCHEMES = ("https", "http")
_FLOWS = {
    "implicit": "implicit",
    "password": "password",
    "application": "clientCredentials",
    "accesscode": "authorizationCode",
}


def document(root: Node) -> Node:
    """The root with `servers` (of host, basePath and schemes) and `components.securitySchemes`."""
    schemes = root.child("securityDefinitions")
    servers = _servers(root, root.texts("schemes"))
    return root.made(
        {
            **root.value,
            **({"servers": servers} if servers else {}),
            **({} if schemes is None else {"components": {"securitySchemes": schemes}}),
        }
    )


def operation(item: Node, node: Node) -> tuple[Node, Node]:
    """A path item and an operation whose body and form parameters have become `requestBody`."""
    kept, bodies, fields = _sorted(item)
    own_kept, own_bodies, own_fields = _sorted(node)
    value = {**node.value, "parameters": own_kept, "produces": list(_media_types(node, "produces"))}
    consumes = _media_types(node, "consumes")
    body = next(iter((*own_bodies, *bodies)), None)
    form = {**{each.text("name"): each for each in fields}, **{each.text("name"): each for each in own_fields}}
    if body is not None:
        value["requestBody"] = _body(body, consumes)
        _report_second(own_bodies or bodies, form)
    elif form:
        value["requestBody"] = _form(node, list(form.values()), consumes)
    if node.texts("schemes"):
        value["servers"] = _other_servers(node)
    return item.made({**item.value, "parameters": kept}), node.made(value)


def parameter(node: Node) -> Node:
    """A parameter with `schema`, `style` and `explode` (`collectionFormat` is csv unless it says otherwise)."""
    if isinstance(node.value.get("schema"), dict):
        return node
    kept = {key: node.value[key] for key in _KEPT_WORDS if key in node.value}
    example = node.value.get("x-example", node.value.get("x-examples"))
    return node.made(
        {
            **kept,
            **({} if example is None else {"example": example}),
            "schema": node.made(_schema(node)),
            **_collection(node),
            **_inner_collection(node),
        }
    )


def response(node: Node, operation: Node) -> Node:
    """A response with `content`: its schema in each media type that the operation produces."""
    if "content" in node.value:
        return node
    schema = node.child("schema")
    examples = {name: each for name, each in node.mapping("examples") if "/" in name}
    if schema is None and not examples:
        return node
    produced = [each.value for each in operation.items("produces")] or list(examples)
    is_file = schema is not None and isinstance(schema.value, dict) and schema.value.get("type") == "file"
    names = dict.fromkeys(produced or [BYTES if is_file else JSON])
    content = {
        name: {
            **({} if schema is None else {"schema": schema}),
            **({"example": examples[name].value} if name in examples else {}),
        }
        for name in names
    }
    return node.made({**node.value, "content": content})


def security_scheme(node: Node) -> Node:
    """A security scheme whose `type` and `flows` are those of OpenAPI 3."""
    match node.text("type").strip().lower():
        case "basic":
            return node.made({**node.value, "type": "http", "scheme": "basic"})
        case "oauth2" if "flows" not in node.value:
            kept = ("authorizationUrl", "tokenUrl", "refreshUrl", "scopes")
            flow = {key: node.value[key] for key in kept if key in node.value}
            name = _FLOWS.get(node.text("flow").strip().lower(), "authorizationCode")
            return node.made({**node.value, "flows": {name: flow}})
        case _:
            return node


def _sorted(holder: Node) -> tuple[list[Node], list[Node], list[Node]]:
    """The parameters of a path item or operation: those outside the body (and unreadable ones), bodies, form fields."""
    kept, bodies, fields = [], [], []
    for node in holder.items("parameters"):
        try:
            part = node.part()
        except Unreadable:
            kept.append(node)
            continue
        match part.text("in").strip().lower():
            case "body":
                bodies.append(part)
            case "formdata" | "form" if part.text("name"):
                fields.append(part)
            case _:
                kept.append(node)
    return kept, bodies, fields


def _report_second(bodies: list[Node], form: dict[str, Node]) -> None:
    for other in (*bodies[1:], *form.values()):
        other.reading.findings.add(
            "openapi-body",
            f"The parameter {other.text('name')} is left out: a request has one body, and another parameter is it.",
            "Describe the whole body in one parameter.",
            other.origin,
        )


def _body(node: Node, consumes: tuple[str, ...]) -> Node:
    schema = node.child("schema") or node.made(_schema(node))
    entry: dict[str, Json] = {"schema": schema}
    if "x-example" in node.value:
        entry["example"] = node.value["x-example"]
    return node.made(
        {
            "description": node.value.get("description"),
            "required": node.value.get("required"),
            "content": dict.fromkeys(consumes or (JSON,), entry),
        }
    )


def _form(node: Node, fields: list[Node], consumes: tuple[str, ...]) -> Node:
    """The form that an operation sends: multipart where it holds a file or nothing else is consumed."""
    for each in fields:
        _check_nesting(each)
    properties = {
        each.text("name"): Moved(
            {**_schema(each), "description": each.text("description")}, each.document, each.pointer
        )
        for each in fields
    }
    holds_file = any(each.text("type").strip().lower() == "file" for each in fields)
    names = [name.partition(";")[0].strip().lower() for name in consumes]
    media = MULTIPART if holds_file or (MULTIPART in names and FORM not in names) else FORM
    required = [each.text("name") for each in fields if each.flag("required")]
    schema = {"type": "object", "properties": properties, "required": required}
    encoding = {each.text("name"): _collection(each) for each in fields if _collection(each)}
    holder = node.child("parameters") or node
    entry = {"schema": holder.made(schema), "encoding": encoding}
    return holder.made({"required": bool(required), "content": {media: entry}})


def _schema(node: Node) -> dict[str, Json]:
    """The schema that a parameter says with its own members."""
    return {key: value for key, value in node.value.items() if key not in _OWN_WORDS}


def _collection(node: Node) -> dict[str, Json]:
    """`style` and `explode` of an array (Swagger 2.0, "Parameter Object", `collectionFormat`)."""
    if node.text("type") != "array":
        return {}
    format = _format(node)
    return {**({"style": _STYLES[format]} if format in _STYLES else {}), "explode": format == "multi"}


def _inner_collection(node: Node) -> dict[str, Json]:
    """`itemsStyle` of an array of arrays (Swagger 2.0, "Items Object", `collectionFormat`), which OpenAPI 3 cannot say.

    Raises `Unreadable` where nothing tells the inner lists apart.
    """
    items = node.child("items") if node.text("type") == "array" else None
    if items is None or items.text("type") != "array":
        return {}
    inner, outer = (_format(each) for each in (items, node))
    below = items.child("items")
    if inner in (outer, "multi") or (below is not None and below.text("type") == "array"):
        message = f"The parameter {node.text('name')} is a list of lists that nothing tells apart."
        hint = "Give items a collectionFormat other than that of the list."
        raise (Needed if node.flag("required") else Unreadable)(message, hint, items.origin)
    return {"itemsStyle": _STYLES.get(inner, "form")}


def _format(node: Node) -> str:
    written = node.text("collectionFormat").strip().lower()
    return written if written in (*_STYLES, "multi") else "csv"


def _check_nesting(node: Node) -> None:
    """Raises `Unreadable` for lists of lists, each with a delimiter of its own, which OpenAPI 3 cannot say."""
    items = node.child("items")
    if items is not None and items.text("type") == "array":
        message = f"The parameter {node.text('name')} is a list of lists, which cannot be written yet."
        raise (Needed if node.flag("required") else Unreadable)(message, "Describe it as a list.", items.origin)


def _media_types(operation: Node, key: str) -> tuple[str, ...]:
    """What an operation consumes or produces; the root of its file, else of the description, says it for those that
    do not."""
    whole = Node(operation.reading, operation.document, (), operation.document.data)
    for holder in (operation, whole):
        listed = holder.member(key)
        if listed is not None and isinstance(listed.value, list):
            return holder.texts(key)
    return operation.reading.root.texts(key)


def _servers(root: Node, schemes: tuple[str, ...]) -> list[Json]:
    host, path = root.text("host").strip().rstrip("/"), root.text("basePath").strip()
    path = f"/{path.strip('/')}" if path.strip("/") else ""
    if not host:
        return [{"url": path}] if path else []
    if "://" in host:
        return [{"url": f"{host}{path}"}]
    return [{"url": f"{scheme}://{host}{path}"} for scheme in _usable(schemes)]


def _usable(schemes: tuple[str, ...]) -> list[str]:
    """The schemes of HTTP among those listed, the safe one first; https where none is."""
    listed = {scheme.lower() for scheme in schemes}
    return [scheme for scheme in _SCHEMES if scheme in listed] or ["https"]


def _other_servers(operation: Node) -> list[Json]:
    """Servers of its own, for an operation that cannot be reached by the scheme that the others use."""
    root = operation.reading.root
    common, own = _servers(root, root.texts("schemes")), _servers(root, operation.texts("schemes"))
    return [] if common[:1] == own[:1] or (common[:1] and common[0] in own) else own
