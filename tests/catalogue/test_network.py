"""References to the network: none is followed unless asked, and then not to where it should not lead.

Servers listen on the loopback interface only; the tests count what reaches them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from mcpgen import pipeline
from mcpgen.diagnostics import Severity, SourceError
from mcpgen.source import Reach, remote
from tests.catalogue.harness import Made, line_of, make, make_from, openapi, swagger

GOOD = "/good: {get: {operationId: getGood, responses: {'200': {description: ok}}}}"
ASKED = Reach(remote=True)
MODEL = b"type: object\nrequired: [secret]\nproperties: {secret: {type: string}}\n"


@dataclass
class Site:
    """What a server gives by path, text or a location to go on to, and the paths that were asked for."""

    port: int = 0
    pages: dict[str, str | bytes] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"


@contextmanager
def serving(site: Site) -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            page = site.pages.get(self.path, b"" if self.path in site.moved else None)
            self.send_response(404 if page is None else 302 if self.path in site.moved else 200)
            if self.path in site.moved:
                self.send_header("Location", site.moved[self.path])
            content = page.encode() if isinstance(page, str) else page or b""
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        site.port = server.server_port
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join(5)


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site(pages={"/latest/meta-data/": MODEL, "/model.yaml": MODEL})) as site:
        yield site


@pytest.fixture
def other() -> Iterator[Site]:
    with serving(Site(pages={"/model.yaml": MODEL})) as site:
        yield site


# --- B204: what a document refers to

PLACES = {
    "answer": "responses: {'200': {description: ok, content: {application/json: {schema: {$ref: 'URL'}}}}}",
    "response": "responses: {'200': {$ref: 'URL'}}",
    "body": "requestBody: {content: {application/json: {schema: {$ref: 'URL'}}}}",
    "property": "requestBody: {content: {application/json: {schema: {properties: {a: {$ref: 'URL#/Model'}}}}}}",
    "parameter": "parameters: [{$ref: 'URL'}]",
    "schema of a parameter": "parameters: [{name: q, in: query, schema: {$ref: 'URL'}}]",
    "list of parameters": "parameters: {$ref: 'URL'}",
    "description": "description: {$ref: 'URL'}",
    "enum": "parameters: [{name: q, in: query, schema: {type: string, enum: {$ref: 'URL'}}}]",
    "mapping": "requestBody: {content: {application/json: {schema: {oneOf: [{type: object}], "
    "discriminator: {propertyName: kind, mapping: {a: 'URL'}}}}}}",
    "whole operation": "$ref: 'URL'",
}  # fmt: skip


def fetching(place: str, url: str) -> str:
    return openapi(
        f"paths:\n  {GOOD}\n  /bad: {{post: {{operationId: createBad, {PLACES[place].replace('URL', url)}}}}}\n",
        "3.1.0",
    )


@pytest.mark.parametrize("place", PLACES)
def test_B204_nothing_is_fetched_unasked(tmp_path: Path, site: Site, place: str) -> None:
    url = site.url("/latest/meta-data/")
    made = make(tmp_path, fetching(place, url))
    assert site.asked == []
    assert_told(made, url, "network")


@pytest.mark.parametrize("place", PLACES)
def test_B204_nothing_is_fetched_from_this_machine_when_asked(tmp_path: Path, site: Site, place: str) -> None:
    url = site.url("/latest/meta-data/")
    made = make(tmp_path, fetching(place, url), reach=ASKED)
    assert site.asked == []
    assert_told(made, url, "not a public address")


def assert_told(made: Made, url: str, reason: str) -> None:
    """The reference is told with its line, and no tool knows anything of what is there."""
    told = [each for each in made.said if url in each.message]
    assert told
    for each in told:
        assert reason in each.message
        assert each.hint
        assert each.severity in (Severity.WARNING, Severity.ERROR)
        assert line_of(made, each) == "api.yaml:6"
    assert "get_good" in made.tools
    assert "secret" not in repr(made.tools)


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST",
        "127.0.0.2",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "0.0.0.0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "127.0.0.1.",
        "user@127.0.0.1",
        "user:password@localhost",
        "127.0.0.1%00.example.test",
        "①②⑦.⓪.⓪.①",
    ],
)
def test_B204_other_spellings_of_this_machine_are_this_machine(tmp_path: Path, site: Site, host: str) -> None:
    made = make(tmp_path, fetching("answer", site.url("/latest/meta-data/", host)), reach=ASKED)
    assert site.asked == []
    assert len([each for each in made.said if each.code == "openapi-reference"]) == 1
    assert "secret" not in repr(made.tools)


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/meta-data/",
        "http://[fd00:ec2::254]/latest",
        "http://10.0.0.1/a.yaml",
        "https://192.168.1.1/a.yaml",
        "//172.16.0.1/a.yaml",
        "http://100.64.0.1/a.yaml",
        "file:///etc/passwd",
        "file://localhost/etc/passwd",
        "FILE:/etc/passwd",
        "/etc/passwd",
        "ftp://127.0.0.1/a.yaml",
        "gopher://127.0.0.1/a",
        "jar:http://127.0.0.1/a!/b",
        "data:application/json,{}",
    ],
)
@pytest.mark.parametrize("reach", [None, ASKED], ids=["unasked", "asked"])
def test_B204_what_is_near_is_out_of_reach(tmp_path: Path, url: str, reach: Reach | None) -> None:
    made = make(tmp_path, fetching("answer", url), reach=reach)
    [told] = made.about("openapi-reference")
    assert url in told.message
    assert told.hint


def test_B204_a_name_that_leads_to_this_machine_is_this_machine(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def look_up(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        asked.append(host)
        addresses = ["93.184.215.14", "127.0.0.1"]
        return [(2, 1, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(remote.socket, "getaddrinfo", look_up)
    made = make(tmp_path, fetching("answer", site.url("/latest/meta-data/", "models.example.test")), reach=ASKED)
    assert (asked, site.asked) == (["models.example.test"], [])
    [told] = made.about("openapi-reference")
    assert "127.0.0.1 is not a public address" in told.message


def test_B204_a_file_that_is_referred_to_is_no_way_out(tmp_path: Path, site: Site) -> None:
    for number, reach in enumerate((None, ASKED)):
        made = make(
            tmp_path / str(number),
            {
                "api.yaml": openapi(f"paths:\n  {GOOD}\n  /bad: {{$ref: 'bad.yaml'}}\n"),
                "bad.yaml": f"get: {{responses: {{'200': {{$ref: '{site.url('/model.yaml')}'}}}}}}\n",
            },
            reach=reach,
        )
        assert site.asked == []
        assert [line_of(made, each) for each in made.about("openapi-response")] == ["bad.yaml:1"]


def test_B204_addresses_that_are_no_references_are_left_alone(tmp_path: Path, site: Site) -> None:
    url = site.url("/latest/meta-data/")
    made = make(
        tmp_path,
        openapi(
            f"""
        externalDocs: {{url: '{url}'}}
        jsonSchemaDialect: '{url}'
        paths:
          /good:
            get:
              operationId: getGood
              parameters:
                - {{name: q, in: query, schema: {{type: string, $schema: '{url}', $id: '{url}'}}, examples: {{a: {{externalValue: '{url}'}}}}}}
              responses: {{'200': {{description: ok, links: {{next: {{operationRef: '{url}#/paths/a'}}}}}}}}
        components:
          securitySchemes: {{o: {{type: openIdConnect, openIdConnectUrl: '{url}'}}}}
        """,
            "3.1.0",
        ),
        reach=ASKED,
    )
    assert site.asked == []
    assert list(made.tools) == ["get_good"]
    assert made.call("get_good", {"q": "x"}).sent.pairs == [("q", "x")]


# --- B206: what the user names

ENTRY = openapi("""
    paths:
      /ships:
        post:
          operationId: createShip
          requestBody: {required: true, content: {application/json: {schema: {$ref: './models/ship.yaml'}}}}
          responses: {'200': {description: ok}}
    """)
SHIP = "type: object\nrequired: [name]\nproperties: {name: {type: string}, port: {$ref: '../common.json#/Port'}}\n"
PAGES = {
    "/v1/api.yaml": ENTRY,
    "/v1/models/ship.yaml": SHIP,
    "/v1/common.json": '{"Port": {"type": "string", "maxLength": 5}}',
}


def test_B206_the_url_that_the_user_names_is_read(tmp_path: Path, site: Site) -> None:
    site.pages["/good.yaml"] = openapi(f"paths:\n  {GOOD}\n")
    made = make_from(site.url("/good.yaml"), tmp_path)
    assert made.said == ()
    assert made.call("get_good").sent.line == "GET /v1/good"
    assert set(site.asked) == {"/good.yaml"}


def test_B206_its_references_are_followed_only_when_asked(tmp_path: Path, site: Site) -> None:
    site.pages |= PAGES
    made = make_from(site.url("/v1/api.yaml"), tmp_path)
    assert site.asked == ["/v1/api.yaml"]
    [told] = made.about("openapi-reference")
    assert "./models/ship.yaml" in told.message
    assert "--allow-remote-refs" in told.hint


def test_B206_references_of_the_same_origin_are_followed_when_asked(tmp_path: Path, site: Site) -> None:
    site.pages |= PAGES
    made = make_from(site.url("/v1/api.yaml"), tmp_path, reach=ASKED)
    assert made.said == ()
    assert site.asked == ["/v1/api.yaml", "/v1/models/ship.yaml", "/v1/common.json"]
    assert made.required("create_ship") == ["name"]
    assert made.properties("create_ship")["port"]["maxLength"] == 5
    assert made.call("create_ship", {"name": "Fram", "port": "BGO"}).sent.body == {"name": "Fram", "port": "BGO"}


def test_B206_other_hosts_that_it_names_are_not_asked(tmp_path: Path, site: Site, other: Site) -> None:
    site.pages["/api.yaml"] = ENTRY.replace("./models/ship.yaml", other.url("/model.yaml"))
    for reach in (None, ASKED):
        made = make_from(site.url("/api.yaml"), tmp_path, reach=reach)
        assert other.asked == []
        [told] = made.about("openapi-reference")
        assert other.url("/model.yaml") in told.message


def test_B206_a_reference_is_not_sent_on_to_another_host(tmp_path: Path, site: Site, other: Site) -> None:
    site.pages["/api.yaml"] = ENTRY
    site.moved["/models/ship.yaml"] = other.url("/model.yaml")
    made = make_from(site.url("/api.yaml"), tmp_path, reach=ASKED)
    assert (site.asked, other.asked) == (["/api.yaml", "/models/ship.yaml"], [])
    [told] = made.about("openapi-reference")
    assert "not a public address" in told.message
    assert "secret" not in repr(made.tools)


def test_B206_references_count_from_where_the_document_was_found(tmp_path: Path, site: Site) -> None:
    site.pages |= PAGES
    site.moved["/latest"] = "/v1/api.yaml"
    made = make_from(site.url("/latest"), tmp_path, reach=ASKED)
    assert made.said == ()
    assert site.asked == ["/latest", "/v1/api.yaml", "/v1/models/ship.yaml", "/v1/common.json"]


def test_B206_a_lost_file_is_told_and_costs_no_other(tmp_path: Path, site: Site) -> None:
    site.pages["/v1/api.yaml"] = ENTRY.replace("paths:", f"paths:\n  {GOOD}", 1)
    made = make_from(site.url("/v1/api.yaml"), tmp_path, reach=ASKED)
    [told] = made.about("openapi-reference")
    assert "404" in told.message
    assert "get_good" in made.tools


def test_B206_what_is_too_large_is_not_read(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.pages |= {**PAGES, "/v1/models/ship.yaml": SHIP + "#" * 5000}
    monkeypatch.setattr(remote, "MAX_BYTES", 4000)
    made = make_from(site.url("/v1/api.yaml"), tmp_path, reach=ASKED)
    [told] = made.about("openapi-reference")
    assert "/v1/models/ship.yaml" in told.message


@pytest.mark.parametrize("server", ["", "servers: [{url: /v2}]", "servers: [{url: '../v3'}]"])
def test_B206_a_description_without_a_host_means_the_one_it_was_read_from(
    tmp_path: Path, site: Site, server: str
) -> None:
    head = f"openapi: 3.1.0\ninfo: {{title: Harbour, version: '1'}}\n{server}\n"
    site.pages["/docs/api.yaml"] = f"{head}paths:\n  {GOOD}\n"
    made = make_from(site.url("/docs/api.yaml"), tmp_path)
    sent = made.call("get_good").sent
    assert sent.headers["host"] == f"127.0.0.1:{site.port}"
    assert sent.path == {"": "/good", "servers: [{url: /v2}]": "/v2/good"}.get(server, "/v3/good")


def test_B206_swagger_2_without_a_host_means_the_one_it_was_read_from(tmp_path: Path, site: Site) -> None:
    site.pages["/docs/api.yaml"] = swagger(f"paths:\n  {GOOD}\n").replace("host: api.harbour.test\n", "")
    made = make_from(site.url("/docs/api.yaml"), tmp_path)
    sent = made.call("get_good").sent
    assert (sent.headers["host"], sent.path) == (f"127.0.0.1:{site.port}", "/v1/good")


@pytest.mark.parametrize("path", ["/gone.yaml", "/loop"])
def test_B206_a_url_that_cannot_be_read_is_an_error(site: Site, path: str) -> None:
    site.moved["/loop"] = "/loop"
    with pytest.raises(SourceError) as caught:
        pipeline.tools(site.url(path))
    [said] = caught.value.diagnostics
    assert said.code == "source-fetch"
    assert site.url(path) in said.message
    assert said.hint


def test_B206_no_file_is_read_for_a_document_of_the_network(tmp_path: Path, site: Site) -> None:
    (tmp_path / "model.yaml").write_bytes(MODEL)
    site.pages["/api.yaml"] = ENTRY.replace("./models/ship.yaml", (tmp_path / "model.yaml").as_uri())
    made = make_from(site.url("/api.yaml"), tmp_path, reach=ASKED)
    assert len(made.about("openapi-reference")) == 1
    assert "secret" not in repr(made.tools)
    with pytest.raises(SourceError, match="--ref-folder"):
        pipeline.tools(site.url("/api.yaml"), reach=Reach(remote=True, folder=tmp_path))
