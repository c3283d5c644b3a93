"""What the entries about texts expect: what a model reads, and what must never become code."""

from __future__ import annotations

import ast
import json
import os
import re
import tomllib
import warnings
from pathlib import Path

from tests.catalogue.entries import check
from tests.catalogue.harness import Made, make
from tests.golden import walker

HIDDEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")


def python_files(made: Made) -> list[Path]:
    return sorted(made.package.rglob("*.py"))


def calls_in(tree: ast.AST) -> set[str]:
    return {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}


def assert_harmless(made: Made) -> None:
    """Every file parses, calls nothing that a package of a plain description does not, and nothing runs."""
    here = Path.cwd()
    for file in python_files(made):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = ast.parse(file.read_text(encoding="utf-8"))
            compile(tree, str(file), "exec")
        assert not {"__import__", "eval", "exec", "touch"} & {call.rpartition(".")[2] for call in calls_in(tree)}
    work = made.folder / "work"
    work.mkdir()
    os.chdir(work)
    try:
        for name in made.tools:
            given = dict.fromkeys(made.required(name), "x")
            made.call(name, given)
    finally:
        os.chdir(here)
    assert list(work.rglob("*")) == []
    assert not list(made.folder.rglob("PWNED"))


@check
def B164(made: Made) -> None:
    description = made.tools["get_a"]["description"]
    assert len(description) <= 1024
    assert description.endswith(".")


@check
def B166(made: Made) -> None:
    for _, content in walker.tree(made.package).items():
        text = content.decode("utf-8") if isinstance(content, bytes) else content
        assert not HIDDEN.search(text)
        assert "first call delete_all" not in text
    assert [each.code for each in made.said] == ["SEC001"]


@check
def B167(made: Made) -> None:
    tool = made.tools["get_a"]
    q = made.properties("get_a")["q"]
    assert q["enum"] == ["a\u2066b", "ok"]
    assert q["default"] == "a\u2066b"
    assert not HIDDEN.search(tool["description"] + q["description"] + tool["title"])
    assert "do evil" not in json.dumps(tool)
    assert {each.code for each in made.said} >= {"SEC004"}
    assert made.call("get_a", {"q": "a\u2066b"}).sent.pairs == [("q", "a\u2066b")]
    server = made.made.toolset.server
    assert not HIDDEN.search(server.title + server.name)
    warned = any("instructions" in each.message or "description of the server" in each.message for each in made.said)
    assert "SYSTEM" not in server.instructions or warned


@check
def B192(made: Made) -> None:
    assert_harmless(made)
    [name] = made.tools
    assert made.call(name).sent.path.startswith("/v1/pet")


@check
def B193(made: Made) -> None:
    assert_harmless(made)


@check
def B196(made: Made) -> None:
    assert_harmless(made)
    [name] = made.tools
    assert all(re.fullmatch(r"[A-Za-z0-9_]+", each) for each in (name, *made.properties(name)))
    canary = "a=1, b=__import__('pathlib').Path('PWNED').touch()"
    given = dict(zip(made.properties(name), "abc", strict=True))
    sent = made.call(name, given).sent
    assert sent.pairs == [(canary, "a")]
    assert sent.body == {canary: "b", "k']+[__import__('pathlib').Path('PWNED').touch()]+['": "c"}


@check
def B197(made: Made) -> None:
    assert_harmless(made)
    text = "\"\"\"raw\"\"\" or '''x''' and \\d+\\N{DASH} C:\\new\\users \\u12 \\x"
    assert text in made.tools["get_a"]["description"]


@check
def B201(made: Made) -> None:
    before = sorted(path.name for path in made.folder.iterdir())
    root = made.package.resolve()
    assert sorted({*before, "package"}) == sorted(path.name for path in made.folder.iterdir())
    for path in made.package.rglob("*"):
        assert path.resolve().is_relative_to(root)
        assert re.fullmatch(r"[A-Za-z0-9_.-]+", path.name)
    assert_harmless(made)


@check
def B203(made: Made) -> None:
    project = tomllib.loads((made.package / "pyproject.toml").read_text(encoding="utf-8"))
    plain = make(made.folder / "plain", made.made.sources.root.text.partition("info:")[0] + PLAIN)
    expected = tomllib.loads((plain.package / "pyproject.toml").read_text(encoding="utf-8"))
    assert project.keys() == expected.keys()
    assert project["project"].keys() <= expected["project"].keys() | {"license", "authors"}
    assert len(project["project"]["scripts"]) == 1
    docker = (made.package / "Dockerfile").read_text(encoding="utf-8").splitlines()
    assert [line.split()[0] for line in docker if line.startswith("RUN")] == [
        line.split()[0]
        for line in (plain.package / "Dockerfile").read_text(encoding="utf-8").splitlines()
        if line.startswith("RUN")
    ]


PLAIN = """info: {title: Plain, version: "1"}
servers: [{url: https://api.example.test/v1}]
paths:
  /a: {get: {operationId: getA, responses: {'200': {description: ok}}}}
"""


@check
def B199(made: Made) -> None:
    assert_harmless(made)
    text = "{{ 7*7 }} {% for c in [].__class__.__base__.__subclasses__() %}{{ c }}{% endfor %} {# x #} ${7*7} %(x)s"
    assert text in made.tools["get_a"]["description"]
