"""Client credentials: which schemes offer them, and which scopes are asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from mcpgen.frontends.openapi import read
from mcpgen.model.api import Api, SecurityScheme
from mcpgen.source import load

FLOW = {"tokenUrl": " https://login.test/token ", "scopes": {"read": "Reads.", "write": "Writes.", "admin": "All."}}
OTHER = {"tokenUrl": "/token", "authorizationUrl": "/authorize", "scopes": {"profile": "The user.", "read": "Reads."}}
NOTHING = "/a: {get: {}}"


def scheme(api_of: Callable[..., Api], paths: str, flows: Any, **more: Any) -> SecurityScheme:
    schemes = {"o": {"type": "OAuth2", "description": "For programs.", "flows": flows}}
    (found,) = api_of(paths, components={"securitySchemes": schemes}, **more).security_schemes
    return found


def test_what_the_flow_says(api_of: Callable[..., Api]) -> None:
    found = scheme(api_of, NOTHING, {"clientCredentials": FLOW})
    assert found == SecurityScheme(
        key="o",
        type="clientCredentials",
        description="For programs.",
        declared="OAuth2",
        token_url="https://login.test/token",
        scopes=("read", "write", "admin"),
        origin=found.origin,
    )


@pytest.mark.parametrize(
    ("flows", "type", "user_flows"),
    [
        ({"clientCredentials": FLOW, "authorizationCode": OTHER}, "clientCredentials", True),
        ({"clientCredentials": FLOW, "deviceAuthorization": OTHER}, "clientCredentials", True),
        ({"clientCredentials": FLOW, "implicit": None}, "clientCredentials", False),
        ({"clientCredentials": {}}, "clientCredentials", False),
        ({"authorizationCode": OTHER}, "bearer", False),
        ({"clientCredentials": "yes"}, "bearer", False),
        ({}, "bearer", False),
        (None, "bearer", False),
        ([], "bearer", False),
    ],
)
def test_which_flows_count(api_of: Callable[..., Api], flows: Any, type: str, user_flows: bool) -> None:
    found = scheme(api_of, NOTHING, flows)
    assert (found.type, found.user_flows) == (type, user_flows)


@pytest.mark.parametrize(
    ("paths", "security", "scopes"),
    [
        (NOTHING, [{"o": ["write"]}], ["write"]),
        (NOTHING, [{"o": []}], ["read", "write", "admin"]),
        (NOTHING, [{"other": ["x"]}], ["read", "write", "admin"]),
        ("/a: {get: {security: [{o: [write]}, {o: [extra, write]}]}}", [{"o": ["read"]}], ["read", "write", "extra"]),
        ("/a: {get: {security: [{o: [profile, write]}]}}", [], ["write"]),
        ("/a: {get: {security: [{o: [profile]}]}}", [], ["read", "write", "admin"]),
        ("/a: {additionalOperations: {COPY: {security: [{o: [write]}]}}, query: {}}", [], ["write"]),
        ("/a: {$ref: '#/components/pathItems/p'}", [], ["admin"]),
        ("/a: {get: {security: [{o: [1, write, null]}, 7, {o: read}]}}", [], ["write"]),
        ("/a: {get: {}}\n/b: {$ref: '#/nowhere'}\n/c: 5", [{"o": ["write"]}], ["write"]),
    ],
)
def test_scopes_are_those_that_are_asked_for(
    api_of: Callable[..., Api], paths: str, security: Any, scopes: list[str]
) -> None:
    components = {
        "securitySchemes": {"o": {"type": "oauth2", "flows": {"clientCredentials": FLOW, "authorizationCode": OTHER}}},
        "pathItems": {"p": {"get": {"security": [{"o": ["admin"]}]}}},
    }
    api = api_of(paths, "3.2.0", components=components, security=security)
    assert list(api.security_schemes[0].scopes) == scopes


def test_requirements_are_the_same_whatever_their_scopes(api_of: Callable[..., Api]) -> None:
    api = api_of("/a: {get: {security: [{o: [a]}, {o: [b]}]}}", components={"securitySchemes": {}})
    assert api.operations[0].security == (("o",),)


def test_swagger_calls_it_application(tmp_path: Path) -> None:
    document = {
        "swagger": "2.0",
        "info": {"title": "T", "version": "1"},
        "paths": yaml.safe_load("/a: {get: {security: [{o: [write]}], responses: {200: {description: ok}}}}"),
        "securityDefinitions": {"o": {"type": "oauth2", "flow": "application", **FLOW}},
    }
    file = tmp_path / "api.json"
    file.write_text(json.dumps(document))
    (found,) = read(load(file)).security_schemes
    assert (found.type, found.token_url, found.scopes) == ("clientCredentials", "https://login.test/token", ("write",))
