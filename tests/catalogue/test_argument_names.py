"""Names of arguments: any wire name has an argument that clients and Python take, and arrives under its own name."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.catalogue.harness import Made, Sent, make, openapi, swagger

ARGUMENT = re.compile(r"[A-Za-z0-9_]{1,64}")


def operation(wire_names: list[str], place: str) -> str:
    """A POST with the given names in a place: `query`, `header`, `cookie`, `body`, `form` or `nested`."""
    listed = [json.dumps(name) for name in wire_names]
    if place in ("query", "header", "cookie"):
        parameters = ", ".join(f"{{name: {name}, in: {place}, schema: {{type: string}}}}" for name in listed)
        return openapi(
            f"paths: {{/ships: {{post: {{parameters: [{parameters}], responses: {{'200': {{description: ok}}}}}}}}}}"
        )
    fields = ", ".join(f"{name}: {{type: string}}" for name in listed)
    schema = f"{{type: object, properties: {{{fields}}}}}"
    if place == "nested":
        schema = f"{{type: object, properties: {{log: {schema}}}}}"
    media = "application/x-www-form-urlencoded" if place == "form" else "application/json"
    body = f"{{required: true, content: {{{media}: {{schema: {schema}}}}}}}"
    return openapi(f"paths: {{/ships: {{post: {{requestBody: {body}, responses: {{'200': {{description: ok}}}}}}}}}}")


def arrived(sent: Sent, place: str) -> Any:
    match place:
        case "query":
            return sent.pairs
        case "form":
            return sent.form
        case "header":
            return [(name, value) for name, value in sent.headers.items() if value.startswith("value ")]
        case "cookie":
            return [tuple(pair.split("=")) for pair in sent.headers["cookie"].replace("%20", " ").split("; ")]
        case "body":
            return list(sent.body.items())
        case _:
            return list(sent.body["log"].items())


def assert_arrive(folder: Path, wire_names: list[str], place: str) -> Made:
    made = make(folder, operation(wire_names, place))
    [name] = made.tools
    arguments = list(made.properties(name))
    assert len(arguments) == len(wire_names)
    assert all(map(ARGUMENT.fullmatch, arguments))
    given = {argument: f"value {number}" for number, argument in enumerate(arguments)}
    expected = [(wire.lower() if place == "header" else wire, f"value {n}") for n, wire in enumerate(wire_names)]
    assert sorted(arrived(made.call(name, given).sent, place)) == sorted(expected)
    assert list(make(folder / "again", operation(wire_names, place)).properties(name)) == arguments
    return made


ANYWHERE = {
    "B24": ["crew[size]", "crew_size", "crewSize", "crew-size", "CREW_SIZE"],
    "B25": ["ctx", "context", "self", "args", "api", "request", "arguments", "name", "meta"],
    "B28": ["cargo[kind]", "ports[]", "has[flag][any]", "a.b[c]"],
    "B31": ["from", "import", "None", "True", "async", "match", "lambda", "not", "print"],
    "B34": ["$filter", "$top", "@type", "type", "@odata.id", "#id", "a:b", "x/y"],
    "B27": ["str", "list", "type", "Optional", "Any", "json", "dict", "body", "tool"],
}  # fmt: skip


@pytest.mark.parametrize("place", ["query", "body", "nested", "form"])
@pytest.mark.parametrize("entry", ANYWHERE)
def test_names_of_every_kind_arrive(tmp_path: Path, entry: str, place: str) -> None:
    """B24, B25, B27, B28, B31 and B34."""
    assert_arrive(tmp_path, ANYWHERE[entry], place)


@pytest.mark.parametrize("place", ["header", "cookie"])
@pytest.mark.parametrize("names", [["X-Crew-Id", "from", "class"], ["a.b", "x_y-z", "None"], ["2nd", "a~b"]])
def test_B30_names_of_headers_and_cookies_arrive(tmp_path: Path, names: list[str], place: str) -> None:
    assert_arrive(tmp_path, names, place)


def test_B30_a_key_that_the_caller_need_not_make_up_is_sent(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /ships/{ship-no}:
            get:
              parameters:
                - {name: X-Request-ID, in: header, required: true, schema: {type: string}}
                - {name: X-Fleet-Code, in: header, required: true, schema: {type: string}}
                - {name: ship-no, in: path, required: true, schema: {type: string}}
              responses: {'200': {description: ok}}
        """),
    )
    [name] = made.tools
    given = dict.fromkeys(made.required(name), "f")
    requests, _ = made.talk([(name, given), (name, given)])
    assert [each.line for each in requests] == ["GET /v1/ships/f"] * 2
    assert {each.headers["x-fleet-code"] for each in requests} == {"f"}
    keys = {each.headers["x-request-id"] for each in requests}
    assert keys == {"f"} or (len(keys) == 2 and all(re.fullmatch(r"[0-9a-f-]{36}", key) for key in keys))


DEEP = ["harbour_configuration", "notification_preferences", "monthly_summary_recipient_email_address"]


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_B39_long_ways_have_short_names(tmp_path: Path, levels: int) -> None:
    schema = "{type: object, properties: {first: {type: string}, second: {type: string}}}"
    for step in reversed(DEEP[-levels:]):
        schema = f"{{type: object, properties: {{{step * 2}: {schema}}}}}"
    made = make(
        tmp_path,
        openapi(
            "paths: {/ships: {post: {requestBody: {content: {application/json: {schema: "
            + schema
            + "}}}, responses: {'200': {description: ok}}}}}"
        ),
    )
    [name] = made.tools
    first, second = made.properties(name)
    assert all(map(ARGUMENT.fullmatch, (first, second)))
    body = made.call(name, {first: "1", second: "2"}).sent.body
    for step in DEEP[-levels:]:
        body = body[step * 2]
    assert body == {"first": "1", "second": "2"}


def test_B39_wire_names_beyond_any_limit_arrive(tmp_path: Path) -> None:
    assert_arrive(tmp_path, ["cargo_" * 20 + "a", "cargo_" * 20 + "b", "x" * 200], "query")


TWICE = openapi("""
    paths:
      /ships/{id}:
        put:
          operationId: replaceShip
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          requestBody:
            required: true
            content: {application/json: {schema: {type: object, required: [id, flag], properties: {id: {type: integer}, flag: {type: string}}}}}
          responses: {'200': {description: ok}}
      /ports/{port}/ships:
        post:
          operationId: sendShip
          parameters:
            - {name: port, in: path, required: true, schema: {type: string}}
            - {name: flag, in: query, schema: {type: string}}
            - {name: flag, in: header, schema: {type: string}}
          requestBody:
            content: {application/json: {schema: {type: object, properties: {flag: {type: string}, port: {type: object, properties: {name: {type: string}}}}}}}
          responses: {'200': {description: ok}}
    """)


def test_B21_a_field_is_an_argument_where_its_path_takes_what_it_cannot_be(tmp_path: Path) -> None:
    made = make(tmp_path, TWICE)
    [path, field, flag] = made.required("replace_ship")
    sent = made.call("replace_ship", {path: "seven", field: "8", flag: "NO"}).sent
    assert (sent.line, sent.body) == ("PUT /v1/ships/seven", {"id": 8, "flag": "NO"})


def test_B21_one_name_in_every_place(tmp_path: Path) -> None:
    made = make(tmp_path, TWICE)
    name = made.tool_of("POST /ports/{port}/ships")
    arguments = list(made.properties(name))
    assert len(arguments) == 5
    sent = made.call(name, dict(zip(arguments, "abcde", strict=True))).sent
    assert sorted([sent.path[-1:], sent.headers["flag"], *sent.pairs[0]]) == sorted(["s", "c", "flag", "b"])
    assert sent.path == "/v1/ports/a/ships"
    assert sent.body == {"flag": "d", "port": {"name": "e"}}


def test_B21_in_swagger_2(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger("""
        paths:
          /ships/{code}:
            put:
              operationId: replaceShip
              parameters:
                - {name: code, in: path, required: true, type: string}
                - {name: code, in: query, type: string}
                - {name: ship, in: body, required: true, schema: {type: object, properties: {code: {type: boolean}}}}
              responses: {'200': {description: ok}}
        """),
    )
    [name] = made.tools
    path, query, field = made.properties(name)
    sent = made.call(name, {path: "a", query: "b", field: False}).sent
    assert (sent.line, sent.body) == ("PUT /v1/ships/a?code=b", {"code": False})


def test_B28_numbers_in_lists_of_identifiers_are_understood(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /ships:
            get:
              operationId: listShips
              parameters:
                - {name: 'filter[flag]', in: query, schema: {type: string}}
                - {name: 'uuids[]', in: query, schema: {type: array, items: {type: string}}}
                - {name: 'sort[]', in: query, explode: false, schema: {type: array, items: {type: string}}}
              responses: {'200': {description: ok}}
        """),
    )
    flag, uuids, sort = made.properties("list_ships")
    sent = made.call("list_ships", {flag: "NO", uuids: [1, "2", 3.0], sort: ["a", "b"]}).sent
    assert sent.query == "filter%5Bflag%5D=NO&uuids%5B%5D=1&uuids%5B%5D=2&uuids%5B%5D=3&sort%5B%5D=a,b"


def test_B27_modules_have_names_of_their_own(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /a: {get: {operationId: mcp, tags: [mcp], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/list'}}}}}}}
          /b: {get: {operationId: typing, tags: [asyncio], responses: {'200': {description: ok}}}}
          /c: {post: {operationId: dict, tags: [types], requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Any'}}}}, responses: {'200': {description: ok}}}}
          /d: {get: {operationId: server, tags: [class, runtime], responses: {'200': {description: ok}}}}
          /e: {get: {operationId: tools, tags: [__init__], responses: {'200': {description: ok}}}}
        components:
          schemas:
            list: {type: array, items: {$ref: '#/components/schemas/Any'}}
            Any: {type: object, properties: {TypedDict: {type: string}, NotRequired: {$ref: '#/components/schemas/Tool'}}}
            Tool: {type: object, properties: {Reply: {type: string}}}
        """).replace("title: Harbour", "title: mcp"),
    )
    assert len(made.tools) == 5
    for name in made.tools:
        given = dict.fromkeys(made.properties(name), "x")
        assert not made.call(name, given).failed
    [catalog] = made.package.glob("*/catalog.json")
    assert catalog.parent.name not in ("mcp", "json", "typing")
