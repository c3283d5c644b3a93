"""Where requests go: relative URLs, variables, several servers, and those of a path or an operation."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.catalogue.harness import Made, make, make_from, openapi, swagger
from tests.catalogue.test_network import Site, serving

OK = "responses: {'200': {description: ok}}"


def at(server: str, version: str = "3.0.3") -> str:
    """A description with one operation and the given `servers`."""
    text = openapi(f"paths: {{/ships: {{get: {{operationId: listShips, {OK}}}}}}}", version)
    return text.replace("servers: [{url: https://api.harbour.test/v1}]\n", f"servers: {server}\n" if server else "")


def goes_to(made: Made, **environment: str) -> str:
    env = {f"{made.prefix}_{name}": value for name, value in environment.items()}
    sent = made.call(made.tool_of("GET /ships"), env=env).sent
    return f"{sent.headers['host']}{sent.path}"


RELATIVE = ["[{url: /base}]", "[{url: ./base}]", "[{url: base/}]", "[]", ""]


@pytest.mark.parametrize("server", RELATIVE)
def test_B115_without_a_host_the_operator_is_asked(tmp_path: Path, server: str) -> None:
    made = make(tmp_path, at(server))
    called = made.call(made.tool_of("GET /ships"))
    assert (called.requests, called.failed) == ((), True)
    assert f"{made.prefix}_BASE_URL" in called.text
    assert f"{made.prefix}_BASE_URL" in (made.package / "README.md").read_text(encoding="utf-8")
    assert "BASE_URL" in " ".join(f"{each.message} {each.hint}" for each in made.said)
    assert goes_to(made, BASE_URL="https://h.test/base/") == "h.test/base/ships"


def test_B115_a_path_is_kept_with_the_host_of_the_document(tmp_path: Path) -> None:
    with serving(Site()) as site:
        site.pages["/docs/v3/api.yaml"] = at("[{url: /base}]")
        made = make_from(site.url("/docs/v3/api.yaml"), tmp_path)
        assert goes_to(made) == f"127.0.0.1:{site.port}/base/ships"


VARIABLES = (
    "[{url: 'https://{zone}.harbour.test:{port}/{base}', variables: "
    "{zone: {default: north, enum: [north, south]}, port: {default: '8443'}, base: {default: v2}}}]"
)


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
def test_B116_variables_have_their_defaults(tmp_path: Path, version: str) -> None:
    assert goes_to(make(tmp_path, at(VARIABLES, version))) == "north.harbour.test:8443/v2/ships"


@pytest.mark.parametrize(
    "server",
    [
        "[{url: 'https://{zone}.harbour.test/v1'}]",
        "[{url: 'https://{zone}.harbour.test/v1', variables: {other: {default: a}}}]",
        "[{url: 'https://{zone}.harbour.test/v1', variables: {zone: {enum: [a, b]}}}]",
        "[{url: 'https://{zone}.harbour.test/v1', variables: {zone: {default: 'evil.test/#'}}}]",
        "[{url: 'https://{zone}harbour.test/v1', variables: {zone: {default: 'user:pass@'}}}]",
        "[{url: '{scheme}://harbour.test/v1', variables: {scheme: {default: 'file'}}}]",
    ],
)
def test_B116_no_request_goes_where_a_variable_leads_astray(tmp_path: Path, server: str) -> None:
    made = make(tmp_path, at(server))
    called = made.call(made.tool_of("GET /ships"))
    assert all("{" not in each.host and each.host.endswith("harbour.test") for each in called.requests)
    assert called.failed or called.requests[0].path == "/v1/ships"
    assert made.said


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Made:
    text = at("[{url: 'https://api.harbour.test'}, {url: 'https://test.harbour.test/t'}]")
    more = f"""
  /cargo:
    servers: [{{url: 'https://cargo.harbour.test/c/'}}, {{url: 'https://spare.harbour.test'}}]
    post: {{operationId: loadCargo, {OK}}}
    get: {{operationId: readCargo, servers: [{{url: 'https://cdn.harbour.test:444/x'}}], {OK}}}
    put: {{operationId: putCargo, servers: [{{url: /relative}}], {OK}}}
    delete: {{operationId: dropCargo, servers: [], {OK}}}
security: [{{k: []}}]
components: {{securitySchemes: {{k: {{type: http, scheme: bearer}}}}}}
"""
    text = text.replace("paths: {/ships: {get: {", "paths:\n  /ships: {get: {").rstrip().removesuffix("}")
    return make(tmp_path_factory.mktemp("several"), f"{text}\n{more.strip(chr(10))}\n")


PLACES = {
    "GET /ships": "api.harbour.test/ships",
    "POST /cargo": "cargo.harbour.test/c/cargo",
    "GET /cargo": "cdn.harbour.test:444/x/cargo",
    "DELETE /cargo": "cargo.harbour.test/c/cargo",
    "PUT /cargo": "api.harbour.test/relative/cargo",
}


@pytest.mark.parametrize("operation", PLACES)
def test_B118_the_nearest_server_counts(several: Made, operation: str) -> None:
    sent = several.call(several.tool_of(operation), env=several.credentials(k=("t",))).sent
    assert f"{sent.headers['host']}{sent.path}" == PLACES[operation]


def test_B118_the_operator_chooses_among_several(several: Made) -> None:
    env = several.credentials(k=("t",))
    names = {name.removeprefix(f"{several.prefix}_"): value for name, value in env.items()}
    assert goes_to(several, BASE_URL="https://test.harbour.test/t", **names) == "test.harbour.test/t/ships"


@pytest.mark.parametrize(
    "server", ["'ftp://h.test'", "'file:///etc'", "'https://h.test/?a=1'", "'javascript:alert(1)'", "7", "null"]
)
def test_B118_what_is_no_address_is_told(tmp_path: Path, server: str) -> None:
    made = make(tmp_path, at(f"[{{url: {server}}}]"))
    assert made.said
    called = made.call(made.tool_of("GET /ships"))
    assert called.failed or called.requests[0].headers["host"] == "h.test"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("host: h.test:81\nbasePath: /b/\nschemes: [http]\n", "h.test:81/b/ships"),
        ("host: h.test\n", "h.test/ships"),
        ("host: h.test\nschemes: [http, https]\nbasePath: b\n", "h.test/b/ships"),
    ],
)
def test_B115_B118_in_swagger_2(tmp_path: Path, head: str, expected: str) -> None:
    text = swagger(f"paths: {{/ships: {{get: {{{OK}}}}}}}").replace("host: api.harbour.test\nbasePath: /v1\n", head)
    assert goes_to(make(tmp_path, text)) == expected
