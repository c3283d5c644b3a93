"""Serves over Streamable HTTP at /mcp/v1, without sessions."""

from __future__ import annotations

import errno
import hmac
import socket
import sys
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from .facts import Facts
from .settings import Settings, SettingsError

PATH = "/mcp/v1"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Guard:
    """Lets requests to the endpoint pass: only POST, no strange browser page, the right token."""

    def __init__(self, app: ASGIApp, token: str, refuse_origins: bool) -> None:
        self._app = app
        self._token = token
        self._refuse_origins = refuse_origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers what does not pass with 405, 403 or 401."""
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        if scope["path"].rstrip("/") != PATH:
            return None
        if scope["method"] != "POST":
            return Response(status_code=405, headers={"Allow": "POST"})
        headers = Headers(scope=scope)
        if self._refuse_origins and "origin" in headers:
            return Response(status_code=403)
        expected = f"Bearer {self._token}".encode()
        given = headers.get("authorization", "").encode()
        if self._token and not hmac.compare_digest(given, expected):
            return Response(status_code=401, headers={"WWW-Authenticate": "Bearer"})
        return None


def http_app(server: Server[Any], facts: Facts, settings: Settings, host: str) -> ASGIApp:
    """The ASGI application. Raises SettingsError for a public host without a token."""
    if host not in LOOPBACK and not settings.http_token:
        variable = facts.variable("HTTP_TOKEN")
        raise SettingsError(f"Set {variable}: a server on {host} has to ask for a bearer token.")
    hosts = settings.http_hosts
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=bool(hosts),
        allowed_hosts=[name for host in hosts for name in (host, f"{host}:*")],
        allowed_origins=[f"https://{host}" for host in hosts],
    )
    app: Starlette = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        host=host,
        transport_security=security if hosts or host not in LOOPBACK else None,
        custom_starlette_routes=[Route("/healthz", _healthy)],
    )
    return Guard(app, settings.http_token, refuse_origins=host not in LOOPBACK and not hosts)


def serve_http(server: Server[Any], facts: Facts, settings: Settings, host: str, port: int) -> None:
    """Serves until the process is told to stop.

    Raises SettingsError for a public host without a token, and an address that cannot be had.
    """
    import uvicorn

    app = http_app(server, facts, settings, host)
    _check_address(host, port)
    uvicorn.run(app, host=host, port=port, timeout_graceful_shutdown=5, log_level="warning")


def _check_address(host: str, port: int) -> None:
    """Raises SettingsError where nothing can be served at an address, such as a port in use."""
    missing = 0
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for family, kind, protocol, _, address in addresses:
            with socket.socket(family, kind, protocol) as probe:
                if sys.platform != "win32":
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    probe.bind(address)
                except OSError as error:
                    missing += 1
                    if error.errno != errno.EADDRNOTAVAIL or missing == len(addresses):
                        raise
    except (OSError, OverflowError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise SettingsError(
            f"Port {port} of {host} cannot be served: {why}. Choose others with --host and --port."
        ) from None


async def _healthy(_: Request) -> Response:
    return PlainTextResponse("ok")
