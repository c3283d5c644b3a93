"""Parameters outside the body (OpenAPI 3.1, "Parameter Object")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mcpgen.diagnostics import Origin, Severity
from mcpgen.frontends.openapi.bodies import media_types
from mcpgen.frontends.openapi.node import Needed, Node, Unreadable
from mcpgen.frontends.openapi.normalize import objects as normal
from mcpgen.frontends.openapi.parts import Context
from mcpgen.model.api import Encoding, Parameter, Place, Style
from mcpgen.model.json import Json
from mcpgen.model.schema import Anything, Object, Scalar, Schema

PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
_DELIMITED: tuple[Style, ...] = ("spaceDelimited", "pipeDelimited", "tabDelimited")
"""In query alone since OpenAPI 3; Swagger 2.0 has them everywhere."""
_STYLES: dict[Place, tuple[Style, ...]] = {
    "path": ("simple", "label", "matrix", *_DELIMITED),
    "query": ("form", *_DELIMITED, "deepObject"),
    "header": ("simple", *_DELIMITED),
    "cookie": ("form",),
}
FORM = "application/x-www-form-urlencoded"
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
        return self._for_path(list(found.values()), path, operation.origin)

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
        if place == "header" and name.lower() in _DECIDED_ELSEWHERE:
            self._context.findings.add(
                "openapi-reserved-header",
                f"The header parameter {name} is ignored: security and media types decide it.",
                "Declare it under securitySchemes or content.",
                node.origin,
                Severity.INFO,
            )
            return ()
        return (self._outside_the_body(node, name, place),)

    def _outside_the_body(self, node: Node, name: str, place: Place) -> Parameter:
        schema, content, examples = self._value(node, name)
        style = self._style(node, place)
        return Parameter(
            name=name,
            place=place,
            schema=schema,
            required=place == "path" or node.flag("required"),
            description=node.text("description"),
            style=style,
            explode=node.flag("explode", default=style == "form"),
            allow_reserved=node.flag("allowReserved"),
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

    def _query_string(self, node: Node) -> tuple[Parameter, ...]:
        """A parameter for each property of a whole query string (OpenAPI 3.2, "Parameter Object": querystring)."""
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
        message = "The whole query string is described as one value, which cannot be made yet."
        hint = f"Describe it as an object with properties, of the media type {FORM}."
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
                return read, media.partition(";")[0].strip().lower(), examples or self._context.examples(entry)
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

    def _for_path(self, found: list[Parameter], path: str, origin: Origin) -> tuple[Parameter, ...]:
        """Exactly one path parameter for each placeholder of `path`."""
        names = list(dict.fromkeys(PLACEHOLDER.findall(path.partition("#")[0])))  # a fragment is never sent
        declared = {p.name for p in found if p.place == "path"}
        for name in names:
            if name not in declared:
                found = self._inferred(found, name, names, origin)
        for parameter in [p for p in found if p.place == "path" and p.name not in names]:
            self._context.findings.add(
                "openapi-path-parameter",
                f"The path parameter {parameter.name} does not occur in the path and is left out.",
                f"Add {{{parameter.name}}} to the path, or remove the parameter.",
                parameter.origin,
            )
            found.remove(parameter)
        return tuple(found)

    def _inferred(self, found: list[Parameter], name: str, names: list[str], origin: Origin) -> list[Parameter]:
        """Adds the parameter of a placeholder that none declares: what must be a slip of it, else a required text."""
        meant = next((p for p in found if _is_slip(p, name, names)), None)
        message = f"The path parameter {name} is not declared"
        hint = f"Declare name: {name}, in: path, required: true."
        if meant is None:
            self._context.findings.add("openapi-path-parameter", f"{message}; a text is taken.", hint, origin)
            schema = Scalar(type="string", origin=origin, source={"type": "string"})
            return [
                *found,
                Parameter(
                    name=name, place="path", schema=schema, required=True, style="simple", explode=False, origin=origin
                ),
            ]
        self._context.findings.add(
            "openapi-path-parameter",
            f"{message}; the {meant.place} parameter {meant.name} is taken for it.",
            hint,
            meant.origin,
        )
        taken = replace(meant, name=name, place="path", required=True, style="simple", explode=False)
        return [taken if p is meant else p for p in found]


def _is_slip(parameter: Parameter, name: str, names: list[str]) -> bool:
    """Whether a parameter must be meant for the placeholder: its name in another place, or spelled another way."""
    if parameter.place == "path":
        return parameter.name not in names and _letters(parameter.name) == _letters(name)
    return parameter.name == name and parameter.place == "query"


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


def _place(written: str) -> Place | None:
    match written.strip().lower():
        case "path" | "query" | "header" | "cookie" as place:
            return place
        case _:
            return None
