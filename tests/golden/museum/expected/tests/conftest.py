"""Settings of the contract tests."""

import importlib
import os

import pytest
from contract import CASES, PACKAGE


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of cases.json, and none that happen to be set on this machine."""
    prefix = importlib.import_module(f"{PACKAGE}.settings").FACTS.prefix
    for name in list(os.environ):
        if name.startswith(f"{prefix}_"):
            monkeypatch.delenv(name)
    for name, value in CASES["env"].items():
        monkeypatch.setenv(name, value)
