"""The document against the meta-schema of its version: what it breaks is told, and read all the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import jsonschema_rs

from mcpgen.diagnostics import Diagnostic, Pointer, Severity
from mcpgen.frontends.openapi.fault import MASK, told
from mcpgen.frontends.openapi.node import Node
from mcpgen.frontends.openapi.version import Version

MAX_SHOWN: Final = 20
SHOWN_ALIKE: Final = 3
_NOT_A_REFERENCE = '"$ref" is a required property'
_SCHEMA_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def violations(root: Node, version: Version) -> tuple[Diagnostic, ...]:
    """A warning (`openapi-invalid`) for each of the first violations, and one that counts the others.

    Of those that say the same, the third also tells how many more there are.
    """
    validator = _validator(version)
    try:
        errors = [e for error in validator.iter_errors(root.value) for e in _causes(error)] if validator else []
    except (ValueError, RecursionError):  # lone surrogates, numbers without end: nothing the checker can hold
        return ()
    followed = [error for error in errors if _is_reference(root, error)]
    others = [error for error in errors if not _is_reference(root, error)]
    found = [*_grouped(root, others), *_followed(root, followed)]
    if len(found) <= MAX_SHOWN:
        return tuple(found)
    name = f"Swagger {version}" if version == "2.0" else f"OpenAPI {version}"
    more = Diagnostic(
        code="openapi-invalid",
        severity=Severity.WARNING,
        message=f"{len(found) - MAX_SHOWN} more kinds of places are not valid {name}.",
        hint="An OpenAPI validator lists them all.",
        at=root.origin,
    )
    return (*found[:MAX_SHOWN], more)


def _grouped(root: Node, errors: Iterable[Any]) -> Iterator[Diagnostic]:
    """A warning for each place, but for those after the third that say the same."""
    places: dict[tuple[str, str], dict[Pointer, None]] = {}
    for error in errors:
        path = tuple(error.instance_path)
        node, around = _at(root, path), _at(root, path[:-1])
        in_list = around is not None and isinstance(around.value, list)
        places.setdefault(told(error, node.value if node else None, in_list=in_list), {})[path] = None
    for (message, hint), where in places.items():
        more = len(where) - SHOWN_ALIKE
        for number, place in enumerate(list(where)[:SHOWN_ALIKE], start=1):
            others = f" So it is in {more} more place{'s' * (more > 1)}." if number == SHOWN_ALIKE and more > 0 else ""
            yield Diagnostic(
                code="openapi-invalid",
                severity=Severity.WARNING,
                message=message + others,
                hint=hint,
                at=root.origin.at(*place),
            )


def _at(root: Node, path: Sequence[str | int]) -> Node | None:
    node: Node | None = root
    for step in path:
        node = node.child(step) if node else None
    return node


def _is_reference(root: Node, error: Any) -> bool:
    """Whether what is wrong is a reference in a place where OpenAPI has none: it is followed all the same."""
    node = _at(root, error.instance_path)
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

    From 3.1 on a Schema Object is one of JSON Schema 2020-12 (OpenAPI 3.1.1, 4.8.24), which the meta-schema leaves to
    its `$dynamicAnchor`. It is found without importing that package, which takes long.
    """
    package = find_spec("openapi_spec_validator")
    folders = package.submodule_search_locations if package else None
    if not folders:
        raise RuntimeError("openapi-spec-validator is not installed")
    schema = Path(folders[0], "resources", "schemas", f"v{version}", "schema.json")
    if not schema.is_file():
        return None
    meta = json.loads(schema.read_text(encoding="utf-8"))
    if "$dynamicAnchor" not in meta.get("$defs", {}).get("schema", {}):
        return jsonschema_rs.validator_for(meta, mask=MASK)
    with_schemas = {
        "$schema": _SCHEMA_DIALECT,
        "$ref": meta["$id"],
        "$defs": {"schema": {"$dynamicAnchor": "meta", "$ref": _SCHEMA_DIALECT}},
    }
    return jsonschema_rs.validator_for(with_schemas, registry=jsonschema_rs.Registry([(meta["$id"], meta)]), mask=MASK)


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
