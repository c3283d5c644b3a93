"""The placeholders of a path and the parameters that fill them (OpenAPI 3.2, "Path Templating").

OpenAPI knows `{name}` alone. What others write counts as they mean it: `{id:[0-9]+}`, `{name=*}` and `{id?}` name a
parameter and say more of it; `{+name}` (RFC 6570), `{proxy+}`, `{path*}`, `{*path}`, `{path...}`, `{path:.*}` and
`{name=projects/*}` hold slashes; `{.format}` and `{;version}` are the styles label and matrix.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi.node import Findings, Node, Unreadable
from mcpgen.model.api import Parameter, Style
from mcpgen.model.schema import Scalar

_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
_EXPANSION = re.compile(r"[?&#/]")
_WRITTEN = re.compile(r"(?P<sign>[+.;]|\*{1,2})?(?P<name>[^+*?:=;.][^+*?:=]*?)(?P<more>\+|\*{1,2}|\.{3}|\?|[:=].*)?")
_OVER_SLASHES = re.compile(r":(path|\.[*+].*)|=(.*/.*|\*\*)")
_RESOURCE = re.compile(r"\^?\(?[\w.-]+/\[\^/\]\+")
"""How gRPC gateways describe a path parameter that holds a whole resource name: `projects/[^/]+/topics/[^/]+`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Meaning:
    """What a placeholder says beside a name; no style where it says none."""

    name: str
    style: Style | None = None


def holds_slashes(node: Node) -> bool:
    """Whether a path parameter is declared to hold several segments."""
    schema = node.child("schema")
    pattern = schema.value.get("pattern") if schema is not None and isinstance(schema.value, dict) else None
    return node.flag("x-ms-skip-url-encoding") or (isinstance(pattern, str) and _RESOURCE.match(pattern) is not None)


def for_path(found: list[Parameter], path: str, origin: Origin, findings: Findings) -> tuple[Parameter, ...]:
    """Exactly one path parameter for each placeholder of `path`, called as it is; `found` are all that are declared.

    Raises `Unreadable` for an expression of RFC 6570 that is no part of a path, such as `{?page}`.
    """
    names = list(dict.fromkeys(_names(path)))
    expansion = next((name for name in names if _EXPANSION.match(name)), None)
    if expansion is not None:
        message = f"{{{expansion}}} in the path is an expression of URI templates, which OpenAPI does not know."
        raise Unreadable(message, "Take it out of the path, and declare its names as parameters in: query.", origin)
    declared = {p.name for p in found if p.place == "path"}
    for name in names:
        if name not in declared:
            found = _inferred(found, name, names, origin, findings)
    for parameter in [p for p in found if p.place == "path" and p.name not in names]:
        findings.add(
            "openapi-path-parameter",
            f"The path parameter {parameter.name} does not occur in the path and is left out.",
            f"Add {{{parameter.name}}} to the path, or remove the parameter.",
            parameter.origin,
        )
        found.remove(parameter)
    return tuple(_styled(p) if p.place == "path" else p for p in found)


def _names(path: str) -> Iterator[str]:
    """The placeholders of a path, without those of a fragment, which is never sent."""
    end = 0
    for match in _PLACEHOLDER.finditer(path):
        if "#" in path[end : match.start()]:
            return
        yield match[1]
        end = match.end()


def _meaning(name: str) -> _Meaning:
    match = _WRITTEN.fullmatch(name)
    if match is None:
        return _Meaning(name=name)
    sign, more = match["sign"] or "", match["more"] or ""
    if sign in ("+", "*", "**") or more in ("+", "*", "**", "...") or _OVER_SLASHES.fullmatch(more):
        return _Meaning(name=match["name"], style="segments")
    styles: dict[str, Style] = {".": "label", ";": "matrix"}
    return _Meaning(name=match["name"], style=styles.get(sign))


def _styled(parameter: Parameter) -> Parameter:
    """A path parameter in the style that its placeholder says, unless it has another of its own."""
    meaning = _meaning(parameter.name)
    style = meaning.style if meaning.style is not None and parameter.style == "simple" else parameter.style
    return replace(parameter, style=style, plain_name="" if meaning.name == parameter.name else meaning.name)


def _inferred(
    found: list[Parameter], name: str, names: list[str], origin: Origin, findings: Findings
) -> list[Parameter]:
    """Adds the parameter of a placeholder that none declares: what must be a slip of it, else a required text."""
    meaning = _meaning(name)
    meant = next((p for p in found if p.place == "path" and p.name == meaning.name and p.name not in names), None)
    if meant is not None:
        return [replace(p, name=name) if p is meant else p for p in found]
    meant = next((p for p in found if _is_slip(p, meaning.name, names)), None)
    message = f"The path parameter {name} is not declared"
    hint = f"Declare name: {name}, in: path, required: true."
    if meant is None:
        findings.add("openapi-path-parameter", f"{message}; a text is taken.", hint, origin)
        schema = Scalar(type="string", origin=origin, source={"type": "string"})
        return [
            *found,
            Parameter(
                name=name, place="path", schema=schema, required=True, style="simple", explode=False, origin=origin
            ),
        ]
    findings.add(
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
