"""One exchange with the API: a request is sent, the answer read within bounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import anyio
import httpx2

from .errors import SERVICE_UNAVAILABLE, CallFailed
from .reading import content_type, read_body

MOST_REDIRECTS = 5
"""Redirects that one request is carried on by at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer of the API, read within bounds."""

    status: int
    media_type: str
    """Lower case, without parameters; '' where the API named none."""
    charset: str
    """As the API named it; '' where it did not."""
    content: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    accepted: str = ""
    """The media type that was asked for; '' where none is declared."""
    note: str = ""
    """What of the answer was not read."""


async def exchange(client: httpx2.AsyncClient, request: httpx2.Request, timeout: float) -> Reply:
    """Sends a request and reads the answer, following redirects that stay on the same host.

    Raises TimeoutError after `timeout` seconds, CallFailed for an answer that cannot be read.
    """
    with anyio.fail_after(timeout) as scope:
        for _ in range(MOST_REDIRECTS + 1):
            response = await client.send(request, stream=True)
            try:
                following = response.next_request
                if following is None or not _may_follow(response, following):
                    return _reply(response, *await read_body(response, scope, timeout))
            finally:
                await response.aclose()
            request = _carried_on(request, following)
        text = "The API redirected the request too often. Trying again is unlikely to help."
        raise CallFailed(text, SERVICE_UNAVAILABLE)


def _may_follow(response: httpx2.Response, following: httpx2.Request) -> bool:
    """Same host (https instead of http is fine), and the same method unless the API says 303.

    A user name or password in the URL would be sent in place of the credential.
    """
    here, there = response.request.url, following.url
    places = [(here.scheme, here.port), (there.scheme, there.port)]
    same = here.host == there.host and (
        places[0] == places[1] or places == [("http", None), ("https", None)]
    )
    kept = not there.userinfo and (
        response.request.method == following.method or response.status_code == 303
    )
    return same and kept


def _carried_on(request: httpx2.Request, following: httpx2.Request) -> httpx2.Request:
    """The request that a redirect leads to: with cookies, and no word of a body it has not."""
    if cookie := request.headers.get("cookie"):
        following.headers["cookie"] = cookie
    if following.method != request.method:
        following.headers.pop("content-type", None)
    return following


def _reply(response: httpx2.Response, content: bytes, note: str) -> Reply:
    media_type, charset = content_type(response.headers)
    return Reply(
        status=response.status_code,
        media_type=media_type,
        charset=charset,
        content=content,
        headers=response.headers,
        note=note,
    )
