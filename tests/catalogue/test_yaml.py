"""YAML as people write it: words and dates that other readers type, numbers for keys, keys twice, aliases."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.version import Version

from mcpgen.diagnostics import Diagnostic, Severity, SourceError, Span
from tests.catalogue.harness import Made, at_most, line_of, make, openapi, refused, swagger
from tests.golden import walker

# --- B150: words that YAML 1.1 took for booleans


def test_B150_words_stay_words(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        """
        openapi: 3.0.3
        info: {title: Clinic, version: '1'}
        servers: [{url: 'https://{zone}.clinic.test', variables: {zone: {default: no, enum: [no, se]}}}]
        paths:
          /visits:
            get:
              operationId: listVisits
              tags: [on, off]
              parameters:
                - {name: country, in: query, schema: {type: string, enum: [NO, SE, DK], default: NO}}
                - {name: y, in: query, required: true, schema: {type: string, enum: [Yes, No, YES, Off, oN, y, N]}}
                - {name: off, in: query, schema: {type: boolean, default: false}}
              responses: {'200': {description: ok}}
        """,
    )
    assert made.said == ()
    arguments = made.properties("list_visits")
    assert (arguments["country"]["enum"], arguments["country"]["default"]) == (["NO", "SE", "DK"], "NO")
    assert arguments["y"]["enum"] == ["Yes", "No", "YES", "Off", "oN", "y", "N"]
    assert arguments["off"]["default"] is False
    sent = made.call("list_visits", {"y": "Off", "off": True, "country": "NO"}).sent
    assert (sent.host, sent.pairs) == ("no.clinic.test", [("country", "NO"), ("y", "Off"), ("off", "true")])


def test_B150_keys_stay_words(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /positions:
            post:
              operationId: createPosition
              parameters:
                - {name: box, in: query, schema: {type: object, properties: {y: {type: integer}, on: {type: integer}, x: {type: integer}}}}
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      required: [y, no]
                      properties: {x: {type: number}, y: {type: number}, no: {type: string}, ON: {type: boolean}}
              responses: {'200': {description: ok}}
        """),
    )
    assert made.required("create_position") == ["y", "no"]
    arguments = {"x": 1.5, "y": 2, "no": "off", "on": True, "box_y": 3, "box_on": 4, "box_x": 5}
    assert arguments.keys() == made.properties("create_position").keys()
    sent = made.call("create_position", arguments).sent
    assert sent.body == {"x": 1.5, "y": 2, "no": "off", "ON": True}
    assert sorted(sent.pairs) == [("on", "4"), ("x", "5"), ("y", "3")]


def test_B150_real_booleans_stay_booleans(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /visits:
            get:
              operationId: listVisits
              parameters:
                - {name: a, in: query, required: True, schema: {type: boolean}}
                - {name: b, in: query, required: FALSE, schema: {type: string, enum: [true, 'false', "null"]}}
              responses: {'200': {description: ok}}
        """),
    )
    assert made.required("list_visits") == ["a"]
    assert made.properties("list_visits")["b"]["enum"] == ["true", "false", "null"]


def test_B150_a_boolean_in_words_is_told(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /visits:
            get:
              operationId: listVisits
              parameters: [{name: a, in: query, required: yes, schema: {type: string}}]
              responses: {'200': {description: ok}}
        """),
    )
    [told] = made.said
    assert "'required'" in told.message
    assert line_of(made, told) == "api.yaml:8"


def test_B150_manifests_are_read_so_too(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        """
        mcpgen: 1
        server: {name: clinic, title: Clinic, version: 1.0.0}
        upstream: {url: https://api.clinic.test}
        tools:
          - name: list_visits
            description: Lists visits.
            inputSchema:
              type: object
              properties:
                country: {type: string, enum: [NO, SE], default: NO, description: The country.}
                on: {type: string, description: A day.}
                y: {type: boolean, default: false, description: Whether to count them.}
              additionalProperties: false
            annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false}
            http: GET /visits
        """,
    )
    arguments = made.properties("list_visits")
    assert list(arguments) == ["country", "on", "y"]
    assert (arguments["country"]["enum"], arguments["country"]["default"]) == (["NO", "SE"], "NO")
    assert arguments["y"]["default"] is False
    assert made.call("list_visits", {"country": "NO", "on": "no", "y": True}).sent.pairs == [
        ("country", "NO"),
        ("on", "no"),
        ("y", "true"),
    ]


# --- B151: dates, octals and other numbers that are texts


def test_B151_dates_and_odd_numbers_stay_texts(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        """
        openapi: 3.1.0
        info: {title: Clinic, version: 2024-03-15}
        servers: [{url: https://api.clinic.test}]
        paths:
          /visits/{day}:
            put:
              operationId: replaceVisit
              parameters:
                - {name: day, in: path, required: true, example: 2024-05-01, schema: {type: string, format: date}}
                - {name: slot, in: query, schema: {type: string, enum: [2024-01-31, 2024-02-29], default: 2024-01-31}}
                - {name: ward, in: query, schema: {type: string, enum: [007, 0x1F, 1_000, 12:30:45, 0o17], default: 007}}
              requestBody:
                content:
                  application/json:
                    examples: {2024-01-01: {value: {from: 2024-01-01, at: 2024-02-01T10:00:00Z}}}
                    schema:
                      type: object
                      properties:
                        from: {type: string, format: date, default: 2024-02-30, examples: [2024-01-01]}
                        at: {type: string, format: date-time, example: 2024-02-01T10:00:00+02:00}
                        kind: {type: string, const: 2001-12-14}
              responses:
                200: {description: ok, content: {application/json: {example: {2024-01-01: 2024-01-02 03:04:05}}}}
        """,
    )
    assert made.said == ()
    arguments = made.properties("replace_visit")
    assert arguments["slot"]["enum"] == ["2024-01-31", "2024-02-29"]
    assert (arguments["slot"]["default"], arguments["ward"]["default"]) == ("2024-01-31", "007")
    assert arguments["ward"]["enum"] == ["007", "0x1F", "1_000", "12:30:45", "0o17"]
    sent = made.call("replace_visit", {"day": "2024-05-01", "ward": "007", "from": "2024-01-01"}).sent
    assert (sent.line, sent.body["from"]) == ("PUT /visits/2024-05-01?ward=007", "2024-01-01")


@pytest.mark.parametrize(
    "written",
    ["2024-03-15", "2024-03-15T10:00:00Z", "2024.03-beta", "v2", "1.0.0-SNAPSHOT", "latest", "''", "7", "1:30"],
)
def test_B151_the_package_has_a_version_that_installs(tmp_path: Path, written: str) -> None:
    text = openapi("paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok}}}}}")
    made = make(tmp_path, text.replace("version: '1'", f"version: {written}"))
    project = tomllib.loads((made.package / "pyproject.toml").read_text())["project"]
    assert str(Version(project["version"]))


# --- B153: statuses and other keys that are numbers


def unquoted(quote: str) -> str:
    q = quote
    return openapi(f"""
        paths:
          /visits/{{visitId}}:
            get:
              operationId: getVisit
              parameters: [{{name: visitId, in: path, required: true, schema: {{type: integer}}}}]
              responses:
                default: {{description: Something else.}}
                {q}404{q}: {{description: There is no such visit.}}
                {q}200{q}: {{description: The visit., content: {{application/json: {{schema: {{$ref: '#/components/schemas/{"404"}'}}}}}}}}
                {q}5XX{q}: {{description: It broke.}}
            delete:
              operationId: deleteVisit
              parameters: [{{name: visitId, in: path, required: true, schema: {{type: integer}}}}]
              responses: {{{q}204{q}: {{description: gone}}, {q}401{q}: {{description: no}}}}
        components:
          schemas:
            {q}404{q}: {{type: object, properties: {{{q}1{q}: {{type: string}}, {q}2.5{q}: {{type: string}}, {q}true{q}: {{type: string}}}}}}
        """)


@pytest.mark.parametrize("quote", ["'", '"'])
def test_B153_numbers_as_keys_are_the_same_with_and_without_quotes(tmp_path: Path, quote: str) -> None:
    plain, quoted = make(tmp_path / "plain", unquoted("")), make(tmp_path / "quoted", unquoted(quote))
    assert plain.said == quoted.said == ()
    assert walker.tree(plain.package) == walker.tree(quoted.package)
    assert "Returns" in plain.tools["get_visit"]["description"]


def test_B153_swagger_2_and_mixed_quotes(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger("""
        paths:
          /visits:
            get:
              operationId: listVisits
              responses:
                '400': {description: wrong}
                200: {description: ok, schema: {type: array, items: {type: string}}}
                default: {description: other}
                2XX: {description: also}
        """),
    )
    assert made.errors == []
    assert json.loads(made.call("list_visits", json=["a"]).text) == ["a"]


def test_B153_a_status_given_with_and_without_quotes_is_given_twice(tmp_path: Path) -> None:
    text = openapi("""
        paths:
          /a:
            get:
              operationId: getA
              responses:
                200: {description: one}
                '200': {description: two}
        """)
    [said] = refused(tmp_path, text)
    assert said.code == "source-duplicate-key"
    assert "'200'" in said.message


def test_B153_numbers_in_other_places_are_read_as_texts(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /pages/{1}:
            get:
              operationId: 42
              tags: [2024]
              parameters:
                - {name: 1, in: path, required: true, schema: {type: string}}
                - {name: 2, in: query, schema: {type: string, enum: [1, 2, 3]}}
              responses: {200: {description: ok}}
        """),
    )
    [name] = made.tools
    first, second = made.properties(name)
    assert made.properties(name)[second]["enum"] == ["1", "2", "3"]
    assert made.call(name, {first: "a", second: "3"}).sent.line == "GET /v1/pages/a?2=3"


# --- B154: a key given twice

TWICE = {
    "method": """
        paths:
          /visits:
            get: {operationId: listVisits, responses: {'200': {description: ok}}}
            get: {operationId: searchVisits, responses: {'200': {description: ok}}}
        """,
    "path": """
        paths:
          /visits: {get: {operationId: listVisits, responses: {'200': {description: ok}}}}
          /wards: {get: {operationId: listWards, responses: {'200': {description: ok}}}}
          /visits: {post: {operationId: createVisit, responses: {'200': {description: ok}}}}
        """,
    "schema": """
        paths: {/visits: {get: {operationId: listVisits, responses: {'200': {description: ok}}}}}
        components:
          schemas:
            Visit: {type: object, properties: {day: {type: string}}}
            Ward: {type: object}
            Visit: {type: object, properties: {hour: {type: string}}}
        """,
    "property": """
        paths: {/visits: {get: {operationId: listVisits, responses: {'200': {description: ok}}}}}
        components:
          schemas:
            Visit:
              properties:
                day: {type: string}
                day: {type: integer}
        """,
    "keyword": """
        paths: {/visits: {get: {operationId: listVisits, responses: {'200': {description: ok}}}}}
        components:
          schemas:
            Visit:
              type: string
              maxLength: 3
              maxLength: 4
        """,
}
LINES = {"method": (6, 7), "path": (5, 7), "schema": (7, 9), "property": (9, 10), "keyword": (9, 10)}


@pytest.mark.parametrize("kind", TWICE)
def test_B154_a_key_given_twice_is_told_with_both_lines(tmp_path: Path, kind: str) -> None:
    text = openapi(TWICE[kind])
    assert_twice(refused(tmp_path, text), *LINES[kind])


@pytest.mark.parametrize("kind", TWICE)
def test_B154_json_is_held_to_the_same(tmp_path: Path, kind: str) -> None:
    lines = as_json_with_doubles(yaml.compose(openapi(TWICE[kind])))
    first, second = doubles(lines)
    assert_twice(refused(tmp_path, {"api.json": lines}), first, second)


def assert_twice(said: list[Diagnostic], first: int, second: int) -> None:
    [told] = said
    assert told.code == "source-duplicate-key"
    assert f"line {first}." in told.message
    assert isinstance(told.at, Span)
    assert told.at.line == second


def as_json_with_doubles(node: Any) -> str:
    """A YAML tree as JSON text, one member a line, doubles included."""
    if isinstance(node, yaml.MappingNode):
        members = ",\n".join(f"{json.dumps(key.value)}: {as_json_with_doubles(value)}" for key, value in node.value)
        return f"{{\n{members}\n}}"
    if isinstance(node, yaml.SequenceNode):
        return f"[{', '.join(map(as_json_with_doubles, node.value))}]"
    return node.value if node.tag.endswith(":int") else json.dumps(node.value)


def doubles(text: str) -> tuple[int, int]:
    """The lines of the first key that its mapping holds twice."""
    stack: list[dict[str, int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        key = line.split(":")[0] if ": " in line else ""
        if key and key in stack[-1]:
            return stack[-1][key], number
        if key:
            stack[-1][key] = number
        if line.rstrip(",").endswith("{"):
            stack.append({})
        if line.startswith("}"):
            stack.pop()
    raise AssertionError(text)


def test_B154_in_a_file_that_is_referred_to(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        {
            "api.yaml": openapi("""
                paths:
                  /visits: {$ref: visits.yaml}
                  /wards: {get: {operationId: listWards, responses: {'200': {description: ok}}}}
                """),
            "visits.yaml": "get: {operationId: a}\npost: {}\nget: {operationId: b}\n",
        },
    )
    [told] = made.errors
    assert "'get' is given twice, first in line 1" in told.message
    assert "visits.yaml:3:1" in told.message
    assert list(made.tools) == ["list_wards"]


def test_B154_in_a_manifest(tmp_path: Path) -> None:
    said = refused(
        tmp_path,
        """
        mcpgen: 1
        server: {name: clinic, title: Clinic, version: 1.0.0}
        upstream: {url: https://api.clinic.test}
        tools:
          - name: list_visits
            description: Lists visits.
            http: GET /visits
            name: list_wards
        """,
    )
    assert_twice(said, 6, 9)


def test_B154_the_same_value_twice_loses_nothing(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("paths: {/a: {get: {operationId: getA, operationId: getA, responses: {'200': {description: ok}}}}}"),
    )
    [told] = made.about("source-duplicate-key")
    assert told.severity is Severity.WARNING
    assert list(made.tools) == ["get_a"]


def test_B154_a_merged_key_that_is_overridden_is_not_given_twice(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        x-page: &page {name: page, in: query, required: false, schema: {type: integer, maximum: 9}}
        paths:
          /visits:
            get:
              operationId: listVisits
              parameters: [{<<: *page, name: sheet, required: true}, *page]
              responses: {'200': {description: ok}}
        """),
    )
    assert made.said == ()
    assert made.required("list_visits") == ["sheet"]
    assert [argument["maximum"] for argument in made.properties("list_visits").values()] == [9, 9]


# --- B155: aliases that grow without bound

INTACT = "paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok}}}}}"


def doubled(first: str, again: Callable[[str], str], levels: int) -> str:
    """Anchors a0, a1 …, each made of several of the one before."""
    return "\n".join([f"x-0: &a0 {first}", *(f"x-{n}: &a{n} {again(f'*a{n - 1}')}" for n in range(1, levels))])


BOMBS = {
    "lists": doubled("[a, b, c, d, e, f, g, h]", lambda one: f"[{', '.join([one] * 8)}]", 10),
    "maps": doubled("{a: 1, b: 2}", lambda one: f"{{{', '.join(f'k{n}: {one}' for n in range(9))}}}", 10),
    "pairs": doubled("[a, b]", lambda one: f"[{one}, {one}]", 40),
    "schemas": doubled("{type: string}", lambda one: f"{{type: object, properties: {{a: {one}, b: {one}}}}}", 40),
    "merges": doubled("{k: [a, b, c]}", lambda one: f"{{<<: {one}, l: [{one}, {one}], m: {one}}}", 40),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_B155_aliases_that_grow_without_bound_are_refused(tmp_path: Path, bomb: str) -> None:
    last = BOMBS[bomb].count("\n")
    paths = (
        f"paths: {{/a: {{get: {{operationId: getA, x-note: *a{last}, responses: {{'200': {{description: ok}}}}}}}}}}"
    )
    [told] = refused(tmp_path, openapi(f"{BOMBS[bomb]}\n{paths}"))
    assert told.code == "source-too-large-expansion"
    assert isinstance(told.at, Span)
    assert told.at.line > 3


@pytest.mark.parametrize("text", ["x-a: &a [*a]", "x-a: &a {b: *a}", "x-a: &a {b: &b {c: [*a, *b]}}"])
def test_B155_an_alias_inside_what_it_names_is_refused(tmp_path: Path, text: str) -> None:
    [told] = refused(
        tmp_path, openapi(f"{text}\npaths: {{/a: {{get: {{responses: {{'200': {{description: ok}}}}}}}}}}")
    )
    assert told.code == "source-syntax"


def test_B155_in_a_file_that_is_referred_to(tmp_path: Path) -> None:
    body = "requestBody: {content: {application/json: {schema: {$ref: 'bomb.yaml#/x-39'}}}}"
    made = make(
        tmp_path,
        {
            "api.yaml": openapi(
                f"paths: {{/a: {{post: {{operationId: createA, {body}, responses: {{'200': {{description: ok}}}}}}}}}}"
            ),
            "bomb.yaml": BOMBS["schemas"],
        },
    )
    [told] = made.about("openapi-reference")
    assert "aliases" in told.message
    assert list(made.tools) == ["create_a"]


def test_B155_aliases_as_people_use_them_are_read(tmp_path: Path) -> None:
    made: Made = make(
        tmp_path,
        openapi("""
        x-errors: &errors
          400: {description: wrong}
          404: {description: none}
        x-common: &common {tags: [visits], security: []}
        paths:
          /visits:
            get:
              <<: *common
              operationId: listVisits
              parameters: &paging
                - {name: page, in: query, schema: &count {type: integer, minimum: 1}}
                - {name: size, in: query, schema: *count}
              responses: {<<: *errors, 200: {description: ok}}
          /wards:
            get:
              <<: [*common, {description: Lists the wards that are open.}]
              operationId: listWards
              parameters: *paging
              responses: {<<: *errors, 200: {description: ok}}
        """),
    )
    assert made.said == ()
    assert made.properties("list_visits") == made.properties("list_wards") != {}
    assert made.tools["list_wards"]["description"].startswith("Lists the wards that are open.")


def test_B155_an_alias_bomb_of_a_manifest_is_refused(tmp_path: Path) -> None:
    [told] = refused(tmp_path, {"tools.yaml": f"mcpgen: 1\n{BOMBS['lists']}\ntools: *a9\n"})
    assert told.code == "source-too-large-expansion"


def test_B155_a_small_file_asks_for_no_great_work(tmp_path: Path) -> None:
    wide = doubled(
        "{type: string}", lambda one: f"{{properties: {{{', '.join(f'k{n}: {one}' for n in range(8))}}}}}", 7
    )
    body = "requestBody: {content: {application/json: {schema: *a6}}}"
    paths = f"paths: {{/a: {{post: {{operationId: createA, {body}, responses: {{'200': {{description: ok}}}}}}}}}}"
    make(tmp_path / "first", openapi(INTACT))  # what is imported when it is first needed is no work of the file
    with at_most(1_000_000), pytest.raises(SourceError) as caught:
        make(tmp_path, openapi(f"{wide}\n{paths}"))
    assert caught.value.diagnostics[0].code == "source-too-large-expansion"
