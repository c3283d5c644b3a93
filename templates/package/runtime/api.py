"""What a tool's function talks to: sends requests to the API and reads its answers."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Protocol, Unpack
from urllib.parse import urljoin, urlsplit

import anyio
import httpx2

from .auth import Applied, Sources, TokenSource, applied
from .context import Context
from .decoding import is_page
from .encoding import form_value
from .errors import (
    DEADLINE_EXCEEDED,
    MISSING_REQUIRED_INFORMATION,
    RUNTIME_ERROR,
    SERVICE_UNAVAILABLE,
    CallFailed,
)
from .exchange import Reply, exchange
from .facts import Facts, optional
from .limits import Limits
from .reading import CODINGS
from .refusals import Refusals
from .request import RequestParts, build_request
from .settings import Settings
from .values import Json, plain, settled
from .waiting import MOST_TRIES, wait_of

__all__ = ["Api", "Connection", "Hooks", "Reply"]

for _name in ("httpx2", "httpcore2"):  # their lines hold URLs, and keys may stand in those
    logging.getLogger(_name).setLevel(logging.WARNING)

_SAFE = ("GET", "HEAD", "OPTIONS", "QUERY")
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
        self.tokens = self._tokens()
        self._mock = mock
        self._transport = transport
        self._client: httpx2.AsyncClient | None = None

    def _tokens(self) -> TokenSource | None:
        """The tokens of this process, where a credential needs one."""
        facts = self.facts
        if not any(credential.type == "clientCredentials" for credential in facts.auth):
            return None
        made: TokenSource = optional("tokens").Tokens(
            facts, self.settings, self.client, self.base_url
        )
        return made

    def client(self) -> httpx2.AsyncClient:
        """The HTTP client; it keeps no cookies, since calls share nothing."""
        if self._client is None:
            nobody = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
            files = self.settings.certificate
            self._client = httpx2.AsyncClient(
                transport=self._transport,
                cookies=nobody,
                timeout=self.settings.timeout,
                verify=optional("tls").client_context(*files) if files else True,
            )
        return self._client

    def base_url(self) -> str:
        """The API's base URL; raises CallFailed where the operator has to set it."""
        if url := self.settings.base_url or ("http://mock.invalid" if self._mock else ""):
            return url
        unset = [part.env for part in self.facts.variables if part.default is None]
        variables = " and ".join(map(self.facts.variable, unset or ["BASE_URL"]))
        raise CallFailed(
            f"This server does not know where the API is. Its operator has to set {variables}.",
            MISSING_REQUIRED_INFORMATION,
        )

    def server(self, own: str) -> str:
        """The base URL of an operation, `own` being that of a server of its own, or its path."""
        if not own:
            return self.base_url()
        if chosen := self.settings.servers.get(own):
            return chosen
        return own if urlsplit(own).scheme else urljoin(f"{self.base_url()}/", own)

    def secrets(self) -> tuple[str, ...]:
        """What must never be shown."""
        return (*self.settings.secrets, *(self.tokens.held() if self.tokens else ()))

    async def credentials(
        self, method: str, parts: RequestParts, given: Mapping[str, str]
    ) -> Applied:
        """The credentials of a request, `given` being headers that the caller gave.

        There are none for a mock, and none for TRACE, which echoes them.
        """
        if self._mock or method == "TRACE":
            return Applied()
        shown = self.settings.certificate is not None or self._transport is not None
        sources = Sources(self.settings, self.tokens, given, certificate=shown)
        return await applied(self.facts, sources, parts.get("auth"))

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
        check_places: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> None:
        self.context = context
        self._check_places = check_places
        self._connection = connection
        self._check = check

    def secrets(self) -> tuple[str, ...]:
        """What must never be shown: the server's own credentials, and the caller's."""
        auth = self._connection.facts.auth
        names = {"authorization", *(c.name.lower() for c in auth if c.place == "header")}
        given = [value for name, value in self.context.headers.items() if name in names]
        return (*self._connection.secrets(), *given, *(value.split()[-1] for value in given))

    @property
    def files_dir(self) -> str:
        """The folder in which tools may read files; '' where the operator allows none."""
        return self._connection.settings.files_dir

    def variable(self, name: str) -> str:
        """The environment variable of a setting."""
        return self._connection.facts.variable(name)

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
        if self._check_places is not None:
            self._check_places(parts)
        if (body := parts.get("json")) is not None:
            parts["json"] = settled(body)
            if self._check is not None:
                self._check(plain(parts["json"]))
        if (content := parts.get("content")) is not None and self._check is not None:
            self._check(plain(content.value))
        if (form := parts.get("form")) is not None and self._check is not None:
            self._check(plain(form_value(form)))
        reply, used = await self._answered(method, template, parts)
        to = self._connection
        said = Refusals(to.facts, (*self.secrets(), *used.tokens.values()))
        if not 200 <= reply.status < 300 and reply.status != 304:
            raise said.refused(reply, used)
        if is_page(reply):
            raise said.page(reply, used, reads=method in _SAFE)
        return reply

    async def _answered(
        self, method: str, template: str, parts: RequestParts
    ) -> tuple[Reply, Applied]:
        """The answer, asked for again with a new token or after a short wait where that helps."""
        to = self._connection
        left, tries, renewed = to.settings.retry_seconds, 1, False
        while True:
            reply, used = await self._exchanged(method, template, parts)
            if (
                reply.status == 401 and to.tokens and used.tokens and not renewed
            ):  # it ended before its time
                to.tokens.forget(used.tokens)
                renewed = True
                continue
            wait = wait_of(reply.headers) if reply.status in (429, 503) else None
            if wait is None or wait > left or method not in _SAFE or tries == MOST_TRIES:
                return reply, used
            await anyio.sleep(wait)
            left, tries = left - wait, tries + 1

    async def _exchanged(
        self, method: str, template: str, parts: RequestParts
    ) -> tuple[Reply, Applied]:
        """The answer, whatever its status, and the credentials that the request carried."""
        to = self._connection
        base_url = to.server(parts.get("base_url", ""))
        credentials = await to.credentials(method, parts, self.context.headers)
        request = build_request(
            method,
            base_url,
            template,
            parts,
            credentials,
            {"User-Agent": to.facts.user_agent},
            to.settings.timeout,
        )
        request.headers.setdefault("accept-encoding", CODINGS)
        reply = await self._send(await to.hooks.before_request(request))
        return replace(reply, accepted=parts.get("accept", "application/json")), credentials

    async def _send(self, request: httpx2.Request) -> Reply:
        """The answer, whatever its status. Raises CallFailed where there is none to read."""
        timeout = self._connection.settings.timeout
        again = "Try again later."
        if request.method not in _IDEMPOTENT:
            again = "It may have been done all the same: look before you try again."
        try:
            return await exchange(self._connection.client(), request, timeout)
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
