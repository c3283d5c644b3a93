"""Parameters, bodies and responses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mcpgen.diagnostics import Severity
from mcpgen.model.api import Api, Parameter


def parameters(
    api_of: Callable[..., Api], listed: str, path: str = "/a", **more: object
) -> tuple[tuple[Parameter, ...], Api]:
    api = api_of(f"'{path}': {{get: {{parameters: {listed}}}}}", **more)
    return api.operations[0].parameters, api


@pytest.mark.parametrize(
    ("written", "style", "explode"),
    [
        ("in: query", "form", True),
        ("in: query, explode: false", "form", False),
        ("in: query, style: deepObject", "deepObject", False),
        ("in: query, style: pipeDelimited, explode: true", "pipeDelimited", True),
        ("in: query, style: simple", "form", True),
        ("in: header", "simple", False),
        ("in: header, style: form", "simple", False),
        ("in: cookie", "form", True),
        ("in: path", "simple", False),
        ("in: path, style: matrix, explode: true", "matrix", True),
        ("in: Query", "form", True),
    ],
)
def test_styles_by_place(api_of: Callable[..., Api], written: str, style: str, explode: bool) -> None:
    [parameter], _ = parameters(
        api_of, f"[{{name: x, {written}, schema: {{type: array}}}}]", "/a/{x}" if "path" in written else "/a"
    )
    assert (parameter.style, parameter.explode) == (style, explode)


def test_what_describes_a_value(api_of: Callable[..., Api]) -> None:
    found, api = parameters(
        api_of,
        """[
          {name: filter, in: query,
           content: {'application/JSON; charset=utf-8': {schema: {type: object}, example: {a: 1}}}},
          {name: bare, in: query},
          {name: old, in: query, type: integer, maximum: 5},
          {name: many, in: query, schema: {type: string},
           examples: {a: {value: x}, b: {$ref: '#/components/examples/E'}, c: {$ref: '#/x'}}},
          {name: shared, in: query, schema: {$ref: '#/components/schemas/S'}},
          {$ref: '#/components/parameters/P'}
        ]""",
        components={
            "examples": {"E": {"value": "y"}},
            "schemas": {"S": {"type": "string", "examples": ["z"]}},
            "parameters": {"P": {"name": "p", "in": "query", "required": True, "deprecated": True, "schema": True}},
        },
    )
    by_name = {p.name: p for p in found}
    assert by_name["filter"].content == "application/json"
    assert by_name["filter"].examples == ({"a": 1},)
    assert type(by_name["bare"].schema).__name__ == "Anything"
    assert by_name["old"].schema.maximum == 5  # type: ignore[union-attr]
    assert by_name["many"].examples == ("x", "y")
    assert by_name["shared"].examples == ("z",)
    assert by_name["p"].required
    assert by_name["p"].deprecated
    assert by_name["p"].origin.pointer == ("components", "parameters", "P")
    assert {d.code for d in api.diagnostics} >= {"openapi-parameter", "openapi-reference"}


def test_parameters_that_cannot_be_used_are_left_out_and_told(api_of: Callable[..., Api]) -> None:
    found, api = parameters(
        api_of,
        "[{in: query}, {name: w, in: nowhere}, null, {name: x, in: query}, {name: x, in: query}, {$ref: '#/no'},"
        " {name: Authorization, in: header}, {name: ACCEPT, in: header}, {name: b, in: body}]",
    )
    assert [p.name for p in found] == ["x"]
    skipped = [d for d in api.diagnostics if "left out" in d.message]
    assert len(skipped) == 5
    assert api.operations[0].body is not None
    assert all(d.subject == "GET /a" and d.at is not None for d in skipped)
    reserved = [d for d in api.diagnostics if d.code == "openapi-reserved-header"]
    assert [d.severity for d in reserved] == [Severity.INFO, Severity.INFO]


@pytest.mark.parametrize("name", ["Proxy-Authorization", "Expect", "proxy-connection", "HOST"])
def test_headers_of_the_transport_are_no_parameters(api_of: Callable[..., Api], name: str) -> None:
    found, api = parameters(api_of, f"[{{name: {name}, in: header}}, {{name: Expect, in: query}}]")
    assert [(p.name, p.place) for p in found] == [("Expect", "query")]
    (told,) = (d for d in api.diagnostics if d.code == "openapi-reserved-header")
    assert name in told.message


def test_placeholders_have_exactly_one_parameter(api_of: Callable[..., Api]) -> None:
    found, api = parameters(
        api_of,
        "[{name: id, in: path, schema: {type: integer}}, {name: userId, in: path, schema: {type: integer}},"
        " {name: kind, in: query, schema: {type: boolean}}, {name: spare, in: path, schema: {type: string}}]",
        "/a/{id}:act/{user_id}/{kind}.{ext}/{id}",
    )
    assert [(p.name, p.place, p.required, getattr(p.schema, "type", "")) for p in found] == [
        ("id", "path", True, "integer"),
        ("user_id", "path", True, "integer"),
        ("kind", "path", True, "boolean"),
        ("ext", "path", True, "string"),
    ]
    messages = [d.message for d in api.diagnostics if d.code == "openapi-path-parameter"]
    assert len(messages) == 4
    assert any("spare does not occur" in m for m in messages)


def test_bodies_and_responses(api_of: Callable[..., Api]) -> None:
    api = api_of(
        """
        /a:
          post:
            requestBody: {$ref: '#/components/requestBodies/B'}
            responses:
              200: {$ref: '#/components/responses/R'}
              4xx: {description: bad}
              DEFAULT: {$ref: '#/components/responses/Gone'}
              often: {description: what}
          put: {requestBody: {description: nothing}}
        """,
        components={
            "requestBodies": {
                "B": {
                    "description": "the body",
                    "required": True,
                    "content": {
                        "Application/JSON; v=1": {"schema": {"type": "object"}, "examples": {"a": {"value": 1}}},
                        "application/json": {"schema": {"type": "string"}},
                        "multipart/form-data": {
                            "encoding": {
                                "f": {"contentType": "image/png"},
                                "g": {"style": "deepObject"},
                                "h": {"explode": False},
                            }
                        },
                        "*/*": None,
                    },
                }
            },
            "responses": {"R": {"description": "fine", "content": {"text/plain": {"example": "hi"}}}},
        },
    )
    post, put = api.operations
    assert post.body is not None
    assert (post.body.required, post.body.description) == (True, "the body")
    written = [m.written for m in post.body.content]
    assert written == ["application/json; v=1", "application/json", "multipart/form-data", "*/*"]
    assert post.body.content[0].examples == (1,)
    encodings = {e.property: (e.style, e.explode, e.content_type) for e in post.body.content[2].encoding}
    assert encodings == {"f": ("form", True, "image/png"), "g": ("deepObject", False, ""), "h": ("form", False, "")}
    assert [(r.status, r.description) for r in post.responses] == [("200", "fine"), ("4XX", "bad"), ("default", "")]
    assert post.responses[0].content[0].examples == ("hi",)
    assert put.body is None
    codes = [d.code for d in api.diagnostics if d.code != "openapi-invalid"]
    assert codes == ["openapi-response", "openapi-response", "openapi-body"]


@pytest.mark.parametrize(
    ("placeholder", "style", "plain"),
    [
        ("x", "simple", ""),
        ("+x", "segments", "x"),
        ("x+", "segments", "x"),
        ("x*", "segments", "x"),
        ("*x", "segments", "x"),
        ("**x", "segments", "x"),
        ("x...", "segments", "x"),
        ("x:.*", "segments", "x"),
        ("x:.+", "segments", "x"),
        ("x:path", "segments", "x"),
        ("x=**", "segments", "x"),
        ("x=a/*", "segments", "x"),
        ("x=*", "simple", "x"),
        ("x:[0-9]+", "simple", "x"),
        ("x:int", "simple", "x"),
        ("x?", "simple", "x"),
        (".x", "label", "x"),
        (";x", "matrix", "x"),
    ],
)
def test_placeholders_that_say_more_than_a_name(
    api_of: Callable[..., Api], placeholder: str, style: str, plain: str
) -> None:
    listed = "[{name: x, in: path, required: true, schema: {type: integer}}]"
    [parameter], api = parameters(api_of, listed, f"/a/{{{placeholder}}}")
    assert (parameter.name, parameter.style, parameter.plain_name) == (placeholder, style, plain)
    assert parameter.schema.type == "integer"  # type: ignore[union-attr]
    assert [d for d in api.diagnostics if d.code == "openapi-path-parameter"] == []


def test_a_placeholder_may_be_called_all_that_it_says(api_of: Callable[..., Api]) -> None:
    listed = "[{name: '*x', in: path, required: true, schema: {}}, {name: 'a:b', in: path, required: true, schema: {}}]"
    first, second = parameters(api_of, listed, "/{*x}/{a:b}")[0]
    assert (first.name, first.style) == ("*x", "segments")
    assert (second.name, second.style) == ("a:b", "simple")


@pytest.mark.parametrize("expression", ["?q,page", "&q", "#q", "/q"])
def test_expressions_that_are_no_part_of_a_path_leave_the_operation_out(
    api_of: Callable[..., Api], expression: str
) -> None:
    api = api_of(f"{{'/a': {{get: {{}}}}, '/b{{{expression}}}': {{get: {{}}}}}}")
    assert [operation.path for operation in api.operations] == ["/a"]
    [unread] = api.unread
    assert expression in unread.reason


@pytest.mark.parametrize(
    ("written", "style"),
    [
        ("x-ms-skip-url-encoding: true, schema: {type: string}", "segments"),
        ("schema: {type: string, pattern: 'projects/[^/]+'}", "segments"),
        ("schema: {type: string, pattern: '^https?://.*$'}", "simple"),
        ("style: label, x-ms-skip-url-encoding: true, schema: {type: string}", "label"),
    ],
)
def test_path_parameters_that_hold_slashes(api_of: Callable[..., Api], written: str, style: str) -> None:
    [parameter], _ = parameters(api_of, f"[{{name: x, in: path, required: true, {written}}}]", "/a/{x}")
    assert parameter.style == style


@pytest.mark.parametrize(
    ("version", "place", "allowed"),
    [("3.1.0", "query", True), ("3.1.0", "path", False), ("3.2.0", "path", True), ("3.2.0", "header", False)],
)
def test_where_reserved_characters_are_allowed(
    api_of: Callable[..., Api], version: str, place: str, allowed: bool
) -> None:
    listed = f"[{{name: x, in: {place}, required: true, allowReserved: true, schema: {{}}}}]"
    [parameter], _ = parameters(api_of, listed, "/a/{x}" if place == "path" else "/a", version=version)
    assert parameter.allow_reserved is allowed


def test_cookies_as_they_are(api_of: Callable[..., Api]) -> None:
    found, api = parameters(
        api_of,
        "[{name: a, in: cookie, style: cookie, schema: {}}, {name: 'b c', in: cookie, style: cookie, schema: {}}, "
        "{name: 'd e', in: cookie, schema: {}}]",
        version="3.2.0",
    )
    assert [(p.name, p.style, p.explode) for p in found] == [("a", "cookie", True), ("d e", "form", True)]
    assert any("No cookie can be called 'b c'" in d.message for d in api.diagnostics)


def test_headers_that_no_request_can_have(api_of: Callable[..., Api]) -> None:
    names = ("Host", "content-length", "Transfer-Encoding", "X-A", "X B", "X:C", "")
    listed = ", ".join(f"{{name: '{name}', in: header, schema: {{}}}}" for name in names)
    found, api = parameters(api_of, f"[{listed}]")
    assert [p.name for p in found] == ["X-A"]
    said = [d.message for d in api.diagnostics]
    assert sum("the HTTP client writes it" in message for message in said) == 3
    assert sum("No header can be called" in message for message in said) == 2


def test_a_header_that_is_needed_and_impossible_leaves_the_operation_out(api_of: Callable[..., Api]) -> None:
    api = api_of("{/a: {get: {parameters: [{name: 'a b', in: header, required: true, schema: {}}]}}, /b: {get: {}}}")
    assert [operation.path for operation in api.operations] == ["/b"]
    assert "No header can be called" in api.unread[0].reason


@pytest.mark.parametrize(
    ("media", "content"),
    [("application/json", "application/json"), ("application/jsonpath", "application/jsonpath"), ("*/*", "text/plain")],
)
def test_a_whole_query_string_is_one_parameter(api_of: Callable[..., Api], media: str, content: str) -> None:
    listed = f"[{{name: sel, in: querystring, content: {{'{media}': {{schema: {{type: string}}}}}}}}]"
    [parameter], _ = parameters(api_of, listed, version="3.2.0")
    assert (parameter.name, parameter.place, parameter.content) == ("sel", "querystring", content)


@pytest.mark.parametrize(
    ("media", "schema", "content"),
    [
        ("text/csv", "{type: string}", "text/csv"),
        ("*/*", "{type: integer}", "text/plain"),
        ("application/*", "{type: array, items: {}}", "application/json"),
        ("application/vnd.a+json; v=1", "{type: object}", "application/vnd.a+json"),
    ],
)
def test_the_media_type_of_a_parameter(api_of: Callable[..., Api], media: str, schema: str, content: str) -> None:
    [parameter], _ = parameters(api_of, f"[{{name: x, in: query, content: {{'{media}': {{schema: {schema}}}}}}}]")
    assert parameter.content == content
