"""One tool of what does the same: GET and POST of one call, a renamed path, what a deprecated one became."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.pipeline import Made
from mcpgen.shaping.options import Options
from mcpgen.shaping.twins import RULE
from mcpgen.write.lock import Lock, lock_text

Facts = Mapping[str, Any]
OK = {"responses": {"200": {"description": "ok"}}}


def asking(*names: str, **facts: Any) -> dict[str, Any]:
    """An operation with required query parameters."""
    query = [{"name": n, "in": "query", "required": True, "schema": {"type": "string"}} for n in names]
    return {**OK, "parameters": query, **facts}


def sending(*names: str, **facts: Any) -> dict[str, Any]:
    """An operation with a JSON body of texts."""
    schema = {"type": "object", "properties": {n: {"type": "string"} for n in names}}
    return {**OK, "requestBody": {"content": {"application/json": {"schema": schema}}}, **facts}


def made(folder: Path, paths: Mapping[str, Facts], options: Options | None = None) -> Made:
    head = {"openapi": "3.1.0", "info": {"title": "Pads", "version": "1"}, "servers": [{"url": "https://pads.test"}]}
    source = folder / "api.json"
    source.write_text(json.dumps({**head, "paths": paths}))
    return pipeline.tools(source, options)


def names(found: Made) -> dict[str, str]:
    return {tool.operation: tool.name for tool in found.toolset.tools}


def served(found: Made) -> dict[str, str]:
    """What was left out because another does the same, and that other."""
    return {left.operation: left.same_as for left in found.left_out if left.rule == RULE}


@pytest.mark.parametrize(
    ("get", "post", "kept", "name"),
    [
        (
            asking("padId", operationId="deletePadUsingGET"),
            asking("padId", operationId="deletePadUsingPOST"),
            "POST",
            1,
        ),
        (asking("padId", operationId="getTextUsingGET"), asking("padId", operationId="getTextUsingPOST"), "GET", 2),
        (asking("pad_id", operationId="GET_DeletePad"), sending("PadId", operationId="POST_DeletePad"), "POST", 1),
        (asking("q", summary="Search pads with GET"), sending("q", summary="Search pads with POST"), "GET", 3),
        (asking("q", operationId="search_get"), sending("q", "filter", operationId="search_post"), "POST", 3),
        (asking("padId", description="Deletes a pad."), sending("padId", description="Deletes a pad."), "POST", 1),
        (asking(operationId="connectGetPodExec"), asking(operationId="connectPostPodExec"), "POST", 4),
        (asking("padId", summary="Delete a pad", deprecated=True), asking("padId", summary="Delete a pad"), "POST", 1),
    ],
)
def test_get_and_post_of_one_call_are_one_tool_by_the_fitting_method(
    tmp_path: Path, get: Facts, post: Facts, kept: str, name: int
) -> None:
    path = {1: "/deletePad", 2: "/getText", 3: "/pads/search", 4: "/pods/exec"}[name]
    found = made(tmp_path, {path: {"get": get, "post": post}})
    expected = {1: "delete_pad", 2: "get_text", 3: "search_pads", 4: "connect_pod_exec"}[name]
    other = "GET" if kept == "POST" else "POST"
    assert names(found) == {f"{kept} {path}": expected}
    assert served(found) == {f"{other} {path}": f"{kept} {path}"}


@pytest.mark.parametrize(
    ("get", "post"),
    [
        pytest.param(
            asking("id", operationId="getOrder"), asking("id", operationId="postOrder"), id="the verb is the method"
        ),
        pytest.param(asking("id", summary="Get a pad"), asking("id", summary="Create a pad"), id="other verbs"),
        pytest.param(
            asking("id", operationId="getPads", description="Pads."),
            asking("id", operationId="createPad", description="Pads."),
            id="another verb in the id",
        ),
        pytest.param(asking("id", summary="Lock a pad"), sending("owner", summary="Lock a pad"), id="other inputs"),
        pytest.param(
            asking("id", summary="Lock a pad", security=[]), asking("id", summary="Lock a pad"), id="other credentials"
        ),
        pytest.param(asking("id"), asking("id"), id="nothing says what they do"),
    ],
)
def test_what_differs_stays_two_tools(tmp_path: Path, get: Facts, post: Facts) -> None:
    found = made(tmp_path, {"/pads": {"get": get, "post": post}})
    assert set(names(found)) == {"GET /pads", "POST /pads"}
    assert len(set(names(found).values())) == 2


def test_a_path_that_takes_every_method_passes_them_on(tmp_path: Path) -> None:
    methods = {m: asking("path", operationId=f"connect{m.title()}NodeProxy") for m in ("get", "put", "post", "delete")}
    assert not served(made(tmp_path, {"/nodes/proxy": methods}))


def test_a_call_by_its_path_or_by_a_url_of_its_inputs(tmp_path: Path) -> None:
    get = {**asking("receipt", operationId="GET_DeleteMessage")}
    get["parameters"] = [
        *get["parameters"],
        {"name": "q", "in": "path", "required": True, "schema": {"type": "string"}},
    ]
    post = sending("queueUrl", "receipt", operationId="POST_DeleteMessage")
    found = made(tmp_path, {"/{q}/#Action=DeleteMessage": {"get": get}, "/#Action=DeleteMessage": {"post": post}})
    assert names(found) == {"POST /#Action=DeleteMessage": "delete_message"}


def test_a_path_that_was_renamed_by_its_number(tmp_path: Path) -> None:
    item = {"get": asking("id", description="Finds a person.")}
    found = made(tmp_path, {"/people/find": item, "/persons/find": item, "/v2/people/find": item})
    assert served(found) == {"GET /persons/find": "GET /people/find"}
    assert len(names(found)) == 2


def test_what_a_deprecated_operation_gave_way_to(tmp_path: Path) -> None:
    both = {"summary": "Create a repository", **sending("name")}
    found = made(
        tmp_path,
        {
            "/org/{org}/repos": {"post": {**both, "operationId": "createOrgRepoDeprecated", "deprecated": True}},
            "/orgs/{org}/repos": {"post": {**both, "operationId": "createOrgRepo"}},
        },
    )
    assert names(found) == {"POST /orgs/{org}/repos": "create_org_repo"}
    assert [left.reason for left in found.left_out] == [
        "it is deprecated, and POST /orgs/{org}/repos does the same with the same inputs; --include brings it back"
    ]


def test_include_and_names_of_before_bring_it_back(tmp_path: Path) -> None:
    twins = {"get": asking("id", operationId="lockPadUsingGET"), "post": asking("id", operationId="lockPadUsingPOST")}
    paths = {"/lockPad": twins}
    assert set(names(made(tmp_path, paths, Options(include=("lockPadUsingGET",))))) == {"GET /lockPad", "POST /lockPad"}
    lock = tmp_path / "mcpgen.lock"
    lock.write_text(lock_text(Lock(names={"GET /lockPad": "lock_pad"})))
    found = made(tmp_path, paths, Options(names_from=lock))
    assert names(found)["GET /lockPad"] == "lock_pad"


def test_the_kept_one_tells_for_whom_it_serves(tmp_path: Path) -> None:
    twins = {"get": asking("id", operationId="lockPadUsingGET"), "post": asking("id", operationId="lockPadUsingPOST")}
    (tool,) = made(tmp_path, {"/lockPad": twins}).toolset.tools
    assert [d.text for d in tool.decisions if d.rule == RULE] == [
        "Serves for GET /lockPad too, which would do the same with the same inputs."
    ]
