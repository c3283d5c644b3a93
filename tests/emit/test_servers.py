"""Servers of a description, from the document to the request that leaves the generated package."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.catalogue.harness import Made, make, openapi

OK = "responses: {'200': {description: ok}}"
TREE = """{region: {default: us, enum: [us, eu]}, host: {default: api}, port: {default: 8443},
  base: {default: v1, description: The version.}}"""
PARTS = f"""
servers: [{{url: 'https://{{region}}.{{host}}.test:{{port}}/{{base}}/', variables: {TREE}}}]
paths: {{/a: {{get: {{operationId: getA, {OK}}}}}}}
"""


def document(servers: list[Any], **paths: Any) -> str:
    operation = {"operationId": "getA", "responses": {"200": {"description": "ok"}}}
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": "Harbour", "version": "1"},
            **({"servers": servers} if servers else {}),
            "paths": {"/a": {"get": operation}, **paths},
        }
    )


def whole(body: str) -> str:
    return "openapi: 3.1.0\ninfo: {title: Harbour, version: '1'}\n" + body


def url_of(made: Made, tool: str = "get_a", **env: str) -> str:
    """Where the request of a tool goes; '' where the server does not start or sends none."""
    try:
        called = made.call(tool, env={f"HARBOUR_{name}": value for name, value in env.items()})
    except Exception as error:
        if type(error).__name__ == "SettingsError" and str(error).startswith("HARBOUR_"):
            return ""
        raise
    return "" if called.failed else f"{called.sent.host}{called.sent.path}"


def test_parts_of_the_url_are_settings(tmp_path: Path) -> None:
    made = make(tmp_path, whole(PARTS))
    assert url_of(made) == "us.api.test/v1/a"
    assert url_of(made, SERVER_REGION="eu", SERVER_BASE="v2/beta") == "eu.api.test/v2/beta/a"
    assert url_of(made, SERVER_HOST="my.host-2") == "us.my.host-2.test/v1/a"
    assert url_of(made, BASE_URL="https://b.test/x") == "b.test/x/a"
    readme, example = ((made.package / name).read_text() for name in ("README.md", ".env.example"))
    assert "| `HARBOUR_SERVER_REGION` | Part of the base URL, {region} in" in readme
    assert "One of us, eu." in readme
    assert "# HARBOUR_SERVER_REGION=us" in example
    assert "# HARBOUR_SERVER_BASE=v1" in example
    assert "The version." in example


@pytest.mark.parametrize(
    "env",
    [
        {"SERVER_REGION": "mars"},
        {"SERVER_REGION": "evil.test/#"},
        {"SERVER_PORT": "1@evil.test"},
        {"SERVER_PORT": "1#"},
        {"SERVER_PORT": "99999"},
        {"SERVER_HOST": "evil.test/x"},
        {"SERVER_HOST": "/"},
        {"SERVER_BASE": "x?y"},
        {"SERVER_BASE": "x y"},
        {"SERVER_BASE": "%2e%2e"},
        {"BASE_URL": "https://me:secret@b.test"},
        {"BASE_URL": "https://b.test/?a=1"},
        {"BASE_URL": "ftp://b.test"},
        {"BASE_URL": "b.test"},
        {"BASE_URL": "https://b.test/a\tb"},
    ],
)
def test_what_makes_no_url_is_refused_at_the_start(tmp_path: Path, env: dict[str, str]) -> None:
    assert url_of(make(tmp_path, whole(PARTS)), **env) == ""


def test_a_part_without_default_has_to_be_set(tmp_path: Path) -> None:
    made = make(tmp_path, document([{"url": "https://{tenant}.api.test/{unnamed}", "variables": {"tenant": {}}}]))
    (told,) = made.about("server-url")
    assert "SERVER_TENANT and SERVER_UNNAMED" in told.hint
    called = made.call("get_a")
    assert (called.requests, called.text) == (
        (),
        "This server does not know where the API is. Its operator has to set HARBOUR_SERVER_TENANT and"
        " HARBOUR_SERVER_UNNAMED.",
    )
    assert url_of(made, SERVER_TENANT="t", SERVER_UNNAMED="u") == "t.api.test/u/a"
    assert url_of(made, BASE_URL="https://b.test") == "b.test/a"


def test_the_whole_url_may_be_one_part(tmp_path: Path) -> None:
    variables = {"protocol": {"default": "https", "enum": ["http", "https"]}, "hostname": {"default": "HOSTNAME"}}
    made = make(tmp_path, document([{"url": "{protocol}://{hostname}/api/v3", "variables": variables}]))
    assert url_of(made) == "hostname/api/v3/a"
    assert url_of(made, SERVER_HOSTNAME="b.test", SERVER_PROTOCOL="http") == "b.test/api/v3/a"
    assert url_of(made, SERVER_PROTOCOL="file") == ""


@pytest.mark.parametrize("base", ["https://b.test", "https://b.test/", "https://b.test/v2", "https://b.test/v2/"])
def test_a_path_is_put_after_a_host(tmp_path: Path, base: str) -> None:
    made = make(tmp_path, document([{"url": "/v2/"}]))
    (told,) = made.about("server-url")
    assert "/v2 is put after a URL that has no path" in told.hint
    assert url_of(made) == ""
    assert url_of(made, BASE_URL=base) == "b.test/v2/a"
    assert url_of(made, BASE_URL="https://b.test/other") == "b.test/other/a"


def test_parts_of_a_path_are_put_after_a_host(tmp_path: Path) -> None:
    made = make(tmp_path, document([{"url": "/{base}", "variables": {"base": {"default": "v1"}}}]))
    assert url_of(made) == ""
    assert url_of(made, BASE_URL="https://b.test") == "b.test/v1/a"
    assert url_of(made, BASE_URL="https://b.test", SERVER_BASE="v2/beta") == "b.test/v2/beta/a"
    assert url_of(made, BASE_URL="https://b.test/x", SERVER_BASE="v2") == "b.test/x/a"


@pytest.mark.parametrize(
    ("urls", "used", "told"),
    [
        (["https://a.test", "https://b.test"], "a.test/a", 0),
        (["ftp://a.test", "https://b.test"], "b.test/a", 1),
        (["unix:///run/a.sock", "ws://a.test", "https://b.test"], "b.test/a", 2),
        (["https://u:p@a.test", "https://b.test/x"], "b.test/x/a", 1),
        (["/v1", "https://b.test"], "b.test/a", 1),
        (["https://a.test/x?version=2"], "a.test/x/a", 1),
        (["ftp://a.test"], "", 1),
        ([], "", 1),
    ],
)
def test_the_first_that_can_be_used_is(tmp_path: Path, urls: list[str], used: str, told: int) -> None:
    made = make(tmp_path, document([{"url": url, "description": "It."} for url in urls]))
    assert url_of(made) == used
    assert len(made.about("server-url")) == told
    assert "u:p" not in repr(made.said)
    others = [d.message for d in made.about("server-choice")]
    assert others == (
        ["Requests go to the first of 2 servers, https://a.test. The others: https://b.test (It.)."]
        if urls[0:1] == ["https://a.test"] and len(urls) == 2
        else []
    )


OWN = openapi(f"""
    security: [{{t: []}}]
    paths:
      /a: {{get: {{operationId: getA, {OK}}}}}
      /upload:
        servers: [{{url: 'https://upload.harbour.test'}}, {{url: 'https://second.test'}}]
        post: {{operationId: uploadA, {OK}}}
        get: {{operationId: getUpload, servers: [{{url: 'https://cdn.test/x/'}}], {OK}}}
      /other:
        get: {{operationId: getOther, servers: [{{url: /v2}}], {OK}}}
        put: {{operationId: setOther, servers: [{{url: 'https://api.harbour.test/v3'}}], {OK}}}
        delete: {{operationId: deleteOther, servers: [{{url: 'https://api.harbour.test/v1/'}}], {OK}}}
    components: {{securitySchemes: {{t: {{type: http, scheme: bearer}}}}}}
    """)


def test_tools_with_servers_of_their_own(tmp_path: Path) -> None:
    made = make(tmp_path, OWN)
    operations = ["GET /a", "POST /upload", "GET /upload", "GET /other", "PUT /other", "DELETE /other"]
    tools = {operation: made.tool_of(operation) for operation in operations}
    token = {"TOKEN": "t"}

    def where(**env: str) -> list[str]:
        return [url_of(made, tools[operation], **token, **env) for operation in operations]

    plain = ["api.harbour.test/v1/a", "upload.harbour.test/upload", "cdn.test/x/upload"]
    same = ["api.harbour.test/v2/other", "api.harbour.test/v3/other", "api.harbour.test/v1/other"]
    assert where() == plain + same
    moved = ["b.test/y/a", *plain[1:], "b.test/v2/other", "b.test/v3/other", "b.test/y/other"]
    assert where(BASE_URL="http://b.test:8000/y") == moved
    own = where(UPLOAD_BASE_URL="https://c.test/z", CDN_BASE_URL="http://d.test", V2_BASE_URL="https://e.test")
    assert own == [plain[0], "c.test/z/upload", "d.test/upload", "e.test/other", *same[1:]]
    readme, example = ((made.package / name).read_text() for name in ("README.md", ".env.example"))
    for name in ("UPLOAD", "CDN", "V2", "V3"):
        assert f"| `HARBOUR_{name}_BASE_URL` | Base URL in place of" in readme
        assert f"HARBOUR_{name}_BASE_URL=" in example
    assert url_of(made, tools["GET /upload"], **token, CDN_BASE_URL="https://u:p@d.test") == ""


def own(url: str, security: str = "[{t: []}]", method: str = "get") -> str:
    """A description with one operation on a server of its own."""
    return openapi(f"""
    security: {security}
    paths:
      /a: {{get: {{operationId: getA, {OK}}}}}
      /b: {{{method}: {{operationId: getB, servers: [{{url: '{url}'}}], {OK}}}}}
    components: {{securitySchemes: {{t: {{type: http, scheme: bearer}}, n: {{type: http, scheme: digest}}}}}}
    """)


def test_another_host_that_gets_the_credentials_is_told(tmp_path: Path) -> None:
    made = make(tmp_path, OWN)
    told = made.about("server-host")
    assert [(d.severity.name, d.message) for d in told] == [
        ("WARNING", "The credentials for api.harbour.test are sent to upload.harbour.test too, by POST /upload."),
        ("WARNING", "The credentials for api.harbour.test are sent to cdn.test too, by GET /upload."),
    ]
    assert all(d.at is not None for d in told)
    assert made.about("SRV009") == []


@pytest.mark.parametrize(
    ("document", "hosts", "clear"),
    [
        (own("https://b.test/v1"), 1, 0),
        (own("http://b.test/v1"), 1, 1),
        (own("http://b.test/v1", "[]"), 0, 1),
        (own("http://127.0.0.1:8080"), 1, 0),
        (own("https://b.test", "[]"), 0, 0),
        (own("https://b.test", "[{n: []}]"), 1, 0),
        (own("https://b.test", method="trace"), 0, 0),
        (own("https://api.harbour.test:8443/v1"), 0, 0),
        (own("http://api.harbour.test/v1"), 0, 1),
        (own("/v2"), 0, 0),
    ],
)
def test_servers_of_operations_are_looked_at_as_the_apis_own(
    tmp_path: Path, document: str, hosts: int, clear: int
) -> None:
    made = make(tmp_path, document)
    assert (len(made.about("server-host")), len(made.about("SRV009"))) == (hosts, clear)


def test_the_first_host_is_the_apis_where_it_has_none(tmp_path: Path) -> None:
    paths = "\n".join(
        f"  /{n}: {{get: {{operationId: get{n}, servers: [{{url: 'https://{n}.test'}}], {OK}}}}}" for n in "abcdefg"
    )
    schemes = "components: {securitySchemes: {t: {type: http, scheme: bearer}}}"
    made = make(tmp_path, whole(f"security: [{{t: []}}]\npaths:\n{paths}\n{schemes}"))
    assert [d.message.partition(",")[0] for d in made.about("server-host")] == [
        f"The credentials for a.test are sent to {n}.test too" for n in "bcdefg"
    ]


def test_what_is_decided_about_a_server_is_explained(tmp_path: Path) -> None:
    made = make(tmp_path, OWN)
    texts = {
        tool.operation: [d.text for d in tool.decisions if d.rule == "server-choice"]
        for tool in made.made.toolset.tools
    }
    assert texts["GET /a"] == []
    (text,) = texts["POST /upload"]
    assert "https://upload.harbour.test" in text
    assert "https://second.test" in text


def test_servers_of_their_own_below_an_unknown_host(tmp_path: Path) -> None:
    other = {"get": {"operationId": "getB", "servers": [{"url": "/v2"}], "responses": {}}}
    made = make(tmp_path, document([], **{"/b": other}))
    assert url_of(made, "get_b") == ""
    assert url_of(made, "get_b", BASE_URL="https://b.test/v1") == "b.test/v2/b"


@pytest.mark.parametrize(
    ("urls", "names"),
    [
        (["https://up.harbour.test", "https://up.other.test"], ["UP_BASE_URL", "UP_OTHER_BASE_URL"]),
        (["http://api.harbour.test"], ["API_HARBOUR_TEST_BASE_URL"]),
        (["https://10.0.0.7:8080"], ["SERVER_10_0_0_7_BASE_URL"]),
        (["https://base.test"], ["BASE_BASE_URL"]),
    ],
)
def test_each_server_has_a_setting_of_its_own(tmp_path: Path, urls: list[str], names: list[str]) -> None:
    paths = {
        f"/{number}": {"get": {"operationId": f"getB{number}", "servers": [{"url": url}], "responses": {}}}
        for number, url in enumerate(urls)
    }
    made = make(tmp_path, document([{"url": "https://api.harbour.test"}], **paths))
    settings = (made.package / "harbour_mcp" / "settings.py").read_text()
    assert [f'"{name}"' in settings for name in names] == [True] * len(names)
