"""Nothing a source says can become code, or markup, or a setting."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mcpgen.emit import emit
from mcpgen.emit.literals import one_line
from mcpgen.model.toolset import Toolset
from tests.emit.hostile import HOSTILE, with_texts
from tests.emit.toolsets import GET_BOOK, bookstore


def shape(source: str) -> str:
    """A module's syntax tree with every string but those of imports left out."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


def python(files: dict[str, str]) -> dict[str, str]:
    return {path: text for path, text in files.items() if path.endswith(".py") and "/runtime/" not in path}


PLAIN = {path: shape(text) for path, text in python(emit(bookstore())).items()}


def check(toolset: Toolset) -> None:
    files = emit(toolset)
    assert {path: shape(text) for path, text in python(files).items()} == PLAIN
    for path, text in files.items():
        text.encode("utf-8")
        if path.endswith(".json"):
            json.loads(text)
    listed = json.loads(files["bookstore_mcp/catalog.json"])["tools"]
    assert [tool["description"] for tool in listed] == [tool.description for tool in toolset.tools]
    project = tomllib.loads(files["pyproject.toml"])
    assert project["project"]["name"] == "bookstore-mcp"
    assert list(project["tool"]) == ["hatch", "pytest", "mypy", "black", "ruff"]
    for line in files[".env.example"].splitlines():
        assert line == "" or line.startswith(("# ", "BOOKSTORE_"))


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_changes_the_shape_of_the_code(text: str) -> None:
    check(with_texts(bookstore(), lambda old: old + text))


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=40))
def test_no_text_at_all_changes_the_shape_of_the_code(text: str) -> None:
    check(with_texts(bookstore(), lambda old: old + text))


@pytest.mark.parametrize("text", HOSTILE)
def test_literals_say_the_same_text(text: str) -> None:
    toolset = with_texts(bookstore(), lambda _: text)
    files = emit(toolset)
    tree = ast.parse(files["bookstore_mcp/settings.py"])
    said = [node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "instructions"]
    assert ast.literal_eval(said[0]) == text
    tools = ast.parse(files["bookstore_mcp/tools/books.py"])
    paths = [n.args[0] for n in ast.walk(tools) if isinstance(n, ast.Call) and ast.unparse(n.func) == "api.get"]
    assert [ast.literal_eval(path) for path in paths] == [text, text]


@pytest.mark.parametrize("text", ["", *HOSTILE])
def test_names_become_identifiers(text: str) -> None:
    odd = replace(GET_BOOK, name=text, group=text)
    toolset = replace(bookstore(odd), server=replace(bookstore().server, name=text))
    files = emit(toolset)
    for path, source in files.items():
        assert path.isascii()
        assert path.isprintable()
        if path.endswith(".py"):
            for node in ast.walk(ast.parse(source)):
                assert not (isinstance(node, ast.Call) and ast.unparse(node.func) == "open" and "/tools/" in path)
    modules = next(text for path, text in files.items() if path.endswith("/tools/__init__.py"))
    assert list(ast.literal_eval(modules.partition(" = ")[2])) == [text]


@pytest.mark.parametrize("text", [text for text in HOSTILE if not text.isidentifier()])
def test_argument_names_stay_what_they_are(text: str) -> None:
    schema = {"type": "object", "properties": {"book_id": {"type": "string"}, text: {"type": "string", "enum": [text]}}}
    files = emit(bookstore(replace(GET_BOOK, input_schema=schema)))
    tree = ast.parse(files["bookstore_mcp/types/books.py"])
    [call] = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    keys = [ast.literal_eval(key) for key in call.args[1].keys]  # type: ignore[attr-defined]
    assert keys == ["book_id", text]
    literals = [n.slice for n in ast.walk(tree) if isinstance(n, ast.Subscript) and ast.unparse(n.value) == "Literal"]
    assert [ast.literal_eval(literal) for literal in literals] == [text]


@pytest.mark.parametrize("text", HOSTILE)
def test_the_readme_shows_the_text_and_nothing_else(text: str) -> None:
    toolset = with_texts(bookstore(), lambda _: text)
    tokens = MarkdownIt("commonmark").enable("table").parse(emit(toolset)["README.md"])
    plain = MarkdownIt("commonmark").enable("table").parse(emit(bookstore())["README.md"])
    kinds = [token.type for token in tokens if token.type != "inline"]
    assert kinds == [token.type for token in plain if token.type != "inline"]
    inline = [child for token in tokens for child in token.children or ()]
    assert not {child.type for child in inline} & {"html_inline", "link_open", "image", "strong_open", "em_open"}
    heading = "".join(child.content for child in tokens[1].children or ())
    assert heading == f"{one_line(text) or 'bookstore'} as MCP tools"


def test_nothing_hostile_runs(tmp_path: Path) -> None:
    number = 0

    def next_hostile(_: str) -> str:
        nonlocal number
        number += 1
        return HOSTILE[number % len(HOSTILE)]

    files = emit(with_texts(bookstore(), next_hostile))
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    modules = sorted({path.rpartition("/")[2].removesuffix(".py") for path in files if "/types/" in path})
    program = "import bookstore_mcp.server\n" + "".join(
        f"import bookstore_mcp.tools.{module}, bookstore_mcp.types.{module}\n" for module in modules
    )
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, timeout=60)
    if shell := shutil.which("sh"):
        subprocess.run([shell, "-c", "set -a; . ./.env.example"], cwd=tmp_path, check=False, timeout=10)
    assert not list(tmp_path.rglob("PWNED"))
