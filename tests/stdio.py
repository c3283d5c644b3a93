"""Raw JSON-RPC frames over a server's standard input and output: what reaches the wire, in any era."""

from __future__ import annotations

import json
import subprocess
import sys
from threading import Timer
from typing import IO, Any, Final

from tests.packages import Package

SECONDS: Final = 60
OLD: Final = "2024-11-05"
NEW: Final = "2026-07-28"


class Conversation:
    """A running server. A context: leaving it closes standard input and waits for the process to end with 0."""

    def __init__(self, package: Package, era: str) -> None:
        self._era = era
        self._last = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", package.module, "--mock"],
            cwd=package.root,
            env=package.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._timer = Timer(SECONDS, self._process.kill)

    def __enter__(self) -> Conversation:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        try:
            _output, errors = self._process.communicate(timeout=SECONDS)
        finally:
            self._timer.cancel()
            self._process.kill()
        assert self._process.returncode == 0, errors

    def start(self) -> dict[str, Any]:
        """Shakes hands in the old era, asks for the server's facts in the new one."""
        if self._era == NEW:
            return self.ask("server/discover")
        client = {"name": "test", "version": "1"}
        answer = self.ask("initialize", protocolVersion=self._era, capabilities={}, clientInfo=client)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a request. Raises AssertionError where it is an error, or no answer came."""
        self._last += 1
        if self._era == NEW:
            params["_meta"] = {
                "io.modelcontextprotocol/protocolVersion": NEW,
                "io.modelcontextprotocol/clientCapabilities": {},
            }
        self._send({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        while line := self._out.readline():
            answer = json.loads(line)
            if answer.get("id") == self._last:
                assert "result" in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
        raise AssertionError(f"no answer to {method}: {self._process.stderr and self._process.stderr.read()}")

    def _send(self, frame: dict[str, Any]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(frame) + "\n")
        self._process.stdin.flush()

    @property
    def _out(self) -> IO[str]:
        assert self._process.stdout
        return self._process.stdout
