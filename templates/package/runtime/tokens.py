"""Tokens by client credentials (RFC 6749, section 4.4): fetched when needed, kept while good."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from urllib.parse import quote_plus, urljoin, urlsplit

import anyio
import httpx2

from . import encoding
from .errors import DEADLINE_EXCEEDED, RUNTIME_ERROR, SERVICE_UNAVAILABLE, CallFailed
from .exchange import Reply, exchange
from .facts import Credential, Facts, Grant
from .settings import Settings
from .values import Json, json_value

EARLY = 30.0
"""Seconds before its end that a token is no longer used."""

_ERRORS = (
    "invalid_client",
    "invalid_grant",
    "invalid_request",
    "invalid_scope",
    "unauthorized_client",
    "unsupported_grant_type",
)
"""What a token endpoint may say of a refusal (RFC 6749, section 5.2)."""

_LATER = "Try again later."
_NEVER = "Trying again is unlikely to help."


@dataclass(frozen=True, slots=True)
class Token:
    """A token and when it ends, in seconds of the monotonic clock."""

    text: str = field(repr=False)
    end: float


@dataclass(slots=True)
class _Kept:
    """What the last request for a token came to; `requests` counts those that have ended."""

    outcome: Token | CallFailed | None = None
    requests: int = 0
    lock: anyio.Lock = field(default_factory=anyio.Lock)


class Tokens:
    """The tokens of a process, one for each credential that needs one."""

    def __init__(
        self,
        facts: Facts,
        settings: Settings,
        client: Callable[[], httpx2.AsyncClient],
        base_url: Callable[[], str],
    ) -> None:
        self._facts = facts
        self._settings = settings
        self._client = client
        self._base_url = base_url
        self._kept = {credential.key: _Kept() for credential in facts.auth}

    async def get(self, credential: Credential) -> str:
        """A token that is good now; those who wait for one at the same time share one request.

        Raises CallFailed where the token endpoint gives none.
        """
        kept = self._kept[credential.key]
        before = kept.requests
        if isinstance(kept.outcome, Token) and monotonic() < kept.outcome.end:
            return kept.outcome.text
        async with kept.lock:
            outcome = kept.outcome
            if outcome is None or kept.requests == before:
                outcome = kept.outcome = await self._requested(credential)
                kept.requests += 1
        if isinstance(outcome, CallFailed):
            raise CallFailed(outcome.text, outcome.code)
        return outcome.text

    def held(self) -> tuple[str, ...]:
        """The tokens that are kept now."""
        outcomes = [kept.outcome for kept in self._kept.values()]
        return tuple(outcome.text for outcome in outcomes if isinstance(outcome, Token))

    def forget(self, refused: Mapping[str, str]) -> None:
        """Drops tokens, by the credential's key, that the API took no longer."""
        for key, text in refused.items():
            kept = self._kept[key]
            if isinstance(kept.outcome, Token) and kept.outcome.text == text:
                kept.outcome = None

    async def _requested(self, credential: Credential) -> Token | CallFailed:
        begin, timeout = monotonic(), self._settings.timeout
        grant = credential.grant
        try:
            request = self._request(credential)
            reply = await exchange(self._client(), request, timeout)
        except (httpx2.TimeoutException, TimeoutError):
            said = f"did not answer within {timeout:g} seconds."
            return self._none(said, _LATER, grant, DEADLINE_EXCEEDED)
        except httpx2.HTTPError:
            return self._none("could not be reached.", _LATER, grant)
        except httpx2.InvalidURL:
            return self._none("has an address that cannot be asked.", _NEVER, grant)
        except CallFailed:
            return self._none("gave an answer that is of no use.", _NEVER, grant)
        good = 200 <= reply.status < 300
        return (_token(reply, begin) if good else None) or self._refusal(reply, credential)

    def _request(self, credential: Credential) -> httpx2.Request:
        """The request for a token; the client shows itself as section 2.3.1 asks."""
        grant, options = credential.grant, self._settings.options
        client = ":".join(quote_plus(self._settings.credentials[name]) for name in credential.env)
        url = options.get(grant.token_url_env) or grant.token_url
        if not urlsplit(url).scheme:
            url = urljoin(f"{self._base_url()}/", url)
        form = {"grant_type": "client_credentials"}
        if scope := options.get(grant.scopes_env) or " ".join(grant.scopes):
            form["scope"] = scope
        headers = {
            "Accept": "application/json",
            "Authorization": f"Basic {base64.b64encode(client.encode()).decode()}",
            "Content-Type": "application/x-www-form-urlencoded",
            "User-Agent": self._facts.user_agent,
        }
        return httpx2.Request("POST", url, headers=headers, content=encoding.form(form).encode())

    def _refusal(self, reply: Reply, credential: Credential) -> CallFailed:
        """What an answer without a token means. Its own text is not shown: it may hold secrets."""
        error = _object(reply).get("error")
        said = f" ({error})" if error in _ERRORS else ""
        if said or reply.status in (400, 401, 403):
            what, names = "this server's credentials", credential.env
            if error == "invalid_scope":
                what, names = "the scopes", (credential.grant.scopes_env or credential.env[0],)
            check = " and ".join(map(self._facts.variable, names))
            mend = f"The operator of this server has to check {check}; no argument can mend it."
            return _no_token(f"refused {what}{said}. {mend}", SERVICE_UNAVAILABLE)
        if reply.status < 300:
            said = "gave an answer without a bearer token."
            return self._none(said, _NEVER, credential.grant, RUNTIME_ERROR)
        passing = reply.status >= 500 or reply.status in (408, 429)
        step = _LATER if passing else _NEVER
        return self._none(f"answered {reply.status}.", step, credential.grant)

    def _none(
        self, said: str, step: str, grant: Grant, code: int = SERVICE_UNAVAILABLE
    ) -> CallFailed:
        """No token because of the endpoint itself, which may be another than the one set."""
        if grant.token_url_env:
            variable = self._facts.variable(grant.token_url_env)
            step += f" If it stays so, the operator of this server has to check {variable}."
        return _no_token(f"{said} {step}", code)


def _no_token(said: str, code: int) -> CallFailed:
    return CallFailed(f"There is no token for the API: its token endpoint {said}", code)


def _token(reply: Reply, begin: float) -> Token | None:
    """The token of a good answer (section 5.1), or None where there is none that can be sent."""
    answer = _object(reply)
    text, kind = answer.get("access_token"), answer.get("token_type", "Bearer")
    if not isinstance(text, str) or not re.fullmatch("[!-~]+", text):
        return None
    if not isinstance(kind, str) or kind.lower() != "bearer":
        return None
    return Token(text, begin + _lifetime(answer.get("expires_in")) - EARLY)


def _lifetime(seconds: Json) -> float:
    """A lifetime, which some write as text; without one a token is kept until it is refused."""
    try:
        return float(seconds)
    except (TypeError, ValueError, OverflowError):
        return inf


def _object(reply: Reply) -> Mapping[str, Json]:
    try:
        value = json_value(reply.content)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
