"""Nothing that a description says becomes code, leads out of the output folder, or adds to the package's own files."""

from __future__ import annotations

import ast
import json
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.catalogue.harness import Made, make

CANARY = "__import__('pathlib').Path('PWNED').touch()"
BREAKS = {
    "call": CANARY,
    "single quotes": f"a'+str({CANARY})+'b",
    "double quotes": f'a"); {CANARY}; ("b',
    "triple quotes": f'a"""\n{CANARY}\n"""b',
    "single triple": f"a'''\n{CANARY}\n'''b",
    "lines": f"a\n{CANARY}\n# b",
    "carriage": f"a\r{CANARY}\r\n# b",
    "unicode lines": f"a\u2028{CANARY}\u2029\x85\x0c{CANARY}",
    "function": f"x(): pass\n{CANARY}\ndef y",
    "argument": f"a=1, b={CANARY}",
    "key": f"k']+[{CANARY}]+['",
    "backslash": f"a\\\"\n{CANARY}\n\\",
    "template": "{{ 7*7 }}{% set x = ''.__class__ %}",
    "toml": f'x"\n[project.scripts]\nevil = "os:system"\n[[tool]]\n{CANARY}',
    "docker": f"x\nRUN curl evil.test\nUSER root\n{CANARY}",
    "yaml": f"x: !!python/object/apply:os.system ['touch PWNED']\n{CANARY}",
    "comment": f"a */ {CANARY} //",
}  # fmt: skip


def hostile(text: str) -> dict[str, Any]:
    """A description with a text in every place that people fill."""
    thing = {"type": "object", "title": text, "description": text, "properties": {text: {"type": "string", "description": text, "title": text, "default": text, "enum": [text, "a"]}, "deep": {"type": "object", "properties": {text: {"type": "array", "items": {"type": "object", "properties": {text: {"type": "integer"}}}}}}}}  # fmt: skip
    operation = {
        "operationId": text, "summary": text, "description": text, "tags": [text],
        "externalDocs": {"url": "https://docs.test", "description": text},
        "parameters": [
            {"name": f"q{text}", "in": "query", "description": text, "schema": {"type": "string", "default": text}},
            {"name": "kind", "in": "query", "schema": {"type": "string", "enum": [text, "x"], "pattern": text}},
        ],
        "requestBody": {"description": text, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
        "responses": {"200": {"description": text, "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}}}}}, "404": {"description": text}},
        "security": [{text: [text]}],
    }  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {"title": text, "version": text, "description": text, "termsOfService": text, "license": {"name": text}, "contact": {"name": text, "email": text}},
        "servers": [{"url": "https://api.harbour.test/v1", "description": text}],
        "tags": [{"name": text, "description": text}],
        "paths": {"/ships": {"post": operation}, f"/at/{text}": {"get": {"responses": {"200": {"description": "ok"}}}}},
        "components": {
            "schemas": {"Thing": thing, text: thing},
            "securitySchemes": {text: {"type": "apiKey", "in": "header", "name": "X-Key", "description": text}},
        },
    }  # fmt: skip


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    """An empty folder that the test runs in."""
    before, folder = Path.cwd(), tmp_path / "here"
    folder.mkdir()
    os.chdir(folder)
    yield folder
    os.chdir(before)


def called_names(tree: ast.AST) -> set[str]:
    return {ast.unparse(node.func).rpartition(".")[2] for node in ast.walk(tree) if isinstance(node, ast.Call)}


HARMLESS = hostile("word")


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What the files of a package call when all texts are words."""
    made = make(tmp_path_factory.mktemp("usual"), json.dumps(HARMLESS))
    return {
        name
        for file in made.package.rglob("*.py")
        for name in called_names(ast.parse(file.read_text(encoding="utf-8")))
    }


@pytest.mark.parametrize("kind", BREAKS)
def test_B192_B193_B196_nothing_becomes_code(tmp_path: Path, here: Path, usual: set[str], kind: str) -> None:
    made = make(tmp_path, json.dumps(hostile(BREAKS[kind])))
    [catalog] = made.package.glob("*/catalog.json")
    for file in made.package.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        tree = ast.parse(text)
        tools = file.parent.name in ("tools", "types")
        assert not (
            called_names(tree) - usual
            if not tools
            else called_names(tree) & {"__import__", "touch", "system", "eval", "exec"}
        )
        for line in text.splitlines():
            assert not line.lstrip().startswith(("__import__", "RUN ", "evil ="))
    names = [tool.name for tool in made.made.toolset.tools]
    assert all(re.fullmatch(r"[A-Za-z0-9_]+", each) for name in names for each in (name, *made.properties(name)))
    for tool in made.made.toolset.tools:
        if tool.operation.startswith("POST"):
            called = made.call(
                tool.name, dict.fromkeys(made.required(tool.name), "a"), env=dict.fromkeys(_variables(made), "k")
            )
            assert not called.failed, called.text
    assert list(here.iterdir()) == []
    assert not list(tmp_path.rglob("PWNED"))
    assert catalog.is_file()


def _variables(made: Made) -> list[str]:
    return [f"{made.prefix}_{name}" for auth in made.made.toolset.upstream.auth for name in auth.env]


@pytest.mark.parametrize("kind", BREAKS)
def test_B196_wire_names_are_literals(tmp_path: Path, here: Path, kind: str) -> None:
    text = BREAKS[kind]
    made = make(tmp_path, json.dumps(hostile(text)))
    name = made.tool_of("POST /ships")
    arguments = list(made.properties(name))
    query = arguments[0]
    sent = made.call(name, {query: "v"}, env=dict.fromkeys(_variables(made), "k")).sent
    assert sent.pairs == [(f"q{text}", "v")]
    field = next(each for each in arguments if text in made.properties(name)[each].get("enum", ()) and each != "kind")
    sent = made.call(name, {field: text}, env=dict.fromkeys(_variables(made), "k")).sent
    assert sent.body == {text: text}


def project_of(made: Made) -> dict[str, Any]:
    return tomllib.loads((made.package / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", BREAKS)
def test_B203_the_project_file_has_only_its_own_keys(tmp_path: Path, kind: str) -> None:
    made = make(tmp_path, json.dumps(hostile(BREAKS[kind])))
    plain = make(tmp_path / "plain", json.dumps(HARMLESS))
    project, expected = project_of(made), project_of(plain)
    assert project.keys() == expected.keys()
    assert project["project"].keys() <= expected["project"].keys()
    assert project.get("tool", {}).keys() == expected.get("tool", {}).keys()
    assert len(project["project"]["scripts"]) == 1
    starts = [
        [line.split(" ")[0] for line in (each.package / "Dockerfile").read_text(encoding="utf-8").splitlines()]
        for each in (made, plain)
    ]
    assert starts[0] == starts[1]
    for file in ("server.json", ".mcp.json"):
        json.loads((made.package / file).read_text(encoding="utf-8"))
    environment = (made.package / ".env.example").read_text(encoding="utf-8")
    assert all(line.startswith(("#", made.prefix)) or not line.strip() for line in environment.splitlines())


WAYS_OUT = ["../../../pwned", "..", ".", "/abs/path", "C:\\x\\y", "a/b/../../..", "Admin/Tools", "%2e%2e%2fx", "con", "aux.txt", "\x00", "a\nb", "~", "-rf", ".hidden", "x" * 300]  # fmt: skip


@pytest.mark.parametrize("text", WAYS_OUT)
def test_B201_every_file_is_below_the_output_folder(tmp_path: Path, text: str) -> None:
    before = sorted(each.name for each in tmp_path.parent.iterdir())
    made = make(tmp_path, json.dumps(hostile(text)))
    root = made.package.resolve()
    for path in made.package.rglob("*"):
        assert path.resolve().is_relative_to(root)
        assert not path.is_symlink()
        assert re.fullmatch(r"[A-Za-z0-9_.-]{1,100}", path.name)
        if path.suffix == ".py":
            assert path.stem.isidentifier()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["package", "source"]
    assert sorted(each.name for each in tmp_path.parent.iterdir()) == before
