"""The corpus is judged as it is: what is lost, what crashes and what takes too long is told, and told once."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.corpus.children import Children, Ended
from tests.corpus.deep import Deep, look_deep
from tests.corpus.manifest import Entry, entries
from tests.corpus.run import Outcome, Verdict, judge
from tests.golden.walker import REPOSITORY
from tests.packages import Package

ENTRY = Entry(name="shop", path="shop.yaml", operations=2)
FOUND = {"code": "openapi-reference", "severity": "warning", "file": None, "line": None, "message": "a", "subject": ""}
BROKEN = {**FOUND, "code": "source-syntax", "severity": "error", "file": "shop.yaml", "line": 3, "message": "b"}
UNREAD = {**FOUND, "code": "openapi-operation", "severity": "error", "message": "c", "subject": "GET /a"}
WRITTEN = {"tools": 3, "operations": 2, "left_out": [], "diagnostics": [FOUND]}


def judged(said: dict[str, Any], code: int = 0, **facts: Any) -> Outcome:
    return judge(ENTRY, Ended(code=code, output=json.dumps(said), **facts))


def test_written() -> None:
    left = [{"rule": rule} for rule in ("media-type", "GRA005", "GRA005")]
    outcome = judged({**WRITTEN, "left_out": left}, seconds=1.5, megabytes=80)
    assert (outcome.verdict, outcome.tools, outcome.operations, outcome.reason) == (Verdict.WRITTEN, 3, 2, "")
    assert list(outcome.left_out.items()) == [("GRA005", 2), ("media-type", 1)]
    assert (outcome.seconds, outcome.megabytes) == (1.5, 80)
    assert not outcome.failed


def test_refused_with_operations_is_a_failure() -> None:
    outcome = judged({"diagnostics": [FOUND, BROKEN]}, code=2)
    assert (outcome.verdict, outcome.reason) == (Verdict.REFUSED, "source-syntax shop.yaml:3: b")
    assert outcome.operations is None
    assert outcome.lost
    assert outcome.failed


def test_refused_is_right_where_no_operation_can_be_used() -> None:
    unread = [UNREAD, UNREAD, {**UNREAD, "subject": "GET /b"}]
    assert not judged({"diagnostics": unread}, code=1).failed
    assert judged({"diagnostics": unread[:2]}, code=1).failed
    left = [{"rule": "GRA005"}, {"rule": "GRA005"}]
    assert not judged({**WRITTEN, "tools": 0, "left_out": left}, code=1).failed
    assert judged({**WRITTEN, "tools": 0, "left_out": left[:1]}, code=1).failed


@pytest.mark.parametrize(
    ("ended", "says"),
    [
        (Ended(code=-9, output="", late=True, seconds=300.2), "took more than 300 s"),
        (Ended(code=-11, output=""), "ended by SIGSEGV"),
        (Ended(code=1, output="", errors="Traceback\nKeyError: 'a'\n"), "said on stderr: KeyError: 'a'"),
        (Ended(code=0, output=json.dumps(WRITTEN), errors="a warning\n"), "said on stderr: a warning"),
        (Ended(code=130, output=json.dumps(WRITTEN)), "exit code 130"),
        (Ended(code=0, output="done"), "no JSON object on stdout"),
        (Ended(code=0, output="[]"), "no JSON object on stdout"),
        (Ended(code=1, output='{"diagnostics": []}'), "exit code 1 without a diagnostic"),
        (Ended(code=2, output=json.dumps({"diagnostics": [FOUND, {**BROKEN, "code": "internal-error"}]})), "b"),
    ],
)
def test_crashed(ended: Ended, says: str) -> None:
    outcome = judge(ENTRY, ended)
    assert (outcome.verdict, outcome.reason) == (Verdict.CRASHED, says)
    assert outcome.failed


def child(code: str, folder: Path, seconds: float = 60) -> Ended:
    return Children(seconds).run([sys.executable, "-c", code], cwd=folder, env=dict(os.environ))


def test_a_child_tells_what_it_said_and_cost(tmp_path: Path) -> None:
    code = "import os, sys; x = bytearray(b'a' * 64_000_000); print(os.getcwd()); print('ä' * 99_999, file=sys.stderr)"
    ended = child(f"{code}; sys.exit(3)", tmp_path)
    assert (ended.code, ended.late) == (3, False)
    assert ended.output.strip() == str(tmp_path.resolve())
    assert "ä" * 99_999 in ended.errors
    assert 61 < ended.megabytes < 1000
    assert ended.seconds > 0


def test_a_child_that_takes_too_long_is_killed_with_its_own(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "alive")
    heard = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    try:
        ended = child("import os, time; f = open('alive', 'w'); os.fork(); time.sleep(60)", tmp_path, 3)
        assert (ended.code, ended.late) == (-9, True)
        closed, _, _ = select.select([heard], [], [], 20)
        assert closed, "a process of the child still runs"
        assert os.read(heard, 1) == b""
    finally:
        os.close(heard)


def test_a_package_that_does_not_start_is_faulty(tmp_path: Path) -> None:
    (tmp_path / "shop_mcp").mkdir()
    (tmp_path / "shop_mcp" / "__main__.py").write_text("raise SystemExit('no')\n", encoding="utf-8")
    (tmp_path / "shop_mcp" / "catalog.json").write_text('{"tools": []}', encoding="utf-8")
    assert look_deep(Package(root=tmp_path, module="shop_mcp")).failure
    assert Outcome(entry=ENTRY, verdict=Verdict.WRITTEN, deep=Deep(tests=1, failure="a")).failed


def test_a_cell_of_the_manifest_may_hold_a_quote(tmp_path: Path) -> None:
    rows = ["name\tentry\tvalidator\toperations", 'a\ta.yaml\t"open\t1', "b\tb.yaml\t\t2"]
    (tmp_path / "MANIFEST.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert entries(tmp_path) == (
        Entry(name="a", path="a.yaml", operations=1),
        Entry(name="b", path="b.yaml", operations=2),
    )


# --- the command

SHOP = (
    "openapi: 3.1.0\ninfo: {title: Shop, version: '1'}\nservers: [{url: 'https://shop.test'}]\npaths:\n"
    "  /books:\n    get: {operationId: listBooks, responses: {'200': {description: ok}}}\n"
    "  /health:\n    get: {operationId: health, responses: {'200': {description: ok}}}\n"
)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    documents = {"shop": SHOP, "empty": SHOP.partition("  /books")[0], "torn": f"{SHOP}  /c: [\n"}
    lines = ["name\tentry\toperations"]
    for name, text in documents.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        lines.append(f"{name}\t{name}.yaml\t{text.count('get:')}")
    (folder / "MANIFEST.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def corpus_run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.corpus", *arguments],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_a_corpus_is_run(corpus: Path, tmp_path: Path) -> None:
    before = sorted(corpus.rglob("*"))
    done = corpus_run(str(corpus), "--json", str(tmp_path / "out.json"))
    assert done.returncode == 1, done.stderr
    head, shop, empty, torn, *_ = done.stdout.splitlines()
    assert head.split()[:2] == ["document", "verdict"]
    assert shop.split()[:4] == ["shop", "written", "1", "2"]
    assert shop.endswith("GRA005 1")
    assert empty.split()[:2] == ["empty", "refused"]
    assert "openapi-no-operations empty.yaml:" in empty
    assert torn.split()[:4] == ["torn", "refused", "0", "-/2"]
    assert "3 documents: 1 written, 2 refused, 0 crashed" in done.stdout
    assert "Refused, though they have operations: 1\n  torn  source-syntax torn.yaml:" in done.stdout
    report = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [(each["name"], each["failed"]) for each in report["documents"]] == [
        ("shop", False),
        ("empty", False),
        ("torn", True),
    ]
    assert (report["totals"]["tools"], report["totals"]["left_out"]) == (1, {"GRA005": 1})
    assert sorted(corpus.rglob("*")) == before


def test_one_document_is_used_as_its_owner_does(corpus: Path) -> None:
    done = corpus_run(str(corpus), "--only", "shop", "--deep")
    assert done.returncode == 0, done.stdout + done.stderr
    assert len([line for line in done.stdout.splitlines() if line.startswith("shop ")]) == 1
    assert " tests passed" in done.stdout


def test_no_such_corpus_or_document(corpus: Path, tmp_path: Path) -> None:
    assert corpus_run(str(tmp_path)).returncode == 2
    done = corpus_run(str(corpus), "--only", "shop", "nothing")
    assert done.returncode == 2
    assert "no document nothing" in done.stderr
