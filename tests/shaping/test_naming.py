"""Names: verb_noun, from operation id, summary or path; unique and independent of order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.diagnostics import SourceError
from mcpgen.frontends.openapi import is_openapi, read
from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.schema import Array, Object, Property, Ref, Schema
from mcpgen.shaping.distinct import letters
from mcpgen.shaping.naming import MAX_LENGTH, name_operations
from mcpgen.source import load
from tests.corpus.manifest import FOLDER, MANIFEST, entries
from tests.shaping.operations import ORIGIN, TEXT, array, obj, operation

LIST = array()
PAGE = obj(data=array(), next=TEXT)
ONE = obj(id=TEXT, title=TEXT)


def names(*operations: Operation, title: str = "Demo") -> dict[str, str]:
    """Key → name."""
    return {key: n.name for key, n in name_operations(operations, api_title=title).items()}


def name(key: str, id: str = "", answer: Schema | None = None, **facts: object) -> str:
    """The name of an operation that stands alone."""
    return names(operation(key, id, answer=answer, **facts))[key]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "id", "expected"),
    [
        ("GET /books", "listBooks", "list_books"),
        ("POST /books", "create-book", "create_book"),
        ("GET /users/{userId}/messages", "gmail.users.messages.list", "list_user_messages"),
        ("GET /orgs/{org}/repos", "repos/list-for-org", "list_repos_for_org"),
        ("GET /items/{item_id}", "read_item_items__item_id__get", "get_item"),
        ("GET /users/{id}", "getUserUsingGET_1", "get_user"),
        ("GET /users/{id}", "Users_GetById", "get_user"),
        ("GET /users", "UsersController_findAll_v1", "list_users"),
        ("POST /users/search", "UsersController_search_v1_users_search_post", "search_users"),
        ("POST /v1/greeter/hello", "UserService_CreateUser", "create_user"),
        ("POST /account/block", "post-account-block", "block_account"),
        ("GET /v1/accounts/{account}/capabilities", "GetAccountsAccountCapabilities", "list_account_capabilities"),
        ("GET /orgs/{org}/members", "orgListMembers", "list_org_members"),
        ("POST /admin/users", "adminCreateUser", "create_user"),
        ("GET /pet/findByStatus", "findPetsByStatus", "search_pets_by_status"),
        ("GET /users", "getAllUsers", "list_users"),
        ("GET /users", "getUserList", "list_users"),
        ("GET /users/{id}", "findOne", "get_user"),
        ("POST /drafts/{id}", "publishDraft", "publish_draft"),
        ("PUT /users/{id}", "editUser", "update_user"),
        ("GET /users/{id}", "fetchUser", "get_user"),
        ("DELETE /users/{id}", "users-destroy", "delete_user"),
        ("POST /containers/create", "ContainerCreate", "create_container"),
        ("GET /albums/{id}", "get-an-album", "get_album"),
        ("GET /projects/default", "projects_get_default", "get_default_project"),
        ("GET /self-service/recovery/api", "createNativeRecoveryFlow", "create_native_recovery_flow"),
        ("POST /users/bulk", "bulkCreateUsers", "bulk_create_users"),
        ("POST /chat.postMessage", "chat_postMessage", "post_message"),
        ("POST /search", "performSearch", "search_demo"),
        ("POST /webhooks/{id}/{token}", "execute_webhook", "execute_webhook"),
    ],
)
def test_operation_ids_of_many_frameworks(key: str, id: str, expected: str) -> None:
    assert name(key, id) == expected


@pytest.mark.parametrize(
    ("key", "answer", "expected"),
    [
        ("GET /books", LIST, "list_books"),
        ("GET /books", PAGE, "list_books"),
        ("GET /api/v2/books/{bookId}", ONE, "get_book"),
        ("POST /books", ONE, "create_book"),
        ("PUT /books/{bookId}", ONE, "update_book"),
        ("DELETE /books/{bookId}", None, "delete_book"),
        ("GET /orders/{orderId}/lines", LIST, "list_order_lines"),
        ("GET /orders/{orderId}/lines/{line}", ONE, "get_order_line"),
        ("POST /orders/{orderId}/cancel", ONE, "cancel_order"),
        ("POST /widgets/{id}:activate", ONE, "activate_widget"),
        ("POST /orders/{id}/actions/refund", ONE, "refund_order"),
        ("POST /users/{id}/reset-password", None, "reset_user_password"),
        ("POST /messages/{id}/mark-as-read", None, "mark_message_as_read"),
        ("GET /settings", ONE, "get_settings"),
        ("GET /users/me", ONE, "get_current_user"),
        ("GET /me/playlists", LIST, "list_my_playlists"),
        ("POST /users/search", PAGE, "search_users"),
        ("GET /search/shows", LIST, "search_shows"),
        ("POST /users/bulk", None, "bulk_create_users"),
        ("GET /users.list", LIST, "list_users"),
        ("GET /orders/latest", ONE, "get_latest_order"),
        ("GET /media/{mediaId}/content", None, "get_media_content"),
        ("GET /products/category/{category}", LIST, "list_products_by_category"),
        ("GET /users/by-name/{name}", ONE, "get_user_by_name"),
        ("GET /users/count", None, "count_users"),
        ("PUT /teams/{team}/members/{user}", None, "add_team_member"),
        ("GET /", None, "get_root"),
        ("HEAD /books/{id}", None, "check_book"),
        ("GET /series", LIST, "list_series"),
        ("GET /analyses/{id}", ONE, "get_analysis"),
    ],
)
def test_method_and_path_where_there_is_no_operation_id(key: str, answer: Schema | None, expected: str) -> None:
    assert name(key, answer=answer) == expected


def test_a_short_imperative_summary_names_what_has_no_operation_id() -> None:
    assert name("PUT /user/follows/shows/{id}", summary="Follow a show") == "follow_show"
    assert name("GET /v2/x/{id}", summary="Get a pet") == "get_pet"


@pytest.mark.parametrize("summary", ["Order details", "This endpoint gets a pet"])
def test_other_summaries_do_not(summary: str) -> None:
    assert name("GET /pets/{id}", summary=summary) == "get_pet"


def test_a_get_is_called_by_what_it_does() -> None:
    assert name("GET /reports/{id}", "createReport", ONE) == "create_report"
    assert name("GET /reports/{id}", "createReport", ONE, summary="Get a report") == "get_report"
    assert name("GET /pets/{id}", summary="Delete a pet if it exists, else do nothing") == "delete_pet"
    assert name("GET /plugins/importErrors", "importErrors", obj(errors=TEXT)) == "get_import_errors"


def test_a_get_that_says_in_its_path_that_it_writes_keeps_its_verb() -> None:
    assert name("GET /createGroup", "createGroupUsingGET") == "create_group"


def test_put_replaces_where_patch_updates() -> None:
    assert names(operation("PUT /books/{id}"), operation("PATCH /books/{id}")) == {
        "PUT /books/{id}": "replace_book",
        "PATCH /books/{id}": "update_book",
    }


@pytest.mark.parametrize(
    ("key", "id", "expected"),
    [
        ("POST /users/{id}/logout", "postLogout", "logout_user"),
        ("POST /branches/{b}/revert", "revertBranch", "revert_branch"),
        ("POST /points/scroll", "", "scroll_points"),
        ("POST /databases/{id}/resize", "databases_post_resize", "resize_database"),
        ("POST /orders/{id}/capture", "orders.capture", "capture_order"),
        ("POST /calendars/{id}/clear", "calendar.calendars.clear", "clear_calendar"),
        ("POST /channels/stop", "calendar.channels.stop", "stop_channel"),
        ("POST /firewalls/{id}/actions/apply_to_hosts", "apply_to_hosts", "apply_firewall_to_hosts"),
        ("PUT /groups/{name}", "Groups_CreateOrUpdate", "create_or_update_group"),
        ("POST /charts/{id}/filter_state", "", "create_chart_filter_state"),
        ("POST /scrobble/episodes", "", "scrobble_episodes"),
        ("POST /runs/list", "get_list_runs_batch", "query_runs"),
    ],
)
def test_a_verb_in_the_path_acts_on_the_one_thing_before_it(key: str, id: str, expected: str) -> None:
    assert name(key, id) == expected


@pytest.mark.parametrize(
    ("key", "id", "answer", "expected"),
    [
        ("PUT /me/albums", "save-albums-user", None, "save_user_albums"),
        ("DELETE /playlists/{id}/items", "remove-items-playlist", None, "remove_playlist_items"),
        ("POST /lists", "create_list_of_the_user", ONE, "create_list"),
        ("PUT /lists/{id}/status", "change_status_of_the_list", ONE, "update_list_status"),
        ("DELETE /reported/ip", "delete_all_addresses_reported_by_the_user", None, "delete_all_reported_addresses"),
        ("GET /boards/private/{id}/content", "get_board_content", ONE, "get_private_board_content"),
        ("GET /groups/{id}/members", "getMembers", LIST, "list_group_members"),
        ("GET /radar/queues/{host}", "radar_queue", ONE, "get_radar_queue"),
        ("GET /products/types", "", LIST, "list_product_types"),
        ("GET /asn/{number}", "query_asn", ONE, "get_asn"),
        ("GET /asn/{number}/prefixes", "query_asn_prefixes_list", LIST, "list_asn_prefixes"),
        ("GET /services/count", "GetServicesCounter", ONE, "count_services"),
        ("GET /orgs/{org}/members/{user}", "orgIsMember", None, "check_org_member"),
        ("GET /owners", "getCollectionResource-owner-get_1", LIST, "list_owners"),
        ("PATCH /books/{id}", "books_partial_update", ONE, "update_book"),
        ("PATCH /roles", "bulk_update_roles", None, "bulk_update_roles"),
    ],
)
def test_nouns_in_order_with_their_parent_and_without_wrappers(
    key: str, id: str, answer: Schema | None, expected: str
) -> None:
    assert name(key, id, answer) == expected


@pytest.mark.parametrize(
    ("key", "id", "summary", "expected"),
    [
        ("PUT /me/player/pause", "pause-a-users-playback", "Pause Playback", "pause_playback"),
        ("POST /me/player/next", "skip-users-playback-to-next-track", "Skip To Next", "skip_to_next"),
        ("GET /search", "search", "Search for Item", "search_items"),
        ("PUT /me/following", "follow-artists-users", "Follow Artists or Users", "follow_artists_or_users"),
        ("POST /groups/{name}/users", "post-group-users", "Add users to a group", "add_users_to_group"),
        ("PATCH /shares/{id}", "patch-shares", "Revoke shared access", "revoke_shared_access"),
        ("POST /users", "post-users", "Create multiple users", "create_multiple_users"),
        ("PATCH /identities/{id}", "patchIdentity", "Patch an identity", "update_identity"),
        (
            "PUT /drives/{id}",
            "putDrive",
            "Creates or updates a drive. Only before the start.",
            "create_or_update_drive",
        ),
        ("GET /account/benefits", "getBenefits", "Get a list of benefits", "list_benefits"),
        ("PUT /votes/episodes/{id}", "", "Vote for an episode", "vote_for_episode"),
    ],
)
def test_a_summary_speaks_where_an_id_repeats_its_method_or_its_caller(
    key: str, id: str, summary: str, expected: str
) -> None:
    assert name(key, id, summary=summary) == expected


def test_the_root_is_the_collection_of_what_the_parameter_below_it_names() -> None:
    found = names(operation("GET /", "get", answer=LIST), operation("GET /{realm}", "getByRealm", answer=ONE))
    assert found == {"GET /": "list_realms", "GET /{realm}": "get_realm"}


def test_several_are_told_from_one_by_a_word_and_not_by_a_plural() -> None:
    found = names(
        operation("DELETE /charts", query=["ids"]),
        operation("DELETE /charts/{id}"),
        operation("GET /charts", answer=LIST),
    )
    assert set(found.values()) == {"delete_multiple_charts", "delete_chart", "list_charts"}


@pytest.mark.parametrize(
    ("operations", "expected"),
    [
        (["GET /orgs/{org}/issues", "GET /repos/{o}/{r}/issues"], {"list_org_issues", "list_repo_issues"}),
        (["GET /admin/users", "GET /users"], {"list_admin_users", "list_users"}),
        (["GET /v1/books", "GET /v2/books"], {"list_books_v1", "list_books"}),
        (["DELETE /users", "DELETE /users/{id}"], {"delete_all_users", "delete_user"}),
        (["GET /shows/{id}", "GET /shows/{slug}"], {"get_show_by_id", "get_show_by_slug"}),
    ],
)
def test_namesakes_are_told_apart_by_the_nearest_word(operations: Sequence[str], expected: set[str]) -> None:
    assert set(names(*(operation(key) for key in operations)).values()) == expected


def test_operation_ids_that_differ_only_in_signs_or_not_at_all() -> None:
    found = names(
        operation("GET /a", "foo/list"),
        operation("GET /b", "foo.list"),
        operation("GET /c", "fooList"),
        operation("GET /d", "FOO_LIST"),
    )
    assert len(set(found.values())) == 4
    assert not any(re.search(r"\d", n) for n in found.values())
    same = names(operation("GET /a", "getStatus"), operation("GET /b", "getStatus"))
    assert set(same.values()) == {"get_a_status", "get_b_status"}


def test_long_names_are_shortened_by_whole_words_and_stay_apart() -> None:
    long = "WorkspaceKnowledgePageWithAttachmentsAndPermissions"
    found = names(operation("POST /p", f"create{long}"), operation("DELETE /p", f"delete{long}"))
    assert set(found.values()) == {"create_workspace_knowledge_page", "delete_workspace_knowledge_page"}
    key = "POST /a"
    longest = name(key, "ServiceController_updateServiceUsersAuthorityGroupMembershipForTenantAndRegionOfTheWorld")
    assert len(longest) <= MAX_LENGTH
    assert longest.startswith("update_service_user_authority_group")


WORDS = st.sampled_from(
    ["users", "orders", "lines", "search", "{id}", "{name}", "me", "status", "v1", "番号", "a-b", "bulk", "cancel"]
)
PATHS = st.lists(WORDS, max_size=4).map(lambda parts: "/" + "/".join(parts))
IDS = st.sampled_from(["", "listUsers", "list", "getUser", "createUser", "x", "foo_bar", "users.get", "delete", "番号"])
OPERATIONS = st.lists(
    st.tuples(st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE"]), PATHS, IDS),
    min_size=1,
    max_size=8,
    unique_by=lambda o: o[:2],
)


@given(OPERATIONS, st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_names_are_portable_unique_and_independent_of_order(
    found: list[tuple[str, str, str]], random: st.DataObject
) -> None:
    operations = [operation(f"{method} {path}", id) for method, path, id in found]
    first = name_operations(operations, api_title="Demo")
    random.shuffle(operations)  # type: ignore[attr-defined]
    assert dict(name_operations(operations, api_title="Demo")) == dict(first)
    made = [n.name for n in first.values()]
    assert len(set(made)) == len(operations)
    for n in first.values():
        assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)+", n.name)
        assert len(n.name) <= 64
        assert vocabulary.is_verb(vocabulary.verb_and_noun(n.name)[0])
        assert n.title != n.name
        assert not re.search(r"_\d+$", n.name)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("POST /pins.add", "add_pin"),
        ("GET /users.list", "list_users"),
        ("POST /channels.setTopic", "set_channel_topic"),
        ("POST /api/calls.participants.remove", "remove_call_participant"),
        ("GET /bots.info", "get_bot_info"),
        ("GET /views.open", "open_view"),
        ("GET /admin.requests.denied.list", "list_denied_requests"),
    ],
)
def test_paths_that_are_names_of_methods(key: str, expected: str) -> None:
    assert name(key, answer=LIST if expected.startswith("list") else None) == expected
    assert name(key, re.sub(r"\W+", "_", key.split("/")[-1]), LIST if expected.startswith("list") else None) == expected


@pytest.mark.parametrize(
    ("key", "id", "expected"),
    [
        ("PATCH /variables", "bulk_variables", "bulk_update_variables"),
        ("POST /episodes", "getEpisodesInBatch", "batch_get_episodes"),
        ("POST /messages/batches", "createMessageBatch", "create_message_batch"),
        ("POST /events/quickAdd", "calendar.events.quickAdd", "quick_add_event"),
        ("DELETE /users/{id}", "softDeleteUser", "soft_delete_user"),
    ],
)
def test_how_a_thing_is_done_is_said_before_the_verb(key: str, id: str, expected: str) -> None:
    assert name(key, id) == expected


def test_patch_keeps_its_word_beside_an_update() -> None:
    made = [operation("PUT /books/{id}", "books.update"), operation("PATCH /books/{id}", "books.patch")]
    assert list(names(*made).values()) == ["update_book", "patch_book"]
    alone = [operation("PATCH /books/{id}", "patchBook")]
    assert list(names(*alone).values()) == ["update_book"]


@pytest.mark.parametrize(
    ("key", "id", "expected"),
    [
        ("POST /repos/{id}/pulls/{n}/merge", "repoMergePullRequest", "merge_pull_request"),
        ("POST /issues/{id}/stopwatch/start", "issueStartStopwatch", "start_stopwatch"),
        ("POST /repos/{id}/hooks/{hook}/tests", "repoTestHook", "test_hook"),
        ("POST /runners/{id}/pull_request", "runnerPullRequest", "create_runner_pull_request"),
        ("PUT /jobs/{id}", "stopPurge", "stop_purge"),
        ("POST /export/cve", "exportScanData", "export_scan_data"),
        ("DELETE /load_balancers/{id}/cache", "loadBalancers_delete_cache", "delete_load_balancer_cache"),
        ("POST /servers/{id}/actions/poweron", "power_on_server", "power_on_server"),
        ("POST /servers/{id}/actions/poweroff", "", "power_off_server"),
        ("POST /firewalls/{id}/actions/set_rules", "set_rules", "set_firewall_rules"),
        ("POST /steps/{id}/raise-priority", "postStepRaisePriority", "raise_step_priority"),
        ("POST /pets/{id}/uploadImage", "uploadFile", "upload_pet_image"),
        ("PUT /users/{id}/verification-email", "putVerificationEmail", "send_verification_email"),
        ("POST /store/order", "placeOrder", "place_order"),
        ("POST /pools/{id}/recycle", "pools_recycle", "recycle_pool"),
        ("POST /users/{id}/recovery/link", "createRecoveryLink", "create_recovery_link"),
    ],
)
def test_the_verb_among_words_that_are_nouns_too(key: str, id: str, expected: str) -> None:
    assert name(key, id) == expected


@pytest.mark.parametrize(
    ("key", "id", "expected"),
    [
        ("GET /assets/aliases/{alias_id}", "get_asset_alias", "get_asset_alias"),
        ("GET /customers/{customerId}/orders", "getOrdersByCustomerId", "list_customer_orders"),
        ("POST /firewalls/{id}/droplets", "firewalls_assign_droplets", "assign_droplets_to_firewall"),
        ("POST /placement_groups", "create_placementgroup", "create_placement_group"),
        ("GET /calendarList", "calendarList.list", "list_calendars"),
        ("GET /u/{username}", "", "get_user"),
        ("GET /{comicId}/info.0.json", "", "get_comic"),
        ("POST /images", "images_create_custom", "create_custom_image"),
        ("PUT /playlists/{id}", "change-playlist-details", "update_playlist_details"),
    ],
)
def test_nouns_by_what_the_path_knows(key: str, id: str, expected: str) -> None:
    assert name(key, id, LIST if expected.startswith("list") else None) == expected


def test_that_input_is_sent_is_not_said() -> None:
    assert name("POST /users", "createUsersWithListInput", body=array()) == "create_users_with_list"


def test_items_of_a_collection_in_the_singular_are_called_by_their_parameter() -> None:
    made = [operation("POST /acl", "acl.insert"), operation("DELETE /acl/{ruleId}", "acl.delete")]
    assert names(*made)["DELETE /acl/{ruleId}"] == "delete_acl_rule"
    assert name("GET /balance/{accountId}", "getBalance", ONE) == "get_balance"


def test_a_list_comes_back_of_things_asked_for_by_ids() -> None:
    body = Object(origin=ORIGIN, properties=(Property(name="ids", schema=array(), required=True),))
    assert name("GET /albums", "get-multiple-albums", LIST, query=["ids"]) == "list_albums_by_ids"
    made = [operation("POST /points", "get_points", answer=LIST, body=body), operation("GET /points/{id}", "get_point")]
    assert names(*made)["POST /points"] == "list_points_by_ids"


@pytest.mark.parametrize(
    ("key", "id", "summary", "expected"),
    [
        ("POST /cron/{task}", "cronRun", "Run cron task", "run_cron_task"),
        ("DELETE /me/following/{name}", "userDeleteFollow", "Unfollow a user", "unfollow_user"),
        ("DELETE /settings/stop-words", "deletestopWords", "Reset stopWords", "reset_stop_words"),
        ("GET /me/recently-played", "get-recently-played", "Get Recently Played Tracks", "get_recently_played_tracks"),
        ("POST /post_actions", "performPostAction", "Like a post and other actions", "create_post_action"),
        ("GET /tags/{id}/shows", "", "List all shows under this tag", "list_tag_shows"),
    ],
)
def test_summaries_that_say_more_than_ids(key: str, id: str, summary: str, expected: str) -> None:
    assert name(key, id, LIST if expected.startswith("list") else ONE, summary=summary) == expected


def test_what_is_added_is_a_plural_where_the_body_takes_several() -> None:
    assert name("POST /issues/{id}/labels", "issueAddLabel", body=obj(label_ids=array())) == "add_issue_labels"
    assert name("POST /issues/{id}/labels", "issueAddLabel", body=obj(label=TEXT)) == "add_issue_label"


def test_the_bookstore() -> None:
    api = read(load(Path(__file__).parents[2] / "examples/specs/bookstore.yaml"))
    found = name_operations(api.operations, api_title=api.title, schemas=api.schemas)
    by_id = {o.id: found[o.key].name for o in api.operations}
    camel = {id: re.sub(r"(?<!^)([A-Z])", r"_\1", id).lower() for id in by_id}
    assert by_id == camel


def test_titles_are_in_sentence_case_with_acronyms() -> None:
    found = name_operations([operation("GET /dns-records", "listDnsRecords")], api_title="Demo")
    assert found["GET /dns-records"].title == "List DNS records"
    assert "listDnsRecords" in found["GET /dns-records"].reason


@given(
    st.text(max_size=40),
    st.text(max_size=40),
    st.text(alphabet=st.characters(exclude_characters="{}"), max_size=30),
    st.text(max_size=20),
)
@settings(max_examples=100, deadline=None)
def test_any_text_gives_a_portable_name(id: str, summary: str, path: str, tag: str) -> None:
    made = [
        operation(f"GET /{path}", id, summary=summary, tags=[tag]),
        operation(f"POST /{path}/{{{tag}}}", id, summary=summary),
    ]
    found = [n.name for n in name_operations(made, api_title=tag).values()]
    assert len(set(found)) == 2
    assert all(re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)+", n) and len(n) <= 64 for n in found)


@pytest.mark.parametrize(
    ("key", "id", "summary", "expected"),
    [
        ("GET /pods/{name}/exec", "connectGetPodExec", "connect GET requests to exec of Pod", "connect_pod_exec"),
        ("GET /views.open", "views_open", "Open a view for a user.", "open_view"),
        ("GET /workflows.stepCompleted", "workflows_stepCompleted", "", "complete_workflow_step"),
        ("GET /copyPad", "copyPadUsingGET", "", "copy_pad"),
        ("GET /sessions/token-exchange", "exchangeToken", "Exchange Token", "exchange_token"),
        ("GET /metrics/process", "request-metrics", "Request production of metrics", "request_metrics"),
        ("GET /token", "create_token", "Create a token", "create_token"),
        ("GET /sessions/logout", "disconnectUser", "", "logout_user"),
    ],
)
def test_what_writes_by_get_is_called_by_what_it_does(key: str, id: str, summary: str, expected: str) -> None:
    assert name(key, id, summary=summary) == expected


@pytest.mark.parametrize(
    ("key", "id", "summary", "expected"),
    [
        ("POST /repos/{id}/reviews/{review}/undismissals", "repoUnDismissReview", "", "undismiss_review"),
        ("POST /repos/{id}/reviews/{review}/dismissals", "repoDismissReview", "", "dismiss_review"),
        ("POST /posts/{id}/unlikes", "un-like-post", "", "unlike_post"),
    ],
)
def test_undoing_is_a_verb_of_its_own(key: str, id: str, summary: str, expected: str) -> None:
    assert name(key, id, summary=summary) == expected


@pytest.mark.parametrize(
    ("key", "id", "summary", "expected"),
    [
        ("GET /museums/search", "performSearch", "", "search_museums"),
        ("GET /contacts/sync", "performSync", "Perform a sync", "sync_contacts"),
        ("POST /refunds", "processRefund", "", "create_refund"),
        ("POST /refunds", "process_refund", "Process a refund", "create_refund"),
        ("POST /payments/{id}/refund", "executeRefund", "", "refund_payment"),
        ("POST /payments", "processPayment", "", "process_payment"),
        ("DELETE /logout/api", "performNativeLogout", "Perform Logout for Native Apps", "logout_for_native_apps"),
        ("POST /health", "performHealthCheck", "", "check_health"),
        ("POST /servers/{id}/maintenance", "performMaintenance", "", "run_maintenance"),
    ],
)
def test_what_is_performed_is_the_verb(key: str, id: str, summary: str, expected: str) -> None:
    assert name(key, id, summary=summary) == expected


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Bulk create, update, and delete pools.", "bulk_edit_pools"),
        ("Bulk update pools.", "bulk_update_pools"),
        ("Bulk create and update pools.", "bulk_update_pools"),
    ],
)
def test_bulk_of_several_changes_edits(description: str, expected: str) -> None:
    assert name("PATCH /pools", "bulk_pools", summary="Bulk Pools", description=description) == expected


def test_post_that_only_asks_creates_nothing() -> None:
    returns = "Takes a query and returns the data."
    assert name("POST /chart/data", summary=returns) == "query_chart_data"
    assert name("POST /{realm}/partial-export", "postPartialExport") == "export_partial_realm"
    assert name("POST /charts", summary="Create a chart") == "create_chart"
    assert name("POST /chart/dry_run", "create_chart_dry_run", summary=returns) == "preview_chart"


@pytest.mark.parametrize(
    ("key", "id", "expected"),
    [
        ("GET /namespaces/{namespace}/pods/{name}", "readNamespacedPod", "get_pod"),
        ("DELETE /namespaces/{namespace}/pods", "deleteCollectionNamespacedPod", "delete_pods"),
        ("GET /pods", "listPodForAllNamespaces", "list_pods"),
        ("GET /namespaces/{ns}/pods", "listPodForAllNamespaces", "list_pods_for_all_namespaces"),
        ("GET /replicationcontrollers/{name}", "readReplicationController", "get_replication_controller"),
        ("GET /users/{id}", "UserController_findOne", "get_user"),
        ("POST /agents/{id}/api_keys", "create_agent_api_key", "create_agent_api_key"),
        ("GET /api/v1/books", "apiBooksList", "list_books"),
        ("POST /pods/{name}/exec", "connectPostPodExec", "connect_pod_exec"),
        ("GET /cwsus/{id}/cwas/{date}", "cwa", "get_cwa"),
        ("PATCH /instances/{id}/dry_run", "patch_instance_dry_run", "preview_instance_update"),
        ("POST /#Action=ChangeVisibility", "POST_ChangeVisibility", "update_visibility"),
        ("GET /articles{mediaTypeExtension}", "", "list_articles"),
        ("GET /glossary/{pageName}", "", "get_glossary_page"),
    ],
)
def test_what_is_no_part_of_a_name_and_what_is(key: str, id: str, expected: str) -> None:
    assert name(key, id) == expected


def test_those_of_one_owner_are_told_from_all() -> None:
    made = [
        operation("GET /pods", "listPodForAllNamespaces"),
        operation("GET /namespaces/{namespace}/pods", "listNamespacedPod"),
    ]
    assert names(*made) == {"GET /pods": "list_pods", "GET /namespaces/{namespace}/pods": "list_namespace_pods"}


@pytest.mark.parametrize(
    ("key", "id", "text", "expected"),
    [
        (
            "POST /clients/{id}/secret",
            "postClientSecret",
            "Generate a new secret for the client",
            "generate_client_secret",
        ),
        ("POST /clients/{id}/nodes", "postNodes", "Registers a node with the client.", "register_node"),
        ("POST /orders", "createOrder", "Submits an order.", "create_order"),
        ("POST /orders", "postOrders", "Creates or updates an order.", "create_order"),
        ("POST /orders", "postOrders", "Starts the shipment.", "create_order"),
        ("GET /search", "search", "Full-text search on episodes, podcasts, or lists.", "search_episodes_and_podcasts"),
        ("GET /search", "search", "Search for a term.", "search_demo"),
        ("GET /info.json", "", "Fetch current comic and metadata.", "get_current_comic"),
    ],
)
def test_what_a_text_says_where_path_and_id_say_less(key: str, id: str, text: str, expected: str) -> None:
    assert name(key, id, description=text) == expected


def test_a_text_says_which_part_is_changed_where_it_is_all_that_is_given() -> None:
    state, more = obj(state=TEXT), obj(state=TEXT, name=TEXT)
    assert name("PATCH /vm", "patchVm", summary="Updates the machine state.", body=state) == "update_vm_state"
    assert name("PATCH /vm", "patchVm", summary="Updates the machine state.", body=more) == "update_vm"


def test_a_thing_has_its_longer_name_in_all_of_its_operations_or_in_none() -> None:
    flows = [
        operation("GET /authentication/flows", "getFlows", description="Get authentication flows", answer=LIST),
        operation("GET /authentication/flows/{id}", "getFlow", description="Get authentication flow for id"),
        operation("DELETE /authentication/flows/{id}", "deleteFlow", description="Delete it"),
    ]
    assert set(names(*flows).values()) == {
        "list_authentication_flows",
        "get_authentication_flow",
        "delete_authentication_flow",
    }
    taken = operation("GET /old", "getAuthenticationFlow")
    assert "get_flow" in names(*flows, taken).values()


def test_pages_are_of_lists() -> None:
    assert name("GET /waters.json", "getWaters", answer=ONE, query=["limit"]) == "list_waters"
    assert name("GET /waters.json", "getWaters", answer=ONE) == "get_waters"


def test_an_ending_that_is_no_format_chooses() -> None:
    assert name("GET /people.geo", answer=PAGE, query=["lat", "lng"]) == "list_people_by_location"
    assert name("GET /people.geo", answer=PAGE) == "list_people_by_geo"
    assert name("GET /people.json", answer=PAGE) == "list_people"


def test_one_that_comes_back_is_in_the_singular_as_the_id_says() -> None:
    assert name("GET /assets/{id}/queuedEvents", "get_asset_queued_event", answer=ONE) == "get_asset_queued_event"
    assert name("GET /assets/{id}/queuedEvents", "get_asset_queued_events", answer=PAGE) == "list_asset_queued_events"


def test_a_choice_is_of_what_comes_back() -> None:
    items = Array(origin=ORIGIN, items=Ref(origin=ORIGIN, target="#/Repository", name="Repository"))
    assert name("GET /users/{name}/starred", "userListStarred", answer=items) == "list_starred_repositories"


def test_that_an_operation_is_old_is_not_said_in_its_name() -> None:
    old = replace(operation("PATCH /comments/{id}", "editCommentDeprecated"), deprecated=True)
    assert names(old)["PATCH /comments/{id}"] == "update_comment"


def test_a_list_below_a_listed_collection_is_chosen_by_its_parameter() -> None:
    made = [
        operation("GET /git/refs", "listGitRefs", answer=LIST),
        operation("GET /git/refs/{ref}", "getRefs", answer=LIST),
    ]
    assert names(*made) == {"GET /git/refs": "list_git_refs", "GET /git/refs/{ref}": "list_refs_by_ref"}


def test_what_a_summary_calls_the_thing_that_is_computed() -> None:
    facts = {"summary": "Equal Risk Contributions Portfolio", "description": "Compute the weights of it."}
    found = name("POST /portfolio/optimization/equal-risk-contributions", **facts)
    assert found == "calculate_equal_risk_contributions_portfolio"


def test_a_list_of_other_things_behind_an_identity_is_of_what_stands_before_it() -> None:
    items = Array(origin=ORIGIN, items=Ref(origin=ORIGIN, target="#/Role", name="RoleRepresentation"))
    found = name("GET /users/{id}/role-mappings/clients/{client}", answer=items)
    assert found == "list_user_role_mappings_for_client"


@pytest.mark.parametrize(
    ("key", "id", "summary", "expected"),
    [
        ("POST /connect", "post-connect", "Connect to Fulfillment Provider", "connect_to_fulfillment_provider"),
        ("POST /get_fulfillments", "post-fulfillment-status", "Get Fulfillments", "list_fulfillments"),
        ("POST /statuses", "postStatus", "", "post_status"),
        ("DELETE /contents/{path}", "", "Delete a file in the given path", "delete_file"),
        ("GET /identity-provider/instances/{alias}", "getInstance", "", "get_identity_provider_instance"),
    ],
)
def test_where_to_and_of_what(key: str, id: str, summary: str, expected: str) -> None:
    assert name(key, id, summary=summary) == expected


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        ("[Internal] Archive a crate", "archive_crate"),
        ("(Beta) Archive a crate", "archive_crate"),
        ("2. Archive a crate", "archive_crate"),
        ("Please archive all crates", "archive_all_crates"),
        ("Irrevocably archives the crate", "archive_crate"),
        ("Endpoint to archive a crate", "archive_crate"),
        ("Used to archive a crate", "archive_crate"),
        ("Allows to archive a crate", "archive_crate"),
        ("Batch: archive crates", "batch_archive_crates"),
        ("Searches for crates and archives those found", "search_and_archive_crates"),
    ],
)
def test_a_summary_is_read_behind_what_is_no_part_of_it(summary: str, expected: str) -> None:
    assert name("POST /z", summary=summary) == expected
    assert name("POST /zz", "z9", summary=summary) == expected


def test_what_a_text_returns_is_got() -> None:
    assert name("POST /cq", summary="Returns the crates that fit a box") == "get_crates"
    assert name("POST /crates/filter", summary="Returns the crates that fit a box") == "filter_crates"
    assert name("POST /rentals", summary="Return a rental car") == "return_rental_car"


@pytest.mark.parametrize(
    ("key", "id", "summary", "expected"),
    [
        ("POST /checkout", "checkout", "Check out a basket", "checkout_basket"),
        ("POST /backup", "backup", "Back up the vault", "backup_vault"),
        ("POST /lookup", "lookup", "Looks up a parcel; fails where there is none", "lookup_parcel"),
        ("POST /check-in", "checkIn", "Check in a passenger", "checkin_passenger"),
        ("POST /pull", "pullAndPurge", "Pulls tasks and purges them", "pull_and_purge_tasks"),
    ],
)
def test_a_verb_alone_takes_its_object_from_the_text(key: str, id: str, summary: str, expected: str) -> None:
    assert name(key, id, summary=summary) == expected


@pytest.mark.parametrize(
    ("key", "id", "expected"),
    [
        ("GET /crates/{id}", "Crates_GetByIdAsync", "get_crate"),
        ("POST /crates", "Crates_CreateAsync", "create_crate"),
        ("DELETE /jobs/async/{id}", "deleteAsync", "delete_async"),
        ("POST /crates.list", "", "list_crates"),
        ("POST /graphql", "", "query_graphql"),
        ("POST /handle", "handleLoanApplication", "submit_loan_application"),
        ("POST /manage", "manageCrates", "update_crates"),
        ("POST /crates/{id}/forget", "forgetCrate", "forget_crate"),
        ("POST /downgradePlan", "downgradePlan", "downgrade_plan"),
        ("GET /example", "get-/v3/things/example", "get_example"),
        ("POST /snooze.end", "snooze_end", "end_snooze"),
        ("POST /rest-auth/login/", "rest_auth_login_create", "login_user"),
        ("POST /rest-auth/pin/reset/confirm/", "rest_auth_pin_reset_confirm_create", "confirm_pin_reset"),
        ("DELETE /plans/default", "", "delete_default_plan"),
        ("POST /admin/users/{name}/crates", "adminCreateCrate", "create_user_crate"),
        ("GET /quotas/{id}/details", "get_quota_detail_limit_detail", "get_quota_limit_detail"),
        ("POST /returns/risk-adjusted", "", "create_risk_adjusted_return"),
        ("POST /send_offer", "post-offer-sending", "send_offer"),
    ],
)
def test_marks_and_vague_words_of_ids_and_paths(key: str, id: str, expected: str) -> None:
    assert name(key, id) == expected


def test_what_an_action_of_a_group_is_done_to() -> None:
    said = "Evicts a tenant from a building"
    assert name("POST /buildings.evict", "buildings_evict", description=said) == "evict_tenant_from_building"
    assert name("POST /buildings/{id}/evict", "", summary="Evict a building") == "evict_building"


def test_an_item_of_a_list_is_its_entry() -> None:
    assert name("DELETE /me/shoppingList/{shoppingId}", "shoppingList.delete") == "delete_shopping_list_entry"


def test_words_are_parted_as_the_texts_of_the_api_part_them() -> None:
    found = names(
        operation("GET /filesets", answer=LIST),
        operation("DELETE /filesets/{id}", summary="Remove the file set that has this id, with all of its files"),
    )
    assert found["GET /filesets"] == "list_file_sets"
    assert name("GET /databases", answer=LIST, description="The database(s).") == "list_databases"


def test_words_of_other_scripts_get_no_english_plural() -> None:
    found = names(operation("GET /用户", answer=LIST), operation("GET /用户/{id}"))
    assert found["GET /用户"] == "list_yong_hu"


def test_versions_and_never_counters_tell_paths_of_several_versions_apart() -> None:
    found = names(
        operation("GET /crates", "getCrates", answer=LIST),
        operation("GET /v1/crates", "getCrates_1", answer=LIST),
        operation("GET /v2/crates", "getCrates_2", answer=LIST),
        operation("GET /v1/boxes", "getBoxes_3", answer=LIST),
        operation("GET /v1beta1/boxes", "getBoxes_4", answer=LIST),
        operation("GET /2021-01-31/bags", answer=LIST),
        operation("GET /2022-01-31/bags", answer=LIST),
    )
    assert sorted(found.values()) == [
        "list_bags",
        "list_bags_2021_01_31",
        "list_boxes",
        "list_boxes_v1beta1",
        "list_crates",
        "list_crates_v1",
        "list_crates_v2",
    ]


def test_the_whole_path_tells_apart_before_letters_do() -> None:
    found = names(operation("POST /graphql"), operation("POST /api/graphql", "graphql"))
    assert found == {"POST /graphql": "query_graphql", "POST /api/graphql": "query_graphql_in_api"}
    found = names(operation("GET /crates/search", answer=LIST), operation("POST /crates/_search", answer=LIST))
    assert found["POST /crates/_search"] == "search_crates_by_post"


@pytest.mark.skipif(not (FOLDER / MANIFEST).is_file(), reason="no corpus")
def test_no_name_of_the_corpus_holds_a_number_or_letters_of_its_own() -> None:
    for found in entries(FOLDER):
        try:
            source = load(FOLDER / found.path)
            if not is_openapi(source.root.data):
                continue
            api = read(source)
        except SourceError:
            continue
        given = name_operations(api.operations, api_title=api.title, schemas=api.schemas)
        for each in api.operations:
            own = given[each.key].name
            text = " ".join((each.path, each.id, each.summary, each.description)).lower()
            numbers = [word for word in re.findall(r"[a-z]*\d+", own) if not _known(word, text, each)]
            assert not numbers, f"{found.name}: {own} for {each.key}"
            assert not own.endswith(letters(each.key)), f"{found.name}: {own} for {each.key}"


def _known(word: str, text: str, each: Operation) -> bool:
    """Whether a word with a number is one of the sources', and no counter of namesakes at the end of an id."""
    counter = re.search(r"_(\d{1,3})$", each.id)
    if counter is not None and word == counter[1]:
        return word in re.findall(r"\d+", each.path)
    if re.fullmatch(r"v\d+", word):
        return word in each.path.lower()
    return word in text or word.strip("abcdefghijklmnopqrstuvwxyz") in text


def test_what_tells_most_tools_of_a_thing_apart_stands_in_the_names_of_all() -> None:
    paths = ["/quotes", "/lending/quotes"]
    found = names(
        *(operation(f"GET {path}", answer=array(ONE)) for path in paths),
        *(operation(f"GET {path}/{{quote}}", answer=ONE) for path in paths),
        operation("POST /lending/quotes", answer=ONE),
        operation("POST /lending/quotes/{quote}/submit", answer=ONE),
    )
    assert found["GET /quotes/{quote}"] == "get_quote"
    assert {found[key] for key in found if "lending" in key} == {
        "list_lending_quotes",
        "get_lending_quote",
        "create_lending_quote",
        "submit_lending_quote",
    }
