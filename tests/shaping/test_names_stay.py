"""Names stay: with those of the version before at hand, no tool is renamed whose operation stayed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mcpgen import pipeline
from mcpgen.diagnostics import SourceError
from mcpgen.pins import names_in_file
from mcpgen.shaping.kept import kept
from mcpgen.shaping.naming import name_operations
from mcpgen.shaping.options import Options
from mcpgen.write.lock import Lock, lock_text
from tests.shaping.operations import operation

Key = tuple[str, str]
Facts = dict[str, Any]

PARTS = [
    "books",
    "users",
    "orders",
    "lines",
    "book",
    "{id}",
    "{isbn}",
    "me",
    "search",
    "cancel",
    "payments",
    "v1",
    "bulk",
]
PATHS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=4, unique=True).map(lambda parts: "/" + "/".join(parts))
KEYS = st.tuples(st.sampled_from(["get", "post", "put", "patch", "delete"]), PATHS)
IDS = st.sampled_from(
    ["", "", "list", "getBook", "list_books", "books.create", "Users_GetById", "createCardPayment", "x"]
)
BODIES = st.sampled_from(["none", "none", "plain", "kinds"])
CARD = {"type": "object", "required": ["token"], "properties": {"token": {"type": "string"}}}
BANK = {"type": "object", "required": ["iban"], "properties": {"iban": {"type": "string"}}}
KINDS = {"oneOf": [{"$ref": "#/components/schemas/Card"}, {"$ref": "#/components/schemas/Bank"}]}
OPERATIONS = st.dictionaries(KEYS, st.fixed_dictionaries({"id": IDS, "body": BODIES}), min_size=1, max_size=7)


def document(operations: dict[Key, Facts]) -> dict[str, Any]:
    """An OpenAPI document of operations in their order; the order of the paths is that of their first operations."""
    paths: dict[str, dict[str, Any]] = {}
    for (method, path), facts in operations.items():
        made: dict[str, Any] = {"responses": {"200": {"description": "ok"}}}
        made |= {"operationId": facts["id"]} if facts["id"] else {}
        made["parameters"] = [
            {"name": part[1:-1], "in": "path", "required": True, "schema": {"type": "string"}}
            for part in path.split("/")
            if part.startswith("{")
        ]
        if facts["body"] != "none" and method in ("post", "put", "patch"):
            schema = KINDS if facts["body"] == "kinds" else CARD
            made["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
        paths.setdefault(path, {})[method] = made
    return {
        "openapi": "3.1.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.example.test"}],
        "paths": paths,
        "components": {"schemas": {"Card": CARD, "Bank": BANK}},
    }


def names(folder: Path, operations: dict[Key, Facts], before: dict[str, str] | None = None) -> dict[str, str]:
    """Operation or variant → name; `before` are the names of the version before."""
    source, lock = folder / "api.json", folder / "mcpgen.lock"
    source.write_text(json.dumps(document(operations)))
    lock.write_text(lock_text(Lock(names=before or {})))
    options = Options(names_from=lock if before is not None else None)
    return {tool.operation: tool.name for tool in pipeline.tools(source, options).toolset.tools}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("names")


@given(OPERATIONS, OPERATIONS, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_inserting_removing_and_reordering_rename_nothing_that_stayed(
    folder: Path, first: dict[Key, Facts], more: dict[Key, Facts], random: Any
) -> None:
    before = names(folder, first)
    kept = [key for key in first if random.random() < 0.8]
    keys = [*kept, *(key for key in more if key not in first)]
    assume(keys)
    random.shuffle(keys)
    after = names(folder, {key: (first | {k: more[k] for k in more if k not in first})[key] for key in keys}, before)
    stayed = {f"{method.upper()} {path}" for method, path in kept}
    expected = {key: name for key, name in before.items() if key.partition("#")[0] in stayed}
    assert {key: after.get(key) for key in expected} == expected
    assert len(set(after.values())) == len(after)


@given(OPERATIONS, st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_reordering_alone_renames_nothing(folder: Path, found: dict[Key, Facts], random: Any) -> None:
    keys = list(found)
    random.shuffle(keys)
    assert names(folder, {key: found[key] for key in keys}) == names(folder, found)


def test_a_newcomer_of_the_same_name_takes_the_longer_one() -> None:
    made = [operation("GET /authors/{id}/books", "listBooks"), operation("GET /shelves/{id}/books", "list_books")]
    found = name_operations(made, api_title="Demo", pinned={"GET /authors/{id}/books": "list_books"})
    assert [found[each.key].name for each in made] == ["list_books", "list_shelf_books"]
    found = name_operations(made, api_title="Demo")
    assert [found[each.key].name for each in made] == ["list_author_books", "list_shelf_books"]


def test_a_newcomer_is_not_called_like_a_variant() -> None:
    made = [operation("POST /payments", "createPayment"), operation("POST /cards/payments", "createCardPayment")]
    found = name_operations(made, api_title="Demo", pinned={"POST /payments#card": "create_card_payment"})
    assert found["POST /cards/payments"].name != "create_card_payment"


def test_names_that_a_person_gave_stay_as_they_are() -> None:
    made = [operation("GET /books", "listBooks")]
    assert name_operations(made, api_title="Demo", pinned={"GET /books": "browseCatalogue"})["GET /books"].name == (
        "browseCatalogue"
    )


def test_the_folder_of_a_package_holds_the_names(tmp_path: Path) -> None:
    source, package = tmp_path / "api.json", tmp_path / "package"
    old: dict[Key, Facts] = {("get", "/authors/{id}/books"): {"id": "listBooks", "body": "none"}}
    new: dict[Key, Facts] = {("get", "/shelves/{id}/books"): {"id": "list_books", "body": "none"}, **old}
    source.write_text(json.dumps(document(old)))
    pipeline.generate(source, package)
    source.write_text(json.dumps(document(new)))
    made = pipeline.generate(source, package).made
    assert {tool.operation: tool.name for tool in made.toolset.tools}["GET /authors/{id}/books"] == "list_books"
    alone = pipeline.tools(source).toolset.tools
    pinned = pipeline.tools(source, Options(names_from=package / "tools.yaml")).toolset.tools
    assert [tool.name for tool in pinned] == [tool.name for tool in made.toolset.tools]
    assert [tool.name for tool in pinned] != [tool.name for tool in alone]


def test_a_file_without_names_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document({("get", "/books"): {"id": "", "body": "none"}})))
    with pytest.raises(SourceError, match="nor a manifest"):
        pipeline.tools(source, Options(names_from=source))


def test_a_placeholder_of_another_name_is_the_same_path(tmp_path: Path) -> None:
    old: dict[Key, Facts] = {
        ("get", "/users/{id}"): {"id": "getUser", "body": "none"},
        ("post", "/users/{id}/pay"): {"id": "payUser", "body": "kinds"},
    }
    before = names(tmp_path, old)
    new: dict[Key, Facts] = {("get", "/people/{id}"): {"id": "getUser", "body": "none"}}
    for (method, path), facts in old.items():
        new[method, path.replace("{id}", "{userId}")] = {**facts, "id": ""}
    after = names(tmp_path, new, before)
    assert {key.replace("{userId}", "{id}"): name for key, name in after.items() if "/users" in key} == before
    assert after["GET /people/{id}"] not in before.values()


def test_of_two_like_paths_the_one_that_stayed_has_the_name() -> None:
    names_before = {"GET /users/{id}": "get_user", "GET /users/{id}#all": "get_all"}
    today = ["GET /users/{id}", "GET /users/{name}", "GET /odata#x/{key}"]
    assert kept(names_before, today) == names_before
    assert kept({"GET /odata#x/{id}#a": "get_a"}, today) == {"GET /odata#x/{key}#a": "get_a"}


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ({"GET /books": "list_books", "POST /books": "list_books"}, "list_books names GET /books and POST /books."),
        ({"GET /books": ""}, "The name of GET /books is none."),
        ({"GET /books": "../../evil"}, "The name of GET /books is none."),
        ({"GET /books": "a" * 129}, "The name of GET /books is none."),
    ],
)
def test_names_that_cannot_stay_are_told_with_their_place(tmp_path: Path, before: dict[str, str], message: str) -> None:
    with pytest.raises(SourceError) as raised:
        names(tmp_path, {("get", "/books"): {"id": "", "body": "none"}}, before)
    (found,) = raised.value.diagnostics
    assert (found.code, found.message) == ("names-invalid", message)
    assert raised.value.locator.span(found.at).line > 1


def test_a_lock_of_another_format_is_refused(tmp_path: Path) -> None:
    lock = tmp_path / "mcpgen.lock"
    lock.write_text(json.dumps({"mcpgen": "9", "format": 9, "names": {}}))
    with pytest.raises(SourceError, match="neither an mcpgen"):
        names_in_file(lock)


def test_a_name_in_a_manifest_that_is_none_is_told(tmp_path: Path) -> None:
    manifest = tmp_path / "tools.yaml"
    manifest.write_text("mcpgen: 1\ntools:\n  - {operation: GET /books, name: 7}\n")
    with pytest.raises(SourceError, match="The name of GET /books is none"):
        names_in_file(manifest)
