"""Answers from the API's description instead of the API."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

import httpx2

from .request import LITERAL

_PLACEHOLDER = re.compile(r"\{[^{}]+\}")


class MockApi(httpx2.AsyncBaseTransport):
    """A transport that answers by method and path template, the most literal template first."""

    def __init__(self, answers: Iterable[Mapping[str, Any]], base_url: str) -> None:
        base_path = httpx2.URL(base_url).path.rstrip("/")
        ordered = sorted(answers, key=lambda answer: answer["path"].count("{"))
        below_base = [(_pattern(base_path, answer["path"]), answer) for answer in ordered]
        elsewhere = [(_pattern(None, answer["path"]), answer) for answer in ordered]
        self._answers = below_base + elsewhere

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """The example of the operation that the request is for."""
        path = request.url.raw_path.decode().partition("?")[0]
        for pattern, answer in self._answers:
            if answer["method"] == request.method and pattern.fullmatch(path):
                return _response(answer)
        return _response(
            {
                "status": 404,
                "media_type": "application/json",
                "body": {"message": "the mock has no answer for this"},
            }
        )


def _pattern(base_path: str | None, template: str) -> re.Pattern[str]:
    """Matches a raw path; below any base path where None is given."""
    path = re.split(r"[?#]", template)[0]
    literals = [re.escape(quote(part, safe=LITERAL)) for part in _PLACEHOLDER.split(path)]
    base = ".*" if base_path is None else re.escape(base_path)
    return re.compile(base + "[^/]+".join(literals))


def _response(answer: Mapping[str, Any]) -> httpx2.Response:
    kind = answer.get("media_type", "")
    headers = {"content-type": kind} if kind else {}
    if "body" not in answer:
        return httpx2.Response(answer["status"], headers=headers)
    body = answer["body"]
    as_text = isinstance(body, str) and "json" not in kind
    content = body if as_text else json.dumps(body, ensure_ascii=False)
    return httpx2.Response(answer["status"], headers=headers, content=content.encode())
