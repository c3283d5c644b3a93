"""The measure of bodies measures: what is lost, sent wrongly or kept silent is found and named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from mcpgen.model.binding import Build, Each, Exact, Field, Fixed, Pairs, Parsed, Reshape, Take
from mcpgen.shaping import flatten
from mcpgen.shaping.body_rules import BodyRules
from tests.coverage.measure import Figures, measured
from tests.coverage.original import Original, Place
from tests.coverage.reach import ALL, expresses, reached
from tests.golden.walker import REPOSITORY

TEXT = {"type": "string"}
NOTE = {
    "type": "object",
    "required": ["title"],
    "properties": {
        "title": {"type": "string", "minLength": 1},
        "id": {"type": "integer", "readOnly": True},
        "rank": {"type": "integer", "minimum": 3, "maximum": 9},
        "stamps": {"type": "array", "items": {"$ref": "#/components/schemas/Stamp"}},
        "marks": {"type": "object", "additionalProperties": TEXT},
        "parent": {"$ref": "#/components/schemas/Note"},
    },
}
STAMP = {"type": "object", "properties": {"by": TEXT, "at": {"type": ["string", "integer"]}}}


def document(body: Any = None, *, version: str = "3.1.0", method: str = "post", **schemas: Any) -> dict[str, Any]:
    shape = body or {"$ref": "#/components/schemas/Note"}
    operation = {
        "operationId": "saveNote",
        "requestBody": {"required": True, "content": {"application/json": {"schema": shape}}},
        "responses": {"204": {"description": "done"}},
    }
    return {
        "openapi": version,
        "info": {"title": "Notes", "version": "1"},
        "servers": [{"url": "https://notes.example.test"}],
        "paths": {"/notes": {method: operation}},
        "components": {"schemas": {"Note": NOTE, "Stamp": STAMP, **schemas}},
    }


def written(folder: Path, content: dict[str, Any], name: str = "notes.json") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return folder / name


def figures(folder: Path, content: dict[str, Any]) -> Figures:
    return measured(("notes", written(folder, content)))


def body_of(folder: Path, content: dict[str, Any]) -> tuple[Original, Place]:
    original = Original(written(folder, content))
    [(_, media)] = original.bodies()
    return original, next(iter(media.values()))


# --- the original


def test_the_leaves_of_a_body(tmp_path: Path) -> None:
    original, body = body_of(tmp_path, document())
    leaves, whole = original.leaves(body)
    assert whole
    assert {"/".join(leaf.path): set(leaf.kinds) for leaf in leaves} == {
        "title": {"string"},
        "rank": {"integer"},
        "stamps/[]/by": {"string"},
        "stamps/[]/at": {"string", "integer"},
        "marks/{}": {"string"},
        "parent": {"any"},
    }


def test_leaves_behind_choices_and_conditions(tmp_path: Path) -> None:
    body = {"oneOf": [{"properties": {"a": TEXT}}, {"properties": {"b": TEXT}}], "then": {"properties": {"c": TEXT}}}
    original, place = body_of(tmp_path, document(body))
    assert {leaf.path for leaf in original.leaves(place)[0]} == {("a",), ("b",), ("c",)}


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "string", "nullable": True}, None, 1),
        ({"type": "integer", "minimum": 3, "exclusiveMinimum": True}, 4, 3),
        ({"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "readOnly": True}}}, {}, []),
        ({"$ref": "#/components/schemas/Stamp", "type": "integer"}, {"by": "a"}, {"by": 1}),
    ],
)
def test_schemas_of_3_0_mean_what_they_say(tmp_path: Path, schema: Any, good: Any, bad: Any) -> None:
    original, body = body_of(tmp_path, document(schema, version="3.0.3"))
    check = jsonschema_rs.validator_for(original.schema(body))
    assert (check.is_valid(good), check.is_valid(bad)) == (True, False)


def test_texts_that_only_a_format_tells_apart_are_no_two_at_once(tmp_path: Path) -> None:
    schema = {"oneOf": [{**TEXT, "format": "email"}, {**TEXT, "maxLength": 0}]}
    original, body = body_of(tmp_path, document(schema))
    assert jsonschema_rs.validator_for(original.schema(body)).is_valid("")
    exclusive = {"oneOf": [{**TEXT, "minLength": 2}, {**TEXT, "maxLength": 3}]}
    original, body = body_of(tmp_path, document(exclusive))
    assert not jsonschema_rs.validator_for(original.schema(body)).is_valid("abc")


def test_references_lead_into_other_files(tmp_path: Path) -> None:
    written(tmp_path, {"Stamp": STAMP}, "parts.json")
    content = document({"type": "object", "properties": {"stamp": {"$ref": "parts.json#/Stamp"}}})
    original, body = body_of(tmp_path, content)
    assert ("stamp", "by") in {leaf.path for leaf in original.leaves(body)[0]}
    assert original.schema(body)["$defs"]


def test_bodies_of_swagger(tmp_path: Path) -> None:
    field = {"name": "title", "in": "formData", "type": "string", "required": True}
    whole = {"name": "note", "in": "body", "schema": {"$ref": "#/definitions/Stamp"}}
    paths = {"/a": {"post": {"parameters": [field]}}, "/b": {"parameters": [whole], "put": {}}}
    content = {"swagger": "2.0", "info": {}, "paths": paths, "definitions": {"Stamp": {"properties": {"by": TEXT}}}}
    original = Original(written(tmp_path, content))
    found = {key: next(iter(media.values())) for key, media in original.bodies()}
    assert [leaf.path for leaf in original.leaves(found["POST /a"])[0]] == [("title",)]
    assert [leaf.path for leaf in original.leaves(found["PUT /b"])[0]] == [("by",)]


# --- what a binding reaches


@pytest.mark.parametrize(
    ("convert", "schema", "path", "found"),
    [
        (Exact(), TEXT, (), {"integer"}),
        (Parsed(type="object"), TEXT, ("a", "[]"), ALL),
        (Parsed(type="array"), TEXT, ("a",), set()),
        (Each(item=Exact()), {"items": TEXT}, ("[]",), {"integer"}),
        (Pairs(value=Exact()), {"items": {"properties": {"value": TEXT}}}, ("{}",), {"integer"}),
        (Pairs(value=Exact()), {"items": {"properties": {"value": TEXT}}}, ("[]",), set()),
        (Reshape(build=Build(fields=(Field(name="a", value=Take(argument="b")),))), {"properties": {"b": TEXT}},
         ("a",), {"string"}),
        (Reshape(build=Build(fields=(Field(name="a", value=Take(argument="b")),))), {"properties": {"b": TEXT}},
         ("c",), set()),
        (Reshape(build=Build(fields=(Field(name="a", value=Take(argument="b")),)), open=True),
         {"properties": {"b": TEXT}}, ("c", "d"), ALL),
        (Reshape(build=Build(fields=(Field(name="a", value=Take(argument="b")),)), open=True),
         {"properties": {"b": TEXT}}, ("b",), set()),
    ],
)  # fmt: skip
def test_reached(convert: Any, schema: Any, path: tuple[str, ...], found: set[str]) -> None:
    value = Build(fields=(Field(name="body", value=Take(argument="arg", convert=convert)),))
    assert reached(value, {"arg": schema}, ("body", *path)) == found
    assert reached(value, {"arg": schema}, ("other", *path)) == set()


def test_a_number_serves_an_integer_and_a_constant_itself() -> None:
    assert expresses(frozenset({"integer"}), frozenset({"number"})) == {"integer"}
    assert expresses(frozenset({"string"}), reached(Fixed(value="a"), {}, ())) == {"string"}
    assert expresses(frozenset({"string", "array"}), frozenset({"array"})) == {"array"}


# --- the figures


def test_a_document_in_order(tmp_path: Path) -> None:
    found = figures(tmp_path, document())
    assert (found.tools, found.leaves, found.given, found.left_out) == (1, 6, 6, 0)
    assert (found.missing, found.listed, found.invalid, found.unproved) == ([], [], [], [])
    assert found.pairs >= 10


def test_what_the_report_lists_is_told_apart_from_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"type": "object", "properties": {"name": TEXT, "by": {**TEXT, "description": "Read-only."}}}
    assert figures(tmp_path, document(body)).listed == ["POST /notes /by (string)"]
    monkeypatch.setattr(flatten, "said_read_only", lambda *_: ())
    silent = figures(tmp_path, document(body))
    assert (silent.listed, silent.missing) == ([], ["POST /notes /by (string)"])


def test_a_credential_in_the_body_is_sent_by_the_server_and_listed(tmp_path: Path) -> None:
    token = {**TEXT, "description": "Authentication token with a scope."}
    body = {"type": "object", "required": ["token", "name"], "properties": {"token": token, "name": TEXT}}
    content = document(body)
    content["components"]["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer"}}
    secured = figures(tmp_path, {**content, "security": [{"bearer": []}]})
    assert (secured.listed, secured.missing, secured.invalid) == (["POST /notes /token (string)"], [], [])
    assert (secured.leaves, secured.given, figures(tmp_path, content).given) == (2, 1, 2)


def test_properties_say_nothing_of_a_list(tmp_path: Path) -> None:
    found = figures(tmp_path, document({"type": "array", "items": TEXT, "properties": {"name": TEXT}}))
    assert (found.leaves, found.missing) == (1, [])


def test_a_body_that_is_given_whole_is_told_and_lists_its_fields(tmp_path: Path) -> None:
    content = document(
        {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": TEXT}}, "c": TEXT}}
    )
    body = content["paths"]["/notes"]["post"]["requestBody"]
    body["content"] = {"application/octet-stream": body["content"]["application/json"]}
    found = figures(tmp_path, content)
    assert (len(found.listed), found.missing, found.invalid) == (2, [], [])


def test_an_invalid_body_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = {"type": "object", "properties": {"name": TEXT, "day": TEXT}, "dependentRequired": {"name": ["day"]}}
    assert figures(tmp_path, document(closed)).invalid == []
    monkeypatch.setattr(BodyRules, "presence", lambda _: ())
    monkeypatch.setattr(BodyRules, "check", lambda _: None)
    [fault] = figures(tmp_path, document(closed)).invalid
    assert fault.startswith("save_note (POST /notes) at /")


def test_a_tool_that_no_call_suits_is_named(tmp_path: Path) -> None:
    impossible = {"type": "object", "properties": {"name": TEXT}, "required": ["name"], "not": {"required": ["name"]}}
    assert figures(tmp_path, document(impossible)).unproved == ["save_note (POST /notes)"]


def test_a_document_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    assert figures(tmp_path, {"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {}}).error


def test_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    body = {"type": "object", "properties": {"name": TEXT, "by": {**TEXT, "description": "Read-only."}}}
    written(folder, document(), "notes.json")
    written(folder, document(body), "short.json")
    rows = ["name\tentry\toperations", "notes\tnotes.json\t1", "short\tshort.json\t1"]
    (folder / "MANIFEST.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "tests.coverage", str(folder), "--misses", "--json", str(tmp_path / "out.json")]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False, timeout=200)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Listed: 1\n  short  POST /notes /by (string)" in done.stdout
    report = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [each["name"] for each in report["documents"]] == ["notes", "short"]
    assert (report["totals"]["leaves"], report["totals"]["given"], report["totals"]["listed"]) == (8, 7, 1)
    nowhere = subprocess.run(
        [*command[:3], str(tmp_path)], cwd=REPOSITORY, capture_output=True, check=False, timeout=60
    )
    assert nowhere.returncode == 2
