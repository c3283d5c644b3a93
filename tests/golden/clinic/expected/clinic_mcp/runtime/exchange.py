"""One exchange with the API: a request is sent, the answer read within bounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx2

from .errors import RESOURCE_EXHAUSTED, SERVICE_UNAVAILABLE, CallFailed

LARGEST_ANSWER = 10_000_000
MOST_REDIRECTS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A success answer of the API, read in full."""

    status: int
    media_type: str
    """Lower case, without parameters; '' where the API named none."""
    charset: str
    content: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


async def exchange(client: httpx2.AsyncClient, request: httpx2.Request) -> Reply:
    """Sends a request and reads the answer, following redirects that stay on the same host."""
    for _ in range(MOST_REDIRECTS):
        response = await client.send(request, stream=True)
        try:
            following = response.next_request
            if following is None or not _may_follow(response, following):
                return await _read(response)
        finally:
            await response.aclose()
        if cookie := request.headers.get("cookie"):
            following.headers["cookie"] = cookie
        request = following
    text = "The API redirected the request too often. Trying again is unlikely to help."
    raise CallFailed(text, SERVICE_UNAVAILABLE)


def _may_follow(response: httpx2.Response, following: httpx2.Request) -> bool:
    """Same host (https instead of http is fine), and the same method unless the API says 303."""
    here, there = response.request.url, following.url
    places = [(here.scheme, here.port), (there.scheme, there.port)]
    same = here.host == there.host and (
        places[0] == places[1] or places == [("http", None), ("https", None)]
    )
    return same and (response.request.method == following.method or response.status_code == 303)


async def _read(response: httpx2.Response) -> Reply:
    """Reads an answer up to the hard limit. Raises CallFailed beyond it."""
    content = bytearray()
    async for chunk in response.aiter_bytes():
        content += chunk
        if len(content) > LARGEST_ANSWER:
            text = "The API's answer is too large. Ask for a smaller page or a narrower selection."
            raise CallFailed(text, RESOURCE_EXHAUSTED)
    return Reply(
        status=response.status_code,
        media_type=response.headers.get("content-type", "").partition(";")[0].strip().lower(),
        charset=response.charset_encoding or "utf-8",
        content=bytes(content),
        headers=response.headers,
    )
