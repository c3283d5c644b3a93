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
    assert [m.name for m in post.body.content] == ["application/json", "multipart/form-data", "*/*"]
    assert post.body.content[0].examples == (1,)
    encodings = {e.property: (e.style, e.explode, e.content_type) for e in post.body.content[1].encoding}
    assert encodings == {"f": ("form", True, "image/png"), "g": ("deepObject", False, ""), "h": ("form", False, "")}
    assert [(r.status, r.description) for r in post.responses] == [("200", "fine"), ("4XX", "bad"), ("default", "")]
    assert post.responses[0].content[0].examples == ("hi",)
    assert put.body is None
    codes = [d.code for d in api.diagnostics if d.code != "openapi-invalid"]
    assert codes == ["openapi-response", "openapi-response", "openapi-body"]
