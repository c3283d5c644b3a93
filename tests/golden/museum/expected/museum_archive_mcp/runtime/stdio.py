"""Serves over standard input and output."""

import os
import signal
import sys
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server


def serve_stdio(server: Server[Any]) -> None:
    """Serves until standard input closes, SIGTERM or SIGINT; then ends the process with 0."""
    anyio.run(_serve, server)
    _end()


async def _serve(server: Server[Any]) -> None:
    async with anyio.create_task_group() as tasks:
        async with stdio_server() as (reader, writer):
            with anyio.CancelScope() as running:
                if sys.platform != "win32":
                    tasks.start_soon(_stop_at_signal, running)
                await server.run(reader, writer, server.create_initialization_options())
            if running.cancel_called:
                _end()
        tasks.cancel_scope.cancel()


async def _stop_at_signal(running: anyio.CancelScope) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            running.cancel()


def _end() -> None:
    """Ends the process without waiting for the thread that reads: it cannot be interrupted."""
    sys.stderr.flush()
    os._exit(0)
