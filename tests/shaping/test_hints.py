"""Hints: what a tool does to state, by method, verb and words."""

from __future__ import annotations

import pytest

from mcpgen.model.schema import Object, Property, Scalar, Schema, Union, Variant
from mcpgen.model.toolset import Hints, Profile
from mcpgen.shaping.hints import hints
from tests.shaping.operations import ONE, ORIGIN, TEXT, array, obj, operation

APPS, MCP = Profile.CONNECTED_APPS, Profile.MCP
YES_OR_NO = Scalar(origin=ORIGIN, type="boolean")
URL = Scalar(origin=ORIGIN, type="string", format="uri", description="URL of the feed")
WHERE = Scalar(origin=ORIGIN, type="string", description="The address where notifications are delivered.")


def order(name: str) -> Object:
    """An object with one required property."""
    return Object(origin=ORIGIN, properties=(Property(name=name, schema=TEXT, required=True),))


def one_of(*variants: Schema) -> Union:
    """A choice of these."""
    return Union(origin=ORIGIN, variants=tuple(Variant(label="", schema=variant) for variant in variants))


def of(key: str, name: str, profile: Profile = MCP, *, fixed: tuple[str, ...] = (), **facts: object) -> Hints:
    """The hints of an operation under a name."""
    return hints(operation(key, **facts), name=name, profile=profile, fixed=fixed)[0]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("GET /books", "list_books"),
        ("HEAD /books/{id}", "check_book"),
        ("POST /books/search", "search_books"),
        ("POST /points/query", "query_points"),
        ("POST /orders/validate", "validate_order"),
        ("POST /orders/preview", "preview_order"),
        ("POST /tax/calculate", "calculate_tax"),
        ("POST /users/export", "export_users"),
        ("POST /backfills/dry_run", "create_backfill_dry_run"),
        ("POST /books/batch-get", "batch_get_books"),
        ("POST /geometry-converter", "create_geometry_converter"),
        ("POST /currencies/convert", "convert_currency"),
        ("POST /signatures/verify", "verify_signature"),
        ("POST /oauth/introspect", "introspect_token"),
        ("POST /containers/{id}/wait", "wait_for_container"),
        ("GET /report", "generate_report"),
        ("GET /resolve", "resolve_domain"),
    ],
)
def test_reads(key: str, name: str) -> None:
    for profile in Profile:
        assert of(key, name, profile) == Hints(read_only=True, destructive=False, idempotent=True, open_world=False)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("GET /logout", "logout_user"),
        ("GET /users/{id}/delete", "delete_user"),
        ("GET /server/restart", "restart_server"),
        ("GET /jobs/{id}/start", "start_job"),
        ("POST /books", "create_book"),
        ("POST /repos/{id}/watch", "watch_repo"),
        ("PATCH /books/{id}", "update_book"),
        ("DELETE /books/{id}", "delete_book"),
        ("GET /posts/{id}/like", "get_post_like"),
        ("GET /#Action=PurgeQueue", "get_purge_queue"),
        ("GET /createPad", "get_pad"),
        ("GET /chat.update", "get_chat"),
        ("GET /account/generateOtp", "generate_account_otp"),
        ("POST /leads/{id}/convert", "convert_lead"),
        ("POST /sessions", "get_or_create_session"),
        ("POST /rooms/{id}/check-in", "check_in_guest"),
        ("POST /oauth/token", "get_access_token"),
        ("POST /graphql", "query_graphql"),
        ("POST /messages/{id}/read", "read_message"),
        ("POST /otp/validate", "validate_otp"),
        ("POST /smtp/test", "test_smtp_connection"),
        ("POST /hooks/{id}/ping", "ping_webhook"),
    ],
)
def test_writes(key: str, name: str) -> None:
    assert not of(key, name).read_only
    assert of(key, name, APPS).destructive


@pytest.mark.parametrize(
    ("key", "id", "summary", "read_only"),
    [
        ("GET /flows/browser", "createBrowserFlow", "Create a flow for browsers", False),
        ("GET /jobs/{id}/restore", "getRestore", "Status of a restore", True),
        ("GET /resources/destroy", "list_resources", "List resources to destroy", True),
        ("GET /rules", "preview_rules", "", True),
        ("GET /rules/prune", "pruneRules", "", False),
        ("GET /books/{id}", "notifyGetBook", "", True),
        ("GET /books/{id}", "", "Update notes of a book", True),
        ("GET /books/{id}", "", "Allows you to archive the book", False),
        ("POST /charts/data", "", "Returns the data of a chart", True),
        ("POST /charts/data", "", "Takes a question and returns the data", True),
        ("POST /charts/data", "createChartData", "Returns the new data", False),
        ("POST /loans/{id}/return", "returnLoan", "Return a book", False),
    ],
)
def test_ids_paths_and_texts_say_what_the_name_does_not(key: str, id: str, summary: str, read_only: bool) -> None:
    name = "get_thing" if key.startswith("GET") else "create_thing"
    made = operation(key, id, summary=summary)
    assert hints(made, name=name, profile=MCP)[0].read_only is read_only


@pytest.mark.parametrize(
    ("name", "summary", "answer_type", "read_only"),
    [
        ("create_diploma", "Verify a diploma", "application/pdf", True),
        ("verify_diploma", "", "application/pdf", True),
        ("download_diploma", "Verify a diploma", "application/pdf", True),
        ("download_diploma", "Cancel a diploma", "application/pdf", False),
        ("verify_diploma", "", "application/json", False),
        ("create_diploma", "Create a diploma", "application/pdf", False),
        ("create_diploma", "", "application/pdf", False),
        ("book_flight", "", "application/pdf", False),
    ],
)
def test_a_file_made_for_the_call_is_an_answer(name: str, summary: str, answer_type: str, read_only: bool) -> None:
    made = operation("POST /diplomas", summary=summary, answer=TEXT, answer_type=answer_type)
    assert hints(made, name=name, profile=MCP)[0].read_only is read_only


def test_a_post_that_creates_what_it_reads_is_a_write() -> None:
    assert not of("POST /reports/export", "export_report", status="202", answer=ONE).read_only


@pytest.mark.parametrize(
    ("key", "name", "destructive"),
    [
        ("POST /books", "create_book", False),
        ("POST /teams/{id}/members", "add_team_member", False),
        ("POST /messages", "send_message", False),
        ("PUT /books/{id}", "create_book", False),
        ("PUT /files/{path}", "upload_file", True),
        ("PUT /teams/{id}/members/{member}", "update_team_member", False),
        ("PUT /books/{id}/star", "star_book", False),
        ("PATCH /books/{id}", "update_book", True),
        ("DELETE /books/{id}", "delete_book", True),
        ("DELETE /books/{id}/star", "unstar_book", True),
        ("POST /orders/{id}/cancel", "cancel_order", True),
        ("POST /servers/{id}/actions", "create_server_action", True),
        ("POST /clients/{id}/secret", "create_client_secret", True),
        ("POST /servers/{id}/exec", "execute_command", True),
        ("POST /devices/{id}/commands", "send_command", True),
        ("POST /jobs/{id}/run", "run_job", False),
        ("POST /kernels", "start_kernel", False),
        ("POST /servers/{id}/start", "start_server", True),
        ("POST /webhooks/{id}", "execute_webhook", False),
        ("POST /connections/test", "test_rule", False),
        ("POST /polls/{id}/poll", "poll_answer", False),
        ("POST /firewalls/{id}/apply", "apply_firewall_to_servers", False),
        ("POST /manifests/apply", "apply_manifest", True),
        ("POST /payouts", "pay_supplier", True),
    ],
)
def test_in_profile_mcp_what_only_adds_is_not_destructive(key: str, name: str, destructive: bool) -> None:
    assert of(key, name, MCP).destructive is destructive
    assert of(key, name, APPS).destructive


@pytest.mark.parametrize(
    ("key", "name", "idempotent"),
    [
        ("PUT /books/{id}", "update_book", True),
        ("DELETE /books/{id}", "delete_book", True),
        ("PATCH /books/{id}", "update_book", True),
        ("PUT /stock/{id}", "increment_stock", False),
        ("PATCH /items/{id}", "toggle_item", False),
        ("POST /books", "create_book", False),
        ("POST /orders/{id}/cancel", "cancel_order", True),
        ("POST /customers/{id}", "update_customer", True),
        ("POST /invoices/{id}/void", "void_invoice", True),
        ("POST /pulls/{id}/merge", "merge_pull", True),
        ("POST /books/bulk-delete", "bulk_delete_books", True),
        ("POST /servers/{id}/start", "start_server", True),
        ("POST /kernels", "start_kernel", False),
        ("POST /servers/{id}/reboot", "reboot_server", False),
        ("POST /servers/{id}/reset", "reset_server", False),
        ("POST /settings/reset", "reset_settings", True),
        ("POST /users/{id}/reset", "reset_user_password", False),
        ("POST /diffs/apply", "apply_diff", False),
        ("POST /auth/refresh", "refresh_access_token", False),
        ("POST /caches/{id}/refresh", "refresh_cache", True),
        ("POST /servers/{id}/actions", "create_server_action", False),
        ("POST /issues/{id}/labels", "add_issue_labels", True),
        ("POST /playlists/{id}/items", "add_playlist_items", False),
        ("POST /transfers", "transfer_money", False),
        ("POST /payments/{id}/confirm", "confirm_payment", False),
        ("PUT /users/{id}/mail", "send_mail", False),
        ("GET /createPad", "create_pad", False),
        ("GET /deletePad", "delete_pad", True),
    ],
)
def test_idempotent(key: str, name: str, idempotent: bool) -> None:
    assert of(key, name).idempotent is idempotent


def test_what_is_written_by_id_alone_only_links() -> None:
    ids = obj(server_ids=array(TEXT))
    assert of("POST /pools/{id}/servers", "add_pool_servers", body=ids).idempotent
    assert not of("POST /pools/{id}/servers", "add_pool_servers", body=obj(size=TEXT)).idempotent
    assert not of("PUT /me/albums", "save_albums", body=obj(ids=array(TEXT))).destructive
    assert of("PUT /me/settings", "save_settings", body=obj(theme=TEXT)).destructive


@pytest.mark.parametrize(
    ("id", "summary", "destructive", "idempotent"),
    [
        ("", "Add or replace books", True, True),
        ("createOrUpdateBook", "", True, True),
        ("createBookIfNotExists", "", False, True),
        ("", "Updates the account's book", True, True),
        ("", "Stores a new book", False, False),
        ("", "To keep a note, you create a book", False, False),
        ("", "Block the book", True, True),
        ("", "Book creation", False, False),
    ],
)
def test_a_weak_verb_of_the_name_yields_to_the_text(id: str, summary: str, destructive: bool, idempotent: bool) -> None:
    found, _ = hints(operation("POST /books", id, summary=summary), name="create_book", profile=MCP)
    assert (found.destructive, found.idempotent) == (destructive, idempotent)


def test_a_noun_of_the_name_is_no_verb_where_the_text_says_another() -> None:
    made = operation("PUT /alerts/{id}", summary="Update an alert policy")
    assert hints(made, name="alert_policy", profile=MCP)[0] == Hints(
        read_only=False, destructive=True, idempotent=True, open_world=False
    )


def test_a_list_of_actions_is_not_idempotent() -> None:
    assert not of("PATCH /books", "update_books", body=obj(actions=array(ONE))).idempotent
    assert not of("PATCH /books/{id}", "update_book", body=array(obj(op=TEXT, path=TEXT))).idempotent
    assert of("PATCH /books", "update_books", body=obj(titles=array(TEXT))).idempotent
    assert not of("PUT /cluster", "update_cluster", body=one_of(order("move_shard"), order("drop_replica"))).idempotent
    assert of("PUT /cluster", "update_cluster", body=one_of(order("card"), order("bank_account"))).idempotent


def test_a_toggle_that_is_told_its_state_is_idempotent() -> None:
    assert of("PUT /player/shuffle", "toggle_shuffle", query=("state",)).idempotent
    assert not of("PUT /player/shuffle", "toggle_shuffle").idempotent


def test_a_json_patch_may_add_up_and_a_merge_patch_does_not() -> None:
    body = array(obj(op=TEXT))
    assert not of("PATCH /books/{id}", "update_book", body=body, body_type="application/json-patch+json").idempotent
    assert of("PATCH /books/{id}", "update_book", body=ONE, body_type="application/merge-patch+json").idempotent


@pytest.mark.parametrize(
    ("key", "name", "open_world"),
    [
        ("POST /orders/{id}/receipt", "send_receipt", True),
        ("POST /users/{id}/invite", "invite_user", True),
        ("POST /hooks/{id}/test", "test_webhook", True),
        ("POST /posts/{id}/publish", "publish_post", True),
        ("POST /payouts", "create_payout", True),
        ("POST /transfers", "transfer_money", True),
        ("POST /crawls", "crawl_site", True),
        ("POST /repos/{id}/transfer", "transfer_repo_ownership", False),
        ("POST /templates", "create_message_template", False),
        ("POST /user/emails", "add_email", False),
        ("GET /payouts", "list_payouts", False),
        ("GET /notifications", "list_notifications", False),
        ("DELETE /payments/{id}", "delete_payment", False),
        ("POST /refunds", "create_refund", True),
        ("POST /charges/{id}/capture", "capture_charge", True),
        ("POST /screens/{id}/capture", "capture_image", False),
        ("POST /orders/limit", "create_limit_order", True),
        ("POST /orders", "create_order", False),
        ("POST /messages", "create_message", True),
        ("POST /queues/{id}/messages", "send_message", False),
        ("POST /commands", "send_command", False),
        ("POST /posts", "create_post", True),
        ("POST /otp", "generate_otp", True),
        ("POST /connections/test", "test_connection", True),
        ("POST /rules/test", "test_rule", False),
        ("POST /webhooks/{id}", "execute_webhook", True),
        ("POST /sheets/{id}/share", "share_sheet", False),
    ],
)
def test_open_world(key: str, name: str, open_world: bool) -> None:
    assert of(key, name).open_world is open_world


@pytest.mark.parametrize(
    ("key", "name", "asked", "open_world"),
    [
        ("POST /hooks", "create_hook", {"url": TEXT}, True),
        ("POST /hooks", "create_hook", {"name": TEXT}, False),
        ("POST /streams", "create_stream", {"callbackUrl": TEXT}, True),
        ("POST /feeds", "submit_feed", {"feed": URL}, True),
        ("POST /feeds", "submit_feed", {"feed": TEXT}, False),
        ("POST /repos/migrate", "migrate_repo", {"clone_addr": TEXT}, True),
        ("POST /channels", "watch_events", {"address": WHERE}, True),
        ("POST /users", "create_user", {"address": TEXT}, False),
        ("POST /sites", "create_site", {"url": TEXT}, False),
        ("POST /imports", "import_data", {"url": TEXT}, True),
        ("PATCH /events/{id}", "update_event", {"sendUpdates": YES_OR_NO}, True),
        ("PATCH /events/{id}", "update_event", {"sender": TEXT}, False),
        ("POST /reports", "create_report", {"recipients": array(TEXT)}, True),
        ("POST /password/reset", "reset_password", {"email": TEXT}, True),
        ("POST /password/reset", "reset_password", {"email": TEXT, "token": TEXT}, False),
        ("POST /invites", "create_invite", {"email": TEXT}, True),
        ("POST /invites", "create_invite", {"max_uses": TEXT}, False),
        ("POST /emails", "create_email", {"to": TEXT, "subject": TEXT}, True),
        ("POST /user/emails", "create_email", {"email": TEXT}, False),
    ],
)
def test_open_world_by_what_is_asked(key: str, name: str, asked: dict[str, object], open_world: bool) -> None:
    assert of(key, name, body=obj(**asked)).open_world is open_world  # type: ignore[arg-type]


def test_a_password_that_is_mailed_on_request_changes_nothing_yet() -> None:
    found = of("POST /password/reset", "reset_password", body=obj(email=TEXT))
    assert found == Hints(read_only=False, destructive=False, idempotent=False, open_world=True)


def test_a_fixed_selector_speaks_for_its_variant() -> None:
    assert of("POST /files", "create_file", fixed=("delete",)).destructive
    assert not of("POST /files", "create_file", fixed=("card",)).destructive


def test_each_hint_that_says_something_has_a_reason_at_the_operation() -> None:
    made = operation("POST /messages")
    _, reasons = hints(made, name="send_message", profile=APPS)
    assert [r.rule for r in reasons] == ["ANN002", "ANN003", "ANN004"]
    assert all(r.text.endswith(".") and r.origin == made.origin for r in reasons)


@pytest.mark.parametrize(
    ("key", "name", "facts"),
    [
        ("GET /views.open", "open_view", {"summary": "Open a view for a user."}),
        ("GET /files.remote.share", "share_file_remote", {}),
        ("GET /apps.permissions.request", "request_app_permission", {}),
        ("GET /workflows.stepCompleted", "get_workflow_step_completed", {}),
        ("GET /workflows.stepFailed", "get_workflow_step_failed", {"summary": "Indicate that a step failed"}),
        (
            "GET /pods/{name}/exec",
            "get_pod_exec",
            {"id": "connectGetPodExec", "summary": "connect GET requests to exec"},
        ),
        ("HEAD /pods/{name}/proxy", "check_pod_proxy", {"id": "connectHeadPodProxy"}),
        ("GET /copyPad", "get_copy_pad", {"id": "copyPadUsingGET"}),
        ("GET /token-exchange", "get_token_exchange", {"id": "exchangeToken", "summary": "Exchange Token"}),
        ("GET /metrics/process", "get_process", {"id": "request-metrics", "summary": "Request production of metrics"}),
        ("GET /jobs/{id}/run", "get_job_run", {"id": "runJob"}),
        ("GET /pods/{id}/exec", "get_pod_exec", {"id": "execPod", "summary": "Execute a command"}),
        ("GET /dislike", "get_dislike", {}),
    ],
)
def test_get_that_changes_something(key: str, name: str, facts: dict[str, str]) -> None:
    made = operation(key, facts.get("id", ""), summary=facts.get("summary", ""))
    assert not hints(made, name=name, profile=MCP)[0].read_only


@pytest.mark.parametrize(
    ("key", "name", "facts"),
    [
        ("GET /reports.generate", "generate_report", {}),
        ("GET /teams.log", "get_team_log", {"summary": "Lists what happened"}),
        ("GET /orders.completed", "list_completed_orders", {}),
        ("GET /orders.stepCompleted", "list_steps", {"summary": "List completed steps"}),
        ("GET /apps/{id}/exec", "get_exec", {"id": "apps_get_exec", "summary": "Retrieve Exec URL"}),
        ("GET /jobs/{id}/run", "get_job_run", {"id": "getJobRun"}),
        ("GET /jobs/{id}/run", "get_job_run", {"id": "runOfJob", "summary": "Returns the run"}),
        ("GET /exchange-rate", "get_exchange_rate", {"id": "exchangeRate", "summary": "Exchange rate"}),
        ("GET /stopTimes", "list_stop_times", {"id": "stopTimes"}),
        ("GET /blockInfo", "get_block_info", {"id": "blockInfo"}),
        ("GET /importErrors", "list_import_errors", {"id": "importErrors", "summary": "Import Errors"}),
    ],
)
def test_get_with_a_noun_that_is_a_verb_too(key: str, name: str, facts: dict[str, str]) -> None:
    made = operation(key, facts.get("id", ""), summary=facts.get("summary", ""))
    assert hints(made, name=name, profile=MCP)[0].read_only
