"""Mutual TLS: the server shows a certificate of its own to an API on the loopback interface that asks for one."""

from __future__ import annotations

import json
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from anyio.streams.tls import TLSListener
from bookshop_mcp.runtime.facts import Credential
from bookshop_mcp.runtime.settings import SettingsError, read_settings

from tests.runtime.loopback import PACKAGE, Upstream, answer, call

pytestmark = pytest.mark.anyio
FILES = Path(__file__).parent / "certificates"
"""An authority, the certificates that it gave an API on 127.0.0.1 and a client, and their keys; good until 2120."""
FACTS = {"auth": (Credential(key="tls", type="mutualTLS", env=("CLIENT_CERT", "CLIENT_KEY")),)}


def shows(monkeypatch: pytest.MonkeyPatch, certificate: str = "client.pem", key: str = "client.key.pem") -> None:
    monkeypatch.setenv("BOOKSHOP_CLIENT_CERT", str(FILES / certificate))
    monkeypatch.setenv("BOOKSHOP_CLIENT_KEY", str(FILES / key))


@asynccontextmanager
async def asking() -> AsyncIterator[tuple[Upstream, str]]:
    """An API that talks to those alone whom the authority knows."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(FILES / "api.pem", FILES / "api.key.pem")
    context.load_verify_locations(FILES / "authority.pem")
    context.verify_mode = ssl.CERT_REQUIRED
    upstream = Upstream(answer(b'{"a": 1}'))
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as plain, anyio.create_task_group() as tasks:
        port = plain.extra(anyio.abc.SocketAttribute.local_port)
        listener = TLSListener(plain, context, standard_compatible=False)
        tasks.start_soon(listener.serve, upstream.handle)
        try:
            yield upstream, f"https://127.0.0.1:{port}"
        finally:
            tasks.cancel_scope.cancel()


async def test_the_certificate_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(FILES / "authority.pem"))
    shows(monkeypatch)
    with anyio.fail_after(20):
        async with asking() as (upstream, url):
            outcome = await call(url, facts=FACTS, auth=[["tls"]])
    assert json.loads(outcome.text) == {"a": 1}
    assert "authorization" not in upstream.arrived[0].headers


async def test_without_a_certificate_the_settings_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(FILES / "authority.pem"))
    with anyio.fail_after(20):
        async with asking() as (upstream, url):
            outcome = await call(url, facts=FACTS, auth=[["tls"]])
            refused = await call(url, facts=FACTS, auth=[])
    assert (outcome.code, upstream.arrived) == (-32301, [])
    assert "BOOKSHOP_CLIENT_CERT and BOOKSHOP_CLIENT_KEY" in outcome.text
    assert (refused.code, refused.failed) == (-32502, True)


async def test_an_api_of_an_unknown_authority_is_not_talked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    shows(monkeypatch)
    with anyio.fail_after(20):
        async with asking() as (upstream, url):
            outcome = await call(url, facts=FACTS, auth=[["tls"]])
    assert (outcome.code, upstream.arrived) == (-32502, [])


@pytest.mark.parametrize(
    ("certificate", "key", "fault"),
    [
        ("client.pem", "api.key.pem", "do not belong together"),
        ("client.pem", "locked.key.pem", "without a password"),
        ("client.pem", "none.pem", "not there"),
        ("none.pem", "client.key.pem", "not there"),
        ("client.key.pem", "client.pem", "cannot be read"),
        ("client.pem", "", "together or not at all"),
    ],
)
async def test_files_that_do_not_do_are_refused_at_the_start(certificate: str, key: str, fault: str) -> None:
    files = {"CLIENT_CERT": certificate, "CLIENT_KEY": key}
    environment = {f"BOOKSHOP_{name}": str(FILES / file) for name, file in files.items() if file}
    known = PACKAGE.facts.__class__(
        name="x", title="x", version="1", prefix="BOOKSHOP", base_url="", profile="mcp", **FACTS
    )
    with pytest.raises(SettingsError, match=fault) as error:
        read_settings(known, environment)
    assert str(error.value).startswith("BOOKSHOP_CLIENT_CERT and BOOKSHOP_CLIENT_KEY")
