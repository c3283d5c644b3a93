"""The server: the tools of catalog.json, each one a function in tools/."""

import httpx2
from mcp.server.lowlevel import Server

from . import hooks
from .runtime.api import Connection
from .runtime.serve import Package, build_server
from .settings import FACTS
from .tools import MODULES

PACKAGE = Package(
    name=__package__ or "museum_archive_mcp", facts=FACTS, modules=MODULES, hooks=hooks
)


def make_server(
    *, mock: bool = False, transport: httpx2.AsyncBaseTransport | None = None
) -> Server[Connection]:
    """The server, ready to run; `mock` answers from answers.json, `transport` is the network."""
    return build_server(PACKAGE, mock=mock, transport=transport)
