"""Fetching over HTTP: against servers on loopback; a resolver and a connector of the test stand for the internet."""

from __future__ import annotations

import base64
import datetime
import gzip
import ipaddress
import socket
import ssl
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as enumerate_threads
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from mcpgen import __version__
from mcpgen.source import remote
from mcpgen.source.remote import Fetched, fetch_reference, fetch_source
from mcpgen.source.url import FetchError, origin_of, shown

PUBLIC, OTHER_PUBLIC = "93.184.216.34", "1.1.1.1"
Page = Callable[[BaseHTTPRequestHandler], None]


class Server(ThreadingHTTPServer):
    """A server on loopback with pages by path; it keeps the requests and counts the connections."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.pages: dict[str, Page] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.connections = 0
        self.scheme = "http"

    def verify_request(self, request: Any, client_address: Any) -> bool:
        self.connections += 1
        return True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that leaves early is what many of the tests want."""

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"{self.scheme}://{host}:{self.server_port}{path}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        self.server.pages.get(self.path, page(b"", status=404))(self)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def page(body: bytes = b"openapi: 3.1.0", status: int = 200, **headers: str) -> Page:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content_Length": str(len(body)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def moved(location: str, status: int = 302, **headers: str) -> Page:
    return page(b"", status, Location=location, **headers)


def endless(opening: bytes, piece: bytes, gone: Event, pause: float = 0.0) -> Page:
    """Sends a piece again and again until the client has gone (or, should it not go, for some seconds)."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(opening)
        try:
            for _ in range(1000):
                handler.wfile.write(piece)
                Event().wait(pause)
        except OSError:
            gone.set()

    return answer


@pytest.fixture
def serve() -> Iterator[Callable[[], Server]]:
    running: list[Server] = []

    def start() -> Server:
        server = Server()
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        running.append(server)
        return server

    yield start
    for server in running:
        server.shutdown()
        server.server_close()


@pytest.fixture
def server(serve: Callable[[], Server]) -> Server:
    return serve()


class Internet:
    """What the host names of a test resolve to, and what answers at public addresses."""

    def __init__(self) -> None:
        self.names: dict[str, list[list[str]]] = {}
        """The answers to the first question for a name, to the second …; the last one stays."""
        self.servers: dict[str, int | None] = {}
        """By public address the port on loopback that stands for it; None where it refuses."""
        self.asked: list[str] = []
        self.connected: list[str] = []
        self._resolve, self._connect = socket.getaddrinfo, socket.create_connection

    def resolve(self, host: str, port: int, *args: Any, **named: Any) -> Any:
        if host not in self.names:
            return self._resolve(host, port, *args, flags=socket.AI_NUMERICHOST if "." in host else 0)
        self.asked.append(host)
        answers = self.names[host]
        addresses = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    def connect(self, address: tuple[str, int], *args: Any, **named: Any) -> socket.socket:
        host, port = address
        self.connected.append(host)
        if host in self.servers:
            port_on_loopback = self.servers[host]
            if port_on_loopback is None:
                raise ConnectionRefusedError(111, "Connection refused")
            return self._connect(("127.0.0.1", port_on_loopback), *args, **named)
        for *_, found in self.resolve(host, port, type=socket.SOCK_STREAM):
            assert ipaddress.ip_address(found[0]).is_loopback, f"a test wants to leave this machine: {host}"
        return self._connect(address, *args, **named)


@pytest.fixture(autouse=True)
def internet(monkeypatch: pytest.MonkeyPatch) -> Internet:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    stand_in = Internet()
    monkeypatch.setattr(socket, "getaddrinfo", stand_in.resolve)
    monkeypatch.setattr(socket, "create_connection", stand_in.connect)
    return stand_in


def refusal(fetch: Callable[[], object]) -> FetchError:
    with pytest.raises(FetchError) as caught:
        fetch()
    assert caught.value.reason.endswith(".")
    assert caught.value.hint.endswith(".")
    assert str(caught.value) == caught.value.reason
    return caught.value


# What comes back


def test_content_with_what_the_server_says_of_it(server: Server) -> None:
    server.pages["/a%20b.yaml?x=1"] = page(
        "ä: 1".encode("latin-1"), Content_Type='Application/YAML; charset="ISO-8859-1"'
    )
    assert fetch_source(server.url("/a b.yaml?x=1#/paths")) == Fetched(
        url=server.url("/a%20b.yaml?x=1"), content=b"\xe4: 1", media_type="application/yaml", charset="iso-8859-1"
    )
    [(_, headers)] = server.requests
    assert headers["accept"] == "application/json, application/yaml, text/yaml;q=0.9, */*;q=0.5"
    assert headers["accept-encoding"] == "gzip"
    assert headers["user-agent"] == f"mcpgen/{__version__}"
    assert headers["host"] == f"127.0.0.1:{server.server_port}"


def test_a_server_that_says_nothing_of_its_content(server: Server) -> None:
    server.pages["/"] = page()
    fetched = fetch_source(server.url(""))
    assert (fetched.url, fetched.media_type, fetched.charset) == (server.url("/"), "", "")


@pytest.mark.parametrize("name", ["gzip", "x-gzip", "GZIP"])
def test_content_in_gzip(server: Server, name: str) -> None:
    text = b"openapi: 3.1.0\n" * 200_000
    server.pages["/"] = page(gzip.compress(text[:1000]) + gzip.compress(text[1000:]), Content_Encoding=name)
    assert fetch_source(server.url()).content == text


@pytest.mark.parametrize(
    "body",
    [gzip.compress(b"a: 1" * 100)[:-12], b"a: 1", gzip.compress(b"a: 1") + b"rest"],
    ids=["cut", "plain", "with a rest"],  # the bytes hold the time of day
)
def test_content_in_broken_gzip(server: Server, body: bytes) -> None:
    server.pages["/"] = page(body, Content_Encoding="gzip")
    assert "gzip encoding that is broken" in refusal(lambda: fetch_source(server.url())).reason


@pytest.mark.parametrize("name", ["br", "gzip, gzip", "\x1b[31m"])
def test_content_in_an_encoding_not_asked_for(server: Server, name: str) -> None:
    server.pages["/"] = page(Content_Encoding=name)
    error = refusal(lambda: fetch_source(server.url()))
    assert "encoding that was not asked for" in error.reason
    assert error.reason.isprintable()


# Redirects


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(server: Server, status: int) -> None:
    server.pages |= {"/v1/a": moved("../v2/b?c=d#e", status, Set_Cookie="a=b; Path=/"), "/v2/b?c=d": page(b"x: 1")}
    fetched = fetch_source(server.url("/v1/a"))
    assert (fetched.url, fetched.content) == (server.url("/v2/b?c=d"), b"x: 1")
    assert all("cookie" not in headers for _, headers in server.requests)


def test_redirects_in_a_circle(server: Server) -> None:
    server.pages |= {"/a": moved("/b"), "/b": moved("/a")}
    assert "in a circle" in refusal(lambda: fetch_source(server.url("/a"))).reason
    assert len(server.requests) == 2


def test_five_redirects_are_the_most(server: Server) -> None:
    server.pages |= {f"/{n}": moved(f"/{n - 1}") for n in range(1, 9)} | {"/0": page()}
    assert fetch_source(server.url("/5")).url == server.url("/0")
    server.requests.clear()
    assert "redirects more than 5 times" in refusal(lambda: fetch_source(server.url("/6"))).reason
    assert len(server.requests) == 6


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://127.0.0.1/", "http://[::1", "http://h:x/"])
def test_redirects_to_what_is_not_fetched(server: Server, location: str) -> None:
    server.pages["/"] = moved(location)
    assert refusal(lambda: fetch_source(server.url())).reason.startswith(f"{server.url()} redirects to {location}, ")


def test_a_redirect_brings_no_user_name(server: Server) -> None:
    server.pages |= {"/": moved(server.url("/b", "me:secret@127.0.0.1")), "/b": page()}
    assert "secret" not in refusal(lambda: fetch_source(server.url())).reason
    assert len(server.requests) == 1


# User names


def test_the_password_is_for_its_origin_only(serve: Callable[[], Server]) -> None:
    own, other = serve(), serve()
    own.pages |= {"/": moved("/b"), "/b": moved(other.url("/c"))}
    other.pages |= {"/c": moved(own.url("/d"))}
    own.pages |= {"/d": page()}
    assert fetch_source(own.url("/", "m%40e:s%3Acret@127.0.0.1")).url == own.url("/d")
    expected = "Basic " + base64.b64encode(b"m@e:s:cret").decode()
    assert [headers.get("authorization") for _, headers in own.requests] == [expected] * 3
    assert [headers.get("authorization") for _, headers in other.requests] == [None]


def test_a_user_name_without_a_password(server: Server) -> None:
    server.pages["/"] = page()
    assert fetch_source(server.url("/", "token@127.0.0.1")).url == server.url()
    assert server.requests[0][1]["authorization"] == "Basic " + base64.b64encode(b"token:").decode()


def test_no_message_tells_the_password(server: Server) -> None:
    assert refusal(lambda: fetch_source(server.url("/x", "me:secret@127.0.0.1"))).reason == (
        f"The server answered 404 for {server.url('/x')}."
    )
    assert "secret" not in refusal(lambda: fetch_source("http://me:top/secret@127.0.0.1/")).reason


def test_references_with_a_user_name(server: Server) -> None:
    url = server.url("/", "me:secret@127.0.0.1")
    assert "secret" not in refusal(lambda: fetch_reference(url, source=server.url())).reason
    assert server.connections == 0


# Limits


def test_content_without_a_length_that_is_too_large(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "MAX_BYTES", 2**20)
    gone = Event()
    opening = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    server.pages["/"] = endless(opening, b"10000\r\n" + b"x" * 2**16 + b"\r\n", gone)
    assert "holds more than 1 MB" in refusal(lambda: fetch_source(server.url())).reason
    assert gone.wait(10)


def test_content_of_just_the_size_that_is_allowed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "MAX_BYTES", 100_000)
    server.pages |= {"/": page(b"x" * 100_000), "/more": page(b"x" * 100_001)}
    assert len(fetch_source(server.url()).content) == 100_000
    refusal(lambda: fetch_source(server.url("/more")))


def test_a_small_text_that_becomes_a_large_one(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "MAX_BYTES", 2**20)
    server.pages["/"] = page(gzip.compress(bytes(2**27)), Content_Encoding="gzip")
    refusal(lambda: fetch_source("http://127.0.0.1:1/"))  # imports what is needed
    tracemalloc.start()
    try:
        assert "holds more than 1 MB" in refusal(lambda: fetch_source(server.url())).reason
        assert tracemalloc.get_traced_memory()[1] < 2**24
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "opening",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: ",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;",
    ],
)
def test_a_server_that_drips(server: Server, monkeypatch: pytest.MonkeyPatch, opening: bytes) -> None:
    monkeypatch.setattr(remote, "TOTAL_SECONDS", 0.4)
    gone = Event()
    server.pages["/"] = endless(opening, b"x", gone, pause=0.02)
    assert "did not come within 0.4 seconds" in refusal(lambda: fetch_source(server.url())).reason
    assert gone.wait(10)


@pytest.mark.parametrize("slow", ["getaddrinfo", "create_connection"])
def test_nothing_is_sent_once_the_time_is_over(
    server: Server, internet: Internet, monkeypatch: pytest.MonkeyPatch, slow: str
) -> None:
    monkeypatch.setattr(remote, "TOTAL_SECONDS", 0.3)
    internet.names["api.test"] = [[PUBLIC]]
    internet.servers[PUBLIC] = server.server_port
    over, real = Event(), getattr(socket, slow)
    monkeypatch.setattr(socket, slow, lambda *args, **named: over.wait(10) and real(*args, **named))
    assert "did not come within 0.3 seconds" in refusal(lambda: fetch_reference("http://api.test/")).reason
    [fetching] = [thread for thread in enumerate_threads() if thread.name == "mcpgen-fetch"]
    over.set()
    fetching.join(10)
    assert not fetching.is_alive()
    assert not server.requests


def test_a_server_that_is_silent(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "WAIT_SECONDS", 0.2)
    over = Event()
    server.pages["/"] = lambda handler: assert_set(over)
    try:
        assert "was silent for 0.2 seconds" in refusal(lambda: fetch_source(server.url())).reason
    finally:
        over.set()


def assert_set(event: Event) -> None:
    assert event.wait(10)


# Failures


@pytest.mark.parametrize("status", [201, 204, 206, 300, 304, 401, 404, 418, 503])
def test_other_answers_than_200(server: Server, status: int) -> None:
    server.pages["/x"] = page(b"", status)
    assert (
        f"The server answered {status} for {server.url('/x')}."
        == refusal(lambda: fetch_source(server.url("/x"))).reason
    )


def test_a_redirect_to_nowhere(server: Server) -> None:
    server.pages["/"] = page(b"", 302)
    assert "answered 302" in refusal(lambda: fetch_source(server.url())).reason


@pytest.mark.parametrize(
    "answer",
    [b"", b"SSH-2.0-OpenSSH_9.6\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na: 1", b"HTTP/1.1 200 OK\r\nX"],
)
def test_a_server_that_speaks_otherwise(server: Server, answer: bytes) -> None:
    server.pages["/"] = lambda handler: handler.wfile.write(answer) and None
    assert "broke off its answer, or does not speak HTTP" in refusal(lambda: fetch_source(server.url())).reason


def test_a_port_that_nobody_listens_at(internet: Internet) -> None:
    internet.servers[PUBLIC] = None
    assert "There is no connection to" in refusal(lambda: fetch_source(f"http://{PUBLIC}/")).reason
    assert "There is no connection to" in refusal(lambda: fetch_reference(f"http://{PUBLIC}/")).reason


@pytest.mark.parametrize("host", ["absent.test", "a..test", f"{'a' * 64}.test", "."])
def test_hosts_that_are_not_known(host: str) -> None:
    assert refusal(lambda: fetch_source(f"http://{host}/")).reason == f"The host {host} is not known."
    assert refusal(lambda: fetch_reference(f"http://{host}/")).reason == f"The host {host} is not known."


@pytest.mark.parametrize(
    "url",
    [
        *("", "api.yaml", "//host/x", "ftp://host/x", "file:///etc/passwd", "http:host", "javascript:alert(1)"),
        *(
            "http://",
            "https://",
            "https:///x",
            "http://:80/",
            "http://me@/",
            "http://[::1",
            "http://[::1]x/",
            "http://::1/",
        ),
        *(
            "http://[127.0.0.1]/",
            "http://[v1.a]/",
            "http://[fe80::1%25eth0]/",
            "http://[z]/",
            "http://a]/",
            "http://[/",
        ),
        *(
            "http://h:x/",
            "http://h:65536/",
            "http://h:-1/",
            "http://h:1:2/",
            "http://h:٣/",
            "http://h h/",
            "http://%31/",
        ),
        *("http://a\\@b/", "http://a/\r\nX: y", "http://a\0b/", "http://a/\t", "http://a/\ud800", "http://\u2100/"),
        *("http://ä..de/", "http://\u2028/", f"http://{'ä' * 70}/", f"http://{'a' * 254}/", f"http://a/{'b' * 9000}"),
    ],
)
def test_what_is_no_url(url: str) -> None:
    for use in (fetch_source, fetch_reference, origin_of):
        assert refusal(lambda use=use: use(url)).reason.isprintable()


@pytest.mark.parametrize("proxy", ["foo://proxy", "http://proxy:x", "socks5://127.0.0.1:1"])
def test_proxies_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy)
    assert "proxy" in refusal(lambda: fetch_source("http://api.test/")).reason


def test_a_proxy_that_refuses(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", server.url())
    reason = refusal(lambda: fetch_source("https://api.test/")).reason
    assert reason.startswith("The proxy does not lead to api.test: 501 ")


# Origins


def test_origins() -> None:
    assert origin_of("HTTP://Me:x@Host.Example/a") == ("http", "host.example", 80)
    assert origin_of("https://host.example:/") == ("https", "host.example", 443)
    assert origin_of("https://host.example:8443?a") == ("https", "host.example", 8443)
    assert origin_of("https://[2001:DB8:0:0::1]") == ("https", "2001:db8::1", 443)
    assert origin_of("https://Bücher.example") == ("https", "xn--bcher-kva.example", 443)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://host:80/a@b?c@d#e@f", "https://host:80/a@b?c@d#e@f"),
        ("https://[::1]:80/a@b", "https://[::1]:80/a@b"),
        ("https://me:se:cr@et@host/a@b", "https://host/a@b"),
        ("https://me@host", "https://host"),
        ("https://me:sec/r@et@host/x", "https://host/x"),
        ("https://me:sec#ret@host/x", "https://host/x"),
        ("http://a/\x1b[31m\n\ud800", "http://a/\\x1b[31m\\n\\ud800"),
    ],
)
def test_urls_in_messages(url: str, expected: str) -> None:
    assert shown(url) == expected


def test_origins_need_no_http_client() -> None:
    code = (
        "import sys\nfrom mcpgen.source.url import origin_of, shown\n"
        "origin_of('http://a/'), shown('http://a/')\nsys.exit('httpx2' in sys.modules)"
    )
    root = Path(remote.__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False, timeout=60).returncode == 0


# Private addresses


@pytest.mark.parametrize(
    "host",
    [
        *(
            "127.0.0.1",
            "localhost",
            "LOCALHOST",
            "0x7f.1",
            "0x7f000001",
            "2130706433",
            "0177.0.0.1",
            "127.1",
            "0.0.0.0",
        ),
        *("[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[2002:7f00:1::]", "[64:ff9b::127.0.0.1]"),
        *("169.254.169.254", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.100.100.200", "192.0.0.192"),
        *("168.63.129.16", "224.0.0.1", "240.0.0.1", "255.255.255.255", "[fd00:ec2::254]", "[fe80::1]", "[fec0::1]"),
        *("[ff0e::1]", "[::7f00:1]", "[64:ff9b:1::1]", "[2001::1]", "[2001:db8::1]", "①②⑦.0.0.1"),
    ],
)
def test_references_to_private_addresses(server: Server, internet: Internet, host: str) -> None:
    server.pages["/"] = page()
    for source in (None, "https://public.test/", f"https://{host}:{server.server_port}/", f"http://{host}:1/"):
        refusal(lambda source=source: fetch_reference(server.url("/", host), source=source))
    assert not internet.connected
    assert server.connections == 0


@pytest.mark.parametrize(
    "address", [PUBLIC, "::ffff:8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "2002:808:808::1"]
)
def test_public_addresses(address: str, server: Server, internet: Internet) -> None:
    server.pages["/"] = page()
    internet.names["api.test"] = [[address]]
    internet.servers[address] = server.server_port
    assert fetch_reference("http://api.test/").url == "http://api.test/"
    assert internet.connected == [address]


@pytest.mark.parametrize("addresses", [[PUBLIC, "10.0.0.1"], ["127.0.0.1", PUBLIC], ["127.0.0.1"]])
def test_names_with_a_private_address(server: Server, internet: Internet, addresses: list[str]) -> None:
    internet.names["api.test"] = [addresses]
    internet.servers[PUBLIC] = server.server_port
    assert "is not a public address" in refusal(lambda: fetch_reference(server.url("/", "api.test"))).reason
    assert not internet.connected


def test_the_address_that_was_checked_is_the_one_connected_to(serve: Callable[[], Server], internet: Internet) -> None:
    public, private = serve(), serve()
    public.pages |= {"/a": moved("/b"), "/b": page(b"x: 1")}
    port = private.server_port
    internet.names["api.test"] = [[PUBLIC], [OTHER_PUBLIC], ["127.0.0.1"]]
    internet.servers |= {PUBLIC: public.server_port, OTHER_PUBLIC: public.server_port}
    assert fetch_reference(f"http://api.test:{port}/a").url == f"http://api.test:{port}/b"
    assert internet.asked == ["api.test", "api.test"]
    assert internet.connected == [PUBLIC, OTHER_PUBLIC]
    assert [headers["host"] for _, headers in public.requests] == [f"api.test:{port}"] * 2
    assert "127.0.0.1 is not a public" in refusal(lambda: fetch_reference(f"http://api.test:{port}/a")).reason
    assert private.connections == 0


def test_the_next_address_where_one_refuses(server: Server, internet: Internet) -> None:
    server.pages["/"] = page()
    internet.names["api.test"] = [[PUBLIC, OTHER_PUBLIC]]
    internet.servers |= {PUBLIC: None, OTHER_PUBLIC: server.server_port}
    assert fetch_reference("http://api.test/").content
    assert internet.connected == [PUBLIC, OTHER_PUBLIC]


def test_redirects_from_public_to_private(serve: Callable[[], Server], internet: Internet) -> None:
    public, private = serve(), serve()
    internet.names |= {"api.test": [[PUBLIC]], "inside.test": [["127.0.0.1"]]}
    internet.servers[PUBLIC] = public.server_port
    for location in (private.url(), private.url("/", "inside.test"), private.url("/", "2130706433")):
        public.pages["/"] = moved(location)
        reason = refusal(lambda: fetch_reference("http://api.test/", source="http://api.test/")).reason
        assert reason == f"No reference is fetched from {location}: 127.0.0.1 is not a public address."
    assert len(public.requests) == 3
    assert private.connections == 0


def test_references_to_the_origin_that_the_user_named(serve: Callable[[], Server]) -> None:
    own, other = serve(), serve()
    own.pages |= {"/b": moved("/c"), "/c": page(b"x: 1"), "/out": moved(other.url("/c"))}
    other.pages["/c"] = page()
    source = own.url("/a", "me:secret@127.0.0.1")
    assert fetch_reference(own.url("/b"), source=source).content == b"x: 1"
    assert "is not a public address" in refusal(lambda: fetch_reference(own.url("/out"), source=source)).reason
    refusal(lambda: fetch_reference(other.url("/c"), source=source))
    assert other.connections == 0


def test_no_way_back_to_the_named_origin_through_another(serve: Callable[[], Server], internet: Internet) -> None:
    own, public = serve(), serve()
    internet.names["api.test"] = [[PUBLIC]]
    internet.servers[PUBLIC] = public.server_port
    public.pages["/"] = moved(own.url("/delete"))
    refusal(lambda: fetch_reference("http://api.test/", source=own.url()))
    assert (len(public.requests), own.connections) == (1, 0)


def test_hosts_in_other_letters(server: Server, internet: Internet) -> None:
    server.pages["/ä"] = server.pages["/%C3%A4"] = page()
    internet.names["xn--bcher-kva.test"] = [[PUBLIC]]
    internet.servers[PUBLIC] = server.server_port
    assert fetch_reference("http://Bücher.test/ä").url == "http://xn--bcher-kva.test/%C3%A4"
    assert server.requests[0][1]["host"] == "xn--bcher-kva.test"


def test_proxies_are_for_what_the_user_named(
    serve: Callable[[], Server], internet: Internet, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy, public = serve(), serve()
    proxy.pages["http://api.test/a"] = page(b"x: proxy")
    public.pages["/a"] = page(b"x: direct")
    internet.names["api.test"] = [[PUBLIC]]
    internet.servers[PUBLIC] = public.server_port
    monkeypatch.setenv("HTTP_PROXY", proxy.url())
    assert fetch_source("http://api.test/a").content == b"x: proxy"
    assert fetch_reference("http://api.test/a", source="http://api.test/").content == b"x: direct"
    assert proxy.connections == 1


# TLS


@pytest.fixture
def secure(server: Server, internet: Internet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server with a certificate for api.test and 127.0.0.1 that is trusted, at a public address too."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mcpgen test")])
    names = x509.SubjectAlternativeName([x509.DNSName("api.test"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    now = datetime.datetime.now(datetime.UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(
        now + datetime.timedelta(days=1)
    )
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    certificate = builder.add_extension(names, critical=False).sign(key, hashes.SHA256())
    (tmp_path / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (tmp_path / "key.pem").write_bytes(key.private_bytes(*form))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.scheme = "https"
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    internet.names |= {"api.test": [[PUBLIC]], "other.test": [[PUBLIC]]}
    internet.servers[PUBLIC] = server.server_port
    return server


def test_the_certificate_is_that_of_the_name(secure: Server, internet: Internet) -> None:
    secure.pages["/"] = page(b"x: 1")
    assert fetch_source(secure.url()).content == b"x: 1"
    assert fetch_reference("https://api.test/").content == b"x: 1"
    assert internet.connected[-1] == PUBLIC
    for url in ("https://other.test/", f"https://{PUBLIC}/"):
        assert "certificate" in refusal(lambda url=url: fetch_reference(url)).reason
    assert len(secure.requests) == 2


def test_a_certificate_that_nobody_vouches_for(secure: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    assert "certificate" in refusal(lambda: fetch_source(secure.url())).reason
    monkeypatch.setenv("SSL_CERT_FILE", "/absent.pem")
    assert "certificates" in refusal(lambda: fetch_source(secure.url())).reason


def test_https_does_not_lead_to_http(secure: Server, serve: Callable[[], Server]) -> None:
    plain = serve()
    secure.pages["/"] = moved(plain.url())
    assert "is not encrypted" in refusal(lambda: fetch_source(secure.url())).reason
    assert "is not encrypted" in refusal(lambda: fetch_reference("https://api.test/")).reason
    assert plain.connections == 0


def test_https_where_http_is_spoken(server: Server) -> None:
    assert "encrypted" in refusal(lambda: fetch_source(f"https://127.0.0.1:{server.server_port}/")).reason
