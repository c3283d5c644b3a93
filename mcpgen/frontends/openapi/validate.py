"""The document against the meta-schema of its version: what it breaks is told, and read all the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema_rs

from mcpgen.diagnostics import Diagnostic, Severity
from mcpgen.frontends.openapi.node import Node
from mcpgen.frontends.openapi.version import Version

MAX_SHOWN = 20
_NOT_A_REFERENCE = '"$ref" is a required property'
_MASK = "<this>"
_ANY_FORM = re.compile(r"is (not )?valid under .* keyword")
_HINTS = (
    ("is a required property", "Add what is missing."),
    ("not of type", "Write it as the type that is asked for; quote texts that look like numbers."),
    ("is not one of", "Use one of the allowed values."),
    ("nevaluated properties", "Correct the spelling, move it where it belongs, or start its name with x-."),
    ("dditional properties", "Correct the spelling, move it where it belongs, or start its name with x-."),
)


def violations(root: Node, version: Version) -> tuple[Diagnostic, ...]:
    """A warning (`openapi-invalid`) for each of the first violations, and one that counts the others."""
    validator = _validator(version)
    try:
        errors = [e for error in validator.iter_errors(root.value) for e in _causes(error)] if validator else []
    except (ValueError, RecursionError):  # lone surrogates, numbers without end: nothing the checker can hold
        return ()
    followed = [error for error in errors if _is_reference(root, error)]
    others = [error for error in errors if not _is_reference(root, error)]
    found = list(dict.fromkeys(_diagnostic(root, error) for error in others))
    found += _followed(root, followed)
    if len(found) <= MAX_SHOWN:
        return tuple(found)
    name = f"Swagger {version}" if version == "2.0" else f"OpenAPI {version}"
    more = Diagnostic(
        code="openapi-invalid",
        severity=Severity.WARNING,
        message=f"{len(found) - MAX_SHOWN} more places are not valid {name}.",
        hint="An OpenAPI validator lists them all.",
        at=root.origin,
    )
    return (*found[:MAX_SHOWN], more)


def _is_reference(root: Node, error: Any) -> bool:
    """Whether what is wrong is a reference in a place where OpenAPI has none: it is followed all the same."""
    node: Node | None = root
    for step in error.instance_path:
        node = node.child(step) if node else None
    return node is not None and isinstance(node.value, dict) and isinstance(node.value.get("$ref"), str)


def _followed(root: Node, errors: list[Any]) -> list[Diagnostic]:
    places = list(dict.fromkeys(tuple(error.instance_path) for error in errors))
    if not places:
        return []
    others = f", and {len(places) - 1} more such places" if len(places) > 1 else ""
    return [
        Diagnostic(
            code="openapi-invalid",
            severity=Severity.INFO,
            message=f"OpenAPI allows no reference here{others}; it is followed all the same.",
            hint="Other tools may not follow it.",
            at=root.origin.at(*places[0]),
        )
    ]


@cache
def _validator(version: Version) -> Any:
    """The compiled meta-schema, None where the package that ships it is too old for the version.

    It is found without importing that package, which takes long.
    """
    package = find_spec("openapi_spec_validator")
    folders = package.submodule_search_locations if package else None
    if not folders:
        raise RuntimeError("openapi-spec-validator is not installed")
    schema = Path(folders[0], "resources", "schemas", f"v{version}", "schema.json")
    if not schema.is_file():
        return None
    return jsonschema_rs.validator_for(json.loads(schema.read_text(encoding="utf-8")), mask=_MASK)


def _causes(error: Any) -> Iterator[Any]:
    """The errors behind one: where no branch of a choice fits, those of the branch that fits furthest."""
    branches = [
        branch
        for branch in getattr(error.kind, "context", ())
        if branch and not all(_NOT_A_REFERENCE in inner.message for inner in branch)
    ]
    if not branches:
        yield error
        return
    deepest = [max(len(inner.instance_path) for inner in branch) for branch in branches]
    best = [branch for branch, depth in zip(branches, deepest, strict=True) if depth == max(deepest)]
    best = [branch for branch in best if len(branch) == min(len(other) for other in best)]
    if len(best) > 1:
        yield error
        return
    for inner in best[0]:
        yield from _causes(inner)


def _diagnostic(root: Node, error: Any) -> Diagnostic:
    message = (" or ".join(_wordings(error)) or error.message).replace(_MASK, _name(error.instance_path), 1)
    message = _ANY_FORM.sub("fits none of the forms allowed here", message)
    hint = next((hint for sign, hint in _HINTS if sign in message), "Compare it with the OpenAPI specification.")
    return Diagnostic(
        code="openapi-invalid",
        severity=Severity.WARNING,
        message=f"{message[:1].upper()}{message[1:]}.",
        hint=hint,
        at=root.origin.at(*error.instance_path),
    )


def _name(path: list[str | int]) -> str:
    """How a message calls the node: by its key, an item by the list it is in."""
    match path:
        case []:
            return "The document"
        case [*_, str(key), int(index)]:
            return f"Item {index} of {key!r}"
        case _:
            return repr(path[-1])


def _wordings(error: Any) -> list[str]:
    """What each branch of a choice asks for, when all of them fail in the same place and are few."""
    branches = [branch for branch in getattr(error.kind, "context", ()) if branch]
    alike = all(len(branch) == 1 and branch[0].instance_path == error.instance_path for branch in branches)
    return list(dict.fromkeys(branch[0].message for branch in branches)) if alike and len(branches) <= 3 else []
