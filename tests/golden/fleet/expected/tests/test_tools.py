"""What the server lists, what each tool sends, and what the model sees of the answer."""

import json
from typing import Any
from urllib.parse import parse_qsl

import httpx2
import mcp_types as types
import pytest
from bodies import check_body
from contract import (
    CALLED,
    CASES,
    NEWEST,
    STRUCTURED,
    TOOLS,
    Upstream,
    answering,
    by_name,
    connect,
    outcome,
    same,
    text_of,
)
from mcp.shared.exceptions import MCPError


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", NEWEST])
async def test_lists_the_tools_in_order_as_described(mode: str) -> None:
    async with connect(mode=mode) as client:
        listed = await client.list_tools()
    assert [tool.name for tool in listed.tools] == [tool["name"] for tool in TOOLS]
    assert listed.next_cursor is None
    for tool, expected in zip(listed.tools, TOOLS, strict=True):
        assert tool.annotations is not None, tool.name
        hints = tool.annotations.model_dump(by_alias=True, exclude_none=True)
        assert (tool.title, tool.description) == (expected["title"], expected["description"])
        assert tool.input_schema.get("required", []) == expected["required"], tool.name
        assert same(hints, expected["annotations"]), tool.name
        assert same(tool.input_schema, expected["input_schema"]), tool.name
        assert STRUCTURED or tool.output_schema is None, tool.name


@pytest.mark.anyio
async def test_refuses_an_unknown_cursor_and_an_unknown_tool() -> None:
    async with connect(mode="legacy") as client:
        with pytest.raises(MCPError) as cursor:
            await client.list_tools(cursor="elsewhere")
        assert cursor.value.code == -32602
        with pytest.raises(MCPError) as tool:
            await client.call_tool("no_such_tool", {})
        assert tool.value.code == -32602


def check_request(request: httpx2.Request, expected: dict[str, Any]) -> None:
    path, _, query = request.url.raw_path.decode().partition("?")
    assert (request.method, path) == (expected["method"], expected["path"])
    pairs = [list(pair) for pair in parse_qsl(query, keep_blank_values=True)]
    assert pairs == expected.get("query", [])
    for name, value in expected.get("headers", {}).items():
        got = request.headers.get(name)
        assert got == value or (got and value == "*"), name
    for name in set(CASES["credentials"]) - set(expected.get("headers", {})):
        assert name not in request.headers, f"{name} was sent, though the tool needs no credential"
    check_body(request, expected)


def check_result(result: types.CallToolResult, expected: dict[str, Any]) -> None:
    assert not result.is_error, result.content
    if "text" in expected:
        assert text_of(result) == expected["text"]
    elif "json" in expected and STRUCTURED:
        value = expected["json"]
        wrapped = value if isinstance(value, dict) else {"result": value}
        assert same(result.structured_content, wrapped)
        assert same(json.loads(text_of(result)), wrapped)
    elif "json" in expected:
        assert result.structured_content is None
        assert same(json.loads(text_of(result)), expected["json"]), text_of(result)


@pytest.mark.anyio
@pytest.mark.parametrize("tool", CALLED, ids=by_name)
async def test_sends_the_request_and_shows_the_answer(tool: dict[str, Any]) -> None:
    upstream = Upstream(answering({"status": 500}))
    async with connect(upstream) as client:
        for call in tool["calls"]:
            upstream.requests.clear()
            upstream.answer = answering(call["answer"])
            result = await client.call_tool(tool["name"], call["arguments"])
            assert len(upstream.requests) == 1, (call["about"], result.content)
            check_request(upstream.requests[0], call["request"])
            check_result(result, call["result"])


@pytest.mark.anyio
@pytest.mark.parametrize("tool", [tool for tool in TOOLS if tool["refused"]], ids=by_name)
async def test_refuses_wrong_arguments_by_name(tool: dict[str, Any]) -> None:
    upstream = Upstream(answering({"status": 200}))
    async with connect(upstream) as client:
        for case in tool["refused"]:
            code, text = await outcome(client, tool["name"], case["arguments"])
            assert (code, upstream.requests) == (None, []), case["about"]
            assert text.startswith(f"{tool['name']} was not called. "), case["about"]
            assert case["says"] in text, case["about"]
