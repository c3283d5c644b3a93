"""Names from the ids of code generators, from calls that are all POST, and from summaries in a longer form."""

from __future__ import annotations

import pytest

from mcpgen.model.api import Operation
from mcpgen.model.schema import Schema
from mcpgen.shaping.naming import name_operations
from tests.shaping.operations import TEXT, array, obj, operation

LIST = array()
ONE = obj(id=TEXT, title=TEXT)
PARTS = obj(meta=array(), lines=array())


def names(*operations: Operation) -> dict[str, str]:
    """Key → name."""
    return {key: n.name for key, n in name_operations(operations, api_title="Demo").items()}


@pytest.mark.parametrize(
    ("key", "id", "expected"),
    [
        ("GET /v1/orders", "GET--version-orders---format-", "list_orders"),
        ("GET /2.0/shelves/{id}/books", "resource__2.0_shelves__id__books_getShelfBooks_GET", "list_shelf_books"),
        ("GET /v1/paintFormulas/{id}", "paintFormulas-get_instance", "get_paint_formula"),
        ("GET /tool-kits/{id}", "getToolKitItem", "get_tool_kit"),
        ("GET /tool-kits", "getToolKitCollection", "list_tool_kits"),
        ("PUT /shelves/{idShelf}/label", "updateShelvesLabelByIdShelf", "update_shelf_label"),
        ("POST /shelves/{idShelf}/books", "addShelvesBooksByIdShelf", "add_shelf_book"),
        ("PUT /shelf/{id}", "updateShelf2UsingPUT", "update_shelf"),
        ("PUT /me/theme", "Me_PutMeTheme", "update_my_theme"),
        ("GET /v1/sites/{site}/apis/{api}", "Registry_GetApi", "get_api"),
        ("GET /v1/apis/{api}", "Registry_GetApi", "get_api"),
        ("POST /shelves/{shelfId}/_bulk", "Books_CreateBulk", "bulk_create_books"),
        ("POST /shelves/{id}:reshuffle", "", "reshuffle_shelf"),
        ("GET /shop_services.get_price_table", "", "get_price_table"),
        ("GET /isLoanAllowed/{member}", "", "check_loan_allowed"),
        ("POST /members/{id}/makeOwner", "members.makeOwner", "set_member_owner"),
        ("POST /loans/new", "LoanApi_New", "create_loan"),
        ("GET /refs/chairdetails/{model}", "Chair Details", "get_chair_details"),
        ("GET /crates/{id}/weights/{weight_count_id}", "fetchOneWeightCount", "get_weight_count"),
    ],
)
def test_what_a_generator_adds_to_an_id_is_no_part_of_the_name(key: str, id: str, expected: str) -> None:
    method = key.split(" ")[0]
    answer: Schema = LIST if expected.startswith("list") else ONE
    found = names(operation(key, id, answer=answer, body=None if method == "GET" else ONE))
    assert found[key] == expected


@pytest.mark.parametrize(
    ("key", "summary", "expected"),
    [
        ("POST /receipts/scan/file", "Transcribe a receipt by uploading a picture", "transcribe_receipt"),
        ("POST /boosts/albums/{id}", "Boost an album as the authenticated user", "boost_album"),
        ("POST /crates/boxes/weights", "Bulk update of crate boxes", "bulk_update_crate_boxes"),
        ("POST /reviews/{id}/replies", "Returns the newly created reply", "create_review_reply"),
        ("POST /tills/{id}/orders", "Place a new order", "place_order"),
        ("POST /plans/copy", "Create a plan by copying another", "copy_plan"),
        ("GET /boxes/status/closed", "Returns the boxes flagged as closed", "list_closed_boxes"),
    ],
)
def test_a_summary_says_more_than_what_is_done(key: str, summary: str, expected: str) -> None:
    body = None if key.startswith("GET") else ONE
    assert names(operation(key, summary=summary, answer=PARTS, body=body))[key] == expected


def test_where_everything_is_posted_the_text_tells_what_reads() -> None:
    calls = [
        operation("POST /crates/info", description="Get the information for a crate", body=ONE, answer=ONE),
        operation("POST /crates/hooks", description="Return the hooks of all crates", body=ONE, answer=LIST),
        operation("POST /crates/add", description="Add a crate", body=ONE, answer=ONE),
        operation("POST /crates/drop", description="Drop a crate", body=ONE, answer=ONE),
        operation("POST /crates/weigh-all", description="Weigh all crates", body=ONE, answer=ONE),
    ]
    found = names(*calls)
    assert found["POST /crates/info"] == "get_crate_info"
    assert found["POST /crates/hooks"].startswith("list_")
    assert found["POST /crates/add"] == "add_crate"


def test_a_group_of_two_words_is_no_verb() -> None:
    found = names(
        operation("POST /packinglist/sync", "PackingList_PostPackingListSync", summary="Synchronize the packing list")
    )
    assert found["POST /packinglist/sync"] == "sync_packing_list"


def test_a_thing_that_is_made_of_another_is_made() -> None:
    key = "POST /boxes/{template}/generate"
    assert names(operation(key, "boxes/create-using-template", body=ONE))[key] == "create_box_using_template"
