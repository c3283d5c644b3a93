"""The generated package as its user meets it: clean under the usual tools, its own tests pass, always the same."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from dotenv import dotenv_values

from mcpgen.emit import emit
from mcpgen.emit.names import package_names
from mcpgen.model.toolset import Grant, Profile, ServerInfo, Tool, Upstream
from tests.emit.toolsets import (
    COPY_BOOK,
    CREATE_ORDER,
    GET_BOOK,
    MACHINE,
    PARTNER,
    PING,
    SEND_PARTS,
    SEND_ROWS,
    SEND_XML,
    SET_COVER,
    TOOLS,
    bookstore,
)

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module", params=list(Profile), ids=lambda profile: profile.value)
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    for path, text in emit(bookstore(profile=request.param), manifest="mcpgen: 1\n").items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, *command: str) -> None:
    environment = {**os.environ, "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_black_keeps_it(package: Path) -> None:
    run(package, "black", "--check", "-q", ".")


def test_ruff_accepts_it(package: Path) -> None:
    run(package, "ruff", "check", "--no-cache", "-q", ".")


def test_mypy_strict_accepts_it(package: Path) -> None:
    run(package, "mypy", "--cache-dir", str(ROOT / ".mypy_cache" / "generated"))


def test_its_contract_tests_pass(package: Path) -> None:
    run(package, "pytest", "-q", "-x", "-p", "no:cacheprovider")


def test_its_files() -> None:
    files = emit(bookstore(), manifest="mcpgen: 1\n")
    assert list(files) == sorted(files)
    generated = [path for path in files if "/runtime/" not in path]
    assert generated == sorted(
        """.env.example .gitignore .mcp.json Dockerfile README.md pyproject.toml server.json tools.yaml
        bookstore_mcp/__init__.py bookstore_mcp/__main__.py bookstore_mcp/answers.json bookstore_mcp/bodies.json
        bookstore_mcp/catalog.json bookstore_mcp/hooks.py bookstore_mcp/py.typed bookstore_mcp/server.py
        bookstore_mcp/settings.py bookstore_mcp/tools/__init__.py bookstore_mcp/tools/books.py
        bookstore_mcp/tools/class_.py bookstore_mcp/types/class_.py
        bookstore_mcp/tools/callbacks.py bookstore_mcp/tools/orders.py bookstore_mcp/types/__init__.py
        bookstore_mcp/types/books.py bookstore_mcp/types/callbacks.py bookstore_mcp/types/orders.py
        tests/bodies.py tests/cases.json tests/conftest.py tests/contract.py tests/test_failures.py
        tests/test_protocol.py tests/test_tokens.py tests/test_tools.py""".split()
    )
    assert files["tools.yaml"] == "mcpgen: 1\n"
    assert all(text == "" or text.endswith("\n") for text in files.values())
    assert "tools.yaml" not in emit(bookstore())
    assert "bookstore_mcp/bodies.json" not in emit(bookstore(PING))
    without = replace(bookstore(), upstream=replace(bookstore().upstream, auth=bookstore().upstream.auth[:4]))
    assert files.keys() - emit(without, manifest="x").keys() == {
        "bookstore_mcp/runtime/tokens.py",
        "tests/test_tokens.py",
    }


OPTIONAL = ("bodies", "files", "formats", "multipart", "tls", "tokens", "xml")


def test_a_package_has_the_modules_that_it_uses_and_its_map_names_them() -> None:
    """Each module stands by its own: one that no tool and no credential needs is neither shipped nor told of."""
    key = bookstore(PING).upstream.auth[0]
    dated = {"type": "object", "properties": {"day": {"type": "string", "format": "date"}}}
    cases = [
        (bookstore(PING), (key,), set()),
        (bookstore(replace(PING, input_schema=dated)), (key,), {"formats"}),
        (bookstore(PING), (MACHINE,), {"tokens"}),
        (bookstore(PING), (replace(PARTNER, type="mutualTLS", env=("CERT", "KEY")),), {"tls"}),
        (bookstore(SEND_XML), (key,), {"xml"}),
        (bookstore(SET_COVER), (key,), {"files"}),
        (bookstore(SEND_PARTS), (key,), {"files", "multipart"}),
        (bookstore(CREATE_ORDER), (key,), {"bodies"}),
    ]
    for toolset, auth, wanted in cases:
        files = emit(replace(toolset, upstream=replace(toolset.upstream, auth=auth, security=((auth[0].key,),))))
        shipped = {name for name in OPTIONAL if f"bookstore_mcp/runtime/{name}.py" in files}
        told = {name for name in OPTIONAL if f"\n- {name} " in files["bookstore_mcp/runtime/__init__.py"]}
        assert shipped == told, wanted
        assert shipped - {"formats"} == wanted - {"formats"}
        assert "formats" not in wanted or "formats" in shipped
        words = re.findall(r"[a-z]+", files["bookstore_mcp/runtime/__init__.py"])
        there = {Path(path).stem for path in files if path.startswith("bookstore_mcp/runtime/")} - {"__init__"}
        assert there <= set(words)


@pytest.mark.parametrize("one", [PING, SEND_ROWS], ids=lambda one: one.name)
def test_a_package_of_one_tool_is_typed_clean_and_passes(one: Tool, tmp_path: Path) -> None:
    """Without the modules that it has no use for."""
    toolset = bookstore(one)
    auth = toolset.upstream.auth[:1]
    for path, text in emit(replace(toolset, upstream=replace(toolset.upstream, auth=auth, security=()))).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    assert not (tmp_path / "bookstore_mcp" / "runtime" / "tokens.py").exists()
    run(tmp_path, "black", "--check", "-q", ".")
    run(tmp_path, "ruff", "check", "--no-cache", "-q", ".")
    run(tmp_path, "mypy", "--cache-dir", str(ROOT / ".mypy_cache" / "generated"))
    run(tmp_path, "pytest", "-q", "-x", "-p", "no:cacheprovider")


def test_the_function_reads_as_hand_written() -> None:
    source = emit(bookstore(GET_BOOK))["bookstore_mcp/tools/books.py"]
    assert source == '''"""Tools for books."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import integer
from ..types.books import GetBook


@tool(string_ids=["/id"], not_found="Check book_id with list_books.")
async def get_book(args: GetBook, api: Api) -> Reply:
    """Get book: GET /books/{bookId}."""
    return await api.get("/books/{bookId}", path={"bookId": integer(args["book_id"])})
'''


def test_a_method_without_a_function_of_its_own() -> None:
    source = emit(bookstore(COPY_BOOK))["bookstore_mcp/tools/books.py"]
    assert """
    return await api.request(
        "COPY",
        "/books/{bookId}",
        path={"bookId": integer(args["book_id"])},
        headers={"Destination": args.get("shelf")},
        auth=[["machine"]],
    )
""" in source
    for method in ("HEAD", "OPTIONS", "TRACE", "get"):
        sent = replace(PING, request=replace(PING.request, method=method))
        expected = (
            f'api.{method.lower()}("/ping")' if method in ("HEAD", "OPTIONS") else f'api.request("{method}", "/ping")'
        )
        assert expected in emit(bookstore(sent))["bookstore_mcp/tools/books.py"]


def test_imports_are_those_that_are_used() -> None:
    for path, source in emit(bookstore()).items():
        if "/tools/" in path and not path.endswith("__init__.py"):
            tree = ast.parse(source)
            imported = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
            used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            assert imported <= used, path


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    program = (
        "import hashlib, json; from mcpgen.emit import emit; from tests.emit.toolsets import bookstore;"
        "print(hashlib.sha256(json.dumps(list(emit(bookstore()).items())).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, folder in (("1", "/"), ("2", str(ROOT)))
    }
    assert len(found) == 1


def test_data_files() -> None:
    files = emit(bookstore())
    listed = json.loads(files["bookstore_mcp/catalog.json"])["tools"]
    assert [tool["name"] for tool in listed] == [tool.name for tool in TOOLS]
    assert list(listed[0]) == ["name", "title", "description", "inputSchema", "annotations"]
    assert list(listed[0]["annotations"].values()) == [True, False, True, False]
    assert json.loads(files["bookstore_mcp/bodies.json"]).keys() == {"$defs", "tools"}
    answers = json.loads(files["bookstore_mcp/answers.json"])
    assert answers[2] == {"method": "DELETE", "path": "/books/{bookId}", "status": 204, "media_type": ""}
    assert len(answers) == len(TOOLS)


def test_only_reachable_definitions_are_shipped() -> None:
    toolset = bookstore()
    line = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Line"}, "tag": {"$ref": "#/$defs/a~1b"}}}
    definitions = {"Unused": {"$ref": "#/$defs/Line"}, "Line": line, "a/b": {"type": "string"}}
    bodies = json.loads(emit(replace(toolset, definitions=definitions))["bookstore_mcp/bodies.json"])
    assert list(bodies["$defs"]) == ["Line", "a/b"]


@pytest.mark.parametrize(
    ("slug", "package", "prefix"),
    [
        ("bookstore", "bookstore_mcp", "BOOKSTORE"),
        ("my-API v2", "my_api_v2_mcp", "MY_API_V2"),
        ("3scale", "api_3scale_mcp", "API_3SCALE"),
        ("../../etc", "etc_mcp", "ETC"),
        ("", "api_mcp", "API"),
        ("日本", "api_mcp", "API"),
    ],
)
def test_package_names(slug: str, package: str, prefix: str) -> None:
    names = package_names(ServerInfo(name=slug, title="", version="", instructions=""))
    assert (names.package, names.prefix) == (package, prefix)


@pytest.mark.parametrize(
    ("tools", "functions"),
    [
        (["class", "print", "body", "tool"], ["class_", "print_", "body_2", "tool_2"]),
        (["a.b", "a_b", "a-b"], ["a_b", "a_b_2", "a_b_3"]),
        (["listBooks", "2fa", "日本"], ["listBooks", "tool_2fa", "tool_2"]),
    ],
)
def test_function_names(tools: list[str], functions: list[str]) -> None:
    toolset = bookstore(*(replace(PING, name=name) for name in tools))
    source = emit(toolset)["bookstore_mcp/tools/books.py"]
    found = [node for node in ast.parse(source).body if isinstance(node, ast.AsyncFunctionDef)]
    assert [function.name for function in found] == functions
    for function, name in zip(found, tools, strict=True):
        said = [k.value.value for k in function.decorator_list[0].keywords if k.arg == "name"]  # type: ignore[attr-defined]
        assert said == ([] if function.name == name else [name])


def test_groups_that_are_no_module_names() -> None:
    groups = ["class", "aux", "Books", "books", "../x", ""]
    toolset = bookstore(*(replace(PING, name=f"ping_{index}", group=group) for index, group in enumerate(groups)))
    modules = sorted(p for p in emit(toolset) if "/tools/" in p)
    assert [path.rpartition("/")[2] for path in modules] == [
        "__init__.py",
        "aux_.py",
        "books.py",
        "class_.py",
        "tools.py",
        "x.py",
    ]


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.4.0", "1.4.0"),
        ("v2", "2"),
        ("2024-01-31", "2024.01.31"),
        ("1.0-beta+x", "1.0"),
        ("latest", "0.1.0"),
        ("", "0.1.0"),
    ],
)
def test_versions_that_packaging_accepts(version: str, expected: str) -> None:
    toolset = replace(bookstore(PING), server=replace(bookstore().server, version=version))
    files = emit(toolset)
    assert tomllib.loads(files["pyproject.toml"])["project"]["version"] == expected
    assert json.loads(files["server.json"])["version"] == expected
    assert f"version={json.dumps(version)}" in files["bookstore_mcp/settings.py"]


def test_settings_are_listed_everywhere() -> None:
    files = emit(replace(bookstore(PING), upstream=replace(bookstore().upstream, url="")))
    names = [v["name"] for v in json.loads(files["server.json"])["packages"][0]["environmentVariables"]]
    of_the_api = """TOKEN API_KEY JAR USERNAME PASSWORD CLIENT_ID CLIENT_SECRET USER_TOKEN SCOPES
    PARTNER_ID PARTNER_SECRET PARTNER_TOKEN_URL BASE_URL"""
    assert names[:13] == [f"BOOKSTORE_{name}" for name in of_the_api.split()]
    for name in names:
        assert f"`{name}`" in files["README.md"]
        assert f"{name}=" in files[".env.example"]
    assert json.loads(files[".mcp.json"])["mcpServers"]["bookstore"]["env"] == {
        "BOOKSTORE_TOKEN": "${BOOKSTORE_TOKEN}",
        "BOOKSTORE_BASE_URL": "${BOOKSTORE_BASE_URL}",
    }


def test_client_credentials_are_said_in_the_settings() -> None:
    upstream = replace(bookstore().upstream, auth=(MACHINE,), security=(("machine",),))
    files = emit(replace(bookstore(PING), upstream=upstream))
    assert """
    auth=(
        Credential(
            key="machine",
            type="clientCredentials",
            env=("CLIENT_ID", "CLIENT_SECRET"),
            grant=Grant(
                token_url="https://login.bookstore.test/token?tenant=7",
                scopes=("books.read", "https://bookstore.test/write"),
                scopes_env="SCOPES",
                token_env="USER_TOKEN",
            ),
        ),
    ),
""" in files["bookstore_mcp/settings.py"]
    assert "import Credential, Facts, Grant\n" in files["bookstore_mcp/settings.py"]
    assert "BOOKSTORE_CLIENT_ID=... BOOKSTORE_CLIENT_SECRET=... uv run bookstore-mcp\n" in files["README.md"]
    example = dotenv_values(stream=StringIO(files[".env.example"].replace("\n# BOOKSTORE_", "\nBOOKSTORE_")))
    assert example["BOOKSTORE_SCOPES"] == "books.read https://bookstore.test/write"
    variables = json.loads(files["server.json"])["packages"][0]["environmentVariables"]
    assert [v["name"] for v in variables if v["isRequired"]] == ["BOOKSTORE_CLIENT_ID", "BOOKSTORE_CLIENT_SECRET"]
    needs_url = replace(MACHINE, grant=Grant(token_url_env="TOKEN_URL"))
    files = emit(replace(bookstore(PING), upstream=replace(upstream, auth=(needs_url,))))
    assert "\nBOOKSTORE_TOKEN_URL=\n" in files[".env.example"]


def test_an_api_without_credentials() -> None:
    files = emit(replace(bookstore(PING), upstream=Upstream(url="https://a.test")))
    assert "Credential" not in files["bookstore_mcp/settings.py"]
    assert "env" not in json.loads(files[".mcp.json"])["mcpServers"]["bookstore"]


def test_imports_are_sorted_as_ruff_sorts_them(tmp_path: Path) -> None:
    names = ["list_items", "list_item_usages", "list_i10", "list_i9", "a", "t0", "t10", "t9", "b_c", "BC", "bcd"]
    source = emit(bookstore(*(replace(PING, name=name) for name in names)))["bookstore_mcp/tools/books.py"]
    (tmp_path / "books.py").write_text(source, encoding="utf-8")
    run(tmp_path, "ruff", "check", "--no-cache", "--isolated", "--line-length", "100", "--select", "I", ".")


def test_how_xml_is_written_stands_above_the_functions_once() -> None:
    other = replace(SEND_XML, name="send_more_xml")
    assert SEND_XML.request.body is not None
    assert SEND_XML.request.body.xml is not None
    longer = replace(SEND_XML.request.body.xml, ordered=True)
    third = replace(
        SEND_XML,
        name="send_xml_in_order",
        request=replace(SEND_XML.request, body=replace(SEND_XML.request.body, xml=longer)),
    )
    files = emit(bookstore(SEND_XML, other, third))
    [text] = [
        text for path, text in files.items() if path.startswith("bookstore_mcp/tools/") and "async def send_xml" in text
    ]
    assert [node.targets[0].id for node in ast.parse(text).body if isinstance(node, ast.Assign)] == [
        "_PARCEL_XML",
        "_PARCEL_XML_2",
    ]
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.AsyncFunctionDef)]
    assert len(functions) == 3
    assert all("Element(" not in ast.unparse(function) for function in functions)
    assert [("_PARCEL_XML_2" in ast.unparse(function)) for function in functions] == [False, False, True]
