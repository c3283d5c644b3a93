"""Swagger 2.0 on the wire: bodies and base paths, how lists are joined, credentials."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from textwrap import indent
from typing import Any
from urllib.parse import parse_qsl, quote

import httpx2
import pytest

from tests.catalogue.harness import Sent, make, swagger

# --- B120: the body, and where requests go

SHIP = "{type: object, required: [imo], properties: {imo: {type: integer, format: int32}, name: {type: string}}}"


@pytest.mark.parametrize("name", ["body", "ship", "imo"])
def test_B120_the_fields_of_the_body_are_the_arguments(tmp_path: Path, name: str) -> None:
    made = make(
        tmp_path,
        swagger(f"""
        consumes: [application/json]
        paths:
          /ships:
            post:
              operationId: createShip
              parameters: [{{name: {name}, in: body, required: true, schema: {{$ref: '#/definitions/Ship'}}}}]
              responses: {{'201': {{description: made}}}}
        definitions: {{Ship: {SHIP}}}
        """),
    )
    assert made.said == ()
    assert made.required("create_ship") == ["imo"]
    sent = made.call("create_ship", {"imo": 9074729, "name": "Fram"}).sent
    assert (sent.host, sent.line, sent.body) == ("api.harbour.test", "POST /v1/ships", {"imo": 9074729, "name": "Fram"})


@pytest.mark.parametrize(
    ("head", "url"),
    [
        ("host: api.quay.test\nbasePath: /v2/\nschemes: [http, https]", "https://api.quay.test/v2/ships"),
        ("host: api.quay.test:8443\nbasePath: v2", "https://api.quay.test:8443/v2/ships"),
        ("host: api.quay.test\nschemes: [wss, http]", "http://api.quay.test/ships"),
        ("host: api.quay.test\nbasePath: /", "https://api.quay.test/ships"),
        ("host: https://api.quay.test/\nbasePath: /a/b-c", "https://api.quay.test/a/b-c/ships"),
        ("basePath: /v3", "https://other.test/v3/ships"),
        ("", "https://other.test/ships"),
    ],
)
def test_B120_requests_go_to_host_and_base_path(tmp_path: Path, head: str, url: str) -> None:
    made = make(
        tmp_path,
        f"swagger: '2.0'\ninfo: {{title: Quay, version: '1'}}\n{head}\n"
        "paths: {/ships: {get: {operationId: listShips, responses: {'200': {description: ok}}}}}\n",
    )
    env = {"QUAY_BASE_URL": "https://other.test"} if "other" in url else {}
    called = made.call("list_ships", env=env)
    scheme, known, _ = made.made.toolset.upstream.url.partition("://")
    scheme = scheme if known else "https"
    assert f"{scheme}://{called.sent.headers['host']}{called.sent.path}" == url


@pytest.mark.parametrize(
    ("schema", "arguments", "body"),
    [
        ("{type: array, items: {type: string}}", {"body": ["a", "b"]}, ["a", "b"]),
        ("{type: string}", {"body": "text"}, "text"),
        ("{type: object, additionalProperties: {type: integer}}", {"body": [{"key": "a", "value": 1}]}, {"a": 1}),
    ],
)
def test_B120_a_body_that_is_no_object_is_one_argument(
    tmp_path: Path, schema: str, arguments: dict[str, object], body: object
) -> None:
    made = make(
        tmp_path,
        swagger(f"""
        paths:
          /notes:
            put:
              operationId: replaceNotes
              parameters: [{{name: payload, in: body, required: true, schema: {schema}}}]
              responses: {{'200': {{description: ok}}}}
        """),
    )
    [name] = made.properties("replace_notes")
    assert made.required("replace_notes") == [name]
    assert made.call("replace_notes", {name: arguments["body"]}).sent.body == body


def test_B120_the_body_of_a_path_item_and_one_by_reference(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger(f"""
        paths:
          /ships:
            parameters: [{{$ref: '#/parameters/Ship'}}]
            post: {{operationId: createShip, responses: {{'201': {{description: made}}}}}}
            put:
              operationId: replaceShip
              parameters: [{{name: other, in: body, schema: {{type: object, properties: {{flag: {{type: string}}}}}}}}]
              responses: {{'200': {{description: ok}}}}
        parameters: {{Ship: {{name: ship, in: body, required: true, schema: {{$ref: '#/definitions/Ship'}}}}}}
        definitions: {{Ship: {SHIP}}}
        """),
    )
    assert made.call("create_ship", {"imo": 1}).sent.body == {"imo": 1}
    assert made.call("replace_ship", {"flag": "DK"}).sent.body == {"flag": "DK"}


@pytest.mark.parametrize("level", ["root", "operation"])
def test_B120_json_is_sent_and_asked_for_where_it_is_one_of_several(tmp_path: Path, level: str) -> None:
    said = "consumes: [application/xml, application/json]\nproduces: [text/csv, application/json]\n"
    made = make(
        tmp_path,
        swagger(
            (said if level == "root" else "")
            + "paths:\n  /ships:\n    post:\n      operationId: createShip\n"
            + indent(said if level == "operation" else "", "      ")
            + f"      parameters: [{{name: ship, in: body, required: true, schema: {SHIP}}}]\n"
            "      responses: {'201': {description: made, schema: {type: object}}}\n"
        ),
    )
    sent = made.call("create_ship", {"imo": 1}, status_code=201).sent
    assert (sent.headers["content-type"], sent.headers["accept"]) == ("application/json", "application/json")
    assert sent.body == {"imo": 1}


# --- B122: how lists are joined

FORMATS = {"": ",", "csv": ",", "ssv": " ", "tsv": "\t", "pipes": "|"}


def listing(place: str, format: str) -> str:
    method, path = ("post" if place == "formData" else "get"), ("/s/{tags}" if place == "path" else "/s")
    collection = f", collectionFormat: {format}" if format else ""
    return swagger(f"""
        paths:
          {path}:
            {method}:
              operationId: searchShips
              consumes: [application/x-www-form-urlencoded]
              parameters:
                - {{name: tags, in: {place}, required: true, type: array, items: {{type: string}}{collection}}}
                - {{name: sizes, in: {"query" if place == "path" else place}, type: array, items: {{type: integer}}{collection}}}
              responses: {{'200': {{description: ok}}}}
        """)


def search(folder: Path, place: str, format: str, **arguments: list[Any]) -> Sent:
    made = make(folder, listing(place, format))
    assert made.said == ()
    [name] = made.tools
    return made.call(name, arguments).sent


@pytest.mark.parametrize("format", FORMATS)
def test_B122_in_the_query(tmp_path: Path, format: str) -> None:
    separator = quote(FORMATS[format], safe=",|")
    sent = search(tmp_path, "query", format, tags=["x", "y"], sizes=[1, 20])
    assert sent.query.replace("%7C", "|") == f"tags=x{separator}y&sizes=1{separator}20"


@pytest.mark.parametrize("format", FORMATS)
def test_B122_a_list_of_one(tmp_path: Path, format: str) -> None:
    assert search(tmp_path, "query", format, tags=["one"]).query == "tags=one"


@pytest.mark.parametrize("format", FORMATS)
def test_B122_items_are_escaped(tmp_path: Path, format: str) -> None:
    items = ["p&q", "r=s", "ü"]
    assert search(tmp_path, "query", format, tags=items).pairs == [("tags", FORMATS[format].join(items))]


@pytest.mark.parametrize("format", FORMATS)
def test_B122_in_the_path(tmp_path: Path, format: str) -> None:
    sent = search(tmp_path, "path", format, tags=["x", "y/z"], sizes=[3])
    separator = quote(FORMATS[format], safe=",|")
    assert sent.path.replace("%2C", ",").replace("%7C", "|") == f"/v1/s/x{separator}y%2Fz"


@pytest.mark.parametrize("format", FORMATS)
def test_B122_in_a_header(tmp_path: Path, format: str) -> None:
    sent = search(tmp_path, "header", format, tags=["x", "y"], sizes=[1, 2])
    assert (sent.headers["tags"], sent.headers["sizes"]) == (f"x{FORMATS[format]}y", f"1{FORMATS[format]}2")


@pytest.mark.parametrize("format", FORMATS)
def test_B122_in_a_form(tmp_path: Path, format: str) -> None:
    sent = search(tmp_path, "formData", format, tags=["x", "y"], sizes=[1, 2])
    assert sent.form == [("tags", f"x{FORMATS[format]}y"), ("sizes", f"1{FORMATS[format]}2")]


def test_B122_multi_repeats_the_name(tmp_path: Path) -> None:
    pairs = [("tags", "x"), ("tags", "y,z"), ("sizes", "1"), ("sizes", "2")]
    assert search(tmp_path / "query", "query", "multi", tags=["x", "y,z"], sizes=[1, 2]).pairs == pairs
    assert search(tmp_path / "form", "formData", "multi", tags=["x", "y,z"], sizes=[1, 2]).form == pairs


@pytest.mark.parametrize(("place", "format"), [("query", "commas"), ("header", "multi"), ("path", "multi")])
def test_B122_a_format_that_does_not_exist_there_counts_as_csv(tmp_path: Path, place: str, format: str) -> None:
    made = make(tmp_path, listing(place, format))
    [name] = made.tools
    sent = made.call(name, {"tags": ["x", "y"]}).sent
    written = {"query": sent.query, "header": sent.headers.get("tags", ""), "path": sent.path}[place]
    assert "x,y" in written


@pytest.mark.parametrize("required", ["true", "false"])
def test_B122_a_list_of_lists_is_joined_at_each_level_or_told(tmp_path: Path, required: str) -> None:
    made = make(
        tmp_path,
        swagger(f"""
        paths:
          /good: {{get: {{operationId: getGood, responses: {{'200': {{description: ok}}}}}}}}
          /s:
            get:
              operationId: searchShips
              parameters:
                - name: boxes
                  in: query
                  required: {required}
                  type: array
                  collectionFormat: pipes
                  items: {{type: array, items: {{type: integer}}}}
              responses: {{'200': {{description: ok}}}}
        """),
    )
    if made.said == ():
        assert made.call("search_ships", {"boxes": [[1, 2], [3, 4]]}).sent.pairs == [("boxes", "1,2|3,4")]
        return
    assert [each.subject for each in made.said] == ["GET /s"]
    assert ("GET /s" in made.left_out) is (required == "true")
    assert all("boxes" not in made.properties(name) for name in made.tools)


def test_B122_lists_of_a_shared_parameter(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger("""
        parameters:
          Tags: {name: tags, in: query, type: array, items: {type: string, enum: [reefer, bulk]}, collectionFormat: pipes}
        paths:
          /s:
            parameters: [{$ref: '#/parameters/Tags'}]
            get: {operationId: searchShips, responses: {'200': {description: ok}}}
        """),
    )
    assert made.properties("search_ships")["tags"]["items"]["enum"] == ["reefer", "bulk"]
    assert made.call("search_ships", {"tags": ["bulk", "reefer"]}).sent.pairs == [("tags", "bulk|reefer")]


# --- B124: credentials

SCHEMES = swagger("""
    securityDefinitions:
      login: {type: basic}
      header_key: {type: apiKey, in: header, name: X-Key}
      query_key: {type: apiKey, in: query, name: api_key}
      machine:
        type: oauth2
        flow: application
        tokenUrl: https://auth.harbour.test/token
        scopes: {berths: Berths., ships: Ships.}
      person: {type: oauth2, flow: accessCode, authorizationUrl: https://a.test/a, tokenUrl: https://a.test/t, scopes: {}}
      page: {type: oauth2, flow: implicit, authorizationUrl: https://a.test/a, scopes: {}}
      owner: {type: oauth2, flow: password, tokenUrl: https://a.test/t, scopes: {}}
    security: [{login: []}]
    paths:
      /a: {get: {operationId: getLogs, responses: {'200': {description: ok}}}}
      /b: {get: {operationId: getBerths, security: [{machine: [berths]}], responses: {'200': {description: ok}}}}
      /c: {get: {operationId: getCranes, security: [{header_key: [], query_key: []}], responses: {'200': {description: ok}}}}
      /d: {get: {operationId: getDocks, security: [{person: []}], responses: {'200': {description: ok}}}}
      /e: {get: {operationId: getEchoes, security: [{page: []}], responses: {'200': {description: ok}}}}
      /f: {get: {operationId: getFerries, security: [{owner: []}], responses: {'200': {description: ok}}}}
      /g: {get: {operationId: getGates, security: [], responses: {'200': {description: ok}}}}
      /h: {get: {operationId: getHulls, security: [{query_key: []}, {login: []}], responses: {'200': {description: ok}}}}
    """)
BASIC = f"Basic {base64.b64encode(b'ann:s3cret').decode()}"


def test_B124_basic(tmp_path: Path) -> None:
    made = make(tmp_path, SCHEMES)
    sent = made.call("get_logs", env=made.credentials(login=("ann", "s3cret"))).sent
    assert sent.headers["authorization"] == BASIC


def test_B124_keys_that_are_needed_together(tmp_path: Path) -> None:
    made = make(tmp_path, SCHEMES)
    sent = made.call("get_cranes", env=made.credentials(header_key=("h1",), query_key=("q 1",))).sent
    assert (sent.headers["x-key"], sent.pairs) == ("h1", [("api_key", "q 1")])
    assert "authorization" not in sent.headers
    called = made.call("get_cranes", env=made.credentials(header_key=("h1",)))
    assert called.failed
    assert called.requests == ()


def test_B124_either_of_two(tmp_path: Path) -> None:
    made = make(tmp_path, SCHEMES)
    assert made.call("get_hulls", env=made.credentials(query_key=("q",))).sent.pairs == [("api_key", "q")]
    assert made.call("get_hulls", env=made.credentials(login=("ann", "s3cret"))).sent.headers["authorization"] == BASIC


def test_B124_none_where_none_is_wanted(tmp_path: Path) -> None:
    made = make(tmp_path, SCHEMES)
    env = made.credentials(login=("ann", "s3cret"), query_key=("q",))
    sent = made.call("get_gates", env=env).sent
    assert "authorization" not in sent.headers
    assert sent.query == ""


@pytest.mark.parametrize(
    ("tool", "scheme"), [("get_docks", "person"), ("get_echoes", "page"), ("get_ferries", "owner")]
)
def test_B124_flows_of_a_person_take_the_token_that_is_set(tmp_path: Path, tool: str, scheme: str) -> None:
    made = make(tmp_path, SCHEMES)
    sent = made.call(tool, env=made.credentials(**{scheme: ("t0ken",)})).sent
    assert sent.headers["authorization"] == "Bearer t0ken"


def test_B124_the_flow_of_an_application_fetches_its_token(tmp_path: Path) -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.host == "auth.harbour.test":
            return httpx2.Response(200, json={"access_token": "fetched", "token_type": "bearer", "expires_in": 60})
        return httpx2.Response(200, json={})

    made = make(tmp_path, SCHEMES)
    called = made.call("get_berths", env=made.credentials(machine=("id", "s3cret")), api=answer)
    assert not called.failed, called.text
    token, sent = called.requests
    assert (token.method, token.host, token.path) == ("POST", "auth.harbour.test", "/token")
    assert token.headers["authorization"] == f"Basic {base64.b64encode(b'id:s3cret').decode()}"
    assert dict(parse_qsl(token.content.decode())) == {"grant_type": "client_credentials", "scope": "berths"}
    assert (sent.line, sent.headers["authorization"]) == ("GET /v1/b", "Bearer fetched")


def test_B124_no_call_is_made_without_the_credential_it_needs(tmp_path: Path) -> None:
    made = make(tmp_path, SCHEMES)
    for tool in made.tools.keys() - {"get_gates"}:
        called = made.call(tool)
        assert called.failed
        assert called.requests == ()
        assert "HARBOUR_" in called.text


def test_B124_credentials_are_no_arguments_and_in_no_file(tmp_path: Path) -> None:
    made = make(tmp_path, SCHEMES)
    assert all(made.properties(name) == {} for name in made.tools)
    variables = (made.package / ".env.example").read_text()
    assert all(name in variables for name in made.credentials(login=("a", "b"), header_key=("c",), person=("d",)))
    assert "s3cret" not in json.dumps(made.tools)
