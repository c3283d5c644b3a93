"""Toolset → YAML → Toolset is the identity, whatever is in the toolset and whichever YAML parser reads it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml
from hypothesis import HealthCheck, Phase, given, settings

from mcpgen.frontends.manifest import is_manifest, pointers, read, write
from mcpgen.model.api import Encoding
from mcpgen.model.binding import (
    Alternatives,
    Body,
    Build,
    Field,
    Fixed,
    Generate,
    Placed,
    Presence,
    Request,
    Result,
)
from mcpgen.model.toolset import Hints, Profile, ServerInfo, Tool, Toolset, Upstream
from mcpgen.source import load
from tests.frontends.manifest.toolset_strategies import toolsets

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
FORMAT = files("mcpgen.frontends.manifest") / "format.schema.json"
VALIDATOR = jsonschema_rs.validator_for(json.loads(FORMAT.read_text(encoding="utf-8")))


def wide(examples: int) -> settings:
    """Settings for large examples, which hypothesis would spend minutes on to make smaller."""
    return settings(
        max_examples=examples,
        deadline=None,
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("manifest") / "tools.yaml"


def unexplained(toolset: Toolset) -> str:
    """The toolset as text: unlike ==, it tells 1 from 1.0 and True, and one order of keys from another."""
    return repr(replace(toolset, tools=tuple(replace(tool, origin=None, decisions=()) for tool in toolset.tools)))


def there_and_back(toolset: Toolset, file: Path) -> Toolset:
    file.write_bytes(write(toolset).encode("utf-8"))
    return read(load(file)).toolset


@wide(80)
@given(toolset=toolsets())
def test_every_toolset_survives(file: Path, toolset: Toolset) -> None:
    again = there_and_back(toolset, file)
    assert again == toolset
    assert unexplained(again) == unexplained(toolset)
    assert write(again) == write(toolset)


@wide(20)
@given(toolset=toolsets())
def test_every_parser_reads_the_same_and_the_format_schema_accepts_it(file: Path, toolset: Toolset) -> None:
    text = write(toolset)
    file.write_bytes(text.encode("utf-8"))
    data = load(file).root.data
    assert repr(yaml.load(text, Loader=yaml.SafeLoader)) == repr(data)
    assert repr(yaml.load(text, Loader=yaml.CSafeLoader)) == repr(data)
    assert is_manifest(data)
    errors: list[Any] = list(VALIDATOR.iter_errors(data))
    assert not errors, errors[0]


def test_the_text_does_not_depend_on_the_hash_seed() -> None:
    code = (
        "from tests.frontends.manifest.manifests import GOOD, read_data; from mcpgen.frontends.manifest import write\n"
        "import pathlib, sys, tempfile; folder = pathlib.Path(tempfile.mkdtemp())\n"
        "sys.stdout.write(write(read_data(GOOD, folder).toolset))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parents[3],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1


PLAIN = Request(method="POST", path="/")
TEXT = Body(media_type="text/plain", value=Fixed(value=None))
QUERY = Placed(place="query", name="a", value=Generate(), style="form", explode=True)


@pytest.mark.parametrize(
    "request_",
    [
        replace(PLAIN, security=()),
        replace(PLAIN, security=((), ("a", "b"))),
        replace(PLAIN, body=replace(TEXT, check={})),
        replace(PLAIN, body=replace(TEXT, media_type="", required=True)),
        replace(PLAIN, body=replace(TEXT, value=Build())),
        replace(PLAIN, body=replace(TEXT, value=Build(keep=True))),
        replace(PLAIN, presence=(Presence(given=("a", "b"), needs=("b", "a")),)),
        replace(PLAIN, presence=(Presence(given=("a",), needs=("a",)), Presence(given=(), needs=()))),
        replace(PLAIN, alternatives=(Alternatives(sets=()), Alternatives(sets=((), ("a",)), exclusive=True))),
        replace(PLAIN, parameters=(QUERY, replace(QUERY, place="cookie"), replace(QUERY, name="b"))),
        replace(PLAIN, parameters=(replace(QUERY, explode=False), replace(QUERY, name="", style="simple"))),
        replace(PLAIN, parameters=(replace(QUERY, allow_reserved=True, content="a/b", required=True),)),
        replace(PLAIN, path="/{a}", parameters=(replace(QUERY, place="path", required=False),)),
    ],
)
def test_the_edges_of_the_model_survive(request_: Request, file: Path) -> None:
    toolset = toolset_of(request_)
    assert there_and_back(toolset, file) == toolset


@pytest.mark.parametrize("names", [("a",), ("",), ("~1",), ("~01", "/"), ("a/b", "", "~"), ("0", "é")])
def test_pointers(names: tuple[str, ...]) -> None:
    assert pointers.names(pointers.pointer(names)) == names


def test_what_a_manifest_cannot_say_is_refused() -> None:
    placed = Placed(place="query", name="a", value=Generate(), style="form", explode=True)
    field = Field(name="a", value=Generate())
    requests = [
        Request(method="GET", path="/", parameters=(placed, placed)),
        Request(method="GET", path="/", body=Body(media_type="", value=Build(fields=(field, field)))),
        Request(
            method="GET", path="/", body=Body(media_type="", value=Generate(), encoding=(Encoding(property="a"),) * 2)
        ),
    ]
    for request in requests:
        with pytest.raises(ValueError, match="two "):
            write(toolset_of(request))


def toolset_of(request: Request) -> Toolset:
    tool = Tool(
        name="a",
        title="",
        description="",
        input_schema={"type": "object", "properties": {"a": {}, "b": {}}},
        hints=Hints(read_only=False, destructive=True, idempotent=False, open_world=True),
        group="a",
        operation="",
        request=request,
        result=Result(),
    )
    return Toolset(
        profile=Profile.MCP,
        server=ServerInfo(name="a", title="", version="", instructions=""),
        upstream=Upstream(url=""),
        tools=(tool,),
    )


def test_a_deep_object_survives(file: Path) -> None:
    build = Build(fields=(Field(name="/~", value=Fixed(value=None)), Field(name="", value=Build(keep=True))))
    for level in range(60):
        build = Build(
            fields=(Field(name=str(level), value=build), Field(name="x", value=Generate())), keep=level % 2 == 0
        )
    toolset = toolset_of(Request(method="PUT", path="/", body=Body(media_type="a/b", value=build)))
    assert there_and_back(toolset, file) == toolset
