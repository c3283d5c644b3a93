"""What no tool needs: formats, tracing, and credentials that the server sends itself (PAR016, SEC011)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.binding import Fixed, Generate
from mcpgen.model.toolset import Toolset

BEARER = {"bearer": {"type": "http", "scheme": "bearer"}}


def shaped(
    folder: Path, parameters: list[dict[str, Any]], *, schemes: dict[str, Any] | None = None, **more: Any
) -> Toolset:
    """The toolset of one operation with these parameters; `schemes` are declared and needed."""
    answer = {"type": "array", "items": {"type": "object", "properties": {"title": {"type": "string"}}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1"},
        "servers": [{"url": "https://library.example"}],
        "paths": {
            "/books": {
                "get": {
                    "parameters": parameters,
                    "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": answer}}}},
                    **more,
                }
            }
        },
        "components": {"securitySchemes": schemes or {}},
        "security": [{name: []} for name in schemes or ()],
    }
    file = folder / "api.json"
    file.write_text(json.dumps(document))
    return pipeline.tools(file).toolset


def parameter(name: str, place: str = "query", text: str = "", **schema: Any) -> dict[str, Any]:
    """An optional parameter."""
    return {"name": name, "in": place, "description": text, "schema": {"type": "string", **schema}}


@pytest.mark.parametrize(
    ("given", "schemes"),
    [
        (parameter("pretty", text="Indent the answer."), {}),
        (parameter("prettyPrint", type="boolean"), {}),
        (parameter("X-Trace-Id", "header"), {}),
        (parameter("traceparent", "header"), {}),
        (parameter("User-Agent", "header"), {}),
        (parameter("callback", text="Name of the JSONP function."), {}),
        (parameter("verbose_log", text="For internal use only."), {}),
        (parameter("format", enum=["json", "xml"], default="json"), {}),
        (parameter("access_token", text="OAuth token."), BEARER),
        (parameter("token", text="Authentication token of the caller."), BEARER),
        (parameter("key", text="API key of the project."), BEARER),
    ],
)
def test_left_out_and_told(tmp_path: Path, given: dict[str, Any], schemes: dict[str, Any]) -> None:
    tool = shaped(tmp_path, [given, parameter("genre")], schemes=schemes).tools[0]
    assert list(tool.input_schema["properties"]) == ["genre"]
    assert [placed.name for placed in tool.request.parameters] == ["genre"]
    assert any(d.rule == "PAR016" and given["name"] in d.text for d in tool.decisions)


@pytest.mark.parametrize(
    "given",
    [
        parameter("callback", text="URL to call when it is done."),
        parameter("token", text="Page token of the answer before."),
        parameter("format", enum=["csv", "json"]),
        parameter("format", enum=["hardback", "paperback"]),
        parameter("key", text="Key of the entry."),
        parameter("type", enum=["text", "json5"]),
    ],
)
def test_what_only_looks_so_stays(tmp_path: Path, given: dict[str, Any]) -> None:
    tool = shaped(tmp_path, [given], schemes=BEARER).tools[0]
    assert [name.removeprefix("book_") for name in tool.input_schema["properties"]] == [given["name"]]


def test_a_format_without_default_is_fixed(tmp_path: Path) -> None:
    tool = shaped(tmp_path, [parameter("format", enum=["xml", "json"])]).tools[0]
    assert [placed.value for placed in tool.request.parameters] == [Fixed(value="json")]


def test_a_request_id_is_made_for_each_call(tmp_path: Path) -> None:
    tool = shaped(tmp_path, [{**parameter("Acme-Request-Id", "header"), "required": True}]).tools[0]
    assert [placed.value for placed in tool.request.parameters] == [Generate(kind="uuid")]
    assert "properties" not in tool.input_schema


def test_a_key_that_no_scheme_declares_is_a_setting(tmp_path: Path) -> None:
    keys = [{**parameter(name, "header"), "required": True} for name in ("Api-Key", "Api-Username")]
    made = shaped(tmp_path, [*keys, parameter("genre")])
    assert [(auth.type, auth.place, auth.name) for auth in made.upstream.auth] == [
        ("apiKey", "header", "Api-Key"),
        ("apiKey", "header", "Api-Username"),
    ]
    assert list(made.tools[0].input_schema["properties"]) == ["genre"]
    assert {d.rule for d in made.tools[0].decisions} >= {"SEC011"}


def test_a_key_that_may_be_left_out_stays_optional(tmp_path: Path) -> None:
    made = shaped(tmp_path, [parameter("apikey"), parameter("x-api-key", "header")])
    assert [auth.name for auth in made.upstream.auth] == ["x-api-key"]
    assert () in made.upstream.security
    assert not made.tools[0].input_schema.get("properties")


def test_a_token_in_the_body_is_left_out(tmp_path: Path) -> None:
    properties = {"token": {"type": "string", "description": "Auth token."}, "title": {"type": "string"}}
    body = {
        "content": {"application/json": {"schema": {"type": "object", "properties": properties, "required": ["title"]}}}
    }
    tool = shaped(tmp_path, [], schemes=BEARER, requestBody=body).tools[0]
    assert list(tool.input_schema["properties"]) == ["title"]


@pytest.mark.parametrize(
    "given",
    [
        [parameter("watch", text="Watch for changes and give them back as a stream of events.", type="boolean")],
        [parameter("follow", text="Keep the connection open after the logs.", type="boolean")],
        [parameter("timeoutSeconds", text="Timeout for the list call, whatever comes.", type="integer")],
        [
            parameter("stream", text="Stream the loans as they happen.", type="boolean"),
            parameter("heartbeat", text="When specified with stream, how often it beats.", type="integer"),
        ],
    ],
    ids=["watch", "follow", "timeout", "companion"],
)
def test_a_stream_is_left_out_with_what_belongs_to_it(given: list[dict[str, Any]], tmp_path: Path) -> None:
    tool = shaped(tmp_path, given).tools[0]
    assert tool.input_schema.get("properties", {}) == {}
    assert {d.rule for d in tool.decisions if "left out" in d.text} == {"PAR016"}


def test_a_stream_by_default_is_turned_off(tmp_path: Path) -> None:
    given = parameter("stream", text="Stream the output.", type="boolean", default=True)
    tool = shaped(tmp_path, [given]).tools[0]
    assert tool.input_schema.get("properties", {}) == {}
    assert [p.value for p in tool.request.parameters] == [Fixed(value=False)]


@pytest.mark.parametrize(
    "given",
    [
        parameter("stream", text="Name of the stream to read.", type="string"),
        parameter("watch", text="Whether the book is on the watch list.", type="boolean"),
        parameter("timeout", text="Seconds until the hold ends.", type="integer"),
        parameter("live", text="Only events with an audience.", type="boolean"),
    ],
)
def test_what_only_sounds_like_a_stream_stays(given: dict[str, Any], tmp_path: Path) -> None:
    assert list(shaped(tmp_path, [given]).tools[0].input_schema["properties"]) == [given["name"]]


def test_a_tool_that_no_longer_watches_does_not_say_so(tmp_path: Path) -> None:
    given = parameter("watch", text="Watch for changes, as a stream.", type="boolean")
    tool = shaped(tmp_path, [given], description="List or watch books of every shelf there is.").tools[0]
    assert tool.description.startswith("Lists books of every shelf there is.")
