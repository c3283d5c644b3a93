"""An enum of verbs chooses what is done only where a thing is there to do it to; its fields go with its values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.toolset import Tool

TEXT = {"type": "string"}


def verbs(*values: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(values)}


def body(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": list(required), "properties": properties}


def tools(
    tmp_path: Path, key: str, id: str, schema: Any, *, more: Any = None, required: bool = True, query: Any = ()
) -> tuple[Tool, ...]:
    method, path = key.split()
    identified = [{"name": "id", "in": "path", "required": True, "schema": TEXT}] if "{id}" in path else []
    operation: dict[str, Any] = {
        "responses": {"204": {"description": "done"}},
        "parameters": [*identified, *query],
    }
    if schema is not None:
        operation["requestBody"] = {"required": required, "content": {"application/json": {"schema": schema}}}
    if id:
        operation["operationId"] = id
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.example.test"}],
        "paths": {path: {method.lower(): operation}},
    }
    for place, others in (more or {}).items():
        document["paths"].setdefault(place, {}).update(others)
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    return tuple(t for t in pipeline.tools(source).toolset.tools if t.whole_operation == f"{method} {path}")


def names(*given: Any, **more: Any) -> list[str]:
    return [tool.name for tool in tools(*given, **more)]


@pytest.mark.parametrize(
    ("key", "id", "name", "values"),
    [
        ("POST /listeners", "createListener", "event", ("create", "update", "delete")),
        ("POST /listeners/{id}", "actOnListener", "event", ("create", "update", "delete")),
        ("PATCH /listeners/{id}", "patchListener", "on_delete", ("archive", "delete")),
        ("POST /retention", "createRetention", "action", ("archive", "delete")),
        ("POST /networks/{id}/rules", "", "action", ("allow", "deny")),
        ("POST /networks/{id}/rules", "addRule", "action", ("allow", "deny")),
        ("PUT /rules/{id}", "updateRule", "action", ("allow", "deny")),
        ("PUT /rules/{id}", "", "action", ("allow", "deny")),
        ("POST /alarms", "createAlarm", "action", ("notify", "escalate")),
        ("POST /plans", "createPlan", "task", ("import", "export")),
        ("POST /plans/{id}", "runPlan", "default_action", ("import", "export")),
        ("POST /archives/{id}/import", "importArchive", "mode", ("merge", "replace")),
        ("PUT /lifecycles/{id}", "updateLifecycle", "action", ("archive", "delete")),
        ("PUT /gates/{id}", "updateGate", "action", ("allow", "block", "reject")),
        ("POST /parcels/{id}/handover", "handOver", "method", ("drop", "collect", "send")),
        ("PUT /branches/{id}/base", "updateBase", "style", ("merge", "rebase")),
        ("POST /ledgers/{id}/postings", "post", "side", ("debit", "credit", "adjust")),
    ],
)
def test_what_is_stored_or_done_later_stays_an_attribute(
    tmp_path: Path, key: str, id: str, name: str, values: tuple[str, ...]
) -> None:
    made = tools(tmp_path, key, id, body(name, "label", **{name: verbs(*values), "label": TEXT}))
    assert len(made) == 1
    assert made[0].input_schema["properties"][name]["enum"] == list(values)


@pytest.mark.parametrize(
    ("key", "id", "schema", "expected"),
    [
        ("POST /pumps/{id}/power", "", body("action", action=verbs("start", "stop")), ["start_pump", "stop_pump"]),
        ("POST /pumps/{id}/operations", "createOperation", body("kind", kind=verbs("start", "stop"), note=TEXT),
         ["start_pump", "stop_pump"]),
        ("PUT /pumps/{id}", "updatePump", body("action", action=verbs("pause", "resume")),
         ["pause_pump", "resume_pump"]),
        ("POST /pumps/manage", "managePump", body("op", "pump_id", op=verbs("pause", "resume"), pump_id=TEXT),
         ["pause_pump", "resume_pump"]),
        ("POST /users/{id}/roles", "modifyUserRoles", body("operation", operation=verbs("add", "remove"), role=TEXT),
         ["add_user_role", "remove_user_role"]),
        ("PATCH /jobs/bulk", "bulkUpdateJobs", body("ids", "operation", ids={"type": "array", "items": TEXT},
                                                    operation=verbs("archive", "restore", "delete")),
         ["archive_jobs", "restore_jobs", "delete_jobs"]),
        ("POST /users/{id}/status", "setUserStatus", body("status", status=verbs("activate", "suspend", "ban")),
         ["activate_user", "suspend_user", "ban_user"]),
        ("PUT /meetings/{id}/guests/status", "", body("action", action=verbs("approve", "deny"), note=TEXT),
         ["approve_guest", "deny_guest"]),
        ("POST /cards/{id}/state", "setCardState", body("action", action=verbs("freeze", "terminate"), reason=TEXT),
         ["freeze_card", "terminate_card"]),
        ("PATCH /rows/{id}", "updateRow",
         body("op", op=verbs("set", "increment", "unset"), value={**TEXT, "description": "Required if op is `set`."},
              by={**TEXT, "description": "Required if op is `increment`."}),
         ["set_row", "increment_row", "unset_row"]),
        ("POST /reviews/{id}", "decideReview", body("decision", decision=verbs("approve", "reject")),
         ["approve_review", "reject_review"]),
    ],
)  # fmt: skip
def test_what_is_done_to_a_thing_that_is_there_splits(
    tmp_path: Path, key: str, id: str, schema: Any, expected: list[str]
) -> None:
    assert names(tmp_path, key, id, schema) == expected


@pytest.mark.parametrize("path", ["/", "/functions/{operationName}"])
def test_a_name_of_what_is_called_chooses_it(tmp_path: Path, path: str) -> None:
    place = "path" if "{" in path else "query"
    chosen = {"name": "operationName", "in": place, "required": True, "schema": verbs("sendInvoice", "deleteUser")}
    assert names(tmp_path, f"POST {path}", "callFunction", None, query=[chosen]) == ["send_invoice", "delete_user"]


def test_methods_with_their_object_are_tools_of_their_own(tmp_path: Path) -> None:
    calls = [body("method", "params", method=verbs(m), params=body(key, **{key: TEXT}))
             for m, key in (("createUser", "name"), ("sendInvoice", "to"))]  # fmt: skip
    assert names(tmp_path, "POST /jsonrpc", "rpc", {"oneOf": calls}) == ["create_user", "send_invoice"]


@pytest.mark.parametrize("where", ["read", "list", "deep", "made"])
def test_what_is_shown_or_created_at_its_place_is_an_attribute(tmp_path: Path, where: str) -> None:
    action = verbs("pause", "resume")
    shown: dict[str, Any] = {
        "read": body(action=action),
        "list": {"type": "array", "items": body(action=action)},
        "deep": body(job=body(spec=body(run=body(action=action)))),
        "made": {},
    }[where]
    answer = {"responses": {"200": {"description": "ok", "content": {"application/json": {"schema": shown}}}}}
    given = {"requestBody": {"content": {"application/json": {"schema": body(action=action)}}}}
    identified = {"parameters": [{"name": "id", "in": "path", "required": True, "schema": TEXT}]}
    more = {
        "read": {"/jobs/{id}": {"get": answer | identified}},
        "list": {"/jobs": {"get": answer}},
        "deep": {"/jobs/{id}": {"get": answer | identified}},
        "made": {"/jobs": {"post": answer | given}},
    }[where]
    schema = body("action", action=action)
    assert len(names(tmp_path, "POST /jobs/{id}", "jobAction", schema)) == 2
    assert len(names(tmp_path, "POST /jobs/{id}", "jobAction", schema, more=more)) == 1


def test_kinds_of_what_is_created_are_never_called_what_they_are_told_of(tmp_path: Path) -> None:
    def shape(event: str, own: str) -> dict[str, Any]:
        return body("event", own, event={"const": event}, **{own: TEXT})

    kinds = {"oneOf": [shape("create", "template"), shape("delete", "reason")]}
    assert not {"delete_listener", "delete_hook"} & set(names(tmp_path, "POST /listeners", "createListener", kinds))


# --- fields of an action


def inputs(made: tuple[Tool, ...]) -> dict[str, dict[str, bool]]:
    """The inputs of each tool, and whether they are required."""
    return {
        tool.name: {name: name in tool.input_schema.get("required", ()) for name in tool.input_schema["properties"]}
        for tool in made
    }


def told(size: str, until: str) -> dict[str, Any]:
    return {"size": {**TEXT, "description": size}, "until": {**TEXT, "description": until}}


EXPECTED = {
    "resize_disk": {"disk_id": True, "size": True},
    "lock_disk": {"disk_id": True, "until": False},
    "unlock_disk": {"disk_id": True},
}


@pytest.mark.parametrize(
    ("size", "until"),
    [
        ("Required for `resize`.", "Only for `lock`."),
        ("The new size. Required if action is resize.", "When it ends. Only used with action `lock`."),
    ],
)
@pytest.mark.parametrize("place", ["body", "query"])
def test_an_action_takes_the_fields_that_are_told_to_be_for_it(
    tmp_path: Path, size: str, until: str, place: str
) -> None:
    action, fields = verbs("resize", "lock", "unlock"), told(size, until)
    if place == "body":
        made = tools(tmp_path, "POST /disks/{id}/actions", "diskAction", body("action", action=action, **fields))
    else:
        query = [{"name": "action", "in": "query", "required": True, "schema": action}]
        query += [
            {"name": n, "in": "query", "schema": TEXT, "description": s["description"]} for n, s in fields.items()
        ]
        made = tools(tmp_path, "POST /disks/{id}", "diskAction", None, query=query)
    assert inputs(made) == EXPECTED


def test_an_action_in_the_query_takes_its_fields_of_the_body(tmp_path: Path) -> None:
    query = [{"name": "action", "in": "query", "required": True, "schema": verbs("resize", "lock", "unlock")}]
    fields = body(**told("Required for `resize`.", "Only for `lock`."))
    assert inputs(tools(tmp_path, "POST /disks/{id}", "diskAction", fields, query=query)) == EXPECTED


def test_what_is_for_another_action_is_told(tmp_path: Path) -> None:
    fields = told("Required for `resize`.", "Only for `lock`.")
    made = tools(tmp_path, "POST /disks/{id}/actions", "", body("action", action=verbs("resize", "lock"), **fields))
    assert [[d.text for d in tool.decisions if d.rule == "GRA002"] for tool in made] == [
        ["Not asked for, because told to be for lock: until."],
        ["Not asked for, because told to be for resize: size."],
    ]


def test_a_field_that_the_schema_requires_is_never_dropped(tmp_path: Path) -> None:
    fields = told("Only used with type `fast`. Required if type is `fast`.", "Required if type is `slow`.")
    made = tools(
        tmp_path, "POST /disks", "createDisk", body("type", "size", "until", type=verbs("fast", "slow"), **fields)
    )
    assert inputs(made) == {"create_disk": {"type": True, "size": True, "until": True}}
    made = tools(
        tmp_path, "POST /disks/{id}/actions", "", body("action", "size", action=verbs("resize", "lock"), **fields)
    )
    assert all("size" in tool.input_schema["required"] for tool in made)
    assert len(made) == 2


# --- what can no longer be given


def lost(made: tuple[Tool, ...]) -> list[list[str]]:
    rules = ("always-sent", "null-not-offered")
    return [[decision.text for decision in tool.decisions if decision.rule in rules] for tool in made]


def test_a_body_without_its_selector_is_told_to_be_lost(tmp_path: Path) -> None:
    fields = told("Required if type is `fast`.", "Required if type is `slow`.")
    made = tools(tmp_path, "POST /disks", "createDisk", body(type=verbs("fast", "slow"), **fields))
    assert lost(made) == [["A body without type cannot be given."]] * 2
    made = tools(tmp_path, "POST /disks", "createDisk", body("type", type=verbs("fast", "slow"), **fields))
    assert lost(made) == [[], []]


def test_a_selector_that_may_be_null_is_told_to_be_lost(tmp_path: Path) -> None:
    action = {"type": ["string", "null"], "enum": ["pause", "resume", None]}
    made = tools(tmp_path, "POST /jobs/{id}", "jobAction", body("action", action=action))
    assert lost(made) == [["action cannot be given as null."]] * 2


def test_a_body_that_may_be_missing_is_told_to_be_always_sent(tmp_path: Path) -> None:
    schema = body("speed", speed=verbs("slow", "fast"))
    assert lost(tools(tmp_path, "POST /jobs/{id}/run", "runJob", schema, required=False)) == [
        ["A request without its body cannot be made."]
    ]
    assert lost(tools(tmp_path, "POST /jobs/{id}/run", "runJob", schema)) == [[]]
    assert lost(tools(tmp_path, "POST /jobs/{id}/run", "runJob", body(speed=TEXT), required=False)) == [[]]


@pytest.mark.parametrize(
    ("tail", "items"),
    [({"type": "integer"}, True), (TEXT, False), (False, False)],
)
def test_a_list_whose_tail_is_of_another_type_takes_anything(tmp_path: Path, tail: Any, items: bool) -> None:
    schema = body("path", path={"type": "array", "prefixItems": [TEXT], "items": tail})
    (tool,) = tools(tmp_path, "POST /jobs", "createJob", schema)
    assert ("contentMediaType" in tool.input_schema["properties"]["path"]["items"]) is items


@pytest.mark.parametrize("id", ["deskCommand", "desk_actions"])
def test_an_operation_that_is_called_an_action_acts(tmp_path: Path, id: str) -> None:
    switch = [{"name": "op", "in": "query", "required": True, "schema": verbs("open", "close", "delete")}]
    found = names(tmp_path, "POST /desks", id, body(number=TEXT), query=switch)
    assert found == ["open_desk", "close_desk", "delete_desk"]
