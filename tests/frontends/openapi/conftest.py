"""Short ways to an `Api` and to one schema, from YAML text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
import yaml

from mcpgen.frontends.openapi import read
from mcpgen.model.api import Api
from mcpgen.model.json import Json
from mcpgen.model.schema import Schema
from mcpgen.source import load

ReadApi = Callable[..., Api]
ReadSchema = Callable[..., tuple[Schema, Api]]


@pytest.fixture
def api_of(tmp_path: Path) -> ReadApi:
    """Reads a document of the given paths and whatever else is given by key."""

    def build(paths: str, version: str = "3.1.0", **more: Json) -> Api:
        document = {
            "openapi": version,
            "info": {"title": "T", "version": "1"},
            "paths": yaml.safe_load(dedent(paths)),
            **more,
        }
        path = tmp_path / "api.yaml"
        path.write_text(yaml.safe_dump(document, sort_keys=False))
        return read(load(path))

    return build


@pytest.fixture
def schema_of(api_of: ReadApi) -> ReadSchema:
    """Reads a schema as a JSON body, resolved, with the given component schemas beside it."""

    def build(schema: str, components: str = "{}", version: str = "3.1.0") -> tuple[Schema, Api]:
        body = {"content": {"application/json": {"schema": yaml.safe_load(dedent(schema))}}}
        operation = {"requestBody": body, "responses": {"200": {"description": "ok"}}}
        api = api_of(
            yaml.safe_dump({"/a": {"post": operation}}, sort_keys=False),
            version,
            components={"schemas": yaml.safe_load(dedent(components))},
        )
        content = api.operations[0].body
        assert content is not None
        found = content.content[0].schema
        assert found is not None
        return api.schemas.resolve(found), api

    return build
