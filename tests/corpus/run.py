"""One document of a corpus through the real command, and what became of it."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from tests.corpus.children import Children, Ended
from tests.corpus.deep import Deep, look_deep
from tests.corpus.manifest import Entry
from tests.golden.walker import REPOSITORY
from tests.packages import package_in

SECONDS: Final = 300
"""What `generate` may take for a document."""
_ANSWERS: Final = (0, 1, 2)
"""The exit codes of `generate` that are answers."""
_UNREAD: Final = "openapi-operation"
_FAULT: Final = "internal-error"


class Verdict(StrEnum):
    """What became of a document."""

    WRITTEN = "written"
    REFUSED = "refused"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a document, and what it cost."""

    entry: Entry
    verdict: Verdict
    reason: str = ""
    """Why nothing was written: the first diagnostic, or how it crashed."""
    tools: int = 0
    operations: int | None = None
    """How many the command found; None where it did not come that far."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many operations by reason, the most frequent first."""
    seconds: float = 0
    megabytes: float = 0
    deep: Deep | None = None

    @property
    def lost(self) -> bool:
        """Whether nothing was written though there were operations that could be used."""
        return self.verdict is Verdict.REFUSED and self.entry.operations > sum(self.left_out.values())

    @property
    def failed(self) -> bool:
        """Whether anything is wrong with it."""
        return self.verdict is Verdict.CRASHED or self.lost or bool(self.deep and self.deep.failure)


def run(entry: Entry, corpus: Path, children: Children, *, deep: bool) -> Outcome:
    """Generates a package from a document in a folder that is thrown away, and with `deep` uses it."""
    with tempfile.TemporaryDirectory(prefix="mcpgen-corpus-") as temporary:
        folder = Path(temporary) / "package"
        command = [sys.executable, "-m", "mcpgen", "generate", entry.path, "-o", str(folder), "--json"]
        outcome = judge(entry, children.run(command, cwd=corpus, env=_environment()))
        if deep and outcome.verdict is Verdict.WRITTEN:
            outcome = replace(outcome, deep=look_deep(package_in(folder)))
        return outcome


def _environment() -> dict[str, str]:
    plain = {key: value for key, value in os.environ.items() if key != "MCPGEN_DEBUG"}
    return {**plain, "PYTHONPATH": str(REPOSITORY)}


def judge(entry: Entry, ended: Ended) -> Outcome:
    """What became of a document, from how its command ended and what it said."""
    said = _object(ended.output)
    outcome = Outcome(
        entry=entry,
        verdict=Verdict.WRITTEN,
        seconds=ended.seconds,
        megabytes=ended.megabytes,
        reason=_crash(ended, said),
    )
    if outcome.reason:
        return replace(outcome, verdict=Verdict.CRASHED)
    outcome = replace(outcome, operations=said.get("operations"), left_out=_left_out(said))
    if ended.code:
        return replace(outcome, verdict=Verdict.REFUSED, reason=_reason(said["diagnostics"]))
    return replace(outcome, tools=said["tools"])


def _object(output: str) -> dict[str, Any]:
    """The object on standard output; an empty one where there is none."""
    try:
        said = json.loads(output)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _crash(ended: Ended, said: dict[str, Any]) -> str:
    """How the command failed to give an answer; '' where it gave one."""
    if ended.late:
        return f"took more than {ended.seconds:.0f} s"
    if ended.code < 0:
        return f"ended by {signal.Signals(-ended.code).name}"
    if ended.errors.strip():
        return f"said on stderr: {ended.errors.strip().splitlines()[-1]}"
    if ended.code not in _ANSWERS:
        return f"exit code {ended.code}"
    if "diagnostics" not in said:
        return "no JSON object on stdout"
    if ended.code and not said["diagnostics"]:
        return f"exit code {ended.code} without a diagnostic"
    faults = [found["message"] for found in said["diagnostics"] if found["code"] == _FAULT]
    return faults[0] if faults else ""


def _reason(diagnostics: list[dict[str, Any]]) -> str:
    """`code file:line: message` of the first error, or of the first of all."""
    found = next((each for each in diagnostics if each["severity"] == "error"), diagnostics[0])
    place = ":".join(str(part) for part in (found["file"], found["line"]) if part is not None)
    return " ".join(part for part in (found["code"], f"{place}:" if place else "", found["message"]) if part)


def _left_out(said: dict[str, Any]) -> dict[str, int]:
    """The operations left out, by reason; those of a source that was refused whole are known by its diagnostics."""
    if "left_out" in said:
        rules = [left["rule"] for left in said["left_out"]]
    else:
        unread = {found["subject"] for found in said["diagnostics"] if found["code"] == _UNREAD}
        rules = [_UNREAD] * len(unread)
    return dict(sorted(Counter(rules).items(), key=lambda item: (-item[1], item[0])))
