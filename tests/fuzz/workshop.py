"""Lays generated packages out and imports them, one after the other, in this process."""

from __future__ import annotations

import builtins
import importlib
import json
import pkgutil
import shutil
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final, NoReturn

MODULE: Final = "fuzzed_mcp"
"""What every package is called here."""
_RUNTIME: Final = f"{MODULE}.runtime"


class Workshop:
    """A folder in which one package at a time stands, importable as `MODULE`.

    The runtime is the same text in every package, so it is imported once; everything else each time anew.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._parsed: set[str] = set()
        self._shared: dict[str, str] = {}

    def check(self, files: Mapping[str, str]) -> list[dict[str, Any]]:
        """The tools of the package's catalog. Raises where a file leaves the folder or is not what its suffix says, a
        module cannot be imported, the server cannot be built, a tool has no function, or a text was run as code."""
        for path, text in files.items():
            self._parse(path, text)
        self._lay_out(files)
        try:
            tools: list[dict[str, Any]] = json.loads((self._folder / MODULE / "catalog.json").read_bytes())["tools"]
            _import(tools)
            assert not hasattr(builtins, "FUZZED"), "a text of the source was run"
            return tools
        finally:
            _forget()

    def _parse(self, path: str, text: str) -> None:
        pure = PurePosixPath(path)
        assert path.isascii(), path
        assert not {"/", ".."}.intersection(pure.parts), path
        text.encode("utf-8")
        match pure.suffix:
            case ".py" if text not in self._parsed:
                compile(text, path, "exec", dont_inherit=True)
            case ".json":
                json.loads(text, parse_constant=_refuse)
            case ".toml":
                tomllib.loads(text)
        if "/runtime/" in path or path.startswith("tests/"):
            self._parsed.add(text)

    def _lay_out(self, files: Mapping[str, str]) -> None:
        root = self._folder / MODULE
        for own in (root / "tools", root / "types"):
            shutil.rmtree(own, ignore_errors=True)
        for path, text in files.items():
            name, _, rest = path.partition("/")
            if not name.endswith("_mcp"):
                continue
            if rest.startswith("runtime/") and self._shared.setdefault(rest, text) == text and (root / rest).exists():
                continue
            (root / rest).parent.mkdir(parents=True, exist_ok=True)
            (root / rest).write_bytes(text.encode("utf-8"))


def _refuse(constant: str) -> NoReturn:
    raise AssertionError(f"{constant} is not JSON")


def _import(tools: list[dict[str, Any]]) -> None:
    """Imports every module of the package that is laid out, and looks up every tool as its server does."""
    importlib.invalidate_caches()
    package = importlib.import_module(MODULE)
    for found in pkgutil.walk_packages(package.__path__, f"{MODULE}."):
        importlib.import_module(found.name)
    server = importlib.import_module(f"{MODULE}.server")
    server.make_server(mock=True)
    assert [tool["name"] for tool in tools] == list(server.PACKAGE.modules)
    for tool in tools:
        server.PACKAGE.tool(tool["name"])


def _forget() -> None:
    """Takes the package out of this process, but for its runtime, which remembers nothing of it."""
    for name in [name for name in sys.modules if name == MODULE or name.startswith(f"{MODULE}.")]:
        if name == _RUNTIME or name.startswith(f"{_RUNTIME}."):
            for value in list(vars(sys.modules[name]).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
        else:
            del sys.modules[name]
    vars(builtins).pop("FUZZED", None)
