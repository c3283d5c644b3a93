"""Parameters outside the body (OpenAPI 3.1, "Parameter Object")."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.diagnostics import Origin, Severity
from mcpgen.frontends.openapi.bodies import media_types
from mcpgen.frontends.openapi.node import Needed, Node, Unreadable
from mcpgen.frontends.openapi.normalize import objects as normal
from mcpgen.frontends.openapi.parts import Context
from mcpgen.frontends.openapi.placeholders import for_path, holds_slashes
from mcpgen.model.api import Encoding, Parameter, Place, Style
from mcpgen.model.http import FRAMING, is_token
from mcpgen.model.json import Json
from mcpgen.model.media import FORM, is_json
from mcpgen.model.schema import Anything, Array, Map, Object, Schema, Union

_DELIMITED: tuple[Style, ...] = ("spaceDelimited", "pipeDelimited", "tabDelimited")
"""In query alone since OpenAPI 3; Swagger 2.0 has them everywhere."""
_STYLES: dict[Place, tuple[Style, ...]] = {
    "path": ("simple", "label", "matrix", *_DELIMITED),
    "query": ("form", *_DELIMITED, "deepObject"),
    "querystring": ("form",),
    "header": ("simple", *_DELIMITED),
    "cookie": ("form", "cookie"),
}
_DECIDED_ELSEWHERE = ("accept", "content-type", "authorization")
_SCHEMA_WORDS = (
    "type",
    "format",
    "enum",
    "items",
    "minimum",
    "maximum",
    "pattern",
    "default",
    "minLength",
    "maxLength",
)


class Parameters:
    """Reads parameters; those that are referred to are read once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._known: dict[tuple[Origin, str], tuple[Parameter, ...]] = {}

    def of(self, item: Node, operation: Node, path: str) -> tuple[Parameter, ...]:
        """The parameters of an operation: the path item's, overridden by its own, and one for each placeholder."""
        found: dict[tuple[Place, str], Parameter] = {}
        for holder in (item, operation):
            own: set[tuple[Place, str]] = set()
            for node, parameter in self._declared(holder):
                key = (parameter.place, parameter.name.lower() if parameter.place == "header" else parameter.name)
                if key in own:
                    self._skipped(f"The parameter {parameter.name} is declared twice.", "Remove one.", node.origin)
                    continue
                own.add(key)
                found[key] = parameter
        return for_path(list(found.values()), path, operation.origin, self._context.findings)

    def _declared(self, holder: Node) -> Iterator[tuple[Node, Parameter]]:
        for node in holder.items("parameters"):
            for parameter in self._read_or_skip(node):
                yield node, parameter

    def _read_or_skip(self, node: Node) -> tuple[Parameter, ...]:
        try:
            part = normal.parameter(node.part())
            key = (part.origin, part.text("description"))
            if key not in self._known:
                self._known[key] = self._read(part)
            return self._known[key]
        except Needed:
            raise
        except Unreadable as reason:
            self._skipped(reason.message, reason.hint, reason.at)
            return ()

    def _skipped(self, message: str, hint: str, at: Origin) -> None:
        self._context.findings.add("openapi-parameter", f"{message} The parameter is left out.", hint, at)

    def _read(self, node: Node) -> tuple[Parameter, ...]:
        name, place = node.text("name"), _place(node.text("in"))
        if node.text("in").strip().lower() == "querystring":
            return self._query_string(node)
        if not name:
            raise Unreadable("A parameter has no name.", "Give it a name.", node.origin)
        if place is None:
            raise Unreadable(
                f"The parameter {name} says in: {node.value.get('in')!r}.",
                "Write in: path, query, header or cookie.",
                node.origin,
            )
        if place == "header" and self._is_decided_elsewhere(node, name):
            return ()
        if not is_token(name) and (place == "header" or (place == "cookie" and node.text("style") == "cookie")):
            raise (Needed if node.flag("required") else Unreadable)(
                f"No {place} can be called {name!r}.",
                "Use letters, digits and hyphens (RFC 9110, section 5.6.2).",
                node.origin,
            )
        return (self._outside_the_body(node, name, place),)

    def _is_decided_elsewhere(self, node: Node, name: str) -> bool:
        """Whether a header is no parameter, which is reported."""
        if name.lower() in _DECIDED_ELSEWHERE:
            reason, hint = "security and media types decide it", "Declare it under securitySchemes or content."
        elif name.lower() in FRAMING:
            reason, hint = "the HTTP client writes it", "Remove the parameter."
        else:
            return False
        message = f"The header parameter {name} is ignored: {reason}."
        self._context.findings.add("openapi-reserved-header", message, hint, node.origin, Severity.INFO)
        return True

    def _outside_the_body(self, node: Node, name: str, place: Place) -> Parameter:
        schema, content, examples = self._value(node, name)
        style = self._style(node, place)
        if place == "path" and style == "simple" and holds_slashes(node):
            style = "segments"
        return Parameter(
            name=name,
            place=place,
            schema=schema,
            required=place == "path" or node.flag("required"),
            description=node.text("description"),
            style=style,
            explode=node.flag("explode", default=style in ("form", "cookie")),
            allow_reserved=self._allows_reserved(node, place),
            allow_empty=place == "query" and node.flag("allowEmptyValue"),
            items_style=(
                next((style for style in _DELIMITED if style == node.text("itemsStyle")), "form")
                if normal.has_lists_in_lists(node) and node.text("itemsStyle")
                else None
            ),
            deprecated=node.flag("deprecated"),
            content=content,
            examples=examples or self._context.schemas.resolve(schema).examples,
            origin=node.origin,
        )

    def _style(self, node: Node, place: Place) -> Style:
        written = node.text("style")
        style = next((style for style in _STYLES[place] if style == written), _STYLES[place][0])
        if written and style != written:
            message = f"A {place} parameter has no style {written!r}; it is written as {style}."
            self._context.findings.add("openapi-parameter", message, "Correct the style.", node.origin / "style")
        return style

    def _allows_reserved(self, node: Node, place: Place) -> bool:
        """`allowReserved`, where it counts."""
        counts = place == "query" or (place == "path" and normal.reserves_in_paths(node))
        return counts and node.flag("allowReserved")

    def _query_string(self, node: Node) -> tuple[Parameter, ...]:
        """A parameter for each property of a whole query string that is a form, else one that is the whole of it
        (OpenAPI 3.2, "Parameter Object": querystring)."""
        for media in media_types(node, self._context):
            schema = self._context.schemas.resolve(media.schema) if media.schema else None
            if media.name == FORM and isinstance(schema, Object):
                asked_for = not node.flag("required") and any(p.required for p in schema.properties)
                if schema.extra or asked_for:
                    message = "The query string takes the declared properties alone, the required ones in each call."
                    hint = "Describe each as a parameter in: query where that is too narrow."
                    self._context.findings.add("openapi-parameter", message, hint, node.origin, Severity.INFO)
                written = {encoding.property: encoding for encoding in media.encoding}
                usual = Encoding(property="")
                return tuple(
                    Parameter(
                        name=property.name,
                        place="query",
                        schema=property.schema,
                        required=property.required,
                        style=written.get(property.name, usual).style,
                        explode=written.get(property.name, usual).explode,
                        origin=node.origin,
                    )
                    for property in schema.properties
                )
        whole = self._outside_the_body(node, node.text("name") or "query", "querystring")
        if whole.content and whole.content != FORM:
            return (whole,)
        message = "The whole query string is described by no media type whose text could be made."
        hint = f"Describe it as an object with properties, of the media type {FORM}, or as application/json."
        raise (Needed if node.flag("required") else Unreadable)(message, hint, node.origin)

    def _value(self, node: Node, name: str) -> tuple[Schema, str, tuple[Json, ...]]:
        """The schema of a parameter, its media type when it is described by `content`, and its examples."""
        examples = self._context.examples(node)
        schema = node.child("schema")
        if schema is not None:
            return self._context.schemas.at(schema), "", examples
        for media, entry in node.mapping("content"):
            if isinstance(entry.value, dict):
                inner = entry.child("schema")
                read = self._context.schemas.at(inner) if inner else Anything(origin=entry.origin)
                return *self._as_media(read, media), examples or self._context.examples(entry)
        written = {word: node.value[word] for word in _SCHEMA_WORDS if word in node.value}
        if not written:
            return Anything(origin=node.origin), "", examples
        self._context.findings.add(
            "openapi-parameter",
            f"The parameter {name} has no schema; its own {', '.join(written)} count as one.",
            "Move them below schema:.",
            node.origin,
        )
        return self._context.schemas.at(node.made(written)), "", examples

    def _as_media(self, schema: Schema, media: str) -> tuple[Schema, str]:
        """A value and the media type that it is sent in: of any, JSON where it has parts and text where it has none."""
        name = media.partition(";")[0].strip().lower()
        if is_json(name):
            return schema, name
        whole = self._context.schemas.resolve(schema)
        if "*" in name:
            name = "application/json" if isinstance(whole, Object | Map | Array | Union) else "text/plain"
        return whole, name


def _place(written: str) -> Place | None:
    match written.strip().lower():
        case "path" | "query" | "header" | "cookie" as place:
            return place
        case _:
            return None
