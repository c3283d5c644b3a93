"""The server of a file's DESCRIPTION, for each profile."""

from __future__ import annotations

import pytest

from mcpgen.model.toolset import Profile
from tests.catalogue.harness import Made, make


@pytest.fixture(scope="module")
def plain(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """For connected apps: answers without schemas, and what the model cannot mend is an error with a code."""
    return make(tmp_path_factory.mktemp("plain"), request.module.DESCRIPTION)


@pytest.fixture(scope="module")
def typed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """For profile `mcp`: answers have schemas and structured content, and every failure is a result."""
    return make(tmp_path_factory.mktemp("typed"), request.module.DESCRIPTION, profile=Profile.MCP)


@pytest.fixture(params=["plain", "typed"])
def made(request: pytest.FixtureRequest) -> Made:
    """Either of them."""
    found: Made = request.getfixturevalue(request.param)
    return found
