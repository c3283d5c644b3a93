"""Runs of the generator and of the server: edits survive, the same input gives the same bytes, stdout is the protocol's."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from mcpgen import pipeline
from tests.catalogue.harness import lay_out, make, openapi
from tests.golden import walker
from tests.golden.walker import run_mcpgen
from tests.packages import package_in

OK = "responses: {'200': {description: ok}}"
BEFORE = openapi(f"""
    paths:
      /ships: {{get: {{operationId: listShips, tags: [ships], description: Lists the ships of a port., {OK}}}}}
      /tugs: {{get: {{operationId: listTugs, tags: [tugs], {OK}}}}}
      /docks: {{get: {{operationId: listDocks, tags: [docks], {OK}}}}}
    """)
AFTER = (
    BEFORE.replace("of a port.", "that lie in a port today.")
    .replace("/docks", "/berths")
    .replace("listDocks", "listBerths")
)


# --- B207: generating again


def test_B207_what_people_own_is_never_touched(tmp_path: Path) -> None:
    made = make(tmp_path, BEFORE)
    [hooks] = made.package.glob("*/hooks.py")
    own = hooks.read_bytes() + b"\n# mine\n"
    hooks.write_bytes(own)
    (made.package / "notes.txt").write_text("mine", encoding="utf-8")
    for text in (AFTER, BEFORE):
        lay_out(tmp_path / "source", text)
        done = run_mcpgen("generate", made.source, "-o", str(made.package), cwd=tmp_path)
        assert done.returncode == 0
        assert hooks.read_bytes() == own
        assert (made.package / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_B207_an_edited_file_needs_a_word(tmp_path: Path) -> None:
    made = make(tmp_path, BEFORE)
    [module] = made.package.glob("*/tools/ships.py")
    edited = module.read_text(encoding="utf-8") + "\n# changed by hand\n"
    module.write_text(edited, encoding="utf-8")
    lay_out(tmp_path / "source", AFTER)
    done = run_mcpgen("generate", made.source, "-o", str(made.package), cwd=tmp_path)
    said = (done.stdout + done.stderr).decode()
    assert "ships.py" in said
    kept = module.read_text(encoding="utf-8") == edited
    aside = [
        path
        for path in made.package.rglob("*")
        if path.is_file() and "changed by hand" in path.read_text("utf-8", "replace")
    ]
    assert kept or aside


# --- B209: the same bytes


MANY = openapi(
    "paths:\n"
    + "\n".join(
        f"  /{name}/{{id}}: {{get: {{tags: [{tag}, all], security: [{{k: []}}, {{b: []}}], parameters: "
        f"[{{name: id, in: path, required: true, schema: {{type: string}}}}, "
        f"{{name: by, in: query, schema: {{type: string, enum: [{name}, a, b]}}}}], {OK}}}}}"
        for name, tag in (("ships", "x"), ("tugs", "y"), ("docks", "x"), ("crews", "z"))
    )
    + "\ncomponents: {securitySchemes: {k: {type: apiKey, in: header, name: X-A}, b: {type: http, scheme: basic}}}\n"
)


def test_B209_hash_seed_and_working_directory_leave_no_trace(tmp_path: Path) -> None:
    entry = lay_out(tmp_path / "source", MANY)
    trees = []
    for seed in ("1", "2"):
        work = tmp_path / f"work{seed}"
        work.mkdir()
        done = run_mcpgen("generate", str(entry), "-o", str(work / "out"), cwd=work, PYTHONHASHSEED=seed)
        assert done.returncode == 0, done.stderr
        trees.append(walker.tree(work / "out"))
        assert not any(str(tmp_path).encode() in _bytes(content) for content in trees[-1].values())
    assert trees[0] == trees[1]


def _bytes(content: object) -> bytes:
    return content if isinstance(content, bytes) else str(content).encode()


@pytest.mark.parametrize("level", ["paths", "everything"])
def test_B209_the_order_of_keys_decides_no_name(tmp_path: Path, level: str) -> None:
    document = yaml.safe_load(MANY)
    document["paths"] = dict(reversed(document["paths"].items()))
    if level == "everything":
        document = dict(reversed(document.items()))
        document["paths"] = {
            path: {method: dict(reversed(operation.items())) for method, operation in item.items()}
            for path, item in document["paths"].items()
        }
    first = make(tmp_path / "first", MANY)
    second = make(tmp_path / "second", yaml.safe_dump(document, sort_keys=False))
    assert second.tools == first.tools
    assert list(second.tools) != list(first.tools) or len(first.tools) == 1


def test_B209_json_and_yaml_are_the_same(tmp_path: Path) -> None:
    first = make(tmp_path / "first", MANY)
    second = make(tmp_path / "second", {"api.yaml": json.dumps(yaml.safe_load(MANY))})
    assert walker.tree(second.package) == walker.tree(first.package)


# --- B210: stdout is the protocol's


def test_B210_every_line_on_stdout_is_of_the_protocol(tmp_path: Path) -> None:
    made = make(tmp_path, BEFORE.replace("https://api.harbour.test/v1", "http://127.0.0.1:9"))
    [hooks] = made.package.glob("*/hooks.py")
    hooks.write_text(
        "import logging\nimport sys\nlogging.basicConfig(level=logging.DEBUG)\nlogging.debug('at import')\n"
        "print('printed')\nsys.stdout.write('written')\n" + hooks.read_text(encoding="utf-8"),
        encoding="utf-8",
    )
    package = package_in(made.package)
    requests = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_ships", "arguments": {}}},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "nothing", "arguments": {}}},
    ]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", package.module],
        cwd=package.root,
        env={**package.environment(), "PYTHONUNBUFFERED": "1", f"{made.prefix}_TIMEOUT": "5"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    lines: list[bytes] = []
    try:
        for request in requests:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            while "id" in request:
                lines.append(process.stdout.readline())
                assert lines[-1], process.stderr.read() if process.stderr else ""
                if json.loads(lines[-1]).get("id") == request["id"]:
                    break
        process.stdin.close()
        rest = process.stdout.read()
        assert process.wait(30) == 0
    finally:
        process.kill()
    messages = [json.loads(line) for line in [*lines, *rest.splitlines()]]
    assert all(message["jsonrpc"] == "2.0" for message in messages)
    assert any(
        "error" in message or message.get("result", {}).get("isError") for message in messages if message.get("id") == 2
    )


# --- B160, B162: the command tells


def test_B162_the_command_tells_how_many_tools_there_are(tmp_path: Path) -> None:
    entry = lay_out(
        tmp_path / "source",
        openapi(
            "paths:\n"
            + "\n".join(f"  /t{n}: {{get: {{operationId: getThing{n}, tags: [g{n % 10}], {OK}}}}}" for n in range(60))
        ),
    )
    done = run_mcpgen("generate", str(entry), "-o", str(tmp_path / "out"), cwd=tmp_path)
    said = (done.stdout + done.stderr).decode()
    assert done.returncode == 0
    assert re.search(r"\b60 tools\b", said)
    assert pipeline.tools(entry).diagnostics
