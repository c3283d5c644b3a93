"""Discriminators as openapi-core can follow them: it takes a value for the name of a schema unless a mapping has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tests.coverage.original import Original, Place

_TOLD: Final = ("x-ms-discriminator-value", "x-discriminator-value")


def tagged(original: Original, node: dict[str, Any]) -> dict[str, Any]:
    """A schema with its discriminator completed by what the branches say, or without one that decides nothing."""
    without = {key: inner for key, inner in node.items() if key != "discriminator"}
    choice = next((key for key in ("oneOf", "anyOf") if isinstance(node.get(key), list)), "")
    if not choice:
        return without if "allOf" in node else node
    discriminator = node["discriminator"]
    mapping = discriminator.get("mapping")
    known = dict(mapping) if isinstance(mapping, dict) else {}
    refs = [branch.get("$ref") if isinstance(branch, dict) else None for branch in node[choice]]
    if not all(isinstance(ref, str) for ref in refs):
        return {("anyOf" if key == choice and "anyOf" not in node else key): inner for key, inner in without.items()}
    claims: dict[str, set[str]] = {}
    for ref in refs:
        branch = original.followed(Place(original.file, "", {"$ref": ref}))
        for value in _values(original, branch, str(discriminator.get("propertyName"))):
            claims.setdefault(value, set()).add(ref)
    schemas = original.root.at("components", "schemas")
    told = {v: min(owners) for v, owners in claims.items() if len(owners) == 1 and schemas.at(v).node is None}
    return {**node, "discriminator": {**discriminator, "mapping": {**told, **known}}} if told else node


def _values(original: Original, place: Place, name: str, depth: int = 0) -> Iterator[str]:
    """The values of a property that a branch says are its own."""
    node = place.node
    if not isinstance(node, dict) or depth > 12:
        return
    yield from (node[key] for key in _TOLD if isinstance(node.get(key), str))
    property = original.followed(place.at("properties", name))
    if isinstance(property.node, dict):
        listed = property.node.get("enum")
        told = [property.node.get("const"), *(listed if isinstance(listed, list) else ())]
        yield from (value for value in told if isinstance(value, str))
    parts = place.at("allOf")
    for k in range(len(parts.node) if isinstance(parts.node, list) else 0):
        yield from _values(original, original.followed(parts.at(k)), name, depth + 1)
