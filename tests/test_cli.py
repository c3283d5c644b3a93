"""The command line as a person, a script and a terminal meet it."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import pytest

from tests.golden.walker import REPOSITORY, run_mcpgen, tree

BOOKSTORE: Final = str(REPOSITORY / "examples" / "specs" / "bookstore.yaml")
PAYMENTS: Final = str(REPOSITORY / "examples" / "specs" / "payments.json")
MUSEUM: Final = str(REPOSITORY / "examples" / "specs" / "museum.yaml")
ANSI: Final = re.compile(rb"\x1b\[")
SCREEN: Final = 24

HEAD: Final = "openapi: 3.1.0\ninfo: {title: Shop, version: '1'}\n"
OPERATION: Final = "    get: {operationId: listBooks, responses: {'200': {description: ok}}}\n"
SMALL: Final = f"{HEAD}servers: [{{url: 'https://shop.test'}}]\npaths:\n  /books:\n{OPERATION}"
DOUBLED: Final = f"{SMALL}  /books:\n{OPERATION}"
"""A document with a warning: a key that stands twice."""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "api.yaml").write_text(SMALL, encoding="utf-8")
    return tmp_path


def refused(done: subprocess.CompletedProcess[bytes], code: str, exit: int = 2) -> str:
    """What was said on stderr: one screen, with the code of the diagnostic, no traceback, nothing on stdout."""
    said = done.stderr.decode()
    assert done.returncode == exit, said
    assert code in said
    assert len(said.splitlines()) <= SCREEN
    assert "Traceback" not in said
    assert done.stdout == b""
    return said


# --- input that cannot be used


@pytest.mark.parametrize(
    ("content", "code", "exit"),
    [
        pytest.param(None, "source-missing", 2, id="missing"),
        pytest.param("", "source-empty", 2, id="empty"),
        pytest.param("# nothing but a comment\n", "source-empty", 2, id="only a comment"),
        pytest.param(f"{HEAD}paths:\n  /a: [1,\n  /b: 2\n", "source-syntax", 2, id="YAML syntax"),
        pytest.param('{"openapi": "3.1.0", }x', "source-syntax", 2, id="JSON syntax"),
        pytest.param("- a\n- b\n", "source-not-a-mapping", 2, id="a list"),
        pytest.param("\x00\x01\x02", "source-", 2, id="binary"),
        pytest.param("a: 1\n", "source-unknown", 2, id="something else"),
        pytest.param(SMALL.replace("3.1.0", "9.0.0"), "openapi-version", 2, id="unknown version"),
        pytest.param("swagger: '1.2'\ninfo: {title: a, version: '1'}\npaths: {}\n", "openapi-version", 2, id="Swagger"),
        pytest.param(HEAD, "openapi-no-operations", 1, id="no paths"),
        pytest.param(f"{HEAD}paths: {{}}\n", "openapi-no-operations", 1, id="empty paths"),
        pytest.param("mcpgen: 1\nserver: {name: a}\ntools: []\n", "no-tools", 1, id="a manifest without tools"),
        pytest.param("mcpgen: 7\nserver: {name: a}\ntools: []\n", "manifest-version", 2, id="a manifest of tomorrow"),
        pytest.param('{"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}', "manifest-", 2, id="a dump"),
    ],
)
def test_bad_source(tmp_path: Path, content: str | None, code: str, exit: int) -> None:
    if content is not None:
        (tmp_path / "api.yaml").write_text(content, encoding="utf-8")
    before = tree(tmp_path)
    refused(run_mcpgen("generate", "api.yaml", "-o", "out", cwd=tmp_path), code, exit)
    assert tree(tmp_path) == before
    assert not (tmp_path / "out").exists()


def test_a_folder_as_source(tmp_path: Path) -> None:
    (tmp_path / "specs").mkdir()
    refused(run_mcpgen("generate", "specs", "-o", "out", cwd=tmp_path), "source-directory")


def test_a_syntax_error_is_shown_in_its_line(tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(f"{HEAD}paths:\n  /a: [1,\n  /b: 2\n", encoding="utf-8")
    said = refused(run_mcpgen("tools", "api.yaml", cwd=tmp_path), "source-syntax")
    assert re.search(r"api\.yaml:[4-6]:\d+", said)
    assert "/b: 2" in said
    assert "^" in said


# --- folders that cannot be written


def test_a_file_where_the_folder_should_be(place: Path) -> None:
    (place / "file").write_text("mine", encoding="utf-8")
    for output in ("file", "file/below"):
        refused(run_mcpgen("generate", "api.yaml", "-o", output, cwd=place), "output-not-a-folder")
    assert (place / "file").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system that takes no files, from root either")
def test_a_file_system_that_takes_no_files(place: Path) -> None:
    refused(run_mcpgen("generate", "api.yaml", "-o", "/proc/mcpgen/out", cwd=place), "output-not-writable")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_rights(place: Path) -> None:
    (place / "closed").mkdir(mode=0o500)
    refused(run_mcpgen("generate", "api.yaml", "-o", "closed/out", cwd=place), "output-not-writable")


def test_no_rights_in_the_middle_leave_nothing_behind(place: Path) -> None:
    """The system refuses the tenth file: the nine before it are gone again."""
    code = (
        "import os\n"
        "real, left = os.replace, [10]\n"
        "def replace(source, target):\n"
        "    left[0] -= 1\n"
        "    if left[0] == 0:\n"
        "        raise PermissionError(13, 'Permission denied', str(target))\n"
        "    return real(source, target)\n"
        "os.replace = replace\n"
    )
    refused(with_patch(code, "generate", "api.yaml", "-o", "out", cwd=place), "output-not-writable")
    assert not (place / "out").exists()


def test_foreign_files_are_left_alone(place: Path) -> None:
    (place / "out" / "shop_mcp").mkdir(parents=True)
    (place / "out" / "README.md").write_text("mine", encoding="utf-8")
    (place / "out" / "shop_mcp" / "server.py").write_text("mine", encoding="utf-8")
    before = tree(place)
    said = refused(run_mcpgen("generate", "api.yaml", "-o", "out", cwd=place), "output-foreign-file")
    assert "README.md" in said
    assert "shop_mcp/server.py" in said
    assert tree(place) == before


def test_a_folder_full_of_foreign_files_takes_one_screen(place: Path) -> None:
    assert run_mcpgen("generate", "api.yaml", "-o", "out", cwd=place).returncode == 0
    (place / "out" / "mcpgen.lock").unlink()
    for path in (place / "out").rglob("*.py"):
        path.write_text("mine\n", encoding="utf-8")
    before = tree(place)
    refused(run_mcpgen("generate", "api.yaml", "-o", "out", cwd=place), "output-foreign-file")
    assert tree(place) == before


def test_edited_files_are_not_overwritten(place: Path) -> None:
    assert run_mcpgen("generate", "api.yaml", "-o", "out", cwd=place).returncode == 0
    server = place / "out" / "shop_mcp" / "server.py"
    server.write_text(server.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    (place / "api.yaml").write_text(SMALL.replace("Shop", "Shop").replace("listBooks", "listAll"), encoding="utf-8")
    before = tree(place)
    refused(run_mcpgen("generate", "api.yaml", "-o", "out", cwd=place), "output-edited")
    assert tree(place) == before


def test_hooks_are_the_user_s(place: Path) -> None:
    assert run_mcpgen("generate", "api.yaml", "-o", "out", cwd=place).returncode == 0
    hooks = place / "out" / "shop_mcp" / "hooks.py"
    hooks.write_text(hooks.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    before = tree(place)
    done = run_mcpgen("generate", "api.yaml", "-o", "out", cwd=place)
    assert done.returncode == 0, done.stderr
    assert "hooks.py" in done.stdout.decode()
    assert tree(place) == before


# --- generate


def test_the_closing_lines(tmp_path: Path) -> None:
    done = run_mcpgen("generate", BOOKSTORE, "-o", "out", cwd=tmp_path)
    said = done.stdout.decode()
    assert done.returncode == 0
    assert re.search(r"21 tools from .*bookstore\.yaml in out \(\d+ files written\)", said)
    assert "Left out: 1 of 22 operations" in said
    assert "GET /health" in said
    assert "python -m bookstore_mcp --mock" in said
    assert len(said.splitlines()) < 30
    assert max(map(len, said.splitlines())) <= 120 + len(BOOKSTORE)
    assert not ANSI.search(done.stdout + done.stderr)


def test_warnings_are_shown_and_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(DOUBLED, encoding="utf-8")
    done = run_mcpgen("generate", "api.yaml", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0
    assert b"source-duplicate-key warning" in done.stderr
    assert (tmp_path / "out" / "README.md").exists()


def test_strict_makes_them_matter(tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(DOUBLED, encoding="utf-8")
    refused(run_mcpgen("generate", "api.yaml", "-o", "out", "--strict", cwd=tmp_path), "source-duplicate-key", 1)
    assert not (tmp_path / "out").exists()


def test_strict_lets_a_clean_document_pass(place: Path) -> None:
    done = run_mcpgen("generate", "api.yaml", "-o", "out", "--strict", cwd=place)
    assert done.returncode == 0, done.stderr


def test_choosing_nothing_is_an_error(place: Path) -> None:
    said = refused(run_mcpgen("generate", "api.yaml", "-o", "out", "--tag", "nothing", cwd=place), "no-tools", 1)
    assert "--tag" in said


@pytest.mark.parametrize(
    "choice",
    [
        ("--tag", "orders"),
        ("--exclude-tag", "books", "--exclude-tag", "reviews", "--exclude-tag", "authors"),
        ("--operation", "GET /books*", "--operation", "listOrders"),
        ("--max-arguments", "4"),
        ("--profile", "mcp"),
    ],
    ids=" ".join,
)
def test_choices_change_what_is_listed(tmp_path: Path, choice: tuple[str, ...]) -> None:
    everything = run_mcpgen("tools", BOOKSTORE, "--json", cwd=tmp_path)
    chosen = run_mcpgen("tools", BOOKSTORE, "--json", *choice, cwd=tmp_path)
    assert chosen.returncode == 0, chosen.stderr
    assert json.loads(chosen.stdout)
    assert json.loads(chosen.stdout) != json.loads(everything.stdout)


def test_name_and_base_url(place: Path) -> None:
    arguments = ("--name", "corner-shop", "--base-url", "https://other.test/v2")
    done = run_mcpgen("generate", "api.yaml", "-o", "out", *arguments, cwd=place)
    assert done.returncode == 0, done.stderr
    settings = (place / "out" / "corner_shop_mcp" / "settings.py").read_text(encoding="utf-8")
    assert "https://other.test/v2" in settings


# --- generate, for programs


def account(done: subprocess.CompletedProcess[bytes], exit: int = 0) -> dict[str, Any]:
    """What `generate --json` said: one object on stdout, nothing on stderr."""
    assert done.returncode == exit, done.stdout
    assert done.stderr == b""
    assert done.stdout.endswith(b"}\n")
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_the_account(tmp_path: Path) -> None:
    shutil.copy(BOOKSTORE, tmp_path / "api.yaml")
    command = ("generate", "api.yaml", "-o", "out", "--json")
    first = run_mcpgen(*command, cwd=tmp_path, PYTHONHASHSEED="1")
    said = account(first)
    lines = (tmp_path / "api.yaml").read_text(encoding="utf-8").splitlines()
    assert (said["source"], said["folder"], said["package"]) == ("api.yaml", "out", "bookstore_mcp")
    assert (said["tools"], said["operations"], said["split"]) == (21, 22, [])
    assert said["written"] == len(tree(tmp_path / "out"))
    (health,) = said["left_out"]
    assert (health["operation"], health["rule"], health["file"]) == ("GET /health", "GRA005", "api.yaml")
    assert lines[health["line"] - 1].strip() == "get:"
    assert {"tool", "rule", "reason", "file", "line"} == set(said["changed"][0])
    assert said["settings"] == ["BOOKSTORE_TOKEN"]
    shutil.rmtree(tmp_path / "out")
    assert run_mcpgen(*command, cwd=tmp_path, PYTHONHASHSEED="2").stdout == first.stdout
    again = account(run_mcpgen(*command, cwd=tmp_path))
    assert (again["written"], again["kept"]) == (0, ["bookstore_mcp/hooks.py"])
    assert again["unchanged"] == said["written"] - len(("hooks.py", "mcpgen.lock"))


def test_the_account_of_what_was_split(tmp_path: Path) -> None:
    payments = str(REPOSITORY / "examples" / "specs" / "payments.json")
    said = account(run_mcpgen("generate", payments, "-o", "out", "--json", cwd=tmp_path))
    catalog = json.loads((tmp_path / "out" / "payments_mcp" / "catalog.json").read_bytes())
    parts = {each["operation"]: each["tools"] for each in said["split"]}
    assert parts["POST /payouts"] == ["create_bank_payout", "create_mobile_payout"]
    assert {name for tools in parts.values() for name in tools} < {tool["name"] for tool in catalog["tools"]}
    assert said["tools"] == said["operations"] - len(parts) + sum(map(len, parts.values()))


def test_the_account_has_the_diagnostics(tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(DOUBLED, encoding="utf-8")
    said = account(run_mcpgen("generate", "api.yaml", "-o", "out", "--json", cwd=tmp_path))
    (found,) = said["diagnostics"]
    assert (found["code"], found["severity"], found["line"]) == ("source-duplicate-key", "warning", 7)
    assert said["written"]


@pytest.mark.parametrize(
    ("content", "arguments", "code", "exit"),
    [
        pytest.param(DOUBLED, ("--strict",), "source-duplicate-key", 1, id="strict"),
        pytest.param(SMALL, ("--tag", "nothing"), "no-tools", 1, id="no tools"),
    ],
)
def test_the_account_of_a_run_that_writes_nothing(
    tmp_path: Path, content: str, arguments: tuple[str, ...], code: str, exit: int
) -> None:
    (tmp_path / "api.yaml").write_text(content, encoding="utf-8")
    said = account(run_mcpgen("generate", "api.yaml", "-o", "out", "--json", *arguments, cwd=tmp_path), exit)
    assert [found["code"] for found in said["diagnostics"]] == [code]
    assert (said["operations"], said["written"]) == (1, 0)
    assert len(said["left_out"]) + said["tools"] == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "arguments", "code", "exit"),
    [
        pytest.param(HEAD, (), "openapi-no-operations", 1, id="no operations"),
        pytest.param(f"{HEAD}paths: [1,\n", (), "source-syntax", 2, id="syntax"),
        pytest.param(SMALL, ("--base-url", "ftp://shop.test"), "option", 2, id="an option"),
        pytest.param(SMALL, ("-o", "api.yaml/out"), "output-not-a-folder", 2, id="the folder"),
    ],
)
def test_the_account_of_what_was_refused(
    tmp_path: Path, content: str, arguments: tuple[str, ...], code: str, exit: int
) -> None:
    (tmp_path / "api.yaml").write_text(content, encoding="utf-8")
    said = account(run_mcpgen("generate", "api.yaml", "-o", "out", "--json", *arguments, cwd=tmp_path), exit)
    assert list(said) == ["diagnostics"]
    assert said["diagnostics"][0]["code"] == code


def test_the_account_names_every_file_in_the_way(place: Path) -> None:
    assert run_mcpgen("generate", "api.yaml", "-o", "out", cwd=place).returncode == 0
    (place / "out" / "mcpgen.lock").unlink()
    ours = [path for path in (place / "out").rglob("*.py") if path.name != "hooks.py"]
    for path in ours:
        path.write_text("mine\n", encoding="utf-8")
    said = account(run_mcpgen("generate", "api.yaml", "-o", "out", "--json", cwd=place), 2)
    assert [found["code"] for found in said["diagnostics"]] == ["output-foreign-file"] * len(ours)


def test_the_account_of_a_fault_of_mcpgen(place: Path) -> None:
    broken = "import mcpgen.pipeline\ndef boom(*a, **k): raise KeyError('secret')\nmcpgen.pipeline.generate = boom\n"
    said = account(with_patch(broken, "generate", "api.yaml", "-o", "out", "--json", cwd=place), 2)
    assert [found["code"] for found in said["diagnostics"]] == ["internal-error"]


# --- the manifest


def test_a_manifest_says_itself_what_the_options_say(place: Path) -> None:
    assert run_mcpgen("manifest", "api.yaml", "-o", "tools.yaml", cwd=place).returncode == 0
    for choice in (("--name", "other"), ("--profile", "mcp"), ("--tag", "x"), ("--max-arguments", "3")):
        refused(run_mcpgen("generate", "tools.yaml", "-o", "out", *choice, cwd=place), "manifest-option")
    assert not (place / "out").exists()


def test_a_manifest_is_not_replaced_unasked(place: Path) -> None:
    (place / "tools.yaml").write_text("mine", encoding="utf-8")
    refused(run_mcpgen("manifest", "api.yaml", "-o", "tools.yaml", cwd=place), "output-exists")
    assert (place / "tools.yaml").read_text(encoding="utf-8") == "mine"
    assert run_mcpgen("manifest", "api.yaml", "-o", "tools.yaml", "--force", cwd=place).returncode == 0
    assert (place / "tools.yaml").read_text(encoding="utf-8").startswith("mcpgen: 1")
    refused(run_mcpgen("manifest", "api.yaml", "-o", "none/tools.yaml", cwd=place), "output-not-writable")


def test_comments_in_a_manifest_survive_its_own_regeneration(place: Path) -> None:
    assert run_mcpgen("generate", "api.yaml", "-o", "out", cwd=place).returncode == 0
    manifest = place / "out" / "tools.yaml"
    edited = "# Ours.\n" + manifest.read_text(encoding="utf-8").replace("name: list_books", "name: list_all_books")
    manifest.write_text(edited, encoding="utf-8")
    done = run_mcpgen("generate", "out/tools.yaml", "-o", "out", cwd=place)
    assert done.returncode == 0, done.stderr
    assert manifest.read_text(encoding="utf-8") == edited
    assert "list_all_books" in (place / "out" / "README.md").read_text(encoding="utf-8")


# --- tools, explain, lint, rules


def test_tools(tmp_path: Path) -> None:
    done = run_mcpgen("tools", BOOKSTORE, cwd=tmp_path)
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert lines[0].split()[:4] == ["tool", "request", "hints", "tokens"]
    (row,) = (line for line in lines if line.startswith("delete_book "))
    assert re.search(r"DELETE /books/\{bookId\} +destructive, idempotent +\d+  book_id\*$", row)
    assert re.fullmatch(r"21 tools, about [\d,]+ tokens to list", lines[-1])


def test_tools_as_json(tmp_path: Path) -> None:
    done = run_mcpgen("tools", BOOKSTORE, "--json", cwd=tmp_path)
    listed = {tool["name"]: tool for tool in json.loads(done.stdout)}
    assert len(listed) == 21
    assert listed["get_book"]["method"] == "GET"
    assert listed["get_book"]["path"] == "/books/{bookId}"
    assert listed["get_book"]["required"] == ["book_id"]
    assert listed["get_book"]["annotations"]["readOnlyHint"] is True
    assert 50 < listed["get_book"]["tokens"] < 300


def test_explain(tmp_path: Path) -> None:
    done = run_mcpgen("explain", BOOKSTORE, "list_books", cwd=tmp_path)
    lines = done.stdout.decode().splitlines()
    source = Path(BOOKSTORE).read_text(encoding="utf-8").splitlines()
    (named,) = (line for line in lines if line.startswith("NAM001"))
    number = int(re.search(r"bookstore\.yaml:(\d+)", named)[1])  # type: ignore[index]
    assert "operationId listBooks" in named
    assert source[number - 1].strip() == "get:"
    (genre,) = (line for line in lines if re.match(r"genre +\S+:\d+$", line))
    assert int(genre.rpartition(":")[2]) > number


def test_explain_what_was_left_out(tmp_path: Path) -> None:
    done = run_mcpgen("explain", BOOKSTORE, "GET /health", cwd=tmp_path)
    assert done.returncode == 0
    assert "became no tool" in done.stdout.decode()
    assert "whether the server is alive" in done.stdout.decode()


@pytest.mark.parametrize("asked", ["POST /payments", "createPayment"])
def test_explain_an_operation_that_was_split(tmp_path: Path, asked: str) -> None:
    done = run_mcpgen("explain", PAYMENTS, asked, cwd=tmp_path)
    said = done.stdout.decode()
    names = ["create_card_payment", "create_bank_transfer_payment", "create_wallet_payment"]
    assert [line.split()[0] for line in said.splitlines() if "POST /payments#" in line] == names
    (one,) = (run_mcpgen("explain", PAYMENTS, names[1], cwd=tmp_path).stdout.decode(),)
    assert one.strip() in said


def test_explain_tells_every_kind_of_decision(tmp_path: Path) -> None:
    said = run_mcpgen("explain", PAYMENTS, "create_card_payment", cwd=tmp_path).stdout.decode()
    rows = [line.split(maxsplit=2) for line in said.partition("decision\n")[2].splitlines()]
    for rule in ("NAM001", "GRA001", "GRA003", "PAR004", "PAR009", "PAR013", "PAR016", "ANN002", "ANN003", "ANN004"):
        assert any(row[0] == rule for row in rows), rule
    assert all(re.fullmatch(r"\S+payments\.json:\d+", row[1]) for row in rows)
    assert ["amount is flattened into amount_value, amount_currency."] in [row[2:] for row in rows]


def test_tags_that_nothing_has_are_told(tmp_path: Path) -> None:
    said = refused(run_mcpgen("tools", BOOKSTORE, "--tag", "nosuch", cwd=tmp_path), "no-tools", 1)
    assert "nothing matches --tag nosuch" in said
    assert "books, reviews, authors" in " ".join(said.split())
    mixed = run_mcpgen("tools", BOOKSTORE, "--tag", "orders", "--tag", "ordres", "--operation", "GET /x*", cwd=tmp_path)
    said = mixed.stderr.decode()
    assert mixed.returncode == 1
    assert "nothing matches" in said
    mixed = run_mcpgen("tools", BOOKSTORE, "--tag", "orders", "--tag", "ordres", cwd=tmp_path)
    said = mixed.stderr.decode()
    assert mixed.returncode == 0
    assert "--tag ordres matches nothing" in said
    assert "Did you mean orders" in said


def test_operations_that_nothing_matches_are_told(tmp_path: Path) -> None:
    done = run_mcpgen("tools", BOOKSTORE, "--operation", "GET /books*", "--operation", "listBook", cwd=tmp_path)
    assert done.returncode == 0
    assert "--operation listBook matches nothing" in done.stderr.decode()
    assert "Did you mean listBooks" in done.stderr.decode()


def test_explain_names_the_nearest(tmp_path: Path) -> None:
    said = refused(run_mcpgen("explain", BOOKSTORE, "list_bokos", cwd=tmp_path), "unknown-tool")
    assert "list_books" in said


def test_lint(tmp_path: Path) -> None:
    dump = {
        "tools": [{"name": "userInfo", "inputSchema": {"type": "object", "properties": {"id": {"type": "integer"}}}}]
    }
    (tmp_path / "dump.json").write_text(json.dumps(dump, indent=1), encoding="utf-8")
    done = run_mcpgen("lint", "dump.json", cwd=tmp_path)
    assert done.returncode == 1
    assert re.search(r"dump\.json:\d+:\d+ +NAM001 error", done.stdout.decode())
    assert done.stderr == b""
    for given in (("--select", "NAM001"), ("--select", "NAM,SEC", "--ignore", "NAM002")):
        some = run_mcpgen("lint", "dump.json", "--format", "json", *given, cwd=tmp_path)
        assert {found["code"] for found in json.loads(some.stdout)["diagnostics"]} == {"NAM001"}
    none = run_mcpgen("lint", "dump.json", "--select", "SEC", cwd=tmp_path)
    assert none.returncode == 0, none.stdout


def test_lint_says_what_keeps_a_manifest_from_being_generated(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(
        """mcpgen: 1
server: {name: shop, colour: red}
upstream: {url: 'https://shop.test', auth: [{key: a, type: bearr, env: [TOKEN]}]}
tools:
  - name: get_book
    inputSchema: {type: object, properties: {title: {type: string}}}
    http:
      request: GET /books/{id}
      query: {title: {from: titel}}
""",
        encoding="utf-8",
    )
    generated = run_mcpgen("generate", "bad.yaml", "-o", "out", "--json", cwd=tmp_path)
    linted = run_mcpgen("lint", "bad.yaml", "--format", "json", cwd=tmp_path)
    assert (generated.returncode, linted.returncode) == (2, 1)
    refused, found = (json.loads(done.stdout)["diagnostics"] for done in (generated, linted))
    assert {each["code"] for each in refused} >= {"manifest-unknown-key", "manifest-value", "manifest-path"}
    assert all(each in found for each in refused)


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_lint_takes_no_rule_that_there_is_not(tmp_path: Path, option: str) -> None:
    said = refused(run_mcpgen("lint", BOOKSTORE, option, "NAM001,NOPE,NAM01", cwd=tmp_path), "unknown-rule")
    assert "'NOPE'" in said
    assert "Did you mean NAM001" in said


def test_tools_and_their_figures_have_one_total(tmp_path: Path) -> None:
    totals = set()
    for given in ((), ("--stats",)):
        said = run_mcpgen("tools", BOOKSTORE, *given, cwd=tmp_path).stdout.decode()
        totals.add(re.search(r"about ([\d,]+) tokens", said)[1])  # type: ignore[index]
    assert len(totals) == 1


@pytest.mark.parametrize("spec", ["bookstore.yaml", "payments.json"])
def test_what_mcpgen_makes_has_no_errors(tmp_path: Path, spec: str) -> None:
    source = str(REPOSITORY / "examples" / "specs" / spec)
    assert run_mcpgen("manifest", source, "-o", "tools.yaml", cwd=tmp_path).returncode == 0
    for subject in ("tools.yaml", source):
        report = json.loads(run_mcpgen("lint", subject, "--format", "json", cwd=tmp_path).stdout)
        assert [found for found in report["diagnostics"] if found["severity"] == "error"] == []


def test_lint_takes_the_profile_of_the_manifest(tmp_path: Path) -> None:
    done = run_mcpgen("manifest", BOOKSTORE, "-o", "tools.yaml", "--profile", "mcp", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    chosen = ("lint", "tools.yaml", "--select", "ANN003")
    assert run_mcpgen(*chosen, cwd=tmp_path).returncode == 0
    assert run_mcpgen(*chosen, "--profile", "connected-apps", cwd=tmp_path).returncode == 1


def test_rules(tmp_path: Path) -> None:
    listed = run_mcpgen("rules", cwd=tmp_path).stdout.decode().splitlines()
    ids = [line.split()[0] for line in listed[1:]]
    assert ids == sorted(ids)
    assert {"NAM001", "NAM003", "GRA001", "GRA003", "PAR001", "PAR002", "PAR004", "DES001"} <= set(ids)
    assert {"ANN001", "SEC001", "SEC004", "GRA004"} <= set(ids)
    for name in ("NAM001", "nam001", "verb-noun"):
        page = run_mcpgen("rules", name, cwd=tmp_path).stdout.decode()
        assert page.startswith("# NAM001 verb-noun\n")
        assert "## Why" in page
    assert "NAM001" in refused(run_mcpgen("rules", "NAM01", cwd=tmp_path), "unknown-rule")


# --- usage, terminals, accidents


@pytest.mark.parametrize(
    "arguments",
    [
        ("generate", "api.yaml"),
        ("generate", "api.yaml", "-o", "out", "--no-such-option"),
        ("generate", "api.yaml", "-o", "out", "--profile", "none"),
        ("generate", "api.yaml", "-o", "out", "--max-arguments", "0"),
        ("lint", "api.yaml", "--format", "xml"),
        ("no-such-command",),
    ],
    ids=" ".join,
)
def test_bad_usage(place: Path, arguments: tuple[str, ...]) -> None:
    done = run_mcpgen(*arguments, cwd=place)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert not (place / "out").exists()


def test_version(tmp_path: Path) -> None:
    assert re.fullmatch(rb"mcpgen \d+\.\d+\.\d+\n", run_mcpgen("--version", cwd=tmp_path).stdout)


def test_help_says_the_exit_codes(tmp_path: Path) -> None:
    done = run_mcpgen("--help", cwd=tmp_path)
    assert done.returncode == 0
    assert b"Exit codes" in done.stdout


def test_completion(tmp_path: Path) -> None:
    done = run_mcpgen(cwd=tmp_path, _MCPGEN_COMPLETE="source_bash")
    assert done.returncode == 0
    assert b"complete" in done.stdout


def test_a_fault_of_mcpgen_is_no_traceback(place: Path) -> None:
    broken = "import mcpgen.pipeline\ndef boom(*a, **k): raise KeyError('secret')\nmcpgen.pipeline.tools = boom\n"
    said = refused(with_patch(broken, "tools", "api.yaml", cwd=place), "internal-error")
    assert "KeyError" in said
    assert "secret" not in said
    assert b"Traceback" in with_patch(broken, "tools", "api.yaml", cwd=place, MCPGEN_DEBUG="1").stderr


def test_an_interrupt_ends_it_quietly(place: Path) -> None:
    slow = (
        "import signal, time, mcpgen.pipeline\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background jobs ignore it
        "mcpgen.pipeline.tools = lambda *a, **k: (print('ready', flush=True), time.sleep(60))\n"
    )
    process = start_with_patch(slow, "tools", "api.yaml", cwd=place)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert (output, errors.strip()) == (b"", b"")


def test_a_reader_that_leaves_ends_it_quietly(tmp_path: Path) -> None:
    process = start_with_patch("", "tools", MUSEUM, cwd=tmp_path)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait(timeout=20) == 141


def test_colours_on_a_terminal_only_and_not_with_no_color(tmp_path: Path) -> None:
    assert ANSI.search(on_a_terminal("tools", BOOKSTORE, cwd=tmp_path))
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]m", on_a_terminal("tools", BOOKSTORE, cwd=tmp_path, NO_COLOR="1"))


def test_progress_on_a_terminal_when_it_takes_long(place: Path) -> None:
    slow = (
        "import time, mcpgen.pipeline\n"
        "def wait(source, options, *, reach, step):\n"
        "    step('Reading slowly')\n"
        "    time.sleep(2)\n"
        "    raise KeyboardInterrupt\n"
        "mcpgen.pipeline.tools = wait\n"
    )
    assert b"Reading slowly" in on_a_terminal("tools", "api.yaml", cwd=place, patch=slow)
    assert b"Reading slowly" not in with_patch(slow, "tools", "api.yaml", cwd=place).stderr
    assert b"Reading" not in on_a_terminal("tools", "api.yaml", cwd=place)


# --- processes


def program(patch: str, arguments: tuple[str, ...]) -> list[str]:
    """A Python that changes something and then runs the command line."""
    code = f"import sys\n{patch}\nfrom mcpgen.cli import main\nsys.argv = ['mcpgen', *{list(arguments)!r}]\nmain()\n"
    return [sys.executable, "-c", code]


def environment(**more: str) -> dict[str, str]:
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "CI", "FORCE_COLOR")}
    return {**plain, "PYTHONPATH": str(REPOSITORY), "TERM": "xterm-256color", **more}


def start_with_patch(patch: str, *arguments: str, cwd: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        program(patch, arguments),
        cwd=cwd,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    )


def with_patch(patch: str, *arguments: str, cwd: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        program(patch, arguments), cwd=cwd, env=environment(**more), capture_output=True, check=False, timeout=60
    )


def on_a_terminal(*arguments: str, cwd: Path, patch: str = "", **more: str) -> bytes:
    """All that a run writes to a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        program(patch, arguments), cwd=cwd, env=environment(**more), stdout=theirs, stderr=theirs, stdin=theirs
    )
    os.close(theirs)
    said = b""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        said += part
    os.close(ours)
    process.wait(timeout=20)
    return said
