"""References: where pointers lead, what is kept elsewhere, what stands beside them, and what leads nowhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mcpgen.diagnostics import Severity
from mcpgen.model.json import Json
from mcpgen.shaping.options import Profile
from mcpgen.source import Reach
from tests.catalogue.harness import Made, line_of, make, openapi, refused, swagger

# --- B04: a pointer may lead anywhere

BERTHS = openapi("""
    paths:
      /harbour berths/{berthId}:
        put:
          operationId: replaceBerth
          parameters:
            - {name: berthId, in: path, required: true, schema: {type: string, maxLength: 9}}
            - {name: tide, in: query, schema: {type: string, enum: [high, low]}}
          requestBody:
            required: true
            content: {application/json: {schema: {type: object, required: [length], properties: {length: {type: number}}}}}
          responses: {200: {description: ok}}
      /moorings:
        post:
          operationId: createMooring
          parameters: [{name: at, in: query, schema: {$ref: 'POINTER'}}]
          responses: {200: {description: ok}}
    components:
      parameters:
        Season: {name: season, in: query, schema: {type: string, enum: [summer, winter]}}
      schemas:
        Vessel:
          allOf:
            - {type: object, properties: {name: {type: string, maxLength: 40}}}
            - {type: object, properties: {flag: {type: string, enum: [DK, SE]}}}
        Convoy: {type: object, properties: {lead: {$ref: '#/components/schemas/Vessel'}}}
        a/b: {type: string, maxLength: 1}
        a~b: {type: string, maxLength: 2}
        ~1: {type: string, maxLength: 3}
        Größe: {type: string, maxLength: 4}
        50 %: {type: string, maxLength: 5}
        a b: {type: string, maxLength: 6}
        a%20b: {type: string, maxLength: 7}
        港: {type: string, maxLength: 8}
    """)


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        ("#/paths/~1harbour%20berths~1%7BberthId%7D/put/parameters/0/schema", {"maxLength": 9}),
        ("#/paths/~1harbour berths~1{berthId}/put/parameters/1/schema", {"enum": ["high", "low"]}),
        ("#/paths/%7E1harbour%20berths%7E1%7BberthId%7D/put/parameters/0/schema", {"maxLength": 9}),
        ("#/components/parameters/Season/schema", {"enum": ["summer", "winter"]}),
        ("#/components/schemas/Vessel/allOf/0/properties/name", {"maxLength": 40}),
        ("#/components/schemas/Vessel/allOf/1/properties/flag", {"enum": ["DK", "SE"]}),
        ("#/components/schemas/Convoy/properties/lead/allOf/1/properties/flag", {"enum": ["DK", "SE"]}),
        ("#/components/schemas/a~1b", {"maxLength": 1}),
        ("#/components/schemas/a%2Fb", {"maxLength": 1}),
        ("#/components/schemas/a~0b", {"maxLength": 2}),
        ("#/components/schemas/~01", {"maxLength": 3}),
        ("#/components/schemas/Größe", {"maxLength": 4}),
        ("#/components/schemas/Gr%C3%B6%C3%9Fe", {"maxLength": 4}),
        ("#/components/schemas/50%20%25", {"maxLength": 5}),
        ("#/components/schemas/a%20b", {"maxLength": 6}),
        ("#/components/schemas/a b", {"maxLength": 6}),
        ("#/components/schemas/a%2520b", {"maxLength": 7}),
        ("#/components/schemas/%E6%B8%AF", {"maxLength": 8}),
        ("api.yaml#/components/schemas/%E6%B8%AF", {"maxLength": 8}),
    ],
)
def test_B04_a_pointer_leads_into_any_part(tmp_path: Path, pointer: str, expected: dict[str, Json]) -> None:
    made = make(tmp_path, BERTHS.replace("POINTER", pointer))
    argument = made.properties("create_mooring")["at"]
    assert {keyword: argument.get(keyword) for keyword in expected} == expected
    assert argument["type"] == "string"
    assert made.about("openapi-reference") == []


def test_B04_a_body_is_that_of_another_path(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /log book/{year}~draft:
            post:
              operationId: createEntry
              parameters: [{name: year, in: path, required: true, schema: {type: integer}}]
              requestBody:
                content:
                  application/vnd.harbour+json:
                    schema: {type: object, required: [wind], properties: {wind: {type: string, enum: [calm, gale]}}}
              responses: {'200': {description: ok}}
          /notes:
            post:
              operationId: createNote
              requestBody:
                content:
                  application/json:
                    schema:
                      $ref: '#/paths/~1log%20book~1%7Byear%7D~0draft/post/requestBody/content/application~1vnd.harbour+json/schema'
              responses: {'200': {description: ok}}
        """),
    )
    assert made.properties("create_note")["wind"]["enum"] == ["calm", "gale"]
    assert made.call("create_note", {"wind": "gale"}).sent.body == {"wind": "gale"}
    assert made.call("create_entry", {"year": 2024, "wind": "calm"}).sent.path == "/v1/log%20book/2024~draft"


def test_B04_a_whole_parameter_response_or_operation_is_that_of_another_path(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /tides:
            get:
              operationId: listTides
              parameters: [{name: since, in: query, schema: {type: string, format: date}}]
              responses:
                '200': {description: The tides., content: {application/json: {schema: {type: object}}}}
          /currents:
            get:
              operationId: listCurrents
              parameters: [{$ref: '#/paths/~1tides/get/parameters/0'}]
              responses: {'200': {$ref: '#/paths/~1tides/get/responses/200'}}
          /waves:
            get: {$ref: '#/paths/~1currents/get'}
        """),
    )
    assert len(made.tools) == 3
    assert all(made.properties(name).keys() == {"since"} for name in made.tools)
    assert made.call(list(made.tools)[2], {"since": "2024-05-01"}).sent.line == "GET /v1/waves?since=2024-05-01"


# --- B05: references of references


def references_in(node: Json) -> Iterator[str]:
    """The `$ref`s of a JSON Schema that is not a map of properties called so."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for member in node.values():
            yield from references_in(member)
    elif isinstance(node, list):
        for item in node:
            yield from references_in(item)


def leads_somewhere(root: Json, reference: str) -> bool:
    for step in reference.removeprefix("#").split("/")[1:]:
        if not isinstance(root, dict) or step not in root:
            return False
        root = root[step]
    return reference.startswith("#")


CREW = openapi("""
    paths:
      /crews:
        post:
          operationId: createCrew
          requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Crew'}}}}
          responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Crew'}}}}}
    components:
      schemas:
        Crew: {type: object, properties: {captain: {$ref: '#/components/schemas/Sailor'}, watch: {$ref: '#/components/schemas/Watch'}}}
        Sailor: {type: object, properties: {papers: {$ref: '#/components/schemas/Papers'}}}
        Papers: {type: object, properties: {issuer: {$ref: '#/components/schemas/Issuer'}}}
        Issuer: {type: object, properties: {rank: {$ref: '#/components/schemas/Rank'}}}
        Rank: {type: string, enum: [mate, master]}
        Watch: {oneOf: [{$ref: '#/components/schemas/Day'}, {$ref: '#/components/schemas/Night'}]}
        Day: {type: object, required: [sun], properties: {sun: {$ref: '#/components/schemas/Issuer'}}}
        Night: {type: object, required: [moon], properties: {moon: {$ref: '#/components/schemas/Papers'}}}
    """)


@pytest.mark.parametrize("profile", list(Profile))
def test_B05_no_schema_has_a_reference_that_leads_nowhere(tmp_path: Path, profile: Profile) -> None:
    made = make(tmp_path, CREW, profile=profile)
    [tool] = made.tools.values()
    assert ("outputSchema" in tool) is (profile is Profile.MCP)
    for schema in (tool["inputSchema"], tool.get("outputSchema", {})):
        assert [r for r in references_in(schema) if not leads_somewhere(schema, r)] == []
    assert [argument["enum"] for argument in made.properties("create_crew").values()] == [["mate", "master"]] * 3


def test_B05_the_check_of_a_body_holds_every_schema_it_needs(tmp_path: Path) -> None:
    made = make(tmp_path, CREW)
    check = made.made.toolset.tools[0].request.body
    assert check is not None
    assert check.check is not None
    whole = {**check.check, "$defs": made.made.toolset.definitions}
    found = list(references_in(whole))
    assert found
    assert [reference for reference in found if not leads_somewhere(whole, reference)] == []
    day, night = (name for name in made.properties("create_crew") if name.startswith(("sun", "moon")))
    assert made.call("create_crew", {day: "mate"}).sent.body == {"watch": {"sun": {"rank": "mate"}}}
    assert made.call("create_crew", {night: "mate"}).sent.body == {"watch": {"moon": {"issuer": {"rank": "mate"}}}}
    assert made.call("create_crew", {day: "mate", night: "mate"}).requests == ()


# --- B07: other files

FLEET = {
    "spec/entry/api.yaml": openapi("""
        paths:
          /fleets/{fleet}/vessels:
            post:
              operationId: createVessel
              parameters:
                - {$ref: '../../shared/params.json#/parameters/Fleet'}
                - {$ref: ../../shared/params.json#/parameters/Trace}
              requestBody: {$ref: ../bodies/new%20vessel.yml}
              responses: {'201': {description: made}}
        """),
    "shared/params.json": """{"parameters": {
        "Fleet": {"name": "fleet", "in": "path", "required": true, "schema": {"$ref": "./types.yaml#/Code"}},
        "Trace": {"name": "X-Trace", "in": "header", "required": true, "schema": {"$ref": "types.yaml#/Trace"}}}}""",
    "shared/types.yaml": "Code: {type: string, maxLength: 6}\nTrace: {type: string, minLength: 3}\n",
    "spec/bodies/new vessel.yml": """
        required: true
        content: {application/json: {schema: {$ref: models/vessel.yaml}}}
        """,
    "spec/bodies/models/vessel.yaml": """
        type: object
        required: [name]
        properties: {name: {$ref: 'types.yaml#/Name'}, home: {$ref: ../../../shared/types.yaml#/Code}}
        """,
    "spec/bodies/models/types.yaml": "Name: {type: string, maxLength: 80}\n",
    "spec/entry/types.yaml": "Name: {type: integer}\nCode: {type: integer}\n",
}


def fleet(folder: Path, files: dict[str, str] | None = None) -> Made:
    return make(folder, FLEET if files is None else files, reach=Reach(folder=folder / "source"))


@pytest.mark.parametrize("place", [".", "source/spec/entry", "source/shared", "elsewhere"])
def test_B07_references_count_from_their_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    (tmp_path / place).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(tmp_path / place)
    made = fleet(tmp_path)
    assert made.said == ()
    assert made.required("create_vessel") == ["fleet", "x_trace", "name"]
    limits = {name: argument.get("maxLength") for name, argument in made.properties("create_vessel").items()}
    assert limits == {"fleet": 6, "x_trace": None, "name": 80, "home": 6}


def test_B07_what_comes_from_other_files_reaches_the_wire(tmp_path: Path) -> None:
    arguments = {"fleet": "north", "x_trace": "abc", "name": "Fram", "home": "BGO"}
    sent = fleet(tmp_path).call("create_vessel", arguments).sent
    assert sent.line == "POST /v1/fleets/north/vessels"
    assert sent.headers["x-trace"] == "abc"
    assert sent.body == {"name": "Fram", "home": "BGO"}


def test_B07_a_relative_path_to_the_entry_means_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mcpgen import pipeline

    whole = fleet(tmp_path)
    monkeypatch.chdir(tmp_path / "source" / "shared")
    made = pipeline.tools(os.path.join("..", "spec", "entry", "api.yaml"), reach=Reach(folder=Path("..")))
    assert [tool.input_schema for tool in made.toolset.tools] == [tool["inputSchema"] for tool in whole.tools.values()]


@pytest.mark.parametrize(
    ("lost", "ref", "at"),
    [
        ("spec/bodies/models/types.yaml", "types.yaml#/Name", "spec/bodies/models/vessel.yaml:4"),
        ("shared/types.yaml", "./types.yaml#/Code", "shared/params.json:2"),
    ],
)
def test_B07_a_missing_file_is_told_with_file_and_pointer(tmp_path: Path, lost: str, ref: str, at: str) -> None:
    made = fleet(tmp_path, {name: text for name, text in FLEET.items() if name != lost})
    told = [each for each in made.about("openapi-reference") if ref in each.message]
    assert told
    assert Path(lost).name in told[0].message
    assert line_of(made, told[0]) == at


def test_B07_a_missing_pointer_in_a_file_is_told(tmp_path: Path) -> None:
    made = fleet(tmp_path, {**FLEET, "shared/types.yaml": "Trace: {type: string}\n"})
    told = {line_of(made, each): each.message for each in made.about("openapi-reference")}
    assert told.keys() == {"shared/params.json:2", "spec/bodies/models/vessel.yaml:4"}
    assert all("'Code'" in message and "shared/types.yaml" in message for message in told.values())


def test_B07_files_outside_the_folder_are_read_only_if_asked(tmp_path: Path) -> None:
    outside = [each for each in refused(tmp_path, FLEET) if "outside the folder" in each.message]
    assert len(outside) == 3
    assert all("--ref-folder" in each.hint for each in outside)


# --- B09: path items by reference

ITEM = """
    parameters: [{name: buoyId, in: path, required: true, schema: {type: string}}]
    get: {operationId: getBuoy, responses: {'200': {description: ok}}}
    delete: {operationId: deleteBuoy, responses: {'204': {description: gone}}}
    """
LIST = "get: {operationId: listBuoys, responses: {'200': {description: ok}}}\n"


@pytest.mark.parametrize(
    "files",
    [
        {
            "api.yaml": openapi("paths: {/buoys: {$ref: buoys.yaml}, '/buoys/{buoyId}': {$ref: ./items/buoy.yaml}}"),
            "buoys.yaml": LIST,
            "items/buoy.yaml": ITEM,
        },
        {
            "api.yaml": openapi("paths: {$ref: 'paths/index.yaml'}"),
            "paths/index.yaml": "/buoys: {$ref: buoys.yaml}\n/buoys/{buoyId}: {$ref: './buoy.yaml'}\n",
            "paths/buoys.yaml": LIST,
            "paths/buoy.yaml": ITEM,
        },
        {
            "api.yaml": openapi(
                """
                paths:
                  /buoys: {$ref: '#/components/pathItems/Buoys'}
                  /buoys/{buoyId}: {$ref: '#/components/pathItems/Buoy'}
                components: {$ref: parts.yaml}
                """,
                "3.1.0",
            ),
            "parts.yaml": "pathItems: {Buoys: {$ref: buoys.yaml}, Buoy: {$ref: buoy.yaml}}\n",
            "buoys.yaml": LIST,
            "buoy.yaml": ITEM,
        },
        {
            "api.yaml": swagger(
                "paths: {/buoys: {$ref: 'all.yaml#/~1buoys'}, '/buoys/{buoyId}': {$ref: 'all.yaml#/one'}}"
            ),
            "all.yaml": """
                /buoys: {get: {operationId: listBuoys, responses: {'200': {description: ok}}}}
                one:
                  parameters: [{name: buoyId, in: path, required: true, type: string}]
                  get: {operationId: getBuoy, responses: {'200': {description: ok}}}
                  delete: {operationId: deleteBuoy, responses: {'204': {description: gone}}}
                """,
        },
    ],
    ids=["files", "index", "components", "swagger"],
)
def test_B09_path_items_that_are_kept_elsewhere_have_tools(tmp_path: Path, files: dict[str, str]) -> None:
    made = make(tmp_path, files)
    assert list(made.tools) == ["list_buoys", "get_buoy", "delete_buoy"]
    assert made.call("delete_buoy", {"buoy_id": "n 4"}).sent.line == "DELETE /v1/buoys/n%204"


def test_B09_a_description_whose_path_items_are_all_lost_is_refused(tmp_path: Path) -> None:
    said = refused(tmp_path, openapi("paths: {/buoys: {$ref: 'gone.yaml#/list'}, /lamps: {$ref: '#/lost'}}"))
    assert said[0].code == "openapi-no-operations"
    assert [each.subject for each in said if each.code == "openapi-operation"] == ["/buoys", "/lamps"]


def test_B09_one_lost_path_item_costs_no_other(tmp_path: Path) -> None:
    made = make(
        tmp_path, {"api.yaml": openapi("paths: {/buoys: {$ref: b.yaml}, /lamps: {$ref: l.yaml}}"), "b.yaml": LIST}
    )
    assert list(made.tools) == ["list_buoys"]
    [error] = made.errors
    assert "l.yaml" in error.message
    assert line_of(made, error) == "api.yaml:4"


# --- B10: references that lead nowhere

INTACT = "/pilots: {get: {operationId: listPilots, responses: {'200': {description: ok}}}}"
LOST = {
    "body": "requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Gone'}}}}",
    "whole body": "requestBody: {$ref: '#/components/requestBodies/Gone'}",
    "property": "requestBody: {content: {application/json: {schema: {properties: {a: {$ref: '#/components/schemas/Gone'}}}}}}",
    "items": "requestBody: {content: {application/json: {schema: {type: array, items: {$ref: 'no.yaml#/Gone'}}}}}",
    "allOf": "requestBody: {content: {application/json: {schema: {allOf: [{$ref: '#/definitions/Gone'}]}}}}",
    "oneOf": "requestBody: {content: {application/json: {schema: {oneOf: [{$ref: '#/Gone'}, {type: object}]}}}}",
    "map": "requestBody: {content: {application/json: {schema: {additionalProperties: {$ref: '#/Gone'}}}}}",
    "parameter": "parameters: [{$ref: '#/components/parameters/Gone'}]",
    "schema of a parameter": "parameters: [{name: q, in: query, schema: {$ref: '#/components/schemas/Gone'}}]",
    "response": "responses: {'200': {$ref: '#/components/responses/Gone'}}",
    "schema of a response": "responses: {'200': {description: k, content: {application/json: {schema: {$ref: '#/Gone'}}}}}",
    "media type": "requestBody: {content: {application/json: {$ref: '#/Gone'}}}",
    "example": "parameters: [{name: q, in: query, schema: {type: string}, examples: {a: {$ref: '#/Gone'}}}]",
    "anchor": "requestBody: {content: {application/json: {schema: {$ref: '#Gone'}}}}",
}


@pytest.mark.parametrize("profile", list(Profile))
@pytest.mark.parametrize("lost", LOST)
def test_B10_a_reference_to_nothing_is_told_with_its_place_and_costs_no_other(
    tmp_path: Path, lost: str, profile: Profile
) -> None:
    responses = "" if "responses" in LOST[lost] else "responses: {'200': {description: ok}}"
    paths = f"paths:\n  {INTACT}\n  /orders:\n    post:\n      operationId: createOrder\n      {LOST[lost]}\n      {responses}"
    made = make(tmp_path, openapi(paths), profile=profile)
    [told] = [each for each in made.said if "Gone" in each.message]
    assert told.severity in (Severity.WARNING, Severity.ERROR)
    assert told.subject == "POST /orders"
    assert line_of(made, told) == "api.yaml:9"
    assert made.properties("list_pilots") == {}
    for tool in made.tools.values():
        assert list(references_in([tool["inputSchema"], tool.get("outputSchema")])) == []


def test_B10_a_lost_part_is_told_once_for_each_place(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /orders:
            post:
              operationId: createOrder
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
              responses: {'200': {description: ok}}
            put:
              operationId: replaceOrders
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
              responses: {'200': {description: ok}}
        components: {schemas: {Order: {type: object, properties: {a: {$ref: '#/Lost'}, b: {$ref: '#/Lost'}}}}}
        """),
    )
    assert [line_of(made, each) for each in made.about("openapi-reference")] == ["api.yaml:14"] * 2
    assert len(made.tools) == 2


# --- B11: what stands beside a reference


def jobs(queue: str, version: str) -> str:
    return openapi(
        f"""
        paths:
          /jobs:
            post:
              operationId: createJob
              parameters: [{{name: lane, in: query, schema: {queue}}}]
              requestBody:
                content: {{application/json: {{schema: {{type: object, properties: {{queue: {queue}}}}}}}}}
              responses: {{'200': {{description: ok}}}}
        components:
          schemas: {{Name: {{type: string, description: A general name., maxLength: 10, example: any}}}}
        """,
        version,
    )


@pytest.mark.parametrize("version", ["3.1.0", "3.2.0"])
@pytest.mark.parametrize("name", ["queue", "lane"])
def test_B11_words_beside_a_reference_count(tmp_path: Path, version: str, name: str) -> None:
    beside = "{$ref: '#/components/schemas/Name', description: Where the job waits., default: low, minLength: 2, maxLength: 5}"
    argument = make(tmp_path, jobs(beside, version)).properties("create_job")[name]
    assert argument["description"].startswith("Where the job waits.")
    assert (argument["default"], argument["minLength"], argument["maxLength"]) == ("low", 2, 5)


def test_B11_limits_of_the_target_stay_where_nothing_else_is_said(tmp_path: Path) -> None:
    beside = "{$ref: '#/components/schemas/Name', title: Lane, enum: [quay, dock, a-name-of-more-than-ten]}"
    argument = make(tmp_path, jobs(beside, "3.1.0")).properties("create_job")["queue"]
    assert argument["enum"] == ["quay", "dock"]


def test_B11_a_wider_limit_beside_a_reference_does_not_widen(tmp_path: Path) -> None:
    beside = "{$ref: '#/components/schemas/Name', maxLength: 99}"
    assert make(tmp_path, jobs(beside, "3.1.0")).properties("create_job")["queue"]["maxLength"] == 10


def test_B11_properties_beside_a_reference_are_added(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi(
            """
        paths:
          /crates:
            post:
              operationId: createCrate
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      $ref: '#/components/schemas/Box'
                      required: [seal]
                      properties: {seal: {type: string}}
              responses: {'200': {description: ok}}
        components: {schemas: {Box: {type: object, required: [width], properties: {width: {type: integer}}}}}
        """,
            "3.1.0",
        ),
    )
    assert sorted(made.required("create_crate")) == ["seal", "width"]
    assert made.call("create_crate", {"width": 2, "seal": "x"}).sent.body == {"width": 2, "seal": "x"}


def test_B11_in_3_0_only_texts_beside_a_reference_count(tmp_path: Path) -> None:
    beside = "{$ref: '#/components/schemas/Name', description: Where the job waits., maxLength: 3}"
    argument = make(tmp_path, jobs(beside, "3.0.3")).properties("create_job")["queue"]
    assert argument["description"].startswith("Where the job waits.")
    assert argument["maxLength"] == 10


@pytest.mark.parametrize("version", ["3.1.0", "3.2.0"])
def test_B11_the_description_beside_a_reference_to_a_parameter_counts(tmp_path: Path, version: str) -> None:
    made = make(
        tmp_path,
        openapi(
            """
        paths:
          /crates:
            get:
              operationId: listCrates
              parameters: [{$ref: '#/components/parameters/Since', description: Only crates that arrived after this day.}]
              responses: {'200': {description: ok}}
          /boxes:
            get:
              operationId: listBoxes
              parameters: [{$ref: '#/components/parameters/Since'}]
              responses: {'200': {description: ok}}
        components: {parameters: {Since: {name: since, in: query, description: A day., schema: {type: string}}}}
        """,
            version,
        ),
    )
    assert made.properties("list_crates")["since"]["description"].startswith("Only crates that arrived after this day.")
    assert made.properties("list_boxes")["since"]["description"].startswith("A day.")


# --- B13: references to components of every kind


def test_B13_components_of_every_kind_are_followed(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /cargo/{cargoId}:
            parameters: [{$ref: '#/components/parameters/Cargo'}]
            patch:
              operationId: updateCargo
              parameters: [{$ref: '#/components/parameters/Alias'}, {$ref: '#/components/parameters/Locale'}]
              requestBody: {$ref: '#/components/requestBodies/Alias'}
              responses: {'200': {$ref: '#/components/responses/Alias'}, '404': {$ref: '#/components/responses/Missing'}}
        components:
          parameters:
            Cargo: {name: cargoId, in: path, required: true, schema: {$ref: '#/components/schemas/Code'}}
            Alias: {$ref: '#/components/parameters/DryRun'}
            DryRun: {name: dryRun, in: query, schema: {type: boolean}}
            Locale: {name: X-Locale, in: header, schema: {type: string}}
          requestBodies:
            Alias: {$ref: '#/components/requestBodies/Cargo'}
            Cargo: {required: true, content: {application/merge-patch+json: {schema: {$ref: '#/components/schemas/Cargo'}}}}
          responses:
            Alias: {$ref: '#/components/responses/Cargo'}
            Cargo:
              description: The cargo.
              headers: {ETag: {$ref: '#/components/headers/ETag'}}
              content: {application/json: {schema: {$ref: '#/components/schemas/Cargo'}, examples: {one: {$ref: '#/components/examples/One'}}}}
            Missing: {description: There is no such cargo.}
          headers: {ETag: {schema: {type: string}}}
          examples: {One: {value: {weight: 12.5}}}
          schemas:
            Code: {type: string, maxLength: 8}
            Cargo: {type: object, required: [weight], properties: {weight: {type: number}}}
        """),
        profile=Profile.MCP,
    )
    assert made.said == ()
    [tool] = made.tools.values()
    assert tool["inputSchema"]["required"] == ["cargo_id", "weight"]
    assert made.properties("update_cargo")["dry_run"]["type"] == "boolean"
    assert tool["outputSchema"]["properties"].keys() == {"weight"}
    sent = made.call("update_cargo", {"cargo_id": "c1", "weight": 12.5, "dry_run": True, "x_locale": "da"}).sent
    assert sent.line == "PATCH /v1/cargo/c1?dryRun=true"
    assert sent.headers["content-type"] == "application/merge-patch+json"
    assert sent.headers["x-locale"] == "da"
    assert sent.body == {"weight": 12.5}


def test_B13_components_of_swagger_2_are_followed(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger("""
        paths:
          /cargo:
            post:
              operationId: createCargo
              parameters: [{$ref: '#/parameters/Cargo'}, {$ref: '#/parameters/DryRun'}]
              responses: {'200': {$ref: '#/responses/Cargo'}}
        parameters:
          Cargo: {name: payload, in: body, required: true, schema: {$ref: '#/definitions/Cargo'}}
          DryRun: {name: dryRun, in: query, type: boolean}
        responses: {Cargo: {description: ok, schema: {$ref: '#/definitions/Cargo'}}}
        definitions: {Cargo: {type: object, required: [weight], properties: {weight: {type: number}}}}
        """),
        profile=Profile.MCP,
    )
    assert made.required("create_cargo") == ["weight"]
    assert made.tools["create_cargo"]["outputSchema"]["properties"].keys() == {"weight"}
    sent = made.call("create_cargo", {"weight": 3, "dry_run": False}).sent
    assert (sent.line, sent.body) == ("POST /v1/cargo?dryRun=false", {"weight": 3})


# --- B14: properties that are called like keywords

KEYWORDS = {
    "$ref": ("ref", "a"),
    "type": ("type", "b"),
    "enum": ("enum", "c"),
    "items": ("items", 5),
    "required": ("required", True),
    "allOf": ("all_of", "d"),
    "nullable": ("nullable", "e"),
    "default": ("default", "f"),
    "description": ("description", "g"),
    "discriminator": ("discriminator", "h"),
    "additionalProperties": ("additional_properties", "i"),
    "example": ("example", "j"),
    "const": ("const", "k"),
    "$id": ("link_id", "l"),
}
"""By what each is called on the wire: its argument and a value."""


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_B14_properties_that_are_called_like_keywords_are_properties(tmp_path: Path, version: str) -> None:
    types = {str: "string", int: "integer", bool: "boolean"}
    properties = ", ".join(f"{name}: {{type: {types[type(value)]}}}" for name, (_, value) in KEYWORDS.items())
    made = make(
        tmp_path,
        openapi(
            f"""
        paths:
          /links:
            post:
              operationId: createLink
              requestBody:
                required: true
                content: {{application/json: {{schema: {{type: object, required: [$ref, type], properties: {{{properties}}}}}}}}}
              responses: {{'200': {{description: ok}}}}
        """,
            version,
        ),
    )
    assert made.said == ()
    assert made.required("create_link") == ["ref", "type"]
    sent = made.call("create_link", dict(KEYWORDS.values())).sent
    assert sent.body == {name: value for name, (_, value) in KEYWORDS.items()}


def test_B14_a_property_called_properties_is_a_map(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /nodes:
            post:
              operationId: createNode
              requestBody:
                content:
                  application/json:
                    schema:
                      type: object
                      properties:
                        properties: {type: object, properties: {$ref: {type: string}, properties: {type: string}}}
                        patternProperties: {type: object, additionalProperties: {type: integer}}
              responses: {'200': {description: ok}}
        """),
    )
    names = list(made.properties("create_node"))
    values: dict[str, Any] = {names[0]: "x", names[1]: "y", names[2]: [{"key": "z", "value": 1}]}
    assert made.call("create_node", values).sent.body == {
        "properties": {"$ref": "x", "properties": "y"},
        "patternProperties": {"z": 1},
    }


def test_B14_form_fields_and_parameters_may_be_called_so_too(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger("""
        paths:
          /links:
            post:
              operationId: createLink
              consumes: [application/x-www-form-urlencoded]
              parameters:
                - {name: $ref, in: formData, type: string, required: true}
                - {name: items, in: formData, type: array, items: {type: string}}
                - {name: type, in: query, type: string}
              responses: {'200': {description: ok}}
        """),
    )
    first, *others = made.properties("create_link")
    assert made.required("create_link") == [next(n for n in made.properties("create_link") if "ref" in n)]
    arguments = {name: ["p", "q"] if "items" in name else "t" if "type" in name else "r" for name in [first, *others]}
    sent = made.call("create_link", arguments).sent
    assert sent.line == "POST /v1/links?type=t"
    assert sorted(sent.form) == [("$ref", "r"), ("items", "p,q")]


def test_B14_an_example_may_hold_what_looks_like_a_reference(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /links:
            post:
              operationId: createLink
              requestBody:
                content:
                  application/json:
                    example: {target: {$ref: '#/not/a/reference'}}
                    schema:
                      type: object
                      example: {target: {$ref: '#/neither/this'}}
                      properties: {target: {type: object, properties: {$ref: {type: string, example: '#/nor/this'}}}}
              responses: {'200': {description: ok}}
        """),
    )
    assert made.said == ()
    [name] = made.properties("create_link")
    assert made.call("create_link", {name: "#/any"}).sent.body == {"target": {"$ref": "#/any"}}
