"""A document of many files as one: openapi-core reads other files by its own rules (dates in YAML become dates)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tests.coverage.original import Original, Place

FILES: Final = "x-files"


def bundled(original: Original) -> Original:
    """The same document with the files that it refers to below `x-files`, and every reference led there.

    A reference where none may stand (`enum: {$ref: …}`) is replaced by what it leads to; one that leads nowhere, which
    mcpgen reports, says nothing.
    """
    return _Bundle(original).made()


class _Bundle:
    def __init__(self, original: Original) -> None:
        self._original = original
        self._keys: dict[Path, str] = {original.file: ""}
        self._waiting = [original.file]

    def made(self) -> Original:
        original = self._original
        trees: dict[Path, Any] = {}
        while self._waiting:
            file = self._waiting.pop()
            trees[file] = self._led(file, original.read(file), "")
        root = trees.pop(original.file)
        if trees:
            root = {**root, FILES: {self._keys[file].rpartition("/")[2]: tree for file, tree in trees.items()}}
        return Original(original.file, files={original.file: root})

    def _led(self, file: Path, node: Any, key: str) -> Any:
        if isinstance(node, list):
            return [self._led(file, each, "") for each in node]
        if not isinstance(node, dict):
            return node
        made = {name: self._led(file, inner, name) for name, inner in node.items()}
        made = {k: v for k, v in made.items() if not (k in ("$id", "$anchor") and isinstance(v, str))}
        mapping = made.get("mapping")
        if "propertyName" in node and isinstance(mapping, dict):
            made["mapping"] = {value: self._choice(file, name) for value, name in mapping.items()}
        ref = node.get("$ref")
        if not isinstance(ref, str):
            return made
        target = self._original.target(Place(file, "", node), ref)
        if target.node is None:
            return {k: v for k, v in made.items() if k != "$ref"}
        if key in ("enum", "required", "default", "description"):
            return target.node
        return {**made, "$ref": self._place(target)}

    def _choice(self, file: Path, name: Any) -> Any:
        """What a discriminator maps a value to: the name of a schema stays, a reference is led."""
        if not isinstance(name, str) or not ("#" in name or "/" in name or "." in name):
            return name
        target = self._original.target(Place(file, "", {}), name)
        return name if target.node is None else self._place(target)

    def _place(self, target: Place) -> str:
        if target.file not in self._keys:
            self._keys[target.file] = f"/{FILES}/{len(self._keys)}"
            self._waiting.append(target.file)
        return f"#{self._keys[target.file]}{target.pointer}".replace("%", "%25")
