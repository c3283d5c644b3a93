"""What a tool's function talks to: sends requests to the API and reads its answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Protocol, Unpack

import anyio
import httpx2

from .auth import Applied, applied
from .context import Context
from .errors import (
    DEADLINE_EXCEEDED,
    MISSING_REQUIRED_INFORMATION,
    RUNTIME_ERROR,
    SERVICE_UNAVAILABLE,
    CallFailed,
    UpstreamError,
)
from .exchange import Reply, exchange
from .facts import Facts
from .limits import Limits
from .messages import upstream_message
from .request import RequestParts, build_request
from .settings import Settings
from .tokens import Tokens
from .values import Json, plain, settled

__all__ = ["Api", "Connection", "Hooks", "Reply"]

_IDEMPOTENT = ("GET", "HEAD", "OPTIONS", "TRACE", "QUERY", "PUT", "DELETE")
"""Methods whose requests can be sent again without harm (RFC 9110, section 9.2.2)."""


class Hooks(Protocol):
    """The two functions of hooks.py."""

    @property
    def before_request(self) -> Callable[[httpx2.Request], Awaitable[httpx2.Request]]: ...
    @property
    def after_response(self) -> Callable[[str, Any], Awaitable[Any]]: ...


class Connection:
    """The way to the API, shared by all calls; the client is made when it is first needed."""

    def __init__(
        self,
        facts: Facts,
        settings: Settings,
        hooks: Hooks,
        transport: httpx2.AsyncBaseTransport | None,
        mock: bool,
    ) -> None:
        self.facts = facts
        self.settings = settings
        self.hooks = hooks
        self.limits = Limits(settings.calls_per_minute)
        self.tokens = Tokens(facts, settings, self.client, self.base_url)
        self._mock = mock
        self._transport = transport
        self._client: httpx2.AsyncClient | None = None

    def client(self) -> httpx2.AsyncClient:
        """The HTTP client; it keeps no cookies, since calls share nothing."""
        if self._client is None:
            nobody = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
            self._client = httpx2.AsyncClient(
                transport=self._transport, cookies=nobody, timeout=self.settings.timeout
            )
        return self._client

    def base_url(self) -> str:
        """The API's base URL; raises CallFailed where the operator has to set it."""
        if url := self.settings.base_url or ("http://mock.invalid" if self._mock else ""):
            return url
        variable = self.facts.variable("BASE_URL")
        raise CallFailed(
            f"This server does not know where the API is. Its operator has to set {variable}.",
            MISSING_REQUIRED_INFORMATION,
        )

    async def credentials(self, method: str, parts: RequestParts) -> Applied:
        """The credentials of a request: none for a mock, and none for TRACE, which echoes them."""
        if self._mock or method == "TRACE":
            return Applied()
        return await applied(self.facts, self.settings, self.tokens, parts.get("auth"))

    async def close(self) -> None:
        """Closes the client, if there is one."""
        if self._client is not None:
            await self._client.aclose()


class Api:
    """Sends the requests of one call. `template` has `{name}` for each value of `path=`.

    Each method returns a success answer, and raises CallFailed for everything else.
    """

    def __init__(
        self,
        connection: Connection,
        context: Context,
        check: Callable[[Json], None] | None = None,
    ) -> None:
        self.context = context
        self._connection = connection
        self._check = check

    async def get(self, template: str, /, **parts: Unpack[RequestParts]) -> Reply:
        """GET."""
        return await self.request("GET", template, **parts)

    async def post(self, template: str, /, **parts: Unpack[RequestParts]) -> Reply:
        """POST."""
        return await self.request("POST", template, **parts)

    async def put(self, template: str, /, **parts: Unpack[RequestParts]) -> Reply:
        """PUT."""
        return await self.request("PUT", template, **parts)

    async def patch(self, template: str, /, **parts: Unpack[RequestParts]) -> Reply:
        """PATCH."""
        return await self.request("PATCH", template, **parts)

    async def delete(self, template: str, /, **parts: Unpack[RequestParts]) -> Reply:
        """DELETE."""
        return await self.request("DELETE", template, **parts)

    async def head(self, template: str, /, **parts: Unpack[RequestParts]) -> Reply:
        """HEAD."""
        return await self.request("HEAD", template, **parts)

    async def options(self, template: str, /, **parts: Unpack[RequestParts]) -> Reply:
        """OPTIONS."""
        return await self.request("OPTIONS", template, **parts)

    async def request(self, method: str, template: str, /, **parts: Unpack[RequestParts]) -> Reply:
        """Any method."""
        if (body := parts.get("json")) is not None:
            parts["json"] = settled(body)
            if self._check is not None:
                self._check(plain(parts["json"]))
        reply, used = await self._exchanged(method, template, parts)
        if reply.status == 401 and used.tokens:  # a token can end before its time
            self._connection.tokens.forget(used.tokens)
            reply, used = await self._exchanged(method, template, parts)
        if not 200 <= reply.status < 300:
            raise self._refused(reply, used)
        return reply

    async def _exchanged(
        self, method: str, template: str, parts: RequestParts
    ) -> tuple[Reply, Applied]:
        """The answer, whatever its status, and the credentials that the request carried."""
        to = self._connection
        base_url = parts.get("base_url") or to.base_url()
        credentials = await to.credentials(method, parts)
        request = build_request(
            method,
            base_url,
            template,
            parts,
            credentials,
            {"User-Agent": to.facts.user_agent},
            to.settings.timeout,
        )
        request.headers.setdefault("accept-encoding", to.client().headers["accept-encoding"])
        return await self._send(await to.hooks.before_request(request)), credentials

    async def _send(self, request: httpx2.Request) -> Reply:
        """The answer, whatever its status. Raises CallFailed where there is none to read."""
        timeout = self._connection.settings.timeout
        again = "Try again later."
        if request.method not in _IDEMPOTENT:
            again = "It may have been done all the same: look before you try again."
        try:
            with anyio.fail_after(timeout):
                return await exchange(self._connection.client(), request)
        except (httpx2.TimeoutException, TimeoutError):
            text = f"The API did not answer within {timeout:g} seconds. {again}"
            raise CallFailed(text, DEADLINE_EXCEEDED) from None
        except httpx2.DecodingError:
            text = f"The API's answer could not be decompressed. {again}"
            raise CallFailed(text, RUNTIME_ERROR) from None
        except httpx2.ConnectError:
            text = "The API could not be reached. Try again later."
            raise CallFailed(text, SERVICE_UNAVAILABLE) from None
        except httpx2.HTTPError:
            text = f"The connection to the API broke. {again}"
            raise CallFailed(text, SERVICE_UNAVAILABLE) from None

    def _refused(self, reply: Reply, used: Applied) -> UpstreamError:
        secrets = (*self._connection.settings.credentials.values(), *used.tokens.values())
        message = upstream_message(reply.content, reply.media_type, secrets)
        if reply.status < 400:
            message = "a redirect that this server does not follow"
        wait = reply.headers.get("retry-after", "")
        step = f"Wait {wait} seconds, then try again." if wait.isdecimal() else ""
        return UpstreamError(reply.status, message, step if reply.status in (429, 503) else "")
