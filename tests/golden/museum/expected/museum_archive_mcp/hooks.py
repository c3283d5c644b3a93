"""Your own code around every call; this file is written once and then is yours."""

from typing import Any

import httpx2


async def before_request(request: httpx2.Request) -> httpx2.Request:
    """Called with each request to the API before it is sent: add a header, sign it, replace it."""
    return request


async def after_response(tool: str, result: Any) -> Any:
    """Called with each successful result before the model sees it: trim it or add to it."""
    return result
