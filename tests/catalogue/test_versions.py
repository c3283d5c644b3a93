"""What a version adds: webhooks without paths (3.1), more methods and the query string as a whole (3.2)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mcpgen.diagnostics import Severity
from tests.catalogue.harness import line_of, make, openapi, refused
from tests.golden import walker

# --- B125: nothing that can be called

WEBHOOKS = "webhooks:\n  tideTurned: {post: {operationId: tideTurned, responses: {'200': {description: ok}}}}\n"
CALLBACK = (
    "components: {callbacks: {Turned: {'{$request.query.url}': {post: {responses: {'200': {description: ok}}}}}}}"
)
NOTHING = {
    "webhooks": WEBHOOKS,
    "webhooks and empty paths": f"{WEBHOOKS}paths: {{}}",
    "webhooks and null paths": f"{WEBHOOKS}paths: null",
    "webhooks and extensions": f"{WEBHOOKS}paths: {{x-paths: {{get: {{}}}}}}",
    "components": "components: {schemas: {Tide: {type: object}}}",
    "callbacks": CALLBACK,
    "path items of components": "components: {pathItems: {Tides: {get: {responses: {'200': {description: ok}}}}}}",
}


@pytest.mark.parametrize("version", ["3.1.0", "3.2.0"])
@pytest.mark.parametrize("nothing", NOTHING)
def test_B125_a_description_without_operations_is_refused(tmp_path: Path, nothing: str, version: str) -> None:
    [said, *_] = refused(tmp_path, openapi(NOTHING[nothing], version))
    assert said.code == "openapi-no-operations"


@pytest.mark.parametrize("nothing", [name for name in NOTHING if "webhooks" in name])
def test_B125_webhooks_are_said_to_be_no_calls(tmp_path: Path, nothing: str) -> None:
    [said, *_] = refused(tmp_path, openapi(NOTHING[nothing], "3.1.0"))
    assert "webhook" in f"{said.message} {said.hint}".lower()


def test_B125_the_command_ends_with_an_error_and_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(openapi(WEBHOOKS, "3.1.0"))
    done = walker.run_mcpgen("generate", "api.yaml", "-o", "out", cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert b"Traceback" not in done.stderr
    assert b"no operation" in done.stderr
    assert not (tmp_path / "out").exists()


def test_B125_webhooks_beside_paths_become_no_tools(tmp_path: Path) -> None:
    paths = "paths: {/tides: {get: {operationId: listTides, responses: {'200': {description: ok}}}}}\n"
    made = make(tmp_path, openapi(paths + WEBHOOKS, "3.1.0"))
    assert list(made.tools) == ["list_tides"]
    assert made.said == ()


# --- B126: what is new in 3.2

TIDES = openapi(
    """
    paths:
      /tides/{port}:
        parameters: [{name: port, in: path, required: true, schema: {type: string}}]
        query:
          operationId: queryTides
          requestBody:
            required: true
            content: {application/json: {schema: {type: object, required: [day], properties: {day: {type: string}}}}}
          responses: {'200': {description: ok}}
        additionalOperations:
          COPY:
            operationId: copyTides
            parameters: [{name: Destination, in: header, required: true, schema: {type: string}}]
            responses: {'201': {description: made}}
          Link: {operationId: linkTides, responses: {'204': {description: done}}}
        get:
          operationId: searchTides
          parameters:
            - name: selection
              in: querystring
              required: true
              content:
                application/x-www-form-urlencoded:
                  schema:
                    type: object
                    required: [from]
                    properties:
                      from: {type: string}
                      to: {type: string}
                      stations: {type: array, items: {type: integer}}
          responses: {'200': {description: ok}}
    """,
    "3.2.0",
)


def test_B126_query_is_a_method_with_a_body_that_only_reads(tmp_path: Path) -> None:
    made = make(tmp_path, TIDES)
    name = made.tool_of("QUERY /tides/{port}")
    assert made.tools[name]["annotations"]["readOnlyHint"] is True
    assert made.required(name) == ["port", "day"]
    sent = made.call(name, {"port": "Hull", "day": "2024-05-01"}).sent
    assert (sent.line, sent.body) == ("QUERY /v1/tides/Hull", {"day": "2024-05-01"})


def test_B126_other_methods_are_sent_as_they_are_spelled(tmp_path: Path) -> None:
    made = make(tmp_path, TIDES)
    copy, link = made.tool_of("COPY /tides/{port}"), made.tool_of("Link /tides/{port}")
    sent = made.call(copy, {"port": "Hull", "destination": "/tides/Ryde"}).sent
    assert (sent.line, sent.headers["destination"]) == ("COPY /v1/tides/Hull", "/tides/Ryde")
    assert made.call(link, {"port": "Hull"}).sent.line == "Link /v1/tides/Hull"
    assert [made.tools[name]["annotations"]["readOnlyHint"] for name in (copy, link)] == [False, False]


def test_B126_the_query_string_as_a_whole_is_taken_apart(tmp_path: Path) -> None:
    made = make(tmp_path, TIDES)
    assert made.errors == []
    name = made.tool_of("GET /tides/{port}")
    assert made.required(name) == ["port", "from"]
    sent = made.call(name, {"port": "Hull", "from": "a b", "to": "c&d", "stations": [1, 2]}).sent
    assert sent.path == "/v1/tides/Hull"
    assert sent.pairs == [("from", "a b"), ("to", "c&d"), ("stations", "1"), ("stations", "2")]


def test_B126_an_optional_query_string_that_requires_something_is_told(tmp_path: Path) -> None:
    made = make(tmp_path, re.sub(r"(in: querystring)\s+required: true", r"\1", TIDES))
    [told] = made.said
    assert told.severity is Severity.INFO
    assert "query string" in told.message
    assert made.required(made.tool_of("GET /tides/{port}")) == ["port", "from"]


def test_B126_a_query_string_of_another_media_type_is_one_argument(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi(
            """
        paths:
          /tides:
            get:
              operationId: searchTides
              parameters:
                - {name: path, in: querystring, content: {application/jsonpath: {schema: {type: string}}}}
              responses: {'200': {description: ok}}
        """,
            "3.2.0",
        ),
    )
    assert made.call("search_tides", {"path": "$.a.b[1:1]"}).sent.line.endswith("/tides?%24.a.b%5B1%3A1%5D")


def test_B126_a_query_string_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi(
            """
        paths:
          /tides:
            get:
              operationId: searchTides
              parameters:
                - {name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {}}}}
              responses: {'200': {description: ok}}
            head:
              operationId: checkTides
              parameters:
                - {name: q, in: querystring, required: true, content: {application/x-www-form-urlencoded: {schema: {}}}}
              responses: {'200': {description: ok}}
        """,
            "3.2.0",
        ),
    )
    assert [line_of(made, each) for each in made.said if "query string" in each.message] == [
        "api.yaml:9",
        "api.yaml:14",
    ]
    assert made.properties("search_tides") == {}
    assert "HEAD /tides" in made.left_out, "a request without what it requires is refused by the API"


def test_B126_methods_that_can_be_none_or_are_there_twice_cost_no_other(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi(
            """
        paths:
          /tides:
            get: {operationId: listTides, responses: {'200': {description: ok}}}
            additionalOperations:
              GET: {operationId: listAgain, responses: {'200': {description: ok}}}
              two words: {operationId: two, responses: {'200': {description: ok}}}
              LOCK: null
              UNLOCK: {operationId: unlockTides, responses: {'200': {description: ok}}}
        """,
            "3.2.0",
        ),
    )
    assert [tool.operation for tool in made.made.toolset.tools] == ["GET /tides", "UNLOCK /tides"]
    assert [line_of(made, error) for error in made.errors] == ["api.yaml:8", "api.yaml:9", "api.yaml:10"]


def test_B126_other_news_of_3_2_are_read(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        """
        openapi: 3.2.0
        $self: https://api.harbour.test/openapi.yaml
        info: {title: Harbour, version: '1', summary: Tides and berths.}
        servers: [{url: https://api.harbour.test/v1, name: production}]
        tags: [{name: tides, summary: Tides, kind: nav}, {name: springs, parent: tides}]
        paths:
          /tides:
            post:
              operationId: createTide
              tags: [springs]
              requestBody: {required: true, content: {application/json: {$ref: '#/components/mediaTypes/Tide'}}}
              responses: {'200': {summary: The tide., content: {application/json: {$ref: '#/components/mediaTypes/Tide'}}}}
        components:
          mediaTypes:
            Tide:
              schema: {$ref: 'https://api.harbour.test/openapi.yaml#/components/schemas/Tide'}
              examples: {spring: {dataValue: {height: 4.5}, serializedValue: '{"height":4.5}'}}
          schemas: {Tide: {type: object, required: [height], properties: {height: {type: number}}}}
        """,
    )
    assert [each for each in made.said if each.severity is not Severity.INFO] == []
    assert made.required("create_tide") == ["height"]
    assert made.call("create_tide", {"height": 4.5}).sent.body == {"height": 4.5}
    assert '{"height":4.5}' in (made.package / "harbour_mcp" / "answers.json").read_text().replace(" ", "")


def test_B126_a_version_that_does_not_exist_yet_is_read_as_the_last(tmp_path: Path) -> None:
    there, later = make(tmp_path / "there", TIDES), make(tmp_path / "later", TIDES.replace("3.2.0", "3.7.1"))
    assert there.tools == later.tools
    [told] = later.about("openapi-version")
    assert "3.7.1" in told.message
