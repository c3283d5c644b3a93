"""What the judge needs: samples that fit and reach the edges, requests caught whole, losses found, a table."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import jsonschema_rs
import pytest

from mcpgen import pipeline
from mcpgen.model.toolset import Auth, Decision
from tests.coverage.original import Original
from tests.golden.walker import REPOSITORY
from tests.wire import table
from tests.wire.__main__ import main as wire
from tests.wire.bundle import bundled
from tests.wire.credentials import fitting
from tests.wire.document import base_path, prepared
from tests.wire.figures import Figures
from tests.wire.leaves import Seen
from tests.wire.loopback import Captured, listening
from tests.wire.reaching import bodies
from tests.wire.run import judged
from tests.wire.sampling import RESERVED, UNICODE, samples, text_matching

TEXT = {"type": "string"}
NOTES = {
    "openapi": "3.1.0",
    "info": {"title": "Notes", "version": "1"},
    "servers": [{"url": "https://notes.test/v1"}],
    "paths": {
        "/notes/{kind}": {
            "post": {
                "operationId": "addNote",
                "parameters": [
                    {"name": "kind", "in": "path", "required": True, "schema": {"enum": ["plain", "rich"]}},
                    {"name": "tags", "in": "query", "schema": {"type": "array", "items": TEXT}},
                ],
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "required": ["text"],
                                "properties": {"text": TEXT, "size": {"type": "integer", "minimum": 1, "maximum": 9}},
                            }
                        }
                    },
                },
                "responses": {"201": {"description": "Added."}},
            }
        }
    },
}


def written(folder: Path, document: dict[str, Any], name: str = "notes.json") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


def in_memory(document: dict[str, Any]) -> Original:
    return Original(Path("x.json"), files={Path("x.json"): document})


# --- samples


def test_texts_for_a_pattern_have_the_length_that_is_asked_for() -> None:
    for limits in (
        {"pattern": "^[0-9]+$", "minLength": 3, "maxLength": 3},
        {"pattern": r"arn:aws(-[\w]+)*:.+:[0-9]{12}:host\/.+", "maxLength": 60},
        {"pattern": "^[A-Z]{120}$"},
        {"pattern": r"^[\p{Lu}\p{N}]{9,11}x$"},
    ):
        text = text_matching(limits)
        assert jsonschema_rs.is_valid(limits, text), (limits, text)


def test_a_key_that_is_a_parameter_as_well_has_the_form_told_there() -> None:
    listed = [
        {"name": "X-Key", "in": "header", "schema": {"type": "string", "pattern": "^[a-z]{19}$"}},
        {"name": "X-Token", "in": "header", "schema": TEXT},
    ]
    schemes = {"signed": {"type": "http", "scheme": "Mac"}}
    paths = {"/x": {"get": {"parameters": listed}}}
    original = in_memory({"openapi": "3.0.3", "paths": paths, "components": {"securitySchemes": schemes}})
    keys = [Auth(key=name, type="apiKey", env=(name.upper(),), name=f"x-{name}") for name in ("key", "token")]
    found = fitting(original, keys)
    assert list(found) == ["KEY"]
    signed = Auth(key="signed", type="apiKey", env=("SIGNED_AUTHORIZATION",))
    assert fitting(original, [signed]) == {"SIGNED_AUTHORIZATION": "Mac credentials"}
    assert jsonschema_rs.is_valid(listed[0]["schema"], found["KEY"])


def test_samples_fit_reach_the_edges_and_are_always_the_same() -> None:
    schema = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "maxLength": 40},
            "size": {"type": "integer", "minimum": 2, "maximum": 5},
            "kind": {"enum": ["a", "b"], "type": "string"},
            "code": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{2}$"},
            "tags": {"type": "array", "items": TEXT, "maxItems": 3},
            "more": {"type": "object", "required": ["x"], "properties": {"x": {"type": "number"}, "y": TEXT}},
        },
        "additionalProperties": False,
    }
    found = list(samples(schema, 200))
    check = jsonschema_rs.validator_for(schema)
    assert all(check.is_valid(sample.arguments) for sample in found)
    given = [sample.arguments for sample in found]
    assert given[0].keys() == {"name"}
    assert given[1].keys() == schema["properties"].keys()
    assert {a["size"] for a in given if "size" in a} >= {2, 5}
    assert {a["kind"] for a in given if "kind" in a} == {"a", "b"}
    assert {"", UNICODE, RESERVED, "é" * 40} <= {a["name"] for a in given}
    assert any(a.get("code") for a in given)
    assert [] in [a.get("tags") for a in given]
    assert 3 in [len(a.get("tags", ())) for a in given]
    assert {"x", "y"} in [set(a["more"]) for a in given if "more" in a]
    assert {"x"} in [set(a["more"]) for a in given if "more" in a]
    assert [sample.arguments for sample in samples(schema, 200)] == given
    assert len(list(samples(schema, 5))) == 5


# --- loopback


def test_a_request_is_caught_as_it_was_written() -> None:
    async def ask() -> list[Captured]:
        async with listening() as upstream, httpx2.AsyncClient(transport=upstream.transport()) as client:
            await client.get("https://notes.test:8443/a%2Fb?q=%20%7C")
            await client.post("http://notes.test/", content=b"\x00\xff", headers={"content-type": "x/y"})
            return upstream.requests

    first, second = asyncio.run(ask())
    assert (first.method, first.scheme, first.target, first.host) == (
        "GET",
        "https",
        "/a%2Fb?q=%20%7C",
        "notes.test:8443",
    )
    assert (second.scheme, second.body, second.header("content-type")) == ("http", b"\x00\xff", "x/y")


# --- documents


def test_the_servers_of_an_operation_are_its_own_then_its_paths_then_all() -> None:
    document = {
        "openapi": "3.0.3",
        "servers": [{"url": "/base/{v}", "variables": {"v": {"default": "1"}}}],
        "paths": {"/a": {"servers": [{"url": "https://b.test:443"}], "get": {"servers": [{"url": "c"}]}, "put": {}}},
    }
    made = prepared(bundled(in_memory(document)))
    urls = {method: made["paths"]["/a"][method]["servers"][0]["url"] for method in ("get", "put")}
    assert urls == {"get": "https://api.example.test/c", "put": "https://b.test"}
    assert made["servers"] == [{"url": "https://api.example.test/base/1"}]
    assert base_path(in_memory(document)) == "/base/1"


def test_what_a_request_never_carries_is_not_required() -> None:
    node = {"type": "object", "required": ["id", "name"], "properties": {"id": {"$ref": "#/x"}, "name": {"default": 1}}}
    document = {"openapi": "3.1.0", "x": {"type": "string", "readOnly": True}, "y": node, "paths": {}}
    assert prepared(bundled(in_memory(document)))["y"]["required"] == ["name"]


def test_headers_without_meaning_are_not_asked_for() -> None:
    named = {"in": "header", "required": True, "schema": TEXT}
    listed = [{**named, "name": name} for name in ("AUTHORIZATION", "Content-type", "X-Trace")]
    keys = {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "Authorization"}}}
    document = {"openapi": "3.0.3", "paths": {"/a": {"get": {"parameters": listed}}}, "components": keys}
    made = prepared(bundled(in_memory(document)))
    assert [p.get("required") for p in made["paths"]["/a"]["get"]["parameters"]] == [None, None, True]
    assert made["components"] == keys


def test_a_parameter_without_a_place_in_its_path_is_not_asked_for() -> None:
    listed = [{"in": "path", "name": name, "required": True, "schema": TEXT} for name in ("a", "b", "c.d")]
    shared = {"parameters": {"B": listed[1], "Trace": {"in": "header", "name": "X-Trace", "schema": TEXT}}}
    held = [listed[0], {"$ref": "#/components/parameters/B"}, {"$ref": "#/components/parameters/Trace"}]
    document = {
        "openapi": "3.0.3",
        "paths": {"/x/{a}/{c.d}": {"parameters": [listed[2]], "get": {"parameters": held}}},
        "components": shared,
    }
    item = prepared(bundled(in_memory(document)))["paths"]["/x/{a}/{c.d}"]
    assert item["parameters"] == [listed[2]]
    assert item["get"]["parameters"] == [held[0], held[2]]


def test_files_are_bundled(tmp_path: Path) -> None:
    written(tmp_path, {"Size": {"enum": {"$ref": "#/sizes"}}, "sizes": ["s", "m"]}, "sizes.json")
    root = written(tmp_path, {"a": {"$ref": "sizes.json#/Size"}, "b": {"$ref": "nowhere.json", "type": "string"}})
    made = bundled(Original(root)).root.node
    assert made["a"] == {"$ref": "#/x-files/1/Size"}
    assert made["x-files"]["1"]["Size"] == {"enum": ["s", "m"]}
    assert made["b"] == {"type": "string"}


def test_swagger_is_said_in_the_words_of_three() -> None:
    listed = {"type": "array", "items": TEXT}
    document = {
        "swagger": "2.0",
        "host": "old.test",
        "basePath": "/v1",
        "parameters": {"Many": {"name": "many", "in": "query", "collectionFormat": "multi", **listed}},
        "securityDefinitions": {"user": {"type": "basic"}},
        "paths": {
            "/a": {
                "parameters": [{"$ref": "#/parameters/Many"}, {"name": "few", "in": "query", **listed}],
                "post": {
                    "consumes": ["multipart/form-data"],
                    "parameters": [{"name": "file", "in": "formData", "type": "file", "required": True}],
                    "responses": {},
                },
            }
        },
    }
    made = prepared(bundled(in_memory(document)))
    operation = made["paths"]["/a"]["post"]
    assert operation["servers"] == [{"url": "https://old.test/v1"}]
    assert [(p["name"], p["explode"]) for p in operation["parameters"]] == [("many", True), ("few", False)]
    body = operation["requestBody"]
    assert body["required"]
    assert body["content"]["multipart/form-data"]["schema"] == {
        "type": "object",
        "properties": {"file": {"type": "string", "format": "binary"}},
        "required": ["file"],
    }
    assert made["components"]["securitySchemes"] == {"user": {"type": "http", "scheme": "basic"}}


# --- leaves


@pytest.mark.parametrize(
    ("media_type", "body"),
    [
        ("application/json", '{"a": {"b": [{"c": 1}]}}'),
        ("application/x-www-form-urlencoded", "a%5Bb%5D%5B0%5D%5Bc%5D=1"),
        ("application/xml", "<r><a><b><c>1</c></b></a></r>"),
        (
            "multipart/form-data; boundary=x",
            '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n{"b": [{"c": 1}]}\r\n--x--',
        ),
    ],
)
def test_leaves_of_bodies_are_seen(media_type: str, body: str) -> None:
    request = Captured(
        method="POST",
        scheme="https",
        target="/x",
        host="h",
        headers=(("Content-Type", media_type),),
        body=body.encode(),
    )
    seen = Seen()
    seen.note(request, "/x")
    assert seen.body is not None
    assert seen.body.has(("a", "b", "[]", "c"))
    assert not seen.body.has(("a", "d"))


# --- the whole


def test_a_server_that_sends_what_is_described_has_no_miss(tmp_path: Path) -> None:
    found = judged(("notes", written(tmp_path, NOTES)))
    assert (found.misses, found.silent, found.error) == ([], [], "")
    assert (found.rate, found.coverage, found.leaves, found.seen) == (1, 1, 4, 4)


def test_misses_and_losses_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is made of another description than that by which it is judged."""
    judge_by = json.loads(json.dumps(NOTES))
    post = judge_by["paths"]["/notes/{kind}"]["post"]
    post["parameters"][1]["name"] = "labels"
    post["requestBody"]["content"]["application/json"]["schema"]["properties"] = {
        "text": {"type": "string", "maxLength": 5}
    }
    file = written(tmp_path, NOTES)
    other = Original(file.resolve(), files={file.resolve(): judge_by})
    monkeypatch.setattr("tests.wire.run.Original", lambda _: other)
    found = judged(("notes", file))
    assert {f for miss in found.misses for f in miss["faults"] if "'tags'" in f} == {
        "the query has 'tags', which is not declared"
    }
    assert any("is too long" in fault for miss in found.misses for fault in miss["faults"])
    assert found.missing == ["POST /notes/{kind} query labels []"]
    assert found.rate is not None
    assert 0 < found.rate < 1
    assert found.coverage == 2 / 3
    assert found.failed


def test_a_document_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    round_trip = {"requestBodies": {"body": {"$ref": "#/components/requestBodies/body"}}}
    lost = {"/a": {"post": {"requestBody": {"$ref": "#/components/requestBodies/body"}, "responses": {}}}}
    for paths, components in (({}, {}), (lost, {}), (lost, round_trip)):
        document = {"openapi": "3.1.0", "paths": paths, "components": components}
        nothing = judged(("none", written(tmp_path, document)))
        assert nothing.nothing.startswith("refused: ")
        assert table.row(nothing, 4).startswith("none  refused: ")
        assert not nothing.failed
    found = judged(("none", written(tmp_path, {**NOTES, "openapi": "4.0.0"})))
    assert found.error
    assert found.failed


def test_a_name_in_a_sentence_tells_nothing_of_a_parameter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server drops the parameter `in`; its decisions have the word in a sentence, and rest on other places."""
    judge_by = json.loads(json.dumps(NOTES))
    lost = {"name": "in", "in": "query", "schema": TEXT}
    judge_by["paths"]["/notes/{kind}"]["post"]["parameters"].append(lost)
    file = written(tmp_path, NOTES)
    monkeypatch.setattr("tests.wire.run.Original", lambda _: Original(file.resolve(), files={file.resolve(): judge_by}))
    generate = pipeline.generate
    about = {"`in` is left out.": [], "It is told in the body.": ["POST /notes/{kind} query in"]}
    for text, missing in about.items():

        def told(*given: Any, text: str = text) -> Any:
            made = generate(*given)
            tools = [
                replace(t, decisions=(*t.decisions, Decision(rule="PAR016", text=text)))
                for t in made.made.toolset.tools
            ]
            return replace(made, made=replace(made.made, toolset=replace(made.made.toolset, tools=tuple(tools))))

        monkeypatch.setattr("tests.wire.run.pipeline.generate", told)
        found = judged(("notes", file))
        assert (found.missing, found.misses) == (missing, [])


def test_rates_of_nothing() -> None:
    assert (Figures("x").rate, Figures("x").coverage) == (None, None)
    assert table.row(Figures("x"), 1).split()[8] == "-"
    assert not Figures("x").failed


@pytest.mark.parametrize(
    "found",
    [
        Figures("x", error="It cannot be read."),
        Figures("x", tools=1),
        Figures("x", tools=1, sent=1, accepted=1, silent=["a"]),
        Figures("x", tools=1, sent=1, accepted=1, missing=["a"]),
        Figures("x", tools=1, sent=1, accepted=1, unseen=["a"]),
        Figures("x", tools=1, sent=1, misses=[{}]),
    ],
)
def test_what_fails(found: Figures) -> None:
    right = Figures("y", tools=1, sent=100, accepted=90, decoded=Counter(a=10), leaves=1, listed=["a"])
    assert not table.failed([right])
    assert table.failed([right, found])


def test_more_excuses_than_the_bound_fail() -> None:
    most = Figures("x", tools=1, sent=100, accepted=98, excused=Counter(a=2))
    assert not table.failed([most])
    most.sent += 1
    most.excused["a"] += 1
    assert table.failed([most])
    assert any("more than 2%" in line for line in table.totals([most], 5))


def test_what_is_accepted_is_told_from_what_is_decoded() -> None:
    found = Figures("x", tools=1, sent=4, accepted=2, decoded=Counter({"body-form": 1}), excused=Counter({"crash": 1}))
    assert found.rate == 1
    said = list(table.totals([found], 5))
    assert [line for line in said if line.startswith(("accepted: 2", "decoded: 1", "  body-form", "excused: 1"))] == [
        "accepted: 2 (50.00 %)",
        "decoded: 1 (25.00 %)",
        "  body-form: 1 (25.00 %)",
        "excused: 1 (25.00 %)",
    ]


def test_the_command(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    written(corpus, NOTES)
    (corpus / "MANIFEST.tsv").write_text("name\tentry\toperations\nnotes\tnotes.json\t1\n", encoding="utf-8")
    command = [sys.executable, "-m", "tests.wire", str(corpus), "--only", "notes", "--json", str(tmp_path / "out.json")]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False, timeout=200)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].split()[0] == "notes"
    report = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert report["totals"]["rate"] == report["totals"]["coverage"] == 1
    unknown = subprocess.run(
        [*command[:4], "--only", "nobody"], cwd=REPOSITORY, capture_output=True, text=True, check=False, timeout=60
    )
    assert unknown.returncode == 2
    assert "nobody" in unknown.stderr


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        wire([str(tmp_path / "nowhere")])
    assert stopped.value.code == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_folder_without_a_manifest_is_judged_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, NOTES)
    (tmp_path / "readme.txt").write_text("no document")
    assert wire([str(tmp_path), "--only", "notes", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[0] == "notes"


def test_a_body_is_made_from_all_that_is_said_of_one_property() -> None:
    limits = [{"properties": {"low": {"type": "integer"}}}, {"properties": {"high": {"type": "integer"}}}]
    parts = [{"type": "object", "properties": {"limits": each}} for each in limits]
    for name in ("low", "high"):
        made = next(bodies({"allOf": parts}, {}, ("limits", name), full=True))
        assert sorted(made["limits"]) == ["high", "low"]
