"""format.schema.json says what the reader does."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from mcpgen.diagnostics import Severity
from mcpgen.frontends.manifest import vocabulary as words
from tests.frontends.manifest.manifests import GOOD, HTTP, changed, complaints, pointer
from tests.frontends.manifest.test_read import ERRORS

FORMAT = json.loads((files("mcpgen.frontends.manifest") / "format.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema_rs.validator_for(FORMAT)
COMPARING = {
    "manifest-unknown-argument",
    "manifest-path",
    "manifest-bound-twice",
    "manifest-convert",
    "manifest-too-deep",
}
"""Errors that compare one part of a manifest with another, which a schema cannot."""
COMPARED = [(*HTTP, "order"), (*HTTP, "body", "keep"), (*HTTP, "body", "media")]


def test_it_is_a_json_schema() -> None:
    jsonschema_rs.meta.validate(FORMAT)


def properties(*names: str) -> set[str]:
    return {key for name in names for key in FORMAT["$defs"][name].get("properties", ())}


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        (words.DOCUMENT_KEYS, set(FORMAT["properties"])),
        (words.SERVER_KEYS, properties("server")),
        (words.UPSTREAM_KEYS, properties("upstream")),
        (words.AUTH_KEYS, properties("auth")),
        (words.CLIENT_KEYS, properties("client")),
        ((*words.TOOL_KEYS, *words.FOREIGN_TOOL_KEYS), properties("tool")),
        (words.ANNOTATION_KEYS, properties("annotations")),
        (words.HTTP_KEYS, properties("http")),
        (words.VALUE_KEYS, properties("take", "convert", "fixed", "generate", "context", "build")),
        (words.CONVERT_KEYS, properties("convert")),
        (words.PARAMETER_KEYS, properties("parameter")),
        (words.BODY_KEYS, properties("body")),
        (
            words.ENCODING_KEYS,
            set(FORMAT["$defs"]["body"]["properties"]["encoding"]["additionalProperties"]["properties"]),
        ),
        (words.RULE_KEYS, {key for rule in FORMAT["$defs"]["rule"]["anyOf"] for key in rule["properties"]}),
        (words.RESULT_KEYS, properties("result")),
    ],
)
def test_it_knows_the_keys_that_the_reader_knows(keys: tuple[str, ...], found: set[str]) -> None:
    assert set(keys) == found


def test_it_accepts_the_good_manifest() -> None:
    assert VALIDATOR.is_valid(GOOD)


@pytest.mark.parametrize(("path", "value", "code", "at", "words"), ERRORS)
def test_it_refuses_what_the_reader_refuses(
    path: tuple[str | int, ...], value: Any, code: str, at: tuple[str | int, ...], words: str, tmp_path: Path
) -> None:
    data = changed((path, value))
    errors = [d for d in complaints(data, tmp_path) if d.severity is Severity.ERROR]
    compared = all(d.code in COMPARING or any(pointer(d)[: len(at)] == at for at in COMPARED) for d in errors)
    assert VALIDATOR.is_valid(data) == compared
