"""A generated package driven through the SDK's client, with its requests caught on loopback."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mcp.client import Client
from mcp.shared.exceptions import MCPError

from tests.packages import Package
from tests.wire.loopback import Captured, Upstream, listening

ERA: Final = "2026-07-28"
HOST: Final = "https://api.example.test"
"""Where an API is whose description does not say it."""
SIGNALS: Final = {
    "user_locale": {"language_code": "en", "region_code": "GB"},
    "current_user_location_coarse": {"latitude_degrees": 51.5, "longitude_degrees": -0.1},
    "current_user_location_fine": {"latitude_degrees": 51.5074, "longitude_degrees": -0.1278},
}
"""What the host application tells with a call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A call and what became of it: the requests that arrived, or the words by which it was refused."""

    arguments: Mapping[str, Any]
    requests: tuple[Captured, ...]
    words: str = ""


@dataclass(slots=True)
class Caller:
    """A running server; the upstream keeps its requests."""

    client: Client
    upstream: Upstream
    cases: Mapping[str, Any]

    async def call(self, tool: str, arguments: Mapping[str, Any], *, signals: bool = False) -> Called:
        """One call; the upstream answers as the description says for the tool."""
        answer = self.cases[tool]
        self.upstream.status = answer["status"]
        self.upstream.media_type = answer["media_type"] or "application/json"
        self.upstream.requests.clear()
        words = ""
        try:
            result = await self.client.call_tool(tool, dict(arguments), meta=dict(SIGNALS) if signals else None)
            if result.is_error:
                words = str(getattr(result.content[0], "text", "")) if result.content else "an error"
        except MCPError as error:
            words = error.message
        return Called(arguments=arguments, requests=tuple(self.upstream.requests), words=words)


@asynccontextmanager
async def running(package: Package, base_path: str, fitting: Mapping[str, str]) -> AsyncIterator[Caller]:
    """The server of a package in this process; `base_path` completes the URL of an API that has none of its own.

    `fitting` are credentials by the ends of their settings' names.
    """
    cases = json.loads((package.root / "tests" / "cases.json").read_bytes())
    async with listening() as upstream:
        upstream.tokens = {token["url"]: token["token"] for token in cases["tokens"]}
        with _imported(package), _set(_environment(cases["env"], base_path, fitting)):
            server = importlib.import_module(f"{package.module}.server").make_server(transport=upstream.transport())
            async with Client(server, mode=ERA, raise_exceptions=True) as client:
                yield Caller(client, upstream, {tool["name"]: _answer(tool) for tool in cases["tools"]})


def _environment(env: Mapping[str, str], base_path: str, fitting: Mapping[str, str]) -> dict[str, str]:
    """What the operator sets."""
    given = {k: f"{HOST}{base_path}" if k.endswith("_BASE_URL") else v for k, v in env.items()}
    return given | {k: text for k in given for name, text in fitting.items() if k.endswith(f"_{name}")}


def _answer(tool: Mapping[str, Any]) -> dict[str, Any]:
    answers = [call["answer"] for call in tool["calls"]]
    return answers[0] if answers else {"status": 200, "media_type": "application/json"}


@contextmanager
def _imported(package: Package) -> Iterator[None]:
    """Makes the package importable, and forgets it afterwards; another of its name that is in use comes back then."""
    root = str(Path(package.root).resolve())
    others = {name: sys.modules.pop(name) for name in _modules_of(package)}
    sys.path.insert(0, root)
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(root)
        for name in _modules_of(package):
            del sys.modules[name]
        sys.modules.update(others)


def _modules_of(package: Package) -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] == package.module]


@contextmanager
def _set(env: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in env}
    os.environ.update(env)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
