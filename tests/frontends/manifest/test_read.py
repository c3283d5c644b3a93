"""What is said about manifests that are wrong, and what the shorter ways to write one mean."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mcpgen.diagnostics import Severity, SourceError, Span, located
from mcpgen.frontends.manifest import is_manifest
from mcpgen.model.binding import Body, Build, Field, Fixed, Placed, Presence, Result, Take
from mcpgen.model.toolset import Auth, Grant, Hints, Profile, Upstream
from tests.frontends.manifest.manifests import (
    GOOD,
    HTTP,
    REMOVED,
    TOOL,
    changed,
    complaints,
    pointer,
    read_data,
    read_text,
)

PROPERTIES = (*TOOL, "inputSchema", "properties")
FIELDS = (*HTTP, "body", "fields")
QUERY = (*HTTP, "query")
NOTE = (*FIELDS, "/order/note")
AUTH = ("upstream", "auth", 0)
NAMES = {"client_id": "CLIENT_ID", "client_secret": "CLIENT_SECRET"}
CLIENT = {"key": "token", "type": "clientCredentials", "env": NAMES, "token_url": "/token"}


def test_the_good_manifest_reads_without_complaint(tmp_path: Path) -> None:
    assert complaints(GOOD, tmp_path) == ()


# (path, value put there, code, where it is reported, words of message and hint)
ERRORS: list[tuple[tuple[str | int, ...], Any, str, tuple[str | int, ...], str]] = [
    (("mcpgen",), 2, "manifest-version", ("mcpgen",), "Version 2 … mcpgen: 1"),
    (("mcpgen",), True, "manifest-version", ("mcpgen",), "Version True"),
    (("mcpgen",), "1", "manifest-version", ("mcpgen",), "Version '1'"),
    (("mcpgen",), REMOVED, "manifest-version", (), "mcpgen: 1"),
    (("profil",), "mcp", "manifest-unknown-key", ("profil",), "'profil' … 'profile'"),
    (("profile",), "openai", "manifest-value", ("profile",), "'openai' … connected-apps, mcp"),
    (("server",), REMOVED, "manifest-missing", (), "'server'"),
    (("server",), ["shop"], "manifest-type", ("server",), "a mapping, not a list"),
    (("server", "name"), REMOVED, "manifest-missing", ("server",), "'name'"),
    (("server", "version"), 1.2, "manifest-type", ("server", "version"), "a string, not the number 1.2 … quotes"),
    (("upstream", "auth", 0, "env"), "token", "manifest-value", ("upstream", "auth", 0, "env"), "capitals"),
    (("upstream", "auth", 0, "type"), "basic", "manifest-value", ("upstream", "auth", 0, "env"), "two names"),
    (("upstream", "auth", 0, "type"), "oauth2", "manifest-value", ("upstream", "auth", 0, "type"), "bearer"),
    ((*AUTH, "token_url"), "https://a.test", "manifest-value", (*AUTH, "token_url"), "nothing for 'bearer'"),
    ((*HTTP, "body", "media"), "text/plain;charset=x", "manifest-value", (*HTTP, "body", "media"), "'x' … utf-8"),
    ((*HTTP, "body", "media"), "a/b; charset=zip", "manifest-value", (*HTTP, "body", "media"), "'zip' … utf-8"),
    ((*AUTH, "scopes"), ["a"], "manifest-value", (*AUTH, "scopes"), "nothing for 'bearer'"),
    (AUTH, {key: CLIENT[key] for key in ("type", "env")}, "manifest-missing", AUTH, "token_url … TOKEN_URL"),
    (AUTH, {**CLIENT, "env": "TOKEN"}, "manifest-type", (*AUTH, "env"), "a mapping, not a string"),
    (AUTH, {**CLIENT, "env": {"client_id": "A"}}, "manifest-missing", (*AUTH, "env"), "'client_secret'"),
    (AUTH, {**CLIENT, "env": {**NAMES, "scope": "B"}}, "manifest-unknown-key", (*AUTH, "env", "scope"), "'scopes'"),
    (AUTH, {**CLIENT, "env": {**NAMES, "token": "b"}}, "manifest-value", (*AUTH, "env", "token"), "capitals"),
    (AUTH, {**CLIENT, "scopes": "a b"}, "manifest-type", (*AUTH, "scopes"), "a list, not a string"),
    *(
        (AUTH, {**CLIENT, "token_url": url}, "manifest-value", (*AUTH, "token_url"), "http or https")
        for url in (
            "ftp://a.test",
            "https:",
            "https://u:p@a.test",
            "https://{tenant}.test",
            "/a b",
            "/a#b",
            "javascript:x",
        )
    ),
    (("upstream", "url"), "shop.test", "manifest-value", ("upstream", "url"), "http or https"),
    (("upstream", "url"), "https://a.test/b?c=d", "manifest-value", ("upstream", "url"), "without a query"),
    ((*HTTP, "url"), "http://[::1", "manifest-value", (*HTTP, "url"), "cannot be read"),
    (("tools",), {}, "manifest-type", ("tools",), "a list, not a mapping"),
    (("tools",), REMOVED, "manifest-missing", (), "'tools'"),
    ((*TOOL,), "create_order", "manifest-type", TOOL, "'tools'[0] must be a mapping, not a string"),
    ((*TOOL, "name"), "create order", "manifest-tool-name", (*TOOL, "name"), "1 to 128 letters"),
    ((*TOOL, "name"), "", "manifest-tool-name", (*TOOL, "name"), "1 to 128"),
    ((*TOOL, "name"), "x" * 129, "manifest-tool-name", (*TOOL, "name"), "128"),
    ((*TOOL, "name"), 7, "manifest-type", (*TOOL, "name"), "a string"),
    ((*TOOL, "inputschema"), {}, "manifest-unknown-key", (*TOOL, "inputschema"), "'inputSchema'"),
    ((*TOOL, "inputSchema"), REMOVED, "manifest-missing", TOOL, "'inputSchema'"),
    ((*PROPERTIES,), REMOVED, "manifest-unknown-argument", (*QUERY, "cursor", "from"), "no argument 'cursor'"),
    ((*TOOL, "inputSchema", "type"), "array", "manifest-input-schema", (*TOOL, "inputSchema"), "type: object"),
    ((*PROPERTIES,), [], "manifest-type", PROPERTIES, "a mapping"),
    (
        (*TOOL, "annotations", "readonlyHint"),
        True,
        "manifest-unknown-key",
        (*TOOL, "annotations", "readonlyHint"),
        "readOnly",
    ),
    (
        (*TOOL, "annotations", "readOnlyHint"),
        "no",
        "manifest-type",
        (*TOOL, "annotations", "readOnlyHint"),
        "true or false",
    ),
    ((*HTTP,), REMOVED, "manifest-no-binding", TOOL, "'create_order' … lint"),
    ((*HTTP,), 5, "manifest-type", HTTP, "a mapping, not the number 5"),
    ((*HTTP, "request"), REMOVED, "manifest-missing", HTTP, "'request'"),
    ((*HTTP, "request"), "/shops/{shopId}/orders", "manifest-request", (*HTTP, "request"), "POST /payments"),
    ((*HTTP, "request"), "post /shops/{shopId}/orders", "manifest-request", (*HTTP, "request"), "POST"),
    ((*HTTP, "request"), "Query /shops/{shopId}/orders", "manifest-request", (*HTTP, "request"), "QUERY"),
    ((*HTTP, "request"), "PO(ST) /shops/{shopId}/orders", "manifest-request", (*HTTP, "request"), "no request"),
    ((*HTTP, "request"), "POST /shops/{shop_id}", "manifest-path", (*HTTP, "request"), "{shop_id} … path"),
    ((*HTTP, "path"), REMOVED, "manifest-path", (*HTTP, "request"), "{shopId}"),
    ((*HTTP, "path", "shopid"), {"from": "note"}, "manifest-path", (*HTTP, "path", "shopid"), "'shopId'"),
    ((*HTTP, "querry"), {}, "manifest-unknown-key", (*HTTP, "querry"), "'query'"),
    ((*QUERY, "cursor", "from"), "cusor", "manifest-unknown-argument", (*QUERY, "cursor", "from"), "'cursor'"),
    ((*QUERY, "cursor", "form"), "a", "manifest-unknown-key", (*QUERY, "cursor", "form"), "'from'"),
    ((*QUERY, "cursor"), "cursor", "manifest-type", (*QUERY, "cursor"), "a mapping, not a string"),
    ((*QUERY, "x"), {}, "manifest-value", (*QUERY, "x"), "says nothing … from, fixed"),
    ((*QUERY, "x"), {"from": "note", "fixed": 1}, "manifest-value", (*QUERY, "x"), "'from' and 'fixed'"),
    ((*QUERY, "x"), {"fixed": 1, "as": "integer"}, "manifest-value", (*QUERY, "x", "as"), "beside 'fixed'"),
    ((*QUERY, "x"), {"generate": "ulid"}, "manifest-value", (*QUERY, "x", "generate"), "uuid"),
    ((*QUERY, "x"), {"context": "locale"}, "manifest-value", (*QUERY, "x", "context"), "user_locale"),
    ((*QUERY, "x"), {"fixed": 1, "style": "fancy"}, "manifest-value", (*QUERY, "x", "style"), "deepObject"),
    ((*QUERY, "x"), {"from": "note", "as": "int"}, "manifest-value", (*QUERY, "x", "as"), "integer, number"),
    ((*QUERY, "x"), {"from": "note", "as": "integer", "each": {}}, "manifest-value", (*QUERY, "x"), "'as' and 'each'"),
    ((*QUERY, "x"), {"from": "note", "open": True}, "manifest-value", (*QUERY, "x", "open"), "without 'fields'"),
    ((*QUERY, "x"), {"from": "note", "each": None}, "manifest-type", (*QUERY, "x", "each"), "not empty"),
    ((*QUERY, "x"), {"fixed": 1, "explode": "yes"}, "manifest-type", (*QUERY, "x", "explode"), "true or false"),
    ((*HTTP, "order"), ["path shopId"], "manifest-missing", (*HTTP, "order"), "'query cursor'"),
    ((*HTTP, "order"), ["path shopId"] * 2, "manifest-duplicate", (*HTTP, "order", 1), "twice"),
    ((*HTTP, "order"), ["query cusor"], "manifest-value", (*HTTP, "order", 0), "'query cursor'"),
    ((*HTTP, "security"), ["token"], "manifest-type", (*HTTP, "security", 0), "a list"),
    ((*FIELDS, "note"), {"fixed": 1}, "manifest-pointer", (*FIELDS, "note"), "'/note'"),
    ((*FIELDS, "/a~b"), {"fixed": 1}, "manifest-pointer", (*FIELDS, "/a~b"), "~0"),
    ((*FIELDS, ""), {"fixed": 1}, "manifest-pointer", (*FIELDS, ""), "''"),
    ((*FIELDS, "/order"), {"fixed": 1}, "manifest-bound-twice", (*FIELDS, "/order"), "twice"),
    ((*FIELDS, "/order/note/x"), {"fixed": 1}, "manifest-bound-twice", (*FIELDS, "/order/note/x"), "above it"),
    (
        (*FIELDS, "/order/lines", "each", "fields", "/sku", "from"),
        "skus",
        "manifest-unknown-argument",
        (*FIELDS, "/order/lines", "each", "fields", "/sku", "from"),
        "'sku'",
    ),
    ((*PROPERTIES, "clear_fields"), REMOVED, "manifest-unknown-argument", (*NOTE, "from"), "'clear_fields'"),
    ((*HTTP, "body", "keep"), ["/order/note"], "manifest-pointer", (*HTTP, "body", "keep", 0), "not an object"),
    ((*HTTP, "body", "check"), True, "manifest-type", (*HTTP, "body", "check"), "a mapping"),
    ((*HTTP, "body", "from"), "note", "manifest-convert", FIELDS, "'object' … 'string'"),
    (
        (*PROPERTIES, "lines", "type"),
        "object",
        "manifest-convert",
        (*FIELDS, "/order/lines", "each"),
        "'array' … 'object'",
    ),
    ((*HTTP, "rules"), [{"given": ["note"]}], "manifest-rule", (*HTTP, "rules", 0), "given with needs"),
    ((*HTTP, "rules"), [{"any_of": [], "one_of": []}], "manifest-rule", (*HTTP, "rules", 0), "not one rule"),
    (
        (*HTTP, "rules"),
        [{"together": ["note", "nota"]}],
        "manifest-unknown-argument",
        (*HTTP, "rules", 0, "together", 1),
        "note",
    ),
    ((*TOOL, "result", "next", "to"), "page", "manifest-unknown-argument", (*TOOL, "result", "next", "to"), "'page'"),
    ((*TOOL, "result", "next"), {"from": "/n"}, "manifest-missing", (*TOOL, "result", "next"), "'to'"),
    ((*TOOL, "result", "status"), True, "manifest-type", (*TOOL, "result", "status"), "an integer, not true"),
    (("definitions", "Order"), [], "manifest-type", ("definitions", "Order"), "a mapping"),
]


@pytest.mark.parametrize(("path", "value", "code", "at", "words"), ERRORS)
def test_an_error_is_reported_in_its_place(
    path: tuple[str | int, ...], value: Any, code: str, at: tuple[str | int, ...], words: str, tmp_path: Path
) -> None:
    with pytest.raises(SourceError) as raised:
        read_data(changed((path, value)), tmp_path)
    found = [d for d in raised.value.diagnostics if d.code == code and pointer(d) == at]
    assert len(found) == 1, raised.value.diagnostics
    assert found[0].severity is Severity.ERROR
    said = f"{found[0].message} {found[0].hint}"
    assert all(word in said for word in words.split(" … ")), said


WARNINGS: list[tuple[tuple[str | int, ...], Any, str, tuple[str | int, ...], str]] = [
    (
        (*PROPERTIES, "lines", "type"),
        REMOVED,
        "manifest-convert",
        (*FIELDS, "/order/lines", "each"),
        "says no type",
    ),
    (
        (*FIELDS, "/order/lines"),
        {"from": "lines", "pairs": {}},
        "manifest-convert",
        (*FIELDS, "/order/lines", "pairs"),
        "a property 'key'",
    ),
    ((*PROPERTIES, "size"), {"type": "integer"}, "manifest-unbound-argument", (*PROPERTIES, "size"), "from: size"),
    (
        (*PROPERTIES, "lines", "items", "properties", "qty"),
        {},
        "manifest-unbound-argument",
        (*PROPERTIES, "lines", "items", "properties", "qty"),
        "from: qty",
    ),
    ((*NOTE, "clearable"), False, "manifest-unbound-argument", (*PROPERTIES, "clear_fields"), "goes nowhere"),
    ((*HTTP, "request"), "POST shops/{shopId}", "manifest-request", (*HTTP, "request"), "'/'"),
    ((*QUERY, "cursor", "style"), "matrix", "manifest-style", (*QUERY, "cursor", "style"), "query"),
    (
        (*HTTP, "cookie"),
        {"a": {"from": "note", "style": "tabDelimited"}},
        "manifest-style",
        (*HTTP, "cookie", "a", "style"),
        "form",
    ),
    ((*TOOL, "_meta"), {}, "manifest-not-carried", (*TOOL, "_meta"), "'_meta'"),
    ((*HTTP, "security"), [["tokem"]], "manifest-unknown-credential", (*HTTP, "security"), "'token'"),
    (("upstream", "security"), [["x"]], "manifest-unknown-credential", ("upstream", "security"), "'x'"),
    (
        (*HTTP, "body", "check"),
        {"a": [{"$ref": "#/$defs/Ordr"}]},
        "manifest-unknown-definition",
        (*HTTP, "body", "check"),
        "'Order'",
    ),
    (("definitions", "B"), {"$ref": "#/$defs/C/x"}, "manifest-unknown-definition", ("definitions", "B"), "'C'"),
    (
        (*TOOL, "result", "confirm"),
        "In {shop}.",
        "manifest-unknown-argument",
        (*TOOL, "result", "confirm"),
        "'shop_id'",
    ),
]


@pytest.mark.parametrize(("path", "value", "code", "at", "words"), WARNINGS)
def test_a_warning_does_not_stop_the_reading(
    path: tuple[str | int, ...], value: Any, code: str, at: tuple[str | int, ...], words: str, tmp_path: Path
) -> None:
    diagnostics = read_data(changed((path, value)), tmp_path).diagnostics
    assert [(d.severity, d.code, pointer(d)) for d in diagnostics] == [(Severity.WARNING, code, at)]
    assert words in f"{diagnostics[0].message} {diagnostics[0].hint}"


@pytest.mark.parametrize("media", ["text/plain; charset=UTF-8", 'text/plain; charset="iso-8859-1"', "text/plain"])
def test_a_known_charset_is_none(media: str, tmp_path: Path) -> None:
    assert complaints(changed(((*HTTP, "body", "media"), media)), tmp_path) == ()


@pytest.mark.parametrize(
    ("body", "upstream", "own", "told"),
    [
        ("application/json", [], [["secret"]], 0),
        ("application/x-www-form-urlencoded", [], [["secret"]], 0),
        ("text/plain", [], [["secret"]], 1),
        ("multipart/form-data", [], [["token"], ["token", "secret"]], 1),
        ("text/plain", [["secret"]], REMOVED, 1),
        ("text/plain", [["secret"]], [["token"]], 0),
        (REMOVED, [], [["secret"]], 1),
    ],
)
def test_a_credential_that_no_field_can_hold_is_told(
    body: Any, upstream: list[Any], own: Any, told: int, tmp_path: Path
) -> None:
    secret = {"key": "secret", "type": "apiKey", "in": "body", "name": "api_token", "env": "API_TOKEN"}
    token = {"key": "token", "type": "bearer", "env": "TOKEN"}
    place = (*HTTP, "body") if body is REMOVED else (*HTTP, "body", "media")
    data = changed(
        (("upstream", "auth"), [token, secret]),
        (("upstream", "security"), upstream),
        ((*HTTP, "security"), own),
        (place, body),
    )
    found = [d for d in read_data(data, tmp_path).diagnostics if d.code == "manifest-credential-place"]
    assert [(d.severity, pointer(d)) for d in found] == [(Severity.WARNING, HTTP)] * told
    assert all("'secret'" in d.message for d in found)


def test_several_problems_are_reported_in_one_run(tmp_path: Path) -> None:
    data = changed((("profil",), 1), ((*TOOL, "name"), "a b"), ((*QUERY, "cursor"), {}), ((*HTTP, "rules"), 3))
    codes = [d.code for d in complaints(data, tmp_path) if d.severity is Severity.ERROR]
    assert codes == ["manifest-unknown-key", "manifest-tool-name", "manifest-value", "manifest-type"]


def test_two_tools_of_one_name(tmp_path: Path) -> None:
    data = changed((("tools",), GOOD["tools"] * 2))
    assert [(d.code, pointer(d)) for d in complaints(data, tmp_path)] == [("manifest-duplicate", ("tools", 1))]


def test_a_place_bound_twice_by_the_same_key(tmp_path: Path) -> None:
    text = (
        "mcpgen: 1\nserver: {name: a}\ntools:\n- name: b\n  inputSchema: {type: object}\n"
        "  http:\n    request: GET /\n    query:\n      a: {fixed: 1}\n      a: {fixed: 2}\n"
    )
    with pytest.raises(SourceError) as raised:
        read_text(text, tmp_path)
    assert [(d.code, d.severity) for d in raised.value.diagnostics] == [("source-duplicate-key", Severity.ERROR)]


def test_lines_are_found_for_what_is_reported(tmp_path: Path) -> None:
    text = "mcpgen: 1\nserver:\n  name: a\n  titel: A\ntools: []\n"
    with pytest.raises(SourceError) as raised:
        read_text(text, tmp_path)
    (diagnostic,) = raised.value.diagnostics
    assert raised.value.locator is not None
    at = located(diagnostic, raised.value.locator).at
    assert isinstance(at, Span)
    assert (Path(at.file).name, at.line, at.column) == ("tools.yaml", 4, 3)


def test_too_deep_a_binding_is_an_error(tmp_path: Path) -> None:
    deep: Any = {"fixed": 1}
    for _ in range(60):
        deep = {"fields": {"/a": deep}}
    for value, path in ((deep, FIELDS), ({"fixed": 1}, (*FIELDS,))):
        key = "/x" if value is deep else "/a" * 5000
        assert "manifest-too-deep" in [d.code for d in complaints(changed(((*path, key), value)), tmp_path)]


# --- lists of tools that came from somebody else


LISTED = {"tools": [{"name": "a", "inputSchema": {"type": "object"}, "x": 1}, {"name": "b", "operation": "listB"}]}


@pytest.mark.parametrize(
    ("data", "prefix"), [(LISTED, ()), ({"jsonrpc": "2.0", "id": 1, "result": LISTED}, ("result",))]
)
def test_a_tool_list_cannot_be_generated_from(data: Any, prefix: tuple[str, ...], tmp_path: Path) -> None:
    assert is_manifest(data)
    found = complaints(data, tmp_path)
    assert [(d.code, pointer(d)) for d in found] == [("manifest-no-binding", (*prefix, "tools", i)) for i in (0, 1)]
    assert "mcpgen lint" in found[0].hint
    assert "not derived" in found[1].hint


@pytest.mark.parametrize("data", [None, [], "tools", {}, {"openapi": "3.1.0"}, {"tools": {}}, {"result": {"tools": 1}}])
def test_what_is_no_manifest(data: Any) -> None:
    assert not is_manifest(data)


# --- what stands where nothing is written


def test_defaults(tmp_path: Path) -> None:
    text = (
        "mcpgen: 1\nserver: {name: shop}\nupstream: {auth: [{type: bearer, env: TOKEN}]}\n"
        "tools:\n- name: ping\n  inputSchema: {type: object}\n  annotations: {title: Ping}\n"
        "  http: {request: GET /ping}\n"
    )
    toolset = read_text(text, tmp_path).toolset
    assert toolset.profile is Profile.CONNECTED_APPS
    assert toolset.server.title == "shop"
    auth = Auth(key="bearer", type="bearer", env=("TOKEN",))
    assert toolset.upstream == Upstream(url="", auth=(auth,), security=(("bearer",),))
    (tool,) = toolset.tools
    assert (tool.title, tool.group, tool.operation) == ("Ping", "tools", "GET /ping")
    assert tool.hints == Hints(read_only=False, destructive=True, idempotent=False, open_world=True)
    assert tool.result == Result()
    assert tool.request.security is None
    assert tool.origin is not None
    assert tool.origin.pointer == ("tools", 0)


def test_fields_are_one_object_by_pointer(tmp_path: Path) -> None:
    (tool,) = read_data(GOOD, tmp_path).toolset.tools
    assert tool.request.body is not None
    build = tool.request.body.value
    assert isinstance(build, Build)
    assert [(field.name, isinstance(field.value, Build) and field.value.keep) for field in build.fields] == [
        ("order", True),
        ("config", True),
    ]
    order = build.fields[0].value
    assert isinstance(order, Build)
    assert order.fields[1] == Field(name="note", value=Take(argument="note", clearable=True))
    assert tool.request.presence == (Presence(given=("note", "cursor"), needs=("note", "cursor")),)


def test_nested_and_flat_objects_are_the_same(tmp_path: Path) -> None:
    flat = changed(((*HTTP, "body"), {"fields": {"/a/b": {"fixed": 1}}, "keep": ["/a"]}), ((*TOOL, "result"), {}))
    nested = changed(
        ((*HTTP, "body"), {"fields": {"/a": {"fields": {"/b": {"fixed": 1}}, "keep": [""]}}}), ((*TOOL, "result"), {})
    )
    bodies = [read_data(data, tmp_path).toolset.tools[0].request.body for data in (flat, nested)]
    inner = Build(fields=(Field(name="b", value=Fixed(value=1)),), keep=True)
    assert bodies[0] == bodies[1]
    assert bodies[0] == Body(media_type="application/json", value=Build(fields=(Field(name="a", value=inner),)))


def test_client_credentials(tmp_path: Path) -> None:
    written = {**CLIENT, "token_url": "https://login.test/token", "scopes": ["a", "b"]}
    env = {**NAMES, "token_url": "TOKEN_URL", "scopes": "SCOPES", "token": "TOKEN"}
    least, most = (
        read_data(changed((AUTH, data)), tmp_path).toolset.upstream.auth[0]
        for data in (CLIENT, {**written, "env": env})
    )
    client = Auth(key="token", type="clientCredentials", env=("CLIENT_ID", "CLIENT_SECRET"))
    assert least == replace(client, grant=Grant(token_url="/token"))
    grant = Grant(
        token_url="https://login.test/token",
        scopes=("a", "b"),
        token_url_env="TOKEN_URL",
        scopes_env="SCOPES",
        token_env="TOKEN",
    )
    assert most == replace(client, grant=grant)
    assert most.variables == ("CLIENT_ID", "CLIENT_SECRET", "TOKEN", "SCOPES", "TOKEN_URL")


@pytest.mark.parametrize("method", ["POST", "GET", "QUERY", "TRACE", "COPY", "m-search"])
def test_the_short_form_binds_by_name(method: str, tmp_path: Path) -> None:
    schema = {"type": "object", "required": ["id", "b"], "properties": {"a": {}, "id": {}, "b": {}}}
    tool = {"name": "x", "inputSchema": schema, "http": f"{method} /things/{{id}}"}
    reading = read_data(changed((TOOL, tool)), tmp_path)
    assert reading.diagnostics == ()
    request = reading.toolset.tools[0].request
    assert (request.method, request.path) == (method, "/things/{id}")
    in_path = Placed(place="path", name="id", value=Take(argument="id"), style="simple", explode=False, required=True)
    if method not in ("GET", "TRACE"):
        fields = tuple(Field(name=name, value=Take(argument=name)) for name in "ab")
        assert request.parameters == (in_path,)
        assert request.body == Body(media_type="application/json", value=Build(fields=fields), required=True)
    else:
        query = [
            Placed(place="query", name=n, value=Take(argument=n), style="form", explode=True, required=n == "b")
            for n in "ab"
        ]
        assert request.parameters == (in_path, *query)
        assert request.body is None


def test_the_short_form_needs_an_argument_for_each_placeholder(tmp_path: Path) -> None:
    found = complaints(changed((HTTP, "POST /shops/{shopId}"), ((*TOOL, "result"), {})), tmp_path)
    assert [(d.code, pointer(d)) for d in found] == [("manifest-path", HTTP)]


def test_parameters_keep_their_order(tmp_path: Path) -> None:
    parameters = {"query": {"a": {"fixed": 1}, "b": {"fixed": 2}}, "header": {"c d": {"fixed": 3}}}
    http = {"request": "GET /", **parameters, "order": ["query b", "header c d", "query a"]}
    tool = {"name": "x", "inputSchema": {"type": "object"}, "http": http}
    (read,) = read_data(changed((TOOL, tool)), tmp_path).toolset.tools
    assert [p.name for p in read.request.parameters] == ["b", "c d", "a"]


def test_complaints_name_their_tool(tmp_path: Path) -> None:
    found = complaints(changed(((*HTTP, "querry"), {}), (("server", "titel"), "")), tmp_path)
    assert [d.subject for d in found] == ["", "create_order"]
