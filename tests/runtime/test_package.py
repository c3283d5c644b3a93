"""The bookshop package as its owner meets it: checked, tested, started and stopped."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import anyio
import httpx2
import pytest
from bookshop_mcp.runtime.http import http_app
from bookshop_mcp.runtime.settings import Settings, SettingsError, read_settings
from bookshop_mcp.server import FACTS, make_server


def run(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


def contract(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments, folder=folder)


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_is_clean_for_mypy_ruff_and_black(own_bookshop: Path) -> None:
    cache = f"--cache-dir={Path(__file__).parents[2] / '.mypy_cache'}"
    typed = run("-m", "mypy", "--strict", cache, "bookshop_mcp", "tests", folder=own_bookshop)
    assert typed.returncode == 0, typed.stdout
    linted = run("-m", "ruff", "check", "--select", "E,F,W,I,UP,B,SIM,RUF,C4,PT", ".", folder=own_bookshop)
    assert linted.returncode == 0, linted.stdout
    formatted = run("-m", "black", "--check", ".", folder=own_bookshop)
    assert formatted.returncode == 0, formatted.stderr


def test_passes_its_own_contract_tests(bookshop: Path) -> None:
    result = contract(bookshop)
    assert result.returncode == 0, result.stdout


def test_passes_them_in_profile_mcp_too(own_bookshop: Path) -> None:
    edit(own_bookshop / "bookshop_mcp" / "settings.py", '"connected-apps"', '"mcp"')
    edit(own_bookshop / "tests" / "cases.json", '"connected-apps"', '"mcp"')
    result = contract(own_bookshop, "-k", "not process and not input_closes")
    assert result.returncode == 0, result.stdout


MUTATIONS = [
    ("catalog.json", '"name": "delete_book"', '"name": "remove_book"'),
    ("catalog.json", '"required": [\n     "book_id"\n    ]', '"required": []'),
    ("catalog.json", '"readOnlyHint": true', '"readOnlyHint": false'),
    ("catalog.json", '"maximum": 100', '"maximum": 1000'),
    ("tools/books.py", '"/books/{bookId}"', '"/book/{bookId}"'),
    ("tools/books.py", '"authorId": ', '"author": '),
    ("tools/books.py", "integer(args.get", "str(args.get"),
    ("tools/orders.py", '"bookId": integer(line["book_id"])', '"bookId": line["book_id"]'),
    ("tools/orders.py", '"country": ', '"land": '),
    ("tools/orders.py", "needs=", "needs=[] and "),
    ("runtime/errors.py", "429: USER_RATE_LIMITED,", ""),
    ("runtime/errors.py", "MISSING_REQUIRED_INFORMATION = -32301", "MISSING_REQUIRED_INFORMATION = -32303"),
    ("runtime/errors.py", "403: USER_PERMISSION_DENIED", "403: RUNTIME_ERROR"),
]


ONE_AFTER_ANOTHER = """
import pytest, sys
LOADED = ("bookshop_mcp", "contract", "conftest", "test_tools", "test_failures", "test_protocol")
start = list(sys.path)
for folder in sys.argv[1:]:
    for name in [n for n in sys.modules if n.split(".")[0] in LOADED]:
        del sys.modules[name]
    sys.path[:] = start
    chosen = "lists or sends or refuses or maps or codes"
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", chosen, "--rootdir", folder]
    print("\\nexit", int(pytest.main([*options, "-c", folder + "/pyproject.toml", folder + "/tests"])))
"""


def test_the_contract_tests_notice_each_change(tmp_path: Path, compose: Callable[[Path], Path]) -> None:
    folders = [compose(tmp_path / "unchanged")]
    for number, (file, old, new) in enumerate(MUTATIONS):
        folders.append(compose(tmp_path / str(number)))
        edit(folders[-1] / "bookshop_mcp" / file, old, new)
    result = run("-c", ONE_AFTER_ANOTHER, *map(str, folders), folder=tmp_path)
    codes = [int(line.split()[1]) for line in result.stdout.splitlines() if line.startswith("exit ")]
    assert codes == [0, *[1] * len(MUTATIONS)], result.stdout


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"BOOKSHOP_TIMEOUT": "soon"}, "BOOKSHOP_TIMEOUT"),
        ({"BOOKSHOP_TIMEOUT": "nan"}, "BOOKSHOP_TIMEOUT"),
        ({"BOOKSHOP_TIMEOUT": "0"}, "BOOKSHOP_TIMEOUT"),
        ({"BOOKSHOP_MAX_RESULT_BYTES": "5"}, "BOOKSHOP_MAX_RESULT_BYTES"),
        ({"BOOKSHOP_CALLS_PER_MINUTE": "-1"}, "BOOKSHOP_CALLS_PER_MINUTE"),
        ({"BOOKSHOP_BASE_URL": "api.test"}, "BOOKSHOP_BASE_URL"),
        ({"BOOKSHOP_BASE_URL": "ftp://api.test"}, "BOOKSHOP_BASE_URL"),
        ({"BOOKSHOP_BASE_URL": "https://api.test:99999999"}, "BOOKSHOP_BASE_URL"),
        ({"BOOKSHOP_BASE_URL": "https://{host}.test"}, "BOOKSHOP_BASE_URL"),
        ({"BOOKSHOP_TOKEN": "a\nb"}, "BOOKSHOP_TOKEN"),
    ],
)
def test_a_bad_setting_is_named_and_its_secret_is_not(environment: dict[str, str], says: str) -> None:
    with pytest.raises(SettingsError, match=says) as error:
        read_settings(FACTS, environment)
    assert "a\nb" not in str(error.value)


def test_settings_are_read_from_the_environment() -> None:
    settings = read_settings(
        FACTS, {"BOOKSHOP_BASE_URL": "http://localhost:1/x/", "BOOKSHOP_TIMEOUT": "2.5", "BOOKSHOP_TOKEN": " t "}
    )
    assert (settings.base_url, settings.timeout, settings.credentials) == ("http://localhost:1/x", 2.5, {"TOKEN": "t"})
    assert "credentials" not in repr(settings)


def test_a_bad_setting_ends_the_start_with_2(bookshop: Path) -> None:
    result = run("-m", "bookshop_mcp", folder=bookshop, BOOKSHOP_TIMEOUT="soon")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "bookshop: BOOKSHOP_TIMEOUT is 'soon': give a number from 0.001 up.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_0(bookshop: Path, stop: signal.Signals) -> None:
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    with subprocess.Popen(
        [sys.executable, "-m", "bookshop_mcp"], cwd=bookshop, stdin=-1, stdout=-1, stderr=-1, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["result"]["serverInfo"]["title"] == "Bookshop"
        process.send_signal(stop)
        try:
            assert process.wait(10) == 0
        finally:
            process.kill()
        assert process.stderr.read() == ""


# --- HTTP


def settings(**changes: str) -> Settings:
    return read_settings(FACTS, {f"BOOKSHOP_{name}": value for name, value in changes.items()})


def test_a_public_host_needs_a_token() -> None:
    with pytest.raises(SettingsError, match="BOOKSHOP_HTTP_TOKEN"):
        http_app(make_server(mock=True), FACTS, settings(), "0.0.0.0")


PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("host", "changed", "headers", "method", "status"),
    [
        ("127.0.0.1", {}, {"host": "localhost:8000"}, "POST", 200),
        ("127.0.0.1", {}, {"host": "localhost:8000"}, "GET", 405),
        ("127.0.0.1", {}, {"host": "localhost:8000"}, "DELETE", 405),
        ("127.0.0.1", {}, {"host": "evil.test"}, "POST", 421),
        ("127.0.0.1", {}, {"host": "localhost:8000", "origin": "https://evil.test"}, "POST", 403),
        ("127.0.0.1", {"HTTP_TOKEN": "secret"}, {"host": "localhost:8000"}, "POST", 401),
        (
            "127.0.0.1",
            {"HTTP_TOKEN": "secret"},
            {"host": "localhost:8000", "authorization": "Bearer secres"},
            "POST",
            401,
        ),
        (
            "127.0.0.1",
            {"HTTP_TOKEN": "secret"},
            {"host": "localhost:8000", "authorization": "Bearer secret"},
            "POST",
            200,
        ),
        ("0.0.0.0", {"HTTP_TOKEN": "secret"}, {"host": "shop.test", "authorization": "Bearer secret"}, "POST", 200),
        (
            "0.0.0.0",
            {"HTTP_TOKEN": "secret"},
            {"host": "shop.test", "authorization": "Bearer secret", "origin": "https://a.test"},
            "POST",
            403,
        ),
        (
            "0.0.0.0",
            {"HTTP_TOKEN": "secret", "HTTP_HOSTS": "shop.test"},
            {"host": "shop.test", "authorization": "Bearer secret", "origin": "https://shop.test"},
            "POST",
            200,
        ),
        (
            "0.0.0.0",
            {"HTTP_TOKEN": "secret", "HTTP_HOSTS": "shop.test"},
            {"host": "evil.test", "authorization": "Bearer secret"},
            "POST",
            421,
        ),
    ],
)
async def test_the_endpoint_lets_in_whom_it_should(
    host: str, changed: dict[str, str], headers: dict[str, str], method: str, status: int
) -> None:
    server = make_server(mock=True)
    app = http_app(server, FACTS, settings(**changed), host)
    transport = httpx2.ASGITransport(app)  # type: ignore[arg-type]
    accept = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18"}
    async with (
        server.session_manager.run(),
        httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client,
    ):
        answer = await client.request(method, "/mcp/v1", json=PING, headers={**accept, **headers})
        assert answer.status_code == status, answer.text
        assert (await client.get("/healthz")).text == "ok"


# --- a real connection to the API


@pytest.mark.anyio
async def test_the_bytes_on_the_wire_and_a_chunked_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp.client import Client

    received = b""

    async def serve(stream: anyio.abc.SocketStream) -> None:
        nonlocal received
        async with stream:
            received = await stream.receive()
            await stream.send(
                b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
            )
            for chunk in (b'{"data": [', b'{"id": 5}], "next": null}'):
                await stream.send(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
            await stream.send(b"0\r\n\r\n")

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    port = listener.extra(anyio.abc.SocketAttribute.local_port)
    monkeypatch.setenv("BOOKSHOP_BASE_URL", f"http://127.0.0.1:{port}/v1")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, serve)
        async with Client(make_server(), mode="2026-07-28") as client:
            result = await client.call_tool("list_books", {"tags": ["sea/side", "ä"], "cursor": "a+b=="})
        tasks.cancel_scope.cancel()
    head = received.decode().split("\r\n")
    assert head[0] == "GET /v1/books?tag=sea%2Fside&tag=%C3%A4&cursor=a%2Bb%3D%3D HTTP/1.1"
    assert {line.split(":")[0].lower() for line in head[1:] if line} == {
        "host",
        "accept",
        "accept-encoding",
        "authorization",
        "user-agent",
    }
    assert json.loads(result.content[0].text) == {"data": [{"id": "5"}], "next": None}  # type: ignore[union-attr]


@pytest.mark.anyio
async def test_an_api_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp.client import Client
    from mcp.shared.exceptions import MCPError

    monkeypatch.setenv("BOOKSHOP_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    async with Client(make_server(), mode="2026-07-28") as client:
        with pytest.raises(MCPError) as error:
            await client.call_tool("get_book", {"book_id": "7"})
    assert (error.value.code, error.value.message) == (-32502, "The API could not be reached. Try again later.")


def test_what_is_slow_is_imported_late(bookshop: Path) -> None:
    program = (
        "import sys; import mcp.server.lowlevel, mcp.server.stdio; before = set(sys.modules);"
        "import bookshop_mcp.__main__ as m; m.make_server(mock=True);"
        "new = set(sys.modules) - before; late = 'jsonschema', 'bookshop_mcp.tools.books', 'bookshop_mcp.types.books';"
        "print([name for name in late if name in new])"
    )
    assert run("-c", program, folder=bookshop).stdout == "[]\n"


def test_a_port_in_use_is_one_line_and_exit_code_2(own_bookshop: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("-m", "bookshop_mcp", "--mock", "--http", "--port", port, folder=own_bookshop)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert f"Port {port} of 127.0.0.1 cannot be served: " in line
    assert "--port" in line
