"""Fetches documents over HTTP; no other module talks to the network.

What the user names is fetched from wherever it is. What a document refers to is fetched from public addresses only, so
that nobody's document makes this machine ask itself or its neighbours: a host is looked up once, every address it has
is checked, and the connection goes to one of those very addresses.
"""

from __future__ import annotations

import socket
import ssl
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote_to_bytes, urljoin

from mcpgen import __version__
from mcpgen.source.hosts import addresses_of, check_public, unknown_host
from mcpgen.source.url import NETWORK, SAVE, FetchError, Target, origin_of, shown, target_of, with_user

if TYPE_CHECKING:
    import httpx2  # imported where it is used: it takes 80 ms, and most runs fetch nothing

MAX_BYTES: Final = 64 * 2**20
"""What a document may have at most, as it is sent and when it is decoded."""
MAX_REDIRECTS: Final = 5
TOTAL_SECONDS: Final = 60.0
"""What one fetch may take, with its redirects."""
WAIT_SECONDS: Final = 20.0
"""How long a server may be silent."""

_PIECE = 2**20
_REDIRECTS = (301, 302, 303, 307, 308)
_HEADERS = {
    "Accept": "application/json, application/yaml, text/yaml;q=0.9, */*;q=0.5",
    "Accept-Encoding": "gzip",
    "Connection": "close",
    "User-Agent": f"mcpgen/{__version__}",
}
_CHECK = "Check the address."


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """A document as a server sent it: decoded from its `Content-Encoding`, not yet from its charset.

    `url` is where it was found after redirects, without user name, password and fragment. `media_type` is in lower
    case and without parameters, `charset` that of `Content-Type`; each is empty where the server does not say it.
    """

    url: str
    content: bytes
    media_type: str
    charset: str


def fetch_source(url: str) -> Fetched:
    """The document at a URL that the user named, which may be on any host, through the proxies of the environment.

    A user name and password in the URL are sent to its origin, and nowhere else a redirect leads. Raises `FetchError`.
    """
    start = target_of(url)
    return _in_time(_Manner(start=start, hosts=lambda target: (target.host,), trust_env=True))


def fetch_reference(url: str, *, source: str | None = None) -> Fetched:
    """The document that a reference leads to, which must be on public addresses, and so must each redirect.

    Where the reference has the origin of `source`, the URL that the user named, that origin may have any address.
    Raises `FetchError`.
    """
    start = target_of(url)
    if start.user is not None:
        raise with_user(start)
    named = origin_of(source) if source is not None else None

    def hosts(target: Target) -> tuple[str, ...]:
        addresses = addresses_of(target)
        if not start.origin == target.origin == named:
            check_public(target, addresses)
        return addresses

    return _in_time(_Manner(start=start, hosts=hosts, trust_env=False))


class _Line:
    """The connection in use, which another thread can cut."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._is_cut = False

    def watch(self, event: str, info: dict[str, Any]) -> None:
        """Told by the HTTP client what it does (its `trace` extension)."""
        if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            self._socket = info["return_value"].get_extra_info("socket")
            if self._is_cut:
                self.cut()

    def cut(self) -> None:
        """Ends what is read and written on it, now and later."""
        self._is_cut = True
        if self._socket is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Manner:
    """How to fetch: from where, with whose user name, through proxies or not, and what to connect to.

    `hosts` gives the host of a target, or its addresses to try, and raises `FetchError` where it must not be asked.
    """

    start: Target
    hosts: Callable[[Target], tuple[str, ...]]
    trust_env: bool

    def headers(self, target: Target) -> dict[str, str]:
        headers = _HEADERS | {"Host": target.authority}
        user = self.start.user
        if user and target.origin == self.start.origin:
            pair = user if ":" in user else f"{user}:"
            headers["Authorization"] = f"Basic {b64encode(unquote_to_bytes(pair)).decode()}"
        return headers


def _in_time(manner: _Manner) -> Fetched:
    """What is fetched; `FetchError` after `TOTAL_SECONDS`.

    The work is done in a thread of its own: the look-up of a host has no timeout, and a server that sends a byte now
    and then is never late.
    """
    line = _Line()
    outcome: Future[Fetched] = Future()

    def work() -> None:
        try:
            outcome.set_result(_followed(manner, line))
        except BaseException as error:
            outcome.set_exception(error)

    Thread(target=work, name="mcpgen-fetch", daemon=True).start()
    try:
        return outcome.result(TOTAL_SECONDS)
    except TimeoutError:
        raise FetchError(f"{manner.start.url} did not come within {TOTAL_SECONDS:g} seconds.", SAVE) from None
    finally:
        line.cut()


def _followed(manner: _Manner, line: _Line) -> Fetched:
    target = manner.start
    seen = [target.url]
    while True:
        answer = _asked(target, manner, line)
        if isinstance(answer, Fetched):
            return answer
        target = _redirected(target, answer)
        if target.url in seen:
            raise FetchError(f"{seen[0]} redirects in a circle.", _CHECK)
        if len(seen) > MAX_REDIRECTS:
            raise FetchError(f"{seen[0]} redirects more than {MAX_REDIRECTS} times.", "Use the address it leads to.")
        seen.append(target.url)


def _redirected(target: Target, location: str) -> Target:
    try:
        then = target_of(urljoin(target.url, location))
    except (FetchError, ValueError):
        reason = f"{target.url} redirects to {shown(location)[:200]}, which cannot be fetched."
        raise FetchError(reason, SAVE) from None
    if then.user is not None:
        raise with_user(then)
    if (target.scheme, then.scheme) == ("https", "http"):
        raise FetchError(f"{target.url} redirects to {then.url}, which is not encrypted.", SAVE)
    return then


def _asked(target: Target, manner: _Manner, line: _Line) -> Fetched | str:
    """What the server sends, or the location that it redirects to."""
    with _explained(target), _client(manner) as client, closing(_answer(client, target, manner, line)) as answer:
        if answer.status_code in _REDIRECTS and "location" in answer.headers:
            return answer.headers["location"]
        if answer.status_code != 200:
            raise _refused(target, answer.status_code)
        return Fetched(
            url=target.url,
            content=_content(answer, target),
            media_type=answer.headers.get("content-type", "").partition(";")[0].strip().lower(),
            charset=answer.charset_encoding or "",
        )


def _client(manner: _Manner) -> httpx2.Client:
    """A new client a request, so that no cookie of one is sent with the next."""
    import httpx2

    try:
        certificates = httpx2.create_ssl_context()
        return httpx2.Client(trust_env=manner.trust_env, verify=certificates, timeout=WAIT_SECONDS)
    except OSError:
        reason = "The certificates to check servers with cannot be read."
        raise FetchError(reason, "Check SSL_CERT_FILE and SSL_CERT_DIR.") from None
    except (ImportError, ValueError, httpx2.InvalidURL):
        hint = "Correct HTTP_PROXY, HTTPS_PROXY and ALL_PROXY; a SOCKS proxy needs the package socksio."
        raise FetchError("The proxy that the environment names cannot be used.", hint) from None


def _answer(client: httpx2.Client, target: Target, manner: _Manner, line: _Line) -> httpx2.Response:
    """The answer of the first host that can be connected to; its content is not read yet."""
    import httpx2

    def sent(host: str) -> httpx2.Response:
        extensions: dict[str, Any] = {"trace": line.watch}
        if host != target.host:
            extensions["sni_hostname"] = target.host.rstrip(".")  # whose certificate the server at this address shows
        request = client.build_request("GET", target.at(host), headers=manner.headers(target), extensions=extensions)
        return client.send(request, stream=True)

    hosts = manner.hosts(target)
    for host in hosts[:-1]:
        with suppress(httpx2.ConnectError, httpx2.ConnectTimeout):
            return sent(host)
    return sent(hosts[-1])


def _refused(target: Target, status: int) -> FetchError:
    match status:
        case 401 | 403:
            hint = f"The document may need a login. {SAVE}"
        case 404 | 410:
            hint = _CHECK
        case 429 | 500 | 502 | 503 | 504:
            hint = f"Try again later. {SAVE}"
        case _:
            hint = f"Open the address in a browser to see what is there. {SAVE}"
    return FetchError(f"The server answered {status} for {target.url}.", hint)


@contextmanager
def _explained(target: Target) -> Iterator[None]:
    """Turns what the HTTP client and the system raise into a `FetchError`."""
    import httpx2

    try:
        yield
    except httpx2.TimeoutException:
        raise FetchError(f"{target.authority} was silent for {WAIT_SECONDS:g} seconds.", "Try again later.") from None
    except httpx2.ProxyError as error:
        reason = f"The proxy does not lead to {target.authority}: {shown(str(error))}."
        raise FetchError(reason, "Check HTTP_PROXY, HTTPS_PROXY and ALL_PROXY.") from None
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
        raise _failure(target, error) from None


def _failure(target: Target, error: BaseException) -> FetchError:
    cause: BaseException | None = error
    while cause and not isinstance(cause, OSError | UnicodeError):
        cause = cause.__cause__ or cause.__context__
    match cause:
        case socket.gaierror() | UnicodeError():
            return unknown_host(target)
        case ssl.SSLCertVerificationError(verify_message=why):
            hint = "Check the address; where your company has its own certificates, set SSL_CERT_FILE."
            return FetchError(f"The certificate of {target.authority} is not valid: {why}.", hint)
        case ssl.SSLError():
            return FetchError(f"No encrypted connection to {target.authority} can be made.", _CHECK)
        case OSError(strerror=str(why)):
            return FetchError(f"There is no connection to {target.authority}: {why}.", NETWORK)
        case _:
            return FetchError(f"{target.authority} broke off its answer, or does not speak HTTP.", _CHECK)


def _content(answer: httpx2.Response, target: Target) -> bytes:
    """The decoded content; reading stops where it is too large."""
    pieces = _limited(answer.iter_raw(), target)
    match answer.headers.get("content-encoding", "").strip().lower():
        case "" | "identity":
            return b"".join(pieces)
        case "gzip" | "x-gzip":
            return b"".join(_limited(_unzipped(pieces, target), target))
        case other:
            reason = f"{target.url} is sent in an encoding that was not asked for: {shown(other)[:80]}."
            raise FetchError(reason, SAVE)


def _limited(pieces: Iterable[bytes], target: Target) -> Iterator[bytes]:
    """The same pieces, as long as they are within `MAX_BYTES`."""
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > MAX_BYTES:
            raise FetchError(f"{target.url} holds more than {MAX_BYTES // 2**20} MB.", _CHECK)
        yield piece


def _unzipped(pieces: Iterable[bytes], target: Target) -> Iterator[bytes]:
    """Decoded from gzip, a bounded piece at a time; several members count as one text (RFC 1952, section 2.2).

    The client's own decoder takes a text that breaks off for a whole one, and bytes after the end without limit.
    """
    member = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        for piece in pieces:
            rest = piece
            while rest:
                if member.eof:
                    member = zlib.decompressobj(zlib.MAX_WBITS | 16)
                yield member.decompress(rest, _PIECE)
                rest = member.unused_data if member.eof else member.unconsumed_tail
        broken = not member.eof
    except zlib.error:
        broken = True
    if broken:
        raise FetchError(f"{target.url} is sent in a gzip encoding that is broken.", f"Try again later. {SAVE}")
