"""Where the API is, and the settings by which the operator says so: of the whole API, and of tools elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from urllib.parse import urlsplit

from mcpgen.model.toolset import OWN_SETTINGS, Toolset

_WORD = re.compile(r"[A-Za-z0-9]+")


def base_url(toolset: Toolset) -> str:
    """The API's base URL, '' where the operator has to set it: none is known, or only a path."""
    url = toolset.upstream.filled_url
    return url if url.lower().startswith(("http://", "https://")) else ""


def base_path(toolset: Toolset) -> str:
    """The path of the API's base URL."""
    return urlsplit(toolset.upstream.filled_url).path.rstrip("/")


def own_servers(toolset: Toolset) -> dict[str, tuple[str, int]]:
    """The base URLs that tools have of their own, each with its setting and the number of those tools.

    A setting is called after what the URL has beside the API's own: `https://upload.api.test` is `UPLOAD_BASE_URL`.
    """
    numbers = Counter(tool.request.url for tool in toolset.tools if tool.request.url)
    upstream = toolset.upstream
    taken = {
        *OWN_SETTINGS,
        *(n for auth in upstream.auth for n in auth.variables),
        *(v.env for v in upstream.variables),
    }
    common = {word.upper() for word in _WORD.findall(base_url(toolset))} | {"HTTP", "HTTPS", "WWW"}
    found = {}
    for url in sorted(numbers):
        env = next(name for name in _names(url, common) if name not in taken)
        taken.add(env)
        found[url] = (env, numbers[url])
    return found


def _names(url: str, common: set[str]) -> Iterator[str]:
    """What the setting of a URL may be called, the best first."""
    parts = urlsplit(url)
    host = [word.upper() for word in _WORD.findall(parts.hostname or "")]
    path = [word.upper() for word in _WORD.findall(parts.path)]
    labels = host if host and host[-1].isdigit() else host[:-1]
    telling = [word for word in labels if word not in common]
    if telling and not telling[0][0].isdigit():
        yield f"{telling[0]}_BASE_URL"
    for words in (telling + path, host + path):
        if name := "_".join(words)[:40].strip("_"):
            yield f"{name}_BASE_URL" if name[0].isalpha() else f"SERVER_{name}_BASE_URL"
    yield from (f"SERVER_{number}_BASE_URL" for number in count(1))
