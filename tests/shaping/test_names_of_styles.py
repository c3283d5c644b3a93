"""Names by the style of an API: calls behind a header, JSON:API, Azure, Google, texts that say more than a method."""

from __future__ import annotations

import pytest

from mcpgen.model.schema import Schema
from mcpgen.model.toolset import Profile
from mcpgen.shaping.hints import hints
from mcpgen.shaping.naming import name_operations
from tests.shaping.operations import ONE, TEXT, array, obj, operation

LIST = array()
PAGE = obj(boats=array(), next=TEXT)


def name(key: str, id: str = "", answer: Schema | None = None, *, beside: tuple[str, ...] = (), **facts: object) -> str:
    """The name of an operation; `beside` are others of its API, by key."""
    others = [operation(other) for other in beside]
    made = operation(key, id, answer=answer, **facts)  # type: ignore[arg-type]
    return name_operations([made, *others], api_title="Demo")[key].name


@pytest.mark.parametrize(
    ("key", "id", "answer", "expected"),
    [
        ("POST /#X-Amz-Target=Harbour_20210304.ListBoats", "ListBoats", PAGE, "list_boats"),
        ("POST /#X-Amz-Target=Harbour_20210304.DescribeBoats", "DescribeBoats", PAGE, "list_boats"),
        ("POST /#X-Amz-Target=Harbour_20210304.DescribeBoat", "DescribeBoat", ONE, "get_boat"),
        ("POST /#X-Amz-Target=Harbour.UpdateBoatSettings", "UpdateBoatSettings", ONE, "update_boat_settings"),
        ("POST /#X-Amz-Target=Harbour.PutMooringResult", "PutMooringResult", ONE, "put_mooring_result"),
        ("DELETE /tags/{boatArn}#tagKeys", "UntagBoat", None, "untag_boat"),
        ("POST /photos/analyze#overload=stream", "", ONE, "analyze_photo"),
        ("POST /#X-Amz-Target=Harbour.StartOnDemandSurvey", "StartOnDemandSurvey", ONE, "start_on_demand_survey"),
    ],
)
def test_calls_behind_a_fragment(key: str, id: str, answer: Schema | None, expected: str) -> None:
    assert name(key, id, answer) == expected


@pytest.mark.parametrize(
    ("key", "id", "expected"),
    [
        ("GET /v1/boats", "boats-get_collection", "list_boats"),
        ("GET /v1/previewBoats/{id}", "previewBoats-get_instance", "get_preview_boat"),
        ("POST /v1/boatInfos", "boatInfos-create_instance", "create_boat_info"),
        ("GET /v1/boats/{id}/testCrews", "boats-testCrews-get_to_many_related", "list_boat_test_crews"),
        ("GET /v1/boats/{id}/relationships/crews", "boats-crews-get_to_many_relationship", "list_boat_crew_ids"),
        ("GET /v1/boats/{id}/relationships/owner", "boats-owner-get_to_one_relationship", "get_boat_owner_id"),
        ("POST /v1/boats/{id}/relationships/crews", "boats-crews-create_to_many_relationship", "add_boat_crews"),
        ("DELETE /v1/boats/{id}/relationships/crews", "boats-crews-delete_to_many_relationship", "remove_boat_crews"),
        ("PATCH /v1/boats/{id}/relationships/crews", "boats-crews-replace_to_many_relationship", "replace_boat_crews"),
        ("PATCH /v1/boats/{id}/relationships/owner", "boats-owner-update_to_one_relationship", "set_boat_owner"),
        ("DELETE /boats/{id}/relationships/crews", "", "remove_boat_crews"),
    ],
)
def test_json_api(key: str, id: str, expected: str) -> None:
    assert name(key, id, obj(data=array()) if "list" in expected else ONE) == expected


@pytest.mark.parametrize(
    ("key", "id", "answer", "expected"),
    [
        ("PATCH /v1/{name}", "harbour.projects.boats.patch", ONE, "update_boat"),
        ("GET /v1/{name}", "harbour.projects.boats.get", ONE, "get_boat"),
        ("GET /v1/{name}:getContents", "harbour.projects.boats.getContents", ONE, "get_boat_contents"),
        ("POST /v1/{boat}:batchUpdate", "harbour.boats.batchUpdate", ONE, "batch_update_boat"),
        ("POST /v1/boats:asyncBatchSurvey", "harbour.boats.asyncBatchSurvey", ONE, "batch_survey_boats"),
        ("GET /{boatId}", "Boats_GetById", ONE, "get_boat"),
    ],
)
def test_google_style(key: str, id: str, answer: Schema | None, expected: str) -> None:
    assert name(key, id, answer) == expected


NAMESPACE = "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Harbour"


@pytest.mark.parametrize(
    ("key", "id", "expected"),
    [
        (f"DELETE {NAMESPACE}/boats/{{boatName}}", "Boats_Delete", "delete_boat"),
        (f"GET {NAMESPACE}/boats/{{boatName}}", "", "get_boat"),
        (f"PUT {NAMESPACE}/boats/{{boatName}}", "Boats_Create", "create_boat"),
        (
            f"PUT {NAMESPACE}/boats/{{boat}}/sails/{{sail}}",
            "Boats_CreateOrUpdateSail",
            "create_or_update_boat_sail",
        ),
        (f"GET {NAMESPACE}/boats/{{boat}}/types", "BoatImages_ListTypes", "list_boat_image_types"),
        ("PATCH /services/{serviceName}", "services_update", "update_service"),
    ],
)
def test_azure_style(key: str, id: str, expected: str) -> None:
    assert name(key, id, LIST if "list" in expected else ONE) == expected


@pytest.mark.parametrize(
    ("key", "facts", "expected"),
    [
        ("POST /boat", {"id": "PostBoat", "description": "Updates a moored boat."}, "update_boat"),
        ("DELETE /bookings/{id}", {"description": "Cancels a booking of a boat."}, "cancel_booking"),
        ("PATCH /sails/{id}", {"summary": "Rename a sail"}, "rename_sail"),
        ("POST /logs/{id}/backups/{backup}", {"description": "Restores a log to what it was."}, "restore_log_backup"),
        ("DELETE /bookings/{id}", {"description": "Removes a booking."}, "delete_booking"),
        ("PUT /bookings/{id}", {"description": "Set the name of a boat."}, "update_booking"),
        (
            "POST /chart/to/depths-with-position",
            {"id": "ChartTool_ChartDepths", "summary": "Convert a chart into depths with their exact position"},
            "convert_chart_into_depths",
        ),
        ("POST /orders/new", {"id": "OrderApi_New", "summary": "Create an order"}, "create_order"),
        ("POST /startscan", {"id": "StartScanPage", "description": "Start a new scan."}, "start_scan"),
        (
            "POST /boats/{id}/setrigkind",
            {"id": "harbour.setrigkind", "description": "Sets the rig kind."},
            "set_rig_kind",
        ),
    ],
)
def test_the_text_says_more_than_the_method(key: str, facts: dict[str, str], expected: str) -> None:
    assert name(key, **facts) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "facts", "answer", "expected"),
    [
        (
            "GET /yards/{yard}/buyOrders",
            {"id": "getBuyOrderList", "summary": "List buy orders"},
            LIST,
            "list_buy_orders",
        ),
        ("GET /crawl-urls", {"id": "getCrawlUrls", "summary": "Gets what was crawled."}, LIST, "list_crawl_urls"),
        ("GET /paymentlink/all", {"id": "LinkApi_All", "summary": "Create a payment link"}, LIST, "list_payment_links"),
        ("GET /boats/{id}/cancel-fees", {"summary": "Cancel fee of a boat"}, LIST, "list_boat_cancel_fees"),
        (
            "GET /{format}/SailsByBoat/{boatid}",
            {"id": "SailsByBoat", "summary": "Sails by boat"},
            LIST,
            "list_sails_by_boat",
        ),
    ],
)
def test_what_a_get_shows_is_a_thing(key: str, facts: dict[str, str], answer: Schema | None, expected: str) -> None:
    made = operation(key, answer=answer, **facts)  # type: ignore[arg-type]
    found = name_operations([made], api_title="Demo")[key].name
    assert found == expected
    assert hints(made, name=found, profile=Profile.MCP)[0].read_only


def test_a_get_that_says_that_it_changes_a_thing_writes() -> None:
    made = operation("GET /boats/{id}/sink-all", summary="Delete all boats")
    assert not hints(made, name="get_boat", profile=Profile.MCP)[0].read_only
    assert name("GET /deleteAlerts", "deleteAlerts", summary="Delete all alerts") == "delete_alerts"


def test_a_file_that_a_get_answers_with_is_read() -> None:
    text = "Fetches a chart and crops it."
    made = operation("GET /charts/{id}/image", answer=TEXT, answer_type="image/png", description=text)
    assert hints(made, name="get_chart_image", profile=Profile.MCP)[0].read_only


@pytest.mark.parametrize(
    ("key", "id", "expected"),
    [
        ("GET /harbours/export-setup/{exportId}", "ExportSetups_Get", "get_export_setup"),
        ("DELETE /harbours/berthSets/{setId}/berths/{berth}", "BerthSetMoorings_Delete", "delete_berth_set_mooring"),
        ("POST /account/guests/{guestId}", "Account_PostGuest", "update_guest"),
        ("GET /logs.{format}", "GET_logs-format", "list_logs"),
        ("GET /logs/best-trips/history.json", "GET_logs-best-trips-history-json", "list_best_trip_history"),
        ("GET /areas/{areaCode}", "get-areas-areacode", "get_area"),
        ("GET /sail-lookup", "SailLookup", "lookup_sail"),
        ("POST /sails/fetch", "Fetch", "get_sails"),
        ("GET /word/wordOfTheDay", "getWordOfTheDay", "get_word_of_day"),
        ("GET /sails/search/{query}", "searchSails", "search_sails"),
        ("POST /harbour/guest/registration", "register", "register_guest"),
        ("POST /sails", "sailsAdd", "add_sail"),
        ("PUT /boats/{id}/crew/pin", "updatePin", "update_pin"),
        ("POST /vaults/{id}/getBulkRepairDetails", "GetBulkRepairDetails", "get_vault_bulk_repair_details"),
    ],
)
def test_ids_that_say_little(key: str, id: str, expected: str) -> None:
    listed = LIST if expected.startswith(("list_", "search_")) else ONE
    summary = "Update a guest" if id == "Account_PostGuest" else ""
    assert name(key, id, listed, summary=summary) == expected


def test_a_word_of_a_call_that_its_text_writes_as_several() -> None:
    assert name("GET /boats/{kind}", "GetBoatsbyKind", LIST, summary="Get all boats by kind") == "list_boats_by_kind"
    assert name("GET /describeSimulation", "describeSimulation", ONE) == "get_simulation"
