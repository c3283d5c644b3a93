"""Which OpenAPI a document is written in (OpenAPI 3.1, "OpenAPI Object")."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from mcpgen.diagnostics import SourceError
from mcpgen.frontends.openapi.node import Findings, Node
from mcpgen.model.json import Json
from mcpgen.source import Sources
from mcpgen.source.failure import failure

Version: TypeAlias = Literal["3.0", "3.1"]
_NUMBER = re.compile(r"\s*v?(\d+)\.(\d+)")


def is_openapi(data: Json) -> bool:
    """Whether a tree is an OpenAPI (or Swagger) document of any version, readable or not."""
    return isinstance(data, dict) and ("openapi" in data or "swagger" in data or _has_operations(data))


def version_of(root: Node, findings: Findings, sources: Sources) -> Version:
    """The version whose meaning the document has; 3.2 and later are read as 3.1, with a warning.

    Raises `SourceError` (`openapi-unknown`, `openapi-version`).
    """
    if not is_openapi(root.value):
        raise _failure(
            "openapi-unknown",
            "This is not an OpenAPI document: it has no 'openapi' key.",
            "An OpenAPI document starts with openapi: 3.1.0, info and paths.",
            root,
            sources,
        )
    if "openapi" not in root.value:
        if "swagger" in root.value:
            raise _failure(
                "openapi-version",
                f"Swagger {root.text('swagger') or '2.0'} is not read.",
                "Convert the document to OpenAPI 3, for example with swagger2openapi.",
                Node(root.document, ("swagger",), None),
                sources,
            )
        findings.add(
            "openapi-version",
            "The document does not say its OpenAPI version; it is read as 3.0.",
            "Write openapi: 3.0.3 (or what it is) at the top.",
            root.origin,
        )
        return "3.0"
    return _declared(root, findings, sources)


def _declared(root: Node, findings: Findings, sources: Sources) -> Version:
    written = root.text("openapi")
    place = Node(root.document, ("openapi",), None)
    match = _NUMBER.match(written)
    if match is None or match[1] != "3":
        raise _failure(
            "openapi-version",
            f"OpenAPI {written or root.value['openapi']!r} is not a version that can be read.",
            "Versions 3.0 and 3.1 are read.",
            place,
            sources,
        )
    minor = int(match[2])
    if minor > 1:
        findings.add(
            "openapi-version",
            f"OpenAPI {written} is read as 3.1; what is new in it is not used.",
            "Check the tools against the description.",
            place.origin,
        )
    return "3.0" if minor == 0 else "3.1"


def _failure(code: str, message: str, hint: str, place: Node, sources: Sources) -> SourceError:
    error = failure(code, message, hint, place.origin)
    error.locator = sources
    return error


def _has_operations(data: dict[str, Json]) -> bool:
    paths = data.get("paths")
    return isinstance(paths, dict) and any(isinstance(key, str) and key.startswith("/") for key in paths)
