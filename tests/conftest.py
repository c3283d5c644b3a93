"""Options of this suite, and what every test may rely on."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--mypy-all", action="store_true", help="type-check the packages of the large real APIs too")
