"""The descriptions that mutants are made of, and small parts of them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hypothesis import strategies as st

from mcpgen.source import load

Json = Any
Files = dict[str, Json]
"""Trees by the path of their file, as seen from the folder that holds them all; of a file of prose its text."""

TESTS: Final = Path(__file__).resolve().parents[1]
SPECS: Final = TESTS.parent / "examples" / "specs"
GOLDEN: Final = TESTS / "golden"

_METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_SUFFIXES: Final = (".json", ".yaml", ".yml")
_POOLS: Final = ("definitions", "parameters", "responses")
"""Where Swagger 2.0 and manifests keep what is referred to; OpenAPI 3 does so one level deeper, in `components`."""


_HELD: Final = ("paths", "tools", "components", *_POOLS)
"""What is used only in part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A description: its files, which nobody changes, and which of them is the root."""

    name: str
    root: str
    files: Mapping[str, Json] = field(repr=False)

    @property
    def is_manifest(self) -> bool:
        """Whether it lists tools, whose schemas are what its author says, and describes no API."""
        return "tools" in self.files[self.root]


def sources() -> tuple[Source, ...]:
    """The example descriptions, and the manifests of the golden packages."""
    described = [_source(path) for path in sorted(SPECS.iterdir()) if path.is_dir() or path.suffix in _SUFFIXES]
    manifests = [
        Source(name=f"{path.parents[1].name}-manifest", root=path.name, files={path.name: load(path).root.data})
        for path in sorted(GOLDEN.glob("*/expected/tools.yaml"))
    ]
    return (*described, *manifests)


def _source(path: Path) -> Source:
    if path.is_file():
        return Source(name=path.stem, root=path.name, files={path.name: load(path).root.data})
    files = {file.relative_to(path).as_posix(): _tree(file) for file in sorted(path.rglob("*")) if file.is_file()}
    (root,) = (name for name, tree in files.items() if {"openapi", "paths"} <= set(tree))
    return Source(name=path.name, root=root, files=files)


def _tree(file: Path) -> Json:
    return load(file).root.data if file.suffix in _SUFFIXES else file.read_text(encoding="utf-8")


@st.composite
def parts(draw: st.DrawFn, source: Source) -> Files:
    """The files of a source with one to three of its operations or tools, and of the rest what these need.

    Now and then one thing that they need is missing.
    """
    root = source.files[source.root]
    if source.is_manifest:
        small = {"tools": draw(st.lists(st.sampled_from(root["tools"]), min_size=1, max_size=3, unique_by=id))}
    else:
        chosen = draw(st.lists(st.sampled_from(_operations(root)), min_size=1, max_size=3, unique=True))
        small = {"paths": _paths(root, chosen)}
    needed = list(_needed(source, {key: value for key, value in root.items() if key not in _HELD} | small))
    if draw(st.integers(0, 9)) == 9 and needed:
        needed.remove(draw(st.sampled_from(needed)))
    files = {file: tree for file, tree in source.files.items() if (file, ()) in needed}
    files[source.root] = _with_components(root | small, [pointer for _, pointer in needed if pointer])
    return {file: copied(tree) for file, tree in files.items()}


def copied(value: Json) -> Json:
    """The value with mappings and lists of its own, as one tree: nothing in it stands in two places."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value


def _operations(root: Json) -> list[tuple[str, str]]:
    """Path and method of each operation; the method is empty where the path is described elsewhere."""
    return [
        (path, method)
        for path, item in root["paths"].items()
        for method in ([key for key in item if key in _METHODS] or [""])
    ]


def _paths(root: Json, chosen: list[tuple[str, str]]) -> Json:
    """The paths of the chosen operations, with no others; in the order of the document."""
    paths = [path for path, _ in chosen]
    return {
        path: {key: value for key, value in item.items() if key not in _METHODS or (path, key) in chosen}
        for path, item in root["paths"].items()
        if path in paths
    }


Need = tuple[str, tuple[str, ...]]
"""A file with the pointer of a component of the root, or another file whole, with none."""


def _needed(source: Source, small: Json) -> dict[Need, None]:
    """What is referred to from `small`, a part of the root, and from there on."""
    found: dict[Need, None] = {}
    waiting = [(source.root, small)]
    while waiting:
        file, tree = waiting.pop()
        for ref in _references(tree):
            need = _need(source, file, ref)
            if need is None or need in found:
                continue
            found[need] = None
            waiting.append((need[0], _at(source.files[need[0]], need[1])))
    return found


def _need(source: Source, file: str, ref: str) -> Need | None:
    """What a reference needs, or None where it leads to no component, or nowhere."""
    name, _, fragment = ref.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(file), name)) if name else file
    if target not in source.files:
        return None
    if target != source.root:
        return target, ()
    steps = fragment.replace("/$defs/", "/definitions/", 1).split("/")[1:]  # a manifest's are named so in its schemas
    size = 3 if steps[:1] == ["components"] else 2 if steps and steps[0] in _POOLS else 0
    pointer = tuple(steps[:size])
    return (target, pointer) if size and _at(source.files[target], pointer) is not None else None


def _references(tree: Json) -> Iterator[str]:
    """Every text that can be a reference: those of `$ref`, and those of a discriminator's mapping."""
    if isinstance(tree, dict):
        for value in tree.values():
            yield from _references(value)
    elif isinstance(tree, list):
        for item in tree:
            yield from _references(item)
    elif isinstance(tree, str) and ("#/" in tree or tree.endswith((*_SUFFIXES, ".md"))):
        yield tree


def _at(tree: Json, pointer: tuple[str, ...]) -> Json:
    for step in pointer:
        tree = tree.get(step) if isinstance(tree, dict) else None
    return tree


def _with_components(tree: Json, pointers: list[tuple[str, ...]]) -> Json:
    """The tree with the components that are needed, security schemes always; in the order of the document."""

    def chosen(pool: Json, prefix: tuple[str, ...]) -> Json:
        return {name: value for name, value in pool.items() if (*prefix, name) in pointers}

    root = {key: chosen(value, (key,)) if key in _POOLS else value for key, value in tree.items()}
    if "components" in root:
        root["components"] = {
            kind: pool if kind == "securitySchemes" else chosen(pool, ("components", kind))
            for kind, pool in root["components"].items()
        }
    return root
