"""Following references between documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcpgen.diagnostics import Origin
from mcpgen.source import Reach, Sources, UnresolvedRef, load


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    folder = tmp_path / "spec"
    (folder / "models").mkdir(parents=True)
    (tmp_path / "secret.yaml").write_text("a: 1\n")
    (folder / "leak.yaml").symlink_to(tmp_path / "secret.yaml")
    (folder / "models" / "pet one.yaml").write_text("Pet: {owner: {$ref: 'person.yaml#/Person'}}\n")
    (folder / "models" / "person.yaml").write_text("Person: {type: object}\nlist: [1, 2]\n")
    (folder / "models" / "broken.yaml").write_text("a: b: c\n")
    root = {
        "paths": {"/a b": {"~x": 1, "%20": 2}},
        "list": [{"n": 0}],
        "via": {"$ref": "#/list/0"},
        "loop": {"$ref": "#/loop/x"},
    }
    (folder / "api.json").write_text(json.dumps(root))
    return load(folder / "api.json")


def test_pointers_are_unescaped(sources: Sources) -> None:
    assert sources.resolve("#/paths/~1a%20b/~0x", sources.root).value == 1
    assert sources.resolve("#/paths/~1a%20b/%20", sources.root).value == 2
    assert sources.resolve("#/paths/~1a b/~0x", sources.root).pointer == ("paths", "/a b", "~x")
    assert sources.resolve("#/list/0/n", sources.root).pointer == ("list", 0, "n")
    assert sources.resolve("#", sources.root).value is sources.root.data


def test_references_are_followed_on_the_way(sources: Sources) -> None:
    assert sources.resolve("#/via/n", sources.root).pointer == ("list", 0, "n")


def test_files_are_found_from_the_file_that_names_them(sources: Sources) -> None:
    pet = sources.resolve("./models/pet%20one.yaml#/Pet", sources.root)
    owner = sources.resolve(pet.value["owner"]["$ref"], pet.document)
    assert owner.value == {"type": "object"}
    assert owner.document.file.endswith("spec/models/person.yaml")
    assert sources.resolve("../api.json#/list", owner.document).document is sources.root
    assert sources.text(owner.document.file) == owner.document.text
    span = sources.span(Origin(file=owner.document.file, pointer=("list", 1)))
    assert span is not None
    assert (span.line, span.column) == (2, 11)


@pytest.mark.parametrize(
    ("ref", "says"),
    [
        ("#/nowhere", "nowhere"),
        ("#/list/1", "nowhere"),
        ("#/list/-1", "nowhere"),
        ("#/list/²", "nowhere"),
        ("#/loop/x", "circle"),
        ("#anchor", "anchor"),
        ("models/absent.yaml", "no file"),
        ("models", "folder"),
        ("models/broken.yaml", "mapping values"),
        ("https://example.test/a.yaml", "network"),
        ("//example.test/a.yaml", "network"),
        ("file:///etc/passwd", "outside"),
        ("ftp://example.test/a", "no possible file"),
        ("/etc/passwd", "outside"),
        ("../secret.yaml", "outside"),
        ("%2e%2e/secret.yaml", "outside"),
        ("leak.yaml", "outside"),
        ("a%00b", "no possible file"),
    ],
)
def test_references_that_cannot_be_followed(sources: Sources, ref: str, says: str) -> None:
    with pytest.raises(UnresolvedRef) as caught:
        sources.resolve(ref, sources.root)
    assert says in caught.value.reason
    assert caught.value.hint


def test_another_folder_may_be_opened(tmp_path: Path) -> None:
    (tmp_path / "spec").mkdir()
    (tmp_path / "shared.yaml").write_text("a: 1\n")
    (tmp_path / "spec" / "api.yaml").write_text("b: {$ref: ../shared.yaml}\n")
    sources = load(tmp_path / "spec" / "api.yaml", Reach(folder=tmp_path))
    assert sources.resolve("../shared.yaml#/a", sources.root).value == 1
