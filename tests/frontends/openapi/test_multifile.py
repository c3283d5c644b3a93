"""Descriptions in several files: what may be kept elsewhere, what is lost, and how far references reach."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from mcpgen.diagnostics import Diagnostic, Severity, SourceError, Span
from mcpgen.frontends.openapi import read
from mcpgen.model.api import Api, Operation
from mcpgen.model.schema import Array, Enum, Object, Ref, Scalar, Schema
from mcpgen.source import Reach, Sources, load

HEAD = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"
OK = "responses: {'200': {description: ok}}"
GOOD = f"/good: {{get: {{{OK}}}}}"


class Read:
    """What was read of files, with the places of what was found."""

    def __init__(self, folder: Path, files: Mapping[str, str], reach: Reach | None = None) -> None:
        self.folder = folder
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(dedent(text))
        self.sources: Sources = load(folder / "api.yaml", reach)
        self.api: Api = read(self.sources)

    @property
    def keys(self) -> list[str]:
        return [operation.key for operation in self.api.operations]

    def operation(self, key: str) -> Operation:
        [found] = [operation for operation in self.api.operations if operation.key == key]
        return found

    def body(self, key: str) -> Object:
        """The body of an operation, which must be an object."""
        found = self.operation(key).body
        assert found is not None
        assert found.content[0].schema is not None
        schema = self.resolved(found.content[0].schema)
        assert isinstance(schema, Object)
        return schema

    def resolved(self, schema: Schema) -> Schema:
        return self.api.schemas.resolve(schema)

    def field(self, key: str, name: str) -> Schema:
        [found] = [p.schema for p in self.body(key).properties if p.name == name]
        return self.resolved(found)

    @property
    def told(self) -> list[tuple[str, str]]:
        """The code and place of each finding, apart from those of the meta-schema."""
        return [(d.code, self.place(d)) for d in self.api.diagnostics if d.code != "openapi-invalid"]

    def place(self, diagnostic: Diagnostic) -> str:
        """The file below the folder, and the line."""
        assert diagnostic.at is not None
        at = diagnostic.at if isinstance(diagnostic.at, Span) else self.sources.span(diagnostic.at)
        assert at is not None
        return f"{Path(at.file).relative_to(self.folder).as_posix()}:{at.line}"


def described(paths: str, more: str = "") -> str:
    return f"{HEAD}paths:\n  {paths}\n{more}"


# --- what may be kept elsewhere

SHIP = "{type: object, required: [name], properties: {name: {type: string, maxLength: 9}}}"


@pytest.mark.parametrize(
    "files",
    [
        {"api.yaml": f"{HEAD}paths: {{$ref: paths.yaml}}\n", "paths.yaml": f"/ships: {{get: {{{OK}}}}}\n"},
        {"api.yaml": described("/ships: {$ref: ships.yaml}"), "ships.yaml": f"get: {{{OK}}}\n"},
        {"api.yaml": described("/ships: {$ref: 'all.yaml#/~1ships'}"), "all.yaml": f"/ships: {{get: {{{OK}}}}}\n"},
        {"api.yaml": described("/ships: {get: {$ref: get.yaml}}"), "get.yaml": f"{OK}\n"},
        {
            "api.yaml": described("/ships: {$ref: a/b.yaml}"),
            "a/b.yaml": "$ref: ../c.yaml\n",
            "c.yaml": f"get: {{{OK}}}\n",
        },
        {"api.yaml": described("/ships: {get: {responses: {$ref: ok.yaml}}}"), "ok.yaml": "'200': {description: ok}\n"},
        {"api.yaml": described("/ships: {get: {responses: {'200': {$ref: ok.yaml}}}}"), "ok.yaml": "description: ok\n"},
    ],
    ids=["paths", "path item", "path item in a map", "operation", "path item twice", "responses", "response"],
)
def test_an_operation_may_be_anywhere(tmp_path: Path, files: dict[str, str]) -> None:
    found = Read(tmp_path, files)
    assert found.keys == ["GET /ships"]
    assert [response.status for response in found.operation("GET /ships").responses] == ["200"]
    assert found.told == []


PARAMETER = "{name: size, in: query, required: true, schema: {type: integer}}"


@pytest.mark.parametrize(
    ("operation", "files"),
    [
        ("parameters: {$ref: p.yaml}", {"p.yaml": f"[{PARAMETER}]"}),
        ("parameters: [{$ref: p.yaml}]", {"p.yaml": PARAMETER}),
        ("parameters: [{$ref: 'p.yaml#/1'}]", {"p.yaml": f"[0, {PARAMETER}]"}),
        ("parameters: [{$ref: a/p.yaml}]", {"a/p.yaml": "$ref: ../q.yaml#/Size", "q.yaml": f"Size: {PARAMETER}"}),
        (
            "parameters: [{name: size, in: query, required: true, schema: {$ref: 's.yaml'}}]",
            {"s.yaml": "{type: integer}"},
        ),
        (
            "parameters: [{name: size, in: query, required: true, content: {$ref: c.yaml}}]",
            {"c.yaml": "application/json: {schema: {type: integer}}"},
        ),
    ],
    ids=["list", "one", "item of a list", "twice", "schema", "content"],
)
def test_parameters_may_be_anywhere(tmp_path: Path, operation: str, files: dict[str, str]) -> None:
    found = Read(tmp_path, {"api.yaml": described(f"/ships: {{get: {{{operation}, {OK}}}}}"), **files})
    [parameter] = found.operation("GET /ships").parameters
    schema = found.resolved(parameter.schema)
    assert isinstance(schema, Scalar)
    assert (parameter.name, parameter.required, schema.type) == ("size", True, "integer")
    assert found.told == []


@pytest.mark.parametrize(
    ("body", "files"),
    [
        ("{$ref: b.yaml}", {"b.yaml": f"content: {{application/json: {{schema: {SHIP}}}}}"}),
        ("{content: {$ref: b.yaml}}", {"b.yaml": f"application/json: {{schema: {SHIP}}}"}),
        ("{content: {application/json: {$ref: b.yaml}}}", {"b.yaml": f"schema: {SHIP}"}),
        ("{content: {application/json: {schema: {$ref: b.yaml}}}}", {"b.yaml": SHIP}),
        ("{content: {application/json: {schema: {$ref: b.json}}}}", {"b.json": '{"$ref": "c.yaml"}', "c.yaml": SHIP}),
        (
            "{content: {application/json: {schema: {type: object, required: [name], properties: {$ref: b.yaml}}}}}",
            {"b.yaml": "name: {type: string, maxLength: 9}"},
        ),
        (
            "{content: {application/json: {schema: {type: object, required: {$ref: r.yaml}, "
            "properties: {name: {$ref: 'b.yaml#/n'}}}}}}",
            {"r.yaml": "[name]", "b.yaml": "n: {type: string, maxLength: 9}"},
        ),
        ("{content: {application/json: {schema: {allOf: {$ref: b.yaml}}}}}", {"b.yaml": f"[{SHIP}, {{type: object}}]"}),
        ("{content: {application/json: {schema: {allOf: [{$ref: 'b.yaml'}]}}}}", {"b.yaml": SHIP}),
        (
            "{content: {application/json: {schema: {type: {$ref: t.yaml}, required: [name], properties: {name: {$ref: b.yaml}}}}}}",
            {"t.yaml": "object", "b.yaml": "{type: string, maxLength: 9}"},
        ),
    ],
    ids=[
        "body",
        "content",
        "media type",
        "schema",
        "schema twice",
        "properties",
        "required",
        "allOf",
        "in allOf",
        "type",
    ],
)
def test_bodies_may_be_anywhere(tmp_path: Path, body: str, files: dict[str, str]) -> None:
    found = Read(tmp_path, {"api.yaml": described(f"/ships: {{post: {{requestBody: {body}, {OK}}}}}"), **files})
    [name] = list(found.body("POST /ships").properties)
    schema = found.resolved(name.schema)
    assert isinstance(schema, Scalar)
    assert (name.name, name.required, schema.max_length) == ("name", True, 9)
    assert found.told == []


def test_values_of_keywords_may_be_elsewhere(tmp_path: Path) -> None:
    found = Read(
        tmp_path,
        {
            "api.yaml": described(
                "/ships: {post: {requestBody: {content: {application/json: {schema: {$ref: s/ship.yaml}}}}, "
                f"{OK}}}}}"
            ),
            "s/ship.yaml": """
                type: object
                properties:
                  kind: {type: string, enum: {$ref: 'kinds.json'}, description: {$ref: ../texts/kind.md}}
                  flag: {type: string, enum: {$ref: 'lists.yaml#/flags'}, title: {$ref: 'lists.yaml#/title'}}
                  code: {type: string, pattern: {$ref: 'lists.yaml#/pattern'}, example: {$ref: 'lists.yaml#/code'}}
                """,
            "s/kinds.json": '["tug", "barge"]',
            "s/lists.yaml": "flags: [DK, 'NO']\ntitle: The flag\npattern: '^[a-z]+$'\ncode: abc\n",
            "texts/kind.md": "The kind: of *ship*\n\n- tug\n- barge\n",
        },
    )
    kind, flag, code = (found.field("POST /ships", name) for name in ("kind", "flag", "code"))
    assert isinstance(kind, Enum)
    assert isinstance(flag, Enum)
    assert isinstance(code, Scalar)
    assert (kind.values, flag.values) == (("tug", "barge"), ("DK", "NO"))
    assert kind.description.startswith("The kind: of *ship*\n\n- tug")
    assert (flag.title, code.pattern, code.examples) == ("The flag", "^[a-z]+$", ("abc",))
    assert found.told == []


@pytest.mark.parametrize("ending", ["md", "markdown", "txt", "html", "rst", "adoc"])
def test_texts_are_kept_in_files_of_text(tmp_path: Path, ending: str) -> None:
    text = "Lists: the ships.\n\n{not: [yaml\n"
    found = Read(
        tmp_path,
        {
            "api.yaml": f"openapi: 3.1.0\ninfo: {{title: T, version: '1', description: {{$ref: d.{ending}}}}}\n"
            f"paths: {{/ships: {{get: {{summary: {{$ref: d.{ending}}}, description: {{$ref: d.{ending}}}, {OK}}}}}}}\n",
            f"d.{ending}": text,
        },
    )
    assert found.api.description == text
    assert found.operation("GET /ships").description == text
    assert found.operation("GET /ships").summary == text
    assert found.told == []


def test_components_tags_servers_and_security_may_be_elsewhere(tmp_path: Path) -> None:
    found = Read(
        tmp_path,
        {
            "api.yaml": """
                openapi: 3.1.0
                info: {$ref: parts/info.yaml}
                servers: {$ref: 'parts/servers.yaml'}
                tags: {$ref: 'parts/tags.yaml'}
                security: [{key: []}]
                paths: {/ships: {post: {requestBody: {$ref: '#/components/requestBodies/Ship'}, responses: {'200': {$ref: '#/components/responses/Ok'}}}}}
                components: {$ref: parts/components.yaml}
                """,
            "parts/info.yaml": "{title: Ships, version: '2'}",
            "parts/servers.yaml": "- {url: https://ships.test/v2}\n",
            "parts/tags.yaml": "- {name: ships, description: All ships.}\n",
            "parts/components.yaml": """
                requestBodies: {Ship: {content: {application/json: {schema: {$ref: '#/schemas/Ship'}}}}}
                responses: {Ok: {description: ok, content: {application/json: {schema: {$ref: 'ship.yaml'}}}}}
                schemas: {$ref: schemas.yaml}
                securitySchemes: {$ref: 'security.yaml'}
                """,
            "parts/schemas.yaml": f"Ship: {SHIP}\n",
            "parts/ship.yaml": SHIP,
            "parts/security.yaml": "key: {type: apiKey, in: header, name: X-Key}\n",
        },
    )
    api = found.api
    assert (api.title, api.version, [s.url for s in api.servers]) == ("Ships", "2", ["https://ships.test/v2"])
    assert [(tag.name, tag.description) for tag in api.tags] == [("ships", "All ships.")]
    assert (api.security, [s.name for s in api.security_schemes]) == ((("key",),), ["X-Key"])
    assert [p.name for p in found.body("POST /ships").properties] == ["name"]
    assert found.told == []


def test_pointers_into_the_root_go_through_references(tmp_path: Path) -> None:
    found = Read(
        tmp_path,
        {
            "api.yaml": described("/ships: {$ref: p/ships.yaml}", "components: {schemas: {$ref: s/index.yaml}}\n"),
            "p/ships.yaml": f"""
                post:
                  requestBody: {{content: {{application/json: {{schema: {{$ref: '../api.yaml#/components/schemas/Ship'}}}}}}}}
                  {OK}
                """,
            "s/index.yaml": "Ship: {$ref: ship.yaml}\nPort: {$ref: port.yaml}\n",
            "s/ship.yaml": "type: object\nproperties: {home: {$ref: '../api.yaml#/components/schemas/Port'}}\n",
            "s/port.yaml": "type: string\nmaxLength: 5\n",
        },
    )
    home = found.field("POST /ships", "home")
    assert isinstance(home, Scalar)
    assert home.max_length == 5
    assert found.told == []


def test_one_file_that_is_reached_by_two_ways_is_one(tmp_path: Path) -> None:
    ref = "requestBody: {content: {application/json: {schema: {$ref: 'REF'}}}}"
    paths = "\n  ".join(
        f"/s{n}: {{post: {{{ref.replace('REF', way)}, {OK}}}}}"
        for n, way in enumerate(("m/ship.yaml", "./m/ship.yaml", "m/../m/ship.yaml", "m/./ship.yaml#", "m%2Fship.yaml"))
    )
    found = Read(tmp_path, {"api.yaml": described(paths), "m/ship.yaml": SHIP})
    schemas = [found.operation(f"POST /s{n}").body for n in range(5)]
    targets = {body.content[0].schema.target for body in schemas if body and isinstance(body.content[0].schema, Ref)}
    assert targets == {"m/ship.yaml#"}
    assert len(found.sources.documents) == 2


FOLLOWED: dict[str, tuple[str, str, Callable[[Any], bool]]] = {
    "security": ("security: {$ref: v.yaml}", "[{key: []}]", lambda o: o.security == (("key",),)),
    "item of security": ("security: [{$ref: v.yaml}]", "{key: []}", lambda o: o.security == (("key",),)),
    "deprecated": ("deprecated: {$ref: v.yaml}", "true", lambda o: o.deprecated),
    "operationId": ("operationId: {$ref: v.yaml}", "listShips", lambda o: o.id == "listShips"),
    "tag": ("tags: [{$ref: v.yaml}]", "ships", lambda o: o.tags == ("ships",)),
    "required": (
        "parameters: [{name: q, in: query, required: {$ref: v.yaml}, schema: {type: string}}]",
        "true",
        lambda o: o.parameters[0].required,
    ),
    "maxLength": (
        "parameters: [{name: q, in: query, schema: {type: string, maxLength: {$ref: v.yaml}}}]",
        "7",
        lambda o: o.parameters[0].schema.max_length == 7,
    ),
    "minimum": (
        "parameters: [{name: q, in: query, schema: {type: integer, minimum: {$ref: v.yaml}}}]",
        "7",
        lambda o: o.parameters[0].schema.minimum == 7,
    ),
}


@pytest.mark.parametrize("kind", FOLLOWED)
def test_what_is_said_to_be_followed_is_followed(tmp_path: Path, kind: str) -> None:
    operation, value, is_read = FOLLOWED[kind]
    files = {"api.yaml": described(f"/ships: {{get: {{{operation}, {OK}}}}}"), "v.yaml": f"# a value\n{value}\n"}
    files["api.yaml"] += "components: {securitySchemes: {key: {type: http, scheme: basic}}}\n"
    found = Read(tmp_path, files)
    said = [d.message for d in found.api.diagnostics]
    assert is_read(found.operation("GET /ships")) or (said and not any("followed" in message for message in said))


@pytest.mark.parametrize(
    ("name", "ref"),
    [
        ("a b.yaml", "a b.yaml"),
        ("a b.yaml", "a%20b.yaml"),
        ("50%.yaml", "50%25.yaml"),
        ("größe.yaml", "gr%C3%B6%C3%9Fe.yaml"),
        ("größe.yaml", "größe.yaml"),
        ("what?.yaml", "what%3F.yaml"),
        ("a%20b.yaml", "a%2520b.yaml"),
        ("v1:ship.yaml", "./v1:ship.yaml"),
        ("#1.yaml", "%231.yaml"),
    ],
)
def test_files_may_be_called_anything(tmp_path: Path, name: str, ref: str) -> None:
    """Also where a whole map of properties is in one."""
    bodies = (f"{{$ref: '{ref}'}}", f"{{name: {{$ref: '{ref}#/name'}}}}")
    schemas = [
        f"{{content: {{application/json: {{schema: {{type: object, properties: {each}}}}}}}}}" for each in bodies
    ]
    paths = "\n  ".join(f"/s{n}: {{post: {{requestBody: {body}, {OK}}}}}" for n, body in enumerate(schemas))
    found = Read(tmp_path, {"api.yaml": described(paths), name: "name: {type: string, maxLength: 9}\n"})
    for key in ("POST /s1", "POST /s0"):
        schema = found.field(key, "name")
        assert isinstance(schema, Scalar), key
        assert schema.max_length == 9
    assert found.told == []


# --- path items by reference, and what stands beside the reference


def test_operations_beside_the_reference_of_a_path_item_are_added(tmp_path: Path) -> None:
    found = Read(
        tmp_path,
        {
            "api.yaml": described(
                f"/ships: {{$ref: ships.yaml, delete: {{operationId: own, {OK}}}, get: {{operationId: own2, {OK}}}}}"
            ),
            "ships.yaml": f"get: {{operationId: theirs, {OK}}}\npost: {{operationId: theirs2, {OK}}}\n",
        },
    )
    assert {operation.key: operation.id for operation in found.api.operations} == {
        "GET /ships": "own2",
        "POST /ships": "theirs2",
        "DELETE /ships": "own",
    }


def test_the_rest_beside_the_reference_of_a_path_item_counts(tmp_path: Path) -> None:
    found = Read(
        tmp_path,
        {
            "api.yaml": described("""/ships/{shipId}:
    $ref: ship.yaml
    summary: One ship
    servers: [{url: https://own.test}]
    parameters:
      - {name: shipId, in: path, required: true, schema: {type: integer}}
      - {name: X-Trace, in: header, required: true, schema: {type: string}}"""),
            "ship.yaml": f"get: {{{OK}}}\n",
        },
    )
    operation = found.operation("GET /ships/{shipId}")
    assert [(p.name, p.place, p.required) for p in operation.parameters] == [
        ("shipId", "path", True),
        ("X-Trace", "header", True),
    ]
    assert [server.url for server in operation.servers] == ["https://own.test"]
    assert operation.summary == "One ship"


def test_methods_that_are_added_by_a_path_item_of_another_file(tmp_path: Path) -> None:
    text = f"additionalOperations: {{COPY: {{operationId: copy, {OK}}}}}\nquery: {{operationId: ask, {OK}}}\n"
    found = Read(tmp_path, {"api.yaml": described("/ships: {$ref: s.yaml}").replace("3.1.0", "3.2.0"), "s.yaml": text})
    assert sorted(found.keys) == ["COPY /ships", "QUERY /ships"]


def test_parameters_of_a_path_item_in_another_file_count_from_there(tmp_path: Path) -> None:
    found = Read(
        tmp_path,
        {
            "api.yaml": described("/ships/{shipId}: {$ref: p/ship.yaml}"),
            "p/ship.yaml": f"parameters: [{{$ref: 'params.yaml#/Ship'}}]\nget: {{{OK}}}\n",
            "p/params.yaml": "Ship: {name: shipId, in: path, required: true, schema: {$ref: types.yaml}}\n",
            "p/types.yaml": "{type: string, maxLength: 7}\n",
        },
    )
    [parameter] = found.operation("GET /ships/{shipId}").parameters
    schema = found.resolved(parameter.schema)
    assert isinstance(schema, Scalar)
    assert schema.max_length == 7
    assert found.told == []


def test_an_operation_by_reference_keeps_its_origin(tmp_path: Path) -> None:
    found = Read(
        tmp_path,
        {
            "api.yaml": described("/a: {post: {$ref: 'ops.yaml#/create'}}\n  /b: {post: {$ref: 'ops.yaml#/create'}}"),
            "ops.yaml": f"create:\n  operationId: create\n  requestBody: {{content: {{application/json: {{schema: {SHIP}}}}}}}\n  {OK}\n",
        },
    )
    assert found.keys == ["POST /a", "POST /b"]
    assert [o.origin.file for o in found.api.operations] == [str(tmp_path / "ops.yaml")] * 2
    assert [p.name for p in found.body("POST /b").properties] == ["name"]
    assert found.told == [("openapi-duplicate-operation-id", "ops.yaml:2")]


# --- what is lost

LOST = {
    "paths": ("$ref: no.yaml", None),
    "path item": ("/a: {$ref: no.yaml}", None),
    "operation": ("/a: {get: {$ref: no.yaml}}", None),
    "parameter": (f"/a: {{get: {{parameters: [{{$ref: no.yaml}}], {OK}}}}}", "GET /a"),
    "parameters": (f"/a: {{get: {{parameters: {{$ref: no.yaml}}, {OK}}}}}", "GET /a"),
    "body": (f"/a: {{post: {{requestBody: {{$ref: no.yaml}}, {OK}}}}}", None),
    "content": (f"/a: {{post: {{requestBody: {{content: {{$ref: no.yaml}}}}, {OK}}}}}", "POST /a"),
    "media type": (f"/a: {{post: {{requestBody: {{content: {{application/json: {{$ref: no.yaml}}}}}}, {OK}}}}}", "POST /a"),
    "schema": (f"/a: {{post: {{requestBody: {{content: {{application/json: {{schema: {{$ref: no.yaml}}}}}}}}, {OK}}}}}", "POST /a"),
    "properties": (f"/a: {{post: {{requestBody: {{content: {{application/json: {{schema: {{type: object, properties: {{$ref: no.yaml}}}}}}}}}}, {OK}}}}}", "POST /a"),
    "allOf": (f"/a: {{post: {{requestBody: {{content: {{application/json: {{schema: {{allOf: {{$ref: no.yaml}}}}}}}}}}, {OK}}}}}", "POST /a"),
    "enum": (f"/a: {{get: {{parameters: [{{name: q, in: query, schema: {{type: string, enum: {{$ref: no.yaml}}}}}}], {OK}}}}}", "GET /a"),
    "description": (f"/a: {{get: {{description: {{$ref: no.yaml}}, {OK}}}}}", "GET /a"),
    "tags": (f"/a: {{get: {{tags: {{$ref: no.yaml}}, {OK}}}}}", "GET /a"),
    "responses": ("/a: {get: {responses: {$ref: no.yaml}}}", "GET /a"),
    "response": ("/a: {get: {responses: {'200': {$ref: no.yaml}}}}", "GET /a"),
    "schema of a response": ("/a: {get: {responses: {'200': {description: k, content: {a/b: {schema: {$ref: no.yaml}}}}}}}", "GET /a"),
    "examples": (f"/a: {{get: {{parameters: [{{name: q, in: query, schema: {{}}, examples: {{$ref: no.yaml}}}}], {OK}}}}}", "GET /a"),
    "mapping": (f"/a: {{post: {{requestBody: {{content: {{application/json: {{schema: {{oneOf: [{{type: object}}], discriminator: {{propertyName: k, mapping: {{x: no.yaml}}}}}}}}}}}}, {OK}}}}}", "POST /a"),
    "servers": (f"/a: {{get: {{servers: {{$ref: no.yaml}}, {OK}}}}}", "GET /a"),
}  # fmt: skip


@pytest.mark.parametrize("kind", [kind for kind in LOST if kind != "paths"])
def test_what_is_lost_is_told_with_its_place_and_the_rest_stays(tmp_path: Path, kind: str) -> None:
    text, kept = LOST[kind]
    found = Read(tmp_path, {"api.yaml": described(f"{text}\n  {GOOD}")})
    assert found.keys == [*([kept] if kept else []), "GET /good"]
    told = [d for d in found.api.diagnostics if "no.yaml" in d.message and d.code != "openapi-invalid"]
    assert len(told) == 1
    assert told[0].hint
    assert found.place(told[0]) == "api.yaml:4"
    assert told[0].severity is (Severity.WARNING if kept else Severity.ERROR)
    assert told[0].subject in (("/a", "GET /a", "POST /a") if kept is None else (kept,))


def test_where_all_paths_are_lost_the_description_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        Read(tmp_path, {"api.yaml": f"{HEAD}paths: {{$ref: no.yaml}}\n"})
    messages = [d.message for d in caught.value.diagnostics]
    assert "no operation" in messages[0]
    assert any("no.yaml" in message for message in messages[1:])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: b: c", "2:5"),
        ("", "empty"),
        ("get: {}\nget: {a: 1}", "twice"),
        ("[1, 2]", "not a mapping"),
        ("just text", "not a mapping"),
        ("a: " + "[" * 300, "deep"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_where_it_is_needed(tmp_path: Path, text: str, says: str) -> None:
    text = f"# one\n{text}" if says == "2:5" else text
    found = Read(
        tmp_path, {"api.yaml": described(f"/a: {{$ref: a.yaml}}\n  /b: {{$ref: a.yaml}}\n  {GOOD}"), "a.yaml": text}
    )
    assert found.keys == ["GET /good"]
    errors = [d for d in found.api.diagnostics if d.severity is Severity.ERROR]
    assert [error.subject for error in errors] == ["/a", "/b"]
    assert all(says in error.message for error in errors)


def test_what_is_found_in_another_file_is_told_with_its_place_there(tmp_path: Path) -> None:
    found = Read(
        tmp_path,
        {
            "api.yaml": described("/a: {$ref: 'p/a.yaml'}"),
            "p/a.yaml": f"""
                get:
                  parameters:
                    - {{name: q, in: nowhere}}
                    - {{$ref: 'gone.yaml'}}
                  {OK}
                """,
        },
    )
    assert found.told == [("openapi-parameter", "p/a.yaml:4"), ("openapi-parameter", "p/a.yaml:5")]


# --- cycles between files


def test_files_may_refer_to_each_other_in_a_circle(tmp_path: Path) -> None:
    found = Read(
        tmp_path,
        {
            "api.yaml": described(
                f"/a: {{post: {{requestBody: {{content: {{application/json: {{schema: {{$ref: m/a.yaml}}}}}}}}, {OK}}}}}"
            ),
            "m/a.yaml": "type: object\nproperties: {name: {type: string}, b: {$ref: b.yaml}}\n",
            "m/b.yaml": "type: object\nproperties: {a: {$ref: 'a.yaml'}, list: {type: array, items: {$ref: ../m/b.yaml}}}\n",
        },
    )
    b = found.field("POST /a", "b")
    assert isinstance(b, Object)
    a, items = (found.resolved(p.schema) for p in b.properties)
    assert isinstance(a, Object)
    assert [p.name for p in a.properties] == ["name", "b"]
    assert isinstance(items, Array)
    assert found.resolved(items.items) == b
    assert found.told == []


@pytest.mark.parametrize(
    "files",
    [
        {"a.yaml": "$ref: a.yaml\n"},
        {"a.yaml": "$ref: b.yaml\n", "b.yaml": "$ref: a.yaml\n"},
        {"a.yaml": "$ref: 'b.yaml#/x'\n", "b.yaml": "x: {$ref: 'c.yaml#/y'}\n", "c.yaml": "y: {$ref: a.yaml}\n"},
        {"a.yaml": "$ref: 'a.yaml#/x/y'\n"},
    ],
)
@pytest.mark.parametrize("place", ["{$ref: a.yaml}", "{get: {$ref: a.yaml}}", "{get: {parameters: [{$ref: a.yaml}]}}"])
def test_references_that_lead_back_to_themselves_are_told(tmp_path: Path, files: dict[str, str], place: str) -> None:
    found = Read(tmp_path, {"api.yaml": described(f"/a: {place}\n  {GOOD}"), **files})
    assert "GET /good" in found.keys
    assert [d for d in found.api.diagnostics if "circle" in d.message or "nowhere" in d.message]


def test_a_path_item_that_leads_back_to_itself_by_another_file_is_told(tmp_path: Path) -> None:
    found = Read(
        tmp_path, {"api.yaml": described(f"/a: {{$ref: a.yaml}}\n  {GOOD}"), "a.yaml": "$ref: 'api.yaml#/paths/~1a'\n"}
    )
    assert found.keys == ["GET /good"]
    [error] = [d for d in found.api.diagnostics if d.severity is Severity.ERROR]
    assert "circle" in error.message


# --- the folder


def secret(folder: Path) -> dict[str, str]:
    (folder / "secret.yaml").write_text("type: object\nproperties: {password: {type: string}}\n")
    body = "requestBody: {content: {application/json: {schema: {$ref: 'REF'}}}}"
    return {"api.yaml": described(f"/a: {{post: {{{body}, {OK}}}}}")}


@pytest.mark.parametrize(
    "ref",
    ["../secret.yaml", "a/../../secret.yaml", "%2e%2e/secret.yaml", "link.yaml", "links/secret.yaml", "FILE", "PATH"],
)
def test_files_outside_the_folder_are_not_read(tmp_path: Path, ref: str) -> None:
    files = secret(tmp_path)
    folder = tmp_path / "spec"
    (folder / "a").mkdir(parents=True)
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (folder / "links").symlink_to(tmp_path)
    ref = ref.replace("FILE", (tmp_path / "secret.yaml").as_uri()).replace("PATH", str(tmp_path / "secret.yaml"))
    files = {name: text.replace("REF", ref) for name, text in files.items()}
    found = Read(folder, files)
    [told] = [d for d in found.api.diagnostics if d.code == "openapi-reference"]
    assert "outside the folder" in told.message
    assert "--ref-folder" in told.hint
    assert len(found.sources.documents) == 1
    allowed = Read(folder, files, Reach(folder=tmp_path))
    assert [p.name for p in allowed.body("POST /a").properties] == ["password"]


@pytest.mark.parametrize("ref", ["pipe", "link", "./pipe#/a"])
def test_what_never_ends_is_not_read(tmp_path: Path, ref: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    body = f"requestBody: {{content: {{application/json: {{schema: {{$ref: '{ref}'}}}}}}}}"
    found = Read(tmp_path, {"api.yaml": described(f"/a: {{post: {{{body}, {OK}}}}}")})
    [told] = [d for d in found.api.diagnostics if d.code == "openapi-reference"]
    assert "pipe or a device" in told.message


def test_links_within_the_folder_are_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "ship.yaml").write_text("type: object\nproperties: {port: {$ref: port.yaml}}\n")
    (tmp_path / "real" / "port.yaml").write_text("type: string\nmaxLength: 5\n")
    (tmp_path / "link.yaml").symlink_to("real/ship.yaml")
    body = "requestBody: {content: {application/json: {schema: {$ref: link.yaml}}}}"
    found = Read(tmp_path, {"api.yaml": described(f"/a: {{post: {{{body}, {OK}}}}}")})
    port = found.field("POST /a", "port")
    assert isinstance(port, Scalar)
    assert port.max_length == 5


def test_a_description_that_is_a_link_has_the_folder_of_what_it_leads_to(tmp_path: Path) -> None:
    real = tmp_path / "real"
    Read(real, {"api.yaml": described("/a: {$ref: a.yaml}"), "a.yaml": f"get: {{{OK}}}\n"})
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "api.yaml").symlink_to(real / "api.yaml")
    api = read(load(tmp_path / "link" / "api.yaml"))
    assert [operation.key for operation in api.operations] == ["GET /a"]


def test_a_folder_that_does_not_hold_the_description_holds_what_it_refers_to(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "a.yaml").write_text(f"get: {{{OK}}}\n")
    files = {
        "api.yaml": described(f"/a: {{$ref: ../shared/a.yaml}}\n  /b: {{$ref: b.yaml}}\n  {GOOD}"),
        "b.yaml": f"get: {{{OK}}}\n",
    }
    found = Read(tmp_path / "spec", files, Reach(folder=tmp_path / "shared"))
    assert found.keys == ["GET /a", "GET /good"]
    assert [d.subject for d in found.api.diagnostics if d.severity is Severity.ERROR] == ["/b"]
