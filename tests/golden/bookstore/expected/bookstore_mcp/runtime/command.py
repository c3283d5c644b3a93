"""The command line of a server."""

import argparse
import logging
import sys
from typing import Any, Protocol

from mcp.server.lowlevel import Server

from .facts import Facts
from .settings import SettingsError, read_settings


class MakeServer(Protocol):
    """The function of server.py."""

    def __call__(self, *, mock: bool = ...) -> Server[Any]: ...


def run(facts: Facts, make_server: MakeServer, arguments: list[str] | None = None) -> None:
    """Serves as `arguments` (the process's own by default) say; exits with 2 where it cannot."""
    asked = _parser(facts).parse_args(arguments)
    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    try:
        server = make_server(mock=asked.mock)
        if asked.http:
            from .http import serve_http

            serve_http(server, facts, read_settings(facts), asked.host, asked.port)
        else:
            from .stdio import serve_stdio

            serve_stdio(server)
    except SettingsError as error:
        print(f"{facts.name}: {error}", file=sys.stderr)
        sys.exit(2)


def _parser(facts: Facts) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"{facts.name}-mcp",
        description=f"MCP server for {facts.title}, over stdio unless --http is given.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {facts.version}")
    parser.add_argument("--mock", action="store_true", help="answer from the API's description")
    parser.add_argument("--http", action="store_true", help="serve HTTP at /mcp/v1")
    parser.add_argument("--host", default="127.0.0.1", help="with --http (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="with --http (default: %(default)s)")
    return parser
