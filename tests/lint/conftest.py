"""Fragments of manifests as documents: what a fragment leaves out of a tool is filled in as it should be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import yaml

from mcpgen.diagnostics import Diagnostic
from mcpgen.lint import LintSettings, lint, subject_of_document

READS = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
WRITES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": False}


@dataclass(frozen=True)
class Fragment:
    """The part of a loaded document that lint reads."""

    data: Any
    file: str = "tools.yaml"


def complete(tool: dict[str, Any]) -> dict[str, Any]:
    """`tool` with a sound description, schema and hints where it has none."""
    name = str(tool.get("name", ""))
    reads = name.startswith(("get", "list", "search"))
    return {
        "description": "Works on the catalogue of the shop. Returns what is there afterwards.",
        "inputSchema": {"type": "object", "additionalProperties": False},
        "annotations": READS if reads else WRITES,
        **tool,
    }


Lint = Callable[..., tuple[Diagnostic, ...]]


@pytest.fixture
def lint_fragment() -> Lint:
    """Lints a YAML fragment (or a mapping) whose tools are completed first."""

    def run(fragment: str | dict[str, Any], **settings: Any) -> tuple[Diagnostic, ...]:
        data = yaml.safe_load(fragment) if isinstance(fragment, str) else fragment
        data = {**data, "tools": [complete(tool) for tool in data["tools"]]}
        return lint(subject_of_document(Fragment(data=data)), LintSettings(**settings))

    return run


@pytest.fixture
def lint_data() -> Lint:
    """Lints any value as the root of a document, as it is."""

    def run(data: Any, **settings: Any) -> tuple[Diagnostic, ...]:
        return lint(subject_of_document(Fragment(data=data)), LintSettings(**settings))

    return run
