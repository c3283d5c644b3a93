"""When one operation becomes several tools, and when it stays one (GRA001, GRA002)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.toolset import Tool

CARD = {"type": "object", "required": ["token"], "properties": {"token": {"type": "string"}}}
BANK = {"type": "object", "required": ["iban"], "properties": {"iban": {"type": "string"}}}
BOTH = {"type": "object", "properties": {"token": {"type": "string"}, "iban": {"type": "string"}}}


def names(
    tmp_path: Path,
    schema: dict[str, Any],
    *,
    path: str = "/payments",
    method: str = "post",
    answer: Any = None,
    both: Any = BOTH,
    id: str = "",
    examples: Any = None,
    query: Any = None,
    **components: Any,
) -> list[str]:
    return [tool.name for tool in tools(tmp_path, schema, path, method, answer, both, id, examples, query, components)]


def tools(
    tmp_path: Path,
    schema: dict[str, Any],
    path: str = "/payments",
    method: str = "post",
    answer: Any = None,
    both: Any = BOTH,
    id: str = "",
    examples: Any = None,
    query: Any = None,
    components: Any = None,
) -> tuple[Tool, ...]:
    media = {"schema": schema} | ({"examples": examples} if examples else {})
    operation = {
        "operationId": id or ("createPayment" if "{" not in path else "actOnPayment"),
        "requestBody": {"required": True, "content": {"application/json": media}},
        "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": answer or {}}}}},
        "parameters": (
            [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}] if "{" in path else []
        )
        + ([{"in": "query", "required": True} | query] if query else []),
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.example.test"}],
        "paths": {path: {method: operation}},
        "components": {"schemas": {"Card": CARD, "Bank": BANK, "Both": both} | (components or {})},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    return pipeline.tools(source).toolset.tools


def either(*components: str) -> dict[str, Any]:
    return {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in components]}


def object_of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": properties}


def test_a_body_of_kinds_splits(tmp_path: Path) -> None:
    assert names(tmp_path, either("Card", "Bank")) == ["create_card_payment", "create_bank_payment"]


def test_a_required_property_of_kinds_splits(tmp_path: Path) -> None:
    assert names(tmp_path, object_of(method=either("Card", "Bank"))) == ["create_card_payment", "create_bank_payment"]


def test_an_optional_property_of_kinds_does_not(tmp_path: Path) -> None:
    schema = object_of(method=either("Card", "Bank")) | {"required": []}
    assert names(tmp_path, schema) == ["create_payment"]


def test_a_kind_that_holds_the_others_stays_one_tool(tmp_path: Path) -> None:
    assert names(tmp_path, either("Card", "Both")) == ["create_payment"]


def test_more_than_eight_kinds_stay_one_tool(tmp_path: Path) -> None:
    many = [object_of(kind={"const": f"k{n}"}, **{f"f{n}": {"type": "string"}}) for n in range(9)]
    assert names(tmp_path, {"oneOf": many}) == ["create_payment"]


@pytest.mark.parametrize("values", [["capture", "cancel", "refund"], ["approve", "reject"]])
def test_verbs_split(tmp_path: Path, values: list[str]) -> None:
    schema = object_of(action={"type": "string", "enum": values})
    found = names(tmp_path, schema, path="/payments/{id}/actions")
    assert [name.split("_")[0] for name in found] == values


def test_verbs_that_the_answer_repeats_are_an_attribute(tmp_path: Path) -> None:
    action = {"type": "string", "enum": ["capture", "cancel"]}
    assert (
        len(names(tmp_path, object_of(action=action), path="/payments/{id}/actions", answer=object_of(action=action)))
        == 1
    )


def test_nouns_do_not_split(tmp_path: Path) -> None:
    assert len(names(tmp_path, object_of(type={"type": "string", "enum": ["debit", "credit"]}))) == 1


def test_kinds_that_are_tools_are_named_as_they_are(tmp_path: Path) -> None:
    kinds = {
        "oneOf": [
            object_of(action={"const": "create_user"}, name={"type": "string"}),
            object_of(action={"const": "delete_user"}, user_id={"type": "string"}),
        ]
    }
    assert names(tmp_path, kinds) == ["create_user", "delete_user"]


@pytest.mark.parametrize("keyword", ["items", "prefixItems"])
def test_an_answer_whose_items_are_itself_is_read_to_an_end(tmp_path: Path, keyword: str) -> None:
    inner: Any = {"$ref": "#/components/schemas/Both/properties/token"}
    recursive = {"allOf": [{keyword: [inner] if keyword == "prefixItems" else inner}]}
    schema = {"type": "object", "properties": {"token": recursive}}
    operation = {"type": "object", "required": ["action"], "properties": {"action": {"enum": ["lock", "unlock"]}}}
    assert names(tmp_path, operation, answer=schema, both=schema)


# --- (a) a body that is a union


TEXT = {"type": "string"}


def kind(required: str, *optional: str, **fixed: Any) -> dict[str, Any]:
    """An object that needs one field; `fixed` are constants by name."""
    constants = {name: {"const": value} for name, value in fixed.items()}
    return {
        "type": "object",
        "required": [required, *constants],
        "properties": dict.fromkeys((required, *optional), TEXT) | constants,
    }


def test_kinds_behind_another_choice_are_kinds(tmp_path: Path) -> None:
    inner = {"oneOf": [{"$ref": "#/components/schemas/Card"}, {"$ref": "#/components/schemas/Bank"}]}
    assert names(tmp_path, either("Source"), Source=inner) == ["create_card_payment", "create_bank_payment"]


def test_kinds_beside_what_all_share_are_kinds(tmp_path: Path) -> None:
    whole = {"allOf": [object_of(amount={"type": "integer"}), either("Card", "Bank")]}
    assert names(tmp_path, whole) == ["create_card_payment", "create_bank_payment"]


def test_numbers_tell_kinds_of_the_same_fields_apart(tmp_path: Path) -> None:
    kinds = {"SpamRule": kind("name", type=1), "KeywordRule": kind("name", type=2)}
    assert names(tmp_path, either(*kinds), path="/rules", id="createRule", **kinds) == [
        "create_spam_rule",
        "create_keyword_rule",
    ]


def test_the_same_fields_without_a_value_that_tells_stay_one_tool(tmp_path: Path) -> None:
    assert names(tmp_path, either("One", "Two"), One=kind("name", "size"), Two=kind("name", "size")) == [
        "create_payment"
    ]


def test_a_value_does_not_help_where_one_kind_holds_the_other(tmp_path: Path) -> None:
    kinds = {"Link": kind("email", method="link"), "Code": kind("email", "code", method="code")}
    assert names(tmp_path, either(*kinds), **kinds) == ["create_payment"]


def test_kinds_that_need_nothing_of_their_own_stay_one_tool(tmp_path: Path) -> None:
    shapes = {"One": kind("amount", "by_area"), "Two": kind("amount", "by_url"), "Three": kind("amount", "by_id")}
    assert names(tmp_path, either(*shapes), **shapes) == ["create_payment"]


def test_fields_that_only_an_answer_has_make_no_kind(tmp_path: Path) -> None:
    def shown(name: str) -> dict[str, Any]:
        return {
            "type": "object",
            "required": ["amount", name],
            "properties": {"amount": TEXT, name: {"type": "string", "readOnly": True}},
        }

    assert names(tmp_path, either("One", "Two"), One=shown("url"), Two=shown("href")) == ["create_payment"]


def test_parts_that_a_patch_lists_side_by_side_stay_one_tool(tmp_path: Path) -> None:
    parts = {"anyOf": [kind("name"), kind("colour"), kind("size")]}
    assert len(names(tmp_path, parts, path="/payments/{id}", method="patch")) == 1


def test_several_values_for_one_kind_make_one_tool(tmp_path: Path) -> None:
    pets = {"Dog": kind("kind", "bark"), "Cat": kind("kind", "meow")}
    mapping = {tag: f"#/components/schemas/{name}" for tag, name in (("dog", "Dog"), ("hound", "Dog"), ("cat", "Cat"))}
    schema = either(*pets) | {"discriminator": {"propertyName": "kind", "mapping": mapping}}
    made = tools(tmp_path, schema, path="/pets", id="createPet", components=pets)
    assert [tool.name for tool in made] == ["create_dog_pet", "create_cat_pet"]
    assert made[0].input_schema["properties"]["kind"]["enum"] == ["dog", "hound"]
    assert "kind" not in made[1].input_schema["properties"]


def test_a_read_is_split_by_what_it_computes_from_and_not_by_its_filter(tmp_path: Path) -> None:
    def numbers(*required: str) -> dict[str, Any]:
        values = {"type": "array", "items": {"type": "number"}}
        return {"type": "object", "required": list(required), "properties": dict.fromkeys(required, values)}

    forms = {"oneOf": [numbers("returns"), numbers("prices", "dates")]}
    assert names(tmp_path, forms, path="/risk", id="calculateRisk") == [
        "calculate_risk_from_returns",
        "calculate_risk_from_prices",
    ]
    assert names(tmp_path, forms, path="/risks/search", id="searchRisks") == ["search_risks"]


# --- (b) a property that is a union


def test_an_optional_property_that_every_example_gives_counts_as_required(tmp_path: Path) -> None:
    schema = object_of(method=either("Card", "Bank")) | {"required": []}
    card, bank = {"method": {"token": "t"}}, {"method": {"iban": "i"}}
    both = {"card": {"value": card}, "bank": {"value": bank}}
    assert names(tmp_path, schema, examples=both) == ["create_card_payment", "create_bank_payment"]
    assert names(tmp_path, schema, examples={"card": {"value": card}, "none": {"value": {}}}) == ["create_payment"]


def test_a_selector_beside_the_kinds_is_fixed(tmp_path: Path) -> None:
    schema = object_of(via={"type": "string", "enum": ["card", "bank"]}, method=either("Card", "Bank"))
    made = tools(tmp_path, schema)
    assert [tool.name for tool in made] == ["create_card_payment", "create_bank_payment"]
    assert not any("via" in tool.input_schema["properties"] for tool in made)


# --- (c) verbs


def test_actions_of_a_path_may_have_their_verb_last(tmp_path: Path) -> None:
    action = object_of(action_type={"type": "string", "enum": ["FlushMetrics", "InstanceStart", "SendCtrlAltDel"]})
    assert names(tmp_path, action, path="/actions", method="put", id="createSyncAction") == [
        "flush_metrics",
        "start_instance",
        "send_ctrl_alt_del",
    ]


def test_actions_of_which_one_holds_the_others_are_actions(tmp_path: Path) -> None:
    type = {"type": "string", "enum": ["attach", "detach"]}
    shapes = {"Detach": object_of(type=type), "Attach": object_of(type=type, host=TEXT)}
    mapping = {"attach": "#/components/schemas/Attach", "detach": "#/components/schemas/Detach"}
    schema = either(*shapes) | {"discriminator": {"propertyName": "type", "mapping": mapping}}
    answer = object_of(action=object_of(type=TEXT, status=TEXT))
    found = names(tmp_path, schema, path="/volumes/{id}/actions", id="postVolumeAction", answer=answer, **shapes)
    assert sorted(found) == ["attach_volume", "detach_volume"]


def test_an_action_in_the_query_splits(tmp_path: Path) -> None:
    query = {"name": "action", "schema": {"type": "string", "enum": ["start", "stop"]}}
    assert names(tmp_path, {}, path="/servers/{id}", id="actOnServer", query=query) == ["start_server", "stop_server"]


def test_actions_on_a_list_are_done_to_many(tmp_path: Path) -> None:
    schema = object_of(action={"type": "string", "enum": ["archive", "restore"]}, ids={"type": "array", "items": TEXT})
    assert names(tmp_path, schema, path="/orders/bulk", id="bulkOrders") == ["archive_orders", "restore_orders"]


def test_choices_without_end_are_read_to_an_end(tmp_path: Path) -> None:
    told = {"discriminator": {"propertyName": "kind"}}
    circle = {f"Link{n}": either(*(f"Link{m}" for m in range(20) if m != n)) | told for n in range(20)}
    assert len(names(tmp_path, either("Card", "Bank", *circle), **circle)) == 2


def test_more_than_eight_actions_stay_one_tool(tmp_path: Path) -> None:
    verbs = ["start", "stop", "pause", "resume", "restart", "lock", "unlock", "rename", "resize"]
    schema = object_of(action={"type": "string", "enum": verbs})
    assert len(names(tmp_path, schema, path="/servers/{id}/actions", id="actOnServer")) == 1


@pytest.mark.parametrize("values", [["buy", "sell"], ["Capture", "Authorize"]])
def test_verbs_that_an_answer_keeps_as_text_are_an_attribute(tmp_path: Path, values: list[str]) -> None:
    schema = object_of(intent={"type": "string", "enum": values})
    assert names(tmp_path, schema, path="/orders", id="createOrder", answer=object_of(intent=TEXT)) == ["create_order"]


def test_states_do_not_split(tmp_path: Path) -> None:
    schema = object_of(state={"type": "string", "enum": ["Paused", "Resumed"]})
    assert len(names(tmp_path, schema, path="/machines/{id}", method="patch", id="updateMachine")) == 1


# --- (d) fields of its own for each value


def certificate(*, key: str, domains: str, type: Any = None) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": TEXT,
            "type": type or {"type": "string", "enum": ["managed", "uploaded"], "default": "uploaded"},
            "private_key": TEXT | {"description": key},
            "domain_names": {"type": "array", "items": TEXT, "description": domains},
        },
    }


@pytest.mark.parametrize(
    ("key", "domains"),
    [
        (
            "The key. Required for type `uploaded` certificates.",
            "The domains. Required for type `managed` certificates.",
        ),
        ("Required if type is uploaded.", "Must be set when type = managed."),
        ('Only needed with "uploaded".', 'Mandatory if the certificate is "managed".'),
    ],
)
def test_descriptions_that_require_fields_for_two_values_split(tmp_path: Path, key: str, domains: str) -> None:
    made = tools(tmp_path, certificate(key=key, domains=domains), path="/certificates", id="createCertificate")
    assert [tool.name for tool in made] == ["create_managed_certificate", "create_uploaded_certificate"]
    managed, uploaded = (tool.input_schema for tool in made)
    assert "equired" not in json.dumps(managed["properties"]) + json.dumps(uploaded["properties"])
    assert sorted(managed["required"]) == sorted(managed["properties"]) == ["domain_names", "name"]
    assert sorted(uploaded["required"]) == sorted(uploaded["properties"]) == ["name", "private_key"]


@pytest.mark.parametrize(
    ("key", "domains"),
    [
        ("Required for type `uploaded`.", "The domains."),
        ("Only for type `uploaded`.", "Only for type `managed`."),
        ("Not required for type `uploaded`.", "Not required for type `managed`."),
        ("Required for type `uploaded` or `managed`.", "Required for type `managed` or `uploaded`."),
        ("Required.", "The managed domains, required."),
    ],
)
def test_descriptions_that_require_less_do_not(tmp_path: Path, key: str, domains: str) -> None:
    schema = certificate(key=key, domains=domains)
    assert names(tmp_path, schema, path="/certificates", id="createCertificate") == ["create_certificate"]


@pytest.mark.parametrize("keyword", ["then", "else"])
def test_if_and_then_split(tmp_path: Path, keyword: str) -> None:
    def rule(value: str, field: str, other: str) -> dict[str, Any]:
        found = {"if": {"properties": {"type": {"const": value}}}, "then": {"required": [field]}}
        return found | ({"else": {"required": [other]}} if keyword == "else" else {})

    rules = [rule("managed", "domain_names", "private_key"), rule("uploaded", "private_key", "domain_names")]
    schema = certificate(key="", domains="") | {"allOf": rules[: 1 if keyword == "else" else 2]}
    assert names(tmp_path, schema, path="/certificates", id="createCertificate") == [
        "create_managed_certificate",
        "create_uploaded_certificate",
    ]


def target(**more: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["type"],
        "properties": {
            "type": {"type": "string", "enum": ["address", "server"]},
            "address": object_of(ip=TEXT),
            "server": object_of(id=TEXT),
        }
        | more,
    }


def test_an_object_for_each_value_splits(tmp_path: Path) -> None:
    assert names(tmp_path, target(), path="/balancers/{id}/add_target", id="addTarget") == [
        "add_address_target",
        "add_server_target",
    ]


def test_an_object_for_each_value_of_what_is_stored_does_not(tmp_path: Path) -> None:
    answer = object_of(target=target())
    assert len(names(tmp_path, target(), path="/balancers/{id}/add_target", id="addTarget", answer=answer)) == 1


def posting(title: str, topic: str) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["text"],
        "properties": {
            "text": TEXT,
            "title": TEXT | {"description": title},
            "topic_id": TEXT | {"description": topic},
            "recipients": {"type": "array", "items": TEXT, "description": "Required for a private message."},
        },
    }


def said(
    tmp_path: Path, schema: dict[str, Any], *, summary: str = "", description: str = "", id: str = ""
) -> list[str]:
    """The tools of an operation with these texts."""
    operation = {
        "operationId": id,
        "summary": summary,
        "description": description,
        "requestBody": {"content": {"application/json": {"schema": schema}}},
        "responses": {"204": {"description": "ok"}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.example.test"}],
        "paths": {"/posts": {"post": operation}},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    return [tool.name for tool in pipeline.tools(source).toolset.tools]


def test_things_that_a_summary_lists_split_where_each_needs_its_own(tmp_path: Path) -> None:
    summary = "Creates a new topic, a new reply, or a private message"
    needs = posting("Required for a new topic or private message.", "Required if creating a new reply.")
    assert said(tmp_path, needs, summary=summary, id="createEntry") == [
        "create_topic",
        "create_reply",
        "create_private_message",
    ]
    loose = posting("The title.", "Optional if creating a new reply.")
    assert len(said(tmp_path, loose, summary=summary, id="createEntry")) == 1


def test_verbs_that_a_description_joins_split_where_each_takes_its_own(tmp_path: Path) -> None:
    fields = object_of(start={"type": "integer"}, before={"type": "integer"}, uris=TEXT) | {"required": []}
    told = "To reorder items, include `start` and `before`. To replace items, pass `uris`."
    found = said(
        tmp_path, fields, description=f"Either reorder or replace items. {told}", id="reorder-or-replace-items"
    )
    assert found == ["reorder_items", "replace_items"]
    assert len(said(tmp_path, fields, description=told, id="updateItems")) == 1


# --- the tools that come of it


def test_counted_labels_give_way_to_what_a_kind_needs(tmp_path: Path) -> None:
    shapes = {"PaymentOption1": kind("token"), "PaymentOption2": kind("iban")}
    assert names(tmp_path, either(*shapes), **shapes) == ["create_payment_with_token", "create_payment_with_iban"]


def test_a_split_tool_explains_itself_by_its_name_and_its_operation(tmp_path: Path) -> None:
    tools(tmp_path, either("Card", "Bank"))
    by_name = pipeline.explain(tmp_path / "api.json", "create_card_payment")
    by_operation = pipeline.explain(tmp_path / "api.json", "POST /payments")
    assert [each.subject for each in by_name] == ["create_card_payment"]
    assert [each.subject for each in by_operation] == ["create_card_payment", "create_bank_payment"]
    told = [decision.text for decision, _ in by_name[0].decisions if decision.rule in ("GRA001", "NAM001")]
    assert told == [
        "Split into 2 tools: the body is one of 2 kinds.",
        "Named create_card_payment: its kind is 'Card', of create_payment.",
    ]


def test_who_gets_a_name_does_not_depend_on_the_order(tmp_path: Path) -> None:
    def operation(parameters: list[str]) -> dict[str, Any]:
        named = [{"name": n, "in": "path", "required": True, "schema": TEXT} for n in parameters]
        body = object_of(action={"type": "string", "enum": ["attach", "detach"]})
        return {
            "summary": "Act on a disk by disk id" if parameters else "Act on a disk by serial",
            "parameters": named,
            "requestBody": {"content": {"application/json": {"schema": body}}},
            "responses": {"204": {"description": "ok"}},
        }

    paths = {"/disks/actions": {"post": operation([])}, "/disks/{disk_id}/actions": {"post": operation(["disk_id"])}}
    found = []
    for keys in (list(paths), list(reversed(paths))):
        source = tmp_path / "api.json"
        source.write_text(
            json.dumps(
                {
                    "openapi": "3.0.3",
                    "info": {"title": "Demo", "version": "1"},
                    "servers": [{"url": "https://api.example.test"}],
                    "paths": {key: paths[key] for key in keys},
                }
            )
        )
        found.append({tool.operation: tool.name for tool in pipeline.tools(source).toolset.tools})
    assert found[0] == found[1]
    assert found[0]["POST /disks/{disk_id}/actions#attach"] == "attach_disk"
    assert found[0]["POST /disks/actions#attach"] == "attach_disk_by_serial"


def test_what_is_said_of_a_sibling_is_left_unsaid(tmp_path: Path) -> None:
    schema = object_of(action={"type": "string", "enum": ["attach", "detach"]})
    text = "Performs an action on a volume. Attaching needs a host. Detached volumes keep their data. Costs apply."
    source = tmp_path / "api.json"
    tools(tmp_path, schema, "/volumes/{id}/actions")
    document = json.loads(source.read_text())
    document["paths"]["/volumes/{id}/actions"]["post"]["description"] = text
    source.write_text(json.dumps(document))
    attach, detach = (tool.description for tool in pipeline.tools(source).toolset.tools)
    assert "Attaching needs a host." in attach
    assert "Detached" not in attach
    assert "Performs" not in attach
    assert "Detached volumes keep their data." in detach
    assert "Attaching" not in detach
    assert "Costs apply." in attach
    assert "Costs apply." in detach
