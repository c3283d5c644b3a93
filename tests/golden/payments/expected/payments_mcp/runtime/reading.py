"""Reads the body of an answer within bounds of size and time, and undoes its compression."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Mapping
from email.message import Message
from math import inf

import anyio
import httpx2

from .errors import RESOURCE_EXHAUSTED, RUNTIME_ERROR, CallFailed

LARGEST_ANSWER = 10_000_000
LARGEST_STREAM = 1_000_000
"""Bytes after which an answer is refused, and of a stream nothing more is read."""

CODINGS = "gzip, deflate"
"""What is asked for, and the only compression that can be undone in bounded steps."""
_STREAMS = (
    "application/json-seq",
    "application/jsonl",
    "application/jsonlines",
    "application/ndjson",
    "application/stream+json",
    "application/x-jsonlines",
    "application/x-ndjson",
    "multipart/x-mixed-replace",
    "text/event-stream",
)
"""Answers that may have no end."""
_LONGEST_TYPE = 200
"""Characters of a Content-Type that are read."""


def content_type(headers: Mapping[str, str]) -> tuple[str, str]:
    """The media type, in lower case and without parameters, and the charset; '' where untold."""
    told = headers.get("content-type", "")[:_LONGEST_TYPE]
    message = Message()
    message["content-type"] = told
    return told.partition(";")[0].strip().lower(), message.get_content_charset("")


async def read_body(
    response: httpx2.Response, scope: anyio.CancelScope, timeout: float
) -> tuple[bytes, str]:
    """The body, and a note where only the beginning was read: of a stream, until `scope` ends.

    Raises CallFailed for an answer that is too large or compressed in another way.
    """
    pieces = _pieces(response, _coding(response))
    kind, _ = content_type(response.headers)
    content = bytearray()
    if kind not in _STREAMS:
        async for piece in pieces:
            content += piece
            if len(content) > LARGEST_ANSWER:
                text = (
                    "The API's answer is too large. Ask for a smaller page or a narrower selection."
                )
                raise CallFailed(text, RESOURCE_EXHAUSTED)
        return bytes(content), ""
    reading = anyio.CancelScope(deadline=scope.deadline)
    scope.deadline = inf
    with reading:
        async for piece in pieces:
            content += piece
            if len(content) > LARGEST_STREAM:
                note = f"The API sends a stream: its first {LARGEST_STREAM} bytes were read."
                return bytes(content[:LARGEST_STREAM]), note
    ended = not reading.cancelled_caught
    note = f"The API sends a stream without an end: it was read for {timeout:g} seconds."
    return bytes(content), "" if ended else note


def _coding(response: httpx2.Response) -> str:
    """How the body is compressed, '' where it is not. Raises CallFailed for another way."""
    named = response.headers.get("content-encoding", "").lower().replace("x-gzip", "gzip")
    codings = [
        coding for part in named.split(",") if (coding := part.strip()) not in ("", "identity")
    ]
    if not codings:
        return ""
    if codings not in (["gzip"], ["deflate"]):
        text = (
            "The API compressed its answer in a way that was not asked for, so it cannot be read."
        )
        raise CallFailed(f"{text} Trying again is unlikely to help.", RUNTIME_ERROR)
    return codings[0]


async def _pieces(response: httpx2.Response, coding: str) -> AsyncIterator[bytes]:
    """The body piece by piece, none of them larger than the largest answer."""
    if response.is_stream_consumed:  # one that was made in this process, and is in memory already
        yield response.content
        return
    inflater = _Inflater() if coding else None
    async for piece in response.aiter_raw():
        yield piece if inflater is None else inflater.inflated(piece)
    if inflater is not None and not inflater.is_whole:
        raise httpx2.DecodingError("the compressed body has no end")


class _Inflater:
    """Undoes gzip, zlib and bare deflate, which some take for it (RFC 9110, section 8.4.1.2)."""

    def __init__(self) -> None:
        self._gear = zlib.decompressobj(zlib.MAX_WBITS | 32)
        self._begun = False

    def inflated(self, piece: bytes) -> bytes:
        """What comes of a piece, at most one byte more than the largest answer."""
        found = b""
        while piece and len(found) <= LARGEST_ANSWER:
            if self._gear.eof:
                if piece[0] == 0 and not piece.strip(b"\0"):  # padding, as some writers leave it
                    break
                self._gear = zlib.decompressobj(zlib.MAX_WBITS | 32)
            found += self._step(piece, LARGEST_ANSWER + 1 - len(found))
            piece = self._gear.unused_data
        return found

    def _step(self, piece: bytes, most: int) -> bytes:
        try:
            found = self._gear.decompress(piece, most)
        except zlib.error as error:
            if self._begun:
                raise httpx2.DecodingError(str(error)) from None
            self._gear = zlib.decompressobj(-zlib.MAX_WBITS)
            try:
                found = self._gear.decompress(piece, most)
            except zlib.error as bare:
                raise httpx2.DecodingError(str(bare)) from None
        self._begun = True
        return found

    @property
    def is_whole(self) -> bool:
        """Whether the end was reached, or nothing came at all."""
        return self._gear.eof or not self._begun
