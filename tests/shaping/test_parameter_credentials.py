"""Credentials among parameters and fields: sent where they are declared, from settings, and no arguments (SEC011)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.toolset import Tool, Toolset
from tests.catalogue.harness import make

OAUTH = {
    "type": "oauth2",
    "flows": {
        "authorizationCode": {
            "authorizationUrl": "https://club.example/a",
            "tokenUrl": "https://club.example/t",
            "scopes": {},
        }
    },
}
CLIENT = {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "https://club.example/t", "scopes": {}}}}
BEARER = {"type": "http", "scheme": "bearer"}
KEY = {"type": "apiKey", "in": "header", "name": "X-Club-Key"}


def shaped(folder: Path, *operations: dict[str, Any], path: str = "/members", **schemes: Any) -> Toolset:
    """The toolset of operations with these parts, each of which needs the schemes unless it says otherwise."""
    document = {
        "openapi": "3.0.3",
        "info": {"title": "Club", "version": "1"},
        "servers": [{"url": "https://club.example"}],
        "paths": {
            f"{path}{number or ''}": {"post": {"responses": {"204": {"description": "Done"}}, **operation}}
            for number, operation in enumerate(operations)
        },
        "components": {"securitySchemes": schemes},
        "security": [{name: []} for name in schemes],
    }
    file = folder / "api.json"
    file.write_text(json.dumps(document))
    return pipeline.tools(file).toolset


def needed(name: str, place: str, text: str = "") -> dict[str, Any]:
    return {"name": name, "in": place, "required": True, "description": text, "schema": {"type": "string"}}


def with_body(media: str, **properties: str) -> dict[str, Any]:
    """An operation whose body needs these fields, with their descriptions."""
    fields = {name: {"type": "string", "description": text} for name, text in properties.items()}
    schema = {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    return {"requestBody": {"required": True, "content": {media: {"schema": schema}}}}


def sent(made: Toolset, tool: Tool) -> list[list[tuple[str, str, tuple[str, ...]]]]:
    """Place, name and settings of each credential, by alternative."""
    known = {auth.key: auth for auth in made.upstream.auth}
    security = made.upstream.security if tool.request.security is None else tool.request.security
    return [[(known[key].place, known[key].name, known[key].env) for key in keys] for keys in security]


@pytest.mark.parametrize("place", ["query", "header", "cookie"])
@pytest.mark.parametrize("scheme", [OAUTH, BEARER], ids=["oauth", "bearer"])
def test_a_required_token_is_sent_in_its_place_too(place: str, scheme: dict[str, Any], tmp_path: Path) -> None:
    operation = {"parameters": [needed("token", place, "Authentication token."), needed("page", "query")]}
    made = shaped(tmp_path, operation, login=scheme)
    [tool] = made.tools
    assert list(tool.input_schema["properties"]) == ["page"]
    assert [p.name for p in tool.request.parameters] == ["page"]
    assert sent(made, tool) == [[("header", "Authorization", ("TOKEN",)), (place, "token", ("TOKEN",))]]
    assert [d.text for d in tool.decisions if d.rule == "SEC011"] == [
        f"{place.capitalize()} parameter token is sent by the server: it is the operator's credential."
    ]


@pytest.mark.parametrize("media", ["application/json", "application/x-www-form-urlencoded"])
def test_a_required_token_is_sent_in_the_body(media: str, tmp_path: Path) -> None:
    made = shaped(tmp_path, with_body(media, token="Access token of the caller.", name="Name."), login=OAUTH)
    [tool] = made.tools
    assert list(tool.input_schema["properties"]) == ["name"]
    assert sent(made, tool) == [[("header", "Authorization", ("TOKEN",)), ("body", "token", ("TOKEN",))]]
    check = tool.request.body.check if tool.request.body else None
    assert check is None or "token" not in check["required"]


@pytest.mark.parametrize("media", ["application/x-www-form-urlencoded", "application/json"])
@pytest.mark.parametrize("beside", [{}, {"note": "A note."}])
@pytest.mark.parametrize("required", [True, False])
def test_a_token_in_the_body_is_sent_whatever_else_is(
    media: str, beside: dict[str, str], required: bool, tmp_path: Path
) -> None:
    operation = with_body(media, access_token="The OAuth access token.", **beside)
    operation["requestBody"]["required"] = required
    operation["requestBody"]["content"][media]["schema"]["required"] = ["access_token"]
    document = {
        "openapi": "3.0.3",
        "info": {"title": "Club", "version": "1"},
        "servers": [{"url": "https://club.example"}],
        "paths": {"/members": {"post": {"operationId": "addMember", "responses": {"204": {}}, **operation}}},
        "components": {"securitySchemes": {"token": BEARER}},
        "security": [{"token": []}],
    }
    request = make(tmp_path, json.dumps(document)).call("add_member", env={"CLUB_TOKEN": "s3cret"}).sent
    assert request.headers["content-type"] == media
    if media == "application/json":
        assert json.loads(request.content) == {"access_token": "s3cret"}
    else:
        assert request.form == [("access_token", "s3cret")]


def test_a_token_that_is_fetched_is_no_parameter(tmp_path: Path) -> None:
    made = shaped(tmp_path, {"parameters": [needed("access_token", "query")]}, login=CLIENT)
    [[_, (place, name, env)]] = sent(made, made.tools[0])
    assert (place, name, env) == ("query", "access_token", ("API_KEY",))


def test_a_key_beside_a_token_has_a_setting_of_its_own(tmp_path: Path) -> None:
    made = shaped(tmp_path, {"parameters": [needed("api_key", "query", "Key of the club.")]}, login=BEARER)
    [tool] = made.tools
    assert not tool.input_schema.get("properties")
    assert sent(made, tool) == [[("header", "Authorization", ("TOKEN",)), ("query", "api_key", ("API_KEY",))]]


def test_a_declared_key_that_is_a_required_parameter_is_always_sent(tmp_path: Path) -> None:
    operation = {"parameters": [needed("x-club-key", "header")]}
    made = shaped(tmp_path, operation, {**operation, "security": []}, login=BEARER, key=KEY)
    first, second = made.tools
    assert [[name for _, name, _ in each] for each in sent(made, first)] == [
        ["Authorization", "X-Club-Key"],
        ["X-Club-Key"],
    ]
    assert [[name for _, name, _ in each] for each in sent(made, second)] == [["X-Club-Key"]]


def test_a_token_without_a_scheme_becomes_one(tmp_path: Path) -> None:
    made = shaped(tmp_path, {"parameters": [needed("access_token", "query")]})
    assert sent(made, made.tools[0]) == [[("query", "access_token", ("API_KEY",))]]
    assert not made.tools[0].input_schema.get("properties")


@pytest.mark.parametrize(
    "parameter",
    [
        needed("token", "query", "Token of the page before."),
        needed("key", "query", "Key of the entry."),
        needed("Authorization-Id", "header"),
    ],
    ids=["page", "entry", "id"],
)
def test_what_only_sounds_like_a_credential_is_an_argument(parameter: dict[str, Any], tmp_path: Path) -> None:
    made = shaped(tmp_path, {"parameters": [parameter]}, login=OAUTH)
    assert len(made.tools[0].input_schema["properties"]) == 1


def test_another_tool_keeps_its_page_token(tmp_path: Path) -> None:
    optional = {**needed("token", "query", "Token of the page before."), "required": False}
    made = shaped(
        tmp_path, {"parameters": [needed("token", "query", "Auth token.")]}, {"parameters": [optional]}, login=OAUTH
    )
    assert [len(tool.input_schema.get("properties", {})) for tool in made.tools] == [0, 1]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Authentication token. Needs the scope `none`.", []),
        ("The token to look up, such as an access token.", ["token"]),
    ],
)
def test_an_operation_about_tokens_is_given_one(text: str, asked: list[str], tmp_path: Path) -> None:
    made = shaped(tmp_path, with_body("application/x-www-form-urlencoded", token=text, name="Name."), login=BEARER)
    assert "token" not in made.tools[0].input_schema["properties"]
    operation = with_body("application/x-www-form-urlencoded", token=text, name="Name.")
    made = shaped(tmp_path, operation, path="/oauth2/introspect", login=BEARER)
    assert [name for name in made.tools[0].input_schema["properties"] if name == "token"] == asked
