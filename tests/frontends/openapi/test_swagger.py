"""Swagger 2.0: each object in the shape of OpenAPI 3, and descriptions that mix versions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent, indent

import pytest

from mcpgen.diagnostics import Diagnostic, Severity
from mcpgen.frontends.openapi import read
from mcpgen.model.api import Api, MediaType, Operation, Parameter, RequestBody
from mcpgen.model.json import UNSET
from mcpgen.model.schema import Anything, Array, Enum, Map, Object, Scalar, Schema, Union
from mcpgen.source import load

OK = "responses: {'200': {description: ok}}"
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


def read_files(folder: Path, files: Mapping[str, str]) -> Api:
    for name, text in files.items():
        (folder / name).write_text(dedent(text))
    return read(load(folder / next(iter(files))))


def read_text(folder: Path, text: str) -> Api:
    """The API of a description without its first lines."""
    return read_files(folder, {"api.yaml": "swagger: '2.0'\ninfo: {title: T, version: '1'}\n" + dedent(text)})


def operation_of(folder: Path, operation: str, more: str = "") -> tuple[Operation, Api]:
    """`POST /a` with the given members, and the API around it, which has `more`."""
    text = f"paths:\n  /a:\n    post:\n{indent(dedent(operation), '      ')}\n      {OK}\n{dedent(more)}\n"
    api = read_text(folder, text)
    [operation_] = api.operations
    return operation_, api


def parameter_of(folder: Path, parameter: str) -> tuple[Parameter, Api]:
    operation, api = operation_of(folder, f"parameters: [{parameter}]")
    [found] = operation.parameters
    return found, api


def schema_in(media: MediaType, api: Api) -> Schema:
    assert media.schema is not None
    return api.schemas.resolve(media.schema)


def fields_of(body: RequestBody | None, api: Api) -> dict[str, tuple[Schema, bool]]:
    """The properties of a body: schema, and whether they are required."""
    assert body is not None
    schema = schema_in(body.content[0], api)
    assert isinstance(schema, Object)
    return {p.name: (api.schemas.resolve(p.schema), p.required) for p in schema.properties}


def told(api: Api, code: str = "") -> list[Diagnostic]:
    """The findings under a code; without one, all but those of the meta-schema."""
    return [d for d in api.diagnostics if d.code == code or (not code and d.code != "openapi-invalid")]


# --- servers


@pytest.mark.parametrize(
    ("head", "urls"),
    [
        ("host: api.test", ["https://api.test"]),
        ("host: api.test\nbasePath: /v1", ["https://api.test/v1"]),
        ("host: api.test\nbasePath: v1/", ["https://api.test/v1"]),
        ("host: api.test\nbasePath: /", ["https://api.test"]),
        ("host: api.test\nbasePath: ''", ["https://api.test"]),
        ("host: api.test:8080\nbasePath: /a/b", ["https://api.test:8080/a/b"]),
        ("host: api.test/\nbasePath: /a", ["https://api.test/a"]),
        ("host: ' api.test '", ["https://api.test"]),
        ("host: http://api.test\nbasePath: /a", ["http://api.test/a"]),
        ("host: api.test\nschemes: [http]", ["http://api.test"]),
        ("host: api.test\nschemes: [http, https]", ["https://api.test", "http://api.test"]),
        ("host: api.test\nschemes: [HTTPS]", ["https://api.test"]),
        ("host: api.test\nschemes: [ws, wss]", ["https://api.test"]),
        ("host: api.test\nschemes: []", ["https://api.test"]),
        ("host: api.test\nschemes: http", ["https://api.test"]),
        ("host: api.test\nschemes: [ws, http]", ["http://api.test"]),
        ("basePath: /v1", ["/v1"]),
        ("basePath: /\nschemes: [http]", []),
        ("schemes: [http]", []),
        ("host: ''", []),
        ("host: null\nbasePath: null", []),
        ("host: 127.0.0.1", ["https://127.0.0.1"]),
    ],
)
def test_servers(tmp_path: Path, head: str, urls: list[str]) -> None:
    api = read_text(tmp_path, f"{head}\npaths: {{/a: {{get: {{{OK}}}}}}}\n")
    assert [server.url for server in api.servers] == urls
    assert api.operations[0].servers == ()


@pytest.mark.parametrize(
    ("root", "own", "urls"),
    [
        ("[https]", "[http]", ["http://api.test/v1"]),
        ("[https]", "[http, https]", []),
        ("[https, http]", "[http]", ["http://api.test/v1"]),
        ("[https, http]", "[https]", []),
        ("[http]", "[https]", ["https://api.test/v1"]),
        ("[https]", "[wss]", []),
        ("[https]", "[]", []),
        ("[]", "[http]", ["http://api.test/v1"]),
    ],
)
def test_schemes_of_an_operation(tmp_path: Path, root: str, own: str, urls: list[str]) -> None:
    operation, _ = operation_of(tmp_path, f"schemes: {own}", f"host: api.test\nbasePath: /v1\nschemes: {root}")
    assert [server.url for server in operation.servers] == urls


def test_a_description_without_a_version_is_told_by_its_keys(tmp_path: Path) -> None:
    api = read_files(tmp_path, {"api.yaml": f"host: api.test\nbasePath: /v1\npaths: {{/a: {{get: {{{OK}}}}}}}\n"})
    assert [server.url for server in api.servers] == ["https://api.test/v1"]
    assert "Swagger 2.0" in told(api, "openapi-version")[0].message


@pytest.mark.parametrize("version", ["2.0", "'2.0'", "2", "'2.0.0'", "v2.0"])
def test_spellings_of_the_version(tmp_path: Path, version: str) -> None:
    api = read_files(tmp_path, {"api.yaml": f"swagger: {version}\nhost: a.test\npaths: {{/a: {{get: {{{OK}}}}}}}\n"})
    assert [server.url for server in api.servers] == ["https://a.test"]


# --- bodies

BODY = (
    "parameters: [{name: ship, in: body, required: true, description: The ship., schema: {$ref: '#/definitions/Ship'}}]"
)
SHIP = "definitions: {Ship: {type: object, required: [name], properties: {name: {type: string}}}}"


def test_a_body(tmp_path: Path) -> None:
    operation, api = operation_of(tmp_path, BODY, SHIP)
    body = operation.body
    assert body is not None
    assert (body.required, body.description) == (True, "The ship.")
    assert [media.name for media in body.content] == ["application/json"]
    assert [(name, required) for name, (_, required) in fields_of(body, api).items()] == [("name", True)]
    assert operation.parameters == ()
    assert told(api) == []


def test_a_body_is_optional_unless_it_says_otherwise(tmp_path: Path) -> None:
    operation, _ = operation_of(tmp_path, BODY.replace("required: true, ", ""), SHIP)
    assert operation.body is not None
    assert not operation.body.required


@pytest.mark.parametrize(
    ("root", "own", "names"),
    [
        ("", "", ["application/json"]),
        ("consumes: [application/xml]", "", ["application/xml"]),
        ("consumes: [application/xml]", "consumes: [application/json, text/plain]", ["application/json", "text/plain"]),
        ("consumes: [application/xml]", "consumes: []", ["application/json"]),
        ("consumes: [application/xml]", "consumes: null", ["application/xml"]),
        ("", "consumes: [application/json;charset=UTF-8, application/json]", ["application/json"]),
        ("", "consumes: [' application/JSON ', null, 1, '']", ["application/json"]),
        ("consumes: application/xml", "", ["application/json"]),
        ("consumes: [application/vnd.ship+json]", "", ["application/vnd.ship+json"]),
    ],
)
def test_what_an_operation_consumes(tmp_path: Path, root: str, own: str, names: list[str]) -> None:
    operation, _ = operation_of(tmp_path, f"{own}\n{BODY}", f"{root}\n{SHIP}")
    assert operation.body is not None
    assert [media.name for media in operation.body.content] == names


def test_a_body_by_reference_and_one_of_the_path_item(tmp_path: Path) -> None:
    api = read_text(
        tmp_path,
        f"""
        paths:
          /a:
            parameters: [{{$ref: '#/parameters/Ship'}}]
            post: {{{OK}}}
            put:
              parameters: [{{name: flag, in: body, schema: {{type: object, properties: {{flag: {{type: string}}}}}}}}]
              {OK}
            get: {{parameters: [{{$ref: '#/parameters/Ship'}}], {OK}}}
        parameters: {{Ship: {{name: ship, in: body, required: true, schema: {{$ref: '#/definitions/Ship'}}}}}}
        {SHIP}
        """,
    )
    bodies = {operation.method: list(fields_of(operation.body, api)) for operation in api.operations}
    assert bodies == {"POST": ["name"], "PUT": ["flag"], "GET": ["name"]}
    assert told(api) == []


@pytest.mark.parametrize(
    "others",
    [
        "{name: other, in: body, schema: {type: string}}",
        "{name: other, in: formData, type: string}",
        "{name: other, in: formData, type: file}",
    ],
)
def test_what_is_second_to_the_body_is_told(tmp_path: Path, others: str) -> None:
    operation, api = operation_of(
        tmp_path, BODY.replace("[{name", f"[{{name: q, in: query, type: string}}, {others}, {{name", 1), SHIP
    )
    if "in: body" in others:
        assert isinstance(schema_in(operation.body.content[0], api), Scalar)  # type: ignore[union-attr]
        second = "ship"
    else:
        assert list(fields_of(operation.body, api)) == ["name"]
        second = "other"
    [finding] = told(api)
    assert (finding.code, finding.severity, finding.subject) == ("openapi-body", Severity.WARNING, "POST /a")
    assert f"The parameter {second} is left out" in finding.message
    assert [p.name for p in operation.parameters] == ["q"]


def test_the_body_of_the_path_item_is_overridden_in_silence(tmp_path: Path) -> None:
    api = read_text(
        tmp_path,
        f"""
        paths:
          /a:
            parameters: [{{name: common, in: body, schema: {{type: string}}}}]
            post: {{{BODY}, {OK}}}
        {SHIP}
        """,
    )
    assert list(fields_of(api.operations[0].body, api)) == ["name"]
    assert told(api) == []


def test_a_body_without_a_schema_takes_anything(tmp_path: Path) -> None:
    operation, api = operation_of(tmp_path, "parameters: [{name: ship, in: body, required: true}]")
    assert operation.body is not None
    assert isinstance(schema_in(operation.body.content[0], api), Anything)


def test_a_body_that_is_typed_like_a_parameter(tmp_path: Path) -> None:
    operation, api = operation_of(tmp_path, "parameters: [{name: ids, in: body, type: array, items: {type: integer}}]")
    assert operation.body is not None
    schema = schema_in(operation.body.content[0], api)
    assert isinstance(schema, Array)
    assert isinstance(schema.items, Scalar)


def test_an_example_of_the_body(tmp_path: Path) -> None:
    operation, _ = operation_of(tmp_path, BODY.replace("in: body", "in: body, x-example: {name: Fram}"), SHIP)
    assert operation.body is not None
    assert operation.body.content[0].examples == ({"name": "Fram"},)


# --- forms


def test_fields_of_a_form(tmp_path: Path) -> None:
    operation, api = operation_of(
        tmp_path,
        """
        consumes: [application/x-www-form-urlencoded]
        parameters:
          - {name: title, in: formData, type: string, required: true, description: Its title., maxLength: 9, x-example: Fram}
          - {name: size, in: formData, type: integer, default: 3, minimum: 0, exclusiveMinimum: true}
          - {name: kind, in: formData, type: string, enum: [tug, barge]}
          - {name: q, in: query, type: string}
        """,
    )
    assert operation.body is not None
    assert (operation.body.required, [media.name for media in operation.body.content]) == (True, [FORM])
    fields = fields_of(operation.body, api)
    assert [(name, required) for name, (_, required) in fields.items()] == [
        ("title", True),
        ("size", False),
        ("kind", False),
    ]
    title, size, kind = (schema for schema, _ in fields.values())
    assert isinstance(title, Scalar)
    assert isinstance(size, Scalar)
    assert isinstance(kind, Enum)
    assert (title.description, title.max_length) == ("Its title.", 9)
    assert (size.default, size.exclusive_minimum, size.minimum) == (3, 0, None)
    assert kind.values == ("tug", "barge")
    assert [p.name for p in operation.parameters] == ["q"]
    assert told(api) == []


@pytest.mark.parametrize(
    ("consumes", "type", "media"),
    [
        ("", "string", FORM),
        ("[application/x-www-form-urlencoded]", "string", FORM),
        ("[multipart/form-data]", "string", MULTIPART),
        ("[multipart/form-data, application/x-www-form-urlencoded]", "string", FORM),
        ("[application/json]", "string", FORM),
        ("[application/json, multipart/form-data]", "string", MULTIPART),
        ("['Multipart/Form-Data; boundary=x']", "string", MULTIPART),
        ("['application/x-www-form-urlencoded; charset=utf-8']", "string", FORM),
        ("['application/x-www-form-urlencoded; charset=utf-8', multipart/form-data]", "string", FORM),
        ("", "file", MULTIPART),
        ("[application/x-www-form-urlencoded]", "file", MULTIPART),
        ("[multipart/form-data]", "file", MULTIPART),
    ],
)
def test_the_media_type_of_a_form(tmp_path: Path, consumes: str, type: str, media: str) -> None:
    own = f"consumes: {consumes}\n" if consumes else ""
    operation, _ = operation_of(tmp_path, f"{own}parameters: [{{name: a, in: formData, type: {type}}}]")
    assert operation.body is not None
    assert [each.name for each in operation.body.content] == [media]


def test_the_media_type_of_a_form_comes_from_the_root(tmp_path: Path) -> None:
    operation, _ = operation_of(
        tmp_path, "parameters: [{name: a, in: formData, type: string}]", "consumes: [multipart/form-data]"
    )
    assert operation.body is not None
    assert operation.body.content[0].name == MULTIPART


def test_a_file(tmp_path: Path) -> None:
    operation, api = operation_of(
        tmp_path,
        """
        parameters:
          - {name: image, in: formData, type: file, required: true, description: A picture.}
          - {name: note, in: formData, type: string}
        """,
    )
    fields = fields_of(operation.body, api)
    image, required = fields["image"]
    assert isinstance(image, Scalar)
    assert (image.type, image.format, image.description, required) == ("string", "binary", "A picture.", True)


def test_fields_of_the_path_item_and_by_reference(tmp_path: Path) -> None:
    api = read_text(
        tmp_path,
        f"""
        paths:
          /a:
            parameters: [{{$ref: '#/parameters/Title'}}, {{name: size, in: formData, type: string}}]
            post:
              parameters: [{{name: size, in: formData, type: integer, required: true}}, {{$ref: '#/parameters/Note'}}]
              {OK}
        parameters:
          Title: {{name: title, in: formData, type: string, required: true}}
          Note: {{name: note, in: formData, type: string}}
        """,
    )
    fields = fields_of(api.operations[0].body, api)
    assert {name: required for name, (_, required) in fields.items()} == {"title": True, "size": True, "note": False}
    size, _ = fields["size"]
    assert isinstance(size, Scalar)
    assert size.type == "integer"
    assert told(api) == []


def test_a_form_in_which_nothing_is_required_is_optional(tmp_path: Path) -> None:
    operation, _ = operation_of(tmp_path, "parameters: [{name: a, in: formData, type: string}]")
    assert operation.body is not None
    assert not operation.body.required


def test_a_field_is_found_where_it_is_declared(tmp_path: Path) -> None:
    operation, api = operation_of(
        tmp_path, "parameters:\n  - {name: q, in: query, type: string}\n  - {name: a, in: formData, type: string}"
    )
    schema, _ = fields_of(operation.body, api)["a"]
    assert schema.origin.pointer == ("paths", "/a", "post", "parameters", 1)


def test_a_field_without_a_name_is_told(tmp_path: Path) -> None:
    operation, api = operation_of(
        tmp_path, "parameters: [{in: formData, type: string}, {name: a, in: formData, type: string}]"
    )
    assert list(fields_of(operation.body, api)) == ["a"]
    [finding] = told(api)
    assert finding.code == "openapi-parameter"


# --- collectionFormat

STYLES = [
    ("", "query", "form", False),
    ("csv", "query", "form", False),
    ("ssv", "query", "spaceDelimited", False),
    ("tsv", "query", "tabDelimited", False),
    ("pipes", "query", "pipeDelimited", False),
    ("multi", "query", "form", True),
    ("PIPES", "query", "pipeDelimited", False),
    ("other", "query", "form", False),
    ("", "path", "simple", False),
    ("csv", "path", "simple", False),
    ("ssv", "path", "spaceDelimited", False),
    ("tsv", "path", "tabDelimited", False),
    ("pipes", "path", "pipeDelimited", False),
    ("", "header", "simple", False),
    ("csv", "header", "simple", False),
    ("ssv", "header", "spaceDelimited", False),
    ("tsv", "header", "tabDelimited", False),
    ("pipes", "header", "pipeDelimited", False),
]


def test_an_empty_value_is_taken_where_the_description_says_so(tmp_path: Path) -> None:
    flag, _ = parameter_of(tmp_path, "{name: deep, in: query, type: boolean, allowEmptyValue: true}")
    assert flag.allow_empty
    assert "allowEmptyValue" not in repr(flag.schema)
    plain, _ = parameter_of(tmp_path, "{name: deep, in: query, type: string}")
    assert not plain.allow_empty


@pytest.mark.parametrize(("format", "place", "style", "explode"), STYLES)
def test_lists_in_each_place(tmp_path: Path, format: str, place: str, style: str, explode: bool) -> None:
    collection = f", collectionFormat: {format}" if format else ""
    api = read_text(
        tmp_path,
        f"paths: {{'/a{'/{list}' if place == 'path' else ''}': {{get: {{parameters: "
        f"[{{name: list, in: {place}, required: true, type: array, items: {{type: string}}{collection}}}], {OK}}}}}}}",
    )
    [parameter] = api.operations[0].parameters
    assert parameter.place == place
    assert (parameter.style, parameter.explode) == (style, explode)
    assert isinstance(parameter.schema, Array)
    assert "collectionFormat" not in repr(parameter.schema.source)


@pytest.mark.parametrize(
    ("format", "style", "explode"),
    [
        ("", "form", False),
        ("csv", "form", False),
        ("ssv", "spaceDelimited", False),
        ("tsv", "tabDelimited", False),
        ("pipes", "pipeDelimited", False),
        ("multi", "form", True),
    ],
)
def test_lists_in_a_form(tmp_path: Path, format: str, style: str, explode: bool) -> None:
    collection = f", collectionFormat: {format}" if format else ""
    operation, _ = operation_of(
        tmp_path,
        f"parameters: [{{name: list, in: formData, type: array, items: {{type: string}}{collection}}}, "
        "{name: one, in: formData, type: string}]",
    )
    assert operation.body is not None
    [encoding] = operation.body.content[0].encoding
    assert (encoding.property, encoding.style, encoding.explode) == ("list", style, explode)


def test_only_lists_are_joined(tmp_path: Path) -> None:
    parameter, _ = parameter_of(tmp_path, "{name: q, in: query, type: string, collectionFormat: pipes}")
    assert (parameter.style, parameter.explode) == ("form", True)


@pytest.mark.parametrize(("required", "key"), [("false", ["GET /a"]), ("true", [])])
def test_lists_of_lists_are_told(tmp_path: Path, required: str, key: list[str]) -> None:
    api = read_text(
        tmp_path,
        f"""
        paths:
          /a:
            get:
              parameters:
                - {{name: rows, in: query, required: {required}, type: array, items: {{type: array, items: {{type: string}}}}}}
              {OK}
          /b: {{get: {{{OK}}}}}
        """,
    )
    assert [operation.key for operation in api.operations] == [*key, "GET /b"]
    [finding] = told(api)
    assert "rows is a list of lists" in finding.message
    assert api.operations[0].parameters == ()


@pytest.mark.parametrize(
    ("outer", "inner", "style", "explode", "items_style"),
    [
        ("pipes", "csv", "pipeDelimited", False, "form"),
        ("csv", "ssv", "form", False, "spaceDelimited"),
        ("multi", "tsv", "form", True, "tabDelimited"),
        ("ssv", "", "spaceDelimited", False, "form"),
    ],
)
def test_lists_of_lists_are_joined_in_two_ways(
    tmp_path: Path, outer: str, inner: str, style: str, explode: bool, items_style: str
) -> None:
    below = f"collectionFormat: {inner}, " if inner else ""
    parameter, api = parameter_of(
        tmp_path,
        f"{{name: rows, in: query, type: array, collectionFormat: {outer}, "
        f"items: {{type: array, {below}items: {{type: string}}}}}}",
    )
    assert (parameter.style, parameter.explode, parameter.items_style) == (style, explode, items_style)
    assert told(api) == []


# --- other parameters


def test_what_a_parameter_says_of_its_value_is_its_schema(tmp_path: Path) -> None:
    parameter, api = parameter_of(
        tmp_path,
        "{name: depth, in: query, required: true, description: How deep., type: integer, format: int64, default: 5, "
        "minimum: 0, exclusiveMinimum: true, maximum: 99, multipleOf: 5, allowEmptyValue: true, x-example: 10}",
    )
    schema = parameter.schema
    assert isinstance(schema, Scalar)
    assert (parameter.name, parameter.place, parameter.required, parameter.description) == (
        "depth",
        "query",
        True,
        "How deep.",
    )
    assert (schema.type, schema.format, schema.default) == ("integer", "int64", 5)
    assert (schema.exclusive_minimum, schema.minimum, schema.maximum, schema.multiple_of) == (0, None, 99, 5)
    assert schema.description == ""
    assert parameter.examples == (10,)
    assert told(api) == []


@pytest.mark.parametrize("place", ["query", "header"])
def test_a_parameter_is_optional_unless_it_says_otherwise(tmp_path: Path, place: str) -> None:
    parameter, _ = parameter_of(tmp_path, f"{{name: X-Q, in: {place}, type: string}}")
    assert not parameter.required


def test_a_list_with_limits(tmp_path: Path) -> None:
    parameter, _ = parameter_of(
        tmp_path,
        "{name: q, in: query, type: array, minItems: 1, maxItems: 3, uniqueItems: true, items: {type: string, enum: [a, b]}}",
    )
    schema = parameter.schema
    assert isinstance(schema, Array)
    assert (schema.min_items, schema.max_items, schema.unique) == (1, 3, True)
    assert isinstance(schema.items, Enum)


def test_a_parameter_may_have_a_schema_as_later_versions_do(tmp_path: Path) -> None:
    parameter, _ = parameter_of(tmp_path, "{name: q, in: query, schema: {type: integer}}")
    assert isinstance(parameter.schema, Scalar)
    assert parameter.schema.type == "integer"


def test_null_is_allowed_by_an_extension(tmp_path: Path) -> None:
    parameter, _ = parameter_of(tmp_path, "{name: q, in: query, type: string, x-nullable: true}")
    assert parameter.schema.nullable


# --- responses


def responses(folder: Path, response: str, more: str = "", own: str = "") -> tuple[tuple[MediaType, ...], Api]:
    text = f"paths:\n  /a:\n    get:\n      responses: {{'200': {response}}}\n{indent(dedent(own), '      ')}\n{dedent(more)}\n"
    api = read_text(folder, text)
    [found] = api.operations[0].responses
    return found.content, api


@pytest.mark.parametrize(
    ("root", "own", "names"),
    [
        ("", "", ["application/json"]),
        ("produces: [application/xml, application/json]", "", ["application/xml", "application/json"]),
        ("produces: [application/xml]", "produces: [text/csv]", ["text/csv"]),
        ("produces: [application/xml]", "produces: []", ["application/json"]),
        ("", "produces: ['application/json; charset=utf-8']", ["application/json"]),
        ("produces: application/xml", "", ["application/json"]),
    ],
)
def test_what_an_operation_produces(tmp_path: Path, root: str, own: str, names: list[str]) -> None:
    content, api = responses(tmp_path, "{description: ok, schema: {type: object}}", root, own)
    assert [media.name for media in content] == names
    assert all(isinstance(schema_in(media, api), Map) for media in content)


def test_a_response_without_a_schema_has_no_content(tmp_path: Path) -> None:
    content, _ = responses(tmp_path, "{description: ok}", "produces: [application/json]")
    assert content == ()


def test_examples_of_a_response(tmp_path: Path) -> None:
    response = "{description: ok, schema: {type: object}, examples: {application/json: {a: 1}, application/xml: <a/>}}"
    content, _ = responses(tmp_path, response, "produces: [application/xml, application/json, text/plain]")
    assert {media.name: media.examples for media in content} == {
        "application/xml": ("<a/>",),
        "application/json": ({"a": 1},),
        "text/plain": (),
    }


def test_examples_tell_the_media_types_that_nothing_else_does(tmp_path: Path) -> None:
    content, _ = responses(tmp_path, "{description: ok, examples: {text/csv: 'a,b', note: x}}")
    assert [(media.name, media.schema, media.examples) for media in content] == [("text/csv", None, ("a,b",))]


@pytest.mark.parametrize(
    ("own", "names"), [("", ["application/octet-stream"]), ("produces: [application/pdf]", ["application/pdf"])]
)
def test_a_file_as_answer(tmp_path: Path, own: str, names: list[str]) -> None:
    content, api = responses(tmp_path, "{description: ok, schema: {type: file}}", own=own)
    assert [media.name for media in content] == names
    schema = schema_in(content[0], api)
    assert isinstance(schema, Scalar)
    assert schema.format == "binary"


def test_a_response_that_several_operations_refer_to_has_the_media_types_of_each(tmp_path: Path) -> None:
    api = read_text(
        tmp_path,
        """
        produces: [application/json]
        paths:
          /a: {get: {responses: {'200': {$ref: '#/responses/Ok'}}}}
          /b: {get: {produces: [text/csv], responses: {'200': {$ref: '#/responses/Ok'}, default: {$ref: '#/responses/Ok'}}}}
        responses: {Ok: {description: Fine., schema: {type: string}}}
        """,
    )
    found = {(o.path, r.status): [media.name for media in r.content] for o in api.operations for r in o.responses}
    assert found == {("/a", "200"): ["application/json"], ("/b", "200"): ["text/csv"], ("/b", "default"): ["text/csv"]}
    assert {r.description for o in api.operations for r in o.responses} == {"Fine."}


# --- security

SCHEMES = """
    basic: {type: basic, description: Log in.}
    header: {type: apiKey, in: header, name: X-Key}
    query: {type: apiKey, in: query, name: key}
    implicit: {type: oauth2, flow: implicit, authorizationUrl: https://a.test/auth, scopes: {read: r}}
    password: {type: oauth2, flow: password, tokenUrl: https://a.test/token, scopes: {read: r}}
    code: {type: oauth2, flow: accessCode, authorizationUrl: https://a.test/auth, tokenUrl: https://a.test/token, scopes: {}}
    machine: {type: oauth2, flow: application, tokenUrl: https://a.test/token, scopes: {read: r, write: w}}
    strange: {type: digest}
    """


def secured(folder: Path, schemes: str = SCHEMES, more: str = "") -> Api:
    return read_text(
        folder,
        f"securityDefinitions:\n{indent(dedent(schemes), '  ')}\n{dedent(more)}\npaths: {{/a: {{get: {{{OK}}}}}}}\n",
    )


def test_security_schemes(tmp_path: Path) -> None:
    schemes = {scheme.key: scheme for scheme in secured(tmp_path).security_schemes}
    assert {key: scheme.type for key, scheme in schemes.items()} == {
        "basic": "basic",
        "header": "apiKey",
        "query": "apiKey",
        "implicit": "bearer",
        "password": "bearer",
        "code": "bearer",
        "machine": "clientCredentials",
        "strange": "unsupported",
    }
    assert schemes["basic"].description == "Log in."
    assert (schemes["header"].place, schemes["header"].name) == ("header", "X-Key")
    assert (schemes["query"].place, schemes["query"].name) == ("query", "key")
    assert (schemes["machine"].token_url, schemes["machine"].scopes) == ("https://a.test/token", ("read", "write"))
    assert not schemes["machine"].user_flows


@pytest.mark.parametrize(
    ("flow", "type"),
    [
        ("flow: application", "clientCredentials"),
        ("flow: Application", "clientCredentials"),
        ("flow: accesscode", "bearer"),
        ("flow: other", "bearer"),
        ("x-flow: none", "bearer"),
        ("flows: {clientCredentials: {tokenUrl: https://a.test/token, scopes: {}}}", "clientCredentials"),
    ],
)
def test_flows(tmp_path: Path, flow: str, type: str) -> None:
    api = secured(tmp_path, f"o: {{type: oauth2, {flow}, tokenUrl: https://a.test/token, scopes: {{}}}}")
    assert [scheme.type for scheme in api.security_schemes] == [type]


def test_scopes_are_those_that_are_named(tmp_path: Path) -> None:
    [*_, machine, _] = secured(tmp_path, more="security: [{machine: [write]}]").security_schemes
    assert machine.scopes == ("write",)


def test_requirements(tmp_path: Path) -> None:
    api = read_text(
        tmp_path,
        f"""
        securityDefinitions: {{a: {{type: basic}}, b: {{type: apiKey, in: header, name: X-B}}}}
        security: [{{a: []}}]
        paths:
          /a: {{get: {{{OK}}}, put: {{security: [], {OK}}}, post: {{security: [{{a: [], b: []}}, {{b: []}}], {OK}}}}}
          /b: {{get: {{security: [{{none: []}}], {OK}}}}}
        """,
    )
    assert api.security == (("a",),)
    assert [operation.security for operation in api.operations] == [None, (), (("a", "b"), ("b",)), (("none",),)]
    [finding] = told(api)
    assert (finding.code, finding.subject) == ("openapi-security", "GET /b")


def test_security_schemes_elsewhere_and_lost(tmp_path: Path) -> None:
    api = read_files(
        tmp_path,
        {
            "api.yaml": f"""
                swagger: '2.0'
                info: {{title: T, version: '1'}}
                securityDefinitions: {{a: {{$ref: 'auth.yaml#/login'}}, b: {{$ref: 'no.yaml'}}, c: null}}
                paths: {{/a: {{get: {{security: [{{a: []}}], {OK}}}}}}}
                """,
            "auth.yaml": "login: {type: basic}\n",
        },
    )
    assert [(scheme.key, scheme.type) for scheme in api.security_schemes] == [("a", "basic")]
    assert [finding.code for finding in told(api)] == ["openapi-security"] * 2


# --- schemas


def test_definitions_and_what_they_say_in_their_own_way(tmp_path: Path) -> None:
    operation, api = operation_of(
        tmp_path,
        BODY,
        """
        definitions:
          Ship:
            type: object
            required: [name]
            properties:
              name: {type: string, x-nullable: true, example: Fram}
              size: {$ref: '#/definitions/Size', description: Its size., maximum: 5}
              built: {type: string, format: date, readOnly: true}
              any: {}
            example: {name: Fram}
          Size: {type: integer, description: A size., maximum: 100, exclusiveMaximum: true}
        """,
    )
    fields = {name: schema for name, (schema, _) in fields_of(operation.body, api).items()}
    size = fields["size"]
    assert isinstance(size, Scalar)
    assert (size.description, size.exclusive_maximum, size.maximum) == ("Its size.", 100, None)
    assert (fields["name"].nullable, fields["name"].examples) == (True, ("Fram",))
    assert fields["built"].read_only
    assert isinstance(fields["any"], Anything)
    assert fields["any"].default is UNSET
    assert told(api) == []


SUBTYPES = """
    definitions:
      Ship:
        type: object
        discriminator: kind
        required: [kind]
        properties: {kind: {type: string}, name: {type: string}}
      Tug: {allOf: [{$ref: '#/definitions/Ship'}, {type: object, properties: {pull: {type: integer}}}]}
      Barge:
        x-ms-discriminator-value: flat-barge
        allOf: [{$ref: '#/definitions/Ship'}, {type: object, properties: {load: {type: integer}}}]
    """


def test_a_discriminator_names_the_definitions_that_extend_it(tmp_path: Path) -> None:
    operation, api = operation_of(tmp_path, BODY, SUBTYPES)
    assert operation.body is not None
    schema = schema_in(operation.body.content[0], api)
    assert isinstance(schema, Union)
    assert schema.discriminator == "kind"
    assert [variant.tag for variant in schema.variants] == ["Tug", "flat-barge"]
    tug = api.schemas.resolve(schema.variants[0].schema)
    assert isinstance(tug, Object)
    assert [p.name for p in tug.properties] == ["kind", "name", "pull"]


def test_a_subtype_is_no_choice(tmp_path: Path) -> None:
    operation, api = operation_of(tmp_path, BODY.replace("definitions/Ship", "definitions/Tug"), SUBTYPES)
    assert list(fields_of(operation.body, api)) == ["kind", "name", "pull"]


# --- descriptions of several versions


def test_a_3_0_root_refers_to_definitions_of_2_0(tmp_path: Path) -> None:
    api = read_files(
        tmp_path,
        {
            "api.yaml": """
                openapi: 3.0.3
                info: {title: T, version: '1'}
                paths:
                  /a:
                    post:
                      requestBody: {content: {application/json: {schema: {$ref: 'old.yaml#/definitions/Ship'}}}}
                      parameters: [{$ref: 'old.yaml#/parameters/Sizes'}]
                      responses: {'200': {$ref: 'old.yaml#/responses/Ships'}}
                """,
            "old.yaml": """
                swagger: '2.0'
                info: {title: Old, version: '1'}
                paths: {}
                definitions:
                  Ship: {type: object, properties: {name: {type: string, x-nullable: true}, port: {$ref: '#/definitions/Port'}}}
                  Port: {type: string, maxLength: 5}
                parameters: {Sizes: {name: sizes, in: query, type: array, items: {type: integer}, collectionFormat: pipes}}
                responses: {Ships: {description: ok, schema: {type: array, items: {$ref: '#/definitions/Ship'}}}}
                """,
        },
    )
    assert told(api) == []
    [operation] = api.operations
    fields = {name: schema for name, (schema, _) in fields_of(operation.body, api).items()}
    assert fields["name"].nullable
    port = fields["port"]
    assert isinstance(port, Scalar)
    assert port.max_length == 5
    assert [(p.name, p.style, p.explode) for p in operation.parameters] == [("sizes", "pipeDelimited", False)]
    [media] = operation.responses[0].content
    assert media.name == "application/json"
    assert isinstance(schema_in(media, api), Array)


def test_a_3_1_root_refers_to_path_items_of_2_0(tmp_path: Path) -> None:
    api = read_files(
        tmp_path,
        {
            "api.yaml": "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {$ref: 'old.yaml#/paths/~1a'}}\n",
            "old.yaml": """
                swagger: '2.0'
                info: {title: Old, version: '1'}
                consumes: [application/xml]
                produces: [text/csv]
                paths:
                  /a:
                    post:
                      parameters: [{name: ship, in: body, schema: {type: object, properties: {name: {type: string}}}}]
                      responses: {'200': {description: ok, schema: {type: string}}}
                """,
        },
    )
    assert told(api) == []
    [operation] = api.operations
    assert operation.body is not None
    assert [media.name for media in operation.body.content] == ["application/xml"]
    assert [media.name for media in operation.responses[0].content] == ["text/csv"]


def test_a_2_0_root_refers_to_parts_of_3_0(tmp_path: Path) -> None:
    api = read_files(
        tmp_path,
        {
            "api.yaml": f"""
                swagger: '2.0'
                info: {{title: T, version: '1'}}
                host: api.test
                consumes: [application/xml]
                paths:
                  /a: {{$ref: 'new.yaml#/paths/~1a'}}
                  /b:
                    get:
                      parameters: [{{$ref: 'new.yaml#/components/parameters/Sizes'}}]
                      responses: {{'200': {{$ref: 'new.yaml#/components/responses/Ok'}}}}
                  /c: {{post: {{parameters: [{{name: c, in: body, schema: {{$ref: 'new.yaml#/components/schemas/Ship'}}}}], {OK}}}}}
                """,
            "new.yaml": f"""
                openapi: 3.0.3
                info: {{title: New, version: '1'}}
                paths:
                  /a: {{post: {{requestBody: {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/Ship'}}}}}}}}, {OK}}}}}
                components:
                  parameters: {{Sizes: {{name: sizes, in: query, schema: {{type: array, items: {{type: integer}}}}}}}}
                  responses: {{Ok: {{description: ok, content: {{text/csv: {{schema: {{type: string}}}}}}}}}}
                  schemas: {{Ship: {{type: object, properties: {{name: {{type: string, nullable: true}}}}}}}}
                """,
        },
    )
    assert told(api) == []
    a, b, c = api.operations
    assert a.body is not None
    assert [media.name for media in a.body.content] == ["application/json"]
    assert fields_of(a.body, api)["name"][0].nullable
    assert [(p.name, p.style, p.explode) for p in b.parameters] == [("sizes", "form", True)]
    assert [media.name for media in b.responses[0].content] == ["text/csv"]
    assert c.body is not None
    assert [media.name for media in c.body.content] == ["application/xml"]
    assert fields_of(c.body, api)["name"][0].nullable


def test_a_file_without_a_version_has_that_of_the_root(tmp_path: Path) -> None:
    files = {
        "api.yaml": "swagger: '2.0'\ninfo: {title: T, version: '1'}\npaths: {/a: {$ref: a.yaml}}\n",
        "a.yaml": f"get: {{parameters: [{{name: q, in: query, type: array, items: {{type: string}}}}], {OK}}}\n",
    }
    [operation] = read_files(tmp_path, files).operations
    assert [(p.style, p.explode) for p in operation.parameters] == [("form", False)]


@pytest.mark.parametrize("version", ["openapi: 3.0.3", "openapi: 3.1.0"])
def test_a_body_among_the_parameters_of_a_later_version_is_read_and_told(tmp_path: Path, version: str) -> None:
    api = read_files(
        tmp_path,
        {"api.yaml": f"""
                {version}
                info: {{title: T, version: '1'}}
                paths:
                  /a: {{post: {{parameters: [{{name: a, in: body, schema: {{type: object, properties: {{x: {{type: string}}}}}}}}], {OK}}}}}
                  /b: {{post: {{parameters: [{{name: b, in: formData, type: string}}], {OK}}}}}
                  /c:
                    post:
                      parameters: [{{name: c, in: body, schema: {{type: string}}}}]
                      requestBody: {{content: {{application/json: {{schema: {{type: object, properties: {{y: {{type: string}}}}}}}}}}}}
                      {OK}
                """},
    )
    assert [list(fields_of(operation.body, api)) for operation in api.operations] == [["x"], ["b"], ["y"]]
    assert [finding.subject for finding in told(api, "openapi-parameter")] == ["POST /a", "POST /b", "POST /c"]
