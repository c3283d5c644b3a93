"""Descriptions that are wrong in places: what is good is kept, and what is wrong is told with its place."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from mcpgen import pipeline
from mcpgen.diagnostics import Severity
from tests.catalogue.harness import lay_out, line_of, make, openapi, refused, swagger
from tests.golden import walker

GOOD = "/good: {get: {operationId: getGood, responses: {'200': {description: ok}}}}"
OK = "responses: {'200': {description: ok}}"


class Slip(NamedTuple):
    """A path item that is wrong in one place: the tools that are made of it all the same, and who tells of it."""

    item: str
    arguments: list[str] | None
    code: str = "openapi-invalid"


def query(parameters: str) -> str:
    return f"{{get: {{operationId: getBad, parameters: {parameters}, {OK}}}}}"


def posted(body: str) -> str:
    return f"{{post: {{operationId: createBad, requestBody: {body}, {OK}}}}}"


def json_body(schema: str) -> str:
    return posted(f"{{required: true, content: {{application/json: {{schema: {schema}}}}}}}")


Q = "{name: q, in: query, schema: {type: string}}"
SLIPS = {
    "a path item of nothing": Slip("null", None, "openapi-operation"),
    "a path item of text": Slip("hello", None, "openapi-operation"),
    "a path item of a list": Slip("[get]", None, "openapi-operation"),
    "an operation of nothing": Slip("{get: null}", None, "openapi-operation"),
    "an operation of text": Slip("{get: hello}", None, "openapi-operation"),
    "an unknown method": Slip(f"{{fetch: {{operationId: getBad, {OK}}}}}", None),
    "a method in capitals": Slip(f"{{GET: {{operationId: getBad, {OK}}}}}", []),
    "no responses": Slip("{get: {operationId: getBad}}", []),
    "responses of nothing": Slip("{get: {operationId: getBad, responses: null}}", []),
    "responses as a list": Slip("{get: {operationId: getBad, responses: ['200']}}", []),
    "a response of nothing": Slip("{get: {operationId: getBad, responses: {'200': null}}}", [], "openapi-response"),
    "a status that is none": Slip("{get: {operationId: getBad, responses: {fine: {description: ok}}}}", [], "openapi-response"),
    "an operationId of a list": Slip(f"{{get: {{operationId: [getBad], {OK}}}}}", []),
    "an operationId again": Slip(f"{{get: {{operationId: getGood, {OK}}}}}", [], "openapi-duplicate-operation-id"),
    "tags as text": Slip(f"{{get: {{operationId: getBad, tags: harbour, {OK}}}}}", []),
    "servers as text": Slip(f"{{get: {{operationId: getBad, servers: 'https://a.test', {OK}}}}}", []),
    "an unknown credential": Slip(f"{{get: {{operationId: getBad, security: [{{none: []}}], {OK}}}}}", [], "openapi-security"),
    "parameters as a map": Slip(query("{q: {in: query}}"), []),
    "a parameter of nothing": Slip(query(f"[null, {Q}]"), ["q"], "openapi-parameter"),
    "a parameter of text": Slip(query(f"[q, {Q}]"), ["q"], "openapi-parameter"),
    "a parameter without a name": Slip(query(f"[{{in: query, schema: {{type: string}}}}, {Q}]"), ["q"], "openapi-parameter"),
    "a parameter without a place": Slip(query(f"[{{name: p, schema: {{type: string}}}}, {Q}]"), ["q"], "openapi-parameter"),
    "a parameter in no place": Slip(query(f"[{{name: p, in: nowhere}}, {Q}]"), ["q"], "openapi-parameter"),
    "a parameter in the body": Slip(query(f"[{{name: p, in: body, schema: {{}}}}, {Q}]"), ["q", "body"], "openapi-parameter"),
    "a parameter again": Slip(query(f"[{Q}, {{name: q, in: query, schema: {{type: integer}}}}]"), ["q"], "openapi-parameter"),
    "a parameter of an older version": Slip(query("[{name: q, in: query, type: integer, maximum: 9}]"), ["q"], "openapi-parameter"),
    "a parameter without a schema": Slip(query("[{name: q, in: query}]"), ["q"]),
    "a schema of text": Slip(query("[{name: q, in: query, schema: string}]"), ["q"]),
    "a path parameter of another path": Slip(query(f"[{{name: p, in: path, required: true, schema: {{}}}}, {Q}]"), ["q"], "openapi-path-parameter"),
    "a header that is decided elsewhere": Slip(query(f"[{{name: Authorization, in: header, schema: {{}}}}, {Q}]"), ["q"], "openapi-reserved-header"),
    "a body of nothing": Slip(posted("null"), []),
    "a body of text": Slip(posted("hello"), None, "openapi-operation"),
    "a body without content": Slip(posted("{required: true}"), [], "openapi-body"),
    "a body with content of nothing": Slip(posted("{content: null}"), [], "openapi-body"),
    "a body with a media type of text": Slip(posted("{content: {application/json: hello}}"), ["body"], "openapi-media-type"),
    "properties as a list": Slip(json_body("{type: object, properties: [a, b]}"), ["body"]),
    "a property of nothing": Slip(json_body("{type: object, properties: {a: null, b: {type: string}}}"), ["b"]),
    "required as text": Slip(json_body("{type: object, required: b, properties: {b: {type: string}}}"), ["b"]),
    "a type that does not exist": Slip(json_body("{type: object, properties: {b: {type: varchar}}}"), ["b"]),
    "an enum as text": Slip(json_body("{type: object, properties: {b: {type: string, enum: x}}}"), ["b"]),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_B211_a_slip_is_told_and_costs_only_what_it_says(tmp_path: Path, slip: str) -> None:
    item, arguments, code = SLIPS[slip]
    made = make(tmp_path, openapi(f"paths:\n  {GOOD}\n  /bad: {item}\n"))
    assert made.properties("get_good") == {}
    others = [name for name in made.tools if name != "get_good"]
    assert [list(made.properties(name)) for name in others] == ([] if arguments is None else [arguments])
    told = made.about(code)
    assert told
    assert all(each.hint for each in told)
    assert {line_of(made, each) for each in told} == {"api.yaml:6"}


@pytest.mark.parametrize("slip", [name for name, slip in SLIPS.items() if slip.arguments is not None])
def test_B211_what_is_made_in_spite_of_a_slip_can_be_called(tmp_path: Path, slip: str) -> None:
    made = make(tmp_path, openapi(f"paths:\n  {GOOD}\n  /bad: {SLIPS[slip].item}\n"))
    for name in made.tools:
        values = {argument: "{}" if argument == "body" else "5" for argument in made.properties(name)}
        assert made.call(name, values).sent.path in ("/v1/good", "/v1/bad")


@pytest.mark.parametrize("entry", ["null", "{}", "{example: {a: 1}}"])
def test_B211_a_required_body_of_any_kind_can_be_given_or_is_told(tmp_path: Path, entry: str) -> None:
    made = make(
        tmp_path,
        openapi(f"paths:\n  {GOOD}\n  /bad: {posted(f'{{required: true, content: {{application/json: {entry}}}}}')}\n"),
    )
    if "POST /bad" in made.left_out:
        return
    [argument] = made.required("create_bad")
    assert made.call("create_bad", {argument: '{"a": 1}'}).sent.body == {"a": 1}


ALL = openapi(f"""
    paths:
      {GOOD}
      /berths: {{get: {{operationId: getBerths}}}}
      /cranes:
        get:
          operationId: getCranes
          parameters:
            - {{in: query, schema: {{type: string}}}}
            - {{name: w, in: elsewhere, schema: {{type: string}}}}
            - null
            - {{name: reach, in: query, type: number}}
          {OK}
      /docks: {{get: null, post: {{operationId: createDock, requestBody: null, {OK}}}}}
      /ships/{{shipId}}/{{deck}}:
        get:
          operationId: getDeck
          parameters: [{{name: shipId, in: path, schema: {{type: integer}}}}]
          {OK}
      /lost: {{$ref: '#/components/pathItems/Lost'}}
      tugs: {{get: {{operationId: getTugs, {OK}}}}}
    """)


def test_B211_all_that_is_good_is_made(tmp_path: Path) -> None:
    made = make(tmp_path, ALL)
    operations = [tool.operation for tool in made.made.toolset.tools]
    assert operations == [
        "GET /good",
        "GET /berths",
        "GET /cranes",
        "POST /docks",
        "GET /ships/{shipId}/{deck}",
        "GET /tugs",
    ]
    assert list(made.properties(made.tool_of("GET /cranes"))) == ["reach"]
    deck = made.tool_of("GET /ships/{shipId}/{deck}")
    ship, level = made.properties(deck)
    assert made.required(deck) == [ship, level]
    assert made.call(deck, {ship: "7", level: "a/b"}).sent.path == "/v1/ships/7/a%2Fb"
    assert made.call(made.tool_of("GET /tugs")).sent.path == "/v1/tugs"


def test_B211_each_problem_is_told_with_its_line(tmp_path: Path) -> None:
    made = make(tmp_path, ALL)
    told = {(each.code, line_of(made, each).partition(":")[2]) for each in made.said if each.code != "openapi-invalid"}
    assert told == {
        ("openapi-parameter", "11"),
        ("openapi-parameter", "12"),
        ("openapi-parameter", "13"),
        ("openapi-parameter", "14"),
        ("openapi-operation", "16"),
        ("openapi-path-parameter", "18"),
        ("openapi-operation", "22"),
        ("openapi-path", "23"),
    }
    assert [each.subject for each in made.errors] == ["GET /docks", "/lost"]
    lines = {line_of(made, each).partition(":")[2] for each in made.about("openapi-invalid")}
    assert {"6", "11", "12", "13", "14", "16", "20"} <= lines


def test_B211_strict_writes_nothing_and_ends_with_an_error(tmp_path: Path) -> None:
    entry = lay_out(tmp_path, ALL)
    generated = pipeline.generate(entry, tmp_path / "package", strict=True)
    assert generated.report is None
    assert not (tmp_path / "package").exists()
    assert generated.made.warnings > 8


def test_B211_the_command_tells_of_both(tmp_path: Path) -> None:
    lay_out(tmp_path, ALL)
    lenient = walker.run_mcpgen("generate", "api.yaml", "-o", "lenient", cwd=tmp_path)
    strict = walker.run_mcpgen("generate", "api.yaml", "-o", "strict", "--strict", cwd=tmp_path)
    assert (lenient.returncode, strict.returncode) == (0, 1)
    assert (tmp_path / "lenient" / "tools.yaml").exists()
    assert not (tmp_path / "strict").exists()
    for done in (lenient, strict):
        assert b"api.yaml:13" in done.stderr
        assert b"GET /docks" in done.stderr + done.stdout


def test_B211_swagger_2_is_read_as_leniently(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger("""
        paths:
          /good: {get: {operationId: getGood, responses: {'200': {description: ok}}}}
          /bad:
            post:
              operationId: createBad
              consumes: application/json
              parameters:
                - null
                - {name: a, in: body}
                - {name: b, in: body, schema: {type: object}}
                - {name: c, in: formData, type: string}
                - {name: d, in: cookie, type: string}
                - {in: query, type: string}
                - {name: e, in: query, schema: {type: string}}
                - {name: f, in: query, type: array}
                - {$ref: '#/parameters/Lost'}
              responses: {'200': {description: ok, schema: null}, default: null}
            put: []
        definitions: [a]
        securityDefinitions: {k: null, l: {type: apiKey, in: body}}
        """),
    )
    assert "get_good" in made.tools
    assert {"e", "f"} <= made.properties("create_bad").keys()
    told = {int(line_of(made, each).partition(":")[2]) for each in made.said}
    assert {12, 14, 15, 16, 17, 20, 22} <= told


@pytest.mark.parametrize(
    "text",
    [
        "openapi: 3.0.3\npaths: {/a: 1}",
        "openapi: 3.0.3\npaths: hello",
        "openapi: 3.0.3\npaths: [/a]",
        "swagger: '2.0'\npaths: {/a: {get: []}}",
        "openapi: 3.1.0\npaths: null\ncomponents: null",
    ],
)
def test_B211_where_nothing_is_left_the_reasons_are_told(tmp_path: Path, text: str) -> None:
    said = refused(tmp_path, text)
    assert said[0].code == "openapi-no-operations"
    assert len(said) > 1
    assert all(each.severity in (Severity.WARNING, Severity.ERROR) for each in said)
