"""Names of the tools that one operation is split into (NAM001, NAM004)."""

from __future__ import annotations

import pytest

from mcpgen.shaping.naming import MAX_LENGTH
from mcpgen.shaping.variants import Spoken, telling_words, variant_names
from tests.shaping.operations import operation


def kinds(base: str, key: str, *labels: str, many: bool = False, field: bool = False, value: bool = False) -> list[str]:
    """The best names of the kinds with these labels."""
    spoken = [Spoken(label=label, many=many, field=field, value=value) for label in labels]
    return list(variant_names(base, operation(key), spoken, acts=False)[0])


def actions(base: str, key: str, *labels: str, summary: str = "", value: bool = True) -> list[list[str]]:
    """All choices of names of the actions with these labels."""
    spoken = [Spoken(label=label, value=value) for label in labels]
    return [list(names) for names in variant_names(base, operation(key, summary=summary), spoken, acts=True)]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (("card", "bank_transfer"), ["create_card_payment", "create_bank_transfer_payment"]),
        (("CardPaymentRequest", "BankPaymentRequest"), ["create_card_payment", "create_bank_payment"]),
        (("CreateCardPaymentInput", "CreateBankPaymentInput"), ["create_card_payment", "create_bank_payment"]),
        (("payment_card_config", "payment_bank_config"), ["create_card_payment", "create_bank_payment"]),
        (("Let's Pay Request", "Custom Payment Request"), ["create_lets_pay_payment", "create_custom_payment"]),
        (("Single Payment", "Multiple Payments"), ["create_payment", "create_multiple_payments"]),
    ],
)
def test_a_kind_stands_before_its_noun(labels: tuple[str, ...], expected: list[str]) -> None:
    assert kinds("create_payment", "POST /payments", *labels) == expected


def test_the_owner_of_a_kind_is_left_unsaid_where_it_can_be() -> None:
    spoken = [Spoken(label="Card"), Spoken(label="Bank Account")]
    key = "POST /bookings/{booking_id}/payment"
    first, *more = variant_names("create_booking_payment", operation(key), spoken, acts=False)
    assert first == ("create_card_payment", "create_bank_account_payment")
    assert ("create_card_booking_payment", "create_bank_account_booking_payment") in more


def test_one_thing_is_a_singular_and_a_list_a_plural() -> None:
    assert kinds("update_pets", "PATCH /pets", "Cat", "Dog") == ["update_cat_pet", "update_dog_pet"]
    assert kinds("import_pets", "POST /pets/import", "Cat", "Dog", many=True) == ["import_cat_pets", "import_dog_pets"]


def test_a_label_that_ends_with_the_noun_is_the_noun() -> None:
    key = "POST /channels/{id}/threads"
    labels = ("CreateForumThreadRequest", "CreateTextThreadWithoutMessageRequest")
    assert kinds("create_thread", key, *labels) == ["create_forum_thread", "create_text_thread"]


def test_a_batch_is_a_thing_of_its_own() -> None:
    found = kinds("upsert_points", "PUT /sets/{id}/points", "PointsBatch", "PointsList", many=True)
    assert found == ["upsert_points_batch", "upsert_points"]


@pytest.mark.parametrize(
    ("base", "key", "labels", "expected"),
    [
        ("delete_points", "POST /points/delete", ("PointIdsList", "FilterSelector"), ["by_ids", "by_filter"]),
        ("clear_payload", "POST /points/payload", ("PointIdsList", "FilterSelector"), ["by_ids", "by_filter"]),
        ("create_page", "POST /pages", ("Page Id", "Database Id"), ["with_page_id", "with_database_id"]),
    ],
)
def test_what_chooses_things_stands_behind(base: str, key: str, labels: tuple[str, ...], expected: list[str]) -> None:
    assert kinds(base, key, *labels, many=True) == [f"{base}_{end}" for end in expected]


@pytest.mark.parametrize(
    ("base", "joiner"),
    [("calculate_risk", "from"), ("delete_risk", "by"), ("create_risk", "with")],
)
def test_fields_that_only_a_kind_has_stand_behind(base: str, joiner: str) -> None:
    found = kinds(base, "POST /assets/risk", "assetReturns", "prices", field=True)
    assert found == [f"{base}_{joiner}_returns", f"{base}_{joiner}_prices"]


def test_what_is_done_along_with_it_stands_behind() -> None:
    found = kinds("create_address", "POST /addresses", "Assign to Host", "Ship to Region")
    assert found == ["create_address_assigned_to_host", "create_address_shipped_to_region"]
    found = kinds("create_image_transfer", "POST /images/{id}/transfer", "Transfer To Email", "Transfer To Team")
    assert found == ["create_image_transfer_to_email", "create_image_transfer_to_team"]
    found = kinds("create_balancer", "POST /balancers", "Assign Hosts by ID", "Assign Hosts by Tag")
    assert found == ["create_balancer_with_hosts_by_id", "create_balancer_with_hosts_by_tag"]


def test_words_of_a_value_all_count() -> None:
    found = kinds("add_target", "POST /balancers/{id}/add_target", "ip", "label_selector", value=True)
    assert found == ["add_ip_target", "add_label_selector_target"]


def test_a_noun_is_spelled_as_the_labels_spell_it() -> None:
    found = kinds("create_workpool", "POST /pools", "work_pool_static_config", "work_pool_dynamic_config")
    assert found == ["create_static_work_pool", "create_dynamic_work_pool"]


@pytest.mark.parametrize(
    ("base", "key", "label", "expected"),
    [
        ("create_payment_action", "POST /payments/{id}/actions", "capture", "capture_payment"),
        ("update_order", "POST /orders/{id}", "cancel", "cancel_order"),
        ("update_order_status", "POST /orders/{id}/status", "cancel", "cancel_order"),
        ("create_server_action", "POST /servers/{id}/actions", "power_off", "power_off_server"),
        ("create_disks_action_by_id", "POST /disks/{id}/actions", "switchTier", "switch_disk_tier"),
        ("create_sync_action", "PUT /actions", "FlushMetrics", "flush_metrics"),
        ("create_sync_action", "PUT /actions", "InstanceStart", "start_instance"),
        ("create_user", "POST /admin", "create_user", "create_user"),
    ],
)
def test_an_action_is_done_to_the_resource(base: str, key: str, label: str, expected: str) -> None:
    assert actions(base, key, label)[0] == [expected]


def test_titles_of_actions_say_what_they_are_done_to() -> None:
    found = actions("update_room", "POST /rooms/{id}", "Add Guest Request", "RemoveGuestOperation", value=False)
    assert found[0] == ["add_guest", "remove_guest"]


def test_actions_of_two_paths_are_told_apart() -> None:
    found = actions("create_disk_action", "POST /disks/actions", "attach", summary="Act on a disk by disk name")
    assert found == [["attach_disk"], ["attach_disk_by_name"]]
    found = actions("create_disk_action_by_disk_id", "POST /disks/{id}/actions", "attach")
    assert found == [["attach_disk"], ["attach_disk_by_disk_id"]]


def test_names_have_a_length() -> None:
    label = "particularly_long_label_of_a_kind_that_nobody_would_ever_want_to_read_in_full"
    for acts in (True, False):
        spoken = [Spoken(label=f"add_{label}", value=True), Spoken(label=f"drop_{label}", value=True)]
        for names in variant_names("create_payment", operation("POST /payments"), spoken, acts=acts):
            assert all(len(name) <= MAX_LENGTH for name in names)


def test_what_tells_branches_is_neither_shared_nor_said() -> None:
    spoken = [Spoken(label="PointIdsList"), Spoken(label="FilterSelector")]
    assert telling_words("delete_points", spoken) == (("ids",), ("filter",))
    spoken = [Spoken(label="CreateForumThreadRequest"), Spoken(label="CreateTextThreadRequest")]
    assert telling_words("create_thread", spoken) == (("forum",), ("text",))
