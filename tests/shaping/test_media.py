"""Which requests can be made: any method but a tunnel, every style."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.toolset import Tool
from mcpgen.pipeline import Made

BODY = {"content": {"application/json": {"schema": {"type": "object", "properties": {"name": {"type": "string"}}}}}}


def made(tmp_path: Path, item: dict[str, Any], path: str = "/things") -> Made:
    document = {
        "openapi": "3.2.0",
        "info": {"title": "Demo", "version": "1"},
        "servers": [{"url": "https://api.test"}],
        "paths": {path: item},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    return pipeline.tools(source)


def operation(**more: Any) -> dict[str, Any]:
    return {"operationId": "handleThing", "responses": {"204": {"description": "ok"}}, **more}


def tool_of(tmp_path: Path, method: str, **more: Any) -> Tool:
    fixed = method.lower() if method in ("QUERY", "HEAD", "OPTIONS", "TRACE") else ""
    one = operation(**more)
    found = made(tmp_path, {fixed: one} if fixed else {"additionalOperations": {method: one}})
    (tool,) = [tool for tool in found.toolset.tools if tool.request.method == method]
    return tool


@pytest.mark.parametrize("method", ["QUERY", "HEAD", "OPTIONS", "TRACE", "COPY", "LINK", "m-search", "X'1"])
def test_every_method_is_a_request(tmp_path: Path, method: str) -> None:
    assert tool_of(tmp_path, method).operation == f"{method} /things"


def test_a_body_goes_with_a_query_and_not_with_a_trace(tmp_path: Path) -> None:
    query, trace = (tool_of(tmp_path, method, requestBody=BODY) for method in ("QUERY", "TRACE"))
    assert query.request.body is not None
    assert (query.hints.read_only, query.hints.idempotent) == (True, True)
    assert trace.request.body is None
    assert "no body" in " ".join(decision.text for decision in trace.decisions)


def test_a_tunnel_is_no_request(tmp_path: Path) -> None:
    found = made(tmp_path, {"additionalOperations": {"CONNECT": operation()}})
    assert [left.operation for left in found.left_out] == ["CONNECT /things"]


@pytest.mark.parametrize(
    ("place", "style"),
    [("path", "label"), ("path", "matrix"), ("query", "spaceDelimited"), ("query", "pipeDelimited")],
)
def test_a_parameter_keeps_its_style(tmp_path: Path, place: str, style: str) -> None:
    schema = {"type": "array", "items": {"type": "string"}}
    parameter = {"name": "names", "in": place, "required": True, "style": style, "explode": False, "schema": schema}
    path = "/things/{names}" if place == "path" else "/things"
    (tool,) = made(tmp_path, {"get": operation(parameters=[parameter])}, path).toolset.tools
    assert [(p.place, p.style, p.explode) for p in tool.request.parameters] == [(place, style, False)]


def test_swagger_delimits_in_every_place(tmp_path: Path) -> None:
    formats = ("csv", "ssv", "tsv", "pipes")
    places = ("path", "query", "header", "formData")
    parameters = [
        {"name": f"{place}{format}", "in": place, "required": True, "type": "array", "items": {"type": "string"}}
        | {"collectionFormat": format}
        for place in places
        for format in formats
    ]
    path = "/things/" + "/".join(f"{{path{format}}}" for format in formats)
    document = {
        "swagger": "2.0",
        "info": {"title": "Demo", "version": "1"},
        "host": "api.test",
        "consumes": ["application/x-www-form-urlencoded"],
        "paths": {path: {"post": operation(parameters=parameters)}},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    (tool,) = pipeline.tools(source).toolset.tools
    delimited = ["spaceDelimited", "tabDelimited", "pipeDelimited"]
    for place, plain in (("path", "simple"), ("query", "form"), ("header", "simple")):
        styles = [(p.style, p.explode) for p in tool.request.parameters if p.place == place]
        assert styles == [(style, False) for style in (plain, *delimited)]
    assert tool.request.body is not None
    assert [(e.style, e.explode) for e in tool.request.body.encoding] == [(s, False) for s in ("form", *delimited)]
