"""Names of tools: short, verb and noun, one for each operation, and what a description itself says of its tools."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.catalogue.harness import Made, lay_out, line_of, make, openapi, swagger
from tests.golden.walker import run_mcpgen

NAME = re.compile(r"[a-z]+(_[a-z0-9]+)+")
OK = "responses: {'200': {description: ok}}"


def paths(**operations: str) -> str:
    """`GET_a="getA"`: an operation with that operationId."""
    lines = [
        f"  /{key.partition('_')[2]}: {{{key.partition('_')[0].lower()}: {{operationId: '{name}', {OK}}}}}"
        for key, name in operations.items()
    ]
    return openapi("paths:\n" + "\n".join(lines) + "\n")


LONG = [
    "HarbourPilotAssignmentController_createPilotAssignmentScheduleForVisitingVesselAndOperator",
    "harbour.pilots.assignments.schedules.vessels.operators.contracts.amendments.approvals.requestApproval",
    "getAllTheVeryLongDescriptionsOfEveryVesselThatEverEnteredOrLeftTheHarbourSinceItsFoundationInTheYear",
]


@pytest.mark.parametrize("id", LONG)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_B37_long_ids_become_short_names(tmp_path: Path, method: str, id: str) -> None:
    made = make(tmp_path, paths(**{f"{method}_ships": id}))
    [name] = made.tools
    assert NAME.fullmatch(name)
    assert len(name) <= 60
    assert list(make(tmp_path / "again", made.made.sources.root.text).tools) == [name]


def test_B37_long_names_stay_apart(tmp_path: Path) -> None:
    nouns = [f"pilotAssignmentScheduleForVisitingVesselAndOperatorOfHarbourNumber{n}Office" for n in "ABC"]
    made = make(tmp_path, paths(**{f"GET_{noun}": f"get{noun}" for noun in nouns}))
    assert len(made.tools) == 3
    assert max(map(len, made.tools)) <= 64


ALIKE = {
    "signs": ["ship/list", "ship.list", "shipList", "SHIP_LIST", "ship-list", "ship list"],
    "versions": ["listShipsV1", "listShips_v2", "v3.listShips", "listShips"],
    "articles": ["getTheShip", "getShip", "get_a_ship"],
    "numbers": ["getShip1", "getShip2", "getShip_1"],
    "plural": ["listShip", "listShips"],
}


@pytest.mark.parametrize("kind", ALIKE)
def test_B40_ids_that_read_the_same_are_different_tools(tmp_path: Path, kind: str) -> None:
    ids = ALIKE[kind]
    made = make(tmp_path, paths(**{f"GET_p{index}": name for index, name in enumerate(ids)}))
    assert len(made.tools) == len(ids)
    assert {made.call(name).sent.path for name in made.tools} == {f"/v1/p{index}" for index in range(len(ids))}


def shortened(name: str) -> str:
    """As a client writes a name that is longer than 63 characters."""
    return name if len(name) <= 63 else f"{name[:30]}___{name[-30:]}"


def test_B42_no_client_takes_one_tool_for_another(tmp_path: Path) -> None:
    noun = "HarbourMasterWeeklyReportWithAttachmentsAndReviewersForAuditors"
    verbs = ["create", "delete", "approve", "publish", "reject", "archive"]
    made = make(tmp_path, paths(**{f"POST_{verb}-report": f"{verb}{noun}" for verb in verbs}))
    assert len({shortened(name) for name in made.tools}) == len(verbs)
    assert len({shortened(f"mcp__harbour__{name}") for name in made.tools}) == len(verbs)


def test_B43_an_id_given_twice_is_told_with_both_places(tmp_path: Path) -> None:
    made = make(tmp_path, paths(GET_piers="readState", GET_locks="readState", POST_docks="readState"))
    told = made.about("openapi-duplicate-operation-id")
    assert [(each.subject, line_of(made, each)) for each in told] == [
        ("GET /locks", "api.yaml:6"),
        ("POST /docks", "api.yaml:7"),
    ]
    assert all("GET /piers" in each.message for each in told)
    assert len(made.tools) == 3
    assert "pier" in made.tool_of("GET /piers")
    assert "lock" in made.tool_of("GET /locks")


def test_B43_in_swagger_2(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger(f"""
        paths:
          /a: {{get: {{operationId: same, {OK}}}}}
          /b: {{get: {{operationId: same, {OK}}}}}
        """),
    )
    assert len(made.tools) == 2
    assert len(made.about("openapi-duplicate-operation-id")) == 1


@pytest.mark.parametrize("version", ["2.0", "3.0.3"])
def test_B44_names_are_made_from_method_and_path(tmp_path: Path, version: str) -> None:
    made = make(
        tmp_path,
        (swagger if version == "2.0" else openapi)(f"""
        paths:
          /: {{get: {{{OK}}}}}
          /ships: {{get: {{{OK}}}, post: {{operationId: '', {OK}}}}}
          /ships/{{shipId}}: {{get: {{{OK}}}, delete: {{{OK}}}}}
          /ships/{{shipId}}/cargo/{{cargoId}}/seal: {{post: {{{OK}}}}}
          /sendMessage: {{post: {{{OK}}}}}
        """),
    )
    names = {tool.operation: tool.name for tool in made.made.toolset.tools}
    assert all(map(NAME.fullmatch, names.values()))
    assert len(set(names.values())) == len(names)
    assert {key: names[key] for key in ("GET /", "GET /ships", "POST /ships", "GET /ships/{shipId}")} == {
        "GET /": "get_root",
        "GET /ships": "list_ships",
        "POST /ships": "create_ship",
        "GET /ships/{shipId}": "get_ship",
    }
    assert names["DELETE /ships/{shipId}"] == "delete_ship"
    assert "cargo" in names["POST /ships/{shipId}/cargo/{cargoId}/seal"]
    assert names["POST /sendMessage"] == "send_message"


MACHINE_MADE = {
    "GET /ships/{ship_id}": ("read_ship_ships__ship_id__get", "get_ship"),
    "GET /ships": ("ShipsController_findAll_v2", "list_ships"),
    "POST /ships": ("create_ship_api_v1_ships_post", "create_ship"),
    "DELETE /ships/{ship_id}": ("ShipsController_remove_v1", "delete_ship"),
}


def test_B45_names_say_nothing_of_controllers_versions_and_paths(tmp_path: Path) -> None:
    lines = [
        f"  {key.split()[1]}: {{{key.split()[0].lower()}: {{operationId: {id}, {OK}}}}}"
        for key, (id, _) in MACHINE_MADE.items()
        if key.startswith(("GET", "POST"))
    ]
    text = openapi("paths:\n" + "\n".join(lines)).replace("  /ships: {post", "  /ships/: {post")
    made = make(tmp_path, text)
    assert set(made.tools) == {"get_ship", "list_ships", "create_ship"}


# --- B213: what the description says itself


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(
        tmp_path_factory.mktemp("told"),
        openapi(f"""
        paths:
          /a: {{get: {{operationId: readA, x-mcp: false, {OK}}}}}
          /b:
            x-mcp: false
            get: {{operationId: readB, {OK}}}
            post: {{operationId: makeB, x-mcp: true, {OK}}}
          /c: {{get: {{operationId: readC, deprecated: true, x-mcp: {{name: lookUpCargo, description: Cargo by its seal. Ask for one seal only.}}, {OK}}}}}
          /d: {{get: {{operationId: readD, x-mcp-name: watch_tide, x-mcp-description: Tide of today., {OK}}}}}
          /e: {{get: {{operationId: readE, x-mcp: {{hidden: true}}, {OK}}}}}
          /f: {{get: {{operationId: readF, x-mcp: {{name: '!!!'}}, {OK}}}}}
          /g: {{get: {{operationId: readG, x-mcp: {{name: watch_tide}}, {OK}}}}}
          /h: {{get: {{operationId: readH, x-mcp: 7, {OK}}}}}
        """),
    )


def test_B213_operations_that_are_not_for_models_are_left_out(told: Made) -> None:
    assert {key: left.rule for key, left in told.left_out.items()} == dict.fromkeys(
        ["GET /a", "GET /b", "GET /e"], "x-mcp"
    )
    assert all("--include" in left.reason for left in told.left_out.values())
    assert told.tool_of("POST /b")


def test_B213_a_name_and_a_text_of_its_own(told: Made) -> None:
    assert told.tool_of("GET /c") == "look_up_cargo"
    assert told.tool_of("GET /d") == "watch_tide"
    text = told.tools["look_up_cargo"]["description"]
    assert text.startswith("Cargo by its seal. Ask for one seal only.")
    assert "Deprecated" in text
    assert told.tools["watch_tide"]["description"].startswith("Tide of today.")
    assert list(told.tools)[-1] == "look_up_cargo"
    assert told.call("look_up_cargo").sent.path == "/v1/c"


def test_B213_a_name_that_cannot_be_is_told(told: Made) -> None:
    assert [each.subject for each in told.about("x-mcp-name")] == ["GET /f", "GET /g"]
    assert len(told.tools) == 6


def test_B213_what_is_hidden_can_be_asked_for(told: Made, tmp_path: Path) -> None:
    made = make(tmp_path, told.made.sources.root.text, include=("readA",))
    assert "GET /a" not in made.left_out


@pytest.mark.parametrize("head", [openapi, swagger], ids=["3.0", "2.0"])
def test_B213_of_a_whole_document(tmp_path: Path, head: type[openapi]) -> None:  # type: ignore[valid-type]
    made = make(
        tmp_path,
        head(f"x-mcp: false\npaths: {{/a: {{get: {{{OK}}}}}, /b: {{get: {{x-mcp: true, operationId: readB, {OK}}}}}}}"),  # type: ignore[operator]
    )
    assert [tool.operation for tool in made.made.toolset.tools] == ["GET /b"]


def test_B214_callbacks_and_links_are_no_tools(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi(
            f"""
        paths:
          /watches:
            post:
              operationId: startWatch
              callbacks:
                arrived: {{'{{$request.query.to}}': {{post: {{operationId: arrival, {OK}}}, x-a: 1}}}}
                broken: {{$ref: '#/components/callbacks/None'}}
                empty: null
              parameters: [{{name: to, in: query, schema: {{type: string}}}}]
              responses:
                '202':
                  description: ok
                  links:
                    stop: {{operationRef: '#/paths/~1nowhere/delete'}}
                    other: {{$ref: '#/components/links/None'}}
        components:
          callbacks: {{left: {{'http://a.test': {{put: {{operationId: departure, {OK}}}}}}}}}
          pathItems: {{spare: {{get: {{operationId: spare, {OK}}}}}}}
        """,
            "3.1.0",
        ),
    )
    assert [tool.operation for tool in made.made.toolset.tools] == ["POST /watches"]
    assert made.call(made.tool_of("POST /watches"), {"to": "https://a.test"}).sent.pairs == [("to", "https://a.test")]


# --- B162: many tools

MANY = openapi(
    "paths:\n"
    + "\n".join(
        f"  /{tag}/{kind}: {{get: {{operationId: get{tag.title()}{kind.title()}, tags: [{tag}], {OK}}}}}"
        for tag in ("ships", "docks", "crews", "tides", "seals")
        for kind in ("list", "state", "plan", "cost", "risk", "crane", "gate", "map")
    )
)


def test_B162_a_long_list_is_warned_of_with_its_number(tmp_path: Path) -> None:
    made = make(tmp_path, MANY)
    [warned] = made.about("GRA004")
    assert len(made.tools) == 40
    assert "40" in warned.message
    assert warned.hint


CHOICES = {
    "tags": ({"tags": ("ships",)}, 8),
    "other tags": ({"exclude_tags": ("ships", "DOCKS")}, 24),
    "paths": ({"operations": ("GET /ships/*", "GET /tides/map")}, 9),
    "methods": ({"operations": ("POST *",)}, 0),
    "operations": ({"operations": ("getShipsList",)}, 1),
}


@pytest.mark.parametrize("choice", CHOICES)
def test_B162_a_part_can_be_chosen(tmp_path: Path, choice: str) -> None:
    options, count = CHOICES[choice]
    made = make(tmp_path, MANY, **options)
    assert len(made.tools) == count
    assert len(made.left_out) == 40 - count


def test_B162_the_size_of_the_list_is_measured(tmp_path: Path) -> None:
    done = run_mcpgen("tools", str(lay_out(tmp_path, MANY)), "--stats", cwd=tmp_path)
    said = done.stdout.decode()
    assert "40" in said
    assert "token" in said
