"""Whatever a manifest holds, reading it ends in a toolset or in a SourceError."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.diagnostics import Diagnostic, Severity, SourceError
from mcpgen.frontends.manifest import read, write
from mcpgen.frontends.manifest import vocabulary as words
from mcpgen.model.toolset import Toolset
from mcpgen.source import load
from tests.frontends.manifest.manifests import GOOD
from tests.frontends.manifest.toolset_strategies import json_values

KEYS = sorted({key for name in dir(words) if name.endswith("_KEYS") for key in getattr(words, name)})


def places(node: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    items = list(node.items()) if isinstance(node, dict) else list(enumerate(node)) if isinstance(node, list) else []
    return [path, *(place for key, item in items for place in places(item, (*path, key)))]


def _has(node: Any, step: str | int) -> bool:
    """Whether a place of the good manifest is still there after earlier mutations."""
    return step in node if isinstance(node, dict) else isinstance(node, list) and step in range(len(node))


PLACES = places(GOOD)
SUBTREES: list[Any] = [
    None,
    True,
    1,
    1.5,
    "",
    "note",
    "/a",
    "POST /{a}",
    [],
    {},
    ["note"],
    [["note"]],
    {"from": "note"},
    {"fields": {}},
]

subtrees: st.SearchStrategy[Any] = st.one_of(st.sampled_from(SUBTREES), json_values).map(copy.deepcopy)


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """The good manifest with some of its nodes replaced, moved, removed, or with known keys in unknown places."""
    root = {"root": copy.deepcopy(GOOD)}
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from(PLACES))
        parent: Any = root
        key: Any = "root"
        node: Any = root["root"]
        for step in path:
            if not _has(node, step):
                break
            parent, key, node = node, step, node[step]
        action = draw(st.sampled_from(["replace", "add", "remove", "graft"]))
        if action == "add" and isinstance(node, dict):
            node[draw(st.sampled_from(KEYS))] = draw(subtrees)
        elif action == "remove" and parent is not root:
            del parent[key]
        elif action == "graft" and isinstance(node, dict) and node:
            node[draw(st.sampled_from(KEYS))] = copy.deepcopy(draw(st.sampled_from(list(node.values()))))
        else:
            parent[key] = draw(subtrees)
    return root["root"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@settings(max_examples=100, deadline=None)
@given(data=mutated())
def test_a_mutated_manifest_is_read_or_complained_about(folder: Path, data: Any) -> None:
    file = folder / "tools.yaml"
    file.write_text(json.dumps(data), encoding="utf-8")
    errors, toolset = outcome(file)
    if toolset is None:
        assert errors
        return
    assert not errors
    file.write_bytes(write(toolset).encode("utf-8"))
    assert outcome(file) == ([], toolset)


def outcome(file: Path) -> tuple[list[Diagnostic], Toolset | None]:
    """The errors of a manifest, or what it holds."""
    try:
        reading = read(load(file))
    except SourceError as error:
        found, toolset = error.diagnostics, None
    else:
        found, toolset = reading.diagnostics, reading.toolset
    return [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR], toolset
