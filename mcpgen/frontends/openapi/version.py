"""Which OpenAPI a document is written in (OpenAPI 3.1, "OpenAPI Object"; Swagger 2.0, "Swagger Object")."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from mcpgen.diagnostics import Diagnostic, Origin, Severity, SourceError
from mcpgen.model.json import Json
from mcpgen.source import Document, Sources

Version: TypeAlias = Literal["2.0", "3.0", "3.1", "3.2"]
KNOWN: Final = "Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are read."
_NUMBER = re.compile(r"\s*v?(\d+)(?:\.(\d+))?")
_LATEST: Final = 2
"""The last minor version of OpenAPI 3 that is known."""


def is_openapi(data: Json) -> bool:
    """Whether a tree is an OpenAPI (or Swagger) document of any version, readable or not."""
    return isinstance(data, dict) and ("openapi" in data or "swagger" in data or _has_operations(data))


class Versions:
    """The version of each document: what it says itself, else what the root says."""

    def __init__(self, root: Version) -> None:
        self.root: Version = root
        self._known: dict[str, Version] = {}

    def of(self, document: Document) -> Version:
        """The version whose meaning the parts of a document have. A schema that names its dialect is one of 3.1."""
        version = self._known.get(document.file)
        if version is None:
            version = self._known[document.file] = _own(document.data) or self.root
        return version

    def siblings_count(self, document: Document) -> bool:
        """Whether what stands beside a `$ref` counts, as it does since 3.1."""
        return self.of(document) not in ("2.0", "3.0")


def version_of(sources: Sources) -> tuple[Version, tuple[Diagnostic, ...]]:
    """The version whose meaning the root document has, with what is to be said of it (`openapi-version`).

    A later 3.x is read as 3.2, a document that names none as 2.0 or 3.0, whichever its keys are of. Raises
    `SourceError` (`openapi-unknown`, `openapi-version`).
    """
    document = sources.root
    data = document.data
    if not is_openapi(data):
        raise SourceError(
            _about(
                "openapi-unknown",
                "This is not an OpenAPI document: it has no 'openapi' key.",
                "An OpenAPI document starts with openapi: 3.1.0, info and paths.",
                Origin(file=document.file),
                Severity.ERROR,
            ),
            locator=sources,
        )
    key = next((key for key in ("openapi", "swagger") if data.get(key) is not None), "")
    at = Origin(file=document.file, pointer=(key,) if key else ())
    if not key:
        assumed = _by_keys(data)
        name = f"Swagger {assumed}" if assumed == "2.0" else f"OpenAPI {assumed}"
        hint = (
            'Write swagger: "2.0" at the top.'
            if assumed == "2.0"
            else "Write openapi: 3.0.3 (or what it is) at the top."
        )
        return assumed, (
            _about("openapi-version", f"The document does not say its version; it is read as {name}.", hint, at),
        )
    version = _own(data)
    if version is None:
        written = "" if isinstance(data[key], dict | list) else f" {data[key]!s}"
        message = f"{'OpenAPI' if key == 'openapi' else 'Swagger'}{written} is not a version that can be read."
        raise SourceError(_about("openapi-version", message, KNOWN, at, Severity.ERROR), locator=sources)
    match = _NUMBER.match(str(data[key]))
    if match and match[1] == "3" and int(match[2] or 0) > _LATEST:
        message = f"OpenAPI {data[key]} is read as 3.{_LATEST}; what is new in it is not used."
        return version, (_about("openapi-version", message, "Check the tools against the description.", at),)
    return version, ()


def _own(data: Json) -> Version | None:
    """The version that a tree says it has; None where it says none, or one that cannot be read."""
    if not isinstance(data, dict):
        return None
    written = data["openapi"] if data.get("openapi") is not None else data.get("swagger")
    if written is None and isinstance(data.get("$schema"), str):
        return "3.1"
    match = _NUMBER.match(str(written)) if isinstance(written, str | int | float) else None
    if match is None:
        return None
    match match[1], int(match[2] or 0):
        case "2", 0:
            return "2.0"
        case "3", 0:
            return "3.0"
        case "3", 1:
            return "3.1"
        case "3", _:
            return "3.2"
        case _:
            return None


def _by_keys(data: dict[str, Json]) -> Version:
    signs = ("definitions", "basePath", "host", "securityDefinitions", "consumes", "produces")
    return "2.0" if any(sign in data for sign in signs) and "components" not in data else "3.0"


def _about(code: str, message: str, hint: str, at: Origin, severity: Severity = Severity.WARNING) -> Diagnostic:
    return Diagnostic(code=code, severity=severity, message=message, hint=hint, at=at)


def _has_operations(data: dict[str, Json]) -> bool:
    paths = data.get("paths")
    return isinstance(paths, dict) and any(isinstance(key, str) and key.startswith("/") for key in paths)
