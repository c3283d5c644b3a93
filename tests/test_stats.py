"""The figures of a toolset: each fault is found where it is, and nothing is found where there is none."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from mcpgen import pipeline
from mcpgen.diagnostics import Origin
from mcpgen.emit.data import listed_tool
from mcpgen.model.toolset import Decision, Tool, Toolset
from mcpgen.report.stats import FaultKind, Stats, print_stats, stats_json
from mcpgen.shaping.draft import LeftOut
from mcpgen.stats import stats_of
from tests.emit.toolsets import bookstore, inputs, tool
from tests.golden.walker import REPOSITORY, run_mcpgen

BOOKSTORE = str(REPOSITORY / "examples" / "specs" / "bookstore.yaml")
PAYMENTS = str(REPOSITORY / "examples" / "specs" / "payments.json")
TEXT = "Puts a volume back on its shelf. Returns the moment of arrival."
NAME = {"type": "string", "description": "As printed on the cover."}


def book(name: str = "return_book", path: str = "/books", **more: Any) -> Tool:
    properties = more.pop("properties", {"caption": NAME})
    return tool(name, "POST", path, inputs(properties), description=more.pop("description", TEXT), **more)


def found(*tools: Tool) -> list[tuple[str, str, str]]:
    return [(str(fault.kind), fault.tool, fault.place) for fault in stats_of(bookstore(*tools)).faults]


def test_a_good_tool_has_no_faults() -> None:
    size = {"type": "object", "properties": {"width": {"type": "number", "description": "In millimetres."}}}
    sizes = {"type": "array", "items": size, "description": "Those that fit."}
    properties = {"caption": NAME, "size": {**size, "description": "Outer measures."}, "sizes": sizes}
    assert found(book(properties=properties), book("get_book", "/books/{id}", properties={})) == []


@pytest.mark.parametrize(
    ("kind", "schema", "place"),
    [
        ("combinator", {"oneOf": [{"type": "string"}], "type": "string"}, "x"),
        ("combinator", {"type": "array", "items": {"type": "string", "not": {"enum": ["a"]}}}, "x[]"),
        ("reference", {"$ref": "#/$defs/A", "type": "string"}, "x"),
        ("type_list", {"type": ["string", "null"]}, "x"),
        ("untyped", {}, "x"),
        ("untyped", {"type": "object"}, "x"),
        ("untyped", {"type": "array"}, "x"),
        ("undescribed", {"type": "string", "description": " "}, "x"),
        ("echoed", {"type": "string", "description": "The x."}, "x"),
        ("deep_object", {"type": "object", "properties": {"y": {**NAME, **inputs({"z": NAME})}}}, "x.y"),
        ("large_object", {"type": "object", "properties": {f"p{n}": NAME for n in range(13)}}, "x"),
    ],
)
def test_faults_of_inputs(kind: str, schema: dict[str, Any], place: str) -> None:
    schema = {"description": "What is meant.", **schema}
    assert found(book(properties={"x": schema})) == [(kind, "return_book", place)]


def test_integer_ids() -> None:
    properties = {"shelf_id": {"type": "integer", "description": "Where it stands."}}
    assert found(book(properties=properties)) == [("integer_id", "return_book", "shelf_id")]


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("not_verb_noun", "volume_info"),
        ("not_verb_noun", "get"),
        ("too_long", f"get_{'b' * 61}"),
        ("numbered", "get_book_2"),
    ],
)
def test_faults_of_names(kind: str, name: str) -> None:
    assert found(book(name)) == [(kind, name, "")]


def test_a_number_of_the_path_tells_nothing_apart() -> None:
    assert found(book("get_status_404", "/status/404")) == []


def test_names_are_unique() -> None:
    assert found(book(), book()) == [("not_unique", "return_book", "")]


def test_thin_descriptions() -> None:
    assert found(book(description="Returns the book at once, please.")) == [("thin_description", "return_book", "")]


def test_figures() -> None:
    lost = Decision(rule="PAR002", text="caption cannot be given as a list.")
    ids = {"book_id": {"type": "string", "description": "From list_books."}, "shelf_ids": NAME}
    shelf = book("list_books", "/books", properties={})
    tools = (replace(book(), decisions=(lost,)), book("move_book", "/books", properties=ids), shelf)
    out = [LeftOut(operation=f"GET /{n}", rule="GRA005", reason="a check", origin=Origin(file="a")) for n in "ab"]
    stats = stats_of(bookstore(*tools), out)
    assert (stats.tools, stats.operations, stats.split, stats.left_out) == (3, 3, 1, {"GRA005": 2})
    assert (stats.longest_name.value, stats.longest_name.tool) == (11, "return_book")
    assert (stats.median_arguments, stats.most_arguments.value, stats.most_arguments.tool) == (1, 2, "move_book")
    assert (stats.weakened, stats.ids, stats.sourced_ids) == (1, 2, 1)
    assert stats.longest_description.value == len(TEXT)


def test_no_tools() -> None:
    stats = stats_of(replace(bookstore(), tools=()))
    assert (stats.tools, stats.median_size, stats.largest.tool, stats.faults) == (0, 0, "", ())
    assert json.loads(stats_json(stats))["bytes"]["median"] == 0


def sent(toolset: Toolset) -> list[int]:
    dumped = [json.dumps(listed_tool(each), ensure_ascii=False, separators=(",", ":")) for each in toolset.tools]
    return [len(text.encode()) for text in dumped]


def test_sizes_are_those_of_what_the_server_sends() -> None:
    made = pipeline.tools(BOOKSTORE)
    stats, sizes = pipeline.stats(made), sent(made.toolset)
    assert stats.listing == sum(sizes) + len(sizes) - 1 + len('{"tools":[]}')
    assert (stats.largest.value, sum(size > stats.median_size for size in sizes)) == (max(sizes), len(sizes) // 2)


# --- printed

KEYS = {
    "tools": int,
    "operations": int,
    "split": int,
    "left_out": dict,
    "names": dict,
    "schemas": dict,
    "hints": dict,
    "descriptions": dict,
    "bytes": dict,
    "arguments": dict,
    "weakened": int,
    "ids": dict,
    "faults": list,
}


def test_json_has_stable_keys(tmp_path: Path) -> None:
    done = run_mcpgen("tools", PAYMENTS, "--stats", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert {key: type(value) for key, value in said.items()} == KEYS
    assert sorted(said["bytes"]) == ["largest", "median", "total"]
    counted = {key for part in ("names", "schemas", "hints", "descriptions") for key in said[part]}
    assert counted == {*map(str, FaultKind), "longest", "object_depth"}
    assert (said["tools"], said["split"], said["left_out"]) == (28, 4, {})


def printed(stats: Stats, *, terminal: bool, **environment: str) -> str:
    out = io.StringIO()
    print_stats(Console(file=out, force_terminal=terminal, width=100, _environ=environment), stats)
    return out.getvalue()


def test_printed_plain_in_a_pipe_with_the_faults() -> None:
    text = printed(stats_of(bookstore(*(book(f"get_book_{n}") for n in range(25)))), terminal=False)
    assert "\x1b" not in text
    (line,) = (line for line in text.splitlines() if line.startswith("names told apart by a number"))
    assert line.split()[-1] == "25"
    assert "numbered  get_book_0" in text
    assert "… and 5 more" in text


def test_colours_on_a_terminal_only() -> None:
    stats = stats_of(bookstore(book("get_book_1")))
    assert "\x1b[33m" in printed(stats, terminal=True, TERM="xterm-256color")
    assert "\x1b[33m" not in printed(stats, terminal=True, TERM="xterm-256color", NO_COLOR="1")
    assert "\x1b" not in printed(stats, terminal=False, TERM="xterm-256color")


def test_quiet_when_piped(tmp_path: Path) -> None:
    done = run_mcpgen("tools", PAYMENTS, "--stats", cwd=tmp_path)
    assert b"\x1b" not in done.stdout + done.stderr
    lines = done.stdout.decode().splitlines()
    assert lines[0].split() == ["tools", "28"]
    assert any(line.startswith("bytes of tools/list") for line in lines)


def test_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mcpgen", "tools", BOOKSTORE, "--stats"]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "TERM": "xterm-256color", "COLUMNS": "100"}
    environment.pop("NO_COLOR", None)
    done = subprocess.run(
        command, stdout=theirs, stderr=subprocess.DEVNULL, env=environment, check=False, timeout=60, cwd=REPOSITORY
    )
    os.close(theirs)
    said = b""
    while b"with the tool that returns them" not in said and (part := _read(ours)):
        said += part
    os.close(ours)
    assert done.returncode == 0
    assert b"\x1b[1m" in said


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # the other end is closed
        return b""
