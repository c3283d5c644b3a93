"""Whatever is done to a description: complaints that can be shown, or a package that imports. Never anything else.

`make fuzz EXAMPLES=20000` runs many more examples, other ones each time.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from rich.console import Console

from mcpgen import pipeline
from mcpgen.diagnostics import Diagnostic, Locator, Severity, SourceError, Span, located
from mcpgen.emit import emit
from mcpgen.frontends import manifest
from mcpgen.lint import LintSettings, lint, subject_of_toolset
from mcpgen.pipeline import Made
from mcpgen.report import json_report, write_text
from mcpgen.report.listing import tools_json
from mcpgen.source import load
from mcpgen.source.failure import LooseText
from tests.fuzz.documents import Source, sources
from tests.fuzz.limits import bounded
from tests.fuzz.mutations import Mutant, mutants
from tests.fuzz.workshop import Workshop
from tests.golden.walker import run_mcpgen
from tests.portable import complaints

SOURCES: Final = sources()
ASKED: Final = os.environ.get("MCPGEN_FUZZ_EXAMPLES")
"""How many examples all sources share; they are the same ones in every run where nothing is asked for."""
EXAMPLES: Final = int(ASKED or 500)
RUNS: Final = EXAMPLES // 50
"""How many of them go through the command line, in a process each."""
COMMANDS: Final = (
    ("generate", "-o", "out"),
    ("generate", "-o", "out", "--strict"),
    ("tools",),
    ("tools", "--json"),
    ("lint",),
    ("lint", "--format", "json"),
    ("manifest", "-o", "tools.yaml"),
    ("explain", "GET /books"),
)


def examples(number: int) -> settings:
    """Settings for a test that is run once for each source."""
    return settings(
        max_examples=max(number // len(SOURCES), 1),
        deadline=None,
        database=None,
        derandomize=ASKED is None,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )


each_source = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)


@each_source
@examples(EXAMPLES)
@given(data=st.data())
def test_complaints_or_a_package(workshop: Workshop, tmp_path: Path, source: Source, data: st.DataObject) -> None:
    path = laid_out(data.draw(mutants(source)), tmp_path)
    with bounded():
        made = outcome(path)
        if isinstance(made, SourceError):
            assert made.diagnostics
            check_report(made.diagnostics, made.locator)
            return
        check_made(made)
        if made.toolset.tools:
            text = manifest.write(made.toolset)
            tools = workshop.check(emit(made.toolset, manifest=text))
            assert source.is_manifest or complaints(tools) == []
            check_manifest(text, tmp_path / "tools.yaml")


@each_source
def test_mutants_are_neither_rubbish_nor_harmless(tmp_path: Path, source: Source) -> None:
    """Where most were refused at once, or none, the other tests would say little."""
    taken: list[bool] = []

    @settings(examples(40 * len(SOURCES)), derandomize=True)
    @given(mutant=mutants(source))
    def read(mutant: Mutant) -> None:
        taken.append(isinstance(outcome(laid_out(mutant, tmp_path)), Made))

    read()
    assert len(taken) // 8 < taken.count(True) < len(taken)


@each_source
@examples(RUNS)
@given(data=st.data())
def test_command_line(tmp_path: Path, source: Source, data: st.DataObject) -> None:
    path = laid_out(data.draw(mutants(source)), tmp_path)
    command, *options = data.draw(st.sampled_from(COMMANDS))
    done = run_mcpgen(command, path.name, *options, cwd=path.parent)
    said = done.stderr.decode()
    assert done.returncode in (0, 1, 2), said
    assert "Traceback" not in said
    assert "internal-error" not in said
    assert said or done.stdout
    if "json" in "".join(options) and done.stdout:
        json.loads(done.stdout)


def laid_out(mutant: Mutant, folder: Path) -> Path:
    """The root of the mutant's files, in an empty folder; a failed test leaves them there."""
    shutil.rmtree(folder)
    path = mutant.write(folder / "source")
    note(str(path))
    return path


def outcome(path: Path) -> Made | SourceError:
    """What becomes of a source, or why nothing does."""
    try:
        return pipeline.tools(path)
    except SourceError as error:
        return error


def check_report(diagnostics: Sequence[Diagnostic], locator: Locator | None) -> None:
    """Raises where diagnostics cannot be shown, or point at what is not in the text of their file."""
    known = locator or LooseText("", "")
    for diagnostic in diagnostics:
        at = located(diagnostic, known).at
        assert diagnostic.message
        if at is not None and (text := known.text(at.file)) is not None:
            assert isinstance(at, Span), diagnostic
            lines = text.split("\n")
            assert 1 <= at.line <= len(lines), diagnostic
            assert 1 <= at.column <= len(lines[at.line - 1]) + 1, diagnostic
    write_text(diagnostics, known, Console(file=StringIO(), highlight=False))
    json.loads(json_report(diagnostics, known))


def check_made(made: Made) -> None:
    """Raises where it cannot be told what became of a source: diagnostics, what is left out, tools and their faults."""
    check_report(made.diagnostics, made.sources)
    for left in made.left_out:
        assert left.operation
        assert left.reason
        assert isinstance(made.sources.span(left.origin), Span)
    subject = subject_of_toolset(made.toolset)
    check_report(lint(subject, LintSettings(profile=made.toolset.profile)), made.sources)
    json.loads(tools_json(pipeline.listed(made.toolset)))


def check_manifest(text: str, file: Path) -> None:
    """Raises where a manifest that was written is not read as what it was written of."""
    file.write_bytes(text.encode("utf-8"))
    reading = manifest.read(load(file))
    assert [d for d in reading.diagnostics if d.severity is Severity.ERROR] == []
    assert manifest.write(reading.toolset) == text
